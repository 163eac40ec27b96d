// Rows of one file that pay one person more than once. The later row is asked about if it may be the same payment as an earlier
// one, if one of the two was corrected to the other's account, or if the account has two names. All of them are asked about if
// their sum was paid in one payment before.

import { type Message, msg } from '../../../../shared/messages/message.ts';
import { sumPaise } from '../../../../shared/money.ts';
import type { PayableRow } from '../../../../shared/rows.ts';
import { accountKey, foldName, personKey } from '../../domain/person-key.ts';
import { comparePurposes, PAY, type Purpose, Purposes, withoutAmount } from '../../domain/purpose.ts';
import { namesDiffer } from '../../import/compare-names.ts';
import type { GuardHit } from '../../store/guards.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { type HistoryPlace, MOST, namesCalled, type RowHistory } from './row-history.ts';

/** A row of the same file that pays the same person. */
export interface Double {
  readonly rowNumber: number;
  readonly message: Message;
}

/** How many rows of the same person a row is shown with: more would add nothing. */
const DOUBLES_SHOWN = 3;

/** By row number: the first rows before it that pay the same person and may be the same payment. */
export function findDoubles(
  store: HeadedWriter,
  { payable, ofOnePerson }: { payable: readonly PayableRow[]; ofOnePerson: ReturnType<typeof severalOfOne> },
  { mid, retryOf, called }: HistoryPlace,
): ReadonlyMap<number, readonly Double[]> {
  const names = namesCalled(called);
  const purposes = new Purposes();
  // Cached per row, because a row is compared with all rows of its person.
  const purposeOf = new Map<PayableRow, Purpose>();
  const purposeOfRow = (row: PayableRow): Purpose => {
    const { reference, remark, amountPaise } = row.payment;
    const purpose = purposeOf.get(row) ?? withoutAmount(purposes.of({ reference, remark, called: names }), amountPaise);
    purposeOf.set(row, purpose);
    return purpose;
  };
  const withoutReference = ({ payment: { remark } }: PayableRow) =>
    purposes.of({ reference: null, remark, called: names });
  const paidBefore = (row: PayableRow): string | null => {
    const payout = retryOf.get(row.rowNumber);
    const before = payout === undefined ? null : store.retries.find(payout);
    return before === null ? null : personKey(before.payment.beneficiary);
  };
  const isKnownAs = ({ payment: { name, beneficiary } }: PayableRow): boolean =>
    store.payees.wasPaid({ mid, name: foldName(name ?? ''), account: accountKey(beneficiary) });
  const messageOf = (row: PayableRow, other: PayableRow): Message | null => {
    const [one, two] = [row.payment, other.payment];
    const isSameAmount = one.amountPaise === two.amountPaise;
    const relation = comparePurposes(purposeOfRow(row), purposeOfRow(other));
    // A serial number does not make a second payment: if all else is alike, a person must confirm it.
    const isAlike =
      relation !== 'another' ||
      (areCounted && comparePurposes(withoutReference(row), withoutReference(other)) === 'same');
    if (isSameAmount && isAlike) {
      return msg('repeat.paidTwiceHere', { row: other.rowNumber });
    }
    if ((relation === 'same' || relation === 'sameReference') && !haveOwnNumbers(row, other)) {
      return msg('repeat.paidTwiceHere.sameFor', { amount: two.amountPaise, row: other.rowNumber });
    }
    if (paidBefore(row) !== paidBefore(other)) return msg('repeat.paidTwiceHere.corrected', { row: other.rowNumber });
    const isOtherName = one.name !== null && two.name !== null && namesDiffer(one.name, two.name);
    if (!isOtherName || (isKnownAs(row) && isKnownAs(other))) return null;
    return msg('repeat.paidTwiceHere.otherName', { row: other.rowNumber, name: two.name });
  };
  /** "Lorry 4521" and "Lorry 4522" are two payments if both are in one file. For salaries a different number is not enough. */
  const haveOwnNumbers = (row: PayableRow, other: PayableRow): boolean => {
    const [one, two] = [numbersIn(row.payment), numbersIn(other.payment)];
    const arePay = [row, other].some((of) => withoutReference(of).kinds.has(PAY));
    return one !== two && one !== '' && two !== '' && !arePay;
  };
  const areCounted = ofOnePerson.size > 0 && countTheirRows(payable);
  const doubles = new Map<number, readonly Double[]>();
  for (const rows of ofOnePerson.values()) {
    for (const [at, row] of rows.entries()) {
      const found: Double[] = [];
      for (let before = 0; before < at && found.length < DOUBLES_SHOWN; before += 1) {
        const other = rows[before];
        const message = other === undefined ? null : messageOf(row, other);
        if (other !== undefined && message !== null) found.push({ rowNumber: other.rowNumber, message });
      }
      if (found.length > 0) doubles.set(row.rowNumber, found);
    }
  }
  return doubles;
}

