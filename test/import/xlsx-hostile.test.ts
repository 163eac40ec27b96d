import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { MessageChannel, Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFile } from '../../electron/main/import/open-sheet.ts';
import { readStrings, readWorkbook } from '../../electron/main/import/read-workbook.ts';
import { type StringsMessage, type WorkbookMessage, workerOptions } from '../../electron/main/import/xlsx-messages.ts';
import type { Part } from '../../electron/main/import/xlsx-package.ts';
import {
  check,
  checkBytes,
  checked,
  codes,
  handMade,
  payments,
  refused,
  sheetData,
  workbook,
  workbookParts,
  type ZipEntry,
  zip,
} from './files.ts';

const ROWS = [
  ['upi', 'amount', 'remark'],
  ['a1@ok', '500', 'x'],
] as const;
const SHEET = sheetData(ROWS);
const GOOD = workbookParts({ sheet: SHEET });
const sheetOf = (row: string, header = sheetData([['upi', 'amount', 'remark']])): string =>
  header.replace('</sheetData>', `${row}</sheetData>`);
const inline = (text: string, at: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** Reads without a worker. Returns the last message. */
async function readAll(bytes: Uint8Array): Promise<WorkbookMessage | StringsMessage | null> {
  let last: WorkbookMessage | StringsMessage | null = null;
  const found: Part[] = [];
  const own = new Uint8Array(bytes);
  await readWorkbook(
    { bytes: own, sheet: null },
    { emit: (message) => (last = message), takeStrings: (part) => found.push(part) },
  );
  for (const part of found) await readStrings(part, (message) => (last = message));
  return last;
}
async function refusedInside(bytes: Uint8Array): Promise<string> {
  const last = await readAll(bytes);
  return last?.kind === 'refused' ? last.refusal.code : 'read';
}

describe('a zip that is no plain workbook', () => {
  it.each<readonly [string, readonly ZipEntry[], string]>([
    [
      'an .ods',
      [
        { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet' },
        { name: 'content.xml', data: '' },
      ],
      'ods',
    ],
    ['an .odt', [{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' }], 'knownOther'],
    ['a Word document', [...GOOD.slice(0, 2), { name: 'word/document.xml', data: '' }], 'knownOther'],
    ['an .xlsb', [...GOOD.slice(0, 2), { name: 'xl/workbook.bin', data: 'x' }], 'xlsb'],
    ['a workbook with macros', [...GOOD, { name: 'xl/vbaProject.bin', data: 'x' }], 'macros'],
    [
      'a workbook made for macros',
      [
        { name: '[Content_Types].xml', data: '<Types>vnd.ms-excel.sheet.macroEnabled.main+xml</Types>' },
        ...GOOD.slice(1),
      ],
      'macros',
    ],
    ['a workbook with old macros', [...GOOD, { name: 'xl/macrosheets/sheet1.xml', data: 'x' }], 'macros'],
    [
      'a workbook with external links',
      [...GOOD, { name: 'xl/externalLinks/externalLink1.xml', data: 'x' }],
      'externalLinks',
    ],
    ['a zip of other things', [{ name: 'readme.txt', data: 'hello' }], 'notAWorkbook'],
    ['an empty zip', [], 'notAWorkbook'],
    ['a workbook without its workbook part', GOOD.filter(({ name }) => name !== 'xl/workbook.xml'), 'notAWorkbook'],
    ['a workbook without sheets', workbookParts({ sheet: SHEET, workbook: '<sheets/>' }), 'noSheets'],
    ['a workbook whose sheet is missing', GOOD.filter(({ name }) => !name.includes('sheet1')), 'damagedWorkbook'],
    ['two parts of one name', [...GOOD, { name: 'XL/worksheets/Sheet1.xml', data: SHEET }], 'duplicateEntry'],
    [
      'a part whose local name differs',
      GOOD.map((part) => (part.name.includes('sheet1') ? { ...part, localName: 'xl/worksheets/sheet2.xml' } : part)),
      'damagedZip',
    ],
    [
      'an encrypted part',
      GOOD.map((part) => (part.name.includes('sheet1') ? { ...part, flags: 1 } : part)),
      'encrypted',
    ],
    ['a path out of the zip', [...GOOD, { name: '../evil.xml', data: 'x' }], 'damagedZip'],
    [
      'a part longer than it says',
      GOOD.map((part) => (part.name.includes('sheet1') ? { ...part, saysBytes: 10 } : part)),
      'damagedZip',
    ],
    [
      'a part shorter than it says',
      GOOD.map((part) => (part.name.includes('sheet1') ? { ...part, saysBytes: 10_000 } : part)),
      'damagedZip',
    ],
    [
      'a part with another checksum',
      GOOD.map((part) => (part.name.includes('sheet1') ? { ...part, saysCrc32: 1 } : part)),
      'damagedZip',
    ],
    ['a zip bomb by size', [...GOOD, { name: 'xl/media/a.bin', data: 'x', saysBytes: 0x7fffffff }], 'zipBomb'],
    ['a zip bomb by ratio', [...GOOD, { name: 'xl/media/a.xml', data: ' '.repeat(9_000_000) }], 'zipBomb'],
    [
      'a zip with very many parts',
      [...GOOD, ...Array.from({ length: 10_001 }, (_, at) => ({ name: `a${at}`, data: '' }))],
      'zipBomb',
    ],
  ])('refuses %s', async (_, parts, code) => {
    expect(await refusedInside(zip(parts))).toBe(code);
  });

  it('refuses a workbook cut anywhere', async () => {
    const bytes = zip(GOOD);
    for (const length of [4, 30, 200, bytes.length - 30, bytes.length - 1]) {
      expect(await refusedInside(bytes.subarray(0, length))).toBe('damagedZip');
    }
  });

  it('refuses a changed byte inside a part', async () => {
    const bytes = handMade({ sheet: SHEET + '<!-- some words that fill the part -->' });
    const at = Buffer.from(bytes).indexOf('xl/worksheets/sheet1.xml') + 60;
    bytes[at] = (bytes[at] ?? 0) ^ 0x55;
    expect(['damagedZip', 'damagedWorkbook']).toContain(await refusedInside(bytes));
  });
});

describe('a sheet that programs may read differently', () => {
  it.each<readonly [string, string, string]>([
    [
      'the same row twice',
      sheetOf(`<row r="2">${inline('a1@ok', 'A2')}</row><row r="2">${inline('a2@ok', 'A2')}</row>`),
      'duplicateRow',
    ],
    ['rows out of order', sheetOf(`<row r="5">${inline('a1@ok', 'A5')}</row><row r="3"/>`), 'duplicateRow'],
    [
      'the same cell twice',
      sheetOf(`<row r="2">${inline('a1@ok', 'A2')}${inline('a2@ok', 'A2')}</row>`),
      'duplicateCell',
    ],
    ['cells out of order', sheetOf(`<row r="2">${inline('5', 'B2')}${inline('a2@ok', 'A2')}</row>`), 'duplicateCell'],
    ['a cell of another row', sheetOf(`<row r="2">${inline('a1@ok', 'A9')}</row>`), 'damagedWorkbook'],
    ['a cell with a wrong address', sheetOf(`<row r="2">${inline('a1@ok', '2A')}</row>`), 'damagedWorkbook'],
    ['a row past the last', sheetOf('<row r="1048577"/>'), 'tooManyRows'],
    ['a cell of an unknown type', sheetOf('<row r="2"><c r="A2" t="zz"><v>1</v></c></row>'), 'damagedWorkbook'],
    ['a number that is none', sheetOf('<row r="2"><c r="A2"><v>0x10</v></c></row>'), 'damagedWorkbook'],
    ['a shared text without a number', sheetOf('<row r="2"><c r="A2" t="s"><v>x</v></c></row>'), 'damagedWorkbook'],
    ['a wrong merge', `${SHEET}<mergeCells><mergeCell ref="B9:A1"/></mergeCells>`, 'damagedWorkbook'],
    ['rows within rows', sheetOf('<row r="2"><row r="3"/></row>'), 'damagedWorkbook'],
    ['XML that is not well-formed', '<sheetData><row r="1"></sheetData>', 'damagedWorkbook'],
    ['a cell longer than any', sheetOf(`<row r="2">${inline('x'.repeat(40_000), 'A2')}</row>`), 'damagedWorkbook'],
  ])('refuses %s', async (_, sheet, code) => {
    expect(await refusedInside(handMade({ sheet }))).toBe(code);
  });

  it('refuses a shared text that is not there', async () => {
    const sheet = sheetOf('<row r="2"><c r="A2" t="s"><v>7</v></c></row>');
    expect((await refused(handMade({ sheet, strings: '<si><t>a</t></si>' }))).code).toBe('damagedWorkbook');
  });

  it('refuses document types, so that no entity is ever expanded', async () => {
    const parts = GOOD.map((part) =>
      part.name.includes('sheet1.xml')
        ? {
            ...part,
            data: `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${String(part.data)}`,
          }
        : part,
    );
    expect(await refusedInside(zip(parts))).toBe('damagedWorkbook');
  });

  it('answers in time however many merges and links overlap', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => [`a${at}@ok`, '5', 'x']);
    const merges = '<mergeCell ref="A1:C5000"/>'.repeat(10_000);
    const links = '<hyperlink ref="A1:C5000" r:id="rId9"/>'.repeat(10_000);
    const bytes = handMade({
      sheet: `${sheetData([['upi', 'amount', 'remark'], ...rows])}<mergeCells>${merges}</mergeCells><hyperlinks>${links}</hyperlinks>`,
      sheetRelations: '<Relationship Id="rId9" Type="x/hyperlink" Target="mailto:mallory@ok" TargetMode="External"/>',
    });
    expect((await refused(bytes)).code).toBe('damagedWorkbook');
  });
});

describe('the XML of a workbook', () => {
  it('is read with prefixed names, without addresses, with phonetic runs, escapes and rich text', async () => {
    const bytes = handMade({
      strings:
        '<si><t>upi</t></si><si><t>amount</t></si><si><t>remark</t></si>' +
        '<si><r><t>a1</t></r><r><rPr><b/></rPr><t>@ok</t></r><rPh sb="0" eb="1"><t>zz</t></rPh></si>' +
        '<si><t xml:space="preserve">Line_x000D__x000A_two</t></si><si><t>a_x005F_b</t></si>',
      sheet:
        '<sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>' +
        '<row><c t="s"><v>3</v></c><c><v>5.00</v></c><c t="s"><v>4</v></c></row>' +
        '<row r="7"><c t="s"><v>3</v></c><c t="str"><v>6</v></c><c t="s"><v>5</v></c></row></sheetData>',
    });
    const file = await checked(bytes);
    expect(codes(file.issues)).toEqual(['lineBreak@2']);
    expect(payments(file)).toMatchObject([{ beneficiary: { upiId: 'a1@ok' }, amountPaise: 600, remark: 'a_b' }]);
    const prefixed = workbookParts({ sheet: SHEET }).map((part) =>
      part.name.includes('sheet1.xml')
        ? {
            ...part,
            data: String(part.data)
              .replace('xmlns=', 'xmlns:x=')
              .replace(/<(\/?)(\w)/g, '<$1x:$2'),
          }
        : part,
    );
    expect((await checked(zip(prefixed))).payableCount).toBe(1);
  });

  it('keeps Devanagari whole across every chunk border', async () => {
    const names = Array.from({ length: 4_000 }, (_, at) => `${'क्षत्रिय'.repeat(1 + (at % 11))} ${at}`);
    const bytes = await workbook((book) => {
      const sheet = book.addWorksheet('Sheet1');
      sheet.addRow(['upi', 'amount', 'remark', 'name']);
      for (const name of names) sheet.addRow(['a1@ok', 5, 'x', name]);
    });
    expect(payments(await checked(bytes)).map(({ name }) => name)).toEqual(names);
  });

  it('makes a broken letter an error of its row, never another letter', async () => {
    const parts = workbookParts({
      sheet: sheetData([
        ['upi', 'amount', 'remark'],
        ['a1@ok', '5', 'Pay~'],
      ]),
    }).map((part) =>
      part.name.includes('sheet1.xml')
        ? { ...part, data: Buffer.from(String(part.data)).map((byte) => (byte === 0x7e ? 0xe9 : byte)) }
        : part,
    );
    expect(codes((await checked(zip(parts))).issues)).toEqual(['strangeCharacter@2']);
  });
});

describe('checkFile', () => {
  it('never throws, whatever the bytes', async () => {
    const rubbish = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }).map((text) => Buffer.from(text)),
      fc.stringMatching(/^[a-z,;"'\n\r=@0-9 ]{0,200}$/).map((text) => Buffer.from(`upi,amount,remark\n${text}`)),
      fc.uint8Array({ maxLength: 60 }).map((tail) => Buffer.concat([Buffer.from('upi,amount,remark\n'), tail])),
    );
    await fc.assert(
      fc.asyncProperty(rubbish, async (bytes) => {
        expect(['checked', 'refused']).toContain((await checkBytes(bytes)).kind);
      }),
      { numRuns: 400 },
    );
  });

  it('never throws for a workbook with some bytes changed', async () => {
    const original = readFileSync(new URL('../../samples/salary.xlsx', import.meta.url));
    const change = fc.tuple(fc.nat(original.length - 1), fc.integer({ min: 0, max: 255 }));
    const damaged = fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
      const bytes = Buffer.from(original);
      for (const [at, byte] of changes) bytes[at] = byte;
      return bytes;
    });
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        expect(['end', 'refused']).toContain((await readAll(bytes))?.kind);
      }),
      { numRuns: 200 },
    );
    for (const bytes of fc.sample(damaged, 5)) expect(['checked', 'refused']).toContain((await checkBytes(bytes)).kind);
  });

  it('does not show the environment, which may hold a token, to the worker', async () => {
    process.env['PAYOUT_DESK_TOKEN'] = 'a-token';
    const { port1, port2 } = new MessageChannel();
    const request = { bytes: new Uint8Array(), sheet: null };
    const task = { kind: 'workbook', request, strings: port1, gates: [] } as const;
    const tell = 'require("node:worker_threads").parentPort.postMessage({ ...process.env })';
    const worker = new Worker(tell, { ...workerOptions(task, [port1]), eval: true });
    const [seen] = await once(worker, 'message');
    delete process.env['PAYOUT_DESK_TOKEN'];
    port2.close();
    await worker.terminate();
    expect(seen).toEqual({});
  });

  it('throws when its own worker is missing: that is a fault of the build, not of the file', async () => {
    const path = new URL('../../samples/salary.xlsx', import.meta.url).pathname;
    const request = {
      path,
      sheet: null,
      columns: [],
      encoding: null,
      fillRemark: null,
      includeHidden: false,
      maxPayoutPaise: null,
    };
    await expect(
      checkFile(request, { xlsxWorkerUrl: new URL('./no-such-worker.js', import.meta.url) }),
    ).rejects.toThrow(/no-such-worker/);
    expect((await check(path)).kind).toBe('checked');
  });
});
