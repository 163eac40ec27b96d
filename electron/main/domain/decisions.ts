// Payouts in doubt: what is known about each, which have the same evidence, and when a person may decide. "Not known" proves
// nothing: it only opens the decision, and not even that where lookups are not proven.

import type { BatchId, PayoutId, Reference } from '../../../shared/ids.ts';
import { DAY_MS, DECIDED_TOGETHER_MAX } from '../../../shared/limits.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import {
  isRefusedReason,
  isSilence,
  isUnanswered,
  isWithoutWord,
  type UnknownReason,
  wordOfFinding,
} from '../../../shared/outcomes.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import type { StateKind, Suspicion } from '../../../shared/states.ts';
import type { PayoutAttempt, PayoutLookup, ShownPayout } from './payout-pages.ts';
import type { PollBackoff } from './poll-schedule.ts';

/**
 * Two "not known" lookups this far apart are enough for a payout that the gateway said it refused: with a 429 or 401, it may be
 * decided; with an immediate refusal, it may be paid again. Lookups lag by less than this. See DESIGN, Unknown desk.
 */
export const REFUSED_LOOKUP_INTERVAL_MS = 600_000;

/** An accepted payout is in doubt after the gateway has not known it for this long. */
const FORGOTTEN_AFTER_MS = 3 * DAY_MS;

/**
 * An accepted payout is in doubt after the gateway has given no documented word about it for this long. The wait is long
 * because an undocumented word may still be followed by a documented one, and a broken gateway may recover.
 */
const NO_WORD_AFTER_MS = 7 * DAY_MS;

/** How long after its send a payout may stay pending by documented words before a person may end it. */
const STILL_PENDING_AFTER_MS = 30 * DAY_MS;

/** Whether the gateway has worked on it for so long that a person may end it. */
export function isPendingTooLong({
  sentAtMs,
  atMs,
}: {
  readonly sentAtMs: number | null;
  readonly atMs: number;
}): boolean {
  return sentAtMs !== null && atMs - sentAtMs >= STILL_PENDING_AFTER_MS;
}

/** Both also require this many answers, this far apart, so that a short fault does not count. */
const FORGOTTEN_ANSWERS = 5;
export const FORGOTTEN_ANSWERS_SPACING_MS = DAY_MS / 2;

/**
 * Whether the gateway has forgotten a payout that it accepted. `silencesAtMs`: the times at which it did not know the payout
 * since it last said anything else about it, oldest first.
 */
export function isForgotten(silencesAtMs: readonly number[]): boolean {
  return lastFor(silencesAtMs, FORGOTTEN_AFTER_MS);
}

/** Whether these times span at least `spanMs`, with enough answers far enough apart. */
function lastFor(timesMs: readonly number[], spanMs: number): boolean {
  const [first] = timesMs;
  if (first === undefined) return false;
  const { count, lastMs } = countSpaced(timesMs, { fromMs: first, spacingMs: FORGOTTEN_ANSWERS_SPACING_MS });
  return count >= FORGOTTEN_ANSWERS && lastMs - first >= spanMs;
}

/** A stored lookup. */
export type StoredLookup = Pick<PayoutLookup, 'finding' | 'httpStatus' | 'atMs'>;

/** The newest lookups, back to the last believable documented word. Oldest first. */
export function withoutWordOfLate(lookups: readonly StoredLookup[]): readonly StoredLookup[] {
  return lookups.slice(lookups.findLastIndex(({ finding }) => !isWithoutWord(finding)) + 1);
}

/** Whether for days the gateway gave only undocumented words, useless answers or contradictions. */
export function isLongWithoutWord(lookups: readonly StoredLookup[]): boolean {
  const timesMs = withoutWordOfLate(lookups).map(({ atMs }) => atMs);
  return lastFor(timesMs, NO_WORD_AFTER_MS);
}

const NOT_KNOWN_SPREAD_PARTS = 4;

/**
 * Three of the answers must be at least a quarter of the wait apart, so that they span half of it. Silence in the first seconds
 * proves nothing about a gateway that lags; more than three would never be reached where the desk is closed at night.
 */
const NOT_KNOWN_SPREAD_ANSWERS = 3;

/** At least five "not known" answers are required, because one may come from a lookup that lags. See DESIGN, Unknown desk. */
const DECIDE_AFTER_NOT_KNOWN_ANSWERS = 5;

