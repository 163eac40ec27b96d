// A batch's report on paper, for whoever signs it: totals in figures and words, what needs somebody and who that is, who
// confirmed what, and the payouts as far as paper carries them. Sums are whole paise.

import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { amountInWords } from '../../../shared/amount-in-words.ts';
import { countOf } from '../../../shared/counts.ts';
import { inEnglish } from '../../../shared/messages/speak.ts';
import { asPaise, formatRupees } from '../../../shared/money.ts';
import {
  type PaymentResult,
  RESULT_WORDS,
  resultOf,
  STATE_KINDS,
  STATE_WORDS,
  type StateKind,
  sumResults,
} from '../../../shared/states.ts';
import { alarmTitle, type LateNews, newsSentence } from '../domain/late-news.ts';
import type { BatchReport, ReportAuditEntry, ReportHead, ReportPayout } from '../domain/report.ts';
import type { FillFile } from './atomic-file.ts';
import { INK, type PdfColumn, PdfPages } from './pdf-pages.ts';
import { alarmsByRow, countPayouts, localIso, payoutName, reconcile } from './report-payouts.ts';

/** Payouts, those of each result that is not paid, and acts that paper lists, some forty pages; the workbook has all of them. */
const LISTED = { payouts: 1_000, ofResult: 500, acts: 60, banks: 15, alarms: 10 } as const;

const STATE_COLORS: Readonly<Record<StateKind, string>> = {
  queued: '#9aa3b2',
  sending: '#7d8cc4',
  processing: '#5b7bd5',
  unknown: '#d99a1c',
  success: '#2f8f5b',
  failed: '#c0392b',
  rejected: '#d4624f',
  reversed: '#8e4ec6',
  cancelled: '#6b7280',
};

/** Who must act on a payout that is not known to be paid, and how. */
const WHO_ACTS: Readonly<Record<Exclude<StateKind, 'success'>, string>> = {
  queued: 'Accounts: resume the run to send it.',
  sending: 'Nobody yet: the reply is awaited.',
  processing: 'Gateway: it is still working on it.',
  unknown: 'Accounts: decide it under Needs review.',
  failed: 'Accounts: correct it and retry, or ask the payee.',
  rejected: 'Accounts: correct the row and retry.',
  reversed: 'Payee or bank: ask why the money came back.',
  cancelled: 'Accounts: pay it in another batch if it is due.',
};

/** Acts of people, by what the audit log calls them; a decision is told by its detail. */
const ACTS: Readonly<Record<string, string>> = {
  confirmed: 'Confirmed the batch',
  ticked: 'Ticked a warning',
  paused: 'Paused',
  resumed: 'Resumed',
  retries: 'Confirmed payouts that are paid again',
  unlocked: 'Unlocked the database',
  newsRead: 'Read late news',
};

/** The bank's name; null when it is not in the list. */
export type BankOf = (ifsc: string) => Promise<string | null>;

interface Total {
  readonly label: string;
  readonly count: number;
  readonly paise: number;
  readonly color: string;
}

/**
 * Raised whenever anything of a page changes: an older report is then told from one that was altered. A test holds this number
 * against the bytes of a report.
 */
const PAGES_VERSION = 2;

interface PdfLook {
  readonly bankOf: BankOf;
  /** What times stand at from UTC. */
  readonly offsetMinutes: number;
}

