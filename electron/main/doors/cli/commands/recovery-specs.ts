// Keeping the desk's database: verifying its audit chain, copies of it, putting one back, and taking a restored or copied
// one for the true one.

import type { AuditVerifyView, AuditView, ReportVerdict } from '../../../../../shared/api/views.ts';
import { countOf, formatCount } from '../../../../../shared/counts.ts';
import { NOTE_MAX_CHARACTERS } from '../../../../../shared/limits.ts';
import { msg } from '../../../../../shared/messages/message.ts';
import { formatRupees } from '../../../../../shared/money.ts';
import type { Book } from '../../../../../shared/profiles.ts';
import {
  backUpDesk,
  prepareUnlock,
  type RestoreView,
  restoreDesk,
  type UnlockView,
  unlockDesk,
  verifyAudit,
} from '../../../desk/recovery/desk-data.ts';
import { verifyReport } from '../../../desk/recovery/verify-report.ts';
import type { LostBatch } from '../../../domain/standing.ts';
import { refused } from '../../../session/desks.ts';
import { EXIT, type ExitCode } from '../../process-end.ts';
import { askForNumber } from '../ask.ts';
import { defineCommand, flag, optional, required } from '../command-table.ts';
import { PRACTICE_DESK } from '../options.ts';
import { textColumns } from '../terminal.ts';
import { formatLocalTime, isoTime, PROGRAM, plainText, say, wrapLines } from '../text.ts';
import { readPath, textUpTo } from '../values.ts';

const auditVerify = defineCommand({
  name: 'audit verify',
  summary: 'checks the audit chain, its head outside the data folder, and every row against it',
  needsDesk: true,
  notes: [
    'Works beside a running desk. Ends with 0 when everything fits, 2 when something does not, 6 when the desk is locked.',
    'With --report, names what of a report is not as the desk would write it; ends with 4 where payouts have only moved on since.',
  ],
  takes: {
    report: optional('--report FILE', { help: 'a report of `export`, to be verified as well', value: readPath }),
  },
  ask: async ({ system }, { report }) => {
    const desks = verifyAudit(system);
    if (report === null || desks.kind !== 'done') return desks;
    const verified = await verifyReport(system, report);
    // What is wrong with the desk itself says more than why it writes no report.
    if (verified.kind !== 'done') return desks.value.ok ? verified : desks;
    const ok = desks.value.ok && verified.value.verdict === 'same';
    return { kind: 'done', value: { ...desks.value, ok, report: verified.value } };
  },
  show: () => ({ text: formatVerified, exitCode: exitCodeOfAudit }),
});

const backup = defineCommand({
  name: 'backup',
  summary: 'writes a verified copy of the database, beside a running desk',
  needsDesk: true,
  notes: ['The copy holds account numbers and salaries: only you can read it. It never replaces a file.'],
  takes: {
    file: required('FILE', { help: 'the new file to write', value: readPath }),
    practice: PRACTICE_DESK,
  },
  ask: ({ system }, { file, practice }) => backUpDesk(system, { book: practiceOrLive(practice), file }),
  show: () => ({
    text: ({ file, batches, entries }) =>
      plainText(
        `Wrote ${file}: ${countOf(batches, 'batch', 'batches')}, ${formatCount(entries)} audit entries, verified. Only you can read it.`,
      ),
  }),
});

const restore = defineCommand({
  name: 'restore',
  summary: 'puts a backup in the place of the database, which is kept beside it',
  notes: [
    'A backup that is older than the desk opens locked: what it calls unsent may have been sent since, so it is unknown and only looked up. `unlock` opens it for new batches.',
  ],
  takes: {
    file: required('FILE', { help: 'a file that `backup` has written', value: readPath }),
    practice: PRACTICE_DESK,
  },
  ask: ({ system }, { file, practice }) => restoreDesk(system, { book: practiceOrLive(practice), file }),
  show: () => ({ text: formatRestored, json: restoredJson }),
});

const unlock = defineCommand({
  name: 'unlock',
  summary: 'opens a restored or copied desk for new batches',
  needsDesk: true,
  notes: [
    'Shows what is in doubt and asks for its count. What is unknown stays unknown: it is looked up, and never sent again by the desk.',
  ],
  takes: {
    note: required('--note TEXT', {
      help: 'why this copy is the true one; it goes into the audit log',
      value: textUpTo(NOTE_MAX_CHARACTERS),
    }),
    yes: flag('--yes', { help: 'unlock without asking for the typed count' }),
    practice: PRACTICE_DESK,
  },
  ask: async ({ system, streams }, { note, yes, practice }) => {
    const book = practiceOrLive(practice);
    const prepared = await prepareUnlock(system, book);
    if (prepared.kind !== 'done') return prepared;
    const { count } = prepared.value.unknown;
    streams.stderr.write(`${formatUnlockQuestion(prepared.value, textColumns(streams, 'stderr'))}\n`);
    if (!yes) {
      const question = 'To unlock, type the number of payouts in doubt (anything else stops): ';
      const typed = await askForNumber({ count, question }, streams);
      if (typed.kind === 'declined') streams.stderr.write(`${typed.message}\n`);
      if (typed.kind !== 'confirmed') return refused(NOT_CONFIRMED);
    }
    return unlockDesk(system, { book, note, unknown: count });
  },
  show: () => ({ text: ({ unknown }) => `The desk is unlocked. ${doubtOf(unknown.count)}`, json: unlockedJson }),
});

const NOT_CONFIRMED = {
  code: 'notConfirmed',
  message: 'Not confirmed: the desk stays locked.',
  cure: msg('cure.notConfirmed'),
};

export const RECOVERY_SPECS = [auditVerify, backup, restore, unlock] as const;

