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
    systemProxy: null,
    onWarning: (warning) => void streams.stderr.write(`${warning}\n`),
  });
}
