// The token that the environment holds for this process. In: the environment. Out: the token, and an environment without it.
// This file must never leave it where a process that is started later, such as the browser, would inherit it.

/** Reads the token once and removes it. Shape: null when there is none. */
export function takeToken(environment: NodeJS.ProcessEnv): string | null {
  const token = environment['PAYOUT_DESK_TOKEN'] ?? '';
  delete environment['PAYOUT_DESK_TOKEN'];
  return token === '' ? null : token;
}

/** The environment as another program may see it. */
export function withoutToken(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PAYOUT_DESK_TOKEN: _token, ...rest } = environment;
  return rest;
}
