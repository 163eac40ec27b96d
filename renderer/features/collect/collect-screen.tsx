// Never opens a link: a person copies it. An order that may exist already is never created again automatically.

import { QrCode as QrIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ListedOrder } from '../../../shared/api/collect-commands.ts';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { PLACE_NAMES } from '../../../shared/api/window.ts';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { formatClock, formatDayAndTime } from '../../../shared/text/format.ts';
import { COLLECT } from '../../../shared/text/places.ts';
import { makeCommandIds } from '../../bridge/command-ids.ts';
import type { CommandFailure } from '../../bridge/desk-transport.ts';
import { type RowWindow, useRowList, useRows } from '../../bridge/row-list.ts';
import { useAsk, useChange, useDesk } from '../../bridge/use-desk.ts';
import { Button, CopyText, TextField, useTyped } from '../../ui/controls.tsx';
import { useGridLayout } from '../../ui/grid/grid-columns.ts';
import { Empty, Loaded, NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { OrderGrid, sortNewestOrder } from '../../ui/order-grid.tsx';
import { Card, Facts, Faint, Page, Stack } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import styles from './collect-screen.module.css';

const TOPICS = ['orders'] as const;
const ALL = { search: '', amountFromPaise: null, amountToPaise: null, fromMs: null, toMs: null } as const;
const EMPTY = { name: '', mobile: '', amount: '', userId: '', ud1: '', ud2: '', ud3: '', ud4: '', ud5: '' };
type OwnFields = [string, string, string, string, string];
const OWN_FIELDS = ['ud1', 'ud2', 'ud3', 'ud4', 'ud5'] as const;

interface CollectScreenProps {
  readonly profile: string;
  /** The order to show first, by the time of its request; null for the newest. */
  readonly order?: number | null;
}

export function CollectScreen({ profile, order = null }: CollectScreenProps) {
  const desk = useDesk();
  const sorted = useGridLayout('orders');
  const { sort } = sorted.layout;
  const read = useCallback(
    (window: RowWindow) => desk.ask('searchOrders', { ...ALL, profile, sort: sortNewestOrder(sort), window }),
    [desk, profile, sort],
  );
  const list = useRowList<ListedOrder>({ version: profile, topics: TOPICS, batch: null, load: read });
  const { failure } = useRows(list);
  const newest = useAsk('searchOrders', {
    ...ALL,
    profile,
    sort: sortNewestOrder(null),
    window: { from: 0, count: 1 },
  });
  const [chosen, setChosen] = useState(order);
  const number = chosen ?? newest.value?.rows[0]?.order ?? null;
  const choose = (one: ListedOrder): void => setChosen(one.order);
  return (
    <Page isFilled title={PLACE_NAMES.collect} about={COLLECT.about}>
      <NotDoneNotice result={failure} />
      <div className={styles.split}>
        <OrderForm profile={profile} onCreated={() => setChosen(null)} />
        <div className={styles.orders}>
          {number === null ? (
            <Card>
              <Empty icon={QrIcon} title={COLLECT.none} about={COLLECT.noneAbout} />
            </Card>
          ) : (
            <>
              <ChosenOrder key={number} profile={profile} number={number} />
              <OrderGrid list={list} sorted={sorted} empty={null} onChoose={choose} onOpen={choose} />
            </>
          )}
        </div>
      </div>
    </Page>
  );
}

function ChosenOrder({ profile, number }: { readonly profile: string; readonly number: number }) {
  const order = useAsk('readOrder', { profile, order: number });
  return <Loaded of={order}>{(shown) => <OrderCard profile={profile} order={shown} />}</Loaded>;
}

interface OrderFormProps {
  readonly profile: string;
  readonly onCreated: () => void;
}

function OrderForm({ profile, onCreated }: OrderFormProps) {
  const create = useChange('createOrder');
  const { typed, field } = useTyped(EMPTY);
  const [amountError, setAmountError] = useState<string | null>(null);
  const [commandIds] = useState(makeCommandIds);
  const ask = async (isRepeated: boolean): Promise<void> => {
    const amount = parseRupees(typed.amount);
    setAmountError(amount.kind === 'exact' ? null : COLLECT.amountError);
    if (amount.kind !== 'exact') return;
    const { name, mobile, userId } = typed;
    const userDefined: OwnFields = [typed.ud1, typed.ud2, typed.ud3, typed.ud4, typed.ud5];
    const request = { profile, order: { name, mobile, userId, amountPaise: amount.paise, userDefined } };
    if (isRepeated) commandIds.renew(request);
    const result = await create.run(request, commandIds.idOf(request));
    commandIds.settle(request, result);
    if (result.kind === 'done') onCreated();
  };
  const mayBeThere = create.result?.kind === 'unsure' || create.result?.kind === 'fault';
  return (
    <Card>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void ask(false);
        }}
      >
        <Stack isTight>
          <TextField label={COLLECT.payer} required {...field('name')} />
          <TextField label={COLLECT.mobile} required inputMode="numeric" {...field('mobile')} />
          <TextField label={COLLECT.rupees} required inputMode="decimal" error={amountError} {...field('amount')} />
          <TextField label={COLLECT.customer} hint={COLLECT.customerHelp} required {...field('userId')} />
          <details>
            <summary>{COLLECT.more}</summary>
            <div className={styles.own}>
              {OWN_FIELDS.map((own, index) => (
                <TextField key={own} label={COLLECT.ownField(index + 1)} {...field(own)} />
              ))}
            </div>
          </details>
          <NotDoneNotice
            result={create.result}
            actions={mayBeThere ? <Button onClick={() => void ask(true)}>{COLLECT.createAgain}</Button> : undefined}
          />
          <div>
            <Button weight="primary" type="submit" isPending={create.isPending}>
              {COLLECT.create}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}