/** Writes the report as PDF/A. Errors: a refusal when the payouts change meanwhile. */
export function fillPdf(report: BatchReport, { bankOf, offsetMinutes }: PdfLook): FillFile {
  return async (sink, signal) => {
    const pace = (): Promise<void> => setImmediate(undefined, { signal });
    const { head } = report;
    const timeOf = (atMs: number): string => paperTime(atMs, offsetMinutes);
    const read = await readOnce(report, { bankOf, pace });
    if (read.refusal !== null) return read.refusal;
    const isPractice = head.environment === 'PRACTICE';
    const pages = new PdfPages({
      title: titleOf(head, offsetMinutes),
      creator: `Payout Desk pages ${PAGES_VERSION}`,
      // Verified byte by byte, and no two computers compress alike.
      isCompressed: false,
      madeAtMs: report.asOfMs,
      foot: `${head.batch} · ${head.profile} · as of ${timeOf(report.asOfMs)} · fingerprint ${head.fingerprint.slice(0, 16)}`,
      alarm: isPractice ? 'PRACTICE: no money was moved' : null,
    });
    const written = pipeline(pages.document, sink, { signal });
    try {
      await writeSummary(pages, report, { ...read, pace, timeOf });
      for (const result of TO_ACT_ON) await writeResult(pages, head, { ...read, result, pace });
      await writeActs(pages, report, { pace, timeOf });
      pages.heading('Signatures', 'H2');
      pages.signatures(['Prepared by', 'Checked by', 'Approved by']);
      await writePayouts(pages, read, { pace, timeOf });
      pages.end();
    } catch (error) {
      pages.document.destroy();
      await written.catch(() => undefined);
      throw error;
    }
    await written;
    return null;
  };
}

/** What it is a report of: whoever verifies one reads it back from there. */
function titleOf({ batch, auditSequence }: ReportHead, offsetMinutes: number): string {
  return `Payout report ${batch} at audit entry ${auditSequence}, times at ${localIso(0, offsetMinutes).slice(-6)}`;
}

/** What a PDF says of itself. Shape: null for what is no report; `madeAtMs` in whole seconds, as a PDF has them. */
export interface PdfMarks {
  readonly batch: string;
  readonly auditSequence: number;
  readonly madeAtMs: number;
  readonly offsetMinutes: number;
  /** Whether this desk makes the same pages. */
  readonly isOfThisVersion: boolean;
}

export function readPdfMarks(pdf: Buffer): PdfMarks | null {
  const text = pdf.toString('latin1');
  const [, batch, entry, sign, hours, minutes] =
    /\(Payout report ([BP]\d{4,9}) at audit entry (\d{1,15}), times at ([+-])(\d\d):(\d\d)\)/.exec(text) ?? [];
  const [, ...made] = /\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(text) ?? [];
  const [year = 0, month = 0, day, hour, minute, second] = made.map(Number);
  if (batch === undefined || year === 0) return null;
  return {
    batch,
    auditSequence: Number(entry),
    madeAtMs: Date.UTC(year, month - 1, day, hour, minute, second),
    offsetMinutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
    isOfThisVersion: text.includes(`(Payout Desk pages ${PAGES_VERSION})`),
  };
}

interface ReadPayouts {
  readonly refusal: Awaited<ReturnType<FillFile>>;
  /** The first ones of all, and of each result. */
  readonly payouts: readonly ReportPayout[];
  readonly byResult: Readonly<Record<PaymentResult, readonly ReportPayout[]>>;
  readonly count: number;
  readonly methods: ReadonlyMap<string, Total>;
  readonly banks: ReadonlyMap<string, Total>;
  /** What kinds of alarm are open, by the row. */
  readonly alarmed: ReadonlyMap<number, string>;
}

/** One pass over the payouts, of which no more is kept than paper lists. */
async function readOnce(
  report: BatchReport,
  { bankOf, pace }: { readonly bankOf: BankOf; readonly pace: () => Promise<void> },
): Promise<ReadPayouts> {
  const counted = countPayouts(report);
  const payouts: ReportPayout[] = [];
  const byResult: Record<PaymentResult, ReportPayout[]> = { paid: [], notPaid: [], notSettled: [], notSent: [] };
  const [methods, banks] = [new Map<string, Total>(), new Map<string, Total>()];
  let count = 0;
  for (const payout of counted.payouts()) {
    count += 1;
    if (payouts.length < LISTED.payouts) payouts.push(payout);
    const ofResult = byResult[resultOf(payout.state)];
    if (ofResult.length < LISTED.ofResult) ofResult.push(payout);
    add(methods, payout.beneficiary.method, payout.amountPaise);
    add(banks, bankKey(payout), payout.amountPaise);
    if (count % 1_000 === 0) await pace();
  }
  const named = new Map<string, Total>();
  for (const [key, total] of banks) {
    const name = key.startsWith('@') ? null : await bankOf(`${key}0000000`);
    named.set(key, { ...total, label: name === null ? key : `${name} (${key})` });
  }
  const alarmed = new Map(
    [...alarmsByRow(report)].map(([row, of]) => [row, [...new Set(of.map(alarmTitle))].join(', ')]),
  );
  return { refusal: counted.difference(), payouts, byResult, count, methods, banks: named, alarmed };
}

