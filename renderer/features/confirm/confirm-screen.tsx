// What would be paid, asked of the desk and asked again when something happens, and the one button that pays it. Pay is
// never enabled for anything else than what is on the screen.

import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ConfirmationView } from '../../../shared/api/batch-commands.ts';
import { BATCH_NAME_MAX_CHARACTERS, CONFIRM_LISTED, SHEET_MAX_ROWS } from '../../../shared/limits.ts';
import { formatRupees } from '../../../shared/money.ts';
import type { Ticks } from '../../../shared/rows.ts';
import { type ChangeCommand, type QuestionState, useAsk } from '../../bridge/use-desk.ts';
import { CONFIRM } from '../../text/drafts.ts';
import { formatMonth, tooLong } from '../../text/format.ts';
import { SHELL } from '../../text/shell.ts';
import { BareInput, Button, TextField, Tick } from '../../ui/controls.tsx';
import { goToBatch } from '../../ui/navigation.ts';
import { Loaded, NotDoneNotice, Notice, RepeatNotice, Waiting } from '../../ui/notice.tsx';
import { Card, Faint, Page, SideBySide, Stack, Why } from '../../ui/page.tsx';
import { LeftOutCard, MoneyCard, MustTickCard, RetryCard, RowTicksCard, WalletCard } from './confirm-cards.tsx';
import styles from './confirm-screen.module.css';
import { batchName, type Given, isCount, isUnchosen, mayPay, useShownConfirmation } from './confirmation.ts';

const CONFIRM_LISTED_GROWTH = 10;

