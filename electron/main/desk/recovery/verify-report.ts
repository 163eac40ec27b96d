// Checks whether a report is what the desk wrote: it writes the report again as of the report's own moment and compares bytes. Only
// the same bytes are called the same. Where they differ, the cells say what was altered, or which payouts have changed since, by
// which entry of the audit log. Where the cells agree too, another program saved the report, and it cannot be compared.

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { ReportFinding, ReportVerdict } from '../../../../shared/api/views.ts';
import { type BatchId, parseBatchId } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { bookOfBatch } from '../../../../shared/profiles.ts';
import { LANGUAGES, type Language, type ReportForm } from '../../../../shared/report-forms.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { STATE_KINDS, type StateKind } from '../../../../shared/states.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import type { BatchReport } from '../../domain/report.ts';
import { bankOf } from '../../import/ifsc-list.ts';
import { refusalOf } from '../../reports/atomic-file.ts';
import type { ReportLine, ReportList } from '../../reports/read-report.ts';
import { localIso, withoutAlarm } from '../../reports/report-payouts.ts';
import type { ReportFormat } from '../../reports/same-report.ts';
import { findBatch, noSuchBatch, refused, refusedByDisk } from '../../session/desks.ts';
import { DOUBTED_IN_LOCK, DOUBTED_UNATTENDED, reportInDoubt } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader } from '../../store/store.ts';
import { exportBatch } from '../batches/export-batch.ts';
import { readNamedFile } from './verify-passport.ts';

/** How many findings are listed; more would only repeat them. */
const FINDINGS_NAMED = 20;

/** The columns that may change after a payout was confirmed. Every other column stays the same. */
const MOVING: ReadonlySet<string> = new Set([
  'status',
  'state',
  'transaction_id',
  'rrn',
  'utr',
  'log_number',
  'tran_ref_no',
  'gateway_status',
  'message',
  'alarm',
  'attempts',
  'sent_at',
  'settled_at',
  'fee',
  'tax',
]);

/** The log has an entry of that name for each payment that came to such an ending, even where it has moved on since. */
const ENDINGS: ReadonlySet<string> = new Set(['success', 'failed', 'rejected', 'reversed']);

/** Lines of the summary that hold only for the time it was made. The lines of states are compared with the report's own rows. */
const OF_ITS_MOMENT = [
  'asOf',
  'times',
  'auditEntry',
  'auditHash',
  'sumOfStates',
  'reconciliation',
  'openAlarms',
  'alarm',
  'fees',
  'taxes',
  'walletRest',
] as const;

/** A report in memory. The lines of each list are keyed by what identifies a line. */
interface ReadReport {
  readonly batch: BatchId;
  readonly language: Language;
  /** The labels of its summary, in its language. */
  readonly labelOf: (label: SummaryLabel) => string;
  readonly summary: ReadonlyMap<string, readonly string[]>;
  readonly lists: Readonly<Record<ReportList, ReadonlyMap<string, ListedLine>>>;
}

interface ListedLine {
  readonly header: readonly string[];
  readonly cells: readonly string[];
}

/** What a report says about how it was made. Null where it does not say. */
interface Marks {
  readonly batch: BatchId;
  readonly language: Language;
  readonly madeAtMs: number | null;
  readonly offsetMinutes: number;
  readonly auditSequence: number | null;
  readonly auditHash: string | null;
  /** Whether this desk writes the same form. */
  readonly isOfThisVersion: boolean;
}

/** A report in hand: the file, what it says about itself, and, unless it is a PDF, its cells. */
interface SavedReport {
  readonly path: string;
  readonly format: ReportFormat;
  readonly marks: Marks;
  readonly cells: ReadReport | null;
}

