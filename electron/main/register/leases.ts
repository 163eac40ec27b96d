// What the gateway allows in a second, shared by the desks that pay from one merchant. A desk leases a part for some seconds by
// the server's clock and renews it each second. At every moment the register counts at least what each desk may use: a part grows
// in the register first and at its desk then; it shrinks at its desk first and in the register once nothing of the larger part is
// on its way or counts in the last second. What is not renewed is counted until nobody can have used it.
//
// A desk's floor is a part that it keeps while the register is away, so that it can go on looking up what it has open. It is
// counted as long as that desk may use it.

import { invariant } from '../../../shared/failures.ts';
import type { Mid } from '../../../shared/ids.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import type { RegisterFault, Transaction } from './connection.ts';
import { type RegisterDoubt, type RegisterPlace, readServer } from './register.ts';

/** How long a part is leased. Longer than a few renewals that are lost. */
export const LEASE_MS = 6_000;

/** Its desk stops so long before: what it wrote last still counts for a second, and clocks do not run alike. */
export const LEASE_MARGIN_MS = 1_500;

/** How long a part that was given back is counted: what was written last has left its second by then. */
const GIVEN_BACK_MS = 1_250;

/** A desk may use its floor for so long after it last heard the register. It is counted a day longer than any desk may be away. */
export const FLOOR_VALID_MS = DAY_MS / 2;

/** How often those that get one request more of what cannot be divided take turns. */
const TURN_MS = 10_000;

const RENEW_WITHIN_MS = 4_000;

/** One desk's wish. `floor` is what it has in any case. */
export interface Wish {
  readonly wanted: number;
  readonly floor: number;
}

/**
 * Divides a rate: nobody gets more than it wants, what one does not want the others get, and what cannot be divided goes round
 * with `turn`. The parts are never more than the rate together, unless the floors are.
 */
export function divideRate(total: number, wishes: readonly Wish[], turn: number): number[] {
  const parts = wishes.map(({ floor }) => floor);
  let left = total - parts.reduce((sum, part) => sum + part, 0);
  const order = wishes.map((_, at) => (at + turn) % Math.max(1, wishes.length));
  for (let level = 1; left > 0; level += 1) {
    const wanting = order.filter((at) => (wishes[at]?.wanted ?? 0) >= level);
    if (wanting.length === 0) break;
    for (const at of wanting) {
      if (left === 0 || (parts[at] ?? 0) >= level) continue;
      parts[at] = (parts[at] ?? 0) + 1;
      left -= 1;
    }
  }
  return parts;
}

/** What a desk asks for a merchant. Each asking has a higher `turn`: one that comes late changes nothing. */
export interface LeaseAsked {
  readonly leaseId: string;
  readonly deskId: string;
  readonly mid: Mid;
  readonly turn: number;
  /** The most that the desk may have used within the last second, or may use until it hears the answer. */
  readonly keeps: number;
  /** What the gateway allows to all together, as far as this desk knows. */
  readonly total: number;
  readonly wanted: number;
  /** The floor that this desk remembers. */
  readonly floor: number;
}

/** `rate` holds from the moment of asking, for LEASE_MS less the margin. */
export interface Leased {
  readonly kind: 'leased';
  readonly rate: number;
  readonly floor: number;
}

interface LeaseRow {
  readonly id: string;
  readonly desk: string;
  readonly rate: number;
  readonly total: number;
  readonly wanted: number;
  readonly turn: string;
  readonly state: 'held' | 'lapsed' | 'givenBack';
  readonly until: string;
  readonly lineage: string;
}

