// Slips for the people who were paid, one per paid payout, in English or Hindi: as one file to print, as single files and e-mail
// drafts, or as a list for a mail merge. None shows a full account number, and a payout not known to be paid gets no slip.

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { ZipFile } from 'yazl';
import { refusedAs } from '../../../shared/failures.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import { formatRupees } from '../../../shared/money.ts';
import { ADVICE_PDF_SLIPS_MAX, type Language } from '../../../shared/report-forms.ts';
import { maskAccount, type Refusal } from '../../../shared/rows.ts';
import type { BatchReport, ReportHead, ReportPayout } from '../domain/report.ts';
import { readAddresses } from './advice-address.ts';
import type { FillFile } from './atomic-file.ts';
import type { MailContent } from './compose-mail.ts';
import { fillCsvList } from './csv.ts';
import type { BankOf } from './export-pdf.ts';
import { INK, PAGE_HEIGHT, PdfPages } from './pdf-pages.ts';
import { type Column, countPayouts, localIso, payoutName, sourceColumns, writtenDay } from './report-payouts.ts';
import { ENGLISH_VOICE, voiceOf } from './report-voice.ts';

/**
 * Limits for one PDF, which stays in memory until its tags are written, and for one ZIP of single slips. A ZIP of PDFs and a mail
 * merge list have no limit: each part of the ZIP is a PDF of its own, with its own tags.
 */
const SLIPS_MAX = { pdf: ADVICE_PDF_SLIPS_MAX, part: 500, zip: 20_000 } as const;

/** A slip's settings. `payer`: empty for none; `bankOf`: the bank's name by IFSC; `emailColumn`: as for readAddresses(). */
export interface AdviceLook {
  readonly language: Language;
  readonly payer: string;
  readonly bankOf: BankOf;
  readonly emailColumn: string | null;
}

/** Every slip in one PDF, two per page with a line to cut along. Refuses when nothing is paid, or too much for one PDF. */
export function fillAdvice(
  report: BatchReport,
  { isToBeSigned, ...look }: AdviceLook & { readonly isToBeSigned: boolean },
): FillFile {
  return async (sink, signal) => {
    const paid = readPaid(report, SLIPS_MAX.pdf);
    if ('code' in paid) return paid;
    const pages = openPages(report, look, { height: PAGE_HEIGHT.a4, isToBeSigned });
    const written = pipeline(pages.document, sink, { signal });
    try {
      await writeSlips(pages, report.head, { payouts: paid, look, signal });
    } catch (error) {
      pages.document.destroy();
      await written.catch(() => undefined);
      throw error;
    }
    await written;
    return null;
  };
}

/**
 * Every slip in one ZIP of PDFs to print, for batches of any size: one part after the other, from the payouts as they are read.
 * Refuses when nothing is paid, or when the payouts change meanwhile.
 */
export function fillAdviceParts(report: BatchReport, look: AdviceLook): FillFile {
  return async (sink, signal) => {
    const { batch, counts } = report.head;
    const count = counts.success;
    if (count === 0) return NOTHING_PAID;
    const { ZipFile } = await import('yazl');
    const counted = countPayouts(report);
    const paid = paidOf(counted.payouts());
    const zip = new ZipFile();
    const makePart = async (): Promise<Buffer> => {
      const pages = openPages(report, look, { height: PAGE_HEIGHT.a4, isToBeSigned: false });
      const whole = buffer(pages.document);
      await writeSlips(pages, report.head, { payouts: nextOf(paid, SLIPS_MAX.part), look, signal });
      return await whole;
    };
    for (let from = 1; from <= count; from += SLIPS_MAX.part) {
      const span = [from, Math.min(count, from + SLIPS_MAX.part - 1)].map((at) => String(at).padStart(6, '0'));
      addLazily(zip, { name: `${batch} ${span.join('-')}.pdf`, atMs: report.asOfMs, isCompressed: false }, makePart);
    }
    zip.end();
    await pipeline(zip.outputStream, sink, { signal });
    // The totals count the unpaid ones behind the last slip too.
    for (const _ of paid);
    return counted.difference();
  };
}

/** The next few; unlike `take()`, it leaves the iterator open. */
function* nextOf(iterator: Iterator<ReportPayout>, count: number): Generator<ReportPayout> {
  for (let at = 0; at < count; at += 1) {
    const next = iterator.next();
    if (next.done === true) return;
    yield next.value;
  }
}

interface Slips {
  readonly payouts: Iterable<ReportPayout>;
  readonly look: AdviceLook;
  readonly signal: AbortSignal;
}

/** Two per page, with a line to cut along, and the end of the document. */
async function writeSlips(pages: PdfPages, head: ReportHead, { payouts, look, signal }: Slips): Promise<void> {
  let at = 0;
  for (const payout of payouts) {
    const isLower = at % 2 === 1;
    if (isLower) pages.lowerHalf();
    else if (at > 0) pages.newPage();
    await writeSlip(pages, head, { payout, look, isLower });
    at += 1;
    if (at % 20 === 0) await setImmediate(undefined, { signal });
  }
  pages.end();
}

