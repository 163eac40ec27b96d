import { describe, expect, it } from 'vitest';
import { walletAnswer } from '../../electron/main/gateway/answers.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { received } from './received-answers.ts';

describe('walletAnswer', () => {
  it.each([
    ['123456.70', '123456.70'],
    ['0', '0'],
    ['-5.5', '-5.5'],
    ['12345678901234567890.123', '12345678901234567890.123'],
    ['"1000.50"', '1000.50'],
  ])('reports wallet %s as %s, unit and digits untouched', (wallet, balance) => {
    const answer = walletAnswer(received(200, `{"status":true,"message":"ok","wallet":${wallet},"code":200}`));
    expect(answer).toEqual({ kind: 'balance', balance, message: 'ok' });
  });

  it.each([
    [200, { status: true }, 'unclear'],
    [200, { status: true, wallet: null }, 'unclear'],
    [200, { status: true, wallet: '1,000' }, 'unclear'],
    [200, { status: true, wallet: '' }, 'unclear'],
    [200, { status: 'true', wallet: 5 }, 'unclear'],
    [200, { status: false, wallet: 5 }, 'unclear'],
    [200, '<html>Log in</html>', 'unclear'],
    [200, '[5]', 'unclear'],
    [500, { status: true, wallet: 5 }, 'unclear'],
    [429, '', 'unclear'],
    [400, { status: false, message: 'Invalid mid', input: {}, error_code: 400 }, 'invalidMid'],
    [200, { status: false, message: 'INVALID MID', error_code: 400 }, 'invalidMid'],
    [400, { status: false, message: 'mid missing' }, 'unclear'],
    [401, '', 'unauthorized'],
    [401, { status: true, wallet: 5 }, 'unauthorized'],
    [301, '', 'wrongUrl'],
    [403, '<html>', 'wrongUrl'],
    [404, { status: true, wallet: 5 }, 'wrongUrl'],
    [405, '', 'wrongUrl'],
  ] as const)('HTTP %i %j is %s', (httpStatus, body, expected) => {
    expect(walletAnswer(received(httpStatus, body)).kind).toBe(expected);
  });

  it.each([
    [200, 'cut', 'unreachable'],
    [401, 'timeout', 'unreachable'],
    [null, 'notJson', 'unreachable'],
    [200, 'tooLarge', 'unclear'],
    [404, 'cut', 'wrongUrl'],
  ] as const)('HTTP %j that ended %s is %s', (httpStatus, ending, expected) => {
    expect(walletAnswer(received(httpStatus, { status: true, wallet: 5 }, { ending })).kind).toBe(expected);
  });

  it('tells a refusal with its reason from an answer that says nothing', () => {
    const refusal = walletAnswer(received(400, { status: false, message: 'mid missing', error_code: 400 }));
    expect(refusal).toMatchObject({ kind: 'unclear', message: verbatim('mid missing'), isRefusal: true });
    expect(walletAnswer(received(400, { status: false }))).not.toHaveProperty('isRefusal');
    expect(walletAnswer(received(500, { status: false, message: 'oops' }))).not.toHaveProperty('isRefusal');
  });
});
