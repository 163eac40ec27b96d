// A desk's membership in a register that several desks share: making one, joining it, how it stands, leaving it.

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { Pause, PauseCode } from '../../../../shared/failures.ts';
import { DAY_MS } from '../../../../shared/limits.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { connectRegister, isFault, type RegisterAddress } from '../../register/connection.ts';
import { type HeadLine, listHeads } from '../../register/heads.ts';
import { type LeaseLine, listLeases } from '../../register/leases.ts';
import {
  type DeskLine,
  initRegister,
  joinRegister,
  leaveRegister,
  listDesks,
  type RegisterDoubt,
} from '../../register/register.ts';
import { openWithPassphrase, sealWithPassphrase, TEAM_KEY_BYTES, teamKey } from '../../register/register-keys.ts';
import { refused, withWriter } from '../../session/desks.ts';
import {
  type MemberPlace,
  memoryOf,
  openRegister,
  pauseOf,
  publishNow,
  registerAccount,
  registerSecret,
  settleOwn,
  uploadBatch,
} from '../../session/register-session.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';

/** What a join file says: everything but the passphrase and each desk's own user and password. */
interface JoinFile {
  readonly payoutDeskRegister: 1;
  readonly registerId: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly sealedKey: string;
}

export interface NewRegister {
  readonly address: RegisterAddress;
  readonly password: string | null;
  readonly passphrase: string;
  readonly joinFile: string;
}

/** Both null for a register of an older version, which is brought up to this one and keeps its join file. */
export interface MadeRegister {
  readonly registerId: string | null;
  readonly joinFile: string | null;
}

/** A passphrase is tried offline by whoever has the join file, so a short one is refused. */
const PASSPHRASE_MIN_CHARACTERS = 16;

/** Payments confirmed or moved longer ago than this repeat nothing any more: twice the window of the guards. */
const UPLOADED_DAYS = 60;