interface ZipEntry {
  readonly name: string;
  readonly atMs: number;
  readonly isCompressed: boolean;
}

/** The content is made once the entry before it is written. */
function addLazily(zip: ZipFile, { name, atMs, isCompressed }: ZipEntry, make: () => Promise<Buffer>): void {
  zip.addReadStreamLazy(name, { mtime: new Date(atMs), mode: 0o100_600, compress: isCompressed }, (give) => {
    make().then(
      (content) => give(null, Readable.from([content])),
      (error: unknown) => give(error, Readable.from([])),
    );
  });
}

/**
 * A ZIP with a file per slip: an e-mail draft with the PDF attached if the sheet has the payee's own address, else only the PDF.
 * Nothing is sent. Refuses when nothing is paid, or too much for one ZIP, or nobody has chosen the payees' address column.
 */
export function fillAdviceFiles(report: BatchReport, look: AdviceLook): FillFile {
  return async (sink, signal) => {
    const paid = readPaid(report, SLIPS_MAX.zip);
    if ('code' in paid) return paid;
    const addresses = readAddresses(report, look.emailColumn);
    if ('code' in addresses) return addresses;
    const [{ ZipFile }, { composeMail }] = await Promise.all([import('yazl'), import('./compose-mail.ts')]);
    const zip = new ZipFile();
    for (const payout of paid) {
      const address = addresses.of(payout);
      const make = async (): Promise<Buffer> => {
        if (address === null) return await slipPdf(report, { payout, look });
        const messageId = `<${payout.reference}@advice.invalid>`;
        const about = { from: null, to: address, replyTo: '', messageId, atMs: report.asOfMs };
        return await composeMail(await composeAdvice(report, { payout, look }), about);
      };
      const name = `${fileNameOf(payout)}.${address === null ? 'pdf' : 'eml'}`;
      addLazily(zip, { name, atMs: report.asOfMs, isCompressed: true }, make);
    }
    const { withheld } = addresses;
    if (withheld.length > 0) {
      const { say } = voiceOf(look.language);
      const lines = withheld.map(({ payout, address }) => `${payout}\t${address}`);
      zip.addBuffer(
        Buffer.from([say(msg('slip.withheld')), '', ...lines, ''].join('\r\n')),
        say(msg('slip.withheldFile')),
        {
          mtime: new Date(report.asOfMs),
          mode: 0o100_600,
        },
      );
    }
    zip.end();
    await pipeline(zip.outputStream, sink, { signal });
    return null;
  };
}

/** What an advice by e-mail says, with its slip. A practice one says so first. */
export async function composeAdvice(report: SlipReport, slip: Slip): Promise<MailContent> {
  const { payout, look } = slip;
  const { say } = voiceOf(look.language);
  const practice = isPractice(report.head);
  const amount = payout.amountPaise;
  const name = payout.name ?? msg('slip.nobody');
  return {
    subject: `${practice ? 'PRACTICE ' : ''}${say(msg('slip.subject', { amount }))}`,
    text: `${practice ? `${say(msg('paper.practice'))}\n\n` : ''}${say(msg('slip.mail', { name, amount }))}`,
    attachment: { name: `${fileNameOf(payout)}.pdf`, content: await slipPdf(report, slip) },
  };
}

type SlipReport = Pick<BatchReport, 'head' | 'asOfMs'>;

/** A row per paid payout, with the sheet's own columns. Refuses an unclear address column, or when payouts change meanwhile. */
export function fillMailMerge(
  report: BatchReport,
  { payer, emailColumn }: Pick<AdviceLook, 'payer' | 'emailColumn'>,
): FillFile {
  const { head } = report;
  return async (sink, signal) => {
    const addresses = readAddresses(report, emailColumn);
    if ('code' in addresses) return addresses;
    const counted = countPayouts(report);
    const columns: readonly Column<ReportPayout>[] = [
      { name: 'payout', kind: 'text', read: payoutName },
      { name: 'name', kind: 'text', read: ({ name }) => name },
      { name: 'email', kind: 'text', read: addresses.of },
      { name: 'amount', kind: 'rupees', read: ({ amountPaise }) => amountPaise },
      { name: 'amount_in_words', kind: 'text', read: ({ amountPaise }) => ENGLISH_VOICE.inWords(amountPaise) },
      { name: 'amount_in_hindi_words', kind: 'text', read: ({ amountPaise }) => voiceOf('hi').inWords(amountPaise) },
      { name: 'paid_on', kind: 'text', read: paidOn },
      { name: 'payment_method', kind: 'text', read: ({ beneficiary }) => beneficiary.method },
      { name: 'account', kind: 'text', read: ({ beneficiary }) => shownAccount(beneficiary) },
      {
        name: 'ifsc',
        kind: 'text',
        read: ({ beneficiary }) => (beneficiary.method === 'IMPS' ? beneficiary.ifsc : null),
      },
      { name: 'utr', kind: 'text', read: ({ ids }) => ids.utr ?? ids.rrn },
      { name: 'reference', kind: 'text', read: ({ reference }) => reference },
      { name: 'remark', kind: 'text', read: ({ remark }) => remark },
      { name: 'paid_by', kind: 'text', read: () => payerOf(head, payer) },
      { name: 'environment', kind: 'text', read: () => head.environment },
      ...sourceColumns<ReportPayout>(head),
    ];
    await fillCsvList(columns, paidOf(counted.payouts()))(sink, signal);
    return counted.difference();
  };
}

