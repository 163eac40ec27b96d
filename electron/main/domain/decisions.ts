// The unknown desk: what is known about a payout in doubt, which payouts have the same evidence, and when a person may
// decide. "Not known" decides nothing: it only opens the decision, and not even that where look-ups are not proven.

import type { BatchId, PayoutId, Reference } from '../../../shared/ids.ts';
import { DAY_MS, DECIDED_TOGETHER_MAX } from '../../../shared/limits.ts';
import { msg } from '../../../shared/messages/message.ts';
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
import type { PollPace } from './poll-schedule.ts';

/**
 * Two look-ups this far apart that did not know it are enough of what the gateway said it refused: by a 429 or a 401 to be
 * decided, at once to be paid again. Look-ups may lag by less. Source: DESIGN, Unknown desk.
 */
export const REFUSED_LOOKUPS_APART_MS = 600_000;

/** After this long without the gateway knowing it, a payout that it accepted is in doubt. */
const FORGOTTEN_AFTER_MS = 3 * DAY_MS;

/**
 * After this long without any documented word of the gateway, a payout that it accepted is in doubt: a word that nobody knows
 * may yet become one, and a gateway that is out of order may come back.
 */
const NO_WORD_AFTER_MS = 7 * DAY_MS;

/** After this long of documented words that it is still worked on, counted from its send. */
const STILL_PENDING_AFTER_MS = 30 * DAY_MS;

/** Whether the gateway has worked on it for so long that a person may end it. Units: milliseconds since 1970. */
export function isPendingTooLong({
  sentAtMs,
  atMs,
}: {
  readonly sentAtMs: number | null;
  readonly atMs: number;
}): boolean {
  return sentAtMs !== null && atMs - sentAtMs >= STILL_PENDING_AFTER_MS;
}

/** Either also takes this many answers, this far apart: a short fault is no forgetting. */
const FORGOTTEN_ANSWERS = 5;
export const FORGOTTEN_ANSWERS_APART_MS = DAY_MS / 2;

/**
 * Whether the gateway has forgotten a payout that it had accepted. Shape: when it did not know it, oldest first, since it last
 * said anything else of it.
 */
export function isForgotten(silencesAtMs: readonly number[]): boolean {
  return lastFor(silencesAtMs, FORGOTTEN_AFTER_MS);
}

/** Whether these times span so long, in enough answers that lie apart. */
function lastFor(timesMs: readonly number[], spanMs: number): boolean {
  const [first] = timesMs;
  if (first === undefined) return false;
  const { count, lastMs } = countApart(timesMs, { fromMs: first, apartMs: FORGOTTEN_ANSWERS_APART_MS });
  return count >= FORGOTTEN_ANSWERS && lastMs - first >= spanMs;
}

/** A look-up as it is kept. */
export type KeptLookup = Pick<PayoutLookup, 'finding' | 'httpStatus' | 'atMs'>;

/** The newest look-ups that gave no documented word to be believed. Shape: oldest first, as they came. */
export function withoutWordOfLate(lookups: readonly KeptLookup[]): readonly KeptLookup[] {
  return lookups.slice(lookups.findLastIndex(({ finding }) => !isWithoutWord(finding)) + 1);
}

/** Whether the gateway has given no documented word to be believed for days: others, no useful answer, or contradictions. */
export function isLongWithoutWord(lookups: readonly KeptLookup[]): boolean {
  const timesMs = withoutWordOfLate(lookups).map(({ atMs }) => atMs);
  return lastFor(timesMs, NO_WORD_AFTER_MS);
}

const NOT_KNOWN_SPREAD_PARTS = 4;

/**
 * Three of them lie at least a quarter of the wait apart, and so span half of it: silences of the first seconds say nothing of
 * a gateway that lags, and more than three would never come together where the desk is closed at night.
 */
const NOT_KNOWN_SPREAD_ANSWERS = 3;

/** And after five answers that do not know the payout: one may be a look-up that lags behind. Source: DESIGN, Unknown desk. */
const DECIDE_AFTER_NOT_KNOWN_ANSWERS = 5;

/** A payout in doubt with its evidence. `sinceMs`: the latest time at which a request of it may have left. */
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
  /** Whether the merchant's look-ups have found a paid payout, and missed none since. */
  readonly lookupsProven: boolean;
}

/** When a decision is asked for. Units: `decideAfterMs` from the send on, a setting of the profile. */
export interface DecideAt {
  readonly nowMs: number;
  readonly decideAfterMs: number;
}

/**
 * Whether "not paid" may be decided without a ticket.
 * Shape: `opensAtMs` is the earliest time at which it can be open, when the wait is over and the answers that are missing
 * have been spread; `answersMissing` how many "not known" answers it wants besides;
 * `refusedOpensAtMs` only for a payout refused by a 429 or a 401: from then on one more look-up that does not know it is
 * enough. Nothing of it opens while `lookupsProven` is false: then a ticket is always wanted.
 */
export interface NotPaidChoice {
  readonly isOpen: boolean;
  readonly opensAtMs: number;
  readonly answersMissing: number;
  readonly refusedOpensAtMs: number | null;
  readonly lookupsProven: boolean;
}

