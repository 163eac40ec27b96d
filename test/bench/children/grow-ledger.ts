// How the cost per payout grows with the batch: only the ledger's turns, with a gateway that answers everything at once.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Claimed, News } from '../../../electron/main/domain/ledger.ts';
import { POLL_FIRST_DEFAULT_MS, POLL_MAX_DEFAULT_MS } from '../../../electron/main/domain/poll-schedule.ts';
import { NO_IDS } from '../../../shared/outcomes.ts';
import { PRACTICE_MID } from '../../../shared/profiles.ts';
import { readTask, report } from '../child.ts';
import { confirmPaidAtOnce, openBenchStore } from '../confirmed-batch.ts';
import { measureGrowth } from '../growth.ts';
import type { GrowTask } from '../tasks.ts';

/** Payouts claimed and settled in one turn, as in a run with 64 in flight. */
const TURN_PAYOUTS = 40;

const task = readTask<GrowTask>();
const backoff = { firstMs: POLL_FIRST_DEFAULT_MS, maxMs: POLL_MAX_DEFAULT_MS };
const nothing: ReadonlySet<never> = new Set();

report(await measureGrowth(task, payAll));

/** Returns the seconds of the turns alone; confirming comes before. */
function payAll(count: number): number {
  const folder = join(task.folder, 'ledger');
  mkdirSync(folder);
  const store = openBenchStore(join(folder, 'desk.db'));
  const batch = confirmPaidAtOnce(store, { baseUrl: 'http://127.0.0.1:1', mid: PRACTICE_MID, count });
  const startedMs = performance.now();
  let news: News[] = [];
  let paid = 0;
  do {
    const claim = {
      batch,
      count: TURN_PAYOUTS,
      busy: nothing,
      cleared: nothing,
      lookUpAll: false,
      earlierStands: () => true,
      budgetPaise: null,
    };
    const turn = store.ledger.turn({ nowMs: Date.now(), backoff, news, claim });
    if (turn.kind !== 'committed') throw new Error(turn.kind);
    news = turn.result.claimed.map(answerAtOnce);
    paid += news.length;
  } while (news.length > 0);
  const seconds = (performance.now() - startedMs) / 1_000;
  if (paid !== count || store.tally(batch).counts.success !== count) throw new Error('not every payout was paid');
  store.close();
  rmSync(folder, { recursive: true });
  return seconds;
}

/** The practice gateway's answer for a payee who is paid at once. */
function answerAtOnce({ payoutId, attemptId, order }: Claimed): News {
  const ids = {
    ...NO_IDS,
    transactionId: `PG123456${order.reference}`,
    rrn: `12${payoutId}`,
    logNumber: `${payoutId}`,
  };
  const answer = { status: true, txn_status: 'success', udf1: order.reference, ...ids };
  return {
    kind: 'answer',
    payoutId,
    attemptId,
    outcome: { kind: 'accepted', state: 'success', word: 'success', ids, message: null },
    evidence: { httpStatus: 200, text: JSON.stringify(answer) },
    atMs: Date.now(),
  };
}
