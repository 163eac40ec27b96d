// What a run wants next and when to check again: free slots, payouts to claim, lookups that are due. While anything is queued,
// sends get seven of ten slots; what one side leaves the other may take. The final watch gets a fifth of the rate, never a
// whole second's worth at once.

import { invariant, type Pause } from '../../../shared/failures.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import type { WalletAnswer } from '../../../shared/outcomes.ts';
import type { StateKind } from '../../../shared/states.ts';
import { formatWalletPaise, type KnownWallet, walletPaise } from '../../../shared/wallet.ts';
import type { Tally } from '../domain/batches.ts';
import type { Change, ClaimRequest, DueLookup, Ledger, TurnResult, WatchedLookup } from '../domain/ledger.ts';
import { watchShare } from '../domain/poll-schedule.ts';
import type { Pacer, RunRequest } from '../domain/run.ts';
import type { Clock } from '../platform/clock.ts';
import type { Arrival, Traffic } from './exchange.ts';
import type { Listener } from './listener.ts';
import type { Permits } from './rate-window.ts';
import type { Remainder, RunControl } from './run-control.ts';
import type { WalletFall } from './wallet-fall.ts';

/** The engine checks its clocks at least this often, so that a sleep is noticed soon after waking. */
const TURN_AT_LEAST_EVERY_MS = 1_000;

/** When everything due is in flight, or a claim found nothing, the next turn comes after this: soon, without spinning. */
export const TURN_RESTS_MS = 100;

/** While anything is queued, sends get seven of ten slots. See DESIGN, The engine. */
export const SEND_SHARE_OF_TEN = 7;

interface DemandWorld {
  readonly request: Pick<
    RunRequest,
    'batch' | 'backoff' | 'inFlightMax' | 'forMs' | 'send' | 'until' | 'lookUpAll' | 'looksFirst' | 'earlier'
  >;
  readonly ledger: Pick<
    Ledger,
    'dueLookups' | 'nextDueAtMs' | 'dueWatches' | 'nextWatchAtMs' | 'heldCount' | 'knownCount'
  >;
  readonly clock: Clock;
  readonly window: Pacer;
  readonly permits: Permits;
  readonly control: RunControl;
  readonly listener: Listener;
  readonly traffic: Traffic;
  readonly totals: RunTotals;
  readonly walletBudget: WalletBudget;
  readonly walletFall: WalletFall;
}

/** Every `nowMs` is a time of the monotonic clock. */
export class RunDemand {
  readonly #knownBefore: number;
  readonly #world: DemandWorld;
  readonly #allowance: WatchAllowance;
  #phase = 0;
  #watch: { readonly readMs: number; readonly atMs: number | null } = { readMs: Number.NEGATIVE_INFINITY, atMs: null };
  #held: number;
  #claimsRestUntilMs = 0;

  constructor(world: DemandWorld) {
    this.#world = world;
    this.#allowance = new WatchAllowance(world.window);
    this.#knownBefore = world.ledger.knownCount(world.request.batch);
    this.#held = world.ledger.heldCount(world.request.batch);
  }

  /** Queued payouts that may be claimed. */
  get claimable(): number {
    const { totals, traffic } = this.#world;
    return totals.queued - this.#held - traffic.firsts;
  }

  /** More rows were put on hold. */
  hold(count: number): void {
    this.#held += count;
  }

  /** Somebody else took rows out of the queue; held rows among them no longer wait for anybody. */
  recountHeld(): void {
    this.#held = this.#world.ledger.heldCount(this.#world.request.batch);
  }

  /** A claim found nothing, so the next one waits a moment. */
  restClaims(nowMs: number): void {
    this.#claimsRestUntilMs = nowMs + TURN_RESTS_MS;
  }

  claimOf(count: number): ClaimRequest {
    const { request, control, traffic, listener, walletBudget } = this.#world;
    const { batch, earlier } = request;
    const lookUpAll = request.lookUpAll || (request.looksFirst && control.mode.kind === 'proving');
    const earlierStands = (payouts: readonly PayoutId[]): boolean => earlier.stands(payouts);
    const { cleared } = listener;
    const busy = traffic.lookedUp;
    return { batch, count, busy, cleared, lookUpAll, earlierStands, budgetPaise: walletBudget.budgetPaise };
  }

