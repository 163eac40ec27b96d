// Ctrl+C while a batch is being stored, and on the tick before it runs.

import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { System } from '../../electron/main/session/system.ts';
import type { BatchId } from '../../shared/ids.ts';
import { payments, said } from '../store/desk-file.ts';
import { endUnpaid, refuse } from '../store/retries.ts';
import { startRead } from './computers.ts';
import { refusingDesk } from './refusing-desk.ts';

it('is heard by the run when it comes in the turn between storing and running', async () => {
  const desk = refusingDesk((filled) => void endUnpaid(filled, payments(1), [refuse('rejected')]));
  const sent: unknown = desk.raw.prepare('SELECT reference FROM payouts').pluck().get();
  desk.gateway.says = (key) =>
    key.by === 'reference' && key.reference === sent ? said('rejected') : { kind: 'notKnown' };
  const stopping = new AbortController();
  const pauses: string[] = [];
  const system: System = {
    ...desk.system,
    // A signal during this thread's store call is delivered on the first tick after it.
    openWriter: (book) => {
      const opening = desk.system.openWriter(book);
      if (opening.kind !== 'open') return opening;
      const { store } = opening;
      const confirm: typeof store.confirm = (...args) => {
        setImmediate(() => stopping.abort('pause'));
        return store.confirm(...args);
      };
      return { ...opening, store: { ...store, confirm } };
    },
    engine: {
      ...desk.system.engine,
      newRun: (...input) => ({
        ...desk.system.engine.newRun(...input),
        run: () => setTimeout(10, { kind: 'bound' as const }),
        pause: ({ code }) => void pauses.push(code),
      }),
    },
  };
  const source = { kind: 'retry', batch: 'B0001' as BatchId, from: null } as const;
  const answer = await startRead(system, source, {
    name: null,
    ticks: null,
    acceptWarnings: true,
    until: 'settled',
    forMs: null,
    follower: { onProgress: () => undefined, signal: stopping.signal },
  });
  expect(answer.kind).toBe('done');
  expect(pauses).toEqual(['person']);
});
