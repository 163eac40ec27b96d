// "Paid" is said of nothing but a success.

import type { PauseCode } from '../../shared/failures.ts';
import { countOf, formatCount } from './format.ts';

/** Which button mends a pause. */
export type Cure = 'resume' | 'token' | 'settings' | 'checkNow' | 'unknown' | 'refusals' | 'history';

/** Shape: `first` the button that mends it, `also` what else helps. */
export const PAUSE_CURES: Readonly<
  Record<PauseCode, { readonly help: string; readonly first: Cure; readonly also: readonly Cure[] }>
> = {
  person: { help: 'Resume goes on with the next row.', first: 'resume', also: [] },
  firstAlone: {
    help: 'You asked to be asked after the first payment. Look at it; Resume then sends the others, Stop drops them.',
    first: 'resume',
    also: [],
  },
  timeOver: { help: 'Resume goes on with the next row.', first: 'resume', also: [] },
  interrupted: {
    help: 'Resume looks up first what was in flight, then sends what is left.',
    first: 'resume',
    also: ['unknown'],
  },
  tokenRefused: { help: 'Token refused: replace it, then resume.', first: 'token', also: ['resume'] },
  noToken: { help: 'Store the token of this account, then resume.', first: 'token', also: ['resume'] },
  keychainLocked: { help: 'Unlock the keychain of this computer, then resume.', first: 'resume', also: [] },
  invalidMid: {
    help: 'Ask the gateway which merchant id is yours. This batch keeps the one it was confirmed with: resume once the gateway takes it.',
    first: 'settings',
    also: ['resume'],
  },
  wrongUrl: {
    help: 'Compare the address with what the gateway gave you. This batch keeps the one it was confirmed with.',
    first: 'settings',
    also: ['resume'],
  },
  unreachable: { help: 'Check the network and whether the gateway is up, then resume.', first: 'resume', also: [] },
  ambiguity: {
    help: 'The gateway left several payouts in doubt. They are looked up; resume once they are known.',
    first: 'checkNow',
    also: ['unknown', 'resume'],
  },
  sameRefusals: {
    help: 'Read the refusal and check the wallet with the gateway, then resume.',
    first: 'refusals',
    also: ['resume'],
  },
  echoMismatch: {
    help: 'Call the gateway with both references first: it answered about another payout.',
    first: 'unknown',
    also: [],
  },
  certificate: {
    help: "Check this computer's clock and network. If they are right, ask the gateway about its certificate.",
    first: 'resume',
    also: [],
  },
  diskFull: {
    help: 'Once the disk of the data folder can be written again, resume. What was in flight is looked up by itself.',
    first: 'resume',
    also: ['settings'],
  },
  offline: { help: 'Connect this computer to the network, then resume.', first: 'resume', also: [] },
  slept: { help: 'The computer was asleep. Resume looks up first what was in flight.', first: 'resume', also: [] },
  walletLow: {
    help: 'Put money into the wallet at the gateway, then resume: it goes on in the order of the file.',
    first: 'resume',
    also: ['settings'],
  },
  locked: {
    help: 'This desk was restored or copied: nothing is sent from it. Read why at the top of the window, and open it there.',
    first: 'settings',
    also: ['unknown'],
  },
  clockJumped: { help: "Set this computer's clock right, then resume.", first: 'resume', also: [] },
  lostAnswersUnrecoverable: {
    help: 'The gateway does not find a payout by its reference: a lost answer could not be recovered. Resume only if you accept that.',
    first: 'resume',
    also: [],
  },
  lookupsUnreliable: {
    help: 'Ask the gateway why its answers to look-ups contradict each other, then resume.',
    first: 'resume',
    also: [],
  },
  referenceKnown: {
    help: 'This file may have been paid already, here or on another computer. Compare it with the gateway first.',
    first: 'history',
    also: ['unknown'],
  },
  guarded: {
    help: 'The same person and amount is on its way in another batch. Wait until that one is final, or cancel it.',
    first: 'history',
    also: ['resume'],
  },
};

