// A desk in a simulated world: the real engine over the real store, with a virtual clock and a scripted gateway. Before a
// payout's request may leave, a second connection must already see its intent on disk. Never help the desk here: every check
// reads the file, not the desk's memory.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { BatchNotes, BatchRecord, Confirmation } from '../../electron/main/domain/batches.ts';
import type { PacedReads, Preflight, RunEnd, RunProgress, RunRequest } from '../../electron/main/domain/run.ts';
import { BatchRun, type EngineLedger } from '../../electron/main/engine/batch-run.ts';
import { preflight } from '../../electron/main/engine/preflight.ts';
import { RateWindow } from '../../electron/main/engine/rate-window.ts';
import { openAuditLog } from '../../electron/main/store/audit-log.ts';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import { prepareSettlements } from '../../electron/main/store/settlements.ts';
import { openStoreWriter, type StoreWriter } from '../../electron/main/store/store.ts';
import { RefusedError } from '../../shared/failures.ts';
import type { Mid, PayoutId, Reference, Sha256 } from '../../shared/ids.ts';
import type { Paise } from '../../shared/money.ts';
import type { PayoutOrder } from '../../shared/outcomes.ts';
import type { PayableRow } from '../../shared/rows.ts';
import type { StateKind } from '../../shared/states.ts';
import { confirm, NO_MARKS } from '../store/confirm.ts';
import { NOT_KNOWN } from './ready-answers.ts';
import { type GatewayClientDouble, INVENTED, ScriptedGateway } from './scripted-gateway.ts';
import { type ProcessTime, pass, settlePromises, VirtualClock } from './virtual-clock.ts';

const MERCHANT = { baseUrl: 'https://gateway.example', mid: 77 as Mid };

/** A process that died at a chosen point. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** One payout as it is on disk. */
export interface PayoutOnDisk {
  readonly row: number;
  readonly reference: string;
  readonly state: StateKind;
  readonly attempts: number;
  readonly hold: string | null;
  readonly message: string | null;
  readonly unknownReason: string | null;
  readonly lookups: number;
  readonly notKnown: number;
  readonly nextLookupAtMs: number | null;
}

/** What a test may choose about a run; the rest is as on a desk whose lookups are proven. */
export interface RunOptions extends Partial<Omit<RunRequest, 'batch' | 'onProgress'>> {
  readonly ratePerSecond?: number;
}

/** A run and its process. */
export interface StartedRun {
  readonly run: BatchRun;
  readonly process: ProcessTime;
  readonly window: RateWindow;
  readonly progress: readonly RunProgress[];
  readonly end: Promise<RunEnd>;
  /** How the run ended; null while it continues. */
  ended(): RunEnd | null;
  /** Why the run broke off; null unless it did. */
  broken(): unknown;
}

/** Replacements between the engine and its store, for tests of faults. */
export interface Faults {
  ledger?(real: EngineLedger): EngineLedger;
  notes?(real: BatchNotes): BatchNotes;
}

