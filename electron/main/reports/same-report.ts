// Whether a saved report is the one that the desk writes anew. Compares bytes, never what they mean: what a reader shows can differ
// in ways that no list of checks foresees.

import { crc32, inflateRawSync } from 'node:zlib';
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
/** The newest ZIP version that a program needs to read what the desk packs. */
const VERSION_NEEDED_MOST = 20;
/** What a part is by its attributes, in the two systems' ways: anything but a plain file. */
const DOS_NO_FILE = 0xd8;
const UNIX_KINDS = [0o00, 0o10];
const IS_STREAMED = 8;
const IS_UTF8 = 0x800;
const STORED = 0;
const DEFLATED = 8;

type Parts = ReadonlyMap<string, Buffer>;

/** Whether two workbooks have the same parts, byte for byte, and nothing beside them. `ours` is one that this desk wrote. */
function isSameWorkbook(workbook: Buffer, ours: Buffer): boolean {
  const wanted = partsOf(ours, null);
  if (wanted === null) throw new InvariantError('a workbook is not as the desk writes it');
  return partsOf(workbook, wanted)?.size === wanted.size;
}

/**
 * The parts of a zip as this desk writes it: one after the other, then its directory, and nothing else anywhere, so that every
 * program sees the same parts, whichever of the fields it goes by. Null for any other, and where a part is none of the wanted.
 */
function partsOf(zip: Buffer, wanted: Parts | null): Parts | null {
  try {
    return readParts(zip, wanted);
  } catch {
    // A place beyond the file, more than is wanted, or nothing that was compressed.
    return null;
  }
}

function readParts(zip: Buffer, wanted: Parts | null): Parts | null {
  const end = zip.length - DIRECTORY_END.bytes;
  const [count, directory] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)];
  const isPlainEnd =
    zip.readUInt32LE(end) === DIRECTORY_END.signature &&
    // Both numbers of the disk, and the length of a comment.
    zip.readUInt32LE(end + 4) === 0 &&
    zip.readUInt16LE(end + 20) === 0 &&
    zip.readUInt16LE(end + 8) === count &&
    zip.readUInt32LE(end + 12) === end - directory;
  if (!isPlainEnd) return null;
  const parts = new Map<string, Buffer>();
  let local = 0;
  let entry = directory;
  while (entry < end) {
    const nameBytes = zip.readUInt16LE(entry + 28);
    const name = zip.subarray(entry + DIRECTORY_ENTRY.bytes, entry + DIRECTORY_ENTRY.bytes + nameBytes);
    const flags = zip.readUInt16LE(entry + 8);
    const method = zip.readUInt16LE(entry + 10);
    const size = zip.readUInt32LE(entry + 20);
    // Checksum and both sizes, as they stand in the directory, before the part where it is not streamed, and behind it where it is.
    const sums = zip.subarray(entry + 16, entry + 28);
    const isPlainEntry =
      zip.readUInt32LE(entry) === DIRECTORY_ENTRY.signature &&
      zip.readUInt16LE(entry + 6) <= VERSION_NEEDED_MOST &&
      (zip.readUInt8(entry + 38) & DOS_NO_FILE) === 0 &&
      UNIX_KINDS.includes(zip.readUInt16LE(entry + 40) >> 12) &&
      (flags & ~(IS_STREAMED | IS_UTF8)) === 0 &&
      (method === STORED || method === DEFLATED) &&
      // The lengths of other fields and of a comment, and the number of the disk.
      zip.readUIntLE(entry + 30, 6) === 0 &&
      zip.readUInt32LE(entry + 42) === local;
    if (!isPlainEntry) return null;
    const from = local + LOCAL_HEADER.bytes + nameBytes;
    const isStreamed = (flags & IS_STREAMED) !== 0;
    const own = zip.subarray(local + 14, local + 26);
    const isPlainPart =
      zip.readUInt32LE(local) === LOCAL_HEADER.signature &&
      zip.readUInt16LE(local + 4) <= VERSION_NEEDED_MOST &&
      zip.readUInt16LE(local + 6) === flags &&
      zip.readUInt16LE(local + 8) === method &&
      (own.equals(sums) || (isStreamed && own.every((byte) => byte === 0))) &&
      zip.readUInt16LE(local + 26) === nameBytes &&
      zip.readUInt16LE(local + 28) === 0 &&
      zip.subarray(from - nameBytes, from).equals(name);
    if (!isPlainPart) return null;
    const wantedContent = wanted?.get(name.toString());
    if (wanted !== null && wantedContent === undefined) return null;
    const content = contentOf(zip.subarray(from, from + size), method === DEFLATED, wantedContent?.length);
    if (content?.length !== zip.readUInt32LE(entry + 24) || crc32(content) !== zip.readUInt32LE(entry + 16))
      return null;
    if (wantedContent?.equals(content) === false) return null;
    local = from + size;
    if (isStreamed) {
      const isDescribed =
        zip.readUInt32LE(local) === DESCRIPTOR.signature &&
        zip.subarray(local + 4, local + DESCRIPTOR.bytes).equals(sums);
      if (!isDescribed) return null;
      local += DESCRIPTOR.bytes;
    }
    if (parts.has(name.toString())) return null;
    parts.set(name.toString(), content);
    entry += DIRECTORY_ENTRY.bytes + nameBytes;
  }
  return local === directory && entry === end && parts.size === count ? parts : null;
}

/** The content of a part; null where bytes follow that do not belong to it. Throws beyond `bytesMost`. */
function contentOf(raw: Buffer, isDeflated: boolean, bytesMost: number | undefined): Buffer | null {
  if (!isDeflated) return raw;
  const limit = bytesMost === undefined ? {} : { maxOutputLength: Math.max(1, bytesMost) };
  // The types of Node do not know what `info` returns.
  const { buffer, engine } = inflateRawSync(raw, { ...limit, info: true }) as unknown as Inflated;
  return engine.bytesWritten === raw.length ? buffer : null;
}

/** `bytesWritten`: how many bytes were read. */
interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
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
