// Compares rows with everything the desk ever paid, and applies a person's answers: each row's history (row-history), rows of the
// file that pay one person twice (doubles-in-file) and the questions (ask-repeats). A row with an open question is not paid.

import { invariant } from '../../../../shared/failures.ts';
import { batchNumber } from '../../../../shared/ids.ts';
import type { Paise } from '../../../../shared/money.ts';
import type { Ticks } from '../../../../shared/repeats.ts';
import type { Issue, PayableRow, Payment } from '../../../../shared/rows.ts';
import type { EarlierRelation, ExcludedRow, Screened } from '../../domain/batches.ts';
import type { HeldBack } from '../../domain/payee-hold.ts';
import { foldName, personKey } from '../../domain/person-key.ts';
import { type Purpose, Purposes } from '../../domain/purpose.ts';
import type { NamesInFile } from '../../store/same-name.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { type AskedRows, Asking, questionsOf } from './ask-repeats.ts';
import { findDoubles, severalOfOne, withSums } from './doubles-in-file.ts';
import { heldIssue } from './repeat-issues.ts';
import { type HistoryPlace, knownOf, NOBODY, namesCalled, prepareReading, type RowHistory } from './row-history.ts';

/** The rows that may be paid, and all that a person was asked about these or the others. */
export interface ScreenedRows extends AskedRows {
  readonly rows: readonly PayableRow[];
  /** The issues from the desk's history against the rows left out. */
  readonly findings: readonly Issue[];
  /** The rows left out, each with everything against it. */
  readonly excluded: readonly ExcludedRow[];
  /** Rows whose reference is the payee's own number, such as an employee number, which is not sent. */
  readonly payeeNumbers: readonly number[];
  /** By row number, for `rows`: what a person was shown with the row, and what is looked up before it is paid. */
  readonly relations: ReadonlyMap<number, readonly EarlierRelation[]>;
  /** By row number, for `rows`: the holds on payees of the row's name that a tick says are somebody else. */
  readonly heldNames: ReadonlyMap<number, readonly string[]>;
  /** By row number, for `rows`: the row as in the file, if it is paid with another amount or reference. */
  readonly asInFile: ReadonlyMap<number, PayableRow>;
  /** The desk's last record when the first row was screened. While it is still the last, the judgement holds. */
  readonly screenedAt: number;
}

/** Judges payable rows by the desk's history and the given ticks. */
export function screenRows(
  store: HeadedWriter,
  payable: readonly PayableRow[],
  { ticks, ...place }: HistoryPlace & { readonly ticks: Ticks },
): ScreenedRows {
  const screenedAt = store.lastRecord();
  const read = prepareReading(store, place);
  const ofOnePerson = severalOfOne(payable);
  const doubles = findDoubles(store, { payable, ofOnePerson }, place);
  let known = NOBODY;
  const alone = payable.map((row, at) => {
    if (at % ROWS_AT_ONCE === 0) known = knownOf(store, payable.slice(at, at + ROWS_AT_ONCE));
    return read(row, known);
  });
  const histories = withSums(payable, { ofOnePerson, histories: alone }, (row) => read(row, knownOf(store, [row])));
  const kinds = place.questions ?? questionsOf(store, { payable, histories });
  const asking = new Asking(store, { book: place.book, kinds, ticks });
  const rows: PayableRow[] = [];
  const asInFile = new Map<number, PayableRow>();
  const relations = new Map<number, readonly EarlierRelation[]>();
  const findings: Issue[] = [];
  const excluded: ExcludedRow[] = [];
  const payeeNumbers: number[] = [];
  const heldNames = new Map<number, readonly string[]>();
  const heldBack = prepareHeldBack(store, place);
  for (const [at, row] of payable.entries()) {
    const history = histories[at];
    invariant(history !== undefined, 'a row without a history');
    const { rowNumber } = row;
    const held = heldBack(row);
    const verdict =
      held[0]?.kind === 'payee'
        ? { against: held.map((one) => heldIssue(row, one)), relations: [], amountPaise: row.payment.amountPaise }
        : asking.judge(row, { history, doubles: doubles.get(rowNumber) ?? [], heldNames: held });
    findings.push(...verdict.against);
    if (verdict.against.length > 0) {
      excluded.push({ rowNumber, source: row.source, issues: verdict.against });
      continue;
    }
    const paid = paidRow(row, { history, amountPaise: verdict.amountPaise });
    if (paid !== row) asInFile.set(rowNumber, row);
    if (history.isPayeeNumber) payeeNumbers.push(rowNumber);
    if (held.length > 0)
      heldNames.set(
        rowNumber,
        held.map(({ hold: { hold } }) => hold),
      );
    rows.push(paid);
    if (verdict.relations.length + history.unpaid.length === 0) continue;
    const unpaid = history.unpaid.map((earlier) => ({ earlier, relation: 'unpaid' }) as const);
    relations.set(rowNumber, [...verdict.relations, ...unpaid]);
  }
  return { rows, findings, excluded, ...asking.asked(), payeeNumbers, relations, heldNames, asInFile, screenedAt };
}

