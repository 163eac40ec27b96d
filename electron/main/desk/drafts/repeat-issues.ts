// What stands against a row that repeats an earlier payment, in words: where that payment stands, what was paid of it and
// when, and what is another now.

import { unreachable } from '../../../../shared/failures.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { asPaise, formatRupees } from '../../../../shared/money.ts';
import { type Book, batchIdIn } from '../../../../shared/profiles.ts';
import type { BatchQuestion, EarlierPaid } from '../../../../shared/repeats.ts';
import { type Issue, type PayableRow, payToText } from '../../../../shared/rows.ts';
import { endedUnpaid, type PaymentResult, resultOf } from '../../../../shared/states.ts';
import { namesDiffer } from '../../import/compare-names.ts';
import type { GuardHit } from '../../store/guards.ts';
import type { ReferenceHolder } from '../../store/intentions.ts';
import type { PaidElsewhere } from '../../store/payees.ts';
import type { HeadedWriter } from '../../store/store.ts';

/** The earlier payment as a person is shown it beside the row. */
export function earlierPaid(
  row: PayableRow,
  hit: Omit<PaidElsewhere, 'amountPaise'> & Pick<GuardHit, 'state' | 'paidPaise' | 'name'>,
  book: Book,
): EarlierPaid {
  const { batch, rowNumber, state, paidPaise, atMs, payTo } = hit;
  return {
    batch: batchIdIn(book, batch),
    rowNumber,
    state,
    paise: asPaise(paidPaise),
    atMs,
    payTo: payToText(payTo),
    otherName: otherNameOf(row, hit),
  };
}

/** The name that an earlier payment was made under, where it clearly is not the row's. */
export function otherNameOf({ payment }: PayableRow, { name }: Pick<GuardHit, 'name'>): string | null {
  return name !== null && payment.name !== null && namesDiffer(payment.name, name) ? name : null;
}

/** What is said of a payment that the row repeats. */
export function hitIssue(
  row: PayableRow,
  hit: GuardHit,
  { store, book, isOnly }: { readonly store: HeadedWriter; readonly book: Book; readonly isOnly: boolean },
): Issue {
  const id = batchIdIn(book, hit.batch);
  const account = hit.elsewhere === true ? (store.batches.find(hit.batch)?.profile ?? null) : null;
  const ofAccount = account === null ? '' : ` of account ${account}`;
  const added = hit.paidPaise === hit.amountPaise ? '' : ', differences included';
  const place = `${placeOf(hit, book)}${ofAccount}${added}`;
  const paise = asPaise(hit.paidPaise);
  const done = standingOf(hit);
  const { before, now } = accountsOf(row, hit);
  const issue = (code: string, message: string, cure: Issue['cure'] = msg('cure.paidBefore')): Issue => {
    return { ...about(row), field: null, code, message, cure };
  };
  if (hit.kind === 'news') {
    return issue(
      'unreadNews',
      `Late news about ${place} has not been read: read it first.`,
      'Leave this row out until then.',
    );
  }
  if (hit.kind === 'waits') {
    const cure =
      hit.state === 'queued'
        ? msg('cure.unsentElsewhere', { batch: id })
        : msg('cure.inFlightElsewhere', { batch: id });
    return issue('inFlightElsewhere', `This waits for ${place}, which ${done}.`, cure);
  }
  if (hit.kind === 'name') {
    return issue(
      'sameName',
      `${formatRupees(paise)} to this name, on another account, ${done} (${place}): then ${before}, now ${now}.`,
    );
  }
  if (hit.otherDetails === true) {
    return issue('paidBefore', `The same ${done}, to other details (${place}): then ${before}, now ${now}.`);
  }
  const otherName = otherNameOf(row, hit);
  if (otherName !== null) {
    return issue('paidBefore', otherNameWords(hit, { otherName, place }));
  }
  const byPaise = row.payment.amountPaise - paise;
  if (byPaise !== 0) {
    const paid = `${formatRupees(paise)} ${done} for this (${place})`;
    const change = formatRupees(asPaise(Math.abs(byPaise)));
    const message = byPaise > 0 ? `${paid}; now ${change} more.` : `${paid}; now ${change} less.`;
    if (hit.kind !== 'correction') return issue('paidBefore', message);
    const hasDifference = isOnly && hit.state === 'success' && byPaise > 0;
    return issue('correction', message, hasDifference ? msg('cure.correction') : msg('cure.paidBefore'));
  }
  return issue('paidBefore', `The same ${done} (${place}).`);
}

