// One payout's row beside what the audit log tells of it. In: both. Out: each thing that differs, in words.
// This file must never ask which of the two is right: that is for a person.

import type { StateKind } from '../../../shared/states.ts';
import type { BeneficiaryColumns } from './beneficiary-columns.ts';
import { isEvidenceWhole, type KeptEvidence } from './evidence.ts';
import { momentInWords } from './findings.ts';
import { ID_NAMES, type Told, type ToldClaim } from './told-payout.ts';

/** A payout, and how much of its evidence is kept. */
export interface VerifiedRow extends BeneficiaryColumns {
  readonly payout_id: number;
  readonly batch_id: number;
  readonly merchant_id: number;
  readonly row_number: number;
  readonly name: string | null;
  readonly state: StateKind;
  readonly hold: string | null;
  readonly gateway_status: string | null;
  readonly decided_by: string | null;
  readonly transaction_id: string | null;
  readonly rrn: string | null;
  readonly utr: string | null;
  readonly log_number: string | null;
  readonly tran_ref_no: string | null;
  readonly attempts: number;
  readonly requests_left: number;
  readonly lookups: number;
  readonly not_known_answers: number;
  readonly sent_at_ms: number | null;
  readonly settled_at_ms: number | null;
  readonly evidence: string | null;
  readonly repeat_ticked: 0 | 1;
  readonly retry_of: number | null;
  readonly attempt_rows: number;
  readonly results: number;
  readonly not_sent: number;
  readonly decisions: number;
  readonly lookup_rows: number;
  readonly not_known_rows: number;
}

/** What differs. Shape: `words` go on after the row's name. */
export type Difference = readonly [code: string, words: string];

/** What is kept of a payout beside its row. */
export interface Kept extends KeptEvidence {
  readonly attempts: readonly (readonly [number: number, claimedAtMs: number])[];
}

interface Marks {
  readonly retryOf: unknown;
  readonly isTicked: boolean;
}

/** Everything in which a row and the log differ. */
export function differencesOf(
  row: VerifiedRow,
  told: Told,
  { retryOf, isTicked, kept }: Marks & { readonly kept: Kept },
): Difference[] {
  const found: Difference[] = [];
  const { state, sends, decisions } = told;
  const { attempts } = kept;
  if (row.state !== state) found.push(['stateUnexplained', `is ${row.state}, but the audit log leaves it ${state}.`]);
  if (row.attempts !== sends || row.attempt_rows !== sends) {
    const has = `${row.attempts} sends (${row.attempt_rows} kept)`;
    found.push(['attemptsUnexplained', `has ${has}, but the audit log has ${sends}.`]);
  }
  if (row.decisions !== decisions.length) {
    found.push(['decisionsUnexplained', `has ${row.decisions} decisions, but the audit log has ${decisions.length}.`]);
  }
  const compare = (code: string, what: string, [has, says]: readonly [has: unknown, says: unknown]): void => {
    if (has !== says) found.push([code, `has ${what} ${inWords(has)}, but the audit log has ${inWords(says)}.`]);
  };
  compare('deciderUnexplained', 'as who decided it', [row.decided_by, told.decidedBy]);
  for (const [name, column] of ID_NAMES) {
    compare('idUnexplained', `the ${ID_WORDS[name]}`, [row[column], told.ids[name] ?? null]);
  }
  compare('wordUnexplained', "the gateway's word", [row.gateway_status, told.word]);
  compare('holdUnexplained', 'the hold', [row.hold, told.hold]);
  if (!attempts.every(([number, atMs], index) => isClaim(told.claims[index], { number, atMs }))) {
    found.push(['attemptsUnexplained', 'has a send whose number or time reads otherwise than in the audit log.']);
  }
  if (!isEvidenceWhole(kept, { evidence: row.evidence, audited: told.evidence })) {
    found.push(['evidenceChanged', 'has an answer or a look-up kept that was changed, put in or taken out.']);
  }
  compare('timeUnexplained', 'the time of its end', [timeOf(row.settled_at_ms), timeOf(told.settledAtMs)]);
  compare('timeUnexplained', 'the time of its sending', [timeOf(row.sent_at_ms), timeOf(told.sentAtMs)]);
  compare('tickUnexplained', 'a tick that accepts a repeat:', [row.repeat_ticked === 1, isTicked]);
  compare('retryDiffers', 'as the payout it pays again', [row.retry_of, retryOf]);
  return [...found, ...miscounted(row, told)];
}

/** Counts against the evidence that is kept. Shape: of a payout in doubt every look-up is kept, of others each new finding. */
function miscounted(row: VerifiedRow, told: Told): readonly Difference[] {
  const { state, lookups, lookup_rows: kept, not_known_answers: notKnown, not_known_rows: notKnownKept } = row;
  const left = row.results - row.not_sent + told.interrupted;
  const isWhole = state !== 'unknown' || (lookups === kept && notKnown === notKnownKept);
  const found: Difference[] = [];
  if (notKnown > lookups || notKnownKept > notKnown || kept > lookups || !isWhole) {
    const has = `${lookups} look-ups counted (${kept} kept), ${notKnown} of them not known (${notKnownKept} kept)`;
    found.push(['lookupsUnexplained', `has ${has}: these do not fit together.`]);
  }
  if (row.requests_left !== left) {
    const has = `${row.requests_left} requests that left`;
    found.push(['requestsUnexplained', `has ${has}, but its answers and the audit log have ${left}.`]);
  }
  if (row.results > row.attempt_rows || row.results < told.answered) {
    const has = `${row.results} answers to its sends kept`;
    found.push(['answersUnexplained', `has ${has}, but ${row.attempt_rows} sends and ${told.answered} answers told.`]);
  }
  return found;
}

function isClaim(told: ToldClaim | undefined, kept: ToldClaim): boolean {
  return told === undefined || (told.number === kept.number && told.atMs === kept.atMs);
}

const ID_WORDS = {
  transactionId: 'transaction id',
  rrn: 'RRN',
  utr: 'UTR',
  logNumber: 'log number',
  tranRefNo: 'transfer reference',
} as const;

function timeOf(atMs: number | null): string | null {
  return atMs === null ? null : momentInWords(atMs);
}

function inWords(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
