// Every grid of orders: what was requested of whom, and the gateway's last word on it.

import type { ReactNode } from 'react';
import type { ListedOrder } from '../../shared/api/collect-commands.ts';
import { decimalText, formatRupees } from '../../shared/money.ts';
import { ORDER_SORTS, type OrderSort } from '../../shared/sorts.ts';
import { formatDayAndTime } from '../../shared/text/format.ts';
import { COLLECT } from '../../shared/text/places.ts';
import { type RowList, useGridRows } from '../bridge/row-list.ts';
import { Grid } from './grid/grid.tsx';
import type { GridColumn, SavedLayout } from './grid/grid-columns.ts';
import { PersonName } from './person-name.tsx';

interface OrderGridProps {
  readonly list: RowList<ListedOrder>;
  readonly sorted: SavedLayout;
  readonly empty: ReactNode;
  readonly onChoose?: (order: ListedOrder) => void;
  readonly onOpen: (order: ListedOrder) => void;
}

export function OrderGrid({ list, sorted, empty, onChoose, onOpen }: OrderGridProps) {
  const rows = useGridRows(list);
  return (
    <Grid<ListedOrder>
      {...rows}
      {...sorted}
      label={COLLECT.orders}
      columns={ORDER_COLUMNS}
      keyOf={keyOf}
      empty={empty}
      onActive={(cell) => {
        if (cell?.row !== undefined) onChoose?.(cell.row);
      }}
      onOpen={onOpen}
    />
  );
}

/** The newest first, unless another order was chosen. */
export function sortNewestOrder(sort: SavedLayout['layout']['sort']): OrderSort {
  const by = ORDER_SORTS.find((known) => known === sort?.key);
  return sort === null || by === undefined ? { by: 'askedFor', direction: 'down' } : { by, direction: sort.direction };
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
    key: 'ownFields',
    header: COLLECT.columns.ownFields,
    width: 128,
    canSort: false,
    text: ({ userDefined }) => userDefined.filter((text) => text !== '').join(' · '),
  },
  {
    key: 'rrn',
    header: COLLECT.columns.rrn,
    width: 112,
    isWhole: true,
    grow: true,
    text: ({ heard }) => heard?.status.bankRrn ?? '',
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
  return created === null ? COLLECT.unsure : (heard?.status.status ?? COLLECT.notAsked);
}

function keyOf({ order }: ListedOrder): number {
  return order;
}
