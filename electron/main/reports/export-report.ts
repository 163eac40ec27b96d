// Writes a batch's report or other files made from it, in the given form or the form that the file's name asks for.

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invariant } from '../../../shared/failures.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import { isMessage } from '../../../shared/messages/speak.ts';
import { asPaise, decimalText } from '../../../shared/money.ts';
import type { ReportForm } from '../../../shared/report-forms.ts';
import type { Refusal } from '../../../shared/rows.ts';
import { STATE_KINDS, type StateKind } from '../../../shared/states.ts';
import type {
  BatchReport,
  Certificate,
  ReportAttempt,
  ReportAuditEntry,
  ReportExcluded,
  ReportHead,
  ReportPayout,
} from '../domain/report.ts';
import { type FileWriting, type FillFile, type WriteOptions, writeByEnding } from './atomic-file.ts';
import { fillCsvList } from './csv.ts';
import type { AdviceLook } from './payment-advice.ts';
import {
  cellOf,
  openReportBook,
  type ReportBook,
  RUPEES_FORMAT,
  type Sheet,
  sheetText,
  TEXT_FORMAT,
  writeListSheet,
} from './report-book.ts';
import {
  alarmWords,
  alarmWordsByRow,
  type Column,
  countPayouts,
  feeWords,
  localIso,
  NOT_TOLD,
  payoutColumns,
  reconcile,
  sourceColumns,
  withAlarm,
} from './report-payouts.ts';
import { approvalWords, ENGLISH_VOICE, type Voice, voiceOf } from './report-voice.ts';

/** What a form needs besides the batch. `csvName`: the CSV that the checksums describe. */
export interface ReportLook extends AdviceLook {
  /** The offset from UTC of all times. */
  readonly offsetMinutes: number;
  /** Whether a PDF has empty room for a signature. */
  readonly isToBeSigned: boolean;
  readonly csvName: string;
}

interface Form {
  readonly ending: string;
  readonly fill: (report: BatchReport, look: ReportLook) => FillFile;
}

/** Raise it with any change of what a CSV, its checksums or a workbook says: they are verified byte by byte. */
export const SHEETS_VERSION = 2;

/** The checksums file beside a CSV has the CSV's name plus this ending. */
export const CHECKSUMS_ENDING = '.sha256';

/** The code for PDFs, archives and mails is loaded only when needed. */
const FORMS: Readonly<Record<ReportForm, Form>> = {
  csv: { ending: '.csv', fill: fillCsv },
  xlsx: { ending: '.xlsx', fill: fillXlsx },
  pdf: {
    ending: '.pdf',
    fill: (report, look) => later(async () => (await import('./export-pdf.ts')).fillPdf(report, look)),
  },
  checksums: { ending: CHECKSUMS_ENDING, fill: fillChecksums },
  advice: {
    ending: '.pdf',
    fill: (report, look) => later(async () => (await import('./payment-advice.ts')).fillAdvice(report, look)),
  },
  'advice-parts': {
    ending: '.zip',
    fill: (report, look) => later(async () => (await import('./payment-advice.ts')).fillAdviceParts(report, look)),
  },
  'advice-files': {
    ending: '.zip',
    fill: (report, look) => later(async () => (await import('./payment-advice.ts')).fillAdviceFiles(report, look)),
  },
  'mail-merge': {
    ending: '.csv',
    fill: (report, look) => later(async () => (await import('./payment-advice.ts')).fillMailMerge(report, look)),
  },
};

function later(load: () => Promise<FillFile>): FillFile {
  return async (sink, signal) => (await load())(sink, signal);
}

export function endingOf(form: ReportForm): string {
  return FORMS[form].ending;
}

const PLAIN_LOOK: Omit<ReportLook, 'csvName' | 'offsetMinutes' | 'isToBeSigned'> = {
  language: 'en',
  payer: '',
  emailColumn: null,
  bankOf: () => Promise.resolve(null),
};

interface ReportOptions extends WriteOptions {
  /** By default, the form that the name's ending asks for. */
  readonly form?: ReportForm | undefined;
  readonly look?: Partial<ReportLook>;
  /** Signs a PDF. */
  readonly certificate?: Certificate | null;
}

