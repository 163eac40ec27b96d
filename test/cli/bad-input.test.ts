// Bad input: a clear sentence on standard error, the right exit code, and an unchanged data folder.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openDesk, openDeskFor } from './desk-in-process.ts';
import { rowsOf } from './folder-contents.ts';
import { answerOf, BATCHES, BLOCKED, REFUSED } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { type Desk, type Finished, PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';

/** The head of an old-style container, as in .xls and password-protected workbooks. */
function oldContainer(stream: string): Buffer {
  const magic = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  return Buffer.concat([magic, Buffer.alloc(1_024), Buffer.from(stream, 'utf16le'), Buffer.alloc(512)]);
}

/** An OpenDocument file: a zip whose first entry, uncompressed, names its kind. */
function openDocument(): Buffer {
  const name = Buffer.from('mimetype');
  const content = Buffer.from('application/vnd.oasis.opendocument.spreadsheet');
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, content]);
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, Buffer.alloc(14), name]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\u0005\u0006'), end]);
}

interface BadFile {
  readonly make: (file: string) => void;
  readonly code: string;
  readonly says: RegExp;
}

const HEADER = 'Payment Method,UPI ID,Amount,Remark\n';

const BAD_FILES: Readonly<Record<string, BadFile>> = {
  'missing.csv': { make: () => undefined, code: 'missingFile', says: /no such file/ },
  'folder.csv': { make: (file) => mkdirSync(file), code: 'directory', says: /a folder, not a file/ },
  'empty.csv': { make: (file) => writeFileSync(file, ''), code: 'emptyFile', says: /empty/ },
  'header.csv': { make: (file) => writeFileSync(file, HEADER), code: 'noRows', says: /a header but no rows/ },
  'rubbish.csv': {
    make: (file) => writeFileSync(file, Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 131 + 7) % 256))),
    code: 'nulBytes',
    says: /not a text file|binary/,
  },
  'old.xls': { make: (file) => writeFileSync(file, oldContainer('Workbook')), code: 'xls', says: /Excel 97-2003/ },
  'renamed.xlsx': {
    make: (file) => writeFileSync(file, oldContainer('Workbook')),
    code: 'xls',
    says: /save it as \.xlsx/,
  },
  'locked.xlsx': {
    make: (file) => writeFileSync(file, oldContainer('EncryptedPackage')),
    code: 'encrypted',
    says: /protected by a password/,
  },
  'calc.ods': { make: (file) => writeFileSync(file, openDocument()), code: 'ods', says: /OpenDocument/ },
  'notes.csv': {
    make: (file) => writeFileSync(file, 'Dear team,\nplease pay.\n'),
    code: 'raggedRow',
    says: /cells where the header/,
  },
};

/** What must be the same before and after. */
async function standing(desk: Desk): Promise<unknown> {
  const { batches } = answerOf(await desk.run('list', '--json'), BATCHES);
  return { batches, rows: rowsOf(path.join(desk.data, 'desk.db')) };
}

function expectRefused(finished: Finished, { code, says }: { readonly code: string; readonly says: RegExp }): void {
  expect(finished.exitCode).toBe(2);
  expect(finished.stderr).toMatch(says);
  expect(finished.stderr).not.toMatch(/\bat .*\.js:\d+/);
  expect(answerOf(finished, REFUSED).refused.code).toBe(code);
}

describe('a file that is no payout file', { timeout: PATIENCE_MS }, () => {
  it('is refused by check and by run, and changes nothing', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const before = await standing(desk);
    const trials = Object.entries(BAD_FILES).map(async ([name, bad]) => {
      const file = path.join(desk.folder, name);
      bad.make(file);
      const checked = await desk.run('check', file, '--json');
      expectRefused(checked, bad);
      expect(answerOf(checked, REFUSED).file).toBe(name);
      expectRefused(await desk.run('run', file, '--profile', 'acme', '--yes', '--json'), bad);
    });
    await Promise.all(trials);
    expect(await standing(desk)).toEqual(before);
    expect(gateway.posts).toEqual([]);
  });

  it('with no payable row ends check and run with 3 and names the cells', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const before = await standing(desk);
    const rows = makeRows(3).map((row) => ({ ...row, amount: '5.001' }));
    const file = writeCsv(desk.folder, { name: 'none.csv', rows });
    expect((await desk.run('check', file)).exitCode).toBe(3);
    for (const more of [[], ['--only-payable']]) {
      const ran = await desk.run('run', file, '--profile', 'acme', '--yes', '--json', ...more);
      expect(ran.exitCode).toBe(3);
      expect(answerOf(ran, BLOCKED)).toMatchObject({ rows: 3, payable: 0, refused: { code: 'nothingPayable' } });
      expect(ran.stderr).toContain('F2');
    }
    expect(await standing(desk)).toEqual(before);
  });
});

