// What to do about a pause, for each reason there is. In: the pause's code and the batch. Out: one sentence.
// This file must never advise to send a payout again whose outcome is in doubt.

import type { PauseCode } from '../../../shared/failures.ts';
import type { BatchId } from '../../../shared/ids.ts';

/** The cure, with the commands that carry it out. */
export function cureOfPause(
  code: PauseCode,
  { batch, profile }: { readonly batch: BatchId; readonly profile: string },
): string {
  const resume = `\`desk resume ${batch}\``;
  const token = `\`desk profile token ${profile.includes(' ') ? `"${profile}"` : profile}\``;
  const cures: Readonly<Record<PauseCode, string>> = {
    person: `${resume} goes on with what is unsent; \`desk cancel ${batch}\` drops it.`,
    firstAlone: `Look at that payment; ${resume} then sends the others, \`desk cancel ${batch}\` drops them.`,
    timeOver: `${resume} goes on with what is unsent; \`desk cancel ${batch}\` drops it.`,
    interrupted: `${resume} looks up what was in flight and goes on with what is unsent.`,
    tokenRefused: `Store a valid token with ${token}, then ${resume}.`,
    noToken: `Store the token with ${token}, or give it in PAYOUT_DESK_TOKEN, then ${resume}.`,
    keychainLocked: `Unlock the keychain of this computer, then ${resume}.`,
    invalidMid: 'Ask the gateway which merchant id is yours; the batch keeps the one it was confirmed with.',
    wrongUrl:
      "Compare the gateway's address with what the gateway gave you; the batch keeps the one it was confirmed with.",
    unreachable: `Check the network and whether the gateway is up, then ${resume}.`,
    ambiguity: `\`desk watch ${batch}\` looks the doubtful payouts up; ${resume} once they are known.`,
    sameRefusals: `Read the refusal and check the wallet with the gateway, then ${resume}.`,
    walletLow: `Top the wallet up, then ${resume}; with --accept-warnings it pays as far as the wallet reaches.`,
    echoMismatch: 'Call the gateway with both references before anything else: it answered about another payout.',
    certificate: "Check this computer's clock and network; if they are right, ask the gateway about its certificate.",
    diskFull: `Once the disk of the data folder can be written again, ${resume}.`,
    offline: `Connect this computer to the network, then ${resume}.`,
    slept: `${resume} goes on; what was in flight is looked up first.`,
    clockJumped: `Set this computer's clock right, then ${resume}.`,
    lostAnswersUnrecoverable: `The gateway does not find a payout by its reference: ${resume} --accept-warnings goes on without that safety.`,
    lookupsUnreliable: `Ask the gateway why its status look-ups contradict each other, then ${resume}.`,
    referenceKnown:
      'This file may have been paid already, here or on another computer: compare it with the gateway first.',
    locked: `\`desk watch ${batch}\` looks up what is unknown. Make sure that no other copy of this desk is in use; then \`desk unlock\` opens it for new batches.`,
    guarded: 'The same person and amount is on its way in another batch: wait until that one is final, or cancel it.',
  };
  return cures[code];
}
