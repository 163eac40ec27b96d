// Every balance that a gateway reported, in its own words. Readings are stored, audited and never changed. The unit is not
// stored: a person may confirm it later.

import type { Merchant } from '../../../shared/profiles.ts';
import type { Period } from '../domain/report.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { openMerchants } from './merchants-and-profiles.ts';

/** Why a wallet was read: before anything is paid, during a run, at its end, or because a person asked. */
export type WalletReadFor = 'start' | 'run' | 'end' | 'person';

interface WalletReading {
  readonly balance: string;
  readonly readFor: WalletReadFor;
  readonly atMs: number;
}

export interface WalletReadings {
  /** Oldest first. */
  within(merchant: Merchant, period: Period): WalletReading[];
  /** Since `fromMs`, oldest first: of readings of one balance in a row, the first. `readAtMs`: the newest reading of all. */
  changes(
    merchant: Merchant,
    fromMs: number,
  ): { readonly readings: BalanceReading[]; readonly readAtMs: number | null };
}

type BalanceReading = Pick<WalletReading, 'balance' | 'atMs'>;

interface Within extends Merchant {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Prepares reading from any open database. */
export function readWalletReadings(database: DeskDatabase): WalletReadings {
  const select = `SELECT balance, read_for AS readFor, read_at_ms AS atMs FROM wallet_readings JOIN merchants USING (merchant_id)
     WHERE base_url = @baseUrl AND mid = @mid`;
  const within = database.statement<[Within], WalletReading>(
    `${select} AND read_at_ms BETWEEN @fromMs AND @toMs ORDER BY read_at_ms, reading_id`,
  );
  const changes = database.statement<[Merchant & { readonly fromMs: number }], BalanceReading>(
    `SELECT balance, atMs FROM (
       SELECT balance, read_at_ms AS atMs, reading_id, lag(balance) OVER (ORDER BY read_at_ms, reading_id) AS before
       FROM wallet_readings JOIN merchants USING (merchant_id)
       WHERE base_url = @baseUrl AND mid = @mid AND read_at_ms >= @fromMs)
     WHERE before IS NOT balance ORDER BY atMs, reading_id`,
  );
  const newest = database
    .statement<[Merchant], number | null>(
      `SELECT max(read_at_ms) FROM wallet_readings
       WHERE merchant_id = (SELECT merchant_id FROM merchants WHERE base_url = @baseUrl AND mid = @mid)`,
    )
    .pluck();
  return {
    within: ({ baseUrl, mid }, { fromMs, toMs }) => within.all({ baseUrl, mid, fromMs, toMs }),
    changes: ({ baseUrl, mid }, fromMs) => ({
      readings: changes.all({ baseUrl, mid, fromMs }),
      readAtMs: newest.get({ baseUrl, mid }) ?? null,
    }),
  };
}

export type KeepWalletReading = (
  reading: { readonly merchant: Merchant; readonly balance: string; readonly readFor: WalletReadFor },
  atMs: number,
) => void;

export function prepareKeepReading(database: DeskDatabase, audit: AuditLog): KeepWalletReading {
  const merchants = openMerchants(database, audit);
  const insert = database.statement(
    'INSERT INTO wallet_readings (merchant_id, balance, read_for, read_at_ms) VALUES (?, ?, ?, ?)',
  );
  return audit.transaction(({ merchant, balance, readFor }, atMs) => {
    const merchantId = merchants.ensure(merchant);
    insert.run(merchantId, balance, readFor, atMs);
    audit.append({ atMs, what: 'walletRead', detail: { mid: merchant.mid, balance, for: readFor } });
  });
}
