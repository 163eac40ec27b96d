// Problems around the desk: a LIVE gateway that cannot be reached, a keychain that gives no token, a program whose files were
// replaced or removed under it.

import type { DeskEvent } from '../../../../shared/api/events.ts';
import { OFFLINE_RETRY_FIRST_MS } from '../../engine/run-control.ts';
import type { GatewayAnswer } from '../../gateway/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { TokenReading } from '../../platform/keychain/vault.ts';
import type { ProgramFiles } from '../../platform/program-files.ts';
import type { System } from '../../session/system.ts';

/** A gateway that is not tried again for this long counts as reachable: it is three retries of a refused watch. */
const UNREACHED_FOR_MS = 90_000;

/** One lost answer or failed connection does not make a gateway unreachable; this many in a row do. */
const UNREACHED_IN_A_ROW = 3;

/** Looking takes a millisecond. */
const PROGRAM_CHECKED_EVERY_MS = 10_000;

type Trouble = Extract<DeskEvent, { kind: 'snapshot' }>['troubles'][number];

export class EnvironmentWatch {
  readonly #clock: Clock;
  readonly #publish: (event: DeskEvent) => void;
  /** Unreached gateways, each with the cancel function of its timer. */
  readonly #unreached = new Map<string, () => void>();
  /** Failed requests in a row per gateway; several at the same time count once. */
  readonly #misses = new Map<string, { readonly count: number; readonly atMs: number }>();
  /** Gateways that this app started itself: reaching them says nothing about the network. */
  readonly #own = new Set<string>();
  readonly #program: ProgramFiles;
  #isKeychainShut = false;
  #isProgramChanged = false;
  #stopLooking = (): void => undefined;

  constructor(clock: Clock, program: ProgramFiles, publish: (event: DeskEvent) => void) {
    this.#clock = clock;
    this.#program = program;
    this.#publish = publish;
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

  /** The base URLs of gateways that could not be reached lately. */
  get unreached(): string[] {
    return [...this.#unreached.keys()];
  }

  /** No profile uses this address any more, so it no longer matters that it is unreachable. */
  forget(baseUrl: string): void {
    this.#reached(baseUrl);
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
  }

  #noteAnswer(answer: GatewayAnswer, baseUrl: string): void {
    const { kind } = 'outcome' in answer ? answer.outcome : answer;
    const evidence = 'evidence' in answer ? (answer.evidence ?? null) : null;
    if (kind === 'unreachable' || kind === 'notSent') this.#missed(baseUrl);
    // No answer to a request that was sent proves neither.
    else if (evidence === null || evidence.httpStatus !== null) this.#reached(baseUrl);
  }

  #missed(baseUrl: string): void {
    if (this.#own.has(baseUrl)) return;
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
      this.#clock.after(UNREACHED_FOR_MS, () => this.#reached(baseUrl)),
    );
    if (isNew) this.#publishUnreached();
  }

  #reached(baseUrl: string): void {
    this.#misses.delete(baseUrl);
    const callOff = this.#unreached.get(baseUrl);
    if (callOff === undefined) return;
    callOff();
    this.#unreached.delete(baseUrl);
    this.#publishUnreached();
  }

  #publishUnreached(): void {
    this.#publish({ kind: 'gateways', unreached: this.unreached });
  }

  #noteKeychain({ kind }: TokenReading): void {
    const isShut = kind === 'locked' || kind === 'unavailable';
    if (isShut === this.#isKeychainShut) return;
    this.#isKeychainShut = isShut;
    this.#publish({ kind: 'environment', about: isShut ? 'keychain' : 'keychainOpen' });
  }
}
