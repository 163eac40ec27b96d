// Which payees are on hold, and what holds back a row. Holds and releases are added and never changed; what another desk of a team
// says is added beside this desk's own. Claims and everything before them ask the same function.

import { randomUUID } from 'node:crypto';
import { invariant } from '../../../shared/failures.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import {
  type HeldAccount,
  type HeldBack,
  type HoldRelease,
  isInForce,
  type PaidPerson,
  type PayeeHold,
  prepareHolding,
} from '../domain/payee-hold.ts';
import { foldName, personKey } from '../domain/person-key.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary } from './payout-rows.ts';

/** A hold with its end by a person; null while there is none. */
export interface ListedHold extends PayeeHold {
  readonly release: HoldRelease | null;
}

export interface HoldReading {
  /** All that were ever set, newest first. */
  all(): readonly ListedHold[];
}

/** What a person says about a payee. */
export type NewHold = Pick<PayeeHold, 'name' | 'accounts' | 'reason' | 'notBefore'>;

export interface PayeeHolds extends HoldReading {
  hold(asked: NewHold, nowMs: number): PayeeHold;
  /** Returns the release; null when the hold was released before or never set. */
  release(asked: Pick<HoldRelease, 'hold' | 'reason'>, nowMs: number): HoldRelease | null;
  /** Adds what other desks of the team said, in one transaction. What is known already stays as it is. */
  adopt(said: { readonly holds: readonly PayeeHold[]; readonly releases: readonly HoldRelease[] }, nowMs: number): void;
  /** What holds back a row now; null when no payee is on hold. For as long as nothing is written. */
  inForce(nowMs: number): ((paid: PaidPerson) => readonly HeldBack[]) | null;
  /** The payees that a payout and all that it retries were to pay, by personKey(). */
  peopleOf(payoutId: PayoutId): readonly string[];
  /** The holds whose name a person saw with the payout and confirmed as somebody else's. */
  ticked(payoutId: PayoutId): ReadonlySet<string>;
}

const HOLD = `hold_id AS hold, name, reason, not_before AS notBefore, held_by AS heldBy, held_at_ms AS heldAtMs, desk`;

export function readPayeeHolds(database: DeskDatabase): HoldReading {
  const holds = database.statement<[], Omit<PayeeHold, 'accounts'>>(
    `SELECT ${HOLD} FROM payee_holds ORDER BY held_at_ms DESC, hold_id`,
  );
  const accounts = prepareAccounts(database);
  const releaseOf = database.statement<[string], HoldRelease>(
    `SELECT hold_id AS hold, reason, released_by AS releasedBy, released_at_ms AS releasedAtMs, desk
     FROM payee_releases WHERE hold_id = ?`,
  );
  return {
    all: () =>
      holds.all().map((one) => ({ ...one, accounts: accounts(one.hold), release: releaseOf.get(one.hold) ?? null })),
  };
}

function prepareAccounts(database: DeskDatabase): (hold: string) => readonly HeldAccount[] {
  const accounts = database.statement<[string], HeldAccount>(
    'SELECT person_key AS person, pay_to AS payTo FROM payee_hold_accounts WHERE hold_id = ? ORDER BY person_key',
  );
  return (hold) => accounts.all(hold);
}

export function openPayeeHolds(database: DeskDatabase, audit: AuditLog): PayeeHolds {
  const reading = readPayeeHolds(database);
  const insert = database.statement(
    `INSERT INTO payee_holds (hold_id, name, name_key, reason, not_before, held_by, held_at_ms, desk)
     VALUES (@hold, @name, @named, @reason, @notBefore, @heldBy, @heldAtMs, @desk) ON CONFLICT (hold_id) DO NOTHING`,
  );
  const insertAccount = database.statement(
    'INSERT INTO payee_hold_accounts (hold_id, person_key, pay_to) VALUES (?, ?, ?)',
  );
  const insertRelease = database.statement(
    `INSERT INTO payee_releases (hold_id, reason, released_by, released_at_ms, desk)
     SELECT hold_id, @reason, @releasedBy, @releasedAtMs, @desk FROM payee_holds WHERE hold_id = @hold
     ON CONFLICT (hold_id) DO NOTHING`,
  );
  const unreleased = database.statement<[], Omit<PayeeHold, 'accounts'> & { readonly named: string }>(
    `SELECT ${HOLD}, name_key AS named FROM payee_holds h
     WHERE NOT EXISTS (SELECT 1 FROM payee_releases r WHERE r.hold_id = h.hold_id) ORDER BY held_at_ms, hold_id`,
  );
  const accounts = prepareAccounts(database);
  const chain = database.statement<[PayoutId], BeneficiaryColumns>(
    `WITH RECURSIVE chain (payout_id) AS (
       VALUES (?)
       UNION SELECT p.retry_of FROM chain JOIN payouts p USING (payout_id) WHERE p.retry_of IS NOT NULL)
     SELECT ${BENEFICIARY_COLUMNS} FROM chain JOIN payouts USING (payout_id)`,
  );
  const ticked = database
    .statement<[PayoutId], string>('SELECT hold_id FROM payee_hold_ticks WHERE payout_id = ?')
    .pluck();

  const write = (hold: PayeeHold, nowMs: number): boolean => {
    if (insert.run({ ...hold, named: foldName(hold.name ?? '') }).changes === 0) return false;
    for (const { person, payTo } of hold.accounts) insertAccount.run(hold.hold, person, payTo);
    const { name, reason, notBefore, heldBy, desk } = hold;
    const detail = { hold: hold.hold, name, reason, notBefore, by: heldBy, desk, accounts: hold.accounts.length };
    audit.append({ atMs: nowMs, what: 'payeeHeld', detail });
    return true;
  };
  const writeRelease = (release: HoldRelease, nowMs: number): boolean => {
    if (insertRelease.run(release).changes === 0) return false;
    const { hold, reason, releasedBy: by, desk } = release;
    audit.append({ atMs: nowMs, what: 'payeeReleased', detail: { hold, reason, by, desk } });
    return true;
  };
  return {
    ...reading,
    hold: audit.transaction((asked: NewHold, nowMs: number) => {
      const hold = { ...asked, hold: randomUUID(), heldBy: audit.actor, heldAtMs: nowMs, desk: null };
      invariant(hold.accounts.length > 0 && write(hold, nowMs), 'a hold without an account, or stored twice');
      return hold;
    }),
    release: audit.transaction((asked: Pick<HoldRelease, 'hold' | 'reason'>, nowMs: number) => {
      const release = { ...asked, releasedBy: audit.actor, releasedAtMs: nowMs, desk: null };
      return writeRelease(release, nowMs) ? release : null;
    }),
    adopt: audit.transaction(({ holds, releases }, nowMs) => {
      for (const hold of holds) write(hold, nowMs);
      for (const release of releases) writeRelease(release, nowMs);
    }),
    inForce: (nowMs) => {
      const rows = unreleased.all();
      if (rows.length === 0) return null;
      const standing = rows.filter((row) => isInForce(row, nowMs));
      if (standing.length === 0) return null;
      return prepareHolding(
        standing.map(({ named, ...hold }) => ({ hold: { ...hold, accounts: accounts(hold.hold) }, named })),
      );
    },
    peopleOf: (payoutId) => [...new Set(chain.all(payoutId).map((row) => personKey(decodeBeneficiary(row))))],
    ticked: (payoutId) => new Set(ticked.all(payoutId)),
  };
}
