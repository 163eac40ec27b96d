// Asks the desk what would be paid, asks again on events, and holds the one button that pays it. Pay is only ever enabled for
// exactly what is on the screen.

import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { ApprovalAsked, ConfirmationView } from '../../../shared/api/batch-commands.ts';
import type { DraftSummary } from '../../../shared/api/draft-commands.ts';
import { BATCH_NAME_MAX_CHARACTERS, CONFIRM_LISTED } from '../../../shared/limits.ts';
import { formatRupees } from '../../../shared/money.ts';
import type { Ticks } from '../../../shared/repeats.ts';
import { APPROVAL } from '../../../shared/text/approval.ts';
import { CONFIRM } from '../../../shared/text/drafts.ts';
import { tooLong } from '../../../shared/text/format.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import {
  type ChangeCommand,
  isUnreached,
  type QuestionState,
  useAsk,
  useChange,
  useIsReached,
} from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { ApprovalNotice, AskDialog, mustRequest, OpenRequest, UnlockButton, useIsLocked } from '../../ui/approval.tsx';
import { BareInput, Button, TextField, Tick } from '../../ui/controls.tsx';
import { goToBatch, stillHere, useScreen } from '../../ui/navigation.ts';
import { Loaded, NotDoneNotice, Notice, RepeatNotice } from '../../ui/notice.tsx';
import { Card, Faint, Page, Why } from '../../ui/page.tsx';
import { AskedCard, LeftOutCard, MoneyCard, RetryCard, SinceLastCard } from './confirm-cards.tsx';
import styles from './confirm-screen.module.css';
import {
  acceptedTicks,
  batchName,
  type Entered,
  isCount,
  isUnchosen,
  mayPay,
  moreThan,
  NOTHING_ENTERED,
  suggestedName,
  suggestedPeriod,
  useShownConfirmation,
} from './shown-confirmation.ts';

/** Separates this page's questions from another window's about the same draft. */
const THIS_PAGE = crypto.randomUUID();

interface ConfirmScreenProps {
  readonly draft: string;
  readonly revision: number;
  readonly profile: string;
  /** The totals from Review, shown at once however slow the gateway is. */
  readonly summary: DraftSummary;
  /** Held by the parent, so that the reason for a refused Start stays on screen when the confirmation is asked again. */
  readonly start: ChangeCommand<'startBatch'>;
  readonly onBack: () => void;
  /** The person's ticks on Review for rows that repeat earlier payments. */
  readonly ticks: Ticks;
  readonly onTick: (ticks: Ticks) => void;
}

interface BatchNaming {
  readonly name: string;
  readonly period: string;
}

