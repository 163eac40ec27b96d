// Commands that send or follow payouts: run, resume, retry, watch. They show a progress bar while they run and the batch's table
// at the end. Nothing is confirmed automatically: a person types the count or gave --yes in advance.

import type { Answer } from '../../../../../shared/api/contract.ts';
import type { BatchView } from '../../../../../shared/api/views.ts';
import type { BatchId } from '../../../../../shared/ids.ts';
import { REMARK_MAX_CHARACTERS } from '../../../../../shared/limits.ts';
import { msg } from '../../../../../shared/messages/message.ts';
import { STATE_KINDS, type StateKind } from '../../../../../shared/states.ts';
import { unlockPayer } from '../../../desk/approval/requests.ts';
import { type NamedRepeats, NOTHING_ASKED } from '../../../desk/batches/candidate.ts';
import { namedFile, readFileRows } from '../../../desk/batches/confirmation.ts';
import { readUnsent, resumeBatch } from '../../../desk/batches/resume-batch.ts';
import { isIdUsed, prepareStart, type RowsAsked, startBatch, type Yes } from '../../../desk/batches/start-batch.ts';
import { NOT_CONFIRMED } from '../../../desk/batches/start-refusals.ts';
import { watchBatches } from '../../../desk/batches/watch-batches.ts';
import type { Person } from '../../../domain/approval.ts';
import { refused } from '../../../session/desks.ts';
import type { Follower, RunReport, StopReason } from '../../../session/following.ts';
import { EXIT, type ExitCode, listenForInterruption } from '../../process-end.ts';
import { askForNumber, readSignedBy, type TypedAnswer } from '../ask.ts';
import { accepted, defineCommand, flag, optional, refusedReading } from '../command-table.ts';
import { askForCount, askForTicks, formatConfirm } from '../confirm.ts';
import {
  ACCEPT_CLAIMS,
  ACCEPT_WARNINGS,
  AS_TO_PAY,
  BATCH,
  FILE,
  FILE_OPTIONS,
  FOLLOW_OPTIONS,
  FOR,
  NAMED_OPTIONS,
  PROFILE,
  type Until,
  YES,
} from '../options.ts';
import { type Progress, startProgress } from '../progress.ts';
import { say, typedCure } from '../say.ts';
import { fileOrInput, STANDARD } from '../standard-streams.ts';
import { type Presentation, type Streams, type Terminal, textColumns } from '../terminal.ts';
import { type NamedAgain, readBatchId, readBatchName, readPath, textUpTo } from '../values.ts';
import { formatBatch } from './batch-specs.ts';

/** Options that choose a file's rows and accept what it is warned about; a request for approval takes the same. */
export const ROWS_TO_PAY = {
  onlyPayable: flag('--only-payable', { help: msg('cli.run.onlyPayable') }),
  acceptWarnings: ACCEPT_WARNINGS,
  ...NAMED_OPTIONS,
  includeHidden: flag('--include-hidden', { help: msg('cli.run.includeHidden') }),
  fillRemark: optional('--remark TEXT', { help: msg('cli.run.remark'), value: textUpTo(REMARK_MAX_CHARACTERS) }),
  name: optional('--name TEXT', { help: msg('cli.run.name'), value: readBatchName }),
} as const;

const run = defineCommand({
  name: 'run',
  summary: msg('cli.run.summary'),
  notes: [msg('cli.run.token'), msg('cli.run.pause'), msg('cli.run.repeats')],
  examples: [
    'run salaries.xlsx --profile acme',
    'run salaries.xlsx --profile acme --yes --only-payable',
    'run - --profile acme --yes < salaries.csv',
    'run corrected.csv --profile acme --yes --accept-repeat B0007 --pay-difference B0007/9 --pay-again B0007/3,B0008/4,12',
  ],
  takes: {
    path: FILE,
    profile: PROFILE,
    as: AS_TO_PAY,
    yes: YES,
    ...ROWS_TO_PAY,
    acceptClaims: ACCEPT_CLAIMS,
    ...FOLLOW_OPTIONS,
    ...FILE_OPTIONS,
  },
  check: (values) =>
    // The typed count would be read from the same stream.
    values.path === STANDARD && (!values.yes || values.as !== null)
      ? refusedReading({ code: 'optionsClash', message: msg('cli.run.input'), cure: msg('cli.run.input.cure') })
      : accepted(values),
  ask: (terminal, { yes, as, ...options }) =>
    asPayer(terminal, as, async (payer, follower) => {
      const source = await readRows(terminal, options);
      if (source.kind !== 'done') return source;
      return confirmAndStart(terminal, follower, { ...options, ...source.value, payer, yes });
    }),
  show: ({ until }) => endOf(until),
});

