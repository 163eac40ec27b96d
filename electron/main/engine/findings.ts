// What a look-up proves, once it is compared with what the gateway says of a key that does not exist, and of our
// reference, and what is asked beside it to find that out.

import { isDocumentedWord, type LookupAnswer, type LookupKey } from '../../../shared/outcomes.ts';
import { type Ending, endedUnpaid, type Finding } from '../../../shared/states.ts';
import type { DueLookup, LookupResult } from '../domain/ledger.ts';
import { inventedKey } from '../domain/lookup-key.ts';

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
  const word = meaning.kind === 'mismatch' ? undefined : wordOf(answer, byReference);
  return {
    finding,
    utr,
    message,
    evidence,
    ...(word === undefined ? {} : { word }),
    ...(echoedId === undefined ? {} : { echoedId }),
    ...alarm,
  };
}

/** What the gateway calls the payment in either answer; a word that the specification has comes first. */
function wordOf(...answers: readonly (LookupAnswer | null)[]): string | undefined {
  const words = answers.flatMap((answer) => {
    if (answer?.kind !== 'answered') return [];
    const { meaning } = answer;
    const isWorded = meaning.kind === 'state' || meaning.kind === 'unclear';
    return isWorded && meaning.word !== undefined ? [meaning.word] : [];
  });
  return words.find(isDocumentedWord) ?? words[0];
}

/** A gateway that calls an invented reference paid or under way cannot clear a payout for sending with the same words. */
export function soundsPaid({ meaning }: AnsweredLookup): boolean {
  return meaning.kind === 'state' && meaning.state !== 'failed' && meaning.state !== 'rejected';
}

/** What the desk knows of a payout when it is looked up. */
type KnownBefore = Pick<DueLookup, 'inDoubt' | 'endedAs' | 'confirmsId'>;

/**
 * What a look-up is about. Shape: `isStrict` where it decides whether the same is paid once more: then nothing counts that was
 * not meant as an answer, nor a "not known" in words for paid or under way.
 */
export interface LookupAbout extends KnownBefore {
  readonly key: LookupKey;
  readonly notKnown: string | null;
  readonly isStrict: boolean;
}

/** What was answered. Shape: `beside` to an invented key right after it, `byReference` to ours; null where that was not asked. */
export interface LookupAnswers<Answer extends LookupAnswer = LookupAnswer> {
  readonly answer: Answer;
  readonly beside: LookupAnswer | null;
  readonly byReference: LookupAnswer | null;
}

/** How the gateway is asked. */
export interface LookupAsker {
  readonly first: (key: LookupKey) => Promise<LookupAnswer>;
  /** Every further question of the same look-up. */
  readonly more: (key: LookupKey) => Promise<LookupAnswer>;
  /** Makes a reference that nobody has ever used. */
  readonly invent: () => string;
}

/** A look-up with all that its word needs to be believed. Shape: `key` what was asked for in the end. */
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
  // A doubt by either stays one.
  return finding.kind === 'unclear' && isSilent ? asked : { ...ours, key };
}

/**
 * A gateway may have changed how it says "not known" since it was learned, and some say it with the very word for a state: so an
 * invented key is asked for in the same breath. A transaction id is the gateway's, and may be another payment's; the reference is ours.
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
  if (ours === null || weighed(finding, answer, { ...about, beside }).kind !== 'state') return { ...alone, beside };
  return { answer, beside, byReference: await more(ours) };
}

/** What a look-up proves, weighed and confirmed where its word needs it. */
export function provenBy({ answer, beside, byReference }: LookupAnswers<AnsweredLookup>, about: LookupAbout): Finding {
  const { key, notKnown, inDoubt, endedAs, isStrict } = about;
  const finding = findingAlone(answer, about);
  if (finding.kind !== 'state' || !needsWeighing(finding.state, about)) return finding;
  const found = strictly(weighed(finding, answer, { beside, key, notKnown }), answer, about);
  if (confirmingKey(finding.state, about) === null) return found;
  // What ended unpaid is believed to have done so again.
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
 * Whether a state is believed only beside an invented key: one that frees a payout to be paid again, one that the desk knows
 * otherwise, any of a payout in doubt, and success where only our reference could be asked for, or by an id that may be another
 * computer's payment. A gateway may begin to say any of them of all that it does not know.
 */
function needsWeighing(
  state: 'processing' | Ending,
  { key, inDoubt, endedAs, confirmsId }: KnownBefore & Pick<LookupAbout, 'key'>,
): boolean {
  const isNewSuccess = state === 'success' && endedAs === null && (key.by === 'reference' || confirmsId === true);
  return endedUnpaid(state) || inDoubt || isNewSuccess || (endedAs !== null && endedAs !== state);
}

/** What an ending found by transaction id is asked for once more, by our own reference; null where it needs no confirming. */
function confirmingKey(state: 'processing' | Ending, about: KnownBefore & Pick<LookupAbout, 'key'>): LookupKey | null {
  const { by, reference, transactionId } = about.key;
  if (by === 'reference' || reference === undefined || state === 'processing' || state === about.endedAs) return null;
  return needsWeighing(state, about) ? { by: 'reference', reference, transactionId } : null;
}

/**
 * Our reference, where the transaction id gave no state: the gateway may know the payout by its reference alone. A refused
 * rate or token says nothing about the id; and where "not known" cannot be told, an answer by reference proves nothing.
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

/** The finding once more, beside what an invented key of the same kind was answered in the same breath: null if none was. */
function weighed(
  finding: Finding,
  answer: AnsweredLookup,
  { beside, key, notKnown }: { readonly beside: LookupAnswer | null } & Pick<LookupAbout, 'key' | 'notKnown'>,
): Finding {
  if (finding.kind !== 'state') return finding;
  if (beside?.kind !== 'answered' || !isDeliberate(beside)) return UNCLEAR;
  if (beside.fingerprint === answer.fingerprint) {
    // An invented id may be somebody's: then nothing is said of ours.
    return key.by === 'reference' ? { kind: 'notKnown' } : UNCLEAR;
  }
  return isAboutItsKey(beside) || beside.fingerprint === notKnown ? finding : UNCLEAR;
}

/** Another payment's answer, or one about the merchant, does not tell how the gateway words what it does not know. */
function isAboutItsKey({ meaning }: AnsweredLookup): boolean {
  return meaning.kind !== 'mismatch' && meaning.kind !== 'invalidMid';
}

/**
 * The finding once more, beside what our reference was answered. Another state there is a contradiction, and nothing is
 * believed. Silence about the reference is one only where `mustAgree`: some gateways look up nothing but their own ids.
 */
function confirmed(
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
