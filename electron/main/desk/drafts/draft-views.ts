// A draft as its window shows it: which rows a query matches, and what a person's edit changes, cell by cell. No value is ever
// invented: a fix is the suggestion that is shown with the issue.

import type { AnswerOf } from '../../../../shared/api/contract.ts';
import type {
  ColumnChange,
  DraftEdit,
  DraftFilter,
  DraftLine,
  DraftQuery,
  DraftReading,
  DraftSummary,
  ReadOptions,
} from '../../../../shared/api/draft-commands.ts';
import { unreachable } from '../../../../shared/failures.ts';
import { CELL_MAX_CHARACTERS, SHEET_MAX_COLUMNS } from '../../../../shared/limits.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { formatRupees } from '../../../../shared/money.ts';
import {
  type CheckedRow,
  FIELDS,
  type Field,
  type Issue,
  LEFT_OUT,
  type MethodAnswer,
  type Refusal,
  type WordAnswer,
} from '../../../../shared/rows.ts';
import type { ProblemRows } from '../../domain/report.ts';
import { typedFields } from '../../import/checked-sheet.ts';
import { holdsMoney, sampleColumn, sumColumn } from '../../import/column-content.ts';
import { moneyColumns } from '../../import/column-numbers.ts';
import { meaningOf } from '../../import/field-names.ts';
import { issueTitle } from '../../import/issues.ts';
import { isKnown } from '../../import/known-words.ts';
import { type Columns, type ColumnsReading, type HeaderMap, matchColumns } from '../../import/match-columns.ts';
import { OtherColumns } from '../../import/other-columns.ts';
import { findMethodWords, methodWord } from '../../import/row-cells.ts';
import { isFixedByLeavingOut, METHOD_FROM_DETAILS, suggestMethod, suggestText } from '../../import/suggestions.ts';
import { firstAtLeast, type SheetTop, shownHeader, type Table, VALUE_MAX_CHARACTERS } from '../../import/table.ts';
import { payingRows } from '../../import/unknown-columns.ts';
import { answerKey } from '../../import/word-answers.ts';
import { type Draft, type DraftSheet, LOCKED_FIELDS, type Step } from './draft.ts';

/** How many cells of a replacement are shown before it is made. */
const PREVIEW_CELLS_SHOWN = 5;

/** How many samples of a column are shown with its header. */
const HEADER_SAMPLES_SHOWN = 3;

export function summaryOf(draft: Draft): DraftSummary {
  const { id, revision, check, edits } = draft;
  const { ready, warning: warnings, error: errors, excluded } = check.counts;
  const { UPI, IMPS } = check.byMethod;
  return {
    draft: id,
    revision,
    counts: { all: check.rows.length, ready, errors, warnings, excluded, edited: edits.cells.size },
    payable: { count: check.payableCount, paise: check.totalPaise },
    byMethod: { UPI: { ...UPI }, IMPS: { ...IMPS } },
    hidden: { rows: check.hiddenRowCount, columns: check.hiddenColumnCount },
    undo: draft.undoWords,
    redo: draft.redoWords,
  };
}

/** How much of a cell is shown where the header is chosen. A title has the width of the sheet. */
const CELL_SHOWN_CHARACTERS = 120;

/** The first rows of the sheet, in which the header was found or is asked for. */
export function firstRowsOf({ lines, headerRows, rowsAbove }: SheetTop): DraftReading['firstRows'] {
  const rows = lines.map(({ rowNumber, cells }) => ({
    rowNumber,
    cells: cells.slice(0, SHEET_MAX_COLUMNS).map((cell) => cutText(shownHeader(cell), CELL_SHOWN_CHARACTERS)),
  }));
  return { rows, headers: [...headerRows], above: [...rowsAbove] };
}

/** The text, shown to be cut where it is longer. */
function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

