// The unknown desk: what is known about a payout in doubt, which payouts have the same evidence, and when a person may
// decide. "Not known" decides nothing: it only opens the decision.

import type { BatchId, PayoutId, Reference } from '../../../shared/ids.ts';
import { DECIDED_TOGETHER_MAX } from '../../../shared/limits.ts';
import type { Paise } from '../../../shared/money.ts';
import type { UnknownReason } from '../../../shared/outcomes.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import type { StateKind, Suspicion } from '../../../shared/states.ts';
import type { PayoutAttempt, PayoutLookup } from './payout-pages.ts';
import type { PollPace } from './poll-schedule.ts';

/** A payout refused by a 429 may be decided after two look-ups this far apart. Source: DESIGN, Unknown desk. */
const REFUSED_RATE_LOOKUPS_APART_MS = 600_000;

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
 * `rateOpensAtMs` only for a payout refused by a 429: from then on one more look-up that does not know it is enough.
 */
export interface NotPaidChoice {
  readonly isOpen: boolean;
  readonly opensAtMs: number;
  readonly answersMissing: number;
  readonly rateOpensAtMs: number | null;
}

/** Whether the gateway itself said that it refused the request, with a 429. */
export function isRefusedByRate(payout: UnknownPayout): boolean {
  return payout.reason === 'refusedByRate';
}

/** What is open now. Source: DESIGN, Unknown desk. */
export function notPaidChoice(payout: UnknownPayout, { nowMs, decideAfterMs }: DecideAt): NotPaidChoice {
  const notKnown = payout.lookups.filter(({ finding }) => finding === 'notKnown').map(({ atMs }) => atMs);
  const spread = spreadOf(notKnown, { sinceMs: payout.sinceMs, apartMs: decideAfterMs / NOT_KNOWN_SPREAD_PARTS });
  const opensAtMs = Math.max(payout.sinceMs + decideAfterMs, spread.completeAtMs);
  const answersMissing = Math.max(0, DECIDE_AFTER_NOT_KNOWN_ANSWERS - payout.notKnownAnswers, spread.missing);
  const [first, last] = [Math.min(...notKnown), Math.max(...notKnown)];
  const isRefused = isRefusedByRate(payout);
  const isRefusedForLong = isRefused && last - first >= REFUSED_RATE_LOOKUPS_APART_MS && endsNotKnown(payout);
  return {
    isOpen: isRefusedForLong || (nowMs >= opensAtMs && answersMissing === 0),
    opensAtMs,
    answersMissing,
    rateOpensAtMs: isRefused && notKnown.length > 0 ? first + REFUSED_RATE_LOOKUPS_APART_MS : null,
  };
}

/** How many answers are missing that lie far enough apart, and when the last of them can be there at the earliest. */
function spreadOf(
  notKnownAtMs: readonly number[],
  { sinceMs, apartMs }: { readonly sinceMs: number; readonly apartMs: number },
): { readonly missing: number; readonly completeAtMs: number } {
  let count = 0;
  let lastMs = sinceMs - apartMs;
  for (const atMs of notKnownAtMs) {
    if (atMs < sinceMs || atMs < lastMs + apartMs) continue;
    count += 1;
    lastMs = atMs;
  }
  const missing = Math.max(0, NOT_KNOWN_SPREAD_ANSWERS - count);
  return { missing, completeAtMs: missing === 0 ? sinceMs : lastMs + missing * apartMs };
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
  const { reference, reason, suspected, transactionId, attempts, lookups } = payout;
  const plain = (text: string | null): string | null => text?.replaceAll(reference, 'REFERENCE') ?? null;
  const asked = attempts.map(({ outcome, httpStatus, answer }) => [outcome, httpStatus, plain(answer)]);
  const answers = lookups.map(({ finding, httpStatus, answer }) =>
    finding === 'notKnown' ? finding : JSON.stringify([finding, httpStatus, plain(answer)]),
  );
  const changes = answers.filter((words, index) => words !== answers[index - 1]);
  return JSON.stringify([isOpen, reason, suspected, transactionId !== null, asked, changes]);
}

/** How a person names a payout. Shape: `batch` and `rowNumber` as in `B0012/7`, the row as the sheet shows it. */
export type PayoutName =
  | { readonly by: 'reference'; readonly reference: Reference }
  | { readonly by: 'row'; readonly batch: BatchId; readonly rowNumber: number };

/** A payout that a name found. Shape: `decidedBy` and `decidedAtMs` only while it stands as a person decided. */
export interface FoundPayout {
  readonly payoutId: PayoutId;
  readonly batch: number;
  readonly id: BatchId;
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly state: StateKind;
  readonly decidedBy: string | null;
  readonly decidedAtMs: number | null;
}

/** What a person says. Shape: `bankReference` is the RRN or UTR on the bank's statement. */
export type Verdict = { readonly kind: 'paid'; readonly bankReference: string } | { readonly kind: 'notPaid' };

/** An RRN has twelve digits, a UTR up to 22 letters and digits; some banks write longer ones. */
const BANK_REFERENCE_SHAPE = /^(?=.*\d)[A-Za-z0-9]{6,35}$/;

/** Whether a text can be an RRN or a UTR. */
export function isBankReference(text: string): boolean {
  return BANK_REFERENCE_SHAPE.test(text);
}

export const BANK_REFERENCE_CURE = "Give it as the bank's statement shows it: 6 to 35 letters and digits, no spaces.";

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
  | { readonly kind: 'otherCount'; readonly count: number }
  | { readonly kind: 'bankReferenceUsed'; readonly batch: BatchId; readonly rowNumber: number };
