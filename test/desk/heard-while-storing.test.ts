// Ctrl+C while a batch is stored and in the turn before it runs.

import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { retryBatch } from '../../electron/main/desk/batches/start-batch.ts';
import type { Follower, StopReason } from '../../electron/main/session/following.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { BatchId } from '../../shared/ids.ts';
import { payments, said } from '../store/desk-file.ts';
import { endUnpaid, refuse } from '../store/retries.ts';
import { refusingDesk } from './refusing-desk.ts';

/** Shape: `press` tells how many heard it. */
function terminal(): { readonly follower: Follower; readonly press: (wish?: StopReason) => number } {
  const listeners = new Set<(wish?: StopReason) => void>();
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
  const system: System = {
    ...desk.system,
    // A signal that comes while this thread stores is delivered in the first turn after it.
    openWriter: (book) => {
      const opening = desk.system.openWriter(book);
      if (opening.kind !== 'open') return opening;
      const { store } = opening;
      const confirmJudged: typeof store.confirmJudged = (...given) => {
        setImmediate(() => heard.push(press()));
        return store.confirmJudged(...given);
      };
      return { ...opening, store: { ...store, confirmJudged } };
    },
    engine: {
      ...desk.system.engine,
      newRun: (...given) => ({
        ...desk.system.engine.newRun(...given),
        run: () => setTimeout(10, { kind: 'bound' as const }),
        pause: ({ code }) => void pauses.push(code),
      }),
    },
  };
  const answer = await retryBatch(system, {
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
  // Whoever stored it still listens: there is no moment at which nobody does.
  expect({ heard, pauses }).toEqual({ heard: [2], pauses: ['person'] });
  expect(press()).toBe(0);
});
