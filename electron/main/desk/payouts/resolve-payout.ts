// A person's decision about a payout in doubt. This file must never decide by itself: it only carries what a person
// typed. "Not paid" is recorded only about a payout that the gateway does not know in this very moment, or of which it has had
// no documented word for days and has none now: then a ticket is wanted.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { ResolvedView } from '../../../../shared/api/views.ts';
import { unreachable } from '../../../../shared/failures.ts';
import { type BatchId, type CommandId, formatPayoutName, type PayoutId } from '../../../../shared/ids.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { inEnglish } from '../../../../shared/messages/speak.ts';
import {
  isDocumentedWord,
  isUnanswered,
  type LookupKey,
  MISMATCH,
  NO_EVIDENCE,
  SAME_ID_FINDING,
  UNCONFIRMED,
  wordOfFinding,
} from '../../../../shared/outcomes.ts';
import { BOOKS, type Book, bookOfBatch } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { StateKind } from '../../../../shared/states.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import {
  CAME_BY_WORDS,
  type Decision,
  type DecisionAnswer,
  type FoundPayout,
  isLongWithoutWord,
  type KeptLookup,
  mayEndWithoutWord,
  meantByDecision,
  type PayoutName,
  type UnknownPayout,
  type Verdict,
} from '../../domain/decisions.ts';
import type { News } from '../../domain/ledger.ts';
import { paceOf } from '../../domain/poll-schedule.ts';
import type { LookedAgain } from '../../domain/run.ts';
import { findBatch, onceWithWriter, refused, takeCommand, withReader } from '../../session/desks.ts';
import { batchProfile, decideAfterMs } from '../../session/find-profile.ts';
import { mustWait, openSession, type Session, unlessMustWait } from '../../session/gateway-session.ts';
import type { System } from '../../session/system.ts';
import type { CommandTicket } from '../../store/commands.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { whyUnwritten, writePatiently } from '../batches/patient-write.ts';

