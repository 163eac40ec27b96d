// Maintenance of the desk's database: verifying its audit chain, backup, restore, and unlocking a restored or copied desk.

import type { Answer } from '../../../../../shared/api/contract.ts';
import type { AuditVerifyView, AuditView, PassportVerdict, ReportVerdict } from '../../../../../shared/api/views.ts';
import { NOTE_MAX_CHARACTERS } from '../../../../../shared/limits.ts';
import { type Message, msg } from '../../../../../shared/messages/message.ts';
import {
  backUpDesk,
  prepareUnlock,
  type RestoreView,
  restoreDesk,
  type UnlockView,
  unlockDesk,
  verifyAudit,
} from '../../../desk/recovery/desk-data.ts';
import { verifyPassport } from '../../../desk/recovery/verify-passport.ts';
import { verifyReport } from '../../../desk/recovery/verify-report.ts';
import type { FileFollower, FileProgress } from '../../../domain/file-work.ts';
import type { LostBatch } from '../../../domain/standing.ts';
import { refused } from '../../../session/desks.ts';
import { EXIT, type ExitCode, listenForInterruption } from '../../process-end.ts';
import { askForNumber } from '../ask.ts';
import { defineCommand, flag, optional, required } from '../command-table.ts';
import { PRACTICE_DESK, practiceOrLive } from '../options.ts';
import { say, typedCure } from '../say.ts';
import { openStatusLine, type Streams, textColumns } from '../terminal.ts';
import { formatLocalTime, isoTime, plainText, wrapLines } from '../text.ts';
import { readPath, textUpTo } from '../values.ts';

const auditVerify = defineCommand({
  name: 'audit verify',
  summary: msg('cli.audit.summary'),
  examples: ['audit verify --report may.xlsx'],
  needsDesk: true,
  notes: [msg('cli.audit.exitCodes'), msg('cli.audit.reportExit')],
  takes: {
    report: optional('--report FILE', { help: msg('cli.audit.report'), value: readPath }),
    passport: optional('--passport FILE', { help: msg('cli.audit.passport'), value: readPath }),
  },
  onlyOneOf: ['report', 'passport'],
  ask: async ({ system, streams }, { report, passport }) => {
    const desks = await followFileWork(streams, (follower) => verifyAudit(system, follower));
    if (desks.kind !== 'done') return desks;
    const { value } = desks;
    const withFile = (
      name: 'report' | 'passport',
      verified: Answer<ReportVerdict | PassportVerdict>,
    ): Answer<AuditVerifyView> => {
      // If the desk itself is damaged, its findings say more than why the file could not be verified.
      if (verified.kind !== 'done') return value.ok ? verified : desks;
      return {
        kind: 'done',
        value: { ...value, ok: value.ok && verified.value.verdict === 'same', [name]: verified.value },
      };
    };
    if (report !== null) return withFile('report', await verifyReport(system, report));
    if (passport !== null) return withFile('passport', await verifyPassport(system, passport));
    return desks;
  },
  show: () => ({ text: formatVerified, exitCode: exitCodeOfAudit }),
});

const backup = defineCommand({
  name: 'backup',
  summary: msg('cli.backup.summary'),
  examples: ['backup desk.backup'],
  needsDesk: true,
  notes: [msg('cli.backup.about')],
  takes: {
    file: required('FILE', { help: msg('cli.backup.file'), value: readPath }),
    practice: PRACTICE_DESK,
  },
  ask: ({ system, streams }, { file, practice }) =>
    followFileWork(streams, (follower) =>
      backUpDesk(system, { book: practiceOrLive(practice), file, withArchives: true }, follower),
    ),
  show: () => ({
    text: ({ file, batches, entries, archives, missingArchives }, columns) =>
      wrapLines(
        [
          say(msg('cli.backup.wrote', { file, batches, entries })),
          ...(archives === 0 ? [] : [say(msg('cli.backup.archives', { count: archives - missingArchives.length }))]),
          ...missingLines(missingArchives),
        ],
        columns,
      ),
  }),
});

const restore = defineCommand({
  name: 'restore',
  summary: msg('cli.restore.summary'),
  examples: ['restore desk.backup --data new-desk'],
  notes: [msg('cli.restore.about')],
  takes: {
    file: required('FILE', { help: msg('cli.restore.file'), value: readPath }),
    practice: PRACTICE_DESK,
  },
  ask: ({ system }, { file, practice }) => restoreDesk(system, { book: practiceOrLive(practice), file }),
  show: () => ({ text: formatRestored, json: restoredJson }),
});

