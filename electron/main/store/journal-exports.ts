// The journal exports of a desk: what was booked, in which file, and what the books lack since.

import { createHash } from 'node:crypto';
import type { CommandId } from '../../../shared/ids.ts';
import type { DuePayout, JournalEntry, JournalExport, JournalReading, Journals, NewExport } from '../domain/journal.ts';
import { sumEntries } from '../domain/journal.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary } from './payout-rows.ts';

const BOOKED_COLUMNS = `p.payout_id AS payoutId, p.batch_id AS batch, p.row_number AS rowNumber, ${BENEFICIARY_COLUMNS},
  p.remark, p.name, p.reference`;

/** The payouts that the books do not have as they are now. */
const DUE = `FROM batches b JOIN payouts p ON p.payout_id BETWEEN b.first_payout_id AND b.first_payout_id + b.payout_count - 1
  LEFT JOIN journal_entries last ON last.payout_id = p.payout_id
    AND last.turn = (SELECT max(turn) FROM journal_entries one WHERE one.payout_id = p.payout_id)
  WHERE b.profile = @profile COLLATE NOCASE AND b.batch_id = coalesce(@batch, b.batch_id)
    AND (p.state = 'success') <> (coalesce(last.turn, 0) % 2)
`;

interface DueRow extends Omit<DuePayout, 'beneficiary' | 'last'>, BeneficiaryColumns {
  readonly turn: number | null;
  readonly debit: string | null;
  readonly credit: string | null;
}

interface EntryRow extends Omit<JournalEntry, 'beneficiary'>, BeneficiaryColumns {}

interface ExportRow extends Omit<JournalExport, 'saved'> {
  readonly savedFile: string | null;
  readonly savedAtMs: number | null;
}

/** Prepares reading from any open database. */
export function readJournals(database: DeskDatabase): JournalReading {
  const due = database.statement<[{ profile: string; batch: number | null }], DueRow>(
    `SELECT ${BOOKED_COLUMNS}, p.amount_paise AS amountPaise, p.state, coalesce(p.utr, p.rrn) AS utr,
       p.sent_at_ms AS sentAtMs, coalesce(p.settled_at_ms, (SELECT a.at_ms FROM audit a
         WHERE a.payout_id = p.payout_id AND a.what = p.state ORDER BY a.sequence DESC LIMIT 1), 0) AS changedAtMs,
       last.turn, last.debit_ledger AS debit, last.credit_ledger AS credit
     ${DUE} ORDER BY p.payout_id`,
  );
  // A desk of years lacks a million: adding them up one by one takes seconds.
  const dueSums = database.statement<
    [{ profile: string; batch: null }],
    Record<'paidCount' | 'paid' | 'count' | 'all', number>
  >(
    `SELECT count(*) FILTER (WHERE p.state = 'success') AS paidCount, count(*) AS count,
       coalesce(sum(p.amount_paise) FILTER (WHERE p.state = 'success'), 0) AS paid,
       coalesce(sum(p.amount_paise), 0) AS "all" ${DUE}`,
  );
  const exports = `SELECT x.export_number AS number, form, profile, batch_id AS batch, from_day AS fromDay, to_day AS toDay,
      entry_count AS entryCount, undone_count AS undoneCount, paid_paise AS paidPaise, undone_paise AS undonePaise,
      file_sha256 AS fileSha256, made_by AS madeBy, made_at_ms AS madeAtMs, s.file_name AS savedFile,
      s.saved_at_ms AS savedAtMs
    FROM journal_exports x LEFT JOIN journal_saves s ON s.save_id =
      (SELECT max(save_id) FROM journal_saves one WHERE one.export_number = x.export_number)`;
  const all = database.statement<[], ExportRow>(`${exports} ORDER BY x.export_number DESC`);
  const one = database.statement<[number], ExportRow>(`${exports} WHERE x.export_number = ?`);
  const byCommand = database.statement<[string], ExportRow>(`${exports} WHERE x.command_id = ?`);
  const entries = database.statement<[number], EntryRow>(
    `SELECT ${BOOKED_COLUMNS}, e.amount_paise AS amountPaise, e.turn, e.day, e.debit_ledger AS debit,
       e.credit_ledger AS credit, e.utr, e.fee_paise AS feePaise, e.tax_paise AS taxPaise
     FROM journal_entries e JOIN payouts p ON p.payout_id = e.payout_id
     WHERE e.export_number = ? ORDER BY e.payout_id`,
  );
  const newest = database.statement<[], number>('SELECT coalesce(max(export_number), 0) FROM journal_exports').pluck();
  const restoredAtMs = prepareRestoredAt(database);
  return {
    *due({ profile, batch }) {
      for (const row of due.iterate({ profile, batch })) yield decodeDue(row);
    },
    dueSums: (profile) => {
      const sums = dueSums.get({ profile, batch: null });
      const { paidCount, paid, count, all: both } = sums ?? { paidCount: 0, paid: 0, count: 0, all: 0 };
      return { paid: { count: paidCount, paise: paid }, back: { count: count - paidCount, paise: both - paid } };
    },
    exports: () => all.all().map(decodeExport),
    find: (number) => exportOrNull(one.get(number)),
    ofCommand: (id: CommandId) => exportOrNull(byCommand.get(id)),
    entries: (number) => entries.all(number).map(decodeEntry),
    newest: () => newest.get() ?? 0,
    restoredAtMs,
  };
}