/** Shape: `sameEvidence` is the typed count of the payouts with the same evidence; null for the named one alone. */
export interface ResolveOptions {
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
export async function resolvePayout(system: System, options: ResolveOptions): Promise<Answer<ResolvedView>> {
  const book = bookOf(system, options.payout);
  if (book.kind !== 'done') return book;
  const { payout, verdict, note, ticket, sameEvidence, rows = null, commandId: id = null } = options;
  const shown = rows === null ? [] : [rows];
  const what = `resolve ${JSON.stringify([payout, verdict, note, ticket, sameEvidence, ...shown])}`;
  const command = { book: book.value, id, what };
  return onceWithWriter<ResolvedView>(system, command, {
    stands: () => null,
    act: (store, taken) => decide(system, { store, taken, options }),
  });
}

async function decide(
  system: System,
  {
    store,
    taken,
    options,
  }: { readonly store: HeadedWriter; readonly taken: CommandTicket | null; readonly options: ResolveOptions },
): Promise<Answer<ResolvedView>> {
  const found = onlyOne(store.findPayout(options.payout), options.payout);
  if (found.kind !== 'done') return found;
  const batch = findBatch(store, found.value.id);
  if ('kind' in batch) return batch;
  const { verdict, note, ticket, sameEvidence, rows = null } = options;
  const decision = {
    verdict,
    note,
    ticket,
    sameEvidence,
    rows: rows === null ? undefined : new Set(rows),
    payoutId: found.value.payoutId,
    nowMs: system.clock.nowMs(),
    decideAfterMs: decideAfterMs(store, batch),
    pace: paceOf(batchProfile(store, batch)),
  };
  const payouts = payoutsMeant(store, batch, decision);
  const against =
    payouts === null ? null : await lookBeforeDeciding(system, { store, batch, payouts, decides: verdict.kind });
  if (against !== null) return refused(against);
  const answer = store.together(() => {
    const decided = store.decide(payouts === null ? decision : nowAbout(payouts, decision, system));
    // What is refused by the payout's own state leaves the id free.
    if (decided.kind === 'decided') takeCommand(system, store, taken);
    return decided;
  });
  if (answer.kind !== 'decided') return refused(refusalOf(answer, found.value));
  const decided = answer.payouts.map(({ rowNumber, ...payout }) => ({ row: rowNumber, ...payout }));
  return {
    kind: 'done',
    value: { batch: batch.id, decided: verdict.kind, decidedBy: answer.by, payouts: decided },
  };
}

/** Takes back what a person decided about a payout. Errors: refused, with nothing changed, where no decision stands. */
export function takeBackDecision(
  system: System,
  {
    batch: id,
    rowNumber,
    note,
    commandId,
  }: { readonly batch: BatchId; readonly rowNumber: number; readonly note: string; readonly commandId: CommandId },
): Promise<Answer<null>> {
  const name = { by: 'row', batch: id, rowNumber } as const;
  const command = { book: bookOfBatch(id), id: commandId, what: `take back ${JSON.stringify([id, rowNumber, note])}` };
  return onceWithWriter<null>(system, command, {
    stands: () => null,
    act: (store, ticket) => {
      const batch = findBatch(store, id);
      if ('kind' in batch) return batch;
      const found = store.findPayout(name).find((one) => one.id === id && one.rowNumber === rowNumber);
      if (found === undefined) return refused(noSuchPayout(name));
      const { payoutId } = found;
      const answer = store.together(() => {
        const taken = store.takeBack({
          payoutId,
          note,
          nowMs: system.clock.nowMs(),
          pace: paceOf(batchProfile(store, batch)),
        });
        if (taken.kind === 'takenBack') takeCommand(system, store, ticket);
        return taken;
      });
      switch (answer.kind) {
        case 'takenBack':
          return { kind: 'done', value: null };
        case 'notDecided':
          return refused(NOT_DECIDED);
        case 'retried':
          return refused({
            code: 'paidAgain',
            message: `It is paid again as ${formatPayoutName(answer.batch, answer.rowNumber)}, so the decision stands.`,
            cure: 'Ask the gateway about both payments.',
          });
        default:
          return unreachable(answer);
      }
    },
  });
}

const NOT_DECIDED: Refusal = {
  code: 'notDecided',
  message: 'No decision of a person stands about this payment now.',
  cure: 'Look at it as it is now.',
};

/** The payouts that must be looked up first; null when none must, or when the store refuses the decision as it stands. */
function payoutsMeant(
  store: HeadedWriter,
  { batch }: BatchRecord,
  decision: Decision,
): readonly UnknownPayout[] | null {
  const { verdict, payoutId, sameEvidence, ticket } = decision;
  const asked = { batch, withSending: false, ...(sameEvidence === null ? { only: payoutId } : {}) };
  const meant = meantByDecision(store.unknown.list(asked), decision);
  if (meant === null) return null;
  // The bank's number is proof enough, but where the gateway had words for the payment all the time: it is asked what they are now.
  if (verdict.kind === 'paid')
    return meant.payouts.every(({ reason }) => CAME_BY_WORDS.has(reason)) ? meant.payouts : null;
  if (!meant.isOpen && ticket === null) return null;
  return sameEvidence !== null && sameEvidence !== meant.payouts.length ? null : meant.payouts;
}

/** The decision as it stands after the look-ups: about those that were looked up, and no others that joined them since. */
function nowAbout(payouts: readonly UnknownPayout[], decision: Decision, { clock }: System): Decision {
  return { ...decision, rows: new Set(payouts.map(({ rowNumber }) => rowNumber)), nowMs: clock.nowMs() };
}

/** The desk the payout lies in. A reference tells nothing of the desk, so both are asked, reading only. */
function bookOf(system: System, name: PayoutName): Answer<Book> {
  const found: FoundPayout[] = [];
  for (const book of BOOKS) {
    const answer = withReader<readonly FoundPayout[]>(system, book, {
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
  const names = found
    .map(({ id, rowNumber, reference }) => `${formatPayoutName(id, rowNumber)} (reference ${reference})`)
    .join(', ');
  return refused({
    code: 'severalPayouts',
    message: `Several payouts may be meant: ${names}.`,
    cure: 'Name the one you mean the other way: by its batch and row, or by its reference.',
  });
}

function noSuchPayout(name: PayoutName): Refusal {
  const shown = name.by === 'row' ? formatPayoutName(name.batch, name.rowNumber) : 'with this reference';
  return {
    code: 'unknownPayout',
    message: `There is no payout ${shown} in this data folder.`,
    cure: msg('cure.unknownPayout'),
  };
}

function refusalOf(answer: Exclude<DecisionAnswer, { kind: 'decided' }>, payout: FoundPayout): Refusal {
  const shown = formatPayoutName(payout.id, payout.rowNumber);
  switch (answer.kind) {
    case 'notUnknown':
      return {
        code: 'notUnknown',
        message: `${nowWords(answer.state, payout)} Nothing to decide.`,
        cure: decidedWords(answer.state, payout) ?? endedCure(answer.state, payout),
      };
    case 'notOpen': {
      const { opensAtMs, answersMissing, lookupsProven } = answer.choice;
      if (!lookupsProven) {
        return {
          code: 'notPaidNotOpen',
          message: `Payout ${shown} may still have been paid: the gateway's look-ups have not found a paid payment, or have missed one since.`,
          cure: msg('cure.notPaidUnproven'),
        };
      }
      const opens = LOCAL_TIME.format(opensAtMs);
      const wants = answersMissing === 0 ? '' : `, and after ${counted(answersMissing)}`;
      return {
        code: 'notPaidNotOpen',
        message: `Payout ${shown} may still have been paid: "not paid" can be decided from ${opens}${wants}.`,
        cure: msg('cure.notPaidNotOpen'),
      };
    }
    case 'wantsTicket':
      return {
        code: 'wantsTicket',
        message: `${heardSentence(shown, answer.heard)} Nothing was decided.`,
        cure: msg('cure.wantsTicket'),
      };
    case 'otherCount':
      return {
        code: 'otherCount',
        message: `${answer.count === 1 ? '1 payout' : `${answer.count} payouts`} with the evidence of ${shown} can be decided at once now.`,
        cure: msg('cure.otherCount'),
      };
    case 'bankReferenceUsed':
      return {
        code: 'bankReferenceUsed',
        message: `This RRN or UTR already belongs to payout ${formatPayoutName(answer.batch, answer.rowNumber)}: one transfer pays one payout.`,
        cure: "Compare it with the bank's statement once more.",
      };
    default:
      return unreachable(answer);
  }
}

/** What the gateway truly said of it at a look-up, or that it said nothing. */
function heardSentence(shown: string, { finding, httpStatus }: Omit<KeptLookup, 'atMs'>): string {
  const word = wordOfFinding(finding);
  if (word !== null && isDocumentedWord(word)) return `The gateway calls ${shown} "${word}".`;
  if (word !== null) return `The gateway calls ${shown} "${word}", a word that this desk does not know.`;
  if (finding === SAME_ID_FINDING) return `The gateway calls ${shown} by an id of another payout.`;
  if (finding === MISMATCH) return `The gateway answers about another payment than ${shown}.`;
  if (finding === UNCONFIRMED) return `The gateway's answers about ${shown} do not fit together.`;
  return httpStatus === null
    ? `The gateway did not answer about ${shown}.`
    : `The gateway did not answer about ${shown}: HTTP ${httpStatus}.`;
}

/** The last answer about a processing payout, if it was not one of the documented words; null if it was. */
function unheardOf({ lastLookup, gatewayWord }: FoundPayout): Omit<KeptLookup, 'atMs'> | null {
  if (lastLookup !== null && isUnanswered(lastLookup.finding)) return lastLookup;
  const word = (lastLookup === null ? null : wordOfFinding(lastLookup.finding)) ?? gatewayWord;
  return word === null || isDocumentedWord(word) ? null : { finding: `state ${word}`, httpStatus: null };
}

/** What a payout that is not in doubt is now, as people say it. */
function nowWords(state: StateKind, payout: FoundPayout): string {
  const { id, rowNumber, decidedBy, silentSinceMs } = payout;
  const shown = formatPayoutName(id, rowNumber);
  if (state === 'processing' && silentSinceMs !== null) {
    return `The gateway accepted ${shown}, and has not known it since ${LOCAL_TIME.format(silentSinceMs)}.`;
  }
  const unheard = state === 'processing' ? unheardOf(payout) : null;
  if (unheard !== null) return heardSentence(shown, unheard);
  if (!SAID_BY_GATEWAY.has(state)) return `${shown} ${NOW[state]}.`;
  return decidedBy === null
    ? `The gateway now says ${shown} ${NOW[state]}.`
    : `${shown} is decided already: it ${NOW[state]}.`;
}

const SAID_BY_GATEWAY: ReadonlySet<StateKind> = new Set(['processing', 'success', 'failed', 'rejected', 'reversed']);
const NOW: Readonly<Record<StateKind, string>> = {
  queued: 'was not sent yet',
  sending: 'is being sent',
  processing: 'is being paid',
  unknown: 'is not confirmed',
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

function endedCure(state: StateKind, payout: FoundPayout): string {
  if (state === 'processing' && payout.silentSinceMs !== null) return SILENT;
  if (state === 'processing' && unheardOf(payout) !== null) return UNHEARD;
  return ENDED_CURES[state] ?? GATEWAY_SAID;
}

const SILENT =
  'It is looked up on. After three days without being known it is not confirmed, and a person can decide about it.';

const UNHEARD =
  'It is looked up on. After seven days and five look-ups, half a day apart, without a word that this desk knows it is not confirmed, and a person can decide about it.';

const ENDED_CURES: Readonly<Partial<Record<StateKind, string>>> = {
  queued: 'It was never sent: its batch can be resumed, or what is unsent of it dropped.',
  sending: 'Its request is on its way: wait for the answer.',
  processing: 'The gateway works on it: it is looked up until it ends.',
};

function counted(answers: number): string {
  return `${answers} more "not known" ${answers === 1 ? 'answer' : 'answers'}`;
}

interface Deciding {
  readonly store: HeadedWriter;
  readonly batch: BatchRecord;
  readonly payouts: readonly UnknownPayout[];
  readonly decides: Verdict['kind'];
}

/**
 * Looks each of them up, by its reference and by its transaction id where that names it alone. What is found is settled as of
 * any look-up, so that a payment that comes to light is followed from then on.
 */
async function lookBeforeDeciding(system: System, deciding: Deciding): Promise<Refusal | null> {
  const { store, batch } = deciding;
  const opened = await openSession(system, batchProfile(store, batch), { store });
  if (opened.kind !== 'done') {
    if (!WITHOUT_TOKEN.has(opened.refusal.code)) return opened.refusal;
    noteNotAsked(system, deciding);
    return deciding.payouts.every(mayEndWithoutWord) ? null : opened.refusal;
  }
  const session = opened.value;
  try {
    return await unlessMustWait(system, session, () => lookAllUp(system, deciding, session));
  } finally {
    await session.close();
  }
}

/** There is no token, for good perhaps: the merchant may be gone. */
const WITHOUT_TOKEN: ReadonlySet<string> = new Set(['noToken', 'noKeychain']);

/** A decision that could not ask the gateway leaves a look-up without an answer behind. */
function noteNotAsked(system: System, { store, batch, payouts }: Deciding): void {
  const nowMs = system.clock.nowMs();
  const news = payouts.map(({ payoutId, reference }): News => {
    const key = { by: 'reference', reference } as const;
    return { kind: 'unanswered', payoutId, key, wasAsked: false, isKept: true, evidence: NO_EVIDENCE, atMs: nowMs };
  });
  store.ledger.turn({ nowMs, pace: paceOf(batchProfile(store, batch)), news, claim: null });
}

async function lookAllUp(system: System, deciding: Deciding, session: Session): Promise<Refusal | null> {
  const ready = await system.engine.preflight(session.reads, []);
  const notKnown = ready.kind === 'ready' ? ready.notKnown : null;
  // A gateway that has had no word for any of them for days is asked about each all the same: it may have one by now.
  if (notKnown === null && !deciding.payouts.every(mayEndWithoutWord)) {
    return cannotBeAsked(ready.kind === 'stopped' ? inEnglish(ready.pause.message) : NO_STEADY_ANSWER);
  }
  for (const payout of deciding.payouts) {
    // The gateway may ask for minutes of patience in the middle.
    const wait = mustWait(system, session);
    if (wait !== null) return cannotBeAsked(inEnglish(wait.message));
    const against = await lookOneUp(system, deciding, { session, payout, notKnown });
    if (against !== null) return against;
  }
  return null;
}

async function lookOneUp(
  system: System,
  { store, batch, decides }: Deciding,
  { session, payout, notKnown }: { session: Session; payout: UnknownPayout; notKnown: string | null },
): Promise<Refusal | null> {
  const { payoutId, reference } = payout;
  // A transaction id is asked for only while it names this payout alone: else its answer is another payment's.
  const own = store.retries.find(payoutId)?.key;
  const keys: readonly LookupKey[] = [...(own?.by === 'transactionId' ? [own] : []), { by: 'reference', reference }];
  const world = { system, store, reads: session.reads, pace: paceOf(batchProfile(store, batch)), isOver: () => false };
  for (const key of keys) {
    const looked = await system.engine.lookAgain(session.reads, { key, notKnown });
    const atMs = system.clock.nowMs();
    if (looked.kind === 'stopped' && !mayEndWithoutWord(payout)) return cannotBeAsked(inEnglish(looked.pause.message));
    const written = await writePatiently(world, [newsOf(looked, { key, payoutId, atMs })]);
    if (written.kind !== 'written') return cannotBeAsked(inEnglish(whyUnwritten(written).message));
    if (looked.kind === 'stopped') continue;
    const kept = heardLast(store, batch, payoutId);
    const against = whatSpeaksAgainst(payout, looked, { kept, isWeighed: notKnown !== null, decides });
    // Where the id has a word for it, the reference was asked for beside it.
    const hasWord = looked.word !== undefined && isDocumentedWord(looked.word);
    if (against !== null || hasWord) return against;
  }
  return null;
}

/**
 * Why nothing is decided after this look-up; null where it does not speak against a decision: whether a ticket is wanted, the
 * decision itself asks. Of a payout that may be ended without a word only a documented one does, and no answer that says as
 * little as all did for days. Shape: `kept` is what the look-up is kept as; undefined where the payout is in doubt no more.
 * `isWeighed` where "not known" can be told: where it cannot, "success" is no contradiction, however often it comes.
 */
function whatSpeaksAgainst(
  payout: UnknownPayout,
  { finding, word }: Extract<LookedAgain, { kind: 'looked' }>,
  {
    kept,
    isWeighed,
    decides,
  }: { readonly kept: string | undefined; readonly isWeighed: boolean; readonly decides: Verdict['kind'] },
): Refusal | null {
  const shown = formatPayoutName(payout.batch, payout.rowNumber);
  const mayEnd = mayEndWithoutWord(payout);
  const isHeardAgain = payout.lookups.at(-1)?.finding === kept && isLongWithoutWord(payout.lookups);
  if (kept === MISMATCH) return isHeardAgain ? null : aboutAnother(shown);
  switch (finding.kind) {
    case 'notKnown':
      return null;
    case 'unclear':
      if (word !== undefined && isDocumentedWord(word)) {
        const saysLittle = isHeardAgain && (isWeighed || saysRefused(word));
        return saysLittle ? null : unconfirmed(shown, word);
      }
      return mayEnd ? null : cannotBeAsked(`The gateway gave no clear answer about payout ${shown} just now.`);
    case 'state':
      if (mayEnd && payout.reason === 'noWord' && !isDocumentedWord(finding.word)) return null;
      if (payout.reason === 'stillPending' && finding.state === 'processing') return null;
      // By an id of another it says little; "not paid" still waits a week for anything but a refusal.
      if (payout.reason === 'sameId' && kept === SAME_ID_FINDING) {
        if (decides === 'paid' || saysRefused(finding.state) || isHeardAgain) return null;
      }
      // A gateway that says "failed" and "rejected" in turn agrees with itself in what matters.
      if (saysRefused(finding.state) && payout.suspected !== null && finding.state !== payout.suspected) return null;
      return {
        code: 'gatewayKnows',
        message: `The gateway knows payout ${shown} now: it says "${finding.word}".`,
        cure: 'Its answer is recorded, and nothing was decided. Look at the payout again.',
      };
    default:
      return unreachable(finding);
  }
}

function saysRefused(word: string): boolean {
  return ['failed', 'rejected'].includes(word.toLowerCase());
}

/** What the newest look-up of a payout in doubt is kept as; undefined once it is in doubt no more. */
function heardLast(store: HeadedWriter, { batch }: BatchRecord, only: PayoutId): string | undefined {
  return store.unknown.list({ batch, withSending: false, only })[0]?.lookups.at(-1)?.finding;
}

/** The record of the look-up made right before a decision. */
function newsOf(
  looked: LookedAgain,
  { key, payoutId, atMs }: { readonly key: LookupKey; readonly payoutId: PayoutId; readonly atMs: number },
): News {
  if (looked.kind === 'looked') return { key, ...looked, kind: 'lookup', payoutId, atMs };
  const { evidence = NO_EVIDENCE } = looked;
  return { kind: 'unanswered', payoutId, key, wasAsked: true, isKept: true, evidence, atMs };
}

/** It has a word for the payment, and not in an answer that can be believed. */
function unconfirmed(shown: string, word: string): Refusal {
  return {
    code: 'gatewayKnows',
    message: `The gateway has the word "${word}" for payout ${shown}, in an answer that does not fit together.`,
    cure: 'Its answer is recorded, and nothing was decided. Ask the gateway what became of the payout.',
  };
}

const NO_STEADY_ANSWER = 'The gateway gives no steady answer about payouts that do not exist.';

function aboutAnother(shown: string): Refusal {
  return {
    code: 'echoMismatch',
    message: `The gateway was asked about payout ${shown} and answered about another payment.`,
    cure: 'Its answer is recorded, and nothing was decided. Ask the gateway what became of the payout.',
  };
}

function cannotBeAsked(why: string): Refusal {
  return {
    code: 'notLookedUpNow',
    message: `${why} Nothing was decided.`,
    cure: '"Not paid" is decided only right after the gateway was asked: try again in a minute. Once it has given no useful answer for seven days, a ticket number is enough.',
  };
}
