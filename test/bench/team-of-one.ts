// A benchmark's desk as the member of a register, wired as a run is: its batch claimed, and the register asked every second.

import { systemClock } from '../../electron/main/platform/clock.ts';
import { connectRegister, type RegisterConnection } from '../../electron/main/register/connection.ts';
import { joinRegister } from '../../electron/main/register/register.ts';
import { teamKey } from '../../electron/main/register/register-keys.ts';
import { claimBatch, type RegisterWatch, watchRegister } from '../../electron/main/session/register-session.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import { batchIdIn } from '../../shared/profiles.ts';
import type { RegisterServed } from './tasks.ts';

/** The benchmark's own server trusts its users; the role is made by the benchmark. */
export const MEMBER = 'clerk';

export function connectTo(port: number, user: string): RegisterConnection {
  const address = { host: '127.0.0.1', port, database: 'team', user, caFile: null };
  return connectRegister(address, { password: null, clock: systemClock });
}

/** Joins, claims the batch, and watches until the watch is ended. Throws when the batch may not leave. */
export async function watchAsMember(
  store: HeadedWriter,
  { batch, register }: { readonly batch: number; readonly register: RegisterServed },
): Promise<RegisterWatch> {
  const { port, registerId, secret } = register;
  const connection = connectTo(port, MEMBER);
  const place = { connection, registerId, key: teamKey(Buffer.from(secret, 'base64')) };
  const joined = await joinRegister(place, `desk ${process.pid}`);
  if (joined.kind !== 'joined') throw new Error(`the bench did not join: ${joined.kind}`);
  const { deskId, copyMark, position, lineage } = joined.memory;
  const about = { registerId, deskId, deskName: 'bench', addressJson: '{}', copyMark, position, lineage };
  store.register.join(about, systemClock.nowMs());
  const session = { place, close: () => connection.close() };
  const system = { clock: systemClock, registerSecrets: UNUSED, files: UNUSED_FILES };
  const id = batchIdIn('live', batch);
  const pause = await claimBatch(system, { store, session, batch: { batch, id }, acceptClaims: new Set() });
  if (pause !== null) throw new Error(`the bench may not send: ${pause.code}`);
  return watchRegister(system, { store, session, sends: true });
}

const unused = (): never => {
  throw new Error('the benchmark asked for a room that it does not measure');
};

const UNUSED = { read: unused, write: unused, remove: unused };
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
