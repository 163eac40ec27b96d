// What docs/cli.md promises about locking, verifying, backing up and restoring: one JSON object with exactly these keys.

import { z } from 'zod';
import { BATCHES } from './json-answers.ts';

const wholeNumber = z.number().int().nonnegative();
const desk = z.enum(['live', 'practice']);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const reason = z.strictObject({ code: z.string(), message: z.string().min(1) });
const lost = z.array(
  z.strictObject({
    batch: z.string(),
    rows: wholeNumber,
    totalPaise: wholeNumber,
    createdAt: z.iso.datetime({ offset: true }),
  }),
);

export const VERIFIED = z.strictObject({
  ok: z.boolean(),
  desks: z.array(
    z.strictObject({
      desk,
      ok: z.boolean(),
      locked: z.boolean(),
      entries: wholeNumber,
      hash,
      ahead: wholeNumber,
      batches: wholeNumber,
      payouts: wholeNumber,
      alarms: wholeNumber,
      archives: wholeNumber,
      findings: z.array(reason),
      more: wholeNumber,
    }),
  ),
});

const reportFinding = z.strictObject({
  kind: z.enum(['altered', 'notComparable', 'outdated']),
  message: z.string().min(1),
});

export const VERIFIED_REPORT = VERIFIED.extend({
  report: z.strictObject({
    file: z.string(),
    batch: z.string(),
    asOf: z.iso.datetime({ offset: true }).nullable(),
    verdict: z.enum(['same', 'outdated', 'notComparable', 'altered']),
    findings: z.array(reportFinding),
    more: wholeNumber,
  }),
});

export const BACKUP = z.strictObject({
  file: z.string(),
  desk,
  entries: wholeNumber,
  hash,
  batches: wholeNumber,
  bytes: wholeNumber,
  archives: wholeNumber,
  missingArchives: z.array(z.string()),
});

export const RESTORED = z.strictObject({
  file: z.string(),
  desk,
  kept: z.string().nullable(),
  locked: reason.nullable(),
  unknown: wholeNumber,
  lost,
  missingArchives: z.array(z.string()),
});

export const UNLOCKED = z.strictObject({
  desk,
  why: z.string(),
  unknown: wholeNumber,
  unknownPaise: wholeNumber,
  lost,
});

/** `list` while a desk is locked. */
export const LOCKED_LIST = BATCHES.extend({ locked: reason });