const resume = defineCommand({
  name: 'resume',
  summary: msg('cli.resume.summary'),
  examples: ['resume B0012'],
  needsDesk: true,
  takes: {
    batch: BATCH,
    as: AS_TO_PAY,
    yes: YES,
    acceptWarnings: ACCEPT_WARNINGS,
    acceptClaims: ACCEPT_CLAIMS,
    ...FOLLOW_OPTIONS,
  },
  ask: (terminal, { yes, as, ...options }) =>
    asPayer(terminal, as, async (payer, follower) => {
      const resume = (count: number | 'any' | null): Promise<Answer<RunReport>> =>
        follower.stoppable(() => resumeBatch(terminal.system, { ...options, payer, follower, count }));
      if (yes) return resume('any');
      const unsent = readUnsent(terminal.system, options.batch);
      const count = unsent.kind === 'done' ? unsent.value.asked : null;
      const question = msg('cli.resume.question', { batch: options.batch });
      const isGoing = count === null || follower.isYes(await askForNumber({ count, question }, terminal.streams));
      return resume(isGoing ? count : null);
    }),
  show: ({ until }) => endOf(until),
});

const retry = defineCommand({
  name: 'retry',
  summary: msg('cli.retry.summary'),
  needsDesk: true,
  notes: [msg('cli.retry.lookups'), msg('cli.retry.file'), msg('cli.retry.repeats')],
  examples: ['retry B0007', 'retry B0007 --from corrected.xlsx --yes', 'retry B0007 --yes --pay-again B0009/3'],
  takes: {
    batch: BATCH,
    from: optional('--from FILE', {
      help: msg('cli.retry.from'),
      value: readPath,
    }),
    as: AS_TO_PAY,
    yes: YES,
    acceptWarnings: ACCEPT_WARNINGS,
    ...NAMED_OPTIONS,
    acceptClaims: ACCEPT_CLAIMS,
    name: optional('--name TEXT', { help: msg('cli.retry.name'), value: readBatchName }),
    ...FOLLOW_OPTIONS,
    ...FILE_OPTIONS,
  },
  check: ({ from: path, sheet, columns, headerRow, encoding, methods, words, ...values }) => {
    const isAboutFile =
      [sheet, headerRow, encoding].some((one) => one !== null) ||
      [columns, methods, words].some((one) => one.length > 0);
    if (path === null && isAboutFile) {
      return refusedReading({
        code: 'missingOption',
        message: msg('cli.retry.noFile'),
        cure: msg('cli.retry.noFile.cure'),
      });
    }
    return accepted({
      ...values,
      from: path === null ? null : { path, sheet, columns, headerRow, encoding, methods, words },
    });
  },
  ask: (terminal, { batch, from, as, ...options }) =>
    asPayer(terminal, as, (payer, follower) =>
      confirmAndStart(terminal, follower, {
        ...options,
        payer,
        named: namedRepeats(options),
        source: { kind: 'retry', batch, from },
      }),
    ),
  show: ({ until }) => endOf(until),
});

const watch = defineCommand({
  name: 'watch',
  summary: msg('cli.watch.summary'),
  examples: ['watch B0012 --for 600'],
  needsDesk: true,
  notes: [msg('cli.watch.end'), msg('cli.watch.final'), msg('cli.watch.token')],
  takes: {
    batch: optional('BATCH', {
      help: msg('cli.watch.batch'),
      value: readBatchId,
    }),
    forMs: FOR,
  },
  // Watching every batch names no account, so the token is used only if there is just one merchant.
  tokenServes: ({ batch }) => (batch === null ? 'onlyMerchant' : 'firstAsked'),
  ask: (terminal, options) =>
    follow(terminal, (follower) => follower.stoppable(() => watchBatches(terminal.system, { ...options, follower }))),
  show: ({ batch }) => endOfAll({ isEveryBatch: batch === null }),
});

export const PAY_SPECS = [run, resume, retry, watch] as const;

type FileTyped = Omit<Parameters<typeof readFileRows>[1], 'acceptRepeats' | 'calledAs'>;
type RowsTyped = Omit<FileTyped, 'file'> &
  Required<Omit<FileTyped['file'], 'nowMs'>> &
  TypedRepeats & { readonly name: string | null };

/** Reads the file, and which earlier payments were named. */
export async function readRows(
  { system, streams }: Pick<Terminal, 'system' | 'streams'>,
  { path, sheet, columns, headerRow, encoding, methods, words, fillRemark, ...options }: RowsTyped,
): Promise<Answer<Pick<StartTyped, 'source' | 'named'>>> {
  const file = {
    path: await fileOrInput(path, streams),
    sheet,
    columns,
    headerRow,
    encoding,
    methods,
    words,
    fillRemark,
  };
  const { acceptRepeat: acceptRepeats, name: calledAs } = options;
  const source = await readFileRows(system, { ...options, file, acceptRepeats, calledAs });
  if (source.kind !== 'done') return source;
  return { kind: 'done', value: { source: source.value, named: namedRepeats(options) } };
}

