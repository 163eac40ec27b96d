// The key of this page's session with the loopback door. Cookies go to every program of this address, whatever its port; the
// key stays with this origin. In: the key that a link was exchanged for. Out: the key, kept over a reload of the tab and lent
// to another tab of the same origin. This file must never write the key where it outlives the tab.

import { z } from 'zod';
import { KEY_HEADER } from '../../shared/api/wire.ts';

const PLACE = 'payout-desk-key';
const CHANNEL = 'payout-desk-key';

/** Tabs of one browser hear each other within milliseconds; nobody waits long for a tab that is not there. */
const LENT_WITHIN_MS = 500;

const MESSAGE = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asks') }),
  z.object({ kind: z.literal('lends'), key: z.string() }),
]);

/** Who wants to know that the session is over. */
const endings = new Set<() => void>();

export function keepKey(key: string): void {
  sessionStorage.setItem(PLACE, key);
}

/** What shows the door that this page is its own. */
export function keyHeaders(): Record<string, string> {
  const key = sessionStorage.getItem(PLACE);
  return key === null ? {} : { [KEY_HEADER]: key };
}

/** Asks the other tabs for the key, unless this one has it. */
export function borrowKey(): Promise<void> {
  if (sessionStorage.getItem(PLACE) !== null) return Promise.resolve();
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      channel.close();
      resolve();
    };
    const timer = setTimeout(end, LENT_WITHIN_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = MESSAGE.safeParse(data).data;
      if (message?.kind !== 'lends') return;
      keepKey(message.key);
      end();
    });
    channel.postMessage({ kind: 'asks' });
  });
}

/** Lends the key to tabs that are opened later. */
export function lendKey(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const key = sessionStorage.getItem(PLACE);
    if (key !== null && MESSAGE.safeParse(data).data?.kind === 'asks') channel.postMessage({ kind: 'lends', key });
  });
}

/** The door does not know this page any more: only a new link helps, or a tab that used one. */
export function endSession(): void {
  sessionStorage.removeItem(PLACE);
  for (const onEnded of endings) onEnded();
}

/** Hears that the session is over until the returned function is called. */
export function hearSessionEnd(onEnded: () => void): () => void {
  endings.add(onEnded);
  return () => void endings.delete(onEnded);
}
