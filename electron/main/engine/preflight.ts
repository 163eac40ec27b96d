// Preflight: reads only, before any payout. The wallet proves URL, token and mid; two invented references show how the
// gateway says "not known"; some of the batch's own references show whether this file was paid from elsewhere.

import { type Pause, unreachable } from '../../../shared/failures.ts';
import type { Reference } from '../../../shared/ids.ts';
import {
  type Evidence,
  type LookupAnswer,
  type LookupKey,
  NO_EVIDENCE,
  type WalletAnswer,
} from '../../../shared/outcomes.ts';
import type { LookedAgain, PacedReads, Preflight } from '../domain/run.ts';
import { type AnsweredLookup, isDeliberate, lookUpWeighed, lookupResult, provenBy } from './findings.ts';

const PREFLIGHT_RETRY_MS = 300;

/** Preflight asks a read again this often before it gives up, waiting a little longer each time. */
const PREFLIGHT_TRIES = 5;

/** Runs the reads. Shape: `doubt` is what needs a tick before going on. Errors: stopped, with the reason and the cure. */
export async function preflight(reads: PacedReads, references: readonly Reference[]): Promise<Preflight> {
  const wallet = await readWallet(reads);
  if (wallet.kind !== 'balance') return { kind: 'stopped', pause: pauseOfWallet(wallet), evidence: evidenceOf(wallet) };
  const learned = await learnNotKnown(reads);
  if (learned.kind === 'stopped') return learned;
  const { notKnown } = learned;
  for (const reference of references) {
    const probe = await askUntilClear(reads, { by: 'reference', reference });
    if (probe.kind !== 'answered') return stoppedBy(probe);
    if (notKnown !== null && probe.fingerprint === notKnown) continue;
    if (probe.meaning.kind === 'state' || notKnown !== null)
      return { kind: 'stopped', ...known(reference, probe, notKnown) };
  }
  const doubt: Pause | null = notKnown === null ? UNRELIABLE : null;
  return { kind: 'ready', notKnown, balance: wallet.balance, doubt };
}

const UNRELIABLE: Pause = {
  code: 'lookupsUnreliable',
  message:
    'The gateway gives no steady answer about references that do not exist, so lost answers could not be looked up here.',
};

type StoppedPreflight = Omit<Extract<Preflight, { kind: 'stopped' }>, 'kind'>;

function known(reference: Reference, { meaning, evidence }: AnsweredLookup, notKnown: string | null): StoppedPreflight {
  if (meaning.kind !== 'state') {
    const message = `The gateway's look-up of reference ${reference} gave no clear answer. Try again in a minute.`;
    return { pause: { code: 'lookupsUnreliable', message } };
  }
  const message = `The gateway already knows reference ${reference} (${meaning.word}): this file was probably paid from another computer or before a restore.`;
  return { pause: { code: 'referenceKnown', message }, known: { reference, evidence, notKnown } };
}

async function readWallet(reads: PacedReads): Promise<WalletAnswer> {
  let answer = await reads.wallet();
  for (let tries = 1; tries < PREFLIGHT_TRIES && isPassing(answer); tries += 1) {
    await reads.wait(PREFLIGHT_RETRY_MS * tries);
    answer = await reads.wallet();
  }
  return answer;
}

/** A lost answer, or one that says nothing, is no gateway that cannot be reached. */
function isPassing(answer: WalletAnswer): boolean {
  if (answer.kind === 'unreachable') return answer.isLost === true;
  return answer.kind === 'unclear' && answer.isRefusal !== true;
}

type Learned =
  | { readonly kind: 'learned'; readonly notKnown: string | null }
  | { readonly kind: 'stopped'; readonly pause: Pause; readonly evidence: Evidence };

/**
 * Two invented references that get the same answer teach what "not known" looks like, and two that differ teach that it
 * cannot be told. A server fault teaches nothing, and a gateway that answers none of them cannot be reached.
 */
async function learnNotKnown(reads: PacedReads): Promise<Learned> {
  let first: string | null = null;
  let silence: Extract<LookupAnswer, { kind: 'unreachable' }> | null = null;
  let wasAnswered = false;
  for (let tries = 0; tries < PREFLIGHT_TRIES + 1; tries += 1) {
    const answer = await reads.lookUp({ by: 'reference', reference: reads.inventReference() });
    if (answer.kind === 'unauthorized') return stoppedBy(answer);
    if (answer.kind === 'answered' && answer.meaning.kind === 'invalidMid') {
      return { kind: 'stopped', pause: pauseOfWallet({ kind: 'invalidMid' }), evidence: answer.evidence };
    }
    if (answer.kind === 'unreachable') silence = answer;
    else wasAnswered = true;
    const lesson = answer.kind === 'answered' && isDeliberate(answer) ? answer.fingerprint : null;
    if (lesson === null) await reads.wait(PREFLIGHT_RETRY_MS * (tries + 1));
    else if (first !== null) return { kind: 'learned', notKnown: lesson === first ? lesson : null };
    else first = lesson;
  }
  if (silence !== null && !wasAnswered) return stoppedBy(silence);
  return { kind: 'learned', notKnown: null };
}

