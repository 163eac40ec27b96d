// A draft on its way to be paid, as start-batch takes a file, or retry-batch its corrections: already read, with what the person
// changed. In: a draft as it was checked, and what a person wants of it. Out: a running batch, or why not. Confirm asks along the
// same way with a wish that never says yes. This file must never choose a row, nor answer a tick that no person gave.

import type { Answer } from '../../../../shared/api/answers.ts';
import type { Follower, RunReport } from '../../../../shared/api/following.ts';
import type { ConfirmView } from '../../../../shared/api/views.ts';
import { bookOfBatch } from '../../../../shared/books.ts';
import type { BatchId, CommandId } from '../../../../shared/ids.ts';
import type { AskTicks, TickRow, Ticks } from '../../../../shared/ticks.ts';
import type { Sealed } from '../confirm-seal.ts';
import type { RetryOrigin, WholeDraft } from '../drafts/draft.ts';
import { reviewedRows } from '../drafts/retry-draft.ts';
import { retryBatch } from '../retry-batch.ts';
import { startBatch } from '../start-batch.ts';
import type { HandlerContext } from './context.ts';

type PayContext = Pick<HandlerContext, 'rooms' | 'tellChanged'>;

/** What a person wants of a draft, whether it is a file or a retry. */
interface PayWish {
  readonly profile: string;
  readonly name: string | null;
  readonly acceptWarnings: boolean;
  readonly acceptsUnprovable: boolean;
  readonly acceptRepeat: BatchId | null;
  readonly firstAlone: boolean;
  readonly follower: Follower;
  readonly commandId: CommandId | null;
  readonly askTicks: AskTicks;
  readonly stillStands?: () => boolean;
  readonly onStored?: (batch: BatchId) => void;
  confirm(view: ConfirmView, sealed: Sealed): Promise<boolean>;
}

/** Pays a draft, unless its wish does not confirm what it is shown. Errors: refused or blocked with nothing sent. */
export function payDraft(context: PayContext, draft: WholeDraft, wish: PayWish): Promise<Answer<RunReport>> {
  const { retry } = draft.reading;
  return retry === null ? payFile(context, draft, wish) : payAgain(context, { draft, retry }, wish);
}

async function payAgain(
  { rooms, tellChanged }: PayContext,
  { draft, retry }: { readonly draft: WholeDraft; readonly retry: RetryOrigin },
  wish: PayWish,
): Promise<Answer<RunReport>> {
  const answer = await retryBatch(rooms, {
    ...wish,
    follower: ofTheRunAlone(wish.follower),
    batch: retry.batch,
    from: reviewedRows(draft, retry),
    until: 'settled',
    forMs: null,
  });
  // What its look-ups moved the ledger has told; that they were made is evidence all the same.
  tellChanged(bookOfBatch(retry.batch), 'payouts', 'unknown');
  return answer;
}

function payFile(
  { rooms }: PayContext,
  draft: WholeDraft,
  { profile, acceptRepeat, ...wish }: PayWish,
): Promise<Answer<RunReport>> {
  const { includeHidden } = draft.reading.options;
  const checkFile = () => Promise.resolve({ kind: 'checked' as const, checked: draft.checked });
  const file = { path: draft.checked.file.name, sheet: null, columns: [], encoding: null, fillRemark: null };
  // A name typed on Confirm comes after the rows were judged and shown: it changes nothing about them.
  const paid = { ...wish, profile, acceptRepeat, includeHidden, file, onlyPayable: true, calledAs: null };
  return startBatch({ ...rooms, checkFile }, { ...paid, until: 'settled', forMs: null });
}

/** Answers with what the person has ticked by number; every other row that is asked about is left out. */
export function answerWith(ticks: Ticks, onAsked: (rows: readonly TickRow[]) => void): AskTicks {
  const given = { paidBefore: new Set(ticks.paidBefore), accountChanged: new Set(ticks.accountChanged) };
  return ({ rows }) => {
    onAsked(rows);
    const isTicked = ({ rowNumber, reasons }: TickRow): boolean =>
      reasons.every((reason) => given[reason].has(rowNumber));
    const leaveOut = rows.filter((row) => !isTicked(row)).map(({ rowNumber }) => rowNumber);
    return Promise.resolve({ ...ticks, leaveOut });
  };
}

/** What is looked up before a retry is told as progress of the batch that it pays again: for a window that one stands still. */
function ofTheRunAlone(follower: Follower): Follower {
  return {
    ...follower,
    onProgress: (progress) => {
      if (progress.phase !== 'preflight') follower.onProgress(progress);
    },
  };
}
