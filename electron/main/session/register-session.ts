// A desk's membership in a register shared with other desks, while a run sends or follows. Nothing leaves without the batch's
// claims, and nothing more leaves once the register has not answered for some seconds; lookups go on without it.

import { randomUUID } from 'node:crypto';
import { type Pause, unreachable } from '../../../shared/failures.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import { endedUnpaid } from '../../../shared/states.ts';
import type { BatchRecord } from '../domain/batches.ts';
import { type Repeat, repeatOf, type Stage } from '../domain/same-payment.ts';
import { connectRegister, isFault, type RegisterAddress, type RegisterFault } from '../register/connection.ts';
import {
  type ClaimRow,
  checkRegister,
  claimSet,
  type Memory,
  type OthersPayment,
  publishEndings,
  type RegisterDoubt,
  type RegisterPlace,
  settleRegister,
} from '../register/register.ts';
import { openWithPassphrase, teamKey } from '../register/register-keys.ts';
import type { Membership } from '../store/register-record.ts';
import type { HeadedWriter } from '../store/store.ts';
import { writeIfPossible } from './desks.ts';
import type { System } from './system.ts';

/** How often the register is asked whether it still stands. */
const BEAT_MS = 1_000;

/** Without an answer for this long, nothing more leaves. */
const SILENT_MS = 5_000;

/** The newest sets are compared at each contact; older ones, and their number, at a claim. */
const SETS_COMPARED = 50;

const ENDINGS_AT_ONCE = 5_000;

/** The part of a desk that the register needs. */
type Recording = Pick<HeadedWriter, 'register'>;

type Opened = Pick<System, 'clock' | 'registerSecrets' | 'files'>;

export interface RegisterSession {
  readonly place: RegisterPlace;
  close(): Promise<void>;
}

/** The keychain account of a desk's secret for a register: its team key and its password. */
export function registerAccount({ registerId, deskId }: Pick<Membership, 'registerId' | 'deskId'>): string {
  return `register ${registerId} ${deskId}`;
}

/** The join file's passphrase and the desk's own password as one secret. */
export function registerSecret(passphrase: string, password: string | null): string {
  return `${encodeURIComponent(passphrase)}:${password === null ? '' : encodeURIComponent(password)}`;
}

/** Where the register is, and the team's key, sealed with the join file's passphrase. */
export interface MemberPlace extends RegisterAddress {
  readonly sealedKey: string;
}

