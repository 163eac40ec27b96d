// UPI IDs and account numbers in cells that are not read, such as a new UPI ID in a comment: who is right, the row or the cell?

import { type Beneficiary, maskAccount, type Payment } from '../../../shared/rows.ts';
import { personKey } from '../domain/person-key.ts';
import { meaningOf } from './field-names.ts';
import { someKnown } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import type { RowCells } from './row-cells.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';

const UPI_ID = /(?<![\w.@-])([\w.-]{2,256})@([a-z][a-z0-9]{1,63})(?![\w.@-]*\.[a-z]|[\w@-])/gi;
const ACCOUNT = /(?<![\w.@-])\d{9,18}(?![\w@-]|\.\d)/g;

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

  constructor(table: Table, columns: Columns) {
    this.#table = table;
    const { remark, ...others } = columns;
    const read = new Set(Object.values(others).map(({ index }) => index));
    this.#columns = table.headers.flatMap((header, index) =>
      read.has(index) || !holdsDigitsOrAt(table, index)
        ? []
        : [readColumn(table, { header, index, isRemark: index === remark?.index })],
    );
  }

  report(cells: RowCells, row: number, { beneficiary }: Payment): void {
    const beside = this.#of(row, beneficiary);
    if (beside !== null) cells.report('detailsBeside', null, { ...beside });
  }

  /** Details that differ from the row's; null for none. */
  #of(row: number, beneficiary: Beneficiary): DetailsBeside | null {
    const own = personKey(beneficiary);
    for (const { index, header, mayBeAccount, instructs } of this.#columns) {
      const cell = this.#table.rows[row]?.[index] ?? '';
      if (cell === '' || cell.length > VALUE_MAX_CHARACTERS) continue;
      for (const [upiId] of beneficiary.method === 'UPI' || instructs ? cell.matchAll(UPI_ID) : []) {
        if (personKey({ method: 'UPI', upiId }) !== own)
          return { header, other: shortenUpiId(upiId), own: shorten(beneficiary) };
      }
      const isNamed = instructs && NAMES_ACCOUNT.test(cell);
      if (!isNamed && !(mayBeAccount && beneficiary.method === 'IMPS')) continue;
      for (const [accountNumber] of cell.matchAll(ACCOUNT)) {
        const ifsc = beneficiary.method === 'UPI' ? '' : beneficiary.ifsc;
        if (personKey({ method: 'IMPS', accountNumber, ifsc }) !== own)
          return { header, other: maskAccount(accountNumber), own: shorten(beneficiary) };
      }
    }
    return null;
  }
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
    return cell.length >= 5 && cell.length <= VALUE_MAX_CHARACTERS && (cell.includes('@') || /\d{9}/.test(cell));
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
    if (/\d{9}|@/.test((cells[index] ?? '').slice(0, VALUE_MAX_CHARACTERS))) filled += 1;
  }
  const isSparse = isRemark || filled <= table.rows.length * FILLED_MAX_SHARE;
  const isOfOthers = isPayers || someKnown(words, 'column', 'otherNumbers');
  const instructs = isSparse || someKnown(words, 'column', 'note');
  return { index, header, mayBeAccount: isSparse && !isOfOthers, instructs };
}
