// The store together with its head: what compose opens. A writer whose head another process keeps is given to nobody: a
// copy of a database has the same head.

import { invariant, type Refused } from '../../../shared/failures.ts';
import type { Refusal } from '../../../shared/rows.ts';
import type { LedgerFailure } from '../domain/ledger.ts';
import type { LostBatch, Standing } from '../domain/standing.ts';
import { readChain } from './audit-log.ts';
import { refusing } from './disk-refusals.ts';
import {
  batchesGone,
  type HeadKeeper,
  type HeadPlace,
  judgeStanding,
  keepHead,
  lostBatches,
  type Noted,
  notePath,
  openHeadFile,
  type PlacedDatabase,
  readNoted,
  sendAfterHead,
} from './heads.ts';
import { openReadOnly } from './open-database.ts';
import { openStoreReader, openStoreWriter, type StoreOptions, type StoreReader, type StoreWriter } from './store.ts';
import { type AuditVerdict, verifyDatabase } from './verify-database.ts';

export interface HeadedReader extends StoreReader {
  readonly standing: Standing;
  readonly lostBatches: readonly LostBatch[];
}

export interface HeadedWriter extends StoreWriter {
  readonly standing: Standing;
  /** Batches that are noted outside and that this database does not hold. */
  readonly lostBatches: readonly LostBatch[];
  /** Makes this database the true one; audited. Errors: why its head could not be written; it stays locked then. */
  unlock(note: string, nowMs: number): LedgerFailure | null;
}

/** Opens for reading. Shape: the head is read before the rows, which are then as far on or further. */
export function openHeadedReader(
  options: StoreOptions,
  place: HeadPlace,
): { readonly kind: 'open'; readonly store: HeadedReader } | Refused {
  const opening = openStoreReader(options);
  if (opening.kind === 'refused') return opening;
  const { store } = opening;
  const noted = noting(place, { databaseId: store.chain.databaseId, ...options });
  if (noted.kind === 'refused') {
    store.close();
    return noted;
  }
  const standing = judgeStanding(store.chain, { ...noted, machine: place.machine });
  const lost = lostBatches(store.chain, { ...noted, prefix: options.prefix });
  return { kind: 'open', store: { ...store, standing, lostBatches: lost } };
}

/** Verifies the whole audit of a database beside whoever uses it. */
export function verifyHeaded(
  { path, prefix }: StoreOptions,
  place: HeadPlace,
): { readonly kind: 'verified'; readonly verdict: AuditVerdict } | Refused {
  const opened = openReadOnly(path, { forAudit: true });
  if (opened.kind === 'refused') return opened;
  const { database } = opened;
  try {
    const placed = { databaseId: readChain(database).databaseId, path, prefix };
    const head = noting(place, placed);
    if (head.kind === 'refused') return head;
    const seenNow = (): number => {
      const again = noting(place, placed);
      return again.kind === 'refused' ? 0 : (again.head?.sequence ?? 0);
    };
    const options = { prefix, machine: place.machine, head, seenNow };
    return { kind: 'verified', verdict: verifyDatabase(database, options) };
  } finally {
    database.close();
  }
}

/** Opens for writing. The caller holds the data folder's lock. Errors: busy when a copy of the database is open elsewhere. */
export function openHeadedWriter(
  options: StoreOptions,
  { actor, nowMs, place }: { readonly actor: string; readonly nowMs: number; readonly place: HeadPlace },
): { readonly kind: 'open'; readonly store: HeadedWriter } | { readonly kind: 'busy' } | Refused {
  const opening = openStoreWriter(options, { actor, nowMs });
  if (opening.kind === 'refused') return opening;
  const { store } = opening;
  const taken = place.take(store.chain.databaseId);
  if (taken.kind !== 'held') {
    store.close();
    return taken;
  }
  const { path: folder } = taken;
  const release = (): void => taken.release();
  const placed = { databaseId: store.chain.databaseId, ...options };
  const kept = refusing(folder, () => {
    const gone = batchesGone(place, placed);
    const file = openHeadFile(folder);
    const world = { chain: store.chain, file, gone, machine: place.machine, prefix: options.prefix };
    return { kind: 'kept' as const, keeper: keepHead({ ...world, notePath: () => notePath(folder, placed) }) };
  });
  if (kept.kind === 'refused' || kept.keeper.catchUp() !== null) {
    if (kept.kind === 'kept') kept.keeper.close();
    store.close();
    release();
    return { kind: 'refused', refusal: headUnusable(folder) };
  }
  return { kind: 'open', store: withHead(store, { keeper: kept.keeper, release }) };
}

function withHead(
  store: StoreWriter,
  { keeper, release }: { readonly keeper: HeadKeeper; readonly release: () => void },
): HeadedWriter {
  const { standing, lost } = keeper;
  store.afterCommit(() => {
    try {
      keeper.catchUp();
    } catch {
      // Where it fails here, the next claim tries again, meets the same fault, and is not handed out.
    }
  });
  return {
    ...store,
    standing,
    lostBatches: lost,
    ledger: sendAfterHead(store.ledger, keeper),
    confirm: (confirmation, ticket, judged) => {
      invariant(standing.kind === 'current', 'a locked database confirms nothing');
      return store.confirm(confirmation, ticket, judged);
    },
    unlock: (note, nowMs) => {
      if (standing.kind === 'current') return null;
      store.lock.open({ reason: standing.reason, note }, nowMs);
      return keeper.adopt();
    },
    close: () => {
      store.close();
      keeper.close();
      release();
    },
  };
}

/** What is noted of a database, or why that cannot be read. */
function noting(place: HeadPlace, database: PlacedDatabase): ({ readonly kind: 'read' } & Noted) | Refused {
  const read = refusing(database.path, () => ({ kind: 'read' as const, ...readNoted(place, database) }));
  if (read.kind === 'read') return read;
  return { kind: 'refused', refusal: headUnusable(place.folder) };
}

function headUnusable(folder: string): Refusal {
  return {
    code: 'stateFolder',
    message: `The note of how far the desk has come cannot be kept in ${folder}.`,
    cure: 'Check that this folder is yours to write and that its disk has free space.',
  };
}
