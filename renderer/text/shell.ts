// Nothing is promised that the desk does not do.

import { PLACE_NAMES } from '../../shared/api/places.ts';
import { countOf, formatCount } from './format.ts';

export const SHELL = {
  product: 'Payout Desk',
  titleOf: (screen: string): string => `${screen.trim()} · Payout Desk`,
  fault: 'Something went wrong in Payout Desk.',
  lost: 'This page cannot reach Payout Desk.',
  lostHelp:
    'What is shown may be out of date. If Payout Desk still runs, its payments go on and this page catches up by itself; if it has ended, nothing is sent any more: start it again.',
  ended: 'This page is no longer connected to Payout Desk.',
  endedHelp:
    'Press Enter where Payout Desk was started, or start it again where it has ended, and open the link it shows, in this tab or another.',
  offline: 'The gateway cannot be reached.',
  offlineHelp:
    'This computer may be offline. What provably did not leave waits and goes on when it can be reached again. Nothing is sent twice.',
  checkNow: 'Check now',
  checking: 'Asking the gateway',
  keychain: 'The keychain of this computer gives no token.',
  keychainHelp:
    'Unlock it, or look at the account in Settings. Until then nothing is sent or looked up with real money.',
  closing: 'Payout Desk is closing.',
  tryAgain: 'Try again',
  waiting: 'Loading',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  copied: 'Copied',
  copy: (what: string): string => `Copy ${what}`,
  skip: 'Skip to the screen',
  rail: 'Screens',
  profile: 'Profile',
  mid: 'mid',
  balance: 'Balance',
  balanceUnknown: 'not asked',
  balanceLow: 'Low',
  refreshBalance: 'Ask for the balance again',
  places: PLACE_NAMES,
  unknownDesk: { live: 'In doubt, LIVE', practice: 'In doubt, practice' },
  unknownWaits: (count: number): string => `${countOf(count, 'payout')} in doubt`,
  lateNews: (count: number): string =>
    count === 1
      ? 'The gateway changed its word about a payout.'
      : `The gateway changed its word ${formatCount(count)} times.`,
  lateNewsHelp: 'A payout that had come to its end is called something else now. This stays until you have read it.',
  mismatches: (count: number): string =>
    count === 1
      ? 'The gateway answered about another payment.'
      : `The gateway answered about another payment ${formatCount(count)} times.`,
  mismatchesHelp:
    'The payout stays as it was: ask the gateway which payment it meant. This stays until you have read it.',
  readNews: 'Read the news',
  idle: 'Nothing is being sent',
  preparing: {
    pay: 'Asking the gateway before sending',
    cancel: 'Cancelling what has not been sent',
    restore: 'Restoring a backup',
    unlock: 'Opening a locked desk',
  },
  sending: (done: number, total: number): string => `Sending ${formatCount(done)} of ${formatCount(total)}`,
  following: 'Following payouts to their end',
  inFlight: (count: number): string => `${formatCount(count)} in flight`,
  openRun: 'Open the run',
  connection: { connecting: 'Connecting', open: 'Connected', lost: 'Not connected', ended: 'Not connected' },
  dropHere: 'Drop the file to open it',
  dropRefused: {
    pay: 'A file cannot be opened while payouts are being sent.',
    cancel: 'A file cannot be opened while a batch is being cancelled.',
    restore: 'A file cannot be opened while a backup is being restored.',
    unlock: 'A file cannot be opened while a locked desk is being opened.',
  },
  dropRefusedHelp: {
    pay: 'Pause or wait for the end of the run, then open it.',
    cancel: 'Open it when that is done.',
    restore: 'Open it when that is done.',
    unlock: 'Open it when that is done.',
  },
  dropWrong: 'Drop one .csv or .xlsx file.',
} as const;
