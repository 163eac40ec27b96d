// The desk itself: its facts, the window's settings, its log as a text file, and asking unreached gateways again.

import { writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import type { AnswerOf, ParamsOf } from '../../../../shared/api/contract.ts';
import { inEnglish } from '../../../../shared/messages/speak.ts';
import { BOOKS, type Book } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { STATE_KINDS } from '../../../../shared/states.ts';
import { withoutPeople } from '../../platform/log.ts';
import { unknownIn, whyLocked } from '../../session/locked-desk.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { askWallet } from '../collect/ask-gateway.ts';
import { forgetUnused, usersOf } from '../profiles/manage-profiles.ts';
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

/** Why the book is locked and what is in doubt in it; empty if it is not locked. */
function lockedBook(book: Book, store: HeadedWriter): AnswerOf<'readDesk'>['lockedBooks'] {
  if (store.standing.kind === 'current') return [];
  const lost = store.lostBatches.map(({ id, count, totalPaise, confirmedAtMs }) => {
    return { batch: id, rows: count, totalPaise, createdAtMs: confirmedAtMs };
  });
  const isGone = store.standing.reason === 'gone';
  return [{ book, why: whyLocked(store), isGone, unknown: unknownIn(store), lost }];
}

// What a person sends to support: the program, this machine and the desks in figures, then the log. It is text, so that it can be
// read before it is sent. It contains no name, account, address, amount or token, only counts, our own words, and a log that
// leaves people out (platform/log.ts).

type SupportNeeds = Pick<HandlerContext, 'facts' | 'stores' | 'warnings' | 'log' | 'runner'> & {
  readonly nowMs: number;
};

const MEBIBYTE = 1024 * 1024;

function supportFile({ facts, stores, warnings, log, runner, nowMs }: SupportNeeds): string {
  const { heapUsed, rss } = process.memoryUsage();
  const lines: readonly (readonly [string, string | number])[] = [
    ['Program', `Payout Desk ${facts.version}, ${facts.door} window`],
    ['Made at', new Date(nowMs).toISOString()],
    ['Runs on', `Node ${process.versions.node}, ${process.platform} ${release()}, ${process.arch}`],
    ['Machine', `${cpus().length} processors, ${Math.round(totalmem() / MEBIBYTE)} MB`],
    ['Memory', `${Math.round(rss / MEBIBYTE)} MB, of it ${Math.round(heapUsed / MEBIBYTE)} MB of objects`],
    ['Up for', `${Math.round(process.uptime())} s`],
    ['Doing', runner.activity.kind],
    ...BOOKS.flatMap((book) => deskLines(book, stores[book])),
    ...warnings.map((warning) => ['Warning', withoutPeople(inEnglish(warning))] as const),
  ];
  const width = Math.max(...lines.map(([about]) => about.length)) + 2;
  const head = lines.map(([about, value]) => `${about.padEnd(width)}${value}\n`);
  return `${head.join('')}\nLog\n${log.read()}`;
}

function deskLines(book: Book, store: HeadedWriter): readonly (readonly [string, string | number])[] {
  const batches = store.batches.list();
  const tallies = batches.map(({ batch }) => store.tally(batch));
  const counts = STATE_KINDS.flatMap((state) => {
    const count = tallies.reduce((sum, { counts: of }) => sum + of[state], 0);
    return count === 0 ? [] : [`${count} ${state}`];
  });
  const pauses = batches.flatMap(({ id, pause }) => (pause === null ? [] : [`${id} ${pause.code}`]));
  const desk = book === 'live' ? 'LIVE' : 'Practice';
  return [
    [`${desk} desk`, store.standing.kind],
    [`${desk} accounts`, store.profiles.list().length],
    [`${desk} batches`, batches.length],
    [`${desk} payments`, counts.length === 0 ? 'none' : counts.join(', ')],
    [`${desk} paused`, pauses.length === 0 ? 'none' : pauses.join(', ')],
    [`${desk} late news`, store.news.unreadBatches().length],
  ];
}
