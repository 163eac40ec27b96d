// A batch's report on paper, to be signed: totals in figures and words, what needs action and by whom, who confirmed what, and as
// many payouts as paper can carry. Sums are whole paise.

import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { type Message, msg } from '../../../shared/messages/message.ts';
import { asPaise, formatRupees } from '../../../shared/money.ts';
import { ROOT_ENTRY, shownTime } from '../../../shared/passport/passport.ts';
import { LANGUAGES, type Language } from '../../../shared/report-forms.ts';
import { type PaymentResult, resultOf, STATE_KINDS, type StateKind, sumResults } from '../../../shared/states.ts';
import { alarmTitle, type LateNews, newsSentence } from '../domain/late-news.ts';
import type { BatchReport, ReportAuditEntry, ReportHead, ReportPayout } from '../domain/report.ts';
import type { FillFile } from './atomic-file.ts';
import { INK, type PdfColumn, PdfPages } from './pdf-pages.ts';
import { alarmsByRow, countPayouts, feeWords, localIso, payoutName, reconcile } from './report-payouts.ts';
import { approvalWords, type Voice, voiceOf } from './report-voice.ts';

/** Limits for paper, some forty pages: payouts, payouts per unpaid result, acts, banks, alarms. The workbook has everything. */
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

/** People's acts, by their names in the audit log. Decisions are recognised by their detail instead. */
const ACTS = ['confirmed', 'ticked', 'paused', 'resumed', 'retries', 'unlocked', 'newsRead', 'passports'] as const;

/** The bank's name; null when it is not in the list. */
export type BankOf = (ifsc: string) => Promise<string | null>;

interface Total {
  readonly label: string;
  readonly count: number;
  readonly paise: number;
  readonly color: string;
}

/**
 * Raise it whenever anything on a page changes, so that verification can tell an older report from an altered one. A test
 * compares this number with the bytes of a report.
 */
const PAGES_VERSION = 6;

interface PdfLook {
  readonly bankOf: BankOf;
  /** The offset from UTC of all times shown. */
  readonly offsetMinutes: number;
  readonly language: Language;
  /** Whether there is empty room for a signature. */
  readonly isToBeSigned: boolean;
}

