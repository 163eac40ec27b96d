// What events said of single payouts, each with the moment it was heard. A row that was asked for later tells the state itself,
// whatever was heard before: not every change of a payout is told by such an event. It never grows with every payout of every
// batch.

import type { NumberedEvent } from '../../shared/api/events.ts';
import type { BatchId } from '../../shared/ids.ts';
import type { StateKind } from '../../shared/states.ts';

/** Units: moments are counts of events, so that what was asked between two events has its place among them. */
export interface HeardStates {
  readonly hear: (event: NumberedEvent['event']) => void;
  /** How many events have been heard. */
  readonly moment: () => number;
  /** The state of a payout that was heard after a moment, the last one; null when nothing was. */
  readonly stateSince: (payout: PayoutPlace, moment: number) => StateKind | null;
}

export interface PayoutPlace {
  readonly batch: BatchId;
  readonly rowNumber: number;
}

interface HeardState {
  readonly state: StateKind;
  readonly moment: number;
}

type Heard = Map<BatchId, Map<number, HeardState>>;

export function makeHeardStates(): HeardStates {
  let moment = 0;
  let recent: Heard = new Map();
  let earlier: Heard = new Map();
  return {
    hear: (event) => {
      moment += 1;
      if (event.kind === 'snapshot') [earlier, recent] = [new Map(), new Map()];
      // Lists are read anew now. What was heard before stays for one such time more, so that no row goes back meanwhile.
      // News that comes twice says nothing more, and drops nothing more.
      const isToRead = event.kind === 'changed' && event.topics.includes('payouts');
      if (isToRead && recent.size > 0) [earlier, recent] = [recent, new Map()];
      if (event.kind !== 'progress') return;
      const { batch } = event.progress.view;
      const states = recent.get(batch) ?? new Map<number, HeardState>();
      recent.set(batch, states);
      for (const { rowNumber, state } of event.changes) states.set(rowNumber, { state, moment });
    },
    moment: () => moment,
    stateSince: ({ batch, rowNumber }, since) => {
      const heard = recent.get(batch)?.get(rowNumber) ?? earlier.get(batch)?.get(rowNumber);
      return heard !== undefined && heard.moment > since ? heard.state : null;
    },
  };
}
