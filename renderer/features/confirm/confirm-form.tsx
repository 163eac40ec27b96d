// The figures that are about to be paid, and the one button that pays them. In: a confirmation. Out: a started batch.
// The command id belongs to what is shown, so two clicks pay once. Focus rests on Cancel, and Enter alone never pays.
// This file must never enable Pay for anything else than what is on the screen.

import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { BATCH_NAME_MAX_CHARACTERS } from '../../../shared/limits.ts';
import type { Ticks } from '../../../shared/ticks.ts';
import type { Change } from '../../bridge/use-desk.ts';
import { CONFIRM } from '../../text/confirm.ts';
import { formatRupees } from '../../text/format.ts';
import { tooLong } from '../../text/too-long.ts';
import { Button } from '../../ui/button.tsx';
import { TextField, Tick } from '../../ui/field.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Columns, Faint, Page, Stack } from '../../ui/page.tsx';
import { RepeatNotice } from '../../ui/repeat-notice.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import styles from './confirm-screen.module.css';
import { LeftOutCard, MoneyCard, WalletCard } from './confirm-cards.tsx';
import { RetryCard } from './retry-card.tsx';
import { RowTicksCard } from './row-ticks.tsx';
import { batchName, type Given, isUnchosen, mayPay } from './may-pay.ts';
import { MustTickCard } from './must-tick-card.tsx';
import { TypedCount } from './typed-count.tsx';

export interface ConfirmScreenProps {
  readonly draft: string;
  readonly revision: number;
  readonly profile: string;
  /** Held outside, so that why a Start was refused stays on the screen whatever is asked again. */
  readonly start: Change<'startBatch'>;
  readonly onBack: () => void;
  readonly onStarted: (batch: BatchId) => void;
  readonly onBatch: (batch: BatchId) => void;
}

export interface Named {
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

export function ConfirmForm({
  confirmation,
  profile,
  start,
  actions,
  again,
  rowTicks,
  named,
  ...on
}: ConfirmFormProps) {
  const { isChanged, isAsking, onRefused, onBack, onStarted, onBatch, onName, onRowTicks, onMore } = on;
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
    if (told.kind === 'done') onStarted(told.value.batch);
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
