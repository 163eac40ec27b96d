// Carries out one typed command: asks the desk, prints what it answers. In: a command. Out: an exit code.
// This file must never decide anything about a payout: the desk does.

import { unreachable } from '../../../shared/failures.ts';
import type { CommandOf, DeskCommand } from './commands.ts';
import { openDesk, type TerminalPlace } from './desk-from-terminal.ts';
import { EXIT, exitCodeOfCheck, exitCodeOfLookup, type ExitCode } from './exit-codes.ts';
import { backUpAtTerminal, restoreAtTerminal, unlockAtTerminal, verifyAtTerminal } from './keep-at-terminal.ts';
import { resumeAtTerminal, retryAtTerminal, runAtTerminal, watchAtTerminal } from './pay-at-terminal.ts';
import { printAnswer, type Printing, printRefusal } from './print-answer.ts';
import { formatBatch, formatBatchList } from './print-batch.ts';
import { formatCheck } from './print-check.ts';
import { formatCreatedOrder, formatLookup, formatOrderStatus, formatWallet } from './print-gateway.ts';
import { formatNews, printAlarmed } from './print-news.ts';
import { formatProfile, formatProfiles } from './print-profiles.ts';
import { formatExported, formatTemplateWritten, formatTokenChange } from './print-written.ts';
import { formatResolved, formatUnknown } from './print-unknown.ts';
import { readToken } from './read-token.ts';
import { servePractice } from './serve-practice.ts';
import type { Streams } from './streams.ts';

/** Carries out a command. Errors: throws only for a fault of ours. */
export async function carryOut(command: DeskCommand, streams: Streams): Promise<ExitCode> {
  const desk = openDesk(command, streams);
  const printing: Printing = { streams, json: command.json };
  const done = EXIT.done;
  switch (command.kind) {
    case 'profileSet':
      return printAnswer(printing, await desk.setProfile(command), (value) => ({
        value,
        format: (columns) => formatProfile(value, columns),
        exitCode: done,
      }));
    case 'profileList':
      return printAnswer(printing, desk.listProfiles(), (value) => ({
        value,
        format: (columns) => formatProfiles(value.profiles, columns),
        exitCode: done,
      }));
    case 'profileToken':
      return changeToken({ desk, printing }, command);
    case 'template': {
      const written = await desk.writeTemplate(command.out.file, command.force);
      if (written.kind === 'refused')
        return printRefusal(printing, written.refusal, { file: null, exitCode: EXIT.refused });
      const value = { file: written.path };
      return printAnswer(printing, { kind: 'done', value }, () => ({
        value,
        format: () => formatTemplateWritten(value),
        exitCode: done,
      }));
    }
    case 'check': {
      const { file: path, sheet, columns, encoding } = command;
      return printAnswer(printing, await desk.check({ path, sheet, columns, encoding }), (value) => ({
        value,
        format: (width) => formatCheck(value, width),
        exitCode: exitCodeOfCheck(value),
      }));
    }
    case 'run':
      return runAtTerminal({ desk, printing }, command);
    case 'resume':
      return resumeAtTerminal({ desk, printing }, command);
    case 'retry':
      return retryAtTerminal({ desk, printing }, command);
    case 'watch':
      return watchAtTerminal({ desk, printing }, command);
    case 'status':
      return printAlarmed(printing, desk.status(command.batch), {
        show: (value) => ({ value, format: (columns) => formatBatch(value, columns), exitCode: done }),
        batches: (value) => [value],
      });
    case 'list':
      return printAlarmed(printing, desk.list(), {
        show: (value) => ({ value, format: (columns) => formatBatchList(value, columns), exitCode: done }),
        batches: (value) => value.batches,
      });
    case 'unknown':
      return printAnswer(printing, desk.unknown(command.batch), (value) => ({
        value,
        format: (columns) => formatUnknown(value, columns),
        exitCode: done,
      }));
    case 'resolve':
      return printAnswer(printing, await desk.resolve(command), (value) => ({
        value,
        format: (columns) => formatResolved(value, columns),
        exitCode: done,
      }));
    case 'news':
      return printAnswer(printing, await desk.news(command), (value) => ({
        value,
        format: (columns) => formatNews(value, columns),
        exitCode: done,
      }));
    case 'cancel':
      return printAlarmed(printing, await desk.cancel(command.batch, command.commandId), {
        show: (value) => ({ value, format: (columns) => formatBatch(value, columns), exitCode: done }),
        batches: (value) => [value],
      });
    case 'export':
      return printAnswer(
        printing,
        await desk.exportBatch({ batch: command.batch, path: command.out.file, force: command.force }),
        (value) => ({ value, format: () => formatExported(value), exitCode: done }),
      );
    case 'auditVerify':
      return verifyAtTerminal({ desk, printing });
    case 'backup':
      return backUpAtTerminal({ desk, printing }, command);
    case 'restore':
      return restoreAtTerminal({ desk, printing }, command);
    case 'unlock':
      return unlockAtTerminal({ desk, printing }, command);
    case 'wallet':
      return printAnswer(printing, await desk.wallet(command.profile), (value) => ({
        value,
        format: (columns) => formatWallet(value, { profile: command.profile, columns }),
        exitCode: done,
      }));
    case 'lookup':
      return printAnswer(printing, await desk.lookup(command), (value) => ({
        value,
        format: (columns) => formatLookup(value, { key: command.key, columns }),
        exitCode: exitCodeOfLookup(value),
      }));
    case 'orderCreate':
      return printAnswer(printing, await desk.createOrder(command), (value) => ({
        value,
        format: () => formatCreatedOrder(value),
        exitCode: done,
      }));
    case 'orderStatus':
      return printAnswer(printing, await desk.orderStatus(command), (value) => ({
        value,
        format: (columns) => formatOrderStatus(value, { orderId: command.orderId, columns }),
        exitCode: done,
      }));
    case 'practice':
      return servePractice({ desk, printing }, command);
    default:
      return unreachable(command);
  }
}

async function changeToken(
  { desk, printing }: TerminalPlace,
  { name: profile, remove }: CommandOf<'profileToken'>,
): Promise<ExitCode> {
  const show = (change: 'stored' | 'removed') => () => ({
    value: { profile, change },
    format: () => formatTokenChange({ profile, change }),
    exitCode: EXIT.done,
  });
  if (remove) return printAnswer(printing, await desk.removeToken(profile), show('removed'));
  const reading = await readToken(printing.streams);
  if (reading.kind === 'refused')
    return printRefusal(printing, reading.refusal, { file: null, exitCode: EXIT.refused });
  return printAnswer(printing, await desk.setToken({ profile, token: reading.token }), show('stored'));
}
