// Problems around the desk: a LIVE gateway that cannot be reached or does not answer, a keychain that gives no token, a program whose files were
// replaced or removed under it.

import type { DeskEvent } from '../../../../shared/api/events.ts';
import { OFFLINE_RETRY_FIRST_MS } from '../../engine/run-control.ts';
import type { GatewayAnswer, GatewayClient } from '../../gateway/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { TokenReading } from '../../platform/keychain/vault.ts';
import type { ProgramFiles } from '../../platform/program-files.ts';
import type { System } from '../../session/system.ts';

/** A gateway that is not tried again for this long counts as reachable: it is three retries of a refused watch. */
const UNREACHED_FOR_MS = 90_000;

/** One lost answer or failed connection does not make a gateway unreachable; this many in a row do. */
const UNREACHED_IN_A_ROW = 3;

/** A gateway that was asked and has answered nothing for this long is not called connected. */
const ANSWERED_WITHIN_MS = 5_000;

/** Looking takes a millisecond. */
const PROGRAM_CHECKED_EVERY_MS = 10_000;

type Trouble = Extract<DeskEvent, { kind: 'snapshot' }>['troubles'][number];

/** What a gateway was asked and has not answered. `sinceMs` is its last answer, or the first request after it. */
interface Waiting {
  readonly open: Set<symbol>;
  sinceMs: number;
  /** A request ended without an answer, so nothing needs to be open for the wait to go on. */
  isMissed: boolean;
  isLong: boolean;
  callOff: () => void;
}

interface WatchOptions {
  readonly clock: Clock;
  readonly program: ProgramFiles;
  readonly publish: (event: DeskEvent) => void;
  /** The accounts at a base URL. */
  readonly accountsAt: (baseUrl: string) => readonly string[];
}

export class EnvironmentWatch {
  readonly #clock: Clock;
  readonly #publish: (event: DeskEvent) => void;
  readonly #accountsAt: WatchOptions['accountsAt'];
  /** Unreached gateways, each with the cancel function of its timer. */
  readonly #unreached = new Map<string, () => void>();
  /** Failed requests in a row per gateway; several at the same time count once. */
  readonly #misses = new Map<string, { readonly count: number; readonly atMs: number }>();
  readonly #waiting = new Map<string, Waiting>();
  /** Gateways that this app started itself: reaching them says nothing about the network. */
  readonly #own = new Set<string>();
  readonly #program: ProgramFiles;
  #isKeychainShut = false;
  #isProgramChanged = false;
  #stopLooking = (): void => undefined;

  constructor({ clock, program, publish, accountsAt }: WatchOptions) {
    this.#clock = clock;
    this.#program = program;
    this.#publish = publish;
    this.#accountsAt = accountsAt;
    this.#lookAtProgram();
  }

  get troubles(): Trouble[] {
    return [
      ...(this.#isKeychainShut ? (['keychain'] as const) : []),
      ...(this.#isProgramChanged ? (['programChanged'] as const) : []),
    ];
  }

  /** Wraps the system to watch the answers of its gateways and its keychain. */
  watch(system: System): System {
    return {
      ...system,
      startPractice: async (options) => {
        const start = await system.startPractice(options);
        if (start.kind === 'started') this.#own.add(start.gateway.url);
        return start;
      },
      connect: this.follow(system.connect),
      tokens: {
        ...system.tokens,
        read: async (profile) => {
          const reading = await system.tokens.read(profile);
          this.#noteKeychain(reading);
          return reading;
        },
      },
    };
  }

  /** Connects as given, and watches what the gateway answers. */
  follow(connect: System['connect']): System['connect'] {
    return (options) => {
      const { baseUrl } = options;
      let isClosed = false;
      const onAnswer = (answer: GatewayAnswer): void => {
        if (isAnswered(answer)) this.#reached(baseUrl);
        // A closed client abandons what it reads.
        else if (!isClosed) this.#unanswered(answer, baseUrl);
      };
      return this.#followed(baseUrl, connect({ ...options, onAnswer }), () => {
        isClosed = true;
      });
    };
  }

  /** The base URLs of gateways that could not be reached lately. */
  get unreached(): string[] {
    return [...this.#unreached.keys()];
  }

  /** The accounts whose gateway was asked and has answered nothing for a while. */
  get unanswered(): string[] {
    return [...this.#waiting].flatMap(([baseUrl, { isLong }]) => (isLong ? this.#accountsAt(baseUrl) : []));
  }

  /** No profile uses this address any more, so it no longer matters that it is unreachable. */
  forget(baseUrl: string): void {
    const waiting = this.#waiting.get(baseUrl);
    if (waiting !== undefined) this.#stopWaiting(baseUrl, waiting);
    this.#forgetMisses(baseUrl);
  }

  /** Whether the program's files are other ones than those that run. Ask before loading any of them. */
  readonly hasProgramChanged = (): boolean => {
    if (this.#isProgramChanged || !this.#program.hasChanged()) return this.#isProgramChanged;
    this.#isProgramChanged = true;
    this.#stopLooking();
    this.#publish({ kind: 'environment', about: 'programChanged' });
    return true;
  };

  #lookAtProgram(): void {
    this.#stopLooking = this.#clock.after(PROGRAM_CHECKED_EVERY_MS, () => {
      if (!this.hasProgramChanged()) this.#lookAtProgram();
    });
  }