/** Writes a report, or another file made from a batch. Refuses an ending that is not the form's, and on any writing error. */
export function exportReport(
  report: BatchReport,
  path: string,
  { form, look = {}, certificate = null, ...options }: ReportOptions = {},
): Promise<FileWriting> {
  const offsetMinutes = -new Date(report.asOfMs).getTimezoneOffset();
  const isToBeSigned = certificate !== null;
  const whole = { ...PLAIN_LOOK, offsetMinutes, isToBeSigned, csvName: basename(path, CHECKSUMS_ENDING), ...look };
  const forms = (form === undefined ? (['csv', 'xlsx', 'pdf'] as const) : [form]).map((one) => FORMS[one]);
  const fillOf = ({ ending, fill }: Form): FillFile => {
    const filled = fill(report, whole);
    if (certificate === null || ending !== '.pdf') return filled;
    return later(async () => (await import('./sign-pdf.ts')).signed(filled, certificate, report.asOfMs));
  };
  return writeByEnding(
    { ...options, path },
    { what: 'report', forms: Object.fromEntries(forms.map((one) => [one.ending, fillOf(one)])) },
  );
}

/** Writes the payouts as CSV. Refuses when they change meanwhile. */
function fillCsv(report: BatchReport, { offsetMinutes }: Pick<ReportLook, 'offsetMinutes'>): FillFile {
  return async (sink, signal) => {
    const counted = countPayouts(report);
    const alarms = alarmWordsByRow(report, ENGLISH_VOICE);
    const columns = payoutColumns(report.head, ENGLISH_VOICE).map((column) =>
      column.name === 'message' ? { ...column, read: messageWith(alarms) } : column,
    );
    const digest = createHash('sha256');
    await fillCsvList(columns, counted.payouts(), offsetMinutes, digest)(sink, signal);
    const refusal = counted.difference();
    if (refusal === null) CSV_HASHES.set(report, { offsetMinutes, hash: digest.digest('hex') });
    return refusal;
  };
}

/** The hash of the CSV that was last written from a report, which reads one moment: its checksums need not write it again. */
const CSV_HASHES = new WeakMap<BatchReport, { readonly offsetMinutes: number; readonly hash: string }>();

/** Writes the CSV nowhere if it was not written before. Returns its hash, or a refusal when the payouts change meanwhile. */
async function csvHash(
  report: BatchReport,
  look: Pick<ReportLook, 'offsetMinutes'>,
  signal: AbortSignal,
): Promise<string | Refusal> {
  if (CSV_HASHES.get(report)?.offsetMinutes !== look.offsetMinutes) {
    const refusal = await fillCsv(report, look)(new Writable({ write: (_, __, done) => done() }), signal);
    if (refusal !== null) return refusal;
  }
  const known = CSV_HASHES.get(report);
  invariant(known !== undefined, 'a CSV was written without its hash');
  return known.hash;
}

function messageWith(alarms: ReadonlyMap<number, string>): Column<ReportPayout>['read'] {
  return ({ message, rowNumber }) =>
    withAlarm(message === null ? null : ENGLISH_VOICE.say(message), alarms.get(rowNumber));
}

/**
 * Writes the report as a workbook for people: summary with control totals, payouts, attempts, issues, audit. Refuses when the
 * payouts change meanwhile, or when a sheet cannot hold them.
 */
function fillXlsx(
  report: BatchReport,
  { language, offsetMinutes }: Pick<ReportLook, 'language' | 'offsetMinutes'>,
): FillFile {
  return async (sink, signal) => {
    const voice = voiceOf(language);
    const book = await openReportBook(report, { sink, signal, voice, offsetMinutes });
    await writeSummarySheet(book, report, voice);
    const refusal = (await writePayouts(book, report, voice)) ?? (await writeLists(book, report, voice));
    if (refusal === null) await book.finish();
    return refusal;
  };
}

