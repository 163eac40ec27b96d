// The list of planted bugs must match the current sources, and its page must be current. `npm run planted-bugs` shows that each
// bug is caught.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../build/repository.ts';
import { plant, readBugs } from './bug-list.ts';
import { PAGE, pageOf } from './page.ts';

describe('the list of planted bugs', () => {
  it('names at least fifteen', () => {
    expect(readBugs().length).toBeGreaterThanOrEqual(15);
  });

  it.each(readBugs())('$id replaces a line that is in its file exactly once', (bug) => {
    const source = readFileSync(join(REPOSITORY, bug.file), 'utf8');
    expect(plant(source, bug)).not.toBe(source);
  });

  it.each(readBugs().filter(({ killer }) => 'test' in killer))('$id names a test that exists', ({ killer }) => {
    const { file, test } = 'test' in killer ? killer : { file: '', test: '' };
    expect(readFileSync(join(REPOSITORY, file), 'utf8')).toContain(test);
  });

  it('stands in docs/planted-bugs.md as it is', () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(pageOf(readBugs()));
  });
});

describe('planting a bug', () => {
  const bug = { id: 'x', breaks: 'All.', file: 'x.ts', line: 'a();', planted: 'b();', killer: { seed: 1 } };

  it('keeps the indentation and every other line', () => {
    expect(plant('{\n  a();\n  c();\n}\n', bug)).toBe('{\n  b();\n  c();\n}\n');
  });

  it('fails loudly when the line is not there, or there twice', () => {
    expect(() => plant('c();', bug)).toThrow('its line is 0 times in x.ts');
    expect(() => plant('a();\na();', bug)).toThrow('its line is 2 times in x.ts');
  });
});
