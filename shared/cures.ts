// What helps, where that is one thing in the window and another at the command line: every such cure, by the code of the
// refusal, the issue or the pause it belongs to. A refusal crosses the desk with both; only a door picks one. A cure that is
// good in both places stays beside its message, and the cures of a sheet beside theirs in import/sentences.

import type { PauseCode } from './failures.ts';
import type { Words } from './messages/message.ts';
import type { Book } from './profiles.ts';
import type { Cure, Door } from './rows.ts';

export function cureAt(door: Door, cure: Cure): Words {
  return typeof cure === 'string' || 'code' in cure ? cure : cure[door];
}

/** A refusal or an issue as a door says it. */
export type Said<Message extends { readonly cure: Cure }> = Omit<Message, 'cure'> & { readonly cure: Words };

export function saidAt<Message extends { readonly cure: Cure }>(door: Door, message: Message): Said<Message> {
  return { ...message, cure: cureAt(door, message.cure) };
}

const AT_ANOTHER_FOLDER = 'Start Payout Desk with another data folder, one that you may write to.';
const REPLACE_TOKEN = 'Press Replace the token beside the account in Settings.';
const RAISE_LIMIT = 'have Limits raised beside the account in Settings.';
const NOTHING_SENT = 'Nothing was stored or sent.';
const OPEN_RETRY_AGAIN = 'Open the retry again from the result of its batch.';
const UNLOCKED_ABOVE = 'The top of the window says why, and what opens it.';
const PAID_TWICE =
  'Look at that batch in History and compare with the gateway first. It is paid again only with its tick.';

