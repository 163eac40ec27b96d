// Asks the gateway once more about a payout that has ended, outside any run. In: the paced reads, what it is looked up by
// and the not-known fingerprint. Out: a finding, weighed as in a run, or why nothing can be asked now.
// This file must never take a wall's page or a fault of the server for a word about the payout.

import type { LookupKey } from '../../../shared/gateway-calls.ts';
import type { LookedAgain, PacedReads } from '../../../shared/run.ts';
import { findingOf, freesToPayAgain, isDeliberate, weighed } from './findings.ts';
import { askUntilClear, pauseOfLookup, pauseOfWallet } from './preflight.ts';

/** Looks the payout up. Errors: stopped when the gateway is out of reach, refuses the token, or answers about another one. */
export async function lookAgain(
  reads: PacedReads,
  { key, notKnown }: { readonly key: LookupKey; readonly notKnown: string | null },
): Promise<LookedAgain> {
  const answer = await askUntilClear(reads, key);
  if (answer.kind !== 'answered') return { kind: 'stopped', pause: pauseOfLookup(answer) };
  const { meaning, evidence } = answer;
  if (meaning.kind === 'invalidMid') return { kind: 'stopped', pause: pauseOfWallet(meaning) };
  if (meaning.kind === 'mismatch') {
    const message = 'The gateway answered a look-up with another payment. Ask the gateway before going on.';
    return { kind: 'stopped', pause: { code: 'echoMismatch', message } };
  }
  const said = meaning.kind === 'state' ? meaning : { utr: null, message: null };
  const heard = { kind: 'looked', utr: said.utr, message: said.message, evidence } as const;
  if (!isDeliberate(answer)) return { ...heard, finding: { kind: 'unclear' } };
  const finding = findingOf(answer, { key, notKnown });
  if (finding.kind !== 'state' || !freesToPayAgain(finding.state)) return { ...heard, finding };
  const invented = reads.inventReference();
  const beside = await askUntilClear(
    reads,
    key.by === 'reference'
      ? { by: 'reference', reference: invented }
      : { by: 'transactionId', transactionId: invented },
  );
  return { ...heard, finding: weighed(finding, answer, { beside, inDoubt: false }) };
}
