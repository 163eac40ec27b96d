// Every grid of payouts, with the requested columns. A newer state from an event always replaces the one that was read.

import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import type { ParamsOf } from '../../shared/api/contract.ts';
import type { GridLayout } from '../../shared/api/desk-commands.ts';
import type { PayoutLine } from '../../shared/api/payout-commands.ts';
import { decimalText, formatRupees } from '../../shared/money.ts';
import { isDocumentedWord } from '../../shared/outcomes.ts';
import { PAYOUT_SORTS } from '../../shared/sorts.ts';
import { resultOf, STATE_WORDS } from '../../shared/states.ts';
import { formatDayAndTime, paidTo } from '../../shared/text/format.ts';
import { decisionWords, PAYOUT, RESULT, RUN } from '../../shared/text/payouts.ts';
import type { LiveStore } from '../bridge/desk-client.ts';
import { type RowList, useGridRows, useRows } from '../bridge/row-list.ts';
import { say } from '../language.ts';
import { Grid } from './grid/grid.tsx';
import type { GridColumn, SavedLayout } from './grid/grid-columns.ts';
import { useScreen } from './navigation.ts';
import { NotDoneNotice } from './notice.tsx';
import { PersonName } from './person-name.tsx';
import { StateMark } from './status.tsx';

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
  | 'note'
  | 'todo'
  | 'sentAt';

/** States from events since a row was requested. Each cell subscribes itself, so a new state redraws only that cell. */
type NewerStates = Pick<LiveStore, 'subscribe' | 'stateSince'>;

interface ColumnOptions {
  readonly newer: NewerStates | null;
  readonly list: RowList<PayoutLine>;
  readonly isMasked: boolean;
}

interface PayoutGridProps {
  readonly label: string;
  /** The first one names the row. */
  readonly keys: readonly ['row' | 'payout', ...PayoutColumnKey[]];
  readonly list: RowList<PayoutLine>;
  readonly empty: ReactNode;
  /** Null for a list that no events are about. */
  readonly newer: NewerStates | null;
  /** The list is requested in its sort order. */
  readonly sorted: SavedLayout;
  readonly follow?: number | null;
  readonly onLeaveFollow?: () => void;
  readonly isTall?: boolean;
}

export function PayoutGrid({ keys, list, newer, sorted, ...grid }: PayoutGridProps) {
  const { openPayout, settings } = useScreen();
  const { failure } = useRows(list);
  const columns = useMemo(
    () => payoutColumns(keys, { newer, list, isMasked: settings.maskAccounts }),
    [keys, list, newer, settings.maskAccounts],
  );
  return (
    <>
      <NotDoneNotice result={failure} />
      <Grid<PayoutLine>
        {...grid}
        {...useGridRows(list)}
        {...sorted}
        columns={columns}
        keyOf={keyOf}
        onOpen={(line) => openPayout(line.payout)}
      />
    </>
  );
}

