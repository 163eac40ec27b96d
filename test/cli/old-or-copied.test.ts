// A database that is not the true one: restored, copied, or on another computer. Whatever it calls unsent may have been sent
// since, so it sends nothing, looks up what it can, and a person opens it again.

import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { LOCKED_LIST, UNLOCKED, VERIFIED } from './audit-views.ts';
import { openDeskFor } from './desk-in-process.ts';
import { rowsOf } from './folder-contents.ts';
import { answerOf, BATCH, counts, REFUSED } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { type Desk, type Finished, PATIENCE_MS } from './run-desk.ts';
import { type SpecGateway, startSpecGateway } from './spec-gateway.ts';

const ROWS = makeRows(30);

interface Halfway {
  readonly desk: Desk;
  readonly gateway: SpecGateway;
  readonly file: string;
  /** The data folder as it was when the process was killed in the middle of the batch. */
  readonly old: string;
}

/** A run that is killed in the middle, with a copy of its data folder at that moment. */
async function stopHalfway(test: TestContext): Promise<Halfway> {
  let victim: number | null = null;
  const gateway = await startSpecGateway(test, {
    onPayout: (count) => {
      if (count === 12 && victim !== null) process.kill(victim, 'SIGKILL');
    },
    conduct: () => ({ delayMs: 15 }),
  });
  const desk = await openDeskFor(test, gateway, { options: SLOWLY });
  const file = writeCsv(desk.folder, { name: 'pay.csv', rows: ROWS });
  const started = desk.start('run', file, '--profile', 'acme', '--yes');
  victim = started.pid;
  expect((await started.finished).signal).toBe('SIGKILL');
  victim = null;
  // Requests that had left when it was killed have arrived by the time another process has run.
  await desk.run('list');
  const old = path.join(desk.folder, 'old');
  cpSync(desk.data, old, { recursive: true });
  return { desk, gateway, file, old };
}

const SLOWLY = ['--rate', '5000', '--in-flight', '4', '--poll-first-ms', '20', '--poll-max-ms', '200'];

async function resumeToTheEnd(desk: Desk): Promise<void> {
  const resumed = await desk.run('resume', 'B0001', '--yes', '--until', 'sent', '--json', '--accept-warnings');
  expect(answerOf(resumed, BATCH).counts.queued).toBe(0);
}

/** Replaces the true data folder with the old one, like a person who restores their own backup. */
function putBack({ desk, old }: Halfway): void {
  renameSync(desk.data, path.join(desk.folder, 'newer'));
  renameSync(old, desk.data);
}

function twicePosted(gateway: SpecGateway): readonly string[] {
  return [...gateway.timesPosted()].filter(([, times]) => times > 1).map(([reference]) => reference);
}

