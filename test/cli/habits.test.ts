// What every good command line does, by the built program: a dash for the standard streams, quiet, completions that a shell takes.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BUILT_BROWSER_DOOR, BUILT_CLI } from '../../build/fresh-build.ts';
import { REPOSITORY } from '../../build/repository.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-habits-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WITHIN_MS = 120_000;
const SHEET = readFileSync(path.join(REPOSITORY, 'samples', 'first-run.csv'));

function desk(
  words: readonly string[],
  input: Buffer | string = '',
  program = BUILT_CLI,
  others: Readonly<Record<string, string>> = {},
) {
  const env = {
    ...process.env,
    ...others,
    XDG_STATE_HOME: path.join(folder, 'state'),
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { input, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('The command line', () => {
  it('shows what there is when nothing is asked', () => {
    const { status, stdout, stderr } = desk([]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: desk COMMAND');
    expect(desk(['help', 'check', '--json']).stdout).toMatch(/^\{"help":\{"desk check":".*Examples/);
  });

  it('has its version and its help at the window’s launcher too', () => {
    const version = desk(['-v']).stdout;
    expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(desk(['-v', '--json']).stdout).toBe(`{"version":"${version.trim()}"}\n`);
    expect(desk(['--version'], '', BUILT_BROWSER_DOOR)).toEqual({ status: 0, stdout: version, stderr: '' });
    expect(desk(['-h'], '', BUILT_BROWSER_DOOR).stdout).toMatch(/^Usage: payout-desk-window .*Example: /ms);
  });

  it('refuses a dash where no temporary file can be made, in a sentence', () => {
    const TMPDIR = path.join(folder, 'nowhere');
    for (const words of [
      ['check', '-'],
      ['template', '-'],
    ]) {
      const { status, stdout } = desk([...words, '--json'], SHEET, BUILT_CLI, { TMPDIR });
      expect([status, stdout]).toEqual([2, expect.stringContaining('"code":"folderMissing"')]);
    }
  });

  it(
    'reads a CSV from standard input, pays it, and writes one to standard output',
    () => {
      const own = ['--data', path.join(folder, 'desk')];
      const checked = desk(['check', '-', '--json'], SHEET);
      const rows = ({ stdout }: typeof checked): unknown => Reflect.get(JSON.parse(stdout) as object, 'rows');
      expect(rows(checked)).toBeGreaterThan(0);
      expect(rows(checked)).toBe(rows(desk(['check', 'samples/first-run.csv', '--json'])));
      const words = [
        'run',
        '-',
        '--profile',
        'practice',
        '--yes',
        '--only-payable',
        '--accept-warnings',
        '--until',
        'sent',
      ];
      const paid = desk([...words, '--quiet', ...own], SHEET);
      expect(paid.stdout).toContain('Batch P0001');
      expect(paid.stderr).not.toMatch(/\d+ of \d+|%/);
      const exported = desk(['export', 'P0001', '--out', '-', ...own]);
      expect(exported.status).toBe(0);
      expect(exported.stdout.replace('\uFEFF', '')).toMatch(/^"?row"?,"?status"?,/);
      expect(desk(['export', 'P0001', '--out', '-', '--as', 'xlsx', ...own]).status).toBe(2);
      expect(desk(['template', '-']).stdout).toContain(',');
    },
    WITHIN_MS,
  );

  it.skipIf(process.platform === 'win32')('completes commands, options and files in bash', () => {
    const complete = (...typed: readonly string[]): string =>
      execFileSync(
        'bash',
        [
          '-c',
          'eval "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _payout_desk; echo "${COMPREPLY[*]}"',
          'bash',
          SCRIPT,
          'payout-desk',
          ...typed,
        ],
        { encoding: 'utf8' },
      ).trim();
    const SCRIPT = desk(['completion', 'bash']).stdout;
    expect(complete('che')).toBe('check');
    expect(complete('profile', '')).toBe('set list token');
    expect(complete('profile', 'set', 'acme', '--mi')).toBe('--mid');
    expect(complete('list', '--l')).toBe('--limit --language');
    for (const shell of ['zsh', 'fish']) expect(desk(['completion', shell]).stdout).toContain('payout-desk');
  });
});