/** Verifies a report. Refuses if it cannot be read or belongs to no batch of this desk. */
export async function verifyReport(system: System, path: string): Promise<Answer<ReportVerdict>> {
  const saved = await readSaved(system, path);
  if ('code' in saved) return refused(saved);
  const { batch: id, auditSequence, auditHash, madeAtMs, offsetMinutes } = saved.marks;
  const opening = system.openReader(bookOfBatch(id));
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind !== 'open') return refused(noSuchBatch(id));
  const { store } = opening;
  const folder = await madeAnewFolder();
  if (typeof folder !== 'string') {
    store.close();
    return refused(folder);
  }
  try {
    const batch = findBatch(store, id);
    if ('kind' in batch) return batch;
    const findings = new Findings();
    const hash = auditSequence === null ? null : store.hashAt(auditSequence);
    if (auditSequence !== null && (hash === null || (saved.format !== 'pdf' && hash !== auditHash))) {
      findings.add('altered', msg('verify.auditHead'));
    }
    const wrong = wrongMoment(store, saved.marks, system.clock.nowMs());
    if (wrong !== null) findings.add(wrong.kind, wrong.message);
    const named = await csvNamedBy(saved);
    if (named !== null && named !== basename(path)) findings.add('notComparable', msg('verify.otherFile'));
    const changed = auditSequence === null ? null : store.changedRows(batch.batch, auditSequence);
    // A payment may have changed since in ways that no report shows, such as by another look-up.
    const isSame = findings.isEmpty && (await isWrittenAnew(system, { saved, store, batch, folder }));
    if (typeof isSame !== 'boolean') return refused(isSame);
    if (!isSame) {
      const compared = await compare(system, { saved, store, batch, changed, folder }, findings);
      if (compared !== null) return compared;
    }
    const asOf = madeAtMs === null ? null : localIso(madeAtMs, offsetMinutes);
    return { kind: 'done', value: { file: basename(path), batch: id, asOf, ...findings.verdict() } };
  } catch (error) {
    return refusedByDisk(system, error);
  } finally {
    store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Clocks are read a little before what is written with them, and a PDF names whole seconds. */
const MOMENT_SLACK_MS = 60_000;

/** What speaks against the moment that a report names: its entry was not the last one of the log then. */
function wrongMoment(
  store: HeadedReader,
  { madeAtMs, offsetMinutes, auditSequence }: Marks,
  nowMs: number,
): ReportFinding | null {
  const fromMs = auditSequence === null ? null : store.atMsOf(auditSequence);
  if (madeAtMs === null || auditSequence === null || fromMs === null) return null;
  const about = { time: localIso(madeAtMs, offsetMinutes), entry: auditSequence };
  const untilMs = store.atMsOf(auditSequence + 1);
  const isWithin = madeAtMs >= fromMs - MOMENT_SLACK_MS && madeAtMs <= (untilMs ?? nowMs) + MOMENT_SLACK_MS;
  if (isWithin) return null;
  // The clock was set back in between, or this computer's clock is behind: the times prove nothing.
  const isClockUnsure = (untilMs ?? nowMs) < fromMs || (untilMs === null && madeAtMs > nowMs);
  return { kind: isClockUnsure ? 'notComparable' : 'altered', message: msg('verify.moment', about) };
}

interface Verifying {
  readonly saved: SavedReport;
  readonly store: HeadedReader;
  readonly batch: BatchRecord;
  readonly folder: string;
}

/**
 * Whether the desk writes these very bytes as of the report's own moment; as of now where it does not say its moment. Refused if
 * it cannot write: a full disk says nothing about the report.
 */
async function isWrittenAnew(system: System, { saved, store, batch, folder }: Verifying): Promise<boolean | Refusal> {
  const { path, format, marks } = saved;
  const [{ CHECKSUMS_ENDING, exportReport }, { hasSignatureRoom, isSameReport }] = await Promise.all([
    import('../../reports/export-report.ts'),
    import('../../reports/same-report.ts'),
  ]);
  const bytes = await readFile(path);
  const beside = format === 'csv' ? await readFile(`${path}${CHECKSUMS_ENDING}`).catch(() => null) : null;
  const { offsetMinutes, language } = marks;
  const isToBeSigned = format === 'pdf' && hasSignatureRoom(bytes);
  const look = { bankOf, offsetMinutes, language, isToBeSigned, csvName: basename(path) };
  const nowMs = system.clock.nowMs();
  for (const [at, madeAtMs] of momentsOf(saved).entries()) {
    const then = reportThen(store, batch, { ...marks, madeAtMs, nowMs });
    for (const [way, doubted] of doubtsOf(then).entries()) {
      const write = async (ending: string, form: ReportForm): Promise<Buffer | Refusal> => {
        const ours = join(folder, `report-${at}-${way}${ending}`);
        const written = await exportReport(reportInDoubt(then, doubted), ours, { form, look });
        return written.kind === 'refused' ? written.refusal : await readFile(ours);
      };
      const made = await write(`.${format}`, format);
      if ('code' in made) return made;
      if (!isSameReport(format, bytes, made)) continue;
      if (beside === null) return true;
      const checksums = await write(CHECKSUMS_ENDING, 'checksums');
      if ('code' in checksums) return checksums;
      if (checksums.equals(beside)) return true;
    }
  }
  return false;
}

/** How a report showed a payout being sent depended on whether a process held the desk, so each way is tried that shows any. */
function doubtsOf({ head: { counts } }: BatchReport): readonly (readonly StateKind[])[] {
  const shown = [DOUBTED_UNATTENDED, DOUBTED_IN_LOCK].filter((doubted) => doubted.some((state) => counts[state] > 0));
  return [[], ...shown];
}

/** When a report may have been made. What happened within the second that a PDF names may be in it or not. */
function momentsOf({ format, marks: { madeAtMs } }: SavedReport): readonly (number | null)[] {
  return madeAtMs === null || format !== 'pdf' ? [madeAtMs] : [madeAtMs, madeAtMs + 999];
}

/** The CSV that the checksums beside a report name; null for none. */
async function csvNamedBy({ path, format }: SavedReport): Promise<string | null> {
  if (format !== 'csv') return null;
  const { CHECKSUMS_ENDING } = await import('../../reports/export-report.ts');
  const checksums = await readFile(`${path}${CHECKSUMS_ENDING}`, 'utf8').catch(() => '');
  const [, csvName = null] = /^[0-9a-f]{64} {2}([^\r\n]+)\n$/m.exec(checksums) ?? [];
  return csvName;
}

/** The batch's report as it was, if its payouts show what they showed: earlier values are not stored. */
function reportThen(
  store: HeadedReader,
  batch: BatchRecord,
  { madeAtMs, auditSequence, nowMs }: Marks & { readonly nowMs: number },
): BatchReport {
  const now = store.report(batch, madeAtMs ?? nowMs, madeAtMs !== null);
  const auditHash = auditSequence === null ? null : store.hashAt(auditSequence);
  if (madeAtMs === null || auditSequence === null) return now;
  return {
    ...now,
    head: { ...now.head, auditSequence, auditHash },
    attempts: () => [...now.attempts()].filter(({ sentAtMs }) => sentAtMs <= madeAtMs),
    audit: () => [...now.audit()].filter(({ sequence }) => sequence <= auditSequence),
  };
}

/** Finds out how a report differs. Returns a refusal if it cannot. */
async function compare(
  system: System,
  { saved, store, batch, changed, folder }: Verifying & { readonly changed: ReadonlyMap<number, number> | null },
  findings: Findings,
): Promise<Answer<never> | null> {
  const { format, marks, cells } = saved;
  if (cells === null) {
    for (const [row, entry] of changed ?? []) findings.add('outdated', msg('verify.rowChanged', { row, entry }));
    // Only paper says by which later payment a row was paid after all.
    const again = marks.madeAtMs === null ? [] : store.againChanged(batch.batch, marks.madeAtMs);
    for (const row of again) findings.add('outdated', msg('verify.againChanged', { row }));
  } else {
    const ours = join(folder, `now.${format}`);
    const written = await exportBatch(system, { batch: marks.batch, path: ours, language: marks.language });
    if (written.kind !== 'done') return written;
    const now = await readWhole(system, ours);
    if ('code' in now) return refused(now);
    if (marks.isOfThisVersion) compareColumns({ saved: cells, now }, findings);
    const wasEver = (row: number, state: string): boolean =>
      !ENDINGS.has(state) || store.payoutEntries.all(batch.batch, row).some(({ what }) => what === state);
    comparePayouts({ saved: cells, now, changed, marks, wasEver }, findings);
    compareLists({ saved: cells, now, marks }, findings);
    compareSummary({ saved: cells, now, marks }, findings);
  }
  if (!marks.isOfThisVersion) findings.add('notComparable', msg('verify.otherVersion'));
  if (!findings.isEmpty) return null;
  // How a possible duplicate changed since, and which alarms were read within that second, can no longer be told.
  const isAlarmed =
    store.news.mayNameAnother(batch.batch) ||
    store.news
      .list({ batch: batch.batch, all: true })
      .some(({ heardAtMs, readAtMs }) => (readAtMs ?? heardAtMs) >= (marks.madeAtMs ?? 0));
  if (isAlarmed) findings.add('outdated', msg('verify.alarmsChanged'));
  else if (cells === null) findings.add('altered', msg('verify.notWhatWasWritten'));
  else findings.add('notComparable', msg('verify.savedAgain'));
  return null;
}

const FOLDER = 'payout-desk-verified-';
/** No verification takes longer than this. */
const LEFT_AFTER_MS = 3_600_000;

/**
 * The folder for the rewritten report; a refusal where there can be none. First removes what a killed process left there: it names
 * people and accounts.
 */
async function madeAnewFolder(): Promise<string | Refusal> {
  try {
    await removeLeftFolders();
    return await mkdtemp(join(tmpdir(), FOLDER));
  } catch (error) {
    const refusal = refusalOf(error, { path: join(tmpdir(), FOLDER), stage: 'opening' });
    if (refusal === null) throw error;
    return refusal;
  }
}

async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER)) continue;
    const left = join(tmpdir(), name);
    const isOld = await stat(left).then(
      ({ mtimeMs }) => Date.now() - mtimeMs > LEFT_AFTER_MS,
      () => false,
    );
    // Another user's folder stays.
    if (isOld) await rm(left, { recursive: true, force: true }).catch(() => undefined);
  }
}

