// The head's own file: it reads back what was written, and a torn write leaves the previous one.

import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type HeadFile, openHeadFile, readHeadFolder } from '../../electron/main/store/heads.ts';
import type { Sha256 } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import { testFolder } from './desk-file.ts';

const DATABASE_ID = '0b1c2d3e-0000-4000-8000-000000000000';

function headAt(sequence: number): Parameters<HeadFile['write']>[0] {
  const hash = sequence.toString(16).padStart(64, '0') as Sha256;
  return { databaseId: DATABASE_ID, machine: 'm'.repeat(32), sequence, hash };
}

function open(folder: string): HeadFile {
  const file = openHeadFile(folder);
  onTestFinished(() => file.close());
  return file;
}

function batchAt(batch: number) {
  const fingerprint = batch.toString(16).padStart(64, 'f') as Sha256;
  return { batch, runNumber: 1, fingerprint, count: 3, totalPaise: asPaise(60_050), confirmedAtMs: 1_775_019_600_000 };
}

describe('the file of a head', () => {
  it('says nothing before the first write, and the last written afterwards', () => {
    const folder = testFolder();
    const file = open(folder);
    expect(readHeadFolder(folder)).toEqual({ head: null, batches: [] });
    for (let sequence = 1; sequence <= 5; sequence += 1) {
      file.write(headAt(sequence));
      expect(readHeadFolder(folder).head).toEqual({ ...headAt(sequence), generation: sequence });
    }
    expect(open(folder).head).toMatchObject({ sequence: 5, generation: 5 });
  });

  it('goes back when it is told to: the newest writing counts, not the highest entry', () => {
    const folder = testFolder();
    const file = open(folder);
    file.write(headAt(90));
    file.write(headAt(12));
    expect(readHeadFolder(folder).head?.sequence).toBe(12);
  });

  it('is readable and writable by its owner alone, and never grows', () => {
    const folder = testFolder();
    const file = open(folder);
    file.append([batchAt(1)]);
    const before = statSync(join(folder, 'head')).size;
    for (let sequence = 1; sequence <= 20; sequence += 1) file.write(headAt(sequence * 1_000_000_007));
    expect(statSync(join(folder, 'head')).size).toBe(before);
    for (const name of ['head', 'batches']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('keeps the head before when the newest writing is torn at any byte', () => {
    const folder = testFolder();
    const path = join(folder, 'head');
    const file = open(folder);
    file.write(headAt(1));
    file.write(headAt(2));
    const before = readFileSync(path);
    file.write(headAt(3));
    const after = readFileSync(path);
    const changed = [...after.keys()].filter((at) => after[at] !== before[at]);
    expect(changed.length).toBeGreaterThan(60);
    for (const at of changed) {
      writeFileSync(path, Buffer.concat([after.subarray(0, at), before.subarray(at)]));
      expect(readHeadFolder(folder).head).toEqual({ ...headAt(2), generation: 2 });
    }
  });

  it('never gives out a head that was not written, whatever becomes of the file', () => {
    const folder = testFolder();
    const path = join(folder, 'head');
    const file = open(folder);
    file.write(headAt(7));
    file.write(headAt(8));
    const whole = readFileSync(path);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, flip, cut) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        writeFileSync(path, bytes);
        if (cut) truncateSync(path, at);
        const { head } = readHeadFolder(folder);
        expect([null, 7, 8]).toContain(head?.sequence ?? null);
        if (head !== null) expect(head).toMatchObject(headAt(head.sequence));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps each confirmed batch, and takes a torn line for none', () => {
    const folder = testFolder();
    const path = join(folder, 'batches');
    open(folder).append([batchAt(1), batchAt(2)]);
    const whole = readFileSync(path, 'utf8');
    truncateSync(path, whole.length - 10);
    expect(readHeadFolder(folder).batches).toEqual([batchAt(1)]);
    open(folder).append([batchAt(2), batchAt(3)]);
    expect(readHeadFolder(folder).batches).toEqual([batchAt(1), batchAt(2), batchAt(3)]);
    appendFileSync(path, '0123456789abcdef {"batch":9}\n');
    expect(readHeadFolder(folder).batches).toHaveLength(3);
  });
});
