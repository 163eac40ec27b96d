// A benchmark's desk as the member of a register, wired as a run is: its batch claimed, its part of the rate leased, and the
// register asked every second.

import type { Pacer } from '../../electron/main/domain/run.ts';
import { systemClock } from '../../electron/main/platform/clock.ts';
import { connectRegister, type RegisterConnection } from '../../electron/main/register/connection.ts';
import { joinRegister } from '../../electron/main/register/register.ts';
import { sealWithPassphrase, teamKey } from '../../electron/main/register/register-keys.ts';
import { shareRate } from '../../electron/main/session/rate-lease.ts';
import {
  claimBatch,
  type RegisterWatch,
  registerSecret,
  watchRegister,
} from '../../electron/main/session/register-session.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import { batchIdIn, type Profile } from '../../shared/profiles.ts';
import type { RegisterServed } from './tasks.ts';

/** The benchmark's own server trusts its users; the role is made by the benchmark. */
export const MEMBER = 'clerk';

export function connectTo(port: number, user: string): RegisterConnection {
  const address = { host: '127.0.0.1', port, database: 'team', user, caFile: null };
  return connectRegister(address, { password: null, clock: systemClock });
}

/** Joins, claims the batch, leases, and watches until the watch is ended. Throws when the batch may not leave. */
export async function watchAsMember(
  store: HeadedWriter,
  {
    batch,
    register,
    profile,
    pacer,
  }: {
    readonly batch: number;
    readonly register: RegisterServed;
    readonly profile: Profile;
    readonly pacer: Pacer;
  },
): Promise<RegisterWatch> {
  const { port, registerId, secret } = register;
  const address = { host: '127.0.0.1', port, database: 'team', user: MEMBER, caFile: null };
  const sealedKey = sealWithPassphrase(Buffer.from(secret, 'base64'), PASSPHRASE);
  const addressJson = JSON.stringify({ ...address, sealedKey });
  const connection = connectTo(port, MEMBER);
  const place = { connection, registerId, key: teamKey(Buffer.from(secret, 'base64')) };
  const joined = await joinRegister(place, `desk ${process.pid}`);
  if (joined.kind !== 'joined') throw new Error(`the bench did not join: ${joined.kind}`);
  const { deskId, copyMark, position, lineage } = joined.memory;
  const about = { registerId, deskId, deskName: 'bench', addressJson, copyMark, position, lineage };
  store.register.join(about, systemClock.nowMs());
  const session = { place, close: () => connection.close() };
  const system = { clock: systemClock, registerSecrets: KEYCHAIN, files: UNUSED_FILES };
  const id = batchIdIn('live', batch);
  const pause = await claimBatch(system, { store, session, batch: { batch, id }, acceptClaims: new Set() });
  if (pause !== null) throw new Error(`the bench may not send: ${pause.code}`);
  const shared = await shareRate(system, { store, profile, pacer });
  if (shared === null || 'code' in shared) throw new Error('the bench has no part of the rate');
  const watch = await watchRegister(system, { store, session, sends: true });
  return {
    ...watch,
    end: async () => {
      await shared.end();
      await watch.end();
    },
  };
}

const PASSPHRASE = 'five words of a long phrase';

const unused = (): never => {
  throw new Error('the benchmark asked for a room that it does not measure');
};

const KEYCHAIN: System['registerSecrets'] = {
  read: () => Promise.resolve({ kind: 'token', token: registerSecret(PASSPHRASE, null), forSession: true }),
  write: unused,
  remove: unused,
};
const UNUSED_FILES = {
  dataFolder: '',
  heads: unused,
  hold: unused,
  track: unused,
  settings: { read: unused, write: unused },
  recentFiles: { read: unused, write: unused },
  samplePath: '',
  checkerPath: '',
};
