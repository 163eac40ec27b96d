// What is wrong around the desk: a gateway of real money that is not reached, a keychain that gives no token.

import type { DeskEvent } from '../../../../shared/api/events.ts';
import { OFFLINE_RETRY_FIRST_MS } from '../../engine/run-control.ts';
import type { GatewayAnswer } from '../../gateway/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { TokenReading } from '../../platform/keychain/vault.ts';
import type { System } from '../../session/system.ts';

/** A gateway that was not reached and is not asked again is no trouble of now: three tries of a refused watch. */
const UNREACHED_FOR_MS = 90_000;

/** One lost answer, or one failed connection, is not yet a gateway that cannot be reached: so many in a row are. */
const UNREACHED_IN_A_ROW = 3;

type EnvironmentSubject = Extract<DeskEvent, { kind: 'environment' }>['about'];
type Trouble = Extract<DeskEvent, { kind: 'snapshot' }>['troubles'][number];

export class EnvironmentWatch {
  readonly #clock: Clock;
  readonly #emit: (about: EnvironmentSubject) => void;
  /** Gateways that were not reached lately, each with the way to call its end off. */
  readonly #unreached = new Map<string, () => void>();
  /** Requests in a row that got no answer, of each gateway; those that were on their way together are one. */
  readonly #misses = new Map<string, { readonly count: number; readonly atMs: number }>();
  /** Gateways that this app started itself: reaching them says nothing about the network. */
  readonly #own = new Set<string>();
  #isKeychainShut = false;

  constructor(clock: Clock, emit: (about: EnvironmentSubject) => void) {
    this.#clock = clock;
    this.#emit = emit;
  }

  get troubles(): Trouble[] {
    return [
      ...(this.#unreached.size > 0 ? (['offline'] as const) : []),
      ...(this.#isKeychainShut ? (['keychain'] as const) : []),
    ];
  }

  /** The system with an eye on what its gateways and its keychain answer. */
  watch(system: System): System {
    return {
      ...system,
      startPractice: async (options) => {
        const start = await system.startPractice(options);
        if (start.kind === 'started') this.#own.add(start.gateway.url);
        return start;
      },
      connect: (options) =>
        system.connect({ ...options, onAnswer: (answer) => this.#noteAnswer(answer, options.baseUrl) }),
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

  /** The base URLs of gateways that were not reached lately. */
  get unreached(): readonly string[] {
    return [...this.#unreached.keys()];
  }

  /** Nobody uses this address any more: that it is not reached is no trouble. */
  forget(baseUrl: string): void {
    this.#reached(baseUrl);
  }

  close(): void {
    for (const callOff of this.#unreached.values()) callOff();
  }

  #noteAnswer(answer: GatewayAnswer, baseUrl: string): void {
    const { kind } = 'outcome' in answer ? answer.outcome : answer;
    const evidence = 'evidence' in answer ? (answer.evidence ?? null) : null;
    if (kind === 'unreachable' || kind === 'notSent') this.#missed(baseUrl);
    // Silence after a request that has left proves neither.
    else if (evidence === null || evidence.httpStatus !== null) this.#reached(baseUrl);
  }

  #missed(baseUrl: string): void {
    if (this.#own.has(baseUrl)) return;
    const atMs = this.#clock.monotonicMs();
    const before = this.#misses.get(baseUrl) ?? { count: 0, atMs: Number.NEGATIVE_INFINITY };
    if (atMs - before.atMs < OFFLINE_RETRY_FIRST_MS) return;
    this.#misses.set(baseUrl, { count: before.count + 1, atMs });
    if (before.count + 1 < UNREACHED_IN_A_ROW) return;
    const isNew = this.#unreached.size === 0;
    this.#unreached.get(baseUrl)?.();
    // Nobody may ask it again: then nothing is known after a while, and nothing is said.
    this.#unreached.set(
      baseUrl,
      this.#clock.after(UNREACHED_FOR_MS, () => this.#reached(baseUrl)),
    );
    if (isNew) this.#emit('offline');
  }

  #reached(baseUrl: string): void {
    this.#misses.delete(baseUrl);
    const callOff = this.#unreached.get(baseUrl);
    if (callOff === undefined) return;
    callOff();
    this.#unreached.delete(baseUrl);
    if (this.#unreached.size === 0) this.#emit('online');
  }

  #noteKeychain({ kind }: TokenReading): void {
    const isShut = kind === 'locked' || kind === 'unavailable';
    if (isShut === this.#isKeychainShut) return;
    this.#isKeychainShut = isShut;
    this.#emit(isShut ? 'keychain' : 'keychainOpen');
  }
}
