// A desk's membership in a register shared with other desks, while a run sends or follows. Nothing leaves without the batch's
// claims, and nothing more leaves once the register has not answered for some seconds; lookups go on without it.

import { type Pause, unreachable } from '../../../shared/failures.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import type { ClaimTick } from '../../../shared/repeats.ts';
import { endedUnpaid } from '../../../shared/states.ts';
import type { BatchRecord } from '../domain/batches.ts';
import { type Repeat, repeatOf, type Stage } from '../domain/same-payment.ts';
import { actorName } from '../platform/machine-id.ts';
import { connectRegister, isFault, type RegisterAddress, type RegisterFault } from '../register/connection.ts';
import { behindHead, type DeskHead, noteDeskHead, readDeskHead } from '../register/heads.ts';
import {
  askOthers,
  beatRegister,
  type ClaimRow,
  checkRegister,
  claimSet,
  type DeskMemory,
  mayTell,
  type OthersPayment,
  publishEndings,
  type RegisterDoubt,
  type RegisterPlace,
  restDesk,
  settleRegister,
  takeMark,
} from '../register/register.ts';
import { openWithPassphrase, teamKey } from '../register/register-keys.ts';
import type { Membership } from '../store/register-record.ts';
import type { HeadedWriter } from '../store/store.ts';
import { writeIfPossible } from './desks.ts';
import type { System } from './system.ts';
import { exchangeWithTeam } from './team-holds.ts';

/** How often the register is asked whether it still stands. */
const BEAT_MS = 1_000;

/** The same while nothing is sent, where it only hears what became of the claims. */
const FOLLOWING_BEAT_MS = 10_000;

/** Without an answer for this long, nothing more leaves. One answer that is cut off, and a new connection, fit into it. */
const SILENT_MS = 10_000;

/** A copy of this desk that sends has noticed within this that it is not the only one, and stopped. */
const COPY_STOPS_MS = SILENT_MS + BEAT_MS;

/** The newest sets are compared at each contact; older ones, and their number, at a claim. */
const SETS_COMPARED = 50;

const ENDINGS_AT_ONCE = 5_000;

/** The part of a desk that the register needs. */
type Recording = Pick<HeadedWriter, 'register' | 'chain' | 'hashAt' | 'wasFurther' | 'holds'>;

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

export function memoryOf({ register }: Pick<Recording, 'register'>, membership: Membership): DeskMemory {
  const asked = register.sets();
  const claimed = asked.filter(({ isClaimed }) => isClaimed);
  const setIds = claimed.slice(-SETS_COMPARED).map(({ setId }) => setId);
  return { ...membership, setIds, setCount: claimed.length, setsAsked: asked.length };
}

function currentMemory(store: Recording): DeskMemory | null {
  const membership = store.register.membership();
  return membership === null ? null : memoryOf(store, membership);
}

/**
 * Claims a batch for this desk, or makes sure that its claims stand. Returns why nothing of it may leave, or null. The order is
 * fixed: this session's own mark, which no copy of this desk knows; the claims in the register; that they are there, on disk.
 */
export async function claimBatch(
  system: Opened,
  {
    store,
    session: { place },
    batch,
    acceptClaims,
  }: {
    readonly store: Recording;
    readonly session: RegisterSession;
    readonly batch: Pick<BatchRecord, 'batch' | 'id'>;
    /** What a person decided to repeat; see isAccepted(). */
    readonly acceptClaims: ReadonlySet<string>;
  },
): Promise<Pause | null> {
  const { register } = store;
  const settled = (await settleOwn(system, { store, place })) ?? (await takeOwnMark(system, { store, place }));
  if (settled !== null) return settled;
  const { setId, isClaimed } = register.beginSet(batch.batch);
  if (isClaimed) return null;
  const rows = register.rows(batch.batch);
  const memory = currentMemory(store);
  if (memory === null) return null;
  const unheard = await exchangeWithTeam(system, { store, place, memory });
  if (unheard !== null) return pauseOf(unheard);
  const knownHolds = store.holds.all().map(({ hold }) => hold);
  const decided = new Set<number>();
  const judge = (payments: readonly OthersPayment[], nowMs: number): OthersPayment[] =>
    standAgainst(rows, payments, nowMs).flatMap((stands) => {
      const { payment } = stands;
      if (!isAccepted(stands, acceptClaims)) return [payment];
      decided.add(payment.rowNumber);
      return [];
    });
  const question = { setId, batch: batch.id, rows, by: actorName(), judge, decided };
  const claimed = await claimSet(place, memory, { ...question, knownHolds });
  switch (claimed.kind) {
    case 'claimed':
      register.claimed(batch.batch, { ...claimed.seen, nowMs: system.clock.nowMs() });
      return null;
    case 'against':
      return { code: 'registerClaimed', message: othersMessage(claimed.payments) };
    // Set between the exchange and the claim: the next start knows it.
    case 'holdsUnknown':
    case 'unsure':
      return { code: 'registerAway', message: msg('register.unsure') };
    case 'doubt':
    case 'fault':
      return pauseOf(claimed);
    default:
      return unreachable(claimed);
  }
}

