// A wall clock of the test's own for built processes.

import path from 'node:path';
import { REPOSITORY } from '../../build/repository.ts';

const SHIFT_CLOCK = path.join(REPOSITORY, 'test', 'cli', 'shift-clock.ts');

/** Shape: none where no file is named. */
export function shiftedBy(clockFile: string): readonly string[] {
  return clockFile === '' ? [] : ['--import', SHIFT_CLOCK];
}