/**
 * Whether a person may end it with a ticket though the gateway, asked at that moment, has no word for it that anybody
 * documented, gives no useful answer, or says what it has said for a month, or of another payment too.
 */
export function mayEndWithoutWord({ reason, lookups }: Pick<UnknownPayout, 'reason' | 'lookups'>): boolean {
  return CAME_BY_WORDS.has(reason) || isLongWithoutWord(lookups);
}

/** What came into doubt by the gateway's answers alone, where another answer like them ends nothing. */
export const CAME_BY_WORDS: ReadonlySet<UnknownReason> = new Set(['noWord', 'stillPending', 'sameId']);

/** Whether even a ticket waits for an answer: the gateway gave none of late, and not for long enough. */
export function waitsForAnswer(payout: Pick<UnknownPayout, 'reason' | 'lookups'>): boolean {
  return isUnanswered(payout.lookups.at(-1)?.finding ?? null) && !mayEndWithoutWord(payout);
}

/**
 * The last look-up of a payout that only a ticket decides about now, since it gave no documented word to be believed; null where none is wanted
 * for that. "Paid" wants one only where such answers alone brought it into doubt.
 */
export function ticketWantedBy(
  payout: Pick<UnknownPayout, 'reason' | 'lookups'>,
  verdict: Verdict['kind'],
): KeptLookup | null {
  const last = payout.lookups.at(-1);
  if (last === undefined || isSilence(last.finding)) return null;
  if (payout.reason === 'stillPending') return last;
  if (!isWithoutWord(last.finding)) return null;
  const isAsked = verdict === 'paid' ? payout.reason === 'noWord' : mayEndWithoutWord(payout);
  return isAsked ? last : null;
}

/** What a look-up heard, as people read it. Shape: no sentence. */
export function heardWords({ finding, httpStatus }: Omit<KeptLookup, 'atMs'>): string {
  const word = wordOfFinding(finding);
  if (word !== null) return `"${word}"`;
  return httpStatus === null ? 'no useful answer' : `HTTP ${httpStatus}`;
}

/** Whether the gateway itself said that it refused the request, with a 429 or a 401. */
export function isRefused(payout: UnknownPayout): boolean {
  return isRefusedReason(payout.reason);
}

/** What is open now. Source: DESIGN, Unknown desk. */
export function notPaidChoice(payout: UnknownPayout, { nowMs, decideAfterMs }: DecideAt): NotPaidChoice {
  const { lookupsProven } = payout;
  const notKnown = payout.lookups.filter(({ finding }) => finding === 'notKnown').map(({ atMs }) => atMs);
  const spread = spreadOf(notKnown, { sinceMs: payout.sinceMs, apartMs: decideAfterMs / NOT_KNOWN_SPREAD_PARTS });
  const opensAtMs = Math.max(payout.sinceMs + decideAfterMs, spread.completeAtMs);
  const answersMissing = Math.max(0, DECIDE_AFTER_NOT_KNOWN_ANSWERS - payout.notKnownAnswers, spread.missing);
  const [first, last] = [Math.min(...notKnown), Math.max(...notKnown)];
  const isRefusedForLong = isRefused(payout) && last - first >= REFUSED_LOOKUPS_APART_MS && endsNotKnown(payout);
  const mayRefusedOpen = isRefused(payout) && lookupsProven && notKnown.length > 0;
  return {
    isOpen: lookupsProven && (isRefusedForLong || (nowMs >= opensAtMs && answersMissing === 0)),
    opensAtMs,
    answersMissing,
    refusedOpensAtMs: mayRefusedOpen ? first + REFUSED_LOOKUPS_APART_MS : null,
    lookupsProven,
  };
}

/** How many answers are missing that lie far enough apart, and when the last of them can be there at the earliest. */
function spreadOf(
  notKnownAtMs: readonly number[],
  { sinceMs, apartMs }: { readonly sinceMs: number; readonly apartMs: number },
): { readonly missing: number; readonly completeAtMs: number } {
  const { count, lastMs } = countApart(notKnownAtMs, { fromMs: sinceMs, apartMs });
  const missing = Math.max(0, NOT_KNOWN_SPREAD_ANSWERS - count);
  return { missing, completeAtMs: missing === 0 ? sinceMs : lastMs + missing * apartMs };
}

/** How many of these times lie so far apart, and the last of them. */
function countApart(
  timesMs: readonly number[],
  { fromMs, apartMs }: { readonly fromMs: number; readonly apartMs: number },
): { readonly count: number; readonly lastMs: number } {
  let count = 0;
  let lastMs = fromMs - apartMs;
  for (const atMs of timesMs) {
    if (atMs < fromMs || atMs < lastMs + apartMs) continue;
    count += 1;
    lastMs = atMs;
  }
  return { count, lastMs };
}

function endsNotKnown({ lookups }: UnknownPayout): boolean {
  return lookups.at(-1)?.finding === 'notKnown';
}

/** Payouts of one batch whose evidence says the same, in file order: at most DECIDED_TOGETHER_MAX. */
export interface EvidenceGroup {
  readonly isOpen: boolean;
  readonly payouts: readonly UnknownPayout[];
}

