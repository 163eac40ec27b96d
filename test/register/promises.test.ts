// What the register promises about money, with real desks' SQLite files and a real PostgreSQL: the order of claims, what is told
// once and in order, two copies of one desk, a server that went back or failed over, and a desk that is gone.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personKey } from '../../electron/main/domain/person-key.ts';
import { systemClock } from '../../electron/main/platform/clock.ts';
import { claimSet, closeClaims, retireDesk } from '../../electron/main/register/register.ts';
import { findOthersPayments, settleOwn, watchRegister } from '../../electron/main/session/register-session.ts';
import type { Payment } from '../../shared/rows.ts';
import { answer, BACKOFF, claimOne, NOW_MS, PAID, payments, turn } from '../store/desk-file.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { NO_POSTGRES, type PrivatePostgres, type Replica, startPostgres } from './private-postgres.ts';
import {
  claimAgain,
  confirmAndClaim,
  confirmOnly,
  type Member,
  memoryNow,
  newTeam,
  publish,
  rest,
  type Team,
} from './team.ts';

const SKIPPED = NO_POSTGRES === null ? '' : ` (skipped: ${NO_POSTGRES})`;
const PATIENCE_MS = 60_000;

describe.skipIf(NO_POSTGRES !== null)(`desks of one team${SKIPPED}`, { timeout: PATIENCE_MS }, () => {
  let server: PrivatePostgres;
  let proxy: CuttingProxy;
  let team: Team;

  beforeAll(async () => {
    ({ server, proxy } = await startServer());
  }, PATIENCE_MS);

  afterAll(async () => {
    await proxy?.close();
    server?.remove();
  });

  beforeEach(async () => {
    team = await newTeam(server, proxy);
  });

  const claims = (where = 'true'): number =>
    Number(server.sql(`SELECT count(*) FROM payout_desk.claims WHERE ${where}`, team.database));
  const states = (): string =>
    server.sql(
      `SELECT coalesce(string_agg(state, ',' ORDER BY set_id, row_number), '') FROM payout_desk.claims`,
      team.database,
    );
  const isClaimedOnDisk = ({ store }: Member): boolean => store.register.sets().some(({ isClaimed }) => isClaimed);

  describe('a payee on hold', () => {
    const hold = ({ store }: Member, { beneficiary }: Payment): string =>
      store.holds.hold(
        {
          name: null,
          accounts: [{ person: personKey(beneficiary), payTo: 'their account' }],
          reason: 'account under dispute',
          notBefore: null,
        },
        NOW_MS,
      ).hold;
    const claimedBy = ({ store }: Member, batch: number): number => turn(store, batch, { claim: 10 }).claimed.length;

    it('at one desk is not paid by another, neither of a new batch nor of one that is being sent', async () => {
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
      const [first, second, third] = payments(3);
      if (first === undefined || second === undefined || third === undefined) throw new Error('no payments');
      const { batch } = await confirmAndClaim(pune, [first, second]);
      hold(delhi, second);
      expect(await publish(delhi)).toBeNull();
      expect(await publish(pune)).toBeNull();
      expect(claimedBy(pune, batch)).toBe(1);
      hold(delhi, third);
      expect(await publish(delhi)).toBeNull();
      const next = await confirmAndClaim(pune, [third]);
      expect([next.pause, claimedBy(pune, next.batch)]).toEqual([null, 0]);
      expect(pune.store.holds.all().map(({ desk, reason }) => [desk, reason])).toEqual([
        ['Delhi', 'account under dispute'],
        ['Delhi', 'account under dispute'],
      ]);
    });

    it('is claimed by no desk that does not know it, whatever that desk believes', async () => {
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
      const [paid] = payments(1);
      if (paid === undefined) throw new Error('no payment');
      hold(delhi, paid);
      await publish(delhi);
      const batch = confirmOnly(pune, [paid]);
      const { setId } = pune.store.register.beginSet(batch);
      const rows = pune.store.register.rows(batch);
      const about = { setId, batch: 'B0001', rows, by: 'om@pune-1', judge: () => [], decided: new Set<number>() };
      const claimed = await claimSet(pune.session.place, memoryNow(pune), { ...about, knownHolds: [] });
      expect(claimed.kind).toBe('holdsUnknown');
      expect(claims()).toBe(0);
    });

    it('is paid again once any desk has released it, and a register that forgot it gets it back from any', async () => {
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
      const [paid] = payments(1);
      if (paid === undefined) throw new Error('no payment');
      const id = hold(delhi, paid);
      await publish(delhi);
      await publish(pune);
      server.sql('DELETE FROM payout_desk.payee_hold_keys; DELETE FROM payout_desk.payee_holds', team.database);
      await publish(pune);
      const omkar = await team.member('Nashik');
      const { batch } = await confirmAndClaim(omkar, [paid]);
      expect(claimedBy(omkar, batch)).toBe(0);
      omkar.store.holds.release({ hold: id, reason: 'confirmed by phone' }, NOW_MS);
      await publish(omkar);
      await publish(delhi);
      expect(delhi.store.holds.all().map(({ release }) => [release?.desk, release?.reason])).toEqual([
        ['Nashik', 'confirmed by phone'],
      ]);
    });

    it('is neither read nor changed nor forgotten without the key', async () => {
      const delhi = await team.member('Delhi');
      const [paid] = payments(1);
      if (paid === undefined) throw new Error('no payment');
      hold(delhi, paid);
      await publish(delhi);
      const text = server.sql(
        `SELECT string_agg(h::text || k::text, '') FROM payout_desk.payee_holds h JOIN payout_desk.payee_hold_keys k USING (hold_id)`,
        team.database,
      );
      expect(text).not.toMatch(/dispute|Delhi|upi:|imps:/);
      const denied = await delhi.session.place.connection.run((sql) => sql`DELETE FROM payout_desk.payee_holds`);
      expect(denied).toMatchObject({ kind: 'fault', fault: 'denied' });
      const moved = await delhi.session.place.connection.run(
        (sql) => sql`UPDATE payout_desk.payee_holds SET held_at_ms = 0`,
      );
      expect(moved).toMatchObject({ kind: 'fault', fault: 'denied' });
    });
  });

  describe('before anything leaves', () => {
    it('the register has the claims, and then the disk says so', async () => {
      const delhi = await team.member();
      const { pause } = await confirmAndClaim(delhi, payments(3));
      expect(pause).toBeNull();
      expect([claims(`state = 'queued'`), isClaimedOnDisk(delhi)]).toEqual([3, true]);
    });

    it('nothing is taken for claimed whose commit never reached the server', async () => {
      const delhi = await team.member();
      const { batch } = await confirmAndClaim(delhi, payments(1, { remark: 'Before' }));
      expect(await claimAgain(delhi, batch)).toBeNull();
      const next = confirmOnly(delhi, payments(2));
      // The mark of the session commits; the claims do not.
      proxy.passCommits(1);
      proxy.cutBeforeNextCommit();
      expect(await claimAgain(delhi, next)).toMatchObject({ code: 'registerAway' });
      expect(claims()).toBe(1);
      proxy.restore();
      expect(await claimAgain(delhi, next)).toBeNull();
      expect(claims()).toBe(3);
    });

    it('a commit whose answer was lost is read again, and counts once', async () => {
      const delhi = await team.member();
      const batch = confirmOnly(delhi, payments(2));
      proxy.passCommits(1);
      proxy.loseNextCommitAnswer();
      expect(await claimAgain(delhi, batch)).toBeNull();
      expect([claims(), isClaimedOnDisk(delhi)]).toEqual([2, true]);
      expect(await claimAgain(delhi, batch)).toBeNull();
      expect(claims()).toBe(2);
    });

    it('a mark whose answer was lost does not lock the desk out', async () => {
      const delhi = await team.member();
      const batch = confirmOnly(delhi, payments(2));
      proxy.loseNextCommitAnswer();
      const first = await claimAgain(delhi, batch);
      expect(first === null || first.code === 'registerAway').toBe(true);
      expect(await claimAgain(delhi, batch)).toBeNull();
    });

    it('a desk that dies between the register and its disk finds its claims again', async () => {
      const delhi = await team.member();
      const batch = confirmOnly(delhi, payments(2));
      const { store } = delhi;
      const dying = { ...delhi, store: { ...store, register: { ...store.register, claimed: dies } } };
      await expect(claimAgain(dying, batch)).rejects.toThrow('died');
      expect([claims(), isClaimedOnDisk(delhi)]).toEqual([2, false]);
      expect(await claimAgain(delhi, batch)).toBeNull();
      expect([claims(), isClaimedOnDisk(delhi)]).toEqual([2, true]);
    });

    it('a second desk is refused what the first has claimed, whatever its own clock says', async () => {
      const hourOff = { ...systemClock, nowMs: () => systemClock.nowMs() - 3_600_000 };
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune', hourOff)];
      await confirmAndClaim(delhi, payments(2));
      const { pause } = await confirmAndClaim(pune, payments(2));
      expect(pause).toMatchObject({ code: 'registerClaimed', message: { params: { desk: 'Delhi', count: 2 } } });
      expect(claims()).toBe(2);
    });
  });

  describe('a person says of another desk that a row is another payment', () => {
    it('and it is claimed when the other is paid, but never while it is open', async () => {
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
      const { batch } = await confirmAndClaim(delhi, payments(1));
      const other = payments(1, { remark: 'Bonus for Diwali' });
      const mine = confirmOnly(pune, other);
      const named = new Set(['Delhi/B0001/2', 'Delhi/B0001']);
      expect(await claimAgain(pune, mine, named)).toMatchObject({ code: 'registerClaimed' });
      const claimed = claimOne(delhi.store, batch);
      turn(delhi.store, batch, { news: [answer(claimed, PAID)] });
      await publish(delhi);
      expect(await claimAgain(pune, mine)).toMatchObject({ code: 'registerClaimed' });
      expect(await claimAgain(pune, mine, named)).toBeNull();
    });

    it('but a batch named as a whole lifts no payment of the same purpose', async () => {
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
      const { batch } = await confirmAndClaim(delhi, payments(1));
      turn(delhi.store, batch, { news: [answer(claimOne(delhi.store, batch), PAID)] });
      await publish(delhi);
      // Another amount makes another reference.
      const corrected = payments(1).map((one) => ({
        ...one,
        amountPaise: (one.amountPaise + 100) as Payment['amountPaise'],
      }));
      const mine = confirmOnly(pune, corrected);
      expect(await claimAgain(pune, mine, new Set(['Delhi/B0001']))).toMatchObject({ code: 'registerClaimed' });
      expect(await claimAgain(pune, mine, new Set(['Delhi/B0001/2']))).toBeNull();
    });

    it('and what ended unpaid at a desk of the team is paid again there', async () => {
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
      const { batch } = await confirmAndClaim(delhi, payments(1));
      const failed = { ...PAID, state: 'reversed', word: 'reversed' } as const;
      turn(delhi.store, batch, { news: [answer(claimOne(delhi.store, batch), failed)] });
      await publish(delhi);
      const corrected = payments(1).map((one) => ({
        ...one,
        amountPaise: (one.amountPaise + 100) as Payment['amountPaise'],
      }));
      const mine = confirmOnly(pune, corrected);
      const named = new Set(['Delhi/B0001/2']);
      expect(await claimAgain(pune, mine, named)).toMatchObject({ code: 'registerClaimed' });
    });
  });

  it('what became of claims is told once and in order, however often its answer is lost', async () => {
    const delhi = await team.member();
    const { batch } = await confirmAndClaim(delhi, payments(2));
    turn(delhi.store, batch, { news: [answer(claimOne(delhi.store, batch), PAID)] });
    proxy.loseNextCommitAnswer();
    await publish(delhi);
    await publish(delhi);
    expect(states()).toBe('success,queued');
    delhi.store.ledger.cancel(batch, { nowMs: NOW_MS, backoff: BACKOFF });
    proxy.cutBeforeNextCommit();
    await publish(delhi);
    proxy.restore();
    expect(states()).toBe('success,queued');
    await publish(delhi);
    expect(states()).toBe('success,cancelled');
  });

  it('Confirm sees who claimed what, when and where, and claims nothing', async () => {
    const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
    await confirmAndClaim(delhi, payments(2));
    const rows = delhi.store.register.rows(1).map(({ state: _state, ...row }) => row);
    const found = await findOthersPayments(pune.system, { store: pune.store, rows });
    const [first] = found === null || 'code' in found ? [] : [...found.values()].flat();
    expect(first).toMatchObject({ payment: { desk: 'Delhi', batch: 'B0001', theirRow: 2, state: 'queued' } });
    expect(first?.payment.by).toMatch(/.@./);
    expect(Math.abs((first?.payment.atMs ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(claims()).toBe(2);
  });

  describe('two copies of one desk', () => {
    it('never both resume a batch that was claimed before the copy was made', async () => {
      const delhi = await team.member();
      const { batch } = await confirmAndClaim(delhi, payments(2));
      await rest(delhi);
      const copy = team.copyOf(delhi);
      const ended = [await claimAgain(copy, batch), await claimAgain(delhi, batch)];
      expect(ended).toMatchObject([null, { code: expect.stringMatching(/registerUnsettled|locked/) as string }]);
    });

    it('never both start, at the same moment', async () => {
      const delhi = await team.member();
      const { batch } = await confirmAndClaim(delhi, payments(2));
      await rest(delhi);
      const copy = team.copyOf(delhi);
      const ended = await Promise.all([claimAgain(copy, batch), claimAgain(delhi, batch)]);
      expect(ended.filter((pause) => pause === null)).toHaveLength(1);
    });

    it('one that sends stops before the other begins', async () => {
      const delhi = await team.member();
      const { batch } = await confirmAndClaim(delhi, payments(2));
      const { store, session, system } = delhi;
      const watch = await watchRegister(system, { store, session: { ...session, close: async () => {} }, sends: true });
      expect(watch.mayLeave()).toBeNull();
      const copy = team.copyOf(delhi);
      const begun = claimAgain(copy, batch);
      let isBegun = false;
      void begun.then(() => (isBegun = true));
      await expect.poll(() => watch.mayLeave(), { timeout: 20_000 }).toMatchObject({ code: 'registerUnsettled' });
      expect(isBegun).toBe(false);
      expect(await begun).toBeNull();
      await watch.end();
    });
  });

  it('a register that answers too late lets nothing leave', async () => {
    const delhi = await team.member();
    await confirmAndClaim(delhi, payments(1));
    const { store, session, system } = delhi;
    const watch = await watchRegister(system, { store, session: { ...session, close: async () => {} }, sends: true });
    expect(watch.mayLeave()).toBeNull();
    proxy.delayBy(9_000);
    await expect.poll(() => watch.mayLeave(), { timeout: 40_000 }).toMatchObject({ code: 'registerAway' });
    proxy.delayBy(0);
    await watch.end();
  });

  describe('a server that was put back', () => {
    it('is noticed by whoever saw what it forgot, and nobody claims before each desk has compared', async () => {
      const [delhi, pune, goa] = [await team.member('Delhi'), await team.member('Pune'), await team.member('Goa')];
      server.stop();
      server.keepFiles();
      server.start();
      const { batch } = await confirmAndClaim(delhi, payments(2));
      // Goa sees that there are claims, none of them its own.
      await publish(goa);
      server.stop();
      server.restoreFiles();
      server.start();
      expect(claims()).toBe(0);
      const { pause } = await confirmAndClaim(goa, payments(1, { remark: 'Goa' }));
      expect(pause).toMatchObject({ code: 'registerUnsettled' });
      const mine = confirmOnly(pune, payments(2));
      expect(await claimAgain(pune, mine)).toMatchObject({ code: 'registerUnsettled' });
      expect(await settleOwn(delhi.system, { store: delhi.store, place: delhi.session.place })).toBeNull();
      expect(claims()).toBe(2);
      expect(await claimAgain(pune, mine)).toMatchObject({ code: 'registerClaimed' });
      expect(await claimAgain(delhi, batch)).toBeNull();
    });

    it('where another desk has claimed the same since, what is queued is not claimed again', async () => {
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
      server.stop();
      server.keepFiles();
      server.start();
      const { batch } = await confirmAndClaim(delhi, payments(2));
      server.stop();
      server.restoreFiles();
      server.start();
      // Pune never saw the claims, so it cannot know.
      expect((await confirmAndClaim(pune, payments(2))).pause).toBeNull();
      expect(await claimAgain(delhi, batch)).toMatchObject({ code: 'registerUnsettled' });
      expect(claims()).toBe(2);
      delhi.store.ledger.cancel(batch, { nowMs: NOW_MS, backoff: BACKOFF });
      await settleOwn(delhi.system, { store: delhi.store, place: delhi.session.place });
      expect(claims(`state = 'cancelled'`)).toBe(2);
    });

    it('gets back what was paid meanwhile, even where another desk has claimed the same', async () => {
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
      server.stop();
      server.keepFiles();
      server.start();
      const { batch } = await confirmAndClaim(delhi, payments(1));
      turn(delhi.store, batch, { news: [answer(claimOne(delhi.store, batch), PAID)] });
      server.stop();
      server.restoreFiles();
      server.start();
      await confirmAndClaim(pune, payments(1));
      await settleOwn(delhi.system, { store: delhi.store, place: delhi.session.place });
      expect(claims(`state = 'success'`)).toBe(1);
    });
  });

  it('a crash of the server forgets nothing, and nobody has to compare', async () => {
    const delhi = await team.member();
    const { batch } = await confirmAndClaim(delhi, payments(2));
    server.stop('immediate');
    server.start();
    expect(await claimAgain(delhi, batch)).toBeNull();
  });

  describe('a desk that is gone', () => {
    const longAgo = (name: string): string =>
      server.sql(
        `UPDATE payout_desk.desks SET seen_at_ms = seen_at_ms - 86400001, sending_at_ms = NULL WHERE name = '${name}'`,
        team.database,
      );

    it('keeps its claims, and is retired by nobody, while it was seen within a day', async () => {
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
      await confirmAndClaim(delhi, payments(2));
      expect(await retireDesk(pune.session.place, memoryNow(pune), 'Delhi')).toMatchObject({ kind: 'alive' });
      expect((await confirmAndClaim(pune, payments(2))).pause).toMatchObject({ code: 'registerClaimed' });
    });

    it('sends nothing should it come back, and what it left is paid elsewhere only once it was decided', async () => {
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
      const { batch } = await confirmAndClaim(delhi, payments(2));
      longAgo('Delhi');
      const retired = await retireDesk(pune.session.place, memoryNow(pune), 'delhi');
      if (retired.kind !== 'retired') throw new Error(retired.kind);
      expect(retired.open.map(({ reference }) => reference)).toEqual(
        delhi.store.register.rows(batch).map(({ reference }) => reference),
      );
      const mine = confirmOnly(pune, payments(2));
      expect(await claimAgain(pune, mine)).toMatchObject({ code: 'registerClaimed' });
      expect(await claimAgain(delhi, batch)).toMatchObject({ code: 'registerUnsettled' });
      const { deskId, open } = retired;
      const endings = open.map(({ setId, rowNumber }) => ({ setId, rowNumber, state: 'cancelled' as const }));
      expect(await closeClaims(pune.session.place, memoryNow(pune), { deskId, endings })).toMatchObject({ count: 2 });
      expect(await claimAgain(pune, mine)).toBeNull();
      expect(await claimAgain(delhi, batch)).toMatchObject({ code: 'registerUnsettled' });
    });

    it('tells what became of its payments all the same', async () => {
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
      const { batch } = await confirmAndClaim(delhi, payments(1));
      const claimed = claimOne(delhi.store, batch);
      longAgo('Delhi');
      await retireDesk(pune.session.place, memoryNow(pune), 'Delhi');
      turn(delhi.store, batch, { news: [answer(claimed, PAID)] });
      await publish(delhi);
      expect(states()).toBe('success');
    });

    it('of one that is a member, nobody closes a claim', async () => {
      const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
      await confirmAndClaim(delhi, payments(1));
      const { deskId } = memoryNow(delhi);
      const [{ setId } = { setId: randomUUID() }] = delhi.store.register.sets();
      const endings = [{ setId, rowNumber: 2, state: 'cancelled' as const }];
      expect(await closeClaims(pune.session.place, memoryNow(pune), { deskId, endings })).toMatchObject({ count: 0 });
      expect(states()).toBe('queued');
    });
  });
});

describe.skipIf(NO_POSTGRES !== null)(`a register that fails over${SKIPPED}`, { timeout: PATIENCE_MS }, () => {
  let server: PrivatePostgres;
  let replica: Replica;
  let proxy: CuttingProxy;

  beforeAll(async () => {
    ({ server, proxy } = await startServer());
  }, PATIENCE_MS);

  afterAll(async () => {
    await proxy?.close();
    server?.remove();
  });

  it('to a replica that lacks the last claims lets nothing leave until each desk has given back its own', async () => {
    const team = await newTeam(server, proxy);
    const [delhi, pune] = [await team.member('Delhi'), await team.member('Pune')];
    replica = await server.replicate();
    replica.stop();
    const { batch } = await confirmAndClaim(delhi, payments(2));
    turn(delhi.store, batch, { news: [answer(claimOne(delhi.store, batch), PAID)] });
    server.stop('immediate');
    replica.start();
    proxy.pointTo(replica.port);
    const mine = confirmOnly(pune, payments(2));
    // A standby claims nothing.
    expect(await claimAgain(pune, mine)).toMatchObject({ code: 'registerAway' });
    replica.promote();
    const waits = await claimAgain(pune, mine);
    expect(waits).toMatchObject({
      code: 'registerUnsettled',
      message: { params: { why: { params: { desks: 'Delhi' } } } },
    });
    expect(await claimAgain(delhi, batch)).toBeNull();
    expect(await claimAgain(pune, mine)).toMatchObject({ code: 'registerClaimed' });
  });
});

/** A server with the roles of a team, behind a proxy that can be cut. */
async function startServer(): Promise<{ readonly server: PrivatePostgres; readonly proxy: CuttingProxy }> {
  const server = await startPostgres();
  const proxy = await startCuttingProxy(server.port);
  server.sql('CREATE ROLE payout_desk_member NOLOGIN');
  server.sql('CREATE ROLE clerk LOGIN IN ROLE payout_desk_member');
  return { server, proxy };
}

function dies(): never {
  throw new Error('died');
}