export function headersOf(table: Table, columns: Columns): DraftReading['headers'] {
  const byIndex = new Map(
    Object.entries(columns).map(([field, { index, how }]) => [index, { field: field as Field, how }]),
  );
  const money = moneyColumns(table);
  const payees = PAYEE_FIELDS.flatMap((field) => columns[field]?.index ?? []);
  return table.headers
    .map((header, index) => {
      const sample = sampleColumn(table, index);
      const field = byIndex.get(index)?.field ?? null;
      return {
        index,
        header,
        samples: sample.slice(0, HEADER_SAMPLES_SHOWN),
        sum: mayBePaid(money, { header, index, field, sample }) ? formatRupees(sumColumn(table, index, payees)) : null,
        isPayers: meaningOf(header).isPayers,
        field,
        how: byIndex.get(index)?.how ?? null,
      };
    })
    .filter(({ header }) => header !== '');
}

const PAYEE_FIELDS = ['upiId', 'accountNumber'] as const;

interface SampledColumn {
  readonly header: string;
  readonly index: number;
  readonly field: Field | null;
  readonly sample: readonly string[];
}

/** Whether a column holds amounts, and neither its header nor its numbers say that it is something else. */
function mayBePaid(money: ReadonlySet<number>, { header, index, field, sample }: SampledColumn): boolean {
  if (!holdsMoney(sample)) return false;
  if (field !== null) return field === 'amount';
  const meaning = meaningOf(header);
  const isOther = meaning.kind === 'names' && meaning.field !== 'amount';
  if ([...meaning.words].some((word) => isKnown(word, 'header', 'neverPaid'))) return false;
  return !isOther && money.has(index);
}

type ChosenLayout = Pick<ReadOptions, 'columns' | 'money'>;

/** Matches columns: as the person chose now, else as chosen before for these headers. */
export function matchRemembering(
  table: Table,
  { chosen, remembered }: { readonly chosen: ChosenLayout; readonly remembered: ChosenLayout | null },
): ColumnsReading {
  const given = mapOf(chosen.columns);
  if (remembered !== null) {
    // Money was asked about beside the amount of its time.
    const money = given.amount === undefined ? [...remembered.money, ...chosen.money] : chosen.money;
    const matching = matchColumns(table, given, { remembered: mapOf(remembered.columns), money });
    // A remembered layout that no longer fits never refuses a file. A doubt about it is asked about again for each file.
    if (matching.kind === 'columns' || DOUBTS.has(matching.refusal.code)) return matching;
  }
  return matchColumns(table, given, { money: chosen.money });
}

/** The columns, with the first choice of each question: words in other columns are asked about at the same time. */
export function likelyColumns(table: Table, matching: ColumnsReading): Columns {
  const questions = matching.kind === 'columns' ? [] : matching.questions;
  const likely = questions.map(({ field, headers: [header = ''] }) => {
    return [field, { header, index: table.headers.indexOf(header), how: 'guessed' }] as const;
  });
  return { ...Object.fromEntries(likely), ...matching.columns };
}

/** The person's answers about the sheet's method words; for words without an answer now, the earlier one for these headers. */
export function withEarlier<One extends MethodAnswer | WordAnswer>(
  now: readonly One[],
  before: readonly One[],
): readonly One[] {
  const keyOf = (answer: One): string => answerKey({ column: '', ...answer });
  const said = new Set(now.map(keyOf));
  return [...now, ...before.filter((answer) => !said.has(keyOf(answer)))];
}

/** The sheet's own words for a method, and the rows without one, each with its answer. */
export function methodWordsOf(
  table: Table,
  columns: Columns,
  answers: readonly MethodAnswer[],
): DraftReading['methodWords'] {
  const said = new Map(answers.map(({ word, as }) => [methodWord(word), as]));
  return findMethodWords(table, columns).map((found) => ({ ...found, as: said.get(found.word) ?? null }));
}

