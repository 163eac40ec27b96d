// Ends a thread that unpacks files. Node aborts the whole process when a thread is terminated between the creation of a zlib
// handle and its start ("close before init" in node_zlib.cc; seen within seconds where threads end at random moments). So a
// thread marks when it creates one: ending it waits for those microseconds, and a thread that is ending creates none.

import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** Shared by a thread and those that may end it. */
export type ThreadGate = Int32Array<SharedArrayBuffer>;

const MAKING = 0;
const ENDING = 1;

/** A thread that broke down in the middle is not waited for any longer. */
const WAITS_MAX = 1_000;

let passed: readonly ThreadGate[] = [];

export function openGate(): ThreadGate {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** Called by a thread as it starts: its own gate, and those of the threads that it ends with. */
export function passGates(gates: readonly ThreadGate[]): void {
  passed = gates;
}

/** The gates for a thread that this one starts: this thread's gates and its own. */
export function gatesBelow(own: ThreadGate): readonly ThreadGate[] {
  return [...passed, own];
}

/** Creates something that must not be interrupted. A thread that is ending never returns from here. */
export function makeWhole<Made>(make: () => Made): Made {
  count(1);
  const ending = passed.find((gate) => Atomics.load(gate, ENDING) === 1);
  if (ending !== undefined) {
    count(-1);
    Atomics.wait(ending, ENDING, 1);
  }
  try {
    return make();
  } finally {
    count(-1);
  }
}

function count(by: 1 | -1): void {
  for (const gate of passed) Atomics.add(gate, MAKING, by);
}

export async function endThread(worker: Worker, gate: ThreadGate): Promise<void> {
  Atomics.store(gate, ENDING, 1);
  for (let waits = 0; waits < WAITS_MAX && Atomics.load(gate, MAKING) > 0; waits += 1) await wait(1);
  await worker.terminate();
}