/** The bank's letters of an IFSC, or the handle of a UPI ID. */
function bankKey({ beneficiary }: ReportPayout): string {
  if (beneficiary.method === 'IMPS') return beneficiary.ifsc.slice(0, 4);
  return beneficiary.upiId.slice(beneficiary.upiId.lastIndexOf('@'));
}

function add(totals: Map<string, Total>, key: string, paise: number): void {
  const before = totals.get(key) ?? { label: key, count: 0, paise: 0, color: INK.text };
  totals.set(key, { ...before, count: before.count + 1, paise: before.paise + paise });
}

interface PdfParts {
  readonly pace: () => Promise<void>;
  readonly timeOf: (atMs: number) => string;
}

interface SummaryParts extends ReadPayouts, PdfParts {}

async function writeSummary(
  pages: PdfPages,
  report: BatchReport,
  { methods, banks, pace, timeOf }: SummaryParts,
): Promise<void> {
  const { head } = report;
  pages.heading(`Payout report ${head.batch}`, 'H1');
  if (head.name !== null && head.name !== '') pages.text(head.name, { size: 11 });
  pages.skip(6);
  pages.text(formatRupees(head.confirmedPaise), { size: 24, weight: 'bold' });
  pages.text(`${countOf(head.confirmedCount, 'payout')} confirmed. ${amountInWords(head.confirmedPaise)}.`, {
    size: 9,
  });
  pages.skip(8);
  await writeAlarms(pages, report, pace);
  await pages.table(FACTS, factsOf(report, timeOf), { pace });

  pages.heading('By state', 'H2');
  const states = statesOf(head);
  const whole = states.reduce((sum, { paise }) => sum + paise, 0);
  if (whole > 0) {
    const spoken = states.map(({ label, paise }) => `${label} ${formatRupees(asPaise(paise))}`).join(', ');
    pages.bar(
      states.map(({ paise, color }) => ({ share: paise / whole, color })),
      `Rupees by state: ${spoken}`,
    );
  }
  const sums = reconcile(report);
  const all = { label: 'All', count: sums.count, paise: sums.paise, color: INK.text };
  await pages.table(totalColumns('State', true), [...states, all], { pace, total: all });
  pages.text(sums.sentence, { size: 9, weight: 'bold', ...(sums.agrees ? {} : { color: INK.alarm }) });
  pages.text(`${countOf(head.excludedCount, 'row')} of the file left out; in no total above.`, {
    size: 8,
    color: INK.soft,
  });

  pages.heading('By method', 'H2');
  await pages.table(totalColumns('Method', false), byAmount(methods), { pace });
  pages.heading('By bank or UPI handle', 'H2');
  const [listed, others] = [byAmount(banks).slice(0, LISTED.banks), byAmount(banks).slice(LISTED.banks)];
  const rest = others.reduce(
    (sum, { count, paise }) => ({ ...sum, count: sum.count + count, paise: sum.paise + paise }),
    { label: `${others.length} others`, count: 0, paise: 0, color: INK.text },
  );
  await pages.table(totalColumns('Bank', false), others.length === 0 ? listed : [...listed, rest], { pace });
}

/** What nobody has read yet stands before everything else. */
async function writeAlarms(pages: PdfPages, { alarms }: BatchReport, pace: () => Promise<void>): Promise<void> {
  if (alarms.length === 0) return;
  pages.text(`OPEN ALARMS: ${alarms.length}. Nothing here is settled before they are read.`, {
    size: 11,
    weight: 'bold',
    color: INK.alarm,
  });
  await pages.table(ALARMS, alarms.slice(0, LISTED.alarms), { pace });
  leftOut(pages, alarms.length - LISTED.alarms);
}

