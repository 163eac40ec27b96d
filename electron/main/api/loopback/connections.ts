// Who holds a connection to the loopback door. In: connections as they come, and which of them showed a session. Out: room for
// the next one, always. A stranger is whoever has shown none: when there are too many, the one that came first goes.
// This file must never drop a connection that showed a session.

import type { Socket } from 'node:net';
import {
  DOOR_CONNECTIONS_MAX,
  DOOR_STRANGERS_MAX,
  DOOR_STRANGERS_RUSH_MAX,
  DOOR_SHOWS_WITHIN_MS,
} from '../../../../shared/limits.ts';
import type { Clock } from '../ports.ts';

export class Connections {
  readonly #clock: Clock;
  /** In the order in which they came. Shape: with when, on the monotonic clock. */
  readonly #strangers = new Map<Socket, number>();
  readonly #known = new Set<Socket>();
  #isTrimDue = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes a connection in. */
  admit(socket: Socket): void {
    this.#strangers.set(socket, this.#clock.monotonicMs());
    socket.once('close', () => {
      this.#strangers.delete(socket);
      this.#known.delete(socket);
    });
    while (this.#strangers.size > DOOR_STRANGERS_RUSH_MAX) this.#dropFirst();
    if (this.#strangers.size > DOOR_STRANGERS_MAX) this.#trimLater();
  }

  /** This connection showed a session. */
  know(socket: Socket): void {
    if (this.#known.size >= DOOR_CONNECTIONS_MAX || !this.#strangers.delete(socket)) return;
    this.#known.add(socket);
  }

  /** A newcomer is left the time that a browser needs to say who it is. */
  #trimLater(): void {
    if (this.#isTrimDue) return;
    this.#isTrimDue = true;
    this.#clock.after(DOOR_SHOWS_WITHIN_MS, () => {
      this.#isTrimDue = false;
      const nowMs = this.#clock.monotonicMs();
      for (const [socket, cameMs] of this.#strangers) {
        if (this.#strangers.size <= DOOR_STRANGERS_MAX) return;
        if (nowMs - cameMs < DOOR_SHOWS_WITHIN_MS) return this.#trimLater();
        this.#drop(socket);
      }
    });
  }

  #dropFirst(): void {
    for (const socket of this.#strangers.keys()) return this.#drop(socket);
  }

  #drop(socket: Socket): void {
    this.#strangers.delete(socket);
    socket.destroy();
  }
}
