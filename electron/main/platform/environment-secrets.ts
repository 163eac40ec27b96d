/** The gateway's token and the mail server's password, as scripts hand them over. */
const SECRETS = {
  token: 'PAYOUT_DESK_TOKEN',
  mailPassword: 'PAYOUT_DESK_MAIL_PASSWORD',
  registerSecret: 'PAYOUT_DESK_REGISTER_SECRET',
} as const;
type Secret = keyof typeof SECRETS;

/** Takes a secret out of the environment, before any process starts that would inherit it. Null when there is none. */
export function takeSecret(environment: NodeJS.ProcessEnv, which: Secret): string | null {
  const secret = readSecret(environment, which);
  delete environment[SECRETS[which]];
  return secret;
}

/** Null when there is none. */
export function readSecret(environment: Readonly<Record<string, string | undefined>>, which: Secret): string | null {
  const secret = environment[SECRETS[which]] ?? '';
  return secret === '' ? null : secret;
}

/** The environment for another program. */
export function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names: readonly string[] = Object.values(SECRETS);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}