/** A payout in doubt with its evidence. `sinceMs`: the latest time at which a request for it may have left. */
export interface UnknownPayout {
  readonly payoutId: PayoutId;
  readonly batch: BatchId;
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly beneficiary: Beneficiary;
  readonly amountPaise: Paise;
  readonly name: string | null;
  readonly reason: UnknownReason;
  readonly suspected: Suspicion;
  readonly transactionId: string | null;
  readonly sinceMs: number;
  readonly attempts: readonly PayoutAttempt[];
  readonly lookups: readonly PayoutLookup[];
  readonly lookupCount: number;
  readonly notKnownAnswers: number;
  readonly paidAgainAs: ShownPayout['paidAgainAs'];
  /** Whether the merchant's lookups have found a paid payout and missed none since. */
  readonly lookupsProven: boolean;
  /** Null where no check is due. */
  readonly nextLookupAtMs: number | null;
}

/** `decideAfterMs` counts from the send; it is a setting of the profile. */
export interface DecideAt {
  readonly nowMs: number;
  readonly decideAfterMs: number;
}

/**
 * Whether "not paid" may be decided without a ticket. `opensAtMs`: the earliest time at which it can open, when the wait is
 * over and the missing answers can have been spread out. `answersMissing`: how many more "not known" answers are needed.
 * `refusedOpensAtMs`, only for a payout refused with a 429 or 401: from then on, one more "not known" lookup is enough. While
 * `lookupsProven` is false nothing opens, and a ticket is always required.
 */
export interface NotPaidChoice {
  readonly isOpen: boolean;
  readonly opensAtMs: number;
  readonly answersMissing: number;
  readonly refusedOpensAtMs: number | null;
  readonly lookupsProven: boolean;
}

/**
 * Whether a person may end it with a ticket although the gateway, asked just then, gives only an undocumented word, gives no
 * useful answer, repeats what it has said for a month, or names another payment.
 */
export function mayEndWithoutWord({ reason, lookups }: Pick<UnknownPayout, 'reason' | 'lookups'>): boolean {
  return CAME_BY_WORDS.has(reason) || isLongWithoutWord(lookups);
}

/** Reasons for doubt that come only from the gateway's answers; another answer of the same kind settles nothing. */
export const CAME_BY_WORDS: ReadonlySet<UnknownReason> = new Set(['noWord', 'stillPending', 'sameId']);

/** Whether even a ticket is not enough yet: the last lookup got no useful answer, and that has not gone on for long enough. */
export function waitsForAnswer(payout: Pick<UnknownPayout, 'reason' | 'lookups'>): boolean {
  return isUnanswered(payout.lookups.at(-1)?.finding ?? null) && !mayEndWithoutWord(payout);
}

/**
 * The last lookup, where its answer means that only a ticket can decide; null where no ticket is needed for that. "Paid" needs
 * one only where such answers alone caused the doubt.
 */
export function ticketWantedBy(
  payout: Pick<UnknownPayout, 'reason' | 'lookups'>,
  verdict: Verdict['kind'],
): StoredLookup | null {
  const last = payout.lookups.at(-1);
  if (last === undefined || isSilence(last.finding)) return null;
  if (payout.reason === 'stillPending') return last;
  if (!isWithoutWord(last.finding)) return null;
  const isAsked = verdict === 'paid' ? payout.reason === 'noWord' : mayEndWithoutWord(payout);
  return isAsked ? last : null;
}

/** What a lookup got back, as people read it: a phrase, not a sentence. */
export function lookupWords({ finding, httpStatus }: Omit<StoredLookup, 'atMs'>): Message {
  const word = wordOfFinding(finding);
  if (word !== null) return msg('heard.word', { word });
  return httpStatus === null ? msg('heard.nothing') : msg('why.httpStatus', { status: httpStatus });
}

/** Whether the gateway itself said that it refused the request, with a 429 or a 401. */
export function isRefused(payout: UnknownPayout): boolean {
  return isRefusedReason(payout.reason);
}

