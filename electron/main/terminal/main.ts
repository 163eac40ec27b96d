// The command line's whole run: words in, an exit code out. In: argv without node and script. Out: an exit code.
// This file must never let a fault of ours look like a refusal: it ends with its own exit code and a sentence.

import { readFileSync } from 'node:fs';
import { RefusedStart } from '../../../shared/failures.ts';
import { carryOut } from './carry-out.ts';
import { EXIT } from './exit-codes.ts';
import { formatHelp } from './help.ts';
import { parseArguments } from './parse-arguments.ts';
import { printRefusal } from './print-answer.ts';
import { processStreams, textColumns } from './streams.ts';

/** Runs one command line. */
export async function main(argv: readonly string[]): Promise<number> {
  const streams = processStreams();
  const parsed = parseArguments(argv);
  if (parsed.kind === 'refused') {
    const { refusal, json } = parsed;
    return printRefusal({ streams, json }, refusal, { file: null, exitCode: EXIT.refused });
  }
  const { command } = parsed;
  if (command.kind === 'help') {
    streams.stdout.write(`${formatHelp(command.topic, textColumns(streams, 'stdout'))}\n`);
    return EXIT.done;
  }
  if (command.kind === 'version') {
    streams.stdout.write(`${readVersion()}\n`);
    return EXIT.done;
  }
  try {
    return await carryOut(command, streams);
  } catch (error) {
    if (!(error instanceof RefusedStart)) throw error;
    return printRefusal({ streams, json: command.json }, error.refusal, { file: null, exitCode: EXIT.refused });
  }
}

/** The version in the package's own file. */
function readVersion(): string {
  const depth = import.meta.url.endsWith('.ts') ? '../../../package.json' : '../../package.json';
  const { version } = JSON.parse(readFileSync(new URL(depth, import.meta.url), 'utf8')) as { version: string };
  return version;
}
