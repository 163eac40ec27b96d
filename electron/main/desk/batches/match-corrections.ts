// Matches each row of a corrected file with the payout that it pays again. A row with a reference means that payout. A row
// without one means the payout with the same row number, unless something suggests that rows have moved. A wrong match would pay
// one person in another's name. A refusal never names an account number: the row number is enough.

import { isDeepStrictEqual } from 'node:util';
import type { PayoutId } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Paise } from '../../../../shared/money.ts';
import type { CorrectedField, Correction, RetryPayout } from '../../../../shared/retry-payout.ts';
import type {
  Beneficiary,
  CheckedFile,
  CheckedRow,
  Issue,
  PayableRow,
  Payment,
  Refusal,
} from '../../../../shared/rows.ts';
import { endedUnpaid, resultOf } from '../../../../shared/states.ts';
import { accountKey, foldName } from '../../domain/person-key.ts';
import type { LeftOut } from './candidate.ts';

/**
 * What a file is matched against. It may correct the `retriable` payouts. `chainOf` returns a payout and all that it retries.
 * `earlier`: the payouts of the batches that this one retries, newest first. `excludedRows`: rows that never became payouts. A
 * corrected copy of the batch's own sheet contains both.
 */
export interface MatchWorld {
  readonly payouts: readonly RetryPayout[];
  readonly earlier: readonly RetryPayout[];
  readonly excludedRows: ReadonlyMap<number, readonly string[]>;
  readonly retriable: ReadonlySet<PayoutId>;
  chainOf(payout: RetryPayout): readonly RetryPayout[];
}

interface Pair {
  readonly row: CheckedRow;
  readonly payout: RetryPayout;
  readonly by: 'reference' | 'rowNumber';
}

/** `passedOver`: why a retry does not pay the file's other rows. */
interface Matched {
  readonly rows: ReadonlyMap<PayoutId, CheckedRow>;
  readonly passedOver: readonly Issue[];
}

/** Matches the file's rows with the batch's payouts. Refuses the whole file at the first match that is not believed. */
export function matchCorrections(checked: CheckedFile, world: MatchWorld): Matched | Refusal {
  const found = pairRows(checked, world);
  if ('code' in found) return found;
  const { pairs, wereLeftOut } = found;
  const believed = new PairEvidence(pairs, world);
  const rows = new Map<PayoutId, CheckedRow>();
  const others: Pair[] = [];
  for (const pair of pairs) {
    const { row, payout } = pair;
    const refusal = believed.against(pair);
    if (refusal !== null) return refusal;
    if (world.retriable.has(payout.payoutId)) rows.set(payout.payoutId, row);
    else others.push(pair);
  }
  return { rows, passedOver: passedOver(others, wereLeftOut) };
}

function pairRows(
  checked: CheckedFile,
  world: MatchWorld,
): { readonly pairs: readonly Pair[]; readonly wereLeftOut: readonly CheckedRow[] } | Refusal {
  const byReference = new Map<string, RetryPayout>();
  const byRow = new Map<number, RetryPayout>();
  // The batch's own payouts come last, so they replace those of earlier batches.
  for (const payout of [...world.earlier.toReversed(), ...world.payouts]) {
    byRow.set(payout.rowNumber, payout);
    // The sheet keeps its own reference however often its payout was retried since.
    for (const { reference } of world.chainOf(payout)) byReference.set(reference.toUpperCase(), payout);
  }
  const column = checked.columns.reference?.index ?? null;
  const seen = new Set<PayoutId>();
  const pairs: Pair[] = [];
  const wereLeftOut: CheckedRow[] = [];
  for (const row of checked.rows) {
    const cellOf = (source: readonly string[]): string => (column === null ? '' : (source[column] ?? '').trim());
    const named = cellOf(row.source);
    const byName = named === '' ? undefined : byReference.get(named.toUpperCase());
    if (byName === undefined && row.kind === 'blocked' && row.isNoPayment === true) continue;
    // The cell had this text when the batch was confirmed and was no reference then, so it is none now.
    const isAsBefore = (source: readonly string[] | undefined): boolean =>
      source !== undefined && (named === '' || named === cellOf(source));
    const inPlace = byRow.get(row.rowNumber);
    const payout = byName ?? (isAsBefore(inPlace?.source ?? []) ? inPlace : undefined);
    if (payout === undefined) {
      if (!isAsBefore(world.excludedRows.get(row.rowNumber))) return noPayoutRefusal(row.rowNumber, named);
      wereLeftOut.push(row);
      continue;
    }
    if (seen.has(payout.payoutId)) return twiceRefusal(row.rowNumber, payout);
    seen.add(payout.payoutId);
    pairs.push({ row, payout, by: byName === undefined ? 'rowNumber' : 'reference' });
  }
  return { pairs, wereLeftOut };
}