async function writePayouts(book: ReportBook, report: BatchReport, voice: Voice): Promise<Refusal | null> {
  const counted = countPayouts(report);
  const [row, status, ...others] = payoutColumns(report.head, voice);
  // The screen's word for the state, beside the machine's.
  const state: Column<ReportPayout> = {
    name: 'state',
    kind: 'text',
    read: (payout) => voice.say(msg(`stateTitle.${payout.state}`)),
  };
  const alarms = alarmWordsByRow(report, voice);
  const alarm: Column<ReportPayout> = {
    name: 'alarm',
    kind: 'text',
    read: ({ rowNumber }) => alarms.get(rowNumber) ?? null,
  };
  const notTold = voice.say(NOT_TOLD);
  const columns = [row, status, state, alarm, ...others]
    .filter((column) => column !== undefined)
    .map((column) => (FEE_COLUMNS.has(column.name) ? { ...column, read: orElse(column, notTold) } : column));
  const list = { name: 'Payments', columns, rows: counted.payouts() };
  return (await writeListSheet(book, list)) ?? counted.difference();
}

const FEE_COLUMNS: ReadonlySet<string> = new Set(['fee', 'tax']);

function orElse({ read }: Column<ReportPayout>, words: string): Column<ReportPayout>['read'] {
  return (payout) => read(payout) ?? words;
}

async function writeLists(book: ReportBook, report: BatchReport, voice: Voice): Promise<Refusal | null> {
  const issues = { name: 'Issues', columns: issueColumns(report, voice), rows: issueRows(report.excluded()) };
  return (
    (await writeListSheet(book, { name: 'Attempts', columns: ATTEMPT_COLUMNS, rows: report.attempts() })) ??
    (await writeListSheet(book, issues)) ??
    (await writeListSheet(book, { name: 'Audit', columns: auditColumns(voice), rows: report.audit() }))
  );
}

const ATTEMPT_COLUMNS: readonly Column<ReportAttempt>[] = [
  { name: 'row', kind: 'integer', read: (attempt) => attempt.rowNumber },
  { name: 'reference', kind: 'text', read: (attempt) => attempt.reference },
  { name: 'sent_at', kind: 'time', read: (attempt) => attempt.sentAtMs },
  { name: 'answered_at', kind: 'time', read: (attempt) => attempt.answeredAtMs },
  { name: 'outcome', kind: 'text', read: (attempt) => attempt.outcome },
  { name: 'http_status', kind: 'integer', read: (attempt) => attempt.httpStatus },
  { name: 'answer', kind: 'text', read: (attempt) => attempt.answer },
];

function auditColumns(voice: Voice): readonly Column<ReportAuditEntry>[] {
  return [
    { name: 'entry', kind: 'integer', read: (entry) => entry.sequence },
    { name: 'at', kind: 'time', read: (entry) => entry.atMs },
    { name: 'who', kind: 'text', read: (entry) => entry.actor },
    { name: 'what', kind: 'text', read: (entry) => entry.what },
    { name: 'detail', kind: 'text', read: (entry) => spokenDetail(entry.detail, voice) },
    { name: 'hash', kind: 'text', read: (entry) => entry.hash },
  ];
}

/** The detail of an audit entry as it is stored, but with its messages in words. */
function spokenDetail(detail: string, { say }: Voice): string {
  if (!detail.includes('"params":')) return detail;
  return JSON.stringify(JSON.parse(detail, (_, value: unknown) => (isMessage(value) ? say(value) : value)));
}

/** One reason why a row was left out; `issue` is null when it was left out without one. */
interface IssueRow {
  readonly rowNumber: number;
  readonly source: readonly string[];
  readonly issue: ReportExcluded['issues'][number] | null;
}

function issueColumns({ head }: BatchReport, { say }: Voice): readonly Column<IssueRow>[] {
  return [
    { name: 'row', kind: 'integer', read: (row) => row.rowNumber },
    { name: 'cell', kind: 'text', read: (row) => row.issue?.cell ?? null },
    { name: 'severity', kind: 'text', read: (row) => row.issue?.severity ?? null },
    { name: 'code', kind: 'text', read: (row) => row.issue?.code ?? null },
    {
      name: 'problem',
      kind: 'text',
      read: ({ issue }) => say(issue === null ? msg('summary.noReason') : issue.message),
    },
    { name: 'cure', kind: 'text', read: ({ issue }) => (issue === null ? null : say(issue.cure)) },
    ...sourceColumns<IssueRow>(head),
  ];
}

