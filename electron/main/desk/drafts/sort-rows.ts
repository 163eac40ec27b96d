// The order in which Review shows rows. One press of a header sorts once: a row that is corrected afterwards stays where it is,
// and one that comes later stands at the end, until a header or a filter is pressed again.

import type { DraftQuery, DraftSort } from '../../../../shared/api/draft-commands.ts';
import { unreachable } from '../../../../shared/failures.ts';
import { parseRupees } from '../../../../shared/money.ts';
import { FIELDS, type Field, type Issue } from '../../../../shared/rows.ts';
import type { Draft, DraftSheet } from './draft.ts';
import { type FoundRows, findRows } from './draft-views.ts';

interface Sorted {
  readonly revision: number;
  readonly rows: readonly number[];
}

/** The newest orders of each reading by press, newest last. */
const sorted = new WeakMap<DraftSheet, Map<string, Sorted>>();

/** More than a desk's windows sort in turn. */
const ORDERS_MAX = 8;

/** The rows that a query matches, in the order shown. */
export function shownRows(
  draft: Draft,
  { sort, ...query }: DraftQuery & { readonly sort: DraftSort | null },
): FoundRows {
  const found = findRows(draft, query);
  if (sort === null) return found;
  const { revision, reading } = draft;
  const orders = sorted.get(reading) ?? new Map<string, Sorted>();
  const press = JSON.stringify([sort, query]);
  const before = orders.get(press);
  orders.delete(press);
  const rows = before?.revision === revision ? before.rows : orderOf(draft, { found: found.rows, sort, before });
  sorted.set(reading, orders.set(press, { revision, rows }));
  const [oldest] = orders.keys();
  if (oldest !== undefined && orders.size > ORDERS_MAX) orders.delete(oldest);
  return { ...found, rows };
}

interface Ordering {
  readonly found: readonly number[];
  readonly sort: DraftSort;
  readonly before: Sorted | undefined;
}

function orderOf(draft: Draft, { found, sort, before }: Ordering): readonly number[] {
  if (before === undefined) return inOrder(draft, found, sort);
  const now = new Set(found);
  const stayed = before.rows.filter((row) => now.has(row));
  const known = new Set(stayed);
  const come = found.filter((row) => !known.has(row));
  return come.length === 0 ? stayed : [...stayed, ...inOrder(draft, come, sort)];
}

/** As a spreadsheet sorts: numbers inside texts by their value, and empty cells last in both directions. */
const TEXTS = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function inOrder(draft: Draft, rows: readonly number[], { by, direction }: DraftSort): readonly number[] {
  const keyed = rows.map((row) => ({ row, value: valueOf(draft, row, by) }));
  const sign = direction === 'up' ? 1 : -1;
  const isEmpty = (value: string | number): boolean => value === '';
  keyed.sort(
    (one, other) =>
      Number(isEmpty(one.value)) - Number(isEmpty(other.value)) ||
      sign * compare(one.value, other.value) ||
      one.row - other.row,
  );
  return keyed.map(({ row }) => row);
}

function valueOf(draft: Draft, row: number, by: DraftSort['by']): string | number {
  const checked = draft.check.rows[row];
  if (isText(by)) return draft.text(row, by).trim();
  switch (by) {
    case 'row':
      return row;
    case 'status':
      return problemOf(draft, row);
    case 'method':
      return checked?.kind === 'payable' ? checked.payment.beneficiary.method : '';
    case 'bank':
      return draft.reading.sheet.branches.bankOf(draft.text(row, 'ifsc').trim()) ?? '';
    case 'whyUnpaid':
      return draft.reading.whyUnpaid?.[row]?.code ?? '';
    case 'amount':
      return amountOf(draft.text(row, by).trim());
    default:
      return unreachable(by);
  }
}

function isText(by: DraftSort['by']): by is Exclude<Field, 'amount'> {
  return by !== 'amount' && FIELDS.some((field) => field === by);
}

/** A row with another error has its amount too. */
function amountOf(text: string): string | number {
  const reading = parseRupees(text);
  return reading.kind === 'exact' ? reading.paise : text;
}

const SEVERITIES: readonly Issue['severity'][] = ['error', 'warning', 'notice'];

/** Errors before warnings, and rows with the same problem together. */
function problemOf(draft: Draft, row: number): string {
  const status = STATUS_ORDER[draft.check.status(row)];
  const issues = draft.check.issuesOf(row);
  const worst = SEVERITIES.flatMap((severity) => issues.find((issue) => issue.severity === severity) ?? [])[0];
  return `${status} ${worst?.code ?? ''} ${worst?.field ?? ''}`;
}

const STATUS_ORDER = { error: 0, warning: 1, ready: 2, excluded: 3 } as const;

/** Numbers stand before texts. */
function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'string' && typeof other === 'string') return TEXTS.compare(one, other);
  return typeof one === 'number' ? -1 : 1;
}
