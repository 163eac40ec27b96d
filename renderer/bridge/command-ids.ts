// Command ids for a screen that stays open. The same request keeps one id from its first click until its result is known or the
// person asks for it once more. A request that may have been done never gets a second id automatically.

import { unreachable } from '../../shared/failures.ts';
import type { CommandResult } from './desk-transport.ts';

interface CommandIds {
  /** The id of this request, which must be plain data. */
  readonly idOf: (request: unknown) => string;
  readonly settle: (request: unknown, result: CommandResult<unknown>) => void;
  /** The person has checked and wants it once more. */
  readonly renew: (request: unknown) => void;
}

export function makeCommandIds(): CommandIds {
  const ids = new Map<string, string>();
  const keyOf = (request: unknown): string => JSON.stringify(request);
  return {
    idOf: (request) => {
      const known = ids.get(keyOf(request));
      if (known !== undefined) return known;
      const made = crypto.randomUUID();
      ids.set(keyOf(request), made);
      return made;
    },
    settle: (request, result) => {
      if (!mayBeDone(result)) ids.delete(keyOf(request));
    },
    renew: (request) => void ids.delete(keyOf(request)),
  };
}

/**
 * Only a refusal or a success makes the next try a new request: a refusal changed nothing, and a success is over. Silence, a
 * fault or an unreadable answer never means that nothing changed.
 */
export function mayBeDone({ kind }: CommandResult<unknown>): boolean {
  switch (kind) {
    case 'done':
    case 'refused':
      return false;
    case 'unsure':
    case 'fault':
    case 'lost':
      return true;
    default:
      return unreachable(kind);
  }
}

/** A connection may close just as it is used, so a lost request is sent once more on another. */
export async function askAgainIfLost<Value>(ask: () => Promise<CommandResult<Value>>): Promise<CommandResult<Value>> {
  const result = await ask();
  return result.kind === 'lost' ? ask() : result;
}