class Findings {
  readonly #named: ReportFinding[] = [];
  readonly #kinds = new Set<ReportFinding['kind']>();
  #more = 0;

  get isEmpty(): boolean {
    return this.#kinds.size === 0;
  }

  add(kind: ReportFinding['kind'], message: Message): void {
    this.#kinds.add(kind);
    if (this.#named.length < FINDINGS_NAMED) this.#named.push({ kind, message });
    else this.#more += 1;
  }

  /** The worst finding decides. */
  verdict(): Pick<ReportVerdict, 'verdict' | 'findings' | 'more'> {
    const worst = (['altered', 'notComparable', 'outdated'] as const).find((kind) => this.#kinds.has(kind));
    return { verdict: worst ?? 'same', findings: this.#named, more: this.#more };
  }
}

/** No report is longer: text in memory may have half a gigabyte. */
const REPORT_BYTES_MAX = 512 * 1_024 * 1_024 - 1_024;

async function readSaved(system: System, path: string): Promise<SavedReport | Refusal> {
  const bytes = await readNamedFile(path, REPORT_BYTES_MAX);
  if (bytes === null) return NOT_A_REPORT;
  if ('code' in bytes) return bytes;
  const { formatOf } = await import('../../reports/read-report.ts');
  const format = formatOf(bytes);
  if (format === 'pdf') {
    const { readPdfMarks } = await import('../../reports/export-pdf.ts');
    const marks = readPdfMarks(bytes);
    const batch = marks === null ? null : parseBatchId(marks.batch);
    return marks === null || batch === null
      ? NOT_A_REPORT
      : { path, format, marks: { ...marks, batch, auditHash: null }, cells: null };
  }
  const [cells, { SHEETS_VERSION }] = [await readWhole(system, path), await import('../../reports/export-report.ts')];
  if ('code' in cells) return cells;
  const asOf = summaryOf(cells, 'asOf') ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})$/.exec(asOf) ?? [];
  // The desk writes years of four digits; Date.parse would take longer ones too.
  const madeAtMs = Date.parse(/^\d{4}-/.test(asOf) ? asOf : 'none');
  const marks = {
    batch: cells.batch,
    language: cells.language,
    madeAtMs: Number.isNaN(madeAtMs) ? null : madeAtMs,
    offsetMinutes:
      asOf === '' ? -new Date().getTimezoneOffset() : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
    auditSequence: entryOf(cells),
    auditHash: summaryOf(cells, 'auditHash') ?? null,
    // A plain list of payouts has only its columns to tell its version by.
    isOfThisVersion: cells.summary.size === 0 ? hasFees(cells) : summaryOf(cells, 'form') === String(SHEETS_VERSION),
  };
  return { path, format, marks, cells };
}

function hasFees({ lists }: ReadReport): boolean {
  const [first] = lists.Payouts.values();
  return first === undefined || (first.header.includes('fee') && first.header.includes('tax'));
}

async function readWhole({ readSheet }: System, path: string): Promise<ReadReport | Refusal> {
  const [{ readReport }, { voiceOf }] = await Promise.all([
    import('../../reports/read-report.ts'),
    import('../../reports/report-voice.ts'),
  ]);
  const labelIn = (label: SummaryLabel, language: Language): string => voiceOf(language).say(msg(`summary.${label}`));
  const summary = new Map<string, readonly string[]>();
  const lists: Readonly<Record<ReportList, Map<string, ListedLine>>> = {
    Payouts: new Map(),
    Attempts: new Map(),
    Issues: new Map(),
    Audit: new Map(),
  };
  try {
    for await (const line of readReport(path, readSheet)) {
      const { list, header, cells } = line;
      if (list === 'Summary' || header === null) summary.set(cells[0] ?? '', cells.slice(1));
      else lists[list].set(nameOf(line, lists[list]), { header, cells: header.map((_, index) => cells[index] ?? '') });
    }
  } catch {
    return NOT_A_REPORT;
  }
  const [first] = lists.Payouts.values();
  const language = LANGUAGES.find((one) => summary.has(labelIn('batch', one))) ?? 'en';
  const labelOf = (label: SummaryLabel): string => labelIn(label, language);
  const named =
    summaryOf({ summary, labelOf }, 'batch') ??
    (first === undefined ? undefined : first.cells[first.header.indexOf('batch')]);
  const batch = named === undefined ? null : parseBatchId(named);
  return batch === null ? NOT_A_REPORT : { batch, language, labelOf, summary, lists };
}

/** The key of a line; a second line with the same key gets a number. */
function nameOf({ list, cells }: ReportLine, known: ReadonlyMap<string, ListedLine>): string {
  const keys = list === 'Attempts' ? cells.slice(0, 3).map(momentOf) : list === 'Issues' ? cells : cells.slice(0, 1);
  const name = keys.join('\u0000');
  let copy = 1;
  while (known.has(copy === 1 ? name : `${name}\u0000${copy}`)) copy += 1;
  return copy === 1 ? name : `${name}\u0000${copy}`;
}

/** Normalises a time, which may be written in any time zone. */
function momentOf(text: string): string {
  const isMoment = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:[+-]\d{2}:\d{2}|Z)$/.test(text);
  return isMoment ? new Date(text).toISOString() : text;
}

