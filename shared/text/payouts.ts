// Say "Paid" only of a success, and never make an unconfirmed payment sound like a failure. Never suggest sending an
// unconfirmed payout again.

import type { AnswerOf } from '../api/contract.ts';
import type { PayoutLine } from '../api/payout-commands.ts';
import { countOf, formatCount } from '../counts.ts';
import type { PauseCode } from '../failures.ts';
import type { Message } from '../messages/message.ts';
import { isDocumentedWord, isUnanswered, type UnknownReason, wordOfFinding } from '../outcomes.ts';
import type { Field } from '../rows.ts';
import type { PaymentResult, ShownBatchState, StateKind } from '../states.ts';
import { formatDay } from './format.ts';

/** The buttons that help with a pause. */
export type PauseButton = 'resume' | 'token' | 'settings' | 'wallet' | 'checkNow' | 'unknown' | 'refusals' | 'history';

/** The first one fixes it; the others help too. */
export const PAUSE_BUTTONS: Readonly<Record<PauseCode, readonly [PauseButton, ...PauseButton[]]>> = {
  person: ['resume'],
  firstAlone: ['resume'],
  timeOver: ['resume'],
  interrupted: ['resume', 'unknown'],
  tokenRefused: ['token', 'resume', 'unknown'],
  noToken: ['token', 'resume'],
  keychainLocked: ['resume'],
  invalidMid: ['settings', 'resume'],
  wrongUrl: ['settings', 'resume'],
  unreachable: ['resume'],
  ambiguity: ['checkNow', 'unknown', 'resume'],
  sameRefusals: ['refusals', 'resume'],
  echoMismatch: ['unknown'],
  certificate: ['resume'],
  diskFull: ['resume', 'settings'],
  offline: ['resume'],
  slept: ['resume'],
  walletLow: ['resume', 'wallet'],
  walletFall: ['resume', 'wallet'],
  locked: ['settings', 'unknown'],
  clockJumped: ['resume'],
  lostAnswersUnrecoverable: ['resume'],
  lookupsUnreliable: ['resume'],
  referenceKnown: ['history', 'unknown'],
  guarded: ['history', 'resume'],
};

export const RUN = {
  cures: {
    resume: 'Resume',
    token: 'Replace the token',
    settings: 'Open Settings',
    wallet: 'Open Wallet',
    checkNow: 'Check now',
    unknown: 'Needs review',
    refusals: 'Show the refusals',
    history: 'Open History',
  } satisfies Record<PauseButton, string>,
  retries: (batch: string): string => `Pays again what failed in ${batch}.`,
  progress: 'Progress',
  paidOf: (paid: number, count: number): string => `${formatCount(paid)} of ${formatCount(count)} paid`,
  show: 'Show payments',
  all: 'All',
  failedOrRejected: 'Failed or rejected',
  search: 'Search name, account, reference or id',
  jump: 'Jump to current',
  payouts: 'Payments of this batch',
  empty: 'No payment here',
  emptyAbout: 'No payment of this batch is in this state now.',
  pause: 'Pause',
  pausing: (count: number): string => (count === 0 ? 'Pausing' : `Pausing: ${formatCount(count)} awaiting reply`),
  resuming: 'Checking with the gateway first',
  stop: 'Stop',
  cancelling: 'Cancelling what was not sent',
  starting: 'Checking with the gateway before the first payment',
  sending: 'Sending',
  awaiting: (count: number): string => `${formatCount(count)} awaiting reply`,
  rate: (perSecond: number): string => `${perSecond.toFixed(1)} a second`,
  left: (time: string): string => `about ${time} left`,
  paused: (unsent: number, amount: string): string => `Paused. ${formatCount(unsent)} not sent (${amount}).`,
  settling: (count: number): string =>
    `Everything is sent. ${countOf(count, 'payment')} ${count === 1 ? 'is' : 'are'} being checked.`,
  mayLeave: 'You can close Payout Desk; checking goes on when it opens.',
  checking: 'Checking now',
  noCheck: 'No check is due soon',
  nextCheck: (time: string): string => `Next check in ${time}`,
  finished: (parts: readonly string[]): string => `Finished: ${parts.join(', ')}`,
  seeResult: 'See the result',
  stopTitle: 'Stop this batch?',
  stopAct: 'Stop and cancel the rest',
  stopWaiting: 'Waiting for replies',
  keep: 'Keep it',
  stopAbout: (count: number, isRunning: boolean): string =>
    isRunning
      ? `Payments may be sent while you read this. Stopping cancels what is unsent then: now ${countOf(count, 'payment')}. What was sent stays sent.`
      : `${countOf(count, 'payment')} not sent yet ${count === 1 ? 'is' : 'are'} cancelled. What was sent stays sent; nothing can be called back.`,
  resumeTitle: 'Resume this batch',
  resumeAsks: 'Some time has passed, or another batch was confirmed meanwhile.',
  resumeCount: (unsent: number): string => `Type the number of payments not sent yet, ${formatCount(unsent)}`,
  resumeTicks: {
    unsureLookups: 'I accept that lost replies may stay unconfirmed with this gateway.',
    walletFall: 'I checked with the gateway: the right amount was paid.',
    warnings: 'Pay as many as the balance allows.',
  },
  asBalanceAllows: (next: string, balance: string): string =>
    `Pay as many as the balance allows (next ${next}, balance ${balance}).`,
  /** The message of the gateway, or of the person who decided. */
  message: 'Gateway message',
  todo: 'What to do',
  held: (count: number): string => `${countOf(count, 'row')} ${count === 1 ? 'waits' : 'wait'} for you.`,
  review: (count: number): string => `Review ${formatCount(count)}`,
} as const;

