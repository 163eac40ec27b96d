// Two and more desks as real processes, which pay from one merchant at once, with a real PostgreSQL behind a proxy that cuts.

import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { makeRows, type PayoutRow, writeCsv } from '../cli/payout-files.ts';
import { type Desk, FAST, type Finished, openDeskFor } from '../cli/run-desk.ts';
import { type SpecGateway, type SpecGatewayOptions, startSpecGateway } from '../cli/spec-gateway.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { NO_POSTGRES, type PrivatePostgres, startPostgres } from './private-postgres.ts';

const PASSPHRASE = 'five words of a long phrase';
const SECRETS = `${PASSPHRASE}\n\n`;
const SECRET_ENV = { PAYOUT_DESK_REGISTER_SECRET: `${encodeURIComponent(PASSPHRASE)}:` };
const PATIENCE_MS = 360_000;
const BOUND_S = '30';
const IN_FLIGHT = 32;
const COUNTED = z.object({ counts: z.object({ queued: z.number(), sending: z.number() }) });

describe.skipIf(NO_POSTGRES !== null)(
  `several desks${NO_POSTGRES === null ? '' : ` (skipped: ${NO_POSTGRES})`}`,
  () => {
    let server: PrivatePostgres;
    let proxy: CuttingProxy;
    let joinFile: string;
    let serial = 0;

    beforeAll(async () => {
      server = await startPostgres();
      proxy = await startCuttingProxy(server.port);
      server.sql('CREATE ROLE payout_desk_member NOLOGIN');
      server.sql('CREATE ROLE clerk LOGIN IN ROLE payout_desk_member');
    }, 120_000);

    afterAll(async () => {
      await proxy?.close();
      server?.remove();
    });

    /** A team of its own: a new register, a gateway, and as many desks as have names. */
    async function team(
      test: TestContext,
      names: readonly string[],
      conduct: SpecGatewayOptions['conduct'] = () => ({}),
    ): Promise<{
      readonly gateway: SpecGateway;
      readonly desks: readonly Desk[];
      readonly join: (desk: Desk, name: string) => Promise<Finished>;
    }> {
      serial += 1;
      const database = `team${serial}`;
      server.sql(`CREATE DATABASE ${database} OWNER keeper`, 'postgres');
      const gateway = await startSpecGateway(test, { conduct });
      const desks: Desk[] = [];
      const join = (desk: Desk, name: string): Promise<Finished> => {
        const words = ['--name', name, '--user', 'clerk', '--port', String(proxy.port)];
        return desk.with({ input: SECRETS }).run('register', 'join', joinFile, ...words);
      };
      for (const name of names) {
        const options = [...FAST, '--several-computers', 'off'];
        const desk = await openDeskFor(test, gateway, { options, env: SECRET_ENV });
        if (desks.length === 0) {
          joinFile = path.join(desk.folder, 'team.join');
          const where = [
            '--host',
            '127.0.0.1',
            '--port',
            String(server.port),
            '--database',
            database,
            '--user',
            'keeper',
          ];
          const made = await desk.with({ input: SECRETS }).run('register', 'init', ...where, '--out', joinFile);
          expect(made).toMatchObject({ exitCode: 0 });
        }
        expect(await join(desk, name)).toMatchObject({ exitCode: 0 });
        desks.push(desk);
      }
      return { gateway, desks, join };
    }

    const pay = (
      desk: Desk,
      rows: readonly PayoutRow[],
      name = 'pay.csv',
      ...more: readonly string[]
    ): Promise<Finished> =>
      desk.run('run', writeCsv(desk.folder, { name, rows }), '--profile', 'acme', '--yes', '--json', ...more);

    const payments = (gateway: SpecGateway): number[] => [...gateway.timesPosted().values()];

    const openClaims = (): number =>
      Number(
        server.sql(
          `SELECT count(*) FROM payout_desk.claims WHERE state IN ('queued', 'sending', 'processing', 'unknown')`,
          `team${serial}`,
        ),
      );

    it(
      'pay one file once, started at the same moment',
      async (test) => {
        const rows = makeRows(60);
        const { gateway, desks } = await team(test, ['Delhi', 'Pune']);
        const ended = await Promise.all(desks.map((desk) => pay(desk, rows)));
        // The second is refused on its Confirm by the register or by the gateway, which knows the references by then, or by its
        // claims when both confirmed before either claimed.
        const refused = ended.find(({ exitCode }) => exitCode !== 0);
        expect(refused?.stdout).toMatch(
          /"code":"(registerClaimed|otherDesk|blockedRows|nothingPayable|referenceKnown|changedMeanwhile)"/,
        );
        expect(ended.filter(({ exitCode }) => exitCode === 0)).toHaveLength(1);
        expect(payments(gateway)).toEqual(rows.map(() => 1));
        expect(openClaims()).toBe(0);
      },
      PATIENCE_MS,
    );

    it(
      'show the second who has claimed what, and pay the rows that nobody has claimed',
      async (test) => {
        const rows = makeRows(20);
        const { gateway, desks } = await team(test, ['Delhi', 'Pune']);
        const [delhi, pune] = desks;
        if (delhi === undefined || pune === undefined) throw new Error('no desks');
        expect(await pay(delhi, rows.slice(0, 12))).toMatchObject({ exitCode: 0 });
        // Another amount makes another reference, so that only the register can know the payment.
        const corrected = rows.slice(6).map((row) => ({ ...row, amount: (Number(row.amount) + 1).toFixed(2) }));
        const second = await pay(pune, corrected);
        expect(second.exitCode).toBe(3);
        expect(second.stdout + second.stderr).toContain('Delhi/B0001/');
        expect(payments(gateway)).toHaveLength(12);
        expect(await pay(pune, rows.slice(12), 'rest.csv')).toMatchObject({ exitCode: 0 });
        expect(payments(gateway)).toEqual(rows.map(() => 1));
      },
      PATIENCE_MS,
    );

    it(
      'send nothing while the register is away, and go on when it is back',
      async (test) => {
        const rows = makeRows(10);
        const { gateway, desks } = await team(test, ['Delhi']);
        const [delhi] = desks;
        if (delhi === undefined) throw new Error('no desk');
        proxy.cutAll();
        const away = await pay(delhi, rows);
        proxy.restore();
        expect(away.exitCode).toBe(2);
        expect(jsonOf(away.stdout)).toMatchObject({ refused: { code: 'registerAway' } });
        expect(payments(gateway)).toEqual([]);
        expect(jsonOf((await delhi.run('list', '--json')).stdout)).toEqual({ batches: [] });
        expect(await pay(delhi, rows)).toMatchObject({ exitCode: 0 });
        expect(payments(gateway)).toEqual(rows.map(() => 1));
      },
      PATIENCE_MS,
    );

    it(
      'stop in the middle when the register goes away, and close every claim in the end',
      async (test) => {
        const rows = makeRows(2_000);
        // At 80 a second they last longer than the register may be silent, on any machine.
        let delayMs = 400;
        const { gateway, desks } = await team(test, ['Delhi'], () => ({ delayMs }));
        const [delhi] = desks;
        if (delhi === undefined) throw new Error('no desk');
        const started = delhi.start(
          'run',
          writeCsv(delhi.folder, { name: 'a.csv', rows }),
          '--profile',
          'acme',
          '--yes',
          '--json',
        );
        await expect.poll(() => gateway.executed.length, { timeout: 60_000 }).toBeGreaterThan(100);
        proxy.cutAll();
        const ended = await started.finished;
        const before = gateway.executed.length;
        proxy.restore();
        delayMs = 5;
        expect(jsonOf(ended.stdout)).toMatchObject({ paused: { code: 'registerAway' } });
        expect(before).toBeLessThan(rows.length);
        await resumeToTheEnd(delhi);
        expect(payments(gateway)).toEqual(rows.map(() => 1));
        expect(openClaims()).toBe(0);
      },
      PATIENCE_MS,
    );

    it(
      'are killed in the middle with the server, and nobody is paid twice',
      async (test) => {
        const rows = makeRows(150);
        const { gateway, desks } = await team(test, ['Delhi', 'Pune'], () => ({ delayMs: 60 }));
        const files = desks.map((desk) => writeCsv(desk.folder, { name: 'a.csv', rows }));
        const started = desks.map((desk, at) =>
          desk.start('run', files[at] ?? '', '--profile', 'acme', '--yes', '--json'),
        );
        await expect.poll(() => gateway.executed.length, { timeout: 60_000 }).toBeGreaterThan(20);
        for (const { child } of started) child.kill('SIGKILL');
        server.stop('immediate');
        server.start();
        await Promise.all(started.map(({ finished }) => finished));
        const ended = await Promise.all(desks.map(paidAtLast));
        expect(ended).toContain(true);
        for (const desk of desks) await desk.run('register', 'status');
        // What was claimed on disk and died before the gateway heard of it stays in doubt, and claimed.
        const inDoubt = openClaims();
        expect(inDoubt).toBeLessThanOrEqual(IN_FLIGHT);
        expect(payments(gateway).filter((times) => times !== 1)).toEqual([]);
        expect(payments(gateway).length + inDoubt).toBeGreaterThanOrEqual(rows.length);
      },
      PATIENCE_MS,
    );

    it(
      'join with nothing queued, and tell the others whom they paid before',
      async (test) => {
        const rows = makeRows(6);
        const { gateway, desks, join } = await team(test, ['Delhi', 'Pune'], () => ({ delayMs: 40 }));
        const [, pune] = desks;
        if (pune === undefined) throw new Error('no desk');
        const goa = await openDeskFor(test, gateway, {
          options: [...FAST, '--several-computers', 'off'],
          env: SECRET_ENV,
        });
        expect(await pay(goa, rows)).toMatchObject({ exitCode: 0 });
        const many = makeRows(300).slice(100);
        const paying = goa.start(
          'run',
          writeCsv(goa.folder, { name: 'b.csv', rows: many }),
          '--profile',
          'acme',
          '--yes',
        );
        await expect.poll(() => gateway.executed.length, { timeout: 60_000 }).toBeGreaterThan(rows.length + 3);
        paying.child.kill('SIGKILL');
        await paying.finished;
        const refused = await join(goa, 'Goa');
        expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('queued')]);
        await goa.run('cancel', 'B0002');
        expect(await join(goa, 'Goa')).toMatchObject({ exitCode: 0 });
        const paidBefore = gateway.executed.length;
        // Another amount makes another reference, so that only the register can know the payments.
        const corrected = rows.map((row) => ({ ...row, amount: (Number(row.amount) + 1).toFixed(2) }));
        const second = await pay(pune, corrected);
        expect([second.exitCode, gateway.executed.length]).toEqual([3, paidBefore]);
        expect(second.stdout).toContain('Goa/B0001/');
      },
      PATIENCE_MS,
    );

    it(
      'retire one that is gone: its payments are looked up, and those nobody knows are paid elsewhere by a decision',
      async (test) => {
        const rows = makeRows(120);
        const { gateway, desks } = await team(test, ['Delhi', 'Pune'], () => ({ delayMs: 40 }));
        const [delhi, pune] = desks;
        if (delhi === undefined || pune === undefined) throw new Error('no desks');
        expect(await pay(pune, makeRows(140).slice(130), 'first.csv')).toMatchObject({ exitCode: 0 });
        const paying = delhi.start(
          'run',
          writeCsv(delhi.folder, { name: 'a.csv', rows }),
          '--profile',
          'acme',
          '--yes',
        );
        await expect.poll(() => gateway.executed.length, { timeout: 60_000 }).toBeGreaterThan(30);
        paying.child.kill('SIGKILL');
        await paying.finished;
        expect(await pune.run('register', 'retire', 'Delhi')).toMatchObject({ exitCode: 2 });
        server.sql(
          `UPDATE payout_desk.desks SET seen_at_ms = seen_at_ms - 86400001 WHERE name = 'Delhi'`,
          `team${serial}`,
        );
        const looked = await pune.run('register', 'retire', 'Delhi', '--json');
        expect(looked.exitCode).toBe(4);
        expect(jsonOf(looked.stdout)).toMatchObject({ desk: 'Delhi', released: 0 });
        const paidBefore = gateway.executed.length;
        const blocked = await pay(pune, rows, 'rest.csv', '--only-payable');
        expect([blocked.exitCode === 0, gateway.executed.length]).toEqual([false, paidBefore]);
        const decided = await pune.run('register', 'retire', 'Delhi', '--declare-unpaid', 'stolen', '--json');
        expect(jsonOf(decided.stdout)).toMatchObject({ left: 0 });
        // Delhi comes back, and sends nothing.
        const back = await delhi.run('resume', 'B0001', '--yes', '--accept-warnings', '--json');
        expect(jsonOf(back.stdout)).toMatchObject({ paused: { code: 'registerUnsettled' } });
        // The first refusal names what the gateway knows; the next leaves that out.
        const said = [blocked.stdout];
        for (let times = 0; times < 3 && gateway.executed.length < rows.length + 10; times += 1) {
          said.push((await pay(pune, rows, 'rest.csv', '--only-payable')).stdout);
        }
        if (gateway.executed.length < rows.length + 10) throw new Error(said.join('\n'));
        expect(payments(gateway)).toEqual([...rows, ...makeRows(10)].map(() => 1));
        expect(openClaims()).toBe(0);
      },
      PATIENCE_MS,
    );

    it(
      'leave only when nothing is open, and are listed',
      async (test) => {
        const { gateway, desks } = await team(test, ['Delhi', 'Pune'], () => ({ delayMs: 40 }));
        const [delhi] = desks;
        if (delhi === undefined) throw new Error('no desk');
        const status = await delhi.run('register', 'status', '--json');
        expect(jsonOf(status.stdout)).toMatchObject({
          state: 'ok',
          desk: 'Delhi',
          desks: [
            { name: 'Delhi', isOwn: true, open: 0 },
            { name: 'Pune', isOwn: false },
          ],
        });
        const file = writeCsv(delhi.folder, { name: 'pay.csv', rows: makeRows(200) });
        const paying = delhi.start('run', file, '--profile', 'acme', '--yes');
        await expect.poll(() => gateway.executed.length, { timeout: 60_000 }).toBeGreaterThan(5);
        // In flight is awaited, so that nothing stays in doubt.
        paying.child.kill('SIGINT');
        await paying.finished;
        expect(await delhi.run('register', 'leave')).toMatchObject({ exitCode: 2 });
        await resumeToTheEnd(delhi);
        expect(await delhi.run('register', 'leave')).toMatchObject({ exitCode: 0 });
        expect(jsonOf((await delhi.run('register', 'status', '--json')).stdout)).toMatchObject({ state: 'none' });
      },
      PATIENCE_MS,
    );
  },
);

