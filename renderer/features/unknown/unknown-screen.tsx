// The desk of doubtful payouts: what is known about each, and the two decisions; below it the late news.
// In: the book, live or practice. Out: recorded decisions. This file must never offer to send again.

import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../bridge/use-desk.ts';
import { reasonWords } from '../../text/evidence.ts';
import { formatCount, formatDayAndTime, formatRupees } from '../../text/format.ts';
import { UNKNOWN } from '../../text/payout.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Card, Facts, Page, Row, Stack } from '../../ui/page.tsx';
import type { Book, UnknownGroup } from './book.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { LateNewsCard } from './late-news-card.tsx';
import styles from './unknown-screen.module.css';

/** More names than these are a list nobody reads; Run has them all under its filter. */
const PAYOUTS_NAMED = 12;

interface UnknownScreenProps {
  readonly book: Book;
  readonly onPayout: (payout: string) => void;
}

export function UnknownScreen({ book, onPayout }: UnknownScreenProps) {
  const question = useAsk('listUnknown', { book });
  const [deciding, setDeciding] = useState<{ readonly group: UnknownGroup; readonly paid: boolean } | null>(null);
  return (
    <Page title={UNKNOWN.title} about={UNKNOWN.about}>
      <Loaded of={question}>
        {({ groups }) =>
          groups.length === 0 ? (
            <Card>
              <Empty icon={CircleCheck} title={UNKNOWN.none}>
                {UNKNOWN.noneAbout}
              </Empty>
            </Card>
          ) : (
            <Stack>
              {groups.map((group) => (
                <GroupCard
                  key={group.evidence}
                  group={group}
                  onPayout={onPayout}
                  onDecide={(paid) => setDeciding({ group, paid })}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <LateNewsCard book={book} onPayout={onPayout} />
      {deciding === null ? null : <DecisionDialog {...deciding} onClose={() => setDeciding(null)} />}
    </Page>
  );
}

interface GroupCardProps {
  readonly group: UnknownGroup;
  readonly onPayout: (payout: string) => void;
  readonly onDecide: (paid: boolean) => void;
}

function GroupCard({ group, onPayout, onDecide }: GroupCardProps) {
  const { sum, reason, evidence, refusedByRate, sentFromMs, sentToMs, notKnownAnswers, mayDecideFromMs, payouts } =
    group;
  const sent =
    sentFromMs === null
      ? '–'
      : sentToMs === null || sentToMs === sentFromMs
        ? formatDayAndTime(sentFromMs)
        : `${formatDayAndTime(sentFromMs)} – ${formatDayAndTime(sentToMs)}`;
  const [openedAtMs] = useState(() => Date.now());
  const isEarly = mayDecideFromMs !== null && mayDecideFromMs > openedAtMs;
  return (
    <Card
      title={UNKNOWN.group(sum.count, formatRupees(sum.paise))}
      actions={
        <Row>
          <Button onClick={() => onDecide(true)}>{UNKNOWN.paid}</Button>
          <Button onClick={() => onDecide(false)}>{UNKNOWN.notPaid}</Button>
        </Row>
      }
    >
      <Stack isTight>
        <Facts
          facts={[
            [UNKNOWN.reason, reasonWords(reason)],
            [UNKNOWN.evidence, evidence],
            [UNKNOWN.sent, sent],
            [UNKNOWN.notKnown, formatCount(notKnownAnswers)],
            [
              UNKNOWN.payouts,
              <span key="payouts" className={styles.payouts}>
                {payouts.slice(0, PAYOUTS_NAMED).map((payout) => (
                  <button key={payout} type="button" className={styles.payout} onClick={() => onPayout(payout)}>
                    {payout}
                  </button>
                ))}
                {payouts.length > PAYOUTS_NAMED ? <span>{UNKNOWN.more(payouts.length - PAYOUTS_NAMED)}</span> : null}
              </span>,
            ],
          ]}
        />
        {refusedByRate ? <p>{UNKNOWN.refusedByRate}</p> : null}
        {isEarly ? <p className={styles.early}>{UNKNOWN.mayFrom(formatDayAndTime(mayDecideFromMs))}</p> : null}
      </Stack>
    </Card>
  );
}
