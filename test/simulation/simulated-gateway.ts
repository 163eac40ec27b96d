// The gateway of a simulated world, at the level of bytes: the real client talks to it through transports. Never be kind here:
// only the hidden books know what was executed, whatever is answered.

import type { SendPost } from '../../electron/main/gateway/client.ts';
import type { ExchangeResult, Post } from '../../electron/main/gateway/transport.ts';
import type { Dialect, WireAnswer } from './dialect.ts';
import type { GatewayQuirks } from './gateway-quirks.ts';
import {
  type GroundTruth,
  type Payment,
  type PaymentName,
  type PaymentState,
  transactionIdOf,
} from './ground-truth.ts';
import type { Journal } from './journal.ts';
import { type PayPlan, planPay } from './pay-plans.ts';
import type { Random } from './random.ts';
import { answerRead } from './read-answers.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { Weather } from './weather.ts';
import { readWirePayout, type WirePayout } from './wire-payout.ts';

/** Who sends a request. */
export interface Caller {
  readonly machine: string;
  readonly process: SimulatedProcess;
  readonly baseUrl: string;
  readonly mid: number;
  /** When this process began, in milliseconds of the gateway's own time. */
  readonly sinceMs: number;
}

/** Observes everything on the wire. `httpStatus` is null when nothing came back. */
export interface WireWitness {
  /** A request's bytes are about to leave. */
  leaves(caller: Caller, what: 'payout' | 'read'): void;
  posts(caller: Caller, payout: WirePayout): void;
  payoutAnswered(caller: Caller, payout: WirePayout, received: Saying): void;
  lookedUp(caller: Caller, asked: PaymentName, events: Saying): void;
  /** A lookup by a transaction id that belongs to no payment. */
  lookedInvented(caller: Caller, answered: Saying): void;
  /** A question that did not leave: it may be the one that was to confirm what was heard before. */
  readNotSent(caller: Caller): void;
  walletAnswered(caller: Caller, balancePaise: number | null): void;
  /** Whether the desk knows the payout's transaction id. */
  knowsId(caller: Caller, payment: PaymentName): boolean;
}

/** The state an answer names, its body, and its status. */
export interface Saying {
  readonly httpStatus: number | null;
  readonly body: string;
  readonly says: PaymentState | null;
}

export interface GatewayWorld {
  readonly nowMs: () => number;
  readonly random: Random;
  readonly journal: Journal;
  readonly truth: GroundTruth;
  readonly weather: Weather;
  readonly dialect: Dialect;
  readonly quirks: GatewayQuirks;
  readonly witness: WireWitness;
}

export class SimulatedGateway {
  readonly #world: GatewayWorld;
  #tokenIsDead = false;
  #walletLiesUntilMs = 0;
  /** The ids of payments that were executed but answered with 401, and whether the last blind lookup missed each. */
  readonly #turnedAway = new Map<string, { wasMissed: boolean }>();

  constructor(world: GatewayWorld) {
    this.#world = world;
  }

  /** The token dies, or a good one replaces it. */
  setToken({ isDead }: { readonly isDead: boolean }): void {
    this.#tokenIsDead = isDead;
  }

