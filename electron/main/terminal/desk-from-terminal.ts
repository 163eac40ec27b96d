// The desk as a command on the terminal opens it: the data folder of its options, the token of its environment.
// In: the command's common options and the streams. Out: the rooms. This file must never print the token.

import { compose } from '../compose.ts';
import type { CommonValues } from './command-table.ts';
import type { Streams } from './streams.ts';

export type Desk = ReturnType<typeof compose>;

const TOKEN_VARIABLE = 'PAYOUT_DESK_TOKEN';

/** Opens the desk for one command. */
export function openDesk({ dataDir }: CommonValues, streams: Streams): Desk {
  const environmentToken = streams.env[TOKEN_VARIABLE] ?? null;
  return compose({
    dataFolder: dataDir,
    stateFolder: null,
    environmentToken: environmentToken === '' ? null : environmentToken,
    workers: workerFiles(),
    onWarning: (warning) => void streams.stderr.write(`${warning}\n`),
  });
}

/** The built workers lie beside the built program; run from source, each is in its room. */
function workerFiles(): Parameters<typeof compose>[0]['workers'] {
  const beside = (built: string, source: string): URL =>
    new URL(import.meta.url.endsWith('.ts') ? source : built, import.meta.url);
  return {
    xlsx: beside('./xlsx-worker.js', '../import/xlsx-worker.ts'),
    practice: beside('./practice-worker.js', '../practice/worker.ts'),
    keychain: beside('./keychain-process.js', '../keychain/keychain-process.ts'),
  };
}
