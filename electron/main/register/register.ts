// What several desks agree on before money leaves. A claim is one row of a batch that one desk alone may pay; all claims of a
// batch are one set, made or refused as a whole in one serializable transaction. Its id is stored by the desk before it is asked
// for, so an answer that was lost is read again and never assumed.
//
// A desk notices when the register forgot something: its lineage (the database system, its timeline, the register's epoch), the
// position of its journal, the newest set that it held, what this desk published, and this desk's sets are compared at each
// contact. Two desks of one id are noticed by a mark that each session takes anew before it sends: a copied folder knows only an
// older one.

import { randomUUID } from 'node:crypto';
import { invariant } from '../../../shared/failures.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { Intention } from '../domain/same-payment.ts';
import { isFault, type RegisterConnection, type RegisterFault, type Sql, type Transaction } from './connection.ts';
import { type PayeeShown, purposeText, type TeamKey } from './register-keys.ts';
import { HOLDING, MEMBER_ROLE, REGISTER_MIGRATIONS } from './register-schema.ts';

/** A payment that a desk asks for. `at` is its row number. */
export interface ClaimRow {
  readonly rowNumber: number;
  readonly mid: number;
  readonly reference: string;
  readonly intention: Intention;
  readonly state: StateKind;
  /** Needed to claim it, not to ask. */
  readonly shown?: PayeeShown;
}

/** Another desk's payment to the same payee or to the same name. */
export interface OthersPayment {
  readonly rowNumber: number;
  readonly isPayee: boolean;
  readonly desk: string;
  /** Whether that desk is no longer a member, so that nobody there will pay it again. */
  readonly hasLeft: boolean;
  /** The user and the computer that claimed it. */
  readonly by: string;
  readonly batch: string;
  readonly theirRow: number;
  readonly mid: number;
  readonly state: StateKind;
  readonly amountPaise: number;
  readonly atMs: number;
  readonly reference: string;
  readonly intention: Intention;
}

/** What a desk remembers of the register. `position`: how far the server's journal had come. */
export interface DeskMemory {
  readonly deskId: string;
  readonly copyMark: string;
  /** The mark that was being set when an answer was lost; null when none was. */
  readonly nextMark: string | null;
  readonly position: string;
  readonly lineage: string;
  readonly publishedTo: number;
  /** The sets whose claims this desk still relies on. */
  readonly setIds: readonly string[];
  /** How many sets it was ever granted. */
  readonly setCount: number;
  /** How many it ever asked for. */
  readonly setsAsked: number;
  /** The newest set of any desk that this desk saw; null before there was one. */
  readonly head: string | null;
}

/** `unsettled`: the register is not the one this desk or another last saw. `copied`: another desk speaks with this one's id. */
export interface RegisterDoubt {
  readonly kind: 'doubt';
  readonly doubt:
    | 'otherRegister'
    | 'otherVersion'
    | 'unsettled'
    | 'othersUnsettled'
    | 'copied'
    /** This desk's own database lacks what the register saw in it, or has something else there. */
    | 'older'
    | 'forked'
    | 'left'
    | 'olderDesk'
    | 'standby';
  /** The desks that have not yet compared what they know with this register. */
  readonly desks: readonly string[];
}

export interface Seen {
  readonly kind: 'seen';
  readonly position: string;
  readonly lineage: string;
  readonly publishedTo: number;
  readonly serverMs: number;
  readonly head: string | null;
}

export type Claimed =
  | { readonly kind: 'claimed'; readonly seen: Seen }
  | { readonly kind: 'against'; readonly payments: readonly OthersPayment[] }
  /** A payee of the rows is on hold, and this desk does not know it yet. */
  | { readonly kind: 'holdsUnknown' }
  | { readonly kind: 'unsure' }
  | RegisterDoubt
  | RegisterFault;

export interface Ending {
  readonly sequence: number;
  readonly setId: string;
  readonly rowNumber: number;
  readonly state: StateKind;
}

export interface DeskLine {
  readonly name: string;
  readonly isOwn: boolean;
  readonly seenAtMs: number;
  readonly leftAtMs: number | null;
  readonly open: number;
}

const HOLDING_LIST = `{${HOLDING.join(',')}}`;

const CLAIM_TRIES = 5;

/** How long the register may take until it can say whether a cut-off transaction was committed. */
const DOUBT_TRIES = 3;
const DOUBT_WITHIN_MS = 10_000;

/** Within this, one desk's query and judgement of a whole batch must be done. */
const CLAIM_WITHIN_MS = 30_000;

const CHECK_WITHIN_MS = 4_000;

export interface RegisterPlace {
  readonly connection: RegisterConnection;
  readonly registerId: string;
  readonly key: TeamKey;
}

// Making and joining a register.

/** Makes the schema, or brings it to today's version. Returns the register's id. */
export async function initRegister(
  connection: RegisterConnection,
  key: TeamKey,
): Promise<
  { readonly kind: 'made'; readonly registerId: string } | { readonly kind: 'exists' | 'upgraded' } | RegisterFault
