// What each flag of a run can lift, cell by cell: the table of docs/cli.md is this one. A flag that lifts nothing of a
// refusal is tried alone and beside all the others that lift nothing either.

import { cpSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { answerOf, BATCH, BLOCKED, REFUSED } from './answers.ts';
import { openDeskFor } from './desk-in-process.ts';
import { makeRows, type PayoutRow, totalPaiseOf, writeCsv, writeXlsx } from './payout-files.ts';
import { type Desk, type Finished, PATIENCE_MS } from './run-desk.ts';
import { type SpecGatewayOptions, startSpecGateway } from './spec-gateway.ts';

/** As a run takes them. Without --yes nobody is asked here, so that it stands in every run but where it is tried. */
const FLAGS = {
  '--yes': ['--yes'],
  '--only-payable': ['--only-payable'],
  '--accept-warnings': ['--accept-warnings'],
  '--accept-repeat': ['--accept-repeat', 'B0001'],
  '--include-hidden': ['--include-hidden'],
  '--remark': ['--remark', 'Salary'],
} as const;
type Flag = keyof typeof FLAGS;

/** `lifts`: the row or the file is paid all the same. `leaves out`: the others are paid without it. */
type Cell = 'lifts' | 'leaves out';

interface Situation {
  readonly cells: Readonly<Partial<Record<Flag, Cell>>>;
  /** The refusal's code. */
  readonly code: string;
  readonly gateway?: SpecGatewayOptions;
  /** Options of `profile set`. */
  readonly options?: readonly string[];
  /** Brings the desk there, and gives the file to run. */
  readonly scene: (desk: Desk) => Promise<string> | string;
}

const [ONE, TWO, THREE] = makeRows(3) as [PayoutRow, PayoutRow, PayoutRow];
const csv = (desk: Desk, rows: readonly PayoutRow[], name = 'pay.csv'): string => writeCsv(desk.folder, { name, rows });

async function pay(desk: Desk, rows: readonly PayoutRow[], name = 'first.csv'): Promise<void> {
  const ran = await desk.run('run', csv(desk, rows, name), '--profile', 'acme', '--yes');
  expect(ran.exitCode).toBe(0);
}

/** A desk that lost the batch of THREE: yesterday's copy was put back, and unlocked or not. */
async function loseBatch(desk: Desk): Promise<void> {
  await pay(desk, [ONE]);
  const old = path.join(desk.folder, 'old');
  cpSync(desk.data, old, { recursive: true });
  await pay(desk, [THREE], 'lost.csv');
  rmSync(desk.data, { recursive: true });
  renameSync(old, desk.data);
}

const LEFT_OUT_ALONE = { '--only-payable': 'leaves out' } as const;
const WARNING = { '--accept-warnings': 'lifts' } as const;

let invented = 0;

/** The cells. What is not there lifts nothing. */
const SITUATIONS: Readonly<Record<string, Situation>> = {
  'the typed count': {
    cells: { '--yes': 'lifts' },
    code: 'notConfirmed',
    scene: (desk) => csv(desk, [ONE, TWO]),
  },
  'a row that cannot be paid': {
    cells: LEFT_OUT_ALONE,
    code: 'blockedRows',
    scene: (desk) => csv(desk, [{ ...ONE, upi: 'nobody' }, TWO]),
  },
  'a row without a remark': {
    cells: { ...LEFT_OUT_ALONE, '--remark': 'lifts' },
    code: 'blockedRows',
    scene: (desk) => csv(desk, [{ ...ONE, remark: '' }, TWO]),
  },
  'a warning about a cell': {
    cells: WARNING,
    code: 'warnings',
    scene: (desk) => csv(desk, [{ ...ONE, amount: '150000.00' }, TWO]),
  },
  'hidden rows': {
    cells: { '--include-hidden': 'lifts' },
    code: 'hiddenRows',
    scene: (desk) => writeXlsx(desk.folder, { name: 'pay.xlsx', rows: [ONE, TWO], hidden: [2] }),
  },
  'a payment above the ceiling': {
    cells: LEFT_OUT_ALONE,
    code: 'blockedRows',
    options: ['--max-payout', '100.50'],
    scene: (desk) => csv(desk, [ONE, TWO]),
  },
  'a total above the ceiling': {
    cells: {},
    code: 'batchCeiling',
    options: ['--max-batch', '150'],
    scene: (desk) => csv(desk, [ONE, TWO]),
  },
  'a file that was run before': {
    cells: { '--accept-repeat': 'lifts' },
    code: 'repeatedFile',
    scene: async (desk) => {
      await pay(desk, [ONE, TWO]);
      return csv(desk, [ONE, TWO], 'again.csv');
    },
  },
  'the same payment twice in the file': {
    cells: WARNING,
    code: 'warnings',
    scene: (desk) => csv(desk, [ONE, TWO, { ...ONE }]),
  },
  'the same person and amount in the last 30 days': {
    cells: LEFT_OUT_ALONE,
    code: 'blockedRows',
    scene: async (desk) => {
      await pay(desk, [ONE]);
      return csv(desk, [{ ...ONE, remark: 'another' }, TWO]);
    },
  },
  'a name that was paid to another account': {
    cells: LEFT_OUT_ALONE,
    code: 'blockedRows',
    scene: async (desk) => {
      await pay(desk, [ONE]);
      return csv(desk, [{ ...ONE, upi: 'other@okbank', amount: '7.00' }, TWO]);
    },
  },
  'a desk that was restored or copied': {
    cells: {},
    code: 'locked',
    scene: async (desk) => {
      await loseBatch(desk);
      return csv(desk, [TWO]);
    },
  },
  'a batch that is lost, after `unlock`': {
    cells: WARNING,
    code: 'warnings',
    scene: async (desk) => {
      await loseBatch(desk);
      expect((await desk.run('unlock', '--note', 'seen', '--yes')).exitCode).toBe(0);
      return csv(desk, [TWO]);
    },
  },
  'look-ups that prove nothing': {
    cells: WARNING,
    code: 'lookupsUnreliable',
    gateway: {
      notKnown: () => ({ http: 200, body: { status: false, message: 'none', error_code: (invented += 1) } }),
    },
    scene: (desk) => csv(desk, [ONE, TWO]),
  },
  'a wallet that holds too little': {
    cells: WARNING,
    code: 'walletLow',
    gateway: { wallet: () => ((totalPaiseOf([ONE, TWO]) - 100) / 100).toFixed(2) },
    options: ['--wallet-unit', 'rupees'],
    scene: (desk) => csv(desk, [ONE, TWO]),
  },
};

/** A desk of its own in that situation, and how its file is run with these flags. */
async function openScene(
  test: TestContext,
  { gateway = {}, options = [], scene }: Situation,
): Promise<(flags: readonly Flag[]) => Promise<Finished>> {
  const desk = await openDeskFor(test, await startSpecGateway(test, gateway), {
    options: ['--rate', '5000', ...options],
  });
  const file = await scene(desk);
  return (flags) => {
    const words = [...new Set(flags)].flatMap((flag) => FLAGS[flag]);
    return desk.run('run', file, '--profile', 'acme', '--json', '--until', 'sent', ...words);
  };
}

function codeOf({ stdout }: Finished): string | undefined {
  const answer: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  for (const shape of [BLOCKED, REFUSED]) {
    const read = shape.safeParse(answer);
    if (read.success) return read.data.refused.code;
  }
  return undefined;
}

const names = Object.keys(FLAGS) as Flag[];
const cellOf = (situation: string, flag: Flag): Cell | undefined => SITUATIONS[situation]?.cells[flag];

describe('what each flag of a run can lift', { timeout: PATIENCE_MS }, () => {
  it('stands in docs/cli.md', () => {
    const head = ['what stops a run', ...names.map((name) => `\`${name}\``)];
    const rows = Object.keys(SITUATIONS).map((name) => [name, ...names.map((flag) => cellOf(name, flag) ?? '')]);
    const lineOf = (cells: readonly string[]): string =>
      `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
    const table = [lineOf(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(lineOf)].join('\n');
    const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
    expect(page).toContain(`\n${table}\n`);
  });

  it.concurrent.for(Object.entries(SITUATIONS))('%s', async ([, situation], test) => {
    const { cells, code } = situation;
    const isAsked = cells['--yes'] !== undefined;
    const run = await openScene(test, situation);
    // A repeat can only be named where there is one.
    const useless = names.filter(
      (flag) => cells[flag] === undefined && (flag !== '--accept-repeat' || code === 'repeatedFile'),
    );
    for (const flags of [[], ...useless.map((flag) => [flag]), useless]) {
      const ran = await run(isAsked ? flags : ['--yes', ...flags]);
      expect([flags, codeOf(ran)]).toEqual([flags, code]);
    }
    for (const flag of names.filter((one) => cells[one] !== undefined)) {
      const runAnew = await openScene(test, situation);
      const ran = await runAnew(['--yes', flag]);
      expect([flag, codeOf(ran)]).not.toEqual([flag, code]);
      if (cells[flag] !== 'leaves out') continue;
      const paid = Object.values(answerOf(ran, BATCH).counts).reduce((sum, count) => sum + count, 0);
      expect([flag, paid]).toEqual([flag, 1]);
    }
  });
});
