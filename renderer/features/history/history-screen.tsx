import { SearchX } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { ListedOrder } from '../../../shared/api/collect-commands.ts';
import type { ParamsOf } from '../../../shared/api/contract.ts';
import type { SavedFilter } from '../../../shared/api/desk-commands.ts';
import type { PayoutLine } from '../../../shared/api/payout-commands.ts';
import { DAY_MS, SAVED_FILTERS_MAX, TYPED_TEXT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { type Book, environmentOf } from '../../../shared/profiles.ts';
import { reversedRange } from '../../../shared/ranges.ts';
import { STATE_KINDS, STATE_WORDS } from '../../../shared/states.ts';
import { BATCH_STATE_WORDS } from '../../../shared/text/payouts.ts';
import { HISTORY, JOURNAL } from '../../../shared/text/places.ts';
import { type RowWindow, useRowList, useRows } from '../../bridge/row-list.ts';
import { useChange, useDesk, useDownload } from '../../bridge/use-desk.ts';
import { Button, Chips, Menu, SelectField, TextField, useTyped } from '../../ui/controls.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type SavedLayout, useGridLayout } from '../../ui/grid/grid-columns.ts';
import { go, useScreen } from '../../ui/navigation.ts';
import { Empty, NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { OrderGrid, sortNewestOrder } from '../../ui/order-grid.tsx';
import { DeskPayments, type DesksShown, useDeskFilter } from '../../ui/other-desks.tsx';
import { Page } from '../../ui/page.tsx';
import { PayoutGrid, sortNewest } from '../../ui/payout-grid.tsx';
import { BatchList, type HistoryFilter } from './batch-list.tsx';
import styles from './history-screen.module.css';
import { JournalDialog } from './journal-dialog.tsx';

const TOPICS = ['payouts'] as const;
const KEYS = ['payout', 'state', 'sentAt', 'name', 'beneficiary', 'amount', 'utr', 'message', 'reference'] as const;
const STATES = [['', HISTORY.anyState], ...STATE_KINDS.map((state) => [state, STATE_WORDS[state]] as const)] as const;
const BATCH_STATES = [
  ['', HISTORY.anyState],
  ['sending', HISTORY.sendingOrWaiting],
  ...(['paused', 'settling', 'settled'] as const).map((state) => [state, BATCH_STATE_WORDS[state]] as const),
] as const;
const ORDER_TOPICS = ['orders'] as const;
const TABS = ['payouts', 'batches', 'orders'] as const;
type Tab = (typeof TABS)[number];

type HistorySearch = Omit<ParamsOf<'searchPayouts'>, 'window'>;
export function HistoryScreen({ book }: { readonly book: Book }) {
  const [tab, setTab] = useState<Tab>('payouts');
  const [isBooking, setBooking] = useState(false);
  const { typed, setTyped, field } = useTyped({
    search: '',
    state: '',
    from: '',
    to: '',
    amountFrom: '',
    amountTo: '',
  });
  const filter = useMemo(
    (): HistoryFilter => ({
      book,
      search: typed.search,
      state: typed.state,
      amountFromPaise: paiseOf(typed.amountFrom),
      amountToPaise: paiseOf(typed.amountTo),
      fromMs: dayOf(typed.from),
      toMs: typed.to === '' ? null : (dayOf(typed.to) ?? 0) + DAY_MS - 1,
    }),
    [book, typed],
  );
  const reversed = reversedRange(filter);
  const amountField = (name: 'amountFrom' | 'amountTo') => ({
    ...field(name),
    error: typed[name] === '' || paiseOf(typed[name]) !== null ? null : HISTORY.noAmount,
  });
  const desks = useDeskFilter(book);
  const shown = tab === 'payouts' ? desks.shown : null;
  const saving = useDownload('exportPayouts');
  const reconciling = useDownload('exportReconciliation');
  const sorted = useGridLayout('history');
  const sort = sortNewest(sorted.layout.sort);
  const save = (format: 'xlsx' | 'csv'): void => saving.save({ ...payoutSearch(filter, sort), format });
  return (
    <Page
      isFilled
      title={HISTORY.title}
      environment={environmentOf(book)}
      actions={
        <>
          <SavedFilters
            now={{ tab, typed }}
            onChoose={(saved) => {
              setTab(saved.tab);
              setTyped(saved.typed);
            }}
          />
          {tab === 'payouts' && shown === null ? (
            <>
              <Button isPending={saving.isPending} onClick={() => save('xlsx')}>
                {HISTORY.saveExcel}
              </Button>
              <Button isPending={saving.isPending} onClick={() => save('csv')}>
                {HISTORY.saveCsv}
              </Button>
            </>
          ) : tab === 'batches' ? (
            <Button
              isPending={reconciling.isPending}
              onClick={() => reconciling.save({ book, fromMs: filter.fromMs, toMs: filter.toMs, format: 'xlsx' })}
            >
              {HISTORY.reconcile}
            </Button>
          ) : null}
          {tab === 'orders' ? null : <Button onClick={() => setBooking(true)}>{JOURNAL.open}</Button>}
        </>
      }
    >
      <NotDoneNotice result={saving.result} />
      <NotDoneNotice result={reconciling.result} />
      <Chips
        label={HISTORY.show}
        chips={TABS.map((key) => ({ key, word: HISTORY.tabs[key] }))}
        chosen={tab}
        onChoose={(next) => {
          // The other tab has different states.
          setTyped({ ...typed, state: '' });
          setTab(next);
        }}
      />
      <div className={styles.filters}>
        {tab === 'payouts' ? desks.field : null}
        <TextField label={HISTORY.search} placeholder={HISTORY.searchHelp[tab]} type="search" {...field('search')} />
        {tab === 'orders' ? null : (
          <SelectField label={HISTORY.state} options={tab === 'payouts' ? STATES : BATCH_STATES} {...field('state')} />
        )}
        <DateField label={HISTORY.from} {...field('from')} />
        <DateField label={HISTORY.to} {...field('to')} />
        <TextField label={HISTORY.amountFrom} {...amountField('amountFrom')} />
        <TextField label={HISTORY.amountTo} {...amountField('amountTo')} />
      </div>
      {reversed === null ? (
        <>
          {tab !== 'payouts' ? null : shown === null ? (
            <PayoutList filter={filter} sorted={sorted} />
          ) : (
            <TeamList filter={filter} shown={shown} />
          )}
          {tab === 'batches' ? <BatchList filter={filter} /> : null}
          {tab === 'orders' ? <OrderList filter={filter} /> : null}
        </>
      ) : (
        <NotDoneNotice result={{ kind: 'refused', refusal: reversed }} />
      )}
      {isBooking ? <JournalDialog onClose={() => setBooking(false)} /> : null}
    </Page>
  );
}

interface PayoutListProps {
  readonly filter: HistoryFilter;
  readonly sorted: SavedLayout;
}

function PayoutList({ filter, sorted }: PayoutListProps) {
  const desk = useDesk();
  const { sort } = sorted.layout;
  const read = useCallback(
    (window: RowWindow) => desk.ask('searchPayouts', { ...payoutSearch(filter, sortNewest(sort)), window }),
    [desk, filter, sort],
  );
  const list = useRowList<PayoutLine>({ version: filter.book, topics: TOPICS, batch: null, load: read });
  const { sum } = useRows(list);
  return (
    <>
      <p className="soft">{sum === null ? ' ' : HISTORY.found(sum.count, formatRupees(sum.paise), 'payment')}</p>
      <PayoutGrid
        label={HISTORY.payouts}
        keys={KEYS}
        list={list}
        newer={null}
        sorted={sorted}
        empty={<Empty icon={SearchX} title={HISTORY.none} about={HISTORY.noneAbout} />}
      />
    </>
  );
}

/** The same filters over the payments of other desks, and of this one with them. */
function TeamList({ filter, shown }: { readonly filter: HistoryFilter; readonly shown: DesksShown }) {
  const { book: _, state, ...bounds } = filter;
  const states = STATE_KINDS.filter((kind) => kind === state);
  return <DeskPayments search={{ ...bounds, states }} shown={shown} />;
}

/** Orders created with the chosen account. */
function OrderList({ filter }: { readonly filter: HistoryFilter }) {
  const profile = useScreen().profile.name;
  const desk = useDesk();
  const sorted = useGridLayout('orders');
  const { sort } = sorted.layout;
  const { search, amountFromPaise, amountToPaise, fromMs, toMs } = filter;
  const read = useCallback(
    (window: RowWindow) =>
      desk.ask('searchOrders', {
        profile,
        search,
        amountFromPaise,
        amountToPaise,
        fromMs,
        toMs,
        window,
        sort: sortNewestOrder(sort),
      }),
    [amountFromPaise, amountToPaise, desk, fromMs, profile, search, sort, toMs],
  );
  const list = useRowList<ListedOrder>({ version: profile, topics: ORDER_TOPICS, batch: null, load: read });
  const { sum, failure } = useRows(list);
  return (
    <>
      <p className="soft">{sum === null ? ' ' : HISTORY.found(sum.count, formatRupees(sum.paise), 'order')}</p>
      <NotDoneNotice result={failure} />
      <OrderGrid
        list={list}
        sorted={sorted}
        empty={<Empty icon={SearchX} title={HISTORY.none} about={HISTORY.noneAbout} />}
        onOpen={({ order }) => go({ at: 'order', order })}
      />
    </>
  );
}

function payoutSearch({ state, ...filter }: HistoryFilter, sort: HistorySearch['sort']): HistorySearch {
  return { ...filter, states: STATE_KINDS.filter((kind) => kind === state), sort };
}

function paiseOf(text: string): number | null {
  const reading = parseRupees(text);
  return reading.kind === 'exact' ? reading.paise : null;
}

/** The first moment of a day in this computer's time zone; null for no day. A half-typed year counts as time 0. */
function dayOf(text: string): number | null {
  const atMs = Date.parse(`${text}T00:00:00`);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs);
}

interface SavedFiltersProps {
  readonly now: Omit<SavedFilter, 'name'>;
  readonly onChoose: (filter: SavedFilter) => void;
}

/** Filters saved under a name on this computer. */
function SavedFilters({ now, onChoose }: SavedFiltersProps) {
  const { filters } = useScreen().settings;
  const save = useChange('saveSettings');
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <Menu
        opener={<Button>{HISTORY.savedFilters}</Button>}
        items={[
          ...filters.map((filter) => ({ word: filter.name, run: () => onChoose(filter) })),
          { word: HISTORY.saveFilter, run: () => setNaming(true) },
          ...filters.map(({ name }) => ({
            word: HISTORY.removeFilter(name),
            isDanger: true,
            run: () => void save.run({ settings: { filters: filters.filter((filter) => filter.name !== name) } }),
          })),
        ]}
      />
      {isNaming ? <NameDialog now={now} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

function NameDialog({ now, onClose }: { readonly now: SavedFiltersProps['now']; readonly onClose: () => void }) {
  const { filters } = useScreen().settings;
  const save = useChange('saveSettings');
  const { typed, field } = useTyped({ name: '' });
  const name = typed.name.trim();
  const others = filters.filter((filter) => filter.name !== name);
  const isFull = others.length >= SAVED_FILTERS_MAX;
  const keep = async (): Promise<void> => {
    const result = await save.run({ settings: { filters: [...others, { ...now, name }] } });
    if (result.kind === 'done') onClose();
  };
  return (
    <Dialog
      title={HISTORY.saveFilter}
      onClose={onClose}
      act={{
        word: HISTORY.saveFilterAct,
        isForm: true,
        disabled: name === '' || isFull,
        isPending: save.isPending,
        run: keep,
      }}
    >
      <TextField
        label={HISTORY.filterName}
        hint={others.length < filters.length ? HISTORY.filterReplaced : undefined}
        {...field('name', TYPED_TEXT_MAX_CHARACTERS)}
      />
      {isFull ? <Notice tone="warning" title={HISTORY.filtersFull} /> : null}
      <NotDoneNotice result={save.result} />
    </Dialog>
  );
}
