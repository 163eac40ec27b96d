// The columns of every grid of payouts. No state is shown that events have overtaken: the newer one is laid over.

import { useSyncExternalStore } from 'react';
import type { Column } from 'react-data-grid';
import type { PayoutLine } from '../../shared/api/payout-commands.ts';
import type { PayoutPlace } from '../bridge/heard-states.ts';
import type { GridRow } from '../bridge/row-list.ts';
import type { StateKind } from '../../shared/states.ts';
import { formatDayAndTime, formatRupees } from '../text/format.ts';
import { RUN } from '../text/run.ts';
import cells from './cells.module.css';
import { StateMark } from './status.tsx';

type PayoutRow = GridRow<PayoutLine>;
type Key =
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
export interface NewerStates {
  readonly subscribe: (listener: () => void) => () => void;
  readonly stateSince: (payout: PayoutPlace, moment: number) => StateKind | null;
}

export function payoutColumns(
  keys: readonly Key[],
  { newer, mask }: { readonly newer: NewerStates | null; readonly mask: (account: string) => string },
): readonly Column<PayoutRow>[] {
  const all: Readonly<Record<Key, Column<PayoutRow>>> = {
    row: {
      key: 'row',
      name: RUN.row,
      width: 64,
      cellClass: `${cells.number} ${cells.faint}`,
      headerCellClass: cells.number,
      renderCell: ({ row }) => row.row?.rowNumber ?? '',
    },
    payout: {
      key: 'payout',
      name: RUN.payout,
      width: 96,
      renderCell: ({ row }) => row.row?.payout ?? <span className={cells.gap} />,
    },
    state: {
      key: 'state',
      name: RUN.status,
      width: 128,
      renderCell: ({ row }) =>
        row.row === null ? (
          <span className={cells.gap} />
        ) : (
          <PayoutState line={row.row} moment={row.moment} newer={newer} />
        ),
    },
    name: { key: 'name', name: RUN.name, width: 168, renderCell: ({ row }) => row.row?.name ?? '' },
    beneficiary: {
      key: 'beneficiary',
      name: RUN.beneficiary,
      width: 176,
      cellClass: cells.mono,
      renderCell: ({ row }) =>
        row.row === null ? '' : row.row.method === 'UPI' ? row.row.beneficiary : mask(row.row.beneficiary),
    },
    ifsc: {
      key: 'ifsc',
      name: RUN.ifsc,
      width: 112,
      cellClass: cells.mono,
      renderCell: ({ row }) => <span title={row.row?.bank ?? undefined}>{row.row?.ifsc ?? ''}</span>,
    },
    amount: {
      key: 'amount',
      name: RUN.amount,
      width: 120,
      cellClass: cells.number,
      headerCellClass: cells.number,
      renderCell: ({ row }) => (row.row === null ? '' : formatRupees(row.row.amountPaise)),
    },
    reference: {
      key: 'reference',
      name: RUN.reference,
      width: 176,
      cellClass: cells.mono,
      renderCell: ({ row }) => row.row?.reference ?? '',
    },
    utr: {
      key: 'utr',
      name: RUN.utr,
      width: 168,
      cellClass: cells.mono,
      renderCell: ({ row }) => row.row?.utr ?? row.row?.rrn ?? '',
    },
    message: {
      key: 'message',
      name: RUN.message,
      minWidth: 160,
      renderCell: ({ row }) => <span title={row.row?.message ?? undefined}>{row.row?.message ?? ''}</span>,
    },
    sentAt: {
      key: 'sentAt',
      name: RUN.sentAt,
      width: 144,
      cellClass: cells.faint,
      renderCell: ({ row }) =>
        row.row === null || row.row.sentAtMs === null ? '' : formatDayAndTime(row.row.sentAtMs),
    },
  };
  return keys.map((key) => all[key]);
}

interface PayoutStateProps {
  readonly line: PayoutLine;
  readonly moment: number;
  readonly newer: NewerStates | null;
}

function PayoutState({ line, moment, newer }: PayoutStateProps) {
  const heard = useSyncExternalStore(newer?.subscribe ?? never, () => newer?.stateSince(line, moment) ?? null);
  const state = heard ?? line.state;
  const word = line.gatewayStatus;
  const isOdd =
    state === 'processing' && state === line.state && word !== null && !USUAL_WORDS.includes(word.toLowerCase());
  return isOdd ? <StateMark state={state} word={word} /> : <StateMark state={state} />;
}

/** A list that no events speak of. */
const never = (): (() => void) => () => undefined;
