import { describe, expect, it } from 'vitest';
import type { Mid } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import type { Profile } from '../../shared/profiles.ts';
import { verifiedChain } from './chain.ts';
import {
  ACTOR,
  answer,
  claimOne,
  confirmBatch,
  count,
  MERCHANT,
  makeDesk,
  NOW_MS,
  PAID,
  payments,
  turn,
} from './desk-file.ts';

const PROFILE: Profile = {
  name: 'Acme',
  ...MERCHANT,
  environment: 'LIVE',
  ratePerSecond: 7,
  inFlightMax: 3,
  pollFirstMs: 100,
  pollMaxMs: 60_000,
  timeoutMs: 5_000,
  maxPayoutPaise: asPaise(10_000_000_000),
  maxBatchPaise: null,
  walletUnit: null,
};

describe('a profile', () => {
  it('comes back as it was set, whatever the case of its name', () => {
    const { store } = makeDesk();
    store.saveProfile(PROFILE, NOW_MS);
    expect(store.profiles.find('aCME')).toEqual(PROFILE);
    expect(store.profiles.find('other')).toBeNull();
    store.saveProfile({ ...PROFILE, name: 'ACME', ratePerSecond: 9, maxBatchPaise: asPaise(5) }, NOW_MS);
    expect(store.profiles.list()).toEqual([{ ...PROFILE, ratePerSecond: 9, maxBatchPaise: 5 }]);
  });

  it('is saved with an audit entry, and holds no token', () => {
    const { store, raw } = makeDesk();
    store.saveProfile(PROFILE, NOW_MS);
    const reported = verifiedChain(raw).map(({ what, detail }) => ({ what, detail }));
    expect(reported).toEqual([{ what: 'profile saved', detail: JSON.stringify(PROFILE) }]);
    const columns = raw.prepare(`SELECT name FROM pragma_table_info('profiles')`).pluck().all();
    expect(columns.filter((name) => /token|secret|key|password/i.test(String(name)))).toEqual([]);
  });

  it.each([
    ['base URL', { baseUrl: 'https://elsewhere.example' }],
    ['merchant id', { mid: 4321 as Mid }],
  ])('keeps its %s while payouts of it are unsettled', (_name, change) => {
    const desk = makeDesk();
    const { store, raw } = desk;
    store.saveProfile(PROFILE, NOW_MS);
    const batch = confirmBatch(desk, payments(1));
    expect(store.profiles.unsettledCount('ACME')).toBe(1);
    expect(() => store.saveProfile({ ...PROFILE, name: 'acme', ...change }, NOW_MS)).toThrow(/unsettled/);
    expect(store.profiles.find('acme')).toEqual(PROFILE);
    expect(count(raw, `audit WHERE what = 'profile saved'`)).toBe(1);
    store.saveProfile({ ...PROFILE, ratePerSecond: 1 }, NOW_MS);

    turn(store, batch, { news: [answer(claimOne(store, batch), PAID)] });
    expect(store.profiles.unsettledCount('acme')).toBe(0);
    store.saveProfile({ ...PROFILE, ...change }, NOW_MS);
    expect(store.profiles.find('acme')).toMatchObject(change);
  });

  it.each(['queued', 'sending', 'processing', 'unknown'] as const)('counts a %s payout as unsettled', (state) => {
    const desk = makeDesk();
    confirmBatch(desk, payments(1));
    const reason = state === 'unknown' ? `'timeout'` : 'NULL';
    desk.raw.exec(`UPDATE payouts SET state = '${state}', unknown_reason = ${reason}, gateway_status = 'accept'`);
    expect(desk.store.profiles.unsettledCount('acme')).toBe(1);
  });

  it.each(['success', 'failed', 'rejected', 'reversed', 'cancelled'] as const)(
    'counts a %s payout as settled',
    (state) => {
      const desk = makeDesk();
      confirmBatch(desk, payments(1));
      desk.raw.exec(`UPDATE payouts SET state = '${state}'`);
      expect(desk.store.profiles.unsettledCount('acme')).toBe(0);
    },
  );
});

describe('a merchant', () => {
  it('is one for one base URL and merchant id', () => {
    const { store, merchantId } = makeDesk();
    expect(store.merchants.ensure(MERCHANT)).toBe(merchantId);
    const others = [
      { ...MERCHANT, mid: 9 as Mid },
      { ...MERCHANT, baseUrl: 'https://other.example' },
    ];
    expect(new Set([merchantId, ...others.map((other) => store.merchants.ensure(other))]).size).toBe(3);
  });

  it('that cannot be stored is our bug and never number zero', () => {
    const { store } = makeDesk();
    expect(() => store.merchants.ensure({ ...MERCHANT, mid: 0 as Mid })).toThrow(/merchant/);
  });

  it('remembers what the gateway says of a reference it does not know', () => {
    const { store, raw, merchantId } = makeDesk();
    store.merchants.saveFingerprint(merchantId, '[200,"object"]');
    expect(raw.prepare('SELECT not_known_fingerprint FROM merchants').pluck().get()).toBe('[200,"object"]');
    store.merchants.saveFingerprint(merchantId, null);
    expect(raw.prepare('SELECT not_known_fingerprint FROM merchants').pluck().get()).toBeNull();
  });
});

describe('an address that moves', () => {
  const THERE = { baseUrl: 'https://moved.example', mid: MERCHANT.mid };

  /** A desk that has paid at its address, and whose account then moves. */
  function movedDesk() {
    const desk = makeDesk();
    desk.store.saveProfile(PROFILE, NOW_MS);
    desk.store.saveProfile({ ...PROFILE, ...THERE }, NOW_MS + 1);
    return desk;
  }

  it('is recorded with from, to and who, and keeps its history there', () => {
    const { store, raw } = movedDesk();
    expect(store.merchants.today(MERCHANT)).toEqual(THERE);
    expect(store.merchants.today(THERE)).toEqual(THERE);
    const [entry] = raw.prepare(`SELECT actor, detail FROM audit WHERE what = 'address moved'`).all();
    expect(entry).toEqual({
      actor: ACTOR,
      detail: JSON.stringify({ mid: MERCHANT.mid, from: MERCHANT.baseUrl, to: THERE.baseUrl, profile: 'Acme' }),
    });
    verifiedChain(raw);
  });

  it('leads to where it is today after several moves, there and back', () => {
    const { store } = movedDesk();
    const third = { ...THERE, baseUrl: 'https://third.example' };
    store.saveProfile({ ...PROFILE, ...third }, NOW_MS + 2);
    expect([MERCHANT, THERE, third].map((one) => store.merchants.today(one))).toEqual([third, third, third]);
    store.saveProfile(PROFILE, NOW_MS + 3);
    expect([MERCHANT, THERE, third].map((one) => store.merchants.today(one))).toEqual(Array(3).fill(MERCHANT));
  });

  it('does not move while another account is still there, nor with another merchant id', () => {
    const { store, raw } = makeDesk();
    store.saveProfile(PROFILE, NOW_MS);
    store.saveProfile({ ...PROFILE, name: 'Second' }, NOW_MS);
    store.saveProfile({ ...PROFILE, ...THERE }, NOW_MS);
    expect(store.merchants.today(MERCHANT)).toEqual(MERCHANT);
    store.saveProfile({ ...PROFILE, name: 'Second', ...THERE, mid: 4321 as Mid }, NOW_MS);
    expect(store.merchants.today(MERCHANT)).toEqual(MERCHANT);
    expect(count(raw, `audit WHERE what = 'address moved'`)).toBe(0);
  });
});
