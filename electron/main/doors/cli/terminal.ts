// The streams of the terminal, and the only place where a result is written: as text on standard output, or with --json as one
// JSON object on its last line, with the text on standard error. Nothing else goes to standard output.

import type { Readable, Writable } from 'node:stream';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { UnreadNews } from '../../../../shared/api/views.ts';
import { unreachable } from '../../../../shared/failures.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { System } from '../../session/system.ts';
import { EXIT, type ExitCode, outliveTerminal } from '../process-end.ts';
import { formatCheck } from './print-check.ts';
import { isMessage, say, typedCure } from './say.ts';
import { wrapLines } from './text.ts';

const TERMINAL_MIN_COLUMNS = 20;

/** The width of a terminal that does not report one. */
export const TERMINAL_DEFAULT_COLUMNS = 80;

/** `columns` may change while a command runs, when a window is resized. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly isTty: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  readonly columns: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Nothing is shown while a batch runs. */
  readonly isQuiet?: true;
}

/** What a command runs with: the desk's system, and where its answer is printed. */
export interface Terminal extends Printing {
  readonly system: System;
}
export interface Printing {
  readonly streams: Streams;
  readonly json: boolean;
}

/** The streams of this process. A reader that has gone, as after `| head`, does not stop a run. */
export function processStreams(): Streams {
  const { stdin, stdout, stderr, env } = process;
  // Code that reads the stream gets the error too.
  stdin.on('error', () => undefined);
  // A result that a full disk refused is a fault, reported at the end instead of in the middle of a run.
  outliveTerminal((error) => {
    stderr.write(`${say(msg('cli.resultNotWritten', { why: error.message }))}\n`);
    process.once('exit', () => {
      process.exitCode = EXIT.fault;
    });
  });
  return {
    stdin,
    stdout,
    stderr,
    // A pipe or a file has no isTTY at all, whatever the types say.
    isTty: { stdin: Boolean(stdin.isTTY), stdout: Boolean(stdout.isTTY), stderr: Boolean(stderr.isTTY) },
    get columns() {
      // A terminal without a known size reports 0.
      return stderr.columns || stdout.columns || TERMINAL_DEFAULT_COLUMNS;
    },
    env,
  };
}

/** The same streams, whose width goes on following the window. */
export function withoutProgress(streams: Streams): Streams {
  return Object.create(streams, { isQuiet: { value: true } }) as Streams;
}

/** How wide text may be on a stream; a file or a pipe has no limit. */
export function textColumns(streams: Streams, name: 'stdout' | 'stderr'): number {
  return streams.isTty[name] ? Math.max(streams.columns, TERMINAL_MIN_COLUMNS) : Number.POSITIVE_INFINITY;
}

/** How an answer is shown. By default `json` is the answer itself and `exitCode` is 0. */
export interface Presentation<Value> {
  readonly text: (value: Value, columns: number) => string;
  readonly json?: (value: Value) => object;
  readonly exitCode?: (value: Value) => ExitCode;
  /** The batches it is about: their unread late news is an alarm. */
  readonly batches?: (value: Value) => readonly Alarmed[];
}

interface Alarmed {
  readonly batch: BatchId;
  readonly news?: UnreadNews;
  readonly newsElsewhere?: readonly BatchId[];
}

/** Prints the answer of a desk's command and returns the exit code. */
export function printAnswer<Value extends object>(
  printing: Printing,
  answer: Answer<Value>,
  { text, json = (value) => value, exitCode = () => EXIT.done, batches = () => [] }: Presentation<Value>,
): ExitCode {
  switch (answer.kind) {
    case 'done': {
      const { value } = answer;
      print(printing, { name: 'stdout', value: json(value), text: (columns) => text(value, columns) });
      printAlarms(printing.streams, batches(value));
      return exitCode(value);
    }
    case 'refused':
      return printRefusal(printing, answer.refusal, { file: answer.file });
    case 'unsure':
      return printRefusal(printing, answer.refusal, { exitCode: EXIT.notAllSucceeded });
    case 'busy':
      return printRefusal(printing, answer.refusal, { exitCode: EXIT.inUse });
    case 'blocked': {
      const { check, refusal } = answer;
      const value = { ...check, refused: refusal };
      const blocked = (columns: number): string => `${formatCheck(check, columns)}\n${formatRefusal(refusal, columns)}`;
      print(printing, { name: 'stderr', value, text: blocked });
      return EXIT.rowsBlocked;
    }
    default:
      return unreachable(answer);
  }
}

/** Prints a refusal, but never the refused value, which may be a secret. `file` is null if it is about none. */
export function printRefusal(
  printing: Printing,
  refusal: Refusal,
  { file = null, exitCode = EXIT.refused }: { readonly file?: string | null; readonly exitCode?: ExitCode } = {},
): ExitCode {
  const { code, message, cure } = refusal;
  const value = { file, refused: { code, message, cure } };
  print(printing, { name: 'stderr', value, text: (columns) => formatRefusal(refusal, columns) });
  return exitCode;
}

function formatRefusal({ message, cure }: Refusal, columns: number): string {
  return wrapLines([say(message), typedCure(cure)], columns);
}

/** `name`: the stream for the text; with --json the text goes to standard error. */
function print(
  { streams, json }: Printing,
  result: {
    readonly name: 'stdout' | 'stderr';
    readonly value: object;
    readonly text: (columns: number) => string;
  },
): void {
  const name = json ? 'stderr' : result.name;
  streams[name].write(`${result.text(textColumns(streams, name))}\n`);
  if (json) streams.stdout.write(`${jsonLine(result.value)}\n`);
}

/** The value on one line. Characters that control a terminal are escaped and read back the same. */
function jsonLine(value: object): string {
  const said = JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'cure' && (typeof inner === 'string' || isMessage(inner))) return typedCure(inner);
    return isMessage(inner) ? say(inner) : inner;
  });
  return said.replaceAll(
    /[\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Prints to standard error, after the answer, that late news is unread. */
function printAlarms(streams: Streams, batches: readonly Alarmed[]): void {
  const alarms = batches.flatMap(({ batch, news }) => (news === undefined ? [] : [alarmOf(batch, news)]));
  const here = new Set(batches.map(({ batch }) => batch));
  const elsewhere = new Set(
    batches.flatMap(({ newsElsewhere = [] }) => newsElsewhere).filter((batch) => !here.has(batch)),
  );
  if (elsewhere.size > 0) {
    alarms.push(msg('cli.alarm.elsewhere', { batches: [...elsewhere] }));
  }
  if (alarms.length === 0) return;
  const said = alarms.map((alarm) => typedCure(alarm));
  streams.stderr.write(`${wrapLines(said, textColumns(streams, 'stderr'))}\n`);
}

function alarmOf(batch: BatchId, { unread, possibleDuplicates: count }: UnreadNews): Message {
  const duplicates = count === 0 ? '' : msg('cli.alarm.duplicates', { count });
  return msg('cli.alarm', { batch, unread, duplicates });
}

/** One line on a terminal that each `show` writes over; nothing where standard error is no terminal. */
export function openStatusLine({ stderr, isTty }: Streams): { show(line: string): void; end(): void } {
  let shown = '';
  return {
    show: (line) => {
      if (!isTty.stderr || line === shown) return;
      stderr.write(`\r\u001B[K${line}`);
      shown = line;
    },
    end: () => {
      if (shown !== '') stderr.write('\n');
    },
  };
}