export function ConfirmScreen(props: ConfirmScreenProps) {
  const { draft, revision, profile, start } = props;
  const [rowTicks, setRowTicks] = useState<Ticks>({ paidBefore: [], accountChanged: [] });
  const [named, setNamed] = useState<BatchNaming | null>(null);
  const [listed, setListed] = useState(CONFIRM_LISTED);
  const asked = { paidBefore: [...rowTicks.paidBefore], accountChanged: [...rowTicks.accountChanged] };
  const question = useAsk(
    'readConfirmation',
    { draft, revision, profile, rowTicks: asked, listed, asker: THIS_PAGE },
    { isFresh: true },
  );
  const { shown, seen } = useShownConfirmation(question.result, {
    asked: JSON.stringify([asked, listed]),
    isFrozen: start.isPending,
  });
  if (shown !== null && stands(question.result, start.isPending))
    return (
      <ConfirmForm
        key={shown.key}
        {...props}
        confirmation={shown.confirmation}
        isChanged={shown.isChanged}
        isAsking={question.isAsking}
        again={() => {
          start.reset();
          seen();
          question.again();
        }}
        onRefused={question.again}
        rowTicks={asked}
        onRowTicks={setRowTicks}
        onMore={() => setListed(Math.min(listed * CONFIRM_LISTED_GROWTH, SHEET_MAX_ROWS))}
        named={named ?? suggestName(shown.confirmation)}
        onName={setNamed}
      />
    );
  return (
    <Page
      title={CONFIRM.title}
      about="Asking the gateway and looking through what was paid before"
      step="confirm"
      footer={<Button onClick={props.onBack}>{CONFIRM.cancel}</Button>}
    >
      <NotDoneNotice result={start.result} />
      <Loaded of={question} waiting={<Waiting lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

/** Questions of this page: another window's about the same draft are its own. */
const THIS_PAGE = crypto.randomUUID();

/** Whether what is shown still stands: a question that a Start cut short has told nothing new. */
function stands(result: QuestionState<ConfirmationView>, isStarting: boolean): boolean {
  if (result.kind === 'done' || isStarting) return true;
  return result.kind === 'refused' && result.refusal.code === 'askedAnew';
}

/** What most batches are called in the month they are paid in; a retry is called like what it pays again. */
function suggestName({ retry }: ConfirmationView): BatchNaming {
  if (retry !== null) return { name: '', period: '' };
  return { name: 'Salary', period: formatMonth(Date.now()) };
}

interface ConfirmScreenProps {
  readonly draft: string;
  readonly revision: number;
  readonly profile: string;
  /** Held outside, so that why a Start was refused stays on the screen whatever is asked again. */
  readonly start: ChangeCommand<'startBatch'>;
  readonly onBack: () => void;
}

interface BatchNaming {
  readonly name: string;
  readonly period: string;
}

interface ConfirmFormProps extends ConfirmScreenProps {
  readonly confirmation: ConfirmationView;
  readonly isChanged: boolean;
  readonly isAsking: boolean;
  readonly onRefused: () => void;
  readonly again: () => void;
  readonly rowTicks: { paidBefore: number[]; accountChanged: number[] };
  readonly onRowTicks: (ticks: Ticks) => void;
  readonly onMore: () => void;
  readonly named: BatchNaming;
  readonly onName: (named: BatchNaming) => void;
}

/** The command id belongs to what is shown, so two clicks pay once. Focus rests on Cancel, and Enter alone never pays. */
function ConfirmForm({ confirmation, profile, start, again, rowTicks, named, ...on }: ConfirmFormProps) {
  const { isChanged, isAsking, onRefused, onBack, onName, onRowTicks, onMore } = on;
  const commandId = useMemo(() => crypto.randomUUID(), []);
  const isStarted = useRef(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const whyId = useId();
  const [given, setGiven] = useState<Given>({ typedCount: '', ticks: [] });
  const [isFirstAlone, setFirstAlone] = useState(false);
  useEffect(() => cancel.current?.focus(), []);

  const may = mayPay(confirmation, given, isAsking && !start.isPending);
  const { count, totalPaise, seal, draft, revision, environment, retry, blocked } = confirmation;
  const readAgain = <Button onClick={again}>Read it again</Button>;
  const pay = async (): Promise<void> => {
    if (isStarted.current || may.kind === 'no' || seal === null) return;
    isStarted.current = true;
    const result = await start.run(
      {
        draft,
        revision,
        profile,
        count,
        totalPaise,
        seal,
        name: batchName(named),
        ticks: [...given.ticks],
        rowTicks,
        firstAlone: isFirstAlone && count > 1,
        repeatOf: given.ticks.includes('repeatedFile') ? (confirmation.repeats[0]?.batch ?? null) : null,
      },
      commandId,
    );
    if (result.kind === 'done') goToBatch(result.value.batch);
    else {
      isStarted.current = false;
      onRefused();
    }
  };
  return (
    <Page
      title={CONFIRM.title}
      environment={environment}
      about={confirmation.file}
      step="confirm"
      footer={
        <>
          {environment === 'LIVE' ? (
            <TypedCount
              count={count}
              typed={given.typedCount}
              onType={(typedCount) => setGiven({ ...given, typedCount })}
            />
          ) : null}
          <Why id={whyId}>
            {may.kind === 'no'
              ? CONFIRM.whyNot[may.why]
              : environment === 'PRACTICE'
                ? 'This is practice: no real money moves.'
                : null}
          </Why>
          <Button ref={cancel} disabled={start.isPending} onClick={onBack}>
            {CONFIRM.cancel}
          </Button>
          <Button
            weight={environment === 'LIVE' ? 'danger' : 'primary'}
            isMain="focus"
            disabled={may.kind === 'no'}
            isPending={start.isPending}
            aria-describedby={whyId}
            onClick={() => void pay()}
          >
            {start.isPending ? 'Starting' : CONFIRM.pay(formatRupees(totalPaise), count)}
          </Button>
        </>
      }
    >
      <NotDoneNotice result={start.result} actions={readAgain} />
      {isChanged && start.result === null ? (
        <Notice
          tone="warning"
          title="What would be paid has changed since you looked."
          about="These are the figures of now. What you had ticked and typed is taken back."
          actions={readAgain}
        />
      ) : null}
      {isUnchosen(confirmation) ? (
        <Notice tone="note" title="Nothing is chosen yet: tick what is to be paid." />
      ) : blocked === null ? null : (
        <Notice tone="error" title={blocked.message} about={blocked.cure} actions={readAgain} />
      )}
      {retry === null ? null : (
        <Notice
          tone="note"
          title={`This is a retry: it pays again what was not paid in ${retry.batch}.`}
          about="Each payout was looked up again just now, and is looked up once more before it is sent."
          actions={<Button onClick={() => goToBatch(retry.batch)}>See that batch</Button>}
        />
      )}
      {confirmation.repeats.map((repeat) => (
        <RepeatNotice key={repeat.batch} repeat={repeat} />
      ))}
      <SideBySide isSplit>
        <Stack>
          <MoneyCard confirmation={confirmation} />
          {retry === null ? null : <RetryCard retry={retry} />}
          <RowTicksCard tickable={confirmation.tickable} ticks={rowTicks} onTick={onRowTicks} onMore={onMore} />
          <Card>
            <div className={styles.named}>
              <TextField
                label="Name of this batch"
                hint={
                  retry === null
                    ? 'What you will look for on Monday.'
                    : 'Left empty, it is called like the first one, with (retry).'
                }
                error={tooLong(batchName(named) ?? '', BATCH_NAME_MAX_CHARACTERS)}
                value={named.name}
                onChange={(event) => onName({ ...named, name: event.target.value })}
              />
              <TextField
                label="Period"
                hint="Such as Nov 2026."
                value={named.period}
                onChange={(event) => onName({ ...named, period: event.target.value })}
              />
            </div>
          </Card>
          <MustTickCard confirmation={confirmation} given={given} onGiven={setGiven} onMore={onMore} />
          {count > 1 ? (
            <Card>
              <Tick checked={isFirstAlone} onTick={setFirstAlone}>
                Pay the first one alone, then ask me
                <br />
                <Faint>
                  The batch pauses once the gateway knows the first payment; nothing else is sent until you press
                  Resume.
                </Faint>
              </Tick>
            </Card>
          ) : null}
        </Stack>
        <Stack>
          <WalletCard confirmation={confirmation} />
          <LeftOutCard confirmation={confirmation} />
        </Stack>
      </SideBySide>
    </Page>
  );
}

interface TypedCountProps {
  readonly count: number;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

function TypedCount({ count, typed, onType }: TypedCountProps) {
  const isWrong = typed !== '' && !isCount(typed, count);
  return (
    <label className={styles.typed}>
      <span>{SHELL.typeCount(count)}</span>
      <BareInput
        label={SHELL.typeCount(count)}
        placeholder=""
        inputMode="numeric"
        aria-invalid={isWrong}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        widthPx={88}
      />
    </label>
  );
}