/** The evidence for and against a match. */
class PairEvidence {
  readonly #world: MatchWorld;
  /** Whether the file contains every payout of the batch: then no row was removed, so none has moved up. */
  readonly #isWhole: boolean;
  readonly #sameNameAndAmount = new Map<string, number>();
  readonly #accounts = new Map<string, Set<PayoutId>>();
  readonly #names = new Set<string>();

  constructor(pairs: readonly Pair[], world: MatchWorld) {
    this.#world = world;
    const paired = new Set(pairs.map(({ payout }) => payout.payoutId));
    this.#isWhole = world.payouts.every(({ payoutId }) => paired.has(payoutId));
    const known = new Set(world.payouts.flatMap((payout) => world.chainOf(payout)).map(({ payoutId }) => payoutId));
    const earlier = world.earlier.filter(({ payoutId }) => !known.has(payoutId));
    for (const payout of [...world.payouts, ...earlier]) {
      const identity = identityOf(payout);
      if (identity !== null) this.#sameNameAndAmount.set(identity, (this.#sameNameAndAmount.get(identity) ?? 0) + 1);
      if (payout.payment.name !== null) this.#names.add(keyOf(payout.payment.name));
      const account = accountKey(payout.payment.beneficiary);
      this.#accounts.set(account, (this.#accounts.get(account) ?? new Set()).add(payout.payoutId));
    }
  }

