import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { openWindowDesk } from '../../electron/main/api/open-window-desk.ts';
import type { BatchId } from '../../shared/ids.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

let open: TestWindowDesk | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

function openDesk(): TestWindowDesk {
  open = openTestDesk();
  return open;
}

const FILE = [
  'name,upi id,amount,remark',
  ...Array.from({ length: 5 }, (_, at) => `P${at},p${at}@sample,${at + 1},pay`),
];
type Summary = AnswerOf<'editDraft'>;

async function openDraft(desk: TestWindowDesk, lines: readonly string[] = FILE): Promise<Summary> {
  const file = await desk.give('pay.csv', lines.join('\n'));
  const reading = await desk.change('openDraft', { file, profile: 'practice', options: {} });
  if (reading.kind !== 'checked') throw new Error(reading.refusal.code);
  return reading.summary;
}

/** What a person who looked at the confirmation would send. */
async function startParams(desk: TestWindowDesk, { draft, revision }: Summary) {
  const seen = await desk.ask('readConfirmation', { draft, revision, profile: 'practice' });
  if (seen.blocked !== null) throw new Error(seen.blocked.code);
  const { count, totalPaise, seal, ticks, repeats } = seen;
  const repeatOf = repeats[0]?.batch ?? null;
  return { draft, revision, profile: 'practice', name: 'May', count, totalPaise, seal, ticks, repeatOf };
}

const settled = (desk: TestWindowDesk, batch: BatchId) =>
  desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch && event.view.state === 'settled');

