// The unknown desk: what is known about a payout in doubt, what a person may decide now, and which payouts have the same
// evidence. In: evidence as the store keeps it, and the clock. Out: choices and groups.
// This file must never let "not known" decide anything: it only says when a person may.

import type { BatchId, PayoutId, Reference } from './ids.ts';
import {
  DECIDE_AFTER_NOT_KNOWN_ANSWERS,
  DECIDED_TOGETHER_MAX,
  NOT_KNOWN_SPREAD_ANSWERS,
  NOT_KNOWN_SPREAD_PARTS,
  REFUSED_RATE_LOOKUPS_APART_MS,
} from './limits.ts';
import type { Paise } from './money.ts';
import type { UnknownReason } from './outcomes.ts';
import type { Beneficiary } from './rows.ts';
import type { Suspicion } from './states.ts';

/** One request to the gateway. Shape: nulls from `answeredAtMs` on when nothing was ever heard; `answer` word for word. */
export interface UnknownAttempt {
  readonly number: number;
  readonly sentAtMs: number;
  readonly answeredAtMs: number | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly message: string | null;
  readonly answer: string | null;
}

/** One look-up. Shape: `finding` is `notKnown`, `unclear`, `mismatch` or `state WORD`; `answer` word for word. */
export interface UnknownLookup {
  readonly by: 'transactionId' | 'reference';
  readonly finding: string;
  readonly httpStatus: number | null;
  readonly answer: string | null;
  readonly atMs: number;
}

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
  readonly attempts: readonly UnknownAttempt[];
  readonly lookups: readonly UnknownLookup[];
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
export interface DecisionMeans extends DecideAt {
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
  const heard = lookups.map(({ finding, httpStatus, answer }) =>
    finding === 'notKnown' ? finding : JSON.stringify([finding, httpStatus, plain(answer)]),
  );
  const changes = heard.filter((words, index) => words !== heard[index - 1]);
  return JSON.stringify([isOpen, reason, suspected, transactionId !== null, asked, changes]);
}
