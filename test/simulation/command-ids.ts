// The ids that doors give their commands, and what was done under each: a person clicks twice, a script runs again after a crash.
// A second run is never excused: under one id at most one life posts, and at most one batch is confirmed.

import { type CommandId, parseCommandId } from '../../shared/ids.ts';
import type { Journal } from './journal.ts';
import type { Machine } from './machine.ts';
import type { Random } from './random.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** A command as it was given, so that it can be given again. */
export interface SentCommand<Act> {
  readonly id: CommandId;
  readonly name: string;
  readonly act: Act;
}

export class CommandIds<Act> {
  readonly #random: Random;
  readonly #journal: Journal;
  readonly #last = new Map<Machine, SentCommand<Act>>();
  readonly #idOf = new WeakMap<SimulatedProcess, CommandId>();
  readonly #poster = new Map<CommandId, SimulatedProcess>();
  readonly #batches = new Map<CommandId, number>();
  #count = 0;

  constructor(random: Random, journal: Journal) {
    this.#random = random;
    this.#journal = journal;
  }

  /** An id for a new command: nearly always a new one, sometimes that of the previous command. */
  next(machine: Machine): CommandId {
    const last = this.#last.get(machine);
    if (last !== undefined && this.#random.chance(0.02)) {
      this.#journal.fault('idOfAnotherCommand');
      return last.id;
    }
    this.#count += 1;
    const id = parseCommandId(`command-${this.#count}`);
    if (id === null) throw new Error('an id that is none');
    return id;
  }

  /** The machine's last command; null when there was none, or it is forgotten. */
  last(machine: Machine): SentCommand<Act> | null {
    return this.#last.get(machine) ?? null;
  }

  begins(machine: Machine, process: SimulatedProcess, command: SentCommand<Act>): void {
    this.#last.set(machine, command);
    this.#idOf.set(process, command.id);
  }

  /** A process posts a payout: no other may have posted under the same id. */
  posts(process: SimulatedProcess): void {
    const id = this.#idOf.get(process);
    if (id === undefined) return;
    const first = this.#poster.get(id) ?? process;
    this.#poster.set(id, first);
    if (first !== process) this.#journal.violation(`${process.name} posts under ${id}, as ${first.name} did before`);
  }

  /** A process confirmed this many batches. */
  confirmed(process: SimulatedProcess, batches: number): void {
    const id = this.#idOf.get(process);
    if (id === undefined || batches === 0) return;
    const sum = (this.#batches.get(id) ?? 0) + batches;
    this.#batches.set(id, sum);
    if (sum > 1) this.#journal.violation(`${sum} batches were confirmed under ${id}`);
  }

  /** The machine's database was replaced, and may not know earlier commands. */
  forget(machine: Machine): void {
    this.#last.delete(machine);
  }
}