function practiceOrLive(isPractice: boolean): Book {
  return isPractice ? 'practice' : 'live';
}

function formatVerified({ desks, report }: AuditVerifyView, columns: number): string {
  return wrapLines([...desks.flatMap(sentencesOf), ...(report === undefined ? [] : reportLines(report))], columns);
}

function reportLines({ file, batch, asOf, verdict, findings, more }: ReportVerdict): readonly string[] {
  const what = `${file}, a report of ${batch}${asOf === null ? '' : ` as of ${asOf}`}`;
  const rest = more === 0 ? [] : [`... and ${formatCount(more)} more.`];
  return [`${what}, ${REPORT_VERDICTS[verdict]}`, ...findings.map(({ message }) => `- ${say(message)}`), ...rest];
}

const REPORT_VERDICTS = {
  same: 'is what the desk would write now.',
  outdated: 'is not altered, but payouts have moved on since:',
  altered: 'is NOT what the desk wrote:',
} as const;

/** How `audit verify` ends: a desk that is only locked is in order as far as it goes. */
function exitCodeOfAudit({ desks, report }: AuditVerifyView): ExitCode {
  const codes = desks.flatMap(({ findings }) => findings.map(({ code }) => code));
  if (report?.verdict === 'altered') return EXIT.refused;
  if (codes.length === 0) return report?.verdict === 'outdated' ? EXIT.notAllSucceeded : EXIT.done;
  return codes.every((code) => code === 'locked' || code === 'batchLost') ? EXIT.inUse : EXIT.refused;
}

function sentencesOf(desk: AuditView): readonly string[] {
  const { entries, batches, payouts, alarms, findings, more, ahead, hash } = desk;
  const extent = `${countOf(entries, 'audit entry', 'audit entries')}, ${countOf(batches, 'batch', 'batches')}, ${countOf(payouts, 'payout')}`;
  const name = desk.desk === 'live' ? 'The live desk' : 'The practice desk';
  if (findings.length === 0) {
    const beyond = ahead === 0 ? '' : ` ${unseen(ahead)}`;
    const lines = [`${name} is in order: ${extent} fit together.${beyond}`, `Its chain ends at ${hash}.`];
    return [...lines, ...alarmLines(alarms)];
  }
  const rest = more === 0 ? [] : [`... and ${formatCount(more)} more.`];
  const told = findings.map(({ message }) => `- ${say(message)}`);
  return [`${name} is NOT in order (${extent}):`, ...told, ...rest, ...alarmLines(alarms)];
}

function alarmLines(alarms: number): readonly string[] {
  return alarms === 0
    ? []
    : [`${countOf(alarms, 'alarm')} nobody has read: \`${PROGRAM} news\` shows what they are about.`];
}

/** Shape: what a crash explains, and what it does not; a note that is provably too old is a finding of its own. */
function unseen(ahead: number): string {
  const entries = ahead === 1 ? 'last entry' : `last ${formatCount(ahead)} entries`;
  const why = ahead === 1 ? 'A crash leaves that.' : MORE_THAN_A_CRASH;
  return `The note outside has not seen the ${entries}. ${why}`;
}

const MORE_THAN_A_CRASH =
  'A crash leaves only what was written at one moment: if that is more, the state folder was put back or could not be written.';

/** After `restore`. */
function formatRestored(view: RestoreView, columns: number): string {
  const locked =
    view.locked === null
      ? ['It is exactly as far on as the desk was, so it is not locked.']
      : [
          say(view.locked.message),
          doubtOf(view.unknown.count),
          `\`${PROGRAM} watch\` looks them up; \`${PROGRAM} unlock --note TEXT\` opens the desk for new batches.`,
        ];
  const kept = view.kept === null ? [] : [`The database that was there before is kept as ${view.kept}.`];
  return wrapLines([`Restored ${view.file}.`, ...kept, ...locked, ...lostLines(view.lost)], columns);
}

/** Before `unlock` asks. */
export function formatUnlockQuestion(view: UnlockView, columns: number): string {
  const { count, paise } = view.unknown;
  const together = count === 0 ? '' : ` Together: ${formatRupees(paise)}.`;
  const lines = [
    `The ${view.book} desk is locked: ${say(view.why)}.`,
    `${doubtOf(count)}${together}`,
    ...lostLines(view.lost),
    'Unlocking lets this copy send new batches. Make sure that no other copy of it is in use.',
  ];
  return wrapLines(lines, columns);
}

function doubtOf(unknown: number): string {
  if (unknown === 0) return 'No payout is in doubt.';
  return `${countOf(unknown, 'payout')} in doubt: nobody can say yet whether they were paid, and the desk never sends them again.`;
}

function lostLines(lost: readonly LostBatch[]): readonly string[] {
  return lost.map(
    ({ id, count, totalPaise, confirmedAtMs }) =>
      `Missing from this copy: batch ${id} of ${formatLocalTime(confirmedAtMs)}, ${countOf(count, 'payout')}, ${formatRupees(totalPaise)}.`,
  );
}

/** `restore --json`. */
function restoredJson({ file, book, kept, locked, unknown, lost }: RestoreView): object {
  return { file, desk: book, kept, locked, unknown: unknown.count, lost: lost.map(lostJson) };
}

/** `unlock --json`. */
function unlockedJson({ book, why, unknown, lost }: UnlockView): object {
  return { desk: book, why, unknown: unknown.count, unknownPaise: unknown.paise, lost: lost.map(lostJson) };
}

function lostJson({ id, count, totalPaise, confirmedAtMs }: LostBatch): object {
  return { batch: id, rows: count, totalPaise, createdAt: isoTime(confirmedAtMs) };
}
