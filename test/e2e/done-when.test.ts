// Whether each thing that must be true before the window is called done has a test that names its number. The tests
// themselves stand in the specs of this folder.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The list has so many. */
const STATEMENTS = 16;

describe('What must be true before the window is done', () => {
  it('has a test for each number of the list', () => {
    const specs = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
    const named = specs.flatMap((name) => {
      const text = readFileSync(join(import.meta.dirname, name), 'utf8');
      return [...text.matchAll(/\bit(?:\.each\([^)]*\))?\(\s*['"](\d+(?: and \d+)*):/g)].flatMap(([, numbers]) =>
        (numbers ?? '').split(' and ').map(Number),
      );
    });
    const missing = Array.from({ length: STATEMENTS }, (_, at) => at + 1).filter((number) => !named.includes(number));
    expect(missing).toEqual([]);
  });
});
