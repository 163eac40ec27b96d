// Another client of the same desk, whose person looks through the payouts of an earlier batch while something large is done.

import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { COMMAND_PATH } from '../../../shared/api/wire.ts';

/** Units: milliseconds. */
export interface RowsAsker {
  /** Asks for one page of rows after another while something is done. Shape: how long each took; none before a batch is there. */
  during(act: () => Promise<void>): Promise<readonly number[]>;
}

const BATCH = 'B0001';
const PAGE_ROWS = 100;
const PAUSE_MS = 20;
/** How far apart the pages lie that are asked for. */
const STEP_ROWS = 997;

/** Shape: it asks as the page does, whose commands it has seen. */
export function openRowsAsker(page: Page): RowsAsker {
  let headers: Readonly<Record<string, string>> | null = null;
  page.on('request', (request) => {
    if (!request.url().endsWith(COMMAND_PATH)) return;
    const take = (all: Readonly<Record<string, string>>): void => {
      headers = Object.fromEntries(Object.entries(all).filter(([name]) => !/^:|^content-length$/.test(name)));
    };
    // A page that is left meanwhile does not tell them.
    request.allHeaders().then(take, () => undefined);
  });
  /** Shape: how many rows there are in all; null without the batch. */
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
      const times: number[] = [];
      const over = new AbortController();
      const asking = (async () => {
        for (let from = 0; !over.signal.aborted; from = (from + STEP_ROWS) % total) {
          const atMs = performance.now();
          await ask(from);
          times.push(performance.now() - atMs);
          await wait(PAUSE_MS);
        }
      })();
      await act();
      over.abort();
      await asking;
      return times;
    },
  };
}
