// Every grid of orders: what was requested of whom, and the gateway's last word on it.

import { type ReactNode, useMemo } from 'react';
import type { ListedOrder } from '../../shared/api/collect-commands.ts';
import { decimalText, formatRupees } from '../../shared/money.ts';
import { formatDayAndTime } from '../../shared/text/format.ts';
import { COLLECT } from '../../shared/text/places.ts';
import { Grid } from './grid/grid.tsx';
import { type GridColumn, useGridLayout } from './grid/grid-columns.ts';
import { PersonName } from './person-name.tsx';

interface OrderGridProps {
  readonly orders: readonly ListedOrder[] | null;
  readonly empty: ReactNode;
  readonly onChoose?: (order: ListedOrder) => void;
  readonly onOpen: (order: ListedOrder) => void;
}

export function OrderGrid({ orders, empty, onChoose, onOpen }: OrderGridProps) {
  const layout = useGridLayout('orders');
  const { sort } = layout.layout;
  const sorted = useMemo(() => {
    const column = ORDER_COLUMNS.find(({ key }) => key === sort?.key);
    if (orders === null || sort === null || column === undefined) return orders;
    const up = orders.toSorted((one, other) => compare(SORT_BY[column.key] ?? column.text, { one, other }));
    return sort.direction === 'up' ? up : up.toReversed();
  }, [orders, sort]);
  return (
    <Grid<ListedOrder>
      {...layout}
      label={COLLECT.orders}
      columns={ORDER_COLUMNS}
      count={sorted?.length ?? null}
      rowAt={(index) => sorted?.[index]}
      keyOf={keyOf}
      empty={empty}
      onActive={(cell) => {
        if (cell?.row !== undefined) onChoose?.(cell.row);
      }}
      onOpen={onOpen}
    />
  );
}

type OrderValue = (order: ListedOrder, index: number) => string | number;

/** Columns whose text does not sort like the value behind it. */
const SORT_BY: Readonly<Partial<Record<string, OrderValue>>> = {
  askedFor: ({ askedForAtMs }) => askedForAtMs,
  amount: ({ amountPaise }) => amountPaise,
};

function compare(by: OrderValue, { one, other }: { readonly one: ListedOrder; readonly other: ListedOrder }): number {
  const [left, right] = [by(one, 0), by(other, 0)];
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : String(left).localeCompare(String(right), 'en');
}

/** Whether any column contains the text. */
export function isOrderFound(order: ListedOrder, text: string): boolean {
  return ORDER_COLUMNS.some((column) => column.text(order, 0).toLowerCase().includes(text.toLowerCase()));
}

const ORDER_COLUMNS: readonly GridColumn<ListedOrder>[] = [
  {
    key: 'name',
    header: COLLECT.columns.name,
    width: 128,
    frozen: 'left',
    canHide: false,
    text: ({ name }) => name,
    render: ({ name }) => <PersonName>{name}</PersonName>,
  },
  { key: 'status', header: COLLECT.columns.status, width: 96, text: statusOf },
  {
    key: 'askedFor',
    header: COLLECT.columns.askedFor,
    width: 112,
    isWhole: true,
    text: ({ askedForAtMs }) => formatDayAndTime(askedForAtMs),
  },
  {
    key: 'order',
    header: COLLECT.columns.order,
    width: 168,
    isWhole: true,
    text: ({ created }) => created?.orderId ?? '',
  },
  {
    key: 'mobile',
    header: COLLECT.columns.mobile,
    width: 96,
    isWhole: true,
    text: ({ mobile }) => mobile,
  },
  { key: 'customer', header: COLLECT.columns.customer, width: 104, text: ({ userId }) => userId },
  {
    key: 'rrn',
    header: COLLECT.columns.rrn,
    width: 112,
    isWhole: true,
    grow: true,
    text: ({ heard }) => heard?.rrn ?? '',
  },
  {
    key: 'amount',
    header: COLLECT.columns.amount,
    width: 112,
    frozen: 'right',
    canHide: false,
    paise: ({ amountPaise }) => amountPaise,
    text: ({ amountPaise }) => decimalText(amountPaise),
    render: ({ amountPaise }) => formatRupees(amountPaise),
  },
];

/** In the gateway's last words. */
function statusOf({ created, heard }: ListedOrder): string {
  return created === null ? COLLECT.unsure : (heard?.status ?? COLLECT.notAsked);
}

function keyOf({ askedForAtMs }: ListedOrder): number {
  return askedForAtMs;
}
