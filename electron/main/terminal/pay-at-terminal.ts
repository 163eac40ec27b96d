// run, retry, resume and watch at the terminal: the bar while they go, the batch's table at the end. In: a typed command.
// Out: an exit code. This file must never tick anything that the command line did not.

import type { Answer } from '../../../shared/api/answers.ts';
import type { RunReport } from '../../../shared/api/following.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import type { AskTicks } from '../../../shared/ticks.ts';
import { askForTicks } from './ask-ticks.ts';
import type { CommandOf } from './commands.ts';
import type { TerminalPlace } from './desk-from-terminal.ts';
import { EXIT, type ExitCode, exitCodeOfBatch } from './exit-codes.ts';
import { followOnTerminal, type TerminalFollower } from './follow-on-terminal.ts';
import type { Until } from './follow-options.ts';
import type { Printing } from './print-answer.ts';
import { formatBatch } from './print-batch.ts';
import { printAlarmed, type Telling } from './print-news.ts';

/** Imports, confirms, sends and follows a file. */
export function runAtTerminal({ desk, printing }: TerminalPlace, command: CommandOf<'run'>): Promise<ExitCode> {
  const { file: path, sheet, columns, encoding, remark: fillRemark } = command;
  const { profile, name, onlyPayable, acceptWarnings, acceptRepeat, includeHidden, until, forMs, commandId } = command;
  return follow(printing, command, {
    act: (follower) =>
      desk.start({
        file: { path, sheet, columns, encoding, fillRemark },
        profile,
        name,
        onlyPayable,
        acceptWarnings,
        acceptRepeat,
        includeHidden,
        until,
        forMs,
        commandId,
        follower,
        askTicks: tickAsker(printing, command),
        confirm: (view) => follower.confirm(view),
      }),
    ...ofOne(until),
  });
}

/** Pays again what ended unpaid. */
export function retryAtTerminal({ desk, printing }: TerminalPlace, command: CommandOf<'retry'>): Promise<ExitCode> {
  const { batch, from: path, sheet, columns, encoding, name, acceptWarnings, until, forMs, commandId } = command;
  return follow(printing, command, {
    act: (follower) =>
      desk.retry({
        batch,
        from: path === null ? null : { path, sheet, columns, encoding },
        name,
        acceptWarnings,
        until,
        forMs,
        commandId,
        follower,
        askTicks: tickAsker(printing, command),
        confirm: (view) => follower.confirm(view),
      }),
    ...ofOne(until),
  });
}

/** Sends what is safely unsent and follows it. */
export function resumeAtTerminal({ desk, printing }: TerminalPlace, command: CommandOf<'resume'>): Promise<ExitCode> {
  const { batch, acceptWarnings, until, forMs, commandId } = command;
  return follow(printing, command, {
    act: (follower) => {
      const { confirmCount } = follower;
      return desk.resume({ batch, acceptWarnings, until, forMs, commandId, follower, confirmCount });
    },
    ...ofOne(until),
  });
}

/** Looks up what is not final. */
export function watchAtTerminal({ desk, printing }: TerminalPlace, command: CommandOf<'watch'>): Promise<ExitCode> {
  const { batch, forMs } = command;
  return follow(
    printing,
    { yes: true },
    {
      act: (follower) => desk.watch({ batch, forMs, follower }),
      show: (reports) => showAll(reports, { ofAll: batch === null }),
      batches: (reports) => reports.map(({ view }) => view),
    },
  );
}

/** Shows the bar while the command goes on, and its answer once the bar is gone. */
async function follow<Value>(
  printing: Printing,
  asked: { readonly yes: boolean },
  { act, ...telling }: Telling<Value> & { readonly act: (follower: TerminalFollower) => Promise<Answer<Value>> },
): Promise<ExitCode> {
  const follower = followOnTerminal(printing.streams, asked);
  try {
    const answer = await act(follower);
    follower.stop();
    return printAlarmed(printing, answer, telling);
  } finally {
    follower.stop();
  }
}

/** One batch's report, as it is told. */
function ofOne(until: Until): Telling<RunReport> {
  return { show: (report) => shown(report, until), batches: ({ view }) => [view] };
}

/** Shape: `ofAll` when no batch was named: then late news about any other batch counts as well. */
function showAll(reports: readonly RunReport[], { ofAll }: { readonly ofAll: boolean }): ReturnType<typeof shown> {
  const hasNews = ofAll && reports.some(({ view }) => view.newsElsewhere !== undefined);
  const exitCodes = [
    hasNews ? EXIT.notAllSucceeded : EXIT.done,
    ...reports.map((report) => exitCodeOf(report, 'settled')),
  ];
  const [only] = reports;
  if (only !== undefined && reports.length === 1) return { ...shown(only, 'settled'), exitCode: worst(exitCodes) };
  return {
    value: { batches: reports.map(viewAtEnd) },
    format: (columns: number) => reports.map((report) => formatBatch(viewAtEnd(report), columns)).join('\n\n'),
    exitCode: worst(exitCodes),
  };
}

/** Ticks are a person's: a script, and whoever said --yes beforehand, is never asked and lifts nothing. */
function tickAsker({ streams, json }: Printing, { yes }: { readonly yes: boolean }): AskTicks | undefined {
  if (yes || json || !streams.isTty.stdin) return undefined;
  return (question) => askForTicks(question, streams);
}

/** The batch as the command leaves it: what stopped the command comes before why the batch stands still. */
function viewAtEnd({ view, pause }: RunReport): BatchView {
  return { ...view, paused: pause ?? view.paused };
}

/** A command that came to its end was not paused, also where the batch still is. */
function exitCodeOf({ view, pause }: RunReport, until: Until): ExitCode {
  return exitCodeOfBatch({ ...view, paused: pause }, until);
}

function shown(
  report: RunReport,
  until: Until,
): { value: object; format: (columns: number) => string; exitCode: ExitCode } {
  const { leftOut = 0 } = report;
  const view = viewAtEnd(report);
  const exitCode = exitCodeOf(report, until);
  return {
    value: view,
    format: (columns) => formatBatch(view, columns),
    exitCode: exitCode === EXIT.done && leftOut > 0 ? EXIT.notAllSucceeded : exitCode,
  };
}

function worst(exitCodes: readonly ExitCode[]): ExitCode {
  return exitCodes.reduce((most, one) => (one > most ? one : most));
}
