// Asks the gateway once more about a payout that has ended or is in doubt, outside any run. In: the paced reads, what it is
// looked up by and the not-known fingerprint. Out: a finding, weighed and confirmed, or why nothing can be asked now.
// This file must never take a wall's page or a fault of the server for a word about the payout.

import type { LookupKey } from '../../../shared/gateway-calls.ts';
import type { LookupAnswer } from '../../../shared/outcomes.ts';
import type { LookedAgain, PacedReads } from '../../../shared/run.ts';
import { inventedKey } from '../../../shared/lookup-key.ts';
import { endedUnpaid, type Finding } from '../../../shared/states.ts';
import {
  type AnsweredLookup,
  confirmed,
  confirmingKey,
  findingOf,
  heardLookup,
  isDeliberate,
  keyBesideSilence,
  soundsPaid,
  weighed,
} from './findings.ts';
import { askUntilClear, pauseOfLookup, pauseOfWallet } from './preflight.ts';

/** Looks the payout up. Errors: stopped when the gateway is out of reach, or refuses the token. */
export async function lookAgain(reads: PacedReads, asked: Asked): Promise<LookedAgain> {
  const { key, notKnown } = asked;
  const answer = await askUntilClear(reads, key);
  if (answer.kind !== 'answered') return { kind: 'stopped', pause: pauseOfLookup(answer) };
  const { meaning } = answer;
  if (meaning.kind === 'invalidMid') return { kind: 'stopped', pause: pauseOfWallet(meaning) };
  const looked = (said: Finding, byReference: LookupAnswer | null = null): Looked => {
    return { kind: 'looked', ...heardLookup(said, answer, byReference) };
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
