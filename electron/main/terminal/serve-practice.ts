// `practice`: serves the practice gateway until Ctrl+C. In: a port. Out: its address on the terminal, then an exit code.
// This file must never serve anywhere but on this machine: the gateway listens on loopback only.

import type { CommandOf } from './commands.ts';
import type { TerminalPlace } from './desk-from-terminal.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { listenForInterruption } from './interruption.ts';
import { printRefusal } from './print-answer.ts';
import { formatPractice } from './print-practice.ts';
import { printResult } from './print-result.ts';

/** Serves the practice gateway. */
export async function servePractice(
  { desk, printing }: TerminalPlace,
  { port, json }: CommandOf<'practice'>,
): Promise<ExitCode> {
  const start = await desk.startPractice({ port });
  if (start.kind === 'refused') return printRefusal(printing, start.refusal, { file: null, exitCode: EXIT.refused });
  const { url, mid, token, close } = start.practice;
  const value = { url, mid, token };
  printResult(printing.streams, { value, format: () => formatPractice(value), json, refused: false });
  await new Promise<void>((resolve) => {
    listenForInterruption({ onFirst: resolve, onSecond: resolve });
  });
  await close();
  return EXIT.done;
}
