// Sends a checked file from one thread to another in pieces that each take some milliseconds. All texts of a piece are joined
// into one and cut again on arrival: copying them one by one would take ten times as long.

import { invariant } from '../../../shared/failures.ts';
import type { Reference } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import type { CheckedFile, CheckedRow, Issue, Payment } from '../../../shared/rows.ts';

/** A checked file without its rows and their issues. */
export type CheckedHead = Omit<CheckedFile, 'rows' | 'issues'>;

/**
 * The rows and issues after those of the previous piece. `lengths` say where to cut `text`. `rows` has ROW_NUMBERS numbers per
 * row, `issues` has ISSUE_NUMBERS per issue.
 */
export interface CheckedPiece {
  readonly text: string;
  readonly lengths: Uint32Array;
  readonly rows: Float64Array;
  readonly issues: Int32Array;
  /** The contents of the issues, each distinct one once. */
  readonly said: readonly SaidOfRows[];
  readonly isLast: boolean;
}

type SaidOfRows = Omit<Issue, 'row' | 'cell'>;

/** A piece ends after the row or issue that fills it. */
const PIECE_ROWS = 2_048;
const PIECE_CHARACTERS = 512 * 1024;

/** Row number, flags, number of source cells, paise. */
const ROW_NUMBERS = 4;
/** Row number, index in `said`, whether it names a cell. */
const ISSUE_NUMBERS = 3;

const FLAG = { payable: 1, hidden: 2, aboveCeiling: 4, upi: 8, reference: 16, name: 32, noPayment: 64 } as const;

/** Cuts a checked file into pieces, from the first row to the last issue. */
export class CheckedPacking {
  readonly #file: Pick<CheckedFile, 'rows' | 'issues'>;
  #row = 0;
  #issue = 0;

  constructor(file: Pick<CheckedFile, 'rows' | 'issues'>) {
    this.#file = file;
  }

  next(): CheckedPiece {
    const texts: string[] = [];
    const lengths: number[] = [];
    let characters = 0;
    const put = (text: string): void => {
      texts.push(text);
      lengths.push(text.length);
      characters += text.length;
    };
    const rows: number[] = [];
    const issues: number[] = [];
    const said: SaidOfRows[] = [];
    const places = new Map<string, number>();
    const { rows: allRows, issues: allIssues } = this.#file;
    const isFull = (): boolean =>
      rows.length / ROW_NUMBERS + issues.length / ISSUE_NUMBERS >= PIECE_ROWS || characters >= PIECE_CHARACTERS;
    while (this.#row < allRows.length && !isFull()) {
      const row = allRows[this.#row];
      invariant(row !== undefined, 'a checked row is missing');
      packRow(row, rows, put);
      this.#row += 1;
    }
    while (this.#issue < allIssues.length && !isFull()) {
      const issue = allIssues[this.#issue];
      invariant(issue !== undefined, 'an issue is missing');
      const { row, cell, ...words } = issue;
      const key = JSON.stringify(words);
      const place = places.get(key) ?? said.push(words) - 1;
      places.set(key, place);
      issues.push(row, place, cell === null ? 0 : 1);
      if (cell !== null) put(cell);
      this.#issue += 1;
    }
    return {
      text: texts.join(''),
      lengths: new Uint32Array(lengths),
      rows: new Float64Array(rows),
      issues: new Int32Array(issues),
      said,
      isLast: this.#row === allRows.length && this.#issue === allIssues.length,
    };
  }
}

function packRow(row: CheckedRow, numbers: number[], put: (text: string) => void): void {
  const payment = row.kind === 'payable' ? row.payment : (row.aboveCeiling ?? null);
  for (const cell of row.source) put(cell);
  let flags = row.hidden ? FLAG.hidden : 0;
  if (row.kind === 'blocked' && row.isNoPayment === true) flags |= FLAG.noPayment;
  if (payment !== null) {
    const { beneficiary, remark, reference, name } = payment;
    flags |= row.kind === 'payable' ? FLAG.payable : FLAG.aboveCeiling;
    if (beneficiary.method === 'UPI') {
      flags |= FLAG.upi;
      put(beneficiary.upiId);
    } else {
      put(beneficiary.accountNumber);
      put(beneficiary.ifsc);
    }
    put(remark);
    if (reference !== null) {
      flags |= FLAG.reference;
      put(reference);
    }
    if (name !== null) {
      flags |= FLAG.name;
      put(name);
    }
  }
  numbers.push(row.rowNumber, flags, row.source.length, payment?.amountPaise ?? 0);
}

/** Reassembles a checked file. */
export class CheckedUnpacking {
  readonly #rows: CheckedRow[] = [];
  readonly #issues: Issue[] = [];

  add({ text, lengths, rows, issues, said }: CheckedPiece): void {
    let at = 0;
    let start = 0;
    const take = (): string => {
      const length = lengths[at] ?? 0;
      at += 1;
      start += length;
      return length === 0 ? '' : text.slice(start - length, start);
    };
    for (let index = 0; index < rows.length; index += ROW_NUMBERS) {
      this.#rows.push(unpackRow(rows, index, take));
    }
    for (let index = 0; index < issues.length; index += ISSUE_NUMBERS) {
      const words = said[issues[index + 1] ?? -1];
      invariant(words !== undefined, 'an issue came without its words');
      this.#issues.push({ row: issues[index] ?? 0, cell: issues[index + 2] === 1 ? take() : null, ...words });
    }
    invariant(at === lengths.length && start === text.length, 'a piece of a checked file does not come out even');
  }

  /** Throws when the rows do not match the counts and total of the head. */
  finish(head: CheckedHead): CheckedFile {
    let count = 0;
    let totalPaise = 0;
    for (const row of this.#rows) {
      if (row.kind !== 'payable') continue;
      count += 1;
      totalPaise += row.payment.amountPaise;
    }
    const isWhole = count === head.payableCount && totalPaise === head.totalPaise;
    invariant(isWhole, 'a checked file did not arrive as it left');
    return { ...head, rows: this.#rows, issues: this.#issues };
  }
}

function unpackRow(numbers: Float64Array, index: number, take: () => string): CheckedRow {
  const flags = numbers[index + 1] ?? 0;
  const source: string[] = [];
  for (let width = numbers[index + 2] ?? 0; width > 0; width -= 1) source.push(take());
  const row = { rowNumber: numbers[index] ?? 0, source, hidden: (flags & FLAG.hidden) !== 0 };
  if ((flags & FLAG.noPayment) !== 0) return { kind: 'blocked', ...row, isNoPayment: true };
  if ((flags & (FLAG.payable | FLAG.aboveCeiling)) === 0) return { kind: 'blocked', ...row };
  const payment: Payment = {
    beneficiary:
      (flags & FLAG.upi) === 0
        ? { method: 'IMPS', accountNumber: take(), ifsc: take() }
        : { method: 'UPI', upiId: take() },
    amountPaise: (numbers[index + 3] ?? 0) as Paise,
    remark: take(),
    reference: (flags & FLAG.reference) === 0 ? null : (take() as Reference),
    name: (flags & FLAG.name) === 0 ? null : take(),
  };
  if ((flags & FLAG.payable) !== 0) return { kind: 'payable', ...row, payment };
  return { kind: 'blocked', ...row, aboveCeiling: payment };
}