/** Payment advice by e-mail. */
export const ADVICE = {
  send: { en: 'Send by e-mail, English', hi: 'Send by e-mail, Hindi' },
  who: 'Who got it by e-mail',
  choose: 'Go on',
  title: 'Send payment advice',
  from: (address: string, count: number, amount: string): string =>
    `From ${address} to ${countOf(count, 'payee')}, ${amount}`,
  toSelf: (address: string): string => `Practice: every mail goes to ${address}, not to the payees.`,
  about: (minutes: number): string =>
    `Each gets one mail with a slip. This takes about ${countOf(minutes, 'minute')}; you can go on working.`,
  gets: (count: number): string => `Get a mail (${formatCount(count)})`,
  holds: {
    notPaid: (count: number): string => `Not paid, or not known to be (${formatCount(count)})`,
    alarm: (count: number): string => `Open alarm (${formatCount(count)})`,
    noAddress: (count: number): string => `No e-mail address in the sheet (${formatCount(count)})`,
    shared: (count: number): string => `Address is read by several people (${formatCount(count)})`,
    sent: (count: number): string => `Already sent (${formatCount(count)})`,
    refused: (count: number): string => `Refused by the mail server before (${formatCount(count)})`,
    unsure: (count: number): string => `May have been sent already (${formatCount(count)})`,
  },
  again: {
    refused: (count: number): string => `Try the ${countOf(count, 'refused mail')} again`,
    unsure: (count: number): string => `Send ${countOf(count, 'mail')} again: these payees may get it twice`,
  },
  more: (count: number): string => `And ${formatCount(count)} more.`,
  address: 'E-mail',
  state: 'Status',
  when: 'When',
  answer: 'Mail server',
  sendNow: (count: number): string => `Send ${countOf(count, 'mail')}`,
  states: {
    sent: 'Sent',
    refused: 'Refused',
    later: 'Not sent yet',
    unsure: 'May have been sent',
    cameBack: 'Sent, then the money came back',
  },
  sending: (done: number, total: number): string =>
    `Sending payment advice: ${formatCount(done)} of ${formatCount(total)}`,
  sum: (sent: number): string => `Payment advice sent to ${countOf(sent, 'payee')}`,
  others: {
    refused: (count: number): string => `${formatCount(count)} refused`,
    later: (count: number): string => `${formatCount(count)} not sent yet`,
    unsure: (count: number): string => `${formatCount(count)} may have been sent`,
    cameBack: (count: number): string => `${formatCount(count)} came back afterwards`,
  },
  stop: 'Stop sending',
  show: 'Who got it',
  none: 'No payment advice was sent by e-mail.',
  span: (first: number, last: number, total: number): string =>
    `${formatCount(first)} to ${formatCount(last)} of ${formatCount(total)}`,
  before: 'Before',
  next: 'Next',
} as const;

