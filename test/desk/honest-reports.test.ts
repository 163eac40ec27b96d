// Reports that nobody touched, verified after the desk has gone on in ways that change no payment of theirs.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { exportBatch } from '../../electron/main/desk/batches/export-batch.ts';
import { verifyReport } from '../../electron/main/desk/recovery/verify-report.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { BatchId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import type { Profile } from '../../shared/profiles.ts';
import { confirm, NO_MARKS } from '../store/confirm.ts';
import {
  ACCEPTED,
  answer,
  claimOne,
  confirmation,
  lookUp,
  MERCHANT,
  NOW_MS,
  PAID,
  payments,
  said,
  turn,
} from '../store/desk-file.ts';
import { refuse } from '../store/retries.ts';
import { atTime, done, filledFolder, systemOf } from './filled-desk.ts';

const BATCH = 'B0001' as BatchId;
const OTHER = 'B0002' as BatchId;
const FORMS = ['csv', 'xlsx', 'pdf'] as const;

const ACME: Profile = {
  name: 'acme',
  ...MERCHANT,
  environment: 'LIVE',
  ratePerSecond: 5,
  inFlightMax: 4,
  pollFirstMs: 3_000,
  pollMaxMs: 60_000,
  timeoutMs: 30_000,
  maxPayoutPaise: null,
  maxBatchPaise: null,
  walletUnit: null,
};

/** A folder, its system on a day, and its writer. */
function deskWith(fill: (store: HeadedWriter, merchantId: number) => void) {
  const folder = filledFolder((store) => fill(store, store.merchants.ensure(MERCHANT)));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const system = systemOf(folder);
  const change = (act: (store: HeadedWriter) => void): void => {
    const opening = system.openWriter('live');
    if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
    act(opening.store);
    opening.store.close();
  };
  const onDay = (day: number): System => atTime(NOW_MS + day * DAY_MS)(system);
  return { folder, change, onDay, at: (atMs: number): System => atTime(atMs)(system) };
}

/** B0001, paid at NOW_MS. */
function paidAfterReading(store: HeadedWriter, merchantId: number): void {
  store.saveProfile(ACME, NOW_MS - 2_000);
  store.keepWalletReading({ merchant: MERCHANT, balance: '90000.00', readFor: 'start' }, NOW_MS - 1_000);
  const batch = confirm(store, confirmation({ store, merchantId }, payments(2)));
  const claimed = [claimOne(store, batch), claimOne(store, batch)];
  turn(store, batch, { news: claimed.map((one) => answer(one, PAID)) });
}

/** B0001 between two readings of a wallet that fell further. */
function paidBetweenReadings(store: HeadedWriter, merchantId: number): void {
  paidAfterReading(store, merchantId);
  readAgain(store, NOW_MS + 60_000);
}

function readAgain(store: HeadedWriter, atMs: number): void {
  store.keepWalletReading({ merchant: MERCHANT, balance: '80000.00', readFor: 'end' }, atMs);
}

/** What a look-up says of the first row of a batch. */
function hear(
  store: HeadedWriter,
  state: 'processing' | 'success' | 'reversed',
  { batch, atMs }: { readonly batch: BatchId; readonly atMs: number },
): void {
  const [found] = store.findPayout({ by: 'row', batch, rowNumber: 2 });
  if (found === undefined) throw new Error('there is no such payout');
  const { payoutId, reference } = found;
  const asked = { payoutId, order: { reference } } as Parameters<typeof lookUp>[0];
  const word = state === 'processing' ? ACCEPTED.word : state;
  turn(store, found.batch, { nowMs: atMs, news: [lookUp(asked, said(state, word), atMs)] });
}

async function exported(system: System, path: string): Promise<string> {
  done(await exportBatch(system, { batch: BATCH, path }));
  return path;
}

async function verdictOf(system: System, path: string) {
  const { verdict, findings } = done(await verifyReport(system, path));
  return [verdict, ...findings.map(({ message }) => ('code' in message ? message.code : ''))];
}