type SummaryLabel = (typeof OF_ITS_MOMENT)[number] | 'batch' | 'form';

/** The first value on the line with this label. */
function summaryOf(
  { summary, labelOf }: Pick<ReadReport, 'summary' | 'labelOf'>,
  label: SummaryLabel,
): string | undefined {
  return summary.get(labelOf(label))?.[0];
}

function entryOf(report: ReadReport): number | null {
  const entry = Number(summaryOf(report, 'auditEntry') ?? '');
  return Number.isSafeInteger(entry) && entry > 0 ? entry : null;
}

interface Both {
  readonly saved: ReadReport;
  readonly now: ReadReport;
}

/** What another version did not have is no alteration. */
interface Versions extends Both {
  readonly marks: Pick<Marks, 'isOfThisVersion'>;
}

/** A column more would be shown to a person as one of the desk's. */
function compareColumns({ saved, now }: Both, findings: Findings): void {
  for (const list of REPORT_LISTS) {
    const [[theirs], [ours]] = [[...saved.lists[list].values()], [...now.lists[list].values()]];
    if (theirs === undefined || ours === undefined || isDeepStrictEqual(theirs.header, ours.header)) continue;
    findings.add('altered', msg('verify.columns', { list: list === 'Payouts' ? 'Payments' : list }));
  }
}