const ALARMS: readonly PdfColumn<LateNews>[] = [
  { header: 'Payout', width: 0.13, text: payoutName },
  { header: 'Alarm', width: 0.87, text: (alarm) => inEnglish(newsSentence(alarm)) },
];

function byAmount(totals: ReadonlyMap<string, Total>): readonly Total[] {
  return [...totals.values()].toSorted((one, other) => other.paise - one.paise);
}

function statesOf({ counts, paise }: ReportHead): readonly Total[] {
  return STATE_KINDS.filter((state) => counts[state] > 0).map((state) => {
    return { label: STATE_WORDS[state], count: counts[state], paise: paise[state], color: STATE_COLORS[state] };
  });
}

function totalColumns(header: string, hasSwatch: boolean): readonly PdfColumn<Total>[] {
  return [
    { header, width: 0.5, text: ({ label }) => label, ...(hasSwatch ? { swatch: ({ color }: Total) => color } : {}) },
    { header: 'Payouts', width: 0.2, align: 'right', text: ({ count }) => String(count) },
    { header: 'Amount', width: 0.3, align: 'right', text: ({ paise }) => formatRupees(asPaise(paise)) },
  ];
}

type Fact = readonly [label: string, value: string];

const FACTS: readonly PdfColumn<Fact>[] = [
  { header: 'About', width: 0.28, text: ([label]) => label },
  { header: 'Value', width: 0.72, text: ([, value]) => value },
];

function factsOf({ head, asOfMs }: BatchReport, timeOf: PdfParts['timeOf']): readonly Fact[] {
  const facts: readonly (readonly [string, string | null])[] = [
    ['Paid from', `${head.profile} (${head.environment}), merchant id ${head.mid}`],
    ['Gateway', head.baseUrl],
    ['File', head.sheet === null ? head.fileName : `${head.fileName}, sheet ${head.sheet}`],
    ['Confirmed', `by ${head.confirmedBy} on ${timeOf(head.confirmedAtMs)}`],
    ['Retry of', head.retryOf],
    ['As of', timeOf(asOfMs)],
    ['File SHA-256', head.fileSha256],
    ['Batch fingerprint', head.fingerprint],
    ['Audit head', `entry ${head.auditSequence}${head.auditHash === null ? '' : `, ${head.auditHash}`}`],
  ];
  return facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
}

/** Not paid stands alone: a reader may pay that another way, and nothing else. */
const TO_ACT_ON = ['notPaid', 'notSettled', 'notSent'] as const;

interface ResultParts extends Pick<ReadPayouts, 'byResult' | 'alarmed'> {
  readonly result: (typeof TO_ACT_ON)[number];
  readonly pace: () => Promise<void>;
}

async function writeResult(
  pages: PdfPages,
  { counts, paise }: ReportHead,
  { byResult, alarmed, result, pace }: ResultParts,
): Promise<void> {
  const count = sumResults(counts)[result];
  if (count === 0 && result !== 'notPaid') return;
  pages.heading(`${RESULT_WORDS[result]}, and who must act`, 'H2');
  if (count === 0) return pages.text(alarmed.size === 0 ? 'None.' : ALL_PAID_BUT, { size: 9 });
  pages.text(`${countOf(count, 'payout')}, ${formatRupees(asPaise(sumResults(paise)[result]))}.`, { size: 9 });
  await pages.table(toActOnWith(alarmed), byResult[result], { pace });
  leftOut(pages, count - byResult[result].length);
  return undefined;
}

const ALL_PAID_BUT = 'None is called unpaid; the alarms above say which are in doubt.';

/** The state, and what is wrong with it. */
const stateWith =
  (alarmed: ReadPayouts['alarmed']) =>
  ({ state, rowNumber }: ReportPayout): string => {
    const alarm = alarmed.get(rowNumber);
    return alarm === undefined ? STATE_WORDS[state] : `${STATE_WORDS[state]}. ALARM: ${alarm}`;
  };

function whoActs({ state, paidSinceAs }: ReportPayout): string {
  if (paidSinceAs !== null) return `Nobody: paid since, as ${paidSinceAs}.`;
  return state === 'success' ? '' : WHO_ACTS[state];
}

