// Measures one rate: a file is run with it, killed twice and resumed. Never smooth the figures: one window too many is a
// violation.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeRows, writeCsv } from '../cli/payout-files.ts';
import { type DeskPlace, launch, makeDeskPlace, runDesk } from '../seeded/desk-process.ts';
import { RATE_MID, startRateGateway } from './rate-gateway.ts';

export interface RateReport {
  readonly rate: number;
  readonly requests: number;
  readonly launches: number;
  /** The most writes in any 1,000 ms by the desk's clock, also across restarts. */
  readonly mostInSecond: number;
  /** The most arrivals in any 900 ms at the server. */
  readonly mostArrived: number;
  /** The share of the permitted rate used after a launch's first stretch; the least of all launches. */
  readonly used: number;
}

const STAMPER = fileURLToPath(new URL('./stamp-writes.mjs', import.meta.url));
const LAUNCHES = 3;

/** A launch that has not sent enough by then is measured anyway. */
const LAUNCH_MAX_MS = 300_000;

/** A launch proves its first payout alone, so measuring starts this long after its first write, or after its pause. */
const SKIPPED_SECONDS = 2;

/** Between its two checks for references that the gateway knows, a launch writes nothing for two seconds or more. */
const PAUSE_MIN_MS = 1_900;

/** Measures one rate. `secondsEach` is the sending time of each of three launches. */
export async function measureRate(folder: string, rate: number, secondsEach: number): Promise<RateReport> {
  const gateway = await startRateGateway();
  const place = makeDeskPlace(folder, 'tok-rate-7712');
  const stamps = path.join(folder, 'stamps');
  try {
    const address = ['--base-url', gateway.url, '--mid', String(RATE_MID), '--rate', String(rate), '--in-flight', '64'];
    await runDesk(place, ['profile', 'set', 'acme', ...address, '--poll-first-ms', '700', '--poll-max-ms', '2000']);
    const rows = makeRows(rate * (secondsEach + SKIPPED_SECONDS) * LAUNCHES);
    const file = writeCsv(folder, { name: 'pay.csv', rows });
    const used: number[] = [];
    for (let number = 0; number < LAUNCHES; number += 1) {
      const words = number === 0 ? ['run', file, '--profile', 'acme'] : ['resume', 'B0001'];
      const own = `${stamps}-${number}`;
      const enough = gateway.arrivals.length + rate * (secondsEach + SKIPPED_SECONDS);
      await sendUntil(place, { words: [...words, '--yes', '--until', 'sent'], stamps: own }, () => {
        return gateway.arrivals.length >= enough;
      });
      used.push(shareUsed(readStamps(own), rate));
    }
    const all = Array.from({ length: LAUNCHES }, (_, number) => readStamps(`${stamps}-${number}`)).flat();
    return {
      rate,
      requests: all.length,
      launches: LAUNCHES,
      mostInSecond: mostWithin(all, 1_000),
      mostArrived: mostWithin(gateway.arrivals, 900),
      used: Math.min(...used),
    };
  } finally {
    await gateway.close();
  }
}

/** Runs one command until enough was sent, and kills it: its last second limits the next one's first. */
async function sendUntil(
  place: DeskPlace,
  { words, stamps }: { readonly words: readonly string[]; readonly stamps: string },
  isEnough: () => boolean,
): Promise<void> {
  const environment = { STAMPS_FILE: stamps, NODE_OPTIONS: `--import=${STAMPER}` };
  const { child, ended } = launch(place, words, environment);
  const startedMs = performance.now();
  const watch = setInterval(() => {
    if (isEnough() || performance.now() - startedMs > LAUNCH_MAX_MS) child.kill('SIGKILL');
  }, 5);
  await ended;
  clearInterval(watch);
}

/** In milliseconds. */
function readStamps(file: string): number[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(line) / 1e6);
}

/** The most times within one window, excluding two that are a whole window apart. */
function mostWithin(times: readonly number[], windowMs: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  let [most, first] = [0, 0];
  for (const [last, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) >= windowMs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** How much of the rate a launch used in whole seconds, without its first seconds. */
function shareUsed(times: readonly number[], rate: number): number {
  const afterPause = times.find((time, at) => at > 0 && time - (times[at - 1] ?? time) >= PAUSE_MIN_MS);
  const from = (afterPause ?? times[0] ?? 0) + SKIPPED_SECONDS * 1_000;
  const seconds = Math.floor(((times.at(-1) ?? 0) - from) / 1_000);
  const counted = times.filter((time) => time >= from && time < from + seconds * 1_000).length;
  return seconds > 0 ? counted / (seconds * rate) : 0;
}
