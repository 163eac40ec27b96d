// A journal file in any form, read back by programs that are not ours, into one shape.

import Papa from 'papaparse';
import { SaxesParser } from 'saxes';

/** One side of a voucher. `paise` is positive for a debit. */
export interface BookedSide {
  readonly ledger: string;
  readonly paise: number;
}

export interface BookedVoucher {
  readonly number: string;
  /** `2026-04-01`. */
  readonly day: string;
  readonly type: string;
  readonly narration: string;
  /** What makes it the same voucher when it is imported again; null in a CSV. */
  readonly id: string | null;
  readonly sides: readonly BookedSide[];
}

/** Reads a journal, vouchers for Tally as CSV, or as XML. Throws on what is not well-formed, or not as TallyPrime expects it. */
export function readBookedFile(text: string): readonly BookedVoucher[] {
  if (text.startsWith('<?xml')) return readXml(text);
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text.replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
    transform: unguarded,
  });
  if (errors.length > 0) throw new Error(`not a CSV: ${errors[0]?.message}`);
  return meta.fields?.includes('Voucher Number') === true ? readTally(data) : data.map(readLine);
}

/** Removes the apostrophe that keeps a cell from being run as a formula. */
function unguarded(text: string): string {
  return text.replaceAll(/(^|[,;|])'(?=['"\s]*[=+\-@])/g, '$1');
}

type Line = Readonly<Record<string, string>>;

function readLine(line: Line): BookedVoucher {
  const { date = '', voucher = '', amount = '', narration = '', kind = '' } = line;
  const paise = paiseOf(amount);
  const sides = [
    { ledger: line['debit_ledger'] ?? '', paise },
    { ledger: line['credit_ledger'] ?? '', paise: -paise },
  ];
  return { number: voucher, day: date, type: kind === 'payment' ? 'Payment' : 'Receipt', narration, id: null, sides };
}

function readTally(lines: readonly Line[]): readonly BookedVoucher[] {
  return [...Map.groupBy(lines, (line) => line['Voucher Number'] ?? '')].map(([number, of]) => {
    const [first = {}] = of;
    return {
      number,
      day: (first['Voucher Date'] ?? '').split('-').toReversed().join('-'),
      type: first['Voucher Type Name'] ?? '',
      narration: first['Voucher Narration'] ?? '',
      id: null,
      sides: of.map((line) => ({
        ledger: line['Ledger Name'] ?? '',
        paise: paiseOf(line['Ledger Amount'] ?? '') * (line['Ledger Amount Dr/Cr'] === 'Dr' ? 1 : -1),
      })),
    };
  });
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

function readXml(text: string): readonly BookedVoucher[] {
  const root = parseXml(text);
  if (textAt(root, ['HEADER', 'TALLYREQUEST']) !== 'Import Data') throw new Error('not an import');
  if (textAt(root, ['BODY', 'IMPORTDATA', 'REQUESTDESC', 'REPORTNAME']) !== 'Vouchers') throw new Error('not vouchers');
  const data = at(root, ['BODY', 'IMPORTDATA', 'REQUESTDATA']);
  return data.children.map((message) => {
    const voucher = at(message, ['VOUCHER']);
    const date = textAt(voucher, ['DATE']);
    const { REMOTEID: id = '', VCHTYPE: type = '' } = voucher.attributes;
    if (!/^\d{8}$/.test(date)) throw new Error(`not a date of Tally: ${date}`);
    if (id === '' || textAt(voucher, ['GUID']) !== id) throw new Error('the ids differ');
    if (textAt(voucher, ['VOUCHERTYPENAME']) !== type) throw new Error('the types differ');
    return {
      number: textAt(voucher, ['VOUCHERNUMBER']),
      day: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`,
      type,
      narration: textAt(voucher, ['NARRATION']),
      id,
      sides: voucher.children.filter(({ name }) => name === 'ALLLEDGERENTRIES.LIST').map(sideOf),
    };
  });
}

/** A debit is deemed positive, with a negative amount; a credit the other way round. */
function sideOf(entry: Element): BookedSide {
  const amount = textAt(entry, ['AMOUNT']);
  const isDebit = textAt(entry, ['ISDEEMEDPOSITIVE']) === 'Yes';
  if (amount.startsWith('-') !== isDebit) throw new Error(`the sign contradicts the side: ${amount}`);
  return { ledger: textAt(entry, ['LEDGERNAME']), paise: paiseOf(amount.replace('-', '')) * (isDebit ? 1 : -1) };
}

function parseXml(text: string): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (piece) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return at(top, ['ENVELOPE']);
}

function at(element: Element, path: readonly string[]): Element {
  return path.reduce((within, name) => {
    const found = within.children.find((child) => child.name === name);
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found;
  }, element);
}

function textAt(element: Element, path: readonly string[]): string {
  return at(element, path).text;
}

function paiseOf(text: string): number {
  if (!/^\d+\.\d\d$/.test(text)) throw new Error(`not an amount: ${text}`);
  return Number(text.replace('.', ''));
}
