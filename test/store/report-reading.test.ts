// Reading a report: every payout, attempt and audit entry of one batch, and totals that match the rows to the paisa.

import { describe, expect, it, onTestFinished } from 'vitest';
import { openStoreReader, type StoreReader } from '../../electron/main/store/store.ts';
import { RefusedError } from '../../shared/failures.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise } from '../../shared/money.ts';
import { STATE_KINDS, zeroCounts } from '../../shared/states.ts';
import { verifiedChain } from './chain.ts';
import { confirm } from './confirm.ts';
import {
  ACCEPTED,
  ACTOR,
  answer,
  BACKOFF,
  claimOne,
  confirmation,
  confirmBatch,
  LOST,
  lookUp,
  MERCHANT,
  makeDesk,
  NOW_MS,
  PAID,
  payment,
  payments,
  said,
  type TestDesk,
  tamper,
  turn,
} from './desk-file.ts';

function readerOf(path: string): StoreReader {
  const opening = openStoreReader({ path, prefix: 'B' });
  if (opening.kind === 'refused') throw new RefusedError(opening.refusal);
  onTestFinished(() => opening.store.close());
  return opening.store;
}

function reportOf(store: StoreReader, batch: number) {
  const record = store.batches.find(batch);
  if (record === null) throw new Error('there is no such batch');
  return store.report(record, NOW_MS + 9);
}

/** A batch between two others, with a payout in each of six states. */
function mixedDesk(): TestDesk & { readonly batch: number } {
  const desk = makeDesk();
  const { store } = desk;
  confirmBatch(desk, [payment({ amountPaise: asPaise(11) })]);
  const paid = payments(7).map((one, index) => ({ ...one, amountPaise: asPaise(10 ** index) }));
  const issues = [
    {
      row: 20,
      cell: 'C20',
      field: 'amount',
      code: 'amountEmpty',
      severity: 'error',
      message: verbatim('m'),
      cure: verbatim('c'),
    } as const,
  ];
  const batch = confirm(store, confirmation(desk, paid, { excluded: [{ rowNumber: 20, source: ['a', 'b'], issues }] }));
  confirmBatch(desk, [payment({ amountPaise: asPaise(13) })]);
  const outcomes = [
    PAID,
    LOST,
    ACCEPTED,
    { kind: 'refused', state: 'rejected', word: null, ids: ACCEPTED.ids, message: verbatim('no') } as const,
  ];
  const { claimed } = turn(store, batch, { claim: 5 });
  turn(store, batch, {
    news: outcomes.flatMap((outcome, index) => claimed.slice(index, index + 1).map((one) => answer(one, outcome))),
  });
  return { ...desk, batch };
}

