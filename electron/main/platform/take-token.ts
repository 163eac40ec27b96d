/** Takes the token out of the environment, before any process starts that would inherit it. Null when there is none. */
export function takeToken(environment: NodeJS.ProcessEnv): string | null {
  const token = environment['PAYOUT_DESK_TOKEN'] ?? '';
  delete environment['PAYOUT_DESK_TOKEN'];
  return token === '' ? null : token;
}

/** The environment for another program. */
export function withoutToken(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PAYOUT_DESK_TOKEN: _token, ...rest } = environment;
  return rest;
}
