// What really happened at the gateway, kept on disk so that a killed gateway still knows it.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
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

/** Shape: `posted` names the reference of each payout request that arrived, in order; `made` each payment, in order. */
export interface Truth {
  readonly posted: readonly string[];
  readonly made: readonly Made[];
}

/** Notes that a payout request arrived. */
export function notePosted(file: string, reference: string): void {
  note(file, { kind: 'posted', reference });
}

/** Notes that money moved. */
export function noteMade(file: string, made: Made): void {
  note(file, { kind: 'made', ...made });
}

/** One write for each line: a process that is killed leaves whole lines, for the system finishes a write it began. */
function note(file: string, entry: z.infer<typeof ENTRY>): void {
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** Reads the truth back. Errors: throws when a line is not whole. */
export function readTruth(file: string): Truth {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const posted: string[] = [];
  const made: Made[] = [];
  for (const line of lines) {
    const entry = ENTRY.parse(JSON.parse(line));
    if (entry.kind === 'posted') posted.push(entry.reference);
    else made.push({ payment: entry.payment, course: entry.course });
  }
  return { posted, made };
}
