// What a lookup proves, after comparing it with the gateway's answers for an invented key and for our reference, and which
// further lookups that takes.

import { verbatim } from '../../../shared/messages/message.ts';
import { isDocumentedWord, type LookupAnswer, type LookupKey } from '../../../shared/outcomes.ts';
import { type Ending, endedUnpaid, type Finding } from '../../../shared/states.ts';
import type { DueLookup, LookupResult } from '../domain/ledger.ts';
import { inventedKey } from '../domain/lookup-key.ts';

export type AnsweredLookup = Extract<LookupAnswer, { kind: 'answered' }>;

/**
 * The finding of an answered lookup. An answer equal to the fingerprint means "not known", whatever its wording. Without a
 * fingerprint an answer by reference proves nothing; an answer by transaction id still does, because the gateway made that id.
 */
export function findingOf(
  answer: AnsweredLookup,
  { key, notKnown }: { readonly key: Pick<LookupKey, 'by'>; readonly notKnown: string | null },
): Finding {
  const { meaning } = answer;
  // An answer about another payment says nothing about this one, not even when it says "not known".
  if (meaning.kind === 'mismatch') return UNCLEAR;
  if (notKnown !== null && answer.fingerprint === notKnown) return { kind: 'notKnown' };
  if (meaning.kind !== 'state' || (notKnown === null && key.by === 'reference')) return UNCLEAR;
  return { kind: 'state', state: meaning.state, word: meaning.word };
}

/** The finding with its details. `byReference`: the answer for our reference, where that was looked up too. */
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
  const word = meaning.kind === 'mismatch' ? undefined : wordOf(answer, byReference);
  return {
    finding,
    utr,
    message: message === null ? null : verbatim(message),
    evidence,
    ...(word === undefined ? {} : { word }),
    ...(echoedId === undefined ? {} : { echoedId }),
    ...alarm,
  };
}

/** The gateway's word for the payment in either answer; a documented word is preferred. */
function wordOf(...answers: readonly (LookupAnswer | null)[]): string | undefined {
  const words = answers.flatMap((answer) => {
    if (answer?.kind !== 'answered') return [];
    const { meaning } = answer;
    const isWorded = meaning.kind === 'state' || meaning.kind === 'unclear';
    return isWorded && meaning.word !== undefined ? [meaning.word] : [];
  });
  return words.find(isDocumentedWord) ?? words[0];
}

/** If a gateway calls an invented reference paid or under way, the same words cannot clear a payout for sending. */
export function soundsPaid({ meaning }: AnsweredLookup): boolean {
  return meaning.kind === 'state' && meaning.state !== 'failed' && meaning.state !== 'rejected';
}

/** What the desk knows about a payout when it is looked up. */
type KnownBefore = Pick<DueLookup, 'inDoubt' | 'endedAs' | 'confirmsId'>;

/**
 * What a lookup is about. `isStrict`: the lookup decides whether the same is paid again. Then answers that were not meant as
 * answers do not count, nor does a "not known" worded as paid or under way.
 */
export interface LookupAbout extends KnownBefore {
  readonly key: LookupKey;
  readonly notKnown: string | null;
  readonly isStrict: boolean;
}

/** `beside`: the answer for an invented key right afterwards. `byReference`: that for our reference. Null if not looked up. */
export interface LookupAnswers<Answer extends LookupAnswer = LookupAnswer> {
  readonly answer: Answer;
  readonly beside: LookupAnswer | null;
  readonly byReference: LookupAnswer | null;
}

/** How the gateway is asked. */
export interface LookupAsker {
  readonly first: (key: LookupKey) => Promise<LookupAnswer>;
  /** Every further request of the same lookup. */
  readonly more: (key: LookupKey) => Promise<LookupAnswer>;
  /** Makes a random reference, never used. */
  readonly invent: () => string;
}

/** A lookup with all further requests needed to believe its answer. `key`: the key that was finally used. */
export async function lookUpWeighed(
  asker: LookupAsker,
  about: LookupAbout,
): Promise<LookupAnswers & { readonly key: LookupKey }> {
  const asked = { ...(await askWeighed(asker, about)), key: about.key };
  const { answer, byReference } = asked;
  if (answer.kind !== 'answered' || byReference !== null) return asked;
  const finding = provenBy({ ...asked, answer }, about);
  const key = keyBesideSilence(finding, answer, about);
  if (key === null) return asked;
  const ours = await askWeighed({ ...asker, first: asker.more }, { ...about, key });
  const isSilent =
    ours.answer.kind === 'answered' &&
    provenBy({ ...ours, answer: ours.answer }, { ...about, key }).kind === 'notKnown';
  // If either lookup is unclear, the result is unclear.
  return finding.kind === 'unclear' && isSilent ? asked : { ...ours, key };
}

/**
 * A gateway may change how it says "not known", and some say it with the word for a state. So an invented key is looked up at
 * the same moment. A transaction id is the gateway's and may belong to another payment; the reference is ours.
 */
async function askWeighed({ first, more, invent }: LookupAsker, about: LookupAbout): Promise<LookupAnswers> {
  const { key } = about;
  const answer = await first(key);
  const alone = { answer, beside: null, byReference: null };
  if (answer.kind !== 'answered') return alone;
  const finding = findingAlone(answer, about);
  if (finding.kind !== 'state' || !needsWeighing(finding.state, about)) return alone;
  const beside = await more(inventedKey(key, invent()));
  const ours = confirmingKey(finding.state, about);
  if (ours === null || weighed(finding, answer, { key, beside }).kind !== 'state') return { ...alone, beside };
  return { answer, beside, byReference: await more(ours) };
}

