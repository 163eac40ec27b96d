// Where an earlier payout is looked up: at the merchant and the address it was sent to, or where a person has moved that
// address. In: the session that pays. Out: what to ask through, another account's session among them, or why it cannot be
// asked. This file must never take another address for the payout's own: that one knows nothing about it.

import type { Merchant } from '../../../shared/profiles.ts';
import type { RetryPayout } from '../../../shared/retry.ts';
import type { PacedReads } from '../../../shared/run.ts';
import { findBatch } from './desks.ts';
import type { Rooms, Writer } from './ports.ts';
import { openSession, type Session, sessionWish } from './session.ts';

/** Shape: `isOwn` when it is the session that pays; `why` a whole sentence. */
export type LookupPlace =
  | { readonly kind: 'open'; readonly reads: PacedReads; readonly notKnown: string | null; readonly isOwn: boolean }
  | { readonly kind: 'closed'; readonly why: string; readonly cure: string };

export interface LookupPlaces {
  of(payout: RetryPayout): Promise<LookupPlace>;
  /** Closes the sessions that were opened for it. */
  close(): Promise<void>;
}

/** Opens what is asked for, once each. */
export function openLookupPlaces(
  rooms: Rooms,
  store: Writer,
  own: { readonly merchant: Merchant; readonly reads: PacedReads; readonly notKnown: string | null },
): LookupPlaces {
  const sessions: Session[] = [];
  const opened = new Map<string, Promise<LookupPlace>>();
  let isClosed = false;

  const open = async ({ baseUrl, mid }: Merchant): Promise<LookupPlace> => {
    const profile = store.profiles.list().find((one) => one.baseUrl === baseUrl && one.mid === mid);
    if (profile === undefined) {
      return {
        kind: 'closed',
        why: `no account has the address ${baseUrl} and merchant id ${mid}.`,
        cure: 'Connect an account with that address and its token, then try again.',
      };
    }
    const answer = await openSession(rooms, sessionWish(profile));
    if (answer.kind !== 'done') {
      const { message, cure } = answer.refusal;
      return { kind: 'closed', why: message, cure };
    }
    const session = answer.value;
    if (isClosed) {
      await session.close();
      return { kind: 'closed', why: 'the look-ups were stopped.', cure: 'Try again.' };
    }
    sessions.push(session);
    const ready = await rooms.preflight(session.reads, []);
    if (ready.kind === 'ready') return { kind: 'open', reads: session.reads, notKnown: ready.notKnown, isOwn: false };
    return { kind: 'closed', why: ready.pause.message, cure: `Mend account ${profile.name}, then try again.` };
  };

  return {
    of: (payout) => {
      const batch = findBatch(store, payout.batch);
      if ('kind' in batch) throw new RangeError('a payout without a batch');
      const { baseUrl, mid } = store.merchants.today(batch);
      if (baseUrl === own.merchant.baseUrl && mid === own.merchant.mid) {
        return Promise.resolve({ kind: 'open', reads: own.reads, notKnown: own.notKnown, isOwn: true });
      }
      const key = `${mid} ${baseUrl}`;
      const known = opened.get(key) ?? open({ baseUrl, mid });
      opened.set(key, known);
      return known;
    },
    close: async () => {
      isClosed = true;
      await Promise.all(sessions.map((session) => session.close()));
    },
  };
}