/** The words of columns about paying that we do not understand, each with its answer. */
export function sheetWordsOf(
  table: Table,
  columns: Columns,
  { words, nowMs }: { readonly words: readonly WordAnswer[]; readonly nowMs: number },
): DraftReading['sheetWords'] {
  const others = new OtherColumns(table, columns, { words, nowMs });
  const spelt = new Map(others.asked.map(({ column }) => [column, readWords(table, column, columns)]));
  return others.asked.map((found) => {
    const known = spelt.get(found.column);
    const shown = (word: string): string => known?.get(word)?.shown ?? word;
    return {
      ...found,
      shown: shown(found.word),
      names: [...(known?.get(found.word)?.names ?? [])],
      like: found.like.map(shown),
      as: others.answerTo(found) ?? null,
    };
  });
}

/** How many of the people whose rows have a word are named beside it. */
const NAMES_SHOWN = 2;

/** The words of a column as the sheet first spells them, with the first people of their rows. */
function readWords(
  table: Table,
  column: string,
  columns: Columns,
): ReadonlyMap<string, { readonly shown: string; readonly names: readonly string[] }> {
  const index = table.headers.indexOf(column);
  const words = new Map<string, { readonly shown: string; readonly names: string[] }>();
  for (const row of payingRows(table, columns)) {
    const cells = table.rows[row] ?? [];
    const text = (cells[index] ?? '').slice(0, VALUE_MAX_CHARACTERS);
    const word = methodWord(text);
    const known = words.get(word) ?? { shown: text.trim(), names: [] };
    words.set(word, known);
    const person = (cells[columns.name?.index ?? -1] ?? '').slice(0, VALUE_MAX_CHARACTERS).trim();
    if (person !== '' && known.names.length < NAMES_SHOWN) known.names.push(person);
  }
  return words;
}

const DOUBTS: ReadonlySet<string> = new Set(['amountUnclear', 'payeeColumnUnclear']);

function mapOf(columns: ReadOptions['columns']): HeaderMap {
  return Object.fromEntries(columns.map(({ field, header }) => [field, header]));
}

/** A window of the matching rows, with the sum of all of them. */
export function rowsOf(
  draft: Draft,
  { rows: found, sum }: FoundRows,
  { from, count }: { readonly from: number; readonly count: number },
): AnswerOf<'readDraftRows'> {
  const fields = shownFields(draft);
  const rows = found.slice(from, from + count).map((row, at) => rowOf(draft, { row, at: from + at, fields }));
  return { revision: draft.revision, total: found.length, sum, rows: rows.filter((row) => row !== null) };
}

function rowOf(
  draft: Draft,
  { row, at, fields }: { readonly row: number; readonly at: number; readonly fields: readonly Field[] },
): DraftLine | null {
  const checked = draft.check.rows[row];
  if (checked === undefined) return null;
  const edited = draft.edits.cells.get(row);
  return {
    at,
    rowNumber: checked.rowNumber,
    status: draft.check.status(row),
    edited: edited !== undefined,
    hidden: checked.hidden,
    ...moneyOf(checked),
    whyUnpaid: draft.reading.whyUnpaid?.[row] ?? null,
    bank: draft.reading.sheet.branches.bankOf(draft.text(row, 'ifsc').trim()),
    cells: fields.map((field) => ({
      field,
      text: draft.text(row, field),
      original: edited?.has(field) === true ? draft.original(row, field) : null,
    })),
    issues: draft.check.issuesOf(row).map((issue) => {
      const { field, severity, code, message, cure } = issue;
      const suggestion = suggestionOf(draft, row, issue);
      return { field, severity, code, title: issueTitle(issue), message, cure, suggestion };
    }),
  };
}

function moneyOf(row: CheckedRow): Pick<DraftLine, 'method' | 'amountPaise'> {
  if (row.kind === 'blocked') return { method: null, amountPaise: null };
  return { method: row.payment.beneficiary.method, amountPaise: row.payment.amountPaise };
}

