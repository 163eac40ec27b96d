// Another client of the same desk, whose person looks through the payouts of an earlier batch while something large is done.

import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { COMMAND_PATH } from '../../../shared/api/wire.ts';
import { SHELL } from '../../../shared/text/shell.ts';

/** In milliseconds; `untoldMs` is the part for which the window did not say why it waits. */
export interface Waited {
  readonly waitedMs: number;
  readonly untoldMs: number;
}

export interface RowsAsker {
  /** Requests one page of rows after another during an action. Returns none before there is a batch. */
  during(act: () => Promise<void>): Promise<readonly Waited[]>;
}

/** When the window said why, from and to, in milliseconds since 1970. */
type Stretch = readonly [fromMs: number, toMs: number];

const REASONS = [SHELL.screening, SHELL.preparing.pay];

const WATCH_REASON = `
globalThis.reasons = [];
globalThis.reasonWatch?.disconnect();
globalThis.reasonWatch = new MutationObserver(() => {
  const last = reasons.at(-1);
  const isOpen = last !== undefined && last[1] === null;
  const isTold = [...document.querySelectorAll('footer')]
    .some((one) => ${JSON.stringify(REASONS)}.some((reason) => one.textContent.includes(reason)));
  if (isTold && !isOpen) reasons.push([Date.now(), null]);
  if (!isTold && isOpen) last[1] = Date.now();
});
reasonWatch.observe(document, { subtree: true, childList: true, characterData: true });
`;

const BATCH = 'B0001';
const PAGE_ROWS = 100;
const PAUSE_MS = 20;
/** The distance between the requested pages. */
const STEP_ROWS = 997;

/** Requests as the page does, with the headers of the page's own commands. */
export function openRowsAsker(page: Page): RowsAsker {
  let headers: Readonly<Record<string, string>> | null = null;
  page.on('request', (request) => {
    if (!request.url().endsWith(COMMAND_PATH)) return;
    const take = (all: Readonly<Record<string, string>>): void => {
      headers = Object.fromEntries(Object.entries(all).filter(([name]) => !/^:|^content-length$/.test(name)));
    };
    // A page that is left meanwhile has no headers to give.
    request.allHeaders().then(take, () => undefined);
  });
  /** Returns the total number of rows; null without the batch. */
  const ask = async (from: number): Promise<number | null> => {
    const sort = { by: 'rowNumber', direction: 'up' };
    const params = { batch: BATCH, states: [], search: '', sort, window: { from, count: PAGE_ROWS } };
    const url = new URL(COMMAND_PATH, page.url()).href;
    const reply = await page.request.post(url, { headers: headers ?? {}, data: { name: 'readPayouts', params } });
    const answer = (await reply.json()) as { readonly kind: string; readonly value?: { readonly total: number } };
    return answer.kind === 'done' ? (answer.value?.total ?? 0) : null;
  };
  return {
    during: async (act) => {
      const total = headers === null ? null : await ask(0);
      if (total === null) {
        await act();
        return [];
      }
      await page.evaluate(WATCH_REASON);
      const asked: Stretch[] = [];
      const over = new AbortController();
      const asking = (async () => {
        for (let from = 0; !over.signal.aborted; from = (from + STEP_ROWS) % total) {
          const fromMs = Date.now();
          await ask(from);
          asked.push([fromMs, Date.now()]);
          await wait(PAUSE_MS);
        }
      })();
      await act();
      over.abort();
      await asking;
      const reasons = (await page.evaluate('reasons.map(([from, to]) => [from, to ?? Date.now()])')) as Stretch[];
      return asked.map(([fromMs, toMs]) => {
        const reported = reasons.map(([from, to]) => Math.max(0, Math.min(to, toMs) - Math.max(from, fromMs)));
        const waitedMs = toMs - fromMs;
        return { waitedMs, untoldMs: waitedMs - reported.reduce((sum, ms) => sum + ms, 0) };
      });
    },
  };
}
