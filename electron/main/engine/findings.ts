// What a look-up proves, once it is compared with what the gateway says of a key that does not exist, and of our
// reference.

import type { LookupAnswer, LookupKey } from '../../../shared/outcomes.ts';
import { type Ending, endedUnpaid, type Finding } from '../../../shared/states.ts';
import type { DueLookup, LookupResult } from '../domain/ledger.ts';

export type AnsweredLookup = Extract<LookupAnswer, { kind: 'answered' }>;

/**
 * The finding of an answered look-up. An answer equal to the fingerprint means "not known", whatever words it uses.
 * Without a fingerprint an answer by reference proves nothing; by transaction id it still does, the gateway made that id.
 */
export function findingOf(
  answer: AnsweredLookup,
  { key, notKnown }: { readonly key: Pick<LookupKey, 'by'>; readonly notKnown: string | null },
): Finding {
  const { meaning } = answer;
  // Whatever is said of another payment, a "not known" too, is not said of this one.
  if (meaning.kind === 'mismatch') return UNCLEAR;
  if (notKnown !== null && answer.fingerprint === notKnown) return { kind: 'notKnown' };
  if (meaning.kind !== 'state' || (notKnown === null && key.by === 'reference')) return UNCLEAR;
  return { kind: 'state', state: meaning.state, word: meaning.word };
}

/** The finding with what is kept beside it. Shape: `byReference` is what our reference was answered, where it was asked as well. */
export function lookupResult(
  finding: Finding,
  answer: AnsweredLookup,
  byReference: LookupAnswer | null = null,
): LookupResult {
  const isAnothers = byReference?.kind === 'answered' && byReference.meaning.kind === 'mismatch';
  const { evidence, meaning } = isAnothers ? byReference : answer;
  const isBelieved = finding.kind === 'state' && meaning.kind === 'state';
  const { utr, message } = isBelieved ? meaning : { utr: null, message: null };
  const alarm = meaning.kind === 'mismatch' ? { mismatch: meaning.message } : {};
  const { transactionId: echoedId } = meaning.kind === 'state' ? meaning : { transactionId: undefined };
  return { finding, utr, message, evidence, ...(echoedId === undefined ? {} : { echoedId }), ...alarm };
}

/** A gateway that calls an invented reference paid or under way cannot clear a payout for sending with the same words. */
export function soundsPaid({ meaning }: AnsweredLookup): boolean {
  return meaning.kind === 'state' && meaning.state !== 'failed' && meaning.state !== 'rejected';
}

/** What the desk knows of a payout when it is looked up. */
export type Known = Pick<DueLookup, 'inDoubt' | 'endedAs'>;

/**
 * Whether a state is believed only beside an invented key: one that frees a payout to be paid again, one that the desk knows
 * otherwise, and any of a payout in doubt. A gateway may begin to say either of all that it does not know.
 */
export function needsWeighing(state: 'processing' | Ending, { inDoubt, endedAs }: Known): boolean {
  return endedUnpaid(state) || inDoubt || (endedAs !== null && endedAs !== state);
}

/** What an ending heard by transaction id is asked for once more, by our own reference; null where it needs no confirming. */
export function confirmingKey(state: 'processing' | Ending, key: LookupKey, known: Known): LookupKey | null {
  const { by, reference, transactionId } = key;
  if (by === 'reference' || reference === undefined || state === 'processing' || state === known.endedAs) return null;
  return needsWeighing(state, known) ? { by: 'reference', reference, transactionId } : null;
}

/**
 * Our reference, where the transaction id told no state: the gateway may know the payout by its reference alone. A refused
 * rate or token says nothing about the id; and where "not known" cannot be told, an answer by reference proves nothing.
 */
export function keyBesideSilence(
  finding: Finding,
  answer: AnsweredLookup,
  { key, notKnown }: { readonly key: LookupKey; readonly notKnown: string | null },
): LookupKey | null {
  const { by, reference, transactionId } = key;
  if (by === 'reference' || reference === undefined || notKnown === null || finding.kind === 'state') return null;
  const { meaning, evidence } = answer;
  if (meaning.kind === 'mismatch' || meaning.kind === 'invalidMid' || [401, 429].includes(evidence.httpStatus ?? 0))
    return null;
  return { by: 'reference', reference, transactionId };
}

/** The finding once more, beside what an invented key of the same kind was answered in the same breath: null if none was. */
export function weighed(
  finding: Finding,
  answer: AnsweredLookup,
  { beside, key }: { readonly beside: LookupAnswer | null; readonly key: LookupKey },
): Finding {
  if (finding.kind !== 'state') return finding;
  if (beside?.kind !== 'answered' || !isDeliberate(beside)) return UNCLEAR;
  if (beside.fingerprint !== answer.fingerprint) return finding;
  // An invented id may be somebody's: then nothing is said of ours.
  return key.by === 'reference' ? { kind: 'notKnown' } : UNCLEAR;
}

/**
 * The finding once more, beside what our reference was answered. Another state there is a contradiction, and nothing is
 * believed. Silence about the reference is one only where `mustAgree`: some gateways look up nothing but their own ids.
 */
export function confirmed(
  finding: Finding,
  byReference: LookupAnswer | null,
  { notKnown, mustAgree }: { readonly notKnown: string | null; readonly mustAgree: boolean },
): Finding {
  if (finding.kind !== 'state') return finding;
  // Where "not known" cannot be told, no answer by reference proves anything, but it can contradict.
  if (notKnown === null) return contradicts(finding.state, byReference) ? UNCLEAR : finding;
  if (byReference?.kind !== 'answered' || !isDeliberate(byReference)) return UNCLEAR;
  const other = findingOf(byReference, { key: { by: 'reference' }, notKnown });
  if (other.kind === 'state') return other.state === finding.state ? finding : UNCLEAR;
  return other.kind === 'notKnown' && !mustAgree ? finding : UNCLEAR;
}

/** Whether our reference is answered with another state, or about another payment. */
function contradicts(state: 'processing' | Ending, byReference: LookupAnswer | null): boolean {
  if (byReference?.kind !== 'answered') return false;
  const { meaning } = byReference;
  return meaning.kind === 'mismatch' || (meaning.kind === 'state' && meaning.state !== state);
}

const UNCLEAR: Finding = { kind: 'unclear' };

/** Whether an answer was meant as one: a wall's page, a 429 or a server fault says nothing about the payout asked for. */
export function isDeliberate(answer: AnsweredLookup): boolean {
  const status = answer.evidence.httpStatus ?? 0;
  return answer.fingerprint !== null && status >= 200 && status < 500 && status !== 429;
}
