// Preflight: reads only, before any payout. The wallet proves URL, token and mid; two invented references show how the
// gateway says "not known"; some of the batch's own references show whether this file was paid from elsewhere.

import { type Pause, unreachable } from '../../../shared/failures.ts';
import type { Reference } from '../../../shared/ids.ts';
import type { LookupAnswer, LookupKey, WalletAnswer } from '../../../shared/outcomes.ts';
import { endedUnpaid, type Finding } from '../../../shared/states.ts';
import { inventedKey } from '../domain/lookup-key.ts';
import type { LookedAgain, PacedReads, Preflight } from '../domain/run.ts';
import {
  type AnsweredLookup,
  confirmed,
  confirmingKey,
  findingOf,
  isDeliberate,
  keyBesideSilence,
  lookupResult,
  soundsPaid,
  weighed,
} from './findings.ts';

const PREFLIGHT_RETRY_MS = 300;

/** Preflight asks a read again this often before it gives up, waiting a little longer each time. */
const PREFLIGHT_TRIES = 5;

/** Runs the reads. Shape: `doubt` is what needs a tick before going on. Errors: stopped, with the reason and the cure. */
export async function preflight(reads: PacedReads, references: readonly Reference[]): Promise<Preflight> {
  const wallet = await readWallet(reads);
  if (wallet.kind !== 'balance') return { kind: 'stopped', pause: pauseOfWallet(wallet) };
  const learned = await learnNotKnown(reads);
  if (learned.kind === 'stopped') return learned;
  const { notKnown } = learned;
  for (const reference of references) {
    const probe = await askUntilClear(reads, { by: 'reference', reference });
    if (probe.kind !== 'answered') return { kind: 'stopped', pause: pauseOfLookup(probe) };
    if (notKnown !== null && probe.fingerprint === notKnown) continue;
    if (probe.meaning.kind === 'state' || notKnown !== null) return { kind: 'stopped', ...known(reference, probe) };
  }
  const doubt: Pause | null = notKnown === null ? UNRELIABLE : null;
  return { kind: 'ready', notKnown, balance: wallet.balance, doubt };
}

const UNRELIABLE: Pause = {
  code: 'lookupsUnreliable',
  message:
    'The gateway gives no steady answer about references that do not exist, so lost answers could not be looked up here.',
};

type Stopped = Omit<Extract<Preflight, { kind: 'stopped' }>, 'kind'>;

function known(reference: Reference, { meaning, evidence }: AnsweredLookup): Stopped {
  if (meaning.kind !== 'state') {
    const message = `The gateway's look-up of reference ${reference} gave no clear answer. Try again in a minute.`;
    return { pause: { code: 'lookupsUnreliable', message } };
  }
  const message = `The gateway already knows reference ${reference} (${meaning.word}): this file was probably paid from another computer or before a restore.`;
  return { pause: { code: 'referenceKnown', message }, known: { reference, evidence } };
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
  | { readonly kind: 'stopped'; readonly pause: Pause };

/**
 * Two invented references that get the same answer teach what "not known" looks like, and two that differ teach that it
 * cannot be told. A server fault teaches nothing, and a gateway that answers none of them cannot be reached.
 */
async function learnNotKnown(reads: PacedReads): Promise<Learned> {
  let first: string | null = null;
  let silence: Extract<LookupAnswer, { kind: 'unreachable' }> | null = null;
  let heard = false;
  for (let tries = 0; tries < PREFLIGHT_TRIES + 1; tries += 1) {
    const answer = await reads.lookUp({ by: 'reference', reference: reads.inventReference() });
    if (answer.kind === 'unauthorized') return { kind: 'stopped', pause: pauseOfLookup(answer) };
    if (answer.kind === 'answered' && answer.meaning.kind === 'invalidMid') {
      return { kind: 'stopped', pause: pauseOfWallet({ kind: 'invalidMid' }) };
    }
    if (answer.kind === 'unreachable') silence = answer;
    else heard = true;
    const lesson = answer.kind === 'answered' && isDeliberate(answer) ? answer.fingerprint : null;
    if (lesson === null) await reads.wait(PREFLIGHT_RETRY_MS * (tries + 1));
    else if (first !== null) return { kind: 'learned', notKnown: lesson === first ? lesson : null };
    else first = lesson;
  }
  if (silence !== null && !heard) return { kind: 'stopped', pause: pauseOfLookup(silence) };
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

/** Looks the payout up. Errors: stopped when the gateway is out of reach, or refuses the token. */
export async function lookAgain(reads: PacedReads, asked: Asked): Promise<LookedAgain> {
  const { key, notKnown } = asked;
  const answer = await askUntilClear(reads, key);
  if (answer.kind !== 'answered') return { kind: 'stopped', pause: pauseOfLookup(answer) };
  const { meaning } = answer;
  if (meaning.kind === 'invalidMid') return { kind: 'stopped', pause: pauseOfWallet(meaning) };
  const looked = (said: Finding, byReference: LookupAnswer | null = null): Looked => {
    return { kind: 'looked', ...lookupResult(said, answer, byReference) };
  };
  const silent = (finding: Finding): Promise<LookedAgain> =>
    besideReference(reads, looked(finding), { ...asked, answer });
  if (!isDeliberate(answer)) return silent(UNCLEAR);
  const finding = findingOf(answer, { key, notKnown });
  // What is not known by words for paid or under way may be paid or under way.
  if (finding.kind === 'notKnown' && soundsPaid(answer)) return silent(UNCLEAR);
  if (finding.kind !== 'state') return silent(finding);
  // Whatever it says now, it decides over money: it is weighed, and an ending by transaction id is confirmed.
  const { state } = finding;
  const beside = await askUntilClear(reads, inventedKey(key, reads.inventReference()));
  const said = weighed(finding, answer, { beside, key });
  if (said.kind === 'notKnown' && soundsPaid(answer)) return silent(UNCLEAR);
  if (said.kind !== 'state') return silent(said);
  const ours = confirmingKey(state, key, { inDoubt: true, endedAs: null });
  if (ours === null) return looked(said);
  const byReference = await askUntilClear(reads, ours);
  return looked(confirmed(said, byReference, { notKnown, mustAgree: !endedUnpaid(state) }), byReference);
}

interface Asked {
  readonly key: LookupKey;
  readonly notKnown: string | null;
}

type Looked = Extract<LookedAgain, { kind: 'looked' }>;

/** What is heard once our reference was asked as well, where a transaction id told no state: a doubt by either stays one. */
async function besideReference(
  reads: PacedReads,
  looked: Looked,
  { answer, ...asked }: Asked & { readonly answer: AnsweredLookup },
): Promise<LookedAgain> {
  const key = keyBesideSilence(looked.finding, answer, asked);
  if (key === null) return looked;
  const ours = await lookAgain(reads, { ...asked, key });
  if (ours.kind === 'stopped') return ours;
  return ours.finding.kind === 'notKnown' && looked.finding.kind === 'unclear' ? looked : { ...ours, key };
}

const UNCLEAR: Finding = { kind: 'unclear' };