/** Groups issues by kind, errors first, then the most frequent. Rows that a person left out are not issues. */
export function issueGroupsOf(draft: Draft): AnswerOf<'readDraftIssues'> {
  const groups = new Map<string, Map<Field | null, IssueGroup>>();
  const groupOf = (issue: Issue): IssueGroup => {
    const ofCode = groups.get(issue.code) ?? new Map<Field | null, IssueGroup>();
    const group = ofCode.get(issue.field) ?? emptyGroup(issue);
    groups.set(issue.code, ofCode.set(issue.field, group));
    return group;
  };
  const { check } = draft;
  for (const issue of check.columnIssues) groupOf(issue).count += 1;
  for (let row = 0; row < check.rows.length; row += 1) {
    for (const issue of check.issuesOf(row)) {
      if (LEFT_OUT.has(issue.code) && issue.code !== 'hiddenLeftOut') continue;
      const group = groupOf(issue);
      group.count += 1;
      group.rows += 1;
      const fix = fixOf(draft, row, issue);
      if (fix === null) continue;
      group.fixable += 1;
      if (group.fixes.length < FIXES_SHOWN) group.fixes.push(fix);
    }
  }
  const found = [...groups.values()].flatMap((ofCode) => [...ofCode.values()]);
  found.sort(
    (a, b) =>
      SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] ||
      b.count - a.count ||
      a.firstRowNumber - b.firstRowNumber,
  );
  return { revision: draft.revision, groups: found };
}

type IssueGroup = AnswerOf<'readDraftIssues'>['groups'][number];

function emptyGroup(first: Issue): IssueGroup {
  const { code, field, message, cure, row: firstRowNumber } = first;
  // Rows that are left out automatically need no fix.
  const severity = LEFT_OUT.has(code) ? 'notice' : first.severity;
  const words = { title: issueTitle(first), message, cure };
  return { code, field, severity, ...words, count: 0, rows: 0, firstRowNumber, fixable: 0, fixes: [] };
}

/** How many fixes of one kind are shown before they are made. */
const FIXES_SHOWN = 100;

type KindOfIssue = Pick<Issue, 'code' | 'field'>;

/** Returns what the suggested fix of an issue would change in its row, or null. */
function fixOf(draft: Draft, row: number, issue: KindOfIssue): IssueGroup['fixes'][number] | null {
  const { code, field } = issue;
  const ofRow = { rowNumber: draft.reading.sheet.table.rowNumbers[row] ?? 0, name: draft.text(row, 'name') };
  if (isFixedByLeavingOut(code)) return { ...ofRow, from: draft.text(row, field ?? 'amount'), to: null };
  const to = suggestionOf(draft, row, issue);
  return to === null || field === null ? null : { ...ofRow, from: draft.text(row, field), to };
}

/** Returns the suggested text for the cell of an issue; null if nothing is close or the cell cannot be changed. */
function suggestionOf(draft: Draft, row: number, { code, field }: KindOfIssue): string | null {
  if (field === null || (draft.reading.whyUnpaid !== null && LOCKED_FIELDS.includes(field))) return null;
  if (code === METHOD_FROM_DETAILS) {
    const [upiId, accountNumber, ifsc] = [
      draft.text(row, 'upiId'),
      draft.text(row, 'accountNumber'),
      draft.text(row, 'ifsc'),
    ];
    return suggestMethod({ upiId, accountNumber, ifsc });
  }
  return suggestText(code, draft.text(row, field), draft.reading.sheet.branches);
}

const SEVERITY_ORDER = { error: 0, warning: 1, notice: 2 } as const;

/**
 * Returns the next row of the file after this one with an issue of this severity, or the previous one, wrapping around, and where
 * it is shown; null if none.
 */
