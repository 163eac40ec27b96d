// The practice gateway's payouts, the wallet that pays them, and every way a payout can go. Payouts that arrive in one turn of
// the event loop share a commit. As at the real gateway, two requests are two payouts, whatever their udf1.

import type { Database, Statement } from 'better-sqlite3';
import { InvariantError } from '../../../shared/failures.ts';
import type { Beneficiary } from '../../../shared/rows.ts';

/** Practice: a paid payout is reversed after eight seconds, late enough to have been believed. */
const PRACTICE_REVERSED_LATE_AFTER_MS = 8_000;

/** Practice: a pending payout ends after two seconds, before the first lookup at the default of three. */
const PRACTICE_ENDS_AFTER_MS = 2_000;

/** Practice: an accepted payout is `accept` for a second, then `pending`, so that both words are seen. */
const PRACTICE_PENDING_AFTER_MS = 1_000;

interface PayoutEntry {
  readonly beneficiary: Beneficiary;
  readonly amountPaise: number;
  readonly remark: string;
  readonly udf1: string | null;
  readonly ending: PracticeEnding;
}

/** `ending` is `insufficientBalance` where the wallet did not hold the amount. */
export interface LedgerPayout extends PayoutEntry {
  readonly serial: number;
  readonly createdAtMs: number;
}

interface WaitingEntry {
  readonly entry: PayoutEntry;
  readonly resolve: (stored: LedgerPayout) => void;
  readonly reject: (cause: unknown) => void;
}

interface LedgerRow extends Omit<LedgerPayout, 'beneficiary' | 'ending'> {
  readonly upiId: string | null;
  readonly accountNumber: string | null;
  readonly ifsc: string | null;
  readonly ending: string;
}

type NewLedgerRow = Omit<LedgerRow, 'serial'> & { readonly refundDueMs: number | null };

const COLUMNS = `serial, udf1, upi_id AS upiId, account_number AS accountNumber, ifsc, amount_paise AS amountPaise,
  remark, ending, created_at_ms AS createdAtMs`;
const DUE = 'FROM payouts WHERE refund_due_ms <= ?';

export class PayoutLedger {
  readonly #now: () => number;
  readonly #insert: Statement<[NewLedgerRow]>;
  readonly #readWallet: Statement<[], number>;
  readonly #writeWallet: Statement<[number]>;
  readonly #readDue: Statement<[number], number>;
  readonly #clearDue: Statement<[number]>;
  readonly #bySerial: Statement<[number], LedgerRow>;
  readonly #byUdf1: Statement<[string], LedgerRow>;
  readonly #commit: (waiting: readonly WaitingEntry[]) => LedgerPayout[];
  #waiting: WaitingEntry[] = [];

  constructor(database: Database, now: () => number) {
    this.#now = now;
    this.#insert = database.prepare(
      `INSERT INTO payouts (udf1, upi_id, account_number, ifsc, amount_paise, remark, ending, created_at_ms, refund_due_ms)
       VALUES (@udf1, @upiId, @accountNumber, @ifsc, @amountPaise, @remark, @ending, @createdAtMs, @refundDueMs)`,
    );
    this.#readWallet = database.prepare<[], number>('SELECT wallet_paise FROM merchant').pluck();
    this.#writeWallet = database.prepare('UPDATE merchant SET wallet_paise = ?');
    this.#readDue = database.prepare<[number], number>(`SELECT coalesce(sum(amount_paise), 0) ${DUE}`).pluck();
    this.#clearDue = database.prepare('UPDATE payouts SET refund_due_ms = NULL WHERE refund_due_ms <= ?');
    this.#bySerial = database.prepare(`SELECT ${COLUMNS} FROM payouts WHERE serial = ?`);
    this.#byUdf1 = database.prepare(`SELECT ${COLUMNS} FROM payouts WHERE udf1 = ? ORDER BY serial DESC LIMIT 1`);
    const commit = database.transaction((waiting: readonly WaitingEntry[]) => this.#store(waiting));
    this.#commit = (waiting) => commit.immediate(waiting);
  }

