// Hears what comes back and writes it down as news for the ledger's next turn, telling the control on the way.
// In: arrivals. Out: news, waiting until a turn has put them on disk. This file must never drop an arrival about a payout.

import { unreachable } from '../../../shared/failures.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import type { News } from '../../../shared/ledger.ts';
import { LOOK_UP_FIRST_TRIES } from '../../../shared/limits.ts';
import type { Arrival } from './exchange.ts';
import { findingOf } from './findings.ts';
import type { RunControl } from './run-control.ts';

export interface ListenerWorld {
  readonly control: RunControl;
  readonly notKnown: string | null;
  /** The gateway refused the rate. Units: milliseconds to wait, null when it named no time. */
  readonly onRefusedRate: (retryAfterMs: number | null) => void;
}

/** When something was heard. Units: `nowMs` monotonic, `atMs` wall clock. */
export interface Moment {
  readonly nowMs: number;
  readonly atMs: number;
}

export class Listener {
  readonly #world: ListenerWorld;
  readonly #cleared = new Set<PayoutId>();
  readonly #tries = new Map<PayoutId, number>();
  #news: News[] = [];
  #knownReferences = 0;

  constructor(world: ListenerWorld) {
    this.#world = world;
  }

  /** What is not on disk yet. */
  get news(): readonly News[] {
    return this.#news;
  }

  /** Payouts whose reference the gateway did not know, so that they may be sent. */
  get cleared(): ReadonlySet<PayoutId> {
    return this.#cleared;
  }

  /** Whether any row was put on hold because the gateway knows its reference. */
  get foundKnownReference(): boolean {
    return this.#knownReferences > 0;
  }

  /** All news so far are on disk. */
  committed(): void {
    this.#news = [];
  }

  hear(arrival: Arrival, at: Moment): void {
    switch (arrival.kind) {
      case 'paid':
        return this.#hearPaid(arrival, at);
      case 'lookedUp':
        return this.#hearLookup(arrival, at);
      case 'lookedUpFirst':
        return this.#hearFirst(arrival, at);
      case 'walletRead':
        if (arrival.answer.kind === 'balance') this.#world.control.heardGoodRead(at.nowMs);
        if (arrival.answer.kind === 'unauthorized') this.#stopForToken();
        return;
      default:
        return unreachable(arrival);
    }
  }

  #hearPaid({ claimed, outcome, evidence, retryAfterMs }: Extract<Arrival, { kind: 'paid' }>, at: Moment): void {
    const { payoutId, attemptId } = claimed;
    if (outcome.kind === 'unknown' && outcome.reason === 'refusedByRate') this.#world.onRefusedRate(retryAfterMs);
    this.#world.control.heardOutcome(claimed, outcome, at.nowMs);
    this.#news.push({ kind: 'answer', payoutId, attemptId, outcome, evidence, atMs: at.atMs });
  }

  #hearLookup({ due, answer }: Extract<Arrival, { kind: 'lookedUp' }>, at: Moment): void {
    const { control, notKnown } = this.#world;
    if (answer.kind === 'unreachable') return control.heardUnreachable(at.nowMs);
    // A dead token says nothing about the payout: its look-up is simply still due.
    if (answer.kind === 'unauthorized') return this.#stopForToken();
    const { evidence, meaning } = answer;
    if (evidence.httpStatus === 429) this.#world.onRefusedRate(null);
    const finding = findingOf(answer, { key: due.key, notKnown });
    control.heardFinding(due, finding, at.nowMs);
    const { utr, message } = meaning.kind === 'state' ? meaning : { utr: null, message: null };
    this.#news.push({ kind: 'lookup', payoutId: due.payoutId, key: due.key, finding, utr, message, evidence, atMs: at.atMs });
  }

  #hearFirst({ first, answer }: Extract<Arrival, { kind: 'lookedUpFirst' }>, at: Moment): void {
    const { control, notKnown } = this.#world;
    const { payoutId, reference } = first;
    if (answer.kind === 'unreachable') return control.heardUnreachable(at.nowMs);
    if (answer.kind === 'unauthorized') return this.#stopForToken();
    const finding = findingOf(answer, { key: { by: 'reference', reference }, notKnown });
    if (finding.kind === 'notKnown') {
      this.#cleared.add(payoutId);
      return;
    }
    const tries = (this.#tries.get(payoutId) ?? 0) + 1;
    this.#tries.set(payoutId, tries);
    if (finding.kind === 'unclear' && notKnown !== null && tries < LOOK_UP_FIRST_TRIES) return;
    this.#knownReferences += 1;
    this.#news.push({ kind: 'referenceKnown', payoutId, evidence: answer.evidence, atMs: at.atMs });
  }

  #stopForToken(): void {
    const message = 'The gateway refused the token: replace it with `profile token`.';
    this.#world.control.stop({ kind: 'paused', pause: { code: 'tokenRefused', message } });
  }
}