describe('a report', () => {
  it('adds up: by state, by row and to what was confirmed', () => {
    const { path, batch } = mixedDesk();
    const { head, payouts, asOfMs } = reportOf(readerOf(path), batch);
    const counts = zeroCounts();
    const paise = zeroCounts();
    for (const { state, amountPaise } of payouts()) {
      counts[state] += 1;
      paise[state] += amountPaise;
    }
    expect(head.counts).toEqual(counts);
    expect(head.paise).toEqual(paise);
    expect(counts).toMatchObject({ success: 1, unknown: 1, processing: 1, rejected: 1, sending: 1, queued: 2 });
    expect(STATE_KINDS.reduce((sum, kind) => sum + paise[kind], 0)).toBe(1_111_111);
    expect(head).toMatchObject({
      confirmedCount: 7,
      confirmedPaise: 1_111_111,
      excludedCount: 1,
      batch: 'B0002',
      confirmedBy: ACTOR,
    });
    expect(asOfMs).toBe(NOW_MS + 9);
  });

  it('has the fee and tax that the latest answer tells, as of its moment, and none that no answer tells', () => {
    const desk = makeDesk();
    const batch = confirm(desk.store, confirmation(desk, payments(3, { amountPaise: asPaise(100_000) })));
    const claimed = Array.from({ length: 3 }, () => claimOne(desk.store, batch));
    const telling = (text: string) => ({ httpStatus: 200, text });
    const [one, two, three] = claimed.map((each) => answer(each, PAID, NOW_MS + 1));
    const [first] = claimed;
    if (one === undefined || two === undefined || three === undefined || first === undefined)
      throw new Error('too few');
    turn(desk.store, batch, {
      news: [
        { ...one, evidence: telling('{"amount":1000,"fee":5,"gst":0.9}') },
        { ...two, evidence: telling('{"fee":"\u20b97.50"}') },
        { ...three, evidence: telling('{"fee":7}') },
      ] as never,
    });
    const later = {
      ...lookUp(first, said('success'), NOW_MS + 90),
      evidence: telling('{"data":{"amount":1000,"fee":6}}'),
    };
    turn(desk.store, batch, { news: [later] });
    const feesAt = (asOfMs: number) => {
      const record = desk.store.batches.find(batch);
      if (record === null) throw new Error('there is no such batch');
      const { fees, payouts } = desk.store.report(record, asOfMs);
      return [fees(), [...payouts()].map(({ feePaise, taxPaise }) => [feePaise, taxPaise])];
    };
    const rest = { taxCount: 1, taxPaise: 90, walletPaise: null };
    expect(feesAt(NOW_MS + 9)).toEqual([
      { ...rest, feeCount: 2, feePaise: 1_250 },
      [
        [500, 90],
        [750, null],
        [null, null],
      ],
    ]);
    expect(feesAt(NOW_MS + 99)[0]).toEqual({ ...rest, feeCount: 2, feePaise: 1_350 });
  });

  it('says by how much the wallet fell further than was paid, where nothing else of this desk moved it', () => {
    const rest = (change: {
      unit?: 'rupees' | null;
      after?: string;
      other?: boolean;
      isOpen?: boolean;
    }): number | null => {
      const { unit = 'rupees', after = '990.00', other = false, isOpen = false } = change;
      const desk = makeDesk();
      const { store } = desk;
      const limits = { ratePerSecond: 5, inFlightMax: 4, pollFirstMs: 1, pollMaxMs: 2, timeoutMs: 3 };
      const noLimits = { maxPayoutPaise: null, maxBatchPaise: null, environment: 'LIVE', name: 'acme' } as const;
      store.saveProfile({ ...MERCHANT, ...limits, ...noLimits, walletUnit: unit }, NOW_MS);
      const read = (balance: string, atMs: number): void =>
        store.keepWalletReading({ merchant: MERCHANT, balance, readFor: 'run' }, atMs);
      read('1500', NOW_MS - 5);
      const batch = confirm(store, confirmation(desk, payments(2, { amountPaise: asPaise(25_000) })));
      const claimed = [claimOne(store, batch), claimOne(store, batch)];
      const sent = isOpen ? claimed.slice(1) : claimed;
      turn(store, batch, { news: sent.map((one) => answer(one, PAID, NOW_MS + 2)) });
      if (other) claimOne(store, confirmBatch(desk, [payment({ amountPaise: asPaise(500) })]));
      read(after, NOW_MS + 4);
      const record = store.batches.find(batch);
      if (record === null) throw new Error('there is no such batch');
      return store.report(record, NOW_MS + 9).fees().walletPaise;
    };
    expect(rest({})).toBe(1_000);
    for (const change of [{ unit: null }, { after: '1000' }, { after: '1200' }, { other: true }, { isOpen: true }]) {
      expect([change, rest(change)]).toEqual([change, null]);
    }
  });

  it('gives each payout as it was meant and as it went', () => {
    const desk = makeDesk();
    const beneficiary = { method: 'IMPS', accountNumber: '000123456789012345', ifsc: 'HDFC0000123' } as const;
    const confirmed = confirmation(desk, [payment({ beneficiary, remark: '=cmd|x', name: 'आशा' })]);
    const batch = confirm(desk.store, confirmed);
    const claimed = claimOne(desk.store, batch);
    turn(desk.store, batch, { news: [answer(claimed, LOST)] });
    turn(desk.store, batch, {
      news: [
        {
          ...lookUp(claimed, said('success', 'Success')),
          utr: '98765432109876543210',
          message: verbatim('Done'),
        } as ReturnType<typeof lookUp>,
      ],
    });
    expect([...reportOf(desk.store, batch).payouts()]).toEqual([
      {
        batch: 'B0001',
        hold: null,
        rowNumber: 2,
        state: 'success',
        reference: confirmed.references[0],
        beneficiary,
        amountPaise: 50_000,
        remark: '=cmd|x',
        name: 'आशा',
        ids: { transactionId: null, rrn: null, utr: '98765432109876543210', logNumber: null, tranRefNo: null },
        gatewayStatus: 'Success',
        message: verbatim('Done'),
        attempts: 1,
        sentAtMs: NOW_MS,
        settledAtMs: NOW_MS + 2_000,
        retryOf: null,
        paidSinceAs: null,
        feePaise: null,
        taxPaise: null,
        source: ['cell 0', 'b'],
      },
    ]);
  });

  it('lists the rows in file order, the attempts with their answers, and what was left out', () => {
    const { path, batch } = mixedDesk();
    const report = reportOf(readerOf(path), batch);
    expect([...report.payouts()].map(({ rowNumber }) => rowNumber)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    const attempts = [...report.attempts()].map(({ rowNumber, outcome, answeredAtMs, httpStatus }) => [
      rowNumber,
      outcome,
      answeredAtMs,
      httpStatus,
    ]);
    const at = NOW_MS + 500;
    expect(attempts).toEqual([
      [2, 'success', at, 200],
      [3, 'unknown: timeout', at, 200],
      [4, 'processing', at, 200],
      [5, 'rejected', at, 200],
      [6, null, null, null],
    ]);
    const [left] = [...report.excluded()];
    expect(left).toMatchObject({ rowNumber: 20, source: ['a', 'b'], issues: [{ code: 'amountEmpty', cell: 'C20' }] });
  });

  it('carries the audit entries of its batch and the head of the whole chain', () => {
    const { path, raw, batch } = mixedDesk();
    const report = reportOf(readerOf(path), batch);
    const chain = verifiedChain(raw);
    const own = chain.filter((entry) => entry.batch_id === batch);
    expect([...report.audit()].map(({ sequence, hash }) => [sequence, hash])).toEqual(
      own.map(({ sequence, hash }) => [sequence, hash]),
    );
    expect(report.head).toMatchObject({ auditSequence: chain.at(-1)?.sequence, auditHash: chain.at(-1)?.hash });
  });

  it('can be left in the middle and read again', () => {
    const { path, batch } = mixedDesk();
    const report = reportOf(readerOf(path), batch);
    for (const list of [report.payouts, report.attempts, report.audit, report.excluded]) {
      for (const _row of list()) break;
      expect([...list()].length).toBeGreaterThan(0);
    }
  });

  it('names the payout that a row retries', () => {
    const { raw, path, batch } = mixedDesk();
    tamper(raw, 'UPDATE payouts SET retry_of = 1 WHERE payout_id = 3');
    expect([...reportOf(readerOf(path), batch).payouts()].map(({ retryOf }) => retryOf).slice(0, 3)).toEqual([
      null,
      'B0001/2',
      null,
    ]);
  });
});

describe('a report beside a running desk', () => {
  it('sees one moment, whatever is settled while it is being written', () => {
    const { path, store, batch } = mixedDesk();
    const reader = readerOf(path);
    const report = reportOf(reader, batch);
    const rows = report.payouts()[Symbol.iterator]();
    const first = rows.next();
    const statuses = first.done === true ? [] : [first.value.state];
    store.ledger.interrupt('slept', { nowMs: NOW_MS, backoff: BACKOFF });
    turn(store, batch, { claim: 9 });
    for (let row = rows.next(); row.done !== true; row = rows.next()) statuses.push(row.value.state);
    expect(statuses).toEqual(['success', 'unknown', 'processing', 'rejected', 'sending', 'queued', 'queued']);
    expect([...report.payouts()].map(({ state }) => state)).toEqual(statuses);
    expect([...report.attempts()]).toHaveLength(5);
    expect(reader.tally(batch).counts).toEqual(report.head.counts);
    expect(store.tally(batch).counts).toMatchObject({ sending: 2, queued: 0, unknown: 2 });
  });

  it('is not frozen before a report is asked for', () => {
    const { path, store, batch } = mixedDesk();
    const reader = readerOf(path);
    expect(reader.tally(batch).counts.queued).toBe(2);
    turn(store, batch, { claim: 1 });
    expect(reader.tally(batch).counts.queued).toBe(1);
  });
});
