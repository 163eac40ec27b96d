// Whether a batch still is what a person confirmed, and stands where the audit log says it stands. In: a batch's number.
// Out: null, or a refusal. SQLite notices a torn page, not a changed letter inside it: this does, before anything is sent.
// This file must never repair anything, and never call a batch whole that it could not compare.

import type Database from 'better-sqlite3';
import type { Refusal } from '../../../shared/issues.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { IN_RANGE, prepareStoredContent } from './stored-content.ts';

type Standing = readonly [payoutId: number, state: string, transactionId: string | null];
type Entry = readonly [payoutId: number, what: string, detail: string];

const STATE_WORDS: ReadonlySet<string> = new Set(STATE_KINDS);
const TRANSACTION_ID = '"transactionId":';

/** Prepares the check. Shape: `named` is the batch as people know it. Errors: a refusal when anything does not agree. */
export function prepareCheckBatch(
  database: Database.Database,
): (batch: { readonly batch: number; readonly named: string }) => Refusal | null {
  const confirmed = database
    .prepare<[number], string>(`SELECT detail FROM audit WHERE batch_id = ? AND what = 'confirmed'`)
    .pluck();
  const stored = prepareStoredContent(database);
  const standings = database
    .prepare<[number, number, number, number], Standing>(
      `SELECT payout_id, state, transaction_id FROM payouts ${IN_RANGE}`,
    )
    .raw();
  const entries = database
    .prepare<[number], Entry>(
      'SELECT payout_id, what, detail FROM audit WHERE batch_id = ? AND payout_id IS NOT NULL ORDER BY sequence',
    )
    .raw();

  return ({ batch, named }) => {
    const now = stored(batch);
    if (now === null || confirmedContent(confirmed.all(batch)) !== now.content) return changed(named);
    const told = readTold(entries.iterate(batch));
    for (const [id, state, transactionId] of standings.iterate(...now.range)) {
      const { state: stateTold = 'queued', transactionId: idTold = null } = told.get(id) ?? {};
      if (state !== stateTold) return changed(named);
      // Only the first id is kept; an earlier edition of the desk did not tell one that changed nothing else.
      if (idTold !== null && transactionId !== idTold) return changed(named);
    }
    return null;
  };
}

/** The content hash that was written when the batch was confirmed. Errors: null unless there is exactly one. */
function confirmedContent(details: readonly string[]): string | null {
  const [detail] = details;
  if (detail === undefined || details.length !== 1) return null;
  const content: unknown = memberOf(detail, 'content');
  return typeof content === 'string' ? content : null;
}

interface Told {
  state: string;
  transactionId: string | null;
}

/** Where each payout stands by the audit log; a gateway's id is the first it ever gave. */
function readTold(entries: Iterable<Entry>): Map<number, Told> {
  const told = new Map<number, Told>();
  for (const [payoutId, what, detail] of entries) {
    if (!STATE_WORDS.has(what)) continue;
    const before = told.get(payoutId);
    const transactionId = before?.transactionId ?? transactionIdIn(detail);
    if (before === undefined) told.set(payoutId, { state: what, transactionId });
    else Object.assign(before, { state: what, transactionId });
  }
  return told;
}

/** Most entries name no id: only those that do are read as JSON. */
function transactionIdIn(detail: string): string | null {
  if (!detail.includes(TRANSACTION_ID)) return null;
  const id: unknown = memberOf(detail, 'transactionId');
  return typeof id === 'string' ? id : null;
}

function memberOf(json: string, key: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  } catch {
    return undefined;
  }
}

function changed(named: string): Refusal {
  return {
    code: 'changedBatch',
    message: `Batch ${named} is not what was confirmed: its rows and the audit log do not agree. Nothing was sent.`,
    cure: 'Keep the data folder as it is, and restore a backup into another folder.',
  };
}
