// A desk in the middle of its work, with the truth about it.

import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Claimed, News } from '../../electron/main/domain/ledger.ts';
import { personKey } from '../../electron/main/domain/person-key.ts';
import { purposeOf } from '../../electron/main/domain/purpose.ts';
import type { Intention } from '../../electron/main/domain/same-payment.ts';
import { batchFingerprint, fileReferences } from '../../electron/main/store/references.ts';
import { openStoreWriter, type StoreWriter } from '../../electron/main/store/store.ts';
import { RefusedError } from '../../shared/failures.ts';
import type { Mid, PayoutId, Sha256 } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise, sumPaise } from '../../shared/money.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import type { Payment } from '../../shared/rows.ts';
import type { SettlingOutcome } from '../../shared/states.ts';
import { confirm, NO_MARKS } from '../store/confirm.ts';

/**
 * The truth about one payout. `order` is everything in its request; `posted` when it may have left; `guards` when it must stop
 * the same payment from another batch.
 */
export interface TruePayout {
  readonly batch: number;
  readonly order: string;
  readonly posted: boolean;
  readonly guards: boolean;
  readonly intention: Intention;
}

export interface Fixture {
  /** The files of the crashed desk, by their names next to `desk.db`. */
  readonly forms: Readonly<Record<'withLog' | 'folded', string>>;
  readonly payouts: ReadonlyMap<number, TruePayout>;
  readonly merchant: typeof MERCHANT;
  /** How many entries the audit log had. */
  readonly auditEntries: number;
}

export const NOW_MS = 1_775_019_600_000;
const BACKOFF = { firstMs: 1_000, maxMs: 3_600_000 };
const MERCHANT = { baseUrl: 'https://gateway.example', mid: 1234 as Mid };
const NOBODY: ReadonlySet<PayoutId> = new Set();
const BATCH_SIZES = [90, 260];

/** Everything in a payout's request. */
export function orderText({ order }: { readonly order: Omit<Claimed['order'], 'firstRequest'> }): string {
  const { beneficiary, amountPaise, remark, reference } = order;
  // A person's key would hide a changed branch or a lost zero.
  const payee = beneficiary.method === 'UPI' ? [beneficiary.upiId] : [beneficiary.accountNumber, beneficiary.ifsc];
  return JSON.stringify([beneficiary.method, ...payee, amountPaise, remark, reference]);
}

/** Opens a desk as the program does. */
export function openDeskFile(file: string): ReturnType<typeof openStoreWriter> {
  return openStoreWriter({ path: file, prefix: 'B' }, { actor: 'torn@test', nowMs: NOW_MS, monotonicMs: () => 0 });
}

/** Claims what a batch would send next. Throws when the turn is not committed. */
export function claim(store: StoreWriter, batch: number, count: number): readonly Claimed[] {
  const request = {
    batch,
    count,
    busy: NOBODY,
    cleared: NOBODY,
    lookUpAll: false,
    earlierStands: () => true,
    budgetPaise: null,
  };
  const answer = store.ledger.turn({ nowMs: NOW_MS, backoff: BACKOFF, news: [], claim: request });
  if (answer.kind !== 'committed') throw new Error(`not committed: ${answer.kind}`);
  return answer.result.claimed;
}

export function makeFixture(folder: string): Fixture {
  const file = path.join(folder, 'desk.db');
  const opening = openDeskFile(file);
  if (opening.kind !== 'open') throw new RefusedError(opening.refusal);
  const { store } = opening;
  const merchantId = store.merchants.ensure(MERCHANT);
  const payouts = new Map<number, TruePayout>();
  for (const [index, size] of BATCH_SIZES.entries()) addBatch(store, { number: index + 1, size, merchantId }, payouts);
  const withLog = keepForm(folder, 'withLog', file);
  const database = new Database(file, { readonly: true });
  const auditEntries = Number(database.prepare('SELECT max(sequence) FROM audit').pluck().get());
  database.close();
  store.close();
  return { forms: { withLog, folded: keepForm(folder, 'folded', file) }, payouts, merchant: MERCHANT, auditEntries };
}

function keepForm(folder: string, name: string, file: string): string {
  const stored = path.join(folder, name);
  mkdirSync(stored);
  for (const ending of ['', '-wal']) {
    if (existsSync(file + ending)) copyFileSync(file + ending, path.join(stored, `desk.db${ending}`));
  }
  return stored;
}

