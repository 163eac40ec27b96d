import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { noteFilesOf, type ProgramFiles } from '../../electron/main/platform/program-files.ts';

describe("the program's files", () => {
  let root = '';
  let main = '';
  let noted: ProgramFiles;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'program-files-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    main = join(root, 'out', 'main');
    mkdirSync(main, { recursive: true });
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'package.json'), '{"version":"1.0.0"}');
    writeFileSync(join(main, 'desk-thread.js'), 'old');
    writeFileSync(join(main, 'report-1a2b.js'), 'report');
    noted = noteFilesOf(main);
    expect(noted.hasChanged()).toBe(false);
  });

  const chunk = (): string => join(main, 'report-1a2b.js');

  it.each<readonly [string, () => void]>([
    ['a removed chunk', () => rmSync(chunk())],
    ['a new chunk', () => writeFileSync(join(main, 'report-3c4d.js'), 'report')],
    ['a longer file', () => writeFileSync(join(main, 'desk-thread.js'), 'newer')],
    ['a file of the same length', () => utimesSync(join(main, 'desk-thread.js'), 1, 1)],
    ['another version', () => writeFileSync(join(root, 'package.json'), '{"version":"1.0.10"}')],
    ['other packages', () => writeFileSync(join(root, 'node_modules', '.package-lock.json'), '{}')],
    ['a removed folder', () => rmSync(root, { recursive: true })],
  ])('have changed after %s, for good', (_what, change) => {
    change();
    expect(noted.hasChanged()).toBe(true);
    if (_what === 'a removed chunk') writeFileSync(chunk(), 'report');
    expect(noted.hasChanged()).toBe(true);
  });

  it('have changed where the folder was swapped for another', () => {
    renameSync(main, `${main}.old`);
    mkdirSync(main);
    expect(noted.hasChanged()).toBe(true);
  });
});