export const RESULT = {
  matches: 'Totals match',
  alarmed: (count: number): string => `${countOf(count, 'open alarm')}. Read what is wrong under Needs review.`,
  differs: 'The totals do not match what was confirmed. Tell whoever looks after this program.',
  asOf: (time: string): string => `as of ${time}`,
  confirmed: (who: string, when: string, account: string): string => `Confirmed by ${who}, ${when} · ${account}`,
  leftOut: (count: number): string => `${countOf(count, 'row')} left out`,
  saveReport: 'Save report',
  makeAdvice: 'Payment advice',
  forms: {
    xlsx: 'Excel (.xlsx)',
    csv: 'CSV',
    checksums: 'Checksums of the CSV',
    pdf: 'PDF',
    journal: 'Journal (CSV)',
    tally: 'Vouchers for Tally (CSV)',
    'tally-xml': 'Vouchers for Tally (XML)',
  },
  adviceForms: {
    advice: { en: 'To print, English (PDF)', hi: 'To print, Hindi (PDF)' },
    'advice-files': { en: 'Files and e-mail drafts, English', hi: 'Files and e-mail drafts, Hindi' },
  },
  mailMerge: 'List for a mail merge (CSV)',
  passports: { en: 'Passports of all paid, in English', hi: 'Passports of all paid, in Hindi' },
  emailTitle: 'Whose e-mail addresses?',
  emailAbout: 'Payees read their payment advice there. An address that several payees share gets none.',
  emailColumn: "Column with the payees' own addresses",
  emailNotChosen: 'Choose a column',
  noEmail: 'None: make them without addresses',
  emailSave: 'Make them',
  seePayouts: 'See the payments',
  retry: (count: number): string => `Retry ${formatCount(count)}`,
  retryTitle: 'Retry what failed',
  openRetry: 'Open them in Review',
  noRetry: 'Nothing can be retried.',
  retryAbout: (count: number, amount: string): string =>
    `${countOf(count, 'payment')} for ${amount} ${count === 1 ? 'opens' : 'open'} in Review. Nothing is paid yet.`,
  retryMore: (count: number): string => `And ${formatCount(count)} more, in Review.`,
  noMessage: 'No message from the gateway',
  notRetried: (count: number): string => `${countOf(count, 'payment')} will not be retried`,
  /** By state. */
  todo: {
    queued: 'Resume the run to send it.',
    sending: 'Wait for the reply.',
    processing: 'Wait: the gateway is working on it.',
    unknown: 'We keep checking: see Needs review.',
    success: '',
    failed: 'Correct and retry, or ask the payee.',
    rejected: 'Correct as the message says; retry.',
    reversed: 'Ask the payee why it came back.',
    cancelled: 'Pay it in another batch if still due.',
  } satisfies Record<StateKind, string>,
  /** After a person marked it as not paid. */
  todoDecided: 'Pay it again if it is still due.',
  /** For a payment that was not made and that another one pays again. */
  again: {
    paid: (payout: string): string => `Paid since, as ${payout}.`,
    notPaid: (payout: string): string => `Tried again as ${payout}, which was not paid either.`,
    notSettled: beingPaidAgain,
    notSent: beingPaidAgain,
  } satisfies Record<PaymentResult, (payout: string) => string>,
} as const;

function beingPaidAgain(payout: string): string {
  return `Being paid again, as ${payout}.`;
}

/** Why a payout waits for a person. */
export const HOLD_WORDS = {
  referenceKnown: 'The gateway already knows this reference: a person must look before it is sent.',
  referenceUnclear: 'The gateway did not say clearly whether it knows this reference.',
  guarded: 'Another batch pays, or paid, what may be the same.',
} as const;

export const PAYOUT = {
  story: 'What happened',
  source: 'The row as the file had it',
  nothingSent: 'Nothing has been sent for this row.',
  request: (number: number): string => `Request ${formatCount(number)}`,
  onItsWay: 'On its way',
  lookups: { reference: 'Check by reference', transactionId: 'Check by transaction id' },
  facts: {
    paidTo: 'Paid to',
    bank: 'Bank',
    remark: 'Remark',
    reference: 'Reference',
    transactionId: 'Transaction id',
    utr: 'UTR',
    rrn: 'RRN',
    logNumber: 'Log number',
    bankReference: 'Bank reference',
    gatewayWord: "Gateway's word",
    gatewaySays: 'Gateway says',
    note: 'Note',
    whyUnknown: 'Why not confirmed',
    notKnown: 'Answers "not known"',
    nextLookup: 'Next check',
    retryOf: 'Retry of',
    retriedAs: 'Retried as',
  },
  papers: 'Documents',
  dispute: { pdf: 'Dispute for gateway or bank', zip: 'Dispute for gateway or bank, as ZIP' },
  passport: { en: 'Passport in English', hi: 'Passport in Hindi' },
  passportAbout: (entry: string): string =>
    `Checked against audit entry ${entry}. Tell this hash to whoever checks it, by another way than the passport:`,
  passportHash: 'Hash',
  columns: {
    row: 'Row',
    payout: 'Payment',
    state: 'Status',
    name: 'Name',
    beneficiary: 'UPI ID or account',
    ifsc: 'IFSC',
    amount: 'Amount',
    reference: 'Reference',
    utr: 'UTR or RRN',
    sentAt: 'Sent',
  },
} as const;

