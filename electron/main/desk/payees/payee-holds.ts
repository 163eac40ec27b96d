// Putting payees on hold and releasing them, for a window and the command line.

import type { Answer } from '../../../../shared/api/contract.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Book } from '../../../../shared/profiles.ts';
import { type Beneficiary, payToText } from '../../../../shared/rows.ts';
import { type HeldAccount, isInForce } from '../../domain/payee-hold.ts';
import { foldName, personKey } from '../../domain/person-key.ts';
import { refused, withReader, withWriter } from '../../session/desks.ts';
import { memoryOf, openRegister, pauseOf } from '../../session/register-session.ts';
import type { System } from '../../session/system.ts';
import { exchangeWithTeam } from '../../session/team-holds.ts';
import type { ListedHold } from '../../store/payee-holds.ts';
import type { HeadedWriter } from '../../store/store.ts';

/** A payee by personKey(), by an account or UPI ID that the desk need not know, or by a name that it knows. */
export type PayeeMeant =
  | { readonly by: 'person'; readonly person: string }
  | { readonly by: 'account'; readonly beneficiary: Beneficiary }
  | { readonly by: 'name'; readonly name: string };

export interface HoldAsked {
  readonly book: Book;
  readonly payee: PayeeMeant;
  /** Other payees of the name that are the same person, by personKey(); `all` for all that the desk knows. */
  readonly also: readonly string[] | 'all';
  readonly reason: string;
  readonly notBefore: string | null;
}

export interface HoldView extends ListedHold {
  /** False once it was released or its day has come. */
  readonly isInForce: boolean;
}

/** What was done, and why the other desks of the team do not know it yet; null when they do, or there are none. */
export interface HoldsChanged {
  readonly holds: readonly HoldView[];
  readonly notYet: Message | null;
}

export function listHolds(system: System, book: Book): Answer<{ readonly holds: readonly HoldView[] }> {
  const nowMs = system.clock.nowMs();
  return withReader(system, book, {
    act: (store) => ({ kind: 'done', value: { holds: store.holds.all().map((hold) => viewOf(hold, nowMs)) } }),
    absent: () => ({ kind: 'done', value: { holds: [] } }),
  });
}

/** Puts a payee on hold: from the next claim on nothing is sent to them, by any batch. */
export function holdPayee(system: System, asked: HoldAsked): Promise<Answer<HoldsChanged>> {
  const { book, reason, notBefore } = asked;
  return withWriter(system, book, async (store) => {
    const nowMs = system.clock.nowMs();
    if (notBefore !== null && !isInForce({ notBefore }, nowMs)) return no('holdOver', msg('payees.holdOver'));
    const found = findPayee(store, asked);
    if (found === null) return no('noPayee', msg('payees.unknown'));
    const hold = store.holds.hold({ ...found, reason, notBefore }, nowMs);
    const holds = [viewOf({ ...hold, release: null }, nowMs)];
    return { kind: 'done', value: { holds, notYet: await tellTeam(system, store) } };
  });
}

/** Releases one hold by its id, or all in force on a payee. */
export function releasePayee(
  system: System,
  {
    book,
    of,
    reason,
  }: {
    readonly book: Book;
    readonly of: { readonly hold: string } | PayeeMeant;
    readonly reason: string;
  },
): Promise<Answer<HoldsChanged>> {
  return withWriter(system, book, async (store) => {
    const nowMs = system.clock.nowMs();
    const meant = store.holds.all().filter((hold) => hold.release === null && isMeant(hold, of));
    if (meant.length === 0) return no('notOnHold', msg('payees.notOnHold'));
    const released = store.together(() =>
      meant.flatMap((hold) => {
        const release = store.holds.release({ hold: hold.hold, reason }, nowMs);
        return release === null ? [] : [viewOf({ ...hold, release }, nowMs)];
      }),
    );
    return { kind: 'done', value: { holds: released, notYet: await tellTeam(system, store) } };
  });
}

function isMeant(hold: ListedHold, of: { readonly hold: string } | PayeeMeant): boolean {
  if ('hold' in of) return hold.hold === of.hold;
  if (of.by === 'name') return hold.name !== null && foldName(hold.name) === foldName(of.name);
  const person = of.by === 'person' ? of.person : personKey(of.beneficiary);
  return hold.accounts.some((account) => account.person === person);
}

/** The payee's name and all accounts to hold; null when the desk knows none. */
function findPayee(
  store: HeadedWriter,
  { payee, also }: Pick<HoldAsked, 'payee' | 'also'>,
): { readonly name: string | null; readonly accounts: readonly HeldAccount[] } | null {
  const accounts = new Map<string, HeldAccount>();
  const add = (person: string): void => {
    const known = store.payouts.payee(person);
    if (known !== null) accounts.set(person, { person, payTo: payToText(known.beneficiary) });
  };
  if (payee.by === 'name') for (const person of store.payees.peopleNamed(foldName(payee.name))) add(person);
  if (payee.by === 'person') add(payee.person);
  if (payee.by === 'account') {
    const person = personKey(payee.beneficiary);
    accounts.set(person, { person, payTo: payToText(payee.beneficiary) });
  }
  const [first] = accounts.keys();
  if (first === undefined) return null;
  const name = payee.by === 'name' ? payee.name : (store.payouts.payee(first)?.name ?? null);
  const named = also === 'all' ? store.payees.peopleNamed(foldName(name ?? '')) : also;
  for (const person of named) add(person);
  return { name, accounts: [...accounts.values()] };
}

/** Tells the other desks now. Null when they know, or there is no team. */
async function tellTeam(system: System, store: HeadedWriter): Promise<Message | null> {
  const membership = store.register.membership();
  const session = membership === null ? null : await openRegister(system, store);
  if (membership === null || session === null) return null;
  if ('code' in session) return session.message;
  try {
    const { place } = session;
    const trouble = await exchangeWithTeam(system, { store, place, memory: memoryOf(store, membership) });
    return trouble === null ? null : pauseOf(trouble).message;
  } finally {
    await session.close();
  }
}

function viewOf(hold: ListedHold, nowMs: number): HoldView {
  return { ...hold, isInForce: hold.release === null && isInForce(hold, nowMs) };
}

function no(code: 'noPayee' | 'notOnHold' | 'holdOver', message: Message): ReturnType<typeof refused> {
  return refused({ code, message, cure: msg(`cure.${code}`) });
}
