// What a person sends to whoever helps: the program, this machine and the desks in figures, then the log. A text, so that
// it can be read before it is sent. It holds no name, account, address, amount or token: counts, words of ours, and a log that
// leaves people out (platform/log.ts).

import { cpus, release, totalmem } from 'node:os';
import { BOOKS, type Book } from '../../../../shared/profiles.ts';
import { STATE_KINDS } from '../../../../shared/states.ts';
import { withoutPeople } from '../../platform/log.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { HandlerContext } from '../runtime/context.ts';

type SupportNeeds = Pick<HandlerContext, 'facts' | 'stores' | 'warnings' | 'log' | 'runner'> & {
  readonly nowMs: number;
};

const MEBIBYTE = 1024 * 1024;

export function supportFile({ facts, stores, warnings, log, runner, nowMs }: SupportNeeds): string {
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
    ...warnings.map((warning) => ['Warning', withoutPeople(warning)] as const),
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
    [`${desk} payouts`, counts.length === 0 ? 'none' : counts.join(', ')],
    [`${desk} paused`, pauses.length === 0 ? 'none' : pauses.join(', ')],
    [`${desk} late news`, store.news.unreadBatches().length],
  ];
}
