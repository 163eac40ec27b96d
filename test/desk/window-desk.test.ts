import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openWindowDesk } from '../../electron/main/desk/runtime/open-window-desk.ts';
import { confirmation, openFile, people, settled, startFile, startParams } from './live-scene.ts';
import { deskFor, type TestWindowDesk } from './window-desk.ts';

const FILE = people(5);
const PRACTICE = { profile: 'practice' };

/** A file of the practice desk, and what a person sends after reading its confirmation. */
async function confirmed(desk: TestWindowDesk, lines = FILE) {
  const { summary } = await openFile(desk, lines, PRACTICE);
  return startParams(await confirmation(desk, summary, PRACTICE), PRACTICE);
}

describe.concurrent('the desk of a window', () => {
  it('pays what was confirmed, once, however often Start is sent', async (test) => {
    const desk = deskFor(test);
    const params = { ...(await confirmed(desk)), commandId: randomUUID() };
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
    expect(page.rows[0]).toMatchObject({ payout: `${first.batch}/5`, attempts: 1, name: 'p 3' });
    const story = await desk.ask('readPayout', { payout: `${first.batch}/5` });
    expect(story.attempts).toHaveLength(1);
    expect(story.source).toContainEqual({ header: 'upi id', text: 'p3@sample' });
    expect(desk.faults).toEqual([]);
  });

  it('starts nothing when it would pay anything else than the person saw', async (test) => {
    const desk = deskFor(test);
    const params = await confirmed(desk);
    const refusal = (change: object): Promise<string> =>
      desk.refusalOf('startBatch', { ...params, ...change, commandId: randomUUID() });
    expect(await refusal({ count: params.count - 1 })).toBe('changedMeanwhile');
    expect(await refusal({ totalPaise: params.totalPaise + 1 })).toBe('changedMeanwhile');
    expect(await refusal({ revision: params.revision + 1 })).toBe('changedMeanwhile');
    expect((await desk.ask('listBatches')).batches).toEqual([]);
  });

  it('pays a register with titles, a total and a signature, and says what it left out', async (test) => {
    const desk = deskFor(test);
    const [header = '', ...rows] = FILE;
    const columns = header.split(',').length;
    const line = (...cells: readonly string[]): string =>
      cells.concat(Array(columns - cells.length).fill('')).join(',');
    const lines = ['Salary register', header, ...rows, line('Total'), line('Prepared by')];
    const { summary } = await openFile(desk, lines, PRACTICE);
    expect(summary.counts).toMatchObject({ all: 7, ready: 5, errors: 0, excluded: 2 });
    const seen = await confirmation(desk, summary, PRACTICE);
    expect(seen).toMatchObject({ blocked: null, count: 5, leftOutCount: 2, ticks: [] });
    expect(seen.leftOut.map(({ code, rows }) => [code, rows.map(({ rowNumber }) => rowNumber)])).toEqual([
      ['totalLine', [8]],
      ['noteLine', [9]],
    ]);
    const { batch } = await desk.change('startBatch', startParams(seen, PRACTICE));
    await settled(desk, batch);
    const { batches } = await desk.ask('listBatches');
    expect(batches[0]?.view.counts.success).toBe(5);
  });

  it('takes in no line that is no payment, unless it is filled in', async (test) => {
    const desk = deskFor(test);
    const { draft, summary } = await openFile(
      desk,
      ['upi id,name,amount,remark', 'asha@sample,Asha,5,a', ',Total,5,'],
      PRACTICE,
    );
    const { revision } = summary;
    const takeIn = { kind: 'exclude', excluded: false, rows: [3] } as const;
    expect(await desk.refusalOf('editDraft', { draft, revision, edit: takeIn, commandId: randomUUID() })).toBe(
      'nothingChanged',
    );
    const cells = [
      { rowNumber: 3, field: 'upiId', text: 'total@sample' },
      { rowNumber: 3, field: 'remark', text: 'b' },
    ] as const;
    const edit = { kind: 'setCells', words: 'edit', cells: [...cells] } as const;
    const filled = await desk.change('editDraft', { draft, revision, edit });
    expect(filled).toMatchObject({ counts: { ready: 2, excluded: 0 }, payable: { paise: 1_000 } });
  });

  it('asks for a tick when a file was run before, and leaves out who was paid', async (test) => {
    const desk = deskFor(test);
    const batch = await startFile(desk, FILE, PRACTICE);
    await settled(desk, batch);
    const { summary } = await openFile(desk, FILE, PRACTICE);
    const seen = await confirmation(desk, summary, PRACTICE);
    expect(seen.repeats).toMatchObject([{ batch, rows: 5, paid: 5 }]);
    expect(seen.leftOut).toMatchObject([{ code: 'paidBefore', message: null, sum: { count: 5 } }]);
    expect(seen.tickable).toMatchObject([{ reason: 'paidBefore', sum: { count: 5 } }]);
    expect(seen.count).toBe(0);
    expect(seen.blocked?.code).toBe('nothingPayable');
  });

  it('stops sending at Pause, keeps the rest queued over a restart, and sends it only after Resume', async (test) => {
    const desk = deskFor(test);
    const batch = await startFile(desk, people(80), PRACTICE);
    await desk.eventWhere((event) => event.kind === 'progress' && event.progress.view.counts.success > 2);
    await desk.change('pauseBatch', { batch });
    const ended = await desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch);
    const left = ended.event.kind === 'ended' ? ended.event.view.counts.queued : 0;
    expect(left).toBeGreaterThan(0);
    await desk.end();

    const again = deskFor(test, desk.folder);
    // What was under way is followed to its end; the rest stays queued all the while.
    await test.expect
      .poll(async () => (await again.ask('readBatch', { batch })).view, { timeout: 20_000 })
      .toMatchObject({ state: 'paused', paused: { code: 'person' }, counts: { queued: left, success: 80 - left } });
    await again.change('resumeBatch', { batch, count: left, ticks: [] });
    const end = await settled(again, batch);
    expect(end.event).toMatchObject({ view: { counts: { success: 80, queued: 0, unknown: 0 } } });
  });

  it('sends one batch at a time', async (test) => {
    const desk = deskFor(test);
    const one = await confirmed(desk, people(60, 'many'));
    const other = await confirmed(desk);
    const { batch } = await desk.change('startBatch', one);
    const again = { ...other, commandId: randomUUID() };
    expect(await desk.refusalOf('startBatch', again)).toBe('runUnderWay');
    await desk.change('cancelBatch', { batch });
    const { view } = await desk.ask('readBatch', { batch });
    expect(view.counts.queued + view.counts.sending).toBe(0);
    expect(view.counts.cancelled).toBeGreaterThan(0);
    // The same click is no longer refused for the run that is over.
    const { batch: next } = await desk.ask('startBatch', again);
    await settled(desk, next);
    expect(await desk.ask('startBatch', again)).toEqual({ batch: next });
  });

  it('is opened by one process at a time', (test) => {
    const desk = deskFor(test);
    const options = { facts: { version: '0', door: 'browser', dataFolder: '', actor: '' }, warnings: [] } as const;
    const { system: own } = desk;
    const second = openWindowDesk({
      ...options,
      system: { ...own, openWriter: () => ({ kind: 'busy' }) },
      log: { note: () => undefined, read: () => '' },
      program: { hasChanged: () => false },
    });
    expect(second).toMatchObject({ kind: 'refused', refusal: { code: 'alreadyOpen' } });
  });

  it('never shows a token, not even one that it refuses', async (test) => {
    const desk = deskFor(test);
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'https://pay.example.com/', mid: 12 });
    const token = `secret-${'x'.repeat(80_000)}`;
    for (const wrong of [token, '', 7, { token }]) {
      const reply = await desk.desk.dispatch('setToken', { profile: 'acme', token: wrong, commandId: randomUUID() });
      expect(reply.kind).toBe('refused');
      expect(JSON.stringify(reply)).not.toContain('secret-');
    }
  });

  it('takes no address that a token must not travel to', async (test) => {
    const desk = deskFor(test);
    for (const baseUrl of ['http://pay.example.com', 'ftp://x', 'https://u:p@x.example', 'pay.example.com']) {
      const params = { name: 'acme', baseUrl, mid: 12, commandId: randomUUID() };
      expect(await desk.refusalOf('saveProfile', params)).toBe('wrongBaseUrl');
    }
    expect((await desk.ask('listProfiles')).profiles.map(({ name }) => name)).toEqual(['practice']);
  });
});
