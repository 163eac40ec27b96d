// A complete run of the command line: arguments in, an exit code out. A refusal has an exit code and a message; a bug of ours is
// thrown and never looks like a refusal.

import { existsSync } from 'node:fs';
import { RefusedError } from '../../../../shared/failures.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { type ComposeOptions, compose } from '../../compose.ts';
import { readSecret } from '../../platform/environment-secrets.ts';
import { holdsDesk } from '../../session/system.ts';
import { EXIT } from '../process-end.ts';
import { readVersion } from '../version.ts';
import { formatHelp, helpByTopic } from './help.ts';
import { type ParsedArguments, parseArguments } from './parse-arguments.ts';
import { say, speakIn } from './say.ts';
import { printRefusal, processStreams, type Streams, textColumns, withoutProgress } from './terminal.ts';

/** Where a command line reads, writes and keeps database heads; by default the process's streams and the user's folder. */
export interface MainOptions {
  readonly streams?: Streams;
  readonly stateFolder?: string | null;
  /** How the keychain is called; by default in a fork of this Node. */
  readonly askKeychain?: ComposeOptions['askKeychain'];
  /** As in ComposeOptions. */
  readonly secondLook?: ComposeOptions['secondLook'];
}

/** Runs one command line. Throws only for a bug of ours. */
export async function main(argv: readonly string[], options: MainOptions = {}): Promise<number> {
  const parsed = parseArguments(argv);
  return await speakIn(parsed.language, () => carryOut(parsed, options));
}

async function carryOut(
  parsed: ParsedArguments,
  { streams: given = processStreams(), stateFolder = null, askKeychain, secondLook }: MainOptions,
): Promise<number> {
  const { json } = parsed;
  const streams = parsed.quiet ? withoutProgress(given) : given;
  switch (parsed.kind) {
    case 'refused':
      return printRefusal({ streams, json }, parsed.refusal);
    case 'help': {
      const text = formatHelp(parsed.topic, textColumns(streams, json ? 'stderr' : 'stdout'));
      streams[json ? 'stderr' : 'stdout'].write(`${text}\n`);
      if (json) streams.stdout.write(`${JSON.stringify({ help: helpByTopic(parsed.topic) })}\n`);
      return EXIT.done;
    }
    case 'version': {
      const version = readVersion();
      streams[json ? 'stderr' : 'stdout'].write(`${version}\n`);
      if (json) streams.stdout.write(`${JSON.stringify({ version })}\n`);
      return EXIT.done;
    }
    case 'command': {
      const { command, dataDir } = parsed;
      try {
        const system = compose({
          dataFolder: dataDir,
          stateFolder,
          environmentToken: readSecret(streams.env, 'token'),
          environmentPassword: readSecret(streams.env, 'mailPassword'),
          environmentRegisterSecret: readSecret(streams.env, 'registerSecret'),
          tokenServes: command.tokenServes,
          systemProxy: null,
          ...(askKeychain === undefined ? {} : { askKeychain }),
          ...(secondLook === undefined ? {} : { secondLook }),
          onWarning: (warning) => void streams.stderr.write(`${say(warning)}\n`),
        });
        if (dataDir !== null && command.needsDesk && !holdsDesk(system.files))
          return printRefusal({ streams, json }, noDesk(system.files.dataFolder));
        return await command.carryOut({ system, streams, json });
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        return printRefusal({ streams, json }, error.refusal);
      }
    }
  }
}

function noDesk(folder: string): Refusal {
  return {
    code: 'noDesk',
    message: existsSync(folder) ? msg('cli.noDesk', { folder }) : msg('cli.noDesk.noFolder', { folder }),
    cure: msg('cli.noDesk.cure'),
  };
}
