// The collection orders of the practice gateway. In: orders as they arrive. Out: the same, with their number and time.
// This file must never move the wallet: how collected money reaches a merchant is not in the specification.

import type { Database, Statement } from 'better-sqlite3';

/** Shape: every text as the request spelled it; an ud field that was not sent is empty. */
interface OrderEntry {
  readonly userId: string;
  readonly mobile: string;
  readonly amountPaise: number;
  readonly name: string;
  readonly ud1: string;
  readonly ud2: string;
  readonly ud3: string;
  readonly ud4: string;
  readonly ud5: string;
}

export interface StoredOrder extends OrderEntry {
  readonly serial: number;
  readonly createdAtMs: number;
}

export class OrderLedger {
  readonly #now: () => number;
  readonly #insert: Statement<[OrderEntry & { readonly createdAtMs: number }]>;
  readonly #bySerial: Statement<[number], StoredOrder>;

  constructor(database: Database, now: () => number) {
    this.#now = now;
    this.#insert = database.prepare(
      `INSERT INTO orders (user_id, mobile, amount_paise, name, ud1, ud2, ud3, ud4, ud5, created_at_ms)
       VALUES (@userId, @mobile, @amountPaise, @name, @ud1, @ud2, @ud3, @ud4, @ud5, @createdAtMs)`,
    );
    this.#bySerial = database.prepare(
      `SELECT serial, user_id AS userId, mobile, amount_paise AS amountPaise, name, ud1, ud2, ud3, ud4, ud5,
       created_at_ms AS createdAtMs FROM orders WHERE serial = ?`,
    );
  }

  append(entry: OrderEntry): StoredOrder {
    const createdAtMs = this.#now();
    const { lastInsertRowid } = this.#insert.run({ ...entry, createdAtMs });
    return { ...entry, createdAtMs, serial: Number(lastInsertRowid) };
  }

  find(serial: number): StoredOrder | null {
    return this.#bySerial.get(serial) ?? null;
  }
}
