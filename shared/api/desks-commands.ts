// What the other desks of a register have, for reading alone: nothing of it can be acted on here.

import { z } from 'zod';
import { AMOUNT_MAX_PAISE } from '../limits.ts';
import { DESK_PAYMENT_SORTS } from '../sorts.ts';
import { COUNT, MESSAGE, reading, STATE_KIND, SUM, TIME_MS, TYPED_TEXT, WINDOW } from './schemas.ts';

/** What a batch of another desk does now: so many of `count` have left its queue, since it was claimed. */
const RUNNING = z.object({ batch: z.string(), done: COUNT, count: COUNT, sinceMs: TIME_MS });

/** `isSending`: it said so within the last seconds. `decide`: what a person there has to decide. */
const OTHER_DESK = z.object({
  desk: z.uuid(),
  name: z.string(),
  seenAtMs: TIME_MS,
  isSending: z.boolean(),
  hasLeft: z.boolean(),
  running: RUNNING.nullable(),
  notSettled: SUM,
  decide: SUM,
});

/** A payment of this desk or another. `name` of one that an older version claimed is folded, and `payTo` is not told. */
const DESK_PAYMENT = z.object({
  payment: z.string(),
  isOwn: z.boolean(),
  desk: z.string(),
  state: STATE_KIND,
  name: z.string().nullable(),
  payTo: z.string().nullable(),
  ifsc: z.string().nullable(),
  amountPaise: COUNT,
  remark: z.string().nullable(),
  reference: z.string().nullable(),
  /** The user and the computer that claimed it; null for this desk's own. */
  by: z.string().nullable(),
  /** When it was confirmed, and when its state was told last. */
  atMs: TIME_MS,
  movedAtMs: TIME_MS.nullable(),
});
export type DeskPayment = z.infer<typeof DESK_PAYMENT>;

const AMOUNT = COUNT.max(AMOUNT_MAX_PAISE).nullable();

export const DESKS_COMMANDS = {
  /**
   * The register as this desk sees it; null where the desk is a member of none. `awayWhy`: why it does not answer, or does not take
   * this desk, since `sinceMs`. `asOfMs`: when the others were read last; null for never.
   */
  readDesks: reading(
    {},
    z.object({
      register: z
        .object({
          name: z.string(),
          awayWhy: MESSAGE.nullable(),
          sinceMs: TIME_MS.nullable(),
          asOfMs: TIME_MS.nullable(),
          desks: z.array(OTHER_DESK),
        })
        .nullable(),
    }),
  ),
  /**
   * A window of the live payments of one other desk, of all others, or for `all` of this one as well. Where this desk's are among them
   * they come in the order of their confirmation, whatever the sort.
   */
  searchDesks: reading(
    {
      desk: z.union([z.enum(['all', 'others']), z.uuid()]),
      states: z.array(STATE_KIND),
      search: TYPED_TEXT,
      amountFromPaise: AMOUNT,
      amountToPaise: AMOUNT,
      fromMs: TIME_MS.nullable(),
      toMs: TIME_MS.nullable(),
      sort: z.object({ by: z.enum(DESK_PAYMENT_SORTS), direction: z.enum(['up', 'down']) }),
      window: WINDOW,
    },
    z.object({ total: COUNT, sum: SUM, rows: z.array(DESK_PAYMENT) }),
  ),
};
