// What other desks have, in the windows of real desks on a real register.

import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { eventually, settled, startFile } from '../desk/live-scene.ts';
import type { TestWindowDesk } from '../desk/window-desk.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { NO_POSTGRES, type PrivatePostgres, startPostgres } from './private-postgres.ts';
import { openWindowTeam, type WindowTeam } from './window-team.ts';

const HEAD = 'name,upi id,amount,remark';
const PATIENCE_MS = 120_000;
const ALL = {
  desk: 'all',
  states: [],
  search: '',
  amountFromPaise: null,
  amountToPaise: null,
  fromMs: null,
  toMs: null,
  sort: { by: 'at', direction: 'down' },
  window: { from: 0, count: 100 },
} as const;

describe.skipIf(NO_POSTGRES !== null)('the desks of a register', () => {
  let server: PrivatePostgres;
  let proxy: CuttingProxy;
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

  const two = async (test: TestContext) => {
    serial += 1;
    const about = { database: `others${serial}`, names: ['Pune', 'Delhi'], port: proxy.port };
    const { desks, ...team }: WindowTeam = await openWindowTeam(test, server, about);
    const [pune, delhi] = desks;
    if (pune === undefined || delhi === undefined) throw new Error('no desks');
    return { pune, delhi, ...team };
  };

  const found = (desk: TestWindowDesk, more = {}) => desk.ask('searchDesks', { ...ALL, ...more });

  it(
    'each see what the others paid, with names and accounts, and their own beside it in the order of time',
    async (test) => {
      const { pune, delhi } = await two(test);
      await settled(pune, await startFile(pune, [HEAD, 'Ravi Iyer,ravi@bank,200,May'], { name: 'one.csv' }));
      await settled(delhi, await startFile(delhi, [HEAD, 'Dr. Asha Rao,asha@bank,100,May', 'Mina,mina@bank,300,May']));
      await settled(pune, await startFile(pune, [HEAD, 'Om Pal,om@bank,50,May'], { name: 'two.csv' }));
      const rows = await eventually(async () => {
        const { rows: all, total, sum } = await found(pune);
        expect([total, sum, all.map(({ state }) => state)]).toEqual([
          4,
          { count: 4, paise: 65_000 },
          all.map(() => 'success'),
        ]);
        return all;
      });
      expect(rows.map(({ payment, isOwn, name, payTo }) => [payment, isOwn, name, payTo])).toEqual([
        ['B0002/2', true, 'Om Pal', 'om@bank'],
        ['Delhi/B0001/3', false, 'Mina', 'mina@bank'],
        ['Delhi/B0001/2', false, 'Dr. Asha Rao', 'asha@bank'],
        ['B0001/2', true, 'Ravi Iyer', 'ravi@bank'],
      ]);
      expect(rows[1]).toMatchObject({ desk: 'Delhi', remark: 'May', by: expect.stringMatching(/.@./) });
      // Every window of the list is the same list, whichever side it falls on.
      for (const from of [0, 1, 2, 3]) {
        expect((await found(pune, { window: { from, count: 2 } })).rows).toEqual(rows.slice(from, from + 2));
        const up = await found(pune, { sort: { by: 'at', direction: 'up' }, window: { from, count: 2 } });
        expect(up.rows).toEqual(rows.toReversed().slice(from, from + 2));
      }
      expect((await found(pune, { search: 'asha' })).rows).toEqual([rows[2]]);
      expect((await found(pune, { amountFromPaise: 20_000 })).rows).toEqual([rows[1], rows[3]]);
      const { register } = await pune.ask('readDesks');
      expect(register).toMatchObject({
        name: 'Pune',
        awayWhy: null,
        desks: [{ name: 'Delhi', isSending: false, running: null, notSettled: { count: 0 } }],
      });
      const byAmount = { desk: register?.desks[0]?.desk, sort: { by: 'amount', direction: 'up' } };
      expect((await found(pune, byAmount)).rows).toEqual([rows[2], rows[1]]);
      expect((await found(pune, { desk: 'others', states: ['failed'] })).rows).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'say what another does now, and since when the register is away, with what was known',
    async (test) => {
      const { pune, delhi, conducts } = await two(test);
      for (let at = 0; at < 40; at += 1) conducts[`p${at}@bank`] = { delayMs: 1_000 };
      const many = Array.from({ length: 400 }, (_, at) => `P ${at},p${at % 40}@bank,${at + 1},May ${at}`);
      await startFile(delhi, [HEAD, ...many.slice(0, 40)]);
      const running = await eventually(async () => {
        const { register } = await pune.ask('readDesks');
        const now = register?.desks[0]?.running ?? null;
        if (now === null) throw new Error('nothing runs');
        return now;
      });
      expect(running).toMatchObject({ batch: 'B0001', count: 40 });
      expect(running.done).toBeLessThanOrEqual(40);
      proxy.cutAll();
      onTestFinished(() => proxy.restore());
      const away = await eventually(async () => {
        const { register } = await pune.ask('readDesks');
        expect(register?.awayWhy).toMatchObject({ code: 'pause.registerAway' });
        return register;
      });
      expect(away?.sinceMs).toBeLessThanOrEqual(Date.now());
      expect(away?.asOfMs).toBeLessThanOrEqual(away?.sinceMs ?? 0);
      expect((await found(pune, { desk: 'others' })).total).toBe(40);
      proxy.restore();
      await eventually(async () => expect((await pune.ask('readDesks')).register?.awayWhy).toBeNull());
    },
    PATIENCE_MS,
  );

  it(
    'keep what was known while the register is not the one they saw',
    async (test) => {
      const { pune, delhi } = await two(test);
      await settled(delhi, await startFile(delhi, [HEAD, 'Asha Rao,asha@bank,100,May']));
      await eventually(async () => expect((await found(pune, { desk: 'others' })).total).toBe(1));
      // As after a restore: the batch is gone, and the register is another one until each desk has compared.
      const database = `others${serial}`;
      server.sql('DELETE FROM payout_desk.claims', database);
      server.sql('DELETE FROM payout_desk.claim_sets', database);
      server.sql('UPDATE payout_desk.register SET epoch = epoch + 1', database);
      await eventually(async () => {
        const { register } = await pune.ask('readDesks');
        expect(register?.awayWhy).toMatchObject({ code: 'pause.registerUnsettled' });
      });
      expect((await found(pune, { desk: 'others' })).total).toBe(1);
    },
    PATIENCE_MS,
  );
});
