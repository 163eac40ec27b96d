// A person's decision about a payout in doubt. In: the payout as the person named it, what they say and why. Out: what was
// decided, or why nothing was. This file must never decide by itself: it only carries what a person typed.

import type { Answer } from '../../../shared/api/answers.ts';
import type { ResolvedView } from '../../../shared/api/unknown-views.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import { type Book, bookOfBatch, BOOKS } from '../../../shared/books.ts';
import type { CommandTicket } from '../../../shared/commands.ts';
import type { Decision, DecisionAnswer, FoundPayout, PayoutName, Verdict } from '../../../shared/decisions.ts';
import { unreachable } from '../../../shared/failures.ts';
import type { CommandId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { StateKind } from '../../../shared/states.ts';
import { meantByDecision, type UnknownPayout } from '../../../shared/unknown-desk.ts';
import { decideAfterMs } from './decide-after.ts';
import { findBatch, refused, withReader } from './desks.ts';
import { lookBeforeDeciding } from './look-before-deciding.ts';
import { onceWithWriter, takeCommand } from './once.ts';
import type { Rooms, Writer } from './ports.ts';
import { batchProfile } from './batch-profile.ts';

/** Shape: `sameEvidence` is the typed count of the payouts with the same evidence; null for the named one alone. */
export interface ResolveWish {
  readonly payout: PayoutName;
  readonly verdict: Verdict;
  readonly note: string;
  readonly ticket: string | null;
  readonly sameEvidence: number | null;
  /** Exactly these rows of the batch, as they were shown; null or absent for all with the same evidence. */
  readonly rows?: readonly number[] | null;
  /** What the door calls this command; null or absent when it made no id. */
  readonly commandId?: CommandId | null;
}

/** Decides about one payout, or about all with its evidence. Errors: refused, with nothing changed, unless all may be. */
export async function resolvePayout(rooms: Rooms, wish: ResolveWish): Promise<Answer<ResolvedView>> {
  const book = bookOf(rooms, wish.payout);
  if (book.kind !== 'done') return book;
  const { payout, verdict, note, ticket, sameEvidence, rows = null, commandId: id = null } = wish;
  const shown = rows === null ? [] : [rows];
  const what = `resolve ${JSON.stringify([payout, verdict, note, ticket, sameEvidence, ...shown])}`;
  const command = { book: book.value, id, what };
  return onceWithWriter<ResolvedView>(rooms, command, {
    stands: () => null,
    act: (store, taken) => decide(rooms, { store, taken, wish }),
  });
}

async function decide(
  rooms: Rooms,
  { store, taken, wish }: { readonly store: Writer; readonly taken: CommandTicket | null; readonly wish: ResolveWish },
): Promise<Answer<ResolvedView>> {
  const found = onlyOne(store.findPayout(wish.payout), wish.payout);
  if (found.kind !== 'done') return found;
  const batch = findBatch(store, found.value.id);
  if ('kind' in batch) return batch;
  const { pollFirstMs: firstMs, pollMaxMs: maxMs } = batchProfile(store, batch);
  const { verdict, note, ticket, sameEvidence, rows = null } = wish;
  const decision = {
    verdict,
    note,
    ticket,
    sameEvidence,
    rows: rows === null ? undefined : new Set(rows),
    payoutId: found.value.payoutId,
    nowMs: rooms.clock.nowMs(),
    decideAfterMs: decideAfterMs(store, batch),
    pace: { firstMs, maxMs },
  };
  const payouts = payoutsMeant(store, batch, decision);
  const against = payouts === null ? null : await lookBeforeDeciding(rooms, { store, batch, payouts });
  if (against !== null) return refused(against);
  const answer = store.together(() => {
    const decided = store.decide(payouts === null ? decision : nowAbout(payouts, decision, rooms));
    // What is refused by the payout's own state leaves the id free.
    if (decided.kind === 'decided') takeCommand(rooms, store, taken);
    return decided;
  });
  if (answer.kind !== 'decided') return refused(refusalOf(answer, found.value));
  const decided = answer.payouts.map(({ rowNumber, ...payout }) => ({ row: rowNumber, ...payout }));
  return {
    kind: 'done',
    value: { batch: batch.id, decided: verdict.kind, decidedBy: answer.by, payouts: decided },
  };
}

/** The payouts that must be looked up first; null when none must, or when the store refuses the decision as it stands. */
function payoutsMeant(store: Writer, { batch }: BatchRecord, decision: Decision): readonly UnknownPayout[] | null {
  const { verdict, payoutId, sameEvidence, ticket } = decision;
  if (verdict.kind === 'paid') return null;
  const asked = { batch, withSending: false, ...(sameEvidence === null ? { only: payoutId } : {}) };
  const meant = meantByDecision(store.unknown.list(asked), decision);
  if (meant === null || (!meant.isOpen && ticket === null)) return null;
  return sameEvidence !== null && sameEvidence !== meant.payouts.length ? null : meant.payouts;
}

/** The decision as it stands after the look-ups: about those that were looked up, and no others that joined them since. */
function nowAbout(payouts: readonly UnknownPayout[], decision: Decision, { clock }: Rooms): Decision {
  return { ...decision, rows: new Set(payouts.map(({ rowNumber }) => rowNumber)), nowMs: clock.nowMs() };
}

/** The desk the payout lies in. A reference tells nothing of the desk, so both are asked, reading only. */
function bookOf(rooms: Rooms, name: PayoutName): Answer<Book> {
  const found: FoundPayout[] = [];
  for (const book of BOOKS) {
    const answer = withReader<readonly FoundPayout[]>(rooms, book, {
      act: (store) => ({ kind: 'done', value: store.findPayout(name) }),
      absent: () => ({ kind: 'done', value: [] }),
    });
    if (answer.kind !== 'done') return answer;
    found.push(...answer.value);
  }
  const only = onlyOne(found, name);
  return only.kind === 'done' ? { kind: 'done', value: bookOfBatch(only.value.id) } : only;
}

function onlyOne(found: readonly FoundPayout[], name: PayoutName): Answer<FoundPayout> {
  const [first, second] = found;
  if (first === undefined) return refused(noSuchPayout(name));
  if (second === undefined) return { kind: 'done', value: first };
  const names = found.map(({ id, rowNumber, reference }) => `${id}/${rowNumber} (reference ${reference})`).join(', ');
  return refused({
    code: 'severalPayouts',
    message: `Several payouts may be meant: ${names}.`,
    cure: 'Name the one you mean the other way: by its batch and row, or by its reference.',
  });
}

function noSuchPayout(name: PayoutName): Refusal {
  const shown = name.by === 'row' ? `${name.batch}/${name.rowNumber}` : 'with this reference';
  return {
    code: 'unknownPayout',
    message: `There is no payout ${shown} in this data folder.`,
    cure: 'See `unknown`: it names each payout in doubt, by its batch and row and by its reference.',
  };
}

function refusalOf(answer: Exclude<DecisionAnswer, { kind: 'decided' }>, payout: FoundPayout): Refusal {
  const shown = `${payout.id}/${payout.rowNumber}`;
  switch (answer.kind) {
    case 'notUnknown':
      return {
        code: 'notUnknown',
        message: `${nowWords(answer.state, payout)} Nothing to decide.`,
        cure: decidedWords(answer.state, payout) ?? CURES[answer.state] ?? GATEWAY_SAID,
      };
    case 'notOpen': {
      const { opensAtMs, answersMissing } = answer.choice;
      const opens = LOCAL_TIME.format(opensAtMs);
      const wants = answersMissing === 0 ? '' : `, and after ${counted(answersMissing)}`;
      return {
        code: 'notPaidNotOpen',
        message: `Payout ${shown} may still have been paid: "not paid" can be decided from ${opens}${wants}.`,
        cure: 'Go on looking it up with `watch`; or ask the gateway and give the number of its ticket with --ticket.',
      };
    }
    case 'otherCount':
      return {
        code: 'otherCount',
        message: `${answer.count === 1 ? '1 payout' : `${answer.count} payouts`} with the evidence of ${shown} can be decided at once now.`,
        cure: 'Look at them once more with `unknown`, then give that count.',
      };
    case 'bankReferenceUsed':
      return {
        code: 'bankReferenceUsed',
        message: `This RRN or UTR already belongs to payout ${answer.batch}/${answer.rowNumber}: one transfer pays one payout.`,
        cure: "Compare it with the bank's statement once more.",
      };
    default:
      return unreachable(answer);
  }
}

/** What a payout that is not in doubt is now, as people say it. */
function nowWords(state: StateKind, { id, rowNumber, decidedBy }: FoundPayout): string {
  const shown = `${id}/${rowNumber}`;
  if (!HEARD.has(state)) return `${shown} ${NOW[state]}.`;
  return decidedBy === null
    ? `The gateway now says ${shown} ${NOW[state]}.`
    : `${shown} is decided already: it ${NOW[state]}.`;
}

const HEARD: ReadonlySet<StateKind> = new Set(['processing', 'success', 'failed', 'rejected', 'reversed']);
const NOW: Readonly<Record<StateKind, string>> = {
  queued: 'was not sent yet',
  sending: 'is being sent',
  processing: 'is being paid',
  unknown: 'is in doubt',
  success: 'was paid',
  failed: 'was not paid',
  rejected: 'was rejected',
  reversed: 'was paid and came back',
  cancelled: 'was cancelled before it was sent',
};

/** Who decided what it is now, and when; null when no person did. */
function decidedWords(state: StateKind, { decidedBy, decidedAtMs }: FoundPayout): string | null {
  if (decidedBy === null) return null;
  if (state === 'cancelled') return `${decidedBy} cancelled it before it was sent.`;
  const at = decidedAtMs === null ? '' : ` on ${LOCAL_TIME.format(decidedAtMs)}`;
  const said = state === 'success' ? 'paid' : 'not paid';
  return `${decidedBy} declared it ${said}${at}. That stands, unless the gateway says otherwise: then its late news tells.`;
}

const GATEWAY_SAID = 'See its batch and the late news: the gateway itself has said how it ended.';
const LOCAL_TIME = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' });

const CURES: Readonly<Partial<Record<StateKind, string>>> = {
  queued: 'It was never sent: its batch can be resumed, or what is unsent of it dropped.',
  sending: 'Its request is on its way: wait for the answer.',
  processing: 'The gateway works on it: it is looked up until it ends.',
};

function counted(answers: number): string {
  return `${answers} more "not known" ${answers === 1 ? 'answer' : 'answers'}`;
}
