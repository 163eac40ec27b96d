// Who gets the next free slots: sends have seven of ten while anything is queued, and what one side leaves the other takes.
// In: what is free and what is wanted. Out: how many of each. This file must never look at a clock or a payout.

import { SEND_SHARE_OF_TEN } from '../../../shared/limits.ts';

export interface SlotDemand {
  readonly free: number;
  readonly inFlightMax: number;
  readonly sends: { readonly wanted: number; readonly inFlight: number };
  readonly lookups: { readonly wanted: number; readonly inFlight: number };
  /** Counts what was allotted while both sides wanted, so that the shares hold over many small turns. */
  readonly phase: number;
}

export interface SlotAllotment {
  readonly sends: number;
  readonly lookups: number;
  readonly phase: number;
}

/** Shares the free slots. Shape: `sends + lookups` is at most `free`. */
export function allotSlots(demand: SlotDemand): SlotAllotment {
  const lookupCap = Math.max(1, Math.floor((demand.inFlightMax * (10 - SEND_SHARE_OF_TEN)) / 10));
  let { phase } = demand;
  let sends = 0;
  let lookups = 0;
  while (sends + lookups < demand.free) {
    const wantsSend = sends < demand.sends.wanted;
    const wantsLookup = lookups < demand.lookups.wanted;
    if (!wantsSend && !wantsLookup) break;
    if (wantsSend && wantsLookup) {
      const lookupsAreFull = demand.lookups.inFlight + lookups >= lookupCap;
      if (lookupsAreFull || isSendsTurn(phase)) sends += 1;
      else lookups += 1;
      phase = (phase + 1) % 10;
    } else if (wantsSend) {
      sends += 1;
    } else {
      lookups += 1;
    }
  }
  return { sends, lookups, phase };
}

/** Spreads seven sends evenly over ten turns. */
function isSendsTurn(phase: number): boolean {
  return Math.floor(((phase + 1) * SEND_SHARE_OF_TEN) / 10) > Math.floor((phase * SEND_SHARE_OF_TEN) / 10);
}
