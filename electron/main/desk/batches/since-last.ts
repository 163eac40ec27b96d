// What is new compared with the last batch of the same kind: new people, other accounts, raised amounts. Nothing is decided by
// it; it shows a person who pays the same people every month what has changed.

import type { ConfirmationView } from '../../../../shared/api/batch-commands.ts';
import type { Mid } from '../../../../shared/ids.ts';
import { type PayableRow, payToText } from '../../../../shared/rows.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import type { ListedPayout } from '../../domain/payout-pages.ts';
import { foldName, personKey } from '../../domain/person-key.ts';
import type { HeadedReader } from '../../store/store.ts';

type SinceLast = NonNullable<ConfirmationView['since']>;
type Difference = SinceLast['added'];
type DifferentRow = Difference['rows'][number];

/** How many of the newest batches are compared: one of the same kind is seldom further back. */
const BATCHES_TRIED = 12;
/** Batches are of the same kind if at least this share of the people is the same. */
const SAME_PEOPLE = 0.5;
/** An amount that grew by more than this factor is listed. See UX, Confirm. */
const RAISED_FROM = 1.2;
const ROWS_NAMED = 100;

/** What a batch paid, by person. */
interface PaidBefore {
  readonly paiseOf: ReadonlyMap<string, number>;
  /** What each name was paid to, keyed by foldName(). */
  readonly payToOf: ReadonlyMap<string, string>;
}

/** A batch, and what it paid. */
export interface LastBatch {
  readonly batch: BatchRecord;
  readonly before: PaidBefore;
}

/** The merchant's last batch that paid mostly the people of the file; null where there is none. Reads whole batches. */
export function findLastBatch(store: HeadedReader, mid: Mid, file: readonly PayableRow[]): LastBatch | null {
  const people = new Set(file.map(({ payment }) => personKey(payment.beneficiary)));
  const others = store.batches
    .list()
    .filter((batch) => batch.mid === mid && batch.retryOf === null)
    .toSorted((one, other) => other.batch - one.batch)
    .slice(0, BATCHES_TRIED);
  for (const batch of others) {
    // A much smaller batch cannot pay mostly the same people.
    if (batch.payoutCount < people.size * SAME_PEOPLE) continue;
    const before = readBatch(store, batch);
    const same = [...people].filter((person) => before.paiseOf.has(person)).length;
    if (same < people.size * SAME_PEOPLE) continue;
    return { batch, before };
  }
  return null;
}

/** Compares what is paid with that batch. */
export function changedSince({ batch, before }: LastBatch, paid: readonly PayableRow[]): SinceLast {
  return { batch: batch.id, name: batch.name, confirmedAtMs: batch.confirmedAtMs, ...changes(paid, before) };
}

function readBatch(store: HeadedReader, { batch, payoutCount }: BatchRecord): PaidBefore {
  const paiseOf = new Map<string, number>();
  const payToOf = new Map<string, string>();
  const all = { from: 0, count: payoutCount };
  const query = { states: [], search: '', sort: { by: 'rowNumber', direction: 'up' }, window: all } as const;
  for (const { beneficiary, name, amountPaise } of store.payouts.page(batch, query)
    .rows satisfies readonly ListedPayout[]) {
    const person = personKey(beneficiary);
    paiseOf.set(person, (paiseOf.get(person) ?? 0) + amountPaise);
    if (name !== null) payToOf.set(foldName(name), payToText(beneficiary));
  }
  return { paiseOf, payToOf };
}

/** Each row is in at most one list. A person with several rows is counted with their sum and named by the first row. */
function changes(
  rows: readonly PayableRow[],
  { paiseOf, payToOf }: PaidBefore,
): Record<'added' | 'moved' | 'raised', Difference> {
  const added: DifferentRow[] = [];
  const moved: DifferentRow[] = [];
  const raised: DifferentRow[] = [];
  const byPerson = Map.groupBy(rows, ({ payment }) => personKey(payment.beneficiary));
  for (const [person, theirs] of byPerson) {
    const [first] = theirs;
    if (first === undefined) continue;
    const { name, beneficiary } = first.payment;
    const paise = theirs.reduce((sum, { payment }) => sum + payment.amountPaise, 0);
    const beforePaise = paiseOf.get(person) ?? null;
    const before = name === null ? undefined : payToOf.get(foldName(name));
    const payTo = payToText(beneficiary);
    const line = { rowNumber: first.rowNumber, name, payTo, paise, beforePaise, accounts: null };
    if (beforePaise !== null) {
      if (paise > beforePaise * RAISED_FROM) raised.push(line);
    } else if (before === undefined) added.push(line);
    else moved.push({ ...line, accounts: { before, now: payTo } });
  }
  return { added: changeOf(added), moved: changeOf(moved), raised: changeOf(raised) };
}

function changeOf(lines: readonly DifferentRow[]): Difference {
  const paise = lines.reduce((sum, line) => sum + (line.paise ?? 0), 0);
  return { sum: { count: lines.length, paise }, rows: lines.slice(0, ROWS_NAMED) };
}
