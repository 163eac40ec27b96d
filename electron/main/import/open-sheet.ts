import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { errorCode, type Refused } from '../../../shared/failures.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import { FILE_MAX_BYTES } from '../../../shared/limits.ts';
import { type Message, type MessageCode, msg } from '../../../shared/messages/message.ts';
import { type CheckedFile, type FileFacts, NO_EDITS, type Refusal, type SheetName } from '../../../shared/rows.ts';
import { isJustWritten, isSameState, WRITER_WAIT_MS } from '../domain/file-state.ts';
import type { RowRules } from './check-row.ts';
import { CheckedSheet } from './checked-sheet.ts';
import { type NamedColumn, readNamedColumns } from './field-names.ts';
import { loadIfscList } from './ifsc-list.ts';
import { type Details, type RefusalCode, refuseSheet } from './issues.ts';
import { matchColumns } from './match-columns.ts';
import { findPayingSheet, readOtherSheets, SEARCHED_MAX_BYTES } from './paying-sheet.ts';
import { countLineEnds, hasEndlessLine, readCsv, type TableReading } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import type { OpenedSheet, SheetLine, Table } from './table.ts';

/** How much text to show in each possible encoding: the header and a row or two. */
const ENCODING_PREVIEW_BYTES = 300;

/** `headerRow`: the header row named by a person; if null, the header is searched for. */
interface SheetRequest {
  readonly path: string;
  readonly sheet: string | null;
  readonly encoding: string | null;
  readonly headerRow?: number | null;
}

type RefusedFile = Refused & { readonly fileName: string };

/** How the text would read in an encoding. */
interface EncodingPreview {
  readonly encoding: string;
  readonly preview: string;
}

type SheetOpening =
  | { readonly kind: 'opened'; readonly sheet: OpenedSheet }
  | {
      readonly kind: 'asks';
      readonly about: 'sheet' | 'encoding' | 'header';
      readonly file: FileFacts;
      readonly refusal: Refusal;
      readonly sheets: readonly SheetName[];
      readonly encodings: readonly EncodingPreview[];
      readonly lines: readonly SheetLine[];
    }
  | RefusedFile;

const SHEET_QUESTIONS: ReadonlySet<string> = new Set(['chooseSheet', 'noVisibleSheet', 'sheetUnknown']);
const ENCODING_QUESTIONS: ReadonlySet<string> = new Set(['notUtf8', 'utf16WithoutMark', 'notInEncoding']);
const OFFERED_ENCODINGS = ['windows-1252', 'utf-16le', 'utf-16be'] as const;

/** Opens a sheet. Returns `asks` when a choice would open it; refuses when none would. */
export async function openSheet(
  { path, sheet: wanted, encoding, headerRow = null }: SheetRequest,
  { xlsxWorkerUrl }: CheckDependencies,
): Promise<SheetOpening> {
  const reading = await readBytes(path);
  if (reading.kind === 'refused') return reading;
  const { bytes, file } = reading;
  const fileName = file.name;
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'refused') return { ...sniffed, fileName };
  if (sniffed.kind === 'zip') {
    const copy = bytes.length <= SEARCHED_MAX_BYTES ? bytes.slice() : null;
    const { sheets, ...workbook } = await readXlsx({ bytes, sheet: wanted, headerRow }, xlsxWorkerUrl);
    if (copy !== null && workbook.kind === 'refused' && workbook.refusal.code === 'chooseSheet') {
      const only = await findPayingSheet({ bytes: copy, sheets, headerRow }, xlsxWorkerUrl);
      if (only !== null) return openAmong(only, { bytes: copy, file, sheets }, xlsxWorkerUrl);
    }
    if (workbook.kind === 'table' || !SHEET_QUESTIONS.has(workbook.refusal.code)) {
      return openAmong(workbook, { bytes: copy, file, sheets }, xlsxWorkerUrl);
    }
    return { kind: 'asks', about: 'sheet', file, refusal: workbook.refusal, sheets, encodings: [], lines: [] };
  }
  if (/\.xls$/i.test(fileName)) return { ...refuseSheet('textNamedXls'), fileName };
  if (hasEndlessLine(bytes)) return { ...refuseSheet('lineTooLong', { where: '' }), fileName };
  const decoded = decodeText(bytes, encoding);
  if (decoded.kind === 'refused') {
    if (!ENCODING_QUESTIONS.has(decoded.refusal.code)) return { ...decoded, fileName };
    const encodings = previews(bytes);
    return { kind: 'asks', about: 'encoding', file, refusal: decoded.refusal, sheets: [], encodings, lines: [] };
  }
  if (wanted !== null) return { ...refuseSheet('csvHasNoSheets'), fileName };
  return openReading(readCsv(decoded.text, headerRow), { file, sheets: [] });
}