/** No index serves it, so entries that were read are not read again. */
function prepareRestoredAt(database: DeskDatabase): () => number | null {
  const newest = database.statement<[], number>('SELECT coalesce(max(sequence), 0) FROM audit').pluck();
  const since = database.statement<[number, number], { readonly what: string; readonly atMs: number }>(
    `SELECT what, at_ms AS atMs FROM audit
     WHERE sequence > ? AND sequence <= ? AND what IN ('unlocked', 'journalExported') ORDER BY sequence`,
  );
  let readTo = 0;
  let restoredAtMs: number | null = null;
  return () => {
    const until = newest.get() ?? 0;
    for (const { what, atMs } of since.all(readTo, until))
      restoredAtMs = what === 'unlocked' ? Math.max(restoredAtMs ?? atMs, atMs) : null;
    readTo = until;
    return restoredAtMs;
  };
}

function decodeDue({ upiId, accountNumber, ifsc, turn, debit, credit, ...row }: DueRow): DuePayout {
  const last = turn === null || debit === null || credit === null ? null : { turn, debit, credit };
  return { ...row, beneficiary: decodeBeneficiary({ upiId, accountNumber, ifsc }), last };
}

function decodeEntry({ upiId, accountNumber, ifsc, ...row }: EntryRow): JournalEntry {
  return { ...row, beneficiary: decodeBeneficiary({ upiId, accountNumber, ifsc }) };
}

function exportOrNull(row: ExportRow | undefined): JournalExport | null {
  return row === undefined ? null : decodeExport(row);
}

function decodeExport({ savedFile, savedAtMs, ...row }: ExportRow): JournalExport {
  return { ...row, saved: savedFile === null || savedAtMs === null ? null : { file: savedFile, atMs: savedAtMs } };
}

export function openJournals(database: DeskDatabase, audit: AuditLog): Journals {
  const reading = readJournals(database);
  const insertEntry = database.statement(
    `INSERT INTO journal_entries (payout_id, turn, export_number, day, debit_ledger, credit_ledger, amount_paise, utr,
       fee_paise, tax_paise)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertExport = database.statement(
    `INSERT INTO journal_exports (export_number, form, profile, batch_id, from_day, to_day, entry_count, undone_count,
       paid_paise, undone_paise, entries_sha256, file_sha256, command_id, made_by, made_at_ms)
     VALUES (@number, @form, @profile, @batch, @fromDay, @toDay, @count, @undoneCount, @paidPaise, @undonePaise,
       @entriesSha256, @fileSha256, @commandId, @by, @atMs)`,
  );
  const insertSave = database.statement(
    'INSERT INTO journal_saves (export_number, file_name, saved_by, saved_at_ms) VALUES (?, ?, ?, ?)',
  );
  const hashOf = prepareEntriesHash(database);
  return {
    ...reading,
    record: audit.transaction(({ entries, number, form, fileSha256, commandId, ...scope }: NewExport, atMs: number) => {
      if (number !== reading.newest() + 1) return false;
      for (const { payoutId, turn, day, debit, credit, amountPaise, utr, feePaise, taxPaise } of entries)
        insertEntry.run(payoutId, turn, number, day, debit, credit, amountPaise, utr, feePaise, taxPaise);
      const { count, sha256: entriesSha256 } = hashOf(number);
      const facts = { number, form, ...scope, count, ...sumEntries(entries), entriesSha256, fileSha256 };
      insertExport.run({ ...facts, commandId, by: audit.actor, atMs });
      audit.append({ atMs, what: 'journalExported', detail: facts });
      return true;
    }),
    saved: audit.transaction((number: number, file: string, atMs: number) => {
      insertSave.run(number, file, audit.actor, atMs);
      audit.append({ atMs, what: 'journalSaved', detail: { number, file } });
    }),
  };
}

/** Prepares the hash over an export's entries. */
function prepareEntriesHash(
  database: DeskDatabase,
): (number: number) => { readonly count: number; readonly sha256: string } {
  const lines = database
    .statement<[number], string>(
      `SELECT json_array(payout_id, turn, day, debit_ledger, credit_ledger, amount_paise, utr,
         fee_paise, tax_paise) FROM journal_entries
       WHERE export_number = ? ORDER BY payout_id`,
    )
    .pluck();
  return (number) => {
    const digest = createHash('sha256');
    let count = 0;
    for (const line of lines.iterate(number)) {
      digest.update(`${line}\n`);
      count += 1;
    }
    return { count, sha256: digest.digest('hex') };
  };
}

/** The exports whose entries are not those that were recorded with them. */
export function differingExports(database: DeskDatabase): readonly number[] {
  const hashOf = prepareEntriesHash(database);
  return database
    .prepare<[], { number: number; count: number | null; sha256: string | null }>(
      `SELECT export_number AS number, entry_count AS count, entries_sha256 AS sha256
       FROM (SELECT export_number FROM journal_exports UNION SELECT export_number FROM journal_entries)
       LEFT JOIN journal_exports USING (export_number)`,
    )
    .all()
    .filter(({ number, count, sha256 }) => {
      const now = hashOf(number);
      return now.count !== count || now.sha256 !== sha256;
    })
    .map(({ number }) => number);
}
