// A journal export as a file, in three forms, made from what is recorded of it alone: written again, it is the same file. A
// voucher that undoes another has its ledgers on the other sides, and names it. No form holds an account number.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatBatchId } from '../../../shared/ids.ts';
import { decimalText } from '../../../shared/money.ts';
import type { Environment } from '../../../shared/profiles.ts';
import type { JournalForm } from '../../../shared/report-forms.ts';
import { isUndoing, type JournalEntry } from '../domain/journal.ts';
import type { FillFile } from './atomic-file.ts';
import { fillCsvList } from './csv.ts';
import { type Column, payoutName, writtenDay } from './report-payouts.ts';

/** `desk`: the database's id, which makes a voucher's id unique among all desks. */
export interface ExportedJournal {
  readonly number: number;
  readonly desk: string;
  readonly prefix: 'B' | 'P';
  readonly environment: Environment;
  readonly entries: readonly JournalEntry[];
}

const FILLS: Readonly<Record<JournalForm, (journal: ExportedJournal) => FillFile>> = {
  journal: fillJournal,
  tally: fillTally,
  'tally-xml': fillTallyXml,
};

export function fillExport(form: JournalForm, journal: ExportedJournal): FillFile {
  return FILLS[form](journal);
}

/** One line per voucher, for any program that reads CSV. */
function fillJournal(journal: ExportedJournal): FillFile {
  const columns: readonly Column<Voucher>[] = [
    { name: 'date', kind: 'text', read: ({ entry }) => entry.day },
    { name: 'voucher', kind: 'text', read: ({ number }) => number },
    { name: 'debit_ledger', kind: 'text', read: ({ debit }) => debit },
    { name: 'credit_ledger', kind: 'text', read: ({ credit }) => credit },
    { name: 'amount', kind: 'rupees', read: ({ entry }) => entry.amountPaise },
    { name: 'narration', kind: 'text', read: ({ narration }) => narration },
    { name: 'party', kind: 'text', read: ({ entry }) => entry.name },
    { name: 'reference', kind: 'text', read: ({ entry }) => entry.reference },
    { name: 'utr', kind: 'text', read: ({ entry }) => entry.utr },
    { name: 'environment', kind: 'text', read: () => journal.environment },
    { name: 'kind', kind: 'text', read: ({ undoes }) => (undoes === null ? 'payment' : 'reversal') },
    { name: 'undoes', kind: 'text', read: ({ undoes }) => undoes },
    { name: 'export', kind: 'integer', read: () => journal.number },
    { name: 'fee', kind: 'rupees', read: ({ entry }) => entry.feePaise },
    { name: 'tax', kind: 'rupees', read: ({ entry }) => entry.taxPaise },
  ];
  return fillCsvList(columns, vouchersOf(journal));
}

/** Two lines per voucher, under the headers of TallyPrime's sheet for accounting vouchers. */
function fillTally(journal: ExportedJournal): FillFile {
  const columns: readonly Column<TallyLine>[] = [
    { name: 'Voucher Date', kind: 'text', read: ({ entry }) => writtenDay(entry.day) },
    { name: 'Voucher Type Name', kind: 'text', read: ({ type }) => type },
    { name: 'Voucher Number', kind: 'text', read: ({ number }) => number },
    { name: 'Ledger Name', kind: 'text', read: ({ ledger }) => ledger },
    { name: 'Ledger Amount', kind: 'rupees', read: ({ entry }) => entry.amountPaise },
    { name: 'Ledger Amount Dr/Cr', kind: 'text', read: ({ side }) => side },
    { name: 'Voucher Narration', kind: 'text', read: ({ narration }) => narration },
  ];
  return fillCsvList(columns, tallyLines(journal));
}

/**
 * TallyPrime's XML for importing vouchers. A debit is deemed positive and its amount negative, a credit the other way round. The
 * REMOTEID stays the same however often a voucher is written: importing it again alters it, and makes no second one.
 */
function fillTallyXml(journal: ExportedJournal): FillFile {
  return async (sink, signal) => {
    await pipeline(Readable.from(xmlOf(journal)), sink, { signal });
    return null;
  };
}

function* xmlOf(journal: ExportedJournal): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE>
<HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>
<BODY><IMPORTDATA>
<REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC>
<REQUESTDATA>
`;
  for (const voucher of vouchersOf(journal)) yield voucherXml(voucher, journal);
  yield `</REQUESTDATA>
