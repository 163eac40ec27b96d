// The desk itself: what it is, how its window looks, its log as one text file to save, and asking the gateways again that
// were not reached lately.

import { writeFile } from 'node:fs/promises';
import type { AnswerOf, ParamsOf } from '../../../../shared/api/contract.ts';
import { BOOKS, type Book } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { unknownIn, whyLocked } from '../../session/locked-desk.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { askWallet } from '../collect/ask-gateway.ts';
import { forgetUnused, usersOf } from '../profiles/profiles.ts';
import { supportFile } from '../recovery/support-file.ts';
import { done, type HandlerContext, type Handlers, refuse } from './context.ts';

type DeskCommand = 'readDesk' | 'checkGateways' | 'readSettings' | 'saveSettings' | 'exportLog' | 'exportList';

export function deskHandlers(context: HandlerContext): Handlers<DeskCommand> {
  const { facts, warnings, system, runner, memory, stores, files, environmentWatch, emitChanged } = context;
  return {
    readDesk: () => {
      const lockedBooks = BOOKS.flatMap((book) => lockedBook(book, stores[book]));
      return done({ ...facts, warnings: [...warnings], lockedBooks, activity: runner.activity });
    },
    checkGateways: async () => {
      forgetUnused(system, environmentWatch);
      const asked = environmentWatch.unreached.flatMap((baseUrl) => usersOf(system, baseUrl).slice(0, 1));
      const refusals: Refusal[] = [];
      for (const profile of asked) {
        const answer = await askWallet(system, profile);
        if (answer.kind === 'refused') refusals.push(answer.refusal);
      }
      const [first] = refusals;
      return first === undefined ? done({}) : refuse(first);
    },
    readSettings: () => done(memory.settings),
    saveSettings: ({ settings }) => {
      const saved = memory.save(settings);
      emitChanged(null, 'settings');
      return done(saved);
    },
    exportLog: async () => {
      const { download } = await files.offer('payout-desk-support.txt', (path) =>
        writeFile(path, supportFile({ ...context, nowMs: system.clock.nowMs() })),
      );
      return done(download);
    },
    exportList: async ({ title, environment, format, columns, rows }) => {
      const plain = title.replaceAll(/[*?:\\/[\]]/g, ' ');
      const name = environment === 'PRACTICE' ? `PRACTICE ${plain}` : plain;
      const { made, download } = await files.offer(`${name}.${format}`, async (path) => {
        const { writeList } = await import('../../reports/export-list.ts');
        return writeList(path, {
          madeAtMs: system.clock.nowMs(),
          title: name,
          columns: columns.map(({ header, isAmount }, at) => {
            return { name: header, kind: isAmount ? 'rupees' : 'text', read: (row: ListRow) => row[at] ?? null };
          }),
          rows,
        });
      });
      return made.kind === 'refused' ? refuse(made.refusal) : done(download);
    },
  };
}

type ListRow = ParamsOf<'exportList'>['rows'][number];

/** Why the desk is locked, and what is in doubt in it. Shape: nothing when it is not. */
function lockedBook(book: Book, store: HeadedWriter): AnswerOf<'readDesk'>['lockedBooks'] {
  if (store.standing.kind === 'current') return [];
  const lost = store.lostBatches.map(({ id, count, totalPaise, confirmedAtMs }) => {
    return { batch: id, rows: count, totalPaise, createdAtMs: confirmedAtMs };
  });
  const isGone = store.standing.reason === 'gone';
  return [{ book, why: whyLocked(store), isGone, unknown: unknownIn(store), lost }];
}
