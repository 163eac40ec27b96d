// Confirm: everything that is about to be paid, and the one button that pays it. In: the draft. Out: a started batch.
// The command id belongs to what is shown, so two clicks pay once. Focus rests on Cancel, and Enter alone never pays.
// This file must never enable Pay for anything else than what is on the screen.

import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import type { BatchId } from '../../../shared/ids.ts';
import {
  BATCH_NAME_MAX_CHARACTERS,
  CONFIRM_LISTED,
  CONFIRM_LISTED_GROWTH,
  SHEET_MAX_ROWS,
} from '../../../shared/limits.ts';
import type { Ticks } from '../../../shared/ticks.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { CONFIRM } from '../../text/confirm.ts';
import { formatMonth, formatRupees } from '../../text/format.ts';
import { STEP_ORDER, STEPS } from '../../text/open.ts';
import { tooLong } from '../../text/too-long.ts';
import { Button } from '../../ui/button.tsx';
import { TextField, Tick } from '../../ui/field.tsx';
import { Loaded, Waiting } from '../../ui/loaded.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Columns, Faint, Page, Stack } from '../../ui/page.tsx';
import { RepeatNotice } from '../../ui/repeat-notice.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { Steps } from '../../ui/steps.tsx';
import styles from './confirm-screen.module.css';
import { LeftOutCard, MoneyCard, WalletCard } from './confirm-cards.tsx';
import { RetryCard } from './retry-card.tsx';
import { RowTicksCard } from './row-ticks.tsx';
import { batchName, type Given, mayPay } from './may-pay.ts';
import { MustTickCard } from './must-tick-card.tsx';
import { TypedCount } from './typed-count.tsx';

interface ConfirmScreenProps {
  readonly draft: string;
  readonly revision: number;
  readonly profile: string;
  readonly onBack: () => void;
  readonly onStarted: (batch: BatchId) => void;
  readonly onBatch: (batch: BatchId) => void;
}

export function ConfirmScreen(props: ConfirmScreenProps) {
  const { draft, revision, profile } = props;
  const [rowTicks, setRowTicks] = useState<Ticks>({ paidBefore: [], accountChanged: [] });
  const [named, setNamed] = useState<Named | null>(null);
  const [listed, setListed] = useState(CONFIRM_LISTED);
  const asked = { paidBefore: [...rowTicks.paidBefore], accountChanged: [...rowTicks.accountChanged] };
  const question = useAsk('readConfirmation', { draft, revision, profile, rowTicks: asked, listed }, { isFresh: true });
  const actions = <Steps label={STEPS.label} steps={STEP_ORDER} current={STEPS.confirm} />;
  if (question.told.kind === 'done')
    return (
      <ConfirmForm
        key={question.askedAtMs}
        {...props}
        confirmation={question.told.value}
        actions={actions}
        again={question.again}
        rowTicks={asked}
        onRowTicks={setRowTicks}
        onMore={() => setListed(Math.min(listed * CONFIRM_LISTED_GROWTH, SHEET_MAX_ROWS))}
        named={named ?? suggestName(question.told.value)}
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
      <Loaded of={question} waiting={<Waiting lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

interface ConfirmFormProps extends ConfirmScreenProps {
  readonly confirmation: Confirmation;
  readonly actions: React.ReactNode;
  readonly again: () => void;
  readonly rowTicks: { paidBefore: number[]; accountChanged: number[] };
  readonly onRowTicks: (ticks: Ticks) => void;
  readonly onMore: () => void;
  readonly named: Named;
  readonly onName: (named: Named) => void;
}

function ConfirmForm({ confirmation, profile, actions, again, rowTicks, named, ...on }: ConfirmFormProps) {
  const { onBack, onStarted, onBatch, onName, onRowTicks, onMore } = on;
  const start = useChange('startBatch');
  const commandId = useMemo(() => crypto.randomUUID(), []);
  const isStarted = useRef(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const whyId = useId();
  const [given, setGiven] = useState<Given>({ typedCount: '', ticks: [] });
  const [isFirstAlone, setFirstAlone] = useState(false);
  useEffect(() => cancel.current?.focus(), []);

  const may = mayPay(confirmation, given);
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
    if (told.kind === 'done') onStarted(told.value.batch);
    else isStarted.current = false;
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
      {confirmation.blocked === null ? null : (
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
          actions={<Button onClick={() => onBatch(retry.batch)}>{CONFIRM.seeFirst}</Button>}
        >
          {CONFIRM.retryAbout}
        </Notice>
      )}
      {confirmation.repeats.map((repeat) => (
        <RepeatNotice key={repeat.batch} repeat={repeat} onOpen={onBatch} />
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

interface Named {
  readonly name: string;
  readonly period: string;
}

/** What most batches are called in the month they are paid in; a retry is called like what it pays again. */
function suggestName({ retry }: Confirmation): Named {
  if (retry !== null) return { name: '', period: '' };
  return { name: CONFIRM.namePlaceholder, period: formatMonth(Date.now()) };
}
