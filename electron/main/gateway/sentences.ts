// What this room says to people when the gateway says nothing. In: one of our own words. Out: one sentence.
// This file must never quote an error, an address or a body.

import type { NotSentCause, UnknownReason } from '../../../shared/outcomes.ts';

/** Why a request did not leave. */
export const NOT_SENT_SENTENCES: Readonly<Record<NotSentCause, string>> = {
  dns: "The gateway's address could not be found: the network or the base URL is wrong. Nothing was sent.",
  refused: 'The gateway refuses connections. Nothing was sent.',
  connectTimeout: 'The gateway did not take up the connection in time. Nothing was sent.',
  connectionLost: 'The connection to the gateway broke before it was ready. Nothing was sent.',
  tls: 'No secure connection to the gateway could be agreed. Nothing was sent.',
  certificate: "The gateway's certificate is not to be trusted: somebody may be in between. Nothing was sent.",
  proxy: 'The proxy did not open a way to the gateway. Nothing was sent.',
  aborted: 'The request was given up before it was sent.',
};

/** Why nobody knows whether a payment was made, of those that an answer or its absence can give. */
export const UNKNOWN_SENTENCES = {
  echoMismatch: 'The gateway answered about another reference than the one that was sent.',
  invalidMid: 'The gateway does not know this merchant id.',
  wrongUrl: "The answer looks like that of another address than the gateway's.",
  refusedByRate: 'The gateway says that requests come too fast.',
  httpStatus: 'The gateway answered with a status that does not say whether it paid.',
  cut: 'The connection broke before the answer was complete.',
  timeout: 'No complete answer came in time.',
  notJson: 'The answer cannot be read.',
  otherShape: 'The answer does not have the shape that the specification gives it.',
  tooLarge: 'The answer is far larger than an answer of the gateway can be.',
  notFirstRequest: 'The gateway refused, but an earlier request of this payout may have been executed.',
} as const satisfies Partial<Record<UnknownReason, string>>;

export const NO_REASON_GIVEN = 'The gateway gave no reason.';
