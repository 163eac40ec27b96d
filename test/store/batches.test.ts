// Batches: confirmed whole or not at all, and read back exactly as they were confirmed.

import { describe, expect, it } from 'vitest';
import type { Screened } from '../../electron/main/domain/batches.ts';
import { personKey } from '../../electron/main/domain/person-key.ts';
import { PAYOUT_ROWS_PER_STATEMENT, SOURCE_ROWS_PER_CHUNK } from '../../electron/main/store/payout-rows.ts';
import { openStoreReader } from '../../electron/main/store/store.ts';
import type { CommandId, Mid, Sha256 } from '../../shared/ids.ts';
import { msg, verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { asPaise } from '../../shared/money.ts';
import { verifiedChain } from './chain.ts';
import { confirm } from './confirm.ts';
import {
  ACTOR,
  claimOne,
  confirmation,
  confirmBatch,
  count,
  crash,
  MERCHANT,
  makeDesk,
  NOW_MS,
  openDesk,
  payment,
  payments,
  reference,
  rowOf,
  type TestDesk,
} from './desk-file.ts';

function pausedText({ raw }: TestDesk): string {
  return String(raw.prepare('SELECT paused_message FROM batches').pluck().get());
}

describe('confirming', () => {
  it('stores every row as it was meant, queued under its reference', () => {
    const desk = makeDesk();
    const imps = { method: 'IMPS', accountNumber: '000123456789012345', ifsc: 'HDFC0000123' } as const;
    const paid = [
      payment({ remark: 'वेतन "April"', amountPaise: asPaise(10_000_000_000) }),
      payment({ beneficiary: imps, amountPaise: asPaise(1), name: null, reference: reference('INV-1') }),
    ];
    const confirmed = confirmation(desk, paid);
    expect(confirm(desk.store, confirmed)).toBe(1);
    const common = {
      batch_id: 1,
      merchant_id: 1,
      state: 'queued',
      attempts: 0,
      requests_left: 0,
      lookups: 0,
      repeat_ticked: 0,
    };
    const empty = {
      hold: null,
      next_lookup_at_ms: null,
      sent_at_ms: null,
      settled_at_ms: null,
      transaction_id: null,
      message: null,
    };
    expect(rowOf(desk.raw, 1)).toMatchObject({
      ...common,
      ...empty,
      row_number: 2,
      upi_id: 'asha@okbank',
      account_number: null,
      ifsc: null,
      amount_paise: 10_000_000_000,
      remark: 'वेतन "April"',
      name: 'Asha Rao',
      reference: confirmed.references[0],
      reference_from: 'desk',
    });
    expect(rowOf(desk.raw, 2)).toMatchObject({
      ...common,
      ...empty,
      row_number: 3,
      upi_id: null,
      account_number: '000123456789012345',
      ifsc: 'HDFC0000123',
      amount_paise: 1,
      name: null,
      reference: 'INV-1',
      reference_from: 'sheet',
    });
  });

  it('lets every payout be found by its reference and by its person, who is spelt as everywhere', () => {
    const desk = makeDesk();
    const upi = { method: 'UPI', upiId: 'Asha.Rao@OkBank' } as const;
    const imps = { method: 'IMPS', accountNumber: '000123456789', ifsc: 'HDFC0000123' } as const;
    confirmBatch(desk, payments(2));
    const paid = [payment({ beneficiary: upi }), payment({ beneficiary: imps })];
    confirm(desk.store, confirmation(desk, paid, { references: [reference('ZULU'), reference('ALPHA')] }));
    const ofSecond = (table: string): unknown[] =>
      desk.raw.prepare(`SELECT * FROM ${table} WHERE payout_id > 2`).raw().all();
    expect(ofSecond('payout_references')).toEqual([
      [desk.merchantId, 'ALPHA', 4],
      [desk.merchantId, 'ZULU', 3],
    ]);
    expect(ofSecond('payout_people')).toEqual([
      [desk.merchantId, personKey(imps), payment().amountPaise, 4],
      [desk.merchantId, personKey(upi), payment().amountPaise, 3],
    ]);
  });

  it('keeps the cells behind each payout, also where they fill more than one piece', () => {
    const desk = makeDesk();
    const many = 2 * SOURCE_ROWS_PER_CHUNK + 1;
    const numbers = [3, many].map((rows) => [confirmBatch(desk, payments(rows)), rows] as const);
    expect(count(desk.raw, 'payout_sources')).toBe(4);
    for (const [number, rows] of numbers.toReversed()) {
      const batch = desk.store.batches.find(number);
      const payouts = batch === null ? [] : [...desk.store.report(batch, 1).payouts()];
      const cells = Array.from({ length: rows }, (_, index) => [`cell ${index}`, 'b']);
      expect(payouts.map(({ source }) => source)).toEqual(cells);
    }
  });

  it('keeps its own copy of the merchant, and is on disk when it returns', () => {
    const desk = makeDesk();
    const issues = [
      {
        row: 7,
        cell: 'C7',
        field: 'amount',
        code: 'amountEmpty',
        severity: 'error',
        message: verbatim('m'),
        cure: verbatim('c'),
      } as const,
    ];
    const confirmed = confirmation(desk, payments(3), {
      sheet: 'April',
      excluded: [{ rowNumber: 7, source: ['x', ''], issues }],
    });
    const number = confirm(desk.store, confirmed);
    const crashed = openDesk(crash(desk.path));
    expect(crashed.tally(number).counts.queued).toBe(3);
    expect(crashed.batches.find(number)).toEqual({
      batch: 1,
      id: 'B0001',
      merchantId: 1,
      profile: 'acme',
      ...MERCHANT,
      environment: 'LIVE',
      name: 'April salaries',
      fileName: 'salaries.csv',
      fileSha256: 'ab'.repeat(32),
      sheet: 'April',
      headers: ['A', 'B'],
      fingerprint: confirmed.fingerprint,
      runNumber: 1,
      retryOf: null,
      payoutCount: 3,
      totalPaise: 150_000,
      excludedCount: 1,
      confirmedAtMs: NOW_MS,
      confirmedBy: ACTOR,
      activeAtMs: NOW_MS,
      lookupsProven: false,
      ambiguityLifts: 0,
      refusedRate: null,
      pause: null,
    });
  });

  it.each([
    ['a reference that is taken', { references: ['R1', 'R2', 'R1'].map(reference) }, /UNIQUE/],
    ['a row without a reference', { references: ['R1', 'R2'].map(reference) }, /one reference per row/],
    ['a total that is not the sum of its rows', { totalPaise: asPaise(149_999) }, /sum of its rows/],
    ['a merchant that is not there', { merchantId: 99 }, /FOREIGN KEY/],
    ['a time that is not whole', { nowMs: NOW_MS + 0.5 }, /REAL/],
  ])('stores nothing of a batch with %s', (_name, change, error) => {
    const desk = makeDesk();
    expect(() => confirm(desk.store, confirmation(desk, payments(3), change))).toThrow(error);
    const stored = ['batches', 'payouts', 'excluded_rows'].map((table) => count(desk.raw, table));
    expect([...stored, verifiedChain(desk.raw).length]).toEqual([0, 0, 0, 0]);
    expect(confirmBatch(desk, payments(3))).toBe(1);
  });

  it('stores no empty batch', () => {
    const desk = makeDesk();
    expect(() => confirm(desk.store, confirmation(desk, []))).toThrow(/CHECK/);
    expect(desk.store.batches.list()).toEqual([]);
  });

  it('knows a reference that is taken, of this merchant only and at whatever address', () => {
    const desk = makeDesk();
    const confirmed = confirmation(desk, payments(1));
    confirm(desk.store, confirmed);
    const used = confirmed.references[0] ?? reference('');
    desk.store.merchants.ensure({ ...MERCHANT, baseUrl: 'https://other.example' });
    expect(desk.store.isReferenceUsed(MERCHANT.mid, used)).toBe(true);
    expect(desk.store.isReferenceUsed(MERCHANT.mid, reference(used.toLowerCase()))).toBe(true);
    expect(desk.store.isReferenceUsed(MERCHANT.mid, reference('ANOTHER'))).toBe(false);
    expect(desk.store.isReferenceUsed(9 as Mid, used)).toBe(false);
  });
});

describe('confirming what was screened', () => {
  const tables = ['batches', 'payouts', 'payout_people', 'payout_references', 'payout_sources', 'audit'];
  const counts = ({ raw }: TestDesk): number[] => tables.map((table) => count(raw, table));
  const screened = ({ store }: TestDesk): Screened => ({
    at: store.lastRecord(),
    stands: () => expect.unreachable('nothing was recorded'),
  });

  it('asks again only when something was recorded since', () => {
    const desk = makeDesk();
    const first = screened(desk);
    expect(desk.store.confirm(confirmation(desk, payments(2)), null, first)).toBe(1);
    expect(desk.store.lastRecord()).toBeGreaterThan(first.at);
    const again = { ...first, stands: () => true };
    expect(desk.store.confirm(confirmation(desk, payments(3)), null, again)).toBe(2);
  });

  it('stores nothing when it would be screened otherwise, and leaves its command free', () => {
    const desk = makeDesk();
    const ticket = { id: 'c'.repeat(16) as CommandId, what: 'start' };
    const before = counts(desk);
    const fallen = { at: desk.store.lastRecord() + 1, stands: () => false };
    expect(desk.store.confirm(confirmation(desk, payments(2)), ticket, fallen)).toBeNull();
    expect(counts(desk)).toEqual(before);
    expect(desk.store.commands.find(ticket.id)).toBeNull();
    expect(confirmBatch(desk, payments(2))).toBe(1);
  });

  it('stores nothing, and leaves its command free, when anything of it cannot be stored', () => {
    const desk = makeDesk();
    const ticket = { id: 'c'.repeat(16) as CommandId, what: 'start' };
    const before = counts(desk);
    const twice = { ...confirmation(desk, payments(2)), references: ['R1', 'R1'].map(reference) };
    expect(() => desk.store.confirm(twice, ticket, screened(desk))).toThrow('UNIQUE constraint failed');
    expect(counts(desk)).toEqual(before);
    expect(desk.store.commands.find(ticket.id)).toBeNull();
    expect(confirmBatch(desk, payments(2))).toBe(1);
  });

  it('stores a long batch as one commit, whole in every table', () => {
    const desk = makeDesk();
    const rows = 2 * PAYOUT_ROWS_PER_STATEMENT + SOURCE_ROWS_PER_CHUNK + 7;
    let received = 0;
    desk.store.afterCommit(() => (received += 1));
    expect(desk.store.confirm(confirmation(desk, payments(rows)), null, screened(desk))).toBe(1);
    expect(received).toBe(1);
    expect(desk.store.tally(1).counts.queued).toBe(rows);
    expect(desk.store.checkBatch(desk.store.batches.find(1) ?? expect.unreachable())).toBeNull();
    expect(desk.store.checkIndexes({ nowMs: NOW_MS, batch: null })).toBeNull();
  });
});

describe('reading batches', () => {
  it('lists the newest first and finds none that is not there', () => {
    const desk = makeDesk();
    for (const remark of ['One', 'Two', 'Three']) confirmBatch(desk, payments(1, { remark }));
    expect(desk.store.batches.list().map(({ id }) => id)).toEqual(['B0003', 'B0002', 'B0001']);
    expect(desk.store.batches.find(4)).toBeNull();
  });

  it('finds what repeats the same file or the same rows, of this merchant only and at whatever address', () => {
    const desk = makeDesk();
    const { store } = desk;
    const { mid } = MERCHANT;
    const rows = confirmation(desk, payments(2));
    const sha256 = 'cd'.repeat(32) as Sha256;
    confirm(store, { ...rows, fileSha256: sha256 });
    confirmBatch(desk, payments(3));
    const none = '00'.repeat(32) as Sha256;
    const ids = (fingerprint: Sha256, file: Sha256, of = mid): string[] =>
      store.batches.repeats(of, { fingerprint, sha256: file }).map(({ id }) => id);
    expect(ids(rows.fingerprint, none)).toEqual(['B0001']);
    expect(ids(none, sha256)).toEqual(['B0001']);
    expect(ids(none, none)).toEqual([]);
    expect(ids(rows.fingerprint, sha256, 9 as Mid)).toEqual([]);
    expect(store.batches.nextRunNumber(mid, rows.fingerprint)).toBe(2);
    expect(store.batches.nextRunNumber(mid, none)).toBe(1);
    const baseUrl = 'https://moved.example';
    const moved = store.merchants.ensure({ baseUrl, mid });
    confirm(store, confirmation({ store, merchantId: moved }, payments(2), { baseUrl }));
    expect(ids(rows.fingerprint, none)).toEqual(['B0003', 'B0001']);
    expect(store.batches.nextRunNumber(mid, rows.fingerprint)).toBe(3);
  });

  it('names practice batches by their own letter', () => {
    const desk = makeDesk();
    confirmBatch(desk, payments(1));
    desk.store.close();
    desk.raw.prepare(`UPDATE desk SET prefix = 'P'`).run();
    const opening = openStoreReader({ path: desk.path, prefix: 'P' });
    expect(opening.kind === 'open' && opening.store.batches.list()[0]?.id).toBe('P0001');
    if (opening.kind === 'open') opening.store.close();
  });
});

describe('notes about a batch', () => {
  it('are kept, and a pause with its audit entry', () => {
    const desk = makeDesk();
    const { store } = desk;
    const batch = confirmBatch(desk, payments(1));
    const pause = { code: 'ambiguity', message: verbatim('Too many answers were lost.') } as const;
    store.notes.proveLookups(batch);
    store.notes.countLift(batch);
    store.notes.countLift(batch);
    store.notes.refuseRate(batch, 40);
    store.notes.pause(batch, pause, NOW_MS);
    expect(store.batches.find(batch)).toMatchObject({ lookupsProven: true, ambiguityLifts: 2, refusedRate: 40, pause });
    store.notes.pause(batch, null, NOW_MS + 1);
    expect(store.batches.find(batch)?.pause).toBeNull();
    expect(verifiedChain(desk.raw).map(({ what }) => what)).toEqual(['confirmed', 'paused', 'resumed']);
  });

  it('keep the message of a pause by its code, in the audit log too', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    const message = msg('pause.certificate', { why: msg('notSent.certificate') });
    desk.store.notes.pause(batch, { code: 'certificate', message }, NOW_MS);
    expect(JSON.parse(pausedText(desk))).toEqual({ code: message.code, params: message.params });
    expect(desk.store.batches.find(batch)?.pause).toEqual({ code: 'certificate', message });
    const [entry] = verifiedChain(desk.raw).filter(({ what }) => what === 'paused');
    expect(JSON.parse(entry?.detail ?? '')).toEqual({ code: 'certificate', message });
  });

  it.each([
    ['an older row said', 'The gateway refused the token: {"code": 401}.'],
    ['only looks like JSON', '{"code": "pause.offline", "params": {'],
    ['has a code and nothing else', '{"code":"pause.offline"}'],
    ['has no parameters to speak of', '{"code":"pause.offline","params":null}'],
    ['a version of tomorrow said', '{"code":"pause.ofTomorrow","params":{"why":"the moon"}}'],
    ['names what every object has', '{"code":"toString","params":{}}'],
  ])('show as it lies there what %s', (_, text) => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    desk.store.notes.pause(batch, { code: 'offline', message: verbatim(text) }, NOW_MS);
    expect(pausedText(desk)).toBe(text);
    const pause = desk.store.batches.find(batch)?.pause;
    expect(pause).toEqual({ code: 'offline', message: verbatim(text) });
    expect(inEnglish(pause?.message ?? verbatim(''))).toBe(text);
  });

  it('say of every batch that a dead process left half sent that it was interrupted, and of no other', () => {
    const desk = makeDesk();
    const { store } = desk;
    const [left, paused, sent, held] = ['Rent', 'Bonus', 'Deposit', 'Commission'].map((remark) =>
      confirmBatch(desk, payments(1, { remark, amountPaise: asPaise(remark.length * 100) })),
    );
    const pause = { code: 'person', message: verbatim('Paused.') } as const;
    store.notes.pause(paused ?? 0, pause, NOW_MS);
    claimOne(store, sent ?? 0);
    desk.raw.prepare(`UPDATE payouts SET hold = 'referenceKnown' WHERE batch_id = ?`).run(held);
    store.notes.pauseInterrupted(NOW_MS + 1);
    store.notes.pauseInterrupted(NOW_MS + 2);
    const codes = [left, paused, sent, held].map((batch) => store.batches.find(batch ?? 0)?.pause?.code);
    expect(codes).toEqual(['interrupted', 'person', undefined, undefined]);
    const reported = verifiedChain(desk.raw).filter(({ what, at_ms: atMs }) => what === 'paused' && atMs > NOW_MS);
    expect(reported.map(({ batch_id: batch }) => batch)).toEqual([left]);
  });
});
