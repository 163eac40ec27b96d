// What the other desks of a register have, to read and nothing else. A desk that shares none shows none of this.

import { SearchX } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { AnswerOf, ParamsOf } from '../../shared/api/contract.ts';
import type { DeskPayment } from '../../shared/api/desks-commands.ts';
import { decimalText, formatRupees } from '../../shared/money.ts';
import type { Book } from '../../shared/profiles.ts';
import { DESK_PAYMENT_SORTS } from '../../shared/sorts.ts';
import { STATE_WORDS } from '../../shared/states.ts';
import { formatAge, formatDayAndTime, paidTo } from '../../shared/text/format.ts';
import { DESKS, HISTORY } from '../../shared/text/places.ts';
import { type RowWindow, useGridRows, useRowList, useRows } from '../bridge/row-list.ts';
import { useAsk, useDesk } from '../bridge/use-desk.ts';
import { say } from '../language.ts';
import { SelectField } from './controls.tsx';
import { Grid } from './grid/grid.tsx';
import { type GridColumn, useGridLayout } from './grid/grid-columns.ts';
import { useScreen } from './navigation.ts';
import { Empty, NotDoneNotice, Notice } from './notice.tsx';
import styles from './other-desks.module.css';
import { PersonName } from './person-name.tsx';
import { StateMark } from './status.tsx';

type Register = NonNullable<AnswerOf<'readDesks'>['register']>;
type Search = ParamsOf<'searchDesks'>;

/** Redrawing keeps an age in minutes right. */
const AGE_EVERY_MS = 30_000;

function useNow(): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), AGE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** Null for a desk without a register. */
function useRegister(): Register | null {
  const { value } = useAsk('readDesks', {}, { keepPrevious: true });
  return value?.register ?? null;
}

/** Which desks a list shows, `name` being this one's. */
export interface DesksShown {
  readonly desk: Search['desk'];
  readonly name: string;
}

interface DeskFilter {
  /** Null for this desk alone. */
  readonly shown: DesksShown | null;
  /** Null where there is nothing to choose. */
  readonly field: ReactNode;
}

/** This desk, all desks, or one of the others; only live payments are shared. */
export function useDeskFilter(book: Book): DeskFilter {
  const register = useRegister();
  const [chosen, setChosen] = useState('own');
  if (register === null || register.desks.length === 0 || book !== 'live') return { shown: null, field: null };
  const options = [
    ['own', DESKS.own],
    ['all', DESKS.all],
    ...register.desks.map(({ desk, name, hasLeft }) => [desk, hasLeft ? DESKS.left(name) : name] as const),
  ] as const;
  return {
    shown: chosen === 'own' ? null : { desk: chosen, name: register.name },
    field: (
      <SelectField
        label={DESKS.filter}
        options={options}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      />
    ),
  };
}

const TOPICS = ['desks', 'payouts'] as const;

interface DeskPaymentsProps {
  readonly search: Omit<Search, 'desk' | 'sort' | 'window'>;
  readonly shown: DesksShown;
}

/** Payments of several desks, each marked with its desk. Those of this desk open; of the others there is no more to see. */
export function DeskPayments({ search, shown }: DeskPaymentsProps) {
  const desk = useDesk();
  const { openPayout, settings } = useScreen();
  const layout = useGridLayout('deskPayments');
  const { sort } = layout.layout;
  const asked = JSON.stringify({ ...search, desk: shown.desk, sort: sortOf(sort) });
  const read = useCallback(
    (window: RowWindow) => desk.ask('searchDesks', { ...(JSON.parse(asked) as Omit<Search, 'window'>), window }),
    [desk, asked],
  );
  const list = useRowList<DeskPayment>({ version: 0, topics: TOPICS, batch: null, load: read });
  const rows = useGridRows(list);
  const { sum, failure } = useRows(list);
  const columns = useMemo(
    () => columnsOf({ name: shown.name, isAll: shown.desk === 'all', isMasked: settings.maskAccounts }),
    [shown.name, shown.desk, settings.maskAccounts],
  );
  return (
    <>
      <p className="row spread soft">
        <span>{sum === null ? ' ' : HISTORY.found(sum.count, formatRupees(sum.paise), 'payment')}</span>
        <ReadAt />
      </p>
      <NotDoneNotice result={failure} />
      <Grid<DeskPayment>
        {...rows}
        {...layout}
        label={DESKS.payments}
        columns={columns}
        keyOf={keyOf}
        empty={<Empty icon={SearchX} title={DESKS.none} about={DESKS.noneAbout} />}
        onOpen={({ isOwn, payment }) => {
          if (isOwn) openPayout(payment);
        }}
      />
    </>
  );
}