/** Groups the payouts of one batch. Shape: in the order of each group's first payout; a long group comes in parts. */
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

/** The payout that a decision names, with those that are decided together with it. Shape: `rows` as in a decision. */
interface DecisionMeans extends DecideAt {
  readonly payoutId: PayoutId;
  readonly rows?: ReadonlySet<number> | undefined;
}

/** Which of these payouts of one batch a decision is about; null when the named one is not among them. */
export function meantByDecision(
  payouts: readonly UnknownPayout[],
  { payoutId, rows, ...at }: DecisionMeans,
): EvidenceGroup | null {
  const asked = payouts.filter(({ rowNumber }) => rows === undefined || rows.has(rowNumber));
  const isNamed = (payout: UnknownPayout): boolean => payout.payoutId === payoutId;
  return groupByEvidence(asked, at).find((group) => group.payouts.some(isNamed)) ?? null;
}

/**
 * What a payout's evidence says, its own reference, times and counts aside. A "not known" is the same whatever its words:
 * the fingerprint says so. Everything else is compared word for word, so that a doubt splits a group rather than joins one.
 */
function evidenceKey(payout: UnknownPayout, isOpen: boolean): string {
  const { payoutId, reference, reason, suspected, transactionId, attempts, lookups, lookupsProven } = payout;
  const plain = (text: string | null): string | null => text?.replaceAll(reference, 'REFERENCE') ?? null;
  const asked = attempts.map(({ outcome, httpStatus, answer }) => [outcome, httpStatus, plain(answer)]);
  const answers = lookups.map(({ finding, httpStatus, answer }) =>
    isSilence(finding) ? finding : JSON.stringify([finding, httpStatus, plain(answer)]),
  );
  const changes = answers.filter((words, index) => words !== answers[index - 1]);
  // A refusal weighs by what look-ups say after it: where they are not proven, each is decided by itself.
  const alone = isRefused(payout) && !lookupsProven ? payoutId : null;
  return JSON.stringify([isOpen, reason, suspected, transactionId !== null, asked, changes, alone]);
}

/** How a person names a payout. Shape: `batch` and `rowNumber` as in `B0012/7`, the row as the sheet shows it. */
export type PayoutName =
  | { readonly by: 'reference'; readonly reference: Reference }
  | { readonly by: 'row'; readonly batch: BatchId; readonly rowNumber: number };

/**
 * A payout that a name found. Shape: `decidedBy` and `decidedAtMs` only while it stands as a person decided; `silentSinceMs`
 * since when the gateway has not known what it is processing; `lastLookup` the newest that is kept, null where none is;
 * `gatewayWord` what the gateway last called it.
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
  readonly lastLookup: Omit<KeptLookup, 'atMs'> | null;
}

/** What a person says. Shape: `bankReference` is the RRN or UTR on the bank's statement. */
export type Verdict = { readonly kind: 'paid'; readonly bankReference: string } | { readonly kind: 'notPaid' };

/** An RRN has twelve digits, a UTR up to 22 letters and digits; some banks write longer ones. */
const BANK_REFERENCE_SHAPE = /^(?=.*\d)[A-Za-z0-9]{6,35}$/;

/** Whether a text can be an RRN or a UTR. */
export function isBankReference(text: string): boolean {
  return BANK_REFERENCE_SHAPE.test(text);
}

export const BANK_REFERENCE_CURE = msg('cure.bankReference');

/**
 * Shape: `sameEvidence` is the count a person typed for all payouts with this one's evidence; null for this one alone.
 * `rows` are those that the person was shown, or that were looked up, the named one among them: exactly these are decided, or
 * none.
 */
export interface Decision extends DecisionMeans {
  readonly verdict: Verdict;
  readonly note: string;
  readonly ticket: string | null;
  readonly sameEvidence: number | null;
  readonly pace: PollPace;
}

export interface DecidedPayout {
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly amountPaise: Paise;
  readonly state: StateKind;
}

/** Takes back what a person decided about a payout. */
export interface TakingBack {
  readonly payoutId: PayoutId;
  readonly note: string;
  readonly nowMs: number;
  readonly pace: PollPace;
}

/** What came of it. Shape: `retried` names the payout that pays it again, so that the decision must stand. */
export type TakingBackAnswer =
  | { readonly kind: 'takenBack' }
  | { readonly kind: 'notDecided' }
  | { readonly kind: 'retried'; readonly batch: BatchId; readonly rowNumber: number };

/** What came of it; nothing was changed unless it is `decided`. */
export type DecisionAnswer =
  | { readonly kind: 'decided'; readonly by: string; readonly payouts: readonly DecidedPayout[] }
  | { readonly kind: 'notUnknown'; readonly state: StateKind }
  | { readonly kind: 'notOpen'; readonly choice: NotPaidChoice }
  | { readonly kind: 'wantsTicket'; readonly heard: KeptLookup }
  | { readonly kind: 'otherCount'; readonly count: number }
  | { readonly kind: 'bankReferenceUsed'; readonly batch: BatchId; readonly rowNumber: number };
