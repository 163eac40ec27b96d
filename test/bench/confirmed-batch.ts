// A store with one confirmed batch, made as the desk makes it.

import { dirname, join } from 'node:path';
import type { Confirmation } from '../../electron/main/domain/batches.ts';
import { batchFingerprint } from '../../electron/main/store/references.ts';
import { type HeadedWriter, openHeadedWriter, type StoreWriter } from '../../electron/main/store/store.ts';
import type { Mid } from '../../shared/ids.ts';
import { sumPaise } from '../../shared/money.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { confirm, NO_MARKS } from '../store/confirm.ts';
import { HEADERS, paidAtOnceRow, referencesOf } from './payroll.ts';

/** Opens a new store with its head. Throws when it cannot. */
export function openBenchStore(path: string): HeadedWriter {
  const place = headPlaceIn(join(dirname(path), 'state'));
  const opening = openHeadedWriter(
    { path, prefix: 'B' },
    { actor: 'bench', nowMs: Date.now(), monotonicMs: () => performance.now(), place },
  );
  if (opening.kind !== 'open') throw new Error(`the store is ${opening.kind}`);
  return opening.store;
}

/** Confirms a batch for payees whom the practice gateway pays at once. */
export function confirmPaidAtOnce(
  store: StoreWriter,
  {
    baseUrl,
    mid,
    count,
    firstPayee = 0,
  }: { readonly baseUrl: string; readonly mid: Mid; readonly count: number; readonly firstPayee?: number },
): number {
  const rows = Array.from({ length: count }, (_, index) => paidAtOnceRow(firstPayee + index));
  return confirmRows(store, {
    rows,
    profile: 'bench',
    baseUrl,
    mid,
    name: 'bench',
    fileName: 'bench.csv',
    nowMs: Date.now(),
  });
}

interface BenchBatch
  extends Pick<Confirmation, 'rows' | 'profile' | 'baseUrl' | 'mid' | 'name' | 'fileName' | 'nowMs'> {}

/** Confirms these rows as a live batch. */
export function confirmRows(store: StoreWriter, { rows, baseUrl, mid, ...facts }: BenchBatch): number {
  const fingerprint = batchFingerprint(rows.map((row) => row.payment));
  const totalPaise = sumPaise(rows.map((row) => row.payment.amountPaise));
  if (totalPaise === null) throw new RangeError('the batch is too large');
  return confirm(store, {
    seal: fingerprint,
    merchantId: store.merchants.ensure({ baseUrl, mid }),
    ...facts,
    baseUrl,
    mid,
    environment: 'LIVE',
    fileSha256: fingerprint,
    sheet: null,
    headers: HEADERS,
    fingerprint,
    runNumber: 1,
    rows,
    references: referencesOf(rows, { mid, fingerprint }),
    totalPaise,
    excluded: [],
    marks: NO_MARKS,
  });
}
