// When the desk asks for the count, Resume always asks for it too.

import { Pause, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ApprovalAsked } from '../../../shared/api/batch-commands.ts';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import { pauseCure, unreachable } from '../../../shared/failures.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { formatRupees } from '../../../shared/money.ts';
import { bookOf } from '../../../shared/profiles.ts';
import { APPROVAL } from '../../../shared/text/approval.ts';
import { PAUSE_BUTTONS, type PauseButton, RUN } from '../../../shared/text/payouts.ts';
import type { CommandResult } from '../../bridge/desk-transport.ts';
import { type Pending, useChange, useDesk, usePending } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { AskDialog, approvalWords, mustRequest, OpenRequest, UnlockButton, useIsLocked } from '../../ui/approval.tsx';
import { Button, TextField, Tick, ticked, useTyped } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { go, goToReview, type ScreenValue, useScreen } from '../../ui/navigation.ts';
import { StatusLine } from './batch-strip.tsx';
import { type ResumeTick, type ResumeTicks, resumeTicksOf, resumeTickWords } from './run-facts.ts';

interface PauseLineProps {
  readonly detail: BatchDetail;
  readonly view: BatchView;
  readonly controls: RunControls;
  readonly review: ReactNode;
  readonly onStop: () => void;
  readonly onRefusals: () => void;
}

/** Why the batch is paused, what is left of it, and the button that fixes it. */
export function PauseLine({ detail, view, controls, review, onStop, onRefusals }: PauseLineProps) {
  const { openToken } = useScreen();
  const [isAsking, setAsking] = useState(false);
  const { paused } = view;
  const { approval } = detail;
  const isLocked = useIsLocked() && detail.environment === 'LIVE';
  const code = paused?.code ?? 'interrupted';
  const help = say(pauseCure(code, view));
  const accepting = resumeTicksOf(code);
  const mustAsk = detail.asksCountAgain || accepting.ticks.length > 0;
  const resume = (): void => (mustAsk ? setAsking(true) : void controls.resume({ count: null, ticks: [] }));
  const isPlain = code === 'person' || code === 'timeOver';
  const left = RUN.paused(view.counts.queued, formatRupees(view.paise.queued));
  const about = [
    paused === null || isPlain ? null : say(paused.message),
    isPlain ? null : left,
    detail.heldCount > 0 ? RUN.held(detail.heldCount) : null,
    approval === null ? null : approvalWords(approval),
  ].filter((part) => part !== null);
  return (
    <>
      <StatusLine
        icon={isPlain ? <Pause size={16} aria-hidden="true" /> : <TriangleAlert size={16} aria-hidden="true" />}
        tone={isPlain ? 'plain' : 'warning'}
        title={isPlain ? left : help}
        about={about.length === 0 ? null : about.join(' ')}
      >
        {review}
        {PAUSE_BUTTONS[code].map((cure, index) =>
          cure === 'unknown' && review !== null ? null : cure === 'resume' && mayNotResume(approval) ? (
            <AskResume key={cure} approval={approval} amount={formatRupees(view.paise.queued)} batch={view.batch} />
          ) : cure === 'resume' && isLocked ? (
            <UnlockButton key={cure} isMain />
          ) : (
            <Button
              key={cure}
              weight={index === 0 ? 'primary' : 'plain'}
              isPending={cure === 'resume' ? controls.isResuming : cure === 'checkNow' && controls.isChecking}
              onClick={() => act(cure, { detail, resume, controls, openToken, onRefusals })}
            >
              {cure === 'resume' && controls.isResuming ? RUN.resuming : RUN.cures[cure]}
            </Button>
          ),
        )}
        <Button onClick={onStop}>{RUN.stop}</Button>
      </StatusLine>
      {isAsking ? (
        <ResumeDialog
          onClose={() => setAsking(false)}
          unsent={view.counts.queued}
          left={left}
          asksCount={detail.asksCountAgain}
          message={paused?.message ?? null}
          {...accepting}
          controls={controls}
        />
      ) : null}
    </>
  );
}

/** Others must approve before it goes on. */
function mayNotResume(approval: BatchDetail['approval']): approval is ApprovalAsked {
  return approval !== null && !approval.isApproved;
}

interface AskResumeProps {
  readonly approval: ApprovalAsked;
  readonly amount: string;
  readonly batch: BatchView['batch'];
}

/** In the place of Resume, until others have approved. */
function AskResume({ approval, amount, batch }: AskResumeProps) {
  const [isAsking, setAsking] = useState(false);
  const request = useChange('requestResume');
  if (!mustRequest(approval) && approval.request !== null)
    return <OpenRequest request={approval.request.request} isMain />;
  return (
    <>
      <Button weight="primary" onClick={() => setAsking(true)}>
        {APPROVAL.ask(amount)}
      </Button>
      {isAsking ? (
        <AskDialog
          amount={amount}
          makers={approval.makers}
          work={request}
          sign={(by) => request.run({ batch, ...by })}
          onClose={() => {
            setAsking(false);
            request.reset();
          }}
        />
      ) : null}
    </>
  );
}

interface Doors extends Pick<PauseLineProps, 'detail' | 'controls' | 'onRefusals'>, Pick<ScreenValue, 'openToken'> {
  readonly resume: () => void;
}

