// The desk of doubtful payouts: what is known about each, and the two decisions; below it the late news.
// In: the book, live or practice. Out: recorded decisions. This file must never offer to send again.

import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { type Book, environmentOf } from '../../../shared/books.ts';
import { type Question, useAsk } from '../../bridge/use-desk.ts';
import { evidenceWords, reasonWords } from '../../text/evidence.ts';
import { formatCount, formatDayAndTime, formatRupees } from '../../text/format.ts';
import { UNKNOWN } from '../../text/payout.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Card, Facts, Page, Row, Stack } from '../../ui/page.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { earlyWords } from './early-words.ts';
import { LateNewsCard } from './late-news-card.tsx';
import type { UnknownGroup } from './unknown-group.ts';
import styles from './unknown-screen.module.css';

/** Look-ups come seconds apart at first, then hours. */
const ASK_EVERY_MS = 15_000;

/** Reading the evidence of more than these takes the desk too long to do it for nobody's asking. */
const ASKED_BY_ITSELF = 500;

/** More names than these are a list nobody reads; Run has them all under its filter. */
const PAYOUTS_NAMED = 12;

interface UnknownScreenProps {
  readonly book: Book;
  readonly onPayout: (payout: string) => void;
}

export function UnknownScreen({ book, onPayout }: UnknownScreenProps) {
  const question = useAsk('listUnknown', { book });
  useFreshEvidence(question);
  const [deciding, setDeciding] = useState<{ readonly group: UnknownGroup; readonly paid: boolean } | null>(null);
  return (
    <Page
      title={
        <>
          {UNKNOWN.title} <EnvironmentBadge environment={environmentOf(book)} />
        </>
      }
      about={UNKNOWN.about}
    >
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
                  key={group.payouts[0]}
                  group={group}
                  toldAtMs={question.askedAtMs}
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

/** Each look-up is evidence, and time opens a decision: neither is an event, so the question is asked again. */
function useFreshEvidence({ told, askedAtMs, again }: Question<AnswerOf<'listUnknown'>>): void {
  const count = told.kind === 'done' ? told.value.groups.reduce((sum, group) => sum + group.sum.count, 0) : 0;
  const isFew = count > 0 && count <= ASKED_BY_ITSELF;
  useEffect(() => {
    if (!isFew) return undefined;
    const timer = setTimeout(again, ASK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isFew, askedAtMs, again]);
}

interface GroupCardProps {
  readonly group: UnknownGroup;
  /** When the desk said so. */
  readonly toldAtMs: number;
  readonly onPayout: (payout: string) => void;
  readonly onDecide: (paid: boolean) => void;
}

function GroupCard({ group, toldAtMs, onPayout, onDecide }: GroupCardProps) {
  const { sum, reason, evidence, refusedByRate, sentFromMs, sentToMs, notKnownAnswers, payouts } = group;
  const [sentFrom, sentTo] = [formatDayAndTime(sentFromMs), formatDayAndTime(sentToMs)];
  const early = earlyWords(group.notPaid, toldAtMs);
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
            [UNKNOWN.evidence, evidenceWords(evidence)],
            [UNKNOWN.sent, sentFrom === sentTo ? sentFrom : `${sentFrom} – ${sentTo}`],
            [UNKNOWN.notKnown(sum.count), formatCount(notKnownAnswers)],
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
        {refusedByRate ? <p>{UNKNOWN.refusedByRate(sum.count)}</p> : null}
        {early === null ? null : <p className={styles.early}>{early}</p>}
      </Stack>
    </Card>
  );
}
