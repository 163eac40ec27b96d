// Compares the payouts with what the audit chain tells of them. In: the database and the replayed chain. Out: what does not
// fit, in words. A payout must stand where the chain leaves it, with the sends, decisions, ids, times and marks that the chain
// has. Which of the two is right is for a person to say: no row is ever repaired.

import type Database from 'better-sqlite3';
import { formatBatchId } from '../../../shared/ids.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { BeneficiaryColumns } from './beneficiary-columns.ts';
import { isEvidenceWhole, type KeptEvidence, prepareReadEvidence } from './evidence.ts';
import { type Findings, momentInWords } from './findings.ts';
import { ID_NAMES, nothingTold, type Told, type ToldClaim } from './told-payout.ts';
import type { ChainTold } from './verify-chain.ts';
import { ExpectedPayees } from './verify-profiles.ts';

/** A payout, and how much of its evidence is kept. */
interface VerifiedRow extends BeneficiaryColumns {
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
type Difference = readonly [code: string, words: string];

/** What is kept of a payout beside its row. */
interface Kept extends KeptEvidence {
  readonly attempts: readonly (readonly [number: number, claimedAtMs: number])[];
}

interface DecisionRow {
  readonly payout_id: number;
  readonly decided: string;
  readonly rrn: string | null;
  readonly note: string;
  readonly ticket: string | null;
  readonly decided_by: string;
  readonly decided_at_ms: number;
}

/** Of what is held before sending, the look-up is kept but not counted as one. */
const COUNTED = `finding NOT IN ('referenceKnown', 'referenceUnclear')`;

const ROWS = `
  SELECT payout_id, batch_id, merchant_id, row_number, name, upi_id, account_number, ifsc, evidence, state, hold, gateway_status, decided_by, transaction_id, rrn, utr, log_number,
         tran_ref_no, attempts, requests_left, lookups, not_known_answers, sent_at_ms, settled_at_ms, repeat_ticked, retry_of,
         (SELECT count(*) FROM attempts a WHERE a.payout_id = p.payout_id) AS attempt_rows,
         (SELECT count(*) FROM attempts a JOIN attempt_results USING (attempt_id) WHERE a.payout_id = p.payout_id) AS results,
         (SELECT count(*) FROM attempts a JOIN attempt_results USING (attempt_id)
          WHERE a.payout_id = p.payout_id AND outcome LIKE 'not sent:%') AS not_sent,
         (SELECT count(*) FROM decisions d WHERE d.payout_id = p.payout_id) AS decisions,
         (SELECT count(*) FROM lookups l WHERE l.payout_id = p.payout_id AND ${COUNTED}) AS lookup_rows,
         (SELECT count(*) FROM lookups l WHERE l.payout_id = p.payout_id AND finding = 'notKnown') AS not_known_rows
  FROM payouts p ORDER BY payout_id`;

/** Compares every payout. Shape: how many there are. */
export function verifyPayouts(
  database: Database.Database,
  { told, prefix, findings }: { readonly told: ChainTold; readonly prefix: 'B' | 'P'; readonly findings: Findings },
): number {
  const decisions = database.prepare<[number], DecisionRow>(
    'SELECT * FROM decisions WHERE payout_id = ? ORDER BY decision_id',
  );
  const attempts = database
    .prepare<[number], Kept['attempts'][number]>(
      'SELECT number, claimed_at_ms FROM attempts WHERE payout_id = ? ORDER BY number',
    )
    .raw();
  const evidence = prepareReadEvidence(database);
  const payees = new ExpectedPayees();
  let [count, known] = [0, 0];
  for (const row of database.prepare<[], VerifiedRow>(ROWS).iterate()) {
    count += 1;
    const ofPayout = told.payouts.get(row.payout_id);
    if (ofPayout !== undefined) known += 1;
    const retryOf = told.batches.retried.get(row.payout_id) ?? null;
    const isTicked = told.batches.ticked.get(row.batch_id)?.has(row.row_number) ?? false;
    const payout = ofPayout ?? nothingTold();
    const kept = { attempts: attempts.all(row.payout_id), ...evidence(row.payout_id) };
    const differences = differencesOf(row, payout, { retryOf, isTicked, kept });
    if (payout.wasPaid) payees.paid(row);
    if (row.decisions > 0 && isDecidedOtherwise(decisions.all(row.payout_id), payout)) {
      differences.push(['decisionsUnexplained', 'has a decision that reads otherwise than in the audit log.']);
    }
    for (const [code, words] of differences) {
      findings.add(code, `Row ${row.row_number} of ${formatBatchId(prefix, row.batch_id)} ${words}`);
    }
  }
  payees.compare(database, findings);
  const strangers = told.payouts.size - known;
  if (strangers > 0) findings.add('payoutMissing', `${strangers} payouts of the audit log are not in the database.`);
  return count;
}

function isDecidedOtherwise(rows: readonly DecisionRow[], { decisions }: Told): boolean {
  return decisions.some(({ atMs, actor, detail }, index) => {
    const row = rows[index];
    if (row === undefined) return false;
    const kept = [row.decided, row.rrn, row.note, row.ticket, row.decided_by, row.decided_at_ms];
    const { decided, bankReference, note, ticket } = detail;
    return JSON.stringify(kept) !== JSON.stringify([decided, bankReference, note, ticket, actor, atMs]);
  });
}

/** Everything in which a row and the log differ. */
function differencesOf(
  row: VerifiedRow,
  told: Told,
  { retryOf, isTicked, kept }: { readonly retryOf: unknown; readonly isTicked: boolean; readonly kept: Kept },
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
