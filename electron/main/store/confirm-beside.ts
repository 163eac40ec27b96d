// Confirming on a connection of its own, beside the desk's: a long batch is stored in steps, and until its last one nobody
// sees any of it, nor does anything of it outlive the process. In: the desk's connection. Out: confirming.
// This file must never keep its connection in a transaction that nobody will end.

import type Database from 'better-sqlite3';
import type { Stored } from '../../../shared/batches.ts';
import type { Steps } from '../../../shared/steps.ts';
import { type AuditLog, openAuditLog } from './audit-log.ts';
import { type Confirming, prepareConfirm } from './batches.ts';
import type { LongWrite } from './long-write.ts';
import { openBeside } from './open-database.ts';

export interface ConfirmingBeside extends Confirming {
  /** Closes the connection; a batch that is not whole by then is taken back. */
  close(): void;
}

interface BesideWorld {
  /** The log of the desk's own connection. */
  readonly audit: AuditLog;
  readonly actor: string;
  readonly longWrite: LongWrite;
}

/** Prepares confirming. Shape: the connection is opened with the first batch; a desk that only looks needs none. */
export function confirmBeside(own: Database.Database, { audit, actor, longWrite }: BesideWorld): ConfirmingBeside {
  let database: Database.Database | null = null;
  const open = (): { readonly beside: AuditLog; readonly confirming: Confirming } => {
    database = openBeside(own);
    const beside = openAuditLog(database);
    beside.afterCommit(() => audit.committedBeside(beside.head()));
    return { beside, confirming: prepareConfirm(database, { audit: beside, actor }) };
  };
  let opened: ReturnType<typeof open> | null = null;
  const confirming = (): Confirming => {
    opened ??= open();
    opened.beside.goOnFrom(audit.head());
    return opened.confirming;
  };
  // From its first step on nobody else writes, so the head is taken over then.
  function* storing(...given: Parameters<Confirming['confirmJudged']>): Steps<Stored> {
    return yield* confirming().confirmJudged(...given);
  }
  return {
    confirm: (confirmation, ticket) => {
      longWrite.finish();
      return confirming().confirm(confirmation, ticket);
    },
    confirmJudged: (...given) => longWrite.steps(storing(...given)),
    close: () => void database?.close(),
  };
}