/**
 * Has the register take a mark of this session alone, so that another copy of this desk is refused and one that sends now stops.
 * If one may be sending, waits until it must have noticed. Returns why nothing may leave, or null.
 */
async function takeOwnMark(
  { clock }: Opened,
  { store, place }: { readonly store: Recording; readonly place: RegisterPlace },
): Promise<Pause | null> {
  const { register } = store;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const nextMark = register.nextMark();
    const memory = currentMemory(store);
    if (memory === null) return null;
    const taken = await takeMark(place, memory, nextMark);
    if (taken.kind === 'fault' || taken.kind === 'doubt') return pauseOf(taken);
    register.tookMark();
    if (taken.kind === 'takenBefore') continue;
    const { quietMs } = taken;
    if (quietMs === null || quietMs > COPY_STOPS_MS) return null;
    const stopped = Promise.withResolvers<void>();
    clock.after(COPY_STOPS_MS, stopped.resolve);
    await stopped.promise;
    const now = currentMemory(store);
    const seen = now === null ? null : await checkRegister(place, now);
    return seen === null || seen.kind === 'seen' ? null : pauseOf(seen);
  }
  return away(msg('register.unsure'));
}

/** Tells the register of a batch from before the desk joined, of which nothing is queued. Returns why it cannot be, or null. */
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
  const memory = currentMemory(store);
  if (memory === null) return null;
  // What was paid, or may have been, is a fact and no question.
  const question = { setId, batch: batch.id, rows, by: actorName(), judge: () => [], decided: new Set<number>() };
  const claimed = await claimSet(place, memory, question);
  if (claimed.kind === 'doubt' || claimed.kind === 'fault') return pauseOf(claimed);
  if (claimed.kind !== 'claimed') return away(msg('register.unsure'));
  register.claimed(batch.batch, { ...claimed.seen, nowMs: system.clock.nowMs() });
  return null;
}

/** Another desk's payment that stands against a row, and how the row would repeat it. */
export interface StandsAgainst {
  readonly payment: OthersPayment;
  readonly repeat: Repeat | 'reference';
}

/** A row of a batch that is not stored yet, as the register compares it. */
export type AskedRow = Omit<ClaimRow, 'state'>;

/**
 * What other desks have that stands against these rows, by row number, before anything is stored: all rows in one question. Nothing
 * is claimed. Returns a pause if the register cannot say; null for a desk of its own.
 */
export async function findOthersPayments(
  system: Opened,
  { store, rows }: { readonly store: Recording; readonly rows: readonly AskedRow[] },
): Promise<ReadonlyMap<number, readonly StandsAgainst[]> | Pause | null> {
  const session = await openRegister(system, store);
  if (session === null || 'code' in session) return session;
  const { place } = session;
  try {
    const settled = await settleOwn(system, { store, place });
    if (settled !== null) return settled;
    const memory = currentMemory(store);
    if (memory === null) return null;
    const answer = await askOthers(place, memory, rows);
    if (answer.kind !== 'others') return pauseOf(answer);
    // What was put on hold elsewhere since the rows were screened is known before they are shown.
    const unheard = await exchangeWithTeam(system, { store, place, memory });
    if (unheard !== null) return pauseOf(unheard);
    const queued = rows.map((row) => ({ ...row, state: 'queued' as const }));
    return Map.groupBy(standAgainst(queued, answer.payments, answer.nowMs), ({ payment }) => payment.rowNumber);
  } finally {
    await session.close();
  }
}