> {
  return connection.run((sql) =>
    sql.begin(async (tx) => {
      const [found] = await tx<{ is: boolean }[]>`SELECT to_regclass('payout_desk.register') IS NOT NULL AS is`;
      if (found?.is === true) return { kind: await upgrade(tx) };
      await tx.unsafe(`DO $$ BEGIN CREATE ROLE ${MEMBER_ROLE} NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
        CREATE SCHEMA payout_desk; REVOKE ALL ON SCHEMA payout_desk FROM PUBLIC;`);
      for (const step of REGISTER_MIGRATIONS) await tx.unsafe(step);
      const registerId = randomUUID();
      const version = REGISTER_MIGRATIONS.length;
      await tx`INSERT INTO payout_desk.claim_turn VALUES (true)`;
      await tx`INSERT INTO payout_desk.register VALUES (true, ${registerId}, ${key.keyed('check', registerId)}, ${version})`;
      return { kind: 'made' as const, registerId };
    }),
  );
}

async function upgrade(tx: Transaction): Promise<'exists' | 'upgraded'> {
  const [row] = await tx<{ version: number }[]>`SELECT version FROM payout_desk.register FOR UPDATE`;
  const version = row?.version ?? 0;
  if (version >= REGISTER_MIGRATIONS.length) return 'exists';
  for (const step of REGISTER_MIGRATIONS.slice(version)) await tx.unsafe(step);
  await tx`UPDATE payout_desk.register SET version = ${REGISTER_MIGRATIONS.length}`;
  return 'upgraded';
}

export type Joined =
  | { readonly kind: 'joined'; readonly memory: DeskMemory }
  | { readonly kind: 'no'; readonly why: 'notRegister' | 'otherKey' | 'nameTaken' | 'otherVersion' | 'standby' }
  | RegisterFault;

export async function joinRegister({ connection, registerId, key }: RegisterPlace, name: string): Promise<Joined> {
  const deskId = randomUUID();
  const copyMark = randomUUID();
  const joined = await connection.run(async (sql) => {
    const found = await findRegister(sql);
    if (found === null || found.registerId !== registerId) return { kind: 'no', why: 'notRegister' } as const;
    if (found.keyCheck !== key.keyed('check', registerId)) return { kind: 'no', why: 'otherKey' } as const;
    if (found.version !== REGISTER_MIGRATIONS.length) return { kind: 'no', why: 'otherVersion' } as const;
    const server = await readServer(sql);
    if (server.isStandby) return { kind: 'no', why: 'standby' } as const;
    const rows = await sql`INSERT INTO payout_desk.desks (desk_id, name, copy_mark, lineage, joined_at_ms, seen_at_ms)
      SELECT ${deskId}, ${name}, ${copyMark}, ${server.lineage}, ${server.nowMs}, ${server.nowMs}
      WHERE NOT EXISTS (SELECT 1 FROM payout_desk.desks WHERE lower(name) = lower(${name}) AND left_at_ms IS NULL)
      RETURNING 1`;
    if (rows.length === 0) return { kind: 'no', why: 'nameTaken' } as const;
    await sql`INSERT INTO payout_desk.desk_marks VALUES (${copyMark}, ${deskId})`;
    const { position, lineage } = await readServer(sql);
    const memory = {
      deskId,
      copyMark,
      nextMark: null,
      position,
      lineage,
      publishedTo: 0,
      setIds: [],
      setCount: 0,
      setsAsked: 0,
      head: null,
    };
    return { kind: 'joined', memory } as const;
  });
  return isFault(joined) && joined.code === '23505' ? { kind: 'no', why: 'nameTaken' } : joined;
}

async function findRegister(sql: Sql) {
  const [is] = await sql<{ is: boolean }[]>`SELECT to_regclass('payout_desk.register') IS NOT NULL AS is`;
  if (is?.is !== true) return null;
  const [row] = await sql<{ registerId: string; keyCheck: string; version: number }[]>`
    SELECT register_id AS "registerId", key_check AS "keyCheck", version FROM payout_desk.register`;
  return row ?? null;
}

interface Server {
  readonly isStandby: boolean;
  readonly lineage: string;
  readonly position: string;
  readonly nowMs: number;
}

/**
 * The timeline is read from the name of the journal's file: the control file learns of a failover only at a checkpoint. The
 * position is that of what is on the server's disk: a crash does not set it back.
 */
export async function readServer(sql: Sql | Transaction): Promise<Server> {
  const [row] = await sql<{ standby: boolean; lineage: string; position: string; now: string }[]>`
    SELECT pg_is_in_recovery() AS standby,
      CASE WHEN pg_is_in_recovery() THEN '' ELSE (SELECT system_identifier::text FROM pg_control_system()) || ':' ||
        (SELECT oid::text FROM pg_database WHERE datname = current_database()) || ':' ||
        substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) || ':' || (SELECT epoch FROM payout_desk.register) END
        AS lineage,
      CASE WHEN pg_is_in_recovery() THEN '0/0' ELSE pg_current_wal_flush_lsn()::text END AS position,
      (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS now`;
  invariant(row !== undefined, 'the server says nothing of itself');
  return { isStandby: row.standby, lineage: row.lineage, position: row.position, nowMs: Number(row.now) };
}

// Whether this is still the register that the desk knows.

export async function checkRegister(
  place: RegisterPlace,
  memory: DeskMemory,
): Promise<Seen | RegisterDoubt | RegisterFault> {
  return place.connection.run((sql) => compare(sql, place, memory), CHECK_WITHIN_MS);
}

