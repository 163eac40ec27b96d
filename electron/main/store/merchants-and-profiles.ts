// Profiles and their merchants. The token is never stored here.

import { invariant } from '../../../shared/failures.ts';
import type { Merchant, Profile } from '../../../shared/profiles.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { peek } from './open-database.ts';

interface ProfileRow extends Omit<Profile, 'decideAfterMs' | 'severalComputers'> {
  readonly decideAfterMs: number | null;
  readonly severalComputers: 1 | null;
}

const SELECT = `SELECT name, base_url AS baseUrl, mid, environment, rate_per_second AS ratePerSecond,
  in_flight_max AS inFlightMax, poll_first_ms AS pollFirstMs, poll_max_ms AS pollMaxMs, timeout_ms AS timeoutMs,
  max_payout_paise AS maxPayoutPaise, max_batch_paise AS maxBatchPaise, decide_after_ms AS decideAfterMs,
  wallet_unit AS walletUnit, several_computers AS severalComputers FROM profiles`;

export interface ProfileReading {
  find(name: string): Profile | null;
  list(): Profile[];
  /** How many payouts of the profile's batches are not settled. */
  unsettledCount(name: string): number;
}

/** Reads profiles from any open database. */
export function readProfiles(database: DeskDatabase): ProfileReading {
  const find = database.statement<[string], ProfileRow>(`${SELECT} WHERE name = ?`);
  const list = database.statement<[], ProfileRow>(`${SELECT} ORDER BY name`);
  const unsettled = database
    .statement<[string], number>(
      `SELECT count(*) FROM payouts JOIN batches USING (batch_id)
       WHERE batches.profile = ? COLLATE NOCASE AND state IN ('queued', 'sending', 'processing', 'unknown')`,
    )
    .pluck();
  return {
    find: (name) => {
      const row = find.get(name);
      return row === undefined ? null : decodeProfile(row);
    },
    list: () => list.all().map(decodeProfile),
    unsettledCount: (name) => unsettled.get(name) ?? 0,
  };
}

/**
 * Reads profiles without checking the whole file, which is slow for a large one: a window needs them each time it needs a token,
 * even during a run. Nothing is sent on their basis; a run uses a fully opened desk. Returns null when the database is missing or
 * unreadable.
 */
export function peekProfiles(path: string): readonly Profile[] | null {
  return peek(path, (database) => readProfiles(database).list());
}

/** Prepares saving a profile, with its audit entry. */
export function prepareSaveProfile(database: DeskDatabase, audit: AuditLog): (profile: Profile, nowMs: number) => void {
  const save = database.statement(
    `INSERT INTO profiles (name, base_url, mid, environment, rate_per_second, in_flight_max, poll_first_ms, poll_max_ms,
       timeout_ms, max_payout_paise, max_batch_paise, decide_after_ms, wallet_unit, several_computers)
     VALUES (@name, @baseUrl, @mid, @environment, @ratePerSecond, @inFlightMax, @pollFirstMs, @pollMaxMs, @timeoutMs,
       @maxPayoutPaise, @maxBatchPaise, @decideAfterMs, @walletUnit, @several)
     ON CONFLICT (name) DO UPDATE SET base_url = @baseUrl, mid = @mid, environment = @environment,
       rate_per_second = @ratePerSecond, in_flight_max = @inFlightMax, poll_first_ms = @pollFirstMs,
       poll_max_ms = @pollMaxMs, timeout_ms = @timeoutMs, max_payout_paise = @maxPayoutPaise,
       max_batch_paise = @maxBatchPaise, decide_after_ms = @decideAfterMs, wallet_unit = @walletUnit,
       several_computers = @several`,
  );
  const profiles = readProfiles(database);
  const recordMove = prepareMove(database, audit);
  return audit.transaction((profile: Profile, nowMs: number) => {
    const before = profiles.find(profile.name);
    const stays = before === null || (before.baseUrl === profile.baseUrl && before.mid === profile.mid);
    invariant(stays || profiles.unsettledCount(profile.name) === 0, 'a profile with unsettled payouts may not move');
    save.run({ decideAfterMs: null, ...profile, several: profile.severalComputers === true ? 1 : null });
    audit.append({ atMs: nowMs, what: 'profile saved', detail: profile });
    recordMove({ before, profile, others: profiles.list() }, nowMs);
  });
}

/**
 * Prepares recording that a merchant's address moved: its mid is the same, and no profile is left at the old address. The address
 * that a profile is saved with is in use again, even if it was moved away from before.
 */
