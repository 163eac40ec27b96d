// A person's decision about a payout in doubt. The program never decides by itself: it only records what a person typed. "Not
// paid" is recorded only if the gateway does not know the payout at this moment, or if it has given no documented word for days
// and gives none now: then a ticket is needed.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { ResolvedView } from '../../../../shared/api/views.ts';
import { unreachable } from '../../../../shared/failures.ts';
import { type BatchId, type CommandId, formatPayoutName, type PayoutId } from '../../../../shared/ids.ts';
import { joined, type Message, msg } from '../../../../shared/messages/message.ts';
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
import { BOOKS, bookOfBatch } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { StateKind } from '../../../../shared/states.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import {
  CAME_BY_WORDS,
  type Decision,
  type DecisionAnswer,
  type FoundPayout,
  isLongWithoutWord,
  mayEndWithoutWord,
  meantByDecision,
  type PayoutName,
  type StoredLookup,
  type UnknownPayout,
  type Verdict,
  withoutWordOfLate,
} from '../../domain/decisions.ts';
import type { News } from '../../domain/ledger.ts';
import { backoffOf } from '../../domain/poll-schedule.ts';
import type { LookedUpOnce } from '../../domain/run.ts';
import { findBatch, onceWithWriter, refused, takeCommand, withReader } from '../../session/desks.ts';
import { batchProfile, decideAfterMs } from '../../session/find-profile.ts';
import { mustWait, openSession, type Session, unlessMustWait } from '../../session/gateway-session.ts';
import type { System } from '../../session/system.ts';
import type { CommandTicket } from '../../store/command-tickets.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { whyUnwritten, writePatiently } from '../batches/patient-write.ts';

/** `sameEvidence`: the typed count of the payouts with the same evidence; null for the named payout alone. */
export interface ResolveOptions {
  readonly payout: PayoutName;
  readonly verdict: Verdict;
  readonly note: string;
  readonly ticket: string | null;
  readonly sameEvidence: number | null;
  /** Only these rows of the batch, as they were shown; null or absent for all with the same evidence. */
  readonly rows?: readonly number[] | null;
  /** The door's id for this command; null or absent if it made none. */
  readonly commandId?: CommandId | null;
}

/** Decides about one payout, or about all with the same evidence. Refuses without changing anything unless all may be decided. */
export async function resolvePayout(system: System, options: ResolveOptions): Promise<Answer<ResolvedView>> {
  const named = findAnywhere(system, options.payout);
  if (named.kind !== 'done') return named;
  const { payout, verdict, note, ticket, sameEvidence, rows = null, commandId: id = null } = options;
  const shown = rows === null ? [] : [rows];
  const what = `resolve ${JSON.stringify([payout, verdict, note, ticket, sameEvidence, ...shown])}`;
  const command = { book: bookOfBatch(named.value.id), id, what };
  return onceWithWriter<ResolvedView>(system, command, {
    stands: () => null,
    act: (store, commandTicket) => decide(system, { store, commandTicket, options }),
  });
}

async function decide(
  system: System,
  {
    store,
    commandTicket,
    options,
  }: { readonly store: HeadedWriter; readonly commandTicket: CommandTicket | null; readonly options: ResolveOptions },
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
    backoff: backoffOf(batchProfile(store, batch)),
  };
  const payouts = payoutsMeant(store, batch, decision);
  const against =
    payouts === null ? null : await lookBeforeDeciding(system, { store, batch, payouts, decides: verdict.kind });
  if (against !== null) return refused(against);
  const answer = store.together(() => {
    const decided = store.decide(payouts === null ? decision : nowAbout(payouts, decision, system));
    // If the payout's own state refuses the decision, the command id stays free.
    if (decided.kind === 'decided') takeCommand(system, store, commandTicket);
    return decided;
  });
  if (answer.kind !== 'decided') return refused(refusalOf(answer, found.value));
  const decided = answer.payouts.map(({ rowNumber, ...payout }) => ({ row: rowNumber, ...payout }));
  return {
    kind: 'done',
    value: { batch: batch.id, decided: verdict.kind, decidedBy: answer.by, payouts: decided },
  };
}

