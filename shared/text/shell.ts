// Promise nothing that the desk does not do. For a desk that was restored or copied, never say that a payout was not sent:
// nobody here knows.

import { countOf, formatCount } from '../counts.ts';
import type { Book } from '../profiles.ts';

export const SHELL = {
  product: 'Payout Desk',
  fault: 'Something went wrong in Payout Desk.',
  unknownForm: 'The desk answered in a form this page does not know. Reload the page.',
  notDrawn: 'This screen cannot be shown.',
  notDrawnHelp: 'A batch that is being paid goes on. Load the page again, or go to another screen.',
  reload: 'Load the page again',
  toPayouts: 'Go to Payouts',
  openBatch: 'Open that batch',
  steps: 'Steps of a batch',
  rawAnswer: 'Answer, word for word',
  lost: 'This page cannot reach Payout Desk.',
  lostHelp: 'Figures may be out of date. A running batch goes on; if Payout Desk has ended, start it again.',
  tryAgain: 'Try again',
  waiting: 'Loading',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  typeCount: (count: number): string => `Type the number of payments, ${formatCount(count)}`,
  skip: 'Skip to the screen',
  places: 'Screens',
  drop: 'Drop the file to open it',
  needsReview: 'Needs review',
  /** For the book that the chosen account does not belong to. */
  needsReviewOf: { live: 'Needs review, LIVE', practice: 'Needs review, practice' },
  restart: 'Restart Payout Desk',
  changed: 'Restart Payout Desk: it was updated or removed while open.',
  changedHelp: 'What is open goes on; files and reports wait for the restart. Nothing is lost.',
  restartByHand: (command: string): string =>
    `Press Ctrl+C where it was started, then run ${command} (or the installed command) again.`,
  otherVersion: (page: string, desk: string): string =>
    `This page is version ${page}, Payout Desk is ${desk}. Load the page again.`,
  readNews: 'Read the news',
  closing: 'Payout Desk is closing.',
  offline: (account: string): string => `The gateway of ${account} cannot be reached.`,
  offlineHelp: 'Unsent payments wait and go on automatically. Nothing is sent twice.',
  checkNow: 'Check now',
  checking: 'Asking the gateway',
  keychain: 'The keychain of this computer gives no token.',
  keychainHelp: 'Unlock it, or look at the account in Settings. LIVE payments wait until then.',
  newsHelp: {
    lateNews: 'A finished payment has another result now. Read it to close this notice.',
    mismatches: 'The payment stays as it was. Ask the gateway which one it meant.',
    misfits: 'Read what is wrong, and ask the gateway before paying on.',
  },
  moreNotices: (count: number): string => `${formatCount(count)} more`,
  notices: 'Notices',
  fewerNotices: 'Show only the first',
  ended: 'This page is no longer connected to Payout Desk.',
  endedHelp: 'Press Enter where Payout Desk was started, then open the link it shows.',
  following: 'Checking the payments already sent',
  sending: (sent: number, total: number): string => `Sending ${formatCount(sent)} of ${formatCount(total)}`,
  awaiting: (count: number): string => `${formatCount(count)} awaiting reply`,
  notConfirmed: (count: number): string => `${formatCount(count)} not confirmed`,
  openRun: (batch: string): string => `Open the run ${batch}`,
  lateNews: (count: number): string =>
    count === 1
      ? 'The gateway changed its word about a payment.'
      : `The gateway changed its word ${formatCount(count)} times.`,
  mismatches: (count: number): string =>
    count === 1
      ? 'The gateway answered about another payment.'
      : `The gateway answered about another payment ${formatCount(count)} times.`,
  misfits: (count: number): string =>
    count === 1
      ? 'What the gateway says does not fit a payment.'
      : `What the gateway says does not fit ${formatCount(count)} payments.`,
  preparing: {
    pay: 'Checking the rows and asking the gateway before sending',
    cancel: 'Cancelling what has not been sent',
    restore: 'Restoring a backup',
    unlock: 'Opening a locked desk',
    archive: 'Archiving old batches',
  },
  screening: 'Checking the rows to confirm against earlier payments',
  gatewayAway: 'Waiting for the gateway',
  connection: { connecting: 'Connecting', open: 'Connected', lost: 'Not connected', ended: 'Not connected' },
} as const;