export class SimulatedDesk {
  #inventedCount = 0;
  readonly clock = new VirtualClock();
  readonly gateway = new ScriptedGateway(this.clock);
  readonly violations: string[] = [];
  faults: Faults = {};
  store: StoreWriter;
  readonly #folder: string;
  readonly #disk: Database.Database;
  #process: ProcessTime | null = null;
  #pointsPassed = 0;
  #crashAtPoint = Number.POSITIVE_INFINITY;

  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'payout-desk-engine-'));
    this.store = this.#open();
    this.#disk = new Database(join(this.#folder, 'desk.db'), { readonly: true });
  }

  /** Throws when any request left without its intent on disk. */
  close(): void {
    this.#process?.kill();
    this.#disk.close();
    this.store.close();
    rmSync(this.#folder, { recursive: true, force: true });
    if (this.violations.length > 0) throw new Error(this.violations.join('; '));
  }

  /** Confirms a batch of these rows, or of this many different people, optionally with the first payout alone. */
  confirm(rows: number | readonly PayableRow[], { firstAlone = false } = {}): number {
    const batchNumber = this.store.batches.list().length + 1;
    const payable =
      typeof rows === 'number'
        ? Array.from({ length: rows }, (_, index) => payableRow(index, { team: `batch${batchNumber}` }))
        : rows;
    const merchantId = this.store.merchants.ensure(MERCHANT);
    const references = payable.map(
      ({ payment, rowNumber }) => payment.reference ?? referenceOf(batchNumber, rowNumber),
    );
    const confirmation: Confirmation = {
      ...MERCHANT,
      seal: 'e'.repeat(64) as Sha256,
      merchantId,
      profile: 'main',
      environment: 'LIVE',
      name: 'salaries',
      fileName: 'salaries.csv',
      fileSha256: 'f'.repeat(64) as Sha256,
      sheet: null,
      headers: ['upi', 'amount'],
      fingerprint: String(batchNumber).padStart(64, '0') as Sha256,
      runNumber: 1,
      rows: payable,
      references,
      totalPaise: payable.reduce((total, row) => total + row.payment.amountPaise, 0) as Paise,
      excluded: [],
      marks: { ...NO_MARKS, firstAlone },
      nowMs: this.clock.nowMs,
    };
    return confirm(this.store, confirmation);
  }

  /** Starts a process that runs the batch. */
  start(batch: number, options: RunOptions = {}): StartedRun {
    const process = this.clock.spawn();
    this.#process = process;
    const { ratePerSecond = 20, ...asked } = options;
    const window = new RateWindow({ limitPerSecond: ratePerSecond, nowMs: this.clock.monotonicMs, refusedRate: null });
    const progress: RunProgress[] = [];
    const request: RunRequest = {
      batch,
      send: true,
      inFlightMax: 4,
      backoff: { firstMs: 3_000, maxMs: 3_600_000 },
      until: 'settled',
      forMs: null,
      notKnown: NOT_KNOWN,
      lookupsProven: true,
      liftsUsed: this.store.batches.find(batch)?.ambiguityLifts ?? 0,
      acceptsUnprovable: false,
      lookUpAll: false,
      looksFirst: false,
      firstAlone: false,
      wallet: null,
      walletBefore: null,
      earlier: { stands: () => true, ask: () => Promise.resolve({ kind: 'clear' }) },
      ...asked,
      onProgress: (one) => void progress.push(one),
    };
    const { ledger, notes } = this.store;
    const world = {
      ledger: this.#watched(process, this.faults.ledger?.(ledger) ?? ledger),
      notes: this.faults.notes?.(notes) ?? notes,
      gateway: this.#connect(process),
      clock: process.clock,
      window,
      invent: () => `${INVENTED}${(this.#inventedCount += 1)}`,
    };
    const run = new BatchRun(world, request);
    let ended: RunEnd | null = null;
    let broken: unknown = null;
    const end = run.run();
    end.then(
      (how) => (ended = how),
      (error: unknown) => (broken = error),
    );
    return { run, process, window, progress, end, ended: () => ended, broken: () => broken };
  }

  /** Runs a batch to its end. Throws when it does not end within `withinMs`, or when it breaks. */
  async run(batch: number, params: RunOptions = {}, withinMs = 24 * 3_600_000): Promise<RunEnd> {
    return this.finish(this.start(batch, params), withinMs);
  }

  /** Pays somebody whom the gateway then finds by reference: from then on "not known" counts. */
  async proveLookups(): Promise<void> {
    this.gateway.script = { pay: () => ({ executes: 'success' }) };
    await this.run(this.confirm(1), { lookupsProven: false });
    this.gateway.script = {};
  }

  /**
   * Lets time pass until the run ends. Throws when it does not end within `withinMs`, when it breaks, or when its process dies.
   */
  async finish(started: StartedRun, withinMs = 24 * 3_600_000): Promise<RunEnd> {
    const isOver = (): boolean => started.ended() !== null || started.broken() !== null || !started.process.alive;
    await this.until(isOver, withinMs);
    if (started.broken() !== null) throw started.broken();
    if (!started.process.alive) throw new Crash('the process is dead');
    return started.end;
  }

  /** Lets time pass until a condition holds. Throws when it does not within `withinMs`. */
  async until(holds: () => boolean, withinMs = 3_600_000): Promise<void> {
    const untilMs = this.clock.monotonicMs + withinMs;
    await settlePromises();
    while (!holds()) {
      if (!(await this.clock.step(untilMs))) throw new Error(`it does not come about within ${withinMs} ms`);
    }
  }

  /** Runs a preflight in its own process. */
  async preflight(references: readonly Reference[] = []): Promise<Preflight> {
    const process = this.clock.spawn();
    const gateway = this.#connect(process);
    let count = 0;
    const reads: PacedReads = {
      lookUp: (key) => gateway.lookUp(key, () => undefined),
      wallet: () => gateway.wallet(() => undefined),
      wait: (ms) => pass(process, ms),
      inventReference: () => {
        count += 1;
        return `NOBODY${count}`;
      },
    };
    let result: Preflight | null = null;
    const ready = preflight(reads, references).then((one) => (result = one));
    await this.until(() => result !== null);
    return ready;
  }

  /** Kills the process at once, as kill -9 does. */
  crash(): void {
    this.#process?.kill();
  }

  /** Makes the process die at the given point, counted from now. */
  crashAt(point: number): void {
    this.#pointsPassed = 0;
    this.#crashAtPoint = point;
  }

  /** Opens the file in a new process and recovers, as every start does. */
  reopen(): void {
    this.#crashAtPoint = Number.POSITIVE_INFINITY;
    this.#process?.kill();
    this.store.close();
    this.store = this.#open();
    this.store.ledger.interrupt('crashed', { nowMs: this.clock.nowMs, backoff: { firstMs: 3_000, maxMs: 3_600_000 } });
  }

  /** The batch's payouts on disk. */
  payouts(batch: number): PayoutOnDisk[] {
    return this.#disk
      .prepare<[number], PayoutOnDisk>(
        `SELECT row_number AS row, reference, state, attempts, hold, message, unknown_reason AS unknownReason, lookups,
                not_known_answers AS notKnown, next_lookup_at_ms AS nextLookupAtMs
         FROM payouts WHERE batch_id = ? ORDER BY payout_id`,
      )
      .all(batch);
  }

  /** A person decides all payouts in doubt of the batch; a new process continues from there. */
  decide(batch: number, { paid }: { readonly paid: boolean }): void {
    const database = new DeskDatabase(join(this.#folder, 'desk.db'));
    const audit = openAuditLog(database, 'meera');
    const settlements = prepareSettlements(database, audit);
    const at = { atMs: this.clock.nowMs, backoff: { firstMs: 3_000, maxMs: 3_600_000 } };
    const ids = database
      .prepare<[number], PayoutId>(`SELECT payout_id FROM payouts WHERE batch_id = ? AND state = 'unknown'`)
      .pluck()
      .all(batch);
    audit.transaction(() => {
      for (const id of ids) settlements.command(id, { kind: 'decided', by: 'meera', paid }, at);
    })();
    database.close();
    this.reopen();
  }

  /** A person decides one payout in doubt, with a ticket, in the process of the run. */
  decideBeside(batch: number, row: number, verdict: 'notPaid' | 'paid'): void {
    const answer = this.store.decide({
      payoutId: this.#payoutId(batch, row),
      verdict: verdict === 'paid' ? { kind: 'paid', bankReference: String(412_000_000_000 + row) } : { kind: verdict },
      note: 'asked the bank',
      ticket: 'T-1',
      sameEvidence: null,
      nowMs: this.clock.nowMs,
      decideAfterMs: 24 * 3_600_000,
      backoff: { firstMs: 3_000, maxMs: 3_600_000 },
    });
    if (answer.kind !== 'decided') throw new Error(answer.kind);
  }

  #payoutId(batch: number, row: number): PayoutId {
    const id = this.#disk
      .prepare<[number, number], PayoutId>('SELECT payout_id FROM payouts WHERE batch_id = ? AND row_number = ?')
      .pluck()
      .get(batch, row);
    if (id === undefined) throw new Error('no such payout');
    return id;
  }

  /** The alarms raised, in order. */
  lateNews(): { readonly before: string; readonly after: string; readonly word: string }[] {
    return this.#disk
      .prepare<[], { before: string; after: string; word: string }>(
        'SELECT state_before AS before, state_after AS after, word FROM late_news ORDER BY late_news_id',
      )
      .all();
  }

  /** The store's record of the batch. */
  record(batch: number): BatchRecord {
    const record = this.store.batches.find(batch);
    if (record === null) throw new Error('no such batch');
    return record;
  }

  /** How many of the batch's payouts are in each state that occurs. */
  counts(batch: number): Partial<Record<StateKind, number>> {
    const counts: Partial<Record<StateKind, number>> = {};
    for (const { state } of this.payouts(batch)) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  }

  /**
   * Differences between the desk's books and the gateway's, as sentences; empty when there are none. A payout is posted at most
   * once, except after a 401; what is queued or cancelled was never posted; what is called paid was paid, and what is called
   * unpaid was not.
   */
  contradictions(batch: number): string[] {
    const found = [...this.violations];
    for (const { reference, state } of this.payouts(batch)) {
      const posts = this.gateway.posts(reference);
      const paid = this.gateway.truth(reference);
      if (posts > 1) found.push(`${reference} was posted ${posts} times`);
      if (this.gateway.executions(reference) > 1) found.push(`${reference} was paid twice`);
      if ((state === 'queued' || state === 'cancelled') && posts > 0)
        found.push(`${reference} is ${state} and was posted`);
      if (state === 'success' && paid !== 'success') found.push(`${reference} is success and was not paid`);
      const isUnpaid = state === 'failed' || state === 'rejected';
      if (isUnpaid && (paid === 'success' || paid === 'processing'))
        found.push(`${reference} is ${state} and was paid`);
    }
    return found;
  }

  #open(): StoreWriter {
    const path = join(this.#folder, 'desk.db');
    const opening = openStoreWriter(
      { path, prefix: 'B' },
      { actor: 'tester', nowMs: this.clock.nowMs, monotonicMs: () => 0 },
    );
    if (opening.kind === 'refused') throw new RefusedError(opening.refusal);
    return opening.store;
  }

  #connect(process: ProcessTime): GatewayClientDouble {
    return this.gateway.connect(process, {
      onOpen: (order) => {
        this.#demandIntent(order);
        this.#pass(process);
      },
      onWritten: () => this.#pass(process),
      onAnswer: () => this.#pass(process),
    });
  }

  #watched(process: ProcessTime, ledger: EngineLedger): EngineLedger {
    return {
      ...ledger,
      turn: (request) => {
        this.#pass(process);
        const answer = ledger.turn(request);
        this.#pass(process);
        return answer;
      },
    };
  }

  /** A point between two steps at which a process can die. */
  #pass(process: ProcessTime): void {
    if (!process.alive) throw new Crash('the process is dead');
    this.#pointsPassed += 1;
    if (this.#pointsPassed < this.#crashAtPoint) return;
    process.kill();
    throw new Crash(`died at point ${this.#pointsPassed}`);
  }

  #demandIntent({ reference }: PayoutOrder): void {
    const intent = this.#disk
      .prepare<[string], { state: string; attempts: number }>(
        `SELECT state, (SELECT count(*) FROM attempts a WHERE a.payout_id = p.payout_id
           AND NOT EXISTS (SELECT 1 FROM attempt_results r WHERE r.attempt_id = a.attempt_id)) AS attempts
         FROM payouts p WHERE reference = ?`,
      )
      .get(reference);
    if (intent?.state === 'sending' && intent.attempts === 1) return;
    this.violations.push(
      `${reference} was sent while ${intent?.state ?? 'absent'} with ${intent?.attempts ?? 0} open attempts`,
    );
  }
}

/** A row of a sheet, with another payee and amount than its neighbours. */
export function payableRow(
  index: number,
  { team = 'team', reference = null }: { readonly team?: string; readonly reference?: string | null } = {},
): PayableRow {
  const upiId = `${team}.person${index}@bank`;
  return {
    kind: 'payable',
    rowNumber: index + 2,
    payment: {
      beneficiary: { method: 'UPI', upiId },
      amountPaise: (100_000 + index * 100) as Paise,
      remark: 'salary',
      reference: reference as Reference | null,
      name: null,
    },
    source: [upiId, String(1_000 + index)],
    hidden: false,
  };
}

function referenceOf(batch: number, rowNumber: number): Reference {
  return `B${batch}ROW${String(rowNumber).padStart(6, '0')}` as Reference;
}
