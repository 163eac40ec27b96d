// Retrying the failed payouts in the window, against a gateway written from the specification alone: its own record of executed
// payouts is the judge.

import { randomUUID } from 'node:crypto';
import { describe, expect, it, type TestContext } from 'vitest';
import type { DraftEdit } from '../../shared/api/draft-commands.ts';
import type { BatchId } from '../../shared/ids.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import type { Conduct } from '../cli/spec-payouts.ts';
import { spoken } from '../fixtures/spoken.ts';
import {
  checked,
  confirmation,
  eventually,
  failing,
  type LiveScene,
  openFile,
  openScene,
  PROFILE,
  REJECTED,
  type Reading,
  settled,
  startFile,
  startParams,
} from './live-scene.ts';
import type { TestWindowDesk } from './window-desk.ts';

interface Scene extends LiveScene {
  readonly batch: BatchId;
}

const PEOPLE = ['asha', 'ravi', 'mina', 'dev'];
const FILE = [
  'name,upi id,amount,remark,dept',
  ...PEOPLE.map((name, at) => `${name},${name}@bank,${at + 1}00,pay,D${at}`),
];

/** A desk whose first batch left these people unpaid. */
async function scene(
  test: TestContext,
  conducts: Record<string, Partial<Conduct>>,
  until: (desk: TestWindowDesk, batch: BatchId) => Promise<unknown> = settled,
): Promise<Scene> {
  const open = await openScene(test, conducts);
  const { desk } = open;
  const batch = await startFile(desk, FILE);
  await until(desk, batch);
  return { ...open, batch };
}

async function payFile(desk: TestWindowDesk, lines: readonly string[], name?: string): Promise<void> {
  await settled(desk, await startFile(desk, lines, name === undefined ? {} : { name }));
}

const openRetry = async (desk: TestWindowDesk, batch: BatchId): Promise<Reading> =>
  checked(await desk.change('openRetry', { batch }));

const edit = (desk: TestWindowDesk, { draft, revision }: Reading['summary'], cells: object[]) =>
  desk.change('editDraft', { draft, revision, edit: { kind: 'setCells', words: 'edit', cells } as DraftEdit });

async function rowsOf(desk: TestWindowDesk, draft: string) {
  const { rows } = await desk.ask('readDraftRows', { draft, window: { from: 0, count: 50 } });
  return rows.map(({ rowNumber, cells }) => ({
    rowNumber,
    ...Object.fromEntries(
      cells.map(({ field, text, original }) => [field, original === null ? text : { text, original }]),
    ),
  }));
}

const countsOf = async (desk: TestWindowDesk, batch: BatchId) => {
  const { view } = await desk.ask('readBatch', { batch });
  return Object.fromEntries(Object.entries(view.counts).filter(([, count]) => count > 0));
};

const counts = ({ desk }: Scene, batch: BatchId) => countsOf(desk, batch);

/** Everything has been sent and is only looked up, so another file may be opened. */
const settling = (desk: TestWindowDesk, batch: BatchId) =>
  desk.eventWhere(
    (event) => event.kind === 'progress' && event.progress.view.batch === batch && event.progress.phase === 'settling',
  );

const untilCounts = (wanted: object) => (desk: TestWindowDesk, batch: BatchId) =>
  eventually(async () => expect(await countsOf(desk, batch)).toEqual(wanted));

const timesPaid = ({ gateway }: Scene, upiId: string): number =>
  gateway.executed.filter((made) => made.upiId === upiId && made.reference !== null).length;

