// This desk's part of a merchant's rate, where several desks share it: asked for before the first request, renewed each second,
// given back with the last session. Without the register the part runs out by itself, and the desk's floor is left: look-ups go
// on with that, and what the other desks may use does not change.

import { randomUUID } from 'node:crypto';
import type { Mid } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import { bookOf, type Profile } from '../../../shared/profiles.ts';
import type { Refusal } from '../../../shared/rows.ts';
import type { Pacer } from '../domain/run.ts';
import type { Clock } from '../platform/clock.ts';
import {
  FLOOR_VALID_MS,
  giveBackLease,
  LEASE_MARGIN_MS,
  LEASE_MS,
  type LeaseAsked,
  renewLease,
} from '../register/leases.ts';
import type { HeadedWriter } from '../store/store.ts';
import { writeIfPossible } from './desks.ts';
import { openRegister, pauseOf, type RegisterSession } from './register-session.ts';
import type { System } from './system.ts';

const RENEW_MS = 1_000;

/** Until then a new session asks for all: what it will need is not known yet. */
const WANTS_ALL_MS = 5_000;

/** How often it is noted that the register still says the same of a floor. */
const FLOOR_NOTED_MS = 600_000;

/** One part, kept for all sessions of a process that use one pacer. */
interface Keeper {
  users: number;
  readonly ready: Promise<Refusal | null>;
  end(): Promise<void>;
}

const KEEPERS = new WeakMap<Pacer, Keeper>();

export interface SharedRate {
  end(): Promise<void>;
}

type Sharing = Pick<System, 'clock' | 'registerSecrets' | 'files'>;

/**
 * Caps the pacer to what this desk may use. Null for a desk that shares its rate with nobody. Refused when the register is away and
 * this desk never had a part of this merchant's rate, or has not heard the register for too long.
 */
export async function shareRate(
  system: Sharing,
  {
    store,
    profile,
    pacer,
  }: { readonly store: Pick<HeadedWriter, 'register'>; readonly profile: Profile; readonly pacer: Pacer },
): Promise<SharedRate | Refusal | null> {
  if (bookOf(profile) !== 'live') return null;
  if (store.register.membership() === null) {
    pacer.shareBy(null);
    return null;
  }
  const keeper = KEEPERS.get(pacer) ?? keepShare(system, { store, mid: profile.mid, pacer });
  KEEPERS.set(pacer, keeper);
  keeper.users += 1;
  let isOver = false;
  const end = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    keeper.users -= 1;
    if (keeper.users > 0) return;
    KEEPERS.delete(pacer);
    await keeper.end();
  };
  const refusal = await keeper.ready;
  if (refusal === null) return { end };
  await end();
  return refusal;
}

interface Kept {
  readonly store: Pick<HeadedWriter, 'register'>;
  readonly mid: Mid;
  readonly pacer: Pacer;
}

function keepShare(system: Sharing, { store, mid, pacer }: Kept): Keeper {
  const { clock } = system;
  const { register } = store;
  const leaseId = randomUUID();
  const startedMs = clock.monotonicMs();
  let turn = 0;
  let session: RegisterSession | null = null;
  let part: Part | null = null;
  let floor = register.floor(mid);
  let callOff: () => void = () => undefined;
  let renewing = Promise.resolve();
  let isOver = false;
  let broken: { readonly error: unknown } | null = null;
  const floorNow = (): number => (floor !== null && isHeard(floor.heardAtMs, clock) ? floor.perSecond : 0);
  const share = (nowMs: number) => {
    const isLeased = part !== null && isRunning(part, nowMs, clock);
    return { perSecond: Math.max(isLeased && part !== null ? part.rate : 0, floorNow()), isLeased };
  };
  const about = (): Pick<LeaseAsked, 'leaseId' | 'deskId' | 'mid' | 'turn'> | null => {
    const membership = register.membership();
    turn += 1;
    return membership === null ? null : { leaseId, deskId: membership.deskId, mid, turn };
  };
  const noteFloor = (perSecond: number): void => {
    const heardAtMs = clock.nowMs();
    const isNews = floor?.perSecond !== perSecond || Math.abs(heardAtMs - floor.heardAtMs) > FLOOR_NOTED_MS;
    // Remembered before it is used, since it must not be more than what the register counts.
    if (isNews) writeIfPossible(system, () => register.noteFloor(mid, { perSecond, heardAtMs }));
    floor = { perSecond, heardAtMs };
  };
  const renew = async (): Promise<void> => {
    const asked = about();
    if (session === null || asked === null) return;
    const askedAt = { monotonicMs: clock.monotonicMs(), wallMs: clock.nowMs() };
    const { allowed, used, most, isShort } = pacer.demand(askedAt.monotonicMs);
    const isNew = askedAt.monotonicMs - startedMs < WANTS_ALL_MS;
    const wanted = isNew || isShort ? allowed : Math.min(allowed, most + 1);
    const keeps = Math.max(used, share(askedAt.monotonicMs).perSecond);
    const answer = await renewLease(session.place, { ...asked, keeps, total: allowed, wanted, floor: floorNow() });
    if (answer.kind !== 'leased') return;
    noteFloor(answer.floor);
    part = { rate: answer.rate, since: askedAt };
  };
  const schedule = (): void => {
    if (isOver) return;
    callOff = clock.after(RENEW_MS, () => {
      // Our own bug: the part runs out, and whoever ends the session meets it.
      renewing = renew().then(schedule, (error: unknown) => {
        broken = { error };
      });
    });
  };
  const begin = async (): Promise<Refusal | null> => {
    const opened = await openRegister(system, store);
    if (opened !== null && !('code' in opened)) {
      session = opened;
      await renew();
    }
    schedule();
    if (part !== null || floorNow() > 0) return null;
    const { code, message } =
      opened !== null && 'code' in opened ? opened : pauseOf({ kind: 'fault', fault: 'away', code: '' });
    return { code, message, cure: msg('register.cure') };
  };
  pacer.shareBy(share);
  return {
    users: 0,
    ready: begin(),
    end: async () => {
      isOver = true;
      callOff();
      await renewing;
      const { used } = pacer.demand(clock.monotonicMs());
      const keptFloor = register.membership() !== null && register.isOpenAt(mid) ? floorNow() : 0;
      const asked = about();
      part = null;
      if (session === null) return;
      try {
        if (broken !== null) throw broken.error;
        if (asked === null) return;
        // Forgotten here first: the register counts it until it hears.
        noteFloor(keptFloor);
        await giveBackLease(session.place, { ...asked, used, floor: keptFloor });
      } finally {
        await session.close();
      }
    },
  };
}

interface Part {
  readonly rate: number;
  readonly since: { readonly monotonicMs: number; readonly wallMs: number };
}

/** Since the part was asked for, by whichever clock went further: the one stops while the machine sleeps. */
function isRunning({ since }: Part, nowMs: number, clock: Pick<Clock, 'nowMs'>): boolean {
  return Math.max(nowMs - since.monotonicMs, clock.nowMs() - since.wallMs) < LEASE_MS - LEASE_MARGIN_MS;
}

/** A time of before that lies ahead says that the clock was set back: then nobody knows how long ago it was. */
function isHeard(heardAtMs: number, { nowMs }: Pick<Clock, 'nowMs'>): boolean {
  const ms = nowMs() - heardAtMs;
  return ms >= 0 && ms < FLOOR_VALID_MS;
}