/**
 * `changed`: the rows of payouts that changed since, each with the audit entry; null if the report does not say when it was made.
 */
function comparePayouts(
  {
    saved,
    now,
    changed,
    marks,
    wasEver,
  }: Versions & {
    readonly changed: ReadonlyMap<number, number> | null;
    readonly wasEver: (row: number, state: string) => boolean;
  },
  findings: Findings,
): void {
  for (const [row, { header, cells }] of now.lists.Payouts) {
    const line = saved.lists.Payouts.get(row);
    if (line === undefined) {
      findings.add('altered', msg('verify.rowMissing', { row }));
      continue;
    }
    for (const [index, column] of header.entries()) {
      if (!marks.isOfThisVersion && !line.header.includes(column)) continue;
      const was = line.cells[line.header.indexOf(column)] ?? '';
      const is = cells[index] ?? '';
      if (momentOf(was) === momentOf(is)) continue;
      // Alarms appear and are read without any change to the payout.
      if (column === 'alarm' || withoutAlarm(was) === withoutAlarm(is)) {
        findings.add('outdated', msg('verify.rowAlarms', { row }));
        continue;
      }
      const entry = changed?.get(Number(row));
      // `sending` in a report may already read `unknown` before any entry records it, if the desk has ended.
      const hasMoved = changed === null || entry !== undefined || was === 'sending';
      const isLater = MOVING.has(column) && hasMoved && (column !== 'status' || wasEver(Number(row), was));
      const differs = { row, column, was, is };
      findings.add(
        isLater ? 'outdated' : 'altered',
        isLater && entry !== undefined
          ? msg('verify.cellDiffers.since', { ...differs, entry })
          : msg('verify.cellDiffers', differs),
      );
    }
  }
  for (const row of saved.lists.Payouts.keys()) {
    if (now.lists.Payouts.has(row)) continue;
    findings.add('altered', msg('verify.rowAdded', { row: row.split('\u0000')[0] ?? '' }));
  }
}

