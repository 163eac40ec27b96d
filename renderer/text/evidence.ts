// What happened to a request or a look-up. A code that has no words is shown as it is; doubt never sounds like failure.

import type { UnknownReason } from '../../shared/outcomes.ts';
import { countOf, formatCount } from './format.ts';

const REASONS: Readonly<Record<UnknownReason, string>> = {
  echoMismatch: 'The gateway answered about another payout',
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
  unauthorizedUnconfirmed: 'The token was refused once, and accepted when asked again',
  crashed: 'The desk ended before the answer came',
  slept: 'The computer slept before the answer came',
  notWritten: 'The disk did not take its outcome',
  restored: 'The database was restored, or the gateway knew it before it was sent',
  cancelled: 'It was cancelled after a request about it had been answered',
};

const OUTCOMES: Readonly<Record<string, string>> = {
  processing: 'Accepted',
  success: 'Paid',
  failed: 'Failed',
  rejected: 'Rejected',
  reversed: 'Reversed',
  tokenRefused: 'Token refused; not executed',
  tokenDoubted: 'Token refused, then accepted',
  notKnown: 'The gateway does not know it',
  unclear: 'No clear answer',
};

const NOT_SENT = 'not sent: ';

interface Evidence {
  readonly requests: number;
  readonly httpStatus: number | null;
  readonly message: string | null;
  readonly lookups: number;
  readonly lastFinding: string | null;
}

/** What is known about payouts in doubt, in a sentence or two; the drawer has it word for word. */
export function evidenceWords({ requests, httpStatus, message, lookups, lastFinding }: Evidence): string {
  const status = httpStatus === null ? null : `HTTP ${formatCount(httpStatus)}`;
  const heard = [status, message === null ? null : `“${message}”`].filter((word) => word !== null).join(', ');
  const asked =
    requests === 0
      ? 'Nothing was sent from here'
      : `${countOf(requests, 'request')}${heard === '' ? '' : `: ${heard}`}`;
  if (lookups === 0 || lastFinding === null) return `${asked}. Not looked up yet.`;
  return `${asked}. ${countOf(lookups, 'look-up')}, the last: ${outcomeWords(lastFinding)}.`;
}

/** Why a payout is in doubt. */
export function reasonWords(reason: string): string {
  return Object.hasOwn(REASONS, reason) ? REASONS[reason as UnknownReason] : reason;
}

/** What a request or a look-up came to. Shape: `word` or `word: detail`, as the desk keeps it. */
export function outcomeWords(outcome: string): string {
  if (outcome.startsWith(NOT_SENT)) return `Did not leave this computer: ${outcome.slice(NOT_SENT.length)}`;
  const [word = '', detail] = outcome.split(/: | (?=\S+$)/, 2);
  if (word === 'unknown' && detail !== undefined) return `In doubt: ${reasonWords(detail)}`;
  if (word === 'state' && detail !== undefined) return `The gateway says ${detail}`;
  return detail === undefined ? (OUTCOMES[word] ?? outcome) : outcome;
}
