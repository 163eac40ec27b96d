// The desk's system, wired as in compose, without a gateway: preflight succeeds, and a run ends as soon as it is prepared.

import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFileRows } from '../../electron/main/desk/batches/confirmation.ts';
import { startBatch } from '../../electron/main/desk/batches/start-batch.ts';
import { RateWindow } from '../../electron/main/engine/rate-window.ts';
import { createGatewayClient } from '../../electron/main/gateway/client.ts';
import { checkFile } from '../../electron/main/import/open-sheet.ts';
import { systemClock } from '../../electron/main/platform/clock.ts';
import type { Opening, System } from '../../electron/main/session/system.ts';
import { type HeadedReader, openHeadedReader } from '../../electron/main/store/store.ts';
import { RefusedError } from '../../shared/failures.ts';
import { PRACTICE_MID, type Profile } from '../../shared/profiles.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { openBenchStore } from './confirmed-batch.ts';

const XLSX_WORKER = new URL('../../electron/main/import/xlsx-worker.ts', import.meta.url);
const PROFILE: Profile = {
  name: 'bench',
  baseUrl: 'http://127.0.0.1:1',
  mid: PRACTICE_MID,
  environment: 'LIVE',
  ratePerSecond: 5,
  inFlightMax: 4,
  pollFirstMs: 1_000,
  pollMaxMs: 1_000,
  timeoutMs: 1_000,
  maxPayoutPaise: null,
  maxBatchPaise: null,
  walletUnit: null,
};

/** Creates the desk's database with one profile, as it is before a first file. */
export function prepareDesk(folder: string): void {
  const store = openBenchStore(join(folder, 'desk.db'));
  store.saveProfile(PROFILE, Date.now());
  store.close();
}

/** Checks a file and stores its batch. Returns the seconds taken. Throws when not every row was stored. */
export async function importFile({ folder, path, rowCount }: ImportTask): Promise<number> {
  let storedMs = 0;
  const startedMs = performance.now();
  const system = systemOf(folder, () => {
    storedMs = performance.now();
  });
  const file = { path, sheet: null, columns: [], encoding: null, fillRemark: null };
  const how = { onlyPayable: false, acceptRepeats: [], includeHidden: false, calledAs: null };
  const read = await readFileRows(system, { ...how, file, profile: PROFILE.name });
  if (read.kind !== 'done') throw new RefusedError(read.refusal);
  const follower = { onProgress: () => undefined, signal: new AbortController().signal };
  const answer = await startBatch(
    system,
    { source: read.value, acceptWarnings: false, ticks: null, forMs: null, follower },
    { confirmed: 'any', name: null, until: 'sent' },
  );
  if (answer.kind !== 'done') throw new RefusedError(answer.refusal);
  if (answer.value.view.counts.queued !== rowCount) throw new Error('not every row was stored');
  return (storedMs - startedMs) / 1_000;
}
interface ImportTask {
  readonly folder: string;
  readonly path: string;
  readonly rowCount: number;
}

function systemOf(folder: string, onStored: () => void): System {
  const path = join(folder, 'desk.db');
  const unused = (): never => {
    throw new Error('the benchmark asked for a room that it does not measure');
  };
  return {
    clock: systemClock,
    secondLook: { leastMs: 0, mostMs: 0 },
    checkFile: (request) => checkFile(request, { xlsxWorkerUrl: XLSX_WORKER }),
    readSheet: unused,
    checkWhole: unused,
    workOnFile: unused,
    files: {
      dataFolder: folder,
      heads: unused,
      hold: unused,
      track: unused,
      settings: { read: () => undefined, write: unused },
      recentFiles: { read: () => null, write: unused },
      samplePath: '',
      checkerPath: '',
    },
    openReader: (): Opening<HeadedReader> =>
      existsSync(path)
        ? openHeadedReader({ path, prefix: 'B' }, headPlaceIn(join(folder, 'state')))
        : { kind: 'absent' },
    isDeskHeld: () => false,
    openWriter: () => ({ kind: 'open', store: openBenchStore(path), isFresh: true }),
    tokens: {
      read: () => Promise.resolve({ kind: 'token', token: 'bench', forSession: true }),
      write: unused,
      remove: unused,
    },
    passwords: { read: unused, write: unused, remove: unused },
    signingKeys: { read: unused, write: unused, remove: unused },
    registerSecrets: { read: unused, write: unused, remove: unused },
    openMailer: unused,
    startPractice: unused,
    connect: createGatewayClient,
    lendPacer: ({ limitPerSecond }) => ({
      pacer: new RateWindow({ limitPerSecond, nowMs: systemClock.monotonicMs(), refusedRate: null }),
      release: () => {},
    }),
    inventReference: () => 'BENCH',
    randomBelow: (limit) => randomInt(limit),
    engine: {
      preflight: () => Promise.resolve({ kind: 'ready', notKnown: 'bench', balance: '0', doubt: null }),
      lookUpOnce: unused,
      newRun: () => {
        onStored();
        return {
          run: () => Promise.resolve({ kind: 'reached' }),
          pause: () => undefined,
          preempt: () => undefined,
          inFlight: 0,
        };
      },
    },
  };
}
