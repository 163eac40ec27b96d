// Makes a data folder with the history of a firm that pays the same people each month, by the desk's own store.

import { join } from 'node:path';
import type { Claimed, News } from '../../../electron/main/domain/ledger.ts';
import { POLL_FIRST_DEFAULT_MS, POLL_MAX_DEFAULT_MS } from '../../../electron/main/domain/poll-schedule.ts';
import type { StoreWriter } from '../../../electron/main/store/store.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { asPaise } from '../../../shared/money.ts';
import { NO_IDS } from '../../../shared/outcomes.ts';
import { PRACTICE_MID, type Profile } from '../../../shared/profiles.ts';
import type { PayableRow } from '../../../shared/rows.ts';
import { readTask, report } from '../child.ts';
import { confirmRows, openBenchStore } from '../confirmed-batch.ts';
import { BACKOFF, settleAll } from '../paid-at-once.ts';
import { paidAtOnceRow } from '../payroll.ts';
import type { HistoryTask } from '../tasks.ts';

/** Each month pays the same people. */
const MONTHS = 10;

const PROFILE: Profile = {
  name: 'acme',
  baseUrl: 'https://pay.example.com/',
  mid: PRACTICE_MID,
  environment: 'LIVE',
  ratePerSecond: 5,
  inFlightMax: 4,
  pollFirstMs: POLL_FIRST_DEFAULT_MS,
  pollMaxMs: POLL_MAX_DEFAULT_MS,
  timeoutMs: 30_000,
  maxPayoutPaise: null,
  maxBatchPaise: null,
  walletUnit: null,
};

const TURN_PAYOUTS = 400;

const { folder, count } = readTask<HistoryTask>();
const startedMs = performance.now();
const store = openBenchStore(join(folder, 'desk.db'));
store.saveProfile(PROFILE, Date.UTC(2024, 0, 1));
for (let month = 0; month < MONTHS; month += 1) payMonth(store, month);
store.close();
report({ seconds: (performance.now() - startedMs) / 1_000 });

function payMonth(into: StoreWriter, month: number): void {
  const nowMs = Date.UTC(2025, month, 28, 6);
  const { baseUrl, mid } = PROFILE;
  const name = new Date(nowMs).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const rows = Array.from({ length: count / MONTHS }, (_, index) => salaryOf(index, { name, month }));
  const fileName = `salary-${month + 1}.csv`;
  const facts = { profile: PROFILE.name, baseUrl, mid, name: `Salary ${name}`, fileName, nowMs };
  const batch = confirmRows(into, { ...facts, rows });
  const paid: Claimed[] = [];
  settleAll(into, {
    batch,
    turnPayouts: TURN_PAYOUTS,
    nowMs: () => nowMs,
    answer: (claimed) => {
      paid.push(claimed);
      return answer(claimed, nowMs);
    },
  });
  // Once the days of the final watch are over.
  const atMs = nowMs + 8 * DAY_MS;
  for (let from = 0; from < paid.length; from += TURN_PAYOUTS) {
    const looked = paid.slice(from, from + TURN_PAYOUTS).map((claimed) => lookUp(claimed, atMs));
    const turn = into.ledger.turn({ nowMs: atMs, backoff: BACKOFF, news: looked, claim: null });
    if (turn.kind !== 'committed') throw new Error(turn.kind);
  }
}

/** One payment in a hundred fails. */
function wordOf(payoutId: number): 'success' | 'failed' {
  return payoutId % 100 === 0 ? 'failed' : 'success';
}

function lookUp({ payoutId, order }: Claimed, atMs: number): News {
  const state = wordOf(payoutId);
  const finding = { kind: 'state', state, word: state } as const;
  const key = { by: 'reference', reference: order.reference } as const;
  const evidence = {
    httpStatus: 200,
    text: JSON.stringify({ status: true, txn_status: state, udf1: order.reference }),
  };
  return { kind: 'lookup', payoutId, key, finding, utr: null, message: null, evidence, atMs };
}

function salaryOf(index: number, { name, month }: { readonly name: string; readonly month: number }): PayableRow {
  const row = paidAtOnceRow(index);
  const { payment } = row;
  const amountPaise = asPaise(payment.amountPaise + month * 100);
  return { ...row, payment: { ...payment, amountPaise, remark: `Salary ${name}` } };
}

function answer({ payoutId, attemptId, order }: Claimed, atMs: number): News {
  const ids = {
    ...NO_IDS,
    transactionId: `PG123456${order.reference}`,
    rrn: `12${String(payoutId).padStart(10, '0')}`,
    utr: `N${String(payoutId).padStart(14, '0')}`,
    logNumber: `${payoutId}`,
  };
  const word = wordOf(payoutId);
  const isPaid = word === 'success';
  const text = JSON.stringify({ status: isPaid, txn_status: word, udf1: order.reference, ...ids });
  const outcome = isPaid
    ? ({ kind: 'accepted', state: 'success', word, ids, message: null } as const)
    : ({ kind: 'refused', state: 'failed', word, ids, message: verbatim('Account closed') } as const);
  return { kind: 'answer', payoutId, attemptId, outcome, evidence: { httpStatus: 200, text }, atMs };
}