/** The same, and says that this desk is there, and whether it may be sending. */
export async function beatRegister(
  place: RegisterPlace,
  memory: DeskMemory,
  { sends }: { readonly sends: boolean },
): Promise<Seen | RegisterDoubt | RegisterFault> {
  return place.connection.run(async (sql) => {
    const seen = await compare(sql, place, memory);
    if (seen.kind !== 'seen') return seen;
    const { deskId, copyMark, nextMark } = memory;
    const written = await sql`UPDATE payout_desk.desks SET seen_at_ms = ${seen.serverMs},
        sending_at_ms = CASE WHEN ${sends} THEN ${seen.serverMs} ELSE sending_at_ms END
      WHERE desk_id = ${deskId} AND left_at_ms IS NULL AND (copy_mark = ${copyMark} OR copy_mark = ${nextMark}::uuid)`;
    return written.count === 1 ? seen : doubt('copied');
  }, CHECK_WITHIN_MS);
}

/** Says that this desk sends no more. Nothing depends on it but how long its next session waits. */
export async function restDesk(place: RegisterPlace, { deskId, copyMark }: DeskMemory): Promise<void> {
  await place.connection.run(
    (sql) =>
      sql`UPDATE payout_desk.desks SET sending_at_ms = NULL WHERE desk_id = ${deskId} AND copy_mark = ${copyMark}`,
    CHECK_WITHIN_MS,
  );
}

/**
 * `takenBefore`: the register has this mark already, from a session whose answer was lost. `quietMs`: how long ago a session of
 * this desk that never ended said last that it may be sending; null when there is none.
 */
export type MarkTaken =
  | { readonly kind: 'marked'; readonly seen: Seen; readonly quietMs: number | null }
  | { readonly kind: 'takenBefore' }
  | Extract<Seen | RegisterDoubt, { kind: 'doubt' }>
  | RegisterFault;

/**
 * Has the register take the next mark, which no other copy of this desk knows. Of two copies one alone can: the other, and one
 * that is sending now, find a mark that they do not know.
 */
export async function takeMark(place: RegisterPlace, memory: DeskMemory, nextMark: string): Promise<MarkTaken> {
  return place.connection.run((sql) =>
    sql.begin(async (tx): Promise<MarkTaken> => {
      // The row is locked before it is compared, so that two copies take their marks one after the other.
      const [row] = await tx<{ mark: string; sending: string | null }[]>`SELECT copy_mark AS mark,
        sending_at_ms::text AS sending FROM payout_desk.desks WHERE desk_id = ${memory.deskId} FOR UPDATE`;
      const seen = await compare(tx, place, memory);
      if (seen.kind !== 'seen') return seen;
      if (row?.mark === nextMark) return { kind: 'takenBefore' };
      await tx`UPDATE payout_desk.desks SET copy_mark = ${nextMark}, seen_at_ms = ${seen.serverMs},
        sending_at_ms = ${seen.serverMs} WHERE desk_id = ${memory.deskId}`;
      await tx`INSERT INTO payout_desk.desk_marks VALUES (${nextMark}, ${memory.deskId})`;
      const quietMs = row === undefined || row.sending === null ? null : seen.serverMs - Number(row.sending);
      return { kind: 'marked', seen, quietMs };
    }),
  );
}

interface DeskRow {
  readonly copyMark: string;
  readonly publishedTo: string;
  readonly hasLeft: boolean;
  readonly sets: number;
  readonly held: number;
  readonly isAhead: boolean;
  readonly knowsMark: boolean;
  readonly knowsHead: boolean;
  readonly head: string | null;
  readonly unsettled: string[] | null;
  readonly version: number;
}

export async function compare(
  sql: Sql | Transaction,
  { registerId }: Pick<RegisterPlace, 'registerId'>,
  memory: DeskMemory,
): Promise<Seen | RegisterDoubt> {
  const server = await readServer(sql);
  if (server.isStandby) return doubt('standby');
  const [row] = await sql<DeskRow[]>`
    SELECT copy_mark AS "copyMark", published_to::text AS "publishedTo", left_at_ms IS NOT NULL AS "hasLeft",
      (SELECT count(*)::int FROM payout_desk.claim_sets s WHERE s.desk_id = d.desk_id AND s.state = 'claimed') AS sets,
      (SELECT count(*)::int FROM payout_desk.claim_sets s WHERE s.desk_id = d.desk_id AND s.state = 'claimed'
        AND s.set_id IN (SELECT value::uuid FROM jsonb_array_elements_text(${JSON.stringify(memory.setIds)}::text::jsonb))) AS held,
      ${memory.position}::text::pg_lsn > ${server.position}::text::pg_lsn AS "isAhead",
      EXISTS (SELECT 1 FROM payout_desk.desk_marks m WHERE m.mark = ${memory.copyMark} AND m.desk_id = d.desk_id) AS "knowsMark",
      ${memory.head}::uuid IS NULL OR EXISTS (SELECT 1 FROM payout_desk.claim_sets h WHERE h.set_id = ${memory.head}::uuid)
        AS "knowsHead",
      (SELECT h.set_id::text FROM payout_desk.claim_sets h ORDER BY h.number DESC LIMIT 1) AS head,
      (SELECT json_agg(o.name ORDER BY o.name) FROM payout_desk.desks o
        WHERE o.left_at_ms IS NULL AND o.lineage <> ${server.lineage}) AS unsettled, r.version
    FROM payout_desk.desks d CROSS JOIN payout_desk.register r
    WHERE d.desk_id = ${memory.deskId} AND r.register_id = ${registerId}`;
  // A register without this desk was made anew, or restored from before it joined.
  if (row === undefined) return doubt('otherRegister');
  if (row.version !== REGISTER_MIGRATIONS.length) return doubt('otherVersion');
  if (row.hasLeft) return doubt('left');
  if (row.copyMark !== memory.copyMark && row.copyMark !== memory.nextMark) {
    // A mark that the register had once and replaced: this desk went back, or there are two of it. Else the register did.
    return doubt(row.knowsMark ? 'copied' : 'unsettled');
  }
  const publishedTo = Number(row.publishedTo);
  const isOlder = row.isAhead || publishedTo < memory.publishedTo || row.held < memory.setIds.length || !row.knowsHead;
  if (server.lineage !== memory.lineage || isOlder || row.sets < memory.setCount) return doubt('unsettled');
  if (row.sets > memory.setsAsked) return doubt('olderDesk');
  if (row.unsettled !== null) return doubt('othersUnsettled', row.unsettled);
  const { position, lineage, nowMs } = server;
  return { kind: 'seen', position, lineage, publishedTo, serverMs: nowMs, head: row.head };
}

