// Branch coverage of the rules that decide about money, counted by V8 on the sources themselves: Node strips the types in place,
// so its offsets are the file's.

import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from '../../build/repository.ts';
import { findWays, type Way } from './branch-points.ts';

const FILES = ['shared/states.ts', 'shared/outcomes.ts', 'shared/money.ts', 'electron/main/gateway/answers.ts'];

/** The same cases each time, so that coverage does not depend on luck. */
const SEED = 1;
const CASES = 60_000;

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { runFuzz } = await import('../fuzz/run-fuzz.ts');
const { runExamples } = await import('./examples.ts');
const { failures } = await runFuzz({ cases: CASES, seed: SEED });
runExamples();
const { result: scripts } = await session.post('Profiler.takePreciseCoverage');
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
let missedCount = failures.length;
let wayCount = 0;
for (const file of FILES) {
  const { href } = pathToFileURL(path.join(REPOSITORY, file));
  const script = scripts.find(({ url }) => url === href);
  const ways = findWays(readFileSync(path.join(REPOSITORY, file), 'utf8'));
  const ranges = (script?.functions ?? []).flatMap((one) => one.ranges);
  const missed = ways.filter((way) => !isUsed(way, ranges));
  wayCount += ways.length;
  missedCount += missed.length;
  process.stdout.write(`${file}: ${ways.length - missed.length} of ${ways.length} branches\n`);
  for (const { line, what } of missed) process.stdout.write(`  not taken: line ${line}, ${what}\n`);
}
process.stdout.write(`branches: ${wayCount - missedCount} of ${wayCount}, ${missedCount} not taken\n`);
process.exitCode = missedCount === 0 && wayCount > 0 ? 0 : 1;

function isUsed({ at, past }: Way, ranges: readonly Range[]): boolean {
  return past === null ? countAt(at, ranges) > 0 : countAt(at, ranges) > countAt(past, ranges);
}

/** The count of the smallest range around an offset. Returns 0 outside all ranges, as in a file that was never loaded. */
function countAt(offset: number, ranges: readonly Range[]): number {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset);
  const size = ({ startOffset, endOffset }: Range): number => endOffset - startOffset;
  return (
    around.reduce<Range | null>((best, one) => (best === null || size(one) < size(best) ? one : best), null)?.count ?? 0
  );
}
