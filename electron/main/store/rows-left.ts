// The hash of each row as the audit log left it last. A database of a million payouts names five million rows, nearly all of them in
// tables with one whole number as the key: these are kept as bytes, which take a fraction of the memory of objects.

import { type KeyPart, rowName } from './row-hashes.ts';

/** `entry`: the number of the entry that named the row last. */
export interface LastHash {
  readonly hash: string;
  readonly entry: number;
}

export interface RowLeftOver extends LastHash {
  readonly table: string;
  readonly key: readonly KeyPart[];
}

/** Rows of one table with neighbouring keys. An entry of 0 means that the row was not named, or was taken. */
interface Chunk {
  readonly hashes: Buffer;
  readonly entries: Uint32Array;
}

const CHUNK_ROWS = 1_024;
const HASH_BYTES = 32;
/** SHA-256 in base64url, whose last letter holds four bits: any other spelling is kept as it is. */
const HASH = /^[\w-]{42}[AEIMQUYcgkosw048]$/;
const ENTRY_MAX = 0xff_ff_ff_ff;

export class RowsLeft {
  /** By table and chunk number. */
  readonly #chunks = new Map<string, Map<number, Chunk>>();
  /** Rows with any other key or hash. */
  readonly #others = new Map<string, RowLeftOver>();

  set(table: string, key: readonly KeyPart[], { hash, entry }: LastHash): void {
    const id = idOf(key);
    const isPlain = id !== null && HASH.test(hash) && entry > 0 && entry <= ENTRY_MAX;
    // The row may have been named the other way before.
    this.take(table, key);
    if (!isPlain) return void this.#others.set(rowName(table, key), { table, key, hash, entry });
    const { hashes, entries } = this.#chunkOf(table, Math.floor(id / CHUNK_ROWS));
    const at = id % CHUNK_ROWS;
    hashes.write(hash, at * HASH_BYTES, HASH_BYTES, 'base64url');
    entries[at] = entry;
  }

  /** Removes a row and returns its last hash; null when no entry named it. */
  take(table: string, key: readonly KeyPart[]): LastHash | null {
    const id = idOf(key);
    const chunk = id === null ? undefined : this.#chunks.get(table)?.get(Math.floor(id / CHUNK_ROWS));
    const taken = id === null || chunk === undefined ? null : takeFrom(chunk, id % CHUNK_ROWS);
    if (taken !== null) return taken;
    const name = rowName(table, key);
    const other = this.#others.get(name) ?? null;
    if (other !== null) this.#others.delete(name);
    return other;
  }

  /** The rows that were set and not taken. */
  *rest(): Generator<RowLeftOver> {
    for (const [table, chunks] of this.#chunks)
      for (const [number, chunk] of chunks)
        for (let at = 0; at < CHUNK_ROWS; at += 1) {
          const left = takeFrom(chunk, at);
          if (left !== null) yield { table, key: [number * CHUNK_ROWS + at], ...left };
        }
    yield* this.#others.values();
  }

  #chunkOf(table: string, number: number): Chunk {
    const chunks = this.#chunks.get(table) ?? new Map<number, Chunk>();
    this.#chunks.set(table, chunks);
    const chunk = chunks.get(number) ?? {
      hashes: Buffer.alloc(CHUNK_ROWS * HASH_BYTES),
      entries: new Uint32Array(CHUNK_ROWS),
    };
    chunks.set(number, chunk);
    return chunk;
  }
}

function takeFrom({ hashes, entries }: Chunk, at: number): LastHash | null {
  const entry = entries[at] ?? 0;
  if (entry === 0) return null;
  entries[at] = 0;
  return { hash: hashes.toString('base64url', at * HASH_BYTES, (at + 1) * HASH_BYTES), entry };
}

/** A key that is one whole number, as most rows have; null for any other. */
function idOf(key: readonly KeyPart[]): number | null {
  const [id] = key;
  return key.length === 1 && typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : null;
}