function doubt(why: RegisterDoubt['doubt'], desks: readonly string[] = []): RegisterDoubt {
  return { kind: 'doubt', doubt: why, desks };
}

// Claims.

export interface ClaimQuestion {
  readonly setId: string;
  readonly batch: string;
  readonly rows: readonly ClaimRow[];
  /** The user and the computer that claim. */
  readonly by: string;
  /** Returns the payments that stand against the rows. Called inside the transaction, so nothing changes in between. */
  readonly judge: (payments: readonly OthersPayment[], nowMs: number) => readonly OthersPayment[];
  /** The rows whose repeats a person decided to pay. */
  readonly decided: ReadonlySet<number>;
  /** The holds on payees that this desk knows and heeds; absent where all rows left the queue before. */
  readonly knownHolds?: readonly string[];
}

/** Claims all rows or none. Safe to repeat with the same set id. */
export async function claimSet(place: RegisterPlace, memory: DeskMemory, question: ClaimQuestion): Promise<Claimed> {
  // Outside the transaction: other desks wait for its turn.
  const rowsJson = rowsText(place, question);
  for (let attempt = 0; attempt < CLAIM_TRIES; attempt += 1) {
    let mayBeCommitted = false;
    const answer = await place.connection.run(
      (sql) =>
        sql.begin('ISOLATION LEVEL SERIALIZABLE', async (tx) => {
          const claimed = await claimIn(tx, place, memory, { ...question, rowsJson });
          mayBeCommitted = true;
          return claimed;
        }),
      CLAIM_WITHIN_MS,
    );
    if (!isFault(answer)) return answer;
    if (!mayBeCommitted && answer.fault !== 'clash') return answer;
    const settled = await settleDoubt(place, memory, question);
    if (settled !== 'void') return settled;
    // Voided, or rolled back: a clash is tried again under the same id, which is free because nothing was stored.
    if (answer.fault !== 'clash') return answer;
  }
  return { kind: 'fault', fault: 'clash', code: 'TRIES' };
}

async function claimIn(
  tx: Transaction,
  place: RegisterPlace,
  memory: DeskMemory,
  { setId, batch, rows, rowsJson, judge, decided, knownHolds }: ClaimQuestion & { readonly rowsJson: string },
): Promise<Claimed> {
  // Before the first query, so that the transaction sees what the desk before it committed.
  await tx`LOCK TABLE payout_desk.claim_turn IN EXCLUSIVE MODE`;
  const seen = await compare(tx, place, memory);
  if (seen.kind !== 'seen') return seen;
  const [made] = await tx<{ state: string }[]>`SELECT state FROM payout_desk.claim_sets WHERE set_id = ${setId}`;
  if (made !== undefined) return made.state === 'claimed' ? { kind: 'claimed', seen } : { kind: 'unsure' };
  const against = judge(await findOthers(tx, place, { deskId: memory.deskId, rows, rowsJson }), seen.serverMs);
  if (against.length > 0) return { kind: 'against', payments: against };
  if (knownHolds !== undefined && (await holdsUnknown(tx, { rowsJson, known: knownHolds }))) {
    return { kind: 'holdsUnknown' };
  }
  const count = rows.length;
  await insertSet(tx, { deskId: memory.deskId, setId, batch, count, rowsJson, decided, nowMs: seen.serverMs });
  await tx`UPDATE payout_desk.desks SET seen_at_ms = ${seen.serverMs} WHERE desk_id = ${memory.deskId}`;
  return { kind: 'claimed', seen: { ...seen, head: setId } };
}

/** Whether the register has a hold in force on one of these payees that the desk does not know. `rowsJson` as for a claim. */
async function holdsUnknown(
  tx: Transaction,
  { rowsJson, known }: { readonly rowsJson: string; readonly known: readonly string[] },
): Promise<boolean> {
  const [row] = await tx<{ is: boolean }[]>`SELECT EXISTS (
    SELECT 1 FROM jsonb_to_recordset(${rowsJson}::text::jsonb) AS rows (p uuid)
    JOIN payout_desk.payee_hold_keys k ON k.payee_key = rows.p
    WHERE k.hold_id <> ALL (${`{${known.join(',')}}`}::uuid[])
      AND NOT EXISTS (SELECT 1 FROM payout_desk.payee_releases r WHERE r.hold_id = k.hold_id)) AS is`;
  return row?.is === true;
}

