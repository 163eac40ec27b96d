// Whether a batch still is what a person confirmed, and stands where the audit log says it stands. In: a batch's number.
// Out: null, or a refusal. SQLite notices a torn page, not a changed letter inside it: this does, before anything is sent.
// This file must never repair anything, and never call a batch whole that it could not compare.
//
// It is done in steps, and the desk writes between them; what it finds holds all the same when it ends. What was confirmed
// never changes: triggers see to that. A payout's state changes with its audit entry in one transaction, so a row that agreed
// with the log when it was compared agrees after whatever the desk does; each piece of the rows is compared with the log as
// it is in that very turn. And where anybody but this connection has written meanwhile, all is read again, as one moment.

import type Database from 'better-sqlite3';
import type { Refusal } from '../../../shared/issues.ts';
import { AUDIT_ENTRIES_PER_TURN } from '../../../shared/limits.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { atOnce, type Steps } from '../../../shared/steps.ts';
import { IN_RANGE, piecesOf, prepareStoredContent } from './stored-content.ts';

type Standing = readonly [payoutId: number, state: string, transactionId: string | null];
type Entry = readonly [sequence: number, payoutId: number | null, what: string, detail: string];

const STATE_WORDS: ReadonlySet<string> = new Set(STATE_KINDS);
const TRANSACTION_ID = '"transactionId":';

/** Prepares the check. Shape: `named` is the batch as people know it. Errors: a refusal when anything does not agree. */
export function prepareCheckBatch(
  database: Database.Database,
): (batch: { readonly batch: number; readonly named: string }) => Steps<Refusal | null> {
  const stored = prepareStoredContent(database);
  const standings = database
    .prepare<[number, number, number, number], Standing>(
      `SELECT payout_id, state, transaction_id FROM payouts ${IN_RANGE}`,
    )
    .raw();
  const entries = database
    .prepare<[number, number, number], Entry>(
      `SELECT sequence, payout_id, what, detail FROM audit
       WHERE batch_id = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
    )
    .raw();

  function* agrees(batch: number): Steps<boolean> {
    const now = yield* stored(batch);
    if (now === null) return false;
    const log = followLog((after) => entries.all(batch, after, AUDIT_ENTRIES_PER_TURN));
    while (log.readOn()) yield;
    if (confirmedContent(log.confirmed) !== now.content) return false;
    for (const piece of piecesOf(now.range)) {
      // What was written since the turn before: as a rule nothing.
      while (log.readOn());
      if (!standings.all(...piece).every((row) => log.tells(row))) return false;
      yield;
    }
    return true;
  }

  // It stays the same while nobody but this connection writes.
  const versionNow = (): unknown => database.pragma('data_version', { simple: true });
  const atOneMoment = database.transaction((batch: number) => atOnce(agrees(batch)));

  return function* check({ batch, named }) {
    const version = versionNow();
    const isSame = yield* agrees(batch);
    return (versionNow() === version ? isSame : atOneMoment(batch)) ? null : changed(named);
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

interface LogFollowed {
  /** What the entries read so far say of confirming the batch. */
  readonly confirmed: readonly string[];
  /** Reads the next entries. Shape: whether there may be more of them. */
  readOn(): boolean;
  /** Whether a payout stands where the entries read so far say. */
  tells(row: Standing): boolean;
}

/** Where each payout stands by the audit log; a gateway's id is the first it ever gave. */
function followLog(entriesAfter: (sequence: number) => readonly Entry[]): LogFollowed {
  const told = new Map<number, Told>();
  const confirmed: string[] = [];
  let last = 0;
  return {
    confirmed,
    readOn: () => {
      const entries = entriesAfter(last);
      for (const [sequence, payoutId, what, detail] of entries) {
        last = sequence;
        if (what === 'confirmed') confirmed.push(detail);
        if (payoutId === null || !STATE_WORDS.has(what)) continue;
        const before = told.get(payoutId);
        const transactionId = before?.transactionId ?? transactionIdIn(detail);
        if (before === undefined) told.set(payoutId, { state: what, transactionId });
        else Object.assign(before, { state: what, transactionId });
      }
      return entries.length > 0;
    },
    tells: ([id, state, transactionId]) => {
      const { state: stateTold = 'queued', transactionId: idTold = null } = told.get(id) ?? {};
      return state === stateTold && transactionId === idTold;
    },
  };
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
