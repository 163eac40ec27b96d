// What came back of a payout, kept word for word: answers to its requests, and look-ups. Each row has a digest, and the payout
// carries all of them as one, which its audit entries take over: a row that is changed or taken out later is noticed.

import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { AttemptId, PayoutId } from '../../../shared/ids.ts';

/** The digest of no evidence at all. */
const NO_DIGEST = '0'.repeat(32);

/** The columns of an answer, in the order in which they are digested. Units: milliseconds since 1970 UTC. */
export type ResultRow = readonly [
  attemptId: number,
  outcome: string,
  httpStatus: number | null,
  message: string | null,
  answer: string | null,
  answeredAtMs: number,
];

/** The columns of a look-up, in the order in which they are digested. */
export type LookupRow = readonly [
  lookupId: number,
  lookedUpBy: string,
  finding: string,
  httpStatus: number | null,
  answer: string | null,
  answeredAtMs: number,
];

/** All that is kept of a payout, in the order in which it was written. */
export interface KeptEvidence {
  readonly results: readonly ResultRow[];
  readonly lookups: readonly LookupRow[];
}

/** Prepares reading what is kept of a payout. */
export function prepareReadEvidence(database: Database.Database): (payoutId: number) => KeptEvidence {
  const results = database
    .prepare<[number], ResultRow>(
      `SELECT attempt_id, outcome, r.http_status, r.message, r.answer, r.answered_at_ms
       FROM attempts a JOIN attempt_results r USING (attempt_id) WHERE a.payout_id = ? ORDER BY attempt_id`,
    )
    .raw();
  const lookups = database
    .prepare<[number], LookupRow>(
      `SELECT lookup_id, looked_up_by, finding, http_status, answer, answered_at_ms
       FROM lookups WHERE payout_id = ? ORDER BY lookup_id`,
    )
    .raw();
  return (payoutId) => ({ results: results.all(payoutId), lookups: lookups.all(payoutId) });
}

/** A payout as its evidence is added to. */
interface EvidenceOf {
  readonly payout_id: PayoutId;
  readonly evidence: string | null;
}

interface KeepEvidence {
  /** Keeps an answer. Shape: the payout's digest from then on, for its row. */
  result(payout: EvidenceOf, attemptId: AttemptId, ...row: Tail<ResultRow>): string;
  /** Keeps a look-up. Shape: as result. */
  lookup(payout: EvidenceOf, ...row: Tail<LookupRow>): string;
}

type Tail<Row extends readonly unknown[]> = Row extends readonly [unknown, ...infer Rest] ? Rest : never;

/** Prepares keeping evidence, in the caller's transaction. */
export function prepareEvidence(database: Database.Database): KeepEvidence {
  const insertResult = database.prepare(
    `INSERT INTO attempt_results (attempt_id, outcome, http_status, message, answer, answered_at_ms)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const insertLookup = database.prepare(
    `INSERT INTO lookups (payout_id, looked_up_by, finding, http_status, answer, answered_at_ms) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  return {
    result: ({ evidence }, ...row) => {
      insertResult.run(...row);
      return combine(evidence ?? NO_DIGEST, resultDigest(row));
    },
    lookup: ({ payout_id: payoutId, evidence }, ...row) => {
      const lookupId = Number(insertLookup.run(payoutId, ...row).lastInsertRowid);
      return combine(evidence ?? NO_DIGEST, lookupDigest([lookupId, ...row]));
    },
  };
}

/** The digest that an audit entry takes over; nothing where there is none. */
export function evidenceDetail(evidence: string | null): { readonly evidence?: string } {
  return evidence === null ? {} : { evidence };
}

/** Whether what is kept is what the payout's row says, and `audited`, the last of its audit entries that says it. */
export function isEvidenceWhole(
  kept: KeptEvidence,
  { evidence, audited }: { readonly evidence: string | null; readonly audited: string | null },
): boolean {
  let digest = evidenceDigest(kept);
  if (digest !== (evidence ?? NO_DIGEST)) return false;
  const last = audited ?? NO_DIGEST;
  if (digest === last) return true;
  // A look-up that changed nothing has no entry of its own: the last of them may have come since.
  for (const lookup of kept.lookups.toReversed()) {
    digest = combine(digest, lookupDigest(lookup));
    if (digest === last) return true;
  }
  return false;
}

function evidenceDigest({ results, lookups }: KeptEvidence): string {
  return [...results.map(resultDigest), ...lookups.map(lookupDigest)].reduce(combine, NO_DIGEST);
}

function resultDigest(row: ResultRow): string {
  return rowDigest(['result', ...row]);
}

function lookupDigest(row: LookupRow): string {
  return rowDigest(['lookup', ...row]);
}

function rowDigest(values: readonly (string | number | null)[]): string {
  // SQLite keeps well-formed text only: what is digested is what will be read back.
  const stored = values.map((value) => (typeof value === 'string' ? value.toWellFormed() : value));
  return hash('sha256', JSON.stringify(stored), 'hex').slice(0, NO_DIGEST.length);
}

/** One out of two, whichever came first; and one of the two out of both. */
function combine(one: string, other: string): string {
  if (one === NO_DIGEST) return other;
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(16).padStart(NO_DIGEST.length, '0');
}