/** What the register is told of each row, as one JSON text for finding and, with who claims, for inserting. */
function rowsText(
  { key }: Pick<RegisterPlace, 'key'>,
  { rows, by }: { readonly rows: readonly Omit<ClaimRow, 'state'>[]; readonly by: string | null },
): string {
  return JSON.stringify(
    rows.map(({ rowNumber, mid, reference, intention, shown, ...row }) => {
      const { payee, name, amountPaise } = intention;
      const found = {
        n: rowNumber,
        m: mid,
        r: key.keyed('reference', reference),
        p: key.keyed('payee', payee),
        f: name === '' ? null : key.keyed('name', name),
      };
      if (by === null) return found;
      return {
        ...found,
        u: key.keyed('same', JSON.stringify([mid, payee, amountPaise, purposeText(intention)])),
        a: amountPaise,
        z: key.seal({ intention, reference, by, ...(shown === undefined ? {} : { shown }) }).toString('base64'),
        ...('state' in row ? { s: row.state } : {}),
      };
    }),
  );
}

interface NewSet {
  readonly deskId: string;
  readonly setId: string;
  readonly batch: string;
  readonly count: number;
  readonly rowsJson: string;
  readonly decided: ReadonlySet<number>;
  readonly nowMs: number;
}

async function insertSet(tx: Transaction, set: NewSet): Promise<void> {
  const { deskId, setId, batch, count, rowsJson, decided, nowMs } = set;
  const ticked = `{${[...decided].join(',')}}`;
  await tx`INSERT INTO payout_desk.claim_sets (set_id, desk_id, batch, state, claim_count, claimed_at_ms)
    VALUES (${setId}, ${deskId}, ${batch}, 'claimed', ${count}, ${nowMs})`;
  // What left the queue before is a fact, which is recorded whatever stands against it.
  await tx`INSERT INTO payout_desk.claims
    SELECT ${setId}::uuid, n, ${deskId}::uuid, m, r, p, f, u, a, decode(z, 'base64'), s,
      s <> 'queued' OR n = ANY (${ticked}::int[]),
      s <> 'queued' AND EXISTS (SELECT 1 FROM payout_desk.claims c
        WHERE c.mid = m AND c.reference_key = r AND c.state <> 'cancelled' AND NOT c.revived),
      ${nowMs}::bigint, ${nowMs}::bigint
    FROM jsonb_to_recordset(${rowsJson}::text::jsonb) AS rows
      (n int, m bigint, r uuid, p uuid, f uuid, u uuid, a bigint, z text, s text)`;
}

interface FoundRow {
  readonly n: number;
  readonly by: 'payee' | 'name' | 'reference';
  readonly desk: string;
  readonly gone: boolean;
  readonly batch: string;
  readonly theirRow: number;
  readonly mid: string;
  readonly state: StateKind;
  readonly amount: string;
  readonly at: string;
  readonly sealed: Uint8Array;
}

/** Older claims, settled longer ago than this, are no repeats: twice the window, for clocks that differ. */
const OLD_AFTER_MS = 60 * 86_400_000;

async function findOthers(
  sql: Sql | Transaction,
  { key }: Pick<RegisterPlace, 'key'>,
  {
    deskId,
    rows,
    rowsJson,
  }: { readonly deskId: string; readonly rows: readonly Omit<ClaimRow, 'state'>[]; readonly rowsJson: string },
): Promise<OthersPayment[]> {
  const found = await sql<FoundRow[]>`
    WITH asked AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${rowsJson}::text::jsonb) AS rows (n int, m bigint, r uuid, p uuid, f uuid)),
    hit AS (
      SELECT a.n, 'payee' AS by, c.* FROM asked a JOIN payout_desk.claims c ON c.payee_key = a.p
      UNION ALL
      SELECT a.n, 'name', c.* FROM asked a JOIN payout_desk.claims c ON c.name_key = a.f AND c.payee_key <> a.p
      UNION ALL
      SELECT a.n, 'reference', c.* FROM asked a JOIN payout_desk.claims c
        ON c.mid = a.m AND c.reference_key = a.r AND c.state <> 'cancelled' AND c.payee_key <> a.p)
    SELECT h.n, h.by, d.name AS desk, d.left_at_ms IS NOT NULL AS gone, s.batch, h.row_number AS "theirRow", h.mid::text, h.state, h.amount_paise::text AS amount,
      h.claimed_at_ms::text AS at, h.sealed
    FROM hit h JOIN payout_desk.claim_sets s USING (set_id) JOIN payout_desk.desks d ON d.desk_id = h.desk_id
    WHERE h.desk_id <> ${deskId}
      AND (h.state IN ('queued', 'sending', 'processing', 'unknown')
        OR h.moved_at_ms > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${OLD_AFTER_MS}::bigint)`;
  const payees = new Map(rows.map(({ rowNumber, intention: { payee } }) => [rowNumber, payee]));
  return found.map((row) => {
    const opened = key.open(row.sealed);
    invariant(opened !== null, 'a claim of the register cannot be opened with its key');
    const { reference, intention, by } = opened;
    const payee = row.by === 'payee' ? (payees.get(row.n) ?? '') : '';
    return {
      rowNumber: row.n,
      isPayee: row.by === 'payee',
      desk: row.desk,
      hasLeft: row.gone,
      by,
      batch: row.batch,
      theirRow: row.theirRow,
      mid: Number(row.mid),
      state: row.state,
      amountPaise: Number(row.amount),
      atMs: Number(row.at),
      reference,
      intention: { ...intention, payee },
    };
  });
}

/**
 * Finds out whether a cut-off transaction was committed: this one writes the same id, so the server makes it wait until the other
 * is decided. From then on, the other can never commit. `void`: it did not; the id is free again.
 */