interface StartTyped
  extends Omit<RowsAsked, 'follower' | 'ticks' | 'named'>,
    Pick<Yes, 'name' | 'until' | 'commandId' | 'payer'> {
  readonly yes: boolean;
  readonly named: NamedRepeats;
}

interface TypedRepeats {
  readonly acceptRepeat: readonly BatchId[];
  readonly payAgain: readonly NamedAgain[];
  readonly payDifference: readonly (readonly string[])[];
  readonly notOnHold: readonly (readonly number[])[];
}

export function namedRepeats({ acceptRepeat, payAgain, payDifference, notOnHold }: TypedRepeats): NamedRepeats {
  return {
    payouts: payAgain.flatMap(({ payouts }) => payouts),
    rows: payAgain.flatMap(({ rows }) => rows),
    differences: payDifference.flat(),
    notOnHold: notOnHold.flat(),
    batches: acceptRepeat,
  };
}

/** The two steps of a start: shows what was prepared, and pays what the person says yes to. */
async function confirmAndStart(
  { system, streams, json }: Terminal,
  follower: TerminalFollower,
  { yes, name, until, commandId = null, payer = null, ...rows }: StartTyped,
): Promise<Answer<RunReport>> {
  const start = (ticks: RowsAsked['ticks'], how: Pick<Yes, 'confirmed' | 'onPrepared'>): Promise<Answer<RunReport>> =>
    follower.stoppable(() =>
      startBatch(system, { ...rows, follower, ticks }, { ...how, name, until, commandId, payer }),
    );
  const prepare = (ticks: RowsAsked['ticks']): ReturnType<typeof prepareStart> =>
    follower.stoppable(() => prepareStart(system, { ...rows, follower, ticks }));
  // Only a person gives ticks: a script or a caller with --yes is not asked, so no tick is given.
  if (yes || (commandId !== null && isIdUsed(system, rows, commandId))) {
    const onPrepared: Yes['onPrepared'] = (view) => {
      follower.stop();
      streams.stderr.write(`${formatConfirm(view, textColumns(streams, 'stderr'))}\n`);
    };
    return start(null, { confirmed: 'any', onPrepared });
  }
  const { payouts, differences, rows: ofFile, notOnHold, batches } = rows.named;
  const isNamed = [payouts, differences, ofFile, notOnHold, batches].some((some) => some.length > 0);
  // Repeats that were named are not asked about again.
  let ticks: RowsAsked['ticks'] = json || !streams.isTty.stdin || isNamed ? null : 'ask';
  let prepared = await prepare(ticks);
  let shown = messagesAsked(NOTHING_ASKED);
  // Payouts that could not be looked up are found only after the other questions are answered; then everything is asked again.
  while (ticks !== null && messagesAsked(prepared.screened ?? NOTHING_ASKED) !== shown) {
    const asked = prepared.screened ?? NOTHING_ASKED;
    shown = messagesAsked(asked);
    ticks = await askForTicks(asked, streams);
    if (ticks !== null) prepared = await prepare(ticks);
  }
  const { answer } = prepared;
  if (answer.kind !== 'done') return answer;
  const { seal, view, candidate } = answer.value;
  // If nothing was answered, nothing is confirmed.
  if (shown !== messagesAsked(NOTHING_ASKED) && ticks === null) return refused(NOT_CONFIRMED, namedFile(candidate));
  follower.stop();
  if (!follower.isYes(await askForCount(view, streams))) return refused(NOT_CONFIRMED, namedFile(candidate));
  return start(ticks, { confirmed: { seal, count: view.figures.count, totalPaise: view.figures.totalPaise } });
}

function messagesAsked({ asked, questions }: typeof NOTHING_ASKED): string {
  return JSON.stringify([
    asked.map(({ rowNumber, messages }) => [rowNumber, messages]),
    questions.map(({ batch }) => batch),
  ]);
}

/** Asks who pays for their passphrase, where somebody is named, and then carries the command out. */
async function asPayer<Value>(
  terminal: Terminal,
  as: string | null,
  act: (payer: Person | null, follower: TerminalFollower) => Promise<Answer<Value>>,
): Promise<Answer<Value>> {
  const by = as === null ? null : await readSignedBy(as, terminal.streams);
  if (by !== null && by.kind !== 'done') return by;
  const payer = by === null ? null : await unlockPayer(terminal.system, by.value);
  if (payer !== null && payer.kind !== 'done') return payer;
  return follow(terminal, (follower) => act(payer?.value ?? null, follower));
}

