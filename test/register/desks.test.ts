// Two and more desks as real processes, which pay from one merchant at once, with a real PostgreSQL behind a proxy that cuts.

import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { makeRows, type PayoutRow, writeCsv } from '../cli/payout-files.ts';
import { type Desk, FAST, type Finished, openDeskFor } from '../cli/run-desk.ts';
import { type SpecGateway, type SpecGatewayOptions, startSpecGateway } from '../cli/spec-gateway.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { NO_POSTGRES, type PrivatePostgres, startPostgres } from './private-postgres.ts';

const PASSPHRASE = 'five words of a long phrase';
const SECRETS = `${PASSPHRASE}\n\n`;
const PATIENCE_MS = 240_000;

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
    ): Promise<{ readonly gateway: SpecGateway; readonly desks: readonly Desk[] }> {
      serial += 1;
      const database = `team${serial}`;
      server.sql(`CREATE DATABASE ${database} OWNER keeper`, 'postgres');
      const gateway = await startSpecGateway(test, { conduct });
      const desks: Desk[] = [];
      for (const name of names) {
        const env = { PAYOUT_DESK_REGISTER_SECRET: `${encodeURIComponent(PASSPHRASE)}:` };
        const desk = await openDeskFor(test, gateway, { options: [...FAST, '--several-computers', 'off'], env });
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
        const words = ['--name', name, '--user', 'clerk', '--port', String(proxy.port)];
        const joined = await desk.with({ input: SECRETS }).run('register', 'join', joinFile, ...words);
        expect(joined).toMatchObject({ exitCode: 0 });
        desks.push(desk);
      }
      return { gateway, desks };
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
        expect(new Set(ended.map(({ exitCode }) => exitCode))).toEqual(new Set([0, 5]));
        const refused = ended.find(({ exitCode }) => exitCode === 5);
        expect(jsonOf(refused?.stdout ?? '')).toMatchObject({ paused: { code: 'registerClaimed' } });
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
        expect(second.exitCode).toBe(5);
        expect(second.stdout + second.stderr).toContain('Delhi');
        expect(payments(gateway)).toHaveLength(12);
        expect(await pune.run('cancel', 'B0001')).toMatchObject({ exitCode: 0 });
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
        expect(away.exitCode).toBe(5);
        expect(jsonOf(away.stdout)).toMatchObject({ paused: { code: 'registerAway' } });
        expect(payments(gateway)).toEqual([]);
        expect(await delhi.run('resume', 'B0001', '--yes')).toMatchObject({ exitCode: 0 });
        expect(payments(gateway)).toEqual(rows.map(() => 1));
      },
      PATIENCE_MS,
    );

    it(
      'stop in the middle when the register goes away, and close every claim in the end',
      async (test) => {
        const rows = makeRows(3_000);
        const { gateway, desks } = await team(test, ['Delhi'], () => ({ delayMs: 60 }));
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
        const rows = makeRows(400);
        const { gateway, desks } = await team(test, ['Delhi', 'Pune'], () => ({ delayMs: 20 }));
        const files = desks.map((desk) => writeCsv(desk.folder, { name: 'a.csv', rows }));
        const started = desks.map((desk, at) =>
          desk.start('run', files[at] ?? '', '--profile', 'acme', '--yes', '--json'),
        );
        await expect.poll(() => gateway.executed.length, { timeout: 60_000 }).toBeGreaterThan(40);
        for (const { child } of started) child.kill('SIGKILL');
        server.stop('immediate');
        server.start();
        await Promise.all(started.map(({ finished }) => finished));
        const ended = await Promise.all(
          desks.map((desk) => desk.run('resume', 'B0001', '--yes', '--accept-warnings', '--json')),
        );
        expect(ended.map(({ exitCode }) => exitCode)).toContain(0);
        expect(payments(gateway)).toEqual(rows.map(() => 1));
        for (const desk of desks) await desk.run('register', 'status');
        expect(openClaims()).toBe(0);
      },
      PATIENCE_MS,
    );

    it(
      'leave only when nothing is open, and are listed',
      async (test) => {
        const { desks } = await team(test, ['Delhi', 'Pune']);
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
        proxy.cutAll();
        expect(await pay(delhi, makeRows(2))).toMatchObject({ exitCode: 5 });
        proxy.restore();
        expect(await delhi.run('register', 'leave')).toMatchObject({ exitCode: 2 });
        expect(await delhi.run('resume', 'B0001', '--yes')).toMatchObject({ exitCode: 0 });
        expect(await delhi.run('register', 'leave')).toMatchObject({ exitCode: 0 });
        expect(jsonOf((await delhi.run('register', 'status', '--json')).stdout)).toMatchObject({ state: 'none' });
      },
      PATIENCE_MS,
    );
  },
);

/** A register that is slow on a busy machine stops a run safely, more than once. */
async function resumeToTheEnd(desk: Desk): Promise<void> {
  const pauses: unknown[] = [];
  for (let times = 0; times < 5; times += 1) {
    const resumed = await desk.run('resume', 'B0001', '--yes', '--accept-warnings', '--json');
    if (resumed.exitCode === 0) return;
    pauses.push(jsonOf(resumed.stdout));
  }
  expect(pauses).toEqual([]);
}

function jsonOf(stdout: string): unknown {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
