// Whether a saved report is the one that the desk writes anew. Compares bytes, never what they mean: what a reader shows can differ
// in ways that no list of checks foresees.

import { inflateRawSync } from 'node:zlib';
import { InvariantError } from '../../../shared/failures.ts';

export type ReportFormat = 'csv' | 'xlsx' | 'pdf';

/**
 * `made`: the same report as this desk writes it, a PDF with room for a signature where the saved one has some. A workbook may be
 * packed at another time, and the room may hold a signature.
 */
export function isSameReport(format: ReportFormat, saved: Buffer, made: Buffer): boolean {
  if (saved.equals(made)) return true;
  switch (format) {
    case 'csv':
      return false;
    case 'xlsx':
      return isSameWorkbook(saved, made);
    case 'pdf':
      // The signing library takes the last line end away.
      return isSignedCopy(saved, made.at(-1) === LINE_END ? made.subarray(0, -1) : made);
  }
}

/** Whether a PDF has room for a signature, filled or not. */
export function hasSignatureRoom(pdf: Buffer): boolean {
  return pdf.includes(RANGE);
}

const RANGE = '/ByteRange [';
const LINE_END = 0x0a;

const LOCAL_HEADER = { signature: 0x04034b50, bytes: 30 };
const DIRECTORY_ENTRY = { signature: 0x02014b50, bytes: 46 };
const DIRECTORY_END = { signature: 0x06054b50, bytes: 22 };
/** A streamed part is followed by its checksum and sizes. */
const DESCRIPTOR = { signature: 0x08074b50, bytes: 16 };
const IS_STREAMED = 8;
const DEFLATED = 8;

/** A part as it lies in the zip. */
interface ZipPart {
  readonly raw: Buffer;
  readonly isDeflated: boolean;
}

/** Whether two workbooks have the same parts, byte for byte, and nothing beside them. `ours` is one that this desk wrote. */
function isSameWorkbook(workbook: Buffer, ours: Buffer): boolean {
  const [parts, wanted] = [partsOf(workbook), partsOf(ours)];
  if (wanted === null) throw new InvariantError('a workbook is not as the desk writes it');
  if (parts === null || parts.size !== wanted.size) return false;
  return [...wanted].every(([name, own]) => {
    const part = parts.get(name);
    if (part === undefined) return false;
    const content = contentOf(own);
    return contentOf(part, content.length)?.equals(content) === true;
  });
}

/** The content of a part; null if it is more than the most. */
function contentOf(part: ZipPart): Buffer;
function contentOf(part: ZipPart, mostBytes: number): Buffer | null;
function contentOf({ raw, isDeflated }: ZipPart, mostBytes?: number): Buffer | null {
  if (!isDeflated) return raw;
  if (mostBytes === undefined) return inflateRawSync(raw);
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, mostBytes) });
  } catch {
    // More than that, or nothing that was compressed.
    return null;
  }
}

/**
 * The parts of a zip as this desk writes it: one after the other, then its directory, and nothing else anywhere, so that every
 * program sees the same parts. Null for any other.
 */
function partsOf(zip: Buffer): ReadonlyMap<string, ZipPart> | null {
  try {
    return readParts(zip);
  } catch {
    // A place beyond the file.
    return null;
  }
}

function readParts(zip: Buffer): ReadonlyMap<string, ZipPart> | null {
  const end = zip.length - DIRECTORY_END.bytes;
  if (zip.readUInt32LE(end) !== DIRECTORY_END.signature) return null;
  const [count, directory] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)];
  const parts = new Map<string, ZipPart>();
  let local = 0;
  let entry = directory;
  while (entry < end) {
    if (zip.readUInt32LE(entry) !== DIRECTORY_ENTRY.signature || zip.readUInt32LE(entry + 42) !== local) return null;
    const nameBytes = zip.readUInt16LE(entry + 28);
    const name = zip.subarray(entry + DIRECTORY_ENTRY.bytes, entry + DIRECTORY_ENTRY.bytes + nameBytes);
    const size = zip.readUInt32LE(entry + 20);
    const isDeflated = zip.readUInt16LE(entry + 10) === DEFLATED;
    if (zip.readUInt32LE(local) !== LOCAL_HEADER.signature) return null;
    const ownName = zip.subarray(local + LOCAL_HEADER.bytes, local + LOCAL_HEADER.bytes + zip.readUInt16LE(local + 26));
    if (!ownName.equals(name) || zip.readUInt16LE(local + 8) !== zip.readUInt16LE(entry + 10)) return null;
    const from = local + LOCAL_HEADER.bytes + ownName.length + zip.readUInt16LE(local + 28);
    const raw = zip.subarray(from, from + size);
    const isStreamed = (zip.readUInt16LE(local + 6) & IS_STREAMED) !== 0;
    if (isStreamed && zip.readUInt32LE(from + size) !== DESCRIPTOR.signature) return null;
    local = from + size + (isStreamed ? DESCRIPTOR.bytes : 0);
    if (parts.has(name.toString())) return null;
    parts.set(name.toString(), { raw, isDeflated });
    entry += DIRECTORY_ENTRY.bytes + nameBytes + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
  }
  return local === directory && entry === end && parts.size === count ? parts : null;
}

/**
 * Whether a PDF is this one with its empty signature filled in: the same bytes, except for the numbers of the byte range and the
 * hexadecimal digits of the signature, which have the places and lengths that the empty one has.
 */
function isSignedCopy(pdf: Buffer, ready: Buffer): boolean {
  if (pdf.length !== ready.length) return false;
  const [range, contents] = [spanOf(ready, RANGE, ']'), spanOf(ready, '/Contents <', '>')];
  if (range === null || contents === null) return false;
  const signature = { from: contents.from + '/Contents '.length, to: contents.to };
  const bytesSigned = [0, signature.from, signature.to, pdf.length - signature.to].join(' ');
  const text = pdf.toString('latin1');
  const outside = [
    [0, range.from],
    [range.to, signature.from],
    [signature.to, pdf.length],
  ] as const;
  return (
    outside.every(([from, to]) => pdf.compare(ready, from, to, from, to) === 0) &&
    text.slice(range.from, range.to) === `${RANGE}${bytesSigned}]`.padEnd(range.to - range.from) &&
    /^<[0-9A-Fa-f]*>$/.test(text.slice(signature.from, signature.to))
  );
}

/** From the last `begin` through the first `end` after it. */
function spanOf(pdf: Buffer, begin: string, end: string): { readonly from: number; readonly to: number } | null {
  const from = pdf.lastIndexOf(begin, undefined, 'latin1');
  const at = from === -1 ? -1 : pdf.indexOf(end, from + begin.length, 'latin1');
  return at === -1 ? null : { from, to: at + end.length };
}
