// What the practice gateway's thread and the desk say to each other, checked on arrival. In: structured clones.
// Out: their types. This file must never start anything.

import * as z from 'zod';

export const PRACTICE_OPTIONS = z.object({
  databasePath: z.string(),
  port: z.int().default(0),
  walletStartPaise: z.int().exactOptional(),
});

export const WORKER_REPORT = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), url: z.string(), mid: z.int(), token: z.string() }),
  z.object({
    kind: z.literal('refused'),
    refusal: z.object({ code: z.string(), message: z.string(), cure: z.string() }),
  }),
]);
export type WorkerReport = z.output<typeof WORKER_REPORT>;