  /** Stores a payout and takes its amount from the wallet. If the disk refuses, rejects and stores nothing. */
  enter(entry: PayoutEntry): Promise<LedgerPayout> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ entry, resolve, reject }) === 1) setImmediate(() => this.#flush());
    });
  }

  /** The wallet's balance now, including the money of failed and reversed payouts that has come back. */
  readWalletPaise(): number {
    const paise = this.#readWallet.get();
    if (paise === undefined) throw new InvariantError('the practice database has no wallet');
    return paise + (this.#readDue.get(this.#now()) ?? 0);
  }

  findBySerial(serial: number): LedgerPayout | null {
    return decode(this.#bySerial.get(serial));
  }

  /** The newest payout with this udf1. */
  findByUdf1(udf1: string): LedgerPayout | null {
    return decode(this.#byUdf1.get(udf1));
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

  #store(waiting: readonly WaitingEntry[]): LedgerPayout[] {
    const createdAtMs = this.#now();
    let walletPaise = this.readWalletPaise();
    this.#clearDue.run(createdAtMs);
    const stored = waiting.map(({ entry }) => {
      const isCovered = refusalSentence(entry.ending) !== null || entry.amountPaise <= walletPaise;
      const ending = isCovered ? entry.ending : 'insufficientBalance';
      if (refusalSentence(ending) === null) walletPaise -= entry.amountPaise;
      return { ...entry, ending, createdAtMs, serial: this.#append({ ...entry, ending }, createdAtMs) };
    });
    this.#writeWallet.run(walletPaise);
    return stored;
  }

  #append({ beneficiary, amountPaise, remark, udf1, ending }: PayoutEntry, createdAtMs: number): number {
    const refundAfter = refundAfterMs(ending);
    const refundDueMs = refundAfter === null ? null : createdAtMs + refundAfter;
    const payee = { upiId: null, accountNumber: null, ifsc: null, ...beneficiary };
    const { method: _, ...columns } = payee;
    const row = { ...columns, udf1, amountPaise, remark, ending, createdAtMs, refundDueMs };
    return Number(this.#insert.run(row).lastInsertRowid);
  }
}

function decode(row: LedgerRow | undefined): LedgerPayout | null {
  if (row === undefined) return null;
  const ending = parseEnding(row.ending);
  if (ending === null) throw new InvariantError('the practice database holds an ending that does not exist');
  const { serial, udf1, amountPaise, remark, createdAtMs } = row;
  return { serial, udf1, amountPaise, remark, createdAtMs, ending, beneficiary: decodeBeneficiary(row) };
}

function decodeBeneficiary({ upiId, accountNumber, ifsc }: LedgerRow): Beneficiary {
  if (upiId !== null) return { method: 'UPI', upiId };
  if (accountNumber !== null && ifsc !== null) return { method: 'IMPS', accountNumber, ifsc };
  throw new InvariantError('the practice database holds a payout to nobody');
}

/** From `afterMs` after the payout was received, `txn_status` is `word`. */
interface StatusStep {
  readonly afterMs: number;
  readonly word: string;
}

/** How the create-payout call itself is answered. Only `tooMany` executes nothing. */
type ReplyManner = 'plain' | 'cut' | 'serverError' | 'tooMany' | 'slow';

interface Plan {
  readonly steps: readonly [StatusStep, ...StatusStep[]];
  readonly reply: ReplyManner;
  /** The message of a payout that was not executed. */
  readonly refusal?: string;
}

const AT_ONCE = { afterMs: 0, word: 'success' } as const;
const ACCEPTED = { afterMs: 0, word: 'accept' } as const;
const PENDING = { afterMs: PRACTICE_PENDING_AFTER_MS, word: 'pending' } as const;

const PLANS = {
  success: { steps: [AT_ONCE], reply: 'plain' },
  pendingThenSuccess: {
    steps: [ACCEPTED, PENDING, { afterMs: PRACTICE_ENDS_AFTER_MS, word: 'success' }],
    reply: 'plain',
  },
  failed: { steps: [ACCEPTED, PENDING, { afterMs: PRACTICE_ENDS_AFTER_MS, word: 'failed' }], reply: 'plain' },
  rejected: { steps: [{ afterMs: 0, word: 'rejected' }], reply: 'plain', refusal: 'Beneficiary details are invalid' },
  insufficientBalance: { steps: [{ afterMs: 0, word: 'rejected' }], reply: 'plain', refusal: 'Insufficient balance' },
  reversed: { steps: [ACCEPTED, PENDING, { afterMs: PRACTICE_ENDS_AFTER_MS, word: 'reversed' }], reply: 'plain' },
  reversedLate: {
    steps: [AT_ONCE, { afterMs: PRACTICE_REVERSED_LATE_AFTER_MS, word: 'reversed' }],
    reply: 'plain',
  },
  stuck: { steps: [ACCEPTED, PENDING], reply: 'plain' },
  unlistedWord: {
    steps: [
      { afterMs: 0, word: 'under_review' },
      { afterMs: PRACTICE_ENDS_AFTER_MS, word: 'success' },
    ],
    reply: 'plain',
  },
  replyLost: { steps: [AT_ONCE], reply: 'cut' },
  serverError: { steps: [AT_ONCE], reply: 'serverError' },
  tooManyRequests: { steps: [AT_ONCE], reply: 'tooMany' },
  slow: { steps: [AT_ONCE], reply: 'slow' },
} as const satisfies Record<string, Plan>;

export type PracticeEnding = keyof typeof PLANS;

/** Parses an ending's name from disk; null when it is not one. */
function parseEnding(text: string): PracticeEnding | null {
  return Object.hasOwn(PLANS, text) ? (text as PracticeEnding) : null;
}

/** The `txn_status` of a payout at an age. A clock set back counts as age zero. */
export function wordAt(ending: PracticeEnding, ageMs: number): string {
  const { steps }: Plan = PLANS[ending];
  return (steps.findLast((step) => step.afterMs <= ageMs) ?? steps[0]).word;
}

/** How the create-payout call is answered. */
export function replyManner(ending: PracticeEnding): ReplyManner {
  return PLANS[ending].reply;
}

/** Why the gateway does not execute the payout; null when it does. */
export function refusalSentence(ending: PracticeEnding): string | null {
  const plan: Plan = PLANS[ending];
  return plan.refusal ?? null;
}

/** The age at which the money of an executed payout returns to the wallet; null when it never does. */
export function refundAfterMs(ending: PracticeEnding): number | null {
  const { steps }: Plan = PLANS[ending];
  return steps.find((step) => step.word === 'failed' || step.word === 'reversed')?.afterMs ?? null;
}

/** Whether the beneficiary's bank has had the money by this age, so that a UTR exists. */
export function wasPaidBy(ending: PracticeEnding, ageMs: number): boolean {
  const { steps }: Plan = PLANS[ending];
  return wordAt(ending, ageMs) === 'success' || steps.some((step) => step.word === 'success' && step.afterMs <= ageMs);
}