/** Prepares finding what holds back a row: its payee, those of a payment that it pays again, or its name. */
export function prepareHeldBack(
  { holds }: HeadedWriter,
  { nowMs, retryOf }: Pick<HistoryPlace, 'nowMs' | 'retryOf'>,
): (row: PayableRow) => readonly HeldBack[] {
  const against = holds.inForce(nowMs);
  if (against === null) return () => [];
  return ({ rowNumber, payment: { beneficiary, name } }) => {
    const again = retryOf.get(rowNumber);
    const before = again === undefined ? [] : holds.peopleOf(again);
    return against({ people: [personKey(beneficiary), ...before], name: foldName(name ?? '') });
  };
}

/** How many rows are looked up together in the known payees. */
const ROWS_AT_ONCE = 1_000;

/** The payees of some rows by name, computed on first use. */
export function namesInFile(
  rows: readonly { readonly payment: Payment }[],
  called: HistoryPlace['called'],
): NamesInFile {
  let byName: ReadonlyMap<string, readonly Payment[]> | null = null;
  const purposes = new Purposes();
  const names = namesCalled(called);
  const purposeOf = ({ remark }: Payment): Purpose => purposes.of({ reference: null, remark, called: names });
  return (name) => {
    byName ??= Map.groupBy(
      rows.map(({ payment }) => payment),
      ({ name: written }) => foldName(written ?? ''),
    );
    const named = name === '' ? [] : (byName.get(name) ?? []);
    const payees = Map.groupBy(named, ({ beneficiary }) => personKey(beneficiary));
    return new Map([...payees].map(([payee, payments]) => [payee, payments.map(purposeOf)]));
  };
}

/** The row as it is paid: for the difference only, or with the desk's reference if its own was used before. */
function paidRow(
  row: PayableRow,
  { history, amountPaise }: { readonly history: RowHistory; readonly amountPaise: Paise },
): PayableRow {
  const { payment } = row;
  const reference = history.keepsReference ? payment.reference : null;
  if (amountPaise === payment.amountPaise && reference === payment.reference) return row;
  return { ...row, payment: { ...payment, amountPaise, reference } };
}

/**
 * The check for the transaction that stores these rows: whether each would be chosen again now by the same rules and ticks, and
 * whether there is no new earlier payout to look up first.
 */
export function asScreened(
  store: HeadedWriter,
  chosen: Pick<ScreenedRows, 'rows' | 'ticked' | 'relations' | 'heldNames' | 'asInFile' | 'questions' | 'screenedAt'>,
  place: HistoryPlace,
): Pick<Screened, 'at' | 'stands'> {
  const { rows, ticked, relations, heldNames, asInFile, questions, screenedAt } = chosen;
  const kinds = new Map(questions.map(({ batch, kind }) => [batchNumber(batch), kind]));
  const stands = (): boolean => {
    const whole = rows.map((row) => asInFile.get(row.rowNumber) ?? row);
    const again = screenRows(store, whole, { ...place, questions: kinds, ticks: ticked });
    return (
      again.rows.length === rows.length &&
      again.rows.every(({ rowNumber, payment }, at) => {
        const shown = relations.get(rowNumber) ?? [];
        const isShown = ({ earlier }: EarlierRelation): boolean => shown.some((one) => one.earlier === earlier);
        const seen = heldNames.get(rowNumber) ?? [];
        return (
          payment.amountPaise === rows[at]?.payment.amountPaise &&
          (again.relations.get(rowNumber) ?? []).every(isShown) &&
          (again.heldNames.get(rowNumber) ?? []).every((hold) => seen.includes(hold))
        );
      })
    );
  };
  return { at: screenedAt, stands };
}
