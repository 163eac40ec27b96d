// Known payees: people who were paid before, by the name the sheet gave. In: a name and who is to be paid now.
// Out: whether that name was paid elsewhere before and never here. This file must never decide: a changed account is asked.

import type Database from 'better-sqlite3';
import type { Mid } from '../../../shared/ids.ts';
import { nameKey } from '../../../shared/name-key.ts';

export interface PayeeQuestion {
  readonly mid: Mid;
  readonly name: string;
  readonly accountKey: string;
}

export interface Payees {
  /** True when payments under this name went to other accounts or UPI IDs, and none to this one. */
  accountChanged(question: PayeeQuestion): boolean;
}

/** Prepares asking about known payees. */
export function preparePayees(database: Database.Database): Payees {
  const known = database
    .prepare<[number, string], string>(
      `SELECT account_key FROM payees WHERE merchant_id IN (SELECT merchant_id FROM merchants WHERE mid = ?) AND name_key = ?`,
    )
    .pluck();
  return {
    accountChanged: ({ mid, name, accountKey }) => {
      const accounts = known.all(mid, nameKey(name));
      return accounts.length > 0 && !accounts.includes(accountKey);
    },
  };
}