describe('the desk of a window', { timeout: 60_000 }, () => {
  it('pays what was confirmed, once, however often Start is sent', async () => {
    const desk = openDesk();
    const params = { ...(await startParams(desk, await openDraft(desk))), commandId: randomUUID() };
    const [first, second] = await Promise.all([desk.ask('startBatch', params), desk.ask('startBatch', params)]);
    expect(second).toEqual(first);
    await settled(desk, first.batch);
    expect(await desk.ask('startBatch', params)).toEqual(first);
    const { batches } = await desk.ask('listBatches');
    expect(batches.map(({ view, rows, totalPaise }) => [view.batch, view.counts.success, rows, totalPaise])).toEqual([
      [first.batch, 5, 5, 1_500],
    ]);
    const page = await desk.ask('readPayouts', {
      batch: first.batch,
      states: ['success'],
      search: 'P3@',
      sort: { by: 'amount', direction: 'down' },
      window: { from: 0, count: 10 },
    });
    expect(page).toMatchObject({ total: 1, sum: { count: 1, paise: 400 } });
    expect(page.rows[0]).toMatchObject({ payout: `${first.batch}-5`, attempts: 1, name: 'P3' });
    const story = await desk.ask('readPayout', { payout: `${first.batch}-5` });
    expect(story.attempts).toHaveLength(1);
    expect(story.source).toContainEqual({ header: 'upi id', text: 'p3@sample' });
    expect(desk.faults).toEqual([]);
  });

  it('starts nothing when it would pay anything else than the person saw', async () => {
    const desk = openDesk();
    const params = await startParams(desk, await openDraft(desk));
    const refusal = (change: object): Promise<string> =>
      desk.refusalOf('startBatch', { ...params, ...change, commandId: randomUUID() });
    expect(await refusal({ count: params.count - 1 })).toBe('changedMeanwhile');
    expect(await refusal({ totalPaise: params.totalPaise + 1 })).toBe('changedMeanwhile');
    expect(await refusal({ revision: params.revision + 1 })).toBe('changedMeanwhile');
    expect((await desk.ask('listBatches')).batches).toEqual([]);
  });

  it('asks for a tick when a file was run before, and leaves out who was paid', async () => {
    const desk = openDesk();
    const { batch } = await desk.change('startBatch', await startParams(desk, await openDraft(desk)));
    await settled(desk, batch);
    const again = await openDraft(desk);
    const seen = await desk.ask('readConfirmation', { profile: 'practice', ...pick(again) });
    expect(seen.repeats).toMatchObject([{ batch, rows: 5, paid: 5 }]);
    expect(seen.leftOut).toMatchObject([{ code: 'paidBefore', count: 5 }]);
    expect(seen.count).toBe(0);
    expect(seen.blocked?.code).toBe('nothingPayable');
  });

  it('stops sending at Pause, keeps the rest queued over a restart, and sends it only after Resume', async () => {
    const desk = openDesk();
    const many = ['name,upi id,amount,remark', ...Array.from({ length: 80 }, (_, at) => `P${at},q${at}@sample,9,pay`)];
    const { batch } = await desk.change('startBatch', await startParams(desk, await openDraft(desk, many)));
    await desk.eventWhere((event) => event.kind === 'progress' && event.progress.view.counts.success > 2);
    await desk.change('pauseBatch', { batch });
    const ended = await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch);
    const left = ended.event.kind === 'ended' ? ended.event.view.counts.queued : 0;
    expect(left).toBeGreaterThan(0);
    await desk.desk.close();

    open = openTestDesk(desk.folder);
    await open
      .eventWhere((event) => event.kind === 'activity' && event.activity.kind === 'following')
      .catch(() => null);
    const before = await open.ask('readBatch', { batch });
    expect(before.view).toMatchObject({ state: 'paused', paused: { code: 'person' } });
    expect(before.view.counts.queued).toBe(left);
    await open.change('resumeBatch', { batch, count: left, ticks: [] });
    const end = await settled(open, batch);
    expect(end.event).toMatchObject({ view: { counts: { success: 80, queued: 0, unknown: 0 } } });
  });

  it('sends one batch at a time', async () => {
    const desk = openDesk();
    const many = ['name,upi id,amount,remark', ...Array.from({ length: 60 }, (_, at) => `P${at},r${at}@sample,9,pay`)];
    const one = await startParams(desk, await openDraft(desk, many));
    const other = await startParams(desk, await openDraft(desk));
    const { batch } = await desk.change('startBatch', one);
    const again = { ...other, commandId: randomUUID() };
    expect(await desk.refusalOf('startBatch', again)).toBe('runUnderWay');
    await desk.change('cancelBatch', { batch });
    const { view } = await desk.ask('readBatch', { batch });
    expect(view.counts.queued + view.counts.sending).toBe(0);
    expect(view.counts.cancelled).toBeGreaterThan(0);
    // The same click is no longer refused for what is over.
    const { batch: next } = await desk.ask('startBatch', again);
    await settled(desk, next);
    expect(await desk.ask('startBatch', again)).toEqual({ batch: next });
  });

  it('is opened by one process at a time', () => {
    const desk = openDesk();
    const options = { facts: { version: '0', door: 'browser', dataFolder: '', actor: '' }, warnings: [] } as const;
    const { rooms: own } = desk;
    const second = openWindowDesk({
      ...options,
      rooms: { ...own, openWriter: () => ({ kind: 'busy' }) },
      log: { note: () => undefined, read: () => '' },
    });
    expect(second).toMatchObject({ kind: 'refused', refusal: { code: 'alreadyOpen' } });
  });

  it('never shows a token, not even one that it refuses', async () => {
    const desk = openDesk();
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'https://pay.example.com/', mid: 12 });
    const token = `secret-${'x'.repeat(80_000)}`;
    for (const wrong of [token, '', 7, { token }]) {
      const reply = await desk.desk.dispatch('setToken', { profile: 'acme', token: wrong, commandId: randomUUID() });
      expect(reply.kind).toBe('refused');
      expect(JSON.stringify(reply)).not.toContain('secret-');
    }
  });

  it('takes no address that a token must not travel to', async () => {
    const desk = openDesk();
    for (const baseUrl of ['http://pay.example.com', 'ftp://x', 'https://u:p@x.example', 'pay.example.com']) {
      const params = { name: 'acme', baseUrl, mid: 12, commandId: randomUUID() };
      expect(await desk.refusalOf('saveProfile', params)).toBe('wrongBaseUrl');
    }
    expect((await desk.ask('listProfiles')).profiles.map(({ name }) => name)).toEqual(['practice']);
  });
});

function pick({ draft, revision }: Summary): Pick<Summary, 'draft' | 'revision'> {
  return { draft, revision };
}