/** As of when the others are known. */
function ReadAt() {
  const register = useRegister();
  const nowMs = useNow();
  if (register === null) return null;
  const { asOfMs } = register;
  return <span>{asOfMs === null ? DESKS.notRead : DESKS.asOf(formatAge(asOfMs, nowMs))}</span>;
}

function keyOf({ payment }: DeskPayment): string {
  return payment;
}

/** Newest first unless another order was chosen. */
function sortOf(sort: ReturnType<typeof useGridLayout>['layout']['sort']): Search['sort'] {
  const by = DESK_PAYMENT_SORTS.find((known) => known === sort?.key);
  return sort === null || by === undefined ? { by: 'at', direction: 'down' } : { by, direction: sort.direction };
}

interface ColumnOptions {
  readonly name: string;
  /** Two desks in one list are in the order of time alone. */
  readonly isAll: boolean;
  readonly isMasked: boolean;
}

function columnsOf({ name, isAll, isMasked }: ColumnOptions): readonly GridColumn<DeskPayment>[] {
  const sorts = isAll ? ({ canSort: false } as const) : {};
  const deskOf = ({ isOwn, desk }: DeskPayment): string => (isOwn ? DESKS.thisDesk(name) : desk);
  const payTo = ({ payTo: text, ifsc }: DeskPayment): string =>
    text === null ? '' : paidTo({ method: ifsc === null ? 'UPI' : 'IMPS', beneficiary: text }, isMasked);
  return [
    {
      key: 'desk',
      header: DESKS.columns.desk,
      width: 120,
      frozen: 'left',
      canHide: false,
      ...sorts,
      text: deskOf,
      render: (line) => <span className={line.isOwn ? 'soft' : styles.other}>{deskOf(line)}</span>,
    },
    {
      key: 'payment',
      header: DESKS.columns.payment,
      width: 80,
      frozen: 'left',
      canSort: false,
      text: ({ payment, isOwn, desk }) => (isOwn ? payment : payment.slice(desk.length + 1)),
    },
    {
      key: 'state',
      header: DESKS.columns.state,
      width: 144,
      frozen: 'left',
      ...sorts,
      text: ({ state }) => STATE_WORDS[state],
      render: ({ state }) => <StateMark state={state} />,
    },
    {
      key: 'at',
      header: DESKS.columns.at,
      width: 104,
      isWhole: true,
      text: ({ atMs }) => formatDayAndTime(atMs),
    },
    {
      key: 'name',
      header: DESKS.columns.name,
      width: 136,
      ...sorts,
      text: (line) => line.name ?? payTo(line),
      render: (line) => <PersonName>{line.name ?? payTo(line)}</PersonName>,
    },
    { key: 'beneficiary', header: DESKS.columns.beneficiary, width: 136, ...sorts, text: payTo },
    { key: 'by', header: DESKS.columns.by, width: 104, givesWay: true, ...sorts, text: ({ by }) => by ?? '' },
    {
      key: 'moved',
      header: DESKS.columns.moved,
      width: 104,
      givesWay: true,
      ...sorts,
      text: ({ movedAtMs }) => (movedAtMs === null ? '' : formatDayAndTime(movedAtMs)),
    },
    {
      key: 'reference',
      header: DESKS.columns.reference,
      width: 120,
      grow: true,
      ...sorts,
      text: ({ reference }) => reference ?? '',
    },
    {
      key: 'amount',
      header: DESKS.columns.amount,
      width: 104,
      frozen: 'right',
      ...sorts,
      paise: ({ amountPaise }) => amountPaise,
      text: ({ amountPaise }) => decimalText(amountPaise),
      render: ({ amountPaise }) => formatRupees(amountPaise),
    },
  ];
}

