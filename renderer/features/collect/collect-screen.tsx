// No link is opened by itself: a person copies it. An order that may have been made is never made twice by itself.

import { QrCode as QrIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { makeCommandIds } from '../../bridge/command-ids.ts';
import { type QuestionState, useAsk, useChange } from '../../bridge/use-desk.ts';
import { formatClock } from '../../text/format.ts';
import { Button, CopyText, TextField, useTyped } from '../../ui/controls.tsx';
import { Empty, Loaded, NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Facts, Faint, Page, SideBySide, Stack } from '../../ui/page.tsx';
import styles from './collect-screen.module.css';

const EMPTY = { name: '', mobile: '', amount: '', userId: '', ud1: '', ud2: '', ud3: '', ud4: '', ud5: '' };
type OwnFields = [string, string, string, string, string];
const OWN_FIELDS = ['ud1', 'ud2', 'ud3', 'ud4', 'ud5'] as const;

export function CollectScreen({ profile }: { readonly profile: string }) {
  const create = useChange('createOrder');
  const { typed, field } = useTyped(EMPTY);
  const [amountError, setAmountError] = useState<string | null>(null);
  const [order, setOrder] = useState<AnswerOf<'createOrder'> | null>(null);
  const [commandIds] = useState(makeCommandIds);
  const ask = async (isRepeated: boolean): Promise<void> => {
    const amount = parseRupees(typed.amount);
    setAmountError(amount.kind === 'exact' ? null : 'Write it like 500 or 1,250.50.');
    if (amount.kind !== 'exact') return;
    const { name, mobile, userId } = typed;
    const userDefined: OwnFields = [typed.ud1, typed.ud2, typed.ud3, typed.ud4, typed.ud5];
    const request = { profile, order: { name, mobile, userId, amountPaise: amount.paise, userDefined } };
    if (isRepeated) commandIds.renew(request);
    const result = await create.run(request, commandIds.idOf(request));
    commandIds.settle(request, result);
    if (result.kind === 'done') setOrder(result.value);
  };
  const mayBeThere = create.result?.kind === 'unsure' || create.result?.kind === 'fault';
  return (
    <Page title="Collect" about="Ask somebody to pay you: an order with a QR code and links.">
      <SideBySide>
        <Card>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void ask(false);
            }}
          >
            <Stack isTight>
              <TextField label="Name of the payer" required {...field('name')} />
              <TextField label="Mobile number" required inputMode="numeric" {...field('mobile')} />
              <TextField
                label="Amount in rupees"
                required
                inputMode="decimal"
                error={amountError}
                {...field('amount')}
              />
              <TextField label="Customer id" hint="Your own number for this customer." required {...field('userId')} />
              <details>
                <summary>More details</summary>
                <div className={styles.own}>
                  {OWN_FIELDS.map((own, index) => (
                    <TextField key={own} label={`Own field ${index + 1}`} {...field(own)} />
                  ))}
                </div>
              </details>
              <NotDoneNotice
                result={create.result}
                actions={
                  mayBeThere ? (
                    <Button onClick={() => void ask(true)}>It is not there: create it again</Button>
                  ) : undefined
                }
              />
              <div>
                <Button weight="primary" type="submit" isPending={create.isPending}>
                  Create the order
                </Button>
              </div>
            </Stack>
          </form>
        </Card>
        {order === null ? (
          <Card>
            <Empty icon={QrIcon} title="No order yet" about="The QR code appears here once the order is created." />
          </Card>
        ) : (
          <OrderCard profile={profile} order={order} />
        )}
      </SideBySide>
    </Page>
  );
}

const QR_SIZE_PX = 224;
const APPS = [
  ['upi', 'Any UPI app'],
  ['gpay', 'Google Pay'],
  ['phonepe', 'PhonePe'],
  ['paytm', 'Paytm'],
] as const;

/** The order with its status while it is open. A status word that is not listed is shown as written: neither a success nor a failure. */
function OrderCard({ profile, order }: { readonly profile: string; readonly order: AnswerOf<'createOrder'> }) {
  const status = useAsk('readOrderStatus', { profile, orderId: order.orderId }, { nextInMs: nextStatusInMs });
  return (
    <Card title={`Order ${order.orderId}`} actions={<Button onClick={status.again}>Refresh</Button>}>
      <Stack>
        <div className={`row ${styles.qr}`}>
          <QrCode text={order.links.upi} label={`QR code to pay ${amountOf(order.orderAmount)}`} sizePx={QR_SIZE_PX} />
          <div>
            <p className={styles.amount}>{amountOf(order.orderAmount)}</p>
            <p>{order.orderName}</p>
            <p>{order.orderDate}</p>
          </div>
        </div>
        <Loaded of={status}>
          {(result) => (
            <Facts
              facts={{
                Status: <strong>{result.status}</strong>,
                'Last asked': formatClock(status.askedAtMs),
                Payer: result.payerName,
                RRN: result.bankRrn === null ? null : <CopyText text={result.bankRrn} label="RRN" />,
              }}
            />
          )}
        </Loaded>
        {isLeftToPerson(status.result, status.answerCount) ? (
          <Faint>Not asked automatically any more. Press Refresh.</Faint>
        ) : null}
        <Facts
          pairs={APPS.map(
            ([app, label]) => [label, <CopyText key={app} isOneLine text={order.links[app]} label={label} />] as const,
          )}
        />
      </Stack>
    </Card>
  );
}

/** As money where it is an exact amount, and as the gateway wrote it otherwise. */
function amountOf(written: string): string {
  const amount = parseRupees(written);
  return amount.kind === 'exact' ? formatRupees(amount.paise) : written;
}

/** A payer needs some seconds at least. */
const FIRST_MS = 5_000;
const GROWTH = 1.5;
const LONGEST_MS = 60_000;
/** About a quarter of an hour in all. */
const QUESTIONS_MAX = 20;

/** Shape: `asked` counts the answers so far; null when nobody but a person asks again. Units: milliseconds. */
export function nextStatusInMs(result: QuestionState<{ readonly status: string }>, asked: number): number | null {
  if (!isPending(result) || asked >= QUESTIONS_MAX) return null;
  return Math.min(LONGEST_MS, FIRST_MS * GROWTH ** Math.max(0, asked - 1));
}

/** Whether the payment may still come and only a person asks about it again. */
export function isLeftToPerson(result: QuestionState<{ readonly status: string }>, asked: number): boolean {
  return isPending(result) && nextStatusInMs(result, asked) === null;
}

/** The specification names only this word for a payment that may still come; no answer says nothing. */
function isPending(result: QuestionState<{ readonly status: string }>): boolean {
  return result.kind !== 'done' || result.value.status.trim().toUpperCase() === 'PENDING';
}

const QUIET_ZONE = 4;

function QrCode({ text, label, sizePx }: { readonly text: string; readonly label: string; readonly sizePx: number }) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: QUIET_ZONE }), [text]);
  const path = data.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
