import { useState } from 'react';
import { useAsk } from '../../bridge/use-desk.ts';
import { LOOKUPS } from '../../text/places.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Card, Facts, Page, Stack } from '../../ui/page.tsx';
import styles from './lookups.module.css';

const FIELDS = [
  'initiatedAt',
  'completedAt',
  'payerName',
  'payerAddress',
  'payerMobile',
  'bankRrn',
  'userId',
  'message',
] as const;

export function PaymentStatusScreen({ profile }: { readonly profile: string }) {
  const [typed, setTyped] = useState('');
  const [orderId, setOrderId] = useState<string | null>(null);
  // Whoever presses the button is told what is so now, whatever was told of the same order before.
  const about = { profile, orderId: orderId ?? '' };
  const question = useAsk('readOrderStatus', about, { enabled: orderId !== null, isFresh: true });
  const ask = (event: Pick<Event, 'preventDefault'>): void => {
    event.preventDefault();
    const next = typed.trim();
    if (next === orderId) question.again();
    else setOrderId(next);
  };
  return (
    <Page isNarrow title={LOOKUPS.paymentTitle} about={LOOKUPS.paymentAbout}>
      <Card>
        <form onSubmit={ask} className={styles.form}>
          <TextField
            label={LOOKUPS.orderId}
            required
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button weight="primary" type="submit" isPending={question.isAsking}>
            {LOOKUPS.ask}
          </Button>
        </form>
      </Card>
      {orderId === null ? null : (
        <Loaded of={question}>
          {(told) => (
            <Card title={orderId}>
              <Stack>
                <p className={styles.word}>{told.status}</p>
                <Facts
                  facts={[
                    ...FIELDS.map((field) => [LOOKUPS.facts[field], told[field] ?? LOOKUPS.empty] as const),
                    ...told.userDefined.map(
                      (text, index) => [LOOKUPS.userDefined(index + 1), text || LOOKUPS.empty] as const,
                    ),
                  ]}
                />
              </Stack>
            </Card>
          )}
        </Loaded>
      )}
    </Page>
  );
}