/** A register that is slow on a busy machine stops a run safely, more than once. */
async function resumeToTheEnd(desk: Desk): Promise<void> {
  expect(await resumed(desk)).toEqual('paid');
}

/** Whether the desk has a batch that it may pay. */
async function paidAtLast(desk: Desk): Promise<boolean> {
  const end = await resumed(desk);
  // The other desk has the claims, or confirmed first, or the gateway knows its references by now.
  if (end !== 'paid') expect(end).toMatch(/registerClaimed|referenceKnown|unknownBatch/);
  return end === 'paid';
}

/**
 * Resumes up to four times. Returns `paid`, or what the last one printed. Bounded: a payout that the gateway does not know is looked
 * up for days.
 */
async function resumed(desk: Desk): Promise<string> {
  let printed = '';
  for (let times = 0; times < 4; times += 1) {
    const words = ['resume', 'B0001', '--yes', '--accept-warnings', '--for', BOUND_S, '--json'];
    const { exitCode, stdout } = await desk.run(...words);
    // Only what is in doubt outlasts the bound.
    if (exitCode === 0 || (exitCode === 4 && isSent(stdout))) return 'paid';
    printed = stdout;
  }
  return printed;
}

function isSent(stdout: string): boolean {
  const { counts } = COUNTED.parse(jsonOf(stdout));
  return counts.queued + counts.sending === 0;
}

function jsonOf(stdout: string): unknown {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
