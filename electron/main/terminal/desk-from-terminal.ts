// The desk as a command on the terminal opens it: the data folder of its options, the token of its environment.
// In: the command's common options and the streams. Out: the rooms. This file must never print the token.

import { compose } from '../compose.ts';
import type { DeskCommand } from './commands.ts';
import type { Printing } from './print-answer.ts';
import type { Streams } from './streams.ts';

export type Desk = ReturnType<typeof compose>;

/** The desk that a command asks, and where its answer is printed. */
export interface TerminalPlace {
  readonly desk: Desk;
  readonly printing: Printing;
}

const TOKEN_VARIABLE = 'PAYOUT_DESK_TOKEN';

/** Opens the desk for one command. */
export function openDesk(command: DeskCommand, streams: Streams): Desk {
  const environmentToken = streams.env[TOKEN_VARIABLE] ?? null;
  return compose({
    dataFolder: command.dataDir,
    stateFolder: null,
    environmentToken: environmentToken === '' ? null : environmentToken,
    // A watch of everything names nobody: then the token is used only where it can be but one merchant's.
    tokenServes: command.kind === 'watch' && command.batch === null ? 'onlyMerchant' : 'firstAsked',
    systemProxy: null,
    onWarning: (warning) => void streams.stderr.write(`${warning}\n`),
  });
}
