// Why sending stopped, in plain words, with the button that mends it. In: the pause. Out: a notice.
// This file must never offer Resume without the count where the desk asks for it.

import { useState } from 'react';
import type { BatchView } from '../../../shared/api/views.ts';
import { unreachable } from '../../../shared/failures.ts';
import { type Cure, PAUSE_CURES, RUN } from '../../text/run.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ResumeDialog } from './resume-dialog.tsx';
import { resumeTicksOf } from './resume-ticks.ts';
import type { BatchDetail, RunScreenProps } from './run-props.ts';
import type { RunControls } from './use-run-controls.ts';

interface PauseNoticeProps extends RunScreenProps {
  readonly detail: BatchDetail;
  readonly view: BatchView;
  readonly controls: RunControls;
  readonly onStop: () => void;
  readonly onRefusals: () => void;
}

export function PauseNotice({ detail, view, controls, onStop, ...doors }: PauseNoticeProps) {
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
                onClick={() => act(cure, { detail, resume, controls, doors })}
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

interface Doors {
  readonly detail: BatchDetail;
  readonly resume: () => void;
  readonly controls: RunControls;
  readonly doors: Omit<PauseNoticeProps, 'detail' | 'view' | 'controls' | 'onStop'>;
}

/** Each leads to what belongs to the batch: another account or book may be chosen at the top. */
function act(cure: Cure, { detail, resume, controls, doors }: Doors): void {
  switch (cure) {
    case 'resume':
      return resume();
    case 'token':
      return doors.onToken(detail.view.profile);
    case 'settings':
      return doors.onSettings();
    case 'checkNow':
      return void controls.checkNow();
    case 'unknown':
      return doors.onUnknown(detail);
    case 'refusals':
      return doors.onRefusals();
    case 'history':
      return doors.onHistory(detail);
    default:
      return unreachable(cure);
  }
}