export const CURES = {
  // Starting and the data folder.
  alreadyOpen: {
    window: 'Use the window that is open already, or wait until the other program ends.',
    commandLine: 'Wait until it has ended, or pause it there. `status`, `list`, `check` and `export` work beside it.',
  },
  dataFolder: { window: AT_ANOTHER_FOLDER, commandLine: 'Choose a folder that you may write to, with --data.' },
  foreignDatabase: {
    window: 'Choose a file or a data folder of Payout Desk.',
    commandLine: 'Choose another data folder with --data.',
  },
  newerDatabase: {
    window: 'Install the newer Payout Desk, or start this one with another data folder.',
    commandLine: 'Install the newer Payout Desk, or choose another data folder with --data.',
  },
  olderDatabase: {
    window: 'Open Payout Desk once with this version. It updates the data folder and keeps a copy.',
    commandLine: 'Run `watch` once with this version: it brings the data folder up to date and keeps a copy.',
  },
  auditDoesNotFit: {
    window: 'Press Check the audit log in Settings, and keep the database as it is.',
    commandLine: 'See `audit verify`. Keep the database as it is.',
  },
  fileExists: { window: 'Choose another name.', commandLine: 'Give another name, or add --force to replace it.' },
  emailColumn: {
    window: 'Choose the column when you make the payment advice.',
    commandLine: 'Say which is the payees’ own with --email-column HEADER, or --email-column none for no addresses.',
  },
  notABackup: {
    window: 'Choose a file that was saved by Make a backup.',
    commandLine: 'Name a file that `backup` has written.',
  },
  otherDesk: {
    window: 'Choose practice at the top for a practice backup, else a real account.',
    commandLine: 'Restore a practice backup with --practice, and a live one without.',
  },
  otherDatabase: {
    window: 'Start Payout Desk with another data folder, and restore it there.',
    commandLine: 'Restore it into a folder of its own, with --data.',
  },
  locked: (book: Book) => ({
    window: UNLOCKED_ABOVE,
    commandLine: `If the desk is usually started by another user or with another state folder, start it that way. Else make sure that no other copy is in use: \`watch\` looks up what may have been sent, then ${unlock(book)} opens it for new batches.`,
  }),
  lockedGone: (book: Book) => ({
    window: UNLOCKED_ABOVE,
    commandLine: `Put the database back, or a backup in its place with \`restore FILE\`. Without either, ${unlock(book)} begins anew.`,
  }),
  databaseGone: {
    window: 'Put the database back into its folder, or restore a backup in Settings.',
    commandLine: 'Put it back, or put a backup in its place with `restore FILE`. Without either, `unlock` begins anew.',
  },
  notLocked: {
    window: 'There is nothing to unlock: payouts can be sent.',
    commandLine: 'There is nothing to unlock: `run` and `resume` work.',
  },

  // Accounts.
  unknownProfile: {
    window: 'Choose another account at the top of the window, or connect it in Settings.',
    commandLine: 'See `profile list`, or make it with `profile set`.',
  },
  unsettledPayouts: {
    window: 'Wait until they are finished, or connect another account in Settings.',
    commandLine: 'Follow them to their end with `watch`, or make another profile.',
  },
  tokenRefused: { window: REPLACE_TOKEN, commandLine: 'Replace it with `profile token`.' },
  tokenRefusedAtStart: (profile: string) => ({
    window: REPLACE_TOKEN,
    commandLine: `Nothing was stored or sent. Replace it with \`profile token ${profile}\`, then try again.`,
  }),
  noToken: (profile: string) => ({
    window: REPLACE_TOKEN,
    commandLine: `Pipe it to \`profile token ${profile}\`, or set PAYOUT_DESK_TOKEN for one command.`,
  }),
  noKeychain: {
    window: `${REPLACE_TOKEN} Without a keychain it is kept until Payout Desk is closed.`,
    commandLine:
      'On a machine without a keychain, give the token for one command in the environment: PAYOUT_DESK_TOKEN.',
  },

  // Confirming and starting.
  nothingPayable: {
    window: 'Go back to the rows, correct them, and confirm again.',
    commandLine: 'Correct the rows named above and run the file again.',
  },
  nothingPayableAgain: {
    window: 'Go back to the rows, correct them, and confirm again.',
    commandLine: 'Each row above says why, and what helps.',
  },
  blockedRows: {
    window: 'Go back to the rows and correct them, or leave them out.',
    commandLine: 'Correct them, or leave them out with --only-payable.',
  },
  blockedCorrections: {
    window: 'Go back to the rows and correct them, or leave them out.',
    commandLine: 'Correct the rows named above and retry again.',
  },
  notARepeat: (repeats: string | null) => ({
    window: 'Read Confirm once more.',
    commandLine: repeats === null ? 'Leave that name out.' : `It repeats ${repeats}: name that one.`,
  }),
  repeatedFile: (batch: string) => ({
    window: PAID_TWICE,
    commandLine: `See \`status ${batch}\` first. To run it again all the same: --accept-repeat ${batch}; what was paid for the same purpose stays left out until --pay-again names it.`,
  }),
  repeatsLostBatch: (batch: string) => ({
    window: PAID_TWICE,
    commandLine: `Compare with the gateway first. To run it again all the same: --accept-repeat ${batch}.`,
  }),
  hiddenRows: {
    window: 'Include it on Review, or unhide it in the sheet.',
    commandLine: 'Show them in the spreadsheet and look at them, or pay them with --include-hidden.',
  },
  warnings: {
    window: 'Read them on Confirm, and tick that they are all right.',
    commandLine: 'See them all with `check`, then run with --accept-warnings.',
  },
  batchCeiling: {
    window: `Split the file, or ${RAISE_LIMIT}`,
    commandLine: 'Split the file, or have the ceiling raised with `profile set --max-batch`.',
  },
  aboveCeiling: {
    window: `Leave this row out, or ${RAISE_LIMIT}`,
    commandLine: 'Have the ceiling raised with `profile set --max-payout`.',
  },
  walletLow: {
    window: 'Top the wallet up, or tick that you have read it and go on.',
    commandLine: 'Top the wallet up, or pay as far as it reaches with --accept-warnings.',
  },
  lookupsUnreliable: {
    window: 'Ask the gateway, or tick that lost replies may stay unconfirmed.',
    commandLine: 'Ask the gateway, or go on all the same with --accept-warnings.',
  },
  referenceKnown: (profile: string) => ({
    window: `${NOTHING_SENT} Ask the gateway first under Lookups, and look at the other computer's batches.`,
    commandLine: `${NOTHING_SENT} Ask the gateway first (\`desk lookup --profile ${profile} --udf1 REFERENCE\`), and look at the other computer's batches.`,
  }),
  rowsKnown: (profile: string) => ({
    window: `${NOTHING_SENT} Compare with the other computer's batches. Confirm shows those rows and leaves them out; the others can be paid there.`,
    commandLine: `${NOTHING_SENT} Compare with the other computer's batches, or look a payment up with \`lookup --profile ${profile} --udf1 REFERENCE\`. Run the file again to see each of those rows; with --only-payable the others are paid.`,
  }),
  timeOver: {
    window: 'Start it again when the gateway answers sooner.',
    commandLine: 'Give it more time with --for, or run it again later.',
  },
  notConfirmed: {
    window: 'Try again, and type the count that is asked for.',
    commandLine: 'Run it again and type the count, or give --yes.',
  },
  payeeChanged: {
    window: 'Ask the payee by a way you know. If it is right, tick it on Confirm.',
    commandLine:
      'Ask the payee by a way you know. If it is right, name that payout with --pay-again, or tick it at a terminal.',
  },
  earlierNotAsked: {
    window:
      'Connect the account that it was sent through, and try again. If you know that it was not paid, tick it on Confirm.',
    commandLine:
      'Connect the account that it was sent through, and try again. If you know that it was not paid, name it with --pay-again, or tick it at a terminal.',
  },
  paidBefore: {
    window: 'Leave this row out. If it is meant, tick it on Confirm.',
    commandLine:
      'Leave this row out. If it is meant, name the payout that it repeats with --pay-again, or tick it at a terminal.',
  },
  paidTwiceHere: (row: string) => ({
    window: 'Leave this row out. If it is meant, tick it on Confirm.',
    commandLine: `Leave this row out. If it is meant, name it with --pay-again ${row}, or tick it at a terminal.`,
  }),
  correction: {
    window: 'Left out. On Confirm you can pay the difference, or all of it again.',
    commandLine:
      'Left out. --pay-difference pays the difference, --pay-again all of it: name the payout that it repeats.',
  },
  repeatsBatch: (batch: string) => ({
    window: 'Left out until you say on Confirm that it is another payment.',
    commandLine: `If it is another payment, add --accept-repeat ${batch}.`,
  }),
  inFlightElsewhere: (batch: string) => ({
    window: 'Wait until that batch is settled, or leave this row out.',
    commandLine: `Wait until it is settled (\`watch ${batch}\`), or leave this row out.`,
  }),
  unsentElsewhere: (batch: string) => ({
    window: 'If that batch is paused, resume it or stop it; or leave this row out.',
    commandLine: `If that batch is paused, send the rest with \`resume ${batch}\` or drop it with \`cancel ${batch}\`; or leave this row out.`,
  }),
  commandUnderWay: {
    window: 'Wait for it: the screen shows how far it is.',
    commandLine: 'Wait for it; `status` shows how far it is.',
  },
  commandNotAnswered: {
    window: 'Look whether it was done; do it once more if it was not.',
    commandLine: 'See `status` and `list`; give the command again with a new id if it is still wanted.',
  },

  // Batches and payouts.
  unknownBatch: { window: 'Look for it in History.', commandLine: 'See `list`.' },
  noBatches: { window: 'Open a file under Payouts.', commandLine: 'Start one with `run FILE`.' },
  unknownPayout: {
    window: 'Look for it in History.',
    commandLine: 'See `unknown`: it names each payout in doubt, by its batch and row and by its reference.',
  },
  notPaidNotOpen: {
    window: 'We keep checking. Or ask the gateway, and give its ticket number.',
    commandLine:
      'Go on looking it up with `watch`; or ask the gateway and give the number of its ticket with --ticket.',
  },
  notPaidUnproven: {
    window: 'Ask the gateway, and give its ticket number.',
    commandLine: 'Ask the gateway and give the number of its ticket with --ticket.',
  },
  wantsTicket: {
    window: 'Ask the gateway what became of it, and give its ticket number.',
    commandLine: 'Ask the gateway what became of it, and give the number of its ticket with --ticket.',
  },
  otherCount: {
    window: 'Look at them once more, then type that count.',
    commandLine: 'Look at them once more with `unknown`, then give that count.',
  },
  notFinished: (batch: string) => ({
    window: 'Resume it or stop it first, then retry what ended unpaid.',
    commandLine: `Finish it with \`resume ${batch}\` or \`cancel ${batch}\`, then retry what ended unpaid.`,
  }),
  nothingToRetry: (batch: string) => ({
    window: 'Look at that batch. We keep checking what is not settled; pay what was cancelled from a file.',
    commandLine: `See \`status ${batch}\`. What is not settled is followed with \`watch ${batch}\`; what was cancelled is run from a file.`,
  }),
  alreadyRetried: (batch: string) => ({
    window: 'Look at that batch; if it ended unpaid there, retry it there.',
    commandLine: `See \`status ${batch}\`; if that one ended unpaid, \`retry ${batch}\`.`,
  }),
  notSettled: {
    window: 'We keep checking. It can be retried once it is not paid.',
    commandLine: 'Look it up with `watch`; it can be retried once it has ended unpaid.',
  },
  notInFile: {
    window: OPEN_RETRY_AGAIN,
    commandLine: 'Retry the batch again with a file that does, or without --from to pay it as it was.',
  },
  nameByReference: {
    window: OPEN_RETRY_AGAIN,
    commandLine:
      "Give each row its payout's reference in a Reference column (`export` writes them), or correct the cells of the batch's own sheet and leave its rows in their places.",
  },
} as const satisfies Record<string, Cure | ((value: never) => Cure)>;

