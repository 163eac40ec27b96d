// The store, with a point before and after each call at which the process can die and the disk can fail.

import Database from 'better-sqlite3';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** What may go wrong at one write. `after` means it is on disk but reports a failure. */
export interface WriteFault {
  readonly when: 'before' | 'after';
  readonly code: 'SQLITE_FULL' | 'SQLITE_IOERR_WRITE' | 'SQLITE_IOERR_FSYNC';
}

export interface StoreWatch {
  readonly process: SimulatedProcess;
  /** The fault at the write about to happen; null for none. */
  faultAt(write: string): WriteFault | null;
  onClose(): void;
}

const READS: ReadonlySet<string> = new Set([
  'find',
  'list',
  'repeats',
  'nextRunNumber',
  'unsettledCount',
  'tally',
  'report',
  'dueLookups',
  'nextDueAtMs',
  'heldCount',
  'queuedReferences',
  'accountChanged',
  'referenceTaken',
  'guard',
  'unsentRepeats',
  'today',
  'lastRecord',
]);

/** The store as one process sees it. */
export function watchStore(store: HeadedWriter, watch: StoreWatch): HeadedWriter {
  // A failed sync leaves its writes for the next process to find: this process must not continue as if it knew.
  const doomed = { now: false };
  // Writes of one transaction are one write: nothing happens between them, and a death there leaves none.
  const together = { now: false };
  const call = (name: string, act: () => unknown): unknown => {
    if (together.now) return act();
    if (doomed.now) watch.process.kill();
    watch.process.pass();
    const fault = READS.has(name) ? null : watch.faultAt(name);
    if (fault?.when === 'before') return failAt(name, fault);
    together.now = name === 'together';
    const result = finishing(act, () => (together.now = false));
    if (fault !== null) {
      doomed.now = true;
      return failAt(name, fault);
    }
    watch.process.pass();
    return result;
  };
  const seen = watched({ ...store }, call);
  // Events touch no disk, and a dead process gets none.
  const subscribe: HeadedWriter['ledger']['subscribe'] = ({ onChanges, onFault }) =>
    store.ledger.subscribe({ onChanges: (changes) => watch.process.alive && onChanges(changes), onFault });
  // Replaces the store's own close, and not that of anything in it, such as the lock of a restored desk.
  return { ...seen, ledger: { ...seen.ledger, subscribe }, close: () => watch.onClose() };
}

function finishing(act: () => unknown, finish: () => void): unknown {
  try {
    return act();
  } finally {
    finish();
  }
}

function watched<Target extends object>(target: Target, call: (name: string, act: () => unknown) => unknown): Target {
  const stored = new Map<string | symbol, unknown>();
  return new Proxy(target, {
    get: (_, key) => {
      if (stored.has(key)) return stored.get(key);
      const value: unknown = Reflect.get(target, key);
      const seen =
        typeof value === 'function'
          ? (...args: unknown[]) => call(String(key), () => Reflect.apply(value, target, args))
          : typeof value === 'object' && value !== null
            ? watched(value, call)
            : value;
      stored.set(key, seen);
      return seen;
    },
  });
}

/** A turn returns its failure as data, as the real one does; every other write throws it. */
function failAt(name: string, { code }: WriteFault): unknown {
  if (name !== 'turn') throw new Database.SqliteError('the simulated disk refuses', code);
  return code === 'SQLITE_FULL' ? { kind: 'diskFull' } : { kind: 'unwritable', code };
}