describe.concurrent('retrying what failed in the window', () => {
  it('leaves out a row against which two things speak, and pays the others', async (test) => {
    const place = await openScene(test, {});
    const { desk, conducts } = place;
    await payFile(desk, ['name,upi id,amount,remark', 'asha,asha@bank,100,first'], 'first.csv');
    for (const name of ['asha', 'ravi']) conducts[`${name}@bank`] = failing();
    const file = ['name,upi id,amount,remark', 'asha,asha@bank,100,again', 'ravi,ravi@bank,200,pay'];
    const { summary } = await eventually(() => openFile(desk, file, { name: 'second.csv' }));
    const asked = { rowTicks: { ...NO_TICKS, paidBefore: [2] } };
    const seen = await confirmation(desk, summary, asked);
    const { batch } = await desk.change('startBatch', startParams(seen, asked));
    await settled(desk, batch);
    for (const name of ['asha.new', 'ravi']) conducts[`${name}@bank`] = {};
    const retry = await openRetry(desk, batch);
    const edited = await edit(desk, retry.summary, [{ rowNumber: 2, field: 'upiId', text: 'asha.new@bank' }]);
    const again = await confirmation(desk, edited);
    expect(again).toMatchObject({ count: 1, blocked: null });
    const retried = await desk.change('startBatch', startParams(again));
    await settled(desk, retried.batch);
    expect(await countsOf(desk, retried.batch)).toEqual({ success: 1 });
    const paid = place.gateway.executed.map(({ upiId }) => upiId);
    expect(paid.filter((upiId) => upiId === 'asha.new@bank')).toEqual([]);
  });

  it('says what would be retried, and why the others would not', async (test) => {
    const lost: Partial<Conduct> = { reply: 'lost', executes: false };
    const open: Partial<Conduct> = { word: 'pending' };
    const conducts = { 'asha@bank': REJECTED, 'ravi@bank': failing(), 'mina@bank': lost, 'dev@bank': open };
    const place = await scene(test, conducts, untilCounts({ rejected: 1, failed: 1, unknown: 1, processing: 1 }));
    const { desk, batch } = place;
    expect(spoken(await desk.ask('readRetry', { batch }))).toEqual({
      retried: { count: 2, paise: 30_000 },
      first: [
        { payout: `${batch}/2`, name: 'asha', paise: 10_000, message: expect.stringMatching(/\w/) },
        { payout: `${batch}/3`, name: 'ravi', paise: 20_000, message: expect.stringMatching(/\w/) },
      ],
      notRetried: [
        {
          payout: `${batch}/4`,
          name: 'mina',
          paise: 30_000,
          state: 'unknown',
          why: 'Not confirmed yet: we keep checking.',
        },
        {
          payout: `${batch}/5`,
          name: 'dev',
          paise: 40_000,
          state: 'processing',
          why: 'The gateway still works on it.',
        },
      ],
    });
    place.conducts['asha@bank'] = open;
    await settling(desk, batch);
    const hand = await startFile(desk, ['name,upi id,amount,remark', 'asha,asha@bank,100,by hand'], {
      name: 'hand.csv',
    });
    await untilCounts({ processing: 1 })(desk, hand);
    const reported = await desk.ask('readRetry', { batch });
    expect(reported.retried).toEqual({ count: 1, paise: 20_000 });
    expect(spoken(reported.notRetried[0])).toEqual({
      payout: `${batch}/2`,
      name: 'asha',
      paise: 10_000,
      state: 'rejected',
      why: `This waits for batch ${hand} row 2, which is being paid.`,
    });
    const { draft } = await openRetry(desk, batch);
    expect((await rowsOf(desk, draft)).map(({ rowNumber }) => rowNumber)).toEqual([3]);
  });

  it('pays corrected details once, under a new reference, with the file and the link kept', async (test) => {
    const place = await scene(test, { 'asha@bank': REJECTED, 'ravi@bank': failing() });
    const { desk, gateway, batch } = place;
    const reading = await openRetry(desk, batch);
    expect(reading).toMatchObject({ retryOf: batch, lockedFields: ['amount', 'reference'], rows: 2, repeats: [] });
    const [first] = gateway.payoutPosts();
    expect(await rowsOf(desk, reading.draft)).toMatchObject([
      {
        rowNumber: 2,
        name: 'asha',
        upiId: 'asha@bank',
        amount: '100.00',
        remark: 'pay',
        reference: first?.body['udf1'],
      },
      { rowNumber: 3, name: 'ravi', upiId: 'ravi@bank', amount: '200.00' },
    ]);
    const edited = await edit(desk, reading.summary, [
      { rowNumber: 2, field: 'upiId', text: 'asha.right@bank' },
      { rowNumber: 3, field: 'paymentMethod', text: 'IMPS' },
      { rowNumber: 3, field: 'upiId', text: '' },
      { rowNumber: 3, field: 'accountNumber', text: '00112233445' },
      { rowNumber: 3, field: 'ifsc', text: 'HDFC0000001' },
    ]);
    expect(await rowsOf(desk, reading.draft)).toMatchObject([
      { upiId: { text: 'asha.right@bank', original: 'asha@bank' } },
      { accountNumber: { text: '00112233445', original: '' } },
    ]);
    const seen = await confirmation(desk, edited);
    expect(seen).toMatchObject({ blocked: null, count: 2, totalPaise: 30_000, profile: PROFILE, environment: 'LIVE' });
    expect(seen.retry?.batch).toBe(batch);
    expect(seen.retry?.corrections).toContainEqual({
      row: 2,
      name: 'asha',
      field: 'upiId',
      from: 'asha@bank',
      to: 'asha.right@bank',
    });
    const { batch: next } = await desk.change('startBatch', startParams(seen));
    await settled(desk, next);
    expect(await counts(place, next)).toEqual({ success: 2 });
    expect(await desk.ask('readBatch', { batch: next })).toMatchObject({ retryOf: batch, file: 'pay.csv' });
    const drawer = await desk.ask('readPayout', { payout: `${next}/2` });
    expect(drawer).toMatchObject({ retryOf: `${batch}/2`, retriedAs: null });
    expect(drawer.source).toContainEqual({ header: 'dept', text: 'D0' });
    expect(drawer.source).toContainEqual({ header: 'upi id', text: 'asha@bank' });
    expect(await desk.ask('readPayout', { payout: `${batch}/2` })).toMatchObject({
      retriedAs: `${next}/2`,
      line: { paidAgainAs: { payout: `${next}/2`, state: 'success' } },
    });
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
    expect([timesPaid(place, 'asha.right@bank'), timesPaid(place, 'asha@bank')]).toEqual([1, 0]);
    expect(desk.faults).toEqual([]);
  });

  it('keeps the amount and the reference as they are, with the reason, and takes a pasted row that does not change them', async (test) => {
    const { desk, batch } = await scene(test, { 'asha@bank': REJECTED });
    const { draft, summary } = await openRetry(desk, batch);
    const { revision } = summary;
    const refusal = (what: object) =>
      desk.refusalOf('editDraft', { draft, revision, edit: what, commandId: randomUUID() });
    const set = (field: string, text: string) => ({
      kind: 'setCells',
      words: 'edit',
      cells: [{ rowNumber: 2, field, text }],
    });
    expect(await refusal(set('amount', '100.01'))).toBe('amountLocked');
    expect(await refusal(set('reference', 'MINE-1'))).toBe('referenceLocked');
    expect(await refusal({ kind: 'replace', field: 'amount', find: '1', replaceWith: '9' })).toBe('amountLocked');
    const pasted = await edit(desk, summary, [
      { rowNumber: 2, field: 'upiId', text: 'other@bank' },
      { rowNumber: 2, field: 'amount', text: '100.00' },
    ]);
    expect(pasted.payable).toEqual({ count: 1, paise: 10_000 });
    expect(await desk.refusalOf('rereadDraft', { draft, profile: PROFILE, options: {}, commandId: randomUUID() })).toBe(
      'notAFile',
    );
  });

  it('leaves out, by name, what a person took out and what the rules of the import refuse', async (test) => {
    const place = await scene(test, { 'asha@bank': REJECTED, 'ravi@bank': REJECTED, 'mina@bank': REJECTED });
    const { desk, batch, conducts } = place;
    const reading = await openRetry(desk, batch);
    const wrong = await edit(desk, reading.summary, [{ rowNumber: 2, field: 'upiId', text: 'no id' }]);
    const out = { kind: 'exclude', excluded: true, rows: [3] } as const;
    const edited = await desk.change('editDraft', { draft: reading.draft, revision: wrong.revision, edit: out });
    const seen = await confirmation(desk, edited);
    expect(seen).toMatchObject({ count: 1, totalPaise: 30_000, leftOutCount: 2 });
    expect(seen.leftOut.map(({ code, rows }) => [code, rows.map(({ rowNumber }) => rowNumber)])).toContainEqual([
      'leftOut',
      [3],
    ]);
    delete conducts['mina@bank'];
    const { batch: next } = await desk.change('startBatch', startParams(seen));
    await settled(desk, next);
    expect(await counts(place, next)).toEqual({ success: 1 });
    expect((await desk.ask('readRetry', { batch })).retried.count).toBe(2);
  });

  it('says of every payment of the batch that it leaves out whom it pays, how much and why', async (test) => {
    const lost: Partial<Conduct> = { reply: 'lost', executes: false };
    const open: Partial<Conduct> = { word: 'pending' };
    const conducts = { 'asha@bank': REJECTED, 'ravi@bank': failing(), 'mina@bank': lost, 'dev@bank': open };
    const counted = { rejected: 1, failed: 1, unknown: 1, processing: 1 };
    const { desk, batch, gateway } = await scene(test, conducts, untilCounts(counted));
    const reading = await openRetry(desk, batch);
    const out = { kind: 'exclude', excluded: true, rows: [3] } as const;
    const edited = await desk.change('editDraft', { draft: reading.draft, revision: 0, edit: out });
    const seen = await confirmation(desk, edited);
    expect(seen).toMatchObject({ count: 1, totalPaise: 10_000, leftOutCount: 3, leftOutPaise: 90_000 });
    expect(seen.leftOut.map(({ code, sum, rows }) => [code, sum.paise, ...rows])).toMatchObject([
      ['leftOut', 20_000, { rowNumber: 3, name: 'ravi', paise: 20_000 }],
      ['inDoubt', 30_000, { rowNumber: 4, name: 'mina', paise: 30_000 }],
      ['notSettled', 40_000, { rowNumber: 5, name: 'dev', paise: 40_000 }],
    ]);
    const none = await desk.change('editDraft', {
      draft: reading.draft,
      revision: edited.revision,
      edit: { ...out, rows: [2] },
    });
    const blocked = await confirmation(desk, none);
    expect(blocked).toMatchObject({ blocked: { code: 'nothingPayable' }, count: 0, leftOutPaise: 100_000 });
    gateway.changeToken('another');
    const again = await desk.change('editDraft', {
      draft: reading.draft,
      revision: none.revision,
      edit: { ...out, excluded: false, rows: [2] },
    });
    const stopped = await confirmation(desk, again);
    expect(stopped).toMatchObject({ blocked: { code: 'tokenRefused' }, leftOut: seen.leftOut, leftOutPaise: 90_000 });
  });

  it('tells every corrected detail, then and now, also of rows that are left out', async (test) => {
    const place = await scene(test, { 'asha@bank': REJECTED, 'ravi@bank': REJECTED, 'mina@bank': REJECTED });
    const { desk, batch, conducts } = place;
    conducts['asha@bank'] = {};
    await payFile(desk, ['name,upi id,amount,remark', 'asha,asha@bank,77,bonus'], 'bonus.csv');
    const reading = await openRetry(desk, batch);
    const edited = await edit(desk, reading.summary, [
      { rowNumber: 2, field: 'upiId', text: 'asha.new@bank' },
      { rowNumber: 3, field: 'upiId', text: 'no id' },
      { rowNumber: 4, field: 'remark', text: 'pay again' },
    ]);
    const out = { kind: 'exclude', excluded: true, rows: [4] } as const;
    const left = await desk.change('editDraft', { draft: reading.draft, revision: edited.revision, edit: out });
    const seen = await confirmation(desk, left);
    // The retry's remark "pay" names no purpose that would set it apart from the bonus.
    expect(seen.tickable).toMatchObject([
      { reason: 'paidBefore', rows: [{ rowNumber: 2, earlier: [{ batch: 'B0002', rowNumber: 2 }] }] },
      { reason: 'accountChanged', rows: [{ rowNumber: 2 }] },
    ]);
    expect(seen.count).toBe(0);
    expect(seen.retry?.corrections).toEqual([
      { row: 2, name: 'asha', field: 'upiId', from: 'asha@bank', to: 'asha.new@bank' },
      { row: 3, name: 'ravi', field: 'upiId', from: 'ravi@bank', to: 'no id' },
      { row: 4, name: 'mina', field: 'remark', from: 'pay', to: 'pay again' },
    ]);
    const back = await edit(desk, left, [
      { rowNumber: 2, field: 'upiId', text: 'asha@bank' },
      { rowNumber: 3, field: 'upiId', text: 'ravi@bank' },
      { rowNumber: 4, field: 'remark', text: 'pay' },
    ]);
    expect((await confirmation(desk, back)).retry?.corrections).toEqual([]);
  });

  it('opens one draft and starts one batch however often it is clicked, and a second draft pays nobody again', async (test) => {
    const place = await scene(test, { 'asha@bank': REJECTED });
    const { desk, batch, conducts } = place;
    delete conducts['asha@bank'];
    const params = { batch, commandId: randomUUID() };
    const [one, same] = await Promise.all([desk.ask('openRetry', params), desk.ask('openRetry', params)]);
    expect(same).toEqual(one);
    const other = await openRetry(desk, batch);
    const seen = await confirmation(desk, checked(one).summary);
    const late = await confirmation(desk, other.summary);
    const start = { ...startParams(seen), commandId: randomUUID() };
    const [started, again] = await Promise.all([desk.ask('startBatch', start), desk.ask('startBatch', start)]);
    expect(again).toEqual(started);
    await settled(desk, started.batch);
    expect(await desk.refusalOf('startBatch', { ...startParams(late), commandId: randomUUID() })).toBe(
      'nothingPayable',
    );
    expect(await confirmation(desk, other.summary)).toMatchObject({
      blocked: { code: 'nothingPayable' },
      count: 0,
      leftOut: [{ code: 'alreadyRetried', rows: [{ rowNumber: 2 }] }],
    });
    // Review promises what Confirm pays.
    const { draft, revision } = other.summary;
    const review = await desk.ask('readRepeats', { draft, revision, profile: PROFILE, rowTicks: NO_TICKS });
    expect(review).toMatchObject({ sum: { count: 0, paise: 0 }, blocked: null });
    expect(timesPaid(place, 'asha@bank')).toBe(1);
    expect((await desk.ask('readRetry', { batch })).notRetried).toMatchObject([{ payout: `${batch}/2` }]);
    expect((await desk.ask('listBatches')).batches).toHaveLength(2);
  });

  it('pays nobody whose money moved between the confirmation and the start', async (test) => {
    const moves = failing();
    const place = await scene(test, { 'asha@bank': moves, 'ravi@bank': REJECTED });
    const { desk, batch, conducts } = place;
    delete conducts['ravi@bank'];
    const reading = await openRetry(desk, batch);
    const seen = await confirmation(desk, reading.summary);
    expect(seen.count).toBe(2);
    moves.later.word = 'success';
    conducts['asha@bank'] = {};
    expect(await desk.refusalOf('startBatch', { ...startParams(seen), commandId: randomUUID() })).toBe(
      'changedMeanwhile',
    );
    expect(timesPaid(place, 'asha@bank')).toBe(1);
    expect(await counts(place, batch)).toMatchObject({ success: 3, rejected: 1 });
    const anew = await confirmation(desk, reading.summary);
    expect(anew).toMatchObject({
      count: 1,
      totalPaise: 20_000,
      leftOut: [{ code: 'noLongerUnpaid', rows: [{ rowNumber: 2 }] }],
    });
    const { batch: next } = await desk.change('startBatch', startParams(anew));
    await settled(desk, next);
    expect([timesPaid(place, 'asha@bank'), timesPaid(place, 'ravi@bank')]).toEqual([1, 1]);
  });

  it('leaves out what may have been paid when the confirmation itself looks it up', async (test) => {
    const moves = failing();
    const place = await scene(test, { 'asha@bank': moves });
    const { desk, batch } = place;
    const reading = await openRetry(desk, batch);
    moves.later.word = 'pending';
    expect(await confirmation(desk, reading.summary)).toMatchObject({
      count: 0,
      blocked: { code: 'nothingPayable' },
      leftOut: [{ code: 'maybePaid', rows: [{ rowNumber: 2 }] }],
    });
    expect(timesPaid(place, 'asha@bank')).toBe(1);
    await desk.eventWhere(
      (event) => event.kind === 'alarm' && event.alarm === 'lateNews' && event.payout === `${batch}/2`,
    );
  });

  it('answers only whoever asked last about the same draft', async (test) => {
    const { desk, batch } = await scene(test, { 'asha@bank': REJECTED, 'ravi@bank': REJECTED });
    const { draft, summary } = await openRetry(desk, batch);
    const { revision } = summary;
    const ask = { draft, revision, profile: PROFILE };
    const [older, newer] = await Promise.all([
      desk.refusalOf('readConfirmation', ask),
      desk.ask('readConfirmation', ask),
    ]);
    expect([older, newer.count]).toEqual(['askedAnew', 2]);
  });

  it('asks for a tick, by row, where the same was paid meanwhile, and leaves it out without one', async (test) => {
    const place = await scene(test, { 'asha@bank': REJECTED, 'ravi@bank': REJECTED });
    const { desk, batch, conducts } = place;
    conducts['asha@bank'] = conducts['ravi@bank'] = {};
    await payFile(desk, ['name,upi id,amount,remark', 'asha,asha@bank,100,by hand'], 'hand.csv');
    const reading = await openRetry(desk, batch);
    expect(reading.rows).toBe(2);
    const seen = await confirmation(desk, reading.summary);
    expect(seen).toMatchObject({ count: 1, leftOut: [{ code: 'paidBefore', rows: [{ rowNumber: 2 }] }] });
    expect(seen.tickable).toMatchObject([
      { reason: 'paidBefore', sum: { count: 1, paise: 10_000 }, rows: [{ rowNumber: 2 }] },
    ]);
    const rowTicks = { ...NO_TICKS, paidBefore: [2] };
    const ticked = await confirmation(desk, reading.summary, { rowTicks });
    expect(ticked).toMatchObject({ count: 2, totalPaise: 30_000, leftOut: [] });
    expect(await desk.refusalOf('startBatch', { ...startParams(ticked), commandId: randomUUID() })).toBe(
      'changedMeanwhile',
    );
    const { batch: next } = await desk.change('startBatch', startParams(ticked, { rowTicks }));
    await settled(desk, next);
    expect(await counts(place, next)).toEqual({ success: 2 });
  });

  it('asks for a tick where the corrected payee was paid before, to another account', async (test) => {
    const place = await scene(test, { 'asha@bank': REJECTED });
    const { desk, batch, conducts } = place;
    conducts['asha@bank'] = {};
    await payFile(desk, ['name,upi id,amount,remark', 'asha,asha@bank,77,bonus'], 'bonus.csv');
    const reading = await openRetry(desk, batch);
    const edited = await edit(desk, reading.summary, [
      { rowNumber: 2, field: 'upiId', text: 'stranger@bank' },
      { rowNumber: 2, field: 'remark', text: 'Salary' },
    ]);
    const seen = await confirmation(desk, edited);
    expect(seen).toMatchObject({ count: 0, tickable: [{ reason: 'accountChanged', rows: [{ rowNumber: 2 }] }] });
    const rowTicks = { ...NO_TICKS, accountChanged: [2] };
    expect(await confirmation(desk, edited, { rowTicks })).toMatchObject({ count: 1, blocked: null });
    const only = { rowTicks: { ...NO_TICKS, paidBefore: [2] } };
    expect(await confirmation(desk, edited, only)).toMatchObject({ count: 0 });
  });

  it('is refused while something is unsent, when nothing failed, and for no batch', async (test) => {
    const { desk, batch } = await scene(test, {});
    expect(await desk.refusalOf('readRetry', { batch })).toBe('nothingToRetry');
    expect(await desk.refusalOf('openRetry', { batch, commandId: randomUUID() })).toBe('nothingToRetry');
    expect(await desk.refusalOf('readRetry', { batch: 'B0009' })).toBe('unknownBatch');
  });

  it('waits until what is unsent was resumed or cancelled, and names what was cancelled', async (test) => {
    // Another reference in an answer stops the batch with rows unsent.
    const conducts = { 'asha@bank': { ...REJECTED }, 'ravi@bank': { echo: 'other' as const } };
    const place = await scene(test, conducts, untilCounts({ rejected: 1, unknown: 1, queued: 2 }));
    const { desk, batch } = place;
    await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch);
    expect(await desk.refusalOf('readRetry', { batch })).toBe('notFinished');
    expect(await desk.refusalOf('openRetry', { batch, commandId: randomUUID() })).toBe('notFinished');
    await desk.change('cancelBatch', { batch });
    expect(await desk.ask('readRetry', { batch })).toMatchObject({
      retried: { count: 1 },
      notRetried: [{ state: 'unknown' }, { state: 'cancelled' }, { state: 'cancelled' }],
    });
  });

  it('holds a file to the same ticks: what was paid lately is left out until its rows are ticked', async (test) => {
    const place = await scene(test, {});
    const { desk } = place;
    const file = await desk.give(
      'more.csv',
      ['name,upi id,amount,remark', 'asha,asha@bank,100,x', 'zoe,zoe@bank,5,x', ''].join('\n'),
    );
    const { summary } = checked(await desk.change('openDraft', { file, profile: PROFILE, options: {} }));
    const seen = await confirmation(desk, summary);
    expect(seen).toMatchObject({
      count: 1,
      retry: null,
      tickable: [{ reason: 'paidBefore', rows: [{ rowNumber: 2 }] }],
    });
    const rowTicks = { ...NO_TICKS, paidBefore: [2] };
    const ticked = await confirmation(desk, summary, { rowTicks });
    expect(ticked).toMatchObject({ count: 2, leftOutCount: 0 });
    const { batch } = await desk.change('startBatch', startParams(ticked, { rowTicks }));
    await settled(desk, batch);
    expect(timesPaid(place, 'asha@bank')).toBe(2);
  });
});
