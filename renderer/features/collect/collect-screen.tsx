// No link is opened by itself: a person copies it. An order that may have been made is never made twice by itself.

import { QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { parseRupees } from '../../../shared/money.ts';
import { keepIntentions } from '../../bridge/intentions.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { formatClock, formatRupees } from '../../text/format.ts';
import { COLLECT } from '../../text/places.ts';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { Empty } from '../../ui/empty.tsx';
import { TextField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Columns, Facts, Faint, Page, Stack } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import styles from './collect-screen.module.css';
import { isLeftToPerson, nextStatusInMs } from './status-polls.ts';

const EMPTY = { name: '', mobile: '', amount: '', userId: '', ud1: '', ud2: '', ud3: '', ud4: '', ud5: '' };
type OwnFields = [string, string, string, string, string];
const OWN_FIELDS = ['ud1', 'ud2', 'ud3', 'ud4', 'ud5'] as const;

export function CollectScreen({ profile }: { readonly profile: string }) {
  const create = useChange('createOrder');
  const [typed, setTyped] = useState(EMPTY);
  const [amountError, setAmountError] = useState<string | null>(null);
  const [order, setOrder] = useState<AnswerOf<'createOrder'> | null>(null);
  const [intentions] = useState(keepIntentions);
  const ask = async (isRepeated: boolean): Promise<void> => {
    const amount = parseRupees(typed.amount);
    setAmountError(amount.kind === 'exact' ? null : COLLECT.amountWrong);
    if (amount.kind !== 'exact') return;
    const { name, mobile, userId } = typed;
    const userDefined: OwnFields = [typed.ud1, typed.ud2, typed.ud3, typed.ud4, typed.ud5];
    const wish = { profile, order: { name, mobile, userId, amountPaise: amount.paise, userDefined } };
    if (isRepeated) intentions.repeat(wish);
    const told = await create.run(wish, intentions.idOf(wish));
    intentions.hear(wish, told);
    if (told.kind === 'done') setOrder(told.value);
  };
  const submit = (event: Pick<Event, 'preventDefault'>): void => {
    event.preventDefault();
    void ask(false);
  };
  const mayBeThere = create.told?.kind === 'unsure' || create.told?.kind === 'fault';
  const set = (field: keyof typeof typed) => (event: { readonly target: { readonly value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value });
  return (
    <Page title={COLLECT.title} about={COLLECT.about}>
      <Columns>
        <Card>
          <form onSubmit={submit}>
            <Stack isTight>
              <TextField label={COLLECT.name} required value={typed.name} onChange={set('name')} />
              <TextField
                label={COLLECT.mobile}
                required
                inputMode="numeric"
                value={typed.mobile}
                onChange={set('mobile')}
              />
              <TextField
                label={COLLECT.amount}
                required
                inputMode="decimal"
                error={amountError}
                value={typed.amount}
                onChange={set('amount')}
              />
              <TextField
                label={COLLECT.userId}
                hint={COLLECT.userIdHint}
                required
                value={typed.userId}
                onChange={set('userId')}
              />
              <details>
                <summary>{COLLECT.more}</summary>
                <div className={styles.own}>
                  {OWN_FIELDS.map((field, index) => (
                    <TextField
                      key={field}
                      label={COLLECT.userDefined(index + 1)}
                      value={typed[field]}
                      onChange={set(field)}
                    />
                  ))}
                </div>
              </details>
              <NotDoneNotice
                told={create.told}
                {...(mayBeThere
                  ? { actions: <Button onClick={() => void ask(true)}>{COLLECT.createAgain}</Button> }
                  : {})}
              />
              <div>
                <Button weight="primary" type="submit" isPending={create.isPending}>
                  {COLLECT.create}
                </Button>
              </div>
            </Stack>
          </form>
        </Card>
        {order === null ? (
          <Card>
            <Empty icon={QrIcon} title={COLLECT.none}>
              {COLLECT.noneAbout}
            </Empty>
          </Card>
        ) : (
          <OrderCard profile={profile} order={order} />
        )}
      </Columns>
    </Page>
  );
}

const QR_SIZE_PX = 224;
const APPS = ['upi', 'gpay', 'phonepe', 'paytm'] as const;

/** The order with its status while it is open. A status word that is not listed is shown as written: neither a success nor a failure. */
function OrderCard({ profile, order }: { readonly profile: string; readonly order: AnswerOf<'createOrder'> }) {
  const status = useAsk('readOrderStatus', { profile, orderId: order.orderId }, { nextInMs: nextStatusInMs });
  return (
    <Card title={`${COLLECT.order} ${order.orderId}`} actions={<Button onClick={status.again}>{COLLECT.again}</Button>}>
      <Stack>
        <div className={styles.qr}>
          <QrCode text={order.links.upi} label={COLLECT.qr(amountOf(order.orderAmount))} sizePx={QR_SIZE_PX} />
          <div>
            <p className={styles.amount}>{amountOf(order.orderAmount)}</p>
            <p>{order.orderName}</p>
            <p>{order.orderDate}</p>
          </div>
        </div>
        <Loaded of={status}>
          {(told) => (
            <Facts
              facts={[
                [COLLECT.status, <strong key="status">{told.status}</strong>],
                [COLLECT.asked, formatClock(status.askedAtMs)],
                ...(told.payerName === null ? [] : [[COLLECT.payer, told.payerName] as const]),
                ...(told.bankRrn === null
                  ? []
                  : [[COLLECT.rrn, <CopyText key="rrn" text={told.bankRrn} label={COLLECT.rrn} />] as const]),
              ]}
            />
          )}
        </Loaded>
        {isLeftToPerson(status.told, status.asked) ? <Faint>{COLLECT.notAskedAgain}</Faint> : null}
        <Facts
          facts={APPS.map(
            (app) =>
              [
                COLLECT.links[app],
                <CopyText key={app} isOneLine text={order.links[app]} label={COLLECT.links[app]} />,
              ] as const,
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
