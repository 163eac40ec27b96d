// A desk that is gone keeps its claims until another desk has looked each up at the gateway, and until a person has decided about
// those that the gateway does not know.

import type { Answer } from '../../../../shared/api/contract.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { isFault } from '../../register/connection.ts';
import { closeClaims, type Ending, type LeftClaim, retireDesk } from '../../register/register.ts';
import { refused, withWriter } from '../../session/desks.ts';
import { openSession } from '../../session/gateway-session.ts';
import { memoryOf, openRegister, pauseOf, type RegisterSession } from '../../session/register-session.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';

export interface Retirement {
  readonly desk: string;
  /** How many claims it had open. */
  readonly open: number;
  /** How many of them the gateway knows, and so how each ended. */
  readonly found: number;
  /** How many it does not know and a person declared not paid. */
  readonly released: number;
  /** How many stay open, and why the first of them does. */
  readonly left: number;
  readonly why: Message | null;
  /** Whether the register may lack what that desk claimed last. */
  readonly mayLack: boolean;
}

export interface Retiring {
  readonly desk: string;
  /** Why a person declares unpaid what the gateway does not know; null to leave it open. */
  readonly notPaid: string | null;
}

/** Ends the membership of a desk that is gone, and looks up what it left open. Safe to repeat. */
export function retireOther(system: System, { desk, notPaid }: Retiring): Promise<Answer<Retirement>> {
  return withWriter(system, 'live', async (store) => {
    const membership = store.register.membership();
    const session = await openRegister(system, store);
    if (membership === null || session === null) return no('noRegister', msg('register.none'));
    if ('code' in session) return no(session.code, session.message);
    try {
      const memory = memoryOf(store, membership);
      const retired = await retireDesk(session.place, memory, desk);
      if (retired.kind === 'noDesk') return no('noDesk', msg('register.noDesk', { desk }));
      if (retired.kind === 'alive') return no('deskAlive', msg('register.alive', { desk, time: retired.seenAtMs }));
      if (retired.kind !== 'retired') return no(pauseOf(retired).code, pauseOf(retired).message);
      const { deskId, open, mayLack } = retired;
      store.register.noteRetired({ deskId, desk, open: open.length, notPaid }, system.clock.nowMs());
      const looked = await lookUpClaims(system, store, open);
      const released = notPaid === null ? [] : looked.unknown;
      const endings = [...looked.found, ...released.map((claim) => endingOf(claim, 'cancelled'))];
      const closed = await close(session, { memory, deskId, endings });
      if (closed !== null) return no(closed.code, closed.message);
      const left = looked.unclear.length + looked.unknown.length - released.length;
      const isUndecided = looked.unknown.length > released.length;
      const why = looked.why ?? (left === 0 ? null : isUndecided ? msg('register.notKnown') : msg('register.unclear'));
      const [found, count] = [looked.found.length, released.length];
      return { kind: 'done', value: { desk, open: open.length, found, released: count, left, why, mayLack } };
    } finally {
      await session.close();
    }
  });
}

async function close(
  { place }: RegisterSession,
  {
    memory,
    deskId,
    endings,
  }: {
    readonly memory: ReturnType<typeof memoryOf>;
    readonly deskId: string;
    readonly endings: readonly Omit<Ending, 'sequence'>[];
  },
): Promise<ReturnType<typeof pauseOf> | null> {
  if (endings.length === 0) return null;
  const closed = await closeClaims(place, memory, { deskId, endings });
  return isFault(closed) || closed.kind === 'doubt' ? pauseOf(closed) : null;
}

/** `unknown`: the gateway does not know it, twice and provably. `unclear`: nothing can be said about it now. */
interface LookedUp {
  readonly found: Omit<Ending, 'sequence'>[];
  readonly unknown: LeftClaim[];
  readonly unclear: LeftClaim[];
  readonly why: Message | null;
}

async function lookUpClaims(system: System, store: HeadedWriter, open: readonly LeftClaim[]): Promise<LookedUp> {
  const looked: LookedUp = { found: [], unknown: [], unclear: [], why: null };
  let why: Message | null = null;
  for (const [mid, claims] of Map.groupBy(open, (claim) => claim.mid)) {
    const profile = store.profiles.list().find((one) => one.mid === mid);
    const stopped =
      profile === undefined
        ? msg('register.noProfile', { mid })
        : await lookUpAtMerchant(system, { store, profile, claims, looked });
    why ??= stopped;
  }
  return { ...looked, why };
}

/** Adds what it finds to `looked`. Returns why not all could be looked up, or null. */
async function lookUpAtMerchant(
  system: System,
  {
    store,
    profile,
    claims,
    looked,
  }: {
    readonly store: HeadedWriter;
    readonly profile: Profile;
    readonly claims: readonly LeftClaim[];
    readonly looked: LookedUp;
  },
): Promise<Message | null> {
  const opened = await openSession(system, profile, { store });
  if (opened.kind !== 'done') {
    looked.unclear.push(...claims);
    return opened.refusal.message;
  }
  const session = opened.value;
  try {
    const ready = await system.engine.preflight(session.reads, []);
    // Where look-ups are not proven, "not known" says nothing.
    const isProven = store.unknown.lookupsProven(store.merchants.ensure(profile));
    const { notKnown } = ready.kind === 'ready' ? ready : { notKnown: null };
    for (const [at, claim] of claims.entries()) {
      const key = { by: 'reference', reference: claim.reference } as const;
      const once = ready.kind === 'ready' ? await system.engine.lookUpOnce(session.reads, { key, notKnown }) : ready;
      const isSilent = once.kind === 'looked' && once.finding.kind === 'notKnown';
      // A single look-up may miss a payment that exists.
      const looks = isSilent ? await system.engine.lookUpOnce(session.reads, { key, notKnown }) : once;
      if (looks.kind === 'stopped') {
        looked.unclear.push(...claims.slice(at));
        return looks.pause.message;
      }
      if (looks.kind !== 'looked') continue;
      const { finding } = looks;
      if (finding.kind === 'state' && finding.state !== 'processing') looked.found.push(endingOf(claim, finding.state));
      else if (finding.kind === 'notKnown' && isProven) looked.unknown.push(claim);
      else looked.unclear.push(claim);
    }
    return null;
  } finally {
    await session.close();
  }
}

function endingOf({ setId, rowNumber }: LeftClaim, state: Ending['state']): Omit<Ending, 'sequence'> {
  return { setId, rowNumber, state };
}

function no(code: string, message: Message): ReturnType<typeof refused> {
  const refusal: Refusal = { code, message, cure: msg('register.cure') };
  return refused(refusal);
}
