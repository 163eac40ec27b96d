// Files for the tests of the import: CSV texts, workbooks by exceljs, and zips built byte by byte. All are in one folder, which
// is removed at the end.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import { expect } from 'vitest';
import { type CheckRequest, type CheckResult, checkFile } from '../../electron/main/import/open-sheet.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import type { CheckedFile, Issue, Payment, Refusal } from '../../shared/rows.ts';
import { workerFiles } from '../fixtures/built-workers.ts';

const dependencies = { xlsxWorkerUrl: workerFiles().xlsx };
export const folder = mkdtempSync(join(tmpdir(), 'payout-import-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let fileCount = 0;

type InEnglish<Said> = Omit<Said, 'message' | 'cure'> & { readonly message: string; readonly cure: string };

export type SpokenFile = Omit<CheckedFile, 'issues'> & { readonly issues: readonly InEnglish<Issue>[] };

type Spoken =
  | { readonly kind: 'checked'; readonly checked: SpokenFile }
  | (Omit<Extract<CheckResult, { kind: 'refused' }>, 'refusal'> & { readonly refusal: InEnglish<Refusal> });

function english<Said extends Pick<Refusal, 'message' | 'cure'>>(said: Said): InEnglish<Said> {
  const spoken = { message: inEnglish(said.message), cure: inEnglish(said.cure) };
  for (const text of Object.values(spoken)) expect(text).not.toMatch(/\{\w+\}|undefined|\[object/);
  return { ...said, ...spoken };
}

/** `map` is field to header. */
type Choices = Partial<Omit<CheckRequest, 'path' | 'columns'>> & { readonly map?: Readonly<Record<string, string>> };

/** Everything in English, as the command line says it. */
export async function check(path: string, { map = {}, ...choices }: Choices = {}): Promise<Spoken> {
  const nothing = {
    sheet: null,
    columns: Object.entries(map).map(([field, header]) => ({ field, header })),
    encoding: null,
    fillRemark: null,
    includeHidden: false,
    maxPayoutPaise: null,
  };
  const result = await checkFile({ ...nothing, ...choices, path }, dependencies);
  if (result.kind === 'refused') return { ...result, refusal: english(result.refusal) };
  return { ...result, checked: { ...result.checked, issues: result.checked.issues.map(english) } };
}

/** Writes the bytes, or the text as UTF-8, and checks the file. */
export function checkBytes(content: string | Uint8Array, choices: Choices = {}): Promise<Spoken> {
  fileCount += 1;
  const path = join(folder, `file-${fileCount}.csv`);
  writeFileSync(path, content);
  return check(path, choices);
}

export async function checked(content: string | Uint8Array, choices: Choices = {}): Promise<SpokenFile> {
  const result = await checkBytes(content, choices);
  if (result.kind === 'refused') throw new Error(`refused: ${result.refusal.code} ${result.refusal.message}`);
  return result.checked;
}

export async function refused(content: string | Uint8Array, choices: Choices = {}): Promise<InEnglish<Refusal>> {
  const result = await checkBytes(content, choices);
  if (result.kind !== 'refused') throw new Error('the file was not refused');
  return result.refusal;
}

export const HEADER = 'method,upi,account,ifsc,amount,remark,reference,name';

/** A good row of HEADER with some cells changed. */
export function csvRow(
  change: Partial<
    Record<'method' | 'upi' | 'account' | 'ifsc' | 'amount' | 'remark' | 'reference' | 'name', string>
  > = {},
): string {
  const imps = change.method === 'IMPS' || change.account !== undefined || change.ifsc !== undefined;
  const upi = { method: 'UPI', upi: 'ravi@okaxis', account: '', ifsc: '' };
  const bank = { method: 'IMPS', upi: '', account: '00123456789', ifsc: 'HDFC0000001' };
  const row = { ...(imps ? bank : upi), amount: '500', remark: 'Salary', reference: '', name: 'Ravi', ...change };
  return Object.values(row)
    .map((cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}

/** The issues of a file of one row, without those about columns. */
export async function issuesOf(
  change: Parameters<typeof csvRow>[0],
  choices: Choices = {},
): Promise<readonly InEnglish<Issue>[]> {
  const { issues } = await checked(`${HEADER}\n${csvRow(change)}\n`, choices);
  return issues.filter(({ row }) => row > 1);
}

export function payments(file: Pick<CheckedFile, 'rows'>): readonly Payment[] {
  return file.rows.flatMap((row) => (row.kind === 'payable' ? [row.payment] : []));
}

/** `code@row` of each issue, the shortest way to say what was found. */
export function codes(issues: readonly Pick<Issue, 'row' | 'code'>[]): readonly string[] {
  return issues.map(({ code, row }) => `${code}@${row}`);
}

/** A workbook written by exceljs. */
export async function workbook(fill: (book: ExcelJS.Workbook) => void): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  fill(book);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

export interface ZipEntry {
  readonly name: string;
  readonly data: string | Uint8Array;
  /** What the zip claims, when that is not the truth. */
  readonly saysBytes?: number;
  readonly saysCrc32?: number;
  readonly flags?: number;
  readonly localName?: string;
}

/** A zip built by hand, honest unless an entry says otherwise. */
export function zip(entries: readonly ZipEntry[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data);
    const packed = deflateRawSync(data);
    const name = Buffer.from(entry.name);
    const localName = Buffer.from(entry.localName ?? entry.name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(entry.flags ?? 0, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(entry.saysCrc32 ?? crc32(data), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(entry.saysBytes ?? data.length, 18);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, localName, packed]);
    local.writeUInt16LE(localName.length, 26);
    const head = Buffer.alloc(46);
    head.write('PK\x01\x02', 'latin1');
    head.writeUInt16LE(20, 4);
    shared.copy(head, 6, 0, 24);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(offset, 42);
    locals.push(local);
    directory.push(head, name);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, central, end]));
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface HandMade {
  /** The XML between `<worksheet>` and `</worksheet>`. */
  readonly sheet: string;
  readonly strings?: string;
  readonly styles?: string;
  readonly workbook?: string;
  readonly sheetRelations?: string;
}

/** The parts of a small workbook whose sheet is written by hand. */
export function workbookParts(made: HandMade): ZipEntry[] {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (content: string): string => `<Relationships xmlns="${PACKAGE}">${content}</Relationships>`;
  const sheets = made.workbook ?? '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>';
  const parts: ZipEntry[] = [
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: '_rels/.rels', data: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    { name: 'xl/workbook.xml', data: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${sheets}</workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
          relation('rId2', 'styles', 'styles.xml') +
          (made.strings === undefined ? '' : relation('rId3', 'sharedStrings', 'sharedStrings.xml')),
      ),
    },
    { name: 'xl/styles.xml', data: `<styleSheet xmlns="${MAIN}">${made.styles ?? ''}</styleSheet>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">${made.sheet}</worksheet>`,
    },
  ];
  if (made.strings !== undefined)
    parts.push({ name: 'xl/sharedStrings.xml', data: `<sst xmlns="${MAIN}">${made.strings}</sst>` });
  if (made.sheetRelations !== undefined) {
    parts.push({ name: 'xl/worksheets/_rels/sheet1.xml.rels', data: relations(made.sheetRelations) });
  }
  return parts;
}

export function handMade(made: HandMade): Uint8Array {
  return zip(workbookParts(made));
}

/** Rows of inline strings from row 1 on; a cell that starts with `<` is raw XML. */
export function sheetData(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, column) => {
      const at = `${String.fromCharCode(65 + column)}${row + 1}`;
      if (cell === '') return '';
      return cell.startsWith('<')
        ? cell.replace('<c', `<c r="${at}"`)
        : `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    });
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  return `<sheetData>${lines.join('')}</sheetData>`;
}