/** Takes back a person's decision about a payout. Refuses without changing anything if there is none. */
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
        const reversal = store.takeBack({
          payoutId,
          note,
          nowMs: system.clock.nowMs(),
          backoff: backoffOf(batchProfile(store, batch)),
        });
        if (reversal.kind === 'takenBack') takeCommand(system, store, ticket);
        return reversal;
      });
      switch (answer.kind) {
        case 'takenBack':
          return { kind: 'done', value: null };
        case 'notDecided':
          return refused(NOT_DECIDED);
        case 'retried':
          return refused({
            code: 'paidAgain',
            message: msg('payout.paidAgain', { payout: formatPayoutName(answer.batch, answer.rowNumber) }),
            cure: msg('cure.askAboutBothPayments'),
          });
        default:
          return unreachable(answer);
      }
    },
  });
}

const NOT_DECIDED: Refusal = {
  code: 'notDecided',
  message: msg('payout.notDecided'),
  cure: msg('cure.lookNow'),
};

/** The payouts to look up first; null if there are none or if the store would refuse the decision anyway. */
function payoutsMeant(
  store: HeadedWriter,
  { batch }: BatchRecord,
  decision: Decision,
): readonly UnknownPayout[] | null {
  const { verdict, payoutId, sameEvidence, ticket } = decision;
  const asked = { batch, withSending: false, ...(sameEvidence === null ? { only: payoutId } : {}) };
  const meant = meantByDecision(store.unknown.list(asked), decision);
  if (meant === null) return null;
  // The bank's number is proof enough, except where the gateway always had words for the payment: then it is asked once more.
  if (verdict.kind === 'paid')
    return meant.payouts.every(({ reason }) => CAME_BY_WORDS.has(reason)) ? meant.payouts : null;
  if (!meant.isOpen && ticket === null) return null;
  return sameEvidence !== null && sameEvidence !== meant.payouts.length ? null : meant.payouts;
}

/** The decision after the lookups: only about those that were looked up, not about others that joined them since. */
function nowAbout(payouts: readonly UnknownPayout[], decision: Decision, { clock }: System): Decision {
  return { ...decision, rows: new Set(payouts.map(({ rowNumber }) => rowNumber)), nowMs: clock.nowMs() };
}

/** The one payout with this name. A reference does not say which book it is in, so both are searched, reading only. */
export function findAnywhere(system: System, name: PayoutName): Answer<FoundPayout> {
  const found: FoundPayout[] = [];
  for (const book of BOOKS) {
    const answer = withReader<readonly FoundPayout[]>(system, book, {
      act: (store) => ({ kind: 'done', value: store.findPayout(name) }),
      absent: () => ({ kind: 'done', value: [] }),
    });
    if (answer.kind !== 'done') return answer;
    found.push(...answer.value);
  }
  return onlyOne(found, name);
}

function onlyOne(found: readonly FoundPayout[], name: PayoutName): Answer<FoundPayout> {
  const [first, second] = found;
  if (first === undefined) return refused(noSuchPayout(name));
  if (second === undefined) return { kind: 'done', value: first };
  const payouts = found.map(({ id, rowNumber, reference }) =>
    msg('payout.withReference', { payout: formatPayoutName(id, rowNumber), reference }),
  );
  return refused({
    code: 'severalPayouts',
    message: msg('payout.severalPayouts', { payouts }),
    cure: msg('cure.nameItTheOtherWay'),
  });
}

function noSuchPayout(name: PayoutName): Refusal {
  return {
    code: 'unknownPayout',
    message:
      name.by === 'row'
        ? msg('payout.unknownPayout.folder', { payout: formatPayoutName(name.batch, name.rowNumber) })
        : msg('payout.unknownPayout.reference'),
    cure: msg('cure.unknownPayout'),
  };
}

