import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './build/slowest-first.ts';

/** More than the two cores of a build machine: tests wait half of their time for an answer, a page or a rate. */
const WORKERS = 6;

/** Those of the fast ones wait more: for answers of a gateway and of threads. vitest runs another number as a group of its own. */
const FAST_WORKERS = 6;

/**
 * What needs more than this process: the built program, a browser, another program, the system's keychain, thousands of
 * simulated days; and what takes too long to be run at each change: every file of the corpus, large files, long cells,
 * hundreds of journals, and the starts of some hundred threads.
 */
const DOORS = [
  ...['cli', 'corpus', 'e2e', 'doors/electron', 'packages', 'platform', 'register', 'simulation'].map(
    (folder) => `test/${folder}/**/*.test.ts`,
  ),
  ...['import-rules', 'lint-rules'].map((gate) => `test/architecture/${gate}.test.ts`),
  'test/desk/{draft-*,drafts,journal-histories,newer-file,recent-files,rightful-year,saved-drafts}.test.ts',
  'test/desk/{retry-in-window,window-beside,window-data,window-disk,window-faults,window-stops,window-wallet,window-watch}.test.ts',
  ...['large-files', 'long-cells', 'xlsx-hostile'].map((large) => `test/import/${large}.test.ts`),
  'test/reports/libreoffice.test.ts',
];

const BUILT_WORKERS = fileURLToPath(new URL('test/fixtures/built-workers.ts', import.meta.url));

// Hundreds of programs and threads are started, and read the same built files: they compile them once.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

export default defineConfig({
  test: {
    globalSetup: 'build/build-for-tests.ts',
    alias: [{ find: /^.*\/platform\/worker-files\.ts$/, replacement: BUILT_WORKERS }],
    environment: 'node',
    pool: 'forks',
    // A worker reads the program once, not for each file of tests: a fifth of the processor's time, measured.
    isolate: false,
    // Fewer collections of garbage: a tenth of the processor's time.
    execArgv: ['--max-semi-space-size=64'],
    maxWorkers: WORKERS,
    // Tests that run at once in one file wait for answers and rates, hardly ever for a core.
    maxConcurrency: 15,
    sequence: { sequencer: SlowestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
    // What a test waits for comes in its own time on a machine that does other things as well; a second is too short.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: DOORS,
          globalSetup: 'build/temp-in-memory.ts',
          maxWorkers: FAST_WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: 'doors', include: DOORS, sequence: { groupOrder: 1 } } },
    ],
  },
});
