// It is never suggested to send a payout again whose outcome is in doubt.

import { countOf, formatCount } from './format.ts';

export const PAYOUT = {
  name: 'Name',
  beneficiary: 'Paid to',
  bank: 'Bank',
  amount: 'Amount',
  remark: 'Remark',
  reference: 'Reference',
  transactionId: 'Transaction id',
  rrn: 'RRN',
  utr: 'UTR',
  logNumber: 'Log number',
  tranRefNo: 'Bank reference',
  gatewayStatus: "Gateway's word",
  message: 'Gateway says',
  decidedBy: 'Decided by',
  reason: 'Why it is in doubt',
  nextLookup: 'Next look-up',
  notKnown: 'Answers "not known"',
  retryOf: 'Retry of',
  retriedAs: 'Retried as',
  hold: {
    referenceKnown: 'The gateway already knows this reference: a person must look before it is sent.',
    referenceUnclear: 'The gateway did not say clearly whether it knows this reference.',
    guarded: 'The same person and amount is on its way in another batch.',
  },
  timeline: 'What happened',
  attempt: (number: number): string => `Request ${formatCount(number)}`,
  lookup: 'Look-up',
  by: { transactionId: 'by transaction id', reference: 'by reference' },
  onItsWay: 'On its way',
  http: (status: number): string => `HTTP ${status}`,
  took: (ms: number): string => `${formatCount(ms)} ms`,
  answer: 'Answer, word for word',
  source: 'The row as the file had it',
  nothingYet: 'Nothing has been sent for this row.',
} as const;

export const UNKNOWN = {
  title: 'Payouts in doubt',
  about:
    'They may have been paid. The desk looks them up on and on and never sends them again; a person decides when the gateway cannot say.',
  none: 'No payout is in doubt',
  noneAbout: 'When an answer gets lost, the payout waits here with everything that is known about it.',
  group: (count: number, amount: string): string => `${countOf(count, 'payout')} · ${amount}`,
  reason: 'What happened',
  sent: 'Sent',
  notKnown: (count: number): string => (count === 1 ? 'Answers "not known"' : 'Answers "not known", of each at least'),
  evidence: 'Evidence',
  refusedByRate: (count: number): string =>
    `The gateway refused ${count === 1 ? 'this' : 'these'} because there were too many at once.`,
  paid: 'It was paid',
  notPaid: 'It was not paid',
  mayFrom: (day: string): string => `"Not paid" can be decided without a ticket from ${day}.`,
  mayAfter: (answers: number): string =>
    `"Not paid" can be decided without a ticket after ${countOf(answers, 'more answer')} "not known".`,
  mayFromAfter: (day: string, answers: number): string =>
    `"Not paid" can be decided without a ticket from ${day}, and after ${countOf(answers, 'more answer')} "not known".`,
  mayRate: (day: string): string => `Or once a look-up after ${day} does not know it.`,
  payouts: 'Payouts',
  more: (count: number): string => `and ${formatCount(count)} more`,
  decidePaid: 'Decide: it was paid',
  decideNotPaid: 'Decide: it was not paid',
  decideAbout: (count: number): string =>
    `Your decision about ${countOf(count, 'payout')} is recorded with your name and stands in every report.`,
  decideNotPaidAbout: (count: number): string =>
    count === 1
      ? 'After this, it can be paid again in a retry. If it was paid after all, the money leaves twice: ask the gateway first.'
      : 'After this, they can be paid again in a retry. If they were paid after all, the money leaves twice: ask the gateway first.',
  rrn: 'RRN or UTR',
  rrnHint: "From the bank's statement or the gateway.",
  ticket: "Gateway's ticket number",
  ticketHint: 'Needed while it is too early to decide without one.',
  note: 'Note',
  noteHint: 'How you know. Others will read this.',
  which: 'About',
  all: (count: number): string =>
    count === 1 ? 'The payout of this evidence' : `All ${countOf(count, 'payout')} of this evidence`,
  count: (count: number): string => `Type the number of payouts, ${formatCount(count)}`,
  decide: 'Record the decision',
  lateNews: 'Late news',
  lateNewsAbout: 'What the gateway said after a payout had come to its end, or about another payment.',
  was: 'Was',
  is: 'Now',
  otherPayment: 'Not changed',
  means: 'What it means',
  readBy: (who: string): string => `Read by ${who}`,
  heard: 'Heard',
  payout: 'Payout',
  markRead: 'I have read this',
  markAllRead: 'I have read them all',
  read: 'Read',
} as const;
