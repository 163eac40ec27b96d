// In: test/**/*.test.ts. Out: one run in plain Node, files in parallel in processes of their own, since native modules,
// worker threads and killed children do not share a process well. This file must never retry a test.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    passWithNoTests: false,
    // What a test waits for comes in its own time on a machine that does other things as well; a second is too short.
    expect: { poll: { timeout: 15_000 } },
  },
});
