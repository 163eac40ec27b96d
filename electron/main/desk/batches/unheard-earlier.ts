// Rows that would pay again an unpaid payout that can no longer be looked up, for example because the merchant's gateway is gone.
// A person who sees that payout may let the row through by a tick; without the tick it is left out.

import type { PayoutId } from '../../../../shared/ids.ts';
import type { Message } from '../../../../shared/messages/message.ts';
import { type EarlierPaid, TICK_REASONS, type TickRow } from '../../../../shared/repeats.ts';
import type { RetryPayout } from '../../../../shared/retry-payout.ts';
import { type PayableRow, payToText } from '../../../../shared/rows.ts';
import type { EarlierRelation } from '../../domain/batches.ts';
import { otherNameOf } from '../drafts/repeat-issues.ts';
import { type Candidate, type SaidBefore, ticksOf, withNamed } from './candidate.ts';
import type { RowRefusal } from './look-earlier.ts';

interface Released {
  readonly candidate: Candidate;
  readonly against: ReadonlyMap<number, RowRefusal>;
}

/** Asks about each row whose earlier payouts could not be looked up, and lets through those that are ticked. */
export function releaseUnheard(
  candidate: Candidate,
  looked: ReadonlyMap<number, RowRefusal>,
  said: SaidBefore,
): Released {
  const unheard = new Map([...looked].flatMap(([row, { unheard: of }]) => (of === undefined ? [] : [[row, of]])));
  if (unheard.size === 0) return { candidate, against: looked };
  const before = new Map(candidate.asked.map((row) => [row.rowNumber, row]));
  const asked = candidate.rows.flatMap((row) => {
    const refusal = looked.get(row.rowNumber);
    const payouts = unheard.get(row.rowNumber);
    if (refusal === undefined || payouts === undefined) return [];
    return [asTickRow(row, { payouts, message: refusal.message, before: before.get(row.rowNumber) })];
  });
  const ticks = ticksOf(said);
  const { paidBefore } = said.named === undefined ? ticks : withNamed(ticks, asked, said.named);
  const isTicked = new Set(paidBefore);
  const released = asked.flatMap(({ rowNumber }) => (isTicked.has(rowNumber) ? [rowNumber] : []));
  const relations = new Map(candidate.relations);
  for (const row of released) {
    const ofRow = new Set((unheard.get(row) ?? []).map(({ payoutId }) => payoutId));
    relations.set(row, (candidate.relations.get(row) ?? []).map(asShown(ofRow)));
  }
  const { ticked } = candidate;
  const isAsked = new Set(asked.map(({ rowNumber }) => rowNumber));
  return {
    candidate: {
      ...candidate,
      relations,
      asked: [...candidate.asked.filter(({ rowNumber }) => !isAsked.has(rowNumber)), ...asked],
      ticked: { ...ticked, paidBefore: [...new Set([...ticked.paidBefore, ...released])] },
      source: leavingOut(candidate, said.ticks === null ? new Set() : isAsked),
    },
    against: new Map([...looked].filter(([row]) => !released.includes(row))),
  };
}

/** The question about a row. It includes what the desk already asks about the row. */
function asTickRow(
  row: PayableRow,
  {
    payouts,
    message,
    before,
  }: { readonly payouts: readonly RetryPayout[]; readonly message: Message; readonly before: TickRow | undefined },
): TickRow {
  const { name, amountPaise, beneficiary } = row.payment;
  const reasons = new Set([...(before?.reasons ?? []), 'paidBefore']);
  return {
    rowNumber: row.rowNumber,
    name,
    amountPaise,
    payTo: payToText(beneficiary),
    reasons: TICK_REASONS.filter((reason) => reasons.has(reason)),
    messages: [{ reason: 'paidBefore', message }, ...(before?.messages ?? [])],
    earlier: [...payouts.map((payout) => earlierOf(row, payout)), ...(before?.earlier ?? [])],
    differencePaise: null,
    besideRows: before?.besideRows ?? [],
  };
}

function earlierOf(row: PayableRow, { batch, rowNumber, state, endedAtMs, payment }: RetryPayout): EarlierPaid {
  const { amountPaise, beneficiary } = payment;
  const payTo = payToText(beneficiary);
  return { batch, rowNumber, state, paise: amountPaise, atMs: endedAtMs, payTo, otherName: otherNameOf(row, payment) };
}

/** Records the released payouts as shown to a person, so that no later step looks them up again. */
function asShown(released: ReadonlySet<PayoutId>): (relation: EarlierRelation) => EarlierRelation {
  return (one) => (released.has(one.earlier) ? { ...one, relation: 'again' } : one);
}

/** Where a person can be asked, a row they do not tick counts as left out by them. */
function leavingOut({ source }: Candidate, rows: ReadonlySet<number>): Candidate['source'] {
  if (source.kind === 'retry' || rows.size === 0) return source;
  return { ...source, leaveOut: new Set([...source.leaveOut, ...rows]) };
}
