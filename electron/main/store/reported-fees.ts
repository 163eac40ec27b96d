// The fees and taxes that the gateway told of a batch's payouts: what its latest telling answer says, as of a moment; and what the
// wallet's readings tell of a whole batch.

import type { Merchant } from '../../../shared/profiles.ts';
import { type WalletUnit, walletPaise } from '../../../shared/wallet.ts';
import type { BatchRecord } from '../domain/batches.ts';
import { FEE_WORDS, feesIn, type ReportedFees } from '../domain/reported-fees.ts';
import type { DeskDatabase } from './desk-database.ts';

interface TellingRow {
  readonly payoutId: number;
  readonly amountPaise: number;
  readonly answer: string;
}

/** Prepares reading them. Payouts of which nothing is told are left out. */
export function prepareReportedFees(
  database: DeskDatabase,
): (batch: number, asOfMs: number) => ReadonlyMap<number, ReportedFees> {
  const tells = `(${FEE_WORDS.map((word) => `said.answer LIKE '%${word}%'`).join(' OR ')})`;
  const payouts = `batches b JOIN payouts p ON p.payout_id BETWEEN b.first_payout_id AND b.first_payout_id + b.payout_count - 1`;
  const answers = database.statement<[{ batch: number; asOfMs: number }], TellingRow>(
    `SELECT p.payout_id AS payoutId, p.amount_paise AS amountPaise, said.answer, said.answered_at_ms AS atMs, 0 AS isLookup
     FROM ${payouts} JOIN attempts a ON a.payout_id = p.payout_id JOIN attempt_results said ON said.attempt_id = a.attempt_id
     WHERE b.batch_id = @batch AND said.answered_at_ms <= @asOfMs AND ${tells}
     UNION ALL
     SELECT p.payout_id, p.amount_paise, said.answer, said.answered_at_ms, 1
     FROM ${payouts} JOIN lookups said ON said.payout_id = p.payout_id
     WHERE b.batch_id = @batch AND said.answered_at_ms <= @asOfMs AND ${tells}
       AND said.finding NOT IN ('mismatch', 'sameId')
     ORDER BY atMs, isLookup`,
  );
  return (batch, asOfMs) => {
    const reported = new Map<number, ReportedFees>();
    for (const { payoutId, amountPaise, answer } of answers.iterate({ batch, asOfMs })) {
      const { feePaise, taxPaise } = feesIn(answer, amountPaise);
      const before = reported.get(payoutId);
      if (feePaise === null && taxPaise === null) continue;
      reported.set(payoutId, {
        feePaise: feePaise ?? before?.feePaise ?? null,
        taxPaise: taxPaise ?? before?.taxPaise ?? null,
      });
    }
    return reported;
  };
}

interface BatchSpan {
  readonly firstSentMs: number | null;
  readonly lastSettledMs: number | null;
  readonly openCount: number;
  readonly paidPaise: number;
}

interface Reading {
  readonly balance: string;
  readonly atMs: number;
}

/** `isEarlier`: it is not now, so the log says which unit had been confirmed by then. */
interface Moment {
  readonly asOfMs: number;
  readonly isEarlier: boolean;
}

/**
 * Prepares reading by how much the wallet fell further than the batch paid, between the last reading before it was sent and the
 * first after it was settled. Null unless every payout is final, nothing else of the merchant moved in between, and the unit is
 * confirmed; null too when the wallet fell by no more than was paid.
 */
export function prepareWalletRest(
  database: DeskDatabase,
): (batch: Pick<BatchRecord, 'batch' | 'merchantId' | 'baseUrl' | 'mid'>, moment: Moment) => number | null {
  const span = database.statement<[number], BatchSpan>(
    `SELECT min(p.sent_at_ms) AS firstSentMs, max(p.settled_at_ms) AS lastSettledMs,
       count(*) FILTER (WHERE p.settled_at_ms IS NULL) AS openCount,
       coalesce(sum(p.amount_paise) FILTER (WHERE p.state = 'success'), 0) AS paidPaise
     FROM batches b JOIN payouts p ON p.payout_id BETWEEN b.first_payout_id AND b.first_payout_id + b.payout_count - 1
     WHERE b.batch_id = ?`,
  );
  const reading = 'SELECT balance, read_at_ms AS atMs FROM wallet_readings WHERE merchant_id = ?';
  const before = database.statement<[number, number], Reading>(
    `${reading} AND read_at_ms <= ? ORDER BY read_at_ms DESC, reading_id DESC LIMIT 1`,
  );
  const after = database.statement<[number, number, number], Reading>(
    `${reading} AND read_at_ms >= ? AND read_at_ms <= ? ORDER BY read_at_ms, reading_id LIMIT 1`,
  );
  const others = database
    .statement<[{ merchantId: number; batch: number; fromMs: number; toMs: number; asOfMs: number }], number>(
      `SELECT count(*) FROM payouts WHERE merchant_id = @merchantId AND batch_id <> @batch
         AND (sent_at_ms BETWEEN @fromMs AND @toMs OR settled_at_ms BETWEEN @fromMs AND @toMs
           OR (sent_at_ms <= @toMs AND coalesce(settled_at_ms, @asOfMs + 1) > @asOfMs))`,
    )
    .pluck();
  const unitsNow = database
    .statement<[Merchant], WalletUnit | null>(
      'SELECT DISTINCT wallet_unit FROM profiles WHERE base_url = @baseUrl AND mid = @mid',
    )
    .pluck();
  // No index serves it: a million entries take a second.
  const unitsThen = database
    .statement<[Merchant & { readonly asOfMs: number }], WalletUnit | null>(
      `SELECT DISTINCT unit FROM (
         SELECT detail ->> 'walletUnit' AS unit, detail ->> 'baseUrl' AS base_url, detail ->> 'mid' AS mid, max(sequence)
         FROM audit WHERE what = 'profile saved' AND at_ms <= @asOfMs GROUP BY detail ->> 'name' COLLATE NOCASE)
       WHERE base_url = @baseUrl AND mid = @mid`,
    )
    .pluck();
  return ({ batch, merchantId, baseUrl, mid }, { asOfMs, isEarlier }) => {
    const { firstSentMs, lastSettledMs, openCount, paidPaise } = span.get(batch) ?? EMPTY;
    if (firstSentMs === null || lastSettledMs === null || openCount > 0) return null;
    const first = before.get(merchantId, firstSentMs);
    const last = after.get(merchantId, lastSettledMs, asOfMs);
    if (first === undefined || last === undefined) return null;
    if ((others.get({ merchantId, batch, fromMs: first.atMs, toMs: last.atMs, asOfMs }) ?? 1) > 0) return null;
    const units = isEarlier ? unitsThen.all({ baseUrl, mid, asOfMs }) : unitsNow.all({ baseUrl, mid });
    const [unit = null, ...otherUnits] = units;
    if (unit === null || otherUnits.length > 0) return null;
    const was = walletPaise({ balance: first.balance, unit });
    const is = walletPaise({ balance: last.balance, unit });
    const rest = was === null || is === null ? 0 : was - is - paidPaise;
    return rest > 0 ? rest : null;
  };
}

const EMPTY: BatchSpan = { firstSentMs: null, lastSettledMs: null, openCount: 0, paidPaise: 0 };
