// Lets requests go, once the turn that wants them is on disk. In: a committed turn and the look-ups it has slots for.
// Out: traffic. This file must never let a payout's request go that the turn did not claim.

import type { DueLookup, TurnResult } from '../../../shared/ledger.ts';
import { RATE_WINDOW_MS } from '../../../shared/limits.ts';
import type { Exchanges } from './exchange.ts';
import type { Purse } from './purse.ts';
import type { RunControl } from './run-control.ts';
import type { RunDemand } from './run-demand.ts';
import type { Traffic } from './traffic.ts';

export interface DepartureWorld {
  readonly control: RunControl;
  readonly demand: RunDemand;
  readonly traffic: Traffic;
  readonly exchanges: Exchanges;
  readonly purse: Purse;
}

export class Departures {
  readonly #world: DepartureWorld;
  #nextWalletReadMs = 0;

  constructor(world: DepartureWorld) {
    this.#world = world;
  }

  /** Units: `nowMs` of the monotonic clock. */
  letGo({ claimed, lookUpFirst }: TurnResult, lookups: readonly DueLookup[], nowMs: number): void {
    const { control, traffic, exchanges } = this.#world;
    for (const claim of claimed) {
      control.sent(claim.payoutId);
      traffic.depart({ kind: 'send', payoutId: null, exchange: () => exchanges.pay(claim) });
    }
    for (const first of lookUpFirst) {
      traffic.depart({ kind: 'first', payoutId: first.payoutId, exchange: () => exchanges.lookUpFirst(first) });
    }
    for (const due of lookups) {
      if (control.proofDue(nowMs)?.payoutId === due.payoutId) control.proofAsked(nowMs);
      traffic.depart({ kind: 'read', payoutId: due.payoutId, exchange: () => exchanges.lookUp(due) });
    }
    this.#readWalletInDoubt(nowMs);
    this.#readWalletWhenLow(nowMs);
  }

  #readWalletWhenLow(nowMs: number): void {
    const { control, demand, traffic, exchanges, purse } = this.#world;
    if (!purse.wantsRead(nowMs, traffic.sends) || !control.mayRead(nowMs) || demand.freeSlots(nowMs) === 0) return;
    purse.asked(nowMs);
    traffic.depart({ kind: 'read', payoutId: null, exchange: () => exchanges.readWallet() });
  }

  /** In doubt, the wallet is read once a second: good reads are what lifts the doubt. */
  #readWalletInDoubt(nowMs: number): void {
    const { control, demand, traffic, exchanges } = this.#world;
    const { mode } = control;
    const isWanted = mode.kind === 'doubting' && !mode.isAlone && control.mayRead(nowMs);
    if (!isWanted || nowMs < this.#nextWalletReadMs || demand.freeSlots(nowMs) === 0) return;
    this.#nextWalletReadMs = nowMs + RATE_WINDOW_MS;
    traffic.depart({ kind: 'read', payoutId: null, exchange: () => exchanges.readWallet() });
  }
}
