// The ids of what a person asks for on a screen that stays open: the same request has the same id from its first click on,
// until it is known how it ended or the person says that it is wanted once more. A request that may have been done gets no
// second id by itself.

import { unreachable } from '../../shared/failures.ts';
import type { CommandResult } from './transport.ts';

interface CommandIds {
  /** The id of this request. Shape: `request` is plain data. */
  readonly idOf: (request: unknown) => string;
  readonly settle: (request: unknown, result: CommandResult<unknown>) => void;
  /** The person has looked and wants it once more. */
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
 * What was refused changed nothing, and what is done is over: only then is the next try another one. Silence, a fault or an
 * unreadable answer never says that nothing was changed.
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

/** A connection may end at the very moment it is used: what is lost is asked for once more, on another. */
export async function askAgainIfLost<Value>(ask: () => Promise<CommandResult<Value>>): Promise<CommandResult<Value>> {
  const result = await ask();
  return result.kind === 'lost' ? ask() : result;
}