/** Opens the register that the desk is a member of; null when it is a member of none. */
export async function openRegister(
  system: Opened,
  { register }: { readonly register: Pick<HeadedWriter['register'], 'membership'> },
): Promise<RegisterSession | Pause | null> {
  const membership = register.membership();
  if (membership === null) return null;
  const reading = await system.registerSecrets.read(registerAccount(membership));
  const [passphrase, password] = reading.kind === 'token' ? reading.token.split(':') : [];
  // Decoding: join stored it.
  const { sealedKey, ...address } = JSON.parse(membership.addressJson) as MemberPlace;
  const secret = passphrase === undefined ? null : openWithPassphrase(sealedKey, decoded(passphrase));
  if (secret === null || password === undefined) {
    return away(reading.kind === 'locked' ? reading.message : msg('register.noSecret'));
  }
  const connection = connectRegister(address, {
    password: password === '' ? null : decoded(password),
    clock: system.clock,
  });
  const place = { connection, registerId: membership.registerId, key: teamKey(secret) };
  return { place, close: () => connection.close() };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function memoryOf({ register }: Recording, membership: Membership): Memory {
  const claimed = register.sets().filter(({ isClaimed }) => isClaimed);
  const setIds = claimed.slice(-SETS_COMPARED).map(({ setId }) => setId);
  return { ...membership, setIds, setCount: claimed.length };
}

function currentMemory(store: Recording): Memory | null {
  const membership = store.register.membership();
  return membership === null ? null : memoryOf(store, membership);
}

/** Claims a batch for this desk, or makes sure that its claims stand. Returns why nothing of it may leave, or null. */
export async function claimBatch(
  system: Opened,
  {
    store,
    session: { place },
    batch,
    payAgain,
  }: {
    readonly store: Recording;
    readonly session: RegisterSession;
    readonly batch: Pick<BatchRecord, 'batch' | 'id'>;
    /** Batches of other desks, as `Pune/B0007`, whose payments a person decided to repeat. */
    readonly payAgain: ReadonlySet<string>;
  },
): Promise<Pause | null> {
  const { register } = store;
  const settled = await settleOwn(system, { store, place });
  if (settled !== null) return settled;
  const { setId, isClaimed } = register.beginSet(batch.batch);
  const rows = register.rows(batch.batch);
  const nextMark = isClaimed ? null : register.nextMark();
  const memory = currentMemory(store);
  if (memory === null) return null;
  if (nextMark === null) {
    const seen = await checkRegister(place, memory);
    return seen.kind === 'seen' ? null : pauseOf(seen);
  }
  const decided = new Set<number>();
  const judge = (payments: readonly OthersPayment[], nowMs: number): OthersPayment[] =>
    standAgainst(rows, payments, nowMs).filter((payment) => {
      const isDecided = mayBeDecided(rows, payment) && payAgain.has(`${payment.desk}/${payment.batch}`);
      if (isDecided) decided.add(payment.rowNumber);
      return !isDecided;
    });
  const claimed = await claimSet(place, memory, { setId, batch: batch.id, rows, nextMark, judge, decided });
  switch (claimed.kind) {
    case 'claimed':
      register.claimed(batch.batch, { ...claimed.seen, nowMs: system.clock.nowMs() });
      return null;
    case 'against':
      return { code: 'registerClaimed', message: othersMessage(claimed.payments) };
    case 'unsure':
      return { code: 'registerAway', message: msg('register.unsure') };
    case 'doubt':
    case 'fault':
      return pauseOf(claimed);
    default:
      return unreachable(claimed);
  }
}

/** Tells the register of a batch from before the desk joined. Returns why it cannot be, or null. */
export async function uploadBatch(
  system: Opened,
  {
    store,
    place,
    batch,
  }: {
    readonly store: Recording;
    readonly place: RegisterPlace;
    readonly batch: Pick<BatchRecord, 'batch' | 'id'>;
  },
): Promise<Pause | null> {
  const { register } = store;
  const { setId } = register.beginSet(batch.batch);
  const rows = register.rows(batch.batch);
  const nextMark = register.nextMark();
  const memory = currentMemory(store);
  if (memory === null) return null;
  // What was paid or confirmed before is a fact, not a question.
  const decided = new Set(rows.map(({ rowNumber }) => rowNumber));
  const claimed = await claimSet(place, memory, { setId, batch: batch.id, rows, nextMark, judge: () => [], decided });
  if (claimed.kind === 'against' || claimed.kind === 'unsure') return away(msg('register.unsure'));
  if (claimed.kind !== 'claimed') return pauseOf(claimed);
  register.claimed(batch.batch, { ...claimed.seen, nowMs: system.clock.nowMs() });
  return null;
}

/** Whether a person's word lifts it: never while the other payment is open, and never for the very same reference. */
function mayBeDecided(rows: readonly ClaimRow[], payment: OthersPayment): boolean {
  const row = rows.find(({ rowNumber }) => rowNumber === payment.rowNumber);
  const isOpen = stageOf(payment) === 'open' && payment.isPayee && row?.mid === payment.mid;
  return !isOpen && (row?.reference !== payment.reference || row.mid !== payment.mid);
}

/** What the table of the same payment says of other desks' payments. See DESIGN, The same payment. */
function standAgainst(rows: readonly ClaimRow[], payments: readonly OthersPayment[], nowMs: number): OthersPayment[] {
  const byNumber = new Map(rows.map((row) => [row.rowNumber, row]));
  return payments.filter((payment) => {
    const row = byNumber.get(payment.rowNumber);
    const stage = stageOf(payment);
    if (row === undefined || stage === null || row.state !== 'queued') return false;
    if (payment.reference === row.reference && payment.mid === row.mid) return true;
    const { intention, isPayee, atMs } = payment;
    const earlier = { intention, stage, isPayee, atMs, elsewhere: payment.mid !== row.mid };
    const repeat: Repeat | null = repeatOf(row.intention, earlier, { nowMs, recordedMs: nowMs });
    return repeat !== null && repeat !== 'nearby';
  });
}

/** Null for what never left: it stands against nothing. */
function stageOf({ state }: OthersPayment): Stage | null {
  if (state === 'cancelled') return null;
  if (state === 'success') return 'paid';
  return endedUnpaid(state) ? 'unpaid' : 'open';
}

/** The first of them, and how many there are. */
function othersMessage(payments: readonly OthersPayment[]): Message {
  const [first] = payments;
  const count = new Set(payments.map(({ rowNumber }) => rowNumber)).size;
  return msg('pause.registerClaimed', {
    count,
    row: first?.rowNumber ?? 0,
    desk: first?.desk ?? '',
    batch: first?.batch ?? '',
    state: msg(`state.${first?.state ?? 'queued'}`),
    time: first?.atMs ?? 0,
  });
}

function away(why: Message): Pause {
  return { code: 'registerAway', message: msg('pause.registerAway', { why }) };
}

/** Why nothing may leave. */
export function pauseOf(answer: RegisterFault | RegisterDoubt): Pause {
  if (isFault(answer)) return away(msg(`register.fault.${answer.fault}`));
  const { doubt, desks } = answer;
  if (doubt === 'standby') return away(msg('register.doubt.standby'));
  const why =
    doubt === 'othersUnsettled'
      ? msg('register.doubt.othersUnsettled', { desks: desks.join(', ') })
      : msg(`register.doubt.${doubt}`);
  return { code: 'registerUnsettled', message: msg('pause.registerUnsettled', { why }) };
}

/**
 * A register that was restored from a backup, or failed over, gets back what it lacks of this desk. Nothing is claimed until every
 * desk has done so. Returns why nothing may leave, or null.
 */
export async function settleOwn(
  system: Opened,
  { store, place }: { readonly store: Recording; readonly place: RegisterPlace },
): Promise<Pause | null> {
  const memory = currentMemory(store);
  if (memory === null) return null;
  const seen = await checkRegister(place, memory);
  if (seen.kind !== 'doubt' || seen.doubt !== 'unsettled') return seen.kind === 'seen' ? null : pauseOf(seen);
  const { register } = store;
  const sets = register
    .sets()
    .filter(({ isClaimed }) => isClaimed)
    .map(({ batch, setId }) => ({ setId, batch: String(batch), rows: register.rows(batch) }));
  const about = { sets, publishedTo: register.lastSequence(), copyMark: randomUUID() };
  const settled = await settleRegister(place, memory, about);
  if (settled.kind !== 'settled') return pauseOf(settled);
  register.settled(settled.memory, system.clock.nowMs());
  const now = currentMemory(store);
  const again = now === null ? null : await checkRegister(place, now);
  return again === null || again.kind === 'seen' ? null : pauseOf(again);
}

export interface RegisterWatch {
  /** Why nothing more may leave now, or null. */
  mayLeave(): Pause | null;
  /** Writes the endings that are left, as far as the register answers, and closes. */
  end(): Promise<void>;
}

/** Asks the register every second whether it stands, and writes what became of the claims. */
export function watchRegister(
  system: Opened,
  { store, session }: { readonly store: Recording; readonly session: RegisterSession },
): RegisterWatch {
  const { clock } = system;
  const { place } = session;
  let goodMs = clock.monotonicMs();
  let stopped: Pause | null = null;
  let callOff: () => void = () => undefined;
  let beating = Promise.resolve();
  let isOver = false;
  let broken: { readonly error: unknown } | null = null;
  const beat = async (): Promise<void> => {
    const memory = currentMemory(store);
    if (memory === null) return;
    const answer = await publishNow(system, { store, place, memory });
    if (answer === null) goodMs = clock.monotonicMs();
    else if (answer.kind === 'doubt') stopped ??= pauseOf(answer);
  };
  const schedule = (): void => {
    if (isOver) return;
    callOff = clock.after(BEAT_MS, () => {
      // Our own bug: nothing more leaves, and whoever ends the watch meets it.
      beating = beat().then(schedule, (error: unknown) => {
        broken = { error };
      });
    });
  };
  schedule();
  return {
    mayLeave: () =>
      stopped ??
      (broken !== null || clock.monotonicMs() - goodMs > SILENT_MS
        ? pauseOf({ kind: 'fault', fault: 'away', code: '' })
        : null),
    end: async () => {
      isOver = true;
      callOff();
      await beating;
      try {
        if (broken !== null) throw broken.error;
        if (stopped === null) await beat();
      } finally {
        await session.close();
      }
    },
  };
}

/** Writes all endings that the register lacks; with none, asks only whether it stands. Null when it does. */
export async function publishNow(
  system: Pick<System, 'files'>,
  {
    store: { register },
    place,
    memory,
  }: { readonly store: Recording; readonly place: RegisterPlace; readonly memory: Memory },
): Promise<RegisterDoubt | RegisterFault | null> {
  const seen = await checkRegister(place, memory);
  if (seen.kind !== 'seen' && !(seen.kind === 'doubt' && seen.doubt === 'othersUnsettled')) return seen;
  const remember = (publishedTo: number): void =>
    writeIfPossible(system, () =>
      register.seen({ position: seen.kind === 'seen' ? seen.position : memory.position, publishedTo }),
    );
  for (let known = memory; ; ) {
    const endings = register.pending(known.publishedTo, ENDINGS_AT_ONCE);
    if (endings.length === 0) break;
    const published = await publishEndings(place, known, endings);
    if (published.kind !== 'published') return published;
    remember(published.publishedTo);
    known = { ...known, publishedTo: published.publishedTo };
  }
  return seen.kind === 'seen' ? null : seen;
}