export async function makeRegister(
  system: Pick<System, 'clock'>,
  { address, password, passphrase, joinFile }: NewRegister,
): Promise<Answer<MadeRegister>> {
  if (passphrase.length < PASSPHRASE_MIN_CHARACTERS) {
    return no('registerPassphrase', msg('register.shortPassphrase', { min: PASSPHRASE_MIN_CHARACTERS }));
  }
  if (existsSync(joinFile)) return no('fileExists', msg('register.joinFileExists', { file: joinFile }));
  const secret = randomBytes(TEAM_KEY_BYTES);
  const connection = connectRegister(address, { password, clock: system.clock });
  try {
    const made = await initRegister(connection, teamKey(secret));
    if (isFault(made)) return refusedBy(pauseOf(made));
    if (made.kind === 'exists') return no('registerExists', msg('register.exists'));
    if (made.kind !== 'made') return { kind: 'done', value: { registerId: null, joinFile: null } };
    const { host, port, database } = address;
    const { registerId } = made;
    const sealedKey = sealWithPassphrase(secret, passphrase);
    const file: JoinFile = { payoutDeskRegister: 1, registerId, host, port, database, sealedKey };
    writeFileSync(joinFile, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return { kind: 'done', value: { registerId, joinFile } };
  } finally {
    await connection.close();
  }
}

export interface Joining extends Pick<RegisterAddress, 'user' | 'caFile'> {
  readonly joinFile: string;
  readonly name: string;
  /** Null for those of the join file. */
  readonly host: string | null;
  readonly port: number | null;
  readonly passphrase: string;
  readonly password: string | null;
}

/** Joins, and tells the register what this desk has paid or may still pay, so that others see it. */
export async function joinTeam(
  system: System,
  joining: Joining,
): Promise<Answer<{ readonly registerId: string; readonly desk: string; readonly batches: number }>> {
  const file = readJoinFile(joining.joinFile);
  const secret = file === null ? null : openWithPassphrase(file.sealedKey, joining.passphrase);
  if (file === null) return no('registerJoinFile', msg('register.noJoinFile', { file: joining.joinFile }));
  if (secret === null) return no('registerPassphrase', msg('register.wrongPassphrase'));
  const { registerId, sealedKey, database } = file;
  const { user, caFile, name, password, passphrase } = joining;
  const address = { host: joining.host ?? file.host, port: joining.port ?? file.port, database, user, caFile };
  return withWriter(system, 'live', async (store) => {
    const { register } = store;
    if (register.membership() !== null) return no('registerJoined', msg('register.alreadyJoined'));
    // Queued rows were never compared with the other desks, and a claimed batch is not compared again.
    const { queued } = register.openCounts();
    if (queued > 0) return no('registerQueued', msg('register.queued', { count: queued }));
    const connection = connectRegister(address, { password, clock: system.clock });
    const place = { connection, registerId, key: teamKey(secret) };
    try {
      const joined = await joinRegister(place, name);
      if (isFault(joined)) return refusedBy(pauseOf(joined));
      if (joined.kind === 'no') {
        const { why } = joined;
        return no(
          'registerRefused',
          why === 'nameTaken' ? msg('register.no.nameTaken', { name }) : msg(`register.no.${why}`),
        );
      }
      const { deskId, copyMark, position, lineage } = joined.memory;
      const memberPlace: MemberPlace = { ...address, sealedKey };
      const kept = await system.registerSecrets.write(
        registerAccount({ registerId, deskId }),
        registerSecret(passphrase, password),
      );
      const isGiven = kept.kind === 'unavailable' && (await isGivenByEnvironment(system, { registerId, deskId }));
      if (kept.kind !== 'stored' && !isGiven) {
        await leaveRegister(place, joined.memory);
        return kept.kind === 'refused' ? refused(kept.refusal) : no('noKeychain', kept.message);
      }
      const addressJson = JSON.stringify(memberPlace);
      const member = { registerId, deskId, deskName: name, addressJson, copyMark, position, lineage };
      register.join(member, system.clock.nowMs());
      return await upload(system, store, place);
    } finally {
      await connection.close();
    }
  });
}

async function upload(
  system: System,
  store: HeadedWriter,
  place: Parameters<typeof uploadBatch>[1]['place'],
): Promise<Answer<{ readonly registerId: string; readonly desk: string; readonly batches: number }>> {
  const { register } = store;
  const membership = register.membership();
  const batches = register.batchesSince(system.clock.nowMs() - UPLOADED_DAYS * DAY_MS);
  for (const number of batches) {
    const batch = store.batches.find(number);
    const pause = batch === null ? null : await uploadBatch(system, { store, place, batch });
    if (pause === null) continue;
    if (membership !== null) await leaveRegister(place, memoryOf(store, membership));
    register.leave(system.clock.nowMs());
    return no('registerUpload', msg('register.notUploaded', { batch: batch?.id ?? '', why: pause.message }));
  }
  const { registerId = '', deskName: desk = '' } = membership ?? {};
  return { kind: 'done', value: { registerId, desk, batches: batches.length } };
}

export interface RegisterStatus {
  readonly register: string | null;
  readonly desk: string | null;
  /** `ok`, or why nothing leaves now. */
  readonly state: 'ok' | 'none' | PauseCode;
  readonly message: Message | null;
  readonly desks: readonly DeskLine[];
  /** Who may ask the gateway how often now, and how far each desk's audit was seen to have come. */
  readonly leases: readonly LeaseLine[];
  readonly heads: readonly HeadLine[];
}

const NOTHING_SEEN = { desks: [], leases: [], heads: [] } as const;

/** How the register stands, after telling it what became of this desk's claims. */
export function registerStatus(system: System): Promise<Answer<RegisterStatus>> {
  return withWriter(
    system,
    'live',
    async (store): Promise<Answer<RegisterStatus>> => {
      const membership = store.register.membership();
      const none: RegisterStatus = { register: null, desk: null, state: 'none', message: null, ...NOTHING_SEEN };
      const session = await openRegister(system, store);
      if (membership === null || session === null) return { kind: 'done', value: none };
      const { registerId, deskName } = membership;
      const about = { register: registerId, desk: deskName };
      const stopped = ({ code, message }: Pause) =>
        ({ kind: 'done', value: { ...about, state: code, message, ...NOTHING_SEEN } }) as const;
      if ('code' in session) return stopped(session);
      try {
        await settleOwn(system, { store, place: session.place });
        const memory = memoryOf(store, store.register.membership() ?? membership);
        const trouble = await publishNow(system, { store, place: session.place, memory });
        const listed = await listDesks(session.place, memory);
        if (isFault(listed)) return stopped(pauseOf(listed));
        const leases = await listLeases(session.place);
        if (isFault(leases)) return stopped(pauseOf(leases));
        const heads = await listHeads(session.place);
        if (isFault(heads)) return stopped(pauseOf(heads));
        const pause = trouble === null ? null : pauseOf(trouble);
        const state = pause?.code ?? 'ok';
        return {
          kind: 'done',
          value: { ...about, state, message: pause?.message ?? null, desks: listed.desks, leases, heads },
        };
      } finally {
        await session.close();
      }
    },
    { whenLocked: 'asIs' },
  );
}

/**
 * Leaves the register. Refused while anything of this desk is open, because others could then pay it as well. A desk that the
 * register no longer takes for its member, because another declared it gone or it is an older copy, only forgets the register;
 * then what it has open was, or is, decided by others, and it must have nothing left that could be sent.
 */
export function leaveTeam(system: System): Promise<Answer<{ readonly left: string }>> {
  return withWriter(system, 'live', async (store) => {
    const { register } = store;
    const membership = register.membership();
    if (membership === null) return no('noRegister', msg('register.none'));
    const { open, queued } = register.openCounts();
    if (queued > 0) return no('registerOpen', msg('register.open', { count: open }));
    const session = await openRegister(system, store);
    if (session === null) return no('noRegister', msg('register.none'));
    if ('code' in session) return refusedBy(session);
    try {
      const { place } = session;
      const memory = memoryOf(store, membership);
      const trouble = await publishNow(system, { store, place, memory });
      const isMember = trouble === null || !('doubt' in trouble) || !FORGOTTEN.has(trouble.doubt);
      if (isMember && open > 0) return no('registerOpen', msg('register.open', { count: open }));
      const left = isMember ? await leaveRegister(place, memoryOf(store, register.membership() ?? membership)) : null;
      if (left?.kind === 'fault' || (left?.kind === 'doubt' && left.doubt !== 'othersUnsettled')) {
        return refusedBy(pauseOf(left));
      }
      register.leave(system.clock.nowMs());
      await system.registerSecrets.remove(registerAccount(membership));
      return { kind: 'done', value: { left: membership.registerId } };
    } finally {
      await session.close();
    }
  });
}

/** Doubts with which the register does not take this desk for its member, or not for the only one of its name. */
const FORGOTTEN: ReadonlySet<string> = new Set<RegisterDoubt['doubt']>(['left', 'copied', 'otherRegister']);

async function isGivenByEnvironment(
  system: Pick<System, 'registerSecrets'>,
  about: Parameters<typeof registerAccount>[0],
): Promise<boolean> {
  const reading = await system.registerSecrets.read(registerAccount(about));
  return reading.kind === 'token';
}

function readJoinFile(path: string): JoinFile | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const texts = ['registerId', 'host', 'database', 'sealedKey'].every(
      (name) => typeof Reflect.get(value, name) === 'string',
    );
    const isOurs = Reflect.get(value, 'payoutDeskRegister') === 1 && Number.isInteger(Reflect.get(value, 'port'));
    // Decoding: its parts were just checked.
    return texts && isOurs ? (value as JoinFile) : null;
  } catch {
    return null;
  }
}

function no(code: string, message: Message): ReturnType<typeof refused> {
  const refusal: Refusal = { code, message, cure: msg('register.cure') };
  return refused(refusal);
}

function refusedBy({
  code,
  message,
}: {
  readonly code: string;
  readonly message: Message;
}): ReturnType<typeof refused> {
  return no(code, message);
}