function refusalOf(answer: Exclude<DecisionAnswer, { kind: 'decided' }>, payout: FoundPayout): Refusal {
  const shown = formatPayoutName(payout.id, payout.rowNumber);
  switch (answer.kind) {
    case 'notUnknown':
      return {
        code: 'notUnknown',
        message: joined([nowWords(answer.state, payout), msg('payout.nothingToDecide')]),
        cure: decidedWords(answer.state, payout) ?? endedCure(answer.state, payout),
      };
    case 'notOpen': {
      const { opensAtMs, answersMissing, lookupsProven } = answer.choice;
      if (!lookupsProven) {
        return {
          code: 'notPaidNotOpen',
          message: msg('payout.notPaidNotOpen.unproven', { payout: shown }),
          cure: msg('cure.notPaidUnproven'),
        };
      }
      const opens = { payout: shown, time: opensAtMs };
      return {
        code: 'notPaidNotOpen',
        message:
          answersMissing === 0
            ? msg('payout.notPaidNotOpen', opens)
            : msg('payout.notPaidNotOpen.answers', { ...opens, count: answersMissing }),
        cure: msg('cure.notPaidNotOpen'),
      };
    }
    case 'wantsTicket':
      return {
        code: 'wantsTicket',
        message: joined([lookupSentence(shown, answer.heard), msg('payout.nothingWasDecided')]),
        cure: msg('cure.wantsTicket'),
      };
    case 'otherCount':
      return {
        code: 'otherCount',
        message: msg('payout.otherCount', { count: answer.count, payout: shown }),
        cure: msg('cure.otherCount'),
      };
    case 'bankReferenceUsed':
      return {
        code: 'bankReferenceUsed',
        message: msg('payout.bankReferenceUsed', { payout: formatPayoutName(answer.batch, answer.rowNumber) }),
        cure: msg('cure.compareWithStatement'),
      };
    default:
      return unreachable(answer);
  }
}

/** What the gateway actually said at a lookup, or that it said nothing. */
function lookupSentence(payout: string, { finding, httpStatus }: Omit<StoredLookup, 'atMs'>): Message {
  const word = wordOfFinding(finding);
  if (word !== null && isDocumentedWord(word)) return msg('payout.heard.word', { payout, word });
  if (word !== null) return msg('payout.heard.unknownWord', { payout, word });
  if (finding === SAME_ID_FINDING) return msg('payout.heard.otherId', { payout });
  if (finding === MISMATCH) return msg('payout.heard.another', { payout });
  if (finding === UNCONFIRMED) return msg('payout.heard.unconfirmed', { payout });
  return httpStatus === null
    ? msg('payout.heard.nothing', { payout })
    : msg('payout.heard.httpStatus', { payout, status: httpStatus });
}

/** The last answer about a processing payout if it was no documented word, else null. */
function unheardOf({ lastLookup, gatewayWord }: FoundPayout): Omit<StoredLookup, 'atMs'> | null {
  if (lastLookup !== null && isUnanswered(lastLookup.finding)) return lastLookup;
  const word = (lastLookup === null ? null : wordOfFinding(lastLookup.finding)) ?? gatewayWord;
  return word === null || isDocumentedWord(word) ? null : { finding: `state ${word}`, httpStatus: null };
}

/** The state of a payout that is not in doubt, in words. */
function nowWords(state: StateKind, found: FoundPayout): Message {
  const { id, rowNumber, decidedBy, silentSinceMs } = found;
  const payout = formatPayoutName(id, rowNumber);
  if (state === 'processing' && silentSinceMs !== null) {
    return msg('payout.now.silent', { payout, time: silentSinceMs });
  }
  const unheard = state === 'processing' ? unheardOf(found) : null;
  if (unheard !== null) return lookupSentence(payout, unheard);
  switch (state) {
    case 'queued':
    case 'sending':
    case 'unknown':
    case 'cancelled':
      return msg(`payout.now.${state}`, { payout });
    case 'processing':
    case 'success':
    case 'failed':
    case 'rejected':
    case 'reversed':
      return decidedBy === null ? msg(`payout.said.${state}`, { payout }) : msg(`payout.decided.${state}`, { payout });
    default:
      return unreachable(state);
  }
}

/** Who decided its present state, and when; null if no person did. */
function decidedWords(state: StateKind, { decidedBy: person, decidedAtMs }: FoundPayout): Message | null {
  if (person === null) return null;
  if (state === 'cancelled') return msg('cure.decidedCancelled', { person });
  const isPaid = state === 'success';
  if (decidedAtMs === null) return msg(isPaid ? 'cure.decidedPaid' : 'cure.decidedNotPaid', { person });
  return msg(isPaid ? 'cure.decidedPaidOn' : 'cure.decidedNotPaidOn', { person, time: decidedAtMs });
}