const toActOnWith = (alarmed: ReadPayouts['alarmed']): readonly PdfColumn<ReportPayout>[] => [
  { header: 'Payout', width: 0.11, text: payoutName },
  { header: 'Name and account', width: 0.26, text: whomOf },
  { header: 'State', width: 0.11, text: stateWith(alarmed) },
  { header: 'Gateway message', width: 0.19, text: ({ message }) => message ?? '' },
  { header: 'Who must act', width: 0.18, text: whoActs },
  { header: 'Amount', width: 0.15, align: 'right', text: ({ amountPaise }) => formatRupees(amountPaise) },
];

async function writePayouts(pages: PdfPages, read: ReadPayouts, { pace, timeOf }: PdfParts): Promise<void> {
  pages.heading('Payouts', 'H2');
  await pages.table(payoutsWith(timeOf, read.alarmed), read.payouts, { pace });
  leftOut(pages, read.count - read.payouts.length);
}

const payoutsWith = (
  timeOf: PdfParts['timeOf'],
  alarmed: ReadPayouts['alarmed'],
): readonly PdfColumn<ReportPayout>[] => [
  { header: 'Payout', width: 0.11, text: payoutName },
  { header: 'Name and account', width: 0.28, text: whomOf },
  { header: 'State', width: 0.11, text: stateWith(alarmed) },
  { header: 'UTR or RRN', width: 0.21, text: ({ ids }) => ids.utr ?? ids.rrn ?? '' },
  { header: 'Sent', width: 0.14, text: ({ sentAtMs }) => (sentAtMs === null ? '' : timeOf(sentAtMs)) },
  { header: 'Amount', width: 0.15, align: 'right', text: ({ amountPaise }) => formatRupees(amountPaise) },
];

/** As a person writes it, with the zone: `01-04-2026 10:30 +05:30`. */
function paperTime(atMs: number, offsetMinutes: number): string {
  const [, year, month, day, minute, zone] =
    /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}).*([+-]\d{2}:\d{2})$/.exec(localIso(atMs, offsetMinutes)) ?? [];
  return `${day}-${month}-${year} ${minute} ${zone}`;
}

function whomOf({ name, beneficiary }: ReportPayout): string {
  const account =
    beneficiary.method === 'UPI' ? beneficiary.upiId : `${beneficiary.accountNumber}, ${beneficiary.ifsc}`;
  return name === null ? account : `${name} · ${account}`;
}

function leftOut(pages: PdfPages, count: number): void {
  if (count > 0) pages.text(`${countOf(count, 'more payout')}: see the report as .xlsx.`, { size: 8, color: INK.soft });
}

async function writeActs(pages: PdfPages, report: BatchReport, { pace, timeOf }: PdfParts): Promise<void> {
  const acts: ReportAuditEntry[] = [];
  let count = 0;
  for (const entry of report.audit()) {
    if (actOf(entry) === null) continue;
    count += 1;
    if (acts.length < LISTED.acts) acts.push(entry);
    if (count % 1_000 === 0) await pace();
  }
  if (count === 0) return;
  pages.heading('Approvals and decisions', 'H2');
  await pages.table(actsWith(timeOf), acts, { pace });
  if (count > acts.length)
    pages.text(`${countOf(count - acts.length, 'more act')}: see the report as .xlsx.`, { size: 8, color: INK.soft });
}

function actOf({ what, detail }: ReportAuditEntry): string | null {
  if (detail.includes('"by":"decided"')) return `Decided a payout: ${what === 'success' ? 'paid' : 'not paid'}`;
  return ACTS[what] ?? null;
}

const actsWith = (timeOf: PdfParts['timeOf']): readonly PdfColumn<ReportAuditEntry>[] => [
  { header: 'Entry', width: 0.09, align: 'right', text: ({ sequence }) => String(sequence) },
  { header: 'When', width: 0.3, text: ({ atMs }) => timeOf(atMs) },
  { header: 'Who', width: 0.22, text: ({ actor }) => actor },
  { header: 'What', width: 0.39, text: (entry) => actOf(entry) ?? '' },
];
