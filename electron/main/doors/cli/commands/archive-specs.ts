// Archiving old batches: a plan first, then the typed count, then one batch after the other.

import { inMegabytes } from '../../../../../shared/counts.ts';
import { msg } from '../../../../../shared/messages/message.ts';
import { formatRupees } from '../../../../../shared/money.ts';
import {
  type ArchiveGoing,
  type ArchivePlanView,
  type ArchiveView,
  archiveOld,
  planArchive,
} from '../../../desk/recovery/archive-old.ts';
import { refused } from '../../../session/desks.ts';
import { EXIT, listenForInterruption } from '../../process-end.ts';
import { askForNumber } from '../ask.ts';
import { defineCommand, flag, optional } from '../command-table.ts';
import { PRACTICE_DESK, practiceOrLive } from '../options.ts';
import { say, typedCure } from '../say.ts';
import { openStatusLine, type Streams, textColumns } from '../terminal.ts';
import { formatLocalTime, formatTable, isoTime, wrapLines } from '../text.ts';
import { readDay } from '../values.ts';

const archivePlan = defineCommand({
  name: 'archive plan',
  summary: msg('cli.archivePlan.summary'),
  needsDesk: true,
  examples: ['archive plan --before 2025-04-01'],
  takes: {
    before: optional('--before YYYY-MM-DD', { help: msg('cli.archive.before'), value: readDay }),
    withUnpaid: flag('--with-unpaid', { help: msg('cli.archive.withUnpaid') }),
    practice: PRACTICE_DESK,
  },
  ask: ({ system }, { before, withUnpaid, practice }) =>
    planArchive(system, { book: practiceOrLive(practice), beforeMs: before?.getTime() ?? null, withUnpaid }),
  show: () => ({ text: formatPlan, json: planJson }),
});

const archive = defineCommand({
  name: 'archive',
  summary: msg('cli.archive.summary'),
  needsDesk: true,
  notes: [msg('cli.archive.about'), msg('cli.archive.stop')],
  examples: ['archive --before 2025-04-01', 'archive --with-unpaid --yes'],
  takes: {
    before: optional('--before YYYY-MM-DD', { help: msg('cli.archive.before'), value: readDay }),
    withUnpaid: flag('--with-unpaid', { help: msg('cli.archive.withUnpaid') }),
    yes: flag('--yes', { help: msg('cli.archive.yes') }),
    practice: PRACTICE_DESK,
  },
  ask: async ({ system, streams }, { before, withUnpaid, yes, practice }) => {
    const book = practiceOrLive(practice);
    const asked = { book, beforeMs: before?.getTime() ?? null, withUnpaid };
    const planned = planArchive(system, asked);
    if (planned.kind !== 'done') return planned;
    const { going, payments: count } = planned.value;
    streams.stderr.write(`${formatPlan(planned.value, textColumns(streams, 'stderr'))}\n`);
    if (!yes && count > 0) {
      const typed = await askForNumber({ count, question: msg('cli.archive.question') }, streams);
      if (typed.kind === 'declined') streams.stderr.write(`${say(typed.message)}\n`);
      if (typed.kind !== 'confirmed') return refused(typed.kind === 'refused' ? CANNOT_ASK : NOT_CONFIRMED);
    }
    const stopping = new AbortController();
    const stopListening = listenForInterruption({
      onFirst: () => {
        stopping.abort();
        streams.stderr.write(`\n${say(msg('cli.archive.stopping'))}\n`);
      },
      // Whatever it is doing, nothing is lost.
      onSecond: () => process.exit(EXIT.paused),
    });
    const bar = showGoing(streams);
    try {
      return await archiveOld(system, asked, {
        batches: going.map(({ id }) => id),
        signal: stopping.signal,
        onProgress: (going) => bar.show(going),
      });
    } finally {
      stopListening();
      bar.end();
    }
  },
  show: () => ({
    text: formatArchived,
    exitCode: ({ isStopped }) => (isStopped ? EXIT.paused : EXIT.done),
  }),
});

