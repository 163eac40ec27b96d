// Recomputes the audit chain from its first entry, and replays what it says of each payout, each batch and each alarm. In: an
// open database. Out: what the chain tells of them, which the rows are compared with, and what does not fit in itself. No
// stored hash is trusted: each is made anew. No row is looked at but to name it.

import type Database from 'better-sqlite3';
import type { Sha256 } from '../../../shared/ids.ts';
import { auditHash, GENESIS } from './audit-log.ts';
import type { Findings } from './findings.ts';
import { type Detail, nothingTold, tell, type Told, type ToldEntry } from './told-payout.ts';

/** A batch's confirmation. */
export interface Confirmed {
  readonly atMs: number;
  readonly by: string;
  readonly detail: Detail;
}

/** The ticks that accept a repeat: of one row, or of all that are usual. */
const LETS_REPEAT: readonly unknown[] = ['paidBefore', 'usualRepeat'];

/** The confirmation of batches, the ticks a person gave, what they pay again, and their pauses. */
export class ToldBatches {
  readonly confirmed = new Map<number, Confirmed>();
  /** The rows of each batch whose repeat a person accepted. */
  readonly ticked = new Map<number, Set<unknown>>();
  /** The batch that each batch pays again. */
  readonly retries = new Map<number, unknown>();
  /** The payout that each payout pays again. */
  readonly retried = new Map<unknown, unknown>();
  /** Why each batch is paused. */
  readonly pauses = new Map<number, { readonly code: unknown; readonly message: unknown }>();

  /** One entry of a batch, and of no payout. */
  hear(batch: number, { what, atMs, actor, detail }: ToldEntry): void {
    const rows: readonly unknown[] = Array.isArray(detail['rows']) ? detail['rows'] : [];
    if (what === 'confirmed') this.confirmed.set(batch, { atMs, by: actor, detail });
    else if (what === 'ticked' && LETS_REPEAT.includes(detail['tick'])) {
      this.ticked.set(batch, new Set([...(this.ticked.get(batch) ?? []), ...rows]));
    } else if (what === 'retries') {
      this.retries.set(batch, detail['batch']);
      for (const row of rows) {
        if (Array.isArray(row)) this.retried.set(row[0], row[1]);
      }
    } else if (what === 'paused') this.pauses.set(batch, { code: detail['code'], message: detail['message'] });
    else if (what === 'resumed') this.pauses.delete(batch);
  }
}

/** An alarm that the log explains. Shape: `read` null while it waits. */
export interface ToldAlarm {
  readonly payoutId: number;
  readonly before: string;
  readonly after: string;
  readonly word: string;
  readonly heardAtMs: number;
  read: { readonly atMs: number; readonly by: string } | null;
}

/** Each late word and each answer about another payment raises an alarm, and each reading takes those that wait. */
class ToldAlarms {
  readonly #all: ToldAlarm[] = [];
  /** Those that wait, by what they say. */
  readonly #waiting = new Map<string, ToldAlarm[]>();
  readonly #rowOf: (payoutId: number) => number | undefined;

  /** `rowOf`: a payout's row in its file, by which a reading names it. */
  constructor(rowOf: (payoutId: number) => number | undefined) {
    this.#rowOf = rowOf;
  }

  get all(): readonly ToldAlarm[] {
    return this.#all;
  }

  /** An entry about a payout. */
  hear(payoutId: number, { what, batch, atMs, detail }: ToldEntry): void {
    const { from, late, word, mismatch } = detail;
    if (late === true) {
      const before = typeof from === 'string' ? from : '';
      const alarm = {
        payoutId,
        before,
        after: what,
        word: typeof word === 'string' ? word : what,
        heardAtMs: atMs,
        read: null,
      };
      this.#raise(batch, alarm, before !== what);
    }
    if (typeof mismatch === 'string') {
      this.#raise(
        batch,
        { payoutId, before: what, after: 'mismatch', word: mismatch, heardAtMs: atMs, read: null },
        false,
      );
    }
  }

  /** An entry that somebody read an alarm. Shape: whether there was such an alarm to read. */
  read({ batch, atMs, actor, detail }: ToldEntry): boolean {
    const { row, from, to, word, heardAtMs } = detail;
    const key = JSON.stringify([batch, row, from, to, word]);
    const waiting = this.#waiting.get(key) ?? [];
    const alarm = waiting.find((one) => one.heardAtMs === heardAtMs);
    if (alarm === undefined) return false;
    alarm.read = { atMs, by: actor };
    this.#waiting.set(
      key,
      waiting.filter((one) => one !== alarm),
    );
    return true;
  }

  /** What moved nothing and waits already is not raised again. */
  #raise(batch: number | null, alarm: ToldAlarm, isRepeatable: boolean): void {
    const { payoutId, before, after, word } = alarm;
    const key = JSON.stringify([batch, this.#rowOf(payoutId), before, after, word]);
    const waiting = this.#waiting.get(key) ?? [];
    if (!isRepeatable && waiting.length > 0) return;
    this.#all.push(alarm);
    this.#waiting.set(key, [...waiting, alarm]);
  }
}

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

