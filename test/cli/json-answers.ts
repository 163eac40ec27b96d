// What docs/cli.md promises to scripts: one JSON object on the last line of standard output, with exactly these keys.

import { expect } from 'vitest';
import { z } from 'zod';
import type { Finished } from './run-desk.ts';

const STATES = [
  'queued',
  'sending',
  'processing',
  'unknown',
  'success',
  'failed',
  'rejected',
  'reversed',
  'cancelled',
] as const;

const wholeNumber = z.number().int().nonnegative();
const byState = z.strictObject({
  queued: wholeNumber,
  sending: wholeNumber,
  processing: wholeNumber,
  unknown: wholeNumber,
  success: wholeNumber,
  failed: wholeNumber,
  rejected: wholeNumber,
  reversed: wholeNumber,
  cancelled: wholeNumber,
});

export const BATCH = z.strictObject({
  batch: z.string().regex(/^[BP]\d{4,}$/),
  profile: z.string(),
  state: z.string(),
  paused: z.strictObject({ code: z.string(), message: z.string().min(1) }).nullable(),
  counts: byState,
  paise: byState,
  alarms: wholeNumber,
  /** Present only while something is unread. */
  news: z.strictObject({ unread: wholeNumber, possibleDuplicates: wholeNumber }).optional(),
  newsElsewhere: z.array(z.string()).optional(),
});

export const BATCHES = z.strictObject({
  batches: z.array(
    z.strictObject({
      batch: z.string(),
      profile: z.string(),
      file: z.string(),
      rows: wholeNumber,
      totalPaise: wholeNumber,
      state: z.string(),
      createdAt: z.iso.datetime({ offset: true }),
    }),
  ),
});

const issue = z.strictObject({
  row: wholeNumber,
  cell: z.string().nullable(),
  field: z.string().nullable(),
  code: z.string(),
  severity: z.enum(['error', 'warning', 'notice']),
  message: z.string().min(1),
  cure: z.string().min(1),
});

export const CHECK = z.strictObject({
  file: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sheet: z.string().nullable(),
  rows: wholeNumber,
  payable: wholeNumber,
  noPayments: wholeNumber.optional(),
  totalPaise: wholeNumber,
  columns: z.record(z.string(), z.strictObject({ header: z.string(), how: z.string() })),
  issues: z.array(issue),
});

const refusal = z.strictObject({ code: z.string(), message: z.string().min(1), cure: z.string().min(1) });

export const REFUSED = z.strictObject({ file: z.string().nullable(), refused: refusal });

/** A `run` that may not leave rows out: what was checked, and why nothing was sent. */
export const BLOCKED = CHECK.extend({ refused: refusal });

export type Batch = z.infer<typeof BATCH>;
export type State = (typeof STATES)[number];

/** The single JSON object of a command with `--json`. Fails the test when there is anything else. */
export function answerOf<Schema extends z.ZodType>(finished: Finished, schema: Schema): z.infer<Schema> {
  const lines = finished.stdout.split('\n');
  expect(lines, `one line of JSON, not: ${finished.stdout.slice(0, 500)}\n${finished.stderr.slice(-500)}`).toHaveLength(
    2,
  );
  expect(lines[1]).toBe('');
  return schema.parse(JSON.parse(lines[0] ?? ''));
}

/** How many payouts the batch has altogether. */
export function countOf({ counts }: Batch): number {
  return STATES.reduce((sum, state) => sum + counts[state], 0);
}

/** Counts, with zero for every state that is not named. */
export function counts(some: Partial<Record<State, number>>): Record<State, number> {
  return { ...Object.fromEntries(STATES.map((state) => [state, 0])), ...some } as Record<State, number>;
}
