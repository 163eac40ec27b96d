// The entry point of `npm run rate-proof`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../build/fresh-build.ts';
import { measureRate, type RateReport } from './measure-rate.ts';

const USED_LEAST = 0.9;

const { values } = parseArgs({
  options: { rates: { type: 'string', default: '5,20,100,300' }, seconds: { type: 'string', default: '20' } },
});
const rates = values.rates.split(',').map(Number);
const seconds = Number(values.seconds);
if (![...rates, seconds].every((number) => Number.isInteger(number) && number > 0)) {
  throw new RangeError('--rates and --seconds are whole numbers above zero');
}
process.exitCode = ensureBuilt() && (await prove()) ? 0 : 1;

async function prove(): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-rate-'));
  const reports: RateReport[] = [];
  try {
    for (const rate of rates) {
      const report = await measureRate(path.join(folder, String(rate)), rate, seconds);
      reports.push(report);
      process.stdout.write(
        `${rate} per second: ${report.requests} requests in ${report.launches} launches, at most ${report.mostInSecond} ` +
          `written in any second, ${report.mostArrived} arrived in any 900 ms, ${(report.used * 100).toFixed(1)} % used\n`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const stored = reports.filter(isHeld);
  process.stdout.write(`rate: ${stored.length} of ${reports.length} rates kept and used\n`);
  return stored.length === reports.length;
}

function isHeld({ rate, mostInSecond, mostArrived, used }: RateReport): boolean {
  return mostInSecond <= rate && mostArrived <= rate && used >= USED_LEAST;
}
