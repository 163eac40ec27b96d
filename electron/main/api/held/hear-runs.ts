// Rooms whose runs tell which payouts change, what alarms they raise, that they begin and how they end. In: rooms and ears. Out: the same
// rooms, heard. This file must never change what a run does.

import type { DeskEvent } from '../../../../shared/api/events.ts';
import { type BatchId, formatBatchId } from '../../../../shared/ids.ts';
import type { Change, News } from '../../../../shared/ledger.ts';
import type { RunEnd, RunHandle } from '../../../../shared/run.ts';
import type { Rooms } from '../ports.ts';

type Alarm = Extract<DeskEvent, { kind: 'alarm' }>;

/** Who hears of runs. `onPrepared` comes before the run's first turn. */
export interface RunEars {
  readonly onPrepared: (batch: BatchId) => void;
  readonly onChanges: (changes: readonly Change[]) => void;
  readonly onAlarm: (alarm: Alarm) => void;
}

/** Who hears of runs, and how those end that send. */
export interface AllEars extends RunEars {
  readonly onEnded: (batch: BatchId, end: RunEnd) => void;
}

/** Shape: `isPractice` tells the practice desk's ledger from the live one's. */
export function hearRuns(
  rooms: Rooms,
  {
    onPrepared,
    onEnded,
    onChanges,
    onAlarm,
    isPractice,
  }: AllEars & { readonly isPractice: (ledger: object) => boolean },
): Rooms {
  const prepareRun: Rooms['prepareRun'] = (world, request) => {
    const { ledger } = world.store;
    const batch = formatBatchId(isPractice(ledger) ? 'P' : 'B', request.batch);
    const turn: typeof ledger.turn = (asked) => {
      const answer = ledger.turn(asked);
      if (answer.kind !== 'committed') return answer;
      const { changes } = answer.result;
      onChanges(changes);
      for (const alarm of alarmsOf(changes, { batch, news: asked.news })) onAlarm(alarm);
      return answer;
    };
    const interrupt: typeof ledger.interrupt = (reason, at) => {
      const changes = ledger.interrupt(reason, at);
      onChanges(changes);
      return changes;
    };
    const store = { ...world.store, ledger: { ...ledger, turn, interrupt } };
    const run = rooms.prepareRun({ ...world, store }, request);
    onPrepared(batch);
    return request.send ? heard(run, (end) => onEnded(batch, end)) : run;
  };
  return { ...rooms, prepareRun };
}

function heard(run: RunHandle, onEnded: (end: RunEnd) => void): RunHandle {
  return {
    run: async () => {
      const end = await run.run();
      onEnded(end);
      return end;
    },
    pause: (pause) => run.pause(pause),
    get inFlight() {
      return run.inFlight;
    },
  };
}

/** What a person must see of a turn: words after an ending, and answers about another payout. */
function alarmsOf(
  changes: readonly Change[],
  { batch, news }: { readonly batch: BatchId; readonly news: readonly News[] },
): readonly Alarm[] {
  const echoes = new Set(news.filter(isEchoMismatch).map(({ payoutId }) => payoutId));
  return changes.flatMap(({ payoutId, rowNumber, late }): Alarm[] => {
    const payout = `${batch}-${rowNumber}`;
    return [
      ...(late ? [{ kind: 'alarm', alarm: 'lateNews', batch, payout } as const] : []),
      ...(echoes.has(payoutId) ? [{ kind: 'alarm', alarm: 'echoMismatch', batch, payout } as const] : []),
    ];
  });
}

function isEchoMismatch(news: News): boolean {
  return news.kind === 'answer' && news.outcome.kind === 'unknown' && news.outcome.reason === 'echoMismatch';
}
