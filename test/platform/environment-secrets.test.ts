// The environment's secrets: read once, and inherited by no later process.

import { describe, expect, it } from 'vitest';
import { takeSecret, withoutSecrets } from '../../electron/main/platform/environment-secrets.ts';

describe('the secrets of the environment', () => {
  it.each([
    ['there is one', { PAYOUT_DESK_TOKEN: 's3cr3t', HOME: '/home/a' }, 's3cr3t'],
    ['it is empty', { PAYOUT_DESK_TOKEN: '', HOME: '/home/a' }, null],
    ['there is none', { HOME: '/home/a' }, null],
  ])('are taken out of it when %s', (_what, environment, token) => {
    expect(takeSecret(environment, 'token')).toBe(token);
    expect(environment).toEqual({ HOME: '/home/a' });
  });

  it('are inherited by no other program', () => {
    const environment = { PAYOUT_DESK_TOKEN: 's3cr3t', PAYOUT_DESK_MAIL_PASSWORD: 'p4ss', HOME: '/home/a' };
    expect(withoutSecrets(environment)).toEqual({ HOME: '/home/a' });
  });
});
