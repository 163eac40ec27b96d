// What other desks have told the register, for reading alone: who is there, and what changed since the last reading. Nothing that is
// read here decides about money; a claim asks the register itself.

import { invariant } from '../../../shared/failures.ts';
import type { StateKind } from '../../../shared/states.ts';
import { isFault, type RegisterFault, type Sql } from './connection.ts';
import type { DeskMemory, RegisterPlace } from './register.ts';
import type { PayeeShown } from './register-keys.ts';

/** `sendingAtMs`: when it last said that it may be sending. Times are the server's. */
export interface OtherDesk {
  readonly deskId: string;
  readonly name: string;
  readonly seenAtMs: number;
  readonly sendingAtMs: number | null;
  readonly hasLeft: boolean;
}

/** A batch of another desk, as it was claimed. `number` grows with each claim of anybody. */
export interface OtherSet {
  readonly number: number;
  readonly deskId: string;
  readonly batch: string;
  readonly count: number;
  readonly atMs: number;
}

/** `shown` is null for what an older version claimed; then `name` is folded. */
export interface OtherPayment {
  readonly set: number;
  readonly rowNumber: number;
  readonly state: StateKind;
  readonly amountPaise: number;
  readonly movedAtMs: number;
  readonly payeeKey: string;
  readonly reference: string | null;
  readonly by: string | null;
  readonly name: string | null;
  readonly shown: PayeeShown | null;
}

export interface OthersSeen {
  readonly kind: 'desks';
  readonly desks: readonly OtherDesk[];
  /** Where the next reading begins: see readOthers(). */
  readonly mark: string;
  readonly serverMs: number;
}

/** Payments per statement: opening them takes some 20 ms, during which the desk does nothing else. */
const PAYMENTS_AT_ONCE = 1_000;

interface SetRow {
  readonly id: string;
  readonly number: string;
  readonly desk: string;
  readonly batch: string;
  readonly count: number;
  readonly at: string;
}

interface PaymentRow {
  readonly set: string;
  readonly row: number;
  readonly state: StateKind;
  readonly amount: string;
  readonly moved: string;
  readonly payee: string;
  readonly sealed: Uint8Array;
}

/**
 * Reads what changed since `after`, the mark of an earlier reading, and gives it to `take` part by part; null reads all. What changed
 * is told by the transaction that wrote a row, so it is exact, whatever any clock says and however late a transaction committed.
 */
export async function readOthers(
  { connection, key }: RegisterPlace,
  { deskId }: Pick<DeskMemory, 'deskId'>,
  {
    after,
    take,
    isOver,
  }: {
    readonly after: string | null;
    readonly take: (sets: readonly OtherSet[], payments: readonly OtherPayment[]) => void;
    readonly isOver: () => boolean;
  },
): Promise<OthersSeen | RegisterFault> {
  const seen = await connection.run((sql) => readDesks(sql, deskId));
  if (isFault(seen)) return seen;
  const found = await connection.run(
    (sql) => sql<SetRow[]>`
    SELECT s.set_id::text AS id, s.number::text, s.desk_id::text AS desk, s.batch, s.claim_count AS count,
      s.claimed_at_ms::text AS at
    FROM payout_desk.claim_sets s WHERE s.desk_id <> ${deskId} AND s.state = 'claimed' AND EXISTS (
      SELECT 1 FROM payout_desk.claims c WHERE c.set_id = s.set_id
        AND (${after}::text IS NULL OR age(c.xmin) <= age((${after}::text)::xid8::xid)))
    ORDER BY s.number DESC`,
  );
  if (isFault(found)) return found;
  for (const sets of inParts(found)) {
    for (let from = 0; ; ) {
      if (isOver()) return { kind: 'fault', fault: 'away', code: 'OVER' };
      const ids = `{${sets.map(({ id }) => id).join(',')}}`;
      const [begin, limit] = [from, PAYMENTS_AT_ONCE];
      const rows = await connection.run(
        (sql) => sql<PaymentRow[]>`
        SELECT set_id::text AS set, row_number AS row, state, amount_paise::text AS amount, moved_at_ms::text AS moved,
          payee_key::text AS payee, sealed
        FROM payout_desk.claims WHERE set_id = ANY (${ids}::uuid[]) AND row_number > ${begin}
          AND (${after}::text IS NULL OR age(xmin) <= age((${after}::text)::xid8::xid))
        ORDER BY row_number LIMIT ${sets.length === 1 ? limit : null}`,
      );
      if (isFault(rows)) return rows;
      const numbers = new Map(sets.map(({ id, number }) => [id, Number(number)]));
      take(
        sets.map(({ number, desk, batch, count, at }) => {
          return { number: Number(number), deskId: desk, batch, count, atMs: Number(at) };
        }),
        rows.map((row) => opened(key, row, numbers.get(row.set) ?? 0)),
      );
      const last = rows.at(-1);
      if (sets.length > 1 || last === undefined || rows.length < limit) break;
      from = last.row;
    }
  }
  return seen;
}

async function readDesks(sql: Sql, deskId: string): Promise<OthersSeen> {
  const rows = await sql<{ id: string; name: string; seen: string; sending: string | null; gone: boolean }[]>`
    SELECT desk_id::text AS id, name, seen_at_ms::text AS seen, sending_at_ms::text AS sending,
      left_at_ms IS NOT NULL AS gone
    FROM payout_desk.desks WHERE desk_id <> ${deskId} ORDER BY joined_at_ms, name`;
  // Whatever commits later than this moment, was begun before it or not, is read by the next reading.
  const [now] = await sql<{ mark: string; ms: string }[]>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS mark,
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS ms`;
  invariant(now !== undefined, 'the server says nothing of itself');
  const desks = rows.map(({ id, name, seen, sending, gone }) => {
    const sendingAtMs = sending === null ? null : Number(sending);
    return { deskId: id, name, seenAtMs: Number(seen), sendingAtMs, hasLeft: gone };
  });
  return { kind: 'desks', desks, mark: now.mark, serverMs: Number(now.ms) };
}

/** Small batches together, a long one alone. */
function* inParts(sets: readonly SetRow[]): Generator<readonly SetRow[]> {
  let part: SetRow[] = [];
  let count = 0;
  for (const set of sets) {
    if (part.length > 0 && count + set.count > PAYMENTS_AT_ONCE) {
      yield part;
      [part, count] = [[], 0];
    }
    part.push(set);
    count += set.count;
  }
  if (part.length > 0) yield part;
}

function opened(key: RegisterPlace['key'], row: PaymentRow, set: number): OtherPayment {
  const payment = key.open(row.sealed);
  return {
    set,
    rowNumber: row.row,
    state: row.state,
    amountPaise: Number(row.amount),
    movedAtMs: Number(row.moved),
    payeeKey: row.payee,
    reference: payment?.reference ?? null,
    by: payment?.by ?? null,
    name: payment?.shown?.name ?? payment?.intention.name ?? null,
    shown: payment?.shown ?? null,
  };
}