/** Renews a part, or asks for one. The answer says what the desk may use from now on. */
export async function renewLease(
  { connection }: Pick<RegisterPlace, 'connection'>,
  asked: LeaseAsked,
): Promise<Leased | RegisterDoubt | RegisterFault> {
  return connection.run(
    (sql) =>
      sql.begin(async (tx): Promise<Leased | RegisterDoubt> => {
        const { leaseId, deskId, mid, turn, total: own, wanted } = asked;
        await tx`LOCK TABLE payout_desk.rate_leases IN EXCLUSIVE MODE`;
        const { isStandby, lineage, nowMs } = await readServer(tx);
        if (isStandby) return { kind: 'doubt', doubt: 'standby', desks: [] };
        const isNew = await isNewLineage(tx, { lineage, nowMs });
        const rows = await counted(tx, { mid, lineage, nowMs });
        const before = rows.find(({ id }) => id === leaseId);
        if (before !== undefined && Number(before.turn) >= turn) return { kind: 'leased', rate: 0, floor: 0 };
        const floors = await floorsOf(tx, { mid, lineage, nowMs });
        const others = rows.filter(({ id }) => id !== leaseId);
        const held = others.filter(({ state }) => state === 'held');
        const total = Math.min(own, ...held.map((row) => row.total));
        const floor = floorFor(asked, { total, floors, taken: takenBy(others, floors, deskId) });
        const wishes = [
          { wanted, floor },
          ...held.map((row) => ({ wanted: row.wanted, floor: floors.get(row.desk) ?? 0 })),
        ];
        const ids = [leaseId, ...held.map(({ id }) => id)];
        const inOrder = ids
          .map((_, at) => at)
          .toSorted((one, other) => ((ids[one] ?? '') < (ids[other] ?? '') ? -1 : 1));
        const parts = divideRate(
          total,
          inOrder.flatMap((at) => wishes[at] ?? []),
          Math.floor(nowMs / TURN_MS),
        );
        const target = isNew ? floor : (parts[inOrder.indexOf(0)] ?? 0);
        const room = Math.max(floor, total - takenBy(others, floors, deskId));
        // One that ran out is counted still, as far as the server's clock can say.
        const has = before === undefined || before.state === 'givenBack' ? 0 : before.rate;
        // A smaller part is counted in full until its desk says that nothing of the larger one is left.
        const rate =
          target >= has ? Math.max(has, Math.min(target, room)) : Math.max(target, Math.min(asked.keeps, has));
        await writeLease(tx, asked, { rate, until: nowMs + LEASE_MS, lineage });
        await tx`INSERT INTO payout_desk.rate_floors VALUES (${mid}, ${deskId}, ${floor})
          ON CONFLICT (mid, desk_id) DO UPDATE SET rate = ${floor}`;
        return { kind: 'leased', rate: Math.max(floor, Math.min(rate, target)), floor };
      }),
    RENEW_WITHIN_MS,
  );
}

/**
 * Gives a part back; what was used of it counts for a second more. `floor`: what of the floor the desk keeps. It has forgotten
 * the rest by now.
 */
export async function giveBackLease(
  { connection }: Pick<RegisterPlace, 'connection'>,
  {
    leaseId,
    deskId,
    mid,
    turn,
    used,
    floor,
  }: Pick<LeaseAsked, 'leaseId' | 'deskId' | 'mid' | 'turn' | 'floor'> & {
    readonly used: number;
  },
): Promise<RegisterFault | null> {
  return connection.run(
    (sql) =>
      sql.begin(async (tx) => {
        await tx`LOCK TABLE payout_desk.rate_leases IN EXCLUSIVE MODE`;
        const { nowMs } = await readServer(tx);
        const given =
          await tx`UPDATE payout_desk.rate_leases SET state = 'givenBack', rate = least(rate, ${used}), turn = ${turn},
          until_ms = ${nowMs + GIVEN_BACK_MS} WHERE lease_id = ${leaseId} AND state = 'held' AND turn < ${turn}`;
        if (given.count === 1) {
          await tx`UPDATE payout_desk.rate_floors SET rate = least(rate, ${floor}) WHERE mid = ${mid} AND desk_id = ${deskId}`;
        }
        return null;
      }),
    RENEW_WITHIN_MS,
  );
}

/**
 * Whether parts of a server before this one may still be in use: after a failover or a restore it does not know them. Also when
 * its clock was set back.
 */
async function isNewLineage(
  tx: Transaction,
  { lineage, nowMs }: { readonly lineage: string; readonly nowMs: number },
): Promise<boolean> {
  await tx`INSERT INTO payout_desk.lease_lineages VALUES (${lineage}, ${nowMs})
    ON CONFLICT (lineage) DO UPDATE SET since_ms = least(lease_lineages.since_ms, ${nowMs})`;
  const [row] = await tx<{ since: string }[]>`SELECT since_ms::text AS since FROM payout_desk.lease_lineages
    WHERE lineage = ${lineage}`;
  invariant(row !== undefined, 'a lineage was written and is not there');
  return nowMs - Number(row.since) < LEASE_MS;
}

/**
 * The parts that count now. One that ran out without being given back is counted once more for as long: the server's clock may
 * have been set forward. One that ends later than any lease lasts was written before that clock was set back.
 */
async function counted(
  tx: Transaction,
  { mid, lineage, nowMs }: { readonly mid: Mid; readonly lineage: string; readonly nowMs: number },
): Promise<LeaseRow[]> {
  const longest = nowMs + LEASE_MS;
  await tx`UPDATE payout_desk.rate_leases SET until_ms = ${longest} WHERE mid = ${mid} AND state <> 'free' AND until_ms > ${longest}`;
  await tx`UPDATE payout_desk.rate_leases SET state = CASE state WHEN 'held' THEN 'lapsed' ELSE 'free' END, until_ms = ${longest}
    WHERE mid = ${mid} AND state <> 'free' AND until_ms <= ${nowMs}`;
  return tx<LeaseRow[]>`SELECT lease_id::text AS id, desk_id::text AS desk, rate, total, wanted, turn::text, state,
      until_ms::text AS until, lineage
    FROM payout_desk.rate_leases WHERE mid = ${mid} AND state <> 'free' AND lineage = ${lineage} ORDER BY lease_id`;
}

