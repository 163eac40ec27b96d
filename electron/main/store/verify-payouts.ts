// Compares the payouts with what the audit chain tells of them. In: the database and the replayed chain. Out: what does not
// fit. A payout must stand where the chain leaves it, with the sends, decisions, ids, times and marks that the chain has.
// This file must never repair a row.

import type Database from 'better-sqlite3';
import { formatBatchId } from '../../../shared/ids.ts';
import type { Findings } from './findings.ts';
import { prepareReadEvidence } from './evidence.ts';
import { differencesOf, type Kept, type VerifiedRow } from './payout-differences.ts';
import { nothingTold, type Told } from './told-payout.ts';
import { ExpectedPayees } from './verify-profiles.ts';
import type { ChainTold } from './verify-chain.ts';

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
