// A window's desk over a data folder with a long history.

import { join } from 'node:path';
import { composeForWindows } from '../../electron/main/compose.ts';
import { openWindowDesk } from '../../electron/main/desk/runtime/open-window-desk.ts';
import type { AnswerOf, CommandName } from '../../shared/api/contract.ts';

interface HistoryDesk {
  /** Throws when the desk refuses. */
  readonly ask: <Name extends CommandName>(name: Name, params: object) => Promise<AnswerOf<Name>>;
  readonly close: () => Promise<void>;
}

export function openHistoryDesk(folder: string): HistoryDesk {
  const { system, dataFolder, actor, log } = composeForWindows({
    dataFolder: folder,
    stateFolder: join(folder, 'state'),
    environmentToken: 'bench',
    askKeychain: () => Promise.resolve({ kind: 'absent' } as never),
    systemProxy: null,
    onWarning: () => undefined,
  });
  const opening = openWindowDesk({
    system,
    facts: { version: '0', door: 'browser', dataFolder, actor },
    warnings: [],
    program: { hasChanged: () => false },
    log,
  });
  if (opening.kind === 'refused') throw new Error(opening.refusal.code);
  const { desk } = opening;
  return {
    ask: async (name, params) => {
      const reply = await desk.dispatch(name, params);
      if (reply.kind !== 'done') throw new Error(`${name}: ${JSON.stringify(reply).slice(0, 300)}`);
      return reply.value as AnswerOf<typeof name>;
    },
    close: () => desk.close(),
  };
}

/** What every question about all payments asks. */
export const EVERYWHERE = {
  book: 'live',
  person: null,
  states: [],
  search: '',
  amountFromPaise: null,
  amountToPaise: null,
  fromMs: null,
  toMs: null,
  sort: { by: 'rowNumber', direction: 'down' },
} as const;
