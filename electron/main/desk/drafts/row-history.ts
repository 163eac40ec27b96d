// What the desk's history says about one row before anything is asked: the earlier payouts it repeats, whether its name was paid
// to another account, and whether its reference is the payee's own number. Rows of people the desk never paid, nearly all rows of
// a new desk, cost one query per thousand.

import type { Mid, PayoutId } from '../../../../shared/ids.ts';
import type { Book } from '../../../../shared/profiles.ts';
import type { BatchQuestion } from '../../../../shared/repeats.ts';
import type { Issue, PayableRow } from '../../../../shared/rows.ts';
import { accountKey, foldName, personKey } from '../../domain/person-key.ts';
import { Purposes, periodsDiffer } from '../../domain/purpose.ts';
import { type Intention, USUAL_AFTER_MS } from '../../domain/same-payment.ts';
import { CLEAR, type Guarded, type GuardHit } from '../../store/guards.ts';
import type { ReferenceHolder } from '../../store/intentions.ts';
import type { PaidElsewhere } from '../../store/payees.ts';
import type { NamesInFile } from '../../store/same-name.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { usedIssue } from './repeat-issues.ts';

/**
 * Where and as what rows would be paid. `batchName` is null until somebody has named the batch. `retryOf`: what each row pays
 * again. `repeats`: batches that are repeated knowingly. `namesInFile` and `numbersPayees` cover the whole file. `questions`:
 * given when the whole file was asked about before and only part of it is screened now.
 */
export interface HistoryPlace {
  readonly mid: Mid;
  readonly book: Book;
  readonly nowMs: number;
  readonly called: { readonly batchName: string | null; readonly fileName: string };
  readonly retryOf: ReadonlyMap<number, PayoutId>;
  readonly repeats: ReadonlySet<number>;
  readonly namesInFile: NamesInFile;
  readonly numbersPayees: () => boolean;
  readonly questions?: ReadonlyMap<number, BatchQuestion['kind']>;
}

/** The names of the batch and its file. */
export function namesCalled({ batchName, fileName }: HistoryPlace['called']): readonly string[] {
  return batchName === null ? [fileName] : [batchName, fileName];
}

/** The people and names that the desk has payouts to, by personKey() and foldName(). */
export interface Known {
  readonly people: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

export const NOBODY: Known = { people: new Set(), names: new Set() };

export function knownOf({ payees }: HeadedWriter, rows: readonly PayableRow[]): Known {
  return { people: payees.knownPeople(rows), names: payees.knownNames(rows) };
}

/** What the desk knows of a row. `used`: another payee has its reference. `moved`: its name's last payout to another account. */
export interface RowHistory extends Guarded {
  readonly used: Issue | null;
  readonly moved: PaidElsewhere | null;
  readonly keepsReference: boolean;
  readonly isPayeeNumber: boolean;
}

const NOTHING_KNOWN: RowHistory = { ...CLEAR, used: null, moved: null, keepsReference: true, isPayeeNumber: false };

/** Prepares reading the histories of rows that would be paid in one place. */
export function prepareReading(
  store: HeadedWriter,
  place: Omit<HistoryPlace, 'questions'>,
): (row: PayableRow, known: Known) => RowHistory {
  const { mid, book, nowMs, called, retryOf: retries, repeats, namesInFile: beside, numbersPayees } = place;
  const names = namesCalled(called);
  const purposes = new Purposes();
  return (row, known) => {
    const { beneficiary, amountPaise, remark, name: written, reference } = row.payment;
    const retryOf = retries.get(row.rowNumber) ?? null;
    const holder = reference === null ? null : store.referenceHolder(mid, reference);
    const isNobodyKnown = known.people.size === 0 && known.names.size === 0;
    if (retryOf === null && holder === null && isNobodyKnown) return NOTHING_KNOWN;
    const payee = personKey(beneficiary);
    const name = foldName(written ?? '');
    const isKnown = known.people.has(payee);
    const isNamed = name !== '' && known.names.has(name);
    if (retryOf === null && holder === null && !isKnown && !isNamed) return NOTHING_KNOWN;
    if (holder !== null && holder.intention.payee !== payee) {
      return { ...NOTHING_KNOWN, used: usedIssue(row, holder, book) };
    }
    const plain = purposes.of({ reference: null, remark, called: names });
    const isPayeeNumber =
      holder !== null &&
      (nowMs - (holder.atMs ?? nowMs) >= USUAL_AFTER_MS || periodsDiffer(plain, holder.intention.purpose)) &&
      numbersPayees();
    const purpose = reference === null || isPayeeNumber ? plain : purposes.of({ reference, remark, called: names });
    const intention: Intention = { payee, name, amountPaise, purpose };
    const batch = Number.MAX_SAFE_INTEGER;
    const guarded = store.guard({ mid, batch, row: intention, nowMs, retryOf, namesInFile: beside, repeats });
    const moved = isNamed
      ? store.payees.paidElsewhere({ mid, name, account: accountKey(beneficiary), beside: beside(name) })
      : null;
    const again = holder === null || isPayeeNumber ? [] : longAgo(holder, guarded);
    const hits = [...guarded.hits, ...again];
    return { ...guarded, hits, used: null, moved, keepsReference: holder === null, isPayeeNumber };
  };
}

/** The same invoice or order number is asked about however long ago it was paid, beyond the period of the guard. */
function longAgo(
  { payoutId, intention, payTo, name, batch, rowNumber, state, atMs }: ReferenceHolder,
  { hits, unpaid }: Guarded,
): readonly GuardHit[] {
  const isFound = hits.some((hit) => hit.payoutId === payoutId) || unpaid.includes(payoutId);
  if (isFound || state !== 'success') return [];
  const { amountPaise } = intention;
  return [{ kind: 'usual', payoutId, batch, rowNumber, amountPaise, paidPaise: amountPaise, state, payTo, name, atMs }];
}

/** The share that counts as most of a file's rows, people or references, or of a batch. See DESIGN, The same payment. */
export const MOST = 0.5;

/**
 * Whether the file's references number its payees, as employee numbers do: most of them, and more than one, were used before for
 * the same payee. One invoice repeated among new ones is not an employee number. Computed on first use.
 */
export function payeeNumbersIn(
  store: HeadedWriter,
  mid: Mid,
  rows: readonly Pick<PayableRow, 'payment'>[],
): () => boolean {
  let answer: boolean | null = null;
  const find = (): boolean => {
    const named = rows.filter(({ payment }) => payment.reference !== null);
    const used = named.filter(({ payment: { reference, beneficiary } }) => {
      const holder = reference === null ? null : store.referenceHolder(mid, reference);
      return holder?.intention.payee === personKey(beneficiary);
    });
    return used.length > 1 && used.length > named.length * MOST;
  };
  return () => {
    answer ??= find();
    return answer;
  };
}
