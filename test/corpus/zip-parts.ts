// Writes a zip part by part, each as large as a test wants: only the current piece is in memory.

import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { constants, crc32, createDeflateRaw } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly pieces: Iterable<string | Uint8Array>;
  /** Not deflated. */
  readonly stored?: boolean;
}

/** Writes the parts as an honest zip. */
export async function writeZip(path: string, parts: Iterable<ZipPart>): Promise<void> {
  const file = openSync(path, 'w');
  try {
    const directory: Buffer[] = [];
    let offset = 0;
    for (const part of parts) {
      const name = Buffer.from(part.name);
      // Readers take checksum and sizes from the directory, so the local header omits them.
      const header = Buffer.alloc(26);
      header.writeUInt16LE(20, 0);
      header.writeUInt16LE(8, 2);
      header.writeUInt16LE(part.stored === true ? 0 : 8, 4);
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, name]);
      local.writeUInt16LE(name.length, 26);
      writeSync(file, local);
      const { checksum, size, packed } = await writePieces(file, part);
      header.writeUInt32LE(checksum, 10);
      header.writeUInt32LE(packed, 14);
      header.writeUInt32LE(size, 18);
      const entry = Buffer.alloc(46);
      entry.write('PK\x01\x02', 'latin1');
      entry.writeUInt16LE(20, 4);
      header.copy(entry, 6, 0, 24);
      entry.writeUInt16LE(name.length, 28);
      entry.writeUInt32LE(offset, 42);
      directory.push(entry, name);
      offset += local.length + packed;
    }
    const central = Buffer.concat(directory);
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    end.writeUInt16LE(directory.length / 2, 8);
    end.writeUInt16LE(directory.length / 2, 10);
    end.writeUInt32LE(central.length, 12);
    end.writeUInt32LE(offset, 16);
    writeSync(file, Buffer.concat([central, end]));
  } finally {
    closeSync(file);
  }
}

async function writePieces(
  file: number,
  { pieces, stored }: ZipPart,
): Promise<{ readonly checksum: number; readonly size: number; readonly packed: number }> {
  let checksum = 0;
  let size = 0;
  let packed = 0;
  const write = (bytes: Uint8Array): void => {
    packed += bytes.length;
    writeSync(file, bytes);
  };
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED });
  deflate.on('data', write);
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    checksum = crc32(bytes, checksum);
    size += bytes.length;
    if (stored === true) write(bytes);
    else if (!deflate.write(bytes)) await once(deflate, 'drain');
  }
  if (stored === true) deflate.destroy();
  else await once(deflate.end(), 'end');
  return { checksum, size, packed };
}
