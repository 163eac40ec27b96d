// Where a payout's processor time goes, by statement: a batch is confirmed, claimed and settled with every call of SQLite timed.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { PRACTICE_MID } from '../../../shared/profiles.ts';
import { readTask, report } from '../child.ts';
import { confirmPaidAtOnce, openBenchStore } from '../confirmed-batch.ts';
import { payAtOnce } from '../paid-at-once.ts';
import type { StatementsTask, StatementsTimed, StatementTimed } from '../tasks.ts';

const { folder, count, withoutSums: alsoWithout } = readTask<StatementsTask>();
/** The triggers that follow a payout's state in the counts and sums of its batch, payee and quarter of an hour. */
const SUMS = [
  'payouts_counted',
  'payees_counted',
  'payees_paid_no_more',
  'payouts_settled',
  'payouts_settled_otherwise',
] as const;
let timed = new Map<string, { ms: number; calls: number }>();
timeCalls();

const whole = measure('whole', false);
const withoutSumsCpuMs = alsoWithout ? measure('without-sums', true).paying.cpuMs : null;
report({ ...whole, withoutSumsCpuMs } satisfies StatementsTimed);

function measure(name: string, withoutSums: boolean): Pick<StatementsTimed, 'confirming' | 'paying'> {
  const path = join(folder, `${name}.db`);
  const store = openBenchStore(path);
  const confirmed = phase(() => confirmPaidAtOnce(store, { baseUrl: 'http://127.0.0.1:1', mid: PRACTICE_MID, count }));
  if (withoutSums) dropSums(path);
  const paid = phase(() => payAtOnce(store, { batch: confirmed.value, count }));
  store.close();
  return { confirming: confirmed.measured, paying: paid.measured };
}

/** To see what keeping the sums costs. */
function dropSums(path: string): void {
  const database = new Database(path);
  for (const trigger of SUMS) database.exec(`DROP TRIGGER ${trigger}`);
  database.close();
}

function phase<Value>(act: () => Value): { readonly value: Value; readonly measured: StatementsTimed['paying'] } {
  timed = new Map();
  const before = process.cpuUsage();
  const value = act();
  const { user, system } = process.cpuUsage(before);
  const statements = [...timed].map(([sql, { ms, calls }]): StatementTimed => ({ sql, ms, calls }));
  return { value, measured: { cpuMs: (user + system) / 1_000, statements } };
}

/** Every statement's calls, by its text. COMMIT contains the sync of the disk. */
function timeCalls(): void {
  const scratch = new Database(':memory:');
  const prototype: unknown = Object.getPrototypeOf(scratch.prepare('SELECT 1'));
  scratch.close();
  if (typeof prototype !== 'object' || prototype === null) throw new TypeError('a statement without a prototype');
  for (const name of ['run', 'get', 'all']) {
    const call: unknown = Reflect.get(prototype, name);
    if (typeof call !== 'function') throw new TypeError(`a statement has no ${name}`);
    Reflect.set(prototype, name, function (this: Database.Statement, ...bound: unknown[]): unknown {
      const startedMs = performance.now();
      try {
        const result: unknown = Reflect.apply(call, this, bound);
        return result;
      } finally {
        const known = timed.get(this.source) ?? { ms: 0, calls: 0 };
        timed.set(this.source, { ms: known.ms + performance.now() - startedMs, calls: known.calls + 1 });
      }
    });
  }
}
