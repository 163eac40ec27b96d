// Compares the rows with what the audit chain tells of them. In: the database and the replayed chain. Out: what does not fit.
// A payout must stand where the chain leaves it, with as many attempts and decisions as the chain has; a batch must hold
// what was confirmed, to the paisa. This file must never repair a row.

import type Database from 'better-sqlite3';
import { formatBatchId, type Sha256 } from '../../../shared/ids.ts';
import { formatRupees, type Paise } from '../../../shared/money.ts';
import type { Payment } from '../../../shared/rows.ts';
import type { StateKind } from '../../../shared/states.ts';
import { type BeneficiaryColumns, decodeBeneficiary } from './beneficiary-columns.ts';
import type { Findings } from './findings.ts';
import { batchFingerprint } from './references.ts';
import type { ChainTold } from './verify-chain.ts';

interface PayoutRow {
  readonly payout_id: number;
  readonly batch_id: number;
  readonly row_number: number;
  readonly state: StateKind;
  readonly attempts: number;
  readonly attempt_rows: number;
  readonly decisions: number;
}

/** Compares every payout. Shape: how many there are. */
export function verifyPayouts(
  database: Database.Database,
  { told, prefix, findings }: { readonly told: ChainTold; readonly prefix: 'B' | 'P'; readonly findings: Findings },
): number {
  const rows = database
    .prepare<[], PayoutRow>(
      `SELECT payout_id, batch_id, row_number, state, attempts,
              (SELECT count(*) FROM attempts a WHERE a.payout_id = p.payout_id) AS attempt_rows,
              (SELECT count(*) FROM decisions d WHERE d.payout_id = p.payout_id) AS decisions
       FROM payouts p ORDER BY payout_id`,
    )
    .iterate();
  let count = 0;
  for (const row of rows) {
    count += 1;
    const { state, sends, decisions } = told.payouts.get(row.payout_id) ?? { state: 'queued', sends: 0, decisions: 0 };
    const name = `Row ${row.row_number} of ${formatBatchId(prefix, row.batch_id)}`;
    if (row.state !== state) {
      findings.add('stateUnexplained', `${name} is ${row.state}, but the audit log leaves it ${state}.`);
    }
    if (row.attempts !== sends || row.attempt_rows !== sends) {
      const has = `${row.attempts} sends (${row.attempt_rows} kept)`;
      findings.add('attemptsUnexplained', `${name} has ${has}, but the audit log has ${sends}.`);
    }
    if (row.decisions !== decisions) {
      const has = `${row.decisions} decisions`;
      findings.add('decisionsUnexplained', `${name} has ${has}, but the audit log has ${decisions}.`);
    }
  }
  const strangers = [...told.payouts.keys()].length - countKnown(database, told);
  if (strangers > 0) findings.add('payoutMissing', `${strangers} payouts of the audit log are not in the database.`);
  return count;
}

function countKnown(database: Database.Database, told: ChainTold): number {
  const exists = database.prepare('SELECT 1 FROM payouts WHERE payout_id = ?').pluck();
  let known = 0;
  for (const payoutId of told.payouts.keys()) if (exists.get(payoutId) === 1) known += 1;
  return known;
}

interface BatchRow {
  readonly batch_id: number;
  readonly fingerprint: Sha256;
  readonly payout_count: number;
  readonly total_paise: Paise;
  readonly excluded_count: number;
  readonly retry_of: number | null;
  readonly count: number;
  readonly paise: Paise | null;
  readonly excluded: number;
}

/** Compares every batch with its confirmation. Shape: how many there are. */
export function verifyBatches(
  database: Database.Database,
  { told, prefix, findings }: { readonly told: ChainTold; readonly prefix: 'B' | 'P'; readonly findings: Findings },
): number {
  const rows = database
    .prepare<[], BatchRow>(
      `SELECT b.batch_id, b.fingerprint, b.payout_count, b.total_paise, b.excluded_count, b.retry_of,
              (SELECT count(*) FROM excluded_rows e WHERE e.batch_id = b.batch_id) AS excluded,
              p.count, p.paise
       FROM batches b LEFT JOIN (
         SELECT batch_id, count(*) AS count, sum(amount_paise) AS paise FROM payouts GROUP BY batch_id
       ) p USING (batch_id) ORDER BY b.batch_id`,
    )
    .all();
  for (const row of rows) {
    const id = formatBatchId(prefix, row.batch_id);
    const confirmed = told.confirmed.get(row.batch_id);
    if (confirmed === undefined) {
      findings.add('batchUnexplained', `${id} is in the database, but no audit entry confirms it.`);
      continue;
    }
    const expected = [confirmed['fingerprint'], confirmed['count'], confirmed['totalPaise'], confirmed['excluded']];
    const stored = [row.fingerprint, row.payout_count, row.total_paise, row.excluded_count];
    const summed = [row.fingerprint, row.count ?? 0, row.paise ?? 0, row.excluded];
    if (stored.join() !== expected.join() || summed.join() !== expected.join()) {
      const sum = `${row.count ?? 0} payouts of ${formatRupees(row.paise ?? (0 as Paise))}`;
      const was = `${String(confirmed['count'])} of ${formatRupees(Number(confirmed['totalPaise']) as Paise)}`;
      findings.add(
        'totalsDiffer',
        `${id} holds ${sum}; confirmed were ${was}, or its fingerprint or rows left out differ.`,
      );
    } else if (
      row.excluded === 0 &&
      row.retry_of === null &&
      fingerprintOf(database, row.batch_id) !== row.fingerprint
    ) {
      findings.add(
        'rowsDiffer',
        `${id} no longer pays whom it was confirmed to pay: its rows have another fingerprint.`,
      );
    }
  }
  for (const batch of told.confirmed.keys()) {
    if (!rows.some((row) => row.batch_id === batch)) {
      findings.add('batchMissing', `${formatBatchId(prefix, batch)} was confirmed, but is not in the database.`);
    }
  }
  return rows.length;
}

interface PaymentRow extends BeneficiaryColumns {
  readonly amount_paise: Paise;
  readonly remark: string;
  readonly reference: Payment['reference'];
  readonly reference_from: 'desk' | 'sheet';
}

/** The fingerprint of a batch that is a whole file: where rows were left out, it covers more than the batch. */
function fingerprintOf(database: Database.Database, batch: number): Sha256 {
  const rows = database
    .prepare<[number], PaymentRow>(
      `SELECT upi_id, account_number, ifsc, amount_paise, remark, reference, reference_from FROM payouts WHERE batch_id = ?`,
    )
    .all(batch);
  return batchFingerprint(
    rows.map((row) => ({
      beneficiary: decodeBeneficiary(row),
      amountPaise: row.amount_paise,
      remark: row.remark,
      reference: row.reference_from === 'sheet' ? row.reference : null,
      name: null,
    })),
  );
}