  /** What is left to do. */
  remainder(): Remainder {
    const hasKnownReference = this.#knownBefore > 0 || this.#world.listener.foundKnownReference;
    return { claimable: this.claimable, held: this.#held, hasKnownReference, nextDueInMs: this.nextDueInMs() };
  }

  freeSlots(nowMs: number): number {
    const { request, traffic, window } = this.#world;
    return Math.max(0, Math.min(request.inFlightMax - traffic.total, window.free(nowMs)));
  }

  /** Shares out the free slots: this many claims, and these lookups. */
  share(nowMs: number): { readonly sends: number; readonly lookups: readonly DueLookup[] } {
    const { request, traffic, walletFall } = this.#world;
    const { followed, watched } = this.#listDue(nowMs);
    const slots = allotSlots({
      // The wallet is read first, because a lookup may end the run.
      free: this.freeSlots(nowMs) - (walletFall.wantsRead(nowMs) ? 1 : 0),
      inFlightMax: request.inFlightMax,
      sends: { wanted: this.#sendsWanted(nowMs), inFlight: traffic.sends },
      lookups: { wanted: followed.length + watched.length, inFlight: traffic.reads },
      phase: this.#phase,
    });
    this.#phase = slots.phase;
    // Watched payouts come last: one in doubt never waits for one that is final.
    const asked = watched.slice(0, Math.max(0, slots.lookups - followed.length));
    for (const { requests } of asked) this.#allowance.asked(nowMs, requests);
    return { sends: slots.sends, lookups: [...followed.slice(0, slots.lookups), ...asked] };
  }

  /**
   * How long until the batch's next lookup worth waiting for, 0 when it is due; null when nothing is followed. Final payouts
   * are waited for only where a refusal must be confirmed by a second lookup, and never by a run that sends.
   */
  nextDueInMs(): number | null {
    const { send, backoff } = this.#world.request;
    const followed = this.#nextFollowedInMs();
    const watched = send ? null : this.#nextWatchInMs();
    // Only such a second lookup is this close; the others come a minute later or more.
    if (watched === null || watched > backoff.firstMs) return followed;
    return Math.min(followed ?? watched, watched);
  }

  #nextFollowedInMs(): number | null {
    const { request, ledger, clock } = this.#world;
    const at = ledger.nextDueAtMs(request.batch);
    return at === null ? null : Math.max(0, at - clock.nowMs());
  }

  /** Cached for a second unless it is due: a payout settled meanwhile is watched a day later at the earliest. */
  #nextWatchInMs(): number | null {
    const { request, ledger, clock } = this.#world;
    const atMs = clock.nowMs();
    const isFresh = clock.monotonicMs() - this.#watch.readMs < TURN_AT_LEAST_EVERY_MS;
    if (!isFresh || (this.#watch.atMs ?? Number.POSITIVE_INFINITY) <= atMs) {
      this.#watch = { readMs: clock.monotonicMs(), atMs: ledger.nextWatchAtMs(request.batch, atMs) };
    }
    return this.#watch.atMs === null ? null : Math.max(0, this.#watch.atMs - atMs);
  }

  /** How long the loop may rest if nothing comes back meanwhile. */
  restMs(nowMs: number, startedMs: number): number {
    const { request, control, permits, window, traffic, walletBudget, walletFall } = this.#world;
    const times = [
      this.#claimsRestUntilMs,
      walletBudget.nextReadMs,
      walletFall.nextReadMs,
      control.nextCheckMs(nowMs),
      startedMs + (request.forMs ?? 0),
    ];
    const freeAt = window.nextFreeAtMs(nowMs);
    const wakes = times.flatMap((time) => (time !== null && time > nowMs ? [time] : []));
    if (freeAt !== null) {
      const hasRoom = traffic.total < request.inFlightMax;
      const wantsNow = this.#sendsWanted(nowMs) > 0 || this.#proofWanted(nowMs) !== null || walletFall.wantsRead(nowMs);
      if (permits.areWanted || (hasRoom && wantsNow)) wakes.push(freeAt);
      if (hasRoom && control.mayRead(nowMs)) wakes.push(...this.#nextDueTurn({ nowMs, freeAt }));
    }
    return Math.max(0, Math.min(nowMs + TURN_AT_LEAST_EVERY_MS, ...wakes) - nowMs);
  }

  /** The times at which something may be due; empty when nothing is followed or watched. */
  #nextDueTurn({ nowMs, freeAt }: { readonly nowMs: number; readonly freeAt: number }): number[] {
    const turns: number[] = [];
    const dueInMs = this.#nextFollowedInMs();
    // With a free permit, what is due is already in flight, and the ledger cannot tell when the next one is due.
    if (dueInMs === 0 && freeAt <= nowMs) turns.push(nowMs + TURN_RESTS_MS);
    else if (dueInMs !== null) turns.push(Math.max(freeAt, nowMs + dueInMs));
    const watchInMs = this.#nextWatchInMs();
    if (watchInMs !== null) {
      const mayAskAt = Math.max(freeAt, this.#allowance.nextFreeAtMs(nowMs));
      turns.push(Math.max(mayAskAt, nowMs + watchInMs, nowMs + (watchInMs === 0 ? TURN_RESTS_MS : 0)));
    }
    return turns;
  }

  #sendsWanted(nowMs: number): number {
    if (nowMs < this.#claimsRestUntilMs) return 0;
    const { control, traffic, walletBudget, walletFall } = this.#world;
    if (walletBudget.isShort) return 0;
    const most = Math.min(control.sendsAtOnce(nowMs), walletFall.sendsAtOnce);
    const atOnce = most - traffic.sends - traffic.firsts;
    return Math.max(0, Math.min(atOnce, this.claimable));
  }

  /** The lookups that are due, with the first payout's proof first, and those of final payouts separately. */
  #listDue(nowMs: number): { readonly followed: readonly DueLookup[]; readonly watched: readonly WatchedLookup[] } {
    const { request, ledger, clock, control, listener, traffic } = this.#world;
    const limit = this.freeSlots(nowMs);
    if (limit === 0 || !control.mayRead(nowMs) || this.#isSent()) return { followed: [], watched: [] };
    const proof = this.#proofWanted(nowMs);
    // A result is due on disk until this turn has settled it; looking it up now would do it twice.
    const busy = new Set([...traffic.lookedUp, ...listener.news.map(({ payoutId }) => payoutId)]);
    const first = proof === null ? [] : [proof];
    const at = { nowMs: clock.nowMs(), limit, maxMs: request.backoff.maxMs, busy };
    const due = ledger.dueLookups(request.batch, at);
    const followed = [...first, ...due.filter((lookup) => lookup.payoutId !== proof?.payoutId)];
    const isWatchDue = limit > followed.length && this.#nextWatchInMs() === 0;
    const room = isWatchDue ? Math.min(limit - followed.length, this.#allowance.free(nowMs)) : 0;
    const watched = room > 0 ? ledger.dueWatches(request.batch, { ...at, limit: room }) : [];
    return { followed, watched };
  }

  /** Whether everything it was started for is sent. The remaining lookups are then left to others. */
  #isSent(): boolean {
    const { request, traffic, listener } = this.#world;
    if (!request.send || request.until !== 'sent') return false;
    return this.claimable <= 0 && traffic.sends + traffic.firsts + listener.news.length === 0;
  }

  #proofWanted(nowMs: number): DueLookup | null {
    const { control, traffic } = this.#world;
    const proof = control.proofDue(nowMs);
    return proof === null || traffic.lookedUp.has(proof.payoutId) ? null : proof;
  }
}

export interface SlotDemand {
  readonly free: number;
  readonly inFlightMax: number;
  readonly sends: { readonly wanted: number; readonly inFlight: number };
  readonly lookups: { readonly wanted: number; readonly inFlight: number };
  /** Counts what was allotted while both sides wanted slots, so that the shares hold over many small turns. */
  readonly phase: number;
}

interface SlotAllotment {
  readonly sends: number;
  readonly lookups: number;
  readonly phase: number;
}

/** Shares the free slots. `sends + lookups` is at most `free`. */
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

/** Every `nowMs` is a time of the monotonic clock. */
class WatchAllowance {
  readonly #window: Pick<Pacer, 'limitPerSecond'>;
  #stamps: number[] = [];

