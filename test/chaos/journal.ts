// What really happened at the gateway, on disk so that a restarted gateway still knows it.

import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { z } from 'zod';
import type { Made } from '../cli/spec-payouts.ts';

const PAYMENT = z.object({
  reference: z.string().nullable(),
  method: z.unknown().default(null),
  upiId: z.unknown().default(null),
  account: z.unknown().default(null),
  ifsc: z.unknown().default(null),
  amountText: z.string(),
  remark: z.unknown().default(null),
  transactionId: z.string(),
  atMs: z.number(),
});
const COURSE = z.object({
  word: z.string(),
  later: z.object({ afterMs: z.number(), word: z.string() }).nullable(),
  unknownForMs: z.number(),
});
const ENTRY = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('posted'), reference: z.string() }),
  z.object({ kind: z.literal('made'), payment: PAYMENT, course: COURSE }),
]);

/** `posted` is the reference of each payout request that arrived, in order; `made` is each payment, in order. */
export interface Truth {
  readonly posted: readonly string[];
  readonly made: readonly Made[];
}

/** Records that a payout request arrived. */
export function notePosted(file: string, reference: string): void {
  note(file, { kind: 'posted', reference });
}

/** Records that money moved. */
export function noteMade(file: string, made: Made): void {
  note(file, { kind: 'made', ...made });
}

/** One write per line. When a process is killed, Linux ends a write at a page border: the last line may be cut. */
function note(file: string, entry: z.infer<typeof ENTRY>): void {
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** Removes a cut last line: what it would record had not happened yet, and nobody was answered. */
export function mendTruth(file: string): void {
  if (!existsSync(file)) return;
  truncateSync(file, readFileSync(file).lastIndexOf('\n') + 1);
}

/** Reads the journal without a cut last line. Throws when any other line is incomplete. */
export function readTruth(file: string): Truth {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean);
  const posted: string[] = [];
  const made: Made[] = [];
  for (const line of lines) {
    const entry = ENTRY.parse(JSON.parse(line));
    if (entry.kind === 'posted') posted.push(entry.reference);
    else made.push({ payment: entry.payment, course: entry.course });
  }
  return { posted, made };
}