  /** Every post has its own connection, a lookup too. */
  connect(caller: Caller): SendPost {
    return (post) => (post.path === '/api/payout/' ? this.#pay(caller, post) : this.#read(caller, post));
  }

  async #pay(caller: Caller, post: Post): Promise<ExchangeResult> {
    const { witness, journal, random, dialect, quirks } = this.#world;
    caller.process.pass();
    const payout = readWirePayout(post.body);
    const plan: PayPlan = this.#tokenIsDead
      ? {
          kind: 'tokenDead',
          notSent: null,
          executes: null,
          remembers: null,
          executedAfterMs: null,
          walletLiesForMs: 0,
          answer: UNAUTHORIZED,
          answerMs: 20,
        }
      : quirks.plan(planPay(this.#world.weather.pay(), { random, dialect, payout }));
    const silence = await this.#reach(caller, post, plan.notSent);
    if (silence !== null) return silence;
    witness.posts(caller, payout);
    this.#depart(caller, post, 'payout');
    journal.trace(`${caller.process.name} posts ${payout.reference} ${payout.amountText}: ${plan.kind}`);
    const request = { ...payout, machine: caller.machine };
    if (plan.executes !== null) {
      journal.count('money movements');
      this.#world.truth.execute(request, plan.executes.course, plan.executes.delayMs);
      if (plan.kind === 'untrueUnauthorized') this.#turnedAway.set(transactionIdOf(payout), { wasMissed: false });
    }
    if (plan.remembers !== null) this.#world.truth.refuse(request, plan.remembers, plan.executedAfterMs);
    if (plan.walletLiesForMs > 0) this.#walletLiesUntilMs = this.#world.nowMs() + plan.walletLiesForMs;
    caller.process.pass();
    const noted = await this.#subscribe(caller, post, { answer: plan.answer, answerMs: plan.answerMs });
    witness.payoutAnswered(caller, payout, noted);
    return receivedOf(noted);
  }

  async #read(caller: Caller, post: Post): Promise<ExchangeResult> {
    const { witness, weather, truth, dialect, quirks, random, nowMs, journal } = this.#world;
    caller.process.pass();
    const kind = weather.read();
    const silence = await this.#reach(caller, post, kind === 'readNotSent' ? 'refused' : null);
    if (silence !== null) {
      witness.readNotSent(caller);
      return silence;
    }
    this.#depart(caller, post, 'read');
    const { walletPaise } = truth;
    const knowsId = (payment: PaymentName): boolean => witness.knowsId(caller, payment);
    const mayMiss = (payment: Payment): boolean => this.#mayMiss(payment);
    const { asked, isWallet, ...about } = answerRead(kind, { post, truth, dialect, random, knowsId, mayMiss });
    const isRefused = this.#tokenIsDead || (isWallet && nowMs() < this.#walletLiesUntilMs);
    const answer = isRefused ? UNAUTHORIZED : ((isWallet ? null : quirks.lookup()) ?? about.answer);
    caller.process.pass();
    const received = await this.#subscribe(caller, post, { answer, answerMs: about.answerMs });
    const reported = received.says ?? received.httpStatus ?? received.ending;
    journal.trace(`${caller.process.name} asks ${isWallet ? 'for the wallet' : post.body}: ${kind}, ${reported}`);
    const isBalance = received.httpStatus === 200 && received.ending === 'whole' && received.body.includes('"wallet"');
    if (isWallet) witness.walletAnswered(caller, isBalance ? walletPaise : null);
    else if (asked !== null) witness.lookedUp(caller, asked, received);
    else witness.lookedInvented(caller, received);
    return receivedOf(received);
  }

  /** Whether a blind lookup may miss it. Never twice in a row for a payment answered with 401, which no desk could tell. */
  #mayMiss({ transactionId }: Payment): boolean {
    const turned = this.#turnedAway.get(transactionId);
    if (turned === undefined) return true;
    turned.wasMissed = !turned.wasMissed;
    return turned.wasMissed;
  }

  /** Connects. Returns null once connected. */
  async #reach(caller: Caller, post: Post, cause: PayPlan['notSent']): Promise<ExchangeResult | null> {
    const { random } = this.#world;
    const connectMs = cause === 'connectTimeout' ? post.connectTimeoutMs : 1 + random.int(30);
    await caller.process.wait(connectMs);
    if (cause === null) return null;
    this.#world.journal.trace(`${caller.process.name} cannot send: ${cause}`);
    return { kind: 'notSent', cause };
  }

  #depart(caller: Caller, post: Post, what: 'payout' | 'read'): void {
    post.onWrite();
    this.#world.witness.leaves(caller, what);
    this.#world.journal.count(what === 'payout' ? 'POSTs' : 'reads');
  }

  async #subscribe(
    caller: Caller,
    post: Post,
    { answer, answerMs }: { readonly answer: WireAnswer; readonly answerMs: number },
  ): Promise<WireAnswer> {
    const isLate = answer.ending === 'timeout' || answerMs >= post.timeoutMs;
    await caller.process.wait(isLate ? post.timeoutMs : answerMs);
    return isLate ? { ...answer, httpStatus: null, body: '', says: null, ending: 'timeout' } : answer;
  }
}

const UNAUTHORIZED: WireAnswer = {
  httpStatus: 401,
  body: '{"status":false,"message":"The authorization token was invalid or expired"}',
  says: null,
  ending: 'whole',
  retryAfter: null,
  encoded: false,
};

function receivedOf({ ending, httpStatus, retryAfter, encoded, body }: WireAnswer): ExchangeResult {
  return { kind: 'sent', ending, httpStatus, retryAfter, encoded, body: Buffer.from(body) };
}
