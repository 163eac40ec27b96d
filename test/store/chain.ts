// Reads the audit chain as an auditor would, sharing no code with the store.

import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { expect } from 'vitest';

export interface ChainEntry {
  readonly sequence: number;
  readonly at_ms: number;
  readonly actor: string;
  readonly what: string;
  readonly batch_id: number | null;
  readonly payout_id: number | null;
  readonly detail: string;
  readonly rows_json: string;
  readonly hash: string;
}

/**
 * Recomputes the chain. Returns the entries that say more than which rows they leave. Fails the test at the first entry that does
 * not follow from the one before.
 */
export function verifiedChain(raw: Database.Database): ChainEntry[] {
  const entries = raw.prepare<[], ChainEntry>('SELECT * FROM audit ORDER BY sequence').all();
  let previous = '0'.repeat(64);
  entries.forEach((entry, index) => {
    expect(entry.sequence).toBe(index + 1);
    const { sequence, at_ms: atMs, actor, what, batch_id: batch, payout_id: payout, detail, rows_json: rows } = entry;
    const canonical = JSON.stringify([sequence, atMs, actor, what, batch, payout, detail, rows]);
    expect(entry.hash).toBe(createHash('sha256').update(previous).update('\n').update(canonical).digest('hex'));
    previous = entry.hash;
  });
  return entries.filter(({ what }) => what !== 'rows');
}

/** The states a payout passed through, according to the chain. Fails the test when one does not follow. */
export function statesRecorded(entries: readonly ChainEntry[], payoutId: number): string[] {
  const reported = ['queued'];
  for (const { what, detail, payout_id: payout } of entries) {
    if (payout !== payoutId || what === 'held') continue;
    const { from = 'queued' } = JSON.parse(detail) as { from?: string };
    expect(from).toBe(reported.at(-1));
    if (what !== from) reported.push(what);
  }
  return reported;
}