export function nextIssue(
  draft: Draft,
  { rows: found }: FoundRows,
  { fromRowNumber, isBackward, severity }: IssueWay,
): AnswerOf<'findNextIssue'>['found'] {
  const candidates = found.flatMap((row, at) => {
    const issue = draft.check.issuesOf(row).find((one) => one.severity === severity && !LEFT_OUT.has(one.code));
    return issue === undefined ? [] : [{ at, rowNumber: issue.row, field: issue.field }];
  });
  candidates.sort((one, other) => one.rowNumber - other.rowNumber);
  const next = isBackward
    ? (candidates.findLast(({ rowNumber }) => rowNumber < fromRowNumber) ?? candidates.at(-1))
    : (candidates.find(({ rowNumber }) => rowNumber > fromRowNumber) ?? candidates[0]);
  return next ?? null;
}

/** Where to look for the next issue. */
export interface IssueWay {
  readonly fromRowNumber: number;
  readonly isBackward: boolean;
  readonly severity: Issue['severity'];
}

/** The rows that cannot be paid, with the file's own cells. */
export function problemRowsOf(draft: Draft, madeAtMs: number): ProblemRows {
  const { check } = draft;
  const { file, table } = draft.reading.sheet;
  const problems = check.rows.flatMap(({ rowNumber, source }, row) => {
    if (check.status(row) !== 'error') return [];
    const errors = check.issuesOf(row).filter(({ severity }) => severity === 'error');
    return [{ rowNumber, source, issues: errors.map((issue) => issue) }];
  });
  return { file: file.name, madeAtMs, headers: table.headers, rows: problems };
}

/** The step for an edit. Refuses if a row does not exist or there is no fix. */
export function stepOf(draft: Draft, edit: DraftEdit): Step | Refusal {
  switch (edit.kind) {
    case 'setCells':
      return setCells(draft, edit);
    case 'replace':
      return replace(draft, edit);
    case 'changeShown':
      return changeShown(draft, edit);
    case 'fixAll':
      return fixAll(draft, edit);
    case 'exclude':
      return exclude(draft, edit);
    default:
      return unreachable(edit);
  }
}

function setCells(draft: Draft, { words, cells }: Extract<DraftEdit, { kind: 'setCells' }>): Step | Refusal {
  const changed: Step['cells'][number][] = [];
  for (const { rowNumber, field, text, seen } of cells) {
    const row = placeOf(draft, rowNumber);
    if (row === null) return NO_SUCH_ROW;
    const now = draft.text(row, field);
    if (text === now) continue;
    if (seen !== undefined && seen !== now)
      return cellChanged(msg('cell.ofRow', { row: rowNumber, field: msg(`fieldName.${field}`) }), now);
    changed.push({ row, field, text });
  }
  return { words: msg(`undo.${words}`, { count: changed.length }), cells: changed, excluded: [] };
}

/** A longer text is no value, and a copy for each row of a long file would fill the memory. It can only be retyped or trimmed. */
function isValue(text: string): boolean {
  return text.length <= VALUE_MAX_CHARACTERS;
}

type Replacement = Omit<Extract<DraftEdit, { kind: 'replace' }>, 'kind'>;

/** The cells that a replacement would change, in all rows that are not left out. */
function replaced(draft: Draft, { field, find, replaceWith }: Replacement): Step['cells'] {
  return rowsWhere(
    draft,
    (row) => isIn(draft, row) && isValue(draft.text(row, field)) && draft.text(row, field).includes(find),
  ).map((row) => ({ row, field, text: draft.text(row, field).replaceAll(find, () => replaceWith) }));
}

/** Shows what a replacement would change, before it is made. */
export function previewReplace(draft: Draft, replacement: Replacement): AnswerOf<'previewReplace'> {
  const cells = replaced(draft, replacement);
  const first = cells.slice(0, PREVIEW_CELLS_SHOWN).map(({ row, field, text }) => ({
    rowNumber: draft.reading.sheet.table.rowNumbers[row] ?? 0,
    from: draft.text(row, field),
    to: text ?? '',
  }));
  return { revision: draft.revision, count: cells.length, first };
}

