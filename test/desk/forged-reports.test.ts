// Reports that say something else of themselves than the desk would: the moment they were made at, and the list that the
// checksums are of. npm run forge tries everything else.

import { readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { exportBatch } from '../../electron/main/desk/batches/export-batch.ts';
import { makePassports } from '../../electron/main/desk/payouts/passports.ts';
import { archiveOld } from '../../electron/main/desk/recovery/archive-old.ts';
import { verifyPassport } from '../../electron/main/desk/recovery/verify-passport.ts';
import { verifyReport } from '../../electron/main/desk/recovery/verify-report.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { BatchId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { fillOldBatches, LATER_MS } from '../store/archived-desk.ts';
import { confirm } from '../store/confirm.ts';
import { answer, claimOne, confirmation, MERCHANT, NOW_MS, PAID, payments, turn } from '../store/desk-file.ts';
import { atTime, done, filledFolder, systemOf } from './filled-desk.ts';

const BATCH = 'B0001' as BatchId;

/** B0001, paid at NOW_MS. */
function deskPaid() {
  const folder = filledFolder((store) => {
    const merchantId = store.merchants.ensure(MERCHANT);
    const batch = confirm(store, confirmation({ store, merchantId }, payments(2)));
    const claimed = [claimOne(store, batch), claimOne(store, batch)];
    turn(store, batch, { news: claimed.map((one) => answer(one, PAID)) });
  });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const system = systemOf(folder);
  return { folder, onDay: (day: number) => atTime(NOW_MS + day * DAY_MS)(system) };
}

async function exported(system: System, path: string): Promise<string> {
  done(await exportBatch(system, { batch: BATCH, path, force: true }));
  return path;
}

async function verdictOf(system: System, path: string) {
  const { verdict, findings } = done(await verifyReport(system, path));
  return [verdict, ...findings.map(({ message }) => ('code' in message ? message.code : ''))];
}

it.each(['csv', 'xlsx', 'pdf'])('a report (%s) says a moment at which the log ended with its entry', async (form) => {
  const { folder, onDay } = deskPaid();
  const file = (name: string) => join(folder, `${name}.${form}`);
  const honest = await exported(onDay(1), file('honest'));
  expect(await verdictOf(onDay(9), honest)).toEqual(['same']);
  const early = await exported(onDay(-30), file('early'));
  expect(await verdictOf(onDay(1), early)).toEqual(expect.arrayContaining(['altered', 'verify.moment']));
});

it('a report may not be of a day to come, unless this computer’s clock is behind', async () => {
  const { folder, onDay } = deskPaid();
  const late = await exported(onDay(300), join(folder, 'late.csv'));
  expect((await verdictOf(onDay(1), late)).slice(0, 2)).toEqual(['notComparable', 'verify.moment']);
});

it('a list may not say that it is as of a day on which the log had gone on', async () => {
  const { folder, onDay } = deskPaid();
  const list = await exported(onDay(1), join(folder, 'list.csv'));
  done(await makePassports(onDay(2), { batch: BATCH, rowNumber: 2, path: join(folder, 'p.pdf'), language: 'en' }));
  expect(await verdictOf(onDay(9), list)).toEqual(['same']);
  const beside = readFileSync(`${list}.sha256`, 'utf8');
  const asOf = /^# As of:\t(\S+)/m.exec(beside)?.[1] ?? '';
  const other = asOf.replace(/^\d{4}-\d\d-\d\d/, new Date(NOW_MS + 5 * DAY_MS).toISOString().slice(0, 10));
  writeFileSync(`${list}.sha256`, beside.replace(asOf, other));
  expect(await verdictOf(onDay(9), list)).toEqual(['altered', 'verify.moment']);
});

it('checksums are of the list beside them, whatever else they name', async () => {
  const { folder, onDay } = deskPaid();
  const list = await exported(onDay(1), join(folder, 'list.csv'));
  const beside = readFileSync(`${list}.sha256`, 'utf8');
  for (const name of ['2 OF 2 PAID.csv', '../other.csv', 'list.csv ', 'LIST.csv']) {
    writeFileSync(`${list}.sha256`, beside.replace('  list.csv', `  ${name}`));
    expect((await verdictOf(onDay(1), list)).slice(0, 2)).toEqual(['notComparable', 'verify.otherFile']);
  }
  writeFileSync(`${list}.sha256`, beside);
  expect(await verdictOf(onDay(1), list)).toEqual(['same']);
  for (const ending of ['', '.sha256']) renameSync(`${list}${ending}`, join(folder, `renamed.csv${ending}`));
  expect((await verdictOf(onDay(1), join(folder, 'renamed.csv')))[0]).toBe('notComparable');
});

it('a list without its checksums says no ending that a payment never came to', async () => {
  const { folder, onDay } = deskPaid();
  const list = await exported(onDay(1), join(folder, 'list.csv'));
  const alone = join(folder, 'alone.csv');
  writeFileSync(alone, readFileSync(list, 'utf8').replace('"success"', '"reversed"'));
  expect(await verdictOf(onDay(1), alone)).toEqual(['altered', 'verify.cellDiffers']);
  writeFileSync(alone, readFileSync(list, 'utf8').replace('"success"', '"processing"'));
  expect(await verdictOf(onDay(1), alone)).toEqual(['outdated', 'verify.cellDiffers']);
});

it('a report of a year that nobody writes is compared, and not a fault', async () => {
  const { folder, onDay } = deskPaid();
  const list = await exported(onDay(1), join(folder, 'list.csv'));
  const beside = readFileSync(`${list}.sha256`, 'utf8');
  writeFileSync(`${list}.sha256`, beside.replace(/^# As of:\t\S+/m, '# As of:\t+275760-09-13T05:30:00.000+05:30'));
  expect((await verdictOf(onDay(1), list))[0]).not.toBe('same');
});

it('a file that is not there is named, and one longer than any report is none', async () => {
  const { folder, onDay } = deskPaid();
  const missing = { kind: 'refused', refusal: { code: 'missingFile' } };
  const none = { kind: 'refused', refusal: { code: 'notAReport' } };
  const long = join(folder, 'long.pdf');
  writeFileSync(long, '%PDF-1.7');
  truncateSync(long, 3 * 1_024 ** 3);
  expect(await verifyReport(onDay(1), join(folder, 'nowhere.pdf'))).toMatchObject(missing);
  expect(await verifyPassport(onDay(1), join(folder, 'nowhere.pdf'))).toMatchObject(missing);
  expect(await verifyReport(onDay(1), long)).toMatchObject(none);
  expect(await verifyReport(onDay(1), folder)).toMatchObject(none);
});

it('a report of an archived batch says no other moment either', async () => {
  const folder = filledFolder((store) => void fillOldBatches({ store, merchantId: store.merchants.ensure(MERCHANT) }));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [now, early] = [LATER_MS, NOW_MS - 30 * DAY_MS].map((atMs) => atTime(atMs)(systemOf(folder)));
  if (now === undefined || early === undefined) throw new Error('no time');
  const batch = 'B0002' as BatchId;
  const path = join(folder, 'early.csv');
  done(await exportBatch(early, { batch, path }));
  const asked = { book: 'live', beforeMs: null, withUnpaid: true } as const;
  const going = {
    batches: [batch, 'B0003' as BatchId],
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
  done(await archiveOld(now, asked, going));
  expect(await verdictOf(now, path)).toEqual(expect.arrayContaining(['altered', 'verify.moment']));
});
