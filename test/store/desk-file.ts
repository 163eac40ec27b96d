// A desk's database for one test, removed afterwards: opened as the store opens it, with a raw connection beside it that sees
// only what is on disk.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Confirmation } from '../../electron/main/domain/batches.ts';
import type { Claimed, News, TurnResult } from '../../electron/main/domain/ledger.ts';
import { type BackUp, backUp, type CopyAndVerify } from '../../electron/main/store/backups.ts';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import { doFileWork } from '../../electron/main/store/file-work.ts';
import { batchFingerprint, fileReferences } from '../../electron/main/store/references.ts';
import { openStoreWriter, type StoreWriter } from '../../electron/main/store/store.ts';
import { messageFrom } from '../../electron/main/store/stored-messages.ts';
import { RefusedError } from '../../shared/failures.ts';
import type { Mid, PayoutId, Reference, Sha256 } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { asPaise, sumPaise } from '../../shared/money.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import type { PayableRow, Payment } from '../../shared/rows.ts';
import type { Finding, SettlingOutcome } from '../../shared/states.ts';
import { confirm, NO_MARKS } from './confirm.ts';

export const NOW_MS = 1_775_019_600_000;
export const BACKOFF = { firstMs: 1_000, maxMs: 3_600_000 };
export const ACTOR = 'meera@desk-1';
export const MERCHANT = { baseUrl: 'https://gateway.example', mid: 1234 as Mid };

/** A folder for one test. */
export function testFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'payout-desk-store-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Opens the desk's database in the test's folder. */
export function openDesk(path: string): StoreWriter {
  const opening = openStoreWriter({ path, prefix: 'B' }, { actor: ACTOR, nowMs: NOW_MS, monotonicMs: () => 0 });
  if (opening.kind === 'refused') throw new RefusedError(opening.refusal);
  onTestFinished(() => opening.store.close());
  return opening.store;
}

/** Copies the files as a crash at this moment leaves them into another folder. Returns the path of the crashed database. */
export function crash(path: string): string {
  const crashed = join(testFolder(), 'desk.db');
  copyFileSync(path, crashed);
  copyFileSync(`${path}-wal`, `${crashed}-wal`);
  return crashed;
}

/** The test's own connection: what it reads is on disk. */
export function openRaw(path: string): DeskDatabase {
  const database = new DeskDatabase(path, { fileMustExist: true });
  database.pragma('foreign_keys = ON');
  database.pragma('recursive_triggers = ON');
  onTestFinished(() => void database.close());
  return database;
}

/** Changes the database as somebody with the right tools could, with its triggers removed meanwhile. */
export function tamper(raw: DeskDatabase, sql: string): void {
  const triggers = raw
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all();
  for (const { name } of triggers) raw.exec(`DROP TRIGGER ${name}`);
  raw.pragma('foreign_keys = OFF');
  raw.exec(sql);
  for (const trigger of triggers) raw.exec(trigger.sql);
}

export interface TestDesk {
  readonly path: string;
  readonly store: StoreWriter;
  readonly raw: DeskDatabase;
  readonly merchantId: number;
}

/** A new desk with one merchant. */
export function makeDesk(folder = testFolder()): TestDesk {
  const path = join(folder, 'desk.db');
  const store = openDesk(path);
  return { path, store, raw: openRaw(path), merchantId: store.merchants.ensure(MERCHANT) };
}

export function payment(change: Partial<Payment> = {}): Payment {
  const beneficiary = { method: 'UPI', upiId: 'asha@okbank' } as const;
  return { beneficiary, amountPaise: asPaise(50_000), remark: 'Salary', reference: null, name: 'Asha Rao', ...change };
}

/** Payments to different people: `payee1@bank`, `payee2@bank` and so on. */
export function payments(count: number, change: Partial<Payment> = {}): Payment[] {
  return Array.from({ length: count }, (_, index) =>
    payment({ beneficiary: { method: 'UPI', upiId: `payee${index + 1}@bank` }, name: `Payee ${index + 1}`, ...change }),
  );
}

/** A confirmation of these payments, as the doors make it. */
export function confirmation(
  { store, merchantId }: { readonly store: Pick<StoreWriter, 'batches'>; readonly merchantId: number },
  paid: readonly Payment[],
  change: Partial<Confirmation> = {},
): Confirmation {
  const { mid } = { ...MERCHANT, ...change };
  const fingerprint = batchFingerprint(paid);
  const runNumber = store.batches.nextRunNumber(mid, fingerprint);
  const make = fileReferences({ mid, fingerprint, runNumber });
  const rows = paid.map((one, index): PayableRow => {
    return { kind: 'payable', rowNumber: index + 2, payment: one, source: [`cell ${index}`, 'b'], hidden: false };
  });
  return {
    seal: 'e'.repeat(64) as Sha256,
    merchantId,
    profile: 'acme',
    ...MERCHANT,
    environment: 'LIVE',
    name: 'April salaries',
    fileName: 'salaries.csv',
    fileSha256: 'ab'.repeat(32) as Sha256,
    sheet: null,
    headers: ['A', 'B'],
    fingerprint,
    runNumber,
    rows,
    references: paid.map((one) => one.reference ?? make(one)),
    totalPaise: sumPaise(paid.map((one) => one.amountPaise)) ?? asPaise(0),
    excluded: [],
    marks: NO_MARKS,
    nowMs: NOW_MS,
    ...change,
  };
}

