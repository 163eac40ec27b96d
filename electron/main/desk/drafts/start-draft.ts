// Starts the thread of a draft, wherever drafts run, and calls it.

import { InvariantError } from '../../../../shared/failures.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { CheckedFile, Refusal } from '../../../../shared/rows.ts';
import { type CheckedHead, CheckedUnpacking } from '../../import/checked-pieces.ts';
import { refuseSheet } from '../../import/issues.ts';
import { type Asked, openThreadCalls } from '../../platform/thread-calls.ts';
import type { StartDraft } from './draft-places.ts';
import type { DraftFunctions, DraftListener } from './draft-thread.ts';

export type AskedDraft = Asked<DraftFunctions>;

export interface DraftThread {
  /**
   * Calls the thread. Returns a refusal if it ran out of memory or time, its process ended, or it was closed; rejects for a bug
   * of ours.
   */
  ask<Value>(act: (thread: AskedDraft) => Promise<Value>): Promise<Value | Refusal>;
  isBusy(): boolean;
  hasEnded(): boolean;
  /** `why` answers any call still open. */
  close(why: Refusal): Promise<void>;
}

/** A million rows take some tens of seconds. */
const ANSWER_TIMEOUT_MS = 300_000;

export function startDraftThread(start: StartDraft, layoutOf: DraftListener['layoutOf']): DraftThread {
  let why: Refusal | null = null;
  let fault: Error | null = null;
  let ending: Promise<void> | null = null;
  let asking = 0;
  const listener: DraftListener = {
    layoutOf,
    noteFault: (words) => {
      fault = new InvariantError(words);
    },
  };
  const place = start((end) => {
    if (end.kind === 'broken') fault ??= new Error(end.words);
    if (end.kind === 'processGone') return void close(PROCESS_GONE);
    return void close(end.kind === 'broken' && end.isOutOfMemory ? TOO_LARGE : null);
  });
  const calls = openThreadCalls<DraftFunctions>(place.port, listener, () => {});
  const close = (refusal: Refusal | null): Promise<void> => {
    if (ending !== null) return ending;
    why = refusal;
    calls.end();
    ending = place.end();
    return ending;
  };
  return {
    ask: async (act) => {
      const deadline = setTimeout(() => void close(TOO_LARGE), ANSWER_TIMEOUT_MS);
      asking += 1;
      try {
        return await act(calls.other);
      } catch (error) {
        if (why !== null) return why;
        throw fault ?? error;
      } finally {
        asking -= 1;
        clearTimeout(deadline);
      }
    },
    isBusy: () => asking > 0,
    hasEnded: () => ending !== null,
    close,
  };
}

const TOO_LARGE = refuseSheet('tooManyCells').refusal;

const PROCESS_GONE: Refusal = {
  code: 'draftProcessGone',
  message: msg('draft.draftProcessGone'),
  cure: msg('cure.openSmallerFile'),
};

export const DRAFT_GONE: Refusal = {
  code: 'draftGone',
  message: msg('draft.draftGone'),
  cure: msg('cure.openFileAgain'),
};

/** Receives a checked file in pieces: the next one is made while this one is unpacked. */
export async function takePieces(asked: AskedDraft, head: CheckedHead): Promise<CheckedFile> {
  const unpacking = new CheckedUnpacking();
  let next = asked.nextPiece();
  for (;;) {
    const piece = await next;
    if (!piece.isLast) next = asked.nextPiece();
    unpacking.add(piece);
    if (piece.isLast) return unpacking.finish(head);
  }
}
