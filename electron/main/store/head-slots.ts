// The head as bytes: two slots, written in turn, each with a checksum, so that a torn write leaves the one before it.
// In: what a head says. Out: a slot of fixed size, and back. This file must never take a slot whose checksum is wrong.

import { hash } from 'node:crypto';
import type { Sha256 } from '../../../shared/ids.ts';
import type { OutsideHead } from '../../../shared/standing.ts';

/** One sector: a disk writes it whole or not at all, and the checksum notices where it does not. */
const SLOT_BYTES = 512;

/** The slots lie in pages of their own, so that writing one never touches the other. */
const SLOT_OFFSETS = [0, 4_096] as const;

/** Both slots, and nothing else: the file never grows, so that writing a slot needs no free space. */
export const HEAD_FILE_BYTES = 8_192;

/** Where the slot of a generation lies. Units: bytes. */
export function slotOffset(generation: number): number {
  return SLOT_OFFSETS[generation % 2 === 0 ? 0 : 1];
}

/** Writes a slot. Shape: the checksum, a space, the head as JSON, padded with spaces, a newline at the end. */
export function encodeSlot(head: OutsideHead): Buffer {
  const { generation, databaseId, machine, sequence, hash: end } = head;
  const text = JSON.stringify({ generation, databaseId, machine, sequence, hash: end });
  const line = `${hash('sha256', text, 'hex')} ${text}`;
  return Buffer.from(`${line.padEnd(SLOT_BYTES - 1)}\n`, 'ascii');
}

/** Reads the newest whole slot of a head's file. Errors: null when neither is whole. */
export function decodeHead(bytes: Buffer): OutsideHead | null {
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
