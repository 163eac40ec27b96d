// Entering the token: piped, or typed without an echo.

import { describe, expect, it } from 'vitest';
import { readToken } from '../../../electron/main/doors/cli/ask.ts';
import { fakeTerminal } from './fake-terminal.ts';

const SECRET = 'tkn-4f3c9a1b7d2e8f60';

describe('a token from standard input', () => {
  it.each([[SECRET], [`${SECRET}\n`], [`${SECRET}\r\n`], [`\uFEFF ${SECRET} \n`]])(
    'is taken when it is piped as %j',
    async (text) => {
      const terminal = fakeTerminal({ tty: false });
      terminal.stdin.end(text);
      expect(await readToken(terminal.streams)).toStrictEqual({ kind: 'token', token: SECRET });
      expect(terminal.out() + terminal.err()).toBe('');
    },
  );

  it('is taken whole when it arrives in pieces', async () => {
    const terminal = fakeTerminal({ tty: false });
    const reading = readToken(terminal.streams);
    terminal.stdin.write(SECRET.slice(0, 7));
    terminal.stdin.end(SECRET.slice(7));
    expect(await reading).toStrictEqual({ kind: 'token', token: SECRET });
  });

  it.each([
    ['nothing', ''],
    ['spaces', ' \n '],
    ['two lines', `${SECRET}\nmore\n`],
    ['a whole file', 'x'.repeat(64 * 1024 + 1)],
  ])('is refused when %s was piped, without repeating it', async (_name, text) => {
    const terminal = fakeTerminal({ tty: false });
    terminal.stdin.end(text);
    const reading = await readToken(terminal.streams);
    expect(reading).toMatchObject({ kind: 'refused', refusal: { code: 'noToken' } });
    expect(JSON.stringify(reading)).not.toContain(SECRET);
  });

  it('is typed without an echo on a terminal', async () => {
    const terminal = fakeTerminal();
    const reading = readToken(terminal.streams);
    terminal.stdin.write(`${SECRET}\n`);
    expect(await reading).toStrictEqual({ kind: 'token', token: SECRET });
    expect(terminal.err()).toContain('Token');
    expect(terminal.out() + terminal.err()).not.toContain(SECRET.slice(0, 4));
  });

  it('is refused after Ctrl+C', async () => {
    const terminal = fakeTerminal();
    const reading = readToken(terminal.streams);
    terminal.stdin.write(`${SECRET}\u0003`);
    expect(await reading).toMatchObject({ kind: 'refused' });
  });
});
