// What each flag of a run can lift, cell by cell; docs/cli.md has the same table. A flag that lifts nothing of a refusal is tried
// alone if it names a repeat, and otherwise together with all the others.

import { cpSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { openDeskFor } from './desk-in-process.ts';
import { BLOCKED, REFUSED } from './json-answers.ts';
import { makeRows, type PayoutRow, totalPaiseOf, writeCsv, writeXlsx } from './payout-files.ts';
import { type Desk, FAST, type Finished, PATIENCE_MS } from './run-desk.ts';
import { type SpecGateway, type SpecGatewayOptions, startSpecGateway } from './spec-gateway.ts';

/** As given to a run. Without --yes nobody is asked here, so every run has it unless it is the one being tried. */
const FLAGS = {
  '--yes': ['--yes'],
  '--only-payable': ['--only-payable'],
  '--accept-warnings': ['--accept-warnings'],
  '--accept-repeat': ['--accept-repeat', 'B0001'],
  '--pay-again': ['--pay-again', 'B0001/2'],
  '--pay-difference': ['--pay-difference', 'B0001/2'],
  '--include-hidden': ['--include-hidden'],
  '--remark': ['--remark', 'Salary'],
} as const;
type Flag = keyof typeof FLAGS;

/** Each names something that is repeated, and is refused as a mistake when the file does not repeat it. */
const NAMING: readonly Flag[] = ['--accept-repeat', '--pay-again', '--pay-difference'];

/**
 * `lifts`: the row or the file is still paid. `one each`: it is, once everything it repeats is named. `the difference`: only the
 * added amount is paid. `leaves out`: the others are paid without it.
 */
type Cell = 'lifts' | 'one each' | 'the difference' | 'leaves out';

/** Other desks of the same account: another person's, and the same person's in another data folder. */
interface OtherDesks {
  /** Acts while the account belongs to another merchant; afterwards no account does. */
  readonly throughAnother: (act: () => Promise<unknown>) => Promise<void>;
  readonly ofAnother: () => Promise<Desk>;
  readonly ofSame: () => Promise<Desk>;
}

interface Situation {
  readonly cells: Readonly<Partial<Record<Flag, Cell>>>;
  /** The refusal's code. */
  readonly code: string;
  readonly gateway?: SpecGatewayOptions;
  /** Options of `profile set`. */
  readonly options?: readonly string[];
  /** What to name instead of B0001 or its row 2. */
  readonly words?: Readonly<Partial<Record<Flag, readonly string[]>>>;
  /** How many payouts are sent when it is lifted, and when it is left out. */
  readonly sent?: { readonly lifted: number; readonly without: number };
  /** The first run changes the reason for which the next one is refused. */
  readonly once?: true;
  /** Brings the desk into the situation, and returns the file to run. */
  readonly scene: (desk: Desk, others: OtherDesks) => Promise<string> | string;
}

const [ONE, TWO, THREE] = makeRows(3) as [PayoutRow, PayoutRow, PayoutRow];
const BONUS = { remark: 'Bonus row 1' };
const csv = (desk: Desk, rows: readonly PayoutRow[], name = 'pay.csv'): string => writeCsv(desk.folder, { name, rows });

async function run(desk: Desk, file: string, ...words: readonly string[]): Promise<Finished> {
  return desk.run('run', file, '--profile', 'acme', '--yes', '--json', '--until', 'sent', ...words);
}

async function pay(
  desk: Desk,
  rows: readonly PayoutRow[],
  name = 'first.csv',
  ...words: readonly string[]
): Promise<void> {
  expect((await run(desk, csv(desk, rows, name), ...words)).exitCode).toBe(0);
}

/** A desk that paid ONE, and a file that pays `row` and TWO. */
function afterOne(row: Partial<PayoutRow>): Situation['scene'] {
  return async (desk) => {
    await pay(desk, [ONE]);
    return csv(desk, [{ ...ONE, ...row }, TWO]);
  };
}

/** A desk that lost the batch of THREE: yesterday's copy was restored, and perhaps unlocked. */
async function loseBatch(desk: Desk): Promise<void> {
  await pay(desk, [ONE]);
  const old = path.join(desk.folder, 'old');
  cpSync(desk.data, old, { recursive: true });
  await pay(desk, [THREE], 'lost.csv');
  rmSync(desk.data, { recursive: true });
  renameSync(old, desk.data);
}

/** A gateway that refuses at once, and remembers it or not. */
function refusing(remembers: boolean): SpecGatewayOptions {
  return { conduct: () => ({ executes: false, word: 'failed', remembers }) };
}

const LEFT_OUT_ALONE = { '--only-payable': 'leaves out' } as const;
const AGAIN = { ...LEFT_OUT_ALONE, '--pay-again': 'lifts' } as const;
const WARNING = { '--accept-warnings': 'lifts' } as const;

let invented = 0;

/** The cells. A flag without a cell lifts nothing. */
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
    gateway: refusing(true),
    scene: async (desk) => {
      await run(desk, csv(desk, [ONE, TWO], 'first.csv'));
      return csv(desk, [ONE, TWO], 'another.csv');
    },
  },
  'the same payment again': { cells: AGAIN, code: 'blockedRows', scene: afterOne({}) },
  'one that repeats two payments': {
    cells: { ...LEFT_OUT_ALONE, '--pay-again': 'one each' },
    code: 'blockedRows',
    words: { '--pay-again': ['--pay-again', 'B0001/2', '--pay-again', 'B0002/2'] },
    scene: async (desk) => {
      await pay(desk, [ONE]);
      await pay(desk, [ONE, THREE], 'second.csv', '--pay-again', 'B0001/2');
      return csv(desk, [ONE, TWO]);
    },
  },
  'a correction of its amount': {
    cells: { ...AGAIN, '--pay-difference': 'the difference' },
    code: 'blockedRows',
    scene: afterOne({ amount: '150.00' }),
  },
  'another payment to people of a batch': {
    cells: { ...LEFT_OUT_ALONE, '--accept-repeat': 'lifts' },
    code: 'blockedRows',
    scene: afterOne(BONUS),
  },
  'another payment to people of two batches': {
    cells: { ...LEFT_OUT_ALONE, '--accept-repeat': 'one each' },
    code: 'blockedRows',
    words: { '--accept-repeat': ['--accept-repeat', 'B0001', '--accept-repeat', 'B0002'] },
    sent: { lifted: 3, without: 1 },
    scene: async (desk) => {
      await pay(desk, [ONE]);
      await pay(desk, [THREE], 'second.csv');
      return csv(desk, [{ ...ONE, ...BONUS }, { ...THREE, ...BONUS }, TWO]);
    },
  },
  'most amounts of a batch changed': {
    cells: { ...LEFT_OUT_ALONE, '--accept-repeat': 'lifts' },
    code: 'blockedRows',
    sent: { lifted: 3, without: 1 },
    scene: async (desk) => {
      await pay(desk, [ONE, THREE]);
      return csv(desk, [{ ...ONE, amount: '150.00' }, { ...THREE, amount: '160.00' }, TWO]);
    },
  },
  'mostly the same people within ten days': {
    cells: { ...LEFT_OUT_ALONE, '--accept-repeat': 'lifts' },
    code: 'blockedRows',
    sent: { lifted: 3, without: 1 },
    scene: async (desk) => {
      await pay(desk, [ONE, THREE]);
      return csv(desk, [{ ...ONE, ...BONUS, amount: '7.00' }, { ...THREE, ...BONUS, amount: '8.00' }, TWO]);
    },
  },
  'the same under a name on another account': {
    cells: AGAIN,
    code: 'blockedRows',
    scene: afterOne({ upi: 'other@okbank' }),
  },
  'a name that was paid to another account': {
    cells: AGAIN,
    code: 'blockedRows',
    scene: afterOne({ upi: 'other@okbank', amount: '7.00', ...BONUS }),
  },
  'the same payment twice in the file': {
    cells: AGAIN,
    code: 'blockedRows',
    words: { '--pay-again': ['--pay-again', '4'] },
    sent: { lifted: 3, without: 2 },
    scene: (desk) => csv(desk, [ONE, TWO, { ...ONE }]),
  },
  'one account under two names in the file': {
    cells: AGAIN,
    code: 'blockedRows',
    words: { '--pay-again': ['--pay-again', '4'] },
    sent: { lifted: 3, without: 2 },
    scene: (desk) => csv(desk, [ONE, TWO, { ...ONE, name: 'Meera Nair', amount: '7.00', ...BONUS }]),
  },
  'the same, and the earlier one not settled': {
    cells: LEFT_OUT_ALONE,
    code: 'blockedRows',
    gateway: { conduct: ({ amountText }) => ({ word: amountText === '100' ? 'pending' : 'success' }) },
    scene: afterOne({}),
  },
  'the same, which ended unpaid, where look-ups are not proven': {
    cells: LEFT_OUT_ALONE,
    code: 'blockedRows',
    gateway: refusing(false),
    scene: async (desk) => {
      await run(desk, csv(desk, [ONE], 'first.csv'));
      return csv(desk, [ONE, TWO]);
    },
  },
  'the same, which ended unpaid, where nobody can be asked any more': {
    cells: AGAIN,
    code: 'blockedRows',
    gateway: { conduct: ({ amountText }) => ({ executes: false, word: amountText === '100' ? 'failed' : 'success' }) },
    scene: async (desk, { throughAnother }) => {
      await throughAnother(() => run(desk, csv(desk, [ONE], 'first.csv')));
      return csv(desk, [ONE, TWO]);
    },
  },
  'references that the gateway knows': {
    cells: {},
    code: 'referenceKnown',
    once: true,
    scene: async (desk, { ofAnother }) => {
      await pay(await ofAnother(), [ONE]);
      return csv(desk, [ONE, TWO]);
    },
  },
  'references that it was heard to know': {
    cells: LEFT_OUT_ALONE,
    code: 'blockedRows',
    scene: async (desk, { ofAnother }) => {
      await pay(await ofAnother(), [ONE]);
      await run(desk, csv(desk, [ONE, TWO]));
      return csv(desk, [ONE, TWO]);
    },
  },
  'another data folder that paid from the account': {
    cells: WARNING,
    code: 'warnings',
    scene: async (desk, { ofSame }) => {
      await pay(await ofSame(), [THREE]);
      return csv(desk, [ONE, TWO]);
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
    cells: { '--accept-repeat': 'lifts' },
    code: 'batchLost',
    words: { '--accept-repeat': ['--accept-repeat', 'B0002'] },
    sent: { lifted: 1, without: 0 },
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

interface Scene {
  readonly run: (words: readonly string[]) => Promise<Finished>;
  /** What the gateway has executed or refused since the scene began, in rupees. */
  readonly sent: () => readonly string[];
}

/** A new desk in that situation, with its file. */
async function openScene(test: TestContext, { gateway = {}, options = [], scene }: Situation): Promise<Scene> {
  const spec = await startSpecGateway(test, gateway);
  const profile = [...FAST, ...options];
  const desk = await openDeskFor(test, spec, { options: profile });
  const connect = ({ url, mid }: SpecGateway, to = desk): Promise<Finished> =>
    to.run('profile', 'set', 'acme', '--base-url', url, '--mid', String(mid), ...profile);
  const file = await scene(desk, {
    throughAnother: async (act) => {
      await connect(await startSpecGateway(test, { ...gateway, mid: spec.mid + 1 }));
      await act();
      await connect(spec);
    },
    ofAnother: () => openDeskFor(test, spec, { options: profile }),
    ofSame: async () => {
      const same = desk.with({ data: path.join(desk.folder, 'other') });
      await connect(spec, same);
      return same;
    },
  });
  const before = spec.payoutPosts().length;
  return {
    run: (words) => desk.run('run', file, '--profile', 'acme', '--json', '--until', 'sent', ...words),
    sent: () =>
      spec
        .payoutPosts()
        .slice(before)
        .map(({ body }) => String(body['amount'])),
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

describe('what each flag of a run can lift', { timeout: PATIENCE_MS * 5 }, () => {
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
    const { cells, code, once, sent = { lifted: 2, without: 1 } } = situation;
    const wordsOf = (flag: Flag): readonly string[] => situation.words?.[flag] ?? FLAGS[flag];
    const yes = cells['--yes'] === undefined ? ['--yes'] : [];
    const scene = await openScene(test, situation);
    const useless = names.filter((flag) => cells[flag] === undefined);
    const together = useless.filter((flag) => flag !== '--yes' && !NAMING.includes(flag)).flatMap(wordsOf);
    if (once !== true) expect(codeOf(await scene.run(yes))).toBe(code);
    for (const flag of once === true ? [] : useless.filter((one) => NAMING.includes(one))) {
      const found = codeOf(await scene.run([...yes, ...wordsOf(flag)]));
      expect([flag, [code, 'notARepeat']]).toEqual([flag, expect.arrayContaining([found])]);
      if (found === code) together.push(...wordsOf(flag));
    }
    expect(codeOf(await scene.run([...yes, ...together]))).toBe(code);
    expect(scene.sent()).toEqual([]);
    for (const [flag, cell] of Object.entries(cells) as [Flag, Cell][]) {
      const anew = await openScene(test, situation);
      const words = wordsOf(flag);
      if (cell === 'one each') {
        expect([flag, codeOf(await anew.run(['--yes', ...words.slice(0, words.length / 2)]))]).toEqual([flag, code]);
      }
      await anew.run(['--yes', ...words]);
      expect([flag, anew.sent()]).toEqual([
        flag,
        expect.objectContaining({ length: cell === 'leaves out' ? sent.without : sent.lifted }),
      ]);
      if (cell === 'the difference') expect(anew.sent()).toEqual(['50', '101.07']);
    }
  });
});