const QR_SIZE_PX = 200;
const APPS = ['upi', 'gpay', 'phonepe', 'paytm'] as const;

interface OrderCardProps {
  readonly profile: string;
  readonly order: ListedOrder;
}

/**
 * Shows the order with the gateway's last word on it. A status word that is not listed is shown as written, neither as success
 * nor as failure.
 */
function OrderCard({ profile, order }: OrderCardProps) {
  const { created, name, amountPaise, askedForAtMs } = order;
  if (created === null) {
    return (
      <Card title={`${name} · ${formatRupees(amountPaise)}`}>
        <Notice tone="warning" title={COLLECT.unsureTitle} about={COLLECT.unsureAbout} />
        <Faint>{formatDayAndTime(askedForAtMs)}</Faint>
      </Card>
    );
  }
  return <CreatedOrderCard profile={profile} order={order} created={created} />;
}

interface CreatedOrderCardProps extends OrderCardProps {
  readonly created: AnswerOf<'createOrder'>;
}

function CreatedOrderCard({ profile, order, created }: CreatedOrderCardProps) {
  const { heard, askedForAtMs, amountPaise, userDefined, isFollowed } = order;
  const { orderId, orderAmount, orderName, links } = created;
  const desk = useDesk();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<CommandFailure | null>(null);
  const refresh = async (): Promise<void> => {
    setAsking(true);
    const result = await desk.ask('readOrderStatus', { profile, orderId });
    setAsking(false);
    setFailure(result.kind === 'done' ? null : result);
  };
  const ownFields = userDefined.flatMap((text, index) => (text === '' ? [] : [[COLLECT.ownField(index + 1), text]]));
  return (
    <Card
      title={COLLECT.order(orderId)}
      actions={
        <Button isPending={isAsking} onClick={() => void refresh()}>
          {COLLECT.refresh}
        </Button>
      }
    >
      <NotDoneNotice result={failure} />
      <div className={styles.order}>
        <QrCode text={links.upi} label={COLLECT.qr(amountOf(orderAmount))} sizePx={QR_SIZE_PX} />
        <Stack>
          <div>
            <p className={styles.amount}>{amountOf(orderAmount)}</p>
            <p>
              {orderName} <Faint>{formatDayAndTime(askedForAtMs)}</Faint>
            </p>
          </div>
          {heard === null ? null : (
            <StatusFacts
              word={heard.status.status}
              atMs={heard.atMs}
              payer={heard.status.payerName}
              rrn={heard.status.bankRrn}
            />
          )}
          {isFollowed ? <Faint>{COLLECT.followed}</Faint> : null}
          {isFollowed || (heard !== null && heard.status.completedAt !== null) ? null : <Faint>{COLLECT.askNow}</Faint>}
          <Facts
            pairs={[
              ...ownFields.map(([label = '', text = '']) => [label, text] as const),
              [
                COLLECT.message,
                <CopyText
                  key="message"
                  isOneLine
                  text={COLLECT.messageText(formatRupees(amountPaise), links.upi)}
                  label={COLLECT.message}
                />,
              ],
              ...APPS.map(
                (app) =>
                  [
                    COLLECT.apps[app],
                    <CopyText key={app} isOneLine text={links[app]} label={COLLECT.apps[app]} />,
                  ] as const,
              ),
            ]}
          />
        </Stack>
      </div>
    </Card>
  );
}

interface StatusFactsProps {
  readonly word: string;
  readonly atMs: number;
  readonly payer: string | null;
  readonly rrn: string | null;
}

function StatusFacts({ word, atMs, payer, rrn }: StatusFactsProps) {
  const { status, asked, payer: paidBy, rrn: number } = COLLECT.facts;
  return (
    <Facts
      pairs={[
        [status, <strong key={status}>{word}</strong>],
        [asked, formatClock(atMs)],
        [paidBy, payer],
        [number, rrn === null ? null : <CopyText key={number} text={rrn} label={number} />],
      ]}
    />
  );
}

/** Formats an exact amount as money, and shows anything else as the gateway wrote it. */
function amountOf(written: string): string {
  const amount = parseRupees(written);
  return amount.kind === 'exact' ? formatRupees(amount.paise) : written;
}
