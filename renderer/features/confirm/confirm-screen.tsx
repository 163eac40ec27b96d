// What would be paid, asked of the desk and asked again when something happens, and the one button that pays it. Pay is never
// enabled for anything else than what is on the screen.

import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import {
  BATCH_NAME_MAX_CHARACTERS,
  CONFIRM_LISTED,
  CONFIRM_LISTED_GROWTH,
  SHEET_MAX_ROWS,
} from '../../../shared/limits.ts';
import type { Ticks } from '../../../shared/ticks.ts';
import { type Asked, type Change, useAsk } from '../../bridge/use-desk.ts';
import { CONFIRM } from '../../text/confirm.ts';
import { formatMonth, formatRupees, tooLong } from '../../text/format.ts';
import { STEP_ORDER, STEPS } from '../../text/open.ts';
import { Button } from '../../ui/button.tsx';
import { BareInput, TextField, Tick } from '../../ui/field.tsx';
import { Loaded, Waiting } from '../../ui/loaded.tsx';
import { goToBatch } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice, RepeatNotice } from '../../ui/notice.tsx';
import { Card, Columns, Faint, Page, Stack } from '../../ui/page.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { Steps } from '../../ui/steps.tsx';
import { LeftOutCard, MoneyCard, MustTickCard, RetryCard, RowTicksCard, WalletCard } from './confirm-cards.tsx';
import styles from './confirm-screen.module.css';
import { batchName, type Given, isCount, isUnchosen, mayPay } from './may-pay.ts';
import { useShownConfirmation } from './shown-confirmation.ts';