const unlock = defineCommand({
  name: 'unlock',
  summary: msg('cli.unlock.summary'),
  examples: ['unlock --note "Moved to the new computer"'],
  needsDesk: true,
  notes: [msg('cli.unlock.about')],
  takes: {
    note: required('--note TEXT', {
      help: msg('cli.unlock.note'),
      value: textUpTo(NOTE_MAX_CHARACTERS),
    }),
    yes: flag('--yes', { help: msg('cli.unlock.yes') }),
    practice: PRACTICE_DESK,
  },
  ask: async ({ system, streams }, { note, yes, practice }) => {
    const book = practiceOrLive(practice);
    const prepared = await prepareUnlock(system, book);
    if (prepared.kind !== 'done') return prepared;
    const { count } = prepared.value.unknown;
    streams.stderr.write(`${formatUnlockQuestion(prepared.value, textColumns(streams, 'stderr'))}\n`);
    if (!yes) {
      const typed = await askForNumber({ count, question: msg('cli.unlock.question') }, streams);
      if (typed.kind === 'declined') streams.stderr.write(`${say(typed.message)}\n`);
      if (typed.kind !== 'confirmed') return refused(NOT_CONFIRMED);
    }
    return unlockDesk(system, { book, note, unknown: count });
  },
  show: () => ({
    text: ({ unknown }) => say(msg('cli.unlock.unlocked', { doubt: doubtOf(unknown.count) })),
    json: unlockedJson,
  }),
});

const NOT_CONFIRMED = {
  code: 'notConfirmed',
  message: msg('cli.unlock.notConfirmed'),
  cure: msg('cure.notConfirmed'),
};

export const RECOVERY_SPECS = [auditVerify, backup, restore, unlock] as const;

/** Shows on a terminal how far long work is, and stops it at the first Ctrl+C. */
async function followFileWork<Value>(
  streams: Streams,
  act: (follower: FileFollower) => Promise<Answer<Value>>,
): Promise<Answer<Value>> {
  const stopping = new AbortController();
  const stopListening = listenForInterruption({
    onFirst: () => stopping.abort(),
    onSecond: () => process.exit(EXIT.refused),
  });
  const status = openStatusLine(streams);
  const onProgress = ({ part, share }: FileProgress): void =>
    status.show(
      plainText(say(msg('cli.fileWork.going', { part: msg(`fileWork.${part}`), percent: Math.floor(share * 100) }))),
    );
  try {
    return await act({ onProgress, signal: stopping.signal });
  } finally {
    stopListening();
    status.end();
  }
}

function formatVerified({ desks, report, passport }: AuditVerifyView, columns: number): string {
  const lines = [
    ...desks.flatMap(sentencesOf),
    ...(report === undefined ? [] : reportLines(report)),
    ...(passport === undefined ? [] : passportLines(passport)),
  ];
  return wrapLines(lines, columns);
}

function passportLines({
  file,
  payout,
  asOf,
  entry,
  hash,
  verdict: kind,
  findings,
}: PassportVerdict): readonly string[] {
  const verdict = msg(`cli.verify.passport.${kind}`);
  const what =
    payout === null
      ? msg('cli.verify.passport.unread', { file, verdict })
      : msg('cli.verify.passport', { file, payout, asOf: asOf ?? '', verdict });
  const head =
    entry === null || kind === 'altered' ? [] : [say(msg('cli.verify.passport.head', { entry, hash: hash ?? '' }))];
  return [say(what), ...findings.map(({ message }) => `- ${say(message)}`), ...head];
}

function reportLines({ file, batch, asOf, verdict: kind, findings, more }: ReportVerdict): readonly string[] {
  const verdict = msg(`cli.verify.${kind}`);
  const what =
    asOf === null
      ? msg('cli.verify.report', { file, batch, verdict })
      : msg('cli.verify.report.asOf', { file, batch, asOf, verdict });
  return [say(what), ...findings.map(({ message }) => `- ${say(message)}`), ...moreLines(more)];
}

function moreLines(count: number): readonly string[] {
  return count === 0 ? [] : [say(msg('cli.audit.more', { count }))];
}