/** Two thirds of each batch have left: with every ending, some in doubt, and the last ones in flight. */
function addBatch(
  store: StoreWriter,
  { number, size, merchantId }: { readonly number: number; readonly size: number; readonly merchantId: number },
  payouts: Map<number, TruePayout>,
): void {
  const paid = paymentsOf(number, size);
  const fingerprint = batchFingerprint(paid);
  const make = fileReferences({ mid: MERCHANT.mid, fingerprint, runNumber: 1 });
  const references = paid.map(make);
  const first = payouts.size + 1;
  const batch = confirm(store, {
    seal: fingerprint,
    merchantId,
    profile: 'acme',
    ...MERCHANT,
    environment: 'LIVE',
    name: `Salaries ${number}`,
    fileName: `salaries-${number}.csv`,
    fileSha256: String(number).repeat(64) as Sha256,
    sheet: null,
    headers: ['A'],
    fingerprint,
    runNumber: 1,
    rows: paid.map((payment, at) => ({ kind: 'payable', rowNumber: at + 2, payment, source: ['x'], hidden: false })),
    references,
    totalPaise: sumPaise(paid.map(({ amountPaise }) => amountPaise)) ?? asPaise(0),
    excluded: [],
    marks: NO_MARKS,
    nowMs: NOW_MS,
  });
  const { left, refused } = sendSome(store, batch, Math.floor((size * 2) / 3));
  for (const [index, { beneficiary, amountPaise, remark }] of paid.entries()) {
    const reference = references[index];
    if (reference === undefined) throw new Error('a payment without a reference');
    const order = orderText({ order: { beneficiary, amountPaise, remark, reference } });
    const posted = left.has(first + index);
    const guards = !refused.has(first + index);
    const purpose = purposeOf({ reference: null, remark, called: [] });
    const intention = { payee: personKey(beneficiary), name: '', purpose, amountPaise };
    payouts.set(first + index, { batch, order, posted, guards, intention });
  }
}

/** Sends this many, ten at a time; nine of ten are answered before the next ten leave. Returns what left and was refused. */
function sendSome(
  store: StoreWriter,
  batch: number,
  count: number,
): { readonly left: ReadonlySet<number>; readonly refused: ReadonlySet<number> } {
  const left = new Set<number>();
  const refused = new Set<number>();
  for (let sent = 0; sent < count; sent += 10) {
    const claimed = claim(store, batch, Math.min(10, count - sent));
    for (const { payoutId } of claimed) left.add(payoutId);
    const news = claimed.slice(0, sent + 10 < count ? 9 : 3).map(newsOf);
    store.ledger.turn({ nowMs: NOW_MS, backoff: BACKOFF, news, claim: null });
    for (const one of news) if (one.kind === 'answer' && one.outcome.kind === 'refused') refused.add(one.payoutId);
  }
  return { left, refused };
}

function newsOf({ payoutId, attemptId }: Claimed): News {
  const evidence = { httpStatus: 200, text: '{"status":true}' };
  const ids = { ...NO_IDS, transactionId: `TXN${String(payoutId).padStart(9, '0')}` };
  const spoken = OUTCOMES[payoutId % OUTCOMES.length] ?? LOST;
  const outcome = spoken.kind === 'accepted' ? { ...spoken, ids } : spoken;
  return { kind: 'answer', payoutId, attemptId, outcome, evidence, atMs: NOW_MS };
}

const PAID = { kind: 'accepted', state: 'success', word: 'success', ids: NO_IDS, message: null } as const;
const LOST = {
  kind: 'unknown',
  reason: 'timeout',
  message: verbatim('No answer came in time.'),
  ids: NO_IDS,
  echoedReference: null,
  retryAfterMs: null,
} as const;
const OUTCOMES: readonly SettlingOutcome[] = [
  PAID,
  PAID,
  { ...PAID, state: 'processing', word: 'pending' },
  LOST,
  { kind: 'refused', state: 'rejected', word: 'rejected', ids: NO_IDS, message: verbatim('Insufficient balance') },
];

function paymentsOf(number: number, size: number): Payment[] {
  return Array.from({ length: size }, (_, index): Payment => {
    const digits = String(index).padStart(5, '0');
    const beneficiary =
      index % 3 === 0
        ? ({ method: 'IMPS', accountNumber: `00${number}55${digits}`, ifsc: 'HDFC0000001' } as const)
        : ({ method: 'UPI', upiId: `payee${number}.${digits}@okbank` } as const);
    const amountPaise = asPaise(10_000 + index * 37);
    return {
      beneficiary,
      amountPaise,
      remark: `Salary ${digits}`,
      reference: null,
      name: `Person ${number}-${digits}`,
    };
  });
}
