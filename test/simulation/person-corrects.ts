// A person who reads what the desk asks before paying a file, and remembers what they were shown. They know what they have run
// before, but not how it ended.

import { NOTHING_ASKED } from '../../electron/main/desk/batches/candidate.ts';
import { readFileRows } from '../../electron/main/desk/batches/confirmation.ts';
import { prepareStart, startBatch } from '../../electron/main/desk/batches/start-batch.ts';
import type { CommandId } from '../../shared/ids.ts';
import type { EarlierPaid, TickRow, Ticks } from '../../shared/repeats.ts';
import { FILES_READ } from './journal.ts';
import type { Act, Life } from './life.ts';
import type { Machine } from './machine.ts';
import { give, type ProfileName, type RunOptions, readBy } from './person.ts';
import type { SalaryFile } from './salary-files.ts';
import type { Fortune, World } from './world.ts';

/**
 * How a person answers. `wants` says whether they tick a row they are asked about; `paysDifference` whether they pay the
 * difference of a correction otherwise.
 */
export interface Reader {
  readonly profile: ProfileName;
  readonly wants: (row: Pick<TickRow, 'rowNumber'>) => boolean;
  readonly paysDifference: boolean;
}

/** Reads a file's questions, ticks what is wanted, and pays that. */
export function readAndPay(
  world: World,
  machine: Machine,
  file: SalaryFile,
  { profile, wants, paysDifference, ...options }: RunOptions & Fortune & Reader,
): Life {
  const { money } = world.witness;
  const act =
    (id: CommandId): Act =>
    async (desk, { follower }) => {
      const path = { path: file.name, sheet: null, columns: [], encoding: null, fillRemark: null };
      const how = { onlyPayable: true, acceptRepeats: [], includeHidden: false, calledAs: null };
      const source = await readFileRows(desk, { ...how, file: path, profile });
      if (source.kind !== 'done') return source;
      const asking = { source: source.value, acceptWarnings: true, follower, forMs: options.forMs };
      const { screened, answer } = await prepareStart(desk, { ...asking, ticks: 'ask' });
      const { asked, questions } = screened ?? NOTHING_ASKED;
      world.journal.count(FILES_READ);
      money.acceptsWarnings(file.name);
      for (const { rowNumber, reasons } of asked) money.asks([{ file: file.name, row: rowNumber }], reasons.length);
      for (const { rows } of questions)
        money.asks(
          rows.map(({ rowNumber: row }) => ({ file: file.name, row })),
          1,
        );
      const ticked = asked.filter(wants);
      const corrected = paysDifference ? asked.filter((row) => row.differencePaise !== null && !wants(row)) : [];
      const answered = questions.filter(({ rows }) => rows.every(wants));
      for (const { rowNumber, earlier } of ticked) {
        money.ticks(file.name, rowNumber, { batches: batchesOf(earlier), differencePaise: null });
      }
      for (const { rowNumber, earlier, differencePaise } of corrected) {
        money.ticks(file.name, rowNumber, { batches: batchesOf(earlier), differencePaise });
      }
      for (const { rowNumber, earlier } of answered.flatMap(({ rows }) => rows)) {
        money.ticks(file.name, rowNumber, { batches: batchesOf([earlier]), differencePaise: null });
      }
      const ticks = {
        paidBefore: numbersOf(ticked),
        difference: numbersOf(corrected),
        accountChanged: numbersOf(ticked),
        heldName: [],
        batches: answered.map(({ batch }) => batch),
      };
      world.journal.trace(`${file.name}: ${asked.length} rows are asked about, ticked ${ticksInWords(ticks)}`);
      const yes = { name: null, until: options.until, commandId: id };
      return startBatch(desk, { ...asking, ticks }, { ...yes, confirmed: readBy(answer) });
    };
  return give(world, machine, `reads and pays ${file.name} through ${profile}`, act, options);
}

/** The batches of the earlier payments shown beside a row. */
function batchesOf(earlier: readonly EarlierPaid[]): ReadonlySet<number> {
  return new Set(earlier.map(({ batch }) => Number(batch.slice(1))));
}

function numbersOf(rows: readonly TickRow[]): number[] {
  return rows.map(({ rowNumber }) => rowNumber);
}

function ticksInWords({ paidBefore, difference, batches }: Ticks): string {
  return `${paidBefore.join(' ')}, the difference of ${difference.join(' ')}, all of ${batches.join(' ')}`;
}
