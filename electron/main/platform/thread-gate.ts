// Ending a thread that unpacks. Node aborts the whole process when a thread is terminated between the making of a zlib handle
// and its start ("close before init" in node_zlib.cc; seen within seconds where threads end at random moments). So a thread says
// when it makes one: whoever ends it waits for those microseconds, and a thread that is ending makes none.

import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** Shared by a thread and whoever may end it. */
export type ThreadGate = Int32Array<SharedArrayBuffer>;

const MAKING = 0;
const ENDING = 1;

/** A thread that broke down in the middle is not waited for any longer. */
const WAITS_MAX = 1_000;

let passed: readonly ThreadGate[] = [];

export function openGate(): ThreadGate {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** Given by a thread as it starts: its own gate, and those of the threads that it ends with. */
export function passGates(gates: readonly ThreadGate[]): void {
  passed = gates;
}

/** The gates that a thread is started with by this one: its own besides this one's. */
export function gatesBelow(own: ThreadGate): readonly ThreadGate[] {
  return [...passed, own];
}

/** Makes something that no end may cut in two. Shape: a thread that is ending never comes back from here. */
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
