// Both desks of a data folder as the handlers see them, over the real store, with a clock that the test moves.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Opening, System } from '../../electron/main/session/system.ts';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import {
  type HeadedReader,
  type HeadedWriter,
  openHeadedReader,
  openHeadedWriter,
} from '../../electron/main/store/store.ts';
import type { Book } from '../../shared/profiles.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { ACTOR, tamper, testFolder } from '../store/desk-file.ts';
import { type SaysOf, STILL_NOT_KNOWN, withGateway } from './filled-desk.ts';

export interface DoubtfulDesk {
  readonly system: System;
  readonly clock: { nowMs: number };
  /** What the gateway answers at the moment of a decision. */
  readonly says: { now: SaysOf };
  /** Whether another process has the desk. */
  readonly held: { now: boolean };
  writer(book: Book): HeadedWriter;
  /** Makes a payout of the live desk the retry of another. */
  retryOf(payoutId: number, origin: number): void;
}

/** A desk in its own data folder. */
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
  const openReader = (book: Book): Opening<HeadedReader> =>
    existsSync(fileOf(book).path) ? openHeadedReader(fileOf(book), place) : { kind: 'absent' };
  const openWriter = (book: Book): Opening<HeadedWriter> =>
    held.now
      ? { kind: 'busy' }
      : openHeadedWriter(fileOf(book), { actor: ACTOR, nowMs: clock.nowMs, monotonicMs: () => 0, place });
  const system = {
    clock: { nowMs: () => clock.nowMs, monotonicMs: () => clock.nowMs },
    isDeskHeld: () => held.now,
    files: { dataFolder: folder },
    tokens: {},
    openReader,
    openWriter,
  };
  return {
    // Everything that reading and deciding use; anything else is missing here.
    system: withGateway(system as unknown as System, (key) => says.now(key)),
    says,
    clock,
    held,
    retryOf: (payoutId, origin) => {
      const raw = new DeskDatabase(fileOf('live').path);
      tamper(raw, `UPDATE payouts SET retry_of = ${origin} WHERE payout_id = ${payoutId}`);
      raw.close();
    },
    writer: (book) => {
      const opening = openWriter(book);
      if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
      return opening.store;
    },
  };
}
