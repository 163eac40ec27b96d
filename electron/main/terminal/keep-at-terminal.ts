// Verifying, unlocking, backing up and restoring at the terminal. In: a typed command. Out: an exit code.
// This file must never unlock what a person has not confirmed.

import type { CommandOf } from './commands.ts';
import type { TerminalPlace } from './desk-from-terminal.ts';
import { askForNumber } from './ask.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { printAnswer } from './print-answer.ts';
import {
  exitCodeOfAudit,
  formatBackup,
  formatRestored,
  formatUnlocked,
  formatUnlockQuestion,
  formatVerified,
} from './print-audit.ts';
import { textColumns } from './streams.ts';
import { deskOf } from './which-desk.ts';

export function verifyAtTerminal({ desk, printing }: TerminalPlace): ExitCode {
  return printAnswer(printing, desk.verifyAudit(), (value) => ({
    value,
    format: (columns) => formatVerified(value, columns),
    exitCode: exitCodeOfAudit(value),
  }));
}

export function backUpAtTerminal({ desk, printing }: TerminalPlace, { file, practice }: CommandOf<'backup'>): ExitCode {
  return printAnswer(printing, desk.backUp({ book: deskOf(practice), file }), (value) => ({
    value,
    format: () => formatBackup(value),
    exitCode: EXIT.done,
  }));
}

export async function restoreAtTerminal(
  { desk, printing }: TerminalPlace,
  { file, practice }: CommandOf<'restore'>,
): Promise<ExitCode> {
  return printAnswer(printing, await desk.restore({ book: deskOf(practice), file }), (value) => ({
    value,
    format: (columns) => formatRestored(value, columns),
    exitCode: EXIT.done,
  }));
}

export async function unlockAtTerminal(
  { desk, printing }: TerminalPlace,
  { note, yes, practice }: CommandOf<'unlock'>,
): Promise<ExitCode> {
  const { streams } = printing;
  const answer = await desk.unlock({
    book: deskOf(practice),
    note,
    confirm: async (view) => {
      streams.stderr.write(`${formatUnlockQuestion(view, textColumns(streams, 'stderr'))}\n`);
      if (yes) return true;
      const question = 'To unlock, type the number of payouts in doubt (anything else stops): ';
      const typed = await askForNumber({ count: view.unknown, question }, streams);
      if (typed.kind === 'declined') streams.stderr.write(`${typed.message}\n`);
      return typed.kind === 'confirmed';
    },
  });
  return printAnswer(printing, answer, (value) => ({
    value,
    format: () => formatUnlocked(value),
    exitCode: EXIT.done,
  }));
}
