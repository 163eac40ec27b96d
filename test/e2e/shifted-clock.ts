// A wall clock for built processes that the test sets.

import path from 'node:path';
import { REPOSITORY } from '../../build/repository.ts';

const SHIFT_CLOCK = path.join(REPOSITORY, 'test', 'cli', 'shift-clock.ts');

/** Empty when no file is named. */
export function shiftedBy(clockFile: string): readonly string[] {
  return clockFile === '' ? [] : ['--import', SHIFT_CLOCK];
}