/** Each desk's floor. One that has not compared since the register went back may have one that the register forgot. */
async function floorsOf(
  tx: Transaction,
  { mid, lineage, nowMs }: { readonly mid: Mid; readonly lineage: string; readonly nowMs: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx<{ desk: string; rate: number }[]>`
    SELECT d.desk_id::text AS desk,
      greatest(coalesce(f.rate, 0), CASE WHEN d.left_at_ms IS NULL AND d.lineage <> ${lineage} THEN 1 ELSE 0 END) AS rate
    FROM payout_desk.desks d LEFT JOIN payout_desk.rate_floors f ON f.desk_id = d.desk_id AND f.mid = ${mid}
    WHERE d.left_at_ms IS NULL OR (d.left_by IS NOT NULL AND d.left_at_ms > ${nowMs - DAY_MS})`;
  return new Map(rows.map(({ desk, rate }) => [desk, rate]));
}

/** What others may use: of each desk its parts or its floor, whichever is more. A second lease of the asking desk is another's. */
function takenBy(others: readonly LeaseRow[], floors: ReadonlyMap<string, number>, asking: string): number {
  const taken = new Map([...floors].filter(([desk]) => desk !== asking));
  for (const [desk, rows] of Map.groupBy(others, (row) => row.desk)) {
    const rate = rows.reduce((sum, row) => sum + row.rate, 0);
    taken.set(desk, desk === asking ? rate : Math.max(rate, floors.get(desk) ?? 0));
  }
  return [...taken.values()].reduce((sum, rate) => sum + rate, 0);
}

/** One request a second, to as many desks as half of the rate has room for. One that a desk has stays. */
function floorFor(
  { deskId, floor }: Pick<LeaseAsked, 'deskId' | 'floor'>,
  {
    total,
    floors,
    taken,
  }: { readonly total: number; readonly floors: ReadonlyMap<string, number>; readonly taken: number },
): number {
  const has = Math.max(floor, floors.get(deskId) ?? 0);
  if (has > 0) return has;
  const others = [...floors].reduce((sum, [desk, rate]) => (desk === deskId ? sum : sum + rate), 0);
  return others + 1 <= Math.floor(total / 2) && taken + 1 <= total ? 1 : 0;
}

async function writeLease(
  tx: Transaction,
  { leaseId, deskId, mid, turn, total, wanted }: LeaseAsked,
  { rate, until, lineage }: { readonly rate: number; readonly until: number; readonly lineage: string },
): Promise<void> {
  const renewed =
    await tx`UPDATE payout_desk.rate_leases SET rate = ${rate}, total = ${total}, wanted = ${wanted}, turn = ${turn},
    state = 'held', until_ms = ${until}, lineage = ${lineage} WHERE lease_id = ${leaseId}`;
  if (renewed.count === 1) return;
  // A row that a session of this desk has done with: rows are never deleted.
  const reused = await tx`UPDATE payout_desk.rate_leases SET lease_id = ${leaseId}, rate = ${rate}, total = ${total},
      wanted = ${wanted}, turn = ${turn}, state = 'held', until_ms = ${until}, lineage = ${lineage}
    WHERE lease_id = (SELECT lease_id FROM payout_desk.rate_leases WHERE mid = ${mid} AND desk_id = ${deskId} AND state = 'free' LIMIT 1)`;
  if (reused.count === 1) return;
  await tx`INSERT INTO payout_desk.rate_leases (lease_id, mid, desk_id, rate, total, wanted, turn, state, until_ms, lineage)
    VALUES (${leaseId}, ${mid}, ${deskId}, ${rate}, ${total}, ${wanted}, ${turn}, 'held', ${until}, ${lineage})`;
}

/** A part as the status shows it. */
export interface LeaseLine {
  readonly desk: string;
  readonly mid: number;
  readonly rate: number;
  readonly floor: number;
}

/** Who may ask how often now. */
export async function listLeases({
  connection,
}: Pick<RegisterPlace, 'connection'>): Promise<LeaseLine[] | RegisterFault> {
  return connection.run(async (sql) => {
    const rows = await sql<{ desk: string; mid: string; rate: number; floor: number }[]>`
      WITH parts AS (SELECT desk_id, mid, sum(rate)::int AS rate FROM payout_desk.rate_leases
        WHERE state <> 'free' AND until_ms > (extract(epoch FROM clock_timestamp()) * 1000)::bigint GROUP BY desk_id, mid)
      SELECT d.name AS desk, coalesce(p.mid, f.mid)::text AS mid, coalesce(p.rate, 0) AS rate, coalesce(f.rate, 0) AS floor
      FROM parts p FULL JOIN payout_desk.rate_floors f USING (desk_id, mid) JOIN payout_desk.desks d USING (desk_id)
      WHERE d.left_at_ms IS NULL AND (p.rate > 0 OR f.rate > 0) ORDER BY mid, d.name`;
    return rows.map(({ desk, mid, rate, floor }) => ({ desk, mid: Number(mid), rate, floor }));
  });
}
