// Every grid of payouts, with the columns that are asked for. No state is shown that events have overtaken: the newer one is laid over.

import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import type { Column } from 'react-data-grid';
import type { PayoutLine } from '../../shared/api/payout-commands.ts';
import { formatRupees } from '../../shared/money.ts';
import type { LiveStore } from '../bridge/desk-client.ts';
import { type GridRow, type RowList, useRows } from '../bridge/row-list.ts';
import { formatDayAndTime, maskAccount } from '../text/format.ts';
import { RUN } from '../text/payouts.ts';
import cells from './cells.module.css';
import { useScreen } from './navigation.ts';
import { NotDoneNotice } from './notice.tsx';
import { RowGrid } from './row-grid.tsx';
import { StateMark } from './status.tsx';

type PayoutGridRow = GridRow<PayoutLine>;
type PayoutColumnKey =
  | 'row'
  | 'payout'
  | 'state'
  | 'name'
  | 'beneficiary'
  | 'ifsc'
  | 'amount'
  | 'reference'
  | 'utr'
  | 'message'
  | 'sentAt';

/** Words that the gateway may use for a payout it is working on; any other is shown as written. */
const USUAL_WORDS: readonly string[] = ['accept', 'pending', 'success', 'failed', 'rejected', 'reversed'];

/** States that events have told of since a row was asked for. Each cell listens for itself: a new one draws no other anew. */
type NewerStates = Pick<LiveStore, 'subscribe' | 'stateSince'>;

interface ColumnOptions {
  readonly newer: NewerStates | null;
  readonly isMasked: boolean;
}

interface PayoutGridProps {
  readonly label: string;
  /** The first is what a row is called. */
  readonly keys: readonly ['row' | 'payout', ...PayoutColumnKey[]];
  readonly list: RowList<PayoutLine>;
  readonly empty: ReactNode;
  /** Null for a list that no events speak of. */
  readonly newer: NewerStates | null;
  readonly follow?: number | null;
}

export function PayoutGrid({ label, keys, list, empty, newer, follow = null }: PayoutGridProps) {
  const { openPayout, settings } = useScreen();
  const { failure } = useRows(list);
  const columns = useMemo(
    () => payoutColumns(keys, { newer, isMasked: settings.maskAccounts }),
    [keys, newer, settings.maskAccounts],
  );
  return (
    <>
      <NotDoneNotice result={failure} />
      <RowGrid<PayoutLine>
        label={label}
        columns={columns}
        list={list}
        nameOf={keys[0] === 'row' ? numberOf : payoutOf}
        follow={follow}
        empty={empty}
        onOpen={(line) => openPayout(line.payout)}
      />
    </>
  );
}

const numberOf = ({ rowNumber }: PayoutLine): number => rowNumber;
const payoutOf = ({ payout }: PayoutLine): string => payout;

function payoutColumns(
  keys: readonly PayoutColumnKey[],
  { newer, isMasked }: ColumnOptions,
): readonly Column<PayoutGridRow>[] {
  const text = (read: (line: PayoutLine) => ReactNode): Pick<Column<PayoutGridRow>, 'renderCell'> => ({
    renderCell: ({ row }) => (row.row === null ? '' : read(row.row)),
  });
  const all: Readonly<Record<PayoutColumnKey, Omit<Column<PayoutGridRow>, 'key'>>> = {
    row: { name: 'Row', width: 64, ...NUMBER, cellClass: 'number faint', ...text(({ rowNumber }) => rowNumber) },
    payout: { name: 'Payout', width: 96, renderCell: ({ row }) => row.row?.payout ?? <Gap /> },
    state: {
      name: 'Status',
      width: 128,
      renderCell: ({ row: { row, moment } }) =>
        row === null ? <Gap /> : <PayoutState line={row} moment={moment} newer={newer} />,
    },
    name: { name: 'Name', width: 168, ...text(({ name }) => name) },
    beneficiary: {
      name: 'UPI ID or account',
      width: 176,
      cellClass: 'mono',
      ...text(({ method, beneficiary }) => (method === 'UPI' || !isMasked ? beneficiary : maskAccount(beneficiary))),
    },
    ifsc: {
      name: 'IFSC',
      width: 112,
      cellClass: 'mono',
      ...text(({ ifsc, bank }) => <span title={bank ?? undefined}>{ifsc}</span>),
    },
    amount: { name: 'Amount', width: 120, ...NUMBER, ...text(({ amountPaise }) => formatRupees(amountPaise)) },
    reference: { name: 'Reference', width: 176, cellClass: 'mono', ...text(({ reference }) => reference) },
    utr: { name: 'UTR or RRN', width: 168, cellClass: 'mono', ...text(({ utr, rrn }) => utr ?? rrn) },
    message: {
      name: RUN.message,
      minWidth: 160,
      ...text(({ message }) => <span title={message ?? undefined}>{message}</span>),
    },
    sentAt: {
      name: 'Sent',
      width: 144,
      cellClass: 'faint',
      ...text(({ sentAtMs }) => (sentAtMs === null ? '' : formatDayAndTime(sentAtMs))),
    },
  };
  return keys.map((key) => ({ key, ...all[key] }));
}

const NUMBER = { cellClass: 'number', headerCellClass: 'number' };

/** Where a row has not been read yet. */
export function Gap() {
  return <span className={cells.gap} />;
}

interface PayoutStateProps {
  readonly line: PayoutLine;
  readonly moment: number;
  readonly newer: NewerStates | null;
}

function PayoutState({ line, moment, newer }: PayoutStateProps) {
  const newest = useSyncExternalStore(newer?.subscribe ?? never, () => newer?.stateSince(line, moment) ?? null);
  const state = newest ?? line.state;
  const word = line.gatewayStatus;
  const isOdd =
    state === 'processing' && state === line.state && word !== null && !USUAL_WORDS.includes(word.toLowerCase());
  return <StateMark state={state} word={isOdd ? word : undefined} />;
}

/** A list that no events speak of. */
const never = (): (() => void) => () => undefined;
