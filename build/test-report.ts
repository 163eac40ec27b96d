import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { REPOSITORY } from './repository.ts';

const FOLDER = path.join(REPOSITORY, 'out', 'test-report');
const RESULTS_FILE = path.join(FOLDER, 'results.json');

/** Written by skipped-tests-reporter.ts. */
export const SKIPPED_FILE = path.join(FOLDER, 'skipped.json');

const SKIPPED = z.array(z.object({ name: z.string(), reason: z.string().nullable() }));

const RESULTS = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

export type SkippedTest = z.infer<typeof SKIPPED>[number];

export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly skippedTests: readonly SkippedTest[];
  /** Test files with any failure. */
  readonly failedFiles: readonly string[];
}

/** Options for vitest that write the report. */
export const REPORT_OPTIONS: readonly string[] = [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${RESULTS_FILE}`,
  `--reporter=${path.join(import.meta.dirname, 'skipped-tests-reporter.ts')}`,
];

/** Deletes the report of an earlier run. */
export function clearTestReport(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

/** Reads the report of the run that just ended. Returns null when vitest wrote none. */
export function readTestReport(): TestReport | null {
  if (!existsSync(RESULTS_FILE)) return null;
  const results = RESULTS.parse(JSON.parse(readFileSync(RESULTS_FILE, 'utf8')));
  const skippedTests = existsSync(SKIPPED_FILE) ? SKIPPED.parse(JSON.parse(readFileSync(SKIPPED_FILE, 'utf8'))) : [];
  // A file that could not be loaded has no failed test but counts as a failure.
  const brokenFiles = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + brokenFiles.length,
    skipped: results.numPendingTests + results.numTodoTests,
    skippedTests,
    failedFiles: results.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
  };
}
