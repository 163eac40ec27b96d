// Backups, restoring them, and the audit, on the built program: beside a running desk, and with damaged or wrong files.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, type TestContext } from 'vitest';
import { BACKUP, RESTORED, VERIFIED } from './audit-views.ts';
import { openDeskFor } from './desk-in-process.ts';
import { rowsOf } from './folder-contents.ts';
import { answerOf, BATCH, counts, REFUSED } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { PATIENCE_MS } from './run-desk.ts';
import { makeGate, startSpecGateway } from './spec-gateway.ts';
import type { NotKnown } from './spec-payouts.ts';

async function paidDesk(test: TestContext) {
  const gateway = await startSpecGateway(test);
  const desk = await openDeskFor(test, gateway);
  const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(5) });
  expect((await desk.run('run', file, '--profile', 'acme', '--yes')).exitCode).toBe(0);
  return { gateway, desk, backup: path.join(desk.folder, 'backup.db'), database: path.join(desk.data, 'desk.db') };
}

describe.concurrent('backup and restore', { timeout: PATIENCE_MS }, () => {
  it('write a copy for its owner alone, overwrite nothing, and put it back unlocked when nothing happened since', async (test) => {
    const { desk, backup, database } = await paidDesk(test);
    const written = await desk.run('backup', backup, '--json');
    expect(written.exitCode).toBe(0);
    expect(answerOf(written, BACKUP)).toMatchObject({
      file: backup,
      desk: 'live',
      batches: 1,
      bytes: statSync(backup).size,
    });
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect(rowsOf(backup)).toEqual(rowsOf(database));
    const bytes = readFileSync(backup);
    const again = await desk.run('backup', backup, '--json');
    expect({ exitCode: again.exitCode, code: answerOf(again, REFUSED).refused.code }).toEqual({
      exitCode: 2,
      code: 'fileExists',
    });
    expect(readFileSync(backup)).toEqual(bytes);
    expect(readdirSync(desk.folder).filter((name) => name.includes('partial'))).toEqual([]);

    const restored = answerOf(await desk.run('restore', backup, '--json'), RESTORED);
    expect(restored).toMatchObject({ locked: null, unknown: 0, lost: [] });
    expect(restored.kept).toMatch(/desk\.db\.replaced-\d{8}T\d{6}Z$/);
    expect(rowsOf(restored.kept ?? '')).toEqual(rowsOf(backup));
    expect(answerOf(await desk.run('status', '--json'), BATCH)).toMatchObject({
      paused: null,
      counts: counts({ success: 5 }),
    });
    expect((await desk.run('audit', 'verify')).exitCode).toBe(0);
  });

  it('of an older moment opens locked and says what is missing, and sends nothing', async (test) => {
    const { desk, gateway, backup } = await paidDesk(test);
    await desk.run('backup', backup);
    const more = writeCsv(desk.folder, { name: 'more.csv', rows: makeRows(2, { label: 'more' }) });
    await desk.run('run', more, '--profile', 'acme', '--yes');
    const restored = await desk.run('restore', backup, '--json');
    expect(restored.exitCode).toBe(0);
    expect(answerOf(restored, RESTORED)).toMatchObject({
      locked: { code: 'locked' },
      lost: [{ batch: 'B0002', rows: 2 }],
    });
    expect(restored.stderr).toContain('unlock');
    expect((await desk.run('run', more, '--profile', 'acme', '--yes')).exitCode).toBe(6);
    const stored = path.join(desk.data, readdirSync(desk.data).find((name) => /replaced-\d+T\d+Z$/.test(name)) ?? '');
    // The replaced database is whole: restoring it leads exactly back.
    const back = await desk.run('restore', stored, '--json');
    expect(answerOf(back, RESTORED)).toMatchObject({ locked: null, lost: [] });
    expect(gateway.payoutPosts()).toHaveLength(7);
  });

  it('is made beside a run, and is refused to be put back beside one', async (test) => {
    const gate = makeGate();
    let count = 0;
    const gateway = await startSpecGateway(test, {
      conduct: () => {
        count += 1;
        if (count === 10) gate.reach();
        return { until: count < 10 ? null : gate.opened };
      },
    });
    const desk = await openDeskFor(test, gateway, { options: ['--rate', '5000', '--in-flight', '4'] });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(60) });
    const running = desk.start('run', file, '--profile', 'acme', '--yes', '--until', 'sent', '--json');
    await gate.reached;
    const backup = path.join(desk.folder, 'backup.db');
    expect((await desk.run('backup', backup)).exitCode).toBe(0);
    expect((await desk.run('audit', 'verify')).exitCode).toBe(0);
    expect((await desk.run('restore', backup)).exitCode).toBe(6);
    gate.open();
    expect((await running.finished).exitCode).toBe(0);
    expect(gateway.executed).toHaveLength(60);
    const restored = answerOf(await desk.run('restore', backup, '--json'), RESTORED);
    expect(restored.locked?.code).toBe('locked');
    expect(restored.unknown).toBeGreaterThan(50);
    const watched = answerOf(await desk.run('watch', 'B0001', '--for', '10', '--json'), BATCH);
    expect(watched.counts).toEqual(counts({ success: 60 }));
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  });

  it('refuses what is damaged, foreign, missing, of the other desk or of another one, and changes nothing', async (test) => {
    const { desk, backup, database } = await paidDesk(test);
    await desk.run('backup', backup);
    const elsewhere = await paidDesk(test);
    await elsewhere.desk.run('backup', elsewhere.backup);
    const cut = path.join(desk.folder, 'cut.db');
    writeFileSync(cut, readFileSync(backup));
    truncateSync(cut, statSync(cut).size - 4_096 * 3);
    const text = path.join(desk.folder, 'text.db');
    writeFileSync(text, 'not a database');
    const foreign = path.join(desk.folder, 'foreign.db');
    const other = new Database(foreign);
    other.exec('CREATE TABLE t (x)');
    other.close();
    const changed = path.join(desk.folder, 'changed.db');
    writeFileSync(changed, readFileSync(backup));
    const tampered = new Database(changed);
    tampered.exec(`UPDATE payouts SET state = 'failed' WHERE payout_id = 1`);
    tampered.close();
    const strange = path.join(desk.folder, 'strange.db');
    writeFileSync(strange, readFileSync(backup));
    const planted = new Database(strange);
    planted.exec(`CREATE TRIGGER again AFTER UPDATE OF state ON payouts WHEN NEW.state = 'success'
      BEGIN UPDATE payouts SET state = 'queued' WHERE payout_id = NEW.payout_id; END`);
    planted.close();
    const before = rowsOf(database);
    for (const [file, code] of [
      [strange, 'changedDatabase'],
      [cut, 'damagedDatabase'],
      [text, 'foreignDatabase'],
      [foreign, 'foreignDatabase'],
      [changed, 'auditDoesNotFit'],
      [path.join(desk.folder, 'nowhere.db'), 'fileMissing'],
      [database, 'sameFile'],
      [elsewhere.backup, 'otherDatabase'],
    ] as const) {
      const refused = await desk.run('restore', file, '--json');
      expect([refused.exitCode, answerOf(refused, REFUSED).refused.code]).toEqual([2, code]);
    }
    const practice = await desk.run('restore', backup, '--practice', '--json');
    expect(answerOf(practice, REFUSED).refused.code).toBe('otherDesk');
    expect(rowsOf(database)).toEqual(before);
    expect(readdirSync(desk.data).filter((name) => /restoring|replaced/.test(name))).toEqual([]);
    expect((await desk.run('audit', 'verify')).exitCode).toBe(0);
  });

  it('mends a damaged database, which is kept', async (test) => {
    const { desk, backup, database } = await paidDesk(test);
    await desk.run('backup', backup);
    writeFileSync(database, 'destroyed');
    expect((await desk.run('status')).exitCode).toBe(2);
    const restored = answerOf(await desk.run('restore', backup, '--json'), RESTORED);
    expect(restored.locked).toBeNull();
    expect(readFileSync(restored.kept ?? '', 'utf8')).toBe('destroyed');
    expect((await desk.run('audit', 'verify')).exitCode).toBe(0);
  });
});

