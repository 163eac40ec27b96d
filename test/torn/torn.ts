// The entry point of `npm run torn`.

import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { newSeed, type Random, seededRandom } from '../seeded/random.ts';
import { DAMAGES, damage, lose } from './damage.ts';
import { type Fixture, makeFixture } from './fixture.ts';
import { type Judgement, judge, VERDICTS, type Verdict } from './judge.ts';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '600' }, seed: { type: 'string', default: String(newSeed()) } },
});
const cases = Number(values.cases);
const seed = Number(values.seed);
if (![cases, seed].every((number) => Number.isInteger(number) && number > 0)) {
  throw new RangeError('--cases and --seed are whole numbers above zero');
}

const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-torn-'));
try {
  process.exitCode = tear(makeFixture(folder)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function tear(fixture: Fixture): boolean {
  const counts = new Map<Verdict, number>(VERDICTS.map((verdict) => [verdict, 0]));
  for (let number = 1; number <= cases; number += 1) {
    const place = path.join(folder, 'case');
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place);
    const done = damageOne(place, fixture, seededRandom(seed, `case ${number}`));
    const judgement = judge(path.join(place, 'desk.db'), fixture);
    counts.set(judgement.verdict, (counts.get(judgement.verdict) ?? 0) + 1);
    if (isBad(judgement)) process.stdout.write(`${judgement.verdict} case ${number}: ${done}: ${judgement.why}\n`);
  }
  const count = (verdict: Verdict): number => counts.get(verdict) ?? 0;
  process.stdout.write(
    `torn: ${cases} damaged databases: ${count('refusedAtOpen')} refused at open, ` +
      `${count('refusedAtResume')} refused at resume though SQLite saw nothing, ${count('stopped')} stopped by an error, ` +
      `${count('olderThanHead')} older than their head, ${count('true')} true all the same, ` +
      `${count('blindGuard')} with a blind guard, ${count('WRONG')} wrong, ` +
      `seed ${seed} (repeat: npm run torn -- --cases ${cases} --seed ${seed})\n`,
  );
  return count('WRONG') === 0;
}

function isBad({ verdict }: Judgement): boolean {
  return verdict === 'WRONG' || verdict === 'blindGuard';
}

/** Damages the file, or its write-ahead log if there is one. */
function damageOne(place: string, { forms }: Fixture, random: Random): string {
  const form = random.percent(60) ? 'folded' : 'withLog';
  cpSync(forms[form], place, { recursive: true });
  const log = path.join(place, 'desk.db-wal');
  const file = path.join(place, 'desk.db');
  if (!existsSync(log) || random.percent(30)) return `${form}: ${damage(file, random.pick(DAMAGES), random)}`;
  if (random.percent(8)) return `${form}: log ${lose(log)}`;
  return `${form}: log ${damage(log, random.pick(DAMAGES), random)}`;
}
