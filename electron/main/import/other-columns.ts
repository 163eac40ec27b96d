// What the columns that are not sent say against paying a row: that it was paid already, that it is held, or that its account
// number is another one.

import type { Payment } from '../../../shared/rows.ts';
import { meaningOf } from './field-names.ts';
import { type Columns, mostlyAgree } from './match-columns.ts';
import { type RowCells, trimSpaces } from './row-cells.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';

type Says = 'status' | 'yes' | 'bankReference' | 'account';

interface OtherColumn {
  readonly index: number;
  readonly header: string;
  readonly says: Says;
}

/** What a status says of a row that is not to be paid, as it is repeated to a person. */
const NOT_TO_BE_PAID: Readonly<Record<string, string>> = wordsBySpelling(`
  Paid: paid, already paid, payment done, fully paid, salary paid
  Done: done, completed, complete, closed
  Processed: processed, success, successful, settled, credited, transferred, released, disbursed, sent
  Hold: hold, on hold, held, withheld, pending approval, not approved, unapproved, disapproved
  Stopped: stop, stopped, stop payment, do not pay, dont pay, not to be paid, no payment, blocked, suspended
  Cancelled: cancelled, canceled, cancel, void, voided, withdrawn
  Rejected: rejected, reject, failed, failure, returned, reversed, refunded, declined, duplicate
  Left: left, resigned, exited, terminated, relieved, absconded, inactive
`);
const YES: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'x', '✓', '✔']);

function wordsBySpelling(lines: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [shown = '', spellings = ''] = line.trim().split(': ');
        return spellings.split(', ').map((spelling) => [spelling, shown] as const);
      }),
  );
}

/** Columns of which a yes means that the row is not to be paid. */
const HELD_WORDS = ['hold', 'stop', 'paid', 'cancelled', 'settled'] as const;
/** What a bank gives a payment once it is made. */
const BANK_REFERENCES = ['utr', 'rrn'] as const;
/** Numbers and dates beside one of those words are not about the row's payment. */
const NOT_ABOUT_THE_ROW = ['day', 'days', 'amount', 'leave', 'holiday', 'by', 'to'] as const;
/** A bank's reference is longer than a dash or a "no". */
const BANK_REFERENCE_MIN_CHARACTERS = 6;

export class OtherColumns {
  readonly #table: Table;
  readonly #columns: readonly OtherColumn[];

  constructor(table: Table, columns: Columns) {
    const taken = new Set(Object.values(columns).map(({ index }) => index));
    this.#table = table;
    this.#columns = table.headers.flatMap((header, index) => {
      const says = taken.has(index) ? null : whatItSays(table, { header, index, columns });
      return says === null ? [] : [{ index, header, says }];
    });
  }

  /** Warns about a row that could be paid. */
  report(cells: RowCells, row: number, { beneficiary }: Payment): void {
    for (const { index, header, says } of this.#columns) {
      const cell = this.#table.rows[row]?.[index] ?? '';
      if (cell === '' || cell.length > VALUE_MAX_CHARACTERS) continue;
      const text = trimSpaces(cell);
      if (says === 'account') {
        if (text === '' || beneficiary.method === 'UPI' || text === beneficiary.accountNumber) continue;
        cells.report('accountsDiffer', 'accountNumber', { header });
      } else if (says === 'bankReference') {
        if (text.length >= BANK_REFERENCE_MIN_CHARACTERS && /\d/.test(text))
          cells.report('bankReferenceThere', null, { header });
      } else {
        const word = text
          .toLowerCase()
          .replace(/[^\p{L}\p{M}\p{N}✓✔]+/gu, ' ')
          .trim();
        const said = Object.hasOwn(NOT_TO_BE_PAID, word) ? NOT_TO_BE_PAID[word] : undefined;
        const isYes = says === 'yes' && YES.has(word);
        if (said !== undefined || isYes) cells.report('statusSays', null, { header, said: said ?? 'Yes' });
      }
    }
  }
}

function whatItSays(
  table: Table,
  { header, index, columns }: { readonly header: string; readonly index: number; readonly columns: Columns },
): Says | null {
  if (header === '') return null;
  const meaning = meaningOf(header);
  const has = (words: readonly string[]): boolean => words.some((word) => meaning.words.has(word));
  const account = columns.accountNumber?.index;
  if (account !== undefined && !meaning.isPayers) {
    if (meaning.kind === 'repeats') return 'account';
    const isAccount = meaning.kind === 'names' && meaning.field === 'accountNumber';
    if (isAccount && mostlyAgree(table, account, index)) return 'account';
  }
  if (has(BANK_REFERENCES)) return 'bankReference';
  if (meaning.words.has('status') || header.trim().toLowerCase() === 'state') return 'status';
  return has(HELD_WORDS) && !has(NOT_ABOUT_THE_ROW) ? 'yes' : null;
}
