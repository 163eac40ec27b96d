// What this desk remembers of the register that it shares with others: where it is, how far it was seen, which batches were
// claimed there, and what became of their payouts since. Those endings are noted by a trigger, in the transaction that moves the
// payout, so none is ever lost between the two; the register takes them in order and skips what it has.

import { randomUUID } from 'node:crypto';
import { invariant } from '../../../shared/failures.ts';
import type { BatchId, Mid, PayoutId } from '../../../shared/ids.ts';
import { batchIdIn } from '../../../shared/profiles.ts';
import type { ClaimTick } from '../../../shared/repeats.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { Intention } from '../domain/same-payment.ts';
import type { AuditLog } from './audit-log.ts';
import { CLAIM_TICKS, TICKED } from './confirmed-batches.ts';
import type { DeskDatabase } from './desk-database.ts';
import { INTENTION_COLUMNS, type IntentionColumns, prepareIntentions } from './intentions.ts';

/** `position` and `lineage`: how far this desk saw the register's server. `addressJson`: where it is, without secrets. */
export interface Membership {
  readonly membership: number;
  readonly registerId: string;
  readonly deskId: string;
  readonly deskName: string;
  readonly addressJson: string;
  readonly copyMark: string;
  readonly nextMark: string | null;
  readonly position: string;
  readonly lineage: string;
  /** The newest set of any desk that was seen there. */
  readonly head: string | null;
  readonly publishedTo: number;
}

type Seen = Pick<Membership, 'position' | 'lineage' | 'head'>;

export interface ClaimableRow {
  readonly rowNumber: number;
  readonly mid: number;
  readonly reference: string;
  readonly intention: Intention;
  readonly state: StateKind;
  /** Whom it pays, as the other desks show it. */
  readonly shown: {
    readonly name: string | null;
    readonly payTo: string;
    readonly ifsc: string | null;
    readonly remark: string;
  };
}

export interface PendingEnding {
  readonly sequence: number;
  readonly setId: string;
  readonly rowNumber: number;
  readonly state: StateKind;
}

interface ClaimedSet {
  readonly batch: number;
  readonly batchId: BatchId;
  readonly setId: string;
  readonly isClaimed: boolean;
}

/** What the desk may ask of a merchant in a second without the register, and when the register last said so. */
export interface RateFloor {
  readonly perSecond: number;
  readonly heardAtMs: number;
}

export interface RegisterReading {
  /** The register that the desk is a member of; null without one. */
  membership(): Membership | null;
}

export interface RegisterRecord extends RegisterReading {
  join(joined: Omit<Membership, 'membership' | 'nextMark' | 'publishedTo' | 'head'>, nowMs: number): void;
  leave(nowMs: number): void;
  /** The set that a batch is claimed under, made before it is asked for; the same again for the same batch. */
  beginSet(batch: number): ClaimedSet;
  /** A mark that no other desk knows, stored before the register is asked to take it. */
  nextMark(): string;
  /** The register has the mark. */
  tookMark(): void;
  claimed(batch: number, about: Seen & { readonly nowMs: number }): void;
  seen(about: Pick<Membership, 'position' | 'head' | 'publishedTo'>): void;
  settled(about: Seen & Pick<Membership, 'copyMark' | 'publishedTo'>, nowMs: number): void;
  /** A person ended the membership of another desk; `notPaid`: why what the gateway does not know is declared unpaid. */
  noteRetired(
    about: {
      readonly deskId: string;
      readonly desk: string;
      readonly open: number;
      readonly notPaid: string | null;
    },
    nowMs: number,
  ): void;
  /** All sets of this membership, the oldest first. */
  sets(): ClaimedSet[];
  rows(batch: number): ClaimableRow[];
  /** The payments of other desks that this batch repeats because a person said so on Confirm. */
  acceptedClaims(batch: number): readonly ClaimTick[];
  /** The endings that the register may lack, in order. */
  pending(after: number, limit: number): PendingEnding[];
  lastSequence(): number;
  /** Null before the register said anything of this merchant. */
  floor(mid: Mid): RateFloor | null;
  noteFloor(mid: Mid, floor: RateFloor): void;
  /** Whether anything of this merchant has still to be looked up or sent. */
  isOpenAt(mid: Mid): boolean;
  /** How often a person declared this database, restored or copied, to be the true one. */
  epoch(): number;
  /** Batches that may still be paid or repeated: with open payouts, or active since then. */
  batchesSince(ms: number): number[];
  /** How many payouts are not settled, and how many of them may still be sent. */
  openCounts(): { readonly open: number; readonly queued: number };
}

