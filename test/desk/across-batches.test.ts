// Nobody is paid twice across files, addresses, merchants and months. The gateway is a server written from the specification
// alone; its own record of executed payouts is the judge.

import { describe, expect, it, type TestContext } from 'vitest';
import { openLookupPlaces } from '../../electron/main/desk/batches/look-earlier.ts';
import { resumeBatch } from '../../electron/main/desk/batches/resume-batch.ts';
import { watchBatches } from '../../electron/main/desk/batches/watch-batches.ts';
import { resolvePayout } from '../../electron/main/desk/payouts/resolve-payout.ts';
import type { PacedReads } from '../../electron/main/domain/run.ts';
import type { Follower } from '../../electron/main/session/following.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { BatchId, Mid } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import { makeRows, type PayoutRow, writeCsv } from '../cli/payout-files.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import type { Conduct } from '../cli/spec-payouts.ts';
import { spoken } from '../fixtures/spoken.ts';
import {
  type Computer,
  computer,
  endingOf,
  type RunOptions,
  type StartOptions,
  stoppedOnceStored,
} from './computers.ts';
import { confirmation, failing, openFile, openScene, startFile } from './live-scene.ts';

const FIRST = 'B0001' as BatchId;

/** A gateway with these conducts for some people; everybody else is simply paid. */
function gatewayFor(test: TestContext, conducts: Record<string, Partial<Conduct>>, mid = 4711): Promise<SpecGateway> {
  return startSpecGateway(test, { mid, conduct: ({ upiId }) => conducts[String(upiId).toLowerCase()] ?? {} });
}

const [ASHA, RAVI, , MINA] = makeRows(4) as [PayoutRow, PayoutRow, PayoutRow, PayoutRow];

const timesPaid = (gateway: SpecGateway, { upi }: PayoutRow): number =>
  gateway.executed.filter(({ upiId }) => upiId === upi).length;

