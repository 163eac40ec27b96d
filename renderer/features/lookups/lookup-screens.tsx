// Here "not known" is never taken for "not paid", and a look-up is never called a payment.

import { type ReactNode, useState } from 'react';
import type { ParamsOf } from '../../../shared/api/contract.ts';
import { PLACE_NAMES } from '../../../shared/api/window.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { LOOKUPS } from '../../text/places.ts';
import { Button, Segments, SelectField, TextField, useTyped } from '../../ui/controls.tsx';
import { useScreen } from '../../ui/navigation.ts';
import { Loaded, Notice } from '../../ui/notice.tsx';
import { Card, Facts, Page, Row, Stack, WordForWord } from '../../ui/page.tsx';
import styles from './lookups.module.css';

const FIELDS = [
  ['initiatedAt', 'Started'],
  ['completedAt', 'Completed'],
  ['payerName', 'Payer'],
  ['payerAddress', "Payer's UPI ID"],
  ['payerMobile', "Payer's mobile"],
  ['bankRrn', 'RRN'],
  ['userId', 'Customer id'],
  ['message', 'Gateway says'],
] as const;

/** Where the gateway said nothing. */
const EMPTY = '–';

const TABS = [
  { key: 'order', word: LOOKUPS.order },
  { key: 'payout', word: LOOKUPS.payout },
] as const;

/** One place for both questions: what became of money that came in, and of money that went out. */
export function LookupsScreen({ profile }: { readonly profile: string }) {
  const [tab, setTab] = useState<(typeof TABS)[number]['key']>('order');
  return (
    <Page isNarrow title={PLACE_NAMES.lookups} about={LOOKUPS.about[tab]}>
      <Segments label={LOOKUPS.tabs} segments={TABS} chosen={tab} onChoose={setTab} />
      {tab === 'order' ? <PaymentStatus profile={profile} /> : <PayoutLookup profile={profile} />}
    </Page>
  );
}

function PaymentStatus({ profile }: { readonly profile: string }) {
  const { typed, field } = useTyped({ orderId: '' });
  const [orderId, setOrderId] = useState<string | null>(null);
  // Whoever presses the button is told what is so now, whatever was told of the same order before.
  const about = { profile, orderId: orderId ?? '' };
  const question = useAsk('readOrderStatus', about, { enabled: orderId !== null, isFresh: true });
  const ask = (): void => {
    const next = typed.orderId.trim();
    if (next === orderId) question.again();
    else setOrderId(next);
  };
  return (
    <>
      <AskForm isAsking={question.isAsking} onAsk={ask}>
        <TextField label="Order id" required {...field('orderId')} />
      </AskForm>
      {orderId === null ? null : (
        <Loaded of={question}>
          {(result) => (
            <Card title={orderId}>
              <Stack>
                <p className={styles.word}>{result.status}</p>
                <Facts
                  pairs={[
                    ...FIELDS.map(([key, word]) => [word, result[key] ?? EMPTY] as const),
                    ...result.userDefined.map((text, index) => [`Own field ${index + 1}`, text || EMPTY] as const),
                  ]}
                />
              </Stack>
            </Card>
          )}
        </Loaded>
      )}
    </>
  );
}

interface AskFormProps {
  readonly isAsking: boolean;
  readonly onAsk: () => void;
  readonly children: ReactNode;
}

function AskForm({ isAsking, onAsk, children }: AskFormProps) {
  return (
    <Card>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onAsk();
        }}
      >
        {children}
        <Button weight="primary" type="submit" isPending={isAsking}>
          Ask the gateway
        </Button>
      </form>
    </Card>
  );
}

type AskedKey = ParamsOf<'lookUpPayout'>['key'];

const KEYS = [
  ['reference', 'Reference (udf1)'],
  ['transactionId', 'Transaction id'],
] as const;

function PayoutLookup({ profile }: { readonly profile: string }) {
  const { openPayout } = useScreen();
  const { typed, field } = useTyped({ by: 'reference', text: '' });
  const [key, setKey] = useState<AskedKey | null>(null);
  const question = useAsk(
    'lookUpPayout',
    { profile, key: key ?? { by: 'reference', reference: '' } },
    // As for an order.
    { enabled: key !== null, isFresh: true },
  );
  const ask = (): void => {
    const text = typed.text.trim();
    const next: AskedKey =
      typed.by === 'reference' ? { by: 'reference', reference: text } : { by: 'transactionId', transactionId: text };
    if (JSON.stringify(next) === JSON.stringify(key)) question.again();
    else setKey(next);
  };
  return (
    <>
      <AskForm isAsking={question.isAsking} onAsk={ask}>
        <SelectField label="Look up by" options={KEYS} {...field('by')} />
        <TextField label="Transaction id or reference" required {...field('text')} />
      </AskForm>
      {key === null ? null : (
        <Loaded of={question}>
          {({ known, status, utr, message, answer, trouble, ours }) => (
            <Card>
              <Stack>
                {known ? (
                  <p className={styles.word}>{status ?? EMPTY}</p>
                ) : trouble === null ? (
                  <Notice
                    tone="note"
                    title="The gateway does not know it"
                    about="It gives the answer it gives for a reference that does not exist. This proves nothing about whether money moved."
                  />
                ) : (
                  <Notice tone="warning" title={trouble.message} about={trouble.cure} />
                )}
                <Facts
                  facts={{
                    UTR: utr ?? EMPTY,
                    'Gateway says': message ?? EMPTY,
                    'Our payout':
                      ours === null ? (
                        'This desk did not send it.'
                      ) : (
                        <Row>
                          <code>{ours}</code>
                          <Button onClick={() => openPayout(ours)}>Open it</Button>
                        </Row>
                      ),
                  }}
                />
                <WordForWord text={answer} />
              </Stack>
            </Card>
          )}
        </Loaded>
      )}
    </>
  );
}