/** Whether most references count up by one from row to row, as serial and voucher numbers do. */
function countTheirRows(payable: readonly PayableRow[]): boolean {
  const parts = payable.flatMap(({ payment: { reference } }) =>
    reference === null ? [] : [/^(?<prefix>.*?)(?<number>\d{1,15})$/.exec(reference)?.groups ?? null],
  );
  const following = parts.filter((part, at) => {
    const before = parts[at - 1] ?? null;
    if (part === null || before === null || part['prefix'] !== before['prefix']) return false;
    return Number(part['number']) === Number(before['number']) + 1;
  });
  return following.length > 0 && following.length >= parts.length * MOST;
}

/** The numbers in a remark, without the amount itself. */
function numbersIn({ remark, amountPaise }: PayableRow['payment']): string {
  const numbers = remark.match(/\p{N}+/gu) ?? [];
  return numbers.filter((number) => Number(number) * 100 !== amountPaise).join(' ');
}

/** The rows of each person who has several, by personKey(). */
export function severalOfOne(payable: readonly PayableRow[]): ReadonlyMap<string, readonly PayableRow[]> {
  const payees = payable.map(({ payment }) => personKey(payment.beneficiary));
  const first = new Map<string, PayableRow>();
  const several = new Map<string, PayableRow[]>();
  // Most files pay nobody twice, which a set tells in half the time.
  if (new Set(payees).size === payees.length) return several;
  for (const [at, row] of payable.entries()) {
    const payee = payees[at] ?? '';
    const before = first.get(payee);
    const others = before === undefined ? undefined : several.get(payee);
    if (before === undefined) first.set(payee, row);
    else if (others === undefined) several.set(payee, [before, row]);
    else others.push(row);
  }
  return several;
}

/** Adds to the rows of one person the earlier payments that equal their sum. */
export function withSums(
  payable: readonly PayableRow[],
  { ofOnePerson, histories }: { ofOnePerson: ReturnType<typeof severalOfOne>; histories: readonly RowHistory[] },
  readSum: (row: PayableRow) => RowHistory,
): readonly RowHistory[] {
  const hitsOf = new Map<string, readonly GuardHit[]>();
  for (const [payee, rows] of ofOnePerson) {
    const [first] = rows;
    const sum = sumPaise(rows.map(({ payment }) => payment.amountPaise));
    if (first === undefined || sum === null) continue;
    const { hits } = readSum({ ...first, payment: { ...first.payment, amountPaise: sum, reference: null } });
    const whole = hits.filter(({ kind, paidPaise }) => WHOLE.has(kind) && paidPaise === sum);
    if (whole.length > 0) hitsOf.set(payee, whole);
  }
  if (hitsOf.size === 0) return histories;
  return histories.map((history, at) => {
    const row = payable[at];
    const whole = row === undefined ? [] : (hitsOf.get(personKey(row.payment.beneficiary)) ?? []);
    if (whole.length === 0) return history;
    const isWhole = ({ payoutId }: GuardHit): boolean => whole.some((hit) => hit.payoutId === payoutId);
    return { ...history, hits: [...whole, ...history.hits.filter((hit) => !isWhole(hit))] };
  });
}

/** The kinds of hits that several rows can repeat together. */
const WHOLE: ReadonlySet<GuardHit['kind']> = new Set(['waits', 'again', 'another']);

/** Import issues that are shown as ticks of their rows instead. */
export const SAID_AS_TICKS: ReadonlySet<string> = new Set(['samePayment', 'otherName']);
