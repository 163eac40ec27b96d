// The token that the environment holds for this process.

/** Reads the token once and removes it, before any process is started that would inherit it. Shape: null when there is none. */
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
