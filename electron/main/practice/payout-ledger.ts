// The payouts of the practice gateway and the wallet they are paid from. In: payouts as they arrive. Out: each as it was
// stored, once it is committed. All that arrive in one turn of the event loop share one commit. As at the real gateway,
// two requests are two payouts, whatever their udf1. This file must never answer for a payout that is not committed.

import type { Database, Statement } from 'better-sqlite3';
import type { Beneficiary } from '../../../shared/rows.ts';
import { InvariantError } from '../../../shared/failures.ts';
import { type PracticeEnding, parseEnding, refundAfterMs, refusalOf } from './endings.ts';

interface PayoutEntry {
  readonly beneficiary: Beneficiary;
  readonly amountPaise: number;
  readonly remark: string;
  readonly udf1: string | null;
  readonly ending: PracticeEnding;
}

/** Shape: `ending` is `insufficientBalance` where the wallet did not hold the amount. */
export interface StoredPayout extends PayoutEntry {
  readonly serial: number;
  readonly createdAtMs: number;
}

interface WaitingEntry {
  readonly entry: PayoutEntry;
  readonly resolve: (stored: StoredPayout) => void;
  readonly reject: (cause: unknown) => void;
}

interface PayoutRow {
  readonly serial: number;
  readonly udf1: string | null;
  readonly upiId: string | null;
  readonly accountNumber: string | null;
  readonly ifsc: string | null;
  readonly amountPaise: number;
  readonly remark: string;
  readonly ending: string;
  readonly createdAtMs: number;
}

type InsertValues = [
  udf1: string | null,
  upiId: string | null,
  accountNumber: string | null,
  ifsc: string | null,
  amountPaise: number,
  remark: string,
  ending: string,
  createdAtMs: number,
  refundDueMs: number | null,
];

const COLUMNS = `serial, udf1, upi_id AS upiId, account_number AS accountNumber, ifsc, amount_paise AS amountPaise,
  remark, ending, created_at_ms AS createdAtMs`;
const DUE = 'FROM payouts WHERE refund_due_ms <= ?';

export class PayoutLedger {
  readonly #now: () => number;
  readonly #insert: Statement<InsertValues>;
  readonly #readWallet: Statement<[], number>;
  readonly #writeWallet: Statement<[number]>;
  readonly #readDue: Statement<[number], number>;
  readonly #clearDue: Statement<[number]>;
  readonly #bySerial: Statement<[number], PayoutRow>;
  readonly #byUdf1: Statement<[string], PayoutRow>;
  readonly #all: Statement<[], PayoutRow>;
  readonly #commit: (waiting: readonly WaitingEntry[]) => StoredPayout[];
  #waiting: WaitingEntry[] = [];

  constructor(database: Database, now: () => number) {
    this.#now = now;
    this.#insert = database.prepare(
      `INSERT INTO payouts (udf1, upi_id, account_number, ifsc, amount_paise, remark, ending, created_at_ms, refund_due_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#readWallet = database.prepare<[], number>('SELECT wallet_paise FROM merchant').pluck();
    this.#writeWallet = database.prepare('UPDATE merchant SET wallet_paise = ?');
    this.#readDue = database.prepare<[number], number>(`SELECT coalesce(sum(amount_paise), 0) ${DUE}`).pluck();
    this.#clearDue = database.prepare('UPDATE payouts SET refund_due_ms = NULL WHERE refund_due_ms <= ?');
    this.#bySerial = database.prepare(`SELECT ${COLUMNS} FROM payouts WHERE serial = ?`);
    this.#byUdf1 = database.prepare(`SELECT ${COLUMNS} FROM payouts WHERE udf1 = ? ORDER BY serial DESC LIMIT 1`);
    this.#all = database.prepare(`SELECT ${COLUMNS} FROM payouts ORDER BY serial`);
    const commit = database.transaction((waiting: readonly WaitingEntry[]) => this.#store(waiting));
    this.#commit = (waiting) => commit.immediate(waiting);
  }

  /** Stores a payout and takes its amount from the wallet. Errors: rejects, with nothing stored, when the disk does. */
  enter(entry: PayoutEntry): Promise<StoredPayout> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ entry, resolve, reject }) === 1) setImmediate(() => this.#flush());
    });
  }

  /** The wallet now. Units: paise, with the money of failed and reversed payouts back in it. */
  readWalletPaise(): number {
    return this.#walletPaise() + (this.#readDue.get(this.#now()) ?? 0);
  }

  findBySerial(serial: number): StoredPayout | null {
    return decode(this.#bySerial.get(serial));
  }

  /** The newest payout that carries this udf1. */
  findByUdf1(udf1: string): StoredPayout | null {
    return decode(this.#byUdf1.get(udf1));
  }

  /** Every payout ever executed or rejected, oldest first. */
  list(): StoredPayout[] {
    return this.#all.all().flatMap((row) => decode(row) ?? []);
  }

  /** Commits what has arrived so far. */
  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const stored = this.#commit(waiting);
      stored.forEach((payout, index) => waiting[index]?.resolve(payout));
    } catch (cause) {
      for (const { reject } of waiting) reject(cause);
    }
  }

  #store(waiting: readonly WaitingEntry[]): StoredPayout[] {
    const createdAtMs = this.#now();
    let walletPaise = this.readWalletPaise();
    this.#clearDue.run(createdAtMs);
    const stored = waiting.map(({ entry }) => {
      const isCovered = refusalOf(entry.ending) !== null || entry.amountPaise <= walletPaise;
      const ending = isCovered ? entry.ending : 'insufficientBalance';
      if (refusalOf(ending) === null) walletPaise -= entry.amountPaise;
      return { ...entry, ending, createdAtMs, serial: this.#append({ ...entry, ending }, createdAtMs) };
    });
    this.#writeWallet.run(walletPaise);
    return stored;
  }

  #append({ beneficiary, amountPaise, remark, udf1, ending }: PayoutEntry, createdAtMs: number): number {
    const refundAfter = refundAfterMs(ending);
    const { lastInsertRowid } = this.#insert.run(
      udf1,
      beneficiary.method === 'UPI' ? beneficiary.upiId : null,
      beneficiary.method === 'IMPS' ? beneficiary.accountNumber : null,
      beneficiary.method === 'IMPS' ? beneficiary.ifsc : null,
      amountPaise,
      remark,
      ending,
      createdAtMs,
      refundAfter === null ? null : createdAtMs + refundAfter,
    );
    return Number(lastInsertRowid);
  }

  #walletPaise(): number {
    const paise = this.#readWallet.get();
    if (paise === undefined) throw new InvariantError('the practice database has no wallet');
    return paise;
  }
}

function decode(row: PayoutRow | undefined): StoredPayout | null {
  if (row === undefined) return null;
  const ending = parseEnding(row.ending);
  if (ending === null) throw new InvariantError('the practice database holds an ending that does not exist');
  const { serial, udf1, amountPaise, remark, createdAtMs } = row;
  return { serial, udf1, amountPaise, remark, createdAtMs, ending, beneficiary: decodeBeneficiary(row) };
}

function decodeBeneficiary({ upiId, accountNumber, ifsc }: PayoutRow): Beneficiary {
  if (upiId !== null) return { method: 'UPI', upiId };
  if (accountNumber !== null && ifsc !== null) return { method: 'IMPS', accountNumber, ifsc };
  throw new InvariantError('the practice database holds a payout to nobody');
}
