// Preflight: reads only, before any payout. The wallet proves URL, token and mid; two invented references show how the gateway
// says "not known"; some of the batch's own references show whether this file was paid from elsewhere.

import { type Pause, unreachable } from '../../../shared/failures.ts';
import type { Reference } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import {
  type Evidence,
  type LookupAnswer,
  type LookupKey,
  NO_EVIDENCE,
  type WalletAnswer,
} from '../../../shared/outcomes.ts';
import type { LookedUpOnce, PacedReads, Preflight } from '../domain/run.ts';
import { type AnsweredLookup, isAboutItsKey, isDeliberate, lookUpWeighed, lookupResult, provenBy } from './findings.ts';

const PREFLIGHT_RETRY_MS = 300;

/** How often preflight tries a read, with growing waits. */
const PREFLIGHT_TRIES = 5;

/** Runs the reads. `doubt` needs a tick before going on. `stopped` has the reason and the cure. */
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

const UNRELIABLE: Pause = { code: 'lookupsUnreliable', message: msg('pause.lookupsUnreliable') };

type StoppedPreflight = Omit<Extract<Preflight, { kind: 'stopped' }>, 'kind'>;

function known(reference: Reference, { meaning, evidence }: AnsweredLookup, notKnown: string | null): StoppedPreflight {
  if (meaning.kind !== 'state') {
    return { pause: { code: 'lookupsUnreliable', message: msg('pause.lookupsUnreliable.reference', { reference }) } };
  }
  const message = msg('pause.referenceKnown', { reference, word: meaning.word });
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

/** A lost or meaningless answer does not yet mean that the gateway is out of reach. */
function isPassing(answer: WalletAnswer): boolean {
  if (answer.kind === 'unreachable') return answer.isLost === true;
  return answer.kind === 'unclear' && answer.isRefusal !== true;
}

type Learned =
  | { readonly kind: 'learned'; readonly notKnown: string | null }
  | { readonly kind: 'stopped'; readonly pause: Pause; readonly evidence: Evidence };

/**
 * If two invented references get the same answer, that is what "not known" looks like; if they differ, "not known" cannot be
 * recognised. A server fault shows nothing, nor does an answer about another payment; and a gateway that answers neither is out of reach.
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
    const isLesson = answer.kind === 'answered' && isDeliberate(answer) && isAboutItsKey(answer);
    const lesson = isLesson ? answer.fingerprint : null;
    if (lesson === null) await reads.wait(PREFLIGHT_RETRY_MS * (tries + 1));
    else if (first !== null) return { kind: 'learned', notKnown: lesson === first ? lesson : null };
    else first = lesson;
  }
  if (silence !== null && !wasAnswered) return stoppedBy(silence);
  return { kind: 'learned', notKnown: null };
}

/** Retries a few times until an answer is deliberate. */
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
      return { code: 'tokenRefused', message: msg('pause.tokenRefused') };
    case 'invalidMid':
      return { code: 'invalidMid', message: msg('pause.invalidMid') };
    case 'wrongUrl':
      return { code: 'wrongUrl', message: msg('pause.wrongUrl.noGateway', { status: answer.httpStatus }) };
    case 'unclear': {
      const code = answer.isRefusal === true ? 'pause.unreachable.refused' : 'pause.unreachable.unclear';
      return { code: 'unreachable', message: msg(code, { why: answer.message }) };
    }
    case 'unreachable': {
      const why = { why: answer.message };
      if (answer.certificate) return { code: 'certificate', message: msg('pause.certificate', why) };
      const code = answer.isLost === true ? 'pause.unreachable.lost' : 'pause.unreachable';
      return { code: 'unreachable', message: msg(code, why) };
    }
    default:
      return unreachable(answer);
  }
}

const LOOKUPS_REFUSED: Pause = { code: 'lookupsUnreliable', message: msg('pause.lookupsUnreliable.refused') };

/** Why a lookup's answer stops a run. */
function pauseOfLookup(answer: LookupAnswer): Pause {
  // The wallet call accepted the token a moment ago.
  if (answer.kind === 'unauthorized') return LOOKUPS_REFUSED;
  if (answer.kind === 'unreachable') return pauseOfWallet(answer);
  return { code: 'lookupsUnreliable', message: msg('pause.lookupsUnreliable.unclear') };
}

function stoppedBy(answer: LookupAnswer): { kind: 'stopped'; pause: Pause; evidence: Evidence } {
  return { kind: 'stopped', pause: pauseOfLookup(answer), evidence: evidenceOf(answer) };
}

/** What came back instead of a useful answer. */
export function evidenceOf(answer: WalletAnswer | LookupAnswer): Evidence {
  if ('evidence' in answer) return answer.evidence;
  if (answer.kind === 'wrongUrl') return { httpStatus: answer.httpStatus, text: null };
  return answer.kind === 'unauthorized' ? { httpStatus: 401, text: null } : NO_EVIDENCE;
}

/** Looks the payout up. `stopped` when the gateway is out of reach or refuses the token. */
export async function lookUpOnce(
  reads: PacedReads,
  { key, notKnown }: { readonly key: LookupKey; readonly notKnown: string | null },
): Promise<LookedUpOnce> {
  const ask = (one: LookupKey): Promise<LookupAnswer> => askUntilClear(reads, one);
  // This answer decides about money, so it is weighed strictly.
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
