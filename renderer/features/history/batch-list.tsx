import { SearchX } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { AnswerOf, ParamsOf } from '../../../shared/api/contract.ts';
import { formatCount } from '../../../shared/counts.ts';
import { decimalText, formatRupees } from '../../../shared/money.ts';
import { type PaymentResult, RESULT_WORDS, sumResults } from '../../../shared/states.ts';
import { formatDayAndTime } from '../../../shared/text/format.ts';
import { BATCH_STATE_WORDS } from '../../../shared/text/payouts.ts';
import { HISTORY } from '../../../shared/text/places.ts';
import { type LiveState, shownState } from '../../bridge/live-state.ts';
import { type RowWindow, useGridRows, useRowList, useRows } from '../../bridge/row-list.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import { type GridColumn, useGridLayout } from '../../ui/grid/grid-columns.ts';
import { goToBatch } from '../../ui/navigation.ts';
import { Empty, NotDoneNotice } from '../../ui/notice.tsx';
import { BatchMark } from '../../ui/status.tsx';

type FoundBatch = AnswerOf<'searchBatches'>['rows'][number];
type BatchSearch = ParamsOf<'searchBatches'>;

/** The filter of both lists. */
export interface HistoryFilter extends Omit<BatchSearch, 'states' | 'sort' | 'window'> {
  readonly state: string;
}

const TOPICS = ['batches', 'payouts'] as const;
const STATES: BatchSearch['states'] = ['sending', 'paused', 'settling', 'settled'];

export function BatchList({ filter }: { readonly filter: HistoryFilter }) {
  const desk = useDesk();
  const layout = useGridLayout('batches');
  const { sort } = layout.layout;
  const read = useCallback(
    (window: RowWindow) => {
      const { state, ...bounds } = filter;
      const states = STATES.filter((kind) => kind === state);
      return desk.ask('searchBatches', { ...bounds, states, sort: sortOf(sort), window });
    },
    [desk, filter, sort],
  );
  const list = useRowList<FoundBatch>({ version: filter.book, topics: TOPICS, batch: null, load: read });
  const rows = useGridRows(list);
  const columns = useMemo(() => columnsOf(desk.live.read), [desk]);
  const { sum, failure } = useRows(list);
  return (
    <>
      <p className="soft">{sum === null ? ' ' : HISTORY.found(sum.count, formatRupees(sum.paise), 'batch')}</p>
      <NotDoneNotice result={failure} />
      <Grid<FoundBatch>
        {...rows}
        {...layout}
        label={HISTORY.batches}
        columns={columns}
        keyOf={keyOf}
        empty={<Empty icon={SearchX} title={HISTORY.none} about={HISTORY.noneAbout} />}
        onOpen={({ view }) => goToBatch(view.batch, view.state === 'settled' ? 'result' : 'run')}
      />
    </>
  );
}

/** Newest first unless another order was chosen. */
function sortOf(sort: ReturnType<typeof useGridLayout>['layout']['sort']): BatchSearch['sort'] {
  const by = SORTS.find((known) => known === sort?.key);
  return sort === null || by === undefined ? { by: 'createdAt', direction: 'down' } : { by, direction: sort.direction };
}

const SORTS: readonly BatchSearch['sort']['by'][] = [
  'createdAt',
  'name',
  'file',
  'profile',
  'state',
  'rows',
  'total',
  'paid',
  'notSettled',
  'notPaid',
];

/** How much of a batch has this result; empty when none has. */
function money(key: Exclude<PaymentResult, 'notSent'>, width = 88): GridColumn<FoundBatch> {
  const paise = ({ view }: FoundBatch): number => sumResults(view.paise)[key];
  return {
    key,
    header: RESULT_WORDS[key],
    width,
    givesWay: true,
    paise,
    text: (line) => decimalText(paise(line)),
    shown: (line) => (paise(line) === 0 ? '' : formatRupees(paise(line))),
  };
}

const columnsOf = (readLive: () => LiveState): readonly GridColumn<FoundBatch>[] => [
  {
    key: 'batch',
    header: HISTORY.columns.batch,
    width: 56,
    isWhole: true,
    frozen: 'left',
    canHide: false,
    canSort: false,
    text: ({ view }) => view.batch,
  },
  {
    key: 'state',
    header: HISTORY.columns.state,
    width: 144,
    isWhole: true,
    frozen: 'left',
    text: ({ view }) => BATCH_STATE_WORDS[shownState(view, readLive())],
    render: ({ view }) => <BatchMark view={view} isSoft={false} />,
  },
  { key: 'name', header: HISTORY.columns.name, width: 120, narrow: 96, text: ({ name }) => name },
  {
    key: 'createdAt',
    header: HISTORY.columns.createdAt,
    width: 104,
    isWhole: true,
    text: ({ createdAtMs }) => formatDayAndTime(createdAtMs),
  },
  {
    key: 'rows',
    header: HISTORY.columns.rows,
    width: 80,
    align: 'end',
    text: ({ rows }) => formatCount(rows),
  },
  money('paid'),
  money('notSettled', 104),
  money('notPaid'),
  // Beside the total, so that they are what gives way in a narrow window.
  { key: 'profile', header: HISTORY.columns.profile, width: 72, text: ({ view }) => view.profile },
  { key: 'file', header: HISTORY.columns.file, width: 96, grow: true, text: ({ file }) => file },
  {
    key: 'total',
    header: HISTORY.columns.total,
    width: 104,
    frozen: 'right',
    paise: ({ totalPaise }) => totalPaise,
    text: ({ totalPaise }) => decimalText(totalPaise),
    render: ({ totalPaise }) => formatRupees(totalPaise),
  },
];

function keyOf({ view }: FoundBatch): string {
  return view.batch;
}