/** What is said of a row of which its whole batch is asked about. */
export function batchIssue(
  row: PayableRow,
  hit: GuardHit,
  { book, kind }: { readonly book: Book; readonly kind: BatchQuestion['kind'] | null },
): Issue {
  const id = batchIdIn(book, hit.batch);
  const then = formatRupees(asPaise(hit.paidPaise));
  const day = hit.atMs === null ? 'another day' : DAY.format(hit.atMs);
  const otherName = otherNameOf(row, hit);
  const messageOf = (): string => {
    if (otherName !== null) {
      return otherNameWords(hit, { otherName, place: placeOf(hit, book) });
    }
    if (hit.state !== 'success') {
      return `${then} to this person ${standingOf(hit)} (${placeOf(hit, book)}): is this another payment?`;
    }
    return kind === 'copy'
      ? `${then} was paid for this on ${day} in batch ${id}, of which most amounts differ here: another payment, or a corrected copy?`
      : `Batch ${id} paid this person ${then} on ${day}: is this another payment?`;
  };
  const clock = hit.byRecord === true ? " Check this computer's date." : '';
  return {
    ...about(row),
    field: null,
    code: 'repeatsBatch',
    message: messageOf() + clock,
    cure: msg('cure.repeatsBatch', { batch: id }),
  };
}

/** What is said of a name that was paid to another account before. */
export function movedIssue(row: PayableRow, moved: PaidElsewhere, book: Book): Issue {
  const { before, now } = accountsOf(row, moved);
  return {
    ...about(row),
    field: 'name',
    code: 'payeeChanged',
    message: `${row.payment.name} was paid before, to another account (${placeOf(moved, book)}): then ${before}, now ${now}.`,
    cure: msg('cure.payeeChanged'),
  };
}

/** The account that was paid then, and the one to be paid now: a sentence says which is which. */
function accountsOf(
  { payment }: PayableRow,
  { payTo }: Pick<PaidElsewhere, 'payTo'>,
): { readonly before: string; readonly now: string } {
  return { before: payToText(payTo), now: payToText(payment.beneficiary) };
}

function otherNameWords(
  hit: GuardHit,
  { otherName, place }: { readonly otherName: string; readonly place: string },
): string {
  const paise = formatRupees(asPaise(hit.paidPaise));
  const done = standingOf(hit);
  return hit.payTo.method === 'UPI'
    ? `${paise} ${done} (${place}), to the same UPI ID under another name: ${otherName}.`
    : `${paise} ${done} (${place}), to the same account under another name: ${otherName}.`;
}

function placeOf({ batch, rowNumber }: Pick<PaidElsewhere, 'batch' | 'rowNumber'>, book: Book): string {
  return `batch ${batchIdIn(book, batch)} row ${rowNumber}`;
}

/** Where an earlier payment stands: nothing is called paid that is not. */
function standingOf({ state, atMs }: Pick<GuardHit, 'state' | 'atMs'>): string {
  const day = atMs === null ? '' : ` on ${DAY.format(atMs)}`;
  switch (state) {
    case 'success':
      return `was paid${day}`;
    case 'queued':
      return 'is not sent yet';
    case 'sending':
    case 'processing':
      return 'is being paid';
    case 'unknown':
      return 'is not confirmed yet';
    case 'failed':
    case 'rejected':
    case 'reversed':
    case 'cancelled':
      return 'ended unpaid';
    default:
      return unreachable(state);
  }
}

/** The issue of a row whose reference was sent for another payee. It shows that payment, as both may be the same one. */
export function usedIssue(row: PayableRow, holder: ReferenceHolder, book: Book): Issue {
  const { batch, rowNumber, state, atMs, payTo, intention } = holder;
  const paise = asPaise(intention.amountPaise);
  const day = atMs === null ? '' : ` on ${DAY.format(atMs)}`;
  const done = USED_WORDS[resultOf(state)] + (state === 'success' || endedUnpaid(state) ? day : '');
  return {
    ...about(row),
    field: 'reference',
    code: 'referenceUsed',
    message: `Reference ${row.payment.reference} was used before for another payee: ${formatRupees(paise)} to ${payToText(payTo)}, ${done} (batch ${batchIdIn(book, batch)} row ${rowNumber}).`,
    cure: 'If it is the same payment, leave the row out until that one is known to be unpaid. If not, give it a reference of its own.',
  };
}

const USED_WORDS: Readonly<Record<PaymentResult, string>> = {
  paid: 'paid',
  notPaid: 'not paid',
  notSettled: 'not settled yet',
  notSent: 'not sent yet',
};

/** What is said of a row whose person an earlier row of the file pays too. */
export function doubleIssue(row: PayableRow, message: string): Issue {
  return {
    ...about(row),
    field: null,
    code: 'paidTwiceHere',
    message,
    cure: msg('cure.paidTwiceHere', { row: `${row.rowNumber}` }),
  };
}

const DAY = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short' });

function about({ rowNumber }: PayableRow): { readonly row: number; readonly cell: null; readonly severity: 'error' } {
  return { row: rowNumber, cell: null, severity: 'error' };
}
