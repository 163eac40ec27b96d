// A created order: QR code, links to copy, and its status while it is open. In: the order. Out: a card.
// This file must never call an unlisted status word a success or a failure.

import type { AnswerOf } from '../../../shared/api/contract.ts';
import { parseRupees } from '../../../shared/money.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { formatClock, formatRupees } from '../../text/format.ts';
import { COLLECT } from '../../text/places.ts';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Card, Facts, Faint, Stack } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import styles from './collect-screen.module.css';
import { isLeftToPerson, nextStatusInMs } from './status-polls.ts';

const QR_SIZE_PX = 224;
const APPS = ['upi', 'gpay', 'phonepe', 'paytm'] as const;

export function OrderCard({ profile, order }: { readonly profile: string; readonly order: AnswerOf<'createOrder'> }) {
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
