// In: a deflated part of a workbook. Out: its XML as events, whole texts across every chunk border; or what is broken in it.
// This file must never hold a part in memory as a whole, nor read past the size and checksum the directory gives.

import { StringDecoder } from 'node:string_decoder';
import { crc32, createInflateRaw } from 'node:zlib';
import { SaxesParser } from 'saxes';
import type { Refusal } from '../../../shared/issues.ts';
import { refusal } from './refusals.ts';
import type { Part } from './xlsx-directory.ts';

/** Attributes by their written name. */
export type Attributes = Readonly<Record<string, string>>;

/** Shape: `depth` counts from 1 at the root; names are without the namespace prefix of the root, others keep theirs. */
export interface XmlListener {
  /** Errors: a refusal ends the reading. */
  open(name: string, attributes: Attributes, depth: number): Refusal | null;
  text(text: string): void;
  close(name: string, depth: number): Refusal | null;
}

const INFLATE_CHUNK_BYTES = 64 * 1024;

/** Feeds the part to the listener. Errors: the first refusal, its own or the listener's. */
export async function readPart(part: Part, listener: XmlListener): Promise<Refusal | null> {
  const xml = new XmlReading(part.name, listener);
  let decoder: StringDecoder | null = null;
  let size = 0;
  let checksum = 0;
  try {
    for await (const chunk of inflated(part)) {
      size += chunk.length;
      if (size > part.sizeBytes) return damaged(part, 'is longer than it says');
      checksum = crc32(chunk, checksum);
      decoder ??= decoderFor(chunk);
      xml.write(decoder.write(chunk));
      if (xml.refusal !== null) return xml.refusal;
    }
  } catch {
    return damaged(part, 'cannot be unpacked');
  }
  if (size !== part.sizeBytes || checksum !== part.crc32) return damaged(part, 'does not match its checksum');
  xml.write(decoder?.end() ?? '');
  xml.end();
  return xml.refusal;
}

async function* inflated(part: Part): AsyncGenerator<Buffer> {
  if (!part.deflated) {
    for (let at = 0; at < part.raw.length; at += INFLATE_CHUNK_BYTES)
      yield Buffer.from(part.raw.subarray(at, at + INFLATE_CHUNK_BYTES));
    return;
  }
  const inflate = createInflateRaw({ chunkSize: INFLATE_CHUNK_BYTES });
  inflate.end(part.raw);
  for await (const chunk of inflate) if (Buffer.isBuffer(chunk)) yield chunk;
}

/** A broken byte becomes U+FFFD, which is an error wherever it stands in a payment field. Other encodings than these are not XML for us. */
function decoderFor(first: Uint8Array): StringDecoder {
  return new StringDecoder(first[0] === 0xff && first[1] === 0xfe ? 'utf16le' : 'utf8');
}

/** One run of the XML parser over one part. */
class XmlReading {
  refusal: Refusal | null = null;
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  readonly #partName: string;
  #depth = 0;
  #prefix = '';

  constructor(partName: string, listener: XmlListener) {
    this.#partName = partName;
    this.#parser.on('error', () => this.#refuse('is not well-formed'));
    this.#parser.on('doctype', () => this.#refuse('declares a document type'));
    this.#parser.on('opentag', (tag) => {
      if (this.refusal !== null) return;
      this.#depth += 1;
      if (this.#depth === 1) this.#prefix = tag.name.slice(0, tag.name.indexOf(':') + 1);
      this.refusal = listener.open(this.#local(tag.name), tag.attributes, this.#depth);
    });
    this.#parser.on('closetag', (tag) => {
      if (this.refusal !== null) return;
      this.refusal = listener.close(this.#local(tag.name), this.#depth);
      this.#depth -= 1;
    });
    const text = (words: string): void => {
      if (this.refusal === null) listener.text(words);
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

  #refuse(reason: string): void {
    this.refusal ??= refusal('damagedWorkbook', { reason: `${this.#partName} ${reason}` });
  }
}

function damaged(part: Part, reason: string): Refusal {
  return refusal('damagedZip', { reason: `${part.name} ${reason}` });
}
