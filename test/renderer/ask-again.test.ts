import { describe, expect, it } from 'vitest';
import { askAgainIfLost } from '../../renderer/bridge/command-ids.ts';
import type { CommandResult } from '../../renderer/bridge/desk-transport.ts';
import { verbatim } from '../../shared/messages/message.ts';

const DONE: CommandResult<unknown> = { kind: 'done', value: 'B0001' };
const LOST: CommandResult<unknown> = { kind: 'lost' };
const REFUSED: CommandResult<unknown> = {
  kind: 'refused',
  refusal: { code: 'busy', message: verbatim('Not now.'), cure: verbatim('Wait.') },
};

describe('a command whose answer may get lost', () => {
  it.each([
    ['is asked once when it is done', [DONE], DONE],
    ['is asked once when it is refused', [REFUSED], REFUSED],
    ['is asked once more when nobody answered', [LOST, DONE], DONE],
    ['is lost when nobody answered twice', [LOST, LOST], LOST],
  ])('%s', async (_, answers, result) => {
    const left = [...answers];
    expect(await askAgainIfLost(() => Promise.resolve(left.shift() ?? REFUSED))).toEqual(result);
    expect(left).toEqual([]);
  });
});
