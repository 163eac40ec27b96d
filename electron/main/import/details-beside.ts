// What the texts of a row instruct in cells that are not read: a new UPI ID or account in a comment, another day of payment. Who is
// right, the row or the cell?

import { type Beneficiary, maskAccount, type Payment } from '../../../shared/rows.ts';
import { personKey } from '../domain/person-key.ts';
import { meaningOf } from './field-names.ts';
import { someKnown } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import { daysIn, isOtherDay } from './pay-dates.ts';
import { quoted } from './quoted.ts';
import type { RowCells } from './row-cells.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';
import { isKnownHandle } from './upi-handles.ts';

const UPI_ID = /(?<![\w.@-])([\w.-]{2,256})@([a-z][a-z0-9]{1,63})(?![\w.@-]*\.[a-z]|[\w@-])/gi;
const ACCOUNT = /(?<![\w.@-])\d{9,18}(?![\w@-]|\.\d)/g;
/** Only where a text says that it names an account: dates and times look alike. */
const SPACED_ACCOUNT = /(?<![\w.@-])\d(?:[ -]?\d){8,17}(?![\w@-]|\.\d)/g;
const IFSC = /(?<![\w.@-])[A-Z]{4}0[A-Z0-9]{6}(?![\w@-])/gi;
/** `asha @ oksbi` and `asha at oksbi`, where a handle is known by that name. */
const SPACED_AT = /(?:\s{0,3}@\s{0,3}|\s{1,3}at\s{1,3})(?=([a-z][a-z0-9]{1,20}))/gi;

const PAY_ON =
  /\b(?:pay|release|transfer|send|process|credit)\b\D{0,20}\b(?:on|after|from)\s{1,3}(\d{1,2}(?:st|nd|rd|th)?[-/. ]{0,2}(?:\d{1,2}|[\p{L}\p{M}]{3,9})(?:[-/. ,]{1,2}\d{2,4})?)/iu;
/** Other details are announced, but not where they can be compared: `account ending 9911, use this`. */
const CHANGES = /\b(?:new|changed?|updated?|revised|correct(?:ed)?|instead|use|switch(?:ed)?)\b|नया|नई|बदल/iu;
const DETAILS = /\b(?:a\/?c|acc|acct|account|ifsc|upi|vpa|g ?pay|google pay|phone ?pe|paytm|bhim)\b|खात|यूपीआई/iu;
const NAMES_ACCOUNT = /\b(?:a\/?c|acc|acct|account|ifsc|bank)\b|खात/iu;

/** Details in at most half of the rows of a column, or among words, may be corrections. */
const FILLED_MAX_SHARE = 0.5;

/** `instructs`: it may also say to pay in another way, such as `use UPI ravi@ybl` of a row with a bank account. */
interface SearchedColumn {
  readonly index: number;
  readonly header: string;
  readonly mayBeAccount: boolean;
  readonly instructs: boolean;
}

/** A payee's details beside the row's own, each shortened so that nobody can use it. */
interface DetailsBeside {
  readonly header: string;
  readonly other: string;
  readonly own: string;
}

/** Searches the cells that are not read, and the remark. */
export class DetailsSearch {
  readonly #table: Table;
  readonly #columns: readonly SearchedColumn[];
  readonly #unread: readonly { readonly index: number; readonly header: string }[];
  /** Those with a text about other details in a few rows. */
  readonly #texts: readonly { readonly index: number; readonly header: string }[];

  readonly #nowMs: number | null;

