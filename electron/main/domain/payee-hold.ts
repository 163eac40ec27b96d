// Payees on hold: nobody pays them, by any way, until a person releases them or the day comes that the hold names. A payee is known
// by its accounts and UPI IDs, as personKey() compares them. A row with the name alone may pay somebody else, so it is asked about.

import { joined, type Message, msg } from '../../../shared/messages/message.ts';

/** One account or UPI ID of a payee: `person` by personKey(), `payTo` as people read it. */
export interface HeldAccount {
  readonly person: string;
  readonly payTo: string;
}

/**
 * `hold`: its id, the same on every desk of a team. `name` is null where none is known. `notBefore`: the local day, as
 * YYYY-MM-DD, from which the payee may be paid again; null until somebody releases them. `desk`: the other desk of the team
 * that set it; null for this one.
 */
export interface PayeeHold {
  readonly hold: string;
  readonly name: string | null;
  readonly accounts: readonly HeldAccount[];
  readonly reason: string;
  readonly notBefore: string | null;
  readonly heldBy: string;
  readonly heldAtMs: number;
  readonly desk: string | null;
}

/** The end of a hold by a person. `desk` as in PayeeHold. */
export interface HoldRelease {
  readonly hold: string;
  readonly reason: string;
  readonly releasedBy: string;
  readonly releasedAtMs: number;
  readonly desk: string | null;
}

/** Whom a row pays: its payee and those that it was corrected from, by personKey(); its name by foldName(), empty for none. */
export interface PaidPerson {
  readonly people: readonly string[];
  readonly name: string;
}

/** `payee`: the row pays a payee on hold. `name`: it pays another account under the name of one. */
export interface HeldBack {
  readonly kind: 'payee' | 'name';
  readonly hold: PayeeHold;
}

/** Whether its payee may not be paid now; released holds are left out before. */
export function isInForce({ notBefore }: Pick<PayeeHold, 'notBefore'>, nowMs: number): boolean {
  return notBefore === null || nowMs < startOfLocalDay(notBefore);
}

/** Prepares judging many rows. `named`: the hold's name by foldName(), empty for none. */
export function prepareHolding(
  holds: readonly { readonly hold: PayeeHold; readonly named: string }[],
): (paid: PaidPerson) => readonly HeldBack[] {
  const byPerson = new Map<string, PayeeHold[]>();
  const byName = new Map<string, PayeeHold[]>();
  const add = (map: Map<string, PayeeHold[]>, key: string, hold: PayeeHold): void => {
    const known = map.get(key);
    if (known === undefined) map.set(key, [hold]);
    else if (!known.includes(hold)) known.push(hold);
  };
  for (const { hold, named } of holds) {
    for (const { person } of hold.accounts) add(byPerson, person, hold);
    if (named !== '') add(byName, named, hold);
  }
  return ({ people, name }) => {
    const found = people.flatMap((person) => byPerson.get(person) ?? []);
    if (found.length > 0) return found.map((hold) => ({ kind: 'payee', hold }) as const);
    return (byName.get(name) ?? []).map((hold) => ({ kind: 'name', hold }) as const);
  };
}

/** The start of a day, as YYYY-MM-DD, by this computer's time zone. */
function startOfLocalDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

/** Who holds back a row, since when and why. */
export function heldMessage({ kind, hold }: HeldBack): Message {
  const { name, reason, notBefore, heldBy: by, heldAtMs: day, desk, accounts } = hold;
  const whom = name ?? accounts[0]?.payTo ?? '';
  const about = { name: whom, reason, by: desk === null ? by : msg('payeeHold.atDesk', { by, desk }), day };
  const words = kind === 'payee' ? msg('payeeHold.payee', about) : msg('payeeHold.name', about);
  return notBefore === null ? words : joined([words, msg('payeeHold.notBefore', { day: startOfLocalDay(notBefore) })]);
}