export const UNKNOWN = {
  title: 'Needs review',
  label: 'Payments not confirmed',
  about: 'We keep checking. They won’t be sent again automatically.',
  show: 'Show payments',
  needs: { decide: 'To decide', checking: 'Checking' },
  allBatches: (count: number): string => `All batches (${formatCount(count)})`,
  none: 'Nothing needs review',
  noneAbout: 'A payment without a clear answer waits here for you.',
  name: 'Name',
  payTo: 'Pay to',
  amount: 'Amount',
  sent: 'Sent',
  happened: 'What happened',
  decide: 'Mark not paid',
  batch: 'Batch',
  checked: 'Checked',
  now: 'Open now',
  nextCheck: 'Next check',
  noCheck: 'None due',
  answersMissing: (count: number): string => `After ${countOf(count, 'more answer')}`,
  choose: (name: string): string => `Choose ${name}`,
  chooseAll: 'Choose all',
  chooseEqual: (count: number): string => `Choose all ${formatCount(count)} with equal evidence`,
  clear: 'Clear',
  chosen: (count: number, amount: string): string => `${formatCount(count)} chosen · ${amount}`,
  unequal: 'Choose payments of one batch with equal evidence.',
  oneByOne: 'Mark paid one by one: each has its own RRN or UTR.',
  answers: 'Gateway answers, word for word',
  paid: 'Mark paid',
  notPaid: 'Mark not paid',
  gone: 'This payment is confirmed now.',
  bankReference: 'RRN or UTR',
  bankReferenceHelp: 'From the bank statement or the gateway.',
  ticket: 'Gateway ticket number',
  ticketHelp: 'Needed while it cannot be marked without one.',
  note: 'Note',
  noteHelp: 'How you know. Others will read this.',
  recorded: 'Recorded with your name, and shown in every report.',
  more: (count: number): string => `and ${formatCount(count)} more`,
  export: 'Export for the gateway',
  exportAbout: (count: number): string => `About ${countOf(count, 'payment')}. Send it to the gateway’s support.`,
  message: 'Message',
  copy: 'Copy message',
  copied: 'Copied',
  saveCsv: 'Save CSV',
  takeBack: 'Take back the decision',
  takeBackAbout: 'It becomes not confirmed again. Nothing is sent.',
  takeBackNote: 'Why the decision was wrong.',
  decided: { paid: 'Marked paid', notPaid: 'Marked not paid', takenBack: 'Decision taken back' },
  decidedBy: (what: string, who: string, day: string | null): string =>
    `${what} by ${who}${day === null ? '' : `, ${day}`}`,
  news: 'Late news',
  newsAbout: 'What the gateway said after a payment had finished.',
  readOne: 'I have read this',
  readAll: 'I have read them all',
  readBy: (who: string): string => `Read by ${who}`,
  unchanged: 'Not changed',
  newsColumns: { payout: 'Payment', was: 'Was', now: 'Now', means: 'What it means', heard: 'Heard' },
  afterChecks: (checks: number): string => `after ${countOf(checks, 'more check')}`,
  opens: (when: string): string => `Mark not paid opens ${when}. Sooner with a ticket number.`,
  opensRefused: (day: string, when: string): string =>
    `Mark not paid opens ${day} if the gateway still can't find it, else ${when}. Sooner with a ticket number.`,
  mayTicket: 'Mark not paid needs a ticket number: checks here have not found a paid payment, or have missed one.',
  waitsForAnswer:
    'The gateway gave no useful answer. A ticket number counts once it answers, or has not answered for seven days.',
  withTicket: 'With a ticket number',
  payAgain: (count: number): string =>
    count === 1 ? 'Not paid: open the retry' : `Not paid: open the retry of all ${formatCount(count)}`,
  notPaidAbout: (count: number): string =>
    count === 1
      ? 'It can be paid again. If it was paid, it is paid twice.'
      : `These ${formatCount(count)} can be paid again. If any was paid, it is paid twice.`,
  read: 'Read',
} as const;