/** What a lookup proves, checked against the invented key and our reference where needed. */
export function provenBy({ answer, beside, byReference }: LookupAnswers<AnsweredLookup>, about: LookupAbout): Finding {
  const { key, notKnown, inDoubt, endedAs, isStrict } = about;
  const finding = findingAlone(answer, about);
  if (finding.kind !== 'state' || !needsWeighing(finding.state, about)) return finding;
  const found = strictly(weighed(finding, answer, { beside, key }), answer, about);
  if (confirmingKey(finding.state, about) === null) return found;
  // A payout that ended unpaid is believed to have ended so again.
  const mustAgree = isStrict ? !endedUnpaid(finding.state) : inDoubt || endedAs !== null;
  return confirmed(found, byReference, { notKnown, mustAgree });
}

function findingAlone(answer: AnsweredLookup, about: LookupAbout): Finding {
  return strictly(findingOf(answer, about), answer, about);
}

function strictly(finding: Finding, answer: AnsweredLookup, { isStrict }: LookupAbout): Finding {
  if (!isStrict) return finding;
  const isDoubtful = !isDeliberate(answer) || (finding.kind === 'notKnown' && soundsPaid(answer));
  return isDoubtful ? UNCLEAR : finding;
}

/**
 * Whether a state is believed only after comparing with an invented key: a state that allows paying again, one that contradicts
 * the desk, any state of a payout in doubt, and success when only our reference could be used or when the id may be another
 * computer's payment. A gateway may start to answer any of these for everything it does not know.
 */
function needsWeighing(
  state: 'processing' | Ending,
  { key, inDoubt, endedAs, confirmsId }: KnownBefore & Pick<LookupAbout, 'key'>,
): boolean {
  const isNewSuccess = state === 'success' && endedAs === null && (key.by === 'reference' || confirmsId === true);
  return endedUnpaid(state) || inDoubt || isNewSuccess || (endedAs !== null && endedAs !== state);
}

/** Our reference, to confirm an ending found by transaction id; null where it needs no confirming. */
function confirmingKey(state: 'processing' | Ending, about: KnownBefore & Pick<LookupAbout, 'key'>): LookupKey | null {
  const { by, reference, transactionId } = about.key;
  if (by === 'reference' || reference === undefined || state === 'processing' || state === about.endedAs) return null;
  return needsWeighing(state, about) ? { by: 'reference', reference, transactionId } : null;
}

/**
 * Our reference, where the transaction id gave no state: the gateway may know the payout only by reference. A refused rate or
 * token says nothing about the id; and without a known "not known" an answer by reference proves nothing.
 */
function keyBesideSilence(
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

/** Rechecks the finding against the answer for an invented key of the same kind, looked up at the same moment. */
function weighed(
  finding: Finding,
  answer: AnsweredLookup,
  { beside, key }: { readonly beside: LookupAnswer | null } & Pick<LookupAbout, 'key'>,
): Finding {
  if (finding.kind !== 'state') return finding;
  if (beside?.kind !== 'answered' || !isDeliberate(beside)) return UNCLEAR;
  if (beside.fingerprint === answer.fingerprint) {
    // An invented id may exist; then nothing is known about ours.
    return key.by === 'reference' ? { kind: 'notKnown' } : UNCLEAR;
  }
  return isAboutItsKey(beside) ? finding : UNCLEAR;
}

/** An answer about another payment or about the merchant does not show how the gateway says "not known". */
export function isAboutItsKey({ meaning }: AnsweredLookup): boolean {
  return meaning.kind !== 'mismatch' && meaning.kind !== 'invalidMid';
}

/**
 * Rechecks the finding against the answer for our reference. Another state there is a contradiction, so nothing is believed.
 * "Not known" there is a contradiction only with `mustAgree`: some gateways look up nothing but their own ids.
 */
function confirmed(
  finding: Finding,
  byReference: LookupAnswer | null,
  { notKnown, mustAgree }: { readonly notKnown: string | null; readonly mustAgree: boolean },
): Finding {
  if (finding.kind !== 'state') return finding;
  // Without a known "not known", an answer by reference cannot prove anything, but it can contradict.
  if (notKnown === null) return contradicts(finding.state, byReference) ? UNCLEAR : finding;
  if (byReference?.kind !== 'answered' || !isDeliberate(byReference)) return UNCLEAR;
  const other = findingOf(byReference, { key: { by: 'reference' }, notKnown });
  if (other.kind === 'state') return other.state === finding.state ? finding : UNCLEAR;
  return other.kind === 'notKnown' && !mustAgree ? finding : UNCLEAR;
}

/** Whether the answer for our reference has another state or is about another payment. */
function contradicts(state: 'processing' | Ending, byReference: LookupAnswer | null): boolean {
  if (byReference?.kind !== 'answered') return false;
  const { meaning } = byReference;
  return meaning.kind === 'mismatch' || (meaning.kind === 'state' && meaning.state !== state);
}

const UNCLEAR: Finding = { kind: 'unclear' };

/** Whether an answer was meant as one: a firewall page, a 429 or a server fault says nothing about the payout. */
export function isDeliberate(answer: AnsweredLookup): boolean {
  const status = answer.evidence.httpStatus ?? 0;
  return answer.fingerprint !== null && status >= 200 && status < 500 && status !== 429;
}
