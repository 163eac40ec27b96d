// Which rows of a checked file may become payouts, by their own errors and by what the desk's history says of them.

import type { CheckView } from '../../../../shared/api/views.ts';
import { CURES } from '../../../../shared/cures.ts';
import { invariant, unreachable } from '../../../../shared/failures.ts';
import type { BatchId, Mid, PayoutId } from '../../../../shared/ids.ts';
import { formatRupees, type Paise, sumPaise } from '../../../../shared/money.ts';
import { type Book, batchIdIn } from '../../../../shared/profiles.ts';
import type { RetryPayout } from '../../../../shared/retry.ts';
import type {
  CheckedFile,
  CheckedRow,
  Issue,
  PayableRow,
  TickReason,
  TickRow,
  Ticks,
} from '../../../../shared/rows.ts';
import type { ExcludedRow, Judged } from '../../domain/batches.ts';
import { accountKey, nameKey, personKey } from '../../domain/person-key.ts';
import { CLEAR, type GuardHit, whomOf } from '../../store/guards.ts';
import type { HeadedWriter } from '../../store/store.ts';

/** A sentence that a person must have read. Shape: `row` null where it is about the whole batch. */
export interface Warning {
  readonly code: string;
  readonly row: number | null;
  readonly message: string;
}

/** Shape: `ticked` is what was needed of the ticks given; `asked` every row that only a tick lets through, given or not. */
export interface Chosen {
  readonly rows: readonly PayableRow[];
  readonly excluded: readonly ExcludedRow[];
  /** What the desk's history found against the rows left out, as their issues. */
  readonly findings: readonly Issue[];
  readonly ticked: Ticks;
  readonly asked: readonly TickRow[];
  /** Those of `rows` that repeat what was paid long ago: they need one tick for all. */
  readonly usualRepeats: readonly UsualRepeat[];
  /** By row number, of `rows`: the earlier payouts that are looked up before it is paid. */
  readonly earlier: ReadonlyMap<number, readonly PayoutId[]>;
  /** The desk's last record when the first row was judged: while it is the last, every row stands as it was judged. */
  readonly judgedAt: number;
}

/** Chooses the payable rows. Shape: every row of the file is in `rows` or in `excluded`. */
export function chooseRows(
  store: HeadedWriter,
  checked: CheckedFile,
  place: HistoryPlace & { readonly ticks: Ticks },
): Chosen {
  const payable = checked.rows.filter((row) => row.kind === 'payable');
  const judged = judgeRows(store, payable, place);
  const excluded = excludedRows(checked, judged);
  return { ...judged, excluded };
}

/** The rows of a file that were not chosen, with all that stands against each. */
function excludedRows(
  checked: CheckedFile,
  { rows, findings }: Pick<Chosen, 'rows' | 'findings'>,
): readonly ExcludedRow[] {
  const reasons = groupByRow([...whyUnpaid(checked), ...findings]);
  const excluded: ExcludedRow[] = [];
  let next = 0;
  for (const row of checked.rows) {
    const { rowNumber, source } = row;
    if (row === rows[next]) next += 1;
    else excluded.push({ rowNumber, source, issues: reasons.get(rowNumber) ?? [] });
  }
  return excluded;
}

/** What the file itself says against paying its rows: errors, and what the lines are that are no payments. */
export function whyUnpaid({ rows, issues }: Pick<CheckedFile, 'rows' | 'issues'>): readonly Issue[] {
  const lines = noPaymentsOf(rows);
  return issues.filter(({ severity, row }) => severity === 'error' || (severity === 'notice' && lines.has(row)));
}

/** The numbers of the lines that pay nobody, such as totals. */
export function noPaymentsOf(rows: readonly CheckedRow[]): ReadonlySet<number> {
  return new Set(rows.flatMap((row) => (row.kind === 'blocked' && row.isNoPayment === true ? [row.rowNumber] : [])));
}

/** How many there are, for a view; nothing where there is none. */
export function noPaymentCount({ rows }: Pick<CheckedFile, 'rows'>): { readonly noPayments?: number } {
  const { size } = noPaymentsOf(rows);
  return size === 0 ? {} : { noPayments: size };
}

