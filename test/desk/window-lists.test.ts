// What a window lists of a whole desk: batches, payouts and payees, and the files made of them.

import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/limits.ts';
import { confirm } from '../store/confirm.ts';
import { answer, claimOne, confirmation, LOST, MERCHANT, NOW_MS, PAID, payments, turn } from '../store/desk-file.ts';
import { atTime, filledFolder } from './filled-desk.ts';
import { deskFor } from './window-desk.ts';

const FOLDER = (): string =>
  filledFolder((writer) => {
    const merchantId = writer.merchants.ensure(MERCHANT);
    const first = confirm(writer, confirmation({ store: writer, merchantId }, payments(3)));
    const outcomes = [PAID, PAID, LOST];
    const claimed = outcomes.map(() => claimOne(writer, first));
    turn(writer, first, { news: claimed.map((one, at) => answer(one, outcomes[at] ?? PAID)) });
    confirm(writer, confirmation({ store: writer, merchantId }, payments(5).slice(3)));
  });

const WINDOW = { from: 0, count: 100 };
const EVERYWHERE = {
  book: 'live',
  states: [],
  search: '',
  amountFromPaise: null,
  amountToPaise: null,
  fromMs: null,
  toMs: null,
};

describe('the lists of a desk', () => {
  it('sort and filter batches, with what all that are found pay', async (test) => {
    const desk = deskFor(test, FOLDER(), { change: atTime(NOW_MS + DAY_MS) });
    const found = async (by: string, direction: string, change: object = {}) => {
      const asked = { ...EVERYWHERE, sort: { by, direction }, window: WINDOW, ...change };
      const { total, sum, rows } = await desk.ask('searchBatches', asked);
      return { total, paise: sum.paise, batches: rows.map(({ view }) => view.batch) };
    };
    expect(await found('rows', 'up')).toEqual({ total: 2, paise: 250_000, batches: ['B0002', 'B0001'] });
    expect((await found('total', 'down')).batches).toEqual(['B0001', 'B0002']);
    expect((await found('notSettled', 'down')).batches).toEqual(['B0001', 'B0002']);
    expect((await found('notPaid', 'down')).total).toBe(2);
    expect((await found('paid', 'up')).batches).toEqual(['B0002', 'B0001']);
    expect(await found('createdAt', 'down', { search: 'b0002' })).toMatchObject({ total: 1, paise: 100_000 });
    expect(await found('createdAt', 'down', { states: ['settling'] })).toMatchObject({ batches: ['B0001'] });
    expect(await found('createdAt', 'down', { amountFromPaise: 150_001 })).toMatchObject({ total: 0, paise: 0 });
  });

  it('refuse days and amounts whose last is before the first, instead of finding nothing', async (test) => {
    const { desk } = deskFor(test, FOLDER(), { change: atTime(NOW_MS + DAY_MS) });
    const ranges = [
      ['daysReversed', { fromMs: NOW_MS + 1, toMs: NOW_MS }],
      ['amountsReversed', { amountFromPaise: 200, amountToPaise: 100 }],
    ] as const;
    for (const [code, bounds] of ranges) {
      const refusal = { kind: 'refused', refusal: { code } };
      const asked = { ...EVERYWHERE, ...bounds, window: WINDOW };
      const byAmount = { ...asked, sort: { by: 'amount', direction: 'up' } };
      const byTotal = { ...asked, sort: { by: 'total', direction: 'up' } };
      expect(await desk.dispatch('searchBatches', byTotal)).toMatchObject(refusal);
      expect(await desk.dispatch('searchPayouts', byAmount)).toMatchObject(refusal);
      const { window: _, ...all } = byAmount;
      expect(await desk.dispatch('exportPayouts', { ...all, format: 'csv' })).toMatchObject(refusal);
    }
  });

  it('write what is filtered, in its order, as CSV and as a workbook', async (test) => {
    const desk = deskFor(test, FOLDER(), { change: atTime(NOW_MS + DAY_MS) });
    const asked = { ...EVERYWHERE, states: ['success'], sort: { by: 'name', direction: 'down' } };
    const page = await desk.ask('searchPayouts', { ...asked, window: WINDOW });
    expect(page.rows.map(({ name }) => name)).toEqual(['Payee 2', 'Payee 1']);
    const csv = await desk.ask('exportPayouts', { ...asked, format: 'csv' });
    expect(csv.name).toBe('payments.csv');
    const [header, ...lines] = desk.take(csv.download).toString().trim().split('\r\n');
    expect(header).toContain('"status"');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Payee 2');
    expect(lines[0]).toContain('500.00');
    const book = await desk.ask('exportPayouts', { ...asked, format: 'xlsx' });
    expect(desk.take(book.download).subarray(0, 2).toString()).toBe('PK');
  });

  it('are saved as they stand on the screen: texts as texts, amounts as amounts, no text as a formula', async (test) => {
    const desk = deskFor(test, FOLDER(), { change: atTime(NOW_MS + DAY_MS) });
    const list = {
      title: 'Payees: all/some, and a very long name of a list',
      environment: 'PRACTICE',
      columns: [
        { header: 'Pay to', isAmount: false },
        { header: 'Total paid', isAmount: true },
      ],
      rows: [
        ['0012345670000', 1_250_050],
        ['=1+1', null],
      ],
    };
    const csv = await desk.ask('exportList', { ...list, format: 'csv' });
    expect(csv.name).toMatch(/^PRACTICE Payees.*\.csv$/);
    const lines = desk.take(csv.download).toString().replace('\uFEFF', '').trim().split('\r\n');
    expect(lines).toEqual(['"Pay to","Total paid"', '"0012345670000",12500.50', `"'=1+1",`]);
    const xlsx = await desk.ask('exportList', { ...list, format: 'xlsx' });
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(Uint8Array.from(desk.take(xlsx.download)).buffer);
    const sheet = book.worksheets[0];
    expect(sheet?.name).toBe('PRACTICE Payees  all some, and ');
    expect(sheet?.getCell('A2').value).toBe('0012345670000');
    expect(sheet?.getCell('B2').value).toBe(12_500.5);
    expect(sheet?.getCell('A3').value).toBe('=1+1');
  });

  it('name whom the desk paid, found by name and account, sorted by every figure', async (test) => {
    const desk = deskFor(test, FOLDER(), { change: atTime(NOW_MS + DAY_MS) });
    const payees = (by: string, direction: string, search = '') =>
      desk.ask('listPayees', { book: 'live', search, sort: { by, direction }, window: WINDOW });
    const all = await payees('paid', 'down');
    expect(all).toMatchObject({ total: 5, sum: { count: 2, paise: 100_000 } });
    expect(all.rows[0]).toMatchObject({ name: 'Payee 1', payouts: 1, paid: { count: 1, paise: 50_000 }, failed: 0 });
    expect((await payees('unknown', 'down')).rows[0]).toMatchObject({
      name: 'Payee 3',
      unknown: 1,
      lastPaidAtMs: null,
    });
    expect((await payees('name', 'down')).rows.map(({ name }) => name)[0]).toBe('Payee 5');
    const [first] = all.rows;
    expect((await payees('name', 'up', first?.beneficiary)).rows.map(({ name }) => name)).toEqual(['Payee 1']);
    expect((await payees('name', 'up', 'nobody')).total).toBe(0);
  });

  it('give the figures of this month, as the batches have them', async (test) => {
    const desk = deskFor(test, FOLDER(), { change: atTime(NOW_MS + 1_000) });
    const figures = await desk.ask('readFigures', { book: 'live' });
    expect(figures).toMatchObject({ paid: { count: 2, paise: 100_000 }, failed: { count: 0 } });
    expect(figures.moving).toMatchObject([
      { batch: 'B0002', counts: { queued: 2 } },
      { batch: 'B0001', counts: { success: 2, unknown: 1 } },
    ]);
    expect((await desk.ask('readFigures', { book: 'practice' })).paid.count).toBe(0);
    const later = deskFor(test, FOLDER(), { change: atTime(NOW_MS + 40 * DAY_MS) });
    expect((await later.ask('readFigures', { book: 'live' })).paid.count).toBe(0);
  });
});
