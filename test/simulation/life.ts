import type { Follower } from '../../electron/main/session/following.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { Machine } from './machine.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** A command under way in its own process. */
export interface Life {
  readonly process: SimulatedProcess;
  readonly machine: Machine;
  readonly name: string;
  /** When it began, in monotonic milliseconds. */
  readonly sinceMs: number;
  /** How many batches the machine had when it began. */
  readonly batches: number;
  /** How the command ended; null while it runs, and for a process that died. */
  answer(): unknown;
  isOver(): boolean;
}

/** What a command does with its desk. `wait` takes milliseconds of the process's own time. */
export type Act = (
  desk: System,
  life: { readonly follower: Follower; readonly wait: (ms: number) => Promise<void> },
) => unknown;
