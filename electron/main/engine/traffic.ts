// What is on its way: every request that was let go and has not come back. In: requests, each with its permit.
// Out: their arrivals, and how many of which kind are out. This file must never let a request go without a permit.

import type { PayoutId } from '../../../shared/ids.ts';
import type { Pacer } from '../../../shared/run.ts';
import type { Arrival } from './exchange.ts';

/** `send` moves money. `first` looks a payout up before its send. `read` is every other question. */
export type RequestKind = 'send' | 'first' | 'read';

export interface Departure {
  readonly kind: RequestKind;
  /** The payout that is being looked up; null for a send and for the wallet. */
  readonly payoutId: PayoutId | null;
  readonly exchange: () => Promise<Arrival>;
}

export interface TrafficEvents {
  onArrival(arrival: Arrival): void;
  onBug(error: unknown): void;
}

export class Traffic {
  readonly #window: Pacer;
  readonly #events: TrafficEvents;
  readonly #out: Record<RequestKind, number> = { send: 0, first: 0, read: 0 };
  readonly #lookedUp = new Set<PayoutId>();

  constructor(window: Pacer, events: TrafficEvents) {
    this.#window = window;
    this.#events = events;
  }

  get sends(): number {
    return this.#out.send;
  }

  /** Look-ups of queued payouts before their send. */
  get firsts(): number {
    return this.#out.first;
  }

  /** Everything but sends. */
  get reads(): number {
    return this.#out.first + this.#out.read;
  }

  get total(): number {
    return this.sends + this.reads;
  }

  /** Payouts with a look-up on its way. */
  get lookedUp(): ReadonlySet<PayoutId> {
    return this.#lookedUp;
  }

  depart({ kind, payoutId, exchange }: Departure): void {
    this.#window.admit();
    this.#out[kind] += 1;
    if (payoutId !== null) this.#lookedUp.add(payoutId);
    const isBack = (): void => {
      this.#out[kind] -= 1;
      if (payoutId !== null) this.#lookedUp.delete(payoutId);
    };
    exchange().then(
      (arrival) => {
        isBack();
        this.#events.onArrival(arrival);
      },
      (error: unknown) => {
        isBack();
        this.#events.onBug(error);
      },
    );
  }
}
