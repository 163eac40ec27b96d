// Ways to damage a file: a piece cut off, bits flipped, a page lost.

import { closeSync, ftruncateSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import type { Random } from '../seeded/random.ts';

export const DAMAGES = ['cut', 'cutAtPage', 'flipOne', 'flipOneInText', 'flipSome', 'zeroPage', 'stalePage'] as const;
export type Damage = (typeof DAMAGES)[number];

const PAGE_BYTES = 4_096;

/** Damages a file in place. Returns what was done, for the report; null when the file is too small for it. */
export function damage(file: string, how: Damage, random: Random): string | null {
  const { size } = statSync(file);
  if (size < 2 * PAGE_BYTES) return null;
  const open = openSync(file, 'r+');
  try {
    switch (how) {
      case 'cut':
        return cut(open, random.between(1, size - 1));
      case 'cutAtPage':
        return cut(open, PAGE_BYTES * random.between(1, Math.floor(size / PAGE_BYTES) - 1));
      case 'flipOne':
        return flip(open, random.below(size), random.below(8));
      case 'flipOneInText':
        return flipText(open, size, random);
      case 'flipSome':
        return Array.from({ length: random.between(2, 12) }, () =>
          flip(open, random.below(size), random.below(8)),
        ).join();
      case 'zeroPage':
        return overwrite(open, PAGE_BYTES * random.below(Math.floor(size / PAGE_BYTES)), Buffer.alloc(PAGE_BYTES));
      case 'stalePage': {
        const from = PAGE_BYTES * random.below(Math.floor(size / PAGE_BYTES));
        const page = Buffer.alloc(PAGE_BYTES);
        readSync(open, page, 0, PAGE_BYTES, from);
        return overwrite(open, PAGE_BYTES * random.below(Math.floor(size / PAGE_BYTES)), page);
      }
    }
  } finally {
    closeSync(open);
  }
}

/** Removes a file, as if a copy had omitted it. */
export function lose(file: string): string {
  rmSync(file, { force: true });
  return 'lost';
}

function cut(open: number, length: number): string {
  ftruncateSync(open, length);
  return `cut at ${length}`;
}

function flip(open: number, offset: number, bit: number): string {
  const byte = Buffer.alloc(1);
  readSync(open, byte, 0, 1, offset);
  byte[0] = (byte[0] ?? 0) ^ (1 << bit);
  writeSync(open, byte, 0, 1, offset);
  return `bit ${bit} of byte ${offset}`;
}

/** In letters and digits, a flipped bit gives another well-formed value. */
function flipText(open: number, size: number, random: Random): string {
  const byte = Buffer.alloc(1);
  for (let tries = 0; tries < 10_000; tries += 1) {
    const offset = random.below(size);
    readSync(open, byte, 0, 1, offset);
    if (/[0-9A-Za-z]/.test(byte.toString('latin1'))) return flip(open, offset, random.below(3));
  }
  return flip(open, 0, 0);
}

function overwrite(open: number, offset: number, page: Buffer): string {
  writeSync(open, page, 0, page.length, offset);
  return `page at ${offset}`;
}
