// Account numbers for screens that others see. In: an account number. Out: its last four characters, its length kept.
// This file must never be used for what is stored or sent.

const SHOWN_CHARACTERS = 4;

export function maskAccount(account: string): string {
  const hidden = account.length - SHOWN_CHARACTERS;
  return hidden <= 0 ? account : `${'•'.repeat(hidden)}${account.slice(-SHOWN_CHARACTERS)}`;
}