describe.concurrent('a data folder that was put back from an older copy', { timeout: PATIENCE_MS * 2 }, () => {
  it('is locked: nothing of it is sent again, look-ups find what was paid, a person unlocks it', async (test) => {
    const halfway = await stopHalfway(test);
    const { desk, gateway, file } = halfway;
    await resumeToTheEnd(desk);
    putBack(halfway);
    const posts = gateway.payoutPosts().length;

    const status = answerOf(await desk.run('status', 'B0001', '--json'), BATCH);
    expect(status.paused).toMatchObject({ code: 'locked', message: expect.stringContaining('older') });
    expect(status.counts).toMatchObject({ queued: 0, sending: 0 });
    expect(status.counts.unknown).toBeGreaterThan(15);
    const listed = await desk.run('list', '--json');
    expect(answerOf(listed, LOCKED_LIST).locked.code).toBe('locked');
    expect(listed.stderr).toContain('locked');
    const verified = await desk.run('audit', 'verify', '--json');
    expect(verified.exitCode).toBe(6);
    expect(answerOf(verified, VERIFIED).desks).toMatchObject([
      { ok: false, locked: true, findings: [{ code: 'locked' }] },
    ]);

    const other = writeCsv(desk.folder, { name: 'other.csv', rows: makeRows(2, { label: 'other' }) });
    const before = rowsOf(path.join(desk.data, 'desk.db'));
    for (const words of [
      ['resume', 'B0001', '--yes'],
      ['run', other, '--profile', 'acme', '--yes'],
      ['run', file, '--profile', 'acme', '--yes'],
      ['cancel', 'B0001'],
    ]) {
      const refused = await desk.run(...words, '--json');
      expect({ exitCode: refused.exitCode, code: answerOf(refused, REFUSED).refused.code }).toEqual({
        exitCode: 6,
        code: 'locked',
      });
      expect(refused.stderr).toMatch(/The desk is locked and sends nothing: .*older/s);
    }
    expect(rowsOf(path.join(desk.data, 'desk.db'))).toEqual(before);
    const watched = answerOf(await desk.run('watch', 'B0001', '--for', '10', '--json'), BATCH);
    const executed = gateway.executed.length;
    expect(watched.counts).toEqual(counts({ success: executed, unknown: ROWS.length - executed }));
    expect(gateway.payoutPosts()).toHaveLength(posts);

    const silent = await desk.run('unlock', '--note', 'the disk was replaced', '--json');
    expect({ exitCode: silent.exitCode, code: answerOf(silent, REFUSED).refused.code }).toEqual({
      exitCode: 2,
      code: 'notConfirmed',
    });
    expect((await desk.run('resume', 'B0001', '--yes')).exitCode).toBe(6);
    const unlocked = await desk.run('unlock', '--note', 'the disk was replaced', '--yes', '--json');
    expect(unlocked.exitCode).toBe(0);
    expect(answerOf(unlocked, UNLOCKED)).toMatchObject({ desk: 'live', unknown: ROWS.length - executed, lost: [] });
    expect((await desk.run('audit', 'verify')).exitCode).toBe(0);
    const paid = await desk.run('run', other, '--profile', 'acme', '--yes', '--json');
    expect(answerOf(paid, BATCH)).toMatchObject({ batch: 'B0002', counts: counts({ success: 2 }) });
    expect((await desk.run('unlock', '--note', 'again', '--yes')).exitCode).toBe(2);
    expect(twicePosted(gateway)).toEqual([]);
  });

  it('does not pay a batch again that was confirmed since, also once it is unlocked', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const first = writeCsv(desk.folder, { name: 'first.csv', rows: makeRows(2) });
    const second = writeCsv(desk.folder, { name: 'second.csv', rows: makeRows(2, { label: 'second' }) });
    const pay = (file: string, ...more: string[]) =>
      desk.run('run', file, '--profile', 'acme', '--yes', '--json', ...more);
    expect((await pay(first)).exitCode).toBe(0);
    const old = path.join(desk.folder, 'old');
    cpSync(desk.data, old, { recursive: true });
    expect((await pay(second)).exitCode).toBe(0);
    rmSync(desk.data, { recursive: true });
    renameSync(old, desk.data);

    const unlocked = await desk.run('unlock', '--note', 'a wrong folder was copied back', '--yes', '--json');
    expect(answerOf(unlocked, UNLOCKED).lost).toMatchObject([{ batch: 'B0002', rows: 2 }]);
    expect(unlocked.stderr).toContain('Missing from this copy: batch B0002');
    const again = await pay(second);
    expect(again.exitCode).toBe(2);
    expect(answerOf(again, REFUSED).refused).toMatchObject({
      code: 'repeatedFile',
      message: expect.stringContaining('B0002, which this database no longer has'),
    });
    const longer = writeCsv(desk.folder, { name: 'longer.csv', rows: makeRows(3, { label: 'second' }) });
    expect(answerOf(await pay(longer, '--accept-warnings'), REFUSED).refused).toMatchObject({
      code: 'batchLost',
      cure: expect.stringContaining('--accept-repeat B0002'),
      message: expect.stringMatching(
        /Batch B0002 of \d+ \w+ \(2 payments, ₹201\.07\) is lost: this desk cannot tell whether these rows were paid in it\.$/,
      ),
    });
    expect(gateway.payoutPosts()).toHaveLength(4);
  });
});

describe.concurrent('a database that was deleted', { timeout: PATIENCE_MS * 2 }, () => {
  it('is missed by every command, and whoever was paid by it is not paid again by a longer file', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const first = writeCsv(desk.folder, { name: 'first.csv', rows: makeRows(3) });
    const longer = writeCsv(desk.folder, { name: 'longer.csv', rows: makeRows(4) });
    const backup = path.join(desk.folder, 'backup.db');
    expect((await desk.run('run', first, '--profile', 'acme', '--yes')).exitCode).toBe(0);
    expect((await desk.run('backup', backup)).exitCode).toBe(0);
    for (const ending of ['', '-wal', '-shm']) rmSync(path.join(desk.data, `desk.db${ending}`), { force: true });

    for (const words of [['list'], ['status'], ['audit', 'verify'], ['backup', `${backup}.2`]]) {
      const refused = await desk.run(...words);
      expect(refused.exitCode).toBe(2);
      expect(refused.stderr).toMatch(/is gone\. It held 1 batch of ₹[\d.,]+, the last confirmed on \d{4}-\d\d-\d\d/);
    }
    const run = await desk.run('run', longer, '--profile', 'acme', '--yes');
    expect(run.stderr).toContain('is gone');
    expect(
      (await desk.run('profile', 'set', 'acme', '--base-url', gateway.url, '--mid', `${gateway.mid}`)).exitCode,
    ).toBe(6);
    const locked = await desk.run('run', longer, '--profile', 'acme', '--yes');
    expect({ exitCode: locked.exitCode, said: locked.stderr }).toMatchObject({
      exitCode: 6,
      said: expect.stringMatching(/database of this folder is gone, and with it 1 batch of ₹/),
    });
    expect(await desk.run('status')).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('is gone') });
    expect(gateway.payoutPosts()).toHaveLength(3);

    expect((await desk.run('restore', backup)).exitCode).toBe(0);
    const again = await desk.run('run', first, '--profile', 'acme', '--yes', '--json');
    expect(answerOf(again, REFUSED).refused.code).toBe('repeatedFile');
    expect(gateway.payoutPosts()).toHaveLength(3);
  });

  it('is followed by another once a person unlocks that, which asks about the same file', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const first = writeCsv(desk.folder, { name: 'first.csv', rows: makeRows(3) });
    expect((await desk.run('run', first, '--profile', 'acme', '--yes')).exitCode).toBe(0);
    for (const ending of ['', '-wal', '-shm']) rmSync(path.join(desk.data, `desk.db${ending}`), { force: true });
    const unlocked = await desk.run('unlock', '--note', 'the disk died', '--yes', '--json');
    expect(answerOf(unlocked, UNLOCKED)).toMatchObject({ unknown: 0, lost: [{ batch: 'B0001', rows: 3 }] });
    await desk.run('profile', 'set', 'acme', '--base-url', gateway.url, '--mid', `${gateway.mid}`);
    const again = await desk.run('run', first, '--profile', 'acme', '--yes', '--json');
    expect(answerOf(again, REFUSED).refused).toMatchObject({
      code: 'repeatedFile',
      message: expect.stringContaining('B0001, which this database no longer has'),
    });
    expect(gateway.payoutPosts()).toHaveLength(3);
  });
});

