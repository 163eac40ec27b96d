// In: test/**/*.test.ts. Out: one run in plain Node, files in parallel in processes of their own, since native modules,
// worker threads and killed children do not share a process well. This file must never retry a test.
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './build/slowest-first.ts';

/** One more than the two cores of a build machine: the long tests wait half of their time for an answer, a page or a rate. */
const WORKERS = 3;

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: WORKERS,
    sequence: { sequencer: SlowestFirst },
    testTimeout: 20_000,
    hookTimeout: 20_000,
    passWithNoTests: false,
    // What a test waits for comes in its own time on a machine that does other things as well; a second is too short.
    expect: { poll: { timeout: 15_000 } },
  },
});