  constructor(window: Pick<Pacer, 'limitPerSecond'>) {
    this.#window = window;
  }

  /** How many lookups of final payouts may start now. */
  free(nowMs: number): number {
    const { requests, inMs } = watchShare(this.#window.limitPerSecond);
    this.#stamps = this.#stamps.filter((stamp) => nowMs - stamp <= inMs);
    return Math.max(0, requests - this.#stamps.length);
  }

  /** When the next one may start. */
  nextFreeAtMs(nowMs: number): number {
    if (this.free(nowMs) > 0) return nowMs;
    const { requests, inMs } = watchShare(this.#window.limitPerSecond);
    const stamp = this.#stamps.toSorted((one, other) => one - other)[this.#stamps.length - requests] ?? nowMs;
    return stamp + inMs + 1;
  }

  /** A lookup that takes this many requests is in flight. */
  asked(nowMs: number, requests: 1 | 2): void {
    // The second request of a lookup comes later, so it is counted at a later time.
    const { inMs } = watchShare(this.#window.limitPerSecond);
    for (let at = 0; at < requests; at += 1) this.#stamps.push(nowMs + at * inMs);
  }
}

/** Keeps the batch's counts by state during a run, so that 100,000 rows need not be counted ten times a second. */
export class RunTotals {
  readonly #counts: Record<StateKind, number>;
  readonly #paise: Record<StateKind, Paise>;

  constructor({ counts, paise }: Tally) {
    this.#counts = { ...counts };
    this.#paise = { ...paise };
  }

  get queued(): number {
    return this.#counts.queued;
  }

  /** A copy: it does not change later. */
  snapshot(): Tally {
    return { counts: { ...this.#counts }, paise: { ...this.#paise } };
  }

  apply({ from, to, amountPaise }: Change): void {
    if (from === to) return;
    this.#counts[from] -= 1;
    this.#counts[to] += 1;
    this.#paise[from] = (this.#paise[from] - amountPaise) as Paise;
    this.#paise[to] = (this.#paise[to] + amountPaise) as Paise;
    invariant(this.#counts[from] >= 0 && this.#paise[from] >= 0, `more payouts left ${from} than were in it`);
  }
}

// What the wallet still holds for the payouts to come: its last balance less what was sent since. When the next payout does not
// fit, sending waits and the wallet is read again, rarely and only with nothing in flight. If the balance is still too low, the
// run pauses.

const WALLET_READ_TRIES = 5;

/** How rarely a wallet that looked too low is read again. WALLET_READ_TRIES unclear answers pause. */
const WALLET_READ_EVERY_MS = 10_000;

/** Every `nowMs` is a time of the monotonic clock. */
export class WalletBudget {
  readonly #wallet: KnownWallet | null;
  #leftPaise: number | null;
  /** The amount of the next payout, when it is more than what is left. */
  #shortPaise: number | null = null;
  #nextReadMs = Number.NEGATIVE_INFINITY;
  #misses = 0;

  constructor(wallet: KnownWallet | null) {
    this.#wallet = wallet;
    this.#leftPaise = wallet === null ? null : walletPaise(wallet);
  }

  /** The most that may be claimed; null when nobody knows. */
  get budgetPaise(): number | null {
    return this.#leftPaise;
  }

  /** Whether sending waits for the wallet. */
  get isShort(): boolean {
    return this.#shortPaise !== null;
  }

  /** The payouts that a turn claimed are in flight. */
  claimed({ claimed, shortPaise }: Pick<TurnResult, 'claimed' | 'shortPaise'>): void {
    for (const { order } of claimed) this.#add(0 - order.amountPaise);
    this.#shortPaise = shortPaise;
  }

  wantsRead(nowMs: number, sendsInFlight: number): boolean {
    return this.isShort && sendsInFlight === 0 && nowMs >= this.#nextReadMs;
  }

  /** When to read the wallet next; null when there is no need. */
  get nextReadMs(): number | null {
    return this.isShort ? this.#nextReadMs : null;
  }

  asked(nowMs: number): void {
    this.#nextReadMs = nowMs + WALLET_READ_EVERY_MS;
  }

  /** Returns why sending pauses; null when it goes on. */
  onArrival(arrival: Arrival, sendsInFlight: number): Pause | null {
    if (arrival.kind === 'paid' && arrival.outcome.kind === 'notSent') {
      this.#add(arrival.claimed.order.amountPaise);
    }
    // While payouts are in flight, nobody knows which of them a balance already includes.
    if (arrival.kind !== 'walletRead' || sendsInFlight > 0 || this.#wallet === null) return null;
    return this.#onBalance(arrival.answer, this.#wallet);
  }

  #onBalance(answer: WalletAnswer, { unit }: KnownWallet): Pause | null {
    const short = this.#shortPaise;
    const balance = answer.kind === 'balance' ? walletPaise({ balance: answer.balance, unit }) : null;
    if (balance === null) {
      this.#misses += 1;
      return short !== null && this.#misses >= WALLET_READ_TRIES ? UNREADABLE : null;
    }
    this.#misses = 0;
    this.#leftPaise = balance;
    if (short === null || balance >= short) {
      this.#shortPaise = null;
      return null;
    }
    const message = msg('pause.walletLow.next', { holds: formatWalletPaise(balance), next: formatWalletPaise(short) });
    return { code: 'walletLow', message };
  }

  #add(paise: number): void {
    if (this.#leftPaise !== null) this.#leftPaise += paise;
  }
}

const UNREADABLE: Pause = { code: 'walletLow', message: msg('pause.walletLow.unreadable') };
