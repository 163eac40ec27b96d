// Chaos on real processes: of one desk each, or with --desks of a team that shares a register. The seed repeats the random draws, not how the system interleaves the processes.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../build/fresh-build.ts';
import { NO_POSTGRES } from '../register/private-postgres.ts';
import { newSeed } from '../seeded/random.ts';
import { Lane, type LaneReport } from './lane.ts';
import { teamChaos } from './team.ts';

/** Each process waits a second before its first request, so several desks share the machine without crowding it. */
const LANES = 6;

/** One fault breaks many rows alike, so the first ones are enough. */
const BROKEN_SHOWN = 30;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(newSeed()) },
    within: { type: 'string', default: '86400' },
    desks: { type: 'string', default: '0' },
    payouts: { type: 'string', default: '1000' },
    keep: { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
const withinMs = Number(values.within) * 1_000;
if (![kills, seed, withinMs].every((number) => Number.isInteger(number) && number > 0)) {
  throw new RangeError('--kills, --seed and --within are whole numbers above zero');
}
const [desks, payouts] = [Number(values.desks), Number(values.payouts)];
if (!Number.isInteger(desks) || desks < 0 || desks === 1 || !Number.isInteger(payouts) || payouts < desks) {
  throw new RangeError('--desks is two or more, and --payouts at least as many');
}
process.exitCode = ensureBuilt() && (await (desks > 0 ? ofTeam() : chaos())) ? 0 : 1;

async function ofTeam(): Promise<boolean> {
  if (NO_POSTGRES === null) return teamChaos({ desks, payouts, seed, keep: values.keep });
  process.stdout.write(`chaos of a team: skipped, ${NO_POSTGRES}\n`);
  return true;
}

async function chaos(): Promise<boolean> {
  const startedMs = performance.now();
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-chaos-'));
  let killed = 0;
  const onKill = (): void => {
    killed += 1;
    if (killed % 50 === 0) process.stderr.write(`${killed} of ${kills} kills\n`);
  };
  const laneCount = Math.min(LANES, kills);
  const lanes = Array.from({ length: laneCount }, (_, index) => {
    const share = Math.floor(kills / laneCount) + (index < kills % laneCount ? 1 : 0);
    const endsAtMs = startedMs + withinMs;
    return new Lane({ seed: seed + index, kills: share, folder: path.join(folder, `lane-${index}`), endsAtMs, onKill });
  });
  const reports = await Promise.all(lanes.map((lane) => lane.run()));
  const broken = reports.flatMap((report, index) => report.broken.map((words) => `desk ${index}: ${words}`));
  for (const words of broken.slice(0, BROKEN_SHOWN)) process.stdout.write(`BROKEN ${words}\n`);
  const sum = (of: (report: LaneReport) => number): number => reports.reduce((total, report) => total + of(report), 0);
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  process.stdout.write(
    `chaos: ${sum((one) => one.kills)} kills (${sum((one) => one.killsWhileSending)} while sending), ` +
      `${sum((one) => one.gatewayKills)} kills of the gateway, ${sum((one) => one.launches)} launches, ` +
      `${sum((one) => one.payouts)} payouts, ${sum((one) => one.executed)} executed, ` +
      `${sum((one) => one.unknown)} unknown at the end, ${broken.length} promises broken, ${seconds} s, ` +
      `seed ${seed} (repeat: npm run chaos -- --kills ${kills} --seed ${seed})\n`,
  );
  const isClean = broken.length === 0 && sum((one) => one.kills) > 0;
  if (isClean && !values.keep) rmSync(folder, { recursive: true, force: true });
  else process.stdout.write(`everything lies in ${folder}\n`);
  return isClean;
}
