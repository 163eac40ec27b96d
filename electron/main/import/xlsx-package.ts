import { StringDecoder } from 'node:string_decoder';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise } from 'yauzl';
import type { Refused } from '../../../shared/failures.ts';
import { msg } from '../../../shared/messages/message.ts';
import { makeWhole } from '../platform/thread-gate.ts';
import { refuseSheet } from './issues.ts';

/** A workbook has some tens of parts, with pictures some hundreds. */
const XLSX_ENTRIES_MAX = 10_000;

/** Smaller parts are harmless at any ratio. */
const XLSX_RATIO_FROM_BYTES = 4 * 1024 * 1024;

/** Sheets compress to a tenth, rarely to a fiftieth. A large part above this ratio is a zip bomb. */
const XLSX_RATIO_MAX = 250;

/** The most bytes of all parts inflated. A million rows of eight columns take about 350 MB; more than this is a zip bomb. */
const XLSX_INFLATED_MAX_BYTES = 700 * 1024 * 1024;

/** A part of the workbook, still compressed. */
export interface Part {
  readonly name: string;
  readonly deflated: boolean;
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/** `parts` are keyed by lower-case name, because part names are compared without case. */
type DirectoryReading = { readonly kind: 'directory'; readonly parts: ReadonlyMap<string, Part> } | Refused;

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
    if (zip.entryCount > XLSX_ENTRIES_MAX) return refuseSheet('zipBomb');
    for await (const entry of zip.eachEntry()) {
      const key = entry.fileName.toLowerCase();
      if (parts.has(key)) return refuseSheet('duplicateEntry');
      // Some programs end the name there and would find another part.
      if (key.includes('\0')) return refuseSheet('damagedZip', { reason: msg('reason.nulInName') });
      if (entry.isEncrypted()) return refuseSheet('encrypted');
      inflatedBytes += entry.uncompressedSize;
      if (inflatedBytes > XLSX_INFLATED_MAX_BYTES || bursts(entry)) return refuseSheet('zipBomb');
      const part = locate(buffer, entry);
      if (part === null) return refuseSheet('damagedZip', { reason: msg('reason.outside') });
      parts.set(key, part);
    }
  } catch {
    return refuseSheet('damagedZip', { reason: msg('reason.directory') });
  }
  return refuseOther(parts) ?? { kind: 'directory', parts };
}

function bursts(entry: Entry): boolean {
  return (
    entry.uncompressedSize > XLSX_RATIO_FROM_BYTES && entry.uncompressedSize > entry.compressedSize * XLSX_RATIO_MAX
  );
}

/** The part's bytes; null when its local header disagrees with the directory, because programs differ in which they trust. */
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

/** Refuses any zip that is not a plain workbook, saying what it is. */
function refuseOther(parts: ReadonlyMap<string, Part>): Refused | null {
  const names = [...parts.keys()];
  const mimetype = smallText(parts.get('mimetype')) ?? '';
  if (mimetype.includes('opendocument.spreadsheet')) return refuseSheet('ods');
  if (mimetype !== '') return refuseSheet('knownOther', { what: msg('kind.document') });
  if (names.some((name) => name.endsWith('.iwa'))) return refuseSheet('knownOther', { what: msg('kind.numbers') });
  if (parts.has('word/document.xml')) return refuseSheet('knownOther', { what: msg('kind.word') });
  if (parts.has('ppt/presentation.xml')) return refuseSheet('knownOther', { what: msg('kind.presentation') });
  if (parts.has('xl/workbook.bin')) return refuseSheet('xlsb');
  if (!parts.has('[content_types].xml') || !parts.has('_rels/.rels')) return refuseSheet('notAWorkbook');
  const types = smallText(parts.get('[content_types].xml'));
  if (types === null) return refuseSheet('damagedZip', { reason: msg('reason.contentTypes') });
  const macros = names.some((name) => name.endsWith('vbaproject.bin') || name.startsWith('xl/macrosheets/'));
  if (macros || /macroenabled/i.test(types)) return refuseSheet('macros');
  if (names.some((name) => name.startsWith('xl/externallinks/'))) return refuseSheet('externalLinks');
  return null;
}

