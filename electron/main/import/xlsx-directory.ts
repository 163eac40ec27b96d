// In: the bytes of a zip file. Out: its directory, or why it is not a workbook that may be opened.
// Nothing is inflated here but two small text parts that tell what the file is. This file must never trust a size it has not checked.

import { inflateRawSync } from 'node:zlib';
import { fromBufferPromise, type Entry } from 'yauzl';
import type { Refusal } from '../../../shared/issues.ts';
import {
  XLSX_ENTRIES_MAX,
  XLSX_INFLATED_MAX_BYTES,
  XLSX_RATIO_FROM_BYTES,
  XLSX_RATIO_MAX,
} from '../../../shared/limits.ts';
import { refusal } from './refusals.ts';

/** A part of the workbook, still deflated. */
export interface Part {
  readonly name: string;
  readonly deflated: boolean;
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/** Shape: `parts` by lower-case name, since part names are compared without case. */
export type DirectoryReading =
  | { readonly kind: 'directory'; readonly parts: ReadonlyMap<string, Part> }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER_BYTES = 30;
const SMALL_PART_MAX_BYTES = 1024 * 1024;

/** Reads the zip directory and checks it as a whole. */
export async function readDirectory(bytes: Uint8Array<ArrayBuffer>): Promise<DirectoryReading> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts = new Map<string, Part>();
  let inflatedBytes = 0;
  try {
    const zip = await fromBufferPromise(buffer, { lazyEntries: true });
    if (zip.entryCount > XLSX_ENTRIES_MAX) return refuse(refusal('zipBomb'));
    for await (const entry of zip.eachEntry()) {
      const key = entry.fileName.toLowerCase();
      if (parts.has(key)) return refuse(refusal('duplicateEntry'));
      if (entry.isEncrypted()) return refuse(refusal('encrypted'));
      inflatedBytes += entry.uncompressedSize;
      if (inflatedBytes > XLSX_INFLATED_MAX_BYTES || bursts(entry)) return refuse(refusal('zipBomb'));
      const part = locate(buffer, entry);
      if (part === null) return refuse(refusal('damagedZip', { reason: 'a part lies outside the file' }));
      parts.set(key, part);
    }
  } catch {
    return refuse(refusal('damagedZip', { reason: 'its directory cannot be read' }));
  }
  const other = nameOther(parts);
  return other === null ? { kind: 'directory', parts } : refuse(other);
}

function bursts(entry: Entry): boolean {
  return (
    entry.uncompressedSize > XLSX_RATIO_FROM_BYTES && entry.uncompressedSize > entry.compressedSize * XLSX_RATIO_MAX
  );
}

/** The part's bytes. Null when its local header disagrees with the directory: programs differ in which they believe. */
function locate(buffer: Buffer<ArrayBuffer>, entry: Entry): Part | null {
  const at = entry.relativeOffsetOfLocalHeader;
  if (at + LOCAL_HEADER_BYTES > buffer.length || buffer.readUInt32LE(at) !== 0x04034b50) return null;
  const nameLength = buffer.readUInt16LE(at + 26);
  const start = at + LOCAL_HEADER_BYTES + nameLength + buffer.readUInt16LE(at + 28);
  const end = start + entry.compressedSize;
  const name = buffer.subarray(at + LOCAL_HEADER_BYTES, at + LOCAL_HEADER_BYTES + nameLength);
  const method = entry.compressionMethod;
  if (end > buffer.length || !name.equals(entry.fileNameRaw) || buffer.readUInt16LE(at + 8) !== method) return null;
  if (method !== STORED && method !== DEFLATED) return null;
  return {
    name: entry.fileName,
    deflated: method === DEFLATED,
    raw: buffer.subarray(start, end),
    sizeBytes: entry.uncompressedSize,
    crc32: entry.crc32,
  };
}

/** What else the zip is, if it is not a plain workbook. */
function nameOther(parts: ReadonlyMap<string, Part>): Refusal | null {
  const names = [...parts.keys()];
  const mimetype = smallText(parts.get('mimetype'));
  if (mimetype.includes('opendocument.spreadsheet')) return refusal('ods');
  if (mimetype !== '') return refusal('knownOther', { what: 'another kind of document' });
  if (names.some((name) => name.endsWith('.iwa'))) return refusal('knownOther', { what: 'an Apple Numbers document' });
  if (parts.has('word/document.xml')) return refusal('knownOther', { what: 'a Word document' });
  if (parts.has('ppt/presentation.xml')) return refusal('knownOther', { what: 'a presentation' });
  if (parts.has('xl/workbook.bin')) return refusal('xlsb');
  if (!parts.has('[content_types].xml') || !parts.has('_rels/.rels')) return refusal('notAWorkbook');
  const macros = names.some((name) => name.endsWith('vbaproject.bin') || name.startsWith('xl/macrosheets/'));
  if (macros || /macroenabled/i.test(smallText(parts.get('[content_types].xml')))) return refusal('macros');
  if (names.some((name) => name.startsWith('xl/externallinks/'))) return refusal('externalLinks');
  return null;
}

/** A small part as text; nothing when it is missing, large or broken. */
function smallText(part: Part | undefined): string {
  if (part === undefined || part.sizeBytes > SMALL_PART_MAX_BYTES) return '';
  try {
    const bytes = part.deflated ? inflateRawSync(part.raw, { maxOutputLength: SMALL_PART_MAX_BYTES }) : part.raw;
    return Buffer.from(bytes).toString('utf8');
  } catch {
    return '';
  }
}

function refuse(why: Refusal): DirectoryReading {
  return { kind: 'refused', refusal: why };
}
