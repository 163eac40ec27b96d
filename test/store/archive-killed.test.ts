// A process that archives is killed with SIGKILL at one point after the other. Whatever is on the disk then opens, verifies and reads
// as before, and the next archiving comes to the same end.

import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openReadOnly } from '../../electron/main/store/open-database.ts';
import { openStoreReader } from '../../electron/main/store/store.ts';
import { verifyDatabase } from '../../electron/main/store/verify-database.ts';
import { allOf, fillOldBatches } from './archived-desk.ts';
import { makeDesk, testFolder } from './desk-file.ts';

const DIES = fileURLToPath(new URL('./archive-until-killed.ts', import.meta.url));

/** So many moments are enough for each kind of operation; the others differ by the batch only. */
const KILLS = 24;

function archive(folder: string, killedAt = 0): string {
  const path = join(folder, 'desk.db');
  const child = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', DIES, path, String(killedAt)], {
    encoding: 'utf8',
  });
  expect(child.stderr).toBe('');
  expect(child.signal).toBe(killedAt === 0 ? null : 'SIGKILL');
  return child.stdout.trim();
}

/** What two batches read, once the whole audit has found nothing. */
function readAll(folder: string, batches: readonly number[]): unknown {
  const path = join(folder, 'desk.db');
  const opened = openReadOnly(path);
  if (opened.kind === 'refused') throw new Error(opened.refusal.code);
  const verdict = verifyDatabase(opened.database, { prefix: 'B', machine: '', head: null });
  opened.database.close();
  expect(verdict.findings).toEqual([]);
  const opening = openStoreReader({ path, prefix: 'B' });
  if (opening.kind === 'refused') throw new Error(opening.refusal.code);
  const { store } = opening;
  const all = batches.map((batch) => allOf(store, batch));
  store.close();
  return all;
}

it('loses nothing at whatever point it is killed, and goes on where it was', { timeout: 240_000 }, () => {
  const folder = testFolder();
  const desk = makeDesk(folder);
  const { first, second } = fillOldBatches(desk);
  desk.store.close();
  desk.raw.close();
  const before = readAll(folder, [first, second]);
  const copy = (): string => {
    const to = testFolder();
    cpSync(folder, to, { recursive: true });
    return to;
  };
  const whole = copy();
  const operations = Number(archive(whole));
  expect(operations).toBeGreaterThan(KILLS);
  expect(readAll(whole, [first, second])).toEqual(before);
  const archives = (of: string): string[] =>
    readdirSync(join(of, 'archives')).filter((name) => name.endsWith('.archive'));
  expect(archives(whole)).toHaveLength(2);

  const where = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const killed = copy();
    where.add(archive(killed, 1 + Math.floor((kill * operations) / KILLS)).split(' ')[0] ?? '');
    expect(readAll(killed, [first, second])).toEqual(before);
    archive(killed);
    expect(readAll(killed, [first, second])).toEqual(before);
    expect(readdirSync(join(killed, 'archives')).filter((name) => name.endsWith('.copying'))).toEqual([]);
  }
  // The moments are of every kind.
  expect([...where]).toEqual(expect.arrayContaining(['run', 'exec', 'closeSync']));
});
