// A desk for one test, whose command lines run in this process: the same `main` with the test's own streams, data folder, state
// folder and gateway. `start` still starts a process, for what only a process can show.

import { AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'vitest';
import { main } from '../../electron/main/doors/cli/main.ts';
import { expectToFit } from './fits-schema.ts';
import {
  type Desk,
  type DeskOptions,
  environmentIn,
  type Finished,
  openDesk as openSpawnedDesk,
  openDeskFor as openSpawnedDeskFor,
  type ProfiledDeskOptions,
  type ShiftedClock,
} from './run-desk.ts';
import type { SpecGateway } from './spec-gateway.ts';

/** The wall clock of each running command line, also when several run at once. */
const CLOCK = new AsyncLocalStorage<ShiftedClock | undefined>();
const realNow = Date.now;
Date.now = () => realNow() + (CLOCK.getStore()?.byMs() ?? 0);

/** Nothing of the person who runs the tests is used: no keychain, no proxy, no token. */
for (const name of Object.keys(process.env)) {
  if (/proxy$|^PAYOUT_DESK|^DBUS_|^XDG_/i.test(name)) delete process.env[name];
}

/** A desk for one test. */
export function openDesk(test: TestContext, options: DeskOptions = {}): Desk {
  return inProcess(openSpawnedDesk(test, options), options);
}

function inProcess(desk: Desk, options: DeskOptions): Desk {
  return {
    ...desk,
    run: (...words) => CLOCK.run(options.clock, () => runHere(desk, { words, options })),
    with: (others) => inProcess(desk.with(others), { ...options, ...others }),
  };
}

async function runHere(
  { folder, data }: Desk,
  { words, options }: { readonly words: readonly string[]; readonly options: DeskOptions },
): Promise<Finished> {
  const { token = null, input = '' } = options;
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(input);
  const written = Promise.all([text(stdout), text(stderr)]);
  const streams = {
    stdin,
    stdout,
    stderr,
    isTty: { stdin: false, stdout: false, stderr: false },
    columns: 80,
    env: { ...environmentIn(folder), ...(token === null ? {} : { PAYOUT_DESK_TOKEN: token }) },
  };
  const stateFolder = path.join(folder, 'home', '.local', 'state', 'payout-desk');
  const exitCode = await main([...words, '--data', data], {
    streams,
    stateFolder,
    secondLook: { leastMs: 0, mostMs: 0 },
  }).finally(() => {
    stdout.end();
    stderr.end();
  });
  const [out, err] = await written;
  const finished = { exitCode, signal: null, stdout: out, stderr: err };
  expectToFit(words, finished);
  return finished;
}

/** A desk whose profile `acme` uses this gateway. */
export function openDeskFor(test: TestContext, gateway: SpecGateway, options: ProfiledDeskOptions = {}): Promise<Desk> {
  return openSpawnedDeskFor(test, gateway, { ...options, open: openDesk });
}