/** A small part as text; empty when it is missing, null when it is large or broken. */
function smallText(part: Part | undefined): string | null {
  if (part === undefined) return '';
  if (part.sizeBytes > SMALL_PART_MAX_BYTES) return null;
  try {
    const inflate = (): Uint8Array => inflateRawSync(part.raw, { maxOutputLength: SMALL_PART_MAX_BYTES });
    return Buffer.from(part.deflated ? makeWhole(inflate) : part.raw).toString('utf8');
  } catch {
    return null;
  }
}

/** Attributes by their name as written. */
export type Attributes = Readonly<Record<string, string>>;

/** The `r:id` of an element, whatever prefix the writer chose. */
export function relationIdOf(attributes: Attributes): string {
  for (const name of Object.keys(attributes)) if (name.endsWith(':id')) return attributes[name] ?? '';
  return '';
}

/** `depth` is 1 at the root. Names lack the root's namespace prefix; other prefixes remain. */
export interface XmlListener {
  /** A refusal ends the reading. */
  open(name: string, attributes: Attributes, depth: number): Refused | null;
  text?(text: string): void;
  close?(name: string, depth: number): Refused | null;
}

const INFLATE_CHUNK_BYTES = 64 * 1024;

/** Feeds the part to the listener. Returns the first refusal, from the part itself or the listener; else null. */
export async function readPart(part: Part, listener: XmlListener): Promise<Refused | null> {
  const xml = new XmlReading(part.name, listener);
  let decoder: StringDecoder | null = null;
  let size = 0;
  let checksum = 0;
  try {
    for await (const chunk of inflated(part)) {
      size += chunk.length;
      if (size > part.sizeBytes) return damaged(part, 'reason.longer');
      checksum = crc32(chunk, checksum);
      // A broken byte becomes U+FFFD, which is an error in any payment field. Other encodings do not parse as XML.
      decoder ??= new StringDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf16le' : 'utf8');
      xml.write(decoder.write(chunk));
      if (xml.refused !== null) return xml.refused;
    }
  } catch {
    return damaged(part, 'reason.packed');
  }
  if (size !== part.sizeBytes || checksum !== part.crc32) return damaged(part, 'reason.checksum');
  xml.write(decoder?.end() ?? '');
  xml.end();
  return xml.refused;
}

async function* inflated(part: Part): AsyncGenerator<Buffer> {
  if (!part.deflated) {
    for (let at = 0; at < part.raw.length; at += INFLATE_CHUNK_BYTES)
      yield Buffer.from(part.raw.subarray(at, at + INFLATE_CHUNK_BYTES));
    return;
  }
  const inflate = makeWhole(() => createInflateRaw({ chunkSize: INFLATE_CHUNK_BYTES }));
  inflate.end(part.raw);
  for await (const chunk of inflate) if (Buffer.isBuffer(chunk)) yield chunk;
}

function damaged(part: Part, reason: 'reason.longer' | 'reason.packed' | 'reason.checksum'): Refused {
  return refuseSheet('damagedZip', { reason: msg(reason, { part: part.name }) });
}

/** One run of the XML parser over one part. */
class XmlReading {
  refused: Refused | null = null;
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  readonly #partName: string;
  #depth = 0;
  #prefix = '';

  constructor(partName: string, listener: XmlListener) {
    this.#partName = partName;
    this.#parser.on('error', () => this.#refuse('reason.malformed'));
    this.#parser.on('doctype', () => this.#refuse('reason.doctype'));
    this.#parser.on('opentag', (tag) => {
      if (this.refused !== null) return;
      this.#depth += 1;
      if (this.#depth === 1) this.#prefix = tag.name.slice(0, tag.name.indexOf(':') + 1);
      this.refused = listener.open(this.#local(tag.name), tag.attributes, this.#depth);
    });
    this.#parser.on('closetag', (tag) => {
      if (this.refused !== null) return;
      this.refused = listener.close?.(this.#local(tag.name), this.#depth) ?? null;
      this.#depth -= 1;
    });
    const text = (words: string): void => {
      if (this.refused === null) listener.text?.(words);
    };
    this.#parser.on('text', text);
    this.#parser.on('cdata', text);
  }

  write(text: string): void {
    if (text !== '') this.#parser.write(text);
  }

  end(): void {
    this.#parser.close();
  }

  #local(name: string): string {
    return this.#prefix !== '' && name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : name;
  }

  #refuse(reason: 'reason.malformed' | 'reason.doctype'): void {
    this.refused ??= refuseSheet('damagedWorkbook', { reason: msg(reason, { part: this.#partName }) });
  }
}
