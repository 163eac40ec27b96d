// Payees on hold, for all desks of a team. Holds and releases are added to the register and never changed; every desk brings what
// the register lacks, whoever said it first, and takes what it lacks itself. So a register that went back gets them again from any
// desk. The register sees a keyed hash of each account: who is on hold, why and by whom is sealed.

import { createHash } from 'node:crypto';
import { invariant } from '../../../shared/failures.ts';
import type { HoldRelease, PayeeHold } from '../domain/payee-hold.ts';
import type { RegisterFault, Transaction } from './connection.ts';
import { compare, type DeskMemory, mayTell, type RegisterDoubt, type RegisterPlace } from './register.ts';

export interface TeamHolds {
  readonly holds: readonly PayeeHold[];
  readonly releases: readonly HoldRelease[];
}

/** `holds` and `releases`: those that this desk lacked. */
export type Exchanged = ({ readonly kind: 'exchanged' } & TeamHolds) | RegisterDoubt | RegisterFault;

const EXCHANGE_WITHIN_MS = 10_000;

/** Gives the register what it lacks of `known`, and returns what this desk lacks. `deskName`: what others call this desk. */
export async function exchangeHolds(
  place: RegisterPlace,
  memory: DeskMemory,
  { known, deskName }: { readonly known: TeamHolds; readonly deskName: string },
): Promise<Exchanged> {
  return place.connection.run(async (sql): Promise<Exchanged> => {
    const [there] = await sql<{ digest: string }[]>`SELECT md5(
      (SELECT coalesce(string_agg(hold_id::text, ',' ORDER BY hold_id::text COLLATE "C"), '') FROM payout_desk.payee_holds)
      || ';' ||
      (SELECT coalesce(string_agg(hold_id::text, ',' ORDER BY hold_id::text COLLATE "C"), '')
        FROM payout_desk.payee_releases)) AS digest`;
    if (there?.digest === md5(idsOf(known))) return { kind: 'exchanged', holds: [], releases: [] };
    return sql.begin(async (tx) => {
      // The turn of the claims: a batch is claimed before a hold, or knows it.
      await tx`LOCK TABLE payout_desk.claim_turn IN EXCLUSIVE MODE`;
      const seen = await compare(tx, place, memory);
      if (!mayTell(seen)) return seen;
      const lacking = await readLacking(tx, place, known);
      await bring(tx, place, { deskId: memory.deskId, deskName, known, lacking });
      return { kind: 'exchanged' as const, holds: lacking.holds, releases: lacking.releases };
    });
  }, EXCHANGE_WITHIN_MS);
}

interface Sealed {
  readonly id: string;
  readonly sealed: Uint8Array;
}

/** What is in the register and not in `known`. */
async function readLacking(tx: Transaction, { key }: RegisterPlace, known: TeamHolds): Promise<TeamHolds & Ids> {
  const holds = await tx<Sealed[]>`SELECT hold_id::text AS id, sealed FROM payout_desk.payee_holds`;
  const releases = await tx<Sealed[]>`SELECT hold_id::text AS id, sealed FROM payout_desk.payee_releases`;
  const opened = <Said extends { readonly hold: string }>(
    there: readonly Sealed[],
    here: readonly Said[],
    kind: 'hold' | 'release',
  ): Said[] => {
    const own = new Set(here.map(({ hold }) => hold));
    return there.flatMap(({ id, sealed }) => {
      if (own.has(id)) return [];
      const text = key.openText(sealed);
      // Decoding: only a desk with the team's key could have sealed it.
      const said = text === null ? null : (JSON.parse(text) as Said & { readonly kind: string });
      invariant(said?.hold === id && said.kind === kind, 'a hold of the register is not what its key sealed');
      const { kind: _, ...rest } = said;
      return [rest as unknown as Said];
    });
  };
  return {
    holds: opened(holds, known.holds, 'hold'),
    releases: opened(releases, known.releases, 'release'),
    holdIds: new Set(holds.map(({ id }) => id)),
    releaseIds: new Set(releases.map(({ id }) => id)),
  };
}

interface Ids {
  readonly holdIds: ReadonlySet<string>;
  readonly releaseIds: ReadonlySet<string>;
}

async function bring(
  tx: Transaction,
  { key }: RegisterPlace,
  {
    deskId,
    deskName,
    known,
    lacking: { holdIds, releaseIds },
  }: { readonly deskId: string; readonly deskName: string; readonly known: TeamHolds; readonly lacking: Ids },
): Promise<void> {
  for (const hold of known.holds) {
    if (holdIds.has(hold.hold)) continue;
    const sealed = key.sealText(JSON.stringify({ ...hold, kind: 'hold', desk: hold.desk ?? deskName }));
    await tx`INSERT INTO payout_desk.payee_holds (hold_id, desk_id, sealed, held_at_ms)
      VALUES (${hold.hold}, ${deskId}, ${sealed}, ${hold.heldAtMs})`;
    for (const { person } of hold.accounts) {
      await tx`INSERT INTO payout_desk.payee_hold_keys (hold_id, payee_key) VALUES (${hold.hold}, ${key.keyed('payee', person)})`;
    }
  }
  for (const release of known.releases) {
    if (releaseIds.has(release.hold)) continue;
    const sealed = key.sealText(JSON.stringify({ ...release, kind: 'release', desk: release.desk ?? deskName }));
    await tx`INSERT INTO payout_desk.payee_releases (hold_id, desk_id, sealed, released_at_ms)
      VALUES (${release.hold}, ${deskId}, ${sealed}, ${release.releasedAtMs})`;
  }
}

function idsOf({ holds, releases }: TeamHolds): string {
  const ids = (said: readonly { readonly hold: string }[]): string =>
    said
      .map(({ hold }) => hold)
      .toSorted((one, other) => (one < other ? -1 : 1))
      .join(',');
  return `${ids(holds)};${ids(releases)}`;
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