/** Opens what was read of a workbook, with what its other sheets may say about the rows. `bytes`: null for a large one. */
async function openAmong(
  reading: TableReading,
  { bytes, ...about }: Pick<OpenedSheet, 'file' | 'sheets'> & { readonly bytes: Uint8Array<ArrayBuffer> | null },
  workerUrl: URL,
): Promise<SheetOpening> {
  if (reading.kind !== 'table' || bytes === null || about.sheets.length < 2) return openReading(reading, about);
  const otherSheets = await readOtherSheets({ bytes, sheets: about.sheets }, reading.table.sheet, workerUrl);
  return openReading({ ...reading, table: { ...reading.table, otherSheets } }, about);
}

/** Opens what was read. Returns `asks` when choosing another header may help. */
async function openReading(reading: TableReading, about: Pick<OpenedSheet, 'file' | 'sheets'>): Promise<SheetOpening> {
  if (reading.kind === 'table') return openTable(reading.table, about);
  const { refusal, lines } = reading;
  if (lines === undefined) return { kind: 'refused', refusal, fileName: about.file.name };
  return { kind: 'asks', about: 'header', refusal, ...about, encodings: [], lines };
}

/** Rows held by the desk itself, as a sheet. `whyUnpaid`: for each row the message of its earlier attempt, or null. */
export interface HeldRows extends Pick<Table, 'sheet' | 'headers' | 'rows' | 'rowNumbers'> {
  readonly file: FileFacts;
  readonly whyUnpaid: readonly (Message | null)[];
}

/** Opens rows that are in memory. Refuses when there are none. */
export function openRows({ file, sheet, headers, rows, rowNumbers }: HeldRows): Promise<SheetOpening> {
  const nothingHidden = { hidden: null, hiddenColumns: new Set<number>() };
  const table = { sheet, headers, rows, rowNumbers, headerRowNumber: 0, kinds: null, ...nothingHidden };
  return openTable(table, { file, sheets: [] });
}

/** Opens a table as a sheet. Refuses when it has no rows. */
export async function openTable(
  table: Table,
  { file, sheets }: Pick<OpenedSheet, 'file' | 'sheets'>,
): Promise<SheetOpening> {
  if (table.rows.length === 0) return { ...refuseSheet('noRows'), fileName: file.name };
  return { kind: 'opened', sheet: { file, sheets, table, branches: await loadIfscList() } };
}

function previews(bytes: Uint8Array): EncodingPreview[] {
  const start = bytes.subarray(0, ENCODING_PREVIEW_BYTES);
  return OFFERED_ENCODINGS.map((encoding) => ({ encoding, preview: new TextDecoder(encoding).decode(start) }));
}

/**
 * What to read and how. `columns`: the columns a person named for fields, as typed; an empty header leaves the field without a
 * column. `sheet` and `encoding`: only if the file asks for them. `includeHidden`: a person was asked about hidden rows and
 * columns.
 */
export interface CheckRequest extends SheetRequest, Omit<RowRules, 'columns'> {
  readonly columns: readonly NamedColumn[];
}

/** `xlsxWorkerUrl`: the built xlsx-worker. */
interface CheckDependencies {
  readonly xlsxWorkerUrl: URL;
}

export type CheckResult = { readonly kind: 'checked'; readonly checked: CheckedFile } | RefusedFile;

/** Reads and checks a file; changes nothing. */
export async function checkFile(request: CheckRequest, dependencies: CheckDependencies): Promise<CheckResult> {
  const named = readNamedColumns(request.columns);
  if (named.kind === 'refused') return { ...named, fileName: basename(request.path) };
  const opening = await openSheet(request, dependencies);
  if (opening.kind === 'refused') return opening;
  if (opening.kind === 'asks') return { kind: 'refused', fileName: opening.file.name, refusal: opening.refusal };
  const { sheet } = opening;
  const matching = matchColumns(sheet.table, named.map);
  const checked =
    matching.kind === 'refused'
      ? matching.refusal
      : CheckedSheet.open(sheet, { ...request, columns: matching.columns }, NO_EDITS);
  return 'code' in checked
    ? { kind: 'refused', fileName: sheet.file.name, refusal: checked }
    : { kind: 'checked', checked: checked.asFile() };
}

