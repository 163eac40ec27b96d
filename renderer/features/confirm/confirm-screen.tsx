// Confirm: everything that is about to be paid, and the one button that pays it. In: the draft. Out: a started batch.
// The command id belongs to what is shown, so two clicks pay once. Focus rests on Cancel, and Enter alone never pays.
// This file must never enable Pay for anything else than what is on the screen.

import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { CONFIRM } from '../../text/confirm.ts';
import { formatMonth, formatRupees } from '../../text/format.ts';
import { STEP_ORDER, STEPS } from '../../text/open.ts';
import { Button } from '../../ui/button.tsx';
import { BareInput, TextField, Tick } from '../../ui/field.tsx';
import { Loaded, Waiting } from '../../ui/loaded.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Columns, Page, Stack } from '../../ui/page.tsx';
import { RepeatNotice } from '../../ui/repeat-notice.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { Steps } from '../../ui/steps.tsx';
import styles from './confirm-screen.module.css';
import { LeftOutCard, MoneyCard, WalletCard } from './confirm-cards.tsx';
import { batchName, type Given, isCount, mayPay } from './may-pay.ts';

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
  const question = useAsk('readConfirmation', { draft, revision, profile }, { isFresh: true });
  const actions = <Steps label={STEPS.label} steps={STEP_ORDER} current={STEPS.confirm} />;
  if (question.told.kind === 'done')
    return (
      <ConfirmForm
        key={question.askedAtMs}
        {...props}
        confirmation={question.told.value}
        actions={actions}
        again={question.again}
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
}

function ConfirmForm({ confirmation, profile, actions, again, onBack, onStarted, onBatch }: ConfirmFormProps) {
  const start = useChange('startBatch');
  const commandId = useMemo(() => crypto.randomUUID(), []);
  const isStarted = useRef(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const whyId = useId();
  const [given, setGiven] = useState<Given>({ typedCount: '', ticks: [] });
  const [named, setNamed] = useState(suggestName);
  useEffect(() => cancel.current?.focus(), []);

  const may = mayPay(confirmation, given);
  const { count, totalPaise, draft, revision, environment } = confirmation;
  const pay = async (): Promise<void> => {
    if (isStarted.current || may.kind === 'no') return;
    isStarted.current = true;
    const told = await start.run(
      {
        draft,
        revision,
        profile,
        count,
        totalPaise,
        name: batchName(named),
        ticks: [...given.ticks],
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
          <Button ref={cancel} onClick={onBack}>
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
      {confirmation.repeats.map((repeat) => (
        <RepeatNotice key={repeat.batch} repeat={repeat} onOpen={onBatch} />
      ))}
      <Columns isSplit>
        <Stack>
          <MoneyCard confirmation={confirmation} />
          <Card>
            <div className={styles.named}>
              <TextField
                label={CONFIRM.name}
                hint={CONFIRM.nameHint}
                value={named.name}
                maxLength={60}
                onChange={(event) => setNamed({ ...named, name: event.target.value })}
              />
              <TextField
                label={CONFIRM.period}
                hint={CONFIRM.periodHint}
                value={named.period}
                maxLength={30}
                onChange={(event) => setNamed({ ...named, period: event.target.value })}
              />
            </div>
          </Card>
          {confirmation.warnings.length > 0 || confirmation.ticks.length > 0 ? (
            <Card
              title={confirmation.ticks.length > 0 ? CONFIRM.mustTick : CONFIRM.warnings(confirmation.warningCount)}
            >
              <Stack isTight>
                {confirmation.warnings.length === 0 ? null : (
                  <ul className={styles.warnings}>
                    {confirmation.warnings.map((warning) => (
                      <li key={warning}>{warning}</li>
                    ))}
                  </ul>
                )}
                {confirmation.ticks.map((tick) => (
                  <Tick
                    key={tick}
                    checked={given.ticks.includes(tick)}
                    onChange={(event) =>
                      setGiven({
                        ...given,
                        ticks: event.target.checked
                          ? [...given.ticks, tick]
                          : given.ticks.filter((other) => other !== tick),
                      })
                    }
                  >
                    {CONFIRM.ticks[tick]}
                  </Tick>
                ))}
              </Stack>
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

/** What most batches are called in the month they are paid in. */
function suggestName(): { readonly name: string; readonly period: string } {
  return { name: CONFIRM.namePlaceholder, period: formatMonth(Date.now()) };
}

interface TypedCountProps {
  readonly count: number;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Beside Pay, so that what is typed and what it unlocks are seen together. */
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
