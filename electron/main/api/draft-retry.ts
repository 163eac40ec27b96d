// Everything about a retry that can be known without asking the gateway: which payouts, with which details, and what the
// desk's history says. In: an open desk and a batch. Out: the rows, or why there are none. This file must never write.

import type { Answer } from '../../../shared/api/answers.ts';
import { bookOfBatch } from '../../../shared/books.ts';
import type { Reference } from '../../../shared/ids.ts';
import type { Issue, Refusal } from '../../../shared/issues.ts';
import type { RetryPayout } from '../../../shared/retry.ts';
import type { CheckedFile } from '../../../shared/rows.ts';
import type { AskTicks, TickRow, Ticks } from '../../../shared/ticks.ts';
import { judgeWithTicks } from './ask-ticks.ts';
import { type Chosen, earlierOf, judgeRows, usualRepeatWarnings } from './choose-rows.ts';
import type { Warning } from './confirm-seal.ts';
import { refused } from './desks.ts';
import { matchCorrections } from './match-corrections.ts';
import type { CheckRequest, Rooms } from './ports.ts';
import { blockedRetry, hiddenCorrectionRefusal, NO_ROW_LEFT, ROWS_BLOCKED } from './retry-refusals.ts';
import { issueOf, notSettled, REMARK_KEPT, type RetryRow, sortMatched, unchangedRow } from './retry-rows.ts';
import { readRetryWorld, type RetryPlace, type RetryWorld } from './retry-world.ts';
import { nameReviewed, type NamedRows, type ReviewedRows } from './reviewed-rows.ts';
import type { HistoryPlace } from './row-history.ts';
import { NOT_CONFIRMED, warningsRefusal } from './start-refusals.ts';

/** A file with corrected details, and how to read it. */
export type CorrectionsFile = Pick<CheckRequest, 'path' | 'sheet' | 'columns' | 'encoding'>;

/** Corrected details: from a file, or from Review. */
export type Corrections = CorrectionsFile | ReviewedRows;

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
  readonly usualRepeats: Chosen['usualRepeats'];
  /** Where its rows were judged. */
  readonly place: HistoryPlace;
  /** By row number, what is looked up before it. */
  readonly earlierIds: Chosen['earlier'];
  /** The desk's last record when the rows were judged. */
  readonly judgedAt: number;
  readonly warnings: readonly Warning[];
  /** Every row that a person was asked about. */
  readonly asked: readonly TickRow[];
}

/** One payout about to be paid again, under its reference. Shape: `earlier` it and all that is looked up before it. */
export interface DraftRow extends RetryRow {
  readonly earlier: readonly RetryPayout[];
  readonly reference: Reference;
}

interface DraftWish {
  readonly from: Corrections | null;
  readonly acceptWarnings: boolean;
  readonly askTicks?: AskTicks | undefined;
}

/** How a command is called that takes these corrections: others are another command, for they are what would be paid. */
export async function wordOf(rooms: Rooms, from: Corrections | null): Promise<string> {
  if (from === null) return '';
  if (!('payoutOf' in from)) return ` from ${from.path}`;
  const payments = from.checked.rows.flatMap((row) => (row.kind === 'payable' ? [row.payment] : []));
  return ` as reviewed ${await rooms.inTurns(rooms.fingerprint(payments))}`;
}

