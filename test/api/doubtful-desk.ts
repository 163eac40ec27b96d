// The two desks of a data folder as the handlers see them, over the real store, with a clock that the test moves.
// In: nothing. Out: the rooms that reading and deciding need. This file must never open a gateway.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Book } from '../../shared/books.ts';
import type { Opening, Reader, Rooms } from '../../electron/main/api/ports.ts';
import { type HeadedWriter, openHeadedReader, openHeadedWriter } from '../../electron/main/store/headed-store.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { type SaysOf, STILL_NOT_KNOWN, withGateway } from './filled-desk.ts';
import { ACTOR, testFolder } from '../store/desk-file.ts';

export interface DoubtfulDesk {
  readonly rooms: Rooms;
  readonly clock: { nowMs: number };
  /** What the gateway says in the moment of a decision. */
  readonly says: { now: SaysOf };
  /** Whether another process has the desk. */
  readonly held: { now: boolean };
  writer(book: Book): HeadedWriter;
  /** Makes a payout of the live desk the retry of another. */
  retryOf(payoutId: number, origin: number): void;
}

/** A data folder of its own. */
export function doubtfulDesk(nowMs: number): DoubtfulDesk {
  const folder = testFolder();
  const clock = { nowMs };
  const held = { now: false };
  const says: { now: SaysOf } = { now: () => STILL_NOT_KNOWN };
  const place = headPlaceIn(join(folder, 'state'));
  const fileOf = (book: Book) =>
    book === 'live'
      ? ({ path: join(folder, 'desk.db'), prefix: 'B' } as const)
      : ({ path: join(folder, 'practice.db'), prefix: 'P' } as const);
  const openReader = (book: Book): Opening<Reader> =>
    existsSync(fileOf(book).path) ? openHeadedReader(fileOf(book), place) : { kind: 'absent' };
  const openWriter = (book: Book): Opening<HeadedWriter> =>
    held.now ? { kind: 'busy' } : openHeadedWriter(fileOf(book), { actor: ACTOR, nowMs: clock.nowMs, place });
  const rooms = {
    clock: { nowMs: () => clock.nowMs, monotonicMs: () => clock.nowMs },
    isDeskHeld: () => held.now,
    faultOfDisk: () => null,
    tokens: {},
    openReader,
    openWriter,
  };
  return {
    // Everything that reading and deciding touch; a handler that reached for more would find nothing.
    rooms: withGateway(rooms as unknown as Rooms, (key) => says.now(key)),
    says,
    clock,
    held,
    retryOf: (payoutId, origin) => {
      const raw = new Database(fileOf('live').path);
      raw.prepare('UPDATE payouts SET retry_of = ? WHERE payout_id = ?').run(origin, payoutId);
      raw.close();
    },
    writer: (book) => {
      const opening = openWriter(book);
      if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
      return opening.store;
    },
  };
}
