// The log file: what a line says, what it never says, and that it stays within its size limits.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOG_FILE_MAX_BYTES, LOG_FILES_MAX, openLog, saidAloud } from '../../electron/main/platform/log.ts';
import { faultWords } from '../../shared/failures.ts';

describe('the log', () => {
  let folder = '';
  const atMs = Date.UTC(2026, 10, 21, 9, 30);
  const open = () => openLog(folder, () => atMs);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps a line with its moment, its word and our sentence', () => {
    open().note('run', 'B0001 reached: 3 success');
    expect(open().read()).toBe('2026-11-21T09:30:00.000Z run B0001 reached: 3 success\n');
  });

  it.each([
    ['an account number', 'no row for 00123456789 today', 'no row for [number removed] today'],
    ['a short account number', 'no row for 12345678', 'no row for [number removed]'],
    ['a grouped one', 'rows 1234 5678 9012 and 1234-5678', 'rows [number removed] and [number removed]'],
    ['one in other digits', 'row १२३४५६७८९', 'row [number removed]'],
    ['a UPI ID in capitals', 'ASHA.K@OKBANK is gone', '[removed]@OKBANK is gone'],
    [
      'a name in a fault',
      'SyntaxError: "Asha Kumar,"... is not JSON',
      'SyntaxError: [quoted text removed]... is not JSON',
    ],
    ['a path in a fault', "ENOENT: open '/home/a/O'Brien.csv'", 'ENOENT: open [quoted text removed]'],
    [
      'our own ids, days and counts',
      'B0001/12 on 2026-11-21 09:30: 12 34 56',
      'B0001/12 on 2026-11-21 09:30: 12 34 56',
    ],
    ["people's apostrophes", "the person's file isn't there", "the person's file isn't there"],
    ['a UPI ID', 'asha.k@okbank is gone', '[removed]@okbank is gone'],
    ['a token', 'sent authorization: Bearer s3cr3t.x', 'sent authorization: Bearer [removed]'],
    ['more than a line', 'Error: broken\n    at here\n    at there', 'Error: broken | at here | at there'],
    [
      'a package in a stack',
      'at /x/node_modules/@napi-rs/keyring/a.js:1',
      'at /x/node_modules/@napi-rs/keyring/a.js:1',
    ],
  ])('writes down %s as it may be read by others', (_what, words, stored) => {
    open().note('fault', words);
    expect(open().read()).toBe(`2026-11-21T09:30:00.000Z fault ${stored}\n`);
  });

  it('keeps of a fault its kind, its first line and where it was', () => {
    const fault = new TypeError('broken\nAsha Kumar,00123456789');
    const words = faultWords('start', fault);
    expect(words).toMatch(/^start: TypeError: broken\n\s+at /);
    expect(words).not.toContain('Asha');
    expect(faultWords('start', 'Asha Kumar')).toBe('start: a string was thrown');
  });

  it('says a fault aloud with no more than it writes down', () => {
    const said: string[] = [];
    saidAloud(open(), (words) => said.push(words)).note('fault', 'Bearer s3cr3t.x for asha.k@okbank, 00123456789');
    expect(said).toEqual([
      'Payout Desk met a fault of its own: Bearer [removed] for [removed]@okbank, [number removed]\n',
    ]);
    expect(open().read()).toContain('Bearer [removed] for [removed]@okbank, [number removed]');
  });

  it('is private', (context) => {
    context.skip(process.platform === 'win32', 'Windows has no modes');
    open().note('run', 'x');
    expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'logs', 'desk.log')).mode & 0o777).toBe(0o600);
  });

  it('keeps a few older files and drops the oldest', () => {
    const log = open();
    for (let file = 0; file < LOG_FILES_MAX + 2; file += 1) {
      log.note('run', `file ${file}`);
      const path = join(folder, 'logs', 'desk.log');
      writeFileSync(path, `${readFileSync(path, 'utf8')}${' '.repeat(LOG_FILE_MAX_BYTES)}\n`);
    }
    const lines = log.read().match(/file \d/g);
    expect(readdirSync(join(folder, 'logs'))).toHaveLength(LOG_FILES_MAX);
    expect(lines).toEqual(['file 2', 'file 3', 'file 4', 'file 5']);
  });

  it('never stops the desk when it cannot be written', () => {
    writeFileSync(join(folder, 'logs'), 'in the way');
    expect(() => open().note('run', 'x')).not.toThrow();
    expect(open().read()).toBe('');
  });
});
