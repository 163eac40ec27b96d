// What the other desks of a team have paid, or claimed, that a row would repeat: who, when, on which computer. All rows are one
// question to the register, asked on Confirm and again at the start; nothing is stored or claimed by it.

import type { Pause } from '../../../../shared/failures.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { foldName, personKey } from '../../domain/person-key.ts';
import { Purposes } from '../../domain/purpose.ts';
import {
  type AskedRow,
  findOthersPayments,
  mayBeAccepted,
  type StandsAgainst,
} from '../../session/register-session.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { heldIssue } from '../drafts/repeat-issues.ts';
import { namesCalled } from '../drafts/row-history.ts';
import { prepareHeldBack } from '../drafts/screen-rows.ts';
import type { Acceptance } from './accept-doubts.ts';
import type { Candidate } from './candidate.ts';
import type { RowRefusal } from './look-earlier.ts';

/** By row number, why a row is left out. A pause if the register cannot say: then nothing is started. */
export async function lookAtOthers(
  system: System,
  {
    store,
    candidate,
    said,
  }: { readonly store: HeadedWriter; readonly candidate: Candidate; readonly said: Acceptance },
): Promise<ReadonlyMap<number, RowRefusal> | Pause> {
  if (store.register.membership() === null) return NOBODY;
  const acceptClaims = new Set(said.acceptClaims);
  const found = await findOthersPayments(system, { store, rows: rowsOf(candidate), acceptClaims });
  if (found === null) return NOBODY;
  if ('code' in found) return found;
  const others = [...found].map(([rowNumber, one]) => [rowNumber, refusalOf(one)] as const);
  return new Map([...others, ...heldSince(store, candidate)]);
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

const NOBODY: ReadonlyMap<number, RowRefusal> = new Map();

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
  const name = `${payment.desk}/${payment.batch}/${payment.theirRow}`;
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
