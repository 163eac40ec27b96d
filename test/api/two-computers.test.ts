// One file on two computers: while a person still reads the confirmation on one, the other pays it. The gateway is a server
// written from the specification alone; both desks are the composed program over data folders of their own.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { startBatch, type StartWish } from '../../electron/main/api/start-batch.ts';
import { setProfile } from '../../electron/main/api/profiles.ts';
import type { Rooms } from '../../electron/main/api/ports.ts';
import { composeForWindows } from '../../electron/main/compose.ts';
import { CONFIRM_LOOKUPS_STAND_MS } from '../../shared/limits.ts';
import type { Mid } from '../../shared/ids.ts';
import { makeRows, writeCsv } from '../cli/payout-files.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';

const FOLLOWER = { onProgress: () => undefined, onPauseAsked: () => () => undefined };

/** A computer of its own whose clock the test puts forward. */
async function computer(
  test: TestContext,
  gateway: SpecGateway,
): Promise<{ rooms: Rooms; folder: string; wait(ms: number): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-computer-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { rooms } = composeForWindows({
    dataFolder: path.join(folder, 'data'),
    stateFolder: path.join(folder, 'state'),
    environmentToken: gateway.token,
    systemProxy: null,
    onWarning: () => undefined,
  });
  let aheadMs = 0;
  const clock = { ...rooms.clock, monotonicMs: () => rooms.clock.monotonicMs() + aheadMs };
  const speed = { ratePerSecond: 100, inFlightMax: 8, pollFirstMs: 50, pollMaxMs: 200, timeoutMs: 5_000 };
  const saved = await setProfile(rooms, {
    name: 'acme',
    baseUrl: gateway.url,
    mid: gateway.mid as Mid,
    ...speed,
    maxPayoutPaise: null,
    maxBatchPaise: null,
    decideAfterMs: null,
    walletUnit: null,
  });
  expect(saved.kind).toBe('done');
  return { rooms: { ...rooms, clock }, folder, wait: (ms) => void (aheadMs += ms) };
}

function wishOf(file: string, confirm: StartWish['confirm']): StartWish {
  return {
    file: { path: file, sheet: null, columns: [], encoding: null, fillRemark: null },
    profile: 'acme',
    name: null,
    onlyPayable: false,
    acceptWarnings: true,
    acceptRepeat: null,
    includeHidden: false,
    until: 'settled',
    forMs: null,
    follower: FOLLOWER,
    confirm,
  };
}

it('is paid once when the other computer paid it while the count was being typed', async (test) => {
  const gateway = await startSpecGateway(test);
  const slow = await computer(test, gateway);
  const quick = await computer(test, gateway);
  const file = writeCsv(slow.folder, { name: 'pay.csv', rows: makeRows(4) });
  const answer = await startBatch(
    slow.rooms,
    wishOf(file, async () => {
      const paid = await startBatch(
        quick.rooms,
        wishOf(file, () => Promise.resolve(true)),
      );
      expect(paid).toMatchObject({ kind: 'done', value: { view: { counts: { success: 4 } } } });
      slow.wait(CONFIRM_LOOKUPS_STAND_MS + 1);
      return true;
    }),
  );
  expect(answer).toMatchObject({ kind: 'refused', refusal: { code: 'referenceKnown' } });
  expect(gateway.executed).toHaveLength(4);
});
