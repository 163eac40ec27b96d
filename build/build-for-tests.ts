// Builds once before any test: door tests run the built program, others start its built workers, and several at once must not
// build it. Runs with only tests of pure functions need no build.

import type { TestProject } from 'vitest/node';
import { ensureBuilt } from './fresh-build.ts';

/** Folders whose tests start no thread. */
const PURE = /^test\/(?:domain|renderer|shared)(?:\/|$)/;

export function setup(project: TestProject): void {
  const named = process.argv.slice(2).filter((word) => word.startsWith('test/'));
  if (named.length > 0 && named.every((file) => PURE.test(file))) return;
  build();
  project.onTestsRerun(build);
}

function build(): void {
  if (!ensureBuilt()) throw new Error('the program could not be built');
}