function* issueRows(excluded: Iterable<ReportExcluded>): Generator<IssueRow> {
  for (const { rowNumber, source, issues } of excluded) {
    if (issues.length === 0) yield { rowNumber, source, issue: null };
    for (const issue of issues) yield { rowNumber, source, issue };
  }
}

/** A line of the summary: a text, or a count of payouts and an amount in paise. */
type SummaryLine =
  | readonly [label: Message, value: string | Message | null]
  | readonly [label: Message | StateKind, count: number, paise: number];

async function writeSummarySheet(book: ReportBook, report: BatchReport, { say, inWords }: Voice): Promise<void> {
  const { head } = report;
  const sheet = book.addSheet('Summary', { frozenRows: 0 });
  sheet.columns = [
    { width: 24, style: { numFmt: TEXT_FORMAT } },
    { width: 24, style: { numFmt: TEXT_FORMAT } },
    { width: 24, style: { numFmt: RUPEES_FORMAT } },
    { width: 16, style: { numFmt: TEXT_FORMAT } },
  ];
  const addLines = (lines: readonly SummaryLine[]): void => {
    for (const line of lines) addLine(sheet, line, say);
  };
  addTitle(sheet, say(msg('paper.title', { batch: head.batch })));
  if (head.environment === 'PRACTICE') addTitle(sheet, say(msg('paper.practice')));
  addLines([...alarmLines(report), ...factsOf(report, book.offsetMinutes)]);
  sheet.addRow([]).commit();
  const heads = (['controlTotals', 'payouts', 'rupees'] as const).map((name) => say(msg(`summary.${name}`)));
  addCount(sheet, { label: heads[0] ?? '', count: heads[1] ?? '', paise: heads[2] ?? '', word: '', bold: true });
  addLines(totalsOf(report));
  addLines([
    [msg('summary.reconciliation'), reconcile(report).sentence],
    [msg('summary.inWords'), inWords(head.confirmedPaise)],
    [msg('summary.leftOut'), msg('summary.leftOut.value', { count: head.excludedCount })],
    ...feeLines(report),
  ]);
  sheet.addRow([]).commit();
  addLines(proofOf(head));
  sheet.commit();
  await book.yieldTurn();
}

function factsOf({ head, asOfMs, approvals = [] }: BatchReport, offsetMinutes: number): readonly SummaryLine[] {
  const asOf = localIso(asOfMs, offsetMinutes);
  return [
    [msg('summary.asOf'), asOf],
    [msg('summary.times'), msg('summary.times.value', { offset: asOf.slice(-6) })],
    [msg('summary.environment'), head.environment],
    [msg('summary.profile'), head.profile],
    [msg('summary.mid'), String(head.mid)],
    [msg('summary.baseUrl'), head.baseUrl],
    [msg('summary.batch'), head.batch],
    [msg('summary.name'), head.name],
    [msg('summary.run'), String(head.runNumber)],
    [msg('summary.retryOf'), head.retryOf],
    [msg('summary.file'), head.fileName],
    [msg('summary.sheet'), head.sheet],
    [msg('summary.confirmedBy'), head.confirmedBy],
    [msg('summary.confirmedAt'), localIso(head.confirmedAtMs, offsetMinutes)],
    ...approvals.map((one) => [msg('summary.approvedBy'), approvalWords(one)] as const),
  ];
}

/** Unread alarms, each with its row. They come before everything else. */
function alarmLines({ alarms }: BatchReport): readonly SummaryLine[] {
  if (alarms.length === 0) return [];
  const named = alarms.slice(0, ALARMS_NAMED).map((one) => [msg('summary.alarm'), alarmWords(one)] as const);
  return [[msg('summary.openAlarms'), msg('summary.openAlarms.value', { count: alarms.length })], ...named];
}

