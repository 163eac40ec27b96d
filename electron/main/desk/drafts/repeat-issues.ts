// The messages about a row that repeats an earlier payment: where that payment is, how much it paid and when, and what differs.

import { unreachable } from '../../../../shared/failures.ts';
import { joined, type Message, msg } from '../../../../shared/messages/message.ts';
import { asPaise } from '../../../../shared/money.ts';
import { type Book, batchIdIn } from '../../../../shared/profiles.ts';
import type { BatchQuestion, EarlierPaid } from '../../../../shared/repeats.ts';
import { type Issue, type PayableRow, payToText } from '../../../../shared/rows.ts';
import { endedUnpaid, resultOf, type StateKind } from '../../../../shared/states.ts';
import { type HeldBack, heldMessage } from '../../domain/payee-hold.ts';
import { namesDiffer } from '../../import/compare-names.ts';
import type { GuardHit } from '../../store/guards.ts';
import type { ReferenceHolder } from '../../store/intentions.ts';
import type { PaidElsewhere } from '../../store/payees.ts';
import type { HeadedWriter } from '../../store/store.ts';

/** The earlier payment as it is shown with the row. */
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

/** The name on an earlier payment if it clearly differs from the row's, else null. */
export function otherNameOf({ payment }: PayableRow, { name }: Pick<GuardHit, 'name'>): string | null {
  return name !== null && payment.name !== null && namesDiffer(payment.name, name) ? name : null;
}

/** The issue for a payment that the row repeats. */
export function hitIssue(
  row: PayableRow,
  hit: GuardHit,
  { store, book, isOnly }: { readonly store: HeadedWriter; readonly book: Book; readonly isOnly: boolean },
): Issue {
  const id = batchIdIn(book, hit.batch);
  const account = hit.elsewhere === true ? (store.batches.find(hit.batch)?.profile ?? null) : null;
  const inBatch = placeOf(hit, book);
  const ofAccount = account === null ? inBatch : msg('place.ofAccount', { place: inBatch, account });
  const place = hit.paidPaise === hit.amountPaise ? ofAccount : msg('place.withDifferences', { place: ofAccount });
  const amount = hit.paidPaise;
  const standing = standingOf(hit);
  const { before, now } = accountsOf(row, hit);
  const issue = (code: string, message: Message, cure: Message = msg('cure.paidBefore')): Issue => {
    return { ...about(row), field: null, code, message, cure };
  };
  if (hit.kind === 'news') {
    return issue('unreadNews', msg('repeat.unreadNews', { place }), msg('cure.untilNewsRead'));
  }
  if (hit.kind === 'waits') {
    const cure =
      hit.state === 'queued'
        ? msg('cure.unsentElsewhere', { batch: id })
        : msg('cure.inFlightElsewhere', { batch: id });
    return issue('inFlightElsewhere', msg('repeat.inFlightElsewhere', { place, standing }), cure);
  }
  if (hit.kind === 'name') {
    return issue('sameName', msg('repeat.sameName', { amount, standing, place, before, now }));
  }
  if (hit.otherDetails === true) {
    return issue('paidBefore', msg('repeat.paidBefore.otherDetails', { standing, place, before, now }));
  }
  const otherName = otherNameOf(row, hit);
  if (otherName !== null) {
    return issue('paidBefore', otherNameWords(hit, { otherName, place }));
  }
  const byPaise = row.payment.amountPaise - amount;
  if (byPaise !== 0) {
    const changed = { amount, standing, place, change: Math.abs(byPaise) };
    const message = byPaise > 0 ? msg('repeat.paidBefore.more', changed) : msg('repeat.paidBefore.less', changed);
    if (hit.kind !== 'correction') return issue('paidBefore', message);
    const hasDifference = isOnly && hit.state === 'success' && byPaise > 0;
    return issue('correction', message, hasDifference ? msg('cure.correction') : msg('cure.paidBefore'));
  }
  return issue('paidBefore', msg('repeat.paidBefore', { standing, place }));
}

/** The issue for a row whose whole batch is asked about. */
export function batchIssue(
  row: PayableRow,
  hit: GuardHit,
  { book, kind }: { readonly book: Book; readonly kind: BatchQuestion['kind'] | null },
): Issue {
  const id = batchIdIn(book, hit.batch);
  const amount = hit.paidPaise;
  const day = hit.atMs === null ? msg('part.anotherDay') : msg('part.day', { at: hit.atMs });
  const otherName = otherNameOf(row, hit);
  const messageOf = (): Message => {
    if (otherName !== null) {
      return otherNameWords(hit, { otherName, place: placeOf(hit, book) });
    }
    if (hit.state !== 'success') {
      return msg('repeat.repeatsBatch.notPaid', { amount, standing: standingOf(hit), place: placeOf(hit, book) });
    }
    return kind === 'copy'
      ? msg('repeat.repeatsBatch.copy', { amount, day, batch: id })
      : msg('repeat.repeatsBatch', { batch: id, amount, day });
  };
  const clock = hit.byRecord === true ? [msg('repeat.repeatsBatch.clock')] : [];
  return {
    ...about(row),
    field: null,
    code: 'repeatsBatch',
    message: joined([messageOf(), ...clock]),
    cure: msg('cure.repeatsBatch', { batch: id }),
  };
}