const MEMBERSHIP = `SELECT membership_id AS membership, register_id AS registerId, desk_id AS deskId, desk_name AS deskName,
  address_json AS addressJson, copy_mark AS copyMark, next_mark AS nextMark, position, lineage, head, published_to AS publishedTo
  FROM register_memberships WHERE left_at_ms IS NULL`;

export function readRegister(database: DeskDatabase): RegisterReading {
  const find = database.statement<[], Membership>(MEMBERSHIP);
  return { membership: () => find.get() ?? null };
}

export function openRegisterRecord(database: DeskDatabase, audit: AuditLog): RegisterRecord {
  const reading = readRegister(database);
  const insert = database.statement(
    `INSERT INTO register_memberships (register_id, desk_id, desk_name, address_json, copy_mark, next_mark, position, lineage,
       published_to, joined_at_ms)
     VALUES (@registerId, @deskId, @deskName, @addressJson, @copyMark, NULL, @position, @lineage, 0, @nowMs)`,
  );
  const left = database.statement('UPDATE register_memberships SET left_at_ms = ? WHERE left_at_ms IS NULL');
  const setNext = database.statement('UPDATE register_memberships SET next_mark = ? WHERE left_at_ms IS NULL');
  const took = database.statement(
    'UPDATE register_memberships SET copy_mark = next_mark, next_mark = NULL WHERE left_at_ms IS NULL AND next_mark IS NOT NULL',
  );
  const sawClaims = database.statement(
    'UPDATE register_memberships SET position = @position, lineage = @lineage, head = @head WHERE left_at_ms IS NULL',
  );
  const settled = database.statement(
    `UPDATE register_memberships SET copy_mark = @copyMark, next_mark = NULL, position = @position, lineage = @lineage,
       head = @head, published_to = @publishedTo WHERE left_at_ms IS NULL`,
  );
  const saw = database.statement(
    `UPDATE register_memberships SET position = @position, head = @head, published_to = max(published_to, @publishedTo)
     WHERE left_at_ms IS NULL`,
  );
  const setOf = database.statement<[number, number], { readonly setId: string; readonly claimed: 0 | 1 }>(
    'SELECT set_id AS setId, claimed FROM register_sets WHERE membership_id = ? AND batch_id = ?',
  );
  const sets = database.statement<
    [number],
    { readonly batch: number; readonly setId: string; readonly claimed: 0 | 1 }
  >('SELECT batch_id AS batch, set_id AS setId, claimed FROM register_sets WHERE membership_id = ? ORDER BY rowid');
  const insertSet = database.statement(
    'INSERT INTO register_sets (membership_id, batch_id, set_id, claimed) VALUES (?, ?, ?, 0)',
  );
  const setClaimed = database.statement(
    'UPDATE register_sets SET claimed = 1 WHERE membership_id = ? AND batch_id = ? AND claimed = 0',
  );
  const rows = database.statement<
    [number],
    IntentionColumns & Pick<ClaimableRow, 'rowNumber' | 'state' | 'mid'> & { readonly payoutId: PayoutId }
  >(
    `SELECT payout_id AS payoutId, row_number AS rowNumber, state, ${INTENTION_COLUMNS},
       (SELECT mid FROM merchants WHERE merchant_id = payouts.merchant_id) AS mid
     FROM payouts WHERE batch_id = ? ORDER BY payout_id`,
  );
  const claimTicks = database
    .statement<[number, string, string], string>(
      `SELECT t.value FROM audit a, json_each(a.detail, '$.claims') t
       WHERE a.batch_id = ? AND a.what = ? AND a.detail ->> '$.tick' = ? ORDER BY a.sequence, t.key`,
    )
    .pluck();
  const pending = database.statement<[number, number, number], PendingEnding>(
    `SELECT e.sequence, s.set_id AS setId, p.row_number AS rowNumber, e.state FROM register_endings e
     JOIN payouts p USING (payout_id) JOIN register_sets s ON s.batch_id = p.batch_id AND s.membership_id = ?
     WHERE e.sequence > ? ORDER BY e.sequence LIMIT ?`,
  );
  const last = database.statement<[], number | null>('SELECT max(sequence) FROM register_endings').pluck();
  const since = database
    .statement<[number], number>(
      `SELECT batch_id FROM batches WHERE max(confirmed_at_ms, active_at_ms) > ? OR EXISTS (
         SELECT 1 FROM batch_sums s WHERE s.batch_id = batches.batch_id AND s.count > 0
           AND s.state IN ('queued', 'sending', 'processing', 'unknown')) ORDER BY batch_id`,
    )
    .pluck();
  const open = database.statement<[], { readonly open: number; readonly queued: number }>(
    `SELECT coalesce(sum(count), 0) AS open, coalesce(sum(count) FILTER (WHERE state = 'queued'), 0) AS queued
     FROM batch_sums WHERE state IN ('queued', 'sending', 'processing', 'unknown')`,
  );
  const floorOf = database.statement<[number, number], RateFloor>(
    'SELECT per_second AS perSecond, heard_at_ms AS heardAtMs FROM register_floors WHERE membership_id = ? AND mid = ?',
  );
  const writeFloor = database.statement(
    `INSERT INTO register_floors (membership_id, mid, per_second, heard_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (membership_id, mid) DO UPDATE SET per_second = excluded.per_second, heard_at_ms = excluded.heard_at_ms`,
  );
  const unlocked = database.statement<[], number>(`SELECT count(*) FROM audit WHERE what = 'unlocked'`).pluck();
  const openAt = database
    .statement<[number], 1>(
      `SELECT 1 FROM batch_sums s JOIN batches b USING (batch_id) WHERE b.mid = ? AND s.count > 0
         AND s.state IN ('queued', 'sending', 'processing', 'unknown') LIMIT 1`,
    )
    .pluck();
  const intentionOf = prepareIntentions(database);
  const member = (): Membership => {
    const membership = reading.membership();
    invariant(membership !== null, 'a desk without a register asks for it');
    return membership;
  };
  return {
    ...reading,
    join: audit.transaction((joined, nowMs) => {
      insert.run({ ...joined, nowMs });
      const { registerId, deskId, deskName } = joined;
      audit.append({ atMs: nowMs, what: 'registerJoined', detail: { registerId, deskId, deskName } });
    }),
    leave: audit.transaction((nowMs) => {
      const { registerId } = member();
      left.run(nowMs);
      audit.append({ atMs: nowMs, what: 'registerLeft', detail: { registerId } });
    }),
    beginSet: audit.transaction((batch) => {
      const { membership } = member();
      const known = setOf.get(membership, batch);
      if (known !== undefined) return setFrom({ batch, ...known });
      const setId = randomUUID();
      insertSet.run(membership, batch, setId);
      return setFrom({ batch, setId, claimed: 0 });
    }),
    nextMark: audit.transaction(() => {
      // One that may have been taken already is tried again: a second one would make the first look like a copy's.
      const mark = member().nextMark ?? randomUUID();
      setNext.run(mark);
      return mark;
    }),
    tookMark: audit.transaction(() => void took.run()),
    claimed: audit.transaction((batch, { position, lineage, head, nowMs }) => {
      const { membership, registerId } = member();
      sawClaims.run({ position, lineage, head });
      setClaimed.run(membership, batch);
      const setId = setOf.get(membership, batch)?.setId;
      audit.append({ atMs: nowMs, what: 'registerClaimed', batchId: batch, detail: { registerId, setId } });
    }),
    seen: audit.transaction((about) => void saw.run(about)),
    settled: audit.transaction((about, nowMs) => {
      const { copyMark, position, lineage, head, publishedTo } = about;
      settled.run({ copyMark, position, lineage, head, publishedTo });
      audit.append({
        atMs: nowMs,
        what: 'registerSettled',
        detail: { registerId: member().registerId, lineage },
      });
    }),
    noteRetired: audit.transaction((about, nowMs) => {
      audit.append({ atMs: nowMs, what: 'registerRetired', detail: { registerId: member().registerId, ...about } });
    }),
    sets: () => sets.all(member().membership).map(setFrom),
    rows: (batch) =>
      rows.all(batch).map((row) => {
        const { rowNumber, mid, reference, state, name, ifsc, remark } = row;
        const shown = { name, payTo: row.upiId ?? row.accountNumber ?? '', ifsc, remark };
        return { rowNumber, mid, reference, state, intention: intentionOf(row), shown };
      }),
    acceptedClaims: (batch) => claimTicks.all(batch, TICKED, CLAIM_TICKS).map((text) => JSON.parse(text) as ClaimTick),
    pending: (after, limit) => pending.all(member().membership, after, limit),
    lastSequence: () => last.get() ?? 0,
    floor: (mid) => floorOf.get(member().membership, mid) ?? null,
    noteFloor: audit.transaction((mid, { perSecond, heardAtMs }) => {
      writeFloor.run(member().membership, mid, perSecond, heardAtMs);
    }),
    epoch: () => unlocked.get() ?? 0,
    isOpenAt: (mid) => openAt.get(mid) === 1,
    batchesSince: (ms) => since.all(ms),
    openCounts: () => open.get() ?? { open: 0, queued: 0 },
  };
}

/** Only live payouts are ever claimed. */
function setFrom({
  batch,
  setId,
  claimed,
}: {
  readonly batch: number;
  readonly setId: string;
  readonly claimed: 0 | 1;
}): ClaimedSet {
  return { batch, batchId: batchIdIn('live', batch), setId, isClaimed: claimed === 1 };
}
