// Never show "not known" as "not paid", and never call a lookup a payment.

import { type ReactNode, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { PLACE_NAMES } from '../../../shared/api/window.ts';
import { formatRupees } from '../../../shared/money.ts';
import { LOOKUPS } from '../../../shared/text/places.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { Button, Segments, TextField, useTyped } from '../../ui/controls.tsx';
import { useScreen } from '../../ui/navigation.ts';
import { Loaded, Notice } from '../../ui/notice.tsx';
import { Card, Facts, Faint, Page, Row, Stack, WordForWord } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { StateMark } from '../../ui/status.tsx';
import styles from './lookups.module.css';

const ORDER_FIELDS = [
  'initiatedAt',
  'completedAt',
  'payerName',
  'payerAddress',
  'payerMobile',
  'bankRrn',
  'userId',
  'message',
] as const;

const TABS = [
  { key: 'order', word: LOOKUPS.order },
  { key: 'payout', word: LOOKUPS.payout },
] as const;

/** One screen for both questions: what became of money that came in, and of money that went out. */
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
  // Pressing the button asks anew, whatever was answered about the same order before.
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
        <TextField label={LOOKUPS.orderId} required {...field('orderId')} />
      </AskForm>
      {orderId === null ? null : (
        <Loaded of={question}>
          {(result) => (
            <Card title={orderId}>
              <Stack>
                <p className={styles.word}>{result.status}</p>
                <Facts
                  pairs={[
                    ...ORDER_FIELDS.map((key) => [LOOKUPS.orderFields[key], result[key] ?? LOOKUPS.nothing] as const),
                    ...result.userDefined.map(
                      (text, index) => [LOOKUPS.ownField(index + 1), text || LOOKUPS.nothing] as const,
                    ),
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
        className={`row gap-3 ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          onAsk();
        }}
      >
        {children}
        <Button weight="primary" type="submit" isPending={isAsking}>
          {LOOKUPS.ask}
        </Button>
      </form>
    </Card>
  );
}

/** Looks for any identifier among our own payouts first, then asks the gateway with the one that payout is known by. */
function PayoutLookup({ profile }: { readonly profile: string }) {
  const { typed, field } = useTyped({ text: '' });
  const [text, setText] = useState<string | null>(null);
  // As for an order, above.
  const about = { profile, key: { by: 'any' as const, text: text ?? '' } };
  const question = useAsk('lookUpPayout', about, { enabled: text !== null, isFresh: true });
  const ask = (): void => {
    const next = typed.text.trim();
    if (next === text) question.again();
    else setText(next);
  };
  return (
    <>
      <AskForm isAsking={question.isAsking} onAsk={ask}>
        <TextField label={LOOKUPS.anyId} hint={LOOKUPS.anyIdHelp} required {...field('text')} />
      </AskForm>
      {text === null ? null : <Loaded of={question}>{(found) => <FoundPayout found={found} />}</Loaded>}
    </>
  );
}

function FoundPayout({ found }: { readonly found: AnswerOf<'lookUpPayout'> }) {
  const { openPayout } = useScreen();
  const { known, status, utr, message, answer, trouble, askedBy, ours } = found;
  return (
    <>
      <Card title={LOOKUPS.ours}>
        {ours === null ? (
          LOOKUPS.notOurs
        ) : (
          <Row isSpread>
            <span className={styles.word}>
              <PersonName>{[ours.name ?? ours.payout, formatRupees(ours.amountPaise)].join(' · ')}</PersonName>
            </span>
            <StateMark state={ours.state} />
            <code>{ours.payout}</code>
            <Button onClick={() => openPayout(ours.payout)}>{LOOKUPS.open}</Button>
          </Row>
        )}
      </Card>
      <Card title={LOOKUPS.gateway}>
        <Stack>
          {known ? (
            <p className={styles.word}>{status ?? LOOKUPS.nothing}</p>
          ) : trouble === null ? (
            <Notice tone="note" title={LOOKUPS.notKnown} about={LOOKUPS.notKnownAbout} />
          ) : (
            <Notice tone="warning" title={say(trouble.message)} about={say(trouble.cure)} />
          )}
          <Facts facts={{ [LOOKUPS.utr]: utr, [LOOKUPS.message]: message }} />
          <Faint>{LOOKUPS.askedBy[askedBy]}</Faint>
          <WordForWord text={answer} />
        </Stack>
      </Card>
    </>
  );
}