/** How many alarms the summary names. Every alarm is also shown at its row. */
const ALARMS_NAMED = 20;

function proofOf(head: ReportHead): readonly SummaryLine[] {
  return [
    [msg('summary.fileHash'), head.fileSha256],
    [msg('summary.fingerprint'), head.fingerprint],
    [msg('summary.auditEntry'), String(head.auditSequence)],
    [msg('summary.auditHash'), head.auditHash],
    [msg('summary.form'), String(SHEETS_VERSION)],
  ];
}

function feeLines(report: BatchReport): readonly SummaryLine[] {
  const { fee, tax, wallet } = feeWords(report);
  return [
    [msg('summary.fees'), fee],
    [msg('summary.taxes'), tax],
    [msg('summary.walletRest'), wallet],
  ];
}

function totalsOf(report: BatchReport): readonly SummaryLine[] {
  const { head } = report;
  const sums = reconcile(report);
  return [
    [msg('summary.confirmed'), head.confirmedCount, head.confirmedPaise],
    ...STATE_KINDS.map((state) => [state, head.counts[state], head.paise[state]] as const),
    [msg('summary.sumOfStates'), sums.count, sums.paise],
  ];
}

/**
 * The file beside a CSV, which has no room for this itself: the summary, as lines that `sha256sum -c` ignores, and the CSV's
 * checksum. Each line is a label, a colon and its values, each after a tab, with rupees as decimals. Refuses when the payouts
 * change meanwhile.
 */
function fillChecksums(report: BatchReport, look: Pick<ReportLook, 'csvName' | 'offsetMinutes'>): FillFile {
  return async (sink, signal) => {
    const hash = await csvHash(report, look, signal);
    if (typeof hash !== 'string') return hash;
    const { csvName, offsetMinutes } = look;
    const facts = factsOf(report, offsetMinutes);
    const lines = [...alarmLines(report), ...facts, ...totalsOf(report), ...feeLines(report), ...proofOf(report.head)];
    const summary = lines.map(([label, ...values]) =>
      [
        `# ${ENGLISH_VOICE.say(label)}:`,
        ...values.map((value, at) => (at === 1 ? decimalText(asPaise(Number(value))) : plain(value))),
      ].join('\t'),
    );
    const text = [...summary, `${hash}  ${csvName}`, ''].join('\n');
    await pipeline([text], sink, { signal });
    return null;
  };
}

/** Keeps the value on one line, whatever a person named a file. */
function plain(value: string | Message | number | null | undefined): string {
  const text = typeof value === 'number' ? String(value) : ENGLISH_VOICE.say(value ?? '');
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

/** `word`: the screen's word, when the label is the machine's. */
interface CountLine {
  readonly label: string;
  readonly count: number | string;
  readonly paise: number | string;
  readonly word: string;
  readonly bold: boolean;
}

function addCount(sheet: Sheet, { label, count, paise, word, bold }: CountLine): void {
  const row = sheet.addRow([label, count, cellOf('rupees', paise, 0), word]);
  row.getCell(2).numFmt = '0';
  row.getCell(2).alignment = { horizontal: 'right' };
  row.getCell(3).alignment = { horizontal: 'right' };
  if (bold) row.font = { bold: true };
  row.commit();
}

function addLine(sheet: Sheet, line: SummaryLine, say: Voice['say']): void {
  if (line.length === 2) {
    const row = sheet.addRow([say(line[0]), sheetText(say(line[1] ?? ''))]);
    if (line[0].code === 'summary.reconciliation') row.font = { bold: true };
    row.commit();
    return;
  }
  const [label, count, paise] = line;
  const word = typeof label === 'string' ? say(msg(`stateTitle.${label}`)) : '';
  const bold = typeof label !== 'string' && label.code === 'summary.sumOfStates';
  addCount(sheet, { label: say(label), count, paise, word, bold });
}

function addTitle(sheet: Sheet, text: string): void {
  const row = sheet.addRow([sheetText(text)]);
  row.font = { bold: true, size: 13 };
  row.commit();
}