function endedCure(state: StateKind, payout: FoundPayout): Message {
  if (state === 'processing' && payout.silentSinceMs !== null) return msg('cure.silent');
  if (state === 'processing' && unheardOf(payout) !== null) return msg('cure.unheard');
  return ENDED_CURES[state] ?? msg('cure.gatewaySaid');
}

const ENDED_CURES: Readonly<Partial<Record<StateKind, Message>>> = {
  queued: msg('cure.neverSent'),
  sending: msg('cure.onItsWay'),
  processing: msg('cure.gatewayWorksOnIt'),
};

interface Deciding {
  readonly store: HeadedWriter;
  readonly batch: BatchRecord;
  readonly payouts: readonly UnknownPayout[];
  readonly decides: Verdict['kind'];
}

/**
 * Looks up each payout, by its reference and by its transaction id if no other payout has that id. Findings are settled like
 * those of any lookup, so that a payment that is found is followed from then on.
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

/** There is no token, perhaps for good: the merchant may be gone. */
const WITHOUT_TOKEN: ReadonlySet<string> = new Set(['noToken', 'noKeychain']);

/** Records an unanswered lookup for a decision that could not ask the gateway. */
function noteNotAsked(system: System, { store, batch, payouts }: Deciding): void {
  const nowMs = system.clock.nowMs();
  const news = payouts.map(({ payoutId, reference }): News => {
    const key = { by: 'reference', reference } as const;
    return { kind: 'unanswered', payoutId, key, wasAsked: false, isStored: true, evidence: NO_EVIDENCE, atMs: nowMs };
  });
  store.ledger.turn({ nowMs, backoff: backoffOf(batchProfile(store, batch)), news, claim: null });
}