/** A checked file. `more` are findings that only the desk's history could make. */
export function checkView(checked: CheckedFile, more: readonly Issue[] = []): CheckView {
  const columns = Object.fromEntries(
    Object.entries(checked.columns).map(([field, { header, how }]) => [field, { header, how }]),
  );
  const blockedByDesk = new Set(more.filter((issue) => issue.severity === 'error').map((issue) => issue.row));
  const payable = checked.rows.filter((row) => row.kind === 'payable' && !blockedByDesk.has(row.rowNumber));
  return {
    file: checked.file.name,
    sha256: checked.file.sha256,
    sheet: checked.sheet,
    rows: checked.rows.length,
    payable: payable.length,
    ...noPaymentCount(checked),
    totalPaise: payable.reduce((total, row) => total + (row.kind === 'payable' ? row.payment.amountPaise : 0), 0),
    columns,
    issues: [...checked.issues, ...more],
  };
}

/** Judges payable rows by the desk's history and the ticks given. */
export function judgeRows(
  store: HeadedWriter,
  payable: readonly PayableRow[],
  { ticks, ...place }: HistoryPlace & { readonly ticks: Ticks },
): Omit<Chosen, 'excluded'> {
  const judgedAt = store.lastRecord();
  const given = { paidBefore: new Set(ticks.paidBefore), accountChanged: new Set(ticks.accountChanged) };
  const rows: PayableRow[] = [];
  const findings: Issue[] = [];
  const asked: TickRow[] = [];
  const ticked = { paidBefore: [] as number[], accountChanged: [] as number[] };
  const usualRepeats: UsualRepeat[] = [];
  const earlier = new Map<number, readonly PayoutId[]>();
  let known = NOBODY;
  for (const [at, row] of payable.entries()) {
    if (at % ROWS_AT_ONCE === 0) known = knownOf(store, payable.slice(at, at + ROWS_AT_ONCE));
    const history = historyOf(store, row, { ...place, known });
    const against = history.findings;
    const { rowNumber } = row;
    const isLifted = ({ tick, usual }: HistoryFinding): boolean =>
      usual !== undefined || (tick !== null && given[tick].has(rowNumber));
    const question = tickRow(row, against);
    if (question !== null) asked.push(question);
    if (against.every(isLifted)) {
      rows.push(row);
      for (const { tick } of against) if (tick !== null) ticked[tick].push(rowNumber);
      usualRepeats.push(...against.flatMap(({ usual = [] }) => usual));
      if (history.earlier.length > 0) earlier.set(rowNumber, history.earlier);
      continue;
    }
    const left = against.filter((finding) => !isLifted(finding));
    findings.push(...left.map(({ issue }) => issue));
  }
  return { rows, findings, ticked, asked, usualRepeats, earlier, judgedAt };
}

/**
 * What the transaction that stores these rows asks: whether each would be chosen again now, by the same rules and ticks, and
 * whether nothing is to be looked up before it that was not.
 */
