// Everything about a retry that can be known without asking the gateway: which payouts, with which details, and what the
// desk's history says. In: an open desk and a batch. Out: the rows, or why there are none. This file must never write.

import type { Answer } from '../../../shared/api/answers.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import type { PayoutId, Reference } from '../../../shared/ids.ts';
import type { Issue } from '../../../shared/issues.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { RetryPayout } from '../../../shared/retry.ts';
import type { CheckedFile } from '../../../shared/rows.ts';
import type { AskTicks, Ticks } from '../../../shared/ticks.ts';
import { judgeWithTicks } from './ask-ticks.ts';
import { judgeRows } from './choose-rows.ts';
import { bookOfBatch, refused } from './desks.ts';
import { matchCorrections } from './match-corrections.ts';
import type { CheckRequest, Rooms, Writer } from './ports.ts';
import {
  blockedRetry,
  hiddenCorrectionRefusal,
  NO_ROW_LEFT,
  nothingToRetryRefusal,
  notFinishedRefusal,
  ROWS_BLOCKED,
} from './retry-refusals.ts';
import {
  endedUnpaid,
  issueOf,
  notSettled,
  reasonAgainst,
  REMARK_KEPT,
  type RetryRow,
  sortMatched,
  unchangedRow,
} from './retry-rows.ts';
import { NOT_CONFIRMED, warningsRefusal } from './start-refusals.ts';

/** A file with corrected details, and how to read it. */
export type CorrectionsFile = Pick<CheckRequest, 'path' | 'sheet' | 'columns' | 'encoding'>;

/** A row that is left out although the person asked for it. */
export interface LeftOut {
  readonly retry: RetryRow;
  readonly issue: Issue;
}

/** A retry that the gateway may now be asked about. Shape: `others` are payouts that were not asked for at all. */
export interface RetryDraft {
  readonly checked: CheckedFile | null;
  readonly rows: readonly DraftRow[];
  readonly leftOut: readonly LeftOut[];
  readonly others: readonly Issue[];
  readonly ticked: Ticks;
  readonly warnings: readonly string[];
}

/** One payout about to be paid again, under its reference. Shape: `chain` it and all that it retries. */
export interface DraftRow extends RetryRow {
  readonly chain: readonly RetryPayout[];
  readonly reference: Reference;
}

interface DraftWish {
  readonly from: CorrectionsFile | null;
  readonly acceptWarnings: boolean;
  readonly askTicks?: AskTicks | undefined;
}

/** Drafts the retry. Errors: refused or blocked with nothing changed. */
export async function draftRetry(
  rooms: Rooms,
  { store, batch, profile, wish }: { store: Writer; batch: BatchRecord; profile: Profile; wish: DraftWish },
): Promise<Answer<RetryDraft>> {
  const { queued } = store.tally(batch.batch).counts;
  // Both at once would be two ways to the same money in one person's mind.
  if (queued > 0) return refused(notFinishedRefusal(batch.id, queued));
  const payouts = store.retries.payouts(batch.batch);
  const unpaid = endedUnpaid(payouts);
  if (unpaid.length === 0) return refused(nothingToRetryRefusal(batch.id));
  const chains = new Map(unpaid.map(({ payoutId }) => [payoutId, store.retries.chain(payoutId)]));
  const named = await nameRows(rooms, { store, batch, profile, payouts, unpaid, chains, wish });
  if (named.kind !== 'done') return named;
  const { checked, others, warnings } = named.value;
  const leftOut: LeftOut[] = [];
  const rows: DraftRow[] = [];
  for (const retry of named.value.rows) {
    const chain = chains.get(retry.payout.payoutId) ?? [];
    const row = retry.row.rowNumber;
    const reference = rooms.retryReference({ mid: batch.mid, retryOf: retry.payout.reference });
    const issue =
      reasonAgainst(chain, { row, maxPayoutPaise: profile.maxPayoutPaise }) ??
      (store.referenceTaken(batch.merchantId, reference) ? referenceTaken(row, reference) : null);
    if (issue === null) rows.push({ ...retry, chain, reference });
    else leftOut.push({ retry, issue });
  }
  const at = { merchantId: batch.merchantId, book: bookOfBatch(batch.id), nowMs: rooms.clock.nowMs() };
  const payable = rows.map(({ row }) => row);
  const asked = await judgeWithTicks((ticks) => judgeRows(store, payable, { ...at, ticks }), wish.askTicks);
  if (asked.kind === 'stopped') return refused(NOT_CONFIRMED, checked?.file.name ?? null);
  const { judged } = asked;
  const byRow = new Map(rows.map((retry) => [retry.row.rowNumber, retry]));
  for (const issue of judged.findings) {
    const retry = byRow.get(issue.row);
    if (retry !== undefined) leftOut.push({ retry, issue });
  }
  const kept = new Set(judged.rows);
  const left = rows.filter(({ row }) => kept.has(row));
  const issues = [...leftOut.map(({ issue }) => issue), ...others];
  if (left.length === 0) {
    return blockedRetry(batch, { checked, rows: named.value.rows.length, issues, refusal: NO_ROW_LEFT });
  }
  return { kind: 'done', value: { checked, rows: left, leftOut, others, ticked: judged.ticked, warnings } };
}

