// Settling: nothing more is sent, and what was is followed. In: when the next look-up is due. Out: a line that counts down.
// This file must never count below zero: a look-up that is due is under way.

import { useEffect, useState } from 'react';
import type { BatchView } from '../../../shared/api/views.ts';
import type { LiveBatch } from '../../bridge/live-state.ts';
import { formatDuration } from '../../text/format.ts';
import { RUN } from '../../text/run.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { BatchDetail } from './run-props.ts';
import type { RunControls } from './use-run-controls.ts';

const COUNTS_DOWN_EVERY_MS = 1_000;

interface SettlingLineProps {
  readonly detail: BatchDetail;
  readonly live: LiveBatch | null;
  readonly view: BatchView;
  readonly controls: RunControls;
}

export function SettlingLine({ detail, live, view: { counts, paused }, controls }: SettlingLineProps) {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), COUNTS_DOWN_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const dueAtMs =
    live !== null && live.progress.phase !== 'done' && live.progress.nextLookupInMs !== null
      ? live.heardAtMs + live.progress.nextLookupInMs
      : detail.nextLookupAtMs;
  return (
    <Notice
      tone="note"
      title={RUN.settling(counts.processing + counts.unknown)}
      actions={
        <Button isPending={controls.isChecking} onClick={() => void controls.checkNow()}>
          {RUN.checkNow}
        </Button>
      }
    >
      {paused !== null
        ? paused.message
        : dueAtMs === null
          ? RUN.nothingDue
          : dueAtMs <= nowMs
            ? RUN.checking
            : RUN.nextCheck(formatDuration(dueAtMs - nowMs))}
    </Notice>
  );
}
