// Which rows of a checked file may become payouts: the desk's history has a word in it. In: a checked file, the store and
// what a person ticked. Out: the rows to pay, the rows left out with their reasons, and what a tick would still let through.
// This file must never let a guarded row through that a person did not tick by its number.

import type { ExcludedRow, Judged } from '../../../shared/batches.ts';
import { invariant } from '../../../shared/failures.ts';
import type { Issue } from '../../../shared/issues.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import { CONFIRM_ROWS_PER_TURN } from '../../../shared/limits.ts';
import type { RetryPayout } from '../../../shared/retry.ts';
import type { CheckedFile, PayableRow } from '../../../shared/rows.ts';
import { atOnce, type Steps } from '../../../shared/steps.ts';
import { NO_TICKS, type TickRow, type Ticks } from '../../../shared/ticks.ts';
import type { Writer } from './ports.ts';
import type { Warning } from './confirm-seal.ts';
import { type HistoryFinding, type HistoryPlace, historyOf, type UsualRepeat } from './row-history.ts';

/** Shape: `ticked` is what was needed of the ticks given; `tickable` the rows that only a missing tick keeps out. */
export interface Chosen {
  readonly rows: readonly PayableRow[];
  readonly excluded: readonly ExcludedRow[];
  /** What the desk's history found against the rows left out, as their issues. */
  readonly findings: readonly Issue[];
  readonly ticked: Ticks;
  readonly tickable: readonly TickRow[];
  /** Those of `rows` that repeat what was paid long ago: they need one tick for all. */
  readonly usualRepeats: readonly UsualRepeat[];
  /** By row number, of `rows`: the earlier payouts that are looked up before it is paid. */
  readonly earlier: ReadonlyMap<number, readonly PayoutId[]>;
  /** The desk's last record when the first row was judged: while it is the last, every row stands as it was judged. */
  readonly judgedAt: number;
}

/** Chooses the payable rows. Shape: every row of the file is in `rows` or in `excluded`. */
export function* chooseRows(
  store: Writer,
  checked: CheckedFile,
  { ticks = NO_TICKS, ...place }: HistoryPlace & { readonly ticks?: Ticks },
): Steps<Chosen> {
  const payable = checked.rows.filter((row) => row.kind === 'payable');
  yield;
  const judged = yield* judgeRows(store, payable, { ...place, ticks });
  yield;
  const excluded = yield* excludedRows(checked, judged);
  yield;
  return { ...judged, excluded };
}

/** The rows of a file that were not chosen, with all that stands against each. */
function* excludedRows(
  checked: CheckedFile,
  { rows, findings }: Pick<Chosen, 'rows' | 'findings'>,
): Steps<readonly ExcludedRow[]> {
  const errors = checked.issues.filter((issue) => issue.severity === 'error');
  const reasons = groupByRow([...errors, ...findings]);
  const excluded: ExcludedRow[] = [];
  let next = 0;
  for (const [index, row] of checked.rows.entries()) {
    if (index % CONFIRM_ROWS_PER_TURN === CONFIRM_ROWS_PER_TURN - 1) yield;
    const { rowNumber, source } = row;
    if (row === rows[next]) next += 1;
    else excluded.push({ rowNumber, source, issues: reasons.get(rowNumber) ?? [] });
  }
  return excluded;
}

/** Judges payable rows by the desk's history and the ticks given. */
export function* judgeRows(
  store: Writer,
  payable: readonly PayableRow[],
  { ticks, ...place }: HistoryPlace & { readonly ticks: Ticks },
): Steps<Omit<Chosen, 'excluded'>> {
  const judgedAt = store.lastRecord();
  const given = { paidBefore: new Set(ticks.paidBefore), accountChanged: new Set(ticks.accountChanged) };
  const rows: PayableRow[] = [];
  const findings: Issue[] = [];
  const tickable: TickRow[] = [];
  const ticked = { paidBefore: [] as number[], accountChanged: [] as number[] };
  const usualRepeats: UsualRepeat[] = [];
  const earlier = new Map<number, readonly PayoutId[]>();
  for (const [index, row] of payable.entries()) {
    if (index % CONFIRM_ROWS_PER_TURN === CONFIRM_ROWS_PER_TURN - 1) yield;
    const history = historyOf(store, row, place);
    const against = history.findings;
    const { rowNumber } = row;
    const isLifted = ({ tick, usual }: HistoryFinding): boolean =>
      usual !== undefined || (tick !== null && given[tick].has(rowNumber));
    if (against.every(isLifted)) {
      rows.push(row);
      for (const { tick } of against) if (tick !== null) ticked[tick].push(rowNumber);
      usualRepeats.push(...against.flatMap(({ usual = [] }) => usual));
      if (history.earlier.length > 0) earlier.set(rowNumber, history.earlier);
      continue;
    }
    const left = against.filter((finding) => !isLifted(finding));
    findings.push(...left.map(({ issue }) => issue));
    const asked = tickRow(row, against);
    if (asked !== null) tickable.push(asked);
  }
  return { rows, findings, ticked, tickable, usualRepeats, earlier, judgedAt };
}

