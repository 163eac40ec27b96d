// Compares the accounts and the known payees with what the audit chain tells of them: limits, addresses, and who was ever
// paid under which name. This file must never repair a row.

import type Database from 'better-sqlite3';
import { nameKey } from '../../../shared/name-key.ts';
import { accountKey } from '../../../shared/person-key.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { type BeneficiaryColumns, decodeBeneficiary } from './beneficiary-columns.ts';
import type { Findings } from './findings.ts';
import { readProfiles } from './merchants-and-profiles.ts';
import type { ChainTold } from './verify-chain.ts';

const FIELD_WORDS: Readonly<Record<Exclude<keyof Profile, 'name'>, string>> = {
  baseUrl: 'base URL',
  mid: 'mid',
  environment: 'environment',
  ratePerSecond: 'rate',
  inFlightMax: 'number in flight',
  pollFirstMs: 'first wait',
  pollMaxMs: 'longest wait',
  timeoutMs: 'time-out',
  maxPayoutPaise: 'ceiling of a payout',
  maxBatchPaise: 'ceiling of a batch',
  decideAfterMs: 'wait before deciding',
  walletUnit: 'unit of the wallet',
};

/** Compares every profile with the last entry that saved it. */
export function verifyProfiles(database: Database.Database, { profiles: saved }: ChainTold, findings: Findings): void {
  const profiles = readProfiles(database).list();
  for (const profile of profiles) {
    const last = saved.get(profile.name.toLowerCase());
    if (last === undefined) {
      findings.add('profileUnexplained', `Profile ${profile.name} is in the database, but no audit entry saved it.`);
      continue;
    }
    for (const [field, words] of Object.entries(FIELD_WORDS)) {
      const [is, was] = [Reflect.get(profile, field) ?? null, last[field] ?? null].map((value) =>
        JSON.stringify(value),
      );
      if (is === was) continue;
      findings.add('profileDiffers', `Profile ${profile.name} has the ${words} ${is}, but the audit log has ${was}.`);
    }
  }
  const names = new Set(profiles.map(({ name }) => name.toLowerCase()));
  for (const name of saved.keys()) {
    if (!names.has(name)) findings.add('profileMissing', `Profile ${name} was saved, but is not in the database.`);
  }
}

interface PaidRow extends BeneficiaryColumns {
  readonly merchant_id: number;
  readonly name: string | null;
}

type PayeeRow = readonly [merchantId: number, nameKey: string, accountKey: string];

/** The payees that must be known: everybody with a name who was ever paid. */
export class ExpectedPayees {
  readonly #expected = new Set<string>();

  /** A payout that came to success. */
  paid(row: PaidRow): void {
    if (row.name === null) return;
    this.#expected.add(keyOf([row.merchant_id, nameKey(row.name), accountKey(decodeBeneficiary(row))]));
  }

  compare(database: Database.Database, findings: Findings): void {
    const known = database.prepare<[], PayeeRow>('SELECT merchant_id, name_key, account_key FROM payees').raw().all();
    const missing = new Set(this.#expected);
    for (const row of known) {
      if (missing.delete(keyOf(row))) continue;
      findings.add('payeeUnexplained', `The payee "${row[1]}" is known with an account to which nothing was paid.`);
    }
    if (missing.size > 0) {
      findings.add('payeeMissing', `${missing.size} payees who were paid are not known any more, or by another name.`);
    }
  }
}

function keyOf(row: PayeeRow): string {
  return JSON.stringify(row);
}
