import { z } from 'zod';
import { NOTE_MAX_CHARACTERS } from '../limits.ts';
import { BOOK, changing, MESSAGE, PERSON, reading, TIME_MS } from './schemas.ts';

/** How many other accounts of one payee are put on hold together. */
const HELD_TOGETHER_MAX = 20;

/** A local day, as YYYY-MM-DD. */
const DAY = z.iso.date();

const REASON = z.string().trim().min(1).max(NOTE_MAX_CHARACTERS);

/**
 * A payee on hold, with `accounts` by their keys and as people read them. `notBefore`: the day from which they may be paid again.
 * `desk`: the other desk of the team that said so, null for this one. `isInForce`: neither released nor over.
 */
const HOLD = z.object({
  hold: z.uuid(),
  name: z.string().nullable(),
  accounts: z.array(z.object({ person: PERSON, payTo: z.string() })),
  reason: z.string(),
  notBefore: DAY.nullable(),
  heldBy: z.string(),
  heldAtMs: TIME_MS,
  desk: z.string().nullable(),
  isInForce: z.boolean(),
  release: z
    .object({
      hold: z.uuid(),
      reason: z.string(),
      releasedBy: z.string(),
      releasedAtMs: TIME_MS,
      desk: z.string().nullable(),
    })
    .nullable(),
});
export type ShownHold = z.infer<typeof HOLD>;

/** `notYet`: why the other desks of the team do not know it yet; null when they do, or there are none. */
const CHANGED = z.object({ notYet: MESSAGE.nullable() });

export const PAYEE_COMMANDS = {
  /** All holds that were ever set, newest first. */
  listHolds: reading({ book: BOOK }, z.object({ holds: z.array(HOLD) })),
  /** Nothing more is sent to the payee, nor to the accounts of `also`, which are the same person's. */
  holdPayee: changing(
    {
      book: BOOK,
      person: PERSON,
      also: z.array(PERSON).max(HELD_TOGETHER_MAX),
      reason: REASON,
      notBefore: DAY.nullable(),
    },
    CHANGED,
  ),
  releasePayee: changing({ book: BOOK, hold: z.uuid(), reason: REASON }, CHANGED),
};
