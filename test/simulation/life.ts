// A command as the simulation runs it, and its life in a process.

import type { Follower } from '../../electron/main/session/following.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { Machine } from './machine.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** A command under way in a process of its own. */
export interface Life {
  readonly process: SimulatedProcess;
  readonly machine: Machine;
  readonly name: string;
  /** When it began. Units: monotonic milliseconds. */
  readonly sinceMs: number;
  /** How many batches the machine had when it began. */
  readonly batches: number;
  /** How the command ended; null while it goes on, and for a process that died. */
  answer(): unknown;
  isOver(): boolean;
}

/** What a command does with its desk. Shape: `wait` passes the process's own time. Units: milliseconds. */
export type Act = (
  desk: System,
  life: { readonly follower: Follower; readonly wait: (ms: number) => Promise<void> },
) => unknown;
