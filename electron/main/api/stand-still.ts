// A batch that does not go on: why, noted with it where something of it is unsent. In: a batch in an open desk and the reason.
// Out: the report of a run that did not begin, or that went no further than its look-ups. This file must never note a pause
// where only look-ups were stopped.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Follower, RunReport } from '../../../shared/api/following.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import type { CommandTicket } from '../../../shared/commands.ts';
import type { Pause } from '../../../shared/failures.ts';
import { wishOf } from './cut-short.ts';
import { ASKED } from './drive-run.ts';
import { ifDiskTakes } from './if-disk-takes.ts';
import { alarmed } from './late-news.ts';
import { changeOnce } from './once.ts';
import type { Rooms, Writer } from './ports.ts';
import type { Session } from './session.ts';
import { batchView } from './views.ts';
import { whyStanding } from './why-standing.ts';

/** A batch in an open desk. */
export interface BatchPlace {
  readonly rooms: Rooms;
  readonly store: Writer;
  readonly batch: BatchRecord;
}

/**
 * What was to begin. Shape: what only looks up stops nothing, and the pause noted before it stays; `ticket` as it was given,
 * not taken yet.
 */
interface Beginning {
  readonly send: boolean;
  readonly ticket: CommandTicket | null;
}

/**
 * It does not begin for this reason, which is noted with what is unsent where it was to be sent: that is the command's only
 * change. Errors: throws what the disk refuses, with nothing changed.
 */
export function paused(desk: BatchPlace, { send, ticket }: Beginning, pause: Pause): RunReport {
  const { rooms, store, batch } = desk;
  if (send && isUnsent(desk)) {
    changeOnce(rooms, { store, ticket }, () => store.notes.pause(batch.batch, pause, rooms.clock.nowMs()));
  }
  return standing(desk, pause);
}

/** It had begun to send and goes no further. The reason is told even where it cannot be noted, as a run does. */
export function halted(desk: BatchPlace, pause: Pause): RunReport {
  const { rooms, store, batch } = desk;
  if (isUnsent(desk)) ifDiskTakes(rooms, () => store.notes.pause(batch.batch, pause, rooms.clock.nowMs()));
  const { view, ...report } = standing(desk, pause);
  return { ...report, view: view.paused === null ? view : { ...view, paused: pause } };
}

function isUnsent({ store, batch }: BatchPlace): boolean {
  return store.tally(batch.batch).counts.queued > 0;
}

/** The batch as it is, after what was to begin was stopped for this reason; without one it made way. */
function standing({ store, batch }: Pick<BatchPlace, 'store' | 'batch'>, pause: Pause | null): RunReport {
  const tally = store.tally(batch.batch);
  const stands = whyStanding(store, batch.batch, tally.counts);
  const view = alarmed(store, batch, batchView(batch, { tally, pause: stands, active: false }));
  return { view, end: pause === null ? 'madeWay' : 'paused', pause };
}

/** Its time was over before a run of it began: the batch is told as it stands. */
export function outOfTime(desk: Pick<BatchPlace, 'store' | 'batch'>): RunReport {
  return { ...standing(desk, null), end: 'bound' };
}

/** What was asked to end before it began. */
export function cutShort(
  desk: BatchPlace,
  { send, ticket, follower }: Beginning & { readonly follower: Follower },
): Answer<RunReport> {
  const wish = wishOf(follower);
  if (wish === 'timeOver') return { kind: 'done', value: outOfTime(desk) };
  if (send) return { kind: 'done', value: paused(desk, { send, ticket }, ASKED) };
  return { kind: 'done', value: standing(desk, wish === 'makeWay' ? null : ASKED) };
}

const TOKEN_PAUSES: Readonly<Record<string, Pause['code']>> = {
  noToken: 'noToken',
  keychainLocked: 'keychainLocked',
  noKeychain: 'noToken',
};

/** A batch without its token is paused, not refused: it exists and waits. */
export function pausedForToken(
  desk: BatchPlace,
  beginning: Beginning,
  answer: Exclude<Answer<Session>, { kind: 'done' }>,
): Answer<RunReport> {
  const code = TOKEN_PAUSES[answer.refusal.code];
  if (code === undefined) return answer;
  const pause = { code, message: `${answer.refusal.message} ${answer.refusal.cure}` };
  return { kind: 'done', value: paused(desk, beginning, pause) };
}
