// Both desks of a data folder, opened for writing once and held for the life of a window's process. In: the rooms as every
// command opens them. Out: rooms whose desks are open already, shared by all commands, or why they cannot be held.
// This file must never open a desk a second time, nor take what this process sends now for what a dead one left.

import { type Book, BOOKS } from '../../../../shared/books.ts';
import { recover } from '../desks.ts';
import { watchTurns } from './watch-turns.ts';
import type { Opening, PacerLease, PracticeStart, Reader, Rooms, Writer } from '../ports.ts';
import type { Merchant } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/issues.ts';

/** The desks while they are held. */
export interface HeldDesks {
  readonly rooms: Rooms;
  readonly stores: Readonly<Record<Book, Writer>>;
  /**
   * Closes one desk, lets `act` do what only its sole user may, and opens it again, whatever came of it. Nothing else may be
   * at work in it. Errors: `lost` when it could not be closed or opened again: this process holds it no longer.
   */
  reopenAround<Value>(book: Book, act: (plain: Rooms) => Promise<Value>): Promise<Reopened<Value>>;
  /** Gives the desks and their lock back, and ends the practice gateway. */
  close(): Promise<void>;
}

export type Reopened<Value> =
  | { readonly kind: 'reopened'; readonly value: Value }
  | { readonly kind: 'lost'; readonly refusal: Refusal; readonly faults: readonly unknown[] };

export type Holding =
  | { readonly kind: 'held'; readonly desks: HeldDesks }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Opens both desks and recovers what a dead process left in them. `onOpened` hears of each store, at first and anew. */
export function holdDesks(rooms: Rooms, onOpened: (book: Book, store: Writer) => void = () => {}): Holding {
  const opened: Partial<Record<Book, Writer>> = {};
  const closeAll = (): void => Object.values(opened).forEach((store) => store.close());
  for (const book of BOOKS) {
    const opening = openOne(rooms, book);
    if (opening.kind === 'open') {
      opened[book] = opening.store;
      continue;
    }
    closeAll();
    if (opening.kind === 'broken') throw opening.fault;
    return opening.kind === 'refused' ? opening : { kind: 'busy' };
  }
  const { live, practice } = opened;
  if (live === undefined || practice === undefined) return { kind: 'busy' };
  const stores: Record<Book, Writer> = { live, practice };
  for (const book of BOOKS) onOpened(book, stores[book]);
  const lost = new Set<Book>();
  const gateway = sharePractice(rooms);
  const turns = watchTurns(rooms.inTurns);
  const held: Rooms = {
    ...rooms,
    inTurns: turns.inTurns,
    isDeskHeld: () => true,
    openWriter: (book) => {
      // Whoever is about to write decides by what is stored, and a batch that is being stored is as good as stored.
      stores[book].finishStoring();
      return { kind: 'open', store: { ...stores[book], close: keepOpen }, isFresh: false };
    },
    openReader: (book) => ({ kind: 'open', store: readerOf(stores[book], () => rooms.openReader(book)) }),
    startPractice: gateway.start,
    lendPacer: sharePacers(rooms),
  };
  const close = async (): Promise<void> => {
    await turns.ended();
    for (const book of BOOKS) if (!lost.has(book)) stores[book].close();
    await gateway.close();
  };
  const lose = (book: Book, opening: NotOpen, faults: readonly unknown[]): Reopened<never> => {
    lost.add(book);
    const all = opening.kind === 'broken' ? [...faults, opening.fault] : faults;
    return { kind: 'lost', refusal: cannotReopen(opening), faults: all };
  };
  const reopenAround = async <Value>(book: Book, act: (plain: Rooms) => Promise<Value>): Promise<Reopened<Value>> => {
    await turns.ended();
    // The other desk stays open and keeps the sender's lock: no other process comes in between.
    const unclosed = closeOne(stores[book]);
    if (unclosed !== null) return lose(book, unclosed, []);
    const [acted] = await Promise.allSettled([act(rooms)]);
    const opening = openOne(rooms, book);
    if (opening.kind !== 'open') return lose(book, opening, acted.status === 'rejected' ? [acted.reason] : []);
    stores[book] = opening.store;
    onOpened(book, opening.store);
    if (acted.status === 'rejected') throw acted.reason;
    return { kind: 'reopened', value: acted.value };
  };
  return { kind: 'held', desks: { rooms: held, stores, reopenAround, close } };
}

