// Why sending stopped, in plain words, with the button that mends it. Resume is never offered without the count where the desk
// asks for it.

import { useRef, useState } from 'react';
import { bookOf } from '../../../shared/books.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import { unreachable } from '../../../shared/failures.ts';
import { type Cure, PAUSE_CURES, RUN } from '../../text/run.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField, Tick } from '../../ui/field.tsx';
import { type Above, go, useAbove } from '../../ui/navigation.ts';
import { Notice } from '../../ui/notice.tsx';
import { type ResumeTick, type ResumeTicks, resumeTicksOf } from './run-facts.ts';
import type { BatchDetail, RunControls } from './use-run-controls.ts';

interface PauseNoticeProps {
  readonly detail: BatchDetail;
  readonly view: BatchView;
  readonly controls: RunControls;
  readonly onStop: () => void;
  readonly onRefusals: () => void;
}

export function PauseNotice({ detail, view, controls, onStop, onRefusals }: PauseNoticeProps) {
  const { openToken } = useAbove();
  const [isAsking, setAsking] = useState(false);
  const { paused } = view;
  const code = paused?.code ?? 'interrupted';
  const { help, first, also } = PAUSE_CURES[code];
  const accepting = resumeTicksOf(code);
  const mustAsk = detail.asksCountAgain || accepting.ticks.length > 0;
  const resume = (): void => (mustAsk ? setAsking(true) : void controls.resume({ count: null, ticks: [] }));
  const isPlain = code === 'person' || code === 'timeOver' || code === 'firstAlone';
  return (
    <>
      <Notice
        tone={isPlain ? 'note' : 'warning'}
        title={paused?.message ?? help}
        actions={
          <>
            {[first, ...also].map((cure, index) => (
              <Button
                key={cure}
                weight={index === 0 ? 'primary' : 'plain'}
                isPending={cure === 'resume' ? controls.isResuming : cure === 'checkNow' && controls.isChecking}
                onClick={() => act(cure, { detail, resume, controls, openToken, onRefusals })}
              >
                {cure === 'resume' && controls.isResuming ? RUN.resuming : RUN.cures[cure]}
              </Button>
            ))}
            <Button onClick={onStop}>{RUN.stop}</Button>
          </>
        }
      >
        {paused === null || help === paused.message ? null : help}{' '}
        {detail.heldCount > 0 ? RUN.held(detail.heldCount) : null}
      </Notice>
      {isAsking ? (
        <ResumeDialog
          onClose={() => setAsking(false)}
          unsent={view.counts.queued}
          asksCount={detail.asksCountAgain}
          {...accepting}
          controls={controls}
        />
      ) : null}
    </>
  );
}

interface Doors extends Pick<PauseNoticeProps, 'detail' | 'controls' | 'onRefusals'>, Pick<Above, 'openToken'> {
  readonly resume: () => void;
}

/** Each leads to what belongs to the batch: another account or book may be chosen at the top. */
function act(cure: Cure, { detail, resume, controls, openToken, onRefusals }: Doors): void {
  switch (cure) {
    case 'resume':
      return resume();
    case 'token':
      return openToken(detail.view.profile);
    case 'settings':
      return go({ at: 'place', place: 'settings' });
    case 'checkNow':
      return void controls.checkNow();
    case 'unknown':
      return go({ at: 'unknown', book: bookOf(detail) });
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
  readonly asksCount: boolean;
  readonly controls: RunControls;
}

/** Each opening begins empty: what was typed or accepted once is no word about the next pause. */
function ResumeDialog({ onClose, unsent, asksCount, ticks, mustTick, controls }: ResumeDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState('');
  const [given, setGiven] = useState<readonly ResumeTick[]>([]);
  const isAccepted = !mustTick || ticks.slice(0, 1).every((tick) => given.includes(tick));
  const mayResume = (!asksCount || typed.trim() === String(unsent)) && isAccepted;
  const resume = async (): Promise<void> => {
    await controls.resume({ count: asksCount ? unsent : null, ticks: ticks.filter((tick) => given.includes(tick)) });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={RUN.resumeTitle}
      firstFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {SHELL.cancel}
          </Button>
          <Button weight="primary" disabled={!mayResume} isPending={controls.isResuming} onClick={() => void resume()}>
            {RUN.resume}
          </Button>
        </>
      }
    >
      {asksCount ? (
        <>
          <p>{RUN.resumeWhy}</p>
          <TextField
            label={RUN.resumeCount(unsent)}
            inputMode="numeric"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      ) : null}
      {ticks.map((tick) => (
        <Tick
          key={tick}
          checked={given.includes(tick)}
          onChange={({ target }) =>
            setGiven(target.checked ? [...given, tick] : given.filter((other) => other !== tick))
          }
        >
          {RUN.resumeTicks[tick]}
        </Tick>
      ))}
    </Dialog>
  );
}
