// The practice gateway's payouts as an auditor at the other end would see them: what tests and simulations count money
// movements with. In: the ledger, or the path of a practice database. Out: every payout.
// This file must never write.

import Database from 'better-sqlite3';
import { invariant } from '../../../shared/failures.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import { type PracticeEnding, refusalOf, refundAfterMs, wordAt } from './endings.ts';
import { payoutIdentifiers } from './identifiers.ts';
import { PayoutLedger } from './payout-ledger.ts';

/** Shape: `moneyMoved` is false for a payout that was rejected at once; `moneyCameBack` for failed and reversed ones. */
export interface PracticePayout {
  readonly transactionId: string;
  readonly utr: string;
  readonly udf1: string | null;
  readonly beneficiary: Beneficiary;
  readonly amountPaise: number;
  readonly remark: string;
  readonly ending: PracticeEnding;
  readonly word: string;
  readonly createdAtMs: number;
  readonly moneyMoved: boolean;
  readonly moneyCameBack: boolean;
}

/** Every payout, oldest first, as it stands at `nowMs`. */
export function listPayouts(
  payouts: PayoutLedger,
  at: { readonly series: string; readonly nowMs: number },
): PracticePayout[] {
  return payouts.list().map(({ serial, ending, createdAtMs, udf1, beneficiary, amountPaise, remark }) => {
    const ageMs = at.nowMs - createdAtMs;
    const refundAfter = refundAfterMs(ending);
    const { transactionId, utr } = payoutIdentifiers({ series: at.series, serial });
    const moneyMoved = refusalOf(ending) === null;
    const moneyCameBack = refundAfter !== null && refundAfter <= ageMs;
    const word = wordAt(ending, ageMs);
    return {
      transactionId,
      utr,
      udf1,
      beneficiary,
      amountPaise,
      remark,
      ending,
      word,
      createdAtMs,
      moneyMoved,
      moneyCameBack,
    };
  });
}

/** Reads a practice database that another process or thread may be serving. Errors: throws when it is not one. */
export function readPracticePayouts(databasePath: string): PracticePayout[] {
  const database = new Database(databasePath, { readonly: true, fileMustExist: true });
  try {
    const series = database.prepare<[], string>('SELECT series FROM merchant').pluck().get();
    invariant(series !== undefined, 'a practice database has a merchant');
    return listPayouts(new PayoutLedger(database, Date.now), { series, nowMs: Date.now() });
  } finally {
    database.close();
  }
}
