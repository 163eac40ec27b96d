// Ctrl+C while a batch is stored and in the turn before it runs. In: a follower as the terminal has it, which tells only
// whoever listens. Out: somebody listens all the time, and the run hears of it.

import { expect, it } from 'vitest';
import type { Rooms } from '../../electron/main/api/ports.ts';
import { keepWish } from '../../electron/main/api/keep-wish.ts';
import { retryBatch } from '../../electron/main/api/retry-batch.ts';
import type { Follower, StopWish } from '../../shared/api/following.ts';
import type { BatchId } from '../../shared/ids.ts';
import { payments, said } from '../store/desk-file.ts';
import { endUnpaid, refuse } from '../store/retries.ts';
import { refusingDesk } from './refusing-desk.ts';

/** Shape: `press` tells how many heard it. */
function terminal(): { readonly follower: Follower; readonly press: (wish?: StopWish) => number } {
  const listeners = new Set<(wish?: StopWish) => void>();
  const onPauseAsked: Follower['onPauseAsked'] = (stop) => {
    listeners.add(stop);
    return () => void listeners.delete(stop);
  };
  return {
    follower: { onProgress: () => undefined, onPauseAsked },
    press: (wish) => {
      for (const listener of listeners) listener(wish);
      return listeners.size;
    },
  };
}

it('is heard by the run when it comes in the turn between storing and running', async () => {
  const desk = refusingDesk((filled) => void endUnpaid(filled, payments(1), [refuse('rejected')]));
  const sent: unknown = desk.raw.prepare('SELECT reference FROM payouts').pluck().get();
  desk.gateway.says = (key) =>
    key.by === 'reference' && key.reference === sent ? said('rejected') : { kind: 'notKnown' };
  const { follower, press } = terminal();
  const heard: number[] = [];
  const pauses: string[] = [];
  const isStored = (): boolean => desk.raw.prepare('SELECT count(*) FROM batches').pluck().get() === 2;
  const rooms: Rooms = {
    ...desk.rooms,
    inTurns: (steps) =>
      desk.rooms.inTurns(
        (function* () {
          for (;;) {
            const step = steps.next();
            if (step.done === true) return step.value;
            yield;
            if (isStored()) heard.push(press());
          }
        })(),
      ),
    prepareRun: (...given) => ({
      ...desk.rooms.prepareRun(...given),
      pause: ({ code }) => void pauses.push(code),
    }),
  };
  const answer = await retryBatch(rooms, {
    batch: 'B0001' as BatchId,
    from: null,
    name: null,
    acceptWarnings: true,
    until: 'settled',
    forMs: null,
    follower,
    confirm: () => Promise.resolve(true),
  });
  expect(answer.kind).toBe('done');
  expect({ heard, pauses }).toEqual({ heard: [1], pauses: ['person'] });
  expect(press()).toBe(0);
});

it('keeps the first wish for whoever listens later, and tells nobody who has stopped listening', () => {
  const { follower, press } = terminal();
  const kept = keepWish(follower);
  const wishes: unknown[] = [];
  const stop = kept.follower.onPauseAsked((wish) => void wishes.push(['early', wish]));
  stop();
  press('makeWay');
  press();
  kept.follower.onPauseAsked((wish) => void wishes.push(['late', wish]));
  expect(wishes).toEqual([['late', 'makeWay']]);
  kept.stopListening();
  expect(press()).toBe(0);
});
