// Compares the alarms with what the audit chain explains. In: the database and the replayed chain. Out: alarms that were
// put in, taken out or changed, and readings that nobody made. This file must never repair an alarm.

import type Database from 'better-sqlite3';
import { formatBatchId } from '../../../shared/ids.ts';
import { type Findings, momentInWords } from './findings.ts';
import type { ChainTold, ToldAlarm } from './verify-chain.ts';

interface AlarmRow {
  readonly payout_id: number;
  readonly state_before: string;
  readonly state_after: string;
  readonly word: string;
  readonly heard_at_ms: number;
  readonly read_at_ms: number | null;
  readonly read_by: string | null;
}

interface PlaceRow {
  readonly batch_id: number;
  readonly row_number: number;
}

/** Compares every alarm. */
export function verifyAlarms(
  database: Database.Database,
  { told, prefix, findings }: { readonly told: ChainTold; readonly prefix: 'B' | 'P'; readonly findings: Findings },
): void {
  const place = database.prepare<[number], PlaceRow>('SELECT batch_id, row_number FROM payouts WHERE payout_id = ?');
  const nameOf = (payoutId: number): string => {
    const row = place.get(payoutId);
    return row === undefined ? 'a payout' : `row ${row.row_number} of ${formatBatchId(prefix, row.batch_id)}`;
  };
  const explained = new Map<string, ToldAlarm[]>();
  for (const alarm of told.alarms.all) {
    const { payoutId, before, after, word, heardAtMs } = alarm;
    const key = JSON.stringify([payoutId, before, after, word, heardAtMs]);
    explained.set(key, [...(explained.get(key) ?? []), alarm]);
  }
  const rows = database.prepare<[], AlarmRow>('SELECT * FROM late_news ORDER BY late_news_id').iterate();
  for (const row of rows) {
    const { payout_id: payoutId, state_before: before, state_after: after, word, heard_at_ms: heardAtMs } = row;
    const alarm = explained.get(JSON.stringify([payoutId, before, after, word, heardAtMs]))?.shift();
    if (alarm === undefined) {
      const says = `An alarm about ${nameOf(payoutId)} (${before} to ${after}, word "${word}")`;
      findings.add('alarmUnexplained', `${says} is in the database, but the audit log does not explain it.`);
    } else if (row.read_at_ms !== (alarm.read?.atMs ?? null) || row.read_by !== (alarm.read?.by ?? null)) {
      const [is, was] = [reading(row.read_by, row.read_at_ms), reading(alarm.read?.by, alarm.read?.atMs)];
      findings.add('alarmReadUnexplained', `An alarm about ${nameOf(payoutId)} ${is}, but by the audit log it ${was}.`);
    }
  }
  for (const { payoutId, before, after, word } of [...explained.values()].flat()) {
    const says = `The audit log raised an alarm about ${nameOf(payoutId)} (${before} to ${after}, word "${word}")`;
    findings.add('alarmMissing', `${says}, which is not in the database.`);
  }
}

function reading(by: string | null | undefined, atMs: number | null | undefined): string {
  if (typeof atMs !== 'number') return 'waits to be read';
  return `was read by ${by ?? 'nobody'} at ${momentInWords(atMs)}`;
}
