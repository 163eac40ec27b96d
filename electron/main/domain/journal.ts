// The living journal: what the books lack, as vouchers. A payout that is paid and not booked gets a payment voucher; one that is
// booked and no longer paid gets a voucher that undoes it, with the ledgers that were booked. So the sum of all exports is what
// the desk knows to be paid, at each export. Ledgers are named by rules when a payout is booked first, and never again.

import type { LedgerRule } from '../../../shared/api/desk-commands.ts';
import type { CommandId, PayoutId } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import type { PaymentKind } from '../../../shared/payment-kinds.ts';
import type { JournalForm } from '../../../shared/report-forms.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { ReportedFees } from './reported-fees.ts';

/** The debit ledger is what was paid for, the credit ledger is the paying account. */
export interface Ledgers {
  readonly debit: string;
  readonly credit: string;
}

/** The rules in order, the first that fits decides; and the default ledgers, empty for none. */
export interface LedgerRules extends Ledgers {
  readonly rules: readonly LedgerRule[];
}

/** What a rule can ask of a payment. */
export interface RuledPayment {
  readonly kind: PaymentKind;
  readonly profile: string;
  readonly headers: readonly string[];
  readonly source: readonly string[];
}

/** The ledgers of a payment by the first rule that fits, else the default ones. A ledger that nothing names is empty. */
export function ledgersOf(payment: RuledPayment, { rules, debit, credit }: LedgerRules): Ledgers {
  const rule = rules.find((one) => fits(one, payment));
  return { debit: rule?.debit || debit, credit: rule?.credit || credit };
}

function fits({ column, value, kind, profile }: LedgerRule, payment: RuledPayment): boolean {
  if (kind !== null && kind !== payment.kind) return false;
  if (profile !== '' && folded(profile) !== folded(payment.profile)) return false;
  if (column === '') return true;
  const at = payment.headers.findIndex((header) => folded(header) === folded(column));
  return at !== -1 && folded(payment.source[at] ?? '') === folded(value);
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Which payouts an export covers: a batch, or an account with the days of its vouchers, both included, null for no bound. */
export interface JournalScope {
  readonly profile: string;
  readonly batch: number | null;
  readonly fromDay: string | null;
  readonly toDay: string | null;
}

/** What a voucher says of its payout, all of it unchangeable once the payout is confirmed. */
interface BookedPayout {
  readonly payoutId: PayoutId;
  readonly batch: number;
  readonly rowNumber: number;
  readonly beneficiary: Beneficiary;
  readonly amountPaise: Paise;
  readonly remark: string;
  readonly name: string | null;
  readonly reference: string;
}

/**
 * A payout that the books do not have as it is now. `last`: its last voucher, with the ledgers; null when it was never booked.
 * `changedAtMs`: when it came into its state.
 */
export interface DuePayout extends BookedPayout {
  readonly state: StateKind;
  readonly utr: string | null;
  readonly sentAtMs: number | null;
  readonly changedAtMs: number;
  readonly last: (Ledgers & { readonly turn: number }) | null;
}

/**
 * A voucher. `turn`: 1 books the payout, 2 undoes it, 3 books it again. `day`: the local day, `2026-04-01`. Fee and tax are what
 * was told by then; they are shown and not booked.
 */
export interface JournalEntry extends BookedPayout, Ledgers, ReportedFees {
  readonly turn: number;
  readonly day: string;
  readonly utr: string | null;
}

export function isUndoing({ turn }: Pick<JournalEntry, 'turn'>): boolean {
  return turn % 2 === 0;
}

/** When a due payout's voucher happened: money leaves when it is sent; every later turn is dated when the news came. */
export function voucherAtMs({ last, sentAtMs, changedAtMs }: DuePayout): number {
  return last === null ? (sentAtMs ?? changedAtMs) : changedAtMs;
}

/** How many vouchers undo one, and the sums of both kinds. */
export interface EntrySums {
  readonly undoneCount: number;
  readonly paidPaise: number;
  readonly undonePaise: number;
}

export function sumEntries(entries: readonly Pick<JournalEntry, 'turn' | 'amountPaise'>[]): EntrySums {
  const sums = { undoneCount: 0, paidPaise: 0, undonePaise: 0 };
  for (const entry of entries) {
    if (isUndoing(entry)) {
      sums.undoneCount += 1;
      sums.undonePaise += entry.amountPaise;
    } else sums.paidPaise += entry.amountPaise;
  }
  return sums;
}

export interface JournalExport extends JournalScope, EntrySums {
  readonly number: number;
  readonly form: JournalForm;
  readonly entryCount: number;
  readonly fileSha256: string;
  readonly madeBy: string;
  readonly madeAtMs: number;
  /** When its file was last saved, and its name then; null while it has no file. */
  readonly saved: { readonly file: string; readonly atMs: number } | null;
}

export interface DueSum {
  readonly count: number;
  readonly paise: number;
}

export interface JournalReading {
  /** What the books lack, in payout order. Nothing may be written meanwhile. */
  due(scope: Pick<JournalScope, 'profile' | 'batch'>): Iterable<DuePayout>;
  /** How many payouts of an account the books lack as paid, and how many as come back. */
  dueSums(profile: string): { readonly paid: DueSum; readonly back: DueSum };
  /** Newest first. */
  exports(): readonly JournalExport[];
  find(number: number): JournalExport | null;
  /** The export that this command made; null if it made none. */
  ofCommand(commandId: CommandId): JournalExport | null;
  /** The vouchers of an export, in payout order. */
  entries(number: number): readonly JournalEntry[];
  /** The number of the newest export; 0 before the first. */
  newest(): number;
  /** When this database was last unlocked after the newest export, so that later exports may be unknown to it. */
  restoredAtMs(): number | null;
}

export interface NewExport extends JournalScope {
  readonly number: number;
  readonly form: JournalForm;
  readonly entries: readonly JournalEntry[];
  readonly fileSha256: string;
  readonly commandId: CommandId | null;
}

export interface Journals extends JournalReading {
  /** Records an export with its vouchers. Returns false, having changed nothing, when the number is no longer the next one. */
  record(made: NewExport, nowMs: number): boolean;
  /** Records that the file of an export was saved. */
  saved(number: number, file: string, nowMs: number): void;
}