export function confirmBatch(desk: Pick<TestDesk, 'store' | 'merchantId'>, paid: readonly Payment[]): number {
  return confirm(desk.store, confirmation(desk, paid));
}

const NOBODY: ReadonlySet<PayoutId> = new Set();

export interface TurnOptions {
  readonly nowMs?: number;
  readonly news?: readonly News[];
  readonly claim?: number;
  readonly busy?: ReadonlySet<PayoutId>;
  readonly cleared?: ReadonlySet<PayoutId>;
  readonly lookUpAll?: boolean;
  readonly earlierStands?: (earlier: readonly PayoutId[]) => boolean;
}

/** One turn of a batch that must be committed. */
export function turn(store: StoreWriter, batch: number, options: TurnOptions): TurnResult {
  const {
    nowMs = NOW_MS,
    news = [],
    claim = 0,
    busy = NOBODY,
    cleared = NOBODY,
    lookUpAll = false,
    earlierStands = () => true,
  } = options;
  const request =
    claim === 0 ? null : { batch, count: claim, busy, cleared, lookUpAll, earlierStands, budgetPaise: null };
  const answer = store.ledger.turn({ nowMs, backoff: BACKOFF, news, claim: request });
  if (answer.kind !== 'committed') throw new Error(`the turn was not committed: ${answer.kind}`);
  return answer.result;
}

/** Claims the next payout of the batch in file order. */
export function claimOne(store: StoreWriter, batch: number): Claimed {
  const [claimed] = turn(store, batch, { claim: 1 }).claimed;
  if (claimed === undefined) throw new Error('nothing was claimed');
  return claimed;
}

export const ACCEPTED = {
  kind: 'accepted',
  state: 'processing',
  word: 'accept',
  ids: { ...NO_IDS, transactionId: 'TX1', rrn: '412345678901' },
  message: null,
} as const satisfies SettlingOutcome;

export const PAID = { ...ACCEPTED, state: 'success', word: 'success' } as const satisfies SettlingOutcome;

export const LOST = {
  kind: 'unknown',
  reason: 'timeout',
  message: verbatim('No answer came in time.'),
  ids: NO_IDS,
  echoedReference: null,
  retryAfterMs: null,
} as const satisfies SettlingOutcome;

/** An answer to a claimed payout, as the engine passes it. An outcome with the ids above gets each payout's own ids. */
export function answer({ payoutId, attemptId }: Claimed, outcome: SettlingOutcome, atMs = NOW_MS + 500): News {
  const evidence = { httpStatus: 200, text: '{"said":1}' };
  return { kind: 'answer', payoutId, attemptId, outcome: withOwnIds(outcome, payoutId), evidence, atMs };
}

function withOwnIds(outcome: SettlingOutcome, payoutId: PayoutId): SettlingOutcome {
  if (outcome.kind !== 'accepted' || outcome.ids !== ACCEPTED.ids) return outcome;
  return { ...outcome, ids: { ...NO_IDS, transactionId: `TX${payoutId}`, rrn: String(412_345_678_900 + payoutId) } };
}

/** A lookup by reference, as the engine passes it. */
export function lookUp({ payoutId, order }: Claimed, finding: Finding, atMs = NOW_MS + 2_000): News {
  const key = { by: 'reference', reference: order.reference } as const;
  const evidence = { httpStatus: 200, text: '{}' };
  return { kind: 'lookup', payoutId, key, finding, utr: null, message: null, evidence, atMs };
}

export function said(state: Extract<Finding, { kind: 'state' }>['state'], word: string = state): Finding {
  return { kind: 'state', state, word };
}

/** The merchant's lookups find a paid payout, from a separate batch: from then on "not known" counts. */
export function proveLookups(desk: Pick<TestDesk, 'store' | 'merchantId'>, change: Partial<Confirmation> = {}): void {
  const beneficiary = { method: 'UPI', upiId: 'proof@bank' } as const;
  const batch = confirm(
    desk.store,
    confirmation(desk, [payment({ beneficiary, name: 'Proof', remark: 'Proof' })], change),
  );
  const claimed = claimOne(desk.store, batch);
  const paid = { ...PAID, ids: { ...NO_IDS, utr: 'UTRPROOF1' } };
  turn(desk.store, batch, { news: [answer(claimed, paid, NOW_MS), lookUp(claimed, said('success'), NOW_MS)] });
}

/** A payout's row on disk. */
export function rowOf(raw: DeskDatabase, payoutId: number): Readonly<Record<string, unknown>> {
  const row: unknown = raw.prepare('SELECT * FROM payouts WHERE payout_id = ?').get(payoutId);
  if (typeof row !== 'object' || row === null) throw new Error('there is no such payout');
  return { ...row };
}

/** What is said of a payout, in English. */
export function saidOf(raw: DeskDatabase, payoutId: number): string {
  return inEnglish(messageFrom(String(rowOf(raw, payoutId)['message'])));
}

export function count(raw: DeskDatabase, sql: string): number {
  return Number(raw.prepare(`SELECT count(*) FROM ${sql}`).pluck().get());
}

export function reference(text: string): Reference {
  return text as Reference;
}

/** Writes a verified copy of a database, in this thread. */
export function backUpFile(
  path: string,
  target: string,
  { withArchives = false }: { readonly withArchives?: boolean } = {},
): Promise<BackUp> {
  const copy: CopyAndVerify = (task) => doFileWork({ work: 'copy', ...task }, () => undefined);
  return backUp({ path, prefix: 'B' }, { target, withArchives, copy });
}
