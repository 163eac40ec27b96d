import { type ReactNode, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { formatCount } from '../../../shared/counts.ts';
import { NOTE_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { formatRupees } from '../../../shared/money.ts';
import { formatClock, formatDay, formatDayAndTime } from '../../../shared/text/format.ts';
import {
  decisionWords,
  HOLD_WORDS,
  outcomeWords,
  PAYOUT,
  reasonWords,
  stateMeaning,
  UNKNOWN,
} from '../../../shared/text/payouts.ts';
import { makeCommandIds } from '../../bridge/command-ids.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { AreaField, Button, CopyText, useTyped } from '../../ui/controls.tsx';
import { Dialog, Drawer } from '../../ui/dialog.tsx';
import { type ScreenValue, useScreen } from '../../ui/navigation.ts';
import { Loaded, NotDoneNotice } from '../../ui/notice.tsx';
import { Facts, Faint, Row, Stack, WordForWord } from '../../ui/page.tsx';
import { PayoutPapers } from '../../ui/payout-papers.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { StateMark } from '../../ui/status.tsx';
import styles from './payout-drawer.module.css';

type PayoutDetail = AnswerOf<'readPayout'>;

export function PayoutDrawer({ payout, onClose }: { readonly payout: string | null; readonly onClose: () => void }) {
  return (
    <Drawer isOpen={payout !== null} onClose={onClose} title={payout ?? ''}>
      {payout === null ? null : <PayoutBody payout={payout} />}
    </Drawer>
  );
}

function PayoutBody({ payout }: { readonly payout: string }) {
  const { openPayout } = useScreen();
  const question = useAsk('readPayout', { payout });
  return (
    <Loaded of={question}>
      {(detail) => (
        <>
          <Stack isTight>
            <Row isSpread>
              <h2>
                <PersonName>{detail.line.name ?? payout}</PersonName>
              </h2>
              <strong>{formatRupees(detail.line.amountPaise)}</strong>
            </Row>
            <div>
              <StateMark state={detail.line.state} word={decisionWords(detail.line)} isSoft />
            </div>
            <Faint>{stateMeaning(detail.line)}</Faint>
            {detail.line.hold === null ? null : <p>{HOLD_WORDS[detail.line.hold]}</p>}
          </Stack>
          <Facts facts={factsOf(detail, openPayout)} />
          {detail.line.sentAtMs === null ? null : (
            <PayoutPapers batch={detail.line.batch} rowNumber={detail.line.rowNumber} />
          )}
          <TakeBack detail={detail} />
          <Stack isTight>
            <h2>{PAYOUT.story}</h2>
            <Timeline detail={detail} />
          </Stack>
          <Stack isTight>
            <h2>{PAYOUT.source}</h2>
            <Facts pairs={detail.source.map(({ header, text }) => [header, text] as const)} />
          </Stack>
        </>
      )}
    </Loaded>
  );
}

/** A person may take back a decision as long as nothing pays the payout again. */
function TakeBack({ detail: { line, retriedAs } }: { readonly detail: PayoutDetail }) {
  const [commandIds] = useState(makeCommandIds);
  const [isAsking, setAsking] = useState(false);
  const takeBack = useChange('takeBackDecision');
  const { typed, field } = useTyped({ note: '' });
  const isDecided = line.decided !== null && (line.state === 'success' || line.state === 'failed');
  if (!isDecided || retriedAs !== null) return null;
  const submit = async (): Promise<void> => {
    const request = { payout: line.payout, note: typed.note };
    const result = await takeBack.run(request, commandIds.idOf(request));
    commandIds.settle(request, result);
    if (result.kind === 'done') setAsking(false);
  };
  return (
    <div>
      <Button onClick={() => setAsking(true)}>{UNKNOWN.takeBack}</Button>
      {isAsking ? (
        <Dialog
          title={`${UNKNOWN.takeBack}: ${line.name ?? line.payout}, ${formatRupees(line.amountPaise)}`}
          onClose={() => setAsking(false)}
          firstFocus="cancel"
          act={{
            word: UNKNOWN.takeBack,
            isForm: true,
            disabled: typed.note.trim() === '',
            isPending: takeBack.isPending,
            run: submit,
          }}
        >
          <p>{UNKNOWN.takeBackAbout}</p>
          <NotDoneNotice result={takeBack.result} />
          <AreaField label={UNKNOWN.note} hint={UNKNOWN.takeBackNote} {...field('note', NOTE_MAX_CHARACTERS)} />
        </Dialog>
      ) : null}
    </div>
  );
}

function factsOf(detail: PayoutDetail, openPayout: ScreenValue['openPayout']): Readonly<Record<string, ReactNode>> {
  const { line } = detail;
  const copied = (label: string, text: string | null): Readonly<Record<string, ReactNode>> => ({
    [label]: text === null || text === '' ? null : <CopyText text={text} label={label} />,
  });
  // The payout this one retries, or the one that retries it.
  const linked = (other: string | null): ReactNode =>
    other === null ? null : (
      <Button weight="quiet" onClick={() => openPayout(other)}>
        {other}
      </Button>
    );
  const note = line.decided?.note ?? null;
  return {
    ...copied(PAYOUT.facts.paidTo, line.beneficiary),
    [PAYOUT.facts.bank]: line.ifsc === null ? null : `${line.ifsc}${line.bank === null ? '' : ` · ${line.bank}`}`,
    [PAYOUT.facts.remark]: line.remark || null,
    ...copied(PAYOUT.facts.reference, line.reference),
    ...copied(PAYOUT.facts.transactionId, line.transactionId),
    ...copied(PAYOUT.facts.utr, line.utr),
    ...copied(PAYOUT.facts.rrn, line.rrn),
    ...copied(PAYOUT.facts.logNumber, detail.logNumber),
    ...copied(PAYOUT.facts.bankReference, detail.tranRefNo),
    [PAYOUT.facts.gatewayWord]: line.gatewayStatus || null,
    [PAYOUT.facts.gatewaySays]: line.message === null ? null : say(line.message) || null,
    [PAYOUT.facts.note]: note === null ? null : say(note) || null,
    [PAYOUT.facts.whyUnknown]: detail.unknownReason === null ? null : reasonWords(detail.unknownReason),
    [PAYOUT.facts.notKnown]: detail.notKnownAnswers === 0 ? null : detail.notKnownAnswers,
    [PAYOUT.facts.nextLookup]: detail.nextLookupAtMs === null ? null : formatDayAndTime(detail.nextLookupAtMs),
    [PAYOUT.facts.retryOf]: linked(detail.retryOf),
    [PAYOUT.facts.retriedAs]: linked(detail.retriedAs),
  };
}

/** Each request and lookup, oldest first, with its time and its answer word for word. */
function Timeline({ detail }: { readonly detail: PayoutDetail }) {
  const moments = momentsOf(detail);
  if (moments.length === 0) return <Faint>{PAYOUT.nothingSent}</Faint>;
  return (
    <ol className={styles.timeline}>
      {moments.map(({ key, atMs, what, outcome, facts, message, answer }) => (
        <li key={key} className={styles.moment}>
          <div className={styles.head}>
            <strong>{what}</strong>
            <span className="soft">{outcome}</span>
            <time className="push faint small" dateTime={new Date(atMs).toISOString()}>
              {formatDay(atMs)}, {formatClock(atMs)}
            </time>
          </div>
          {facts === '' ? null : <Faint>{facts}</Faint>}
          {message === null ? null : <p>{message}</p>}
          <WordForWord text={answer} />
        </li>
      ))}
    </ol>
  );
}

function momentsOf({ attempts, answers, decisions }: PayoutDetail) {
  const sent = attempts.map((attempt) => {
    const facts = [
      ...(attempt.httpStatus === null ? [] : [`HTTP ${attempt.httpStatus}`]),
      ...(attempt.answeredAtMs === null ? [] : [`${formatCount(attempt.answeredAtMs - attempt.atMs)} ms`]),
    ];
    return {
      key: `a${attempt.number}`,
      atMs: attempt.atMs,
      what: PAYOUT.request(attempt.number),
      outcome: attempt.outcome === null ? PAYOUT.onItsWay : outcomeWords(attempt.outcome),
      facts: facts.join(' · '),
      message: attempt.message === null ? null : say(attempt.message),
      answer: attempt.answer,
    };
  });
  const looked = answers.map(({ atMs, by, finding, httpStatus, answer }, index) => ({
    key: `l${index}`,
    atMs,
    what: PAYOUT.lookups[by],
    outcome: outcomeWords(finding),
    facts: httpStatus === null ? '' : `HTTP ${httpStatus}`,
    message: null,
    answer,
  }));
  const decided = decisions.map(({ atMs, by, decided: what, note, bankReference, ticket }, index) => ({
    key: `d${index}`,
    atMs,
    what: UNKNOWN.decided[what],
    outcome: by,
    facts: [bankReference, ticket].filter((fact) => fact !== null).join(' · '),
    message: note,
    answer: null,
  }));
  return [...sent, ...looked, ...decided].toSorted((left, right) => left.atMs - right.atMs);
}
