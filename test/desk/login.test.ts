// Who is at the desk, by both clocks.

import { expect, it } from 'vitest';
import { createLogin, LOGIN_ENDS_AFTER_MS } from '../../electron/main/desk/approval/login.ts';

const ASHA = { name: 'Asha', role: 'maker', publicKey: 'k' } as const;

it('ends some time after the last payment, after sleep, when the clock is set back, and when it is locked', () => {
  const now = { wall: 1_000_000, steady: 0 };
  const clock = { nowMs: () => now.wall, monotonicMs: () => now.steady };
  const login = createLogin({ clock } as Parameters<typeof createLogin>[0]);
  const pass = (ms: number, wallMs = ms): void => {
    now.steady += ms;
    now.wall += wallMs;
  };
  expect([login.person, login.pays()]).toEqual([null, null]);
  login.unlock(ASHA);
  pass(LOGIN_ENDS_AFTER_MS - 1);
  expect(login.pays()).toEqual(ASHA);
  pass(LOGIN_ENDS_AFTER_MS - 1);
  expect(login.person).toEqual(ASHA);
  pass(1);
  expect(login.pays()).toBe(null);
  login.unlock(ASHA);
  // The computer slept: only the wall clock went on.
  pass(0, LOGIN_ENDS_AFTER_MS);
  expect(login.person).toBe(null);
  login.unlock(ASHA);
  pass(1, -2);
  expect(login.person).toBe(null);
  login.unlock(ASHA);
  login.lock();
  expect(login.person).toBe(null);
});
