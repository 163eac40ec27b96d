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
  /** Newest first. */
  newest(merchant: Merchant, limit: number): WalletReading[];
}

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
  const newest = database.statement<[Merchant & { readonly limit: number }], WalletReading>(
    `${select} ORDER BY read_at_ms DESC, reading_id DESC LIMIT @limit`,
  );
  return {
    within: ({ baseUrl, mid }, { fromMs, toMs }) => within.all({ baseUrl, mid, fromMs, toMs }),
    newest: ({ baseUrl, mid }, limit) => newest.all({ baseUrl, mid, limit }),
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