function payoutColumns(
  keys: readonly PayoutColumnKey[],
  { newer, list, isMasked }: ColumnOptions,
): readonly GridColumn<PayoutLine>[] {
  // What went wrong and what to do about it share the room with whom it is about.
  const isResult = keys.includes('todo');
  const wraps = isResult ? ({ wraps: true } as const) : {};
  const all: Readonly<Record<PayoutColumnKey, Omit<GridColumn<PayoutLine>, 'key'>>> = {
    row: {
      header: PAYOUT.columns.row,
      width: 52,
      frozen: 'left',
      align: 'end',
      tone: () => FAINT,
      text: ({ rowNumber }) => String(rowNumber),
    },
    payout: { header: PAYOUT.columns.payout, width: 80, isWhole: true, frozen: 'left', text: ({ payout }) => payout },
    state: {
      header: PAYOUT.columns.state,
      width: isResult ? 160 : 152,
      ...wraps,
      frozen: 'left',
      text: (line, index) => {
        const place = list.read().rows[index];
        const state = place?.row === line ? newestState(line, place.moment, newer) : line.state;
        return wordOf(line, state) ?? STATE_WORDS[state];
      },
      title: decisionTitle,
      render: (line, index) => <PayoutState line={line} moment={list.read().rows[index]?.moment ?? 0} newer={newer} />,
    },
    name: {
      header: PAYOUT.columns.name,
      width: isResult ? 104 : 120,
      frozen: 'left',
      text: ({ name }) => name ?? '',
      render: ({ name }) => (name === null ? '' : <PersonName>{name}</PersonName>),
    },
    beneficiary: {
      header: PAYOUT.columns.beneficiary,
      width: 136,
      isWhole: true,
      text: (line) => paidTo(line, isMasked),
    },
    ifsc: {
      header: PAYOUT.columns.ifsc,
      width: 112,
      isWhole: true,
      givesWay: true,
      title: ({ bank }) => bank ?? undefined,
      text: ({ ifsc }) => ifsc ?? '',
    },
    amount: {
      header: PAYOUT.columns.amount,
      width: 104,
      frozen: 'right',
      paise: ({ amountPaise }) => amountPaise,
      text: ({ amountPaise }) => decimalText(amountPaise),
      render: ({ amountPaise }) => formatRupees(amountPaise),
    },
    reference: { header: PAYOUT.columns.reference, width: 128, isWhole: true, text: ({ reference }) => reference },
    utr: { header: PAYOUT.columns.utr, width: 112, isWhole: true, text: ({ utr, rrn }) => utr ?? rrn ?? '' },
    message: {
      header: RUN.message,
      width: isResult ? 208 : 120,
      grow: true,
      ...wraps,
      title: ({ message }) => (message === null ? undefined : say(message)),
      text: ({ message }) => (message === null ? '' : say(message)),
    },
    note: { header: PAYOUT.facts.note, width: 104, givesWay: true, ...wraps, text: noteOf },
    todo: { header: RUN.todo, width: 192, ...wraps, text: todoOf },
    sentAt: {
      header: PAYOUT.columns.sentAt,
      width: 104,
      isWhole: true,
      tone: () => FAINT,
      text: ({ sentAtMs }) => (sentAtMs === null ? '' : formatDayAndTime(sentAtMs)),
    },
  };
  return keys.map((key) => ({ key, ...all[key] }));
}

/** What a person may do about it; a payout that pays it again takes precedence. */
function todoOf({ state, paidAgainAs, decided }: PayoutLine): string {
  if (paidAgainAs === null || resultOf(state) !== 'notPaid')
    return state === 'failed' && decided !== null ? RESULT.todoDecided : RESULT.todo[state];
  return RESULT.again[resultOf(paidAgainAs.state)](paidAgainAs.payout);
}

/** Who decided, and the note, which a narrow window has no room for. */
function decisionTitle(line: PayoutLine): string | undefined {
  const [words, note] = [decisionWords(line), noteOf(line)];
  return words === undefined || note === '' ? words : `${words}: ${note}`;
}

function noteOf({ decided }: PayoutLine): string {
  const note = decided?.note ?? null;
  return note === null ? '' : say(note);
}

type PayoutSort = ParamsOf<'readPayouts'>['sort'];

/** The desk's sort for a column of this grid. */
export function payoutSort({ key, direction }: NonNullable<GridLayout['sort']>): PayoutSort {
  return { by: PAYOUT_SORTS.find((known) => known === key) ?? 'rowNumber', direction };
}

/** Newest first over several batches, unless another order was chosen. */
export function sortNewest(sort: GridLayout['sort']): PayoutSort {
  return sort === null ? { by: 'rowNumber', direction: 'down' } : payoutSort(sort);
}

const FAINT = ['faint'] as const;

interface PayoutStateProps {
  readonly line: PayoutLine;
  readonly moment: number;
  readonly newer: NewerStates | null;
}

function PayoutState({ line, moment, newer }: PayoutStateProps) {
  const state = useSyncExternalStore(newer?.subscribe ?? never, () => newestState(line, moment, newer));
  return <StateMark state={state} word={wordOf(line, state)} />;
}

function newestState(line: PayoutLine, moment: number, newer: NewerStates | null): PayoutLine['state'] {
  return newer?.stateSince(line, moment) ?? line.state;
}

/** A person's decision, or an undocumented word of the gateway for a payout in processing, as written. */
function wordOf(line: PayoutLine, state: PayoutLine['state']): string | undefined {
  if (state !== line.state) return undefined;
  const { gatewayStatus: word } = line;
  const isOdd = state === 'processing' && word !== null && !isDocumentedWord(word);
  return isOdd ? word : decisionWords(line);
}

/** For a list that no events are about. */
const never = (): (() => void) => () => undefined;

function keyOf({ payout }: PayoutLine): string {
  return payout;
}