interface NamedRows {
  readonly checked: CheckedFile | null;
  readonly rows: readonly RetryRow[];
  readonly others: readonly Issue[];
  readonly warnings: readonly string[];
}

/** The rows a person asked to pay again: all that ended unpaid, or those that the file names. */
async function nameRows(
  rooms: Rooms,
  { store, batch, profile, payouts, unpaid, chains, wish }: NamingWorld,
): Promise<Answer<NamedRows>> {
  const unsettled = payouts.map(notSettled).filter((issue) => issue !== null);
  const { from } = wish;
  if (from === null) {
    return { kind: 'done', value: { checked: null, rows: unpaid.map(unchangedRow), others: unsettled, warnings: [] } };
  }
  const { maxPayoutPaise } = profile;
  const result = await rooms.checkFile({ ...from, fillRemark: REMARK_KEPT, includeHidden: false, maxPayoutPaise });
  if (result.kind === 'refused') return refused(result.refusal, result.fileName);
  const { checked } = result;
  const matched = matchCorrections(checked, {
    payouts,
    retriable: new Set(chains.keys()),
    excludedRows: new Set(store.retries.excludedRows(batch.batch)),
    chainOf: (payout) => chains.get(payout.payoutId) ?? [payout],
  });
  if (matched.kind === 'refused') return refused(matched.refusal, checked.file.name);
  const { rows, blocked, leftOut } = sortMatched(unpaid, matched.rows);
  const named = new Set([...rows.map(({ row }) => row.rowNumber), ...blocked]);
  const issuesOf = (severity: Issue['severity']): Issue[] =>
    checked.issues.filter((issue) => issue.severity === severity && named.has(issue.row));
  if (blocked.length > 0) {
    return blockedRetry(batch, { checked, rows: named.size, issues: issuesOf('error'), refusal: ROWS_BLOCKED });
  }
  const hidden = rows.find(({ row }) => row.hidden);
  if (hidden !== undefined) return refused(hiddenCorrectionRefusal(hidden.row.rowNumber), checked.file.name);
  const warnings = issuesOf('warning').map(({ message }) => message);
  if (warnings.length > 0 && !wish.acceptWarnings) return refused(warningsRefusal(warnings), checked.file.name);
  return { kind: 'done', value: { checked, rows, others: [...leftOut, ...unsettled], warnings } };
}

interface NamingWorld {
  readonly store: Writer;
  readonly batch: BatchRecord;
  readonly profile: Profile;
  readonly payouts: readonly RetryPayout[];
  readonly unpaid: readonly RetryPayout[];
  readonly chains: ReadonlyMap<PayoutId, readonly RetryPayout[]>;
  readonly wish: DraftWish;
}

function referenceTaken(row: number, reference: Reference): Issue {
  return issueOf(row, {
    code: 'referenceUsed',
    message: `Reference ${reference}, which paying it again would carry, was used before in this desk.`,
    cure: 'Pay this row from a file of its own.',
  });
}
