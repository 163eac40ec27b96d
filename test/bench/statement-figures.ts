// What confirming, and claiming and settling, cost by statement.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.ts';
import { type Figure, reported } from './figures.ts';
import type { Plan } from './plan.ts';
import type { StatementsTask, StatementsTimed } from './tasks.ts';

/** Statements that take less than this of a payout's time are not listed. */
const SHARE_MIN = 0.01;

const SQL_SHOWN_CHARACTERS = 88;

/** A hundred thousand on a busy machine. */
const WITHIN_MS = 600_000;

export async function measureStatements({ smallCount, rowCount }: Plan, parent: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of [smallCount, rowCount]) {
    const folder = join(parent, `statements-${count}`);
    mkdirSync(folder);
    const task: StatementsTask = { folder, count, withoutSums: count === smallCount };
    const { confirming, paying, withoutSumsCpuMs } = await runChild<StatementsTimed>(
      'time-statements',
      task,
      WITHIN_MS,
    );
    const of = `${count.toLocaleString('en')} payouts`;
    figures.push(
      ...listed(`confirming ${of}`, confirming, count),
      ...listed(`claiming and settling ${of}`, paying, count),
    );
    if (withoutSumsCpuMs !== null)
      figures.push(reported('  of the processor, without the sums kept', microseconds(withoutSumsCpuMs, count)));
  }
  return figures;
}

/** In microseconds for each payout, by the wall's clock but for the first line. */
function listed(what: string, { cpuMs, statements }: StatementsTimed['paying'], count: number): Figure[] {
  const each = (ms: number): string => microseconds(ms, count);
  const inAll = statements.reduce((sum, { ms }) => sum + ms, 0);
  const slowest = statements.toSorted((one, other) => other.ms - one.ms).filter(({ ms }) => ms >= inAll * SHARE_MIN);
  return [
    reported(`${what}, of the processor`, each(cpuMs)),
    reported('  all calls of SQLite', each(inAll)),
    ...slowest.map(({ sql, ms }) => reported(`  ${shown(sql)}`, each(ms))),
  ];
}

function shown(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim().slice(0, SQL_SHOWN_CHARACTERS);
}

function microseconds(ms: number, count: number): string {
  return `${((ms * 1_000) / count).toFixed(2)} us`;
}
