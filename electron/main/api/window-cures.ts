// What to do about a refusal or an issue, where the cure at a terminal names a command: in the window it names the button or
// the screen. In: what was said, by its code. Out: the same with the cure of the place where it is shown.
// This file must never hold a cure that is good in both places: that one stays beside its message.

import { DO_NOT_RUN_AGAIN } from './start-refusals.ts';

const AT_ANOTHER_FOLDER = 'Start Payout Desk with another data folder, one that you may write to.';
const A_BACKUP = 'Choose a file that was saved by Make a backup.';
const REPLACE_TOKEN = 'Press Replace the token beside the account in Settings.';
const CHOOSE_SHEET = 'Choose the sheet under Match the columns.';
const MATCH_COLUMN = 'Choose its column under Match the columns.';
const AS_UTF8 = 'Choose how it is written under Match the columns, or save it as "CSV UTF-8" and open it again.';
const RAISE_LIMIT = 'have the limit raised with Limits beside the account in Settings.';
const UNHIDE = 'Unhide it in the sheet, or tick under Match the columns that what it hides is paid as well.';
const LOOKED_UP = 'It is looked up by itself, and can be retried once it has ended unpaid.';
const BY_REFERENCE = 'Open the retry again from the result of its batch.';

/** By the code of what was refused, or of the issue. */
export const WINDOW_CURES: Readonly<Record<string, string>> = {
  // Starting and the data folder.
  alreadyOpen: 'Use the window that is open already, or wait until the other program has ended.',
  dataFolder: AT_ANOTHER_FOLDER,
  readOnlyDisk: AT_ANOTHER_FOLDER,
  foreignDatabase: 'Choose a file or a data folder of Payout Desk.',
  newerDatabase: 'Install the newer Payout Desk, or start this one with another data folder.',
  olderDatabase: 'Open Payout Desk once with this version: it brings the data folder up to date and keeps a copy.',
  auditDoesNotFit: 'Press Check the audit log in Settings, and keep the database as it is.',
  fileExists: 'Choose another name.',
  fileMissing: A_BACKUP,
  sameFile: A_BACKUP,
  otherDesk:
    'Restore a practice backup while practice is chosen at the top of the window, and a live one while it is not.',
  otherDatabase: 'Start Payout Desk with a data folder of its own for it, and restore it there.',
  locked: 'The top of the window says why, and what opens it.',
  databaseGone: 'Put the database back into its folder, or restore a backup in Settings.',
  notLocked: 'There is nothing to unlock: payouts can be sent.',

  // Accounts.
  unknownProfile: 'Choose another account at the top of the window, or connect it in Settings.',
  unsettledPayouts: 'Wait until they have come to their end, or connect another account in Settings.',
  tokenRefused: REPLACE_TOKEN,
  noToken: REPLACE_TOKEN,
  noKeychain: `${REPLACE_TOKEN} Without a keychain it is kept until Payout Desk is closed.`,

  // Files.
  noVisibleSheet: 'Unhide the sheet in Excel, save it, and open the file again.',
  chooseSheet: CHOOSE_SHEET,
  sheetUnknown: CHOOSE_SHEET,
  csvHasNoSheets: 'Open the file again.',
  unknownEncoding: AS_UTF8,
  encodingContradicted: 'Open the file again.',
  notUtf8: AS_UTF8,
  notInEncoding: AS_UTF8,
  utf16WithoutMark: AS_UTF8,
  columnsUnknown:
    'Put the header on the first line with columns such as UPI ID, Account number, IFSC, Amount, Remark. Or choose them under Match the columns.',
  columnMissing: MATCH_COLUMN,
  columnTied: MATCH_COLUMN,
  columnContradicted: 'Correct the sheet, or choose its column under Match the columns.',
  amountUnclear: 'Choose the column of the rupees to pay under Match the columns.',
  payeeColumnUnclear: MATCH_COLUMN,
  payersColumn: "Choose the payee's column under Match the columns.",
  mapHeaderUnknown: MATCH_COLUMN,
  hiddenRow: UNHIDE,
  hiddenColumn: UNHIDE,
  hiddenRows: UNHIDE,
  columnGuessed: 'Check that it is right, or choose another under Match the columns.',
  remarkMissing: 'Fill it in, or give one for all rows under Match the columns.',

  // Confirming and starting.
  nothingPayable: 'Go back to the rows, correct them, and confirm again.',
  blockedRows: 'Go back to the rows and correct them, or leave them out.',
  notARepeat: 'Read Confirm once more.',
  timeOver: 'Start it again when the gateway answers sooner.',
  repeatedFile:
    'Look at that batch in History and compare with the gateway first; it is paid again only with its tick.',
  warnings: 'Read them on Confirm, and tick that they are all right.',
  batchCeiling: `Split the file, or ${RAISE_LIMIT}`,
  aboveCeiling: `Leave this row out, or ${RAISE_LIMIT}`,
  walletLow: 'Top the wallet up, or tick that you have read it and go on all the same.',
  lookupsUnreliable: 'Ask the gateway, or tick that lost answers may not be recovered and go on all the same.',
  referenceKnown: `${DO_NOT_RUN_AGAIN} Ask the gateway first with Payout lookup, and look at the other computer's batches.`,
  notConfirmed: 'Try again, and type the count that is asked for.',
  payeeChanged: 'Ask the payee by a way you know. If it is right, tick it on Confirm.',
  paidBefore: 'Leave this row out. If it is meant, tick it on Confirm.',
  earlierNotAsked: 'Connect that account again in Settings, with its address and its token. Then confirm again.',
  unreadNews: 'Read the late news first: it may have been paid.',
  inFlightElsewhere: 'Wait until that batch is settled, or leave this row out.',
  commandUnderWay: 'Wait for it: the screen shows how far it is.',
  commandNotAnswered: 'Look whether it was done; do it once more if it was not.',

  // Batches and payouts.
  unknownBatch: 'Look for it in History.',
  noBatches: 'Open a file under Payouts.',
  unknownPayout: 'Look for it in History.',
  notPaidNotOpen: 'It is looked up by itself. Or ask the gateway, and give the number of its ticket.',
  otherCount: 'Look at them once more, then type that count.',
  notFinished: 'Resume it or stop it first, then retry what ended unpaid.',
  nothingToRetry:
    'Look at that batch: what is not settled is followed by itself, what was cancelled is paid from a file.',
  alreadyRetried: 'Look at that batch; if it ended unpaid there, retry it there.',
  notSettled: LOOKED_UP,
  inDoubt: LOOKED_UP,
  notInFile: BY_REFERENCE,
  noSuchPayout: BY_REFERENCE,
  rowsMoved: BY_REFERENCE,
};

/** What was said, as the window says it. */
export function inTheWindow<Said extends { readonly code: string; readonly cure: string }>(said: Said): Said {
  const cure = Object.hasOwn(WINDOW_CURES, said.code) ? WINDOW_CURES[said.code] : undefined;
  return cure === undefined ? said : { ...said, cure };
}