function replace(draft: Draft, edit: Extract<DraftEdit, { kind: 'replace' }>): Step | Refusal {
  const cells = replaced(draft, edit);
  if (cells.length === 0) return NOT_FOUND;
  if (cells.some(({ text }) => (text ?? '').length > CELL_MAX_CHARACTERS)) return TOO_LONG;
  return { words: msg('undo.replace', { count: cells.length }), cells, excluded: [] };
}

function changeShown(draft: Draft, edit: Extract<DraftEdit, { kind: 'changeShown' }>): Step | Refusal {
  const { field, change, shown } = edit;
  const cells = findRows(draft, shown)
    .rows.filter((row) => isIn(draft, row))
    .map((row) => ({ row, field, text: changedText(draft.text(row, field), change) }))
    .filter(({ row, text }) => text !== draft.text(row, field));
  if (cells.length === 0) return NOT_FOUND;
  if (cells.some(({ text }) => text.length > CELL_MAX_CHARACTERS)) return TOO_LONG;
  const words = msg(`undo.${change.kind}`, { field: msg(`fieldName.${field}`), count: cells.length });
  return { words, cells, excluded: [] };
}

function changedText(text: string, change: ColumnChange): string {
  switch (change.kind) {
    case 'set':
      return change.text;
    case 'trim':
      return text.trim();
    case 'upperCase':
      return isValue(text) ? text.toUpperCase() : text;
    default:
      return unreachable(change);
  }
}

function fixAll(draft: Draft, { code, field }: Extract<DraftEdit, { kind: 'fixAll' }>): Step | Refusal {
  const rows = rowsWhere(draft, (row) => isIn(draft, row) && hasIssue(draft, row, { code, field }));
  if (rows.length > 0 && isFixedByLeavingOut(code)) {
    return {
      words: msg('undo.leaveOut', { count: rows.length }),
      cells: [],
      excluded: rows.map((row) => ({ row, excluded: true })),
    };
  }
  if (field === null) return NO_FIX;
  const cells = rows.flatMap((row) => {
    const text = suggestionOf(draft, row, { code, field });
    return text === null ? [] : [{ row, field, text }];
  });
  if (cells.length === 0) return NO_FIX;
  const words = msg('undo.fix', { field: msg(`fieldName.${field}`), count: cells.length });
  return { words, cells, excluded: [] };
}

function exclude(draft: Draft, edit: Extract<DraftEdit, { kind: 'exclude' }>): Step | Refusal {
  const { excluded: isOut, rows: wanted } = edit;
  const rows = Array.isArray(wanted) ? rowsNumbered(draft, wanted) : findRows(draft, queryOf(wanted)).rows;
  if (rows === null) return NO_SUCH_ROW;
  // A line that is no payment is left out automatically, so it cannot be included.
  const changed = rows.filter((row) => (isOut ? isIn(draft, row) : draft.edits.excluded.has(row)));
  if (changed.length === 0) return NOT_FOUND;
  const words = msg(isOut ? 'undo.leaveOut' : 'undo.include', { count: changed.length });
  return { words, cells: [], excluded: changed.map((row) => ({ row, excluded: isOut })) };
}

/** Not `EVERY_ROW`, which would load the contract's schemas into each draft's thread. */
const ALL_ROWS: DraftQuery = { filter: 'all', issue: null, search: '', ticked: null, press: null };

/** The query for a filter chip, or a full query. */
function queryOf(wanted: DraftFilter | DraftQuery): DraftQuery {
  return typeof wanted === 'string' ? { ...ALL_ROWS, filter: wanted } : wanted;
}