interface PausedBatch {
  readonly batch: string;
  readonly profile: string;
}

interface PauseCure {
  readonly window: string;
  readonly commandLine: (about: PausedBatch) => string;
}

const GOES_ON: PauseCure = {
  window: 'Resume goes on with the next row.',
  commandLine: ({ batch }) => `${resume(batch)} goes on with what is unsent; \`desk cancel ${batch}\` drops it.`,
};

/** What a person does first is the same at every door. */
function thenResume(first: string): PauseCure {
  return { window: `${first}, then resume.`, commandLine: ({ batch }) => `${first}, then ${resume(batch)}.` };
}

/** What helps a batch that stands still. */
export const PAUSE_CURES: Readonly<Record<PauseCode, PauseCure>> = {
  person: GOES_ON,
  firstAlone: {
    window: 'Look at the first payment. Resume then sends the others, Stop drops them.',
    commandLine: ({ batch }) =>
      `Look at that payment; ${resume(batch)} then sends the others, \`desk cancel ${batch}\` drops them.`,
  },
  timeOver: GOES_ON,
  interrupted: {
    window: 'Resume checks the payments already sent, then sends the rest.',
    commandLine: ({ batch }) => `${resume(batch)} looks up what was in flight and goes on with what is unsent.`,
  },
  tokenRefused: {
    window: 'Token refused: replace it, then resume.',
    commandLine: ({ batch, profile }) => `Store a valid token with ${profileToken(profile)}, then ${resume(batch)}.`,
  },
  noToken: {
    window: 'Store the token of this account, then resume.',
    commandLine: ({ batch, profile }) =>
      `Store the token with ${profileToken(profile)}, or give it in PAYOUT_DESK_TOKEN, then ${resume(batch)}.`,
  },
  keychainLocked: thenResume('Unlock the keychain of this computer'),
  invalidMid: {
    window: 'Ask the gateway which merchant id is yours. This batch keeps its own: resume once the gateway takes it.',
    commandLine: () => 'Ask the gateway which merchant id is yours; the batch keeps the one it was confirmed with.',
  },
  wrongUrl: {
    window: 'Compare the address with what the gateway gave you. This batch keeps its own.',
    commandLine: () =>
      "Compare the gateway's address with what the gateway gave you; the batch keeps the one it was confirmed with.",
  },
  unreachable: thenResume('Check the network and whether the gateway is up'),
  ambiguity: {
    window: 'Several payments are not confirmed. We keep checking; resume once they are known.',
    commandLine: ({ batch }) =>
      `\`desk watch ${batch}\` looks the doubtful payouts up; ${resume(batch)} once they are known.`,
  },
  sameRefusals: thenResume('Read the refusal and check the wallet with the gateway'),
  echoMismatch: {
    window: 'Call the gateway with both references first: it answered about another payout.',
    commandLine: () => 'Call the gateway with both references before anything else: it answered about another payout.',
  },
  certificate: {
    window: "Check this computer's clock and network. If they are right, ask the gateway about its certificate.",
    commandLine: () =>
      "Check this computer's clock and network; if they are right, ask the gateway about its certificate.",
  },
  diskFull: {
    window: 'Resume once the disk can be written again. Payments already sent are checked automatically.',
    commandLine: ({ batch }) => `Once the disk of the data folder can be written again, ${resume(batch)}.`,
  },
  offline: thenResume('Connect this computer to the network'),
  slept: {
    window: 'The computer was asleep. Resume checks the payments already sent first.',
    commandLine: ({ batch }) => `${resume(batch)} goes on; what was in flight is looked up first.`,
  },
  walletLow: {
    window: 'Top up the wallet, then resume. It goes on in the order of the file.',
    commandLine: ({ batch }) =>
      `Top the wallet up, then ${resume(batch)}; with --accept-warnings it pays as far as the wallet reaches.`,
  },
  walletFall: {
    window: "Compare this payment with the gateway's statement. Resume only if the amount is right.",
    commandLine: ({ batch }) =>
      `Compare this payment with the gateway's statement before anything else. If the amount is right, confirm what the wallet counts in with \`desk profile set --wallet-unit\`, and go on with ${resume(batch)} --accept-warnings.`,
  },
  locked: {
    window: 'This desk was restored or copied, and sends nothing. The top of the window opens it.',
    commandLine: ({ batch }) =>
      `\`desk watch ${batch}\` looks up what is unknown. Make sure that no other copy of this desk is in use; then \`desk unlock\` opens it for new batches.`,
  },
  clockJumped: thenResume("Set this computer's clock right"),
  lostAnswersUnrecoverable: {
    window: 'The gateway finds no payment by its reference. Resume only if lost replies may stay unconfirmed.',
    commandLine: ({ batch }) =>
      `The gateway does not find a payout by its reference: ${resume(batch)} --accept-warnings goes on without that safety.`,
  },
  lookupsUnreliable: {
    window: 'Ask the gateway why its answers to look-ups contradict each other, then resume.',
    commandLine: ({ batch }) => `Ask the gateway why its status look-ups contradict each other, then ${resume(batch)}.`,
  },
  referenceKnown: {
    window: 'This file may have been paid already, here or elsewhere. Compare it with the gateway first.',
    commandLine: () =>
      'This file may have been paid already, here or on another computer: compare it with the gateway first.',
  },
  guarded: {
    window:
      'Another batch pays, or paid, what may be the same. Stop this batch. Pay what is still due from a file: it shows each repeat.',
    commandLine: ({ batch }) =>
      `Another batch pays, or paid, what may be the same. Drop these rows with \`desk cancel ${batch}\`, and pay what is still due from a file, which shows each repeat.`,
  },
};

function unlock(book: Book): string {
  return book === 'practice' ? '`unlock --practice`' : '`unlock`';
}

function resume(batch: string): string {
  return `\`desk resume ${batch}\``;
}

function profileToken(profile: string): string {
  return `\`desk profile token ${profile.includes(' ') ? `"${profile}"` : profile}\``;
}