/**
 * The exit code of `audit verify`. With only a lock or a lost batch as findings, the database is in order and the code is
 * `inUse`.
 */
function exitCodeOfAudit({ desks, report, passport }: AuditVerifyView): ExitCode {
  const codes = desks.flatMap(({ findings }) => findings.map(({ code }) => code));
  const verdict = (report ?? passport)?.verdict;
  if (verdict === 'altered' || verdict === 'notComparable') return EXIT.refused;
  if (codes.length === 0) return verdict === 'outdated' ? EXIT.notAllSucceeded : EXIT.done;
  return codes.every((code) => code === 'locked' || code === 'batchLost') ? EXIT.inUse : EXIT.refused;
}

function sentencesOf(view: AuditView): readonly string[] {
  const { entries, batches, payouts, alarms, findings, more, ahead: count, hash } = view;
  const extent = msg('cli.audit.extent', { entries, batches, payouts });
  const rest = view.archives === 0 ? [] : [msg('cli.audit.archives', { count: view.archives })];
  const desk = view.desk === 'live' ? msg('cli.audit.live') : msg('cli.audit.practice');
  if (findings.length === 0) {
    // Being ahead of its note by this much can be explained by a crash. A note that is provably too old is a finding.
    const ahead = count === 0 ? [] : [msg('cli.audit.ahead', { count })];
    const lines = [
      msg('cli.audit.inOrder', { desk, extent, ahead: [...rest, ...ahead] }),
      msg('cli.audit.chainEnd', { hash }),
    ];
    return [...lines.map(say), ...alarmLines(alarms)];
  }
  const lines = findings.map(({ message }) => `- ${say(message)}`);
  return [say(msg('cli.audit.notInOrder', { desk, extent })), ...lines, ...moreLines(more), ...alarmLines(alarms)];
}

function alarmLines(count: number): readonly string[] {
  return count === 0 ? [] : [typedCure(msg('cli.audit.alarms', { count }))];
}

function formatRestored(view: RestoreView, columns: number): string {
  const locked =
    view.locked === null
      ? [say(msg('cli.restore.notLocked'))]
      : [say(view.locked.message), say(doubtOf(view.unknown.count)), typedCure(msg('cli.restore.next'))];
  const kept = view.kept === null ? [] : [say(msg('cli.restore.kept', { path: view.kept }))];
  const restored = say(msg('cli.restore.restored', { file: view.file }));
  return wrapLines(
    [restored, ...kept, ...locked, ...lostLines(view.lost), ...missingLines(view.missingArchives)],
    columns,
  );
}

function missingLines(names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [say(msg('archive.notThere', { names })), typedCure(msg('cure.archive'))];
}

/** What `unlock` shows before it asks. */
export function formatUnlockQuestion({ book, why, unknown, lost }: UnlockView, columns: number): string {
  const { count, paise: total } = unknown;
  const doubt = doubtOf(count);
  const lines = [
    say(book === 'live' ? msg('cli.unlock.locked.live', { why }) : msg('cli.unlock.locked.practice', { why })),
    say(count === 0 ? doubt : msg('cli.unlock.together', { doubt, total })),
    ...lostLines(lost),
    say(msg('cli.unlock.means')),
  ];
  return wrapLines(lines, columns);
}

function doubtOf(count: number): Message {
  return count === 0 ? msg('cli.unknown.none') : msg('cli.doubt', { count });
}

function lostLines(lost: readonly LostBatch[]): readonly string[] {
  return lost.map(({ id, count, totalPaise: total, confirmedAtMs }) =>
    say(msg('cli.lost', { batch: id, time: formatLocalTime(confirmedAtMs), count, total })),
  );
}

export function restoredJson({ file, book, kept, locked, unknown, lost, missingArchives }: RestoreView) {
  return { file, desk: book, kept, locked, unknown: unknown.count, lost: lost.map(lostJson), missingArchives };
}

export function unlockedJson({ book, why, unknown, lost }: UnlockView) {
  return { desk: book, why, unknown: unknown.count, unknownPaise: unknown.paise, lost: lost.map(lostJson) };
}

function lostJson({ id, count, totalPaise, confirmedAtMs }: LostBatch) {
  return { batch: id, rows: count, totalPaise, createdAt: isoTime(confirmedAtMs) };
}