/**
 * Whether a person's word lifts it. Never while the other payment is open or its late news unread, never for the very same
 * reference, and not for one that ended unpaid at a desk that can pay it again itself.
 */
export function mayBeAccepted({ payment: { hasLeft }, repeat }: StandsAgainst): boolean {
  if (repeat === 'waits' || repeat === 'reference' || repeat === 'news') return false;
  return repeat !== 'lookUp' || hasLeft;
}

/**
 * Whether a person's word lifts it. A name alone speaks of every row: `Pune/B0007/3` names one payment, `Pune/B0007` a batch, and
 * lifts only what pays the same people for another purpose. A tick speaks of one row: see claimTick().
 */
export function isAccepted(stands: StandsAgainst, words: ReadonlySet<string>): boolean {
  if (words.size === 0 || !mayBeAccepted(stands)) return false;
  const { payment, repeat } = stands;
  const name = nameOfOther(payment);
  const isPurpose = repeat === 'another' || repeat === 'usual';
  return (
    words.has(claimTick({ rowNumber: payment.rowNumber, payment: name })) ||
    words.has(name) ||
    (isPurpose && words.has(`${payment.desk}/${payment.batch}`))
  );
}

export function nameOfOther({ desk, batch, theirRow }: OthersPayment): string {
  return `${desk}/${batch}/${theirRow}`;
}

/** A tick as one word. No name of a desk has a line break. */
export function claimTick({ rowNumber, payment }: ClaimTick): string {
  return rowNumber === 0 ? payment : `${rowNumber}\n${payment}`;
}