/** The command id belongs to the confirmation shown, so two clicks pay once. Cancel has the focus, and Enter alone never pays. */
export function ConfirmScreen({
  draft,
  revision,
  profile,
  summary,
  start,
  onBack,
  ticks: rowTicks,
  onTick,
}: ConfirmScreenProps) {
  const [named, setNamed] = useState<BatchNaming | null>(null);
  const [listed, setListed] = useState(CONFIRM_LISTED);
  const [isFirstAlone, setFirstAlone] = useState(false);
  const [isRequesting, setRequesting] = useState(false);
  const request = useChange('requestStart');
  const { paidBefore, difference, accountChanged, heldName, batches, claims } = rowTicks;
  const asked = {
    paidBefore: [...paidBefore],
    difference: [...difference],
    accountChanged: [...accountChanged],
    heldName: [...heldName],
    batches: [...batches],
    ...(claims === undefined ? {} : { claims: [...claims] }),
  };
  const question = useAsk(
    'readConfirmation',
    { draft, revision, profile, rowTicks: asked, listed, asker: THIS_PAGE },
    { isFresh: true },
  );
  const { shown, isStale, seen } = useShownConfirmation(question.result, {
    asked: JSON.stringify([asked, listed]),
    isFrozen: start.isPending || request.isPending,
  });
  const standing = shown !== null && (isStale || stands(question.result, start.isPending)) ? shown : null;
  const confirmation = standing?.confirmation ?? null;
  useSameBalance(profile, confirmation?.wallet?.reported ?? null);
  const [entered, setEntered] = useEntered(standing?.key ?? null);
  const commandId = useMemo(() => ({ of: standing?.key, id: crypto.randomUUID() }), [standing?.key]).id;
  const startedAs = useRef<string | null>(null);
  const whyId = useId();

  const naming = named ?? (confirmation === null ? { name: '', period: '' } : suggestName(confirmation));
  const isAsking = (question.isAsking || isStale) && !start.isPending;
  const again = (): void => {
    start.reset();
    seen();
    question.again();
  };
  const isAway = useIsAway(confirmation?.profile ?? profile, () => {
    if (isUnreached(confirmation?.blocked ?? null)) question.again();
  });
  const approval = confirmation?.approval ?? null;
  const isApproved = approval === null || approval.isApproved;
  const isLocked = useIsLocked() && confirmation?.environment === 'LIVE';
  const may =
    confirmation === null
      ? null
      : mayPay(confirmation, entered, { isAsking, isAway: isAway && !start.isPending, isRequest: !isApproved });
  /** What is on the screen, with the ticks given. */
  const confirmedNow = () => {
    if (confirmation === null || confirmation.seal === null) return null;
    const { seal, count, totalPaise, repeats } = confirmation;
    const ticks = [...acceptedTicks(confirmation, entered)];
    const repeatOf = ticks.includes('repeatedFile') ? (repeats[0]?.batch ?? null) : null;
    return { draft, revision, profile, count, totalPaise, seal, ticks, rowTicks: asked, repeatOf };
  };
  const pay = async (): Promise<void> => {
    if (startedAs.current === commandId || may?.kind !== 'yes' || !isApproved || isLocked) return;
    const confirmed = confirmedNow();
    if (confirmed === null) return;
    startedAs.current = commandId;
    const isHere = stillHere();
    const firstAlone = isFirstAlone && confirmed.count > 1;
    const result = await start.run({ ...confirmed, name: batchName(naming), firstAlone }, commandId);
    if (result.kind === 'done') {
      if (isHere()) goToBatch(result.value.batch);
    } else {
      startedAs.current = null;
      question.again();
    }
  };

  const { count, paise } =
    confirmation === null ? summary.payable : { count: confirmation.count, paise: confirmation.totalPaise };
  const readAgain = <Button onClick={again}>{CONFIRM.again}</Button>;
  return (
    <Page
      title={
        count === 0 ? CONFIRM.nothing : CONFIRM.title(formatRupees(paise), count, confirmation?.profile ?? profile)
      }
      amount={formatRupees(paise)}
      {...(confirmation === null ? {} : { environment: confirmation.environment })}
      about={
        confirmation === null
          ? CONFIRM.checking
          : count === 0
            ? confirmation.file
            : `${CONFIRM.words(confirmation.totalPaise)} · ${confirmation.file}`
      }
      step="confirm"
      isSheet
      footer={
        <>
          {confirmation?.environment === 'LIVE' && count > 0 && isApproved ? (
            <TypedCount
              count={count}
              typed={entered.typedCount}
              onType={(typedCount) => setEntered({ ...entered, typedCount })}
            />
          ) : null}
          <Why id={whyId}>
            {may === null
              ? CONFIRM.checking
              : may.kind === 'no'
                ? may.why === 'ticks'
                  ? CONFIRM.ticksLeft(may.left)
                  : CONFIRM.blockedBy[may.why]
                : confirmation?.environment === 'PRACTICE'
                  ? CONFIRM.onlyPractice
                  : null}
          </Why>
          <Button data-first-focus disabled={start.isPending} onClick={onBack}>
            {CONFIRM.cancel}
          </Button>
          {count === 0 ? null : approval !== null && !isApproved ? (
            <AskButton
              approval={approval}
              isReady={may?.kind === 'yes'}
              whyId={whyId}
              ask={() => setRequesting(true)}
              amount={formatRupees(paise)}
            />
          ) : isLocked ? (
            <UnlockButton isMain />
          ) : (
            <Button
              weight={confirmation?.environment === 'LIVE' ? 'danger' : 'primary'}
              isMain="focus"
              disabled={may?.kind !== 'yes'}
              isPending={start.isPending}
              aria-describedby={whyId}
              onClick={() => void pay()}
            >
              {start.isPending ? CONFIRM.starting : CONFIRM.pay(formatRupees(paise), count)}
            </Button>
          )}
        </>
      }
    >
      <div className="tight gap-3">
        <NotDoneNotice result={start.result} actions={readAgain} />
        {approval === null || count === 0 ? null : <ApprovalNotice approval={approval} />}
        {confirmation === null ? (
          <>
            <MoneyCard byMethod={summary.byMethod} confirmation={null} />
            {question.result.kind === 'waiting' ? null : <Loaded of={question}>{() => null}</Loaded>}
          </>
        ) : (
          <>
            <Standing
              confirmation={confirmation}
              isChanged={standing?.isChanged === true && start.result === null}
              isAway={isAway}
              isStarting={start.isPending}
              again={again}
            />
            {count === 0 ? null : <MoneyCard byMethod={confirmation.byMethod} confirmation={confirmation} />}
            {confirmation.retry === null ? null : <RetryCard retry={confirmation.retry} />}
            {count > 0 && confirmation.since !== null ? <SinceLastCard since={confirmation.since} /> : null}
            <AskedCard
              confirmation={confirmation}
              rowTicks={rowTicks}
              onRowTick={onTick}
              entered={entered}
              onEntered={setEntered}
              onMore={() => setListed(moreThan(listed))}
            />
            <LeftOutCard confirmation={confirmation} />
            {confirmation.payeeNumbers === 0 ? null : <Faint>{CONFIRM.payeeNumbers(confirmation.payeeNumbers)}</Faint>}
            {count === 0 ? null : (
              <Card>
                <div className={styles.named}>
                  <TextField
                    label={CONFIRM.name}
                    hint={confirmation.retry === null ? CONFIRM.nameHelp : CONFIRM.nameHelpRetry}
                    error={tooLong(batchName(naming) ?? '', BATCH_NAME_MAX_CHARACTERS)}
                    value={naming.name}
                    onChange={(event) => setNamed({ ...naming, name: event.target.value })}
                  />
                  <TextField
                    label={CONFIRM.period}
                    hint={CONFIRM.periodHelp}
                    value={naming.period}
                    onChange={(event) => setNamed({ ...naming, period: event.target.value })}
                  />
                </div>
                {count > 1 ? (
                  <Tick checked={isFirstAlone} onTick={setFirstAlone}>
                    {CONFIRM.firstAlone}
                    <br />
                    <Faint>{CONFIRM.firstAloneAbout}</Faint>
                  </Tick>
                ) : null}
              </Card>
            )}
          </>
        )}
      </div>
      {isRequesting && approval !== null ? (
        <AskDialog
          amount={formatRupees(paise)}
          makers={approval.makers}
          work={request}
          sign={async (by) => {
            // The desk may be asked anew meanwhile: it refuses whatever is no longer what stands here.
            const confirmed = confirmedNow();
            return confirmed === null ? null : request.run({ ...confirmed, ...by });
          }}
          onClose={() => {
            setRequesting(false);
            request.reset();
          }}
        />
      ) : null}
    </Page>
  );
}