/** Each goes to what belongs to the batch, because another account or book may be chosen at the top. */
function act(cure: PauseButton, { detail, resume, controls, openToken, onRefusals }: Doors): void {
  switch (cure) {
    case 'resume':
      return resume();
    case 'token':
      return openToken(detail.view.profile);
    case 'settings':
    case 'wallet':
      return go({ at: 'place', place: cure });
    case 'checkNow':
      return controls.checkNow();
    case 'unknown':
      return goToReview(detail.view.batch);
    case 'refusals':
      return onRefusals();
    case 'history':
      return go({ at: 'history', book: bookOf(detail) });
    default:
      return unreachable(cure);
  }
}

interface ResumeDialogProps extends ResumeTicks {
  readonly onClose: () => void;
  readonly unsent: number;
  /** How many payments are not sent, with rupees. */
  readonly left: string;
  readonly asksCount: boolean;
  /** Why the batch is paused. */
  readonly message: Message | null;
  readonly controls: RunControls;
}

/** Opens empty each time: what was typed or accepted before does not apply to the next pause. */
function ResumeDialog({ onClose, unsent, left, asksCount, message, ticks, mustTick, controls }: ResumeDialogProps) {
  const { typed, field } = useTyped({ count: '' });
  const [resumeTicks, setResumeTicks] = useState<readonly ResumeTick[]>([]);
  const isAccepted = !mustTick || ticks.slice(0, 1).every((tick) => resumeTicks.includes(tick));
  const mayResume = (!asksCount || typed.count.trim() === String(unsent)) && isAccepted;
  const resume = async (): Promise<void> => {
    await controls.resume({
      count: asksCount ? unsent : null,
      ticks: ticks.filter((tick) => resumeTicks.includes(tick)),
    });
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={RUN.resumeTitle}
      firstFocus="cancel"
      act={{ word: RUN.cures.resume, disabled: !mayResume, isPending: controls.isResuming, run: resume }}
    >
      <p className="medium">{left}</p>
      {asksCount ? (
        <>
          <p>{RUN.resumeAsks}</p>
          <TextField label={RUN.resumeCount(unsent)} inputMode="numeric" {...field('count')} />
        </>
      ) : null}
      {ticks.map((tick) => (
        <Tick
          key={tick}
          checked={resumeTicks.includes(tick)}
          onTick={(isTicked) => setResumeTicks((now) => ticked(now, tick, isTicked))}
        >
          {resumeTickWords(tick, message)}
        </Tick>
      ))}
    </Dialog>
  );
}

export type BatchDetail = AnswerOf<'readBatch'>;

/** Requests in flight end within the profile's timeout; after that, Stop goes ahead and the desk decides. */
const IN_FLIGHT_ENDS_MS = 90_000;

export type RunControls = ReturnType<typeof useRunControls>;

export function useRunControls({ view: { batch } }: BatchDetail) {
  const desk = useDesk();
  // Stop may be pressed while a pause waits for requests in flight, so each has its own pending state.
  const pausing = usePending<unknown>();
  const resuming = usePending<unknown>();
  const stopping = usePending<unknown>();
  const checking = usePending<unknown>();
  const all = [pausing, resuming, stopping, checking];
  const dismiss = (): void => {
    for (const work of all) work.reset();
  };
  const start = ({ follow }: Pending<unknown>, ask: () => Promise<CommandResult<unknown>>): Promise<unknown> => {
    dismiss();
    return follow(ask());
  };
  const name = () => ({ batch, commandId: crypto.randomUUID() });
  const pauseAndWait = async (): Promise<CommandResult<unknown>> => {
    const result = await desk.ask('pauseBatch', name());
    if (result.kind === 'done') await untilIdle(desk.live);
    return result;
  };
  return {
    isPausing: pausing.isPending,
    isResuming: resuming.isPending,
    isStopping: stopping.isPending,
    isChecking: checking.isPending,
    notDone: all.find(({ notDone }) => notDone !== null)?.notDone ?? null,
    pause: () => void start(pausing, pauseAndWait),
    resume: ({ count, ticks }: { readonly count: number | null; readonly ticks: readonly ResumeTick[] }) =>
      start(resuming, () => desk.ask('resumeBatch', { ...name(), count, ticks: [...ticks] })),
    /** Pauses if sending, waits for requests in flight, then cancels what is left. */
    stop: (isSending: boolean) =>
      start(stopping, async () => {
        const paused = isSending ? await pauseAndWait() : null;
        return paused !== null && paused.kind !== 'done' ? paused : await desk.ask('cancelBatch', name());
      }),
    checkNow: () => void start(checking, () => desk.ask('checkNow', name())),
    dismiss,
  };
}

/** Waits until the desk stops sending. */
function untilIdle(live: ReturnType<typeof useDesk>['live']): Promise<void> {
  const isIdle = (): boolean => !['sending', 'preparing'].includes(live.read().activity.kind);
  return new Promise((resolve) => {
    const timer = setTimeout(end, IN_FLIGHT_ENDS_MS);
    const stop = live.subscribe(() => (isIdle() ? end() : undefined));
    function end(): void {
      clearTimeout(timer);
      stop();
      resolve();
    }
    if (isIdle()) end();
  });
}
