import { useCallback, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { NotTold, Told } from '../../bridge/told.ts';
import { useDesk, useForget } from '../../bridge/use-desk.ts';

export type BatchDetail = AnswerOf<'readBatch'>;

type Deed = 'pause' | 'resume' | 'stop' | 'check';
type Tick = 'warnings' | 'repeatedFile' | 'hiddenRows' | 'unsureLookups';

/** Requests in flight end within the profile's time-out; after that, stopping is tried anyway and the desk decides. */
const IN_FLIGHT_ENDS_MS = 90_000;

export interface RunControls {
  readonly isPausing: boolean;
  readonly isResuming: boolean;
  readonly isStopping: boolean;
  readonly isChecking: boolean;
  readonly notDone: NotTold | null;
  readonly pause: () => Promise<boolean>;
  readonly resume: (given: { readonly count: number | null; readonly ticks: readonly Tick[] }) => Promise<boolean>;
  /** Pauses where it is being sent, waits for those in flight, cancels what is left. */
  readonly stop: (isSending: boolean) => Promise<boolean>;
  readonly checkNow: () => Promise<boolean>;
  readonly dismiss: () => void;
}

export function useRunControls({ view: { batch } }: BatchDetail): RunControls {
  const desk = useDesk();
  const forget = useForget();
  const [underWay, setUnderWay] = useState<ReadonlySet<Deed>>(new Set());
  const [notDone, setNotDone] = useState<NotTold | null>(null);

  const doing = useCallback(
    async (what: Deed, ask: () => Promise<Told<unknown>>): Promise<boolean> => {
      setUnderWay((now) => new Set([...now, what]));
      setNotDone(null);
      const told = await ask();
      // Stop may have been pressed while a pause waits for what is in flight: the one that is over is not the other.
      setUnderWay((now) => new Set([...now].filter((deed) => deed !== what)));
      setNotDone(told.kind === 'done' ? null : told);
      forget('readBatch', 'listBatches');
      return told.kind === 'done';
    },
    [forget],
  );
  const name = useCallback(() => ({ batch, commandId: crypto.randomUUID() }), [batch]);

  const pauseAndWait = async (): Promise<Told<unknown>> => {
    const told = await desk.ask('pauseBatch', name());
    if (told.kind === 'done') await untilIdle(desk.live);
    return told;
  };
  return {
    isPausing: underWay.has('pause'),
    isResuming: underWay.has('resume'),
    isStopping: underWay.has('stop'),
    isChecking: underWay.has('check'),
    notDone,
    pause: () => doing('pause', pauseAndWait),
    resume: ({ count, ticks }) =>
      doing('resume', () => desk.ask('resumeBatch', { ...name(), count, ticks: [...ticks] })),
    stop: (isSending) =>
      doing('stop', async () => {
        const paused = isSending ? await pauseAndWait() : null;
        return paused !== null && paused.kind !== 'done' ? paused : await desk.ask('cancelBatch', name());
      }),
    checkNow: () => doing('check', () => desk.ask('checkNow', name())),
    dismiss: () => setNotDone(null),
  };
}

/** Waits until the desk sends nothing more. */
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