interface AskButtonProps {
  readonly approval: ApprovalAsked;
  readonly amount: string;
  readonly isReady: boolean;
  readonly whyId: string;
  readonly ask: () => void;
}

/** In the place of Pay, until others have approved. */
function AskButton({ approval, amount, isReady, whyId, ask }: AskButtonProps) {
  const { request } = approval;
  if (!mustRequest(approval) && request !== null) return <OpenRequest request={request.request} isMain />;
  return (
    <Button weight="primary" isMain="focus" disabled={!isReady} aria-describedby={whyId} onClick={ask}>
      {APPROVAL.ask(amount)}
    </Button>
  );
}

/** Refetches the balance in the sidebar when the gateway reports a different one here. */
function useSameBalance(profile: string, reported: string | null): void {
  const { value, again } = useAsk('readWallet', { profile });
  const compare = useEffectEvent(() => {
    if (reported !== null && value?.balance !== reported) again();
  });
  useEffect(() => compare(), [reported]);
}

/** Keeps what a person typed and ticked only as long as the confirmation shown stays the same. */
function useEntered(key: string | null): readonly [Entered, (entered: Entered) => void] {
  const [latest, setLatest] = useState<{ readonly key: string | null; readonly entered: Entered }>({
    key,
    entered: NOTHING_ENTERED,
  });
  return [latest.key === key ? latest.entered : NOTHING_ENTERED, (entered) => setLatest({ key, entered })];
}