describe.concurrent('a profile or a gateway that will not do', { timeout: PATIENCE_MS }, () => {
  it('is refused before anything is stored: unknown, wrong token, wrong mid, nobody there, another address', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const gone = await startSpecGateway(test);
    await gone.close();
    const profiles = { gone: gone.url, astray: `${gateway.url}/wrong`, stranger: gateway.url };
    for (const [name, url] of Object.entries(profiles)) {
      const mid = name === 'stranger' ? '999' : String(gateway.mid);
      expect(await desk.run('profile', 'set', name, '--base-url', url, '--mid', mid)).toMatchObject({ exitCode: 0 });
    }
    const before = await standing(desk);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(3) });
    const run = (from: Desk, profile: string): Promise<Finished> =>
      from.run('run', file, '--profile', profile, '--yes', '--json');

    expectRefused(await run(desk, 'nobody'), { code: 'unknownProfile', says: /no profile of this name/ });
    expectRefused(await run(desk.with({ token: 'another-token' }), 'acme'), {
      code: 'tokenRefused',
      says: /refused the token/,
    });
    expectRefused(await run(desk, 'stranger'), { code: 'invalidMid', says: /merchant id/ });
    expectRefused(await run(desk, 'gone'), { code: 'unreachable', says: /cannot be reached.*Nothing was sent/ });
    expectRefused(await run(desk, 'astray'), { code: 'wrongUrl', says: /no gateway at the base URL \(HTTP 404\)/ });
    const noToken = await run(desk.with({ token: null }), 'acme');
    expect(noToken.exitCode).toBe(2);
    expect(noToken.stderr).toContain('PAYOUT_DESK_TOKEN');
    expectRefused(await run(desk.with({ token: 'two words' }), 'acme'), {
      code: 'tokenCharacters',
      says: /plain ASCII/,
    });

    expect(await standing(desk)).toEqual(before);
    expect(gateway.payoutPosts()).toEqual([]);
  });

  it('is never plain http beyond this machine', async (test) => {
    const desk = openDesk(test);
    for (const url of [
      'http://pay.example.com',
      'http://192.168.1.7:8080',
      'http://127.0.0.1.example.com',
      'ftp://127.0.0.1',
    ]) {
      const set = await desk.run('profile', 'set', 'acme', '--base-url', url, '--mid', '1', '--json');
      expectRefused(set, { code: 'wrongValue', says: /https/ });
    }
    const listed = await desk.run('profile', 'list');
    expect(listed.stdout).not.toContain('acme');
  });
});

const WRONG_LINES: readonly (readonly [words: readonly string[], says: RegExp])[] = [
  [['pay', 'x.csv'], /pay/],
  [['run', 'x.csv'], /--profile is missing/],
  [['run', 'x.csv', '--profile', 'acme', '--rush'], /no option "--rush"/],
  [['run', 'x.csv', '--profile', 'acme', '--until', 'tomorrow'], /sent, settled/],
  [['run', 'x.csv', '--profile', 'acme', '--for', 'soon'], /seconds/],
  [['run', 'x.csv', 'y.csv', '--profile', 'acme'], /at most 1/],
  [['run', 'x.csv', '--profile', 'acme', '--accept-repeat', 'yes'], /name of a batch/],
  [['run', 'x.csv', '--profile', 'acme', '--token', 'abcdef'], /never taken from the command line/],
  [['profile', 'set', 'acme', '--base-url', 'https://pay.example.com', '--mid', '1', '--token=abcdef'], /never taken/],
  [['profile', 'set', 'acme', '--base-url', 'https://pay.example.com', '--mid', '0x10'], /merchant id/],
  [['profile', 'set', 'acme', '--base-url', 'https://pay.example.com', '--mid', '1', '--rate', '0'], /whole number/],
  [
    ['profile', 'set', 'acme', '--base-url', 'https://u:secret@pay.example.com', '--mid', '1'],
    /user name or a password/,
  ],
  [['export', 'B0001', '--out', 'report.doc'], /\.csv, \.xlsx, \.pdf, \.zip or \.xml/],
  [['lookup', '--profile', 'acme'], /--transaction-id or --udf1/],
];

describe.concurrent('a command line that cannot be read', { timeout: PATIENCE_MS }, () => {
  it.for(WRONG_LINES)('is refused with 2, a sentence and no value repeated: %j', async ([words, says], test) => {
    const desk = openDesk(test);
    const finished = await desk.run(...words, '--json');
    expect(finished.exitCode).toBe(2);
    expect(finished.stderr).toMatch(says);
    expect(`${finished.stdout}${finished.stderr}`).not.toMatch(/abcdef|secret@/);
    answerOf(finished, REFUSED);
  });
});
