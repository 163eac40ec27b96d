// Asks the gateway once more about a payout that has ended or is in doubt, outside any run. In: the paced reads, what it is
// looked up by and the not-known fingerprint. Out: a finding, weighed and confirmed, or why nothing can be asked now.
// This file must never take a wall's page or a fault of the server for a word about the payout.

import type { LookupKey } from '../../../shared/gateway-calls.ts';
import type { LookedAgain, PacedReads } from '../../../shared/run.ts';
import { inventedKey } from '../../../shared/lookup-key.ts';
import { endedUnpaid, type Finding } from '../../../shared/states.ts';
import {
  type AnsweredLookup,
  confirmed,
  confirmingKey,
  findingOf,
  isDeliberate,
  keyBesideSilence,
  soundsPaid,
  weighed,
} from './findings.ts';
import { askUntilClear, pauseOfLookup, pauseOfWallet } from './preflight.ts';

/** Looks the payout up. Errors: stopped when the gateway is out of reach, refuses the token, or answers about another one. */
export async function lookAgain(reads: PacedReads, asked: Asked): Promise<LookedAgain> {
  const { key, notKnown } = asked;
  const answer = await askUntilClear(reads, key);
  if (answer.kind !== 'answered') return { kind: 'stopped', pause: pauseOfLookup(answer) };
  const { meaning, evidence } = answer;
  if (meaning.kind === 'invalidMid') return { kind: 'stopped', pause: pauseOfWallet(meaning) };
  if (meaning.kind === 'mismatch') return OTHER_PAYMENT;
  const { utr, message, transactionId: echoedId } = meaning.kind === 'state' ? meaning : NOTHING_SAID;
  const heard = { kind: 'looked', utr, message, evidence, ...(echoedId === undefined ? {} : { echoedId }) } as const;
  const silent = (finding: Finding): Promise<LookedAgain> =>
    besideReference(reads, { ...heard, finding }, { ...asked, answer });
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
  if (ours === null) return { ...heard, finding: said };
  const byReference = await askUntilClear(reads, ours);
  if (byReference.kind === 'answered' && byReference.meaning.kind === 'mismatch') return OTHER_PAYMENT;
  return { ...heard, finding: confirmed(said, byReference, { notKnown, mustAgree: !endedUnpaid(state) }) };
}

interface Asked {
  readonly key: LookupKey;
  readonly notKnown: string | null;
}

/** What is heard once our reference was asked as well, where a transaction id told no state: a doubt by either stays one. */
async function besideReference(
  reads: PacedReads,
  looked: Extract<LookedAgain, { kind: 'looked' }>,
  { answer, ...asked }: Asked & { readonly answer: AnsweredLookup },
): Promise<LookedAgain> {
  const key = keyBesideSilence(looked.finding, answer, asked);
  if (key === null) return looked;
  const ours = await lookAgain(reads, { ...asked, key });
  if (ours.kind === 'stopped') return ours;
  return ours.finding.kind === 'notKnown' && looked.finding.kind === 'unclear' ? looked : { ...ours, key };
}

const UNCLEAR: Finding = { kind: 'unclear' };
const NOTHING_SAID = { utr: null, message: null, transactionId: undefined } as const;

const OTHER_PAYMENT: LookedAgain = {
  kind: 'stopped',
  pause: {
    code: 'echoMismatch',
    message: 'The gateway answered a look-up with another payment. Ask the gateway before going on.',
  },
};