type NotOpen = Exclude<ReturnType<Rooms['openWriter']>, { kind: 'open' }> | Broken;
interface Broken {
  readonly kind: 'broken';
  readonly fault: unknown;
}

/** Opens a desk and recovers what a dead process left in it. Shape: closed again when that failed. */
function openOne(rooms: Rooms, book: Book): ReturnType<Rooms['openWriter']> | Broken {
  let store: Writer | null = null;
  try {
    const opening = rooms.openWriter(book);
    if (opening.kind !== 'open') return opening;
    ({ store } = opening);
    // A locked desk is written to by nobody but who unlocks it.
    if (store.standing.kind === 'current') recover(rooms, store);
    // A window must not stand still because another program looks through the database.
    store.waitInTurns();
    return opening;
  } catch (fault) {
    // What came first is what to tell.
    if (store !== null) closeOne(store);
    const refusal = rooms.faultOfDisk(fault);
    return refusal === null ? { kind: 'broken', fault } : { kind: 'refused', refusal };
  }
}

/** Shape: null when it is closed. */
function closeOne(store: Writer): Broken | null {
  try {
    store.close();
    return null;
  } catch (fault) {
    return { kind: 'broken', fault };
  }
}

function cannotReopen(opening: NotOpen): Refusal {
  const why = opening.kind === 'refused' ? ` ${opening.refusal.message}` : '';
  return {
    code: 'deskLost',
    message: `The desk could not be opened again.${why}`,
    cure: 'Close Payout Desk and start it again: it says then what is the matter.',
  };
}

function keepOpen(): void {
  // The process closes the desk when it ends.
}

/** The writer's own connection reads as well; a report, read over many turns, gets one that sees a single moment. */
function readerOf(store: Writer, open: () => Opening<Reader>): Reader {
  let own: Reader | null = null;
  return {
    ...store,
    report: (batch, asOfMs) => {
      const opening = open();
      if (opening.kind !== 'open') return store.report(batch, asOfMs);
      own = opening.store;
      return own.report(batch, asOfMs);
    },
    close: () => own?.close(),
  };
}

/** One practice gateway for all sessions: started with the first, ended with the process. */
function sharePractice(rooms: Rooms): { readonly start: Rooms['startPractice']; close(): Promise<void> } {
  let starting: Promise<PracticeStart> | null = null;
  return {
    start: async (options) => {
      starting ??= rooms.startPractice(options);
      const start = await starting;
      if (start.kind === 'started') return { ...start, practice: { ...start.practice, close: async () => {} } };
      starting = null;
      return start;
    },
    close: async () => {
      const start = await starting;
      if (start?.kind === 'started') await start.practice.close();
    },
  };
}

/** One rate per merchant, whatever asks: two windows must not be twice as fast as the profile allows. */
function sharePacers(rooms: Rooms): Rooms['lendPacer'] {
  interface Shared {
    readonly lease: PacerLease;
    readonly limitPerSecond: number;
    users: number;
  }
  const byMerchant = new Map<string, Shared>();
  const keyOf = ({ baseUrl, mid }: Merchant): string => `${mid} ${baseUrl}`;
  return ({ merchant, limitPerSecond, refusedRate }) => {
    const key = keyOf(merchant);
    const known = byMerchant.get(key);
    // Another limit holds only once nobody uses the old one; a new rate waits its first second.
    const isUsable = known !== undefined && (known.users > 0 || known.limitPerSecond === limitPerSecond);
    const shared = isUsable
      ? known
      : { lease: rooms.lendPacer({ merchant, limitPerSecond, refusedRate }), limitPerSecond, users: 0 };
    byMerchant.set(key, shared);
    shared.users += 1;
    let isLent = true;
    const release = (): void => {
      if (isLent) shared.users -= 1;
      isLent = false;
    };
    return { pacer: shared.lease.pacer, release };
  };
}
