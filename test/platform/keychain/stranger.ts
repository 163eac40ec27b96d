// A process that replaces the keychain's and misbehaves.

import { writeFileSync } from 'node:fs';

process.on('message', (request) => {
  const account =
    typeof request === 'object' && request !== null && 'account' in request ? String(request.account) : '';
  if (account === 'nonsense') process.send?.({ kind: 'stored', surprise: true });
  else if (account === 'other') process.send?.({ kind: 'token', token: 'token-one' });
  else writeFileSync(account, String(process.pid));
});