/**
 * What the transaction that stores these rows asks: whether each would be chosen again now, by the same rules and ticks, and
 * whether nothing is to be looked up before it that was not.
 */
export function asJudged(
  store: Writer,
  chosen: Pick<Chosen, 'rows' | 'ticked' | 'usualRepeats' | 'earlier' | 'judgedAt'>,
  place: HistoryPlace,
): Pick<Judged, 'at' | 'stands'> {
  const { rows, ticked, judgedAt } = chosen;
  const accepted = new Set(chosen.usualRepeats.map(({ rowNumber }) => rowNumber));
  const stands = (): boolean => {
    const again = atOnce(judgeRows(store, rows, { ...place, ticks: ticked }));
    const isLookedUp = ([row, payouts]: readonly [number, readonly PayoutId[]]): boolean => {
      const looked = chosen.earlier.get(row) ?? [];
      return payouts.every((payout) => looked.includes(payout));
    };
    return (
      again.rows.length === rows.length &&
      again.usualRepeats.every(({ rowNumber }) => accepted.has(rowNumber)) &&
      [...again.earlier].every(isLookedUp)
    );
  };
  return { at: judgedAt, stands };
}

/** The earlier payouts that are looked up before the row of this number is paid. */
export function earlierOf(store: Writer, { earlier }: Pick<Chosen, 'earlier'>, rowNumber: number): RetryPayout[] {
  return (earlier.get(rowNumber) ?? []).map((payoutId) => foundEarlier(store, payoutId));
}

/** An earlier payout that is to be looked up. Errors: throws when it is not there: its row would pass without a word. */
export function foundEarlier(store: Writer, payoutId: PayoutId): RetryPayout {
  const payout = store.retries.find(payoutId);
  invariant(payout !== null, 'an earlier payout that is to be looked up is not in the store');
  return payout;
}

/** What a person is told of rows that repeat what was paid long ago: one sentence for all of them. */
export function usualRepeatWarnings(repeats: readonly UsualRepeat[]): Warning[] {
  const told = (of: readonly UsualRepeat[], words: string): Warning[] => {
    if (of.length === 0) return [];
    const batches = [...new Set(of.map(({ batch }) => batch))];
    const more = batches.length > BATCHES_NAMED ? ` and ${batches.length - BATCHES_NAMED} more` : '';
    const named = `${batches.length === 1 ? 'batch' : 'batches'} ${batches.slice(0, BATCHES_NAMED).join(', ')}${more}`;
    const rows = of.length === 1 ? '1 row pays a person' : `${of.length} rows pay people`;
    return [{ code: 'paidLongAgo', row: null, message: `${rows} the same amount as ${named}, ${words}` }];
  };
  return [
    ...told(
      repeats.filter(({ byRecord }) => !byRecord),
      'at least 25 days ago.',
    ),
    ...told(
      repeats.filter(({ byRecord }) => byRecord),
      "within 30 days of this desk's last payouts: check this computer's date.",
    ),
  ];
}

const BATCHES_NAMED = 3;

/** The row as a person is asked about it; null when something stands against it that no tick lifts. */
function tickRow({ rowNumber, payment }: PayableRow, findings: readonly HistoryFinding[]): TickRow | null {
  const against = findings.filter(({ usual }) => usual === undefined);
  const reasons = against.map(({ tick }) => tick).filter((tick) => tick !== null);
  if (reasons.length < against.length) return null;
  const { name, amountPaise } = payment;
  return { rowNumber, name, amountPaise, reasons, messages: against.map(({ issue }) => issue.message) };
}

function groupByRow(issues: readonly Issue[]): Map<number, Issue[]> {
  const byRow = new Map<number, Issue[]>();
  for (const issue of issues) {
    const ofRow = byRow.get(issue.row);
    if (ofRow === undefined) byRow.set(issue.row, [issue]);
    else ofRow.push(issue);
  }
  return byRow;
}
