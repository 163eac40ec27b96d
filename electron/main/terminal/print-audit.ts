// Locking, verifying, backing up and restoring, for people. In: the views. Out: text.
// This file must never call a desk in order while a finding is left.

import type {
  AuditVerifyView,
  AuditView,
  BackupView,
  LostBatchView,
  RestoreView,
  UnlockView,
} from '../../../shared/api/lock-views.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { counted, formatCount, formatMoney } from './format-count.ts';
import { formatLocalTime } from './format-time.ts';
import { plainText, wrapText } from './text-width.ts';

/** After `audit verify`. */
export function formatVerified({ desks }: AuditVerifyView, columns: number): string {
  return desks.flatMap((desk) => sentencesOf(desk).flatMap((line) => wrapText(plainText(line), columns))).join('\n');
}

/** How `audit verify` ends: a desk that is only locked is in order as far as it goes. */
export function exitCodeOfAudit({ desks }: AuditVerifyView): ExitCode {
  const codes = desks.flatMap(({ findings }) => findings.map(({ code }) => code));
  if (codes.length === 0) return EXIT.done;
  return codes.every((code) => code === 'locked' || code === 'batchLost') ? EXIT.inUse : EXIT.refused;
}

function sentencesOf(desk: AuditView): readonly string[] {
  const { entries, batches, payouts, findings, more, ahead, hash } = desk;
  const extent = `${counted(entries, 'audit entry', 'audit entries')}, ${counted(batches, 'batch', 'batches')}, ${counted(payouts, 'payout')}`;
  const name = desk.desk === 'live' ? 'The live desk' : 'The practice desk';
  if (findings.length === 0) {
    const beyond = ahead === 0 ? '' : ` ${unseen(ahead)}`;
    return [`${name} is in order: ${extent} fit together.${beyond}`, `Its chain ends at ${hash}.`];
  }
  const rest = more === 0 ? [] : [`... and ${formatCount(more)} more.`];
  return [`${name} is NOT in order (${extent}):`, ...findings.map(({ message }) => `- ${message}`), ...rest];
}

/** Shape: what a crash explains, and what it does not; a note that is provably too old is a finding of its own. */
function unseen(ahead: number): string {
  const entries = ahead === 1 ? 'last entry' : `last ${formatCount(ahead)} entries`;
  const why = ahead === 1 ? 'A crash leaves that.' : MORE_THAN_A_CRASH;
  return `The note outside has not seen the ${entries}. ${why}`;
}

const MORE_THAN_A_CRASH =
  'A crash leaves only what was written at one moment: if that is more, the state folder was put back or could not be written.';

/** After `backup`. */
export function formatBackup({ file, entries, batches }: BackupView): string {
  return plainText(
    `Wrote ${file}: ${counted(batches, 'batch', 'batches')}, ${formatCount(entries)} audit entries, verified. Only you can read it.`,
  );
}

/** After `restore`. */
export function formatRestored(view: RestoreView, columns: number): string {
  const lines = [
    `Restored ${view.file}.`,
    ...(view.kept === null ? [] : [`The database that was there before is kept as ${view.kept}.`]),
    ...(view.locked === null
      ? ['It is exactly as far on as the desk was, so it is not locked.']
      : [view.locked.message, doubtOf(view.unknown), NEXT]),
    ...lostLines(view.lost),
  ];
  return lines.flatMap((line) => wrapText(plainText(line), columns)).join('\n');
}

/** Before `unlock` asks. */
export function formatUnlockQuestion(view: UnlockView, columns: number): string {
  const lines = [
    `The ${view.desk} desk is locked: ${view.why}.`,
    view.unknown === 0
      ? doubtOf(view.unknown)
      : `${doubtOf(view.unknown)} Together: ${formatMoney(view.unknownPaise)}.`,
    ...lostLines(view.lost),
    'Unlocking lets this copy send new batches. Make sure that no other copy of it is in use.',
  ];
  return lines.flatMap((line) => wrapText(plainText(line), columns)).join('\n');
}

/** After `unlock`. */
export function formatUnlocked({ unknown }: UnlockView): string {
  return `The desk is unlocked. ${doubtOf(unknown)}`;
}

const NEXT = '`desk watch` looks them up; `desk unlock --note TEXT` opens the desk for new batches.';

function doubtOf(unknown: number): string {
  if (unknown === 0) return 'No payout is in doubt.';
  return `${counted(unknown, 'payout')} in doubt: nobody can say yet whether they were paid, and the desk never sends them again.`;
}

function lostLines(lost: readonly LostBatchView[]): readonly string[] {
  return lost.map(
    ({ batch, rows, totalPaise, createdAt }) =>
      `Missing from this copy: batch ${batch} of ${formatLocalTime(createdAt)}, ${counted(rows, 'payout')}, ${formatMoney(totalPaise)}.`,
  );
}