export const REASONS: Readonly<Record<UnknownReason, string>> = {
  echoMismatch: 'The gateway answered about another payment',
  sameId: 'The gateway called it by the id of another payment',
  invalidMid: 'The gateway does not accept the merchant id',
  wrongUrl: 'Something else answers at the gateway’s address',
  refusedByRate: 'Refused because there were too many requests at once',
  httpStatus: 'The gateway answered with an error',
  cut: 'The answer was cut off',
  timeout: 'No answer came in time',
  notJson: 'The answer was not readable',
  otherShape: 'The answer was of an unknown form',
  tooLarge: 'The answer was too large',
  notFirstRequest: 'It was refused, but had been sent before',
  unauthorized: 'The token was refused',
  unauthorizedUnconfirmed: 'The token was refused once, and accepted when asked again',
  crashed: 'The desk ended before the answer came',
  slept: 'The computer slept before the answer came',
  notWritten: 'The disk did not take its outcome',
  restored: 'The database was restored, or the gateway knew it before it was sent',
  cancelled: 'It was cancelled after a request about it had been answered',
  forgotten: 'It was accepted, and the gateway has not known it for days',
  noWord: 'For days the gateway had no word for it that this desk knows',
  stillPending: 'For a month the gateway has said that it is still working on it',
};

export const OUTCOMES: Readonly<Record<string, string>> = {
  processing: 'Accepted',
  success: 'Paid',
  failed: 'Failed',
  rejected: 'Rejected',
  reversed: 'Reversed',
  tokenRefused: 'Token refused',
  tokenDoubted: 'Token refused, then accepted',
  notKnown: 'The gateway does not know it',
  unproven: 'Not known, but checks are not proven here',
  unclear: 'No clear answer',
  unconfirmed: 'No clear answer',
  unanswered: 'No answer',
  notAsked: 'Not asked: the gateway gave no useful answer',
  sameId: 'No id of its own',
};

export const EVIDENCE = {
  nothingSent: 'Nothing was sent from here',
  sent: (count: number): string => (count === 1 ? 'Sent once' : `Sent ${formatCount(count)} times`),
  refused: { rate: 'refused (too many requests)', token: 'refused (the token)' },
  error: (status: string): string => `the gateway had an error (${status})`,
  noAnswer: 'no answer',
  notLookedUp: 'Not checked yet',
  lookedUp: (count: number, last: string): string =>
    `Checked ${count === 1 ? 'once' : `${formatCount(count)} times`}: ${last}`,
  notFound: 'not found',
  both: (asked: string, looked: string): string => `${asked}. ${looked}.`,
  notSent: (why: string): string => `Did not leave this computer: ${why}`,
  notConfirmed: (why: string): string => `Not confirmed: ${why}`,
  gatewaySays: (word: string): string => `The gateway says ${word}`,
  gatewayCalls: (word: string): string => `The gateway calls it “${word}”, a word this desk does not know`,
  answered: (words: string, status: string): string => `${words} (${status})`,
  decidedPaid: 'A person declared that it was paid.',
  decidedNotPaid: 'A person declared that it was not paid.',
} as const;

const NOT_SENT = 'not sent: ';

type ShownEvidence = AnswerOf<'listUnknown'>['rows'][number]['evidence'];

/** What is known about payouts in doubt, in a sentence or two. The payout's details have it verbatim. */
export function evidenceWords(evidence: ShownEvidence, say: (message: Message) => string): string {
  const { requests, httpStatus, message, lookups, lastFinding, lastHttpStatus } = evidence;
  const refused = refusalWords(httpStatus);
  // The words of a refusal for its rate or token only say the same again.
  const quoted = message === null || httpStatus === 429 || httpStatus === 401 ? null : `“${say(message)}”`;
  const said = [refused, quoted].filter((word) => word !== null);
  const asked =
    requests === 0
      ? EVIDENCE.nothingSent
      : [EVIDENCE.sent(requests), ...(httpStatus === null && message === null ? [EVIDENCE.noAnswer] : said)].join(', ');
  const looked =
    lookups === 0 || lastFinding === null
      ? EVIDENCE.notLookedUp
      : EVIDENCE.lookedUp(lookups, answerWords(lastFinding, lastHttpStatus));
  return EVIDENCE.both(asked, looked);
}

