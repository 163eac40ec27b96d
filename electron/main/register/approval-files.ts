// What desks give each other for approvals: a request, as its file has it, and the signatures under it. The register only carries
// them, sealed for the team; whoever takes one out judges it as one from a file.

import type { RegisterFault } from './connection.ts';
import { isFault } from './connection.ts';
import type { RegisterPlace } from './register.ts';

/** `about`: for a signature, the digest of its request. Of one digest and one person there is one signature. */
export interface ApprovalFile {
  readonly kind: 'request' | 'signature';
  readonly key: string;
  readonly about: string | null;
  readonly text: string;
}

export interface CarriedFile extends Pick<ApprovalFile, 'text'> {
  readonly desk: string;
}

const SEND_WITHIN_MS = 15_000;

/** Requests are asked for as long as one is valid, and a day for clocks that differ. */
const SENT_WITHIN_MS = 4 * 86_400_000;

/** Puts them there; what is there already stays as it is. */
export async function sendApprovalFiles(
  { connection, key }: RegisterPlace,
  deskId: string,
  files: readonly ApprovalFile[],
): Promise<RegisterFault | null> {
  for (const { kind, key: own, about, text } of files) {
    const sent = await connection.run(async (sql) => {
      await sql`INSERT INTO payout_desk.approval_files (kind, key, about, desk_id, sealed, sent_at_ms)
        VALUES (${kind}, ${key.keyed('approval', `${kind} ${own}`)}, ${about === null ? null : key.keyed('approval', about)}, ${deskId},
          decode(${key.sealText(text).toString('base64')}, 'base64'), (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
        ON CONFLICT DO NOTHING`;
      return null;
    }, SEND_WITHIN_MS);
    if (isFault(sent)) return sent;
  }
  return null;
}

/** Which of these requests the register has not. */
export async function lackingRequests(
  { connection, key }: RegisterPlace,
  digests: readonly string[],
): Promise<ReadonlySet<string> | RegisterFault> {
  const keys = new Map(digests.map((digest) => [key.keyed('approval', `request ${digest}`), digest]));
  return connection.run(async (sql) => {
    const there = await sql<
      { key: string }[]
    >`SELECT key::text AS key FROM payout_desk.approval_files WHERE kind = 'request'
      AND key IN (SELECT value::uuid FROM jsonb_array_elements_text(${JSON.stringify([...keys.keys()])}::text::jsonb))`;
    for (const { key: known } of there) keys.delete(known);
    return new Set(keys.values());
  });
}

/** Other desks' requests of the last days. What does not open with the team's key is left out. */
export async function fetchRequests(
  { connection, key }: RegisterPlace,
  deskId: string,
): Promise<readonly CarriedFile[] | RegisterFault> {
  return connection.run(async (sql) => {
    const rows = await sql<{ desk: string; sealed: Uint8Array }[]>`SELECT d.name AS desk, f.sealed
      FROM payout_desk.approval_files f JOIN payout_desk.desks d USING (desk_id)
      WHERE f.kind = 'request' AND f.desk_id <> ${deskId} AND d.left_at_ms IS NULL
        AND f.sent_at_ms > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${SENT_WITHIN_MS}::bigint
      ORDER BY f.sent_at_ms DESC`;
    return opened(rows, key);
  }, SEND_WITHIN_MS);
}

/** The signatures under these requests. */
export async function fetchSignatures(
  { connection, key }: RegisterPlace,
  digests: readonly string[],
): Promise<readonly CarriedFile[] | RegisterFault> {
  const about = JSON.stringify(digests.map((digest) => key.keyed('approval', digest)));
  return connection.run(async (sql) => {
    const rows = await sql<{ desk: string; sealed: Uint8Array }[]>`SELECT d.name AS desk, f.sealed
      FROM payout_desk.approval_files f JOIN payout_desk.desks d USING (desk_id)
      WHERE f.kind = 'signature' AND f.about IN (SELECT value::uuid FROM jsonb_array_elements_text(${about}::text::jsonb))
      ORDER BY f.sent_at_ms`;
    return opened(rows, key);
  });
}

function opened(
  rows: readonly { readonly desk: string; readonly sealed: Uint8Array }[],
  key: RegisterPlace['key'],
): CarriedFile[] {
  return rows.flatMap(({ desk, sealed }) => {
    const text = key.openText(sealed);
    return text === null ? [] : [{ desk, text }];
  });
}