/** Asks until the answer was meant as one, a few times. */
async function askUntilClear(reads: PacedReads, key: LookupKey): Promise<LookupAnswer> {
  let answer = await reads.lookUp(key);
  for (let tries = 1; tries < PREFLIGHT_TRIES; tries += 1) {
    const isClear = answer.kind === 'answered' && isDeliberate(answer);
    if (isClear || answer.kind === 'unauthorized') return answer;
    await reads.wait(PREFLIGHT_RETRY_MS * tries);
    answer = await reads.lookUp(key);
  }
  return answer;
}

/** Why a wallet answer stops a run, in words that name the cure. */
export function pauseOfWallet(answer: Exclude<WalletAnswer, { kind: 'balance' }>): Pause {
  switch (answer.kind) {
    case 'unauthorized':
      return { code: 'tokenRefused', message: 'The gateway refused the token.' };
    case 'invalidMid':
      return { code: 'invalidMid', message: "The gateway does not know this merchant id: correct the profile's mid." };
    case 'wrongUrl':
      return {
        code: 'wrongUrl',
        message: `There is no gateway at the base URL (HTTP ${answer.httpStatus}): correct the profile's URL.`,
      };
    case 'unclear':
      return {
        code: 'unreachable',
        message:
          answer.isRefusal === true
            ? `The gateway refused to tell the wallet: ${answer.message}`
            : `The gateway's wallet gave no clear answer: ${answer.message}`,
      };
    case 'unreachable':
      return answer.certificate
        ? { code: 'certificate', message: `The gateway's certificate is not valid: ${answer.message}` }
        : {
            code: 'unreachable',
            message:
              answer.isLost === true
                ? `The gateway does not answer: ${answer.message}`
                : `The gateway cannot be reached: ${answer.message}`,
          };
    default:
      return unreachable(answer);
  }
}

const LOOKUPS_REFUSED: Pause = {
  code: 'lookupsUnreliable',
  message:
    'The gateway takes the token for the wallet but answers a look-up with HTTP 401, so lost answers could not be looked up here.',
};

/** Why a look-up's answer stops a run. */
function pauseOfLookup(answer: LookupAnswer): Pause {
  // The wallet took the token a moment ago.
  if (answer.kind === 'unauthorized') return LOOKUPS_REFUSED;
  if (answer.kind === 'unreachable') return pauseOfWallet(answer);
  return {
    code: 'lookupsUnreliable',
    message: 'The gateway gave no clear answer to a look-up. Try again in a minute.',
  };
}

function stoppedBy(answer: LookupAnswer): { kind: 'stopped'; pause: Pause; evidence: Evidence } {
  return { kind: 'stopped', pause: pauseOfLookup(answer), evidence: evidenceOf(answer) };
}

/** What came back where nothing useful did. */
export function evidenceOf(answer: WalletAnswer | LookupAnswer): Evidence {
  if ('evidence' in answer) return answer.evidence;
  if (answer.kind === 'wrongUrl') return { httpStatus: answer.httpStatus, text: null };
  return answer.kind === 'unauthorized' ? { httpStatus: 401, text: null } : NO_EVIDENCE;
}

/** Looks the payout up. Errors: stopped when the gateway is out of reach, or refuses the token. */
export async function lookAgain(
  reads: PacedReads,
  { key, notKnown }: { readonly key: LookupKey; readonly notKnown: string | null },
): Promise<LookedAgain> {
  const ask = (one: LookupKey): Promise<LookupAnswer> => askUntilClear(reads, one);
  // Whatever it says now, it decides over money.
  const about = { key, notKnown, inDoubt: true, endedAs: null, isStrict: true };
  const asker = { first: ask, more: ask, invent: () => reads.inventReference() };
  const { answer, key: asked, ...beside } = await lookUpWeighed(asker, about);
  if (answer.kind !== 'answered') return stoppedBy(answer);
  const { meaning, evidence } = answer;
  if (meaning.kind === 'invalidMid') return { kind: 'stopped', pause: pauseOfWallet(meaning), evidence };
  const finding = provenBy({ answer, ...beside }, { ...about, key: asked });
  const looked = lookupResult(finding, answer, beside.byReference);
  return { kind: 'looked', ...looked, ...(asked === key ? {} : { key: asked }) };
}
