// The rate that several desks share: whatever dies, comes late or is cut off, all together never ask more often than the merchant
// allows, and nobody waits longer for a part than it takes to know that it is free.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ShareGone } from '../../electron/main/domain/run.ts';
import { RateWindow } from '../../electron/main/engine/rate-window.ts';
import { systemClock } from '../../electron/main/platform/clock.ts';
import {
  divideRate,
  giveBackLease,
  LEASE_MS,
  type LeaseAsked,
  renewLease,
} from '../../electron/main/register/leases.ts';
import { leaveRegister } from '../../electron/main/register/register.ts';
import { shareRate } from '../../electron/main/session/rate-lease.ts';
import type { Mid } from '../../shared/ids.ts';
import type { Profile } from '../../shared/profiles.ts';
import { payments } from '../store/desk-file.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { NO_POSTGRES, type PrivatePostgres, startPostgres } from './private-postgres.ts';
import { confirmOnly, type Member, memoryNow, newTeam, type Team } from './team.ts';

const SKIPPED = NO_POSTGRES === null ? '' : ` (skipped: ${NO_POSTGRES})`;
const PATIENCE_MS = 90_000;
const MID = 1234 as Mid;
const TOTAL = 20;

describe('a rate is divided', () => {
  it('so that the parts are never more than it, nobody gets more than it wants, and nothing is left over', () => {
    const wish = fc.record({ wanted: fc.nat(30), floor: fc.nat(1) });
    fc.assert(
      fc.property(fc.nat(40), fc.array(wish, { maxLength: 10 }), fc.nat(1_000), (total, wishes, turn) => {
        const floors = wishes.reduce((sum, { floor }) => sum + floor, 0);
        fc.pre(floors <= total);
        const parts = divideRate(total, wishes, turn);
        const sum = parts.reduce((all, part) => all + part, 0);
        const most = wishes.reduce((all, { wanted, floor }) => all + Math.max(wanted, floor), 0);
        expect(sum).toBe(Math.min(total, most));
        expect(parts.every((part, at) => part <= Math.max(wishes[at]?.wanted ?? 0, wishes[at]?.floor ?? 0))).toBe(true);
      }),
    );
  });

  it('evenly, and what cannot be divided goes round', () => {
    const two = [
      { wanted: 9, floor: 0 },
      { wanted: 9, floor: 0 },
    ];
    expect([divideRate(5, two, 0), divideRate(5, two, 1)]).toEqual([
      [3, 2],
      [2, 3],
    ]);
    expect(
      divideRate(
        10,
        [
          { wanted: 2, floor: 0 },
          { wanted: 99, floor: 1 },
        ],
        0,
      ),
    ).toEqual([2, 8]);
  });
});

describe('a window with a share', () => {
  const windowOf = (): RateWindow => new RateWindow({ limitPerSecond: TOTAL, nowMs: 0, refusedRate: null });

  it('grants the share, and nothing for none', () => {
    const window = windowOf();
    let perSecond = 7;
    window.shareBy(() => ({ perSecond, isLeased: true }));
    expect([window.free(1_000), window.limitPerSecond]).toEqual([7, 7]);
    perSecond = 0;
    expect([window.free(1_000), window.nextFreeAtMs(1_000)]).toEqual([0, 1_200]);
    window.shareBy(null);
    expect(window.free(1_000)).toBe(TOTAL);
  });

  it('lets nothing leave that got its permit before the share ran out', () => {
    const window = windowOf();
    let isLeased = true;
    window.shareBy(() => ({ perSecond: isLeased ? 5 : 1, isLeased }));
    for (let at = 0; at < 5; at += 1) window.admit();
    window.written(1_000);
    isLeased = false;
    expect(() => window.written(1_500)).toThrow(ShareGone);
    // The floor is left, once the last second is over.
    window.written(2_001);
    expect(() => window.written(2_002)).toThrow(ShareGone);
  });

  it('says what it used, and whether it wanted more', () => {
    const window = windowOf();
    window.shareBy(() => ({ perSecond: 2, isLeased: true }));
    window.free(1_000);
    window.admit();
    expect(window.demand(1_000)).toEqual({ allowed: TOTAL, used: 1, most: 1, isShort: false });
    window.admit();
    window.written(1_000);
    expect(window.demand(1_000)).toMatchObject({ used: 2, isShort: true });
    expect(window.demand(2_100)).toMatchObject({ used: 1, isShort: false });
  });

  it('halves the rate of all for a refusal, not its share of it', () => {
    const window = windowOf();
    window.shareBy(() => ({ perSecond: 3, isLeased: true }));
    window.free(1_000);
    for (let at = 0; at < 3; at += 1) {
      window.admit();
      window.written(1_000);
      window.refused(null, 1_000);
    }
    expect(window.refusedRate).toBe(TOTAL);
    expect(window.demand(1_000).allowed).toBe(TOTAL / 2);
  });
});