/** The edit with the shown rows named in it, because after a restart nobody could tell which they were. */
export function namingRows(draft: Draft, edit: DraftEdit): DraftEdit {
  if (edit.kind === 'changeShown') return { ...edit, shown: named(draft, edit.shown) };
  if (edit.kind !== 'exclude' || typeof edit.rows === 'string' || Array.isArray(edit.rows)) return edit;
  return { ...edit, rows: named(draft, edit.rows) };
}

function named(draft: Draft, query: DraftQuery): DraftQuery {
  if (query.press === null) return query;
  // Without filter, issue and search, the result does not change when a row does.
  if (query.filter === 'all' && query.issue === null && query.search.trim() === '') return { ...query, press: null };
  const { rowNumbers } = draft.reading.sheet.table;
  const rows = findRows(draft, query).rows.map((row) => rowNumbers[row] ?? 0);
  return { ...ALL_ROWS, ticked: { isAll: false, rows } };
}

function rowsNumbered(draft: Draft, rowNumbers: readonly number[]): number[] | null {
  const rows: number[] = [];
  for (const rowNumber of rowNumbers) {
    const row = placeOf(draft, rowNumber);
    if (row === null) return null;
    rows.push(row);
  }
  return rows;
}

/** The index of a row by its row number, or null. Row numbers are ascending. */
function placeOf(draft: Draft, rowNumber: number): number | null {
  const { rowNumbers } = draft.reading.sheet.table;
  const row = firstAtLeast(rowNumbers, rowNumber);
  return rowNumbers[row] === rowNumber ? row : null;
}

/** How many characters of a cell a refusal shows; the row shows all of it. */
const SHOWN_OF_CELL = 120;

/** The cell changed after the person saw it, so their edit was meant for another text. */
function cellChanged(cell: Message, now: string): Refusal {
  const text = cutText(now, SHOWN_OF_CELL);
  return {
    code: 'cellChanged',
    message: text === '' ? msg('draft.cellEmptied', { cell }) : msg('draft.cellChanged', { cell, text }),
    cure: msg('cure.cellChanged'),
  };
}

const NO_SUCH_ROW: Refusal = {
  code: 'noSuchRow',
  message: msg('draft.noSuchRow'),
  cure: msg('cure.lookAtDraft'),
};
const NOT_FOUND: Refusal = {
  code: 'nothingChanged',
  message: msg('draft.nothingChanged'),
  cure: msg('cure.checkWhatWasAsked'),
};
const NO_FIX: Refusal = {
  code: 'noFix',
  message: msg('draft.noFix'),
  cure: msg('cure.correctOneByOne'),
};
const TOO_LONG: Refusal = {
  code: 'cellTooLong',
  message: msg('draft.cellTooLong'),
  cure: msg('cure.somethingShorter'),
};

/** The rows that a query matched: `rows` are indexes in file order, `sum` counts and adds up the payable ones. */
export interface FoundRows {
  readonly rows: readonly number[];
  readonly sum: { readonly count: number; readonly paise: number };
}

/**
 * The newest queries of each reading with their results, newest last. Scrolling repeats the same query for every page, and rows
 * stay in the result of one press of a filter even after they change.
 */
const answered = new WeakMap<DraftSheet, Map<string, FoundRows & { readonly revision: number }>>();

/** More than a desk's windows query in turn, even while a search is typed. */
const CACHED_ANSWERS_MAX = 8;

/** The rows that a query matches. */
export function findRows(draft: Draft, query: DraftQuery): FoundRows {
  const { filter, issue, search, ticked, press } = query;
  const { revision, reading } = draft;
  const answers = answered.get(reading) ?? new Map<string, FoundRows & { readonly revision: number }>();
  const asked = JSON.stringify([filter, issue?.code, issue?.field, search, ticked, press]);
  const before = answers.get(asked);
  answers.delete(asked);
  const rows = before?.revision === revision ? before.rows : rowsFor(draft, query, before?.rows ?? []);
  const found = before?.revision === revision ? before : { revision, rows, sum: sumOf(draft, rows) };
  answered.set(reading, answers.set(asked, found));
  const [oldest] = answers.keys();
  if (oldest !== undefined && answers.size > CACHED_ANSWERS_MAX) answers.delete(oldest);
  return found;
}

