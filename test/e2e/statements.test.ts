// Whether each statement of the window has a test that names its number. The tests are in the specs of this folder and of the
// renderer.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The statements of the list that a test can hold. */
const STATEMENTS = Array.from({ length: 32 }, (_, at) => at + 1);

/** The numbers at the start of a test's name. */
const NUMBERS = /\bit(?:\.each\([^)]*\))?\(\s*['"](\d+(?:, \d+)*)(?::|, faults? )/g;

describe('What must be true before the window is done', () => {
  it('has a test for each number of the list', () => {
    const folders = [import.meta.dirname, join(import.meta.dirname, '../renderer')];
    const specs = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
    const named = specs
      .filter((path) => path.endsWith('.test.ts'))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(NUMBERS)])
      .flatMap(([, numbers]) => (numbers ?? '').split(', ').map(Number));
    expect(STATEMENTS.filter((number) => !named.includes(number))).toEqual([]);
  });
});