  constructor(table: Table, columns: Columns, nowMs: number | null) {
    this.#nowMs = nowMs;
    this.#table = table;
    const { remark, ...others } = columns;
    const read = new Set(Object.values(others).map(({ index }) => index));
    this.#columns = table.headers.flatMap((header, index) =>
      read.has(index) || !holdsDigitsOrAt(table, index)
        ? []
        : [readColumn(table, { header, index, isRemark: index === remark?.index })],
    );
    this.#unread = table.headers.flatMap((header, index) => (read.has(index) ? [] : [{ header, index }]));
    this.#texts = this.#unread.filter(({ index }) => {
      let changing = 0;
      for (const cells of table.rows) if (changesDetails(cells[index] ?? '')) changing += 1;
      return changing > 0 && changing <= Math.max(1, table.rows.length * FILLED_MAX_SHARE);
    });
  }

  report(cells: RowCells, row: number, { beneficiary }: Payment): void {
    this.#reportDay(cells, row);
    const beside = this.#of(row, beneficiary);
    if (beside !== null) return void cells.report('detailsBeside', null, { ...beside });
    for (const { header, index } of this.#texts) {
      const cell = this.#table.rows[row]?.[index] ?? '';
      if (changesDetails(cell)) return void cells.report('cellUnclear', null, { header, said: quoted(cell) });
    }
  }

  /** A text such as `pay on 15 Dec` where that is another day. */
  #reportDay(cells: RowCells, row: number): void {
    if (this.#nowMs === null) return;
    for (const { header, index } of this.#unread) {
      const cell = this.#table.rows[row]?.[index] ?? '';
      const day = cell.includes(' ') ? PAY_ON.exec(cell.slice(0, VALUE_MAX_CHARACTERS))?.[1] : undefined;
      if (day !== undefined && isOtherDay(day, this.#nowMs)) cells.report('payDayOther', null, { header, day });
    }
  }

  /** Details that differ from the row's; null for none. */
  #of(row: number, beneficiary: Beneficiary): DetailsBeside | null {
    const own = personKey(beneficiary);
    for (const { index, header, mayBeAccount, instructs } of this.#columns) {
      const cell = this.#table.rows[row]?.[index] ?? '';
      if (cell === '' || cell.length > VALUE_MAX_CHARACTERS) continue;
      const upiIds = withPlainAt(cell).matchAll(UPI_ID);
      for (const [upiId] of beneficiary.method === 'UPI' || instructs ? upiIds : []) {
        if (personKey({ method: 'UPI', upiId }) !== own)
          return { header, other: shortenUpiId(upiId), own: shorten(beneficiary) };
      }
      if (beneficiary.method === 'IMPS' && instructs) {
        for (const [ifsc] of cell.matchAll(IFSC)) {
          if (ifsc.toUpperCase() !== beneficiary.ifsc) return { header, other: ifsc, own: beneficiary.ifsc };
        }
      }
      const isNamed = instructs && NAMES_ACCOUNT.test(cell);
      if (!isNamed && !(mayBeAccount && beneficiary.method === 'IMPS')) continue;
      for (const [written] of cell.matchAll(isNamed ? SPACED_ACCOUNT : ACCOUNT)) {
        const accountNumber = written.replace(/\D/g, '');
        const ifsc = beneficiary.method === 'UPI' ? '' : beneficiary.ifsc;
        if (personKey({ method: 'IMPS', accountNumber, ifsc }) !== own)
          return { header, other: maskAccount(accountNumber), own: shorten(beneficiary) };
      }
    }
    return null;
  }
}

function withPlainAt(cell: string): string {
  return cell.replace(SPACED_AT, (at, handle: string) => (isKnownHandle(handle) ? '@' : at));
}

/** Whether a text is about payees' details or a day of payment: then it is compared with its row here. */
export function isAboutDetails(text: string): boolean {
  if (text.length > VALUE_MAX_CHARACTERS) return false;
  const day = PAY_ON.exec(text)?.[1] ?? '';
  if (changesDetails(text) || daysIn(day, 2_000).length > 0) return true;
  return (
    [...withPlainAt(text).matchAll(UPI_ID), ...text.matchAll(IFSC)].length > 0 ||
    (NAMES_ACCOUNT.test(text) && /\d(?:[ -]?\d){8}/.test(text))
  );
}

function changesDetails(cell: string): boolean {
  if (!cell.includes(' ') || cell.length > VALUE_MAX_CHARACTERS) return false;
  return DETAILS.test(cell) && CHANGES.test(cell);
}

function shorten(beneficiary: Beneficiary): string {
  return beneficiary.method === 'UPI' ? shortenUpiId(beneficiary.upiId) : maskAccount(beneficiary.accountNumber);
}

function shortenUpiId(upiId: string): string {
  const at = upiId.indexOf('@');
  return `${upiId.slice(0, Math.min(3, at))}…${upiId.slice(at)}`;
}

function holdsDigitsOrAt(table: Table, index: number): boolean {
  return table.rows.some((cells) => {
    const cell = cells[index] ?? '';
    return (
      cell.length >= 5 &&
      cell.length <= VALUE_MAX_CHARACTERS &&
      /@|\sat\s|\d(?:[ -]?\d){8}|[a-z]{4}0[a-z0-9]{6}/i.test(cell)
    );
  });
}

/** Whether long numbers of a column may be accounts: not those of phones, papers and references, nor a number in each row. */
function readColumn(
  table: Table,
  { header, index, isRemark }: { readonly header: string; readonly index: number; readonly isRemark: boolean },
): SearchedColumn {
  const { words, isPayers } = meaningOf(header);
  let filled = 0;
  for (const cells of table.rows) {
    if (/\d{9}|@|[a-z]{4}0[a-z0-9]{6}/i.test((cells[index] ?? '').slice(0, VALUE_MAX_CHARACTERS))) filled += 1;
  }
  const isSparse = isRemark || filled <= table.rows.length * FILLED_MAX_SHARE;
  const isOfOthers = isPayers || someKnown(words, 'column', 'otherNumbers');
  const instructs = isSparse || someKnown(words, 'column', 'note');
  return { index, header, mayBeAccount: isSparse && !isOfOthers, instructs };
}