async function lookAllUp(system: System, deciding: Deciding, session: Session): Promise<Refusal | null> {
  const ready = await system.engine.preflight(session.reads, []);
  const notKnown = ready.kind === 'ready' ? ready.notKnown : null;
  // A gateway that has had no word for any of them for days is still asked about each: it may have one by now.
  if (notKnown === null && !deciding.payouts.every(mayEndWithoutWord)) {
    return cannotBeAsked(ready.kind === 'stopped' ? ready.pause.message : msg('payout.notLookedUpNow.noSteadyAnswer'));
  }
  for (const payout of deciding.payouts) {
    // The gateway may demand a wait of minutes partway through.
    const wait = mustWait(system, session);
    if (wait !== null) return cannotBeAsked(wait.message);
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
  // A transaction id is used only while no other payout has it: otherwise the answer is about another payment.
  const own = store.retries.find(payoutId)?.key;
  const keys: readonly LookupKey[] = [...(own?.by === 'transactionId' ? [own] : []), { by: 'reference', reference }];
  const world = {
    system,
    store,
    reads: session.reads,
    backoff: backoffOf(batchProfile(store, batch)),
    isOver: () => false,
  };
  for (const key of keys) {
    const looked = await system.engine.lookUpOnce(session.reads, { key, notKnown });
    const atMs = system.clock.nowMs();
    if (looked.kind === 'stopped' && !mayEndWithoutWord(payout)) return cannotBeAsked(looked.pause.message);
    const written = await writePatiently(world, [newsOf(looked, { key, payoutId, atMs })]);
    if (written.kind !== 'written') return cannotBeAsked(whyUnwritten(written).message);
    if (looked.kind === 'stopped') continue;
    const lastStored = lastFinding(store, batch, payoutId);
    const against = whatSpeaksAgainst(payout, looked, { lastStored, isWeighed: notKnown !== null, decides });
    // If the id gave a documented word, that lookup already checked the reference too.
    const hasWord = looked.word !== undefined && isDocumentedWord(looked.word);
    if (against !== null || hasWord) return against;
  }
  return null;
}

/**
 * Returns why nothing may be decided after this lookup, or null; whether a ticket is needed is checked later. If the payout may
 * be ended without a word, only a documented word stops the decision, not another empty answer like those of the last days.
 * `kept`: how the lookup was stored, undefined if the payout is no longer in doubt. `isWeighed`: "not known" can be recognised;
 * if it cannot, "success" is no contradiction, however often it comes.
 */
function whatSpeaksAgainst(
  payout: UnknownPayout,
  { finding, word }: Extract<LookedUpOnce, { kind: 'looked' }>,
  {
    lastStored,
    isWeighed,
    decides,
  }: { readonly lastStored: string | undefined; readonly isWeighed: boolean; readonly decides: Verdict['kind'] },
): Refusal | null {
  const shown = formatPayoutName(payout.batch, payout.rowNumber);
  const mayEnd = mayEndWithoutWord(payout);
  const isSaidAgain = isSaidForLong(payout, { lastStored, decides });
  if (lastStored === MISMATCH) return isSaidAgain ? null : aboutAnother(shown);
  switch (finding.kind) {
    case 'notKnown':
      return null;
    case 'unclear':
      if (word !== undefined && isDocumentedWord(word)) {
        const saysLittle = isSaidAgain && (isWeighed || saysRefused(word));
        return saysLittle ? null : unconfirmed(shown, word);
      }
      return mayEnd ? null : cannotBeAsked(msg('payout.notLookedUpNow.unclear', { payout: shown }));
    case 'state':
      if (mayEnd && payout.reason === 'noWord' && !isDocumentedWord(finding.word)) return null;
      if (payout.reason === 'stillPending' && finding.state === 'processing') return null;
      // With another payout's id the answer says little. "Not paid" still waits a week unless the answer is a refusal.
      if (payout.reason === 'sameId' && lastStored === SAME_ID_FINDING) {
        if (decides === 'paid' || saysRefused(finding.state) || isSaidAgain) return null;
      }
      // A gateway that says "failed" and "rejected" in turn is consistent: both mean not paid.
      if (saysRefused(finding.state) && payout.suspected !== null && finding.state !== payout.suspected) return null;
      return {
        code: 'gatewayKnows',
        message: msg('payout.gatewayKnows', { payout: shown, word: finding.word }),
        cure: msg('cure.answerRecorded'),
      };
    default:
      return unreachable(finding);
  }
}

/**
 * Whether the gateway has given answers that prove nothing for a week, the last two of this kind. For "not paid" all of them
 * must be of this kind: a success that could not be confirmed in two bad moments is no contradiction.
 */
function isSaidForLong(
  { lookups }: UnknownPayout,
  { lastStored, decides }: { readonly lastStored: string | undefined; readonly decides: Verdict['kind'] },
): boolean {
  if (lookups.at(-1)?.finding !== lastStored) return false;
  const late = withoutWordOfLate(lookups);
  return isLongWithoutWord(decides === 'paid' ? late : late.filter(({ finding }) => finding === lastStored));
}

function saysRefused(word: string): boolean {
  return ['failed', 'rejected'].includes(word.toLowerCase());
}

/** How the newest lookup of a payout in doubt was stored; undefined once it is no longer in doubt. */
function lastFinding(store: HeadedWriter, { batch }: BatchRecord, only: PayoutId): string | undefined {
  return store.unknown.list({ batch, withSending: false, only })[0]?.lookups.at(-1)?.finding;
}

/** The record of the lookup made right before a decision. */
function newsOf(
  looked: LookedUpOnce,
  { key, payoutId, atMs }: { readonly key: LookupKey; readonly payoutId: PayoutId; readonly atMs: number },
): News {
  if (looked.kind === 'looked') return { key, ...looked, kind: 'lookup', payoutId, atMs };
  const { evidence = NO_EVIDENCE } = looked;
  return { kind: 'unanswered', payoutId, key, wasAsked: true, isStored: true, evidence, atMs };
}

/** The gateway has a word for the payment, but the answer cannot be believed. */
function unconfirmed(payout: string, word: string): Refusal {
  return {
    code: 'gatewayKnows',
    message: msg('payout.gatewayKnows.unconfirmed', { word, payout }),
    cure: msg('cure.answerRecordedAsk'),
  };
}

function aboutAnother(payout: string): Refusal {
  return {
    code: 'echoMismatch',
    message: msg('payout.echoMismatch', { payout }),
    cure: msg('cure.answerRecordedAsk'),
  };
}

function cannotBeAsked(why: Message): Refusal {
  return {
    code: 'notLookedUpNow',
    message: joined([why, msg('payout.nothingWasDecided')]),
    cure: msg('cure.notLookedUpNow'),
  };
}