/** What may be decided now. See DESIGN, Unknown desk. */
export function notPaidChoice(payout: UnknownPayout, { nowMs, decideAfterMs }: DecideAt): NotPaidChoice {
  const { lookupsProven } = payout;
  const notKnown = payout.lookups.filter(({ finding }) => finding === 'notKnown').map(({ atMs }) => atMs);
  const spread = spreadOf(notKnown, { sinceMs: payout.sinceMs, spacingMs: decideAfterMs / NOT_KNOWN_SPREAD_PARTS });
  const opensAtMs = Math.max(payout.sinceMs + decideAfterMs, spread.completeAtMs);
  const answersMissing = Math.max(0, DECIDE_AFTER_NOT_KNOWN_ANSWERS - payout.notKnownAnswers, spread.missing);
  const [first, last] = [Math.min(...notKnown), Math.max(...notKnown)];
  const isRefusedForLong = isRefused(payout) && last - first >= REFUSED_LOOKUP_INTERVAL_MS && endsNotKnown(payout);
  const mayRefusedOpen = isRefused(payout) && lookupsProven && notKnown.length > 0;
  return {
    isOpen: lookupsProven && (isRefusedForLong || (nowMs >= opensAtMs && answersMissing === 0)),
    opensAtMs,
    answersMissing,
    refusedOpensAtMs: mayRefusedOpen ? first + REFUSED_LOOKUP_INTERVAL_MS : null,
    lookupsProven,
  };
}

/** How many answers that are far enough apart are missing, and the earliest time at which the last of them can be there. */
function spreadOf(
  notKnownAtMs: readonly number[],
  { sinceMs, spacingMs }: { readonly sinceMs: number; readonly spacingMs: number },
): { readonly missing: number; readonly completeAtMs: number } {
  const { count, lastMs } = countSpaced(notKnownAtMs, { fromMs: sinceMs, spacingMs });
  const missing = Math.max(0, NOT_KNOWN_SPREAD_ANSWERS - count);
  return { missing, completeAtMs: missing === 0 ? sinceMs : lastMs + missing * spacingMs };
}

/** Counts the times that are at least `spacingMs` apart, and returns the last of them. */
function countSpaced(
  timesMs: readonly number[],
  { fromMs, spacingMs }: { readonly fromMs: number; readonly spacingMs: number },
): { readonly count: number; readonly lastMs: number } {
  let count = 0;
  let lastMs = fromMs - spacingMs;
  for (const atMs of timesMs) {
    if (atMs < fromMs || atMs < lastMs + spacingMs) continue;
    count += 1;
    lastMs = atMs;
  }
  return { count, lastMs };
}

function endsNotKnown({ lookups }: UnknownPayout): boolean {
  return lookups.at(-1)?.finding === 'notKnown';
}

/** Payouts of one batch with the same evidence, in file order, at most DECIDED_TOGETHER_MAX. */
export interface EvidenceGroup {
  readonly isOpen: boolean;
  readonly payouts: readonly UnknownPayout[];
}

/** Groups the payouts of one batch by evidence, in the order of each group's first payout. A long group is split into parts. */
export function groupByEvidence(payouts: readonly UnknownPayout[], at: DecideAt): EvidenceGroup[] {
  const groups = new Map<string, { readonly isOpen: boolean; readonly payouts: UnknownPayout[] }>();
  for (const payout of payouts) {
    const { isOpen } = notPaidChoice(payout, at);
    const key = evidenceKey(payout, isOpen);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { isOpen, payouts: [payout] });
    else group.payouts.push(payout);
  }
  return [...groups.values()].flatMap(partsOf);
}

function partsOf({ isOpen, payouts }: EvidenceGroup): EvidenceGroup[] {
  return Array.from({ length: Math.ceil(payouts.length / DECIDED_TOGETHER_MAX) }, (_, part) => {
    const from = part * DECIDED_TOGETHER_MAX;
    return { isOpen, payouts: payouts.slice(from, from + DECIDED_TOGETHER_MAX) };
  });
}

/** The payout that a decision names, and the ones decided together with it. See Decision for `rows`. */
interface DecisionMeans extends DecideAt {
  readonly payoutId: PayoutId;
  readonly rows?: ReadonlySet<number> | undefined;
}

/** Which of these payouts of one batch a decision covers; null when the named one is not among them. */
export function meantByDecision(
  payouts: readonly UnknownPayout[],
  { payoutId, rows, ...at }: DecisionMeans,
): EvidenceGroup | null {
  const asked = payouts.filter(({ rowNumber }) => rows === undefined || rows.has(rowNumber));
  const isNamed = (payout: UnknownPayout): boolean => payout.payoutId === payoutId;
  return groupByEvidence(asked, at).find((group) => group.payouts.some(isNamed)) ?? null;
}