describe.skipIf(NO_POSTGRES !== null)(`desks that share a rate${SKIPPED}`, { timeout: PATIENCE_MS }, () => {
  let server: PrivatePostgres;
  let proxy: CuttingProxy;
  let team: Team;

  beforeAll(async () => {
    server = await startPostgres();
    proxy = await startCuttingProxy(server.port);
    server.sql('CREATE ROLE payout_desk_member NOLOGIN');
    server.sql('CREATE ROLE clerk LOGIN IN ROLE payout_desk_member');
  }, PATIENCE_MS);

  afterAll(async () => {
    await proxy?.close();
    server?.remove();
  });

  beforeEach(async () => {
    team = await newTeam(server, proxy);
    server.sql(`UPDATE payout_desk.lease_lineages SET since_ms = 0`, team.database);
  });

  /** A session of a desk, as the register sees it. `asks` returns what it may use from then on. */
  async function holder(name: string) {
    const desk = await team.member(name);
    const { deskId } = memoryNow(desk);
    const leaseId = randomUUID();
    let turn = 0;
    const asks = async (about: Partial<LeaseAsked> = {}): Promise<number> => {
      turn += 1;
      const asked = { leaseId, deskId, mid: MID, turn, keeps: 0, total: TOTAL, wanted: TOTAL, floor: 0, ...about };
      const answer = await renewLease(desk.session.place, asked);
      if (answer.kind !== 'leased') throw new Error(JSON.stringify(answer));
      return answer.rate;
    };
    const gives = (used: number, floor = 0) => {
      turn += 1;
      return giveBackLease(desk.session.place, { leaseId, deskId, mid: MID, turn, used, floor });
    };
    return { desk, asks, gives };
  }

  const moveClock = (ms: number): unknown =>
    server.sql(`UPDATE payout_desk.rate_leases SET until_ms = until_ms - ${ms}`, team.database);
  const leasedNow = (): number =>
    Number(
      server.sql(`SELECT coalesce(sum(rate), 0) FROM payout_desk.rate_leases WHERE state <> 'free'`, team.database),
    );
  /** A new register waits as after a failover, since it cannot know what was leased before. */
  const settleLineage = async (asks: () => Promise<number>): Promise<void> => {
    await asks();
    server.sql('UPDATE payout_desk.lease_lineages SET since_ms = 0', team.database);
  };

  it('give all to one that is alone, and to two as much as fits, however they ask', async () => {
    const [delhi, pune] = [await holder('Delhi'), await holder('Pune')];
    await settleLineage(delhi.asks);
    expect(await delhi.asks()).toBe(TOTAL);
    // Delhi may use all of it until it hears of Pune, and its last second counts.
    expect(await pune.asks()).toBe(0);
    expect(await delhi.asks({ keeps: TOTAL })).toBe(TOTAL / 2);
    expect(await pune.asks()).toBe(0);
    await delhi.asks({ keeps: TOTAL / 2 });
    expect(await pune.asks()).toBe(TOTAL / 2);
    expect(leasedNow()).toBe(TOTAL);
  });

  it('never lease more than there is, when all ask at once', async () => {
    const desks = await Promise.all(['A', 'B', 'C', 'D'].map((name) => holder(name)));
    await settleLineage(desks[0]?.asks ?? (() => Promise.resolve(0)));
    const held = desks.map(() => 0);
    for (let round = 0; round < 6; round += 1) {
      const before = [...held];
      const got = await Promise.all(desks.map(({ asks }, at) => asks({ keeps: before[at] ?? 0 })));
      got.forEach((rate, at) => {
        held[at] = rate;
      });
      expect(held.reduce((sum, rate) => sum + rate, 0)).toBeLessThanOrEqual(TOTAL);
      expect(leasedNow()).toBeLessThanOrEqual(TOTAL);
    }
    expect(held).toEqual([5, 5, 5, 5]);
  });

  it('leave a desk with little to do its little, and give the rest to the other', async () => {
    const [delhi, pune] = [await holder('Delhi'), await holder('Pune')];
    await settleLineage(delhi.asks);
    expect(await delhi.asks({ wanted: 3 })).toBe(3);
    expect(await pune.asks()).toBe(TOTAL - 3);
  });

  it('take over from one that was killed only when nobody can be using its part', async () => {
    const [delhi, pune] = [await holder('Delhi'), await holder('Pune')];
    await settleLineage(delhi.asks);
    await delhi.asks();
    moveClock(LEASE_MS - 500);
    expect(await pune.asks()).toBe(0);
    moveClock(1_000);
    // The server's clock may have jumped: what ran out without a word is counted once more.
    expect(await pune.asks()).toBe(0);
    moveClock(LEASE_MS + 1);
    await pune.asks();
    // Delhi's floor stays its own.
    expect(await pune.asks({ keeps: TOTAL })).toBe(TOTAL - 1);
  });

  it('count for a second more what was given back', async () => {
    const [delhi, pune] = [await holder('Delhi'), await holder('Pune')];
    await settleLineage(delhi.asks);
    await delhi.asks();
    await delhi.gives(4);
    expect(await pune.asks()).toBe(TOTAL - 4);
    moveClock(1_300);
    await pune.asks();
    moveClock(LEASE_MS + 1_300);
    expect(await pune.asks({ keeps: TOTAL })).toBe(TOTAL);
  });

  it('hear nothing of an asking that comes after a later one', async () => {
    const [delhi, pune] = [await holder('Delhi'), await holder('Pune')];
    await settleLineage(delhi.asks);
    await delhi.asks();
    await delhi.asks();
    await pune.asks();
    // It was sent when Delhi had nothing, and hung in the network.
    await delhi.asks({ turn: 1, keeps: 0 });
    expect([leasedNow(), await pune.asks()]).toEqual([TOTAL, 0]);
  });

  it('keep to the least that one of them was told', async () => {
    const [delhi, pune] = [await holder('Delhi'), await holder('Pune')];
    await settleLineage(delhi.asks);
    await delhi.asks({ wanted: 2, total: 6 });
    expect(await pune.asks()).toBe(4);
  });

  it('wait on a server that may have forgotten what was leased', async () => {
    const [delhi, pune] = [await holder('Delhi'), await holder('Pune')];
    await settleLineage(delhi.asks);
    await delhi.asks();
    server.sql('UPDATE payout_desk.register SET epoch = epoch + 1', team.database);
    // Every desk may have a floor that this server forgot.
    expect(await pune.asks()).toBe(1);
    server.sql(`UPDATE payout_desk.lease_lineages SET since_ms = since_ms - ${LEASE_MS}`, team.database);
    expect(await pune.asks()).toBe(TOTAL - 1);
  });

  it('are not misled by a server whose clock was set back', async () => {
    const [delhi, pune] = [await holder('Delhi'), await holder('Pune')];
    await settleLineage(delhi.asks);
    await delhi.asks();
    moveClock(-3_600_000);
    expect(await pune.asks()).toBe(0);
    moveClock(LEASE_MS + 1);
    await pune.asks();
    moveClock(LEASE_MS + 1);
    await pune.asks();
    expect(await pune.asks()).toBe(TOTAL - 1);
  });

  it('give no floor that the rate has no room for, and none of one that left', async () => {
    const desks = await Promise.all(['A', 'B', 'C'].map((name) => holder(name)));
    const [a, b, c] = desks;
    if (a === undefined || b === undefined || c === undefined) throw new Error('no desks');
    const total = 5;
    const floors = (): string =>
      server.sql(
        'SELECT coalesce(string_agg(rate::text, $$,$$ ORDER BY rate DESC), $$$$) FROM payout_desk.rate_floors',
        team.database,
      );
    await settleLineage(() => a.asks({ total }));
    await a.asks({ total, wanted: 1 });
    await b.asks({ total, wanted: 1 });
    await c.asks({ total, wanted: 1 });
    expect(floors()).toBe('1,1,0');
    await b.gives(0);
    await leaveRegister(b.desk.session.place, memoryNow(b.desk));
    await c.asks({ total, wanted: 1 });
    expect(floors()).toBe('1,1,0');
  });

  /** A desk's window, asking as often as it may. Returns the times at which it did. */
  async function busy(member: Member, isOver: () => boolean): Promise<number[]> {
    const pacer = new RateWindow({ limitPerSecond: TOTAL, nowMs: performance.now(), refusedRate: null });
    const shared = await shareRate(member.system, { store: member.store, profile: PROFILE, pacer });
    if (shared === null || 'code' in shared) throw new Error(JSON.stringify(shared));
    const times: number[] = [];
    while (!isOver()) {
      const nowMs = performance.now();
      for (let free = pacer.free(nowMs); free > 0; free -= 1) {
        pacer.admit();
        pacer.written(performance.now());
        times.push(performance.now());
      }
      await delay(3);
    }
    await shared.end();
    return times;
  }

  const busiest = (times: readonly number[]): number => {
    const inOrder = times.toSorted((one, other) => one - other);
    let from = 0;
    return inOrder.reduce((most, time, at) => {
      while (time - (inOrder[from] ?? time) > 1_000) from += 1;
      return Math.max(most, at - from + 1);
    }, 0);
  };

  it('ask together never more often than one may, as they come, go and lose the register', async () => {
    const hourOff = { ...systemClock, nowMs: () => systemClock.nowMs() + 3_600_000 };
    const [delhi, pune, goa] = [
      await team.member('Delhi'),
      await team.member('Pune', hourOff),
      await team.member('Goa'),
    ];
    // With something open it keeps its floor.
    confirmOnly(delhi, payments(1));
    const startedMs = performance.now();
    const until = (ms: number) => () => performance.now() - startedMs > ms;
    const first = busy(delhi, until(34_000));
    await delay(8_000);
    const second = busy(pune, until(28_000));
    await delay(4_000);
    const third = busy(goa, until(26_000));
    await delay(5_000);
    proxy.cutAll();
    onTestFinished(() => proxy.restore());
    const cutMs = performance.now();
    await delay(7_000);
    proxy.restore();
    const times = await Promise.all([first, second, third]);
    expect(busiest(times.flat())).toBeLessThanOrEqual(TOTAL);
    expect(times.every((one) => one.length > 10)).toBe(true);
    const between = (from: number, to: number): number[] => times.flat().filter((time) => time > from && time <= to);
    // Alone it had all; cut off, one a second each.
    expect(between(startedMs + 7_000, startedMs + 8_000).length).toBeGreaterThan(TOTAL * 0.8);
    const cutOff = between(cutMs + LEASE_MS, cutMs + LEASE_MS + 1_000).length;
    expect([cutOff > 0, cutOff <= 3]).toEqual([true, true]);
    // And all again at the end, when the others have given back.
    expect(between(startedMs + 33_000, startedMs + 34_000).length).toBeGreaterThan(TOTAL * 0.8);
  });

  it('are refused at once where the register is away and there never was a part', async () => {
    const delhi = await team.member('Delhi');
    proxy.cutAll();
    onTestFinished(() => proxy.restore());
    const pacer = new RateWindow({ limitPerSecond: TOTAL, nowMs: performance.now(), refusedRate: null });
    expect(await shareRate(delhi.system, { store: delhi.store, profile: PROFILE, pacer })).toMatchObject({
      code: 'registerAway',
    });
  });
});

const PROFILE: Profile = {
  name: 'acme',
  baseUrl: 'https://gateway.example',
  mid: MID,
  environment: 'LIVE',
  ratePerSecond: TOTAL,
  inFlightMax: 4,
  pollFirstMs: 1_000,
  pollMaxMs: 1_000,
  timeoutMs: 1_000,
  maxPayoutPaise: null,
  maxBatchPaise: null,
  walletUnit: null,
};
