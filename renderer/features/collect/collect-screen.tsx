// Never opens a link: a person copies it. An order that may exist already is never created again automatically.

import { QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import type { ListedOrder } from '../../../shared/api/collect-commands.ts';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { PLACE_NAMES } from '../../../shared/api/window.ts';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { formatClock, formatDayAndTime } from '../../../shared/text/format.ts';
import { COLLECT } from '../../../shared/text/places.ts';
import { makeCommandIds } from '../../bridge/command-ids.ts';
import { type QuestionState, useAsk, useChange } from '../../bridge/use-desk.ts';
import { Button, CopyText, TextField, useTyped } from '../../ui/controls.tsx';
import { Empty, Loaded, NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { OrderGrid } from '../../ui/order-grid.tsx';
import { Card, Facts, Faint, Page, Stack } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import styles from './collect-screen.module.css';

const EMPTY = { name: '', mobile: '', amount: '', userId: '', ud1: '', ud2: '', ud3: '', ud4: '', ud5: '' };
type OwnFields = [string, string, string, string, string];
const OWN_FIELDS = ['ud1', 'ud2', 'ud3', 'ud4', 'ud5'] as const;

interface CollectScreenProps {
  readonly profile: string;
  /** The order to show first, by the time of its request; null for the newest. */
  readonly order?: number | null;
}

export function CollectScreen({ profile, order = null }: CollectScreenProps) {
  const question = useAsk('listOrders', { profile });
  const orders = question.value?.orders ?? null;
  const [chosen, setChosen] = useState(order);
  const choose = ({ askedForAtMs }: ListedOrder): void => setChosen(askedForAtMs);
  const shown = orders?.find(({ askedForAtMs }) => askedForAtMs === chosen) ?? orders?.[0] ?? null;
  return (
    <Page isFilled title={PLACE_NAMES.collect} about={COLLECT.about}>
      <NotDoneNotice result={question.result.kind === 'waiting' ? null : question.result} />
      <div className={styles.split}>
        <OrderForm profile={profile} onCreated={() => setChosen(null)} />
        <div className={styles.orders}>
          {shown === null ? (
            <Card>
              <Empty icon={QrIcon} title={COLLECT.none} about={COLLECT.noneAbout} />
            </Card>
          ) : (
            <>
              <OrderCard key={shown.askedForAtMs} profile={profile} order={shown} />
              <OrderGrid orders={orders ?? []} empty={null} onChoose={choose} onOpen={choose} />
            </>
          )}
        </div>
      </div>
    </Page>
  );
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

/** Orders older than this are only polled when a person asks. */
const FOLLOWED_MS = 3_600_000;

interface OrderCardProps {
  readonly profile: string;
  readonly order: ListedOrder;
}

/**
 * Shows the order and polls its status while it is open. A status word that is not listed is shown as written, neither as success
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

function CreatedOrderCard({ profile, order: { heard, askedForAtMs }, created }: CreatedOrderCardProps) {
  const { orderId, orderAmount, orderName, links } = created;
  const [isWanted, setWanted] = useState(() => Date.now() - askedForAtMs < FOLLOWED_MS);
  const status = useAsk('readOrderStatus', { profile, orderId }, { enabled: isWanted, nextInMs: nextStatusInMs });
  const refresh = (): void => {
    if (isWanted) status.again();
    else setWanted(true);
  };
  return (
    <Card title={COLLECT.order(orderId)} actions={<Button onClick={refresh}>{COLLECT.refresh}</Button>}>
      <div className={styles.order}>
        <QrCode text={links.upi} label={COLLECT.qr(amountOf(orderAmount))} sizePx={QR_SIZE_PX} />
        <Stack>
          <div>
            <p className={styles.amount}>{amountOf(orderAmount)}</p>
            <p>
              {orderName} <Faint>{formatDayAndTime(askedForAtMs)}</Faint>
            </p>
          </div>
          {isWanted ? (
            <Loaded of={status}>
              {({ status: word, payerName, bankRrn }) => (
                <StatusFacts word={word} atMs={status.askedAtMs} payer={payerName} rrn={bankRrn} />
              )}
            </Loaded>
          ) : heard === null ? (
            <Faint>{COLLECT.askNow}</Faint>
          ) : (
            <StatusFacts word={heard.status} atMs={heard.atMs} payer={null} rrn={heard.rrn} />
          )}
          {isWanted && isLeftToPerson(status.result, status.answerCount) ? <Faint>{COLLECT.askNow}</Faint> : null}
          <Facts
            pairs={APPS.map((app) => [
              COLLECT.apps[app],
              <CopyText key={app} isOneLine text={links[app]} label={COLLECT.apps[app]} />,
            ])}
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

/** A payer needs at least a few seconds. */
const FIRST_MS = 5_000;
const GROWTH = 1.5;
const LONGEST_MS = 60_000;
/** About a quarter of an hour in all. */
const QUESTIONS_MAX = 20;

/** The wait before the next poll, in milliseconds, after `asked` answers. Returns null when only a person asks again. */
export function nextStatusInMs(result: QuestionState<{ readonly status: string }>, asked: number): number | null {
  if (!isPending(result) || asked >= QUESTIONS_MAX) return null;
  return Math.min(LONGEST_MS, FIRST_MS * GROWTH ** Math.max(0, asked - 1));
}

/** Whether the payment may still come but only a person asks about it again. */
export function isLeftToPerson(result: QuestionState<{ readonly status: string }>, asked: number): boolean {
  return isPending(result) && nextStatusInMs(result, asked) === null;
}

/** The specification names only this word for a payment that may still come. No answer counts as pending too. */
function isPending(result: QuestionState<{ readonly status: string }>): boolean {
  return result.kind !== 'done' || result.value.status.trim().toUpperCase() === 'PENDING';
}