  close(): void {
    this.#stopLooking();
    for (const callOff of this.#unreached.values()) callOff();
    for (const { callOff } of this.#waiting.values()) callOff();
  }

  /** The same client; each of its requests waits for an answer while it is open. */
  #followed(baseUrl: string, gateway: GatewayClient, onClose: () => void): GatewayClient {
    const follow = <Answer>(exchange: Promise<Answer>): Promise<Answer> => exchange.finally(this.#asks(baseUrl));
    return {
      pay: (order, onWrite) => follow(gateway.pay(order, onWrite)),
      lookUp: (key, onWrite) => follow(gateway.lookUp(key, onWrite)),
      wallet: (onWrite) => follow(gateway.wallet(onWrite)),
      createOrder: (order, onWrite) => follow(gateway.createOrder(order, onWrite)),
      orderStatus: (orderId, onWrite) => follow(gateway.orderStatus(orderId, onWrite)),
      close: () => {
        onClose();
        gateway.close();
      },
    };
  }

  /** A request begins. Returns the function that ends it, answered or not. */
  #asks(baseUrl: string): () => void {
    if (this.#own.has(baseUrl)) return () => undefined;
    const request = Symbol('request');
    this.#waitingFor(baseUrl).open.add(request);
    return () => {
      const waiting = this.#waiting.get(baseUrl);
      waiting?.open.delete(request);
      if (waiting?.open.size === 0 && !waiting.isMissed) this.#stopWaiting(baseUrl, waiting);
    };
  }

  #waitingFor(baseUrl: string): Waiting {
    const known = this.#waiting.get(baseUrl);
    if (known !== undefined) return known;
    const sinceMs = this.#clock.monotonicMs();
    const waiting: Waiting = { open: new Set(), sinceMs, isMissed: false, isLong: false, callOff: () => undefined };
    this.#waiting.set(baseUrl, waiting);
    this.#watchWait(waiting, ANSWERED_WITHIN_MS);
    return waiting;
  }

  #watchWait(waiting: Waiting, forMs: number): void {
    waiting.callOff = this.#clock.after(forMs, () => {
      const leftMs = waiting.sinceMs + ANSWERED_WITHIN_MS - this.#clock.monotonicMs();
      if (leftMs > 0) return this.#watchWait(waiting, leftMs);
      waiting.isLong = true;
      this.#publishGateways();
    });
  }

  #stopWaiting(baseUrl: string, waiting: Waiting): void {
    waiting.callOff();
    this.#waiting.delete(baseUrl);
    if (waiting.isLong) this.#publishGateways();
  }

  /** Requests that are still open wait from now on. */
  #answered(baseUrl: string): void {
    const waiting = this.#waiting.get(baseUrl);
    if (waiting === undefined) return;
    waiting.sinceMs = this.#clock.monotonicMs();
    waiting.isMissed = false;
    if (!waiting.isLong) return;
    waiting.isLong = false;
    this.#watchWait(waiting, ANSWERED_WITHIN_MS);
    this.#publishGateways();
  }

  #unanswered(answer: GatewayAnswer, baseUrl: string): void {
    if (this.#own.has(baseUrl)) return;
    this.#waitingFor(baseUrl).isMissed = true;
    const { kind } = 'outcome' in answer ? answer.outcome : answer;
    // No answer to a payout that was sent does not mean that the gateway is unreachable.
    if (kind === 'unreachable' || kind === 'notSent') this.#missed(baseUrl);
  }

  #missed(baseUrl: string): void {
    const atMs = this.#clock.monotonicMs();
    const before = this.#misses.get(baseUrl) ?? { count: 0, atMs: Number.NEGATIVE_INFINITY };
    if (atMs - before.atMs < OFFLINE_RETRY_FIRST_MS) return;
    this.#misses.set(baseUrl, { count: before.count + 1, atMs });
    if (before.count + 1 < UNREACHED_IN_A_ROW) return;
    const isNew = !this.#unreached.has(baseUrl);
    this.#unreached.get(baseUrl)?.();
    // If nobody asks it again, its state is unknown after a while, so the warning ends.
    this.#unreached.set(
      baseUrl,
      this.#clock.after(UNREACHED_FOR_MS, () => this.#forgetMisses(baseUrl)),
    );
    if (isNew) this.#publishGateways();
  }

  #reached(baseUrl: string): void {
    this.#answered(baseUrl);
    this.#forgetMisses(baseUrl);
  }

  #forgetMisses(baseUrl: string): void {
    this.#misses.delete(baseUrl);
    const callOff = this.#unreached.get(baseUrl);
    if (callOff === undefined) return;
    callOff();
    this.#unreached.delete(baseUrl);
    this.#publishGateways();
  }

  #publishGateways(): void {
    this.#publish({ kind: 'gateways', unreached: this.unreached, unanswered: this.unanswered });
  }

  #noteKeychain({ kind }: TokenReading): void {
    const isShut = kind === 'locked' || kind === 'unavailable';
    if (isShut === this.#isKeychainShut) return;
    this.#isKeychainShut = isShut;
    this.#publish({ kind: 'environment', about: isShut ? 'keychain' : 'keychainOpen' });
  }
}

/** Whether the gateway answered anything at all. */
function isAnswered(answer: GatewayAnswer): boolean {
  const { kind } = 'outcome' in answer ? answer.outcome : answer;
  if (kind === 'unreachable' || kind === 'notSent') return false;
  const evidence = 'evidence' in answer ? (answer.evidence ?? null) : null;
  return evidence === null || evidence.httpStatus !== null;
}