/** What the chain tells altogether. Shape: `escaped` payouts that were answered though the head has not seen their claim. */
export interface ChainTold {
  readonly entries: number;
  readonly hash: Sha256;
  readonly payouts: ReadonlyMap<number, Told>;
  readonly batches: ToldBatches;
  readonly alarms: ToldAlarms;
  /** The last entry that saved each profile, by its name in small letters. */
  readonly profiles: ReadonlyMap<string, Detail>;
  readonly escaped: number;
}

/**
 * Reads the whole chain once; `seen` is the last entry that the head has seen.
 * Shape: after the first broken link the hashes are no longer compared, the rest is.
 */
export function readWholeChain(database: Database.Database, seen: number, findings: Findings): ChainTold {
  const rows = database.prepare<[], EntryRow>('SELECT * FROM audit ORDER BY sequence').iterate();
  const rowOf = prepareRowOf(database);
  const payouts = new Map<number, Told>();
  const batches = new ToldBatches();
  const alarms = new ToldAlarms(rowOf);
  const profiles = new Map<string, Detail>();
  const held = new Map<number, Set<Told>>();
  let [entries, escaped] = [0, 0];
  let previous = GENESIS;
  let isWhole = true;
  for (const row of rows) {
    entries += 1;
    if (isWhole) {
      isWhole = follows(row, { expected: entries, previous }, findings);
      previous = row.hash;
    }
    const entry = entryOf(row, findings);
    const { name } = entry.detail;
    if (row.what === 'profile saved' && typeof name === 'string') profiles.set(name.toLowerCase(), entry.detail);
    if (row.payout_id === null) {
      hearOfBatch(entry, { batches, alarms, held }, findings);
      continue;
    }
    const told = payouts.get(row.payout_id) ?? nothingTold();
    payouts.set(row.payout_id, told);
    const jump = tell(told, entry);
    alarms.hear(row.payout_id, entry);
    if (told.hold !== null && row.batch_id !== null)
      held.set(row.batch_id, (held.get(row.batch_id) ?? new Set<Told>()).add(told));
    // What was answered has left this machine, and nothing leaves it before the head has seen its claim.
    if (told.claimedIn > seen && entry.detail['by'] === 'answered' && told.state !== 'queued') escaped += 1;
    if (jump === null) continue;
    findings.add(
      'stateJump',
      `Audit entry ${row.sequence} says that payout ${row.payout_id} was ${jump}, which the entries before it do not say.`,
    );
  }
  return { entries, hash: previous, payouts, batches, alarms, profiles, escaped };
}

function prepareRowOf(database: Database.Database): (payoutId: number) => number | undefined {
  const row = database.prepare<[number], number>('SELECT row_number FROM payouts WHERE payout_id = ?').pluck();
  return (payoutId) => row.get(payoutId);
}

/** An entry of no payout: about a batch, an alarm that was read, or rows on hold that may go on. */
function hearOfBatch(
  entry: ToldEntry,
  { batches, alarms, held }: Pick<ChainTold, 'batches' | 'alarms'> & { readonly held: Map<number, Set<Told>> },
  findings: Findings,
): void {
  const { sequence, what, batch } = entry;
  if (batch === null) return;
  if (what === 'newsRead' && !alarms.read(entry)) {
    findings.add('alarmUnexplained', `Audit entry ${sequence} says that an alarm was read which no entry raised.`);
  }
  if (what === 'released') {
    // What the gateway knows already stays on hold.
    for (const told of held.get(batch) ?? []) if (told.hold !== 'referenceKnown') told.hold = null;
  }
  batches.hear(batch, entry);
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

function entryOf(row: EntryRow, findings: Findings): ToldEntry {
  const { sequence, at_ms: atMs, actor, what, batch_id: batch } = row;
  return { sequence, atMs, actor, what, batch, detail: detailOf(row, findings) };
}

function detailOf({ sequence, detail }: EntryRow, findings: Findings): Detail {
  try {
    const value: unknown = JSON.parse(detail);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Said below.
  }
  findings.add('entryUnreadable', `Audit entry ${sequence} cannot be read.`);
  return {};
}