/** What the HTTP status of an answer says about a request; null for nothing. */
function refusalWords(httpStatus: number | null): string | null {
  if (httpStatus === null) return null;
  if (httpStatus === 429) return EVIDENCE.refused.rate;
  if (httpStatus === 401) return EVIDENCE.refused.token;
  return httpStatus >= 400 ? EVIDENCE.error(`HTTP ${formatCount(httpStatus)}`) : null;
}

/** The result of a lookup, with the HTTP status of an answer that said nothing. */
function answerWords(finding: string, httpStatus: number | null): string {
  if (finding === 'notKnown') return EVIDENCE.notFound;
  const words = outcomeWords(finding);
  return isUnanswered(finding) && httpStatus !== null ? EVIDENCE.answered(words, `HTTP ${httpStatus}`) : words;
}

/** Why a payout is in doubt. */
export function reasonWords(reason: string): string {
  return Object.hasOwn(REASONS, reason) ? REASONS[reason as UnknownReason] : reason;
}

/** The result of a request or a lookup. The desk stores it as `word` or `word: detail`. */
export function outcomeWords(outcome: string): string {
  if (outcome.startsWith(NOT_SENT)) return EVIDENCE.notSent(outcome.slice(NOT_SENT.length));
  const said = wordOfFinding(outcome);
  if (said !== null) return isDocumentedWord(said) ? EVIDENCE.gatewaySays(said) : EVIDENCE.gatewayCalls(said);
  const [word = '', detail] = outcome.split(/: | (?=\S+$)/, 2);
  if (word === 'unknown' && detail !== undefined) return EVIDENCE.notConfirmed(reasonWords(detail));
  return detail === undefined ? (OUTCOMES[word] ?? outcome) : outcome;
}

/** What each state means for the money, in one sentence. */
export const STATE_MEANINGS: Readonly<Record<StateKind, string>> = {
  queued: 'Nothing has left this computer.',
  sending: 'The request is on its way to the gateway.',
  processing: 'The gateway has it and has not said how it ended.',
  unknown: 'It may have been paid. It won’t be sent again automatically.',
  success: 'The gateway says it is paid.',
  failed: 'The gateway says it was not paid.',
  rejected: 'The gateway refused it; no money moved.',
  reversed: 'It was paid and the money came back.',
  cancelled: 'A person took it out before it was sent.',
};

/** `Marked not paid by Asha, 28 Nov`; undefined where nobody decided. */
export function decisionWords({ state, decided }: Pick<PayoutLine, 'state' | 'decided'>): string | undefined {
  if (decided === null || (state !== 'success' && state !== 'failed')) return undefined;
  const day = decided.atMs === null ? null : formatDay(decided.atMs);
  return UNKNOWN.decidedBy(UNKNOWN.decided[state === 'success' ? 'paid' : 'notPaid'], decided.by, day);
}

/** What a state means: what a person declared, or what the gateway says. */
export function stateMeaning({ state, decided }: Pick<PayoutLine, 'state' | 'decided'>): string {
  if (decided === null) return STATE_MEANINGS[state];
  if (state === 'success') return EVIDENCE.decidedPaid;
  return state === 'failed' ? EVIDENCE.decidedNotPaid : STATE_MEANINGS[state];
}

export const BATCH_STATE_WORDS: Readonly<Record<ShownBatchState, string>> = {
  sending: 'Sending',
  waiting: 'Waiting to send',
  pausing: 'Pausing',
  paused: 'Paused',
  settling: 'Waiting for results',
  settled: 'Settled',
};

export const FIELD_HELP: Readonly<Record<Field, string>> = {
  paymentMethod: 'UPI or IMPS. Without it, the other details of a row say which.',
  upiId: 'Such as asha@okaxis. Needed for UPI.',
  accountNumber: 'Needed for IMPS. Leading zeros are kept.',
  ifsc: 'Eleven characters, such as HDFC0001234. Needed for IMPS.',
  amount: 'In rupees, such as 45000 or 1,00,000.50.',
  remark: 'What the bank statement of the payee says.',
  reference: 'Your own, unique. Without it the desk makes one.',
  name: 'For your own eyes and reports; it is not sent.',
};