export const RUN = {
  cures: {
    resume: 'Resume',
    token: 'Replace the token',
    settings: 'Open Settings',
    checkNow: 'Check now',
    unknown: 'Payouts in doubt',
    refusals: 'Show the refusals',
    history: 'Open History',
  } satisfies Record<Cure, string>,
  paid: 'Paid so far',
  ofTotal: (total: string): string => `of ${total}`,
  done: 'Sent',
  ofRows: (count: number): string => `of ${formatCount(count)}`,
  rate: 'Rate',
  perSecond: (rate: number): string => `${rate.toFixed(1)} / s`,
  left: 'Time left',
  elapsed: 'Running for',
  inFlight: 'In flight',
  none: '–',
  pause: 'Pause',
  pausing: (count: number): string =>
    count === 0 ? 'Pausing' : `Pausing: ${formatCount(count)} in flight ${count === 1 ? 'is' : 'are'} awaited`,
  resume: 'Resume',
  resuming: 'Asking the gateway before going on',
  stop: 'Stop',
  checkNow: 'Check now',
  sending: 'You can pause at any time: what is in flight is awaited, and nothing more is sent.',
  preparing: 'Asking the gateway before the first payout leaves',
  cancelling: 'Cancelling what has not been sent',
  settling: (count: number): string =>
    `Nothing more is sent. ${countOf(count, 'payout')} ${count === 1 ? 'is followed to its' : 'are followed to their'} end.`,
  nextCheck: (words: string): string => `Next look-up in ${words}`,
  checking: 'Looking up now',
  nothingDue: 'No look-up is due soon',
  mayLeave:
    'You can leave this screen or close Payout Desk: nothing is lost, and the look-ups go on as soon as it is open again.',
  ended: 'Every payout has come to its end.',
  toResult: 'See the result',
  stopTitle: 'Stop this batch?',
  stopAbout: (count: number): string =>
    `${countOf(count, 'payout')} that ${count === 1 ? 'has not been sent is' : 'have not been sent are'} cancelled. What was sent stays sent; nothing can be called back.`,
  stopConfirm: 'Stop and cancel the rest',
  stopWaiting: 'Waiting for those in flight',
  keep: 'Keep it',
  resumeTitle: 'Resume this batch',
  resumeCount: (count: number): string => `Type the number of payouts not sent yet, ${formatCount(count)}`,
  resumeWhy: 'Some time has passed or another batch was confirmed meanwhile, so the desk asks again.',
  resumeTicks: {
    unsureLookups: 'I accept that lost answers may not be recovered with this gateway.',
    warnings: 'Pay as far as the wallet reaches, also where it holds too little.',
  },
  grid: 'Payouts of this batch',
  showStates: 'Show payouts',
  all: 'All',
  failedOrRejected: 'Failed or rejected',
  legend: 'Payouts and rupees by what became of them',
  follow: 'Follow the payouts being sent',
  search: 'Search name, account, reference or id',
  row: 'Row',
  payout: 'Payout',
  sentAt: 'Sent',
  status: 'Status',
  name: 'Name',
  beneficiary: 'UPI ID or account',
  ifsc: 'IFSC',
  amount: 'Amount',
  reference: 'Reference',
  /** The gateway's words, or those of whoever decided. */
  message: 'What was said',
  utr: 'UTR or RRN',
  noPayouts: 'No payout here',
  noPayoutsAbout: 'No payout of this batch is in this state now.',
  held: (count: number): string => `${countOf(count, 'row')} ${count === 1 ? 'waits' : 'wait'} for a person.`,
  retryOf: (batch: string): string => `Pays again what failed in ${batch}.`,
  unknownHere: (count: number): string => `${countOf(count, 'payout')} may or may not have been paid.`,
  unknownHelp: (count: number): string =>
    count === 1
      ? 'It is looked up on and on, and never sent again by itself.'
      : 'They are looked up on and on, and never sent again by themselves.',
  openUnknown: (count: number): string => (count === 1 ? 'Decide about it' : 'Decide about them'),
} as const;

export const RESULT = {
  totals: 'Control totals',
  state: 'State',
  count: 'Payouts',
  amount: 'Amount',
  sum: 'Confirmed',
  reconciles: 'The states add up to what was confirmed, to the paisa.',
  differs: 'The states do not add up to what was confirmed. Tell whoever looks after this program.',
  failures: 'What was not paid',
  noReason: 'The gateway gave no reason.',
  who: 'Who must act',
  whoBy: {
    failed: 'Correct the details and retry, or ask the payee.',
    rejected: 'Correct the row as the message says, then retry.',
    reversed: 'Ask the payee or the bank why the money came back.',
  },
  retry: 'Retry what failed',
  retryTitle: 'Retry what failed',
  retryAbout: (count: number, amount: string): string =>
    `${countOf(count, 'payout')} for ${amount} ${count === 1 ? 'opens' : 'open'} in Review, to be corrected and confirmed like a file. What was sent before stays as it is.`,
  notRetried: (count: number): string => `${countOf(count, 'payout')} will not be retried`,
  retryOpen: 'Open them in Review',
  nothingToRetry: 'Nothing can be retried.',
  export: 'Save the report',
  exportAs: { xlsx: 'Excel (.xlsx)', csv: 'CSV' },
  confirmedBy: 'Confirmed by',
  confirmedAt: 'Confirmed',
  file: 'File',
  account: 'Paid from',
  leftOut: 'Left out',
  backToRun: 'See the payouts',
} as const;
