// A full or read-only disk, at the start and in the middle: a sentence, an exit code, and nothing sent that is not on disk first.
// The test mounts the file systems, which only an administrator may do.

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { openDesk, openDeskFor } from './desk-in-process.ts';
import { rowsOf } from './folder-contents.ts';
import { answerOf, BATCH, BATCHES, countOf, counts, REFUSED } from './json-answers.ts';
import { makeRows, totalPaiseOf, writeCsv } from './payout-files.ts';
import { PATIENCE_MS } from './run-desk.ts';
import { makeGate, startSpecGateway } from './spec-gateway.ts';

/** A small file system for one test; the test is skipped where nobody may mount one. */
function mountSmallDisk(
  test: TestContext,
  { folder, kilobytes }: { readonly folder: string; readonly kilobytes: number },
): string {
  const place = path.join(folder, 'disk');
  mkdirSync(place);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=700`, 'tmpfs', place]);
  test.skip(mounted.status !== 0, 'mounting a file system takes an administrator on Linux');
  test.onTestFinished(() => void spawnSync('umount', ['-l', place]));
  return place;
}

/** Fills the remaining space. */
function fill(place: string): string {
  const filler = path.join(place, 'filler');
  // dd fails once the disk is full, as intended.
  spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1024']);
  return filler;
}

describe.concurrent('a full disk', { timeout: PATIENCE_MS }, () => {
  it('refuses a run before anything is stored or sent', async (test) => {
    const gateway = await startSpecGateway(test);
    const place = mountSmallDisk(test, { folder: openDesk(test).folder, kilobytes: 24_576 });
    const desk = await openDeskFor(test, gateway, { data: path.join(place, 'data') });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(800) });
    const filler = fill(place);
    // First with no space at all, then with room to open the database but not to store the batch.
    for (const spareBytes of [0, 160 * 1_024]) {
      truncateSync(filler, statSync(filler).size - spareBytes);
      const ran = await desk.start('run', file, '--profile', 'acme', '--yes', '--json').finished;
      expect({ exitCode: ran.exitCode, code: answerOf(ran, REFUSED).refused.code }).toEqual({
        exitCode: 2,
        code: 'diskFull',
      });
      expect(ran.stderr).toMatch(/disk of .* is full/);
    }
    expect(gateway.payoutPosts()).toEqual([]);
    rmSync(filler);
    expect(answerOf(await desk.run('list', '--json'), BATCHES).batches).toEqual([]);
    expect((await desk.run('run', file, '--profile', 'acme', '--yes', '--json')).exitCode).toBe(0);
    expect(gateway.executed).toHaveLength(800);
  });

  it('cannot hold a desk at all, and says so', async (test) => {
    const place = mountSmallDisk(test, { folder: openDesk(test).folder, kilobytes: 64 });
    fill(place);
    const desk = openDesk(test, { data: path.join(place, 'data'), token: 'any' });
    for (const words of [['profile', 'set', 'acme', '--base-url', 'http://127.0.0.1:9', '--mid', '1'], ['practice']]) {
      const refused = await desk.start(...words, '--json').finished;
      expect(refused.exitCode).toBe(2);
      expect(refused.stderr).toMatch(/full|cannot be (?:written|opened)/i);
      answerOf(refused, REFUSED);
    }
  });

  it('in the middle of a run pauses it with what is known, and resume completes it once there is room', {
    timeout: 40_000,
  }, async (test) => {
    const gate = makeGate();
    let count = 0;
    const gateway = await startSpecGateway(test, {
      conduct: () => {
        count += 1;
        if (count === 60) gate.reach();
        return { until: count >= 60 ? gate.opened : null };
      },
    });
    const place = mountSmallDisk(test, { folder: openDesk(test).folder, kilobytes: 24_576 });
    const options = ['--rate', '5000', '--in-flight', '8', '--poll-first-ms', '20', '--poll-max-ms', '200'];
    const desk = await openDeskFor(test, gateway, { data: path.join(place, 'data'), options });
    const rows = makeRows(400);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows });
    const running = desk.start('run', file, '--profile', 'acme', '--yes', '--json');
    await gate.reached;
    const filler = fill(place);
    gate.open();
    const ended = await running.finished;
    const view = answerOf(ended, BATCH);
    expect({ exitCode: ended.exitCode, code: view.paused?.code }).toEqual({ exitCode: 5, code: 'diskFull' });
    expect(countOf(view)).toBe(400);
    expect(view.counts.queued).toBeGreaterThan(0);
    expect(view.counts.queued + gateway.payoutPosts().length).toBe(400);

    rmSync(filler);
    const resumed = await desk.run('resume', 'B0001', '--yes', '--json', '--for', '20');
    expect(answerOf(resumed, BATCH)).toMatchObject({
      counts: counts({ success: 400 }),
      paise: { success: totalPaiseOf(rows) },
    });
    expect(resumed.exitCode).toBe(0);
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  });
});

describe.concurrent('a full disk for temporary files', { timeout: PATIENCE_MS }, () => {
  it('verifies no report, and calls none altered', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const place = mountSmallDisk(test, { folder: desk.folder, kilobytes: 64 });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(3) });
    await desk.run('run', file, '--profile', 'acme', '--yes');
    for (const ending of ['csv', 'xlsx', 'pdf']) {
      const report = path.join(desk.folder, `report.${ending}`);
      await desk.run('export', 'B0001', '--out', report);
      fill(place);
      const verify = ['audit', 'verify', '--report', report, '--json'];
      const refused = await desk.with({ temporary: place }).start(...verify).finished;
      expect({ exitCode: refused.exitCode, code: answerOf(refused, REFUSED).refused.code }).toEqual({
        exitCode: 2,
        code: 'diskFull',
      });
      expect((await desk.run(...verify)).exitCode).toBe(0);
    }
  });
});

describe.concurrent('a data folder that may not be written', { timeout: PATIENCE_MS }, () => {
  it('refuses to send from a folder without the right to write, and keeps it as it is', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(3) });
    chmodSync(desk.data, 0o500);
    const before = rowsOf(path.join(desk.data, 'desk.db'));
    const ran = await desk.run('run', file, '--profile', 'acme', '--yes', '--json');
    const set = await desk.run('profile', 'set', 'acme', '--base-url', gateway.url, '--mid', '9', '--json');
    expect(rowsOf(path.join(desk.data, 'desk.db'))).toEqual(before);
    chmodSync(desk.data, 0o700);
    for (const finished of [ran, set]) {
      expect(finished.exitCode).toBe(2);
      expect(finished.stderr).toMatch(/read-only|may not be written|cannot be opened/);
      answerOf(finished, REFUSED);
    }
    expect(gateway.payoutPosts()).toEqual([]);
  });

  it('refuses to send from a read-only disk', async (test) => {
    const gateway = await startSpecGateway(test);
    const place = mountSmallDisk(test, { folder: openDesk(test).folder, kilobytes: 2_048 });
    const desk = await openDeskFor(test, gateway, { data: path.join(place, 'data') });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(3) });
    execFileSync('mount', ['-o', 'remount,ro', place]);
    for (const words of [
      ['run', file, '--profile', 'acme', '--yes'],
      ['wallet', '--profile', 'acme'],
    ]) {
      const finished = await desk.start(...words, '--json').finished;
      expect(finished.exitCode).toBe(2);
      expect(finished.stderr).toMatch(/read-only/);
      answerOf(finished, REFUSED);
    }
    expect(gateway.posts).toEqual([]);
  });

  it('tells every reading command in a sentence, or answers it: on a read-only disk and on a full one', async (test) => {
    const gateway = await startSpecGateway(test);
    const place = mountSmallDisk(test, { folder: openDesk(test).folder, kilobytes: 4_096 });
    const desk = await openDeskFor(test, gateway, { data: path.join(place, 'data') });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(3) });
    await desk.run('run', file, '--profile', 'acme', '--yes');
    const out = path.join(desk.folder, 'out.csv');
    const reading = [['status'], ['list'], ['profile', 'list'], ['export', 'B0001', '--out', out, '--force']];
    const readAll = async (refusal: RegExp): Promise<void> => {
      for (const words of reading) {
        const finished = await desk.start(...words, '--json').finished;
        expect([0, 2]).toContain(finished.exitCode);
        if (finished.exitCode === 0) continue;
        expect(answerOf(finished, REFUSED).refused.message).toMatch(refusal);
        expect(finished.stderr).not.toMatch(/SQLITE_|EROFS|ENOSPC/);
      }
    };
    const filler = fill(place);
    await readAll(/disk of .* is full/);
    rmSync(filler);
    execFileSync('mount', ['-o', 'remount,ro', place]);
    await readAll(/read-only disk/);
  });

  it('writes a report over a file only with --force, and never over the sheet that was paid', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(3) });
    await desk.run('run', file, '--profile', 'acme', '--yes');
    const sheet = readFileSync(file);
    const other = path.join(desk.folder, 'other.csv');
    writeFileSync(other, 'mine');
    const ended = async (...words: readonly string[]) => {
      const { exitCode, stdout } = await desk.run('export', 'B0001', '--json', '--out', ...words);
      return [exitCode, /"code":"(\w+)"/.exec(stdout)?.[1] ?? null];
    };
    expect(await ended(other)).toEqual([2, 'fileExists']);
    expect(readFileSync(other, 'utf8')).toBe('mine');
    expect(await ended(file, '--force')).toEqual([2, 'sourceSheet']);
    expect(readFileSync(file)).toEqual(sheet);
    expect(await ended(other, '--force')).toEqual([0, null]);
    expect(readFileSync(other, 'utf8')).not.toBe('mine');
  });

  it('refuses a report where it cannot be written, and a data folder that is a file', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(3) });
    await desk.run('run', file, '--profile', 'acme', '--yes');
    const missing = await desk.run('export', 'B0001', '--out', path.join(desk.folder, 'nowhere', 'x.csv'), '--json');
    expect({ exitCode: missing.exitCode, code: answerOf(missing, REFUSED).refused.code }).toEqual({
      exitCode: 2,
      code: 'folderMissing',
    });
    const odd = path.join(desk.folder, 'a-file');
    writeFileSync(odd, 'kept as it is');
    const set = await desk
      .with({ data: odd })
      .run('profile', 'set', 'a', '--base-url', gateway.url, '--mid', '1', '--json');
    expect({ exitCode: set.exitCode, code: answerOf(set, REFUSED).refused.code }).toEqual({
      exitCode: 2,
      code: 'dataFolder',
    });
  });
});
