// Before any test: the doors run the program as it is built, the others start its built workers, and several at once must not
// build it.

import type { TestProject } from 'vitest/node';
import { ensureBuilt } from './fresh-build.ts';

export function setup(project: TestProject): void {
  build();
  project.onTestsRerun(build);
}

function build(): void {
  if (!ensureBuilt()) throw new Error('the program could not be built');
}
