// Which alarms the audit log explains: each late word and each answer about another payment raises one, and each reading
// takes those that wait. In: the entries, in their order. Out: the alarms as they must lie in the table.
// This file must never look at the table: it says what the table is compared with.

import type { ToldEntry } from './told-payout.ts';

/** An alarm that the log explains. Shape: `read` null while it waits. */
export interface ToldAlarm {
  readonly payoutId: number;
  readonly before: string;
  readonly after: string;
  readonly word: string;
  readonly heardAtMs: number;
  read: { readonly atMs: number; readonly by: string } | null;
}

export class ToldAlarms {
  readonly #all: ToldAlarm[] = [];
  /** Those that wait, by what they say. */
  readonly #waiting = new Map<string, ToldAlarm[]>();
  readonly #rowOf: (payoutId: number) => number | undefined;

  /** `rowOf`: a payout's row in its file, by which a reading names it. */
  constructor(rowOf: (payoutId: number) => number | undefined) {
    this.#rowOf = rowOf;
  }

  get all(): readonly ToldAlarm[] {
    return this.#all;
  }

  /** An entry about a payout. */
  hear(payoutId: number, { what, batch, atMs, detail }: ToldEntry): void {
    const { from, late, word, mismatch } = detail;
    if (late === true) {
      const before = typeof from === 'string' ? from : '';
      const alarm = {
        payoutId,
        before,
        after: what,
        word: typeof word === 'string' ? word : what,
        heardAtMs: atMs,
        read: null,
      };
      this.#raise(batch, alarm, before !== what);
    }
    if (typeof mismatch === 'string') {
      this.#raise(
        batch,
        { payoutId, before: what, after: 'mismatch', word: mismatch, heardAtMs: atMs, read: null },
        false,
      );
    }
  }

  /** An entry that somebody read an alarm. Shape: whether there was such an alarm to read. */
  read({ batch, atMs, actor, detail }: ToldEntry): boolean {
    const { row, from, to, word, heardAtMs } = detail;
    const key = JSON.stringify([batch, row, from, to, word]);
    const waiting = this.#waiting.get(key) ?? [];
    const alarm = waiting.find((one) => one.heardAtMs === heardAtMs);
    if (alarm === undefined) return false;
    alarm.read = { atMs, by: actor };
    this.#waiting.set(
      key,
      waiting.filter((one) => one !== alarm),
    );
    return true;
  }

  /** What moved nothing and waits already is not raised again. */
  #raise(batch: number | null, alarm: ToldAlarm, isRepeatable: boolean): void {
    const { payoutId, before, after, word } = alarm;
    const key = JSON.stringify([batch, this.#rowOf(payoutId), before, after, word]);
    const waiting = this.#waiting.get(key) ?? [];
    if (!isRepeatable && waiting.length > 0) return;
    this.#all.push(alarm);
    this.#waiting.set(key, [...waiting, alarm]);
  }
}