const COMPARED_LISTS = ['Attempts', 'Issues', 'Audit'] as const;
const REPORT_LISTS = ['Payouts', ...COMPARED_LISTS] as const;

function compareLists(
  { saved, now, marks: { auditSequence, madeAtMs } }: Both & { readonly marks: Marks },
  findings: Findings,
): void {
  // A CSV contains only the list of payouts.
  if (Object.values(now.lists).every(({ size }, at) => at === 0 || size === 0)) return;
  const moment = { madeAt: auditSequence ?? Infinity, madeAtMs: madeAtMs ?? Infinity };
  for (const list of COMPARED_LISTS) {
    const called = ({ cells }: ListedLine): { readonly line: Message } => {
      return { line: msg(`verify.line.${list}`, { cells: cells.slice(0, 3).join(', ') }) };
    };
    for (const [name, line] of now.lists[list]) {
      if (saved.lists[list].has(name) || isLater(list, line, moment)) continue;
      findings.add('altered', msg('verify.lineMissing', called(line)));
    }
    for (const [name, line] of saved.lists[list]) {
      const ours = now.lists[list].get(name);
      if (ours === undefined) findings.add('altered', msg('verify.lineAdded', called(line)));
      else if (!isSame(line, ours)) findings.add('altered', msg('verify.lineDiffers', called(line)));
    }
  }
}

function isLater(
  list: (typeof COMPARED_LISTS)[number],
  { cells }: ListedLine,
  { madeAt, madeAtMs }: { readonly madeAt: number; readonly madeAtMs: number },
): boolean {
  if (list === 'Audit') return Number(cells[0]) > madeAt;
  return list === 'Attempts' && Date.parse(cells[2] ?? '') > madeAtMs;
}

/** A send without a response at that time may have one now. */
function isSame(line: ListedLine, ours: ListedLine): boolean {
  const answered = line.header.indexOf('answered_at');
  const isOpen = answered !== -1 && line.cells[answered] === '';
  const upTo = isOpen ? answered : line.cells.length;
  return line.cells.slice(0, upTo).every((cell, index) => momentOf(cell) === momentOf(ours.cells[index] ?? ''));
}

function compareSummary({ saved, now, marks }: Versions, findings: Findings): void {
  if (saved.summary.size === 0) return;
  const moving = new Set<string>([...STATE_KINDS, ...OF_ITS_MOMENT.map(now.labelOf)]);
  const formLabel = now.labelOf('form');
  const alarms = new Set((['openAlarms', 'alarm'] as const).map(now.labelOf));
  for (const [label, values] of now.summary) {
    // A report of another form is never called the same.
    if (label === formLabel) continue;
    const was = saved.summary.get(label);
    if (was === undefined && !marks.isOfThisVersion) continue;
    // Lines of alarms come and go.
    if (moving.has(label) && (was !== undefined || alarms.has(label))) continue;
    if (was !== undefined && values.every((value, index) => momentOf(value) === momentOf(was[index] ?? ''))) continue;
    const differs = { label, was: was?.join(' ') ?? '', is: values.join(' ') };
    findings.add('altered', msg('verify.summaryDiffers', differs));
  }
  for (const state of STATE_KINDS) {
    const [count, rupees] = saved.summary.get(state) ?? [];
    const rows = [...saved.lists.Payouts.values()].filter(
      ({ header, cells }) => cells[header.indexOf('status')] === state,
    );
    const paise = rows.reduce((sum, { header, cells }) => sum + paiseOf(cells[header.indexOf('amount')]), 0);
    if (Number(count) === rows.length && paiseOf(rupees) === paise) continue;
    findings.add('altered', msg('verify.summarySums', { label: state }));
  }
}

function paiseOf(rupees: string | undefined): number {
  return Math.round(Number(rupees ?? 'none') * 100);
}

const NOT_A_REPORT: Refusal = {
  code: 'notAReport',
  message: msg('verify.notAReport'),
  cure: msg('cure.chooseAReport'),
};
