// A practice gateway on a temporary database with a clock that tests move, and a plain HTTP client for it.

import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { PracticeClock } from '../../electron/main/practice/books.ts';
import { type PracticeGateway, startPracticeGateway } from '../../electron/main/practice/start-practice-gateway.ts';
import { RefusedError } from '../../shared/failures.ts';
import { type PracticePayout, readPracticePayouts } from './practice-payouts.ts';

/** A wall clock that stands still until it is moved. */
export class ManualClock implements PracticeClock {
  #nowMs = Date.UTC(2026, 0, 5, 4, 30);
  #sleepers: { readonly wakeAtMs: number; readonly wake: () => void }[] = [];
  #onSleep: (() => void) | null = null;

  readonly now = (): number => this.#nowMs;

  readonly wait = (ms: number): Promise<void> =>
    new Promise((wake) => {
      this.#sleepers.push({ wakeAtMs: this.#nowMs + ms, wake });
      this.#onSleep?.();
    });

  /** Resolves as soon as somebody waits. */
  someoneWaits(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#sleepers.length > 0) resolve();
      else this.#onSleep = resolve;
    });
  }

  advance(ms: number): void {
    this.#nowMs += ms;
    const due = this.#sleepers.filter(({ wakeAtMs }) => wakeAtMs <= this.#nowMs);
    this.#sleepers = this.#sleepers.filter(({ wakeAtMs }) => wakeAtMs > this.#nowMs);
    for (const { wake } of due) wake();
  }
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export interface RunningGateway {
  readonly gateway: PracticeGateway & { readonly listPayouts: () => readonly PracticePayout[] };
  readonly clock: ManualClock;
  readonly databasePath: string;
  readonly call: (path: string, body: object) => Promise<Reply>;
  readonly pay: (fields?: object) => Promise<Reply>;
  readonly lookUp: (key: object) => Promise<Reply>;
  readonly readWallet: () => Promise<unknown>;
}

export interface RunningOptions {
  readonly databasePath?: string;
  readonly clock?: ManualClock;
  readonly walletStartPaise?: number;
}

/** A path for a database in a folder that is removed with the test. */
export function temporaryDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'practice-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'practice.db');
}

/** Starts a gateway that ends with the test. */
export async function runGateway(options: RunningOptions = {}): Promise<RunningGateway> {
  const { databasePath = temporaryDatabase(), clock = new ManualClock(), walletStartPaise } = options;
  const start = await startPracticeGateway({
    databasePath,
    clock,
    ...(walletStartPaise === undefined ? {} : { walletStartPaise }),
  });
  if (start.kind === 'refused') throw new RefusedError(start.refusal);
  const gateway = { ...start.gateway, listPayouts: () => readPracticePayouts(databasePath, clock.now()) };
  onTestFinished(() => gateway.close());
  return { gateway, clock, databasePath, ...callsOf(gateway) };
}

/** The operations as the specification writes them. */
export function callsOf(gateway: PracticeGateway): Pick<RunningGateway, 'call' | 'pay' | 'lookUp' | 'readWallet'> {
  const { mid } = gateway;
  const call = (path: string, body: object): Promise<Reply> => post(gateway, { path, text: JSON.stringify(body) });
  return {
    call,
    pay: (fields = {}) => call('/api/payout/', { mid, ...upiPayout, ...fields }),
    lookUp: (key) => call('/api/payoutStatus/', { mid: String(mid), ...key }),
    readWallet: async () => (await call('/api/wallet/', { mid })).body['wallet'],
  };
}

export const upiPayout = {
  paymentMethod: 'UPI',
  beneficiaryUPI: 'success@practice',
  amount: 1250.5,
  remark: 'Salary',
} as const;

export const impsPayout = {
  paymentMethod: 'IMPS',
  beneficiaryUPI: undefined,
  beneficiaryBankACNumber: '00501000000001',
  beneficiaryBankIFSC: 'DESK0000001',
} as const;

export interface RawCall {
  readonly path: string;
  readonly text: string | Buffer;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request on a fresh connection. Rejects when the connection ends without an answer. */
export function post(gateway: PracticeGateway, raw: RawCall): Promise<Reply> {
  const { path, text, method = 'POST', headers = {} } = raw;
  const allHeaders = { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json', ...headers };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${gateway.url}${path}`, { method, agent: false, headers: allHeaders }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const answerText = Buffer.concat(chunks).toString('utf8');
        const body = JSON.parse(answerText) as Record<string, unknown>;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: answerText, body });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** Matches any text of this shape in an expected body. */
export function textLike(shape: RegExp): unknown {
  return expect.stringMatching(shape);
}
