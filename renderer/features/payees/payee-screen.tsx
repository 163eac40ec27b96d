// One payee: what was paid, to which of their accounts and when, and every payment.

import { UserX } from 'lucide-react';
import { useCallback } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { PayeeLine, PayoutLine } from '../../../shared/api/payout-commands.ts';
import { formatRupees } from '../../../shared/money.ts';
import { type Book, environmentOf } from '../../../shared/profiles.ts';
import { formatDay, formatDayAndTime, paidTo } from '../../../shared/text/format.ts';
import { PAYEE, PAYEES } from '../../../shared/text/places.ts';
import { type RowWindow, useRowList } from '../../bridge/row-list.ts';
import { useAsk, useDesk } from '../../bridge/use-desk.ts';
import { PayrollChart } from '../../ui/charts/payroll-chart.tsx';
import { Button, LinkButton } from '../../ui/controls.tsx';
import { useGridLayout } from '../../ui/grid/grid-columns.ts';
import { go, useScreen } from '../../ui/navigation.ts';
import { Empty, Notice } from '../../ui/notice.tsx';
import { Figure, Figures, LoadedPage, Page, SideBySide } from '../../ui/page.tsx';
import { PayoutGrid, sortNewest } from '../../ui/payout-grid.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { TableCard, type TableColumn } from '../../ui/table.tsx';
import { HoldButton, PayeeHold } from './payee-holds.tsx';

const TOPICS = ['payouts'] as const;
const KEYS = ['payout', 'state', 'sentAt', 'name', 'beneficiary', 'amount', 'utr', 'message', 'reference'] as const;

const EVERYTHING = {
  states: [],
  search: '',
  amountFromPaise: null,
  amountToPaise: null,
  fromMs: null,
  toMs: null,
};

interface PayeeScreenProps {
  readonly book: Book;
  /** The payee's key. */
  readonly person: string;
}

export function PayeeScreen({ book, person }: PayeeScreenProps) {
  const question = useAsk('readPayee', { book, person });
  const back = <Button onClick={() => go({ at: 'place', place: 'payees' })}>{PAYEE.all}</Button>;
  return (
    <LoadedPage of={question} title={PAYEES.title} footer={back}>
      {({ payee }) =>
        payee === null ? (
          <Page title={PAYEES.title} environment={environmentOf(book)} footer={back}>
            <Notice tone="warning" title={PAYEE.gone} />
          </Page>
        ) : (
          <Known book={book} payee={payee} />
        )
      }
    </LoadedPage>
  );
}

type Payee = NonNullable<AnswerOf<'readPayee'>['payee']>;

interface KnownProps {
  readonly book: Book;
  readonly payee: Payee;
}

function Known({ book, payee }: KnownProps) {
  const { line, names, accounts, sameName } = payee;
  const { maskAccounts } = useScreen().settings;
  const { person, paid, lastPaidAtMs, lastPaidPaise, unknown, failed, bank } = line;
  const payTo = paidTo(line, maskAccounts);
  const own = accounts.map((account) => ({ ...account, person: null }));
  const others = sameName.map((other) => ({ ...other, firstAtMs: null, lastAtMs: other.lastPaidAtMs }));
  const groups = [
    { key: 'own', heading: null, rows: own },
    ...(others.length === 0 ? [] : [{ key: 'others', heading: PAYEE.sameName, rows: others }]),
  ];
  const otherNames = names.filter((name) => name !== line.name);
  return (
    <Page
      isFilled
      title={line.name ?? payTo}
      environment={environmentOf(book)}
      actions={<HoldButton book={book} payee={payee} />}
      about={
        <>
          {[line.name === null ? null : payTo, bank ?? line.ifsc].filter((part) => part !== null).join(' · ')}
          {otherNames.length === 0 ? null : (
            <>
              {' · '}
              <PersonName>{PAYEE.otherNames(otherNames.join(', '))}</PersonName>
            </>
          )}
        </>
      }
    >
      <PayeeHold book={book} payee={payee} />
      <section className="surface padded">
        <Figures>
          <Figure label={PAYEE.paid} value={formatRupees(paid.paise)} about={PAYEE.payments(paid.count)} />
          {lastPaidAtMs === null || lastPaidPaise === null ? null : (
            <Figure label={PAYEE.lastPaid} value={formatRupees(lastPaidPaise)} about={formatDayAndTime(lastPaidAtMs)} />
          )}
          {unknown === 0 ? null : <Figure label={PAYEE.unknown} value={PAYEE.payments(unknown)} />}
          {failed === 0 ? null : <Figure label={PAYEE.failed} value={PAYEE.payments(failed)} />}
        </Figures>
      </section>
      <SideBySide>
        <PayrollChart book={book} person={person} />
        <TableCard<Used>
          label={PAYEE.accounts}
          columns={usedColumns(book, maskAccounts)}
          groups={groups}
          keyOf={keyOf}
        />
      </SideBySide>
      <Payments book={book} person={person} />
    </Page>
  );
}

/** An account of the payee; or with `person` another payee of that name. */
interface Used extends Pick<PayeeLine, 'method' | 'beneficiary' | 'ifsc' | 'paid'> {
  readonly person: string | null;
  readonly firstAtMs: number | null;
  readonly lastAtMs: number | null;
}

const usedColumns = (book: Book, isMasked: boolean): readonly TableColumn<Used>[] => [
  {
    word: PAYEE.columns.payTo,
    cell: ({ person, ifsc, ...account }) => (
      <>
        {person === null ? (
          paidTo(account, isMasked)
        ) : (
          <LinkButton onClick={() => go({ at: 'payee', book, person })}>{paidTo(account, isMasked)}</LinkButton>
        )}
        {ifsc === null ? null : <div className="faint small">{ifsc}</div>}
      </>
    ),
  },
  { word: PAYEE.columns.first, cell: ({ firstAtMs }) => <Day ms={firstAtMs} /> },
  { word: PAYEE.columns.last, cell: ({ lastAtMs }) => <Day ms={lastAtMs} /> },
  { word: PAYEE.columns.paid, isNumber: true, cell: ({ paid }) => formatRupees(paid.paise) },
];

function Day({ ms }: { readonly ms: number | null }) {
  return ms === null ? null : <span className="line">{formatDay(ms)}</span>;
}

function keyOf({ beneficiary, ifsc }: Used): string {
  return `${beneficiary} ${ifsc ?? ''}`;
}

/** Every payout to this payee, newest first unless another order was chosen. */
function Payments({ book, person }: PayeeScreenProps) {
  const desk = useDesk();
  const sorted = useGridLayout('payee');
  const { sort } = sorted.layout;
  const read = useCallback(
    (window: RowWindow) => desk.ask('searchPayouts', { ...EVERYTHING, book, person, sort: sortNewest(sort), window }),
    [book, desk, person, sort],
  );
  const list = useRowList<PayoutLine>({ version: person, topics: TOPICS, batch: null, load: read });
  return (
    <PayoutGrid
      label={PAYEE.grid}
      keys={KEYS}
      list={list}
      newer={null}
      sorted={sorted}
      empty={<Empty icon={UserX} title={PAYEE.none} about={PAYEE.gone} />}
    />
  );
}
