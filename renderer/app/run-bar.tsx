// The bar below every screen: what the desk is sending or following now. In: live state. Out: one line.
// This file must never disappear while money is moving.

import { useAsk, useLive } from '../bridge/use-desk.ts';
import type { LiveBatch, LiveState } from '../bridge/live-state.ts';
import type { Activity } from '../../shared/api/desk-commands.ts';
import { STATE_KINDS } from '../../shared/states.ts';
import { parseBatchId } from '../../shared/ids.ts';
import { SHELL } from '../text/shell.ts';
import { StackedBar } from '../ui/stacked-bar.tsx';
import { STATE_TONES } from '../ui/tone.ts';
import styles from './app.module.css';
import type { Route } from './route.ts';

export function RunBar({ go }: { readonly go: (next: Route) => void }) {
  const activity = useLive((state) => state.activity);
  const current = useLive(currentBatch);
  const desk = useAsk('readDesk', {});
  return (
    <footer className={styles.run}>
      {current === null ? <span>{idleWords(activity)}</span> : <Current batch={current} go={go} />}
      <span className={styles.push}>
        {desk.told.kind === 'done' ? `${desk.told.value.actor} · ${desk.told.value.version}` : ''}
      </span>
    </footer>
  );
}

function Current({ batch: { progress }, go }: { readonly batch: LiveBatch; readonly go: (next: Route) => void }) {
  const { view, total, inFlight, phase } = progress;
  const words = phase === 'settling' ? SHELL.following : SHELL.sending(total - view.counts.queued, total);
  return (
    <>
      <div className={styles.runBar}>
        <StackedBar
          isThin
          label={words}
          parts={STATE_KINDS.map((kind) => ({ key: kind, tone: STATE_TONES[kind], value: view.counts[kind] }))}
        />
      </div>
      <span>{words}</span>
      {phase === 'sending' ? <span>{SHELL.inFlight(inFlight)}</span> : null}
      {view.counts.unknown > 0 ? <span>{SHELL.unknownWaits(view.counts.unknown)}</span> : null}
      {view.paused === null ? null : <span>{view.paused.message}</span>}
      <button type="button" className={styles.link} onClick={() => go({ at: 'batch', batch: view.batch, view: 'run' })}>
        {SHELL.openRun} {view.batch}
      </button>
    </>
  );
}

function currentBatch(state: LiveState): LiveBatch | null {
  const named = state.activity.kind === 'idle' ? null : parseBatchId(state.activity.batch ?? '');
  return named === null ? null : (state.batches.get(named) ?? null);
}

/** Before a run has told anything of itself. */
function idleWords(activity: Activity): string {
  if (activity.kind === 'preparing') return SHELL.preparing[activity.work];
  return activity.kind === 'sending' ? SHELL.preparing.pay : SHELL.idle;
}
