// A person who reads what the desk asks before they pay a file, and remembers what they were shown. They know what they have
// run before, and not how it ended.

import { readFileRows } from '../../electron/main/desk/batches/file-candidate.ts';
import { prepareStart, startBatch } from '../../electron/main/desk/batches/start-batch.ts';
import type { CommandId } from '../../shared/ids.ts';
import type { TickRow } from '../../shared/rows.ts';
import { FILES_READ } from './journal.ts';
import type { Act, Life } from './life.ts';
import type { Machine } from './machine.ts';
import { give, type ProfileName, type RunWish, readBy } from './person.ts';
import type { SalaryFile } from './salary-files.ts';
import type { Fortune, World } from './world.ts';

/** How a person answers. Shape: `wants` whether they tick a row that they are asked about. */
export interface Reader {
  readonly profile: ProfileName;
  readonly wants: (row: TickRow) => boolean;
}

/** Reads what a file comes with, ticks what is wanted of it, and pays that. */
export function readAndPay(
  world: World,
  machine: Machine,
  file: SalaryFile,
  { profile, wants, ...wish }: RunWish & Fortune & Reader,
): Life {
  const { money } = world.witness;
  const act =
    (id: CommandId): Act =>
    async (desk, { follower }) => {
      const path = { path: file.name, sheet: null, columns: [], encoding: null, fillRemark: null };
      const how = { onlyPayable: true, acceptRepeat: null, includeHidden: false, calledAs: null };
      const source = await readFileRows(desk, { ...how, file: path, profile });
      if (source.kind !== 'done') return source;
      const asking = { source: source.value, acceptWarnings: true, follower, forMs: wish.forMs };
      const { asked, answer } = await prepareStart(desk, { ...asking, ticks: 'ask' });
      world.journal.count(FILES_READ);
      money.acceptsWarnings(file.name);
      for (const { rowNumber, reasons } of asked) money.asks({ file: file.name, row: rowNumber }, reasons.length);
      const ticked = asked.filter(wants);
      for (const row of ticked) money.ticks(file.name, row.rowNumber, batchesShown(row));
      const rows = ticked.map(({ rowNumber }) => rowNumber);
      world.journal.trace(`${file.name}: ${asked.length} rows are asked about, ticked ${rows.join(' ')}`);
      const ticks = { paidBefore: rows, accountChanged: rows };
      const yes = { name: null, until: wish.until, commandId: id };
      return startBatch(desk, { ...asking, ticks }, { ...yes, confirmed: readBy(answer) });
    };
  return give(world, machine, `reads and pays ${file.name} through ${profile}`, act, wish);
}

/** The batches that a question about a row names. */
function batchesShown({ messages }: TickRow): ReadonlySet<number> {
  return new Set(
    messages.flatMap((message) => [...message.matchAll(/\bB0*(\d+)\b/g)].map(([, batch]) => Number(batch))),
  );
}