export const ARCHIVE_SPECS = [archivePlan, archive] as const;

const CANNOT_ASK = { code: 'cannotAsk', message: msg('cli.cannotAsk'), cure: msg('cli.archive.cannotAsk.cure') };

const NOT_CONFIRMED = {
  code: 'notConfirmed',
  message: msg('cli.archive.notConfirmed'),
  cure: msg('cure.notConfirmed'),
};

/** On a terminal one line that is written over; elsewhere one line a batch. */
function showGoing(streams: Streams): { show(going: ArchiveGoing): void; end(): void } {
  const status = openStatusLine(streams);
  let last: string | null = null;
  return {
    ...status,
    show: ({ batch, step, done, of, at, batches }) => {
      const line =
        batch === null || step === 'compact'
          ? say(msg('cli.archive.compacting'))
          : say(msg(`cli.archive.going.${step}`, { batch, at, batches, done, of }));
      status.show(line);
      if (!streams.isTty.stderr && batch !== last) streams.stderr.write(`${line}\n`);
      last = batch;
    },
  };
}

function formatPlan(plan: ArchivePlanView, width: number): string {
  const { going, staying, unfinished, payments, paise, bytes, databaseBytes, beforeMs } = plan;
  const sizes = { part: inMegabytes(bytes), whole: inMegabytes(databaseBytes) };
  const rows = going.map(({ id, name, payments: count, paise: sum, lastAtMs, unpaid }) => [
    `  ${id}`,
    name,
    say(msg('part.payments', { count })),
    formatRupees(sum),
    formatLocalTime(lastAtMs),
    unpaid === 0 ? '' : say(msg('cli.archive.unpaid', { count: unpaid })),
  ]);
  const lines =
    going.length === 0
      ? [say(msg('cli.archive.none', { day: beforeMs }))]
      : [say(msg('cli.archive.plan', { day: beforeMs, batches: going.length, payments, paise, ...sizes }))];
  return [
    wrapLines(lines, width),
    ...(rows.length === 0 ? [] : formatTable(['left', 'cut', 'right', 'right', 'left', 'left'], { rows, width })),
    ...staying.map(({ id, stays, unpaid }) =>
      wrapLines([say(msg(`archive.stays.${stays ?? 'young'}`, { batch: id, count: unpaid }))], width),
    ),
    ...(unfinished.length === 0
      ? []
      : [wrapLines([say(msg('cli.archive.unfinished', { batches: unfinished }))], width)]),
  ].join('\n');
}

function formatArchived(
  { archived, isStopped, bytesBefore, bytesAfter, notCompacted }: ArchiveView,
  width: number,
): string {
  const sizes = { before: inMegabytes(bytesBefore), after: inMegabytes(bytesAfter) };
  const lines = [
    say(archived.length === 0 ? msg('cli.archive.nothing') : msg('cli.archive.done', { batches: archived, ...sizes })),
    ...(isStopped ? [say(msg('cli.archive.stopped'))] : []),
    ...(notCompacted === null
      ? []
      : [say(msg('archive.notCompacted', { why: notCompacted.message })), typedCure(notCompacted.cure)]),
  ];
  return wrapLines(lines, width);
}

export function planJson({
  book,
  beforeMs,
  going,
  staying,
  unfinished,
  payments,
  paise,
  bytes,
  databaseBytes,
}: ArchivePlanView) {
  const batchJson = ({
    id,
    name,
    payments: rows,
    paise: totalPaise,
    lastAtMs,
    unpaid,
    stays,
  }: ArchivePlanView['going'][number]) => {
    return { batch: id, name, rows, totalPaise, lastEventAt: isoTime(lastAtMs), unpaid, stays };
  };
  return {
    desk: book,
    before: isoTime(beforeMs),
    batches: going.map(batchJson),
    staying: staying.map(batchJson),
    unfinished,
    rows: payments,
    totalPaise: paise,
    bytes,
    databaseBytes,
  };
}