it.each(FORMS)('a report (%s) stays the same when a person confirms what the wallet counts', async (form) => {
  const { folder, change, onDay } = deskWith(paidBetweenReadings);
  const before = await exported(onDay(1), join(folder, `before.${form}`));
  change((store) => store.saveProfile({ ...ACME, walletUnit: 'rupees' }, NOW_MS + 2 * DAY_MS));
  const after = await exported(onDay(3), join(folder, `after.${form}`));
  change((store) => store.saveProfile({ ...ACME, walletUnit: 'paise' }, NOW_MS + 4 * DAY_MS));
  expect(await verdictOf(onDay(9), before)).toEqual(['same']);
  expect(await verdictOf(onDay(9), after)).toEqual(['same']);
});

it.each(FORMS)('a report (%s) stays the same when another payment of the account is settled later', async (form) => {
  const { folder, change, onDay } = deskWith((store, merchantId) => {
    paidBetweenReadings(store, merchantId);
    store.saveProfile({ ...ACME, walletUnit: 'rupees' }, NOW_MS);
    const beneficiary = { method: 'UPI', upiId: 'other@bank' } as const;
    const other = confirm(store, confirmation({ store, merchantId }, payments(1, { beneficiary, name: 'Other' })));
    // Before the first reading.
    const { claimed } = turn(store, other, { nowMs: NOW_MS - 5_000, claim: 1 });
    turn(store, other, { news: claimed.map((one) => answer(one, ACCEPTED)) });
  });
  const open = await exported(onDay(1), join(folder, `open.${form}`));
  change((store) => hear(store, 'success', { batch: OTHER, atMs: NOW_MS + 2 * DAY_MS }));
  expect(await verdictOf(onDay(9), open)).toEqual(['same']);
});

it('a PDF is as of the whole second that it names, whatever happened within it', async () => {
  const { folder, change, at, onDay } = deskWith(paidAfterReading);
  const atMs = NOW_MS + DAY_MS;
  change((store) => {
    store.saveProfile({ ...ACME, walletUnit: 'rupees' }, NOW_MS);
    readAgain(store, atMs + 300);
  });
  const path = await exported(at(atMs + 900), join(folder, 'second.pdf'));
  expect(await verdictOf(onDay(9), path)).toEqual(['same']);
});

it('a PDF that names the later payment is not called altered once that payment came back', async () => {
  const { folder, change, onDay } = deskWith((store, merchantId) => {
    const desk = { store, merchantId };
    const first = confirm(store, confirmation(desk, payments(1)));
    const failed = claimOne(store, first);
    turn(store, first, { news: [answer(failed, refuse('failed'))] });
    const marks = { ...NO_MARKS, retry: { batch: first, payouts: [{ retryOf: failed.payoutId, changed: [] }] } };
    const retry = confirm(store, confirmation(desk, payments(1, { remark: 'Salary again' }), { marks }));
    turn(store, retry, { news: [answer(claimOne(store, retry), PAID)] });
  });
  const path = await exported(onDay(1), join(folder, 'paid-since.pdf'));
  expect(await verdictOf(onDay(2), path)).toEqual(['same']);
  change((store) => hear(store, 'reversed', { batch: OTHER, atMs: NOW_MS + 3 * DAY_MS }));
  expect(await verdictOf(onDay(9), path)).toEqual(['outdated', 'verify.againChanged']);
});

it('is refused, and not called altered, where there is no place to write it again', async () => {
  const { folder, onDay } = deskWith(paidBetweenReadings);
  const path = await exported(onDay(1), join(folder, 'report.pdf'));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = join(folder, 'nowhere');
  onTestFinished(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
  expect(await verifyReport(onDay(2), path)).toMatchObject({ kind: 'refused', refusal: { code: 'folderMissing' } });
});

it.each(FORMS)('a report (%s) stays the same when a look-up of an open payment brings nothing new', async (form) => {
  const { folder, change, onDay } = deskWith((store, merchantId) => {
    const batch = confirm(store, confirmation({ store, merchantId }, payments(1)));
    turn(store, batch, { news: [answer(claimOne(store, batch), ACCEPTED)] });
  });
  const open = await exported(onDay(1), join(folder, `open.${form}`));
  change((store) => hear(store, 'processing', { batch: BATCH, atMs: NOW_MS + 2 * DAY_MS }));
  expect(await verdictOf(onDay(9), open)).toEqual(['same']);
  change((store) => hear(store, 'success', { batch: BATCH, atMs: NOW_MS + 3 * DAY_MS }));
  expect((await verdictOf(onDay(9), open))[0]).toBe('outdated');
});