/** What the table of the same payment says of other desks' payments. See DESIGN, The same payment. */
function standAgainst(rows: readonly ClaimRow[], payments: readonly OthersPayment[], nowMs: number): StandsAgainst[] {
  const byNumber = new Map(rows.map((row) => [row.rowNumber, row]));
  return payments.flatMap((payment): StandsAgainst[] => {
    const row = byNumber.get(payment.rowNumber);
    const stage = stageOf(payment);
    if (row === undefined || stage === null || row.state !== 'queued') return [];
    const isSameReference = payment.reference === row.reference && payment.mid === row.mid;
    if (isSameReference) return [{ payment, repeat: 'reference' }];
    const { intention, isPayee, atMs } = payment;
    const earlier = { intention, stage, isPayee, atMs, elsewhere: payment.mid !== row.mid };
    const repeat = repeatOf(row.intention, earlier, { nowMs, recordedMs: nowMs });
    return repeat === null || repeat === 'nearby' ? [] : [{ payment, repeat }];
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
    batch: first === undefined ? '' : `${first.batch}/${first.theirRow}`,
    by: first?.by ?? '',
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
  if (doubt === 'older' || doubt === 'forked') {
    return { code: 'locked', message: msg('session.locked', { why: msg(`why.locked.${doubt}`) }) };
  }
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
  const behind = await tellHead(store, place, memory.deskId);
  if (behind !== null) return pauseOf(behind);
  const seen = await checkRegister(place, memory);
  if (seen.kind !== 'doubt' || seen.doubt !== 'unsettled') return seen.kind === 'seen' ? null : pauseOf(seen);
  const { register } = store;
  const sets = register
    .sets()
    .filter(({ isClaimed }) => isClaimed)
    .map(({ batch, batchId, setId }) => ({ setId, batch: batchId, rows: register.rows(batch) }));
  const judge = (rows: readonly ClaimRow[], payments: readonly OthersPayment[], nowMs: number): OthersPayment[] =>
    standAgainst(rows, payments, nowMs).map(({ payment }) => payment);
  const copyMark = register.nextMark();
  const marked = { ...memory, nextMark: copyMark };
  const about = { sets, publishedTo: register.lastSequence(), copyMark, by: actorName(), judge };
  const settled = await settleRegister(place, marked, about);
  if (settled.kind === 'against') {
    const { batch, payments } = settled;
    const why = msg('register.claimedSince', { batch, desk: payments[0]?.desk ?? '' });
    return { code: 'registerUnsettled', message: msg('pause.registerUnsettled', { why }) };
  }
  if (settled.kind === 'fault' || settled.kind === 'doubt') return pauseOf(settled);
  if (settled.kind === 'settled') register.settled(settled.memory, system.clock.nowMs());
  const now = currentMemory(store);
  const again = now === null ? null : await checkRegister(place, now);
  return again === null || again.kind === 'seen' ? null : pauseOf(again);
}

/** How far this desk has come. */
function ownHead({ register, chain }: Recording): DeskHead {
  return { epoch: register.epoch(), ...chain.end() };
}

/**
 * Notes in the register how far this desk has come, unless its database went back behind that, because it was restored from a
 * backup or is a copy. Then it is locked, as a database that lacks what its own head has seen. Null when all is well.
 */
async function tellHead(store: Recording, place: RegisterPlace, deskId: string): Promise<RegisterDoubt | null> {
  const answer = await readDeskHead(place, deskId);
  // Whoever asks next meets the same fault.
  if (isFault(answer)) return null;
  const { head } = answer;
  const own = ownHead(store);
  const behind = behindHead(own, { head, hashAt: (sequence) => store.hashAt(sequence) });
  if (behind === null) {
    if (head?.sequence !== own.sequence || head.epoch !== own.epoch) await noteDeskHead(place, deskId, own);
    return null;
  }
  if (head !== null) store.wasFurther(head);
  return { kind: 'doubt', doubt: behind, desks: [] };
}

export interface RegisterWatch {
  /** Why nothing more may leave now, or null. */
  mayLeave(): Pause | null;
  /** Writes the endings that are left, as far as the register answers, and closes. */
  end(): Promise<void>;
}

/** Asks the register now and again and again whether it stands, and writes what became of the claims. */
export async function watchRegister(
  system: Opened,
  { store, session, sends }: { readonly store: Recording; readonly session: RegisterSession; readonly sends: boolean },
): Promise<RegisterWatch> {
  const { clock } = system;
  const { place } = session;
  let goodMs = Number.NEGATIVE_INFINITY;
  let stopped: Pause | null = null;
  let callOff: () => void = () => undefined;
  let beating = Promise.resolve();
  let isOver = false;
  let broken: { readonly error: unknown } | null = null;
  const beat = async (): Promise<void> => {
    const memory = currentMemory(store);
    if (memory === null) return;
    // What counts is when it was asked: the register may answer late.
    const askedMs = clock.monotonicMs();
    const answer = await publishNow(system, { store, place, memory, sends });
    if (answer === null) goodMs = askedMs;
    else if (answer.kind === 'doubt') stopped ??= pauseOf(answer);
  };
  const schedule = (): void => {
    if (isOver) return;
    callOff = clock.after(sends ? BEAT_MS : FOLLOWING_BEAT_MS, () => {
      // Our own bug: nothing more leaves, and whoever ends the watch meets it.
      beating = beat().then(schedule, (error: unknown) => {
        broken = { error };
      });
    });
  };
  await beat();
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
        const memory = sends ? currentMemory(store) : null;
        if (memory !== null) await restDesk(place, memory);
      } finally {
        await session.close();
      }
    },
  };
}

/** Writes all endings that the register lacks; with none, asks only whether it stands. Null when it does. */
export async function publishNow(
  system: Pick<System, 'files' | 'clock'>,
  {
    store,
    place,
    memory,
    sends = false,
  }: {
    readonly store: Recording;
    readonly place: RegisterPlace;
    readonly memory: DeskMemory;
    /** Whether this desk may be sending. */
    readonly sends?: boolean;
  },
): Promise<RegisterDoubt | RegisterFault | null> {
  const { register } = store;
  const seen = await beatRegister(place, memory, { sends });
  if (seen.kind === 'fault' || !mayTell(seen)) return seen;
  const behind = await tellHead(store, place, memory.deskId);
  if (behind !== null) return behind;
  const unheard = await exchangeWithTeam(system, { store, place, memory });
  if (unheard !== null) return unheard;
  const { position, head } = seen.kind === 'seen' ? seen : memory;
  const remember = (publishedTo: number): void =>
    writeIfPossible(system, () => register.seen({ position, head, publishedTo }));
  if (head !== memory.head) remember(memory.publishedTo);
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