describe.concurrent('a copied data folder', { timeout: PATIENCE_MS * 2 }, () => {
  it('is locked on a computer that has no note of it', async (test) => {
    const halfway = await stopHalfway(test);
    const { desk, gateway } = halfway;
    const posts = gateway.payoutPosts().length;
    rmSync(path.join(desk.folder, 'home', '.local'), { recursive: true });
    const resumed = await desk.run('resume', 'B0001', '--yes', '--json');
    expect(resumed.exitCode).toBe(6);
    expect(resumed.stderr).toMatch(/no note of how far this database had come/);
    expect(answerOf(await desk.run('status', '--json'), BATCH).counts).toMatchObject({ queued: 0, sending: 0 });
    expect(gateway.payoutPosts()).toHaveLength(posts);
  });

  it('is locked when its note was written by another computer', async (test) => {
    const { desk, gateway } = await stopHalfway(test);
    const posts = gateway.payoutPosts().length;
    moveToAnotherComputer(desk);
    const resumed = await desk.run('resume', 'B0001', '--yes', '--json');
    expect(resumed.exitCode).toBe(6);
    expect(resumed.stderr).toMatch(/another computer/);
    expect(gateway.payoutPosts()).toHaveLength(posts);
  });

  it('and its original cannot both send: whichever goes on first, the other is locked', async (test) => {
    const { desk, gateway, old } = await stopHalfway(test);
    const copy = desk.with({ data: old, token: gateway.token });
    await resumeToTheEnd(copy);
    const refused = await desk.run('resume', 'B0001', '--yes', '--json');
    expect(refused.exitCode).toBe(6);
    expect(answerOf(refused, REFUSED).refused.message).toMatch(/older|another copy/);
    expect(twicePosted(gateway)).toEqual([]);
  });

  it('cannot be used while its original sends', async (test) => {
    const copied = Promise.withResolvers<Finished>();
    let desk: Desk | null = null;
    const gateway = await startSpecGateway(test, {
      onPayout: (count) => {
        if (count !== 5 || desk === null) return;
        const old = path.join(desk.folder, 'old');
        cpSync(desk.data, old, { recursive: true });
        desk.with({ data: old }).run('resume', 'B0001', '--yes', '--json').then(copied.resolve, copied.reject);
      },
      conduct: () => ({ delayMs: 120 }),
    });
    desk = await openDeskFor(test, gateway, { options: SLOWLY });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(80) });
    expect((await desk.run('run', file, '--profile', 'acme', '--yes')).exitCode).toBe(0);
    expect(await copied.promise).toMatchObject({ exitCode: 6 });
    expect(twicePosted(gateway)).toEqual([]);
    expect(gateway.executed).toHaveLength(80);
  });
});

describe.concurrent('the note outside the data folder', { timeout: PATIENCE_MS }, () => {
  it('lies in the state folder, for its owner alone, and holds neither token nor person', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    await desk.run('run', writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(3) }), '--profile', 'acme', '--yes');
    const folder = headFolderOf(desk);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const text = readFileSync(file, 'latin1');
      for (const secret of [gateway.token, '@okbank', 'Person', gateway.url]) expect(text).not.toContain(secret);
    }
  });
});

function headFolderOf(desk: Desk): string {
  const heads = path.join(desk.folder, 'home', '.local', 'state', 'payout-desk', 'heads');
  const [id = 'none'] = readdirSync(heads);
  return path.join(heads, id);
}

/** Rewrites the head as another computer would have written it, in the format of docs/cli.md. */
function moveToAnotherComputer(desk: Desk): void {
  const file = path.join(headFolderOf(desk), 'head');
  const bytes = readFileSync(file);
  for (const offset of [0, 4096]) {
    const line = bytes.toString('ascii', offset, offset + 512).trimEnd();
    const text = line.slice(65).replace(/"machine":"[0-9a-f]{32}"/, `"machine":"${'c'.repeat(32)}"`);
    bytes.write(`${createHash('sha256').update(text).digest('hex')} ${text}`.padEnd(511), offset, 'ascii');
  }
  writeFileSync(file, bytes);
}
