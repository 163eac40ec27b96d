// Settings that are there and cannot be read: what would go wrong in a file that leaves the desk fails closed.

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { exportJournal } from '../../electron/main/desk/batches/journal.ts';
import { makeDispute } from '../../electron/main/desk/payouts/dispute.ts';
import { openMemory } from '../../electron/main/desk/runtime/memory.ts';
import type { BatchId } from '../../shared/ids.ts';
import { confirm } from '../store/confirm.ts';
import { answer, claimOne, confirmation, MERCHANT, PAID, payments, turn } from '../store/desk-file.ts';
import { done, filledFolder, systemOf } from './filled-desk.ts';

const BATCH = 'B0001' as BatchId;

function paidDesk() {
  const folder = filledFolder((store) => {
    const merchantId = store.merchants.ensure(MERCHANT);
    const batch = confirm(store, confirmation({ store, merchantId }, payments(1)));
    turn(store, batch, { news: [answer(claimOne(store, batch), PAID)] });
  });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, settings: join(folder, 'settings.json'), system: systemOf(folder) };
}

const RULES = { debit: 'Salaries', credit: 'HDFC 1234', payer: '', rules: [] };
const SAVED = {
  settings: { theme: 'dark', density: 'compact', maskAccounts: true, language: 'en', profile: null, books: RULES },
};

it.each([
  ['cut in the middle', JSON.stringify(SAVED).slice(0, -20)],
  ['empty', ''],
  ['of a version with another theme', JSON.stringify({ settings: { ...SAVED.settings, theme: 'sepia' } })],
  ['with ledgers of another form', JSON.stringify({ settings: { ...SAVED.settings, books: { ledgers: [] } } })],
  ['without any', '{}'],
])('books nothing and shows no account in full: %s', async (_, text) => {
  const { folder, settings, system } = paidDesk();
  writeFileSync(settings, text);
  const path = join(folder, 'journal.csv');
  const journal = { asked: { batch: BATCH }, form: 'journal', path } as const;
  expect(await exportJournal(system, journal)).toMatchObject({ kind: 'refused', refusal: { code: 'noLedger' } });
  expect(existsSync(path)).toBe(false);
  const pack = { batch: BATCH, rowNumber: 2, path: join(folder, 'pack.pdf'), language: 'en' } as const;
  expect(done(await makeDispute(system, pack)).isMasked).toBe(true);
  // A window that keeps anything else of itself names no ledger either.
  openMemory(system.files.settings, () => undefined).save({ density: 'compact' });
  expect(await exportJournal(system, journal)).toMatchObject({ kind: 'refused', refusal: { code: 'noLedger' } });
});

it('books under the default ledgers where nothing was ever set', async () => {
  const { folder, system } = paidDesk();
  const journal = { asked: { batch: BATCH }, form: 'journal', path: join(folder, 'journal.csv') } as const;
  expect(done(await exportJournal(system, journal))).toMatchObject({ vouchers: 1 });
});