async function settleDoubt(
  place: RegisterPlace,
  memory: DeskMemory,
  { setId, batch }: Pick<ClaimQuestion, 'setId' | 'batch'>,
): Promise<Exclude<Claimed, { kind: 'against' | 'holdsUnknown' }> | 'void'> {
  for (let attempt = 0; attempt < DOUBT_TRIES; attempt += 1) {
    const answer = await place.connection.run(
      (sql) =>
        sql
          .begin(async (tx) => {
            await tx`INSERT INTO payout_desk.claim_sets (set_id, desk_id, batch, state, claim_count, claimed_at_ms)
              VALUES (${setId}, ${memory.deskId}, ${batch}, 'void', 0, 0)`;
            // The writing alone decides; the id stays free for the next try.
            throw new Voided();
          })
          .catch(async (error: unknown) => {
            if (error instanceof Voided) return 'void' as const;
            const [row] = isTaken(error)
              ? await sql<{ state: string }[]>`SELECT state FROM payout_desk.claim_sets WHERE set_id = ${setId}`
              : [];
            if (row?.state !== 'claimed') throw error;
            const seen = await compare(sql, place, { ...memory, setIds: [...memory.setIds, setId] });
            return seen.kind === 'seen' ? { kind: 'claimed' as const, seen } : seen;
          }),
      DOUBT_WITHIN_MS,
    );
    if (!isFault(answer)) return answer;
    if (answer.fault === 'denied' || answer.fault === 'certificate') return answer;
  }
  return { kind: 'unsure' };
}

class Voided extends Error {}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

// What became of the claims.

export type Published = { readonly kind: 'published'; readonly publishedTo: number } | RegisterDoubt | RegisterFault;

/** Writes endings in order. Those that the register has already are skipped. */
export async function publishEndings(
  place: RegisterPlace,
  memory: DeskMemory,
  endings: readonly Ending[],
): Promise<Published> {
  return place.connection.run((sql) =>
    sql.begin(async (tx) => {
      await tx`SELECT 1 FROM payout_desk.desks WHERE desk_id = ${memory.deskId} FOR UPDATE`;
      const seen = await compare(tx, place, memory);
      if (!mayTell(seen)) return seen;
      const after = seen.kind === 'seen' ? seen.publishedTo : memory.publishedTo;
      const publishedTo = await writeEndings(tx, memory, { endings, after });
      return { kind: 'published', publishedTo } as const;
    }),
  );
}

/** What became of a desk's own claims is welcome from one that was declared gone as well, and while others have not compared. */
export function mayTell(
  seen: Seen | RegisterDoubt,
): seen is Seen | (RegisterDoubt & { readonly doubt: 'othersUnsettled' | 'left' }) {
  return seen.kind === 'seen' || seen.doubt === 'othersUnsettled' || seen.doubt === 'left';
}

async function writeEndings(
  tx: Transaction,
  { deskId }: Pick<DeskMemory, 'deskId'>,
  { endings, after }: { readonly endings: readonly Ending[]; readonly after: number },
): Promise<number> {
  const news = endings.filter(({ sequence }) => sequence > after);
  const latest = new Map(news.map((ending) => [`${ending.setId} ${ending.rowNumber}`, ending]));
  const publishedTo = news.reduce((most, { sequence }) => Math.max(most, sequence), after);
  const text = JSON.stringify([...latest.values()].map(({ setId: i, rowNumber: n, state: s }) => ({ i, n, s })));
  // A payment that comes back to life, as late news, is recorded whatever another desk has claimed since.
  await tx`UPDATE payout_desk.claims c SET state = e.s,
      revived = c.revived OR (e.s = ANY (${HOLDING_LIST}::text[]) AND c.state <> ALL (${HOLDING_LIST}::text[])),
      moved_at_ms = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    FROM jsonb_to_recordset(${text}::text::jsonb) AS e (i uuid, n int, s text)
    WHERE c.set_id = e.i AND c.row_number = e.n AND c.desk_id = ${deskId} AND c.state <> e.s`;
  await tx`UPDATE payout_desk.desks SET published_to = ${publishedTo},
      seen_at_ms = (extract(epoch FROM clock_timestamp()) * 1000)::bigint WHERE desk_id = ${deskId}`;
  return publishedTo;
}

export interface HeldSet {
  readonly setId: string;
  readonly batch: string;
  readonly rows: readonly ClaimRow[];
}

export type Settled =
  | { readonly kind: 'settled'; readonly memory: DeskMemory; readonly restored: number }
  | { readonly kind: 'against'; readonly batch: string; readonly payments: readonly OthersPayment[] }
  | Seen
  | RegisterDoubt
  | RegisterFault;

/**
 * After the register went back, gives it again what it lacks of this desk's sets, with their states of now, and says that this
 * desk has compared. What left the queue is a fact and is recorded. What is still queued is judged as if it were claimed now: if
 * another desk has claimed it meanwhile, nothing is written, and a person stops that batch. A register that went back without a
 * new lineage gets a new epoch, so that no desk claims before each has compared. `copyMark` is a mark that the desk has stored.
 */