/** A register that answers and is not the one that was known is not away. */
function awayWords({ code }: NonNullable<Register['awayWhy']>, sinceMs: number | null): string {
  const since = sinceMs === null ? '' : formatDayAndTime(sinceMs);
  return code === 'pause.registerUnsettled' ? DESKS.differs(since) : DESKS.away(since);
}

const UNKNOWN_LISTED = 5;

/** What is not confirmed at other desks: said with the first of them, and decided there. */
export function DecidedElsewhere({ book }: { readonly book: Book }) {
  const register = useRegister();
  const decide = (register?.desks ?? []).reduce(
    (total, { decide: { count, paise } }) => ({ count: total.count + count, paise: total.paise + paise }),
    { count: 0, paise: 0 },
  );
  const isShown = book === 'live' && decide.count > 0;
  const window = { from: 0, count: UNKNOWN_LISTED };
  const { value } = useAsk(
    'searchDesks',
    { ...NO_FILTER, desk: 'others', states: ['unknown'], window },
    { enabled: isShown, keepPrevious: true },
  );
  if (!isShown) return null;
  const named = (value?.rows ?? []).map(
    ({ payment, name, payTo, amountPaise }) => `${payment} ${name ?? payTo ?? ''} ${formatRupees(amountPaise)}`,
  );
  return (
    <Notice
      tone="note"
      title={DESKS.elsewhere(decide.count, formatRupees(decide.paise))}
      about={[...named, DESKS.elsewhereAbout].join(' · ')}
    />
  );
}

const NO_FILTER = {
  search: '',
  amountFromPaise: null,
  amountToPaise: null,
  fromMs: null,
  toMs: null,
  sort: { by: 'at', direction: 'down' },
} as const;

/** So many desks are named in the rail, those that send first. */
const IN_RAIL = 4;

/** Whether the register answers, and what each other desk does now. */
export function DesksInRail() {
  const register = useRegister();
  const nowMs = useNow();
  if (register === null) return null;
  const { awayWhy, sinceMs, desks } = register;
  const members = desks.filter(({ hasLeft }) => !hasLeft);
  const ordered = members.toSorted((a, b) => Number(b.isSending) - Number(a.isSending) || b.seenAtMs - a.seenAtMs);
  const isAway = awayWhy !== null;
  return (
    <section className={styles.rail} aria-label={DESKS.rail}>
      {ordered.slice(0, IN_RAIL).map(({ desk, name, seenAtMs, running, notSettled }) => (
        <div key={desk} className="small">
          <div className="medium">{name}</div>
          <div className="soft">
            {running === null
              ? [
                  ...(notSettled.count === 0 ? [] : [DESKS.open(notSettled.count)]),
                  DESKS.seen(formatAge(seenAtMs, nowMs)),
                ].join(' · ')
              : `${DESKS.running(running.batch, running.done, running.count)} · ${DESKS.since(formatDayAndTime(running.sinceMs))}`}
          </div>
        </div>
      ))}
      {ordered.length > IN_RAIL ? <div className="small soft">{DESKS.more(ordered.length - IN_RAIL)}</div> : null}
      <div className="line small soft" role="status" title={isAway ? say(awayWhy) : undefined}>
        <span className={`${styles.dot} ${isAway ? '' : styles.dotOpen}`} />
        {isAway ? awayWords(awayWhy, sinceMs) : DESKS.reachable}
      </div>
    </section>
  );
}
