// Recomputes the audit chain from its first entry, and replays what it says of each payout. In: an open database.
// Out: the state and the number of sends that the chain tells for each payout, and what does not fit.
// This file must never trust a stored hash: each is made anew.

import type Database from 'better-sqlite3';
import type { Sha256 } from '../../../shared/ids.ts';
import { STATE_KINDS, type StateKind } from '../../../shared/states.ts';
import { auditHash, GENESIS } from './audit-log.ts';
import type { Findings } from './findings.ts';

interface EntryRow {
  readonly sequence: number;
  readonly at_ms: number;
  readonly actor: string;
  readonly what: string;
  readonly batch_id: number | null;
  readonly payout_id: number | null;
  readonly detail: string;
  readonly hash: Sha256;
}

/** What the chain tells of one payout. */
export interface Told {
  state: StateKind;
  sends: number;
  decisions: number;
}

/** What the chain tells altogether. Shape: `confirmed` the detail of each batch's confirmation, by its number. */
export interface ChainTold {
  readonly entries: number;
  readonly hash: Sha256;
  readonly payouts: ReadonlyMap<number, Told>;
  readonly confirmed: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
}

/** Reads the whole chain once. Shape: after the first broken link the hashes are no longer compared, the rest is. */
export function readWholeChain(database: Database.Database, findings: Findings): ChainTold {
  const rows = database.prepare<[], EntryRow>('SELECT * FROM audit ORDER BY sequence').iterate();
  const payouts = new Map<number, Told>();
  const confirmed = new Map<number, Readonly<Record<string, unknown>>>();
  let entries = 0;
  let previous = GENESIS;
  let isWhole = true;
  for (const row of rows) {
    entries += 1;
    if (isWhole) {
      isWhole = follows(row, { expected: entries, previous }, findings);
      previous = row.hash;
    }
    const detail = detailOf(row, findings);
    if (row.what === 'confirmed' && row.batch_id !== null) confirmed.set(row.batch_id, detail);
    if (row.payout_id !== null) replay(payouts, { row, payoutId: row.payout_id, detail }, findings);
  }
  return { entries, hash: previous, payouts, confirmed };
}

function follows(
  row: EntryRow,
  { expected, previous }: { readonly expected: number; readonly previous: Sha256 },
  findings: Findings,
): boolean {
  const { sequence, at_ms: atMs, actor, what, batch_id: batchId, payout_id: payoutId, detail, hash } = row;
  if (sequence !== expected) {
    findings.add('entryMissing', `Audit entry ${expected} is missing.`);
    return false;
  }
  if (auditHash(previous, sequence, { atMs, actor, what, batchId, payoutId, detail }) === hash) return true;
  findings.add(
    'entryChanged',
    `Audit entry ${sequence} does not follow from the one before it: one of them was changed.`,
  );
  return false;
}

function detailOf({ sequence, detail }: EntryRow, findings: Findings): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(detail) as Readonly<Record<string, unknown>>;
  } catch {
    findings.add('entryUnreadable', `Audit entry ${sequence} cannot be read.`);
    return {};
  }
}

/** An entry whose word is a state moves its payout there, from where it says it was. */
function replay(
  payouts: Map<number, Told>,
  {
    row,
    payoutId,
    detail,
  }: { readonly row: EntryRow; readonly payoutId: number; readonly detail: Readonly<Record<string, unknown>> },
  findings: Findings,
): void {
  const told = payouts.get(payoutId) ?? { state: 'queued', sends: 0, decisions: 0 };
  payouts.set(payoutId, told);
  const state = STATE_KINDS.find((kind) => kind === row.what);
  if (state === undefined) return;
  const from = detail['from'] ?? 'queued';
  if (from !== told.state) {
    findings.add(
      'stateJump',
      `Audit entry ${row.sequence} says that payout ${payoutId} was ${JSON.stringify(from)}, but it was ${told.state}.`,
    );
  }
  told.state = state;
  if (state === 'sending') told.sends += 1;
  if (detail['by'] === 'decided') told.decisions += 1;
}