/** Shows the progress bar while the command runs, and removes it before the answer is printed. */
export async function follow<Value>(
  { streams }: Terminal,
  act: (follower: TerminalFollower) => Promise<Answer<Value>>,
): Promise<Answer<Value>> {
  const follower = followAt(streams);
  try {
    return await act(follower);
  } finally {
    follower.stop();
  }
}

/** What the desk needs from the terminal while a batch runs. */
interface TerminalFollower extends Follower {
  /** Whether the person typed what was asked; prints why not. */
  readonly isYes: (answer: TypedAnswer) => boolean;
  /** Removes the progress bar. */
  readonly stop: () => void;
  /** Handles Ctrl+C while `act` runs; at other times it ends the process. */
  readonly stoppable: <Value>(act: () => Promise<Value>) => Promise<Value>;
}

function followAt(streams: Streams): TerminalFollower {
  let progress: Progress | null = null;
  const stopping = new AbortController();
  const bar = (): Progress => (progress ??= startProgress(streams));
  const write = (line: string): void => void streams.stderr.write(`${line}\n`);
  const isYes = (answer: TypedAnswer): boolean => {
    if (answer.kind === 'declined') write(say(answer.message));
    if (answer.kind === 'refused') write(`${say(answer.refusal.message)} ${typedCure(answer.refusal.cure)}`);
    return answer.kind === 'confirmed';
  };
  const stop = (): void => {
    progress?.stop();
    progress = null;
  };
  return {
    stop,
    isYes,
    signal: stopping.signal,
    onProgress: (view) => bar().update(view),
    onNote: (note) => (progress === null ? write(say(note)) : progress.say(say(note))),
    stoppable: async (act) => {
      const stopListening = listenForInterruption({
        onFirst: () => {
          stopping.abort('pause' satisfies StopReason);
          bar().say(say(msg('cli.interrupted')));
        },
        onSecond: () => {
          stop();
          write(say(msg('cli.leftAtOnce')));
          process.exit(EXIT.paused);
        },
      });
      try {
        return await act();
      } finally {
        stopListening();
      }
    },
  };
}

function endOf(until: Until): Presentation<RunReport> {
  return {
    json: viewAtEnd,
    text: (report, columns) => formatBatch(viewAtEnd(report), columns),
    exitCode: (report) => exitCodeOf(report, until),
    batches: ({ view }) => [view],
  };
}

/** `isEveryBatch`: no batch was named, so late news about any other batch counts too. */
function endOfAll({ isEveryBatch }: { readonly isEveryBatch: boolean }): Presentation<readonly RunReport[]> {
  return {
    json: (reports) => {
      const [only, ...others] = reports.map(viewAtEnd);
      return only !== undefined && others.length === 0 ? only : { batches: reports.map(viewAtEnd) };
    },
    text: (reports, columns) => reports.map((report) => formatBatch(viewAtEnd(report), columns)).join('\n\n'),
    exitCode: (reports) => {
      const hasNews = isEveryBatch && reports.some(({ view }) => view.newsElsewhere !== undefined);
      const exitCodes = [
        hasNews ? EXIT.notAllSucceeded : EXIT.done,
        ...reports.map((one) => exitCodeOf(one, 'settled')),
      ];
      return exitCodes.reduce((worst, one) => (one > worst ? one : worst));
    },
    batches: (reports) => reports.map(({ view }) => view),
  };
}

/** The batch at the end of the command. What stopped the command takes precedence over the batch's own pause. */
function viewAtEnd({ view, pause }: RunReport): BatchView {
  return { ...view, paused: pause ?? view.paused };
}

/** A command that reached its end was not paused, even if the batch still is. */
function exitCodeOf({ view, pause, leftOut = 0 }: RunReport, until: Until): ExitCode {
  const exitCode = exitCodeOfBatch({ ...view, paused: pause }, until);
  return exitCode === EXIT.done && leftOut > 0 ? EXIT.notAllSucceeded : exitCode;
}

/** The exit code for a batch that was followed. */
export function exitCodeOfBatch(view: BatchView, until: Until): ExitCode {
  const good: readonly StateKind[] = until === 'sent' ? ['success', 'processing'] : ['success'];
  const bad = STATE_KINDS.filter((kind) => !good.includes(kind)).some((kind) => view.counts[kind] > 0);
  // Late news says that an ending may be wrong: until a person has read it, the exit code is not "done".
  if (!bad) return view.news === undefined ? EXIT.done : EXIT.notAllSucceeded;
  return view.paused === null ? EXIT.notAllSucceeded : EXIT.paused;
}
