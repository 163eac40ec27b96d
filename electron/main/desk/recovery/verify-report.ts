// Checks whether a report is what the desk would write: it writes the report again and compares both line by line. A payout that
// changed since the report was made is no alteration: the audit log says which one changed, and in which entry.

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { ReportFinding, ReportVerdict } from '../../../../shared/api/views.ts';
import { type BatchId, parseBatchId } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { bookOfBatch } from '../../../../shared/profiles.ts';
import { LANGUAGES, type Language } from '../../../../shared/report-forms.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { STATE_KINDS } from '../../../../shared/states.ts';
import type { BatchReport } from '../../domain/report.ts';
import { bankOf } from '../../import/ifsc-list.ts';
import type { ReportLine, ReportList } from '../../reports/read-report.ts';
import { localIso, withoutAlarm } from '../../reports/report-payouts.ts';
import { findBatch, noSuchBatch, refused } from '../../session/desks.ts';
import { DOUBTED_IN_LOCK, DOUBTED_UNATTENDED, reportInDoubt } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import { exportBatch } from '../batches/export-batch.ts';

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
]);

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

/** Verifies a report. Refuses if it cannot be read or belongs to no batch of this desk. */
export async function verifyReport(system: System, path: string): Promise<Answer<ReportVerdict>> {
  const { formatOf } = await import('../../reports/read-report.ts');
  const format = await formatOf(path).catch(() => null);
  if (format === 'pdf') return await verifyPdf(system, path);
  const saved = await readWhole(system, path);
  if ('code' in saved) return refused(saved);
  const opening = system.openReader(bookOfBatch(saved.batch));
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind !== 'open') return refused(noSuchBatch(saved.batch));
  const { store } = opening;
  const folder = await madeAnewFolder();
  try {
    const batch = findBatch(store, saved.batch);
    if ('kind' in batch) return batch;
    const ours = join(folder, `report.${format}`);
    const { language } = saved;
    const written = await exportBatch(system, { batch: saved.batch, path: ours, language });
    if (written.kind !== 'done') return written;
    const now = await readWhole(system, ours);
    if ('code' in now) return refused(now);
    const madeAt = entryOf(saved);
    const findings = new Findings();
    if (madeAt !== null && store.chain.hashAt(madeAt) !== summaryOf(saved, 'auditHash')) {
      findings.add('altered', msg('verify.auditHead'));
    }
    const changed = madeAt === null ? null : store.changedRows(batch.batch, madeAt);
    comparePayouts({ saved, now, changed }, findings);
    compareLists({ saved, now, madeAt }, findings);
    compareSummary({ saved, now }, findings);
    const asOf = summaryOf(saved, 'asOf') ?? null;
    return { kind: 'done', value: { file: basename(path), batch: saved.batch, asOf, ...findings.verdict() } };
  } finally {
    store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const FOLDER = 'payout-desk-verified-';
/** No verification takes longer than this. */
const LEFT_AFTER_MS = 3_600_000;

/** The folder for the rewritten report. First removes what a killed process left there: it names people and accounts. */
async function madeAnewFolder(): Promise<string> {
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
  return await mkdtemp(join(tmpdir(), FOLDER));
}

/**
 * A PDF is made again as of its own time, and must be the same byte for byte except for its signature, which a PDF reader checks.
 * Earlier values of changed payouts are not stored: if any changed, they are listed and nothing is compared.
 */
async function verifyPdf(system: System, path: string): Promise<Answer<ReportVerdict>> {
  const [{ readPdfMarks }, { besideSignature, withPlaceForSignature }, { exportReport }] = await Promise.all([
    import('../../reports/export-pdf.ts'),
    import('../../reports/sign-pdf.ts'),
    import('../../reports/export-report.ts'),
  ]);
  const pdf = await readFile(path);
  const marks = readPdfMarks(pdf);
  const id = marks === null ? null : parseBatchId(marks.batch);
  if (marks === null || id === null) return refused(NOT_A_REPORT);
  const opening = system.openReader(bookOfBatch(id));
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind !== 'open') return refused(noSuchBatch(id));
  const { store } = opening;
  const folder = await madeAnewFolder();
  try {
    const batch = findBatch(store, id);
    if ('kind' in batch) return batch;
    const findings = new Findings();
    const auditHash = store.chain.hashAt(marks.auditSequence);
    const changed = store.changedRows(batch.batch, marks.auditSequence);
    for (const [row, entry] of changed) findings.add('outdated', msg('verify.rowChanged', { row, entry }));
    if (auditHash === null) {
      findings.add('altered', msg('verify.auditHead'));
    } else if (!marks.isOfThisVersion) {
      findings.add('outdated', msg('verify.otherVersion'));
    } else if (changed.size === 0) {
      const now = store.report(batch, marks.madeAtMs);
      const then: BatchReport = {
        ...now,
        head: { ...now.head, auditSequence: marks.auditSequence, auditHash },
        audit: () => [...now.audit()].filter(({ sequence }) => sequence <= marks.auditSequence),
      };
      // How the report showed a payout being sent depended on whether a process held the desk, so try each way.
      let isSame = false;
      for (const [at, doubted] of [[], DOUBTED_UNATTENDED, DOUBTED_IN_LOCK].entries()) {
        const ours = join(folder, `report-${at}.pdf`);
        const written = await exportReport(reportInDoubt(then, doubted), ours, {
          look: { bankOf, offsetMinutes: marks.offsetMinutes, language: marks.language },
        });
        if (written.kind === 'refused') return refused(written.refusal);
        const made = await readFile(ours);
        const ready = await withPlaceForSignature(made, marks.madeAtMs);
        isSame ||= pdf.equals(made) || besideSignature(pdf) === besideSignature(ready);
      }
      // How a possible duplicate changed since, and which alarms were read within that second, can no longer be told.
      const isAlarmed =
        store.news.mayNameAnother(batch.batch) ||
        store.news
          .list({ batch: batch.batch, all: true })
          .some(({ heardAtMs, readAtMs }) => (readAtMs ?? heardAtMs) >= marks.madeAtMs);
      if (!isSame && isAlarmed) findings.add('outdated', msg('verify.alarmsChanged'));
      else if (!isSame) findings.add('altered', msg('verify.notWhatWasWritten'));
    }
    const asOf = localIso(marks.madeAtMs, marks.offsetMinutes);
    return { kind: 'done', value: { file: basename(path), batch: id, asOf, ...findings.verdict() } };
  } finally {
    store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

class Findings {
  readonly #named: ReportFinding[] = [];
  #more = 0;
  #isAltered = false;

  add(kind: ReportFinding['kind'], message: Message): void {
    this.#isAltered ||= kind === 'altered';
    if (this.#named.length < FINDINGS_NAMED) this.#named.push({ kind, message });
    else this.#more += 1;
  }

  verdict(): Pick<ReportVerdict, 'verdict' | 'findings' | 'more'> {
    const count = this.#named.length + this.#more;
    const verdict = this.#isAltered ? 'altered' : count > 0 ? 'outdated' : 'same';
    return { verdict, findings: this.#named, more: this.#more };
  }
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

type SummaryLabel = (typeof OF_ITS_MOMENT)[number] | 'batch';

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

/**
 * `changed`: the rows of payouts that changed since, each with the audit entry; null if the report does not say when it was made.
 */
function comparePayouts(
  { saved, now, changed }: Both & { readonly changed: ReadonlyMap<number, number> | null },
  findings: Findings,
): void {
  for (const [row, { header, cells }] of now.lists.Payouts) {
    const line = saved.lists.Payouts.get(row);
    if (line === undefined) {
      findings.add('altered', msg('verify.rowMissing', { row }));
      continue;
    }
    for (const [index, column] of header.entries()) {
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
      const isLater = MOVING.has(column) && (changed === null || entry !== undefined || was === 'sending');
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

function compareLists({ saved, now, madeAt }: Both & { readonly madeAt: number | null }, findings: Findings): void {
  // A CSV contains only the list of payouts.
  if (madeAt === null || Object.values(now.lists).every(({ size }, at) => at === 0 || size === 0)) return;
  const madeAtMs = Date.parse(summaryOf(saved, 'asOf') ?? '');
  for (const list of COMPARED_LISTS) {
    const called = ({ cells }: ListedLine): { readonly line: Message } => {
      return { line: msg(`verify.line.${list}`, { cells: cells.slice(0, 3).join(', ') }) };
    };
    for (const [name, line] of now.lists[list]) {
      if (saved.lists[list].has(name) || isLater(list, line, { madeAt, madeAtMs })) continue;
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

function compareSummary({ saved, now }: Both, findings: Findings): void {
  if (saved.summary.size === 0) return;
  const moving = new Set<string>([...STATE_KINDS, ...OF_ITS_MOMENT.map(now.labelOf)]);
  for (const [label, values] of now.summary) {
    if (moving.has(label)) continue;
    const was = saved.summary.get(label);
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
