// A user without an entry in the system, as in a container: named by number, and refused in a sentence without a home.

import { hostname } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultDataFolder, defaultStateFolder } from '../../electron/main/platform/data-folder.ts';
import { actorName } from '../../electron/main/platform/machine-id.ts';
import { RefusedError } from '../../shared/failures.ts';

const NOBODYS_NUMBER = 54_321;

afterEach(() => vi.unstubAllEnvs());

function asUnnamed<Result>(act: () => Result): Result {
  process.seteuid?.(NOBODYS_NUMBER);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
  }
}

describe('a user without an entry in the system', () => {
  it.runIf(process.geteuid?.() === 0)('goes by the number into the audit log, whatever the environment says', () => {
    vi.stubEnv('USER', 'somebody-else');
    expect(asUnnamed(actorName)).toBe(`uid ${NOBODYS_NUMBER}@${hostname()}`);
  });

  it.runIf(process.geteuid?.() === 0)('is refused in a sentence without a home, and needs none with folders', () => {
    vi.stubEnv('HOME', undefined);
    for (const folderOf of [defaultDataFolder, defaultStateFolder]) {
      expect(() => asUnnamed(() => folderOf({}, 'linux'))).toThrow(RefusedError);
    }
    const named = { XDG_DATA_HOME: '/data', XDG_STATE_HOME: '/state' };
    expect(asUnnamed(() => defaultDataFolder(named, 'linux'))).toBe('/data/payout-desk');
    expect(asUnnamed(() => defaultStateFolder(named, 'linux'))).toBe('/state/payout-desk');
  });
});
