// The data of a desk: backup, restoring one, the audit log, and opening a desk that was locked. In: checked parameters.
// Out: replies. Reading a whole database holds this process up for seconds, in which an answer to a payout could come too late
// and leave it in doubt: not while a batch is sent. This file must never exchange a database that is in use.

import { basename } from 'node:path';
import type { Answer } from '../../../../shared/api/answers.ts';
import { RESTORE_WORD, type Work } from '../../../../shared/api/desk-commands.ts';
import type { Book } from '../../../../shared/books.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import { refused } from '../desks.ts';
import { CHANGED_MEANWHILE } from '../drafts/draft.ts';
import { backUpDesk, restoreDesk } from '../keep-copies.ts';
import type { Rooms } from '../ports.ts';
import { unlockDesk } from '../unlock-desk.ts';
import { verifyBook } from '../verify-audit.ts';
import { type HandlerContext, type Handlers, refuse, replyOf, unlessUnderWay } from './context.ts';

type Names = 'backUp' | 'restore' | 'verifyAudit' | 'openLockedDesk';

export function dataHandlers(context: HandlerContext): Handlers<Names> {
  const { files, reopenAround, rooms, runner, tellChanged } = context;

  /** Does what only the sole user of a desk may do: nothing is under way, and the desk is opened anew after it. */
  const alone = async <Value>(
    { book, work }: { readonly book: Book; readonly work: Work },
    act: (plain: Rooms) => Promise<Answer<Value>>,
  ): Promise<Answer<Value>> => {
    const answer = await runner.aside<Value>(work, async () => {
      const around = await reopenAround(book, act);
      return around.kind === 'lost' ? refused(around.refusal) : around.value;
    });
    tellChanged(null, 'batches', 'payouts', 'unknown', 'lateNews', 'profiles', 'confirmations');
    return answer;
  };

  return {
    backUp: unlessUnderWay(context, async ({ book }) => {
      const day = new Date(rooms.clock.nowMs()).toISOString().slice(0, 10);
      const name = `${book === 'practice' ? 'PRACTICE ' : ''}payout-desk ${day}.db`;
      const { made, download } = await files.offer(name, (file) => Promise.resolve(backUpDesk(rooms, { book, file })));
      return replyOf(made, () => download);
    }),
    restore: async ({ book, file, typed }) => {
      if (typed.trim() !== RESTORE_WORD) return refuse(NOT_TYPED);
      const path = files.pathOf(file);
      if (path === null) return refuse(FILE_GONE);
      const answer = await alone({ book, work: 'restore' }, (plain) => restoreDesk(plain, { book, file: path }));
      if (answer.kind === 'refused') return refuse(ofChosenFile(answer.refusal, path));
      return replyOf(answer, ({ kept, locked, unknown }) => {
        return { kept: kept === null ? null : basename(kept), locked: locked?.message ?? null, unknown };
      });
    },
    verifyAudit: unlessUnderWay(context, ({ book }) =>
      replyOf(verifyBook(rooms, book), ({ entries, batches, payouts, findings, more }) => {
        return { entries, batches, payouts, findings: [...findings], more };
      }),
    ),
    openLockedDesk: async ({ book, unknown, note }) => {
      let isChanged = false;
      const confirm = (view: { readonly unknown: number }): Promise<boolean> => {
        isChanged = view.unknown !== unknown;
        return Promise.resolve(!isChanged);
      };
      const answer = await alone({ book, work: 'unlock' }, (plain) => unlockDesk(plain, { book, note, confirm }));
      return isChanged ? refuse(CHANGED_MEANWHILE) : replyOf(answer, () => ({}));
    },
  };
}

/** A refusal that names the file as the person does: where the desk holds it while it is read is nobody's business. */
function ofChosenFile(refusal: Refusal, path: string): Refusal {
  if (!refusal.message.includes(path)) return refusal;
  const said = { ...refusal, message: refusal.message.replaceAll(path, basename(path)) };
  return KNOWN_CURES.has(refusal.code) ? said : { ...said, code: 'notABackup', cure: 'Choose another backup.' };
}
/** The window knows what to do about these, which are backups all right. */
const KNOWN_CURES: ReadonlySet<string> = new Set(['newerDatabase', 'otherDesk', 'otherDatabase']);

const NOT_TYPED: Refusal = {
  code: 'notTyped',
  message: `Nothing was restored: ${RESTORE_WORD} was not typed.`,
  cure: `Type ${RESTORE_WORD} in capital letters.`,
};
const FILE_GONE: Refusal = {
  code: 'fileGone',
  message: 'The desk does not hold this file any more.',
  cure: 'Choose the backup again.',
};