export async function settleRegister(
  place: RegisterPlace,
  memory: DeskMemory,
  {
    sets,
    publishedTo,
    copyMark,
    by,
    judge,
  }: {
    readonly sets: readonly HeldSet[];
    readonly publishedTo: number;
    readonly copyMark: string;
    readonly by: string;
    readonly judge: (
      rows: readonly ClaimRow[],
      payments: readonly OthersPayment[],
      nowMs: number,
    ) => readonly OthersPayment[];
  },
): Promise<Settled> {
  const { deskId } = memory;
  const raised = await raiseEpoch(place, memory);
  if (raised !== null) return raised;
  return place.connection.run(
    (sql) =>
      sql
        .begin('ISOLATION LEVEL SERIALIZABLE', async (tx): Promise<Settled> => {
          await tx`LOCK TABLE payout_desk.claim_turn IN EXCLUSIVE MODE`;
          const seen = await compare(tx, place, memory);
          if (seen.kind === 'seen' || seen.doubt !== 'unsettled') return seen;
          const there = await tx<
            { id: string }[]
          >`SELECT set_id::text AS id FROM payout_desk.claim_sets WHERE desk_id = ${deskId}`;
          const known = new Set(there.map(({ id }) => id));
          const lacking = sets.filter(({ setId }) => !known.has(setId));
          const { nowMs, lineage, position } = await readServer(tx);
          for (const { setId, batch, rows } of lacking) {
            const rowsJson = rowsText(place, { rows, by });
            const payments = judge(rows, await findOthers(tx, place, { deskId, rows, rowsJson }), nowMs);
            if (payments.length > 0) throw new Against({ kind: 'against', batch, payments });
            await insertSet(tx, { deskId, setId, batch, count: rows.length, rowsJson, decided: new Set(), nowMs });
          }
          const states = sets.flatMap(({ setId, rows }) =>
            rows.map(({ rowNumber, state }) => ({ sequence: 1, setId, rowNumber, state })),
          );
          await writeEndings(tx, memory, { endings: states, after: 0 });
          await tx`UPDATE payout_desk.desks SET lineage = ${lineage}, copy_mark = ${copyMark},
          published_to = ${publishedTo} WHERE desk_id = ${deskId}`;
          await tx`INSERT INTO payout_desk.desk_marks VALUES (${copyMark}, ${deskId}) ON CONFLICT DO NOTHING`;
          const [newest] = await tx<{ id: string }[]>`SELECT set_id::text AS id FROM payout_desk.claim_sets
          ORDER BY number DESC LIMIT 1`;
          const now: DeskMemory = {
            ...memory,
            copyMark,
            nextMark: null,
            position,
            lineage,
            publishedTo,
            head: newest?.id ?? null,
            setIds: sets.map(({ setId }) => setId),
            setCount: sets.length,
          };
          return { kind: 'settled', memory: now, restored: lacking.length };
        })
        .catch((error: unknown) => {
          if (error instanceof Against) return error.answer;
          throw error;
        }),
    CLAIM_WITHIN_MS,
  );
}

/** Committed before anything is settled: should that be refused, no desk claims any more all the same. Null when it is as it must be. */
async function raiseEpoch(
  place: RegisterPlace,
  memory: DeskMemory,
): Promise<Seen | RegisterDoubt | RegisterFault | null> {
  return place.connection.run((sql) =>
    sql.begin(async (tx) => {
      await tx`LOCK TABLE payout_desk.claim_turn IN EXCLUSIVE MODE`;
      const seen = await compare(tx, place, memory);
      if (seen.kind === 'seen' || seen.doubt !== 'unsettled') return seen;
      const { lineage } = await readServer(tx);
      if (lineage === memory.lineage) await tx`UPDATE payout_desk.register SET epoch = epoch + 1`;
      return null;
    }),
  );
}

class Against extends Error {
  readonly answer: Extract<Settled, { kind: 'against' }>;

  constructor(answer: Extract<Settled, { kind: 'against' }>) {
    super('another desk has claimed it since');
    this.answer = answer;
  }
}

/** What other desks have that may be the same as these rows, in one question. Nothing is claimed. */
export async function askOthers(
  place: RegisterPlace,
  memory: DeskMemory,
  rows: readonly Omit<ClaimRow, 'state'>[],
): Promise<
  | { readonly kind: 'others'; readonly payments: readonly OthersPayment[]; readonly nowMs: number }
  | RegisterDoubt
  | RegisterFault
> {
  const rowsJson = rowsText(place, { rows, by: null });
  return place.connection.run(async (sql) => {
    const seen = await compare(sql, place, memory);
    if (seen.kind !== 'seen') return seen;
    const payments = await findOthers(sql, place, { deskId: memory.deskId, rows, rowsJson });
    return { kind: 'others' as const, payments, nowMs: seen.serverMs };
  }, CLAIM_WITHIN_MS);
}

// A desk that is gone.

/** A claim of a desk that is gone. `payee` is not known: only its hash lies in the register. */
export interface LeftClaim {
  readonly setId: string;
  readonly batch: string;
  readonly rowNumber: number;
  readonly mid: number;
  readonly reference: string;
  readonly amountPaise: number;
}

export type Retired =
  | {
      readonly kind: 'retired';
      readonly deskId: string;
      readonly open: readonly LeftClaim[];
      readonly mayLack: boolean;
    }
  | { readonly kind: 'noDesk' }
  | { readonly kind: 'alive'; readonly seenAtMs: number }
  | RegisterDoubt
  | RegisterFault;

/** A desk that was seen within this time may come back, and may have payments on their way that no look-up finds yet. */
const GONE_AFTER_MS = 86_400_000;

/**
 * Ends the membership of a desk that has not been seen for a day, and returns what it left open. From then on nothing leaves from
 * it, should it come back. Repeats are harmless. `mayLack`: it has not compared since the register went back, so that the
 * register may lack what it claimed last.
 */
