// What a desk does with a damaged database, compared with the truth.

import Database from 'better-sqlite3';
import type { Intention } from '../../electron/main/domain/same-payment.ts';
import type { StoreWriter } from '../../electron/main/store/store.ts';
import { claim, type Fixture, NOW_MS, openDeskFile, orderText } from './fixture.ts';

/**
 * `olderThanHead`: a whole database from an earlier moment, which only the head outside it can show; `blindGuard`: it opened, and
 * a guard no longer finds a payout that left.
 */
export const VERDICTS = [
  'refusedAtOpen',
  'refusedAtResume',
  'stopped',
  'olderThanHead',
  'true',
  'blindGuard',
  'WRONG',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Judgement {
  readonly verdict: Verdict;
  readonly why: string;
}

/** Opens, resumes and claims everything, as the program would. */
export function judge(file: string, fixture: Fixture): Judgement {
  let store: StoreWriter | null = null;
  try {
    const opening = openDeskFile(file);
    if (opening.kind !== 'open') return { verdict: 'refusedAtOpen', why: opening.refusal.code };
    store = opening.store;
    return judgeOpen(store, file, fixture);
  } catch (error) {
    // It failed loudly and sent nothing: the turn was rolled back.
    return { verdict: 'stopped', why: error instanceof Error ? error.message : String(error) };
  } finally {
    closeQuietly(store);
  }
}

function judgeOpen(store: StoreWriter, file: string, fixture: Fixture): Judgement {
  if (entriesIn(file) < fixture.auditEntries) return { verdict: 'olderThanHead', why: 'entries are missing' };
  const damaged = store.checkIndexes({ nowMs: NOW_MS, batch: null });
  if (damaged !== null) return { verdict: 'refusedAtResume', why: damaged.code };
  const blind = [...fixture.payouts].find(([, truth]) => truth.guards && !isGuarded(store, fixture, truth));
  store.ledger.interrupt('crashed', { nowMs: 1, backoff: { firstMs: 1, maxMs: 2 } });
  const batches = store.batches.list();
  const changed = batches.map((batch) => store.checkBatch(batch)).find((refusal) => refusal !== null);
  if (changed !== undefined) return { verdict: 'refusedAtResume', why: changed?.code ?? '' };
  const seen = new Set<number>();
  for (const { batch, payoutCount } of batches) {
    for (const claimed of claim(store, batch, payoutCount)) {
      const truth = fixture.payouts.get(claimed.payoutId);
      if (truth === undefined) return wrong(`payout ${claimed.payoutId} never was`);
      if (truth.posted) return wrong(`payout ${claimed.payoutId} left before and would leave again`);
      if (truth.order !== orderText(claimed)) return wrong(`${orderText(claimed)} instead of ${truth.order}`);
      seen.add(claimed.payoutId);
    }
  }
  const lost = [...fixture.payouts].filter(([id, truth]) => !truth.posted && !seen.has(id));
  if (lost.length > 0) return wrong(`${lost.length} queued payouts were not found`);
  return blind === undefined ? { verdict: 'true', why: '' } : { verdict: 'blindGuard', why: `payout ${blind[0]}` };
}

function wrong(why: string): Judgement {
  return { verdict: 'WRONG', why };
}

/** Whether the same payment from another batch would be stopped. */
function isGuarded(
  store: StoreWriter,
  { merchant: { mid } }: Fixture,
  { intention }: { readonly intention: Intention },
): boolean {
  const question = {
    mid,
    batch: Number.MAX_SAFE_INTEGER,
    row: intention,
    nowMs: 1,
    retryOf: null,
  };
  return store.guard(question).hits.length > 0;
}

function entriesIn(file: string): number {
  const database = new Database(file, { readonly: true });
  try {
    return Number(database.prepare('SELECT max(sequence) FROM audit').pluck().get());
  } finally {
    database.close();
  }
}

function closeQuietly(store: StoreWriter | null): void {
  try {
    store?.close();
  } catch {
    // A damaged file may fail even to close; the process holds it until it ends.
  }
}
