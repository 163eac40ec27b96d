// What a command came to, on the terminal. In: an answer of the desk. Out: text or JSON, and the exit code.
// This file must never turn a refusal into anything but its own exit code.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { unreachable } from '../../../shared/failures.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { formatCheck } from './print-check.ts';
import { formatRefusal, refusedView } from './print-refusal.ts';
import { printResult, type Result } from './print-result.ts';
import type { Streams } from './streams.ts';

export interface Printing {
  readonly streams: Streams;
  readonly json: boolean;
}

/** Prints the answer; `show` says how a done one looks and what it ends with. */
export function printAnswer<Value>(
  printing: Printing,
  answer: Answer<Value>,
  show: (value: Value) => Result & { readonly exitCode: ExitCode },
): ExitCode {
  const { streams, json } = printing;
  switch (answer.kind) {
    case 'done': {
      const { exitCode, ...result } = show(answer.value);
      printResult(streams, { ...result, json, refused: false });
      return exitCode;
    }
    case 'refused':
      return printRefusal(printing, answer.refusal, { file: answer.file, exitCode: EXIT.refused });
    case 'unsure':
      return printRefusal(printing, answer.refusal, { file: null, exitCode: EXIT.notAllSucceeded });
    case 'busy':
      return printRefusal(printing, answer.refusal, { file: null, exitCode: EXIT.inUse });
    case 'blocked': {
      const { check, refusal } = answer;
      const format = (columns: number): string => `${formatCheck(check, columns)}\n${formatRefusal(refusal, columns)}`;
      printResult(streams, { value: { ...check, refused: refusal }, format, json, refused: true });
      return EXIT.rowsBlocked;
    }
    default:
      return unreachable(answer);
  }
}

/** Prints a refusal. */
export function printRefusal(
  { streams, json }: Printing,
  refusal: Refusal,
  { file, exitCode }: { readonly file: string | null; readonly exitCode: ExitCode },
): ExitCode {
  const value = refusedView(refusal, file);
  printResult(streams, { value, format: (columns) => formatRefusal(refusal, columns), json, refused: true });
  return exitCode;
}
