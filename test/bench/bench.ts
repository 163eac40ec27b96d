// Runs the benchmark. Without `--strict`, only a measurement that cannot run is a failure.

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { shareCompileCache } from './child.ts';
import { measureDrafts } from './draft-figures.ts';
import { type Figure, formatTable } from './figures.ts';
import { measureGrowths } from './growth-figures.ts';
import { measureHistories } from './history.ts';
import { measureImports } from './import-figures.ts';
import { measureLookups } from './lookup-figures.ts';
import { measurePayouts } from './payout-figures.ts';
import { type Plan, QUICK_PLAN, WHOLE_PLAN } from './plan.ts';
import { measureRegister } from './register-figures.ts';
import { measureReports } from './report-figures.ts';
import { measureStatements } from './statement-figures.ts';
import { measureWriters } from './writer-figures.ts';

const HOW = `Each ratio is the median of its interleaved runs, each run in a process of its own. Durability is on: WAL, synchronous FULL.
Engine: from the start of the run until every payout is settled on disk. Not timed: the second that the rate window waits
after a start, preflight and the first payout's proof, which come once per start, and making the bare loops' bodies.
Look-ups: the product's client over loopback. A far gateway adds its round trips to each fresh connection, at the same rate.
Bare inserts: papaparse with header: true, one insert per record with named parameters, one transaction.`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    reports: { type: 'boolean', default: false },
    writers: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
    drafts: { type: 'boolean', default: false },
    register: { type: 'boolean', default: false },
    history: { type: 'string' },
  },
});
const figures = await measureAll(values.quick ? QUICK_PLAN : WHOLE_PLAN);
process.stdout.write(`\n${formatTable(figures)}\n\n${HOW}\n`);
process.stdout.write(`Machine: ${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}.\n`);
process.exitCode = values.strict && figures.some(({ isMet }) => isMet === false) ? 1 : 0;

async function measureAll(plan: Plan): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'));
  shareCompileCache(join(folder, 'compiled'));
  const say = (what: string): void => void process.stderr.write(`measuring ${what} ...\n`);
  const reports = (): Promise<Figure[]> => {
    say('reports');
    return measureReports(plan, folder);
  };
  try {
    if (values.history !== undefined) {
      say('histories');
      return await measureHistories(values.history.split(',').map(Number));
    }
    if (values.reports) return await reports();
    if (values.writers) {
      say('writers');
      return await measureWriters(plan, folder);
    }
    if (values.statements) {
      say('statements');
      return await measureStatements(plan, folder);
    }
    if (values.drafts) {
      say('drafts');
      return await measureDrafts(plan, folder);
    }
    if (values.register) {
      say('the register');
      return await measureRegister(plan, folder);
    }
    say('payouts');
    const payouts = await measurePayouts(plan, folder);
    say('look-ups');
    const lookups = await measureLookups(plan);
    say('imports');
    const imports = await measureImports(plan, folder);
    say('growth');
    const growths = await measureGrowths(plan, folder);
    return [...payouts, ...lookups, ...imports, ...growths, ...(await reports())];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
