// Desks of one team within a test's own process: each with its own SQLite and its own connection, all with one register in a real
// PostgreSQL behind a proxy.

import { randomBytes, randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../electron/main/platform/clock.ts';
import { connectRegister } from '../../electron/main/register/connection.ts';
import { initRegister, joinRegister, restDesk } from '../../electron/main/register/register.ts';
import { sealWithPassphrase, teamKey } from '../../electron/main/register/register-keys.ts';
import {
  claimBatch,
  memoryOf,
  publishNow,
  type RegisterSession,
  registerSecret,
} from '../../electron/main/session/register-session.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { Pause } from '../../shared/failures.ts';
import { batchIdIn } from '../../shared/profiles.ts';
import type { Payment } from '../../shared/rows.ts';
import { confirmBatch, testFolder } from '../store/desk-file.ts';
import { copyOf, type HeadedDesk, newPlace, openHeaded } from '../store/headed-desk.ts';
import type { CuttingProxy } from './cutting-proxy.ts';
import type { PrivatePostgres } from './private-postgres.ts';

const PASSPHRASE = 'five words of a long phrase';

type Opened = Pick<System, 'clock' | 'registerSecrets' | 'files'>;

export interface Member {
  readonly store: HeadedWriter & { readonly merchantId: number };
  readonly place: HeadedDesk;
  readonly session: RegisterSession;
  readonly system: Opened;
}

export interface Team {
  readonly database: string;
  member(name?: string, clock?: Clock): Promise<Member>;
  /**
   * A second desk over a copy of the first one's files, which thinks that it is the first. `withHead`: the notes outside its folder
   * were copied too, as with a whole computer.
   */
  copyOf(member: Member, options?: { readonly withHead: boolean }): Member;
}

/** Confirms a batch at a desk and has the register claim it. Returns the batch, and why nothing of it may leave, or null. */
export async function confirmAndClaim(
  member: Member,
  paid: readonly Payment[],
): Promise<{ readonly batch: number; readonly pause: Pause | null }> {
  const batch = confirmOnly(member, paid);
  return { batch, pause: await claimAgain(member, batch) };
}

export function confirmOnly({ store }: Member, paid: readonly Payment[]): number {
  return confirmBatch({ store, merchantId: store.merchantId }, paid);
}

/** Says that this desk sends no more, as the end of a run does. */
export function rest(member: Member): Promise<void> {
  return restDesk(member.session.place, memoryNow(member));
}

/** Claims a batch, or makes sure that its claims stand, as the start of a run does. */
export function claimAgain(
  { store, session, system }: Member,
  batch: number,
  acceptClaims: ReadonlySet<string> = new Set(),
): Promise<Pause | null> {
  const id = batchIdIn('live', batch);
  return claimBatch(system, { store, session, batch: { batch, id }, acceptClaims });
}

/** Tells the register what became of the desk's claims. */
export async function publish({ store, session: { place }, system }: Member): Promise<unknown> {
  return publishNow(system, { store, place, memory: memoryNow({ store }) });
}

export function memoryNow({ store }: Pick<Member, 'store'>): ReturnType<typeof memoryOf> {
  const membership = store.register.membership();
  if (membership === null) throw new Error('the desk is no member');
  return memoryOf(store, membership);
}

/** Makes a register in a database of its own. */
export async function newTeam(server: PrivatePostgres, proxy: CuttingProxy): Promise<Team> {
  const database = `team_${randomUUID().replaceAll('-', '')}`;
  server.sql(`CREATE DATABASE ${database} OWNER keeper`, 'postgres');
  const secret = randomBytes(32);
  const key = teamKey(secret);
  const address = { host: '127.0.0.1', port: proxy.port, database, user: 'clerk', caFile: null };
  const addressJson = JSON.stringify({ ...address, sealedKey: sealWithPassphrase(secret, PASSPHRASE) });
  const connect = (user: string, port = proxy.port) => {
    const opened = connectRegister(
      { host: '127.0.0.1', port, database, user, caFile: null },
      { password: null, clock: systemClock },
    );
    onTestFinished(() => opened.close());
    return opened;
  };
  const made = await initRegister(connect('keeper', server.port), key);
  if (made.kind !== 'made') throw new Error(JSON.stringify(made));
  const { registerId } = made;
  const member = (store: Member['store'], place: HeadedDesk, clock: Clock): Member => {
    const connection = connect('clerk');
    const session = { place: { connection, registerId, key }, close: () => connection.close() };
    return { store, place, session, system: { clock, registerSecrets: KEYCHAIN, files: UNUSED_FILES } };
  };
  return {
    database,
    member: async (name = `desk ${randomUUID()}`, clock = systemClock) => {
      const place = newPlace();
      const opened = member(openHeaded(place), place, clock);
      const joined = await joinRegister(opened.session.place, name);
      if (joined.kind !== 'joined') throw new Error(JSON.stringify(joined));
      const { deskId, copyMark, position, lineage } = joined.memory;
      const about = { registerId, deskId, deskName: name, addressJson, copyMark, position, lineage };
      opened.store.register.join(about, clock.nowMs());
      return opened;
    },
    copyOf: ({ place, system: { clock } }, { withHead } = { withHead: false }) => {
      const copied = { ...copyOf(place), state: testFolder() };
      if (withHead) cpSync(place.state, copied.state, { recursive: true });
      return member(openHeaded(copied), copied, clock);
    },
  };
}

const unused = (): never => {
  throw new Error('a test of the register asked for a room that it does not open');
};

const KEYCHAIN: System['registerSecrets'] = {
  read: () => Promise.resolve({ kind: 'token', token: registerSecret(PASSPHRASE, null), forSession: true }),
  write: unused,
  remove: unused,
};

const UNUSED_FILES: System['files'] = {
  dataFolder: '',
  heads: unused,
  hold: unused,
  track: unused,
  settings: { read: () => null, write: unused },
  recentFiles: { read: () => null, write: unused },
  samplePath: '',
  checkerPath: '',
};