/** The issue for a name that was paid to another account before. */
export function movedIssue(row: PayableRow, moved: PaidElsewhere, book: Book): Issue {
  const { before, now } = accountsOf(row, moved);
  return {
    ...about(row),
    field: 'name',
    code: 'payeeChanged',
    message: msg('repeat.payeeChanged', { name: row.payment.name ?? '', place: placeOf(moved, book), before, now }),
    cure: msg('cure.payeeChanged'),
  };
}

/** The issue of a row whose payee, or one of that name, is on hold. */
export function heldIssue(row: PayableRow, held: HeldBack): Issue {
  return {
    ...about(row),
    field: null,
    code: held.kind === 'payee' ? 'payeeHeld' : 'heldName',
    message: heldMessage(held),
    cure: held.kind === 'payee' ? msg('cure.payeeHeld') : msg('cure.heldName', { row: `${row.rowNumber}` }),
  };
}

/** The account paid then and the one to be paid now; the message says which is which. */
function accountsOf(
  { payment }: PayableRow,
  { payTo }: Pick<PaidElsewhere, 'payTo'>,
): { readonly before: string; readonly now: string } {
  return { before: payToText(payTo), now: payToText(payment.beneficiary) };
}

function otherNameWords(
  hit: GuardHit,
  { otherName: name, place }: { readonly otherName: string; readonly place: Message },
): Message {
  const paid = { amount: hit.paidPaise, standing: standingOf(hit), place, name };
  return hit.payTo.method === 'UPI'
    ? msg('repeat.paidBefore.otherNameOfUpi', paid)
    : msg('repeat.paidBefore.otherName', paid);
}

function placeOf({ batch, rowNumber }: Pick<PaidElsewhere, 'batch' | 'rowNumber'>, book: Book): Message {
  return msg('place.row', { batch: batchIdIn(book, batch), row: rowNumber });
}

/** The state of an earlier payment in words: only `success` is called paid. */
function standingOf({ state, atMs }: Pick<GuardHit, 'state' | 'atMs'>): Message {
  switch (state) {
    case 'success':
      return atMs === null ? msg('standing.paid') : msg('standing.paidOn', { day: atMs });
    case 'queued':
      return msg('standing.queued');
    case 'sending':
    case 'processing':
      return msg('standing.beingPaid');
    case 'unknown':
      return msg('standing.unknown');
    case 'failed':
    case 'rejected':
    case 'reversed':
    case 'cancelled':
      return msg('standing.unpaid');
    default:
      return unreachable(state);
  }
}

/** The issue of a row whose reference was sent for another payee. It shows that payment, as both may be the same one. */
export function usedIssue(row: PayableRow, holder: ReferenceHolder, book: Book): Issue {
  const { batch, rowNumber, state, atMs, payTo, intention } = holder;
  return {
    ...about(row),
    field: 'reference',
    code: 'referenceUsed',
    message: msg('repeat.referenceUsed', {
      reference: row.payment.reference ?? '',
      amount: intention.amountPaise,
      payTo: payToText(payTo),
      standing: state === 'success' || endedUnpaid(state) ? endedOn(state, atMs) : msg(`used.${resultOf(state)}`),
      place: placeOf({ batch, rowNumber }, book),
    }),
    cure: msg('cure.referenceUsed'),
  };
}

function endedOn(state: StateKind, day: number | null): Message {
  const isPaid = state === 'success';
  if (day === null) return isPaid ? msg('used.paid') : msg('used.notPaid');
  return isPaid ? msg('used.paidOn', { day }) : msg('used.notPaidOn', { day });
}

/** The issue for a row whose person an earlier row of the file also pays. */
export function doubleIssue(row: PayableRow, message: Message): Issue {
  return {
    ...about(row),
    field: null,
    code: 'paidTwiceHere',
    message,
    cure: msg('cure.paidTwiceHere', { row: `${row.rowNumber}` }),
  };
}

function about({ rowNumber }: PayableRow): { readonly row: number; readonly cell: null; readonly severity: 'error' } {
  return { row: rowNumber, cell: null, severity: 'error' };
}
