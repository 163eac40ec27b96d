// UPI IDs and account numbers in cells that are not read, such as a new UPI ID in a comment: who is right, the row or the cell?

import { type Beneficiary, maskAccount, type Payment } from '../../../shared/rows.ts';
import { meaningOf } from './field-names.ts';
import { isKnown } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import type { RowCells } from './row-cells.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';

const UPI_ID = /(?<![\w.@-])([\w.-]{2,256})@([a-z][a-z0-9]{1,63})(?![\w.@-]*\.[a-z]|[\w@-])/gi;
const ACCOUNT = /(?<![\w.@-])\d{9,18}(?![\w@-]|\.\d)/g;

/** A column with digits in at most half of its rows, or among words, may hold a corrected account number. */
const FILLED_MAX_SHARE = 0.5;

/** A payee's details beside the row's own, each shortened so that nobody can use it. */
interface DetailsBeside {
  readonly header: string;
  readonly other: string;
  readonly own: string;
}

/** Searches the cells that are not read, and the remark. */
export class DetailsSearch {
  readonly #table: Table;
  readonly #columns: readonly { readonly index: number; readonly header: string; readonly mayBeAccount: boolean }[];

  constructor(table: Table, columns: Columns) {
    this.#table = table;
    const { remark, ...others } = columns;
    const read = new Set(Object.values(others).map(({ index }) => index));
    this.#columns = table.headers.flatMap((header, index) =>
      read.has(index) || !holdsDigitsOrAt(table, index)
        ? []
        : [{ index, header, mayBeAccount: mayBeAccount(table, { header, index, isRemark: index === remark?.index }) }],
    );
  }

  report(cells: RowCells, row: number, { beneficiary }: Payment): void {
    const beside = this.#of(row, beneficiary);
    if (beside !== null) cells.report('detailsBeside', null, { ...beside });
  }

  /** Details that differ from the row's; null for none. */
  #of(row: number, beneficiary: Beneficiary): DetailsBeside | null {
    for (const { index, header, mayBeAccount } of this.#columns) {
      const cell = this.#table.rows[row]?.[index] ?? '';
      if (cell === '' || cell.length > VALUE_MAX_CHARACTERS) continue;
      for (const [id] of cell.matchAll(UPI_ID)) {
        if (beneficiary.method === 'UPI' && id.toLowerCase() !== beneficiary.upiId.toLowerCase())
          return { header, other: shortened(id), own: shortened(beneficiary.upiId) };
      }
      if (!mayBeAccount || beneficiary.method !== 'IMPS') continue;
      for (const [account] of cell.matchAll(ACCOUNT)) {
        if (withoutZeros(account) !== withoutZeros(beneficiary.accountNumber))
          return { header, other: maskAccount(account), own: maskAccount(beneficiary.accountNumber) };
      }
    }
    return null;
  }
}

function withoutZeros(account: string): string {
  return account.replace(/^0+/, '');
}

function shortened(upiId: string): string {
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
function mayBeAccount(
  table: Table,
  { header, index, isRemark }: { readonly header: string; readonly index: number; readonly isRemark: boolean },
): boolean {
  const { words, isPayers } = meaningOf(header);
  if (isPayers || [...words].some((word) => isKnown(word, 'column', 'otherNumbers'))) return false;
  let filled = 0;
  for (const cells of table.rows) if (/\d{9}/.test((cells[index] ?? '').slice(0, VALUE_MAX_CHARACTERS))) filled += 1;
  return isRemark || filled <= table.rows.length * FILLED_MAX_SHARE;
}