function prepareMove(
  database: DeskDatabase,
  audit: AuditLog,
): (
  change: { readonly before: Profile | null; readonly profile: Profile; readonly others: readonly Profile[] },
  nowMs: number,
) => void {
  const merchants = openMerchants(database, audit);
  const move = database.statement('UPDATE merchants SET moved_to = ? WHERE merchant_id = ?');
  return ({ before, profile, others }, nowMs) => {
    const here = merchants.find(profile);
    if (here !== null) move.run(null, here);
    if (before === null || before.mid !== profile.mid || before.baseUrl === profile.baseUrl) return;
    const old = merchants.find(before);
    const isLeft = !others.some(({ baseUrl, mid }) => baseUrl === before.baseUrl && mid === before.mid);
    if (old === null || !isLeft) return;
    move.run(merchants.ensure(profile), old);
    const detail = { mid: profile.mid, from: before.baseUrl, to: profile.baseUrl, profile: profile.name };
    audit.append({ atMs: nowMs, what: 'address moved', detail });
  };
}

export interface Merchants {
  /** The merchant's number; null when nothing of it was ever stored. */
  find(merchant: Merchant): number | null;
  /** The merchant's number; creates it when it is new. */
  ensure(merchant: Merchant): number;
  saveFingerprint(merchantId: number, fingerprint: string | null): void;
  /** The merchant's current address: a different one only if a person moved it. */
  today(merchant: Merchant): Merchant;
}

/** Opens the merchants of a writable database. */
export function openMerchants(database: DeskDatabase, audit: AuditLog): Merchants {
  const insert = database.statement('INSERT OR IGNORE INTO merchants (base_url, mid) VALUES (?, ?)');
  const find = database
    .statement<[string, number], number>('SELECT merchant_id FROM merchants WHERE base_url = ? AND mid = ?')
    .pluck();
  const save = database.statement('UPDATE merchants SET not_known_fingerprint = ? WHERE merchant_id = ?');
  // Saving a profile marks its address as in use, so following the moves never loops.
  const today = database.statement<[string, number], Merchant>(
    `WITH RECURSIVE way (base_url, mid, moved_to) AS (
       SELECT base_url, mid, moved_to FROM merchants WHERE base_url = ? AND mid = ?
       UNION SELECT m.base_url, m.mid, m.moved_to FROM way JOIN merchants m ON m.merchant_id = way.moved_to)
     SELECT base_url AS baseUrl, mid FROM way WHERE moved_to IS NULL`,
  );
  return {
    find: ({ baseUrl, mid }) => find.get(baseUrl, mid) ?? null,
    ensure: audit.transaction(({ baseUrl, mid }: Merchant) => {
      const known = find.get(baseUrl, mid);
      if (known !== undefined) return known;
      insert.run(baseUrl, mid);
      const made = find.get(baseUrl, mid);
      invariant(made !== undefined, 'a merchant was not stored');
      return made;
    }),
    saveFingerprint: audit.transaction(
      (merchantId: number, fingerprint: string | null) => void save.run(fingerprint, merchantId),
    ),
    today: (merchant) => today.get(merchant.baseUrl, merchant.mid) ?? merchant,
  };
}

/** Whether a merchant's lookups can be relied on. After a move, the address in use counts. */
export interface LookupProof {
  /** Whether a paid payout was found by its reference, and no accepted one was missed after that. */
  works(merchantId: number): boolean;
  /** Records that a paid payout was found by its reference. `isFirst`: that payout was not counted before. */
  found(merchantId: number, at: { readonly atMs: number; readonly isFirst: boolean }): void;
  /** Records that a payout accepted by the gateway was not found. */
  missed(merchantId: number, atMs: number): void;
}

/** Prepares reading and writing it. Write inside the caller's transaction. */
export function prepareLookupProof(database: DeskDatabase): LookupProof {
  const inUse = `(WITH RECURSIVE way (merchant_id, moved_to) AS (
      SELECT merchant_id, moved_to FROM merchants WHERE merchant_id = ?
      UNION SELECT m.merchant_id, m.moved_to FROM way JOIN merchants m ON m.merchant_id = way.moved_to)
    SELECT merchant_id FROM way WHERE moved_to IS NULL)`;
  const works = database
    .statement<[number], 0 | 1 | null>(`SELECT lookups_work FROM merchants WHERE merchant_id = ${inUse}`)
    .pluck();
  const found = database.statement(
    `UPDATE merchants SET paid_found = max(1, coalesce(paid_found, 0) + ?), paid_found_at_ms = ?, lookups_work = 1
     WHERE merchant_id = ${inUse}`,
  );
  const missed = database.statement(
    `UPDATE merchants SET missed_at_ms = ?, lookups_work = 0 WHERE merchant_id = ${inUse}`,
  );
  return {
    works: (merchantId) => works.get(merchantId) === 1,
    found: (merchantId, { atMs, isFirst }) => void found.run(isFirst ? 1 : 0, atMs, merchantId),
    missed: (merchantId, atMs) => void missed.run(atMs, merchantId),
  };
}

function decodeProfile({ decideAfterMs, severalComputers, ...profile }: ProfileRow): Profile {
  return {
    ...profile,
    ...(decideAfterMs === null ? {} : { decideAfterMs }),
    ...(severalComputers === null ? {} : { severalComputers: true }),
  };
}
