import { type Claimed, type DueLookup, neverLeft, type TurnResult } from '../domain/ledger.ts';
import type { Arrival, Exchanges, Traffic } from './exchange.ts';
import { RATE_WINDOW_MS } from './rate-window.ts';
import type { RunControl } from './run-control.ts';
import type { RunDemand } from './run-demand.ts';
import type { WalletBudget } from './wallet-budget.ts';

export interface DispatcherWorld {
  readonly control: RunControl;
  readonly demand: RunDemand;
  readonly traffic: Traffic;
  readonly exchanges: Exchanges;
  readonly walletBudget: WalletBudget;
}

export class Dispatcher {
  readonly #world: DispatcherWorld;
  #nextWalletReadMs = 0;

  constructor(world: DispatcherWorld) {
    this.#world = world;
  }

  /** Every payout that a turn claimed. `onStuck` gets one whose request could not leave, as its answer. */
  send(claims: readonly Claimed[], onStuck: (arrival: Arrival, error: unknown) => void): void {
    const { control, traffic, exchanges } = this.#world;
    for (const claimed of claims) {
      try {
        control.sent(claimed.payoutId);
        traffic.depart({ kind: 'send', payoutId: null, exchange: () => exchanges.pay(claimed) });
      } catch (error) {
        onStuck({ kind: 'paid', claimed, ...neverLeft(STUCK), retryAfterMs: null }, error);
      }
    }
  }

  /** Every other request of a turn. Units: `nowMs` of the monotonic clock. */
  ask({ lookUpFirst }: TurnResult, lookups: readonly DueLookup[], nowMs: number): void {
    const { control, traffic, exchanges } = this.#world;
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
    const { control, demand, traffic, exchanges, walletBudget } = this.#world;
    if (!walletBudget.wantsRead(nowMs, traffic.sends) || !control.mayRead(nowMs) || demand.freeSlots(nowMs) === 0)
      return;
    walletBudget.asked(nowMs);
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

/** What is thrown on the way to a request is thrown before its first byte: the claim goes back. */
const STUCK = 'It was not sent: the desk met a fault of its own.';