  /** Returns why the match is not believed, or null. */
  against({ row, payout, by }: Pair): Refusal | null {
    const isRetriable = this.#world.retriable.has(payout.payoutId);
    if (row.kind === 'blocked') return null;
    const { amountPaise, beneficiary, name } = row.payment;
    const before = payout.payment;
    const isSameAccount = accountKey(beneficiary) === accountKey(before.beneficiary);
    const isSameName = keyOf(name) === keyOf(before.name);
    const isAnother = !isSameAccount && this.#isAnother(accountKey(beneficiary), payout);
    if (!isRetriable) {
      // This row is not paid, so it only has to be in its place.
      const isSamePerson = isSameName && name !== null && amountPaise === before.amountPaise && !isAnother;
      const isInPlace = by === 'reference' || isSameAccount || isSamePerson || hasCells(row, payout);
      return isInPlace ? null : paidRowChangedRefusal(row.rowNumber, payout);
    }
    if (amountPaise !== before.amountPaise) return amountChangedRefusal(row.rowNumber, { payout, amountPaise });
    if (by === 'reference') return null;
    // The spelling of a name may be corrected if the account is the same, unless it is the name of another payee in the batch.
    if (!isSameName && (!isSameAccount || this.#names.has(keyOf(name))))
      return movedRefusal(row.rowNumber, msg('retry.moved.name'));
    if (isSameAccount) return null;
    if (isAnother) return movedRefusal(row.rowNumber, msg('retry.moved.payee'));
    const identity = identityOf(payout);
    const isUnique = identity !== null && this.#sameNameAndAmount.get(identity) === 1;
    if (isUnique || this.#isWhole) return null;
    return movedRefusal(row.rowNumber, msg('retry.moved.missing'));
  }

  #isAnother(account: string, { payoutId }: RetryPayout): boolean {
    const others = this.#accounts.get(account);
    return others !== undefined && !others.has(payoutId);
  }
}

/** Whether the row's cells equal the payout's original cells. */
function hasCells({ source }: CheckedRow, payout: RetryPayout): boolean {
  return source.some((cell) => cell !== '') && isDeepStrictEqual(source, payout.source);
}

/** Why the file's other rows are not paid again. Payouts not yet settled or never sent are reported for the whole batch. */
function passedOver(pairs: readonly Pair[], wereLeftOut: readonly CheckedRow[]): readonly Issue[] {
  const paid = pairs.filter(({ payout }) => payout.state === 'success');
  const changed = paid.filter(({ row, payout }) => isChanged(row, payout));
  const isPaidOnly = new Set(paid.filter((pair) => !changed.includes(pair)).map(({ row }) => row.rowNumber));
  const elsewhere = pairs.filter(({ payout }) => endedUnpaid(payout.state));
  const payable = wereLeftOut.filter(({ kind }) => kind === 'payable').map(({ rowNumber }) => rowNumber);
  return [
    ...changed.map(({ row, payout }) => paidAndChanged(row.rowNumber, payout)),
    ...elsewhere.map(({ row, payout }) => ofEarlierBatch(row.rowNumber, payout)),
    ...together([...isPaidOnly], {
      code: 'alreadyPaid',
      message: (count) => (count === 0 ? msg('retry.alreadyPaid') : msg('retry.alreadyPaid.several', { count })),
      cure: msg('cure.nothingToPayAgain'),
    }),
    ...together(payable, {
      code: 'notInBatch',
      message: (count) => (count === 0 ? msg('retry.notInBatch') : msg('retry.notInBatch.several', { count })),
      cure: msg('cure.payFromOwnFile'),
    }),
  ];
}

function isChanged(row: CheckedRow, payout: RetryPayout): boolean {
  if (row.kind === 'blocked' || hasCells(row, payout)) return false;
  const { payment } = payout;
  const { amountPaise, beneficiary } = row.payment;
  return amountPaise !== payment.amountPaise || accountKey(beneficiary) !== accountKey(payment.beneficiary);
}

/** Joins the rows with the same finding into one issue at the first of them. `message` takes the number of the others. */
function together(
  rows: readonly number[],
  { message, ...what }: Pick<Issue, 'code' | 'cure'> & { readonly message: (others: number) => Message },
): readonly Issue[] {
  const [first, ...others] = rows;
  if (first === undefined) return [];
  return [issueOf(first, { ...what, message: message(others.length) })];
}

function paidAndChanged(row: number, { payment }: RetryPayout): Issue {
  return issueOf(row, {
    code: 'alreadyPaid',
    message: msg('retry.alreadyPaid.changed', { amount: payment.amountPaise }),
    cure: msg('cure.payStillDue'),
  });
}

function ofEarlierBatch(row: number, { batch, rowNumber, successor }: RetryPayout): Issue {
  const message = successor === null ? msg('retry.ofEarlierBatch', { row: rowNumber, batch }) : triedAgain(successor);
  return issueOf(row, {
    code: 'ofEarlierBatch',
    message,
    cure: msg('cure.alreadyRetried', { batch: successor?.batch ?? batch }),
  });
}

function keyOf(name: string | null): string {
  return name === null ? '' : foldName(name);
}

/** Name and amount, which together identify most people of a file; null without a name. */
function identityOf({ payment }: RetryPayout): string | null {
  return payment.name === null ? null : `${payment.amountPaise}\u0000${foldName(payment.name)}`;
}

function noPayoutRefusal(row: number, reference: string): Refusal {
  const message =
    reference === '' ? msg('retry.noSuchPayout', { row }) : msg('retry.noSuchPayout.named', { row, reference });
  return { code: 'noSuchPayout', message, cure: msg('cure.nameByReference') };
}

function twiceRefusal(row: number, payout: RetryPayout): Refusal {
  return {
    code: 'payoutTwice',
    message: msg('retry.payoutTwice', { row, payout: payoutInWords(payout) }),
    cure: msg('cure.payoutTwice'),
  };
}

export function amountChangedRefusal(
  row: number,
  { payout, amountPaise }: { readonly payout: RetryPayout; readonly amountPaise: Paise },
): Refusal {
  return {
    code: 'amountChanged',
    message: msg('retry.amountChanged', {
      row,
      amount: amountPaise,
      payout: payoutInWords(payout),
      before: payout.payment.amountPaise,
    }),
    cure: msg('cure.amountChanged'),
  };
}

function paidRowChangedRefusal(row: number, payout: RetryPayout): Refusal {
  return {
    code: 'rowsMoved',
    message: msg('retry.rowsMoved.paid', { row, payout: payoutInWords(payout) }),
    cure: msg('cure.nameByReference'),
  };
}

function movedRefusal(row: number, why: Message): Refusal {
  return {
    code: 'rowsMoved',
    message: msg('retry.rowsMoved', { row, why }),
    cure: msg('cure.nameByReference'),
  };
}

/** A payout about to be paid again. `row.payment.reference` is null, because a retry gets a new reference. */
export interface RetryRow {
  readonly payout: RetryPayout;
  readonly row: PayableRow;
  readonly corrections: readonly Correction[];
}

/** Stands for an empty remark in a corrected file, which keeps the payout's remark. */
export const REMARK_UNCHANGED = 'remark as before';

/** How a payout is named within a sentence. */
export function payoutInWords({ batch, rowNumber }: Pick<RetryPayout, 'batch' | 'rowNumber'>): Message {
  return msg('retry.payout', { batch, row: rowNumber });
}

/** Says what became of a payout's retry. */
export function triedAgain(successor: NonNullable<RetryPayout['successor']>): Message {
  const payout = payoutInWords(successor);
  const result = resultOf(successor.state);
  if (result === 'paid') return msg('retry.alreadyRetried.paid', { payout });
  return msg(result === 'notPaid' ? 'retry.alreadyRetried.notPaid' : 'retry.alreadyRetried', { payout });
}

/** An issue about a whole row. */
export function issueOf(row: number, { code, message, cure }: Pick<Issue, 'code' | 'message' | 'cure'>): Issue {
  return { row, cell: null, field: null, severity: 'error', code, message, cure };
}

export function unchangedRow(payout: RetryPayout): RetryRow {
  const { rowNumber, payment, source } = payout;
  return { payout, row: { kind: 'payable', rowNumber, payment, source, hidden: false }, corrections: [] };
}

/** The payout with the details from a row of the file. */
export function correctedRow(payout: RetryPayout, row: PayableRow): RetryRow {
  const { remark, name } = row.payment;
  const payment: Payment = {
    ...row.payment,
    reference: null,
    remark: remark === REMARK_UNCHANGED ? payout.payment.remark : remark,
    name: name ?? payout.payment.name,
  };
  return { payout, row: { ...row, payment }, corrections: correctionsOf(payout.payment, payment) };
}

/** Sorts the payouts: those with a payable row, those whose row is blocked, and those that the file does not name. */
export function sortMatched(
  payouts: readonly RetryPayout[],
  rows: ReadonlyMap<PayoutId, CheckedRow>,
): { readonly rows: RetryRow[]; readonly blocked: number[]; readonly leftOut: LeftOut[] } {
  const sorted = { rows: [] as RetryRow[], blocked: [] as number[], leftOut: [] as LeftOut[] };
  for (const payout of payouts) {
    const row = rows.get(payout.payoutId);
    if (row === undefined) sorted.leftOut.push({ issue: notNamed(payout), payment: payout.payment });
    else if (row.kind === 'blocked') sorted.blocked.push(row.rowNumber);
    else sorted.rows.push(correctedRow(payout, row));
  }
  // In file order, as in every batch.
  sorted.rows.sort((a, b) => a.row.rowNumber - b.row.rowNumber);
  return sorted;
}

function notNamed({ rowNumber }: RetryPayout): Issue {
  return issueOf(rowNumber, {
    code: 'notInFile',
    message: msg('retry.notInFile'),
    cure: msg('cure.notInFile'),
  });
}

function correctionsOf(before: Payment, after: Payment): Correction[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const fields = Object.keys(old) as CorrectedField[];
  return fields.map((field) => ({ field, from: old[field], to: now[field] })).filter(({ from, to }) => from !== to);
}

function valuesOf({ beneficiary, remark, name }: Payment): Readonly<Record<CorrectedField, string | null>> {
  return { paymentMethod: beneficiary.method, ...detailsOf(beneficiary), remark, name };
}

function detailsOf(beneficiary: Beneficiary): Readonly<Record<'upiId' | 'accountNumber' | 'ifsc', string | null>> {
  return beneficiary.method === 'UPI'
    ? { upiId: beneficiary.upiId, accountNumber: null, ifsc: null }
    : { upiId: null, accountNumber: beneficiary.accountNumber, ifsc: beneficiary.ifsc };
}