/** Whether the confirmation shown still holds. A question cut short by a Start changes nothing. */
function stands(result: QuestionState<ConfirmationView>, isStarting: boolean): boolean {
  if (result.kind === 'done' || isStarting) return true;
  return result.kind === 'refused' && result.refusal.code === 'askedAnew';
}

/** Suggests the file's name and the current month. A retry suggests nothing, because it is named after the batch it retries. */
function suggestName({ retry, file }: ConfirmationView): BatchNaming {
  if (retry !== null) return { name: '', period: '' };
  return { name: suggestedName(file), period: suggestedPeriod(file, Date.now()) };
}

/** How often a gateway of real money is asked whether it is still there, and how soon again where it did not answer. */
const ASKED_EVERY_MS = 30_000;
const ASKED_AGAIN_MS = 2_000;

/** Whether the account's gateway is not reached, which nobody would notice while Confirm is only being read. */
function useIsAway(name: string, onReached: () => void): boolean {
  const account = useScreen().profiles.find((one) => one.name === name);
  const { result } = useAsk(
    'testConnection',
    { profile: name },
    {
      enabled: account?.environment === 'LIVE',
      nextInMs: (last) => (last.kind === 'refused' && isUnreached(last.refusal) ? ASKED_AGAIN_MS : ASKED_EVERY_MS),
      isFresh: true,
    },
  );
  const isAway = !useIsReached({ baseUrl: account?.baseUrl ?? '' });
  const isThere = result.kind === 'done' && !isAway;
  const reached = useEffectEvent(onReached);
  useEffect(() => {
    if (isThere) reached();
  }, [isThere]);
  return isAway;
}

interface StandingProps {
  readonly confirmation: ConfirmationView;
  readonly isChanged: boolean;
  readonly isAway: boolean;
  readonly isStarting: boolean;
  readonly again: () => void;
}

/** What prevents paying the batch, or must be known first. */
function Standing({ confirmation, isChanged, isAway, isStarting, again }: StandingProps) {
  const { blocked, retry, repeats, profile } = confirmation;
  const readAgain = <Button onClick={again}>{CONFIRM.again}</Button>;
  return (
    <>
      {isAway && blocked === null ? (
        <Notice
          tone="error"
          title={SHELL.offline(profile)}
          about={isStarting ? CONFIRM.awayStarting : CONFIRM.awayAbout}
          actions={isStarting ? undefined : readAgain}
        />
      ) : null}
      {isChanged ? (
        <Notice tone="warning" title={CONFIRM.changed} about={CONFIRM.changedAbout} actions={readAgain} />
      ) : null}
      {isUnchosen(confirmation) ? (
        <Notice tone="note" title={CONFIRM.unchosen} />
      ) : blocked === null ? null : (
        <Notice tone="error" title={say(blocked.message)} about={say(blocked.cure)} actions={readAgain} />
      )}
      {retry === null ? null : (
        <Notice
          tone="note"
          title={CONFIRM.retry(retry.batch)}
          about={CONFIRM.retryAbout}
          actions={<Button onClick={() => goToBatch(retry.batch)}>{CONFIRM.seeBatch}</Button>}
        />
      )}
      {repeats.map((repeat) => (
        <RepeatNotice key={repeat.batch} repeat={repeat} />
      ))}
    </>
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
    <label className="row nowrap gap-3 medium">
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
