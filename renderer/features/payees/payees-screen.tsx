import { Users } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { ParamsOf } from '../../../shared/api/contract.ts';
import type { PayeeLine } from '../../../shared/api/payout-commands.ts';
import { formatCount } from '../../../shared/counts.ts';
import { decimalText, formatRupees } from '../../../shared/money.ts';
import { type Book, environmentOf } from '../../../shared/profiles.ts';
import { PAYEE_SORTS } from '../../../shared/sorts.ts';
import { formatDayAndTime, paidTo } from '../../../shared/text/format.ts';
import { PAYEES } from '../../../shared/text/places.ts';
import { type RowWindow, useGridRows, useRowList, useRows } from '../../bridge/row-list.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { PayrollChart } from '../../ui/charts/payroll-chart.tsx';
import { TextField, useTyped } from '../../ui/controls.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import { type GridColumn, type SavedLayout, useGridLayout } from '../../ui/grid/grid-columns.ts';
import { go, useScreen } from '../../ui/navigation.ts';
import { Empty, NotDoneNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { HeldPayees } from './payee-holds.tsx';

const TOPICS = ['payouts'] as const;
const NOTHING = { search: '' };

type Sort = ParamsOf<'listPayees'>['sort'];

/** Every payee who was ever to be paid; each has a page. */
export function PayeesScreen({ book }: { readonly book: Book }) {
  const desk = useDesk();
  const { typed, field } = useTyped(NOTHING);
  const layout = useGridLayout('payees');
  const { maskAccounts } = useScreen().settings;
  const columns = useMemo(() => payeeColumns(maskAccounts), [maskAccounts]);
  const { sort } = layout.layout;
  const read = useCallback(
    (window: RowWindow) => desk.ask('listPayees', { book, search: typed.search, sort: sortOf(sort), window }),
    [book, desk, sort, typed.search],
  );
  const list = useRowList<PayeeLine>({ version: book, topics: TOPICS, batch: null, load: read });
  const rows = useGridRows(list);
  const { total, sum, failure } = useRows(list);
  return (
    <Page
      isFilled
      title={PAYEES.title}
      environment={environmentOf(book)}
      about={total === null || sum === null ? ' ' : PAYEES.found(total, formatRupees(sum.paise))}
    >
      <NotDoneNotice result={failure} />
      <HeldPayees book={book} />
      <PayrollChart book={book} />
      <TextField label={PAYEES.search} placeholder={PAYEES.searchHelp} type="search" {...field('search')} />
      <Grid<PayeeLine>
        {...rows}
        {...layout}
        label={PAYEES.title}
        columns={columns}
        keyOf={keyOf}
        empty={<Empty icon={Users} title={PAYEES.none} about={PAYEES.noneAbout} />}
        onOpen={({ person }) => go({ at: 'payee', book, person })}
      />
    </Page>
  );
}

/** Highest paid amount first, unless another order was chosen. */
function sortOf(sort: SavedLayout['layout']['sort']): Sort {
  const by = PAYEE_SORTS.find((known) => known === sort?.key);
  return sort === null || by === undefined ? { by: 'paid', direction: 'down' } : { by, direction: sort.direction };
}

function count(key: 'payouts' | 'unknown' | 'failed'): GridColumn<PayeeLine> {
  return {
    key,
    header: PAYEES.columns[key],
    width: 64,
    align: 'end',
    text: (payee) => (payee[key] === 0 ? '' : formatCount(payee[key])),
  };
}

const payeeColumns = (isMasked: boolean): readonly GridColumn<PayeeLine>[] => [
  {
    key: 'name',
    header: PAYEES.columns.name,
    width: 136,
    frozen: 'left',
    canHide: false,
    text: (payee) => payee.name ?? paidTo(payee, isMasked),
    render: (payee) => <PersonName>{payee.name ?? paidTo(payee, isMasked)}</PersonName>,
  },
  {
    key: 'beneficiary',
    header: PAYEES.columns.payTo,
    width: 136,
    isWhole: true,
    text: (payee) => paidTo(payee, isMasked),
  },
  {
    key: 'bank',
    header: PAYEES.columns.bank,
    width: 96,
    grow: true,
    canSort: false,
    text: ({ bank, ifsc }) => bank ?? ifsc ?? '',
  },
  count('payouts'),
  {
    key: 'lastPaid',
    header: PAYEES.columns.lastPaid,
    width: 104,
    isWhole: true,
    text: ({ lastPaidAtMs }) => (lastPaidAtMs === null ? '' : formatDayAndTime(lastPaidAtMs)),
  },
  {
    key: 'lastPaidAmount',
    header: PAYEES.columns.lastPaidAmount,
    width: 104,
    paise: ({ lastPaidPaise }) => lastPaidPaise,
    text: ({ lastPaidPaise }) => (lastPaidPaise === null ? '' : decimalText(lastPaidPaise)),
    render: ({ lastPaidPaise }) => (lastPaidPaise === null ? '' : formatRupees(lastPaidPaise)),
  },
  count('unknown'),
  count('failed'),
  {
    key: 'paid',
    header: PAYEES.columns.paid,
    width: 104,
    frozen: 'right',
    paise: ({ paid }) => paid.paise,
    text: ({ paid }) => decimalText(paid.paise),
    render: ({ paid }) => formatRupees(paid.paise),
  },
];

function keyOf({ person }: PayeeLine): string {
  return person;
}