export const ACCOUNT = {
  label: 'Account',
  mid: (mid: string): string => `Merchant id ${mid}`,
  noBalance: 'Balance not asked yet',
  balanceAge: (age: string): string => `Balance, ${age}`,
  /** While a batch is being sent. */
  balanceBefore: 'Balance before this run',
  low: 'Low',
  refresh: 'Refresh the balance',
} as const;

export const PALETTE = {
  title: 'Go to or do',
  label: 'Type a place, a command, a batch or a payee',
  open: 'Search  Ctrl+K',
  nothing: 'Nothing has this name.',
  goTo: (place: string): string => `Go to ${place}`,
  batch: (batch: string, name: string): string => `Open batch ${batch}, ${name}`,
  payee: (name: string | null, paidTo: string): string => `Show payee ${name === null ? paidTo : `${name}, ${paidTo}`}`,
} as const;

export const KEYS = {
  title: 'Keys',
  show: 'Show the list of keys',
  everywhere: [
    ['Ctrl+K', 'Search places, commands, batches and payees'],
    ['Ctrl+A', 'Accept the screen; where it pays, go to the Pay button'],
    ['Ctrl+F', 'Search on the screen'],
    ['Esc', 'Go one step back'],
    ['F6, Shift+F6', 'Next or previous part of the screen'],
    ['?', 'Show this list'],
  ],
  goToPlace: 'Go to a place',
  inGrid: 'In a list',
  grid: [
    ['Arrows, PgUp, PgDn', 'Move from cell to cell'],
    ['Ctrl+Home, Ctrl+End', 'Go to the first or last cell'],
    ['Tab, Shift+Tab', 'Next or previous cell'],
    ['Enter', 'Go down, open the row, or sort by a header'],
    ['F2', 'Edit the cell; typing replaces it'],
    ['Delete', 'Clear the cells'],
    ['Shift+Arrows', 'Select more cells'],
    ['Ctrl+A', 'Select all'],
    ['Shift+Space, Ctrl+Space', 'Select the row or the column'],
    ['Esc', 'Leave the selection, then the cell'],
    ['Ctrl+C, Ctrl+X, Ctrl+V', 'Copy, cut and paste'],
    ['Ctrl+D', 'Fill down'],
    ['Shift+F10', 'Open the menu'],
  ],
} as const;

export const LOCKED = {
  noOther: 'No other copy of this desk is in use, on this computer or another.',
  note: 'Note',
  noteHelp: 'Why it was restored or moved. It stands in the audit log with your name.',
  title: (book: Book): string =>
    book === 'live' ? 'This desk is locked and sends nothing.' : 'The practice desk is locked and sends nothing.',
  about: (why: string): string =>
    `${why.charAt(0).toUpperCase()}${why.slice(1)}. What seems unsent may have been sent since: it is checked, and never sent.`,
  gone: (why: string): string =>
    `${why.charAt(0).toUpperCase()}${why.slice(1)}. Restore a backup, or close Payout Desk and put the database back into its folder.`,
  look: (count: number): string =>
    count === 1 ? 'Review the payment not confirmed' : `Review the ${formatCount(count)} not confirmed`,
  open: 'Unlock for new batches',
  beginAnew: 'Begin anew without it',
  unknown: (count: number, amount: string): string =>
    count === 0
      ? 'All its payments are confirmed.'
      : `${countOf(count, 'payment')} not confirmed (${amount}). We keep checking; nothing is sent from here.`,
  lost: (count: number): string =>
    `${countOf(count, 'batch')} of this desk ${count === 1 ? 'is' : 'are'} not in it any more. ${count === 1 ? 'It may have been paid: do not pay its file again.' : 'They may have been paid: do not pay their files again.'}`,
} as const;
