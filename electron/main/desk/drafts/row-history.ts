// What the desk's history says of one row before anything is asked: the earlier payouts that it repeats, whether its name was
// paid to another account, and whether its reference is its payee's own number. Rows of people of whom the desk has no payout,
// nearly all of a new desk's, cost one question for a thousand of them.

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
 * Where and as what rows would be paid. `batchName` is null while nobody has named the batch; `retryOf` is what each row pays
 * again; `repeats` are batches that are repeated knowingly; `namesInFile` and `numbersPayees` are of the whole file. `questions` are given where the
 * whole file was asked about before, and only some of it is judged now.
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

/** What a batch is filed under. */
export function namesCalled({ batchName, fileName }: HistoryPlace['called']): readonly string[] {
  return batchName === null ? [fileName] : [batchName, fileName];
}

/** Whom the desk has payouts to, by personKey() and foldName(). */
export interface Known {
  readonly people: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

export const NOBODY: Known = { people: new Set(), names: new Set() };

export function knownOf({ payees }: HeadedWriter, rows: readonly PayableRow[]): Known {
  return { people: payees.knownPeople(rows), names: payees.knownNames(rows) };
}

/** What the desk knows of a row: `used` where another payee has its reference, `moved` the last payout under its name to another account. */
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

/** An invoice or an order is one however long ago it was paid: where the guard looks back no further, it is asked about all the same. */
function longAgo(
  { payoutId, intention, payTo, name, batch, rowNumber, state, atMs }: ReferenceHolder,
  { hits, unpaid }: Guarded,
): readonly GuardHit[] {
  const isFound = hits.some((hit) => hit.payoutId === payoutId) || unpaid.includes(payoutId);
  if (isFound || state !== 'success') return [];
  const { amountPaise } = intention;
  return [{ kind: 'usual', payoutId, batch, rowNumber, amountPaise, paidPaise: amountPaise, state, payTo, name, atMs }];
}

/** What is most of a file's rows or people, of a batch's, or of their references. Source: DESIGN, The same payment. */
export const MOST = 0.5;

/**
 * Whether the references of a file number its payees, as employee numbers do: most of them, and not one alone, were used before
 * for the payee that they stand with. An invoice that comes once more, among others that are new, is no employee. Found out when
 * it is first asked.
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
