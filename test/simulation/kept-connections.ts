// The connections that a client may keep for its reads: an answer too many on one of them shifts every answer after it.
// In: answers in the order of their requests. Out: what the client hears. A request on a connection of its own never comes here.
// This file must never reorder anything but by what a gateway sent too much.

import type { ReadResult } from './simulated-gateway.ts';

/** A server closes what is idle for longer. */
const IDLE_MS = 5_000;

interface Connection {
  readonly waiting: ReadResult[];
  isBusy: boolean;
  usedAtMs: number;
}

export class KeptConnections {
  readonly #nowMs: () => number;
  #connections: Connection[] = [];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** One read over a connection that is kept, or a new one. Shape: `isTwice` when the gateway answers it a second time. */
  async read(exchange: () => Promise<{ readonly heard: ReadResult; readonly isTwice: boolean }>): Promise<ReadResult> {
    const connection = this.#take();
    try {
      const { heard, isTwice } = await exchange();
      connection.waiting.push(heard, ...(isTwice ? [heard] : []));
      const next = connection.waiting.shift() ?? heard;
      // What did not come whole leaves no connection behind.
      if (heard.answer.ending !== 'whole') this.#connections = this.#connections.filter((one) => one !== connection);
      return next;
    } finally {
      connection.isBusy = false;
      connection.usedAtMs = this.#nowMs();
    }
  }

  #take(): Connection {
    const nowMs = this.#nowMs();
    this.#connections = this.#connections.filter(({ isBusy, usedAtMs }) => isBusy || nowMs - usedAtMs < IDLE_MS);
    const kept = this.#connections.find(({ isBusy }) => !isBusy);
    const connection = kept ?? { waiting: [], isBusy: true, usedAtMs: nowMs };
    connection.isBusy = true;
    if (kept === undefined) this.#connections.push(connection);
    return connection;
  }
}