export function asJudged(
  store: HeadedWriter,
  chosen: Pick<Chosen, 'rows' | 'ticked' | 'usualRepeats' | 'earlier' | 'judgedAt'>,
  place: HistoryPlace,
): Pick<Judged, 'at' | 'stands'> {
  const { rows, ticked, judgedAt } = chosen;
  const accepted = new Set(chosen.usualRepeats.map(({ rowNumber }) => rowNumber));
  const stands = (): boolean => {
    const again = judgeRows(store, rows, { ...place, ticks: ticked });
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
export function earlierOf(store: HeadedWriter, { earlier }: Pick<Chosen, 'earlier'>, rowNumber: number): RetryPayout[] {
  return (earlier.get(rowNumber) ?? []).map((payoutId) => foundEarlier(store, payoutId));
}

/** An earlier payout that is to be looked up. Errors: throws when it is not there: its row would pass without a word. */
export function foundEarlier(store: HeadedWriter, payoutId: PayoutId): RetryPayout {
  const payout = store.retries.find(payoutId);
  invariant(payout !== null, 'an earlier payout that is to be looked up is not in the store');
  return payout;
}

/** What a person is told of rows that repeat what was paid long ago: one sentence for all of them. */
export function usualRepeatWarnings(repeats: readonly UsualRepeat[]): Warning[] {
  const warn = (of: readonly UsualRepeat[], words: string): Warning[] => {
    if (of.length === 0) return [];
    const batches = [...new Set(of.map(({ batch }) => batch))];
    const more = batches.length > BATCHES_NAMED ? ` and ${batches.length - BATCHES_NAMED} more` : '';
    const named = `${batches.length === 1 ? 'batch' : 'batches'} ${batches.slice(0, BATCHES_NAMED).join(', ')}${more}`;
    const rows = of.length === 1 ? '1 row pays a person' : `${of.length} rows pay people`;
    return [{ code: 'paidLongAgo', row: null, message: `${rows} the same amount as ${named}, ${words}` }];
  };
  return [
    ...warn(
      repeats.filter(({ byRecord }) => !byRecord),
      'at least 25 days ago.',
    ),
    ...warn(
      repeats.filter(({ byRecord }) => byRecord),
      "within 30 days of this desk's last payouts: check this computer's date.",
    ),
  ];
}

const BATCHES_NAMED = 3;

/** The row as a person is asked about it; null when no tick is wanted, or something stands against it that none lifts. */
function tickRow({ rowNumber, payment }: PayableRow, findings: readonly HistoryFinding[]): TickRow | null {
  const against = findings.filter(({ usual }) => usual === undefined);
  const reasons = against.map(({ tick }) => tick).filter((tick) => tick !== null);
  if (reasons.length === 0 || reasons.length < against.length) return null;
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

/** Why a payout of this amount is not paid now; null when it may be. Shape: `ceiling` null where there is none. */
export function aboveCeiling(row: number, amountPaise: Paise, ceiling: Paise | null): Issue | null {
  if (ceiling === null || amountPaise <= ceiling) return null;
  return {
    row,
    cell: null,
    field: null,
    severity: 'error',
    code: 'aboveCeiling',
    message: `${formatRupees(amountPaise)} is above the profile's ceiling of ${formatRupees(ceiling)}.`,
    cure: CURES.aboveCeiling,
  };
}

/** The file as its check would have been under this ceiling. Shape: the very same file where nothing is above it. */
export function underCeiling(checked: CheckedFile, ceiling: Paise | null): CheckedFile {
  if (ceiling === null) return checked;
  const issues: Issue[] = [];
  const rows = checked.rows.map((row): CheckedRow => {
    if (row.kind === 'blocked') return row;
    const { rowNumber, source, hidden, payment } = row;
    const issue = aboveCeiling(rowNumber, payment.amountPaise, ceiling);
    if (issue === null) return row;
    issues.push(issue);
    return { kind: 'blocked', rowNumber, source, hidden, aboveCeiling: payment };
  });
  if (issues.length === 0) return checked;
  const payable = rows.filter((row) => row.kind === 'payable');
  const totalPaise = sumPaise(payable.map(({ payment }) => payment.amountPaise));
  invariant(totalPaise !== null, 'a part of a total is more than the total');
  return { ...checked, rows, issues: [...checked.issues, ...issues], payableCount: payable.length, totalPaise };
}

/** A row that repeats what was paid long ago: all such rows are accepted together. */
export interface UsualRepeat {
  readonly rowNumber: number;
  readonly batch: BatchId;
  /** Long ago only if this computer's date is right. */
  readonly byRecord: boolean;
}

/** One finding. Shape: `tick` null when no tick of its row lifts it; `usual` when one tick lifts it with all of its kind. */
export interface HistoryFinding {
  readonly issue: Issue;
  readonly tick: TickReason | null;
  readonly usual?: UsualRepeat;
}

/**
 * Where and as what a row would be paid. Shape: `called` what the batch (null while nobody has named it) and its file are
 * called; `retryOf` what each row pays again; `repeats` batches that are repeated knowingly, however old.
 */
export interface HistoryPlace {
  readonly mid: Mid;
  readonly book: Book;
  readonly nowMs: number;
  readonly called: { readonly batchName: string | null; readonly fileName: string };
  readonly retryOf: ReadonlyMap<number, PayoutId>;
  readonly repeats: ReadonlySet<number>;
}

/** Shape: `earlier` all that must be looked up before the row is paid. */
interface RowHistory {
  readonly findings: readonly HistoryFinding[];
  readonly earlier: readonly PayoutId[];
}

/** Rows of which the desk is asked at once whom it knows at all. */
const ROWS_AT_ONCE = 1_000;

/** Whom the desk ever paid, or was to pay. Shape: keys as by personKey() and nameKey(). */
interface Known {
  readonly people: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

const NOBODY: Known = { people: new Set(), names: new Set() };

function knownOf(store: HeadedWriter, rows: readonly PayableRow[]): Known {
  return {
    people: store.knownPeople(rows.map(({ payment }) => personKey(payment.beneficiary))),
    names: store.payees.knownNames(rows.map(({ payment }) => nameKey(payment.name ?? ''))),
  };
}

/** Everything the desk knows against paying this row. */
function historyOf(store: HeadedWriter, row: PayableRow, place: HistoryPlace & { readonly known: Known }): RowHistory {
  const used = referenceUsed(store, row, place);
  if (used !== null) return { findings: [{ issue: used, tick: null }], earlier: [] };
  const { mid, book, nowMs, called, repeats, known } = place;
  const { name, beneficiary, amountPaise, remark } = row.payment;
  const person = personKey(beneficiary);
  const retryOf = place.retryOf.get(row.rowNumber) ?? null;
  const isKnown = retryOf !== null || known.people.has(person);
  const { hit, unpaid } = isKnown
    ? store.guard({
        mid,
        batch: Number.MAX_SAFE_INTEGER,
        personKey: person,
        amountPaise,
        repeatTicked: false,
        nowMs,
        retryOf,
        named: { remark, ...called },
        repeats,
      })
    : CLEAR;
  const findings: HistoryFinding[] = [];
  if (hit !== null) findings.push(guardFinding(store, row, { hit, batch: batchIdIn(book, hit.batch) }));
  const isNamed = name !== null && known.names.has(nameKey(name));
  if (isNamed && store.payees.accountChanged({ mid, name, accountKey: accountKey(beneficiary) })) {
    const issue = {
      ...about(row),
      field: 'name',
      code: 'payeeChanged',
      message: `${name} was paid before, to another account.`,
      cure: CURES.payeeChanged,
    } as const;
    findings.push({ issue, tick: 'accountChanged' });
  }
  return { findings, earlier: unpaid };
}

function referenceUsed(store: HeadedWriter, row: PayableRow, { mid }: HistoryPlace): Issue | null {
  const { reference } = row.payment;
  if (reference === null || !store.referenceTaken(mid, reference)) return null;
  return {
    ...about(row),
    field: 'reference',
    code: 'referenceUsed',
    message: `Reference ${reference} was used before in this desk.`,
    cure: 'Give the row a reference of its own, or leave it empty.',
  };
}

function guardFinding(
  store: HeadedWriter,
  row: PayableRow,
  { hit, batch }: { readonly hit: GuardHit; readonly batch: BatchId },
): HistoryFinding {
  const { rowNumber } = row;
  const words = hit.elsewhere === true ? guardedElsewhere(store, hit, batch) : guarded(hit, batch);
  const issue = { ...about(row), field: null, ...words };
  if (hit.kind === 'news' || (hit.kind === 'open' && hit.elsewhere !== true)) return { issue, tick: null };
  const isUsual = hit.kind === 'paidLongAgo' || hit.kind === 'paidByRecord';
  if (!isUsual) return { issue, tick: 'paidBefore' };
  return { issue, tick: null, usual: { rowNumber, batch, byRecord: hit.kind === 'paidByRecord' } };
}

type Words = Pick<Issue, 'code' | 'message' | 'cure'>;

/** Why a guard stops a row, and what helps. */
function guarded(hit: GuardHit, batch: BatchId): Words {
  switch (hit.kind) {
    case 'open':
      return {
        code: 'inFlightElsewhere',
        message: `The same amount to ${whomOf(hit)} is not settled yet in batch ${batch}.`,
        cure: CURES.inFlightElsewhere(batch),
      };
    case 'news':
      return {
        code: 'unreadNews',
        message: `Late news about the same amount to ${whomOf(hit)} in batch ${batch} has not been read.`,
        cure: 'Read the news first: it may have been paid.',
      };
    case 'paid':
    case 'paidLongAgo':
    case 'paidByRecord':
      return {
        code: 'paidBefore',
        message: `The same amount was paid to ${whomOf(hit)} in the last 30 days, ${inBatch(hit, batch)}.`,
        cure: CURES.paidBefore,
      };
    default:
      return unreachable(hit.kind);
  }
}

/** The same of another merchant of this desk, which is named: a person may know why both pay. */
function guardedElsewhere(store: HeadedWriter, hit: GuardHit, batch: BatchId): Words {
  const account = store.batches.find(hit.batch)?.profile ?? 'another account';
  if (hit.kind === 'news') return guarded(hit, batch);
  const message =
    hit.kind === 'open'
      ? `The same amount to ${whomOf(hit)} is not settled yet in batch ${batch} of account ${account}.`
      : `Account ${account} paid the same amount to ${whomOf(hit)} in the last 30 days, ${inBatch(hit, batch)}.`;
  return {
    code: 'paidBefore',
    message,
    cure: CURES.paidBefore,
  };
}

function inBatch({ alsoPaid = 0 }: GuardHit, batch: BatchId): string {
  if (alsoPaid === 0) return `in batch ${batch}`;
  return `in batch ${batch} and ${alsoPaid === 1 ? 'once' : `${alsoPaid} times`} more`;
}

function about({ rowNumber }: PayableRow): { readonly row: number; readonly cell: null; readonly severity: 'error' } {
  return { row: rowNumber, cell: null, severity: 'error' };
}