/** `bytes` owns its memory, so that it can be transferred to a worker without copying. */
type BytesReading =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer>; readonly file: FileFacts }
  | RefusedFile;

/** Reads a file of at most FILE_MAX_BYTES. Also refuses when the file changed while it was read. */
export async function readBytes(path: string): Promise<BytesReading> {
  const fileName = basename(path);
  const refused = (code: RefusalCode, details?: Details): BytesReading => ({ ...refuseSheet(code, details), fileName });
  try {
    // Checked before opening, because opening a named pipe would wait for its writer.
    const facts = await stat(path);
    if (facts.isDirectory()) return refused('directory');
    if (!facts.isFile()) return refused('notAFile');
    const handle = await open(path, 'r');
    try {
      const before = await handle.stat({ bigint: true });
      if (before.size === 0n) return refused('emptyFile');
      if (before.size > FILE_MAX_BYTES) return refused('fileTooLarge', { limit: FILE_MAX_BYTES / 1024 / 1024 });
      const isDoubtful = isJustWritten(before, Date.now());
      const bytes = await readWhole(handle, Number(before.size));
      const digest = sha256Of(bytes);
      if (isDoubtful) await setTimeout(WRITER_WAIT_MS);
      const again = isDoubtful ? sha256Of(await readWhole(handle, bytes.length)) : digest;
      const after = await stat(path, { bigint: true });
      if (bytes.length !== Number(before.size) || again !== digest || !isSameState(before, after)) {
        return refused('fileChanged');
      }
      return { kind: 'bytes', bytes, file: { name: fileName, sizeBytes: bytes.length, sha256: digest } };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    return refused(READ_ERRORS[code] ?? 'unreadableFile', { reason: code });
  }
}

/** The first `size` bytes of a file; fewer if it ends before. */
async function readWhole(handle: FileHandle, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await handle.read(bytes, filled, size - filled, filled);
    if (bytesRead === 0) return bytes.slice(0, filled);
    filled += bytesRead;
  }
  return bytes;
}

function sha256Of(bytes: Uint8Array): Sha256 {
  return createHash('sha256').update(bytes).digest('hex') as Sha256;
}

const READ_ERRORS: Readonly<Record<string, RefusalCode>> = {
  ENOENT: 'missingFile',
  ENOTDIR: 'missingFile',
  ERR_INVALID_ARG_VALUE: 'missingFile',
  EISDIR: 'directory',
  EBUSY: 'lockedFile',
};

type Sniffed = { readonly kind: 'text' } | { readonly kind: 'zip' } | Refused;

const OTHERS: readonly { readonly magic: readonly number[]; readonly what: MessageCode }[] = [
  { magic: [0x25, 0x50, 0x44, 0x46], what: 'kind.pdf' },
  { magic: [0x89, 0x50, 0x4e, 0x47], what: 'kind.png' },
  { magic: [0xff, 0xd8, 0xff], what: 'kind.jpeg' },
  { magic: [0x47, 0x49, 0x46, 0x38], what: 'kind.gif' },
  { magic: [0x1f, 0x8b], what: 'kind.gzip' },
  { magic: [0x52, 0x61, 0x72, 0x21], what: 'kind.rar' },
  { magic: [0x37, 0x7a, 0xbc, 0xaf], what: 'kind.sevenZip' },
  { magic: [0x7f, 0x45, 0x4c, 0x46], what: 'kind.program' },
  { magic: [0x4d, 0x5a, 0x90], what: 'kind.program' },
  { magic: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], what: 'kind.database' },
  { magic: [0x7b, 0x5c, 0x72, 0x74, 0x66], what: 'kind.rtf' },
];
const ZIP = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
  [0x50, 0x4b, 7, 8],
] as const;
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0] as const;

/** The kind of file, by its bytes. `text` may be in any encoding. */
function sniff(bytes: Uint8Array<ArrayBuffer>): Sniffed {
  if (ZIP.some((magic) => startsWith(bytes, magic))) return { kind: 'zip' };
  if (startsWith(bytes, OLD_OFFICE)) return refuseSheet(codeOfOldOffice(bytes));
  const other = OTHERS.find(({ magic }) => startsWith(bytes, magic));
  if (other !== undefined) return refuseSheet('knownOther', { what: { code: other.what, params: {} } });
  const start = Buffer.from(bytes.buffer, 0, Math.min(bytes.length, 1_024))
    .toString('latin1')
    .replace(/^ï»¿/, '')
    .trimStart();
  if (/^<(?:!doctype html|html|table|head|body|meta|style)\b/i.test(start)) return refuseSheet('html');
  if (/^<\?xml\b/i.test(start)) return refuseSheet(/<html\b/i.test(start) ? 'html' : 'xml');
  return { kind: 'text' };
}

