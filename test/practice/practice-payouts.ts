// The payouts of a practice database, read while another process serves it.

import Database from 'better-sqlite3';
import { payoutIdentifiers } from '../../electron/main/practice/books.ts';
import {
  type LedgerPayout,
  PayoutLedger,
  refundAfterMs,
  refusalSentence,
  wordAt,
} from '../../electron/main/practice/payout-ledger.ts';

/**
 * A payout as an auditor of the gateway would see it. `moneyMoved` is false when it was rejected at once; `moneyCameBack` is true
 * for failed and reversed ones.
 */
export interface PracticePayout extends LedgerPayout {
  readonly transactionId: string;
  readonly utr: string;
  readonly word: string;
  readonly moneyMoved: boolean;
  readonly moneyCameBack: boolean;
}

/** Every payout at this time, oldest first. Throws when the file is no practice database. */
export function readPracticePayouts(databasePath: string, nowMs = Date.now()): readonly PracticePayout[] {
  const database = new Database(databasePath, { readonly: true, fileMustExist: true });
  try {
    const series = database.prepare<[], string>('SELECT series FROM merchant').pluck().get();
    if (series === undefined) throw new Error('a practice database has a merchant');
    const ledger = new PayoutLedger(database, () => nowMs);
    const serials = database.prepare<[], number>('SELECT serial FROM payouts ORDER BY serial').pluck().all();
    return serials.flatMap((serial) => {
      const payout = ledger.findBySerial(serial);
      if (payout === null) return [];
      const { ending, createdAtMs } = payout;
      const ageMs = nowMs - createdAtMs;
      const refundAfter = refundAfterMs(ending);
      const moneyMoved = refusalSentence(ending) === null;
      const moneyCameBack = refundAfter !== null && refundAfter <= ageMs;
      return [
        { ...payout, ...payoutIdentifiers({ series, serial }), word: wordAt(ending, ageMs), moneyMoved, moneyCameBack },
      ];
    });
  } finally {
    database.close();
  }
}
