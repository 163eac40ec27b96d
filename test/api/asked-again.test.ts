// What was asked once is asked again when time has passed or another program was at the desk: before a send an hour later,
// after a long confirmation of a retry, and at each resume of a window. The gateway is a server written from the
// specification alone, and its own books are the judge.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, type TestContext, vi } from 'vitest';
import { resumeBatch } from '../../electron/main/api/follow-batch.ts';
import type { Rooms } from '../../electron/main/api/ports.ts';
import { setProfile } from '../../electron/main/api/profiles.ts';
import { retryBatch } from '../../electron/main/api/retry-batch.ts';
import { startBatch } from '../../electron/main/api/start-batch.ts';
import { composeForWindows } from '../../electron/main/compose.ts';
import type { BatchId, Mid } from '../../shared/ids.ts';
import { CONFIRM_LOOKUPS_STAND_MS, LOOK_UP_BEFORE_SEND_AFTER_MS } from '../../shared/limits.ts';
import { makeRows, writeCsv } from '../cli/payout-files.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import { openScene, startFile } from './live-scene.ts';

const FOLLOWER = { onProgress: () => undefined, onPauseAsked: () => () => undefined };
const BATCH = 'B0001' as BatchId;
const ROWS = 40;
/** Not the first, the last or the largest, and not among those that `randomBelow` draws here. */
const UNPROBED_ROW = 30;

interface Desk {
  readonly rooms: Rooms;
  readonly folder: string;
  /** Puts its clocks forward. */
  wait(ms: number): void;
}

async function openDesk(test: TestContext, gateway: SpecGateway): Promise<Desk> {
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-asked-again-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { rooms } = composeForWindows({
    dataFolder: path.join(folder, 'data'),
    stateFolder: path.join(folder, 'state'),
    environmentToken: gateway.token,
    systemProxy: null,
    onWarning: () => undefined,
  });
  let aheadMs = 0;
  const clock = {
    ...rooms.clock,
    nowMs: () => rooms.clock.nowMs() + aheadMs,
    monotonicMs: () => rooms.clock.monotonicMs() + aheadMs,
  };
  let drawn = 0;
  const randomBelow = (limit: number): number => (drawn += 1) % Math.min(limit, 10);
  const saved = await setProfile(rooms, {
    name: 'acme',
    baseUrl: gateway.url,
    mid: gateway.mid as Mid,
    ratePerSecond: 200,
    inFlightMax: 8,
    pollFirstMs: 50,
    pollMaxMs: 200,
    timeoutMs: 5_000,
    maxPayoutPaise: null,
    maxBatchPaise: null,
    decideAfterMs: null,
    walletUnit: null,
  });
  expect(saved.kind).toBe('done');
  return { rooms: { ...rooms, clock, randomBelow }, folder, wait: (ms) => void (aheadMs += ms) };
}

const ordinary = { acceptWarnings: true, until: 'settled', forMs: 8_000, follower: FOLLOWER } as const;

function start({ rooms, folder }: Desk, rowCount: number, more: { readonly firstAlone?: boolean } = {}) {
  const file = writeCsv(folder, { name: 'pay.csv', rows: makeRows(rowCount) });
  return startBatch(rooms, {
    ...ordinary,
    ...more,
    file: { path: file, sheet: null, columns: [], encoding: null, fillRemark: null },
    profile: 'acme',
    name: null,
    onlyPayable: false,
    acceptRepeat: null,
    includeHidden: false,
    confirm: () => Promise.resolve(true),
  });
}

function referenceOf({ rooms }: Desk, rowNumber: number): string {
  const opening = rooms.openReader('live');
  if (opening.kind !== 'open') throw new Error(opening.kind);
  try {
    const payout = opening.store.retries.payouts(1).find((one) => one.rowNumber === rowNumber);
    if (payout === undefined) throw new Error('there is no such row');
    return payout.reference;
  } finally {
    opening.store.close();
  }
}

/** Somebody else asks the gateway to pay this reference. */
async function payElsewhere(gateway: SpecGateway, reference: string): Promise<void> {
  const payment = { paymentMethod: 'UPI', beneficiaryUPI: 'row.0001@okbank', amount: 100, remark: 'Salary' };
  const answer = await fetch(`${gateway.url}/api/payout/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ mid: gateway.mid, ...payment, udf1: reference }),
  });
  expect(answer.status).toBe(200);
}

it('looks each payout up before it is sent more than an hour later', { timeout: 60_000 }, async (test) => {
  const gateway = await startSpecGateway(test);
  const desk = await openDesk(test, gateway);
  await start(desk, ROWS, { firstAlone: true });
  expect(gateway.executed).toHaveLength(1);
  const reference = referenceOf(desk, UNPROBED_ROW);
  await payElsewhere(gateway, reference);
  desk.wait(LOOK_UP_BEFORE_SEND_AFTER_MS + 60_000);
  await resumeBatch(desk.rooms, { ...ordinary, batch: BATCH, confirmCount: () => Promise.resolve(true) });
  expect(gateway.timesPosted().get(reference)).toBe(1);
  expect(gateway.executed.filter((made) => made.reference === reference)).toHaveLength(1);
});

it('looks a retry up again when confirming it took long', { timeout: 60_000 }, async (test) => {
  const gateway = await startSpecGateway(test, { conduct: (_, nth) => (nth === 0 ? REFUSED : {}) });
  const desk = await openDesk(test, gateway);
  await start(desk, 1);
  const reference = referenceOf(desk, 2);
  const confirm = async (): Promise<boolean> => {
    await payElsewhere(gateway, reference);
    desk.wait(CONFIRM_LOOKUPS_STAND_MS + 1);
    return true;
  };
  const answer = await retryBatch(desk.rooms, { ...ordinary, batch: BATCH, from: null, name: null, confirm });
  expect(answer.kind).toBe('refused');
  expect(gateway.executed.map((made) => made.reference)).toEqual([reference]);
});

const REFUSED = { executes: false, word: 'rejected' } as const;

it('compares a batch with what was confirmed at each resume of a window', { timeout: 60_000 }, async (test) => {
  const { desk, gateway } = await openScene(test, {});
  const batch = await startFile(desk, ['upi id,amount,remark', 'asha@bank,1,pay', 'ravi@bank,2,pay'], {
    firstAlone: true,
  });
  const isPaused = async (): Promise<void> => {
    const { view, active } = await desk.ask('readBatch', { batch });
    expect({ code: view.paused?.code, active }).toEqual({ code: 'firstAlone', active: false });
  };
  await vi.waitFor(isPaused, { timeout: 30_000 });
  changeRemark(path.join(desk.folder, 'desk.db'));
  const code = await desk.refusalOf('resumeBatch', { batch, count: null, ticks: [], commandId: crypto.randomUUID() });
  expect(code).toBe('changedBatch');
  expect(gateway.executed).toHaveLength(1);
});

/** Another program changes what is to be sent, and leaves the schema as it was. */
function changeRemark(file: string): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    const trigger = database
      .prepare<[], string>(`SELECT sql FROM sqlite_schema WHERE name = 'payouts_keep_what_was_confirmed'`)
      .pluck()
      .get();
    if (trigger === undefined) throw new Error('the trigger has another name');
    const change = `UPDATE payouts SET remark = 'other' WHERE state = 'queued'`;
    database.exec(`BEGIN; DROP TRIGGER payouts_keep_what_was_confirmed; ${change}; ${trigger}; COMMIT`);
  } finally {
    database.close();
  }
}