</IMPORTDATA></BODY>
</ENVELOPE>
`;
}

function voucherXml({ entry, number, type, debit, credit, narration }: Voucher, { desk }: ExportedJournal): string {
  const id = xmlText(`${desk}-${entry.payoutId}-${entry.turn}`);
  const amount = decimalText(entry.amountPaise);
  const date = entry.day.replaceAll('-', '');
  return `<TALLYMESSAGE xmlns:UDF="TallyUDF">
<VOUCHER REMOTEID="${id}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">
<DATE>${date}</DATE>
<EFFECTIVEDATE>${date}</EFFECTIVEDATE>
<GUID>${id}</GUID>
<VOUCHERTYPENAME>${type}</VOUCHERTYPENAME>
<VOUCHERNUMBER>${xmlText(number)}</VOUCHERNUMBER>
<REFERENCE>${xmlText(entry.reference)}</REFERENCE>
<NARRATION>${xmlText(narration)}</NARRATION>
<PERSISTEDVIEW>Accounting Voucher View</PERSISTEDVIEW>
<ALLLEDGERENTRIES.LIST>
<LEDGERNAME>${xmlText(debit)}</LEDGERNAME>
<ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE>
<AMOUNT>-${amount}</AMOUNT>
</ALLLEDGERENTRIES.LIST>
<ALLLEDGERENTRIES.LIST>
<LEDGERNAME>${xmlText(credit)}</LEDGERNAME>
<ISDEEMEDPOSITIVE>No</ISDEEMEDPOSITIVE>
<AMOUNT>${amount}</AMOUNT>
</ALLLEDGERENTRIES.LIST>
</VOUCHER>
</TALLYMESSAGE>
`;
}

const XML_MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no way to write some characters at all; the sheet's own line ends would become others. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, (mark) => XML_MARKS[mark] ?? mark);
}

/** An entry as a voucher: who is debited and credited by it, and the number of the voucher that it undoes. */
interface Voucher {
  readonly entry: JournalEntry;
  readonly number: string;
  readonly undoes: string | null;
  readonly type: 'Payment' | 'Receipt';
  readonly debit: string;
  readonly credit: string;
  readonly narration: string;
}

interface TallyLine extends Voucher {
  readonly ledger: string;
  readonly side: 'Dr' | 'Cr';
}

function* vouchersOf({ prefix, environment, entries }: ExportedJournal): Generator<Voucher> {
  for (const entry of entries) {
    const undoes = isUndoing(entry) ? voucherNumber(prefix, { ...entry, turn: entry.turn - 1 }) : null;
    const { debit, credit } = entry;
    yield {
      entry,
      number: voucherNumber(prefix, entry),
      undoes,
      type: undoes === null ? 'Payment' : 'Receipt',
      ...(undoes === null ? { debit, credit } : { debit: credit, credit: debit }),
      narration: narrationOf(entry, { environment, undoes }),
    };
  }
}

function* tallyLines(journal: ExportedJournal): Generator<TallyLine> {
  for (const voucher of vouchersOf(journal)) {
    yield { ...voucher, ledger: voucher.debit, side: 'Dr' };
    yield { ...voucher, ledger: voucher.credit, side: 'Cr' };
  }
}

/** `B0012/17` for a payout's first voucher, `B0012/17-2` for what undoes it, `B0012/17-3` where it is paid after all. */
function voucherNumber(prefix: 'B' | 'P', { batch, rowNumber, turn }: JournalEntry): string {
  const payout = payoutName({ batch: formatBatchId(prefix, batch), rowNumber });
  return turn === 1 ? payout : `${payout}-${turn}`;
}

function narrationOf(
  { name, remark, amountPaise, beneficiary, utr }: JournalEntry,
  { environment, undoes }: { readonly environment: Environment; readonly undoes: string | null },
): string {
  return [
    environment === 'PRACTICE' ? 'PRACTICE: no money was moved' : null,
    undoes === null ? null : `Reverses ${undoes}`,
    `${beneficiary.method} ${decimalText(amountPaise)}`,
    name === null ? null : `to ${name}`,
    remark,
    utr === null ? null : `UTR ${utr}`,
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}