/** A password-protected XLSX is an old-style container around an encrypted stream. */
function codeOfOldOffice(bytes: Uint8Array<ArrayBuffer>): RefusalCode {
  const container = Buffer.from(bytes.buffer);
  const holds = (stream: string): boolean => container.includes(Buffer.from(stream, 'utf16le'));
  if (holds('EncryptedPackage') || holds('EncryptionInfo')) return 'encrypted';
  return holds('Workbook') || holds('Book') ? 'xls' : 'oldOffice';
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

type Decoded = { readonly kind: 'text'; readonly text: string } | Refused;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
const ENCODINGS: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'utf-16le': 'utf-16le',
  utf16le: 'utf-16le',
  'utf-16be': 'utf-16be',
  utf16be: 'utf-16be',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
};

/** Decodes strictly. Refuses when the bytes do not fit the given or marked encoding, or have neither and are not UTF-8. */
function decodeText(bytes: Uint8Array<ArrayBuffer>, encodingName: string | null): Decoded {
  const chosen = encodingName === null ? null : (ENCODINGS[encodingName.trim().toLowerCase()] ?? undefined);
  if (chosen === undefined) return refuseSheet('unknownEncoding', { encoding: (encodingName ?? '').slice(0, 40) });
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0) {
    return refuseSheet('knownOther', { what: msg('kind.utf32') });
  }
  const marked = markOf(bytes);
  if (marked !== null && chosen !== null && marked !== chosen) {
    return refuseSheet('encodingContradicted', { found: marked, encoding: chosen });
  }
  const encoding = marked ?? chosen;
  return encoding === null ? decodeUnmarked(bytes) : decodeAs(bytes, encoding);
}

function markOf(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function decodeAs(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): Decoded {
  try {
    const decoded = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    // A program may add its own byte order mark to a file that already has one, so up to two are removed.
    const text = decoded.replace(/^\uFEFF{1,2}/, '');
    return text.includes('\0') ? refuseSheet('nulBytes') : { kind: 'text', text };
  } catch {
    return encoding === 'utf-8' ? notUtf8(bytes) : refuseSheet('notInEncoding', { encoding });
  }
}

function decodeUnmarked(bytes: Uint8Array<ArrayBuffer>): Decoded {
  if (bytes.includes(0)) {
    const sample = bytes.subarray(0, 4_096);
    const zeros = [0, 0];
    for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
    const [even = 0, odd = 0] = zeros;
    // In UTF-16, Latin letters have a zero in every second byte, always on the same side.
    if (even + odd >= sample.length / 4 && Math.min(even, odd) * 20 <= Math.max(even, odd)) {
      return refuseSheet('utf16WithoutMark', { encoding: odd > even ? 'utf-16le' : 'utf-16be' });
    }
    return refuseSheet('nulBytes');
  }
  if (looksBinary(bytes)) return refuseSheet('binary');
  return isUtf8(bytes) ? decodeAs(bytes, 'utf-8') : notUtf8(bytes);
}

/** Text has almost no control bytes; a stray one in a cell is that row's issue. */
function looksBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 4_096);
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) controls += 1;
  return controls > 2 && controls * 50 > sample.length;
}

/** Names the line of the first byte that is not UTF-8, and shows its word as Windows-1252. */
function notUtf8(bytes: Uint8Array<ArrayBuffer>): Refused {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const before = lenient.slice(0, lenient.indexOf('\uFFFD'));
  const at = Buffer.byteLength(before);
  const around = new TextDecoder('windows-1252').decode(bytes.subarray(Math.max(0, at - 12), at + 12));
  const word = around.match(/[\p{L}\u0080-\uffff]+/gu)?.find((letters) => /[^\p{ASCII}]/u.test(letters)) ?? '';
  const preview = word === '' ? '' : msg('part.preview', { word });
  return refuseSheet('notUtf8', { line: 1 + countLineEnds(before, 0, before.length), preview });
}
