// Joins still PNGs of one size into an animated one, which every browser and GitHub show. See the PNG specification, 11.3.6.

import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface Frame {
  readonly png: Buffer;
  readonly ms: number;
}

/** Plays for ever. Throws when the frames are not alike. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new RangeError('a film needs a frame');
  const head = chunksOf(first.png).find(({ kind }) => kind === 'IHDR')?.data;
  if (head === undefined) throw new RangeError('a frame without a head');
  const numbers = (...values: readonly number[]): Buffer =>
    Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer).reverse()));
  const parts = [SIGNATURE, chunk('IHDR', head), chunk('acTL', numbers(frames.length, 0))];
  let sequence = 0;
  for (const [at, { png, ms }] of frames.entries()) {
    const chunks = chunksOf(png);
    if (!chunks[0]?.data.equals(head)) throw new RangeError(`frame ${at} has another size or depth`);
    // Width and height, no offset, the time in milliseconds, and neither clear nor blend.
    const timing = Buffer.alloc(6);
    timing.writeUInt16BE(ms, 0);
    timing.writeUInt16BE(1_000, 2);
    parts.push(chunk('fcTL', Buffer.concat([numbers(sequence++), head.subarray(0, 8), numbers(0, 0), timing])));
    for (const { kind, data } of chunks) {
      if (kind !== 'IDAT') continue;
      parts.push(at === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(sequence++), data])));
    }
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}

interface Chunk {
  readonly kind: string;
  readonly data: Buffer;
}

function chunksOf(png: Buffer): readonly Chunk[] {
  const found: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    found.push({ kind: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
