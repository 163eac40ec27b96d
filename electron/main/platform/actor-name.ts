// Who goes into the audit log: the system's user and this machine, as `user@machine`. Nobody is asked: a name that is typed
// proves nothing, and neither does a variable of the environment.

import { hostname, userInfo } from 'node:os';

export function actorName(): string {
  return `${userName()}@${hostname()}`;
}

/** A user whom the system has no name for, as in a container, goes by the number that it knows him by. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return process.geteuid === undefined ? 'unnamed user' : `uid ${process.geteuid()}`;
  }
}
