// What the other desks of a team have paid, or claimed, that a row would repeat: who, when, on which computer. All rows are one
// question to the register, asked on Confirm and again at the start; nothing is stored or claimed by it. What a person accepts is a
// tick like any other: sealed, shown to who approves, and stored with the batch, whose claim asks for nothing else.

import type { Pause } from '../../../../shared/failures.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { ClaimedRow, ClaimTick } from '../../../../shared/repeats.ts';
import { type PayableRow, payToText } from '../../../../shared/rows.ts';
import { foldName, personKey } from '../../domain/person-key.ts';
import { Purposes } from '../../domain/purpose.ts';
import {
  type AskedRow,
  claimTick,
  findOthersPayments,
  isAccepted,
  mayBeAccepted,
  nameOfOther,
  type StandsAgainst,
} from '../../session/register-session.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { heldIssue } from '../drafts/repeat-issues.ts';
import { namesCalled } from '../drafts/row-history.ts';
import { prepareHeldBack } from '../drafts/screen-rows.ts';
import type { Acceptance } from './accept-doubts.ts';
import { type Candidate, type SaidBefore, ticksOf } from './candidate.ts';
import type { RowRefusal } from './look-earlier.ts';

/** What other desks have against the rows. */
export interface Others {
  /** By row number, why a row is left out. */
  readonly against: ReadonlyMap<number, RowRefusal>;
  /** The rows that only a person's word holds back, said or not. */
  readonly claimed: readonly ClaimedRow[];
  /** Every payment that a row of these repeats because a person said so. */
  readonly accepted: readonly ClaimTick[];
}

/** Asks the register. A pause if it cannot say: then nothing is started. */
export async function lookAtOthers(
  system: System,
  {
    store,
    candidate,
    said,
  }: { readonly store: HeadedWriter; readonly candidate: Candidate; readonly said: SaidBefore & Acceptance },
): Promise<Others | Pause> {
  if (store.register.membership() === null) return NOTHING;
  const found = await findOthersPayments(system, { store, rows: rowsOf(candidate) });
  if (found === null) return NOTHING;
  if ('code' in found) return found;
  const words = new Set([...(said.acceptClaims ?? []), ...(ticksOf(said).claims ?? []).map(claimTick)]);
  const against = new Map<number, RowRefusal>(heldSince(store, candidate));
  const claimed: ClaimedRow[] = [];
  const accepted: ClaimTick[] = [];
  for (const row of candidate.rows) {
    const { rowNumber } = row;
    const stands = found.get(rowNumber) ?? [];
    const first = stands.find((one) => !mayBeAccepted(one)) ?? stands.find((one) => !isAccepted(one, words));
    if (first !== undefined && !against.has(rowNumber)) against.set(rowNumber, refusalOf(first));
    if (stands.length === 0 || !stands.every(mayBeAccepted)) continue;
    claimed.push(claimedRow(row, stands));
    if (first === undefined) {
      for (const { payment } of stands) accepted.push({ rowNumber, payment: nameOfOther(payment) });
    }
  }
  return { against, claimed, accepted };
}

/** The rows of payees that another desk put on hold since they were screened. */
function heldSince(store: HeadedWriter, candidate: Candidate): (readonly [number, RowRefusal])[] {
  const heldBack = prepareHeldBack(store, candidate.place);
  return candidate.rows.flatMap((row) => {
    const ticked = candidate.heldNames.get(row.rowNumber) ?? [];
    const held = heldBack(row).find(({ kind, hold }) => kind === 'payee' || !ticked.includes(hold.hold));
    if (held === undefined) return [];
    const { code, message, cure } = heldIssue(row, held);
    return [[row.rowNumber, { code, message, cure }] as const];
  });
}

const NOTHING: Others = { against: new Map(), claimed: [], accepted: [] };

/** The candidate with what was asked about other desks, and what was answered. */
export function withOthers(candidate: Candidate, { claimed, accepted }: Others): Candidate {
  if (claimed.length === 0) return candidate;
  const { claims: _, ...ticked } = candidate.ticked;
  return { ...candidate, claimed, ticked: accepted.length === 0 ? ticked : { ...ticked, claims: accepted } };
}

function claimedRow({ rowNumber, payment }: PayableRow, stands: readonly StandsAgainst[]): ClaimedRow {
  const { name, amountPaise, beneficiary } = payment;
  const others = stands.map(({ payment: other }) => ({
    payment: nameOfOther(other),
    by: other.by,
    state: other.state,
    paise: other.amountPaise,
    atMs: other.atMs,
    name: other.intention.name,
    isPayee: other.isPayee,
  }));
  return { rowNumber, name, amountPaise, payTo: payToText(beneficiary), others };
}

function rowsOf({ rows, references, profile: { mid }, place }: Candidate): AskedRow[] {
  const purposes = new Purposes();
  const called = namesCalled(place.called);
  return rows.map(({ rowNumber, payment }, at) => {
    const { beneficiary, name, amountPaise, reference: own, remark } = payment;
    const purpose = purposes.of({ reference: own, remark, called });
    const intention = { payee: personKey(beneficiary), name: foldName(name ?? ''), amountPaise, purpose };
    return { rowNumber, mid, reference: references[at] ?? '', intention };
  });
}

function refusalOf(stands: StandsAgainst): RowRefusal {
  const { payment, repeat } = stands;
  const name = nameOfOther(payment);
  const about = {
    payment: name,
    by: payment.by,
    state: msg(`state.${payment.state}`),
    time: payment.atMs,
    amount: payment.amountPaise,
  };
  const message: Message = payment.isPayee ? msg('others.payee', about) : msg('others.name', about);
  const cure = mayBeAccepted(stands)
    ? msg('cure.others.accept', { payment: name })
    : repeat === 'lookUp'
      ? msg('cure.others.retryThere', { desk: payment.desk })
      : msg('cure.others.wait', { desk: payment.desk });
  return { code: 'otherDesk', message, cure };
}