/** `before`: the rows it matched so far, in file order. */
function rowsFor(draft: Draft, query: DraftQuery, before: readonly number[]): readonly number[] {
  const passes = passesQuery(draft, query);
  let next = 0;
  return rowsWhere(draft, (row) => {
    const stays = query.press !== null && before[next] === row;
    if (stays) next += 1;
    return stays || passes(row);
  });
}

/** The position of a row among the matching ones, or null. */
export function findRow(draft: Draft, { rows }: FoundRows, rowNumber: number): number | null {
  const row = placeOf(draft, rowNumber);
  const at = row === null ? -1 : rows.indexOf(row);
  return at === -1 ? null : at;
}

function passesQuery(draft: Draft, { filter, issue, search, ticked }: DraftQuery): (row: number) => boolean {
  const text = search.trim().toLowerCase();
  const named = new Set(ticked?.rows);
  const { rowNumbers } = draft.reading.sheet.table;
  const fields = shownFields(draft);
  const has = holding(text);
  return (row) => {
    if (ticked !== null && named.has(rowNumbers[row] ?? -1) === ticked.isAll) return false;
    if (!passes(draft, row, filter)) return false;
    if (issue !== null && !hasIssue(draft, row, issue)) return false;
    return text === '' || fields.some((field) => has(draft.text(row, field)));
  };
}

function hasIssue(draft: Draft, row: number, { code, field }: NonNullable<DraftQuery['issue']>): boolean {
  return draft.check.issuesOf(row).some((issue) => issue.code === code && issue.field === field);
}

/** Whether a row was not left out. */
function isIn(draft: Draft, row: number): boolean {
  return draft.check.status(row) !== 'excluded';
}

/** Tests whether a cell contains a lower-case text. A text without letters needs no lower-case copy of each cell. */
function holding(text: string): (cell: string) => boolean {
  return text.toUpperCase() === text
    ? (cell) => startOf(cell).includes(text)
    : (cell) => startOf(cell).toLowerCase().includes(text);
}

/** The part of a cell that is searched; no value is longer. */
function startOf(cell: string): string {
  return cell.length > VALUE_MAX_CHARACTERS ? cell.slice(0, VALUE_MAX_CHARACTERS) : cell;
}

function sumOf(draft: Draft, rows: readonly number[]): FoundRows['sum'] {
  const sum = { count: 0, paise: 0 };
  for (const row of rows) {
    const checked = draft.check.rows[row];
    if (checked?.kind !== 'payable') continue;
    sum.count += 1;
    sum.paise += checked.payment.amountPaise;
  }
  return sum;
}

/** Whether a row belongs to a filter chip. */
function passes(draft: Draft, row: number, filter: DraftFilter): boolean {
  const status = draft.check.status(row);
  switch (filter) {
    case 'all':
      return true;
    case 'ready':
      return status === 'ready';
    case 'warnings':
      return status === 'warning';
    case 'errors':
      return status === 'error';
    case 'excluded':
      return status === 'excluded';
    case 'edited':
      return draft.edits.cells.has(row);
    default:
      return unreachable(filter);
  }
}

/** The indexes of the rows that pass a test, in file order. */
function rowsWhere(draft: Draft, holds: (row: number) => boolean): number[] {
  const rows: number[] = [];
  for (let row = 0; row < draft.check.rows.length; row += 1) if (holds(row)) rows.push(row);
  return rows;
}

/** The fields that the grid shows: those with a column and those that were typed into. */
function shownFields(draft: Draft): readonly Field[] {
  const typed = typedFields(draft.edits);
  return FIELDS.filter((field) => draft.reading.rules.columns[field] !== undefined || typed.has(field));
}
