// Settling: nothing more is sent, and what was is followed. In: when the next look-up is due. Out: a line that counts down.
// This file must never count below zero: a look-up that is due is under way.

import { useEffect, useState } from 'react';
import type { BatchView } from '../../../shared/api/views.ts';
import type { LiveBatch } from '../../bridge/live-state.ts';
import { formatDuration } from '../../text/format.ts';
import { RUN } from '../../text/run.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { nextLookupInMs, readClocks } from './next-lookup.ts';
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
  const [now, setNow] = useState(readClocks);
  useEffect(() => {
    const timer = setInterval(() => setNow(readClocks()), COUNTS_DOWN_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const dueInMs = nextLookupInMs({ live, atMs: detail.nextLookupAtMs }, now);
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
      {RUN.mayLeave} {paused === null ? dueWords(dueInMs) : paused.message}
    </Notice>
  );
}

function dueWords(dueInMs: number | null): string {
  if (dueInMs === null) return RUN.nothingDue;
  return dueInMs <= 0 ? RUN.checking : RUN.nextCheck(formatDuration(dueInMs));
}
