// The whole audit of one database: the file's own structure, the chain, the head, and every row against the chain.
// In: a database opened beside whoever uses it, and its head. Out: what does not fit, in words.
// This file must never change anything, and reads one moment: what a running desk adds meanwhile is not in it.

import type Database from 'better-sqlite3';
import type { AuditView } from '../../../shared/api/lock-views.ts';
import { unreachable } from '../../../shared/failures.ts';
import type { LockReason, Standing } from '../../../shared/standing.ts';
import { atOnce } from '../../../shared/steps.ts';
import { readChain } from './chain-reading.ts';
import { countFalseKeys, differenceInWords, schemaDifferences } from './check-database.ts';
import { Findings } from './findings.ts';
import { judgeStanding, lostBatches } from './head-keeper.ts';
import type { Noted } from './head-place.ts';
import { verifyAlarms } from './verify-alarms.ts';
import { readWholeChain } from './verify-chain.ts';
import { verifyPayouts } from './verify-payouts.ts';
import { verifyProfiles } from './verify-profiles.ts';
import { verifyBatches } from './verify-rows.ts';

export interface VerifyOptions {
  readonly prefix: 'B' | 'P';
  readonly machine: string;
  /** Null for a file that no head is kept of, such as a backup: then only what is inside is compared. */
  readonly head: Noted | null;
  /** Reads how far the head has come by now; asked when the moment that is verified stands fast. */
  readonly seenNow?: () => number;
}

export type Verdict = Omit<AuditView, 'desk'>;

/** Verifies a database. The head must have been read before. */
export function verifyDatabase(database: Database.Database, options: VerifyOptions): Verdict {
  database.exec('BEGIN');
  try {
    return verdictOf(database, options);
  } finally {
    database.exec('ROLLBACK');
  }
}

function verdictOf(database: Database.Database, { prefix, machine, head, seenNow }: VerifyOptions): Verdict {
  const findings = new Findings();
  const chain = readChain(database);
  const standing: Standing = head === null ? { kind: 'current' } : judgeStanding(chain, { ...head, machine });
  // Beside a running desk the head has moved on since it was read, and may have seen all of this moment.
  const noted = head?.head?.sequence ?? chain.end().sequence;
  const seen = Math.max(noted, seenNow?.() ?? 0);
  verifyFile(database, findings);
  const told = readWholeChain(database, seen, findings);
  if (standing.kind === 'locked') findings.add('locked', lockedMessage(standing.reason, head));
  // Once a person has unlocked a restored database, what it lost is known and told at the unlocking.
  const lost = standing.kind === 'locked' && head !== null ? lostBatches(chain, { ...head, prefix }) : [];
  for (const { id, count, confirmedAtMs } of lost) {
    const when = new Date(confirmedAtMs).toISOString();
    findings.add(
      'batchLost',
      `${id}, confirmed at ${when} with ${count} payouts, is noted outside but not in the database.`,
    );
  }
  if (standing.kind === 'current' && told.escaped > 0) {
    const unseen = `The note outside has not seen the last ${told.entries - seen} entries`;
    const why = 'nothing is sent before it has, so an older state folder was put back';
    findings.add('headPutBack', `${unseen}, in which ${told.escaped} payouts were sent and answered: ${why}.`);
  }
  const batches = verifyBatches(database, { told, prefix, findings });
  const payouts = verifyPayouts(database, { told, prefix, findings });
  verifyAlarms(database, { told, prefix, findings });
  verifyProfiles(database, told, findings);
  return {
    ok: findings.told.length === 0,
    locked: standing.kind === 'locked',
    entries: told.entries,
    hash: chain.end().hash,
    ahead: Math.max(0, told.entries - seen),
    batches,
    payouts,
    findings: findings.told,
    more: findings.more,
  };
}

/** The file itself: every page, every index entry, every key, and tables, indexes, triggers and views as the desk makes them. */
function verifyFile(database: Database.Database, findings: Findings): void {
  for (const verdict of database.pragma('integrity_check(5)') as readonly { readonly integrity_check: string }[]) {
    if (verdict.integrity_check !== 'ok')
      findings.add('fileDamaged', `The file is damaged: ${verdict.integrity_check}.`);
  }
  const falseKeys = atOnce(countFalseKeys(database));
  if (falseKeys > 0) {
    findings.add('keysDiffer', `${falseKeys} payouts are not found under their own reference, or under who they pay.`);
  }
  const orphans = database.pragma('foreign_key_check') as readonly { readonly table: string }[];
  for (const { table } of orphans.slice(0, 5)) findings.add('rowOrphaned', `A row of ${table} refers to nothing.`);
  for (const difference of schemaDifferences(database)) {
    findings.add('rulesChanged', `The database is not as the desk makes it: ${differenceInWords(difference)}.`);
  }
}

function lockedMessage(reason: LockReason, head: Noted | null): string {
  const at = head?.head?.sequence ?? 0;
  switch (reason) {
    case 'noHead':
      return 'There is no note of this database outside its folder: it was copied or restored, or the note was lost.';
    case 'older':
      return `The database ends before entry ${at}, which was noted outside its folder: it is older than the desk was.`;
    case 'forked':
      return `Entry ${at} is not the one that was noted outside the folder: the database went its own way.`;
    case 'gone':
      return 'Another database lay in this folder, as is noted outside of it, and is gone.';
    case 'otherMachine':
      return 'The note outside the folder was written by another computer.';
    default:
      return unreachable(reason);
  }
}