/** Writes the report as PDF/A. Refuses when the payouts change meanwhile. */
export function fillPdf(report: BatchReport, { bankOf, offsetMinutes, language, isToBeSigned }: PdfLook): FillFile {
  return async (sink, signal) => {
    const yieldTurn = (): Promise<void> => setImmediate(undefined, { signal });
    const { head } = report;
    const timeOf = (atMs: number): string => shownTime(localIso(atMs, offsetMinutes));
    const voice = voiceOf(language);
    const { say } = voice;
    const parts = { yieldTurn, timeOf, voice };
    const read = await readOnce(report, { bankOf, yieldTurn, voice });
    if (read.refusal !== null) return read.refusal;
    const isPractice = head.environment === 'PRACTICE';
    const pages = new PdfPages({
      title: titleOf(head, offsetMinutes),
      creator: `Payout Desk pages ${PAGES_VERSION}`,
      // Reports are verified byte by byte, and two computers may compress differently.
      isCompressed: false,
      madeAtMs: report.asOfMs,
      foot: say(footOf(report, timeOf)),
      alarm: isPractice ? say(msg('paper.practice')) : null,
      language,
      isToBeSigned,
    });
    const written = pipeline(pages.document, sink, { signal });
    try {
      await writeSummary(pages, report, { ...read, ...parts });
      for (const result of TO_ACT_ON) await writeResult(pages, head, { ...read, ...parts, result });
      await writeActs(pages, report, parts);
      pages.heading(say(msg('paper.signatures')), 'H2');
      pages.signatures((['preparedBy', 'checkedBy', 'approvedBy'] as const).map((who) => say(msg(`paper.${who}`))));
      await writePayouts(pages, read, parts);
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

/** The title says what is reported; verification reads it back. */
function titleOf({ batch, auditSequence }: ReportHead, offsetMinutes: number): string {
  return `Payment report ${batch} at audit entry ${auditSequence}, times at ${localIso(0, offsetMinutes).slice(-6)}`;
}

/** What a PDF says about itself. `madeAtMs` is in whole seconds, as PDFs store it. */
export interface PdfMarks {
  readonly batch: string;
  readonly auditSequence: number;
  readonly madeAtMs: number;
  readonly offsetMinutes: number;
  readonly language: Language;
  /** Whether this desk makes the same pages. */
  readonly isOfThisVersion: boolean;
}

export function readPdfMarks(pdf: Buffer): PdfMarks | null {
  const text = pdf.toString('latin1');
  const [, batch, entry, sign, hours, minutes] =
    /\(Payment report ([BP]\d{4,9}) at audit entry (\d{1,15}), times at ([+-])(\d\d):(\d\d)\)/.exec(text) ?? [];
  const [, ...made] = /\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(text) ?? [];
  const [year = 0, month = 0, day, hour, minute, second] = made.map(Number);
  if (batch === undefined || year === 0) return null;
  return {
    batch,
    auditSequence: Number(entry),
    madeAtMs: Date.UTC(year, month - 1, day, hour, minute, second),
    offsetMinutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
    language: LANGUAGES.find((one) => text.includes(`/Lang (${one}-IN)`)) ?? 'en',
    isOfThisVersion: text.includes(`(Payout Desk pages ${PAGES_VERSION})`),
  };
}

interface ReadPayouts {
  readonly refusal: Awaited<ReturnType<FillFile>>;
  /** The first of all payouts, and below, the first of each result. */
  readonly payouts: readonly ReportPayout[];
  readonly byResult: Readonly<Record<PaymentResult, readonly ReportPayout[]>>;
  readonly count: number;
  readonly methods: ReadonlyMap<string, Total>;
  readonly banks: ReadonlyMap<string, Total>;
  /** The kinds of open alarms, by row. */
  readonly alarmed: ReadonlyMap<number, string>;
}

/** Reads the payouts once, and keeps only what paper lists. */
async function readOnce(
  report: BatchReport,
  { bankOf, yieldTurn, voice }: Pick<PdfParts, 'yieldTurn' | 'voice'> & { readonly bankOf: BankOf },
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
    if (count % 1_000 === 0) await yieldTurn();
  }
  const named = new Map<string, Total>();
  for (const [key, total] of banks) {
    const name = key.startsWith('@') ? null : await bankOf(`${key}0000000`);
    named.set(key, { ...total, label: name === null ? key : `${name} (${key})` });
  }
  const alarmed = new Map(
    [...alarmsByRow(report)].map(([row, of]) => [
      row,
      [...new Set(of.map((alarm) => voice.say(alarmTitle(alarm))))].join(', '),
    ]),
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
  readonly yieldTurn: () => Promise<void>;
  readonly timeOf: (atMs: number) => string;
  readonly voice: Voice;
}

function footOf({ head, asOfMs }: BatchReport, timeOf: PdfParts['timeOf']): Message {
  const { batch, profile, fingerprint } = head;
  return msg('paper.foot', { batch, profile, time: timeOf(asOfMs), fingerprint: fingerprint.slice(0, 16) });
}

interface SummaryParts extends ReadPayouts, PdfParts {}

async function writeSummary(
  pages: PdfPages,
  report: BatchReport,
  { methods, banks, yieldTurn, timeOf, voice }: SummaryParts,
): Promise<void> {
  const { head } = report;
  const { say, inWords } = voice;
  pages.heading(say(msg('paper.title', { batch: head.batch })), 'H1');
  if (head.name !== null && head.name !== '') pages.text(head.name, { size: 11 });
  pages.skip(6);
  pages.text(formatRupees(head.confirmedPaise), { size: 24, weight: 'bold' });
  const confirmed = { count: head.confirmedCount, words: inWords(head.confirmedPaise) };
  pages.text(say(msg('paper.confirmed', confirmed)), { size: 9 });
  pages.skip(8);
  await writeAlarms(pages, report, { yieldTurn, voice });
  const facts = [
    { header: say(msg('paper.column.about')), width: 0.28, text: ([label]: Fact) => label },
    { header: say(msg('paper.column.value')), width: 0.72, text: ([, value]: Fact) => value },
  ];
  await pages.table(facts, factsOf(report, { timeOf, voice }), { yieldTurn });

  pages.heading(say(msg('paper.byState')), 'H2');
  const states = statesOf(head, voice);
  const whole = states.reduce((sum, { paise }) => sum + paise, 0);
  if (whole > 0) {
    const spoken = states.map(({ label, paise }) => `${label} ${formatRupees(asPaise(paise))}`).join(', ');
    pages.bar(
      states.map(({ paise, color }) => ({ share: paise / whole, color })),
      say(msg('paper.rupeesByState', { states: spoken })),
    );
  }
  const sums = reconcile(report);
  const all = { label: say(msg('paper.all')), count: sums.count, paise: sums.paise, color: INK.text };
  await pages.table(totalColumns('state', voice), [...states, all], { yieldTurn, total: all });
  pages.text(say(sums.sentence), { size: 9, weight: 'bold', ...(sums.agrees ? {} : { color: INK.alarm }) });
  pages.text(say(msg('paper.leftOut', { count: head.excludedCount })), { size: 8, color: INK.soft });
  pages.text(say(msg('paper.fees', feeWords(report))), { size: 8, color: INK.soft });

  pages.heading(say(msg('paper.byMethod')), 'H2');
  await pages.table(totalColumns('method', voice), byAmount(methods), { yieldTurn });
  pages.heading(say(msg('paper.byBank')), 'H2');
  const [listed, others] = [byAmount(banks).slice(0, LISTED.banks), byAmount(banks).slice(LISTED.banks)];
  const rest = others.reduce(
    (sum, { count, paise }) => ({ ...sum, count: sum.count + count, paise: sum.paise + paise }),
    { label: say(msg('paper.otherBanks', { count: others.length })), count: 0, paise: 0, color: INK.text },
  );
  await pages.table(totalColumns('bank', voice), others.length === 0 ? listed : [...listed, rest], { yieldTurn });
}

/** Unread alarms come before everything else. */
async function writeAlarms(
  pages: PdfPages,
  { alarms }: BatchReport,
  { yieldTurn, voice }: Pick<PdfParts, 'yieldTurn' | 'voice'>,
): Promise<void> {
  if (alarms.length === 0) return;
  const { say } = voice;
  const open = say(msg('paper.openAlarms', { count: alarms.length }));
  pages.text(open, { size: 11, weight: 'bold', color: INK.alarm });
  const columns: readonly PdfColumn<LateNews>[] = [
    { header: say(msg('paper.column.payout')), width: 0.13, text: payoutName },
    { header: say(msg('summary.alarm')), width: 0.87, text: (alarm) => say(newsSentence(alarm)) },
  ];
  await pages.table(columns, alarms.slice(0, LISTED.alarms), { yieldTurn });
  leftOut(pages, alarms.length - LISTED.alarms, voice);
}

function byAmount(totals: ReadonlyMap<string, Total>): readonly Total[] {
  return [...totals.values()].toSorted((one, other) => other.paise - one.paise);
}

function statesOf({ counts, paise }: ReportHead, { say }: Voice): readonly Total[] {
  return STATE_KINDS.filter((state) => counts[state] > 0).map((state) => {
    return {
      label: say(msg(`stateTitle.${state}`)),
      count: counts[state],
      paise: paise[state],
      color: STATE_COLORS[state],
    };
  });
}

function totalColumns(by: 'state' | 'method' | 'bank', { say }: Voice): readonly PdfColumn<Total>[] {
  const swatch = by === 'state' ? { swatch: ({ color }: Total) => color } : {};
  return [
    { header: say(msg(`paper.column.${by}`)), width: 0.5, text: ({ label }) => label, ...swatch },
    { header: say(msg('summary.payouts')), width: 0.2, align: 'right', text: ({ count }) => String(count) },
    {
      header: say(msg('paper.column.amount')),
      width: 0.3,
      align: 'right',
      text: ({ paise }) => formatRupees(asPaise(paise)),
    },
  ];
}

type Fact = readonly [label: string, value: string];

function factsOf(
  { head, asOfMs, approvals = [] }: BatchReport,
  { timeOf, voice }: Pick<PdfParts, 'timeOf' | 'voice'>,
): readonly Fact[] {
  const { profile, environment, mid, fileName: file, sheet, confirmedBy, auditSequence, auditHash } = head;
  const entry = auditSequence;
  const facts: readonly (readonly [Message, string | Message | null])[] = [
    [msg('paper.paidFrom'), msg('paper.account', { profile, environment, mid })],
    [msg('paper.gateway'), head.baseUrl],
    [msg('summary.file'), sheet === null ? file : msg('paper.fileAndSheet', { file, sheet })],
    [msg('summary.confirmed'), msg('paper.confirmedBy', { who: confirmedBy, time: timeOf(head.confirmedAtMs) })],
    ...approvals.map((one) => [msg('summary.approvedBy'), approvalWords(one)] as const),
    [msg('summary.retryOf'), head.retryOf],
    [msg('summary.asOf'), timeOf(asOfMs)],
    [msg('summary.fileHash'), head.fileSha256],
    [msg('summary.fingerprint'), head.fingerprint],
    [
      msg('paper.auditHead'),
      auditHash === null
        ? msg('paper.auditEntry', { entry })
        : msg('paper.auditEntryAndHash', { entry, hash: auditHash }),
    ],
  ];
  return facts.flatMap(([label, value]) => (value === null ? [] : [[voice.say(label), voice.say(value)] as const]));
}

/** Unpaid payouts get a list of their own: a reader may pay those another way, and no others. */
const TO_ACT_ON = ['notPaid', 'notSettled', 'notSent'] as const;

interface ResultParts extends Pick<ReadPayouts, 'byResult' | 'alarmed'>, Pick<PdfParts, 'yieldTurn' | 'voice'> {
  readonly result: (typeof TO_ACT_ON)[number];
}

async function writeResult(
  pages: PdfPages,
  { counts, paise }: ReportHead,
  { byResult, alarmed, result, yieldTurn, voice }: ResultParts,
): Promise<void> {
  const count = sumResults(counts)[result];
  if (count === 0 && result !== 'notPaid') return;
  const { say } = voice;
  pages.heading(say(msg('paper.resultHeading', { result: msg(`resultTitle.${result}`) })), 'H2');
  if (count === 0) {
    return pages.text(say(msg(alarmed.size === 0 ? 'paper.none' : 'paper.noneButAlarms')), { size: 9 });
  }
  pages.text(say(msg('paper.sumOf', { count, paise: sumResults(paise)[result] })), { size: 9 });
  await pages.table(toActOnWith(alarmed, voice), byResult[result], { yieldTurn });
  leftOut(pages, count - byResult[result].length, voice);
  return undefined;
}

/** The state, with its alarm if it has one. */
const stateWith =
  (alarmed: ReadPayouts['alarmed'], { say }: Voice) =>
  ({ state: kind, rowNumber }: ReportPayout): string => {
    const alarm = alarmed.get(rowNumber);
    const state = msg(`stateTitle.${kind}`);
    return say(alarm === undefined ? state : msg('paper.stateAndAlarm', { state, alarm }));
  };

/** Who must act on a payout that is not known to be paid, and how. */
function whoActs({ state, paidSinceAs }: ReportPayout): Message | null {
  if (paidSinceAs !== null) return msg('paper.paidSince', { payout: paidSinceAs });
  return state === 'success' ? null : msg(`paper.act.${state}`);
}

function toActOnWith(alarmed: ReadPayouts['alarmed'], voice: Voice): readonly PdfColumn<ReportPayout>[] {
  const { say } = voice;
  return [
    { header: say(msg('paper.column.payout')), width: 0.11, text: payoutName },
    { header: say(msg('paper.column.whom')), width: 0.26, text: whomOf },
    { header: say(msg('paper.column.state')), width: 0.11, text: stateWith(alarmed, voice) },
    { header: say(msg('paper.column.gatewayMessage')), width: 0.19, text: ({ message }) => say(message ?? '') },
    { header: say(msg('paper.column.whoActs')), width: 0.18, text: (payout) => say(whoActs(payout) ?? '') },
    amountColumn(voice),
  ];
}

async function writePayouts(pages: PdfPages, read: ReadPayouts, parts: PdfParts): Promise<void> {
  pages.heading(parts.voice.say(msg('summary.payouts')), 'H2');
  await pages.table(payoutsWith(read.alarmed, parts), read.payouts, parts);
  leftOut(pages, read.count - read.payouts.length, parts.voice);
}

function payoutsWith(
  alarmed: ReadPayouts['alarmed'],
  { timeOf, voice }: Pick<PdfParts, 'timeOf' | 'voice'>,
): readonly PdfColumn<ReportPayout>[] {
  const { say } = voice;
  return [
    { header: say(msg('paper.column.payout')), width: 0.11, text: payoutName },
    { header: say(msg('paper.column.whom')), width: 0.28, text: whomOf },
    { header: say(msg('paper.column.state')), width: 0.11, text: stateWith(alarmed, voice) },
    { header: say(msg('paper.column.utr')), width: 0.21, text: ({ ids }) => ids.utr ?? ids.rrn ?? '' },
    {
      header: say(msg('paper.column.sent')),
      width: 0.14,
      text: ({ sentAtMs }) => (sentAtMs === null ? '' : timeOf(sentAtMs)),
    },
    amountColumn(voice),
  ];
}

function amountColumn({ say }: Voice): PdfColumn<ReportPayout> {
  const header = say(msg('paper.column.amount'));
  return { header, width: 0.15, align: 'right', text: ({ amountPaise }) => formatRupees(amountPaise) };
}

function whomOf({ name, beneficiary }: ReportPayout): string {
  const account =
    beneficiary.method === 'UPI' ? beneficiary.upiId : `${beneficiary.accountNumber}, ${beneficiary.ifsc}`;
  return name === null ? account : `${name} · ${account}`;
}

function leftOut(pages: PdfPages, count: number, { say }: Voice): void {
  if (count > 0) pages.text(say(msg('paper.morePayouts', { count })), { size: 8, color: INK.soft });
}

async function writeActs(pages: PdfPages, report: BatchReport, { yieldTurn, timeOf, voice }: PdfParts): Promise<void> {
  const { say } = voice;
  const acts: ReportAuditEntry[] = [];
  let count = 0;
  for (const entry of report.audit()) {
    if (actOf(entry) === null) continue;
    count += 1;
    if (acts.length < LISTED.acts) acts.push(entry);
    if (count % 1_000 === 0) await yieldTurn();
  }
  if (count === 0) return;
  pages.heading(say(msg('paper.acts')), 'H2');
  const columns: readonly PdfColumn<ReportAuditEntry>[] = [
    {
      header: say(msg('paper.column.entry')),
      width: 0.09,
      align: 'right',
      text: ({ sequence }) => String(sequence),
    },
    { header: say(msg('paper.column.when')), width: 0.3, text: ({ atMs }) => timeOf(atMs) },
    { header: say(msg('paper.column.who')), width: 0.22, text: ({ actor }) => actor },
    { header: say(msg('paper.column.what')), width: 0.39, text: (entry) => say(actOf(entry) ?? '') },
  ];
  await pages.table(columns, acts, { yieldTurn });
  const more = count - acts.length;
  if (more > 0) pages.text(say(msg('paper.moreActs', { count: more })), { size: 8, color: INK.soft });
}

function actOf({ what, detail, hash }: ReportAuditEntry): Message | null {
  // A passport is checked against this hash.
  if (what === ROOT_ENTRY) return msg('paper.did.passportRoot', { hash });
  if (detail.includes('"by":"decided"')) {
    return msg(what === 'success' ? 'paper.did.decidedPaid' : 'paper.did.decidedNotPaid');
  }
  const act = ACTS.find((one) => one === what);
  return act === undefined ? null : msg(`paper.did.${act}`);
}