export function ConfirmScreen(props: ConfirmScreenProps) {
  const { draft, revision, profile, start } = props;
  const [rowTicks, setRowTicks] = useState<Ticks>({ paidBefore: [], accountChanged: [] });
  const [named, setNamed] = useState<Named | null>(null);
  const [listed, setListed] = useState(CONFIRM_LISTED);
  const asked = { paidBefore: [...rowTicks.paidBefore], accountChanged: [...rowTicks.accountChanged] };
  const question = useAsk(
    'readConfirmation',
    { draft, revision, profile, rowTicks: asked, listed, asker: THIS_PAGE },
    { isFresh: true },
  );
  const actions = <Steps label={STEPS.label} steps={STEP_ORDER} current={STEPS.confirm} />;
  const { shown, seen } = useShownConfirmation(question.told, {
    asked: JSON.stringify([asked, listed]),
    isFrozen: start.isPending,
  });
  if (shown !== null && stands(question.told, start.isPending))
    return (
      <ConfirmForm
        key={shown.key}
        {...props}
        confirmation={shown.confirmation}
        isChanged={shown.isChanged}
        isAsking={question.isAsking}
        actions={actions}
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
      about={CONFIRM.asking}
      actions={actions}
      footer={<Button onClick={props.onBack}>{CONFIRM.cancel}</Button>}
    >
      <NotDoneNotice told={start.told} />
      <Loaded of={question} waiting={<Waiting lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

/** Questions of this page: another window's about the same draft are its own. */
const THIS_PAGE = crypto.randomUUID();

/** Whether what is shown still stands: a question that a Start cut short has told nothing new. */
function stands(told: Asked<Confirmation>, isStarting: boolean): boolean {
  if (told.kind === 'done' || isStarting) return true;
  return told.kind === 'refused' && told.refusal.code === 'askedAnew';
}

/** What most batches are called in the month they are paid in; a retry is called like what it pays again. */
function suggestName({ retry }: Confirmation): Named {
  if (retry !== null) return { name: '', period: '' };
  return { name: CONFIRM.namePlaceholder, period: formatMonth(Date.now()) };
}

interface ConfirmScreenProps {
  readonly draft: string;
  readonly revision: number;
  readonly profile: string;
  /** Held outside, so that why a Start was refused stays on the screen whatever is asked again. */
  readonly start: Change<'startBatch'>;
  readonly onBack: () => void;
}

interface Named {
  readonly name: string;
  readonly period: string;
}

interface ConfirmFormProps extends ConfirmScreenProps {
  readonly confirmation: Confirmation;
  readonly isChanged: boolean;
  readonly isAsking: boolean;
  readonly onRefused: () => void;
  readonly actions: React.ReactNode;
  readonly again: () => void;
  readonly rowTicks: { paidBefore: number[]; accountChanged: number[] };
  readonly onRowTicks: (ticks: Ticks) => void;
  readonly onMore: () => void;
  readonly named: Named;
  readonly onName: (named: Named) => void;
}

/** The command id belongs to what is shown, so two clicks pay once. Focus rests on Cancel, and Enter alone never pays. */
function ConfirmForm({ confirmation, profile, start, actions, again, rowTicks, named, ...on }: ConfirmFormProps) {
  const { isChanged, isAsking, onRefused, onBack, onName, onRowTicks, onMore } = on;
  const commandId = useMemo(() => crypto.randomUUID(), []);
  const isStarted = useRef(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const whyId = useId();
  const [given, setGiven] = useState<Given>({ typedCount: '', ticks: [] });
  const [isFirstAlone, setFirstAlone] = useState(false);
  useEffect(() => cancel.current?.focus(), []);

  const may = mayPay(confirmation, given, isAsking && !start.isPending);
  const { count, totalPaise, seal, draft, revision, environment, retry } = confirmation;
  const pay = async (): Promise<void> => {
    if (isStarted.current || may.kind === 'no' || seal === null) return;
    isStarted.current = true;
    const told = await start.run(
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
    if (told.kind === 'done') goToBatch(told.value.batch);
    else {
      isStarted.current = false;
      onRefused();
    }
  };
  return (
    <Page
      title={
        <>
          {CONFIRM.title} <EnvironmentBadge environment={environment} />
        </>
      }
      about={confirmation.file}
      actions={actions}
      footer={
        <>
          {environment === 'LIVE' ? (
            <TypedCount
              count={count}
              typed={given.typedCount}
              onType={(typedCount) => setGiven({ ...given, typedCount })}
            />
          ) : null}
          <span id={whyId} className={styles.why} role="status">
            {may.kind === 'no' ? CONFIRM.whyNot[may.why] : environment === 'PRACTICE' ? CONFIRM.practice : null}
          </span>
          <Button ref={cancel} disabled={start.isPending} onClick={onBack}>
            {CONFIRM.cancel}
          </Button>
          <Button
            weight={environment === 'LIVE' ? 'danger' : 'primary'}
            disabled={may.kind === 'no'}
            isPending={start.isPending}
            aria-describedby={whyId}
            onClick={() => void pay()}
          >
            {start.isPending ? CONFIRM.paying : CONFIRM.pay(formatRupees(totalPaise), count)}
          </Button>
        </>
      }
    >
      <NotDoneNotice told={start.told} actions={<Button onClick={again}>{CONFIRM.readAgain}</Button>} />
      {isChanged && start.told === null ? (
        <Notice tone="warning" title={CONFIRM.changed} actions={<Button onClick={again}>{CONFIRM.readAgain}</Button>}>
          {CONFIRM.changedAbout}
        </Notice>
      ) : null}
      {isUnchosen(confirmation) ? (
        <Notice tone="note" title={CONFIRM.nothingChosen} />
      ) : confirmation.blocked === null ? null : (
        <Notice
          tone="error"
          title={confirmation.blocked.message}
          actions={<Button onClick={again}>{CONFIRM.readAgain}</Button>}
        >
          {confirmation.blocked.cure}
        </Notice>
      )}
      {retry === null ? null : (
        <Notice
          tone="note"
          title={CONFIRM.retryOf(retry.batch)}
          actions={<Button onClick={() => goToBatch(retry.batch)}>{CONFIRM.seeFirst}</Button>}
        >
          {CONFIRM.retryAbout}
        </Notice>
      )}
      {confirmation.repeats.map((repeat) => (
        <RepeatNotice key={repeat.batch} repeat={repeat} />
      ))}
      <Columns isSplit>
        <Stack>
          <MoneyCard confirmation={confirmation} />
          {retry === null ? null : <RetryCard retry={retry} />}
          <RowTicksCard tickable={confirmation.tickable} ticks={rowTicks} onTick={onRowTicks} onMore={onMore} />
          <Card>
            <div className={styles.named}>
              <TextField
                label={CONFIRM.name}
                hint={retry === null ? CONFIRM.nameHint : CONFIRM.retryNameHint}
                error={tooLong(batchName(named) ?? '', BATCH_NAME_MAX_CHARACTERS)}
                value={named.name}
                onChange={(event) => onName({ ...named, name: event.target.value })}
              />
              <TextField
                label={CONFIRM.period}
                hint={CONFIRM.periodHint}
                value={named.period}
                onChange={(event) => onName({ ...named, period: event.target.value })}
              />
            </div>
          </Card>
          <MustTickCard confirmation={confirmation} given={given} onGiven={setGiven} onMore={onMore} />
          {count > 1 ? (
            <Card>
              <Tick checked={isFirstAlone} onChange={(event) => setFirstAlone(event.target.checked)}>
                {CONFIRM.firstAlone}
                <br />
                <Faint>{CONFIRM.firstAloneAbout}</Faint>
              </Tick>
            </Card>
          ) : null}
        </Stack>
        <Stack>
          <WalletCard confirmation={confirmation} />
          <LeftOutCard confirmation={confirmation} />
        </Stack>
      </Columns>
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
      <span>{CONFIRM.typeCount(count)}</span>
      <span className={styles.typedInput}>
        <BareInput
          label={CONFIRM.typeCount(count)}
          placeholder=""
          inputMode="numeric"
          aria-invalid={isWrong}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </span>
    </label>
  );
}