/**
 * A payout's evidence as text, without its own reference, times and counts. All "not known" answers count as the same, whatever
 * their wording, because the fingerprint says so. Everything else is compared word for word, so that doubt splits a group and
 * never joins one.
 */
function evidenceKey(payout: UnknownPayout, isOpen: boolean): string {
  const { payoutId, reference, reason, suspected, transactionId, attempts, lookups, lookupsProven } = payout;
  const plain = (text: string | null): string | null => text?.replaceAll(reference, 'REFERENCE') ?? null;
  const asked = attempts.map(({ outcome, httpStatus, answer }) => [outcome, httpStatus, plain(answer)]);
  const answers = lookups.map(({ finding, httpStatus, answer }) =>
    isSilence(finding) ? finding : JSON.stringify([finding, httpStatus, plain(answer)]),
  );
  const changes = answers.filter((words, index) => words !== answers[index - 1]);
  // A refusal is screened by the lookups after it. Where lookups are not proven, each payout is decided by itself.
  const alone = isRefused(payout) && !lookupsProven ? payoutId : null;
  return JSON.stringify([isOpen, reason, suspected, transactionId !== null, asked, changes, alone]);
}

/** How a person names a payout: by reference, or by batch and row as in `B0012/7`, the row number as the sheet shows it. */
export type PayoutName =
  | { readonly by: 'reference'; readonly reference: Reference }
  | { readonly by: 'row'; readonly batch: BatchId; readonly rowNumber: number };

/**
 * The payout with a given name. `decidedBy` and `decidedAtMs` are set only while a person's decision stands. `silentSinceMs`:
 * since when the gateway has not known a payout it is processing. `lastLookup`: the newest stored one, or null. `gatewayWord`:
 * what the gateway last called it.
 */
export interface FoundPayout {
  readonly payoutId: PayoutId;
  readonly batch: number;
  readonly id: BatchId;
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly state: StateKind;
  readonly decidedBy: string | null;
  readonly decidedAtMs: number | null;
  readonly silentSinceMs: number | null;
  readonly gatewayWord: string | null;
  readonly lastLookup: Omit<StoredLookup, 'atMs'> | null;
}

/** What a person decides. `bankReference` is the RRN or UTR on the bank's statement. */
export type Verdict = { readonly kind: 'paid'; readonly bankReference: string } | { readonly kind: 'notPaid' };

/** An RRN has twelve digits, a UTR up to 22 letters and digits; some banks write longer ones. */
const BANK_REFERENCE_SHAPE = /^(?=.*\d)[A-Za-z0-9]{6,35}$/;

export function isBankReference(text: string): boolean {
  return BANK_REFERENCE_SHAPE.test(text);
}

export const BANK_REFERENCE_CURE = msg('cure.bankReference');

/**
 * `sameEvidence`: the count a person typed to decide all payouts with this one's evidence; null to decide this one alone.
 * `rows`: the rows the person saw, or that were looked up, including the named one. Exactly these are decided, or none.
 */
export interface Decision extends DecisionMeans {
  readonly verdict: Verdict;
  readonly note: string;
  readonly ticket: string | null;
  readonly sameEvidence: number | null;
  readonly backoff: PollBackoff;
}

export interface DecidedPayout {
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly amountPaise: Paise;
  readonly state: StateKind;
}

export interface TakingBack {
  readonly payoutId: PayoutId;
  readonly note: string;
  readonly nowMs: number;
  readonly backoff: PollBackoff;
}

/** `retried` names the payout that pays it again, so the decision has to stand. */
export type TakingBackAnswer =
  | { readonly kind: 'takenBack' }
  | { readonly kind: 'notDecided' }
  | { readonly kind: 'retried'; readonly batch: BatchId; readonly rowNumber: number };

/** Nothing was changed unless it is `decided`. */
export type DecisionAnswer =
  | { readonly kind: 'decided'; readonly by: string; readonly payouts: readonly DecidedPayout[] }
  | { readonly kind: 'notUnknown'; readonly state: StateKind }
  | { readonly kind: 'notOpen'; readonly choice: NotPaidChoice }
  | { readonly kind: 'wantsTicket'; readonly heard: StoredLookup }
  | { readonly kind: 'otherCount'; readonly count: number }
  | { readonly kind: 'bankReferenceUsed'; readonly batch: BatchId; readonly rowNumber: number };