export async function retireDesk(place: RegisterPlace, memory: DeskMemory, name: string): Promise<Retired> {
  return place.connection.run((sql) =>
    sql.begin('ISOLATION LEVEL SERIALIZABLE', async (tx): Promise<Retired> => {
      await tx`LOCK TABLE payout_desk.claim_turn IN EXCLUSIVE MODE`;
      const seen = await compare(tx, place, memory);
      if (seen.kind === 'doubt' && seen.doubt !== 'othersUnsettled') return seen;
      const { nowMs, lineage } = await readServer(tx);
      const [desk] = await tx<{ id: string; seenAt: string; gone: boolean; lineage: string }[]>`
        SELECT desk_id::text AS id, seen_at_ms::text AS "seenAt", left_at_ms IS NOT NULL AS gone, lineage
        FROM payout_desk.desks WHERE lower(name) = lower(${name}) AND desk_id <> ${memory.deskId}
        ORDER BY left_at_ms IS NOT NULL, joined_at_ms DESC LIMIT 1`;
      if (desk === undefined) return { kind: 'noDesk' };
      const seenAtMs = Number(desk.seenAt);
      if (!desk.gone && nowMs - seenAtMs < GONE_AFTER_MS) return { kind: 'alive', seenAtMs };
      await tx`UPDATE payout_desk.desks SET left_at_ms = ${nowMs}, left_by = ${memory.deskId}
        WHERE desk_id = ${desk.id} AND left_at_ms IS NULL`;
      const open = await tx<
        { set: string; batch: string; row: number; mid: string; amount: string; sealed: Uint8Array }[]
      >`
        SELECT c.set_id::text AS set, s.batch, c.row_number AS row, c.mid::text, c.amount_paise::text AS amount, c.sealed
        FROM payout_desk.claims c JOIN payout_desk.claim_sets s USING (set_id)
        WHERE c.desk_id = ${desk.id} AND c.state IN ('queued', 'sending', 'processing', 'unknown')
        ORDER BY s.number, c.row_number`;
      const claims = open.map(({ set, batch, row, mid, amount, sealed }) => {
        const opened = place.key.open(sealed);
        invariant(opened !== null, 'a claim of the register cannot be opened with its key');
        const { reference } = opened;
        return { setId: set, batch, rowNumber: row, mid: Number(mid), reference, amountPaise: Number(amount) };
      });
      return { kind: 'retired', deskId: desk.id, open: claims, mayLack: desk.lineage !== lineage };
    }),
  );
}

/** Writes what became of the claims of a desk that is gone, as it was found out. One that is settled already stays as it is. */
export async function closeClaims(
  place: RegisterPlace,
  memory: DeskMemory,
  { deskId, endings }: { readonly deskId: string; readonly endings: readonly Omit<Ending, 'sequence'>[] },
): Promise<{ readonly kind: 'closed'; readonly count: number } | RegisterDoubt | RegisterFault> {
  const text = JSON.stringify(endings.map(({ setId: i, rowNumber: n, state: s }) => ({ i, n, s })));
  return place.connection.run((sql) =>
    sql.begin(async (tx) => {
      const seen = await compare(tx, place, memory);
      if (seen.kind === 'doubt' && seen.doubt !== 'othersUnsettled') return seen;
      const written = await tx`UPDATE payout_desk.claims c SET state = e.s,
          moved_at_ms = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
        FROM jsonb_to_recordset(${text}::text::jsonb) AS e (i uuid, n int, s text), payout_desk.desks d
        WHERE c.set_id = e.i AND c.row_number = e.n AND c.desk_id = ${deskId} AND c.state <> e.s
          AND c.state IN ('queued', 'sending', 'processing', 'unknown')
          AND d.desk_id = c.desk_id AND d.left_at_ms IS NOT NULL`;
      return { kind: 'closed' as const, count: written.count };
    }),
  );
}

/** Leaves the register. The caller has made sure that nothing is open. */
export async function leaveRegister(
  place: RegisterPlace,
  memory: DeskMemory,
): Promise<Seen | RegisterDoubt | RegisterFault> {
  return place.connection.run((sql) =>
    sql.begin(async (tx) => {
      const seen = await compare(tx, place, memory);
      if (!mayTell(seen)) return seen;
      await tx`UPDATE payout_desk.desks SET left_at_ms = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
        WHERE desk_id = ${memory.deskId} AND left_at_ms IS NULL`;
      return seen;
    }),
  );
}

/** All desks, those that left too, with how many of their claims may still be paid. */
export async function listDesks(
  place: RegisterPlace,
  { deskId }: Pick<DeskMemory, 'deskId'>,
): Promise<{ readonly kind: 'desks'; readonly desks: readonly DeskLine[] } | RegisterFault> {
  return place.connection.run(async (sql) => {
    const rows = await sql<{ id: string; name: string; seen: string; gone: string | null; open: number }[]>`
      SELECT d.desk_id::text AS id, d.name, d.seen_at_ms::text AS seen, d.left_at_ms::text AS gone,
        (SELECT count(*)::int FROM payout_desk.claims c WHERE c.desk_id = d.desk_id
          AND c.state IN ('queued', 'sending', 'processing', 'unknown')) AS open
      FROM payout_desk.desks d ORDER BY d.joined_at_ms, d.name`;
    const desks = rows.map(({ id, name, seen, gone, open }) => ({
      name,
      isOwn: id === deskId,
      seenAtMs: Number(seen),
      leftAtMs: gone === null ? null : Number(gone),
      open,
    }));
    return { kind: 'desks' as const, desks };
  });
}