const { refusal: NOTHING_PAID } = refusedAs('nothingPaid', msg('advice.nothingPaid'), msg('cure.adviceLater'));

function* paidOf(payouts: Iterable<ReportPayout>): Generator<ReportPayout> {
  for (const payout of payouts) if (payout.state === 'success') yield payout;
}

function readPaid(report: BatchReport, slipsMax: number): readonly ReportPayout[] | Refusal {
  const count = report.head.counts.success;
  if (count === 0) return NOTHING_PAID;
  if (count > slipsMax) {
    return refusedAs('tooManySlips', msg('advice.tooManySlips', { count, max: slipsMax }), msg('cure.singleFiles'))
      .refusal;
  }
  const counted = countPayouts(report);
  const paid = [...paidOf(counted.payouts())];
  return counted.difference() ?? paid;
}

interface Slip {
  readonly payout: ReportPayout;
  readonly look: AdviceLook;
  readonly isLower?: boolean;
}

async function slipPdf(report: SlipReport, slip: Slip): Promise<Buffer> {
  const pages = openPages(report, slip.look, { height: PAGE_HEIGHT.a5, isToBeSigned: false });
  const whole = buffer(pages.document);
  await writeSlip(pages, report.head, slip);
  pages.end();
  return await whole;
}

function openPages(
  { head, asOfMs }: SlipReport,
  { language }: AdviceLook,
  sheet: { readonly height: number; readonly isToBeSigned: boolean },
): PdfPages {
  const { say } = voiceOf(language);
  return new PdfPages({
    title: say(msg('slip.title')),
    madeAtMs: asOfMs,
    foot: say(msg('slip.foot')),
    alarm: isPractice(head) ? say(msg('paper.practice')) : null,
    ...sheet,
    language,
    isCounted: false,
  });
}

async function writeSlip(pages: PdfPages, head: ReportHead, { payout, look, isLower = false }: Slip): Promise<void> {
  const { say, inWords } = voiceOf(look.language);
  const { beneficiary, ids, amountPaise, name, remark } = payout;
  pages.heading(say(msg('slip.title')), 'H1');
  // The practice alarm is at the top of the page, which is cut off from the lower slip.
  if (isLower && isPractice(head))
    pages.text(say(msg('paper.practice')), { size: 9, weight: 'bold', color: INK.alarm });
  pages.skip(4);
  pages.text(formatRupees(amountPaise), { size: 20, weight: 'bold' });
  pages.text(inWords(amountPaise), { size: 9 });
  pages.skip(6);
  const bank = beneficiary.method === 'IMPS' ? await look.bankOf(beneficiary.ifsc) : null;
  const facts: readonly (readonly [Message, string | null])[] = [
    [msg('slip.from'), payerOf(head, look.payer)],
    [msg('slip.to'), name],
    [msg(beneficiary.method === 'UPI' ? 'field.upiId' : 'slip.account'), shownAccount(beneficiary)],
    [
      msg('paper.column.bank'),
      beneficiary.method === 'IMPS' ? [bank, beneficiary.ifsc].filter((part) => part !== null).join(', ') : null,
    ],
    [msg('paper.column.method'), beneficiary.method],
    [msg('slip.date'), paidOn(payout)],
    [msg('slip.utr'), ids.utr ?? ids.rrn],
    [msg('slip.reference'), `${payout.reference} (${payoutName(payout)})`],
    [msg('slip.remark'), remark],
  ];
  pages.facts(facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [[say(label), value]])));
}

/** Shows a UPI ID in full, since that is how its owner is known, but only the last digits of an account. */
function shownAccount(beneficiary: ReportPayout['beneficiary']): string {
  return beneficiary.method === 'UPI' ? beneficiary.upiId : maskAccount(beneficiary.accountNumber);
}

function payerOf(head: ReportHead, payer: string): string {
  return payer === '' ? head.profile : payer;
}

function isPractice({ environment }: ReportHead): boolean {
  return environment === 'PRACTICE';
}

/** The local day: `01-04-2026`. */
function paidOn({ sentAtMs, settledAtMs }: ReportPayout): string {
  return writtenDay(localIso(sentAtMs ?? settledAtMs ?? 0).slice(0, 10));
}

/** Unique by the payout, findable by the name, and safe on every file system. */
function fileNameOf(payout: ReportPayout): string {
  const person = (payout.name ?? '')
    .replaceAll(/[^\p{L}\p{M}\p{N} ]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 60);
  return `${payout.batch}-${payout.rowNumber}${person === '' ? '' : ` ${person}`}`;
}