/** How often the gateway was asked about the first batch's payout in this row. */
function timesLookedUp(desk: Computer, gateway: SpecGateway, row: number): number {
  const payout = desk.payouts(FIRST)[row] ?? expect.unreachable();
  const { key } = payout;
  const asked = key.by === 'reference' ? { udf1: key.reference } : { transactionId: key.transactionId };
  const isAsked = (body: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(asked).every(([name, value]) => body[name] === value);
  return gateway.posts.filter(({ path, body }) => path === '/api/payoutStatus/' && isAsked(body)).length;
}

/** For a session that pays and makes no reads. */
const NO_READS: PacedReads = {
  lookUp: () => expect.unreachable(),
  wallet: () => expect.unreachable(),
  wait: () => expect.unreachable(),
  inventReference: () => expect.unreachable(),
};

/** The message a person reads beside a payout. */
function messageOf(desk: Computer, { batch, row }: { readonly batch: number; readonly row: number }): string | null {
  const opening = desk.system.openReader('live');
  if (opening.kind !== 'open') return expect.unreachable();
  try {
    const message = opening.store.payouts.story(batch, row)?.payout.message ?? null;
    return message === null ? null : inEnglish(message);
  } finally {
    opening.store.close();
  }
}

/** A desk that believes Asha unpaid, as the gateway said; `late.later.word` is what the gateway says from then on. */
async function unpaidScene(test: TestContext) {
  const late = failing();
  const gateway = await gatewayFor(test, { [ASHA.upi]: late });
  const desk = await computer(test, gateway);
  expect(endingOf(await desk.run([ASHA, RAVI]))).toEqual({ failed: 1, success: 1 });
  return { gateway, desk, late };
}

describe.concurrent('a row that ended unpaid, in another file', () => {
  const files: readonly (readonly [string, readonly PayoutRow[]])[] = [
    ['alone, as a part of its file', [ASHA]],
    ['merged with others', [MINA, ASHA]],
    ['with another remark', [{ ...ASHA, remark: 'Again' }]],
    ['with its spelling corrected', [{ ...ASHA, upi: ASHA.upi.toUpperCase(), name: 'Asha R' }]],
  ];

  it.for(files)('%s, is not paid when it was paid after all', async ([, rows], test) => {
    const { gateway, desk, late } = await unpaidScene(test);
    late.later.word = 'success';
    const others = rows.length - 1;
    const at = rows.findIndex(({ upi }) => upi.toLowerCase() === ASHA.upi.toLowerCase()) + 2;
    const codes = [[at, 'maybePaid']];
    expect(endingOf(await desk.run(rows, { fileName: 'more.csv' }))).toEqual(codes);
    // From then on it is late news, which a person must read.
    expect(desk.payouts(FIRST)[0]).toMatchObject({ state: 'success', hasUnreadNews: true });
    const rest = endingOf(await desk.run(rows, { fileName: 'more.csv', onlyPayable: true }));
    expect(rest).toEqual(others === 0 ? [[at, 'paidBefore']] : { success: others });
    expect(gateway.executed).toHaveLength(2 + others);
    expect(timesPaid(gateway, ASHA)).toBe(1);
  });

  it.for(files)('%s, is looked up and paid when it is still unpaid', async ([, rows], test) => {
    const { gateway, desk } = await unpaidScene(test);
    const before = timesLookedUp(desk, gateway, 0);
    expect(endingOf(await desk.run(rows, { fileName: 'more.csv' }))).toEqual({
      failed: 1,
      ...(rows.length > 1 ? { success: 1 } : {}),
    });
    expect(timesLookedUp(desk, gateway, 0)).toBeGreaterThan(before);
  });

  it('is not paid while the gateway gives no clear answer about it, nor once it has forgotten it', async (test) => {
    const { gateway, desk } = await unpaidScene(test);
    gateway.hide(({ upiId }) => upiId === ASHA.upi);
    expect(endingOf(await desk.run([ASHA], { fileName: 'more.csv' }))).toEqual([[2, 'noLongerKnown']]);
    expect(gateway.payoutPosts()).toHaveLength(2);
  });

  it('is refused alone while the gateway answers about another payment, which becomes an alarm', async (test) => {
    const { gateway, desk, late } = await unpaidScene(test);
    late.later.names = 'SOMEBODYELSES';
    const more = [MINA, ASHA];
    expect(endingOf(await desk.run(more, { fileName: 'more.csv' }))).toEqual([[3, 'echoMismatch']]);
    expect(desk.payouts(FIRST)[0]).toMatchObject({ state: 'failed', hasUnreadNews: true });
    expect(endingOf(await desk.run(more, { fileName: 'more.csv', onlyPayable: true }))).toEqual({ success: 1 });
    expect(timesPaid(gateway, ASHA)).toBe(1);
  });

  it('is looked up through every generation that retried it', async (test) => {
    const { gateway, desk, late } = await unpaidScene(test);
    expect(endingOf(await desk.retry(FIRST))).toEqual({ failed: 1 });
    const before = timesLookedUp(desk, gateway, 0);
    expect(endingOf(await desk.run([ASHA], { fileName: 'more.csv' }))).toEqual({ failed: 1 });
    expect(timesLookedUp(desk, gateway, 0)).toBeGreaterThan(before);
    late.later.word = 'success';
    expect(endingOf(await desk.run([ASHA, MINA], { fileName: 'third.csv' }))).toEqual([[2, 'maybePaid']]);
  });

  it('is looked up again when the person takes long to confirm', async (test) => {
    const { gateway, desk, late } = await unpaidScene(test);
    const meanwhile = (): void => void (late.later.word = 'success');
    expect(endingOf(await desk.run([ASHA, MINA], { fileName: 'more.csv', onlyPayable: true, meanwhile }))).toBe(
      'changedMeanwhile',
    );
    expect(gateway.payoutPosts()).toHaveLength(2);
  });

  it('is looked up again at each resume, and held when it was paid after all', async (test) => {
    const { gateway, desk, late } = await unpaidScene(test);
    const stored = await desk.run([ASHA, MINA], { fileName: 'more.csv', ...stoppedOnceStored() });
    expect(endingOf(stored)).toEqual({ queued: 2 });
    late.later.word = 'success';
    expect(endingOf(await desk.resume('B0002'))).toEqual({ queued: 1, success: 1 });
    expect(timesPaid(gateway, ASHA)).toBe(1);
    expect(messageOf(desk, { batch: 2, row: 2 })).toBe(
      'The gateway now says success about B0001 row 2, which had ended failed.',
    );
  });

  it('is told of while it is looked up, before it is confirmed and when it is resumed', async (test) => {
    const { desk } = await unpaidScene(test);
    const notes: string[] = [];
    const follower: Follower = {
      onProgress: ({ phase, note, view }) => {
        const said = inEnglish(note ?? verbatim(''));
        if (phase === 'preflight' && said.startsWith('looking up')) notes.push(`${view.batch}: ${said}`);
      },
      signal: new AbortController().signal,
    };
    const stopped = stoppedOnceStored();
    const listening: Follower = { ...follower, signal: stopped.follower.signal };
    await desk.run([ASHA, MINA], { fileName: 'more.csv', ...stopped, follower: listening });
    expect(notes.splice(0)).toEqual(['B0001: looking up what is paid again: 1 of 1']);
    const accepted = { acceptWarnings: true, count: 'any' as const };
    const until = { until: 'settled', forMs: null } as const;
    await resumeBatch(desk.system, { batch: 'B0002' as BatchId, ...until, follower, ...accepted });
    expect(notes).toEqual(['B0002: looking up what is paid again: 1 of 1']);
  });

  it('is not paid by a retry that was confirmed slowly while it was paid', async (test) => {
    const { gateway, desk, late } = await unpaidScene(test);
    const meanwhile = (): void => void (late.later.word = 'success');
    expect(endingOf(await desk.retry(FIRST, { meanwhile }))).toEqual([[2, 'maybePaid']]);
    expect(gateway.payoutPosts()).toHaveLength(2);
  });
});

describe.concurrent('a row that a person declared unpaid, in another file', () => {
  /** A desk whose person decided that Asha was not paid; `executes` says whether she was. */
  async function declared(test: TestContext, executes: boolean) {
    const gateway = await gatewayFor(test, { [ASHA.upi]: { reply: 'lost', executes } });
    gateway.hide(({ upiId }) => upiId === ASHA.upi);
    const desk = await computer(test, gateway);
    expect(endingOf(await desk.run([RAVI, ASHA], { forMs: 10_000 }))).toEqual({ success: 1, unknown: 1 });
    const decided = await resolvePayout(desk.system, {
      payout: { by: 'row', batch: FIRST, rowNumber: 3 },
      verdict: { kind: 'notPaid' },
      note: 'The bank says so.',
      ticket: 'T-1',
      sameEvidence: null,
    });
    expect(decided.kind).toBe('done');
    return { gateway, desk };
  }

  it('is not paid once the gateway knows it', async (test) => {
    const { gateway, desk } = await declared(test, true);
    gateway.hide(() => false);
    expect(endingOf(await desk.run([ASHA, MINA], { fileName: 'more.csv' }))).toEqual([[2, 'maybePaid']]);
    expect(timesPaid(gateway, ASHA)).toBe(1);
  });

  it('is paid while the gateway still does not know it', async (test) => {
    const { gateway, desk } = await declared(test, false);
    expect(endingOf(await desk.run([MINA, ASHA], { fileName: 'more.csv', forMs: 3_000 }))).toEqual({
      success: 1,
      unknown: 1,
    });
    expect(gateway.payoutPosts()).toHaveLength(4);
  });
});

describe.concurrent('a row that another file paid meanwhile', () => {
  const CORRECTED = { ...ASHA, upi: 'asha.new@okbank' };

  /** Asha was refused and then paid from another file. The sheets have no names, so no payee is known. */
  async function paidElsewhere(test: TestContext) {
    const conducts: Record<string, Partial<Conduct>> = { [ASHA.upi]: failing() };
    const gateway = await gatewayFor(test, conducts);
    const desk = await computer(test, gateway);
    const nameless = (rows: readonly PayoutRow[]): PayoutRow[] => rows.map((row) => ({ ...row, name: '' }));
    expect(endingOf(await desk.run(nameless([ASHA, RAVI])))).toEqual({ failed: 1, success: 1 });
    conducts[ASHA.upi] = {};
    expect(endingOf(await desk.run(nameless([ASHA]), { fileName: 'more.csv' }))).toEqual({ success: 1 });
    const corrected = nameless([CORRECTED, RAVI]);
    const path = writeCsv(desk.folder, { name: 'corrected.csv', rows: corrected });
    const from = { path, sheet: null, columns: [], encoding: null };
    const retry = (options: StartOptions = {}) => desk.retry(FIRST, { ...options, from });
    return { gateway, retry };
  }

  it('is not paid again by a retry with corrected details, and the person is told why', async (test) => {
    const { gateway, retry } = await paidElsewhere(test);
    const blocked = await retry();
    expect(JSON.stringify(spoken(blocked))).toContain(
      `to other details (batch B0002 row 2): then ${ASHA.upi}, now ${CORRECTED.upi}`,
    );
    expect(gateway.executed.map(({ upiId }) => upiId)).not.toContain(CORRECTED.upi);
  });

  it('is paid again when the person ticks it by its number', async (test) => {
    const { gateway, retry } = await paidElsewhere(test);
    const ticks = { ...NO_TICKS, paidBefore: [2] };
    expect(endingOf(await retry({ ticks }))).toEqual({ success: 1 });
    expect(gateway.executed.map(({ upiId }) => upiId)).toContain(CORRECTED.upi);
  });
});

describe.concurrent('a merchant at two addresses', () => {
  const otherWay = ({ port }: SpecGateway): string => `http://localhost:${port}`;
  const ROWS = makeRows(5);
  const MORE = [...ROWS, ...makeRows(1, { label: 'new' })];

  it.for([false, true])('pays nobody twice, with an account that was moved there: %s', async (isMoved, test) => {
    const gateway = await startSpecGateway(test);
    const desk = await computer(test, gateway);
    expect(endingOf(await desk.run(ROWS))).toEqual({ success: 5 });
    const profile = isMoved ? 'acme' : 'second';
    await desk.connect({ name: profile, baseUrl: otherWay(gateway), mid: gateway.mid });
    expect(endingOf(await desk.run(ROWS, { profile }))).toBe('repeatedFile');
    const blocked = await desk.run(MORE, { profile, fileName: 'more.csv' });
    expect(endingOf(blocked)).toEqual(ROWS.map((_row, at) => [at + 2, 'paidBefore']));
    expect(endingOf(await desk.run(MORE, { profile, fileName: 'more.csv', onlyPayable: true }))).toEqual({
      success: 1,
    });
    expect(gateway.executed).toHaveLength(6);
  });

  it('looks up what ended unpaid where it was sent, and not where nobody knows it', async (test) => {
    const late = failing();
    const old = await gatewayFor(test, { [ASHA.upi]: late });
    const fresh = await startSpecGateway(test);
    const desk = await computer(test, old);
    await desk.run([ASHA]);
    await desk.connect({ name: 'second', baseUrl: fresh.url, mid: fresh.mid });
    late.later.word = 'success';
    const params = { profile: 'second', fileName: 'more.csv' };
    expect(endingOf(await desk.run([ASHA, MINA], params))).toEqual([[2, 'maybePaid']]);
    expect(fresh.executed).toHaveLength(0);
  });

  it('looks up at the new address what was paid at one that a person moved away from', async (test) => {
    const late = failing();
    const gateway = await gatewayFor(test, { [ASHA.upi]: late });
    const desk = await computer(test, gateway);
    await desk.run([ASHA]);
    await desk.connect({ baseUrl: otherWay(gateway), mid: gateway.mid });
    expect(endingOf(await desk.run([ASHA, RAVI], { fileName: 'more.csv' }))).toEqual({ failed: 1, success: 1 });
    late.later.word = 'success';
    expect(endingOf(await desk.run([ASHA, MINA], { fileName: 'third.csv' }))).toEqual([[2, 'maybePaid']]);
  });

  it.for([
    ['knows what was paid at the old one', true, [[2, 'silentTooShortly']]],
    ['knows nothing of the old one', false, [[2, 'earlierNotAsked']]],
  ] as const)(
    'believes the silence of a new address only where it knows the old payments: it %s',
    async ([, knows, ending], test) => {
      const old = await gatewayFor(test, { [ASHA.upi]: { executes: false, word: 'rejected' } });
      const fresh = knows ? { url: otherWay(old) } : await startSpecGateway(test);
      const desk = await computer(test, old);
      expect(endingOf(await desk.run([ASHA, RAVI]))).toEqual({ rejected: 1, success: 1 });
      await desk.connect({ baseUrl: fresh.url, mid: old.mid });
      expect(endingOf(await desk.run([ASHA, MINA], { fileName: 'more.csv' }))).toEqual(ending);
    },
  );

  it('asks nothing more at the old address once the person has stopped', async (test) => {
    const old = await gatewayFor(test, { [ASHA.upi]: failing() });
    const desk = await computer(test, old);
    await desk.run([ASHA]);
    const [payout] = desk.payouts(FIRST);
    const opening = desk.system.openWriter('live');
    if (opening.kind !== 'open' || payout === undefined) return expect.unreachable();
    const { store } = opening;
    const token = Promise.withResolvers<Awaited<ReturnType<System['tokens']['read']>>>();
    const system = { ...desk.system, tokens: { ...desk.system.tokens, read: () => token.promise } };
    const own = { merchant: { baseUrl: otherWay(old), mid: old.mid as Mid }, reads: NO_READS, notKnown: null };
    const places = openLookupPlaces(system, store, own);
    const asked = places.of(payout);
    const before = old.posts.length;
    await places.close();
    token.resolve({ kind: 'token', token: old.token, forSession: true });
    expect(await asked).toMatchObject({ kind: 'closed' });
    expect(old.posts).toHaveLength(before);
    store.close();
  });

  it('follows a batch at the new address once a person moved it, and asks the old one nothing', async (test) => {
    const old = await startSpecGateway(test);
    const fresh = await startSpecGateway(test);
    const desk = await computer(test, old);
    await desk.run([ASHA]);
    await desk.connect({ baseUrl: fresh.url, mid: fresh.mid });
    const before = old.posts.length;
    desk.setDaysLater(2);
    const watched = await watchBatches(desk.system, {
      batch: FIRST,
      forMs: 20_000,
      follower: stoppedOnceStored().follower,
    });
    expect(watched.kind).toBe('done');
    expect(old.posts).toHaveLength(before);
    expect(fresh.posts.length).toBeGreaterThan(0);
  });

  it('pays a retry at the new address once a person moved it', async (test) => {
    const late = failing();
    const gateway = await gatewayFor(test, { [ASHA.upi]: late });
    const desk = await computer(test, gateway);
    await desk.run([ASHA]);
    const moved = otherWay(gateway);
    await desk.connect({ baseUrl: moved, mid: gateway.mid });
    await desk.retry(FIRST);
    const opening = desk.system.openReader('live');
    if (opening.kind !== 'open') throw new Error('the desk does not open');
    test.onTestFinished(() => opening.store.close());
    expect(opening.store.batches.find(2)).toMatchObject({ profile: 'acme', baseUrl: moved });
  });

  it('leaves the row out where the old address cannot be asked and nobody moved it', async (test) => {
    const late = failing();
    const old = await gatewayFor(test, { [ASHA.upi]: late });
    const fresh = await startSpecGateway(test);
    const desk = await computer(test, old);
    await desk.run([ASHA]);
    await desk.connect({ name: 'second', baseUrl: fresh.url, mid: fresh.mid });
    await old.close();
    const request = { profile: 'second', fileName: 'more.csv' };
    expect(endingOf(await desk.run([ASHA, MINA], request))).toEqual([[2, 'earlierNotAsked']]);
    await desk.connect({ baseUrl: old.url, mid: 99 });
    const blocked = await desk.run([ASHA, MINA], request);
    expect(endingOf(blocked)).toEqual([[2, 'earlierNotAsked']]);
    expect(JSON.stringify(spoken(blocked))).toContain('no account has the address');
    expect(endingOf(await desk.run([ASHA, MINA], { ...request, onlyPayable: true }))).toEqual({ success: 1 });
    expect(timesPaid(fresh, ASHA)).toBe(0);
  });
});

describe.concurrent('a row of which what ended unpaid cannot be asked about', () => {
  const NAMED = { payouts: ['B0001/2'], differences: [], rows: [], notOnHold: [], batches: [] };

  /** A second account of the same firm. Asha's payout failed through the first, which can no longer be asked. */
  async function closedScene(test: TestContext, isGone = true) {
    const late = failing();
    const old = await gatewayFor(test, { [ASHA.upi]: late });
    const fresh = await gatewayFor(test, {}, 815);
    const desk = await computer(test, old);
    await desk.run([ASHA]);
    await desk.connect({ name: 'second', baseUrl: fresh.url, mid: fresh.mid });
    await (isGone ? old.close() : desk.connect({ baseUrl: old.url, mid: 99 }));
    return { late, old, fresh, desk, options: { profile: 'second', fileName: 'more.csv' } };
  }

  it('is paid once that payout is named, and the next file finds it paid', async (test) => {
    const { fresh, desk, options } = await closedScene(test);
    const blocked = await desk.run([ASHA, MINA], options);
    expect(endingOf(blocked)).toEqual([[2, 'earlierNotAsked']]);
    expect(JSON.stringify(spoken(blocked, 'commandLine'))).toContain('--pay-again');
    const others = { ...NAMED, payouts: ['B0001/2', 'B0001/9'] };
    expect(endingOf(await desk.run([ASHA, MINA], { ...options, named: others }))).toBe('notARepeat');
    expect(endingOf(await desk.run([ASHA, MINA], { ...options, named: NAMED }))).toEqual({ success: 2 });
    expect(timesPaid(fresh, ASHA)).toBe(1);
    const elsewhere = { ...ASHA, upi: 'asha.other@bank' };
    const third = { ...options, fileName: 'third.csv' };
    expect(endingOf(await desk.run([ASHA, RAVI], third))).toEqual([[2, 'paidBefore']]);
    expect(endingOf(await desk.run([elsewhere, RAVI], third))).toEqual([[2, 'sameName']]);
  });

  it('is found by what it was paid instead of, whatever account it went to', async (test) => {
    const { fresh, desk, options } = await closedScene(test, false);
    const moved = { ...ASHA, upi: 'asha.other@bank' };
    expect(endingOf(await desk.run([moved, MINA], { ...options, named: NAMED }))).toEqual({ success: 2 });
    const third = await desk.run([{ ...ASHA, name: '' }, RAVI], { ...options, fileName: 'third.csv' });
    expect(endingOf(third)).toEqual([[2, 'paidBefore']]);
    expect(JSON.stringify(third)).toContain('B0002');
    expect(timesPaid(fresh, ASHA)).toBe(0);
  });

  it('is paid once it is ticked, and left out until then', async (test) => {
    const { fresh, desk, options } = await closedScene(test, false);
    expect(endingOf(await desk.run([ASHA, MINA], { ...options, ticks: NO_TICKS }))).toEqual({ success: 1 });
    const ticks = { ...NO_TICKS, paidBefore: [2] };
    expect(endingOf(await desk.run([ASHA, RAVI], { ...options, ticks, fileName: 'third.csv' }))).toEqual({
      success: 2,
    });
    expect(timesPaid(fresh, ASHA)).toBe(1);
  });

  it('goes on resume without being asked about again, but not once that payout was heard to be paid', async (test) => {
    const { late, old, fresh, desk, options } = await closedScene(test, false);
    await desk.run([ASHA, MINA], { ...options, named: NAMED, ...stoppedOnceStored() });
    expect(fresh.executed).toHaveLength(0);
    late.later.word = 'success';
    await desk.connect({ baseUrl: old.url, mid: 4711 });
    desk.setDaysLater(1);
    await desk.watch('B0001');
    expect(endingOf(await desk.resume('B0002'))).toMatchObject({ queued: 1 });
    expect(timesPaid(fresh, ASHA)).toBe(0);
    expect(messageOf(desk, { batch: 2, row: 2 })).toContain('B0001');
  });

  it('goes on resume while nothing was heard of that payout', async (test) => {
    const { fresh, desk, options } = await closedScene(test);
    await desk.run([ASHA, MINA], { ...options, named: NAMED, ...stoppedOnceStored() });
    expect(fresh.executed).toHaveLength(0);
    expect(endingOf(await desk.resume('B0002'))).toEqual({ success: 2 });
  });
});

describe.concurrent('two merchant ids of one desk', () => {
  async function twoMerchants(test: TestContext, conducts: Record<string, Partial<Conduct>> = {}) {
    const one = await gatewayFor(test, conducts);
    const other = await gatewayFor(test, {}, 815);
    const desk = await computer(test, one);
    await desk.connect({ name: 'second', baseUrl: other.url, mid: other.mid });
    await desk.run([ASHA]);
    return { one, other, desk, options: { profile: 'second', fileName: 'more.csv' } };
  }

  it('pay a person once unless a tick says otherwise, told where it was paid', async (test) => {
    const { other, desk, options } = await twoMerchants(test);
    const blocked = await desk.run([ASHA, MINA], options);
    expect(endingOf(blocked)).toEqual([[2, 'paidBefore']]);
    expect(JSON.stringify(spoken(blocked))).toContain('batch B0001 row 2 of account acme');
    expect(other.executed).toHaveLength(0);
    const ticks = { ...NO_TICKS, paidBefore: [2] };
    expect(endingOf(await desk.run([ASHA, MINA], { ...options, ticks }))).toEqual({ success: 2 });
  });

  it('look up at the first what ended unpaid there before the second pays it', async (test) => {
    const late = failing();
    const { one, other, desk, options } = await twoMerchants(test, { [ASHA.upi]: late });
    late.later.word = 'success';
    expect(endingOf(await desk.run([ASHA, MINA], options))).toEqual([[2, 'maybePaid']]);
    expect([timesPaid(one, ASHA), other.executed.length]).toEqual([1, 0]);
  });
});

describe.concurrent('the salary of the next month', () => {
  const FEBRUARY = makeRows(4);
  const MARCH = FEBRUARY.map((row) => ({ ...row, remark: 'March' }));

  async function paidFebruary(test: TestContext): Promise<{ gateway: SpecGateway; desk: Computer }> {
    const gateway = await startSpecGateway(test);
    const desk = await computer(test, gateway);
    expect(endingOf(await desk.run(FEBRUARY, { fileName: 'february.csv' }))).toEqual({ success: 4 });
    return { gateway, desk };
  }

  const ticked = { ticks: { ...NO_TICKS, batches: [FIRST] } };
  const all = (code: string): unknown => FEBRUARY.map((_row, at) => [at + 2, code]);

  it.for([-1, 1, 24, 25, 28, 30, 31])(
    'is paid for another purpose %i days later with one tick for its batch, and never without it',
    async (days, test) => {
      const { gateway, desk } = await paidFebruary(test);
      desk.setDaysLater(days);
      const march = { fileName: 'march.csv' };
      for (const _twice of [1, 2]) {
        const refused = await desk.run(MARCH, march);
        expect(endingOf(refused)).toEqual(all('repeatsBatch'));
        expect(JSON.stringify(spoken(refused))).toContain('Batch B0001 paid this person ₹100.00');
        expect(JSON.stringify(spoken(refused)).includes("Check this computer's date.")).toBe(days > 29);
      }
      expect(endingOf(await desk.run(MARCH, { ...march, onlyPayable: true }))).toEqual(all('repeatsBatch'));
      const rows = { ticks: { ...NO_TICKS, paidBefore: [2, 3, 4, 5] } };
      expect(endingOf(await desk.run(MARCH, { ...march, ...rows }))).toEqual(
        expect.not.objectContaining({ success: 4 }),
      );
      expect(gateway.executed).toHaveLength(4);
      expect(endingOf(await desk.run(MARCH, { ...march, ...ticked }))).toEqual({ success: 4 });
      expect(gateway.executed).toHaveLength(8);
    },
  );

  it.for([-1, 1, 24])(
    'under the same remark is asked row by row %i days later, and its batch lifts none',
    async (days, test) => {
      const { gateway, desk } = await paidFebruary(test);
      desk.setDaysLater(days);
      const again = { fileName: 'another.csv', acceptRepeats: [FIRST] };
      expect(endingOf(await desk.run(FEBRUARY, again))).toEqual(all('paidBefore'));
      expect(endingOf(await desk.run(FEBRUARY, { ...again, ...ticked }))).toEqual(all('paidBefore'));
      expect(gateway.executed).toHaveLength(4);
      const two = { ticks: { ...NO_TICKS, paidBefore: [2, 4] } };
      expect(endingOf(await desk.run(FEBRUARY, { ...again, ...two }))).toEqual({ success: 2 });
      expect(gateway.executed).toHaveLength(6);
    },
  );

  it('under the same remark is one tick for its batch from 25 days on', async (test) => {
    const { gateway, desk } = await paidFebruary(test);
    desk.setDaysLater(28);
    const again = { fileName: 'february.csv', acceptRepeats: [FIRST] };
    expect(endingOf(await desk.run(FEBRUARY, { ...again, acceptRepeats: [] }))).toBe('repeatedFile');
    expect(endingOf(await desk.run(FEBRUARY, again))).toEqual(all('repeatsBatch'));
    expect(endingOf(await desk.run(FEBRUARY, { ...again, ...ticked }))).toEqual({ success: 4 });
    expect(gateway.executed).toHaveLength(8);
  });

  it('of the latest run is named once that is older than a month: an older one alone says nothing of it', async (test) => {
    const { gateway, desk } = await paidFebruary(test);
    desk.setDaysLater(28);
    const again = { fileName: 'february.csv', acceptRepeats: [FIRST] };
    expect(endingOf(await desk.run(FEBRUARY, { ...again, ...ticked }))).toEqual({ success: 4 });
    desk.setDaysLater(70);
    await desk.run(makeRows(1, { label: 'today' }), { fileName: 'today.csv' });
    expect(endingOf(await desk.run(FEBRUARY, again))).toBe('repeatedFile');
    expect(gateway.executed).toHaveLength(9);
    const latest = { ...again, acceptRepeats: ['B0002' as BatchId] };
    expect(endingOf(await desk.run(FEBRUARY, latest))).toEqual({ success: 4 });
  });

  it.for([
    [24, [[2, 'correction']]],
    [25, { success: 1 }],
  ] as const)(
    'with other amounts is a correction within 25 days, and a rise from then on: %i',
    async ([days, ending], test) => {
      const { desk } = await paidFebruary(test);
      desk.setDaysLater(days);
      // Today's record shows that the computer's clock is right.
      expect(endingOf(await desk.run(makeRows(1, { label: 'today' }), { fileName: 'today.csv' }))).toEqual({
        success: 1,
      });
      const raised = FEBRUARY.slice(0, 1).map((row) => ({ ...row, amount: '999.00' }));
      expect(endingOf(await desk.run(raised, { fileName: 'raised.csv' }))).toEqual(ending);
    },
  );
});

describe.concurrent('a batch that is resumed long after what it repeats', () => {
  /** A lookup of the desk finds that the first payout of the first batch was paid. */
  function recordPaid(desk: Computer): void {
    const [payout] = desk.payouts(FIRST);
    const opening = desk.system.openWriter('live');
    if (opening.kind !== 'open' || payout === undefined) return expect.unreachable();
    const { payoutId, key } = payout;
    const atMs = desk.system.clock.nowMs();
    const finding = { kind: 'state', state: 'success', word: 'success' } as const;
    const evidence = { httpStatus: 200, text: '{}' };
    const received = { kind: 'lookup', payoutId, key, finding, utr: null, message: null, evidence, atMs } as const;
    const backoff = { firstMs: 50, maxMs: 200 };
    expect(opening.store.ledger.turn({ nowMs: atMs, backoff, news: [received], claim: null }).kind).toBe('committed');
    opening.store.close();
  }

  /** Forty days after Asha was refused, a batch that pays her is confirmed but not sent. */
  async function confirmedAfterForty(test: TestContext, rows: readonly PayoutRow[], options: RunOptions) {
    const scene = await unpaidScene(test);
    scene.desk.setDaysLater(40);
    const before = timesLookedUp(scene.desk, scene.gateway, 0);
    expect(endingOf(await scene.desk.run(rows, { ...options, ...stoppedOnceStored() }))).toEqual({ queued: 2 });
    expect(timesLookedUp(scene.desk, scene.gateway, 0)).toBeGreaterThan(before);
    return scene;
  }

  it.for([
    ['from another file', [ASHA, MINA], { fileName: 'more.csv' }],
    [
      'as a repeat that was named',
      [ASHA, RAVI],
      { acceptRepeats: [FIRST], name: 'July', ticks: { ...NO_TICKS, batches: [FIRST] } },
    ],
  ] as const)('asks again what was asked at Confirm, %s', async ([, rows, options], test) => {
    const { gateway, desk, late } = await confirmedAfterForty(test, rows, options);
    late.later.word = 'success';
    expect(endingOf(await desk.resume('B0002'))).toEqual({ queued: 1, success: 1 });
    expect(timesPaid(gateway, ASHA)).toBe(1);
    expect(desk.payouts(FIRST)[0]).toMatchObject({ state: 'success', hasUnreadNews: true });
  });

  it('pays what is still unpaid', async (test) => {
    const { gateway, desk } = await confirmedAfterForty(test, [ASHA, MINA], { fileName: 'more.csv' });
    const before = timesLookedUp(desk, gateway, 0);
    expect(endingOf(await desk.resume('B0002'))).toEqual({ failed: 1, success: 1 });
    expect(timesLookedUp(desk, gateway, 0)).toBeGreaterThan(before);
  });

  it('holds what was heard to be paid since, however long ago that is by now', async (test) => {
    const { gateway, desk, late } = await confirmedAfterForty(test, [ASHA, MINA], { fileName: 'more.csv' });
    late.later.word = 'success';
    recordPaid(desk);
    expect(desk.payouts(FIRST)[0]).toMatchObject({ state: 'success' });
    desk.setDaysLater(100);
    expect(endingOf(await desk.run([RAVI], { fileName: 'ravi.csv' }))).toEqual({ success: 1 });
    desk.setDaysLater(101);
    const before = gateway.payoutPosts().length;
    expect(endingOf(await desk.resume('B0002'))).toEqual({ queued: 1, success: 1 });
    // Only Mina.
    expect(gateway.payoutPosts()).toHaveLength(before + 1);
  });
});

describe.concurrent('Confirm in the window', () => {
  it('names the row that the gateway speaks against, and pays the others', async (test) => {
    const late = failing();
    const { desk, gateway } = await openScene(test, { 'asha@bank': late });
    const header = 'name,upi id,amount,remark';
    const batch = await startFile(desk, [header, 'asha,asha@bank,100,pay']);
    await desk.eventWhere(
      (event) => event.kind === 'ended' && event.view.batch === batch && event.view.state === 'settled',
    );
    late.later.word = 'success';
    const { summary } = await openFile(desk, [header, 'asha,asha@bank,100,pay', 'mina,mina@bank,200,pay']);
    const seen = await confirmation(desk, summary);
    expect(seen).toMatchObject({ blocked: null, count: 1, leftOutCount: 1 });
    expect(seen.leftOut).toMatchObject([{ code: 'maybePaid', rows: [{ rowNumber: 2 }] }]);
    expect(gateway.payoutPosts()).toHaveLength(1);
  });
});
