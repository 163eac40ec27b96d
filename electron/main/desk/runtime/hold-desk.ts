// Both desks of a data folder, opened for writing once and held as long as a window's process runs.

import { joined, msg } from '../../../../shared/messages/message.ts';
import { BOOKS, type Book, type Merchant } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { PracticeStart } from '../../practice/start-practice-gateway.ts';
import { recover } from '../../session/desks.ts';
import { diskFault, type Opening, type PacerLease, type System } from '../../session/system.ts';
import type { HeadedReader, HeadedWriter } from '../../store/store.ts';

export interface HeldDesks {
  readonly system: System;
  readonly stores: Readonly<Record<Book, HeadedWriter>>;
  /**
   * Closes one desk, runs `act`, which may do what needs its sole user, and always opens the desk again. Nothing else may be
   * using the desk. Returns `lost` if it could not be closed or reopened: this process no longer holds it.
   */
  reopenAround<Value>(book: Book, act: (plain: System) => Promise<Value>): Promise<ReopenedDesk<Value>>;
  /** Releases the desks and their lock, and stops the practice gateway. */
  close(): Promise<void>;
}

type ReopenedDesk<Value> =
  | { readonly kind: 'reopened'; readonly value: Value }
  | { readonly kind: 'lost'; readonly refusal: Refusal; readonly faults: readonly unknown[] };

type Holding =
  | { readonly kind: 'held'; readonly desks: HeldDesks }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Opens both desks and recovers what a dead process left in them. `onOpened` is called with each store, also when reopened. */
export function holdDesks(system: System, onOpened: (book: Book, store: HeadedWriter) => void): Holding {
  const opened: Partial<Record<Book, HeadedWriter>> = {};
  const closeAll = (): void => Object.values(opened).forEach((store) => store.close());
  for (const book of BOOKS) {
    const opening = openOne(system, book);
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
  const stores: Record<Book, HeadedWriter> = { live, practice };
  for (const book of BOOKS) onOpened(book, stores[book]);
  const lost = new Set<Book>();
  const gateway = sharePractice(system);
  const held: System = {
    ...system,
    isDeskHeld: () => true,
    openWriter: (book) => ({ kind: 'open', store: { ...stores[book], close: keepOpen }, isFresh: false }),
    openReader: (book) => ({ kind: 'open', store: readerOf(stores[book], () => system.openReader(book)) }),
    startPractice: gateway.start,
    lendPacer: sharePacers(system),
  };
  const close = async (): Promise<void> => {
    for (const book of BOOKS) if (!lost.has(book)) stores[book].close();
    await gateway.close();
  };
  const lose = (book: Book, opening: NotOpen, faults: readonly unknown[]): ReopenedDesk<never> => {
    lost.add(book);
    const all = opening.kind === 'broken' ? [...faults, opening.fault] : faults;
    return { kind: 'lost', refusal: cannotReopen(opening), faults: all };
  };
  const reopenAround = async <Value>(
    book: Book,
    act: (plain: System) => Promise<Value>,
  ): Promise<ReopenedDesk<Value>> => {
    // The other desk stays open and keeps the sender's lock, so that no other process can come in between.
    const unclosed = closeOne(stores[book]);
    if (unclosed !== null) return lose(book, unclosed, []);
    const [acted] = await Promise.allSettled([act(system)]);
    const opening = openOne(system, book);
    if (opening.kind !== 'open') return lose(book, opening, acted.status === 'rejected' ? [acted.reason] : []);
    stores[book] = opening.store;
    onOpened(book, opening.store);
    if (acted.status === 'rejected') throw acted.reason;
    return { kind: 'reopened', value: acted.value };
  };
  return { kind: 'held', desks: { system: held, stores, reopenAround, close } };
}

type NotOpen = Exclude<ReturnType<System['openWriter']>, { kind: 'open' }> | Broken;
interface Broken {
  readonly kind: 'broken';
  readonly fault: unknown;
}

/** Opens a desk and recovers what a dead process left in it. Closes it again if that fails. */
function openOne(system: System, book: Book): ReturnType<System['openWriter']> | Broken {
  let store: HeadedWriter | null = null;
  try {
    const opening = system.openWriter(book);
    if (opening.kind !== 'open') return opening;
    ({ store } = opening);
    // Opening does not write to a locked desk.
    if (store.standing.kind === 'current') recover(system, store);
    // A window must not freeze because another program reads through the database.
    store.waitInTurns();
    return opening;
  } catch (fault) {
    // Report the first fault, not one from closing.
    if (store !== null) closeOne(store);
    const refusal = diskFault(system, fault);
    return refusal === null ? { kind: 'broken', fault } : { kind: 'refused', refusal };
  }
}

/** Returns null once it is closed. */
function closeOne(store: HeadedWriter): Broken | null {
  try {
    store.close();
    return null;
  } catch (fault) {
    return { kind: 'broken', fault };
  }
}

function cannotReopen(opening: NotOpen): Refusal {
  const why = opening.kind === 'refused' ? [opening.refusal.message] : [];
  return {
    code: 'deskLost',
    message: joined([msg('running.deskLost'), ...why]),
    cure: msg('cure.startAgain'),
  };
}

function keepOpen(): void {
  // The process closes the desk when it ends.
}

/** Reads through the writer's connection. A report is read over many turns, so it gets a reader that sees one moment. */
function readerOf(store: HeadedWriter, open: () => Opening<HeadedReader>): HeadedReader {
  let own: HeadedReader | null = null;
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

/** One practice gateway for all sessions, started by the first and stopped with the process. */
function sharePractice(system: System): { readonly start: System['startPractice']; close(): Promise<void> } {
  let starting: Promise<PracticeStart> | null = null;
  return {
    start: async (options) => {
      starting ??= system.startPractice(options);
      const start = await starting;
      if (start.kind === 'started') return { ...start, gateway: { ...start.gateway, close: async () => {} } };
      starting = null;
      return start;
    },
    close: async () => {
      const start = await starting;
      if (start?.kind === 'started') await start.gateway.close();
    },
  };
}

/** One pacer per merchant, whoever asks: two windows must not be twice as fast as the profile allows. */
function sharePacers(system: System): System['lendPacer'] {
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
    // A changed limit applies once nobody uses the old pacer; a new pacer waits its first second.
    const isUsable = known !== undefined && (known.users > 0 || known.limitPerSecond === limitPerSecond);
    const shared = isUsable
      ? known
      : { lease: system.lendPacer({ merchant, limitPerSecond, refusedRate }), limitPerSecond, users: 0 };
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
