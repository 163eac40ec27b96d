// Ready-made gateway answers, in the shapes that the gateway layer returns.

import { verbatim } from '../../shared/messages/message.ts';
import {
  type Evidence,
  type LookupAnswer,
  NO_IDS,
  type NotSentCause,
  type Outcome,
  type UnknownReason,
  type WalletAnswer,
} from '../../shared/outcomes.ts';
export const NO_EVIDENCE: Evidence = { httpStatus: null, text: null };

/** How this gateway words "not known", as a preflight would have learned. */
export const NOT_KNOWN = '200 object false error_code=400';

export function accepted(
  transactionId: string | null,
  state: 'processing' | 'success' | 'reversed' = 'processing',
): Extract<Outcome, { kind: 'accepted' }> {
  const word = state === 'processing' ? 'pending' : state;
  return { kind: 'accepted', state, word, ids: { ...NO_IDS, transactionId }, message: null };
}

export function refused(
  message: string,
  state: 'failed' | 'rejected' = 'rejected',
): Extract<Outcome, { kind: 'refused' }> {
  return { kind: 'refused', state, word: state, ids: NO_IDS, message: verbatim(message) };
}

export function unknown(
  reason: UnknownReason,
  retryAfterMs: number | null = null,
): Extract<Outcome, { kind: 'unknown' }> {
  return {
    kind: 'unknown',
    reason,
    message: verbatim('nobody knows'),
    ids: NO_IDS,
    echoedReference: null,
    retryAfterMs,
  };
}

export function notSent(cause: NotSentCause): Extract<Outcome, { kind: 'notSent' }> {
  return { kind: 'notSent', cause, message: verbatim('did not leave') };
}

export const UNAUTHORIZED: Outcome = { kind: 'unauthorized' };

type FoundState = 'processing' | 'success' | 'failed' | 'rejected' | 'reversed';

/** The UTR of a payment in a simulated batch, derived from its row. */
export function utrOf({
  reference,
  transactionId,
}: {
  readonly reference?: string;
  readonly transactionId?: string;
}): string {
  return `412345${(reference ?? transactionId ?? '').slice(-6)}`;
}

/** A lookup that found the payment; a paid one has a UTR. */
export function found(state: FoundState, word: string = state, utr = '412345678901'): LookupAnswer {
  const meaning = {
    kind: 'state',
    state,
    word,
    utr: state === 'success' ? utr : null,
    message: null,
  } as const;
  return {
    kind: 'answered',
    fingerprint: `200 object true ${word}`,
    meaning,
    evidence: { httpStatus: 200, text: null },
  };
}

/** A lookup of a reference that the gateway never saw. */
export const NOT_KNOWN_ANSWER: LookupAnswer = {
  kind: 'answered',
  fingerprint: NOT_KNOWN,
  meaning: { kind: 'unclear', reason: verbatim('no txn_status') },
  evidence: { httpStatus: 200, text: null },
};

/** An answer that is not even JSON, such as a firewall's page or a server fault. */
export function unclear(httpStatus: number): LookupAnswer {
  return {
    kind: 'answered',
    fingerprint: null,
    meaning: { kind: 'unclear', reason: verbatim(`HTTP ${httpStatus}`) },
    evidence: { httpStatus, text: null },
  };
}

/** A proper answer that names no state and is worded otherwise than "not known". */
export function otherWords(httpStatus: number): LookupAnswer {
  return {
    kind: 'answered',
    fingerprint: `${httpStatus} object false`,
    meaning: { kind: 'unclear', reason: verbatim('no txn_status') },
    evidence: { httpStatus, text: null },
  };
}

export const INVALID_MID_LOOKUP: LookupAnswer = {
  kind: 'answered',
  fingerprint: '400 object false invalid mid',
  meaning: { kind: 'invalidMid' },
  evidence: { httpStatus: 400, text: null },
};

export const MISMATCH_LOOKUP: Extract<LookupAnswer, { kind: 'answered' }> = {
  kind: 'answered',
  fingerprint: '200 object true success other',
  meaning: { kind: 'mismatch', message: verbatim('names another payment') },
  evidence: { httpStatus: 200, text: null },
};

export const UNAUTHORIZED_LOOKUP: LookupAnswer = { kind: 'unauthorized', evidence: { httpStatus: 401, text: null } };

export function unreachable(certificate = false): Extract<LookupAnswer & WalletAnswer, { kind: 'unreachable' }> {
  return { kind: 'unreachable', message: verbatim('no way there'), certificate };
}

export const BALANCE: WalletAnswer = { kind: 'balance', balance: '100000', message: null };

export function unclearWallet(httpStatus: number): WalletAnswer {
  return { kind: 'unclear', message: verbatim('no clear words'), evidence: { httpStatus, text: null } };
}
