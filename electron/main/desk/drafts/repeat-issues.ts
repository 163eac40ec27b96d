// What stands against a row that repeats an earlier payment, in words: where that payment stands, what was paid of it and
// when, and what is another now.

import { CURES } from '../../../../shared/cures.ts';
import { asPaise, formatRupees } from '../../../../shared/money.ts';
import { type Book, batchIdIn } from '../../../../shared/profiles.ts';
import type { BatchQuestion, EarlierPaid } from '../../../../shared/repeats.ts';
import type { Beneficiary, Issue, PayableRow } from '../../../../shared/rows.ts';
import { endedUnpaid } from '../../../../shared/states.ts';
import type { GuardHit } from '../../store/guards.ts';
import type { ReferenceHolder } from '../../store/intentions.ts';
import type { PaidElsewhere } from '../../store/payees.ts';
import type { HeadedWriter } from '../../store/store.ts';

/** The earlier payment as a person is shown it. */
export function earlierPaid(
  book: Book,
  {
    batch,
    rowNumber,
    state,
    paidPaise,
    atMs,
    payTo,
  }: Omit<PaidElsewhere, 'amountPaise'> & Pick<GuardHit, 'state' | 'paidPaise'>,
): EarlierPaid {
  return { batch: batchIdIn(book, batch), rowNumber, state, paise: asPaise(paidPaise), atMs, payTo: payToText(payTo) };
}

/** What is said of a payment that the row repeats. */
export function hitIssue(
  row: PayableRow,
  hit: GuardHit,
  { store, book }: { readonly store: HeadedWriter; readonly book: Book },
): Issue {
  const id = batchIdIn(book, hit.batch);
  const account = hit.elsewhere === true ? (store.batches.find(hit.batch)?.profile ?? null) : null;
  const ofAccount = account === null ? '' : ` of account ${account}`;
  const place = `batch ${id} row ${hit.rowNumber}${ofAccount}`;
  const paise = asPaise(hit.paidPaise);
  const day = hit.atMs === null ? '' : ` on ${DAY.format(hit.atMs)}`;
  const issue = (code: string, message: string, cure: Issue['cure'] = CURES.paidBefore): Issue => {
    return { ...about(row), field: null, code, message, cure };
  };
  if (hit.kind === 'news') {
    return issue(
      'unreadNews',
      `Late news about ${place} has not been read: this may have been paid.`,
      'Read the news first.',
    );
  }
  if (hit.kind === 'waits') {
    return issue(
      'inFlightElsewhere',
      `This waits for ${place}, which is not settled yet.`,
      CURES.inFlightElsewhere(id),
    );
  }
  const done = hit.state === 'success' ? `was paid${day}` : 'is not settled yet';
  if (hit.kind === 'name') {
    return issue(
      'sameName',
      `${formatRupees(paise)} to this name, on another account (${payToText(hit.payTo)}), ${done} (${place}).`,
    );
  }
  const now = row.payment.amountPaise;
  if (hit.otherDetails !== true && now !== paise) {
    const then = `${formatRupees(paise)} ${done} for this (${place})`;
    const change = formatRupees(asPaise(Math.abs(now - paise)));
    const message = now > paise ? `${then}; now ${change} more.` : `${then}; now ${change} less.`;
    if (hit.kind !== 'correction') return issue('paidBefore', message);
    const hasDifference = hit.state === 'success' && now > paise;
    return issue('correction', message, hasDifference ? CURES.correction : CURES.paidBefore);
  }
  if (hit.otherDetails === true) {
    return issue('paidBefore', `The same ${done}, to other details (${payToText(hit.payTo)}; ${place}).`);
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
  const message =
    kind === 'copy'
      ? `${then} was paid for this on ${day} in batch ${id}, of which most amounts differ here: another payment, or a corrected copy?`
      : `Batch ${id} paid this person ${then} on ${day}: is this another payment?`;
  const clock = hit.byRecord === true ? " Check this computer's date." : '';
  return { ...about(row), field: null, code: 'repeatsBatch', message: message + clock, cure: CURES.repeatsBatch(id) };
}

/** What is said of a name that was paid to another account before. */
export function movedIssue(row: PayableRow, moved: PaidElsewhere): Issue {
  return {
    ...about(row),
    field: 'name',
    code: 'payeeChanged',
    message: `${row.payment.name} was paid before, to another account: ${payToText(moved.payTo)}.`,
    cure: CURES.payeeChanged,
  };
}

/** What is said of a row whose reference another payee has: it may be the same payment by another way. */
export function usedIssue(row: PayableRow, holder: ReferenceHolder, book: Book): Issue {
  const { batch, rowNumber, state, atMs, payTo, intention } = holder;
  const then = `${formatRupees(asPaise(intention.amountPaise))} to ${payToText(payTo)}`;
  const day = atMs === null ? '' : ` on ${DAY.format(atMs)}`;
  const done = state === 'success' ? `paid${day}` : endedUnpaid(state) ? `not paid${day}` : 'not settled yet';
  return {
    ...about(row),
    field: 'reference',
    code: 'referenceUsed',
    message: `Reference ${row.payment.reference} was used before for another payee: ${then}, ${done} (batch ${batchIdIn(book, batch)} row ${rowNumber}).`,
    cure: 'If it is the same payment, leave the row out until that one is known to be unpaid. If not, give it a reference of its own.',
  };
}

/** What is said of a row whose person an earlier row of the file pays too. */
export function doubleIssue(row: PayableRow, message: string): Issue {
  return { ...about(row), field: null, code: 'paidTwiceHere', message, cure: CURES.paidBefore };
}

function payToText(beneficiary: Beneficiary): string {
  return beneficiary.method === 'UPI' ? beneficiary.upiId : `${beneficiary.accountNumber} ${beneficiary.ifsc}`;
}

const DAY = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short' });

function about({ rowNumber }: PayableRow): { readonly row: number; readonly cell: null; readonly severity: 'error' } {
  return { row: rowNumber, cell: null, severity: 'error' };
}
