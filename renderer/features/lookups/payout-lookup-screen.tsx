// Here "not known" is never taken for "not paid".

import { useState } from 'react';
import type { ParamsOf } from '../../../shared/api/contract.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { LOOKUPS } from '../../text/places.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useAbove } from '../../ui/navigation.ts';
import { Notice } from '../../ui/notice.tsx';
import { Card, Facts, Page, Row, Stack } from '../../ui/page.tsx';
import styles from './lookups.module.css';

type Key = ParamsOf<'lookUpPayout'>['key'];

export function PayoutLookupScreen({ profile }: { readonly profile: string }) {
  const { openPayout } = useAbove();
  const [typed, setTyped] = useState({ by: 'reference', text: '' });
  const [key, setKey] = useState<Key | null>(null);
  const question = useAsk(
    'lookUpPayout',
    { profile, key: key ?? { by: 'reference', reference: '' } },
    // Whoever presses the button is told what is so now, whatever was told of the same payout before.
    { enabled: key !== null, isFresh: true },
  );
  const ask = (event: Pick<Event, 'preventDefault'>): void => {
    event.preventDefault();
    const text = typed.text.trim();
    const next: Key =
      typed.by === 'reference' ? { by: 'reference', reference: text } : { by: 'transactionId', transactionId: text };
    if (JSON.stringify(next) === JSON.stringify(key)) question.again();
    else setKey(next);
  };
  return (
    <Page isNarrow title={LOOKUPS.payoutTitle} about={LOOKUPS.payoutAbout}>
      <Card>
        <form onSubmit={ask} className={styles.form}>
          <SelectField
            label={LOOKUPS.by}
            value={typed.by}
            onChange={(event) => setTyped({ ...typed, by: event.target.value })}
          >
            <option value="reference">{LOOKUPS.byReference}</option>
            <option value="transactionId">{LOOKUPS.byTransactionId}</option>
          </SelectField>
          <TextField
            label={LOOKUPS.key}
            required
            value={typed.text}
            onChange={(event) => setTyped({ ...typed, text: event.target.value })}
          />
          <Button weight="primary" type="submit" isPending={question.isAsking}>
            {LOOKUPS.ask}
          </Button>
        </form>
      </Card>
      {key === null ? null : (
        <Loaded of={question}>
          {({ known, status, utr, message, answer, trouble, ours }) => (
            <Card>
              <Stack>
                {known ? (
                  <p className={styles.word}>{status ?? LOOKUPS.empty}</p>
                ) : trouble === null ? (
                  <Notice tone="note" title={LOOKUPS.notKnown}>
                    {LOOKUPS.notKnownAbout}
                  </Notice>
                ) : (
                  <Notice tone="warning" title={trouble.message}>
                    {trouble.cure}
                  </Notice>
                )}
                <Facts
                  facts={[
                    [LOOKUPS.utr, utr ?? LOOKUPS.empty],
                    [LOOKUPS.message, message ?? LOOKUPS.empty],
                    [
                      LOOKUPS.ours,
                      ours === null ? (
                        LOOKUPS.notOurs
                      ) : (
                        <Row key="ours">
                          <code>{ours}</code>
                          <Button onClick={() => openPayout(ours)}>{LOOKUPS.openOurs}</Button>
                        </Row>
                      ),
                    ],
                  ]}
                />
                {answer === null ? null : (
                  <details>
                    <summary>{LOOKUPS.answer}</summary>
                    <pre className={styles.answer}>{answer}</pre>
                  </details>
                )}
              </Stack>
            </Card>
          )}
        </Loaded>
      )}
    </Page>
  );
}
