import { describe, expect, it } from 'vitest';
import { makeCommandIds, mayBeDone } from '../../renderer/bridge/command-ids.ts';
import type { CommandResult } from '../../renderer/bridge/desk-transport.ts';
import { verbatim } from '../../shared/messages/message.ts';

const REFUSAL = { code: 'unclear', message: verbatim('No clear answer.'), cure: verbatim('Look first.') };
const DONE: CommandResult<unknown> = { kind: 'done', value: {} };
const REFUSED: CommandResult<unknown> = { kind: 'refused', refusal: REFUSAL };
const DOUBTFUL: readonly CommandResult<unknown>[] = [
  { kind: 'unsure', refusal: REFUSAL },
  { kind: 'fault', message: verbatim('A fault.') },
  { kind: 'lost' },
];

describe('a wish on a screen that stays open', () => {
  const request = { order: { name: 'Asha', amountPaise: 50_000 } };

  it.each(DOUBTFUL)('keeps its id while it may have been done: $kind', (result) => {
    expect(mayBeDone(result)).toBe(true);
    const commandIds = makeCommandIds();
    const first = commandIds.idOf(request);
    expect(commandIds.idOf({ ...request })).toBe(first);
    commandIds.settle(request, result);
    expect(commandIds.idOf(request)).toBe(first);
    const other = commandIds.idOf({ order: { ...request.order, name: 'Ravi' } });
    expect(other).not.toBe(first);
    expect(commandIds.idOf(request)).toBe(first);
  });

  it.each([DONE, REFUSED])('gets another id after an end that is known: $kind', (result) => {
    expect(mayBeDone(result)).toBe(false);
    const commandIds = makeCommandIds();
    const first = commandIds.idOf(request);
    commandIds.settle(request, result);
    expect(commandIds.idOf(request)).not.toBe(first);
  });

  it('gets another id when the person has looked and wants it once more', () => {
    const commandIds = makeCommandIds();
    const first = commandIds.idOf(request);
    commandIds.settle(request, { kind: 'lost' });
    commandIds.renew(request);
    expect(commandIds.idOf(request)).not.toBe(first);
  });
});