describe.concurrent('audit verify', { timeout: PATIENCE_MS }, () => {
  it('is content with what the desk wrote, of both desks, and names what somebody changed', async (test) => {
    const { desk, database } = await paidDesk(test);
    await desk.run(
      'run',
      writeCsv(desk.folder, { name: 'p.csv', rows: makeRows(2) }),
      '--profile',
      'practice',
      '--yes',
    );
    const good = await desk.run('audit', 'verify', '--json');
    expect(good.exitCode).toBe(0);
    expect(answerOf(good, VERIFIED)).toMatchObject({
      ok: true,
      desks: [
        { desk: 'live', ok: true, payouts: 5, findings: [] },
        { desk: 'practice', ok: true, payouts: 2, findings: [] },
      ],
    });
    const raw = new Database(database);
    raw.exec(`UPDATE payouts SET state = 'failed' WHERE row_number = 4`);
    raw.close();
    const bad = await desk.run('audit', 'verify', '--json');
    expect(bad.exitCode).toBe(2);
    expect(answerOf(bad, VERIFIED).desks[0]?.findings).toEqual([
      {
        code: 'rowChanged',
        message: expect.stringMatching(/^Row 4 of B0001 is not as audit entry \d+, the last about it, left it\.$/),
      },
    ]);
    expect(bad.stderr).toContain('NOT in order');
  });
});

describe.concurrent('a state folder that cannot be written', { timeout: PATIENCE_MS }, () => {
  it('from the moment of confirming on pauses the run with nothing sent, and resume completes it', async (test) => {
    let fill = (): void => undefined;
    // The desk is open when the gateway is asked, and nothing is confirmed yet.
    const notKnown: NotKnown = () => {
      fill();
      return { http: 400, body: { status: false, message: 'Transaction not found', error_code: 400 } };
    };
    const gateway = await startSpecGateway(test, { notKnown });
    const desk = await openDeskFor(test, gateway);
    const place = path.join(desk.folder, 'home', '.local', 'state');
    rmSync(place, { recursive: true });
    mkdirSync(place);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', place]);
    test.skip(mounted.status !== 0, 'mounting a file system takes an administrator on Linux');
    test.onTestFinished(() => void spawnSync('umount', ['-l', place]));
    const filler = path.join(place, 'filler');
    fill = () => void spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1024']);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(6) });
    const ended = await desk.run('run', file, '--profile', 'acme', '--yes', '--json');
    fill = () => undefined;
    const view = answerOf(ended, BATCH);
    expect({ exitCode: ended.exitCode, code: view.paused?.code, counts: view.counts }).toEqual({
      exitCode: 5,
      code: 'diskFull',
      counts: counts({ queued: 6 }),
    });
    expect(view.paused?.message).toContain('state folder');
    expect(gateway.payoutPosts()).toEqual([]);
    rmSync(filler);
    const resumed = await desk.run('resume', 'B0001', '--yes', '--json');
    expect(answerOf(resumed, BATCH).counts).toEqual(counts({ success: 6 }));
    expect((await desk.run('audit', 'verify')).exitCode).toBe(0);
  });
});
