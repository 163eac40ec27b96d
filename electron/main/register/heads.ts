// How far each desk's audit chain had come, as the register saw it. A desk whose database went back behind that is noticed at its
// next contact. Within one epoch a head only moves on; the table itself refuses anything else.

import type { Sha256 } from '../../../shared/ids.ts';
import type { ChainEnd } from '../domain/standing.ts';
import type { RegisterFault } from './connection.ts';
import type { RegisterPlace } from './register.ts';

/** `epoch`: how often a person declared this desk's database, restored or copied, to be the true one. */
export interface DeskHead extends ChainEnd {
  readonly epoch: number;
}

const HEAD_WITHIN_MS = 4_000;

type Place = Pick<RegisterPlace, 'connection'>;

/** The newest head of this desk; null before there was one. */
export async function readDeskHead(
  { connection }: Place,
  deskId: string,
): Promise<{ readonly kind: 'head'; readonly head: DeskHead | null } | RegisterFault> {
  return connection.run(async (sql) => {
    const [row] = await sql<
      { epoch: number; sequence: string; hash: Sha256 }[]
    >`SELECT epoch, sequence::text AS sequence, hash
      FROM payout_desk.desk_heads WHERE desk_id = ${deskId} ORDER BY epoch DESC LIMIT 1`;
    return { kind: 'head' as const, head: row === undefined ? null : { ...row, sequence: Number(row.sequence) } };
  }, HEAD_WITHIN_MS);
}

/** Notes how far this desk has come. One that the register saw further on stays as it is. */
export async function noteDeskHead(
  { connection }: Place,
  deskId: string,
  head: DeskHead,
): Promise<RegisterFault | null> {
  return connection.run(async (sql) => {
    await sql`INSERT INTO payout_desk.desk_heads
      VALUES (${deskId}, ${head.epoch}, ${head.sequence}, ${head.hash}, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
      ON CONFLICT (desk_id, epoch) DO UPDATE
        SET sequence = EXCLUDED.sequence, hash = EXCLUDED.hash, noted_at_ms = EXCLUDED.noted_at_ms
        WHERE desk_heads.sequence < EXCLUDED.sequence`;
    return null;
  }, HEAD_WITHIN_MS);
}

/**
 * Whether a desk's database is behind the head that the register has of it. `older`: it lacks the entry, or an unlocking. `forked`:
 * it has another entry there.
 */
export function behindHead(
  own: DeskHead,
  { head, hashAt }: { readonly head: DeskHead | null; readonly hashAt: (sequence: number) => Sha256 | null },
): 'older' | 'forked' | null {
  if (head === null || head.epoch < own.epoch) return null;
  if (head.epoch > own.epoch || head.sequence > own.sequence) return 'older';
  return hashAt(head.sequence) === head.hash ? null : 'forked';
}

/** A desk's head as the status shows it. */
export interface HeadLine {
  readonly desk: string;
  readonly sequence: number;
  readonly hash: string;
  readonly notedAtMs: number;
}

export async function listHeads({ connection }: Place): Promise<HeadLine[] | RegisterFault> {
  return connection.run(async (sql) => {
    const rows = await sql<{ desk: string; sequence: string; hash: string; noted: string }[]>`
      SELECT DISTINCT ON (d.desk_id) d.name AS desk, h.sequence::text AS sequence, h.hash, h.noted_at_ms::text AS noted
      FROM payout_desk.desk_heads h JOIN payout_desk.desks d USING (desk_id) WHERE d.left_at_ms IS NULL
      ORDER BY d.desk_id, h.epoch DESC`;
    return rows.map(({ desk, sequence, hash, noted }) => ({
      desk,
      sequence: Number(sequence),
      hash,
      notedAtMs: Number(noted),
    }));
  });
}
