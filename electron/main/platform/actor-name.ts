// Who goes into the audit log. In: the system. Out: its user and this machine, as `user@machine`.
// This file must never ask a person: a name that is typed proves nothing.

import { hostname, userInfo } from 'node:os';

export function actorName(): string {
  return `${userInfo().username}@${hostname()}`;
}
