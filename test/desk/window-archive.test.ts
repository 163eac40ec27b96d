// Archiving old batches, as a window requests it.

import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { expect, it, type TestContext } from 'vitest';
import type { BatchId } from '../../shared/ids.ts';
import { fillOldBatches, LATER_MS } from '../store/archived-desk.ts';
import { MERCHANT } from '../store/desk-file.ts';
import { atTime, filledFolder } from './filled-desk.ts';
import { deskFor, type TestWindowDesk } from './window-desk.ts';

const OLD = ['B0002', 'B0003'] as BatchId[];
const ASKED = { book: 'live', withUnpaid: true } as const;

function oldDesk(test: TestContext): TestWindowDesk {
  const folder = filledFolder((store) => void fillOldBatches({ store, merchantId: store.merchants.ensure(MERCHANT) }));
  return deskFor(test, folder, { change: atTime(LATER_MS) });
}

async function ended(desk: TestWindowDesk) {
  await expect.poll(async () => (await desk.ask('readArchiving', { book: 'live' })).ended).not.toBeNull();
  return (await desk.ask('readArchiving', { book: 'live' })).ended;
}

it('archives what the plan said, and reads it as before', async (test) => {
  const desk = oldDesk(test);
  const plan = await desk.ask('planArchive', ASKED);
  expect(plan.going.map(({ batch }) => batch)).toEqual(OLD);
  const before = await desk.ask('readPayout', { payout: 'B0002/2' });
  const begun = { ...ASKED, batches: OLD };
  expect(await desk.change('startArchive', begun)).toEqual({});
  expect(await desk.refusalOf('startArchive', { ...begun, commandId: randomUUID() })).toBe('runUnderWay');
  expect(await desk.refusalOf('backUp', { book: 'live' })).toBe('runUnderWay');
  expect(await ended(desk)).toMatchObject({ archived: OLD, isStopped: false, notCompacted: null, refusal: null });
  expect(await desk.ask('readPayout', { payout: 'B0002/2' })).toEqual(before);
  expect(await desk.ask('verifyAudit', { book: 'live' })).toMatchObject({ findings: [] });
  expect(await desk.ask('planArchive', ASKED)).toMatchObject({ going: [], unfinished: [] });
  // A backup from the window has no archives, and says of how many.
  expect(await desk.ask('backUp', { book: 'live' })).toMatchObject({ archives: OLD.length });
  expect(desk.faults).toEqual([]);
});

it('stops, also when the desk is closed, and refuses a plan that is no longer true', async (test) => {
  const desk = oldDesk(test);
  await desk.change('startArchive', { ...ASKED, batches: [...OLD].toReversed() });
  expect(await ended(desk)).toMatchObject({ archived: [], refusal: { code: 'changedMeanwhile' } });
  await desk.change('startArchive', { ...ASKED, batches: OLD });
  await desk.change('stopArchive');
  expect(await ended(desk)).toMatchObject({ isStopped: true, refusal: null });
  const { going } = await desk.ask('planArchive', ASKED);
  await desk.change('startArchive', { ...ASKED, batches: going.map(({ batch }) => batch) });
  await desk.end();
  const files = readdirSync(desk.folder, { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => name.endsWith('.copying'))).toEqual([]);
  expect(desk.faults).toEqual([]);
});
