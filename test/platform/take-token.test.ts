// The environment's token: read once, and inherited by no later process.

import { describe, expect, it } from 'vitest';
import { takeToken } from '../../electron/main/platform/take-token.ts';

describe('the token of the environment', () => {
  it.each([
    ['there is one', { PAYOUT_DESK_TOKEN: 's3cr3t', HOME: '/home/a' }, 's3cr3t'],
    ['it is empty', { PAYOUT_DESK_TOKEN: '', HOME: '/home/a' }, null],
    ['there is none', { HOME: '/home/a' }, null],
  ])('is taken out of it when %s', (_what, environment, token) => {
    expect(takeToken(environment)).toBe(token);
    expect(environment).toEqual({ HOME: '/home/a' });
  });
});
