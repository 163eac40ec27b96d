import type { AnswerOf } from '../../../shared/api/contract.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { outcomeWords, reasonWords } from '../../text/evidence.ts';
import { formatClock, formatDay, formatDayAndTime, formatRupees } from '../../text/format.ts';
import { PAYOUT } from '../../text/payout.ts';
import { STATE_MEANINGS } from '../../text/states.ts';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type Above, useAbove } from '../../ui/navigation.ts';
import { Facts, Faint, Stack } from '../../ui/page.tsx';
import { StateMark } from '../../ui/status.tsx';
import styles from './timeline.module.css';

type Detail = AnswerOf<'readPayout'>;

interface PayoutDrawerProps {
  readonly payout: string | null;
  readonly onClose: () => void;
}

export function PayoutDrawer({ payout, onClose }: PayoutDrawerProps) {
  return (
    <Drawer isOpen={payout !== null} onClose={onClose} title={payout ?? ''}>
      {payout === null ? null : <PayoutBody payout={payout} />}
    </Drawer>
  );
}

function PayoutBody({ payout }: { readonly payout: string }) {
  const { openPayout } = useAbove();
  const question = useAsk('readPayout', { payout });
  return (
    <Loaded of={question}>
      {(detail) => (
        <>
          <Stack isTight>
            <div>
              <StateMark state={detail.line.state} isSoft />
            </div>
            <Faint>{STATE_MEANINGS[detail.line.state]}</Faint>
            {detail.line.hold === null ? null : <p>{PAYOUT.hold[detail.line.hold]}</p>}
          </Stack>
          <Facts facts={factsOf(detail, openPayout)} />
          <Stack isTight>
            <h2>{PAYOUT.timeline}</h2>
            <Timeline detail={detail} />
          </Stack>
          <Stack isTight>
            <h2>{PAYOUT.source}</h2>
            <Facts facts={detail.source.map(({ header, text }) => [header, text] as const)} />
          </Stack>
        </>
      )}
    </Loaded>
  );
}

type Fact = readonly [string, React.ReactNode];

function factsOf(detail: Detail, openPayout: Above['openPayout']): readonly Fact[] {
  const { line } = detail;
  const copied = (label: string, text: string | null): readonly Fact[] =>
    text === null || text === '' ? [] : [[label, <CopyText key={label} text={text} label={label} />]];
  const said = (label: string, text: string | null): readonly Fact[] =>
    text === null || text === '' ? [] : [[label, text]];
  // What this one pays again, or what pays it again.
  const linked = (label: string, other: string | null): readonly Fact[] =>
    other === null
      ? []
      : [
          [
            label,
            <Button key={label} weight="quiet" onClick={() => openPayout(other)}>
              {other}
            </Button>,
          ],
        ];
  return [
    [PAYOUT.amount, <strong key="amount">{formatRupees(line.amountPaise)}</strong>],
    ...said(PAYOUT.name, line.name),
    ...copied(PAYOUT.beneficiary, line.beneficiary),
    ...said(PAYOUT.bank, line.ifsc === null ? null : `${line.ifsc}${line.bank === null ? '' : ` · ${line.bank}`}`),
    ...said(PAYOUT.remark, line.remark),
    ...copied(PAYOUT.reference, line.reference),
    ...copied(PAYOUT.transactionId, line.transactionId),
    ...copied(PAYOUT.utr, line.utr),
    ...copied(PAYOUT.rrn, line.rrn),
    ...copied(PAYOUT.logNumber, detail.logNumber),
    ...copied(PAYOUT.tranRefNo, detail.tranRefNo),
    ...said(PAYOUT.gatewayStatus, line.gatewayStatus),
    ...said(PAYOUT.message, line.message),
    ...said(PAYOUT.reason, detail.unknownReason === null ? null : reasonWords(detail.unknownReason)),
    ...said(PAYOUT.decidedBy, detail.decidedBy),
    ...(detail.notKnownAnswers === 0 ? [] : [[PAYOUT.notKnown, detail.notKnownAnswers] as const]),
    ...said(PAYOUT.nextLookup, detail.nextLookupAtMs === null ? null : formatDayAndTime(detail.nextLookupAtMs)),
    ...linked(PAYOUT.retryOf, detail.retryOf),
    ...linked(PAYOUT.retriedAs, detail.retriedAs),
  ];
}

interface Moment {
  readonly key: string;
  readonly atMs: number;
  readonly what: string;
  readonly outcome: string;
  readonly facts: string;
  readonly message: string | null;
  readonly answer: string | null;
}

/** Each request and look-up, oldest first, with its time and its answer word for word. */
function Timeline({ detail }: { readonly detail: Detail }) {
  const moments = momentsOf(detail);
  if (moments.length === 0) return <Faint>{PAYOUT.nothingYet}</Faint>;
  return (
    <ol className={styles.timeline}>
      {moments.map(({ key, atMs, what, outcome, facts, message, answer }) => (
        <li key={key} className={styles.moment}>
          <div className={styles.head}>
            <strong>{what}</strong>
            <span className={styles.outcome}>{outcome}</span>
            <time className={styles.time} dateTime={new Date(atMs).toISOString()}>
              {formatDay(atMs)}, {formatClock(atMs)}
            </time>
          </div>
          {facts === '' ? null : <Faint>{facts}</Faint>}
          {message === null ? null : <p>{message}</p>}
          {answer === null ? null : (
            <details>
              <summary>{PAYOUT.answer}</summary>
              <pre className={styles.answer}>{answer}</pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

function momentsOf({ attempts, answers }: Detail): readonly Moment[] {
  const sent = attempts.map((attempt): Moment => {
    const facts = [
      ...(attempt.httpStatus === null ? [] : [PAYOUT.http(attempt.httpStatus)]),
      ...(attempt.answeredAtMs === null ? [] : [PAYOUT.took(attempt.answeredAtMs - attempt.atMs)]),
    ];
    return {
      key: `a${attempt.number}`,
      atMs: attempt.atMs,
      what: PAYOUT.attempt(attempt.number),
      outcome: attempt.outcome === null ? PAYOUT.onItsWay : outcomeWords(attempt.outcome),
      facts: facts.join(' · '),
      message: attempt.message,
      answer: attempt.answer,
    };
  });
  const looked = answers.map(
    ({ atMs, by, finding, httpStatus, answer }, index): Moment => ({
      key: `l${index}`,
      atMs,
      what: `${PAYOUT.lookup} ${PAYOUT.by[by]}`,
      outcome: outcomeWords(finding),
      facts: httpStatus === null ? '' : PAYOUT.http(httpStatus),
      message: null,
      answer,
    }),
  );
  return [...sent, ...looked].toSorted((left, right) => left.atMs - right.atMs);
}
