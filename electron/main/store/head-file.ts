// The head on disk, outside the data folder: how far the audit chain had come, and which batches were confirmed.
//
// How far it had come lies in two slots, written in turn, each with a checksum: a torn write leaves the one before it. The
// newest whole slot is never overwritten. Each batch is a line with a checksum of its own: a line that was torn is not taken,
// and its batch is written again. A write is done once it is synced.

import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { invariant } from '../../../shared/failures.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import type { HeadBatch, OutsideHead } from '../../../shared/standing.ts';

const PRIVATE_MODE = 0o600;

/** One sector: a disk writes it whole or not at all, and the checksum notices where it does not. */
const SLOT_BYTES = 512;

/** The slots lie in pages of their own, so that writing one never touches the other. */
const SLOT_OFFSETS = [0, 4_096] as const;

/** Both slots, and nothing else: the file never grows, so that writing a slot needs no free space. */
const HEAD_FILE_BYTES = 8_192;

/** As many hex digits of SHA-256 as a torn line never meets by chance. */
const CHECKSUM_DIGITS = 16;

/** What a head's folder says. Shape: `head` null where there is none, or none that is whole. */
export interface HeadReading {
  readonly head: OutsideHead | null;
  readonly batches: readonly HeadBatch[];
}

export interface HeadFile extends HeadReading {
  /** Writes the next head over the older slot and syncs it. Errors: throws what the disk says; the newest slot stays. */
  write(head: Omit<OutsideHead, 'generation'>): void;
  /** Adds confirmed batches and syncs them. Errors: throws what the disk says. */
  append(batches: readonly HeadBatch[]): void;
  close(): void;
}

/** Reads a head beside whoever keeps it. Errors: throws when a file is there and cannot be read. */
export function readHeadFolder(folder: string): HeadReading {
  const path = join(folder, 'head');
  const head = existsSync(path) ? decodeHead(readFileSync(path)) : null;
  const list = join(folder, 'batches');
  return { head, batches: existsSync(list) ? decodeBatchLines(readFileSync(list, 'utf8')) : [] };
}

/** Opens the head of a database for its one keeper. Errors: throws what the disk says. */
export function openHeadFile(folder: string): HeadFile {
  const path = join(folder, 'head');
  if (!existsSync(path)) create(path);
  const { head, batches } = readHeadFolder(folder);
  const slots = openSync(path, 'r+', PRIVATE_MODE);
  const list = openSync(join(folder, 'batches'), 'a', PRIVATE_MODE);
  let generation = head?.generation ?? 0;
  return {
    head,
    batches,
    write: (next) => {
      const bytes = encodeSlot({ ...next, generation: generation + 1 });
      invariant(writeSync(slots, bytes, 0, bytes.length, slotOffset(generation + 1)) === bytes.length, SHORT);
      fdatasyncSync(slots);
      generation += 1;
    },
    append: (added) => {
      // It begins on a line of its own, whatever a torn write left at the end.
      const text = added.map((batch) => `\n${encodeBatchLine(batch)}\n`).join('');
      invariant(writeSync(list, text) === Buffer.byteLength(text), SHORT);
      fdatasyncSync(list);
    },
    close: () => {
      closeSync(slots);
      closeSync(list);
    },
  };
}

const SHORT = 'a write of some hundred bytes was cut short without an error';

/** The file has its full size from the start, under its own name only once it is on disk. */
function create(path: string): void {
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', PRIVATE_MODE);
  try {
    writeSync(file, Buffer.alloc(HEAD_FILE_BYTES));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolder(join(path, '..'));
}

/** A new name is kept over a power cut once its folder is synced; Windows knows no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Two batches of one number, in two stories of one database, differ in their rows or their moment. */
export function batchIdentity({ batch, fingerprint, confirmedAtMs }: HeadBatch): string {
  return `${batch} ${fingerprint} ${confirmedAtMs}`;
}

/** Each batch once. */
export function distinctBatches<Batch extends HeadBatch>(batches: readonly Batch[]): readonly Batch[] {
  return [...new Map(batches.map((batch) => [batchIdentity(batch), batch])).values()];
}

/** Where the slot of a generation lies. Units: bytes. */
function slotOffset(generation: number): number {
  return SLOT_OFFSETS[generation % 2 === 0 ? 0 : 1];
}

/** Writes a slot. Shape: the checksum, a space, the head as JSON, padded with spaces, a newline at the end. */
function encodeSlot(head: OutsideHead): Buffer {
  const { generation, databaseId, machine, sequence, hash: end } = head;
  const text = JSON.stringify({ generation, databaseId, machine, sequence, hash: end });
  const line = `${hash('sha256', text, 'hex')} ${text}`;
  return Buffer.from(`${line.padEnd(SLOT_BYTES - 1)}\n`, 'ascii');
}

/** Reads the newest whole slot of a head's file. Errors: null when neither is whole. */
function decodeHead(bytes: Buffer): OutsideHead | null {
  const slots = SLOT_OFFSETS.map((offset) => decodeSlot(bytes.subarray(offset, offset + SLOT_BYTES)));
  return slots.reduce(
    (best, slot) => (slot !== null && slot.generation > (best?.generation ?? -1) ? slot : best),
    null,
  );
}

function decodeSlot(bytes: Buffer): OutsideHead | null {
  const line = bytes.toString('ascii').trimEnd();
  const text = line.slice(65);
  if (line[64] !== ' ' || hash('sha256', text, 'hex') !== line.slice(0, 64)) return null;
  const { generation, databaseId, machine, sequence, hash: end } = JSON.parse(text) as Record<string, unknown>;
  const isWhole =
    Number.isSafeInteger(generation) &&
    Number.isSafeInteger(sequence) &&
    typeof databaseId === 'string' &&
    typeof machine === 'string' &&
    typeof end === 'string';
  if (!isWhole) return null;
  return { generation: Number(generation), databaseId, machine, sequence: Number(sequence), hash: end as Sha256 };
}

/** One batch on a line, without the newline. Units: paise, milliseconds since 1970 UTC. */
function encodeBatchLine(batch: HeadBatch): string {
  const { batch: number, runNumber, fingerprint, count, totalPaise, confirmedAtMs, from } = batch;
  const text = JSON.stringify({ batch: number, runNumber, fingerprint, count, totalPaise, confirmedAtMs, from });
  return `${checksum(text)} ${text}`;
}

/** Every whole line. */
function decodeBatchLines(text: string): readonly HeadBatch[] {
  return text
    .split('\n')
    .map(decodeLine)
    .filter((batch) => batch !== null);
}

function decodeLine(line: string): HeadBatch | null {
  const text = line.slice(CHECKSUM_DIGITS + 1);
  if (text === '' || checksum(text) !== line.slice(0, CHECKSUM_DIGITS)) return null;
  const fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return {
    batch: Number(fields['batch']),
    runNumber: Number(fields['runNumber']),
    fingerprint: String(fields['fingerprint']) as Sha256,
    count: Number(fields['count']),
    totalPaise: Number(fields['totalPaise']) as Paise,
    confirmedAtMs: Number(fields['confirmedAtMs']),
    ...(typeof fields['from'] === 'string' ? { from: fields['from'] } : {}),
  };
}

function checksum(text: string): string {
  return hash('sha256', text, 'hex').slice(0, CHECKSUM_DIGITS);
}
