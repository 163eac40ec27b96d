// News in the store's own words: what one event brings along for the payout's row. In: an answer or a look-up as the engine
// heard it. Out: tidings. This file must never let another payment's id become ours: whatever is looked up by it would be
// taken for our payout's end.

import { unreachable } from '../../../shared/failures.ts';
import type { News } from '../../../shared/ledger.ts';
import { type GatewayIds, NO_IDS } from '../../../shared/outcomes.ts';
import type { PayoutEvent } from '../../../shared/states.ts';

type Answer = Extract<News, { kind: 'answer' }>;
type Lookup = Extract<News, { kind: 'lookup' }>;

/**
 * What one event brings along for the payout's row.
 * Shape: `ids` is what the payout is called from now on; `foreign` was heard as well and goes into the audit entry alone.
 */
export interface Tidings {
  readonly event: PayoutEvent;
  readonly atMs: number;
  readonly word: string | null;
  readonly message: string | null;
  readonly ids: GatewayIds;
  readonly foreign: Readonly<Record<string, string>> | null;
  readonly finding: string | null;
  readonly requestLeft: boolean;
  /** A person's decision, word for word, for the audit entry. */
  readonly decision: Told['decision'] | null;
  /** Not null when a look-up was answered about another payment: what is said about that. */
  readonly mismatch: string | null;
}

/** The tidings of an answer to a payout request. */
export function tidingsOfAnswer({ outcome, atMs }: Answer): Tidings {
  const foreign = foreignIds(outcome);
  return {
    event: { kind: 'answered', outcome },
    atMs,
    word: 'word' in outcome ? outcome.word : null,
    message: 'message' in outcome ? outcome.message : null,
    ids: ownIds(outcome),
    foreign,
    finding: null,
    requestLeft: outcome.kind !== 'notSent',
    decision: null,
    // It stops the batch and stands on the unknown desk under this reason: no second alarm.
    mismatch: null,
  };
}

/** The tidings of a look-up. */
export function tidingsOfLookup(news: Lookup): Tidings & { readonly finding: string } {
  const { finding, atMs, mismatch = null } = news;
  return {
    event: { kind: 'lookedUp', finding },
    atMs,
    word: finding.kind === 'state' ? finding.word : null,
    message: finding.kind === 'state' ? news.message : null,
    // An id that came with a state alone: who else carries it was asked before.
    ids: { ...NO_IDS, utr: news.utr, transactionId: finding.kind === 'state' ? (news.echoedId ?? null) : null },
    foreign: null,
    finding: mismatch !== null ? 'mismatch' : finding.kind === 'state' ? `state ${finding.word}` : finding.kind,
    requestLeft: false,
    decision: null,
    mismatch,
  };
}

/** What a person who decides knows besides: words for the report, the bank's number, the decision itself for the audit. */
export interface Told {
  readonly message: string;
  readonly ids: GatewayIds;
  readonly decision: Readonly<Record<string, string | number | null>>;
}

/** The tidings of a command of ours. */
export function tidingsOfCommand(event: PayoutEvent, atMs: number, told: Told | null = null): Tidings {
  const requestLeft = event.kind === 'interrupted';
  const { message, ids, decision } = told ?? { message: null, ids: NO_IDS, decision: null };
  const silence = { word: null, foreign: null, finding: null, mismatch: null } as const;
  return { ...silence, event, atMs, message, ids, requestLeft, decision };
}

/** An answer's outcome as the attempt's result keeps it. */
export function outcomeText(outcome: Answer['outcome']): string {
  switch (outcome.kind) {
    case 'accepted':
    case 'refused':
      return outcome.state;
    case 'unknown':
      return `unknown: ${outcome.reason}`;
    case 'notSent':
      return `not sent: ${outcome.cause}`;
    case 'tokenRefused':
    case 'tokenDoubted':
      return outcome.kind;
    default:
      return unreachable(outcome);
  }
}

/** The ids that were given, without the absent ones. */
export function presentIds(ids: GatewayIds): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(ids).filter((entry) => entry[1] !== null));
}

/**
 * What an answer may call the payout: nothing where it names another reference, and no transaction id where nobody knows
 * what became of it, since that id would be all it is looked up by, and may be no more than the number of a failed request.
 */
function ownIds(outcome: Answer['outcome']): GatewayIds {
  if (!('ids' in outcome)) return NO_IDS;
  if (outcome.kind !== 'unknown') return outcome.ids;
  return outcome.reason === 'echoMismatch' ? NO_IDS : { ...outcome.ids, transactionId: null };
}

/** What is kept as evidence only: the ids of an answer that names another reference, the transaction id of an unknown one. */
function foreignIds(outcome: Answer['outcome']): Readonly<Record<string, string>> | null {
  if (outcome.kind !== 'unknown') return null;
  const { reason, ids, echoedReference } = outcome;
  if (reason === 'echoMismatch') return { ...presentIds(ids), udf1: echoedReference ?? '' };
  return ids.transactionId === null ? null : { transactionId: ids.transactionId };
}

/** The columns that hold a payout's ids: the first that was heard of each. */
export interface IdColumns {
  readonly transaction_id: string | null;
  readonly rrn: string | null;
  readonly utr: string | null;
  readonly log_number: string | null;
  readonly tran_ref_no: string | null;
}

/** Whether any of these ids will be kept. */
export function namesNewId(row: IdColumns, ids: GatewayIds): boolean {
  return (
    (ids.transactionId !== null && row.transaction_id === null) ||
    (ids.rrn !== null && row.rrn === null) ||
    (ids.utr !== null && row.utr === null) ||
    (ids.logNumber !== null && row.log_number === null) ||
    (ids.tranRefNo !== null && row.tran_ref_no === null)
  );
}