/** Drafts the retry. Errors: refused or blocked with nothing changed. */
export async function draftRetry(
  rooms: Rooms,
  { wish, ...place }: RetryPlace & { readonly wish: DraftWish },
): Promise<Answer<RetryDraft>> {
  const { store, batch } = place;
  const world = await rooms.inTurns(readRetryWorld(rooms, place));
  if ('code' in world) return refused(world);
  const named = await nameRows(rooms, { ...place, world, wish });
  if (named.kind !== 'done') return named;
  const { checked, others, warnings } = named.value;
  const leftOut: LeftOut[] = [];
  const rows: DraftRow[] = [];
  for (const retry of named.value.rows) {
    const { payout, row } = retry;
    const issue = world.against(payout, row.rowNumber);
    if (issue === null) rows.push({ ...retry, earlier: world.chainOf(payout), reference: world.referenceOf(payout) });
    else leftOut.push({ retry, issue });
  }
  const at: HistoryPlace = {
    mid: batch.mid,
    book: bookOfBatch(batch.id),
    nowMs: rooms.clock.nowMs(),
    called: { batchName: batch.name, fileName: batch.fileName },
    retryOf: new Map(rows.map(({ row, payout }) => [row.rowNumber, payout.payoutId])),
  };
  const payable = rows.map(({ row }) => row);
  const asked = await judgeWithTicks(
    (ticks) => rooms.inTurns(judgeRows(store, payable, { ...at, ticks })),
    wish.askTicks,
  );
  if (asked.kind === 'stopped') return refused(NOT_CONFIRMED, checked?.file.name ?? null);
  const { judged } = asked;
  const byRow = new Map(rows.map((retry) => [retry.row.rowNumber, retry]));
  for (const issue of judged.findings) {
    const retry = byRow.get(issue.row);
    if (retry !== undefined) leftOut.push({ retry, issue });
  }
  const kept = new Set(judged.rows);
  const left = rows
    .filter(({ row }) => kept.has(row))
    .map((retry) => ({ ...retry, earlier: earlierOf(store, judged, retry.row.rowNumber) }));
  const issues = [...leftOut.map(({ issue }) => issue), ...others];
  if (left.length === 0) {
    return blockedRetry(batch, { checked, rows: named.value.rows.length, issues, refusal: NO_ROW_LEFT });
  }
  const { ticked, usualRepeats, judgedAt } = judged;
  const usual = usualRepeatWarnings(usualRepeats);
  if (usual.length > 0 && !wish.acceptWarnings) return refused(warningsRefusal(usual), checked?.file.name ?? null);
  const of = { place: at, usualRepeats, earlierIds: judged.earlier };
  const value = { checked, rows: left, leftOut, others, ticked, judgedAt, warnings, asked: asked.asked, ...of };
  return { kind: 'done', value };
}

/** The draft without the rows that the gateway's word speaks against. */
export function withoutRefused(draft: RetryDraft, against: ReadonlyMap<number, Refusal>): RetryDraft {
  const leftOut = [...draft.leftOut];
  const rows = draft.rows.filter((retry) => {
    const refusal = against.get(retry.row.rowNumber);
    if (refusal !== undefined) leftOut.push({ retry, issue: issueOf(retry.row.rowNumber, refusal) });
    return refusal === undefined;
  });
  const kept = new Set(rows.map(({ row }) => row.rowNumber));
  const ofKept = (ticked: readonly number[]): number[] => ticked.filter((row) => kept.has(row));
  const { paidBefore, accountChanged } = draft.ticked;
  const ticked = { paidBefore: ofKept(paidBefore), accountChanged: ofKept(accountChanged) };
  const warnings = draft.warnings.filter(({ row }) => row === null || kept.has(row));
  const usualRepeats = draft.usualRepeats.filter(({ rowNumber }) => kept.has(rowNumber));
  return { ...draft, rows, leftOut, ticked, usualRepeats, warnings };
}

/** The rows a person asked to pay again: all that ended unpaid, or those that the corrections name. */
async function nameRows(rooms: Rooms, { store, batch, profile, world, wish }: NamingWorld): Promise<Answer<NamedRows>> {
  const { payouts, unpaid } = world;
  const unsettled = payouts.map(notSettled).filter((issue) => issue !== null);
  const { from } = wish;
  if (from === null) {
    return { kind: 'done', value: { checked: null, rows: unpaid.map(unchangedRow), others: unsettled, warnings: [] } };
  }
  if ('payoutOf' in from) {
    const named = nameReviewed(from, { world, acceptWarnings: wish.acceptWarnings });
    if (named.kind !== 'done') return named;
    return { kind: 'done', value: { ...named.value, others: [...named.value.others, ...unsettled] } };
  }
  const { maxPayoutPaise } = profile;
  const result = await rooms.checkFile({ ...from, fillRemark: REMARK_KEPT, includeHidden: false, maxPayoutPaise });
  if (result.kind === 'refused') return refused(result.refusal, result.fileName);
  const { checked } = result;
  const matched = matchCorrections(checked, {
    payouts,
    retriable: new Set(unpaid.map(({ payoutId }) => payoutId)),
    excludedRows: new Set(store.retries.excludedRows(batch.batch)),
    chainOf: (payout) => world.chainOf(payout),
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
  const warnings = issuesOf('warning');
  if (warnings.length > 0 && !wish.acceptWarnings) return refused(warningsRefusal(warnings), checked.file.name);
  return { kind: 'done', value: { checked, rows, others: [...leftOut, ...unsettled], warnings } };
}

interface NamingWorld extends RetryPlace {
  readonly world: RetryWorld;
  readonly wish: DraftWish;
}
