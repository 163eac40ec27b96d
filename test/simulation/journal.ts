// What happened in one seed: counts for the last lines of the command, and a trace that two runs of a seed must share.

import { createHash, type Hash } from 'node:crypto';

/** The count of payouts that two machines posted. */
export const TWO_COMPUTERS = 'payouts posted from two computers';

/** The count of payments that another computer made from another file, which no lookup shows. */
export const OTHER_COMPUTER = 'payouts that another computer pays from another file';

/** The counts of repeated payments: a person wanted it, or was wrong; or the gateway was wrong, or answered too late. */
export const KNOWINGLY = 'paid again knowingly';
export const UNFORESEEABLE = 'paid again before a look-up could tell';
export const WRONG_DECISION = 'paid again after a wrong decision';
export const TWO_PEOPLE = 'paid again as another person of the name';
export const WRONG_GATEWAY = 'paid again after the gateway was wrong';

/** The counts of intentions by the gateway's books, and of the ticks that a person was asked for about rows. */
export const INTENTIONS_ONCE = 'intentions paid once';
export const INTENTIONS_AGAIN = 'intentions paid more than once';
export const CORRECTED = 'intentions paid to the corrected amount by the difference';
export const RIGHTFUL_TICKS = 'ticks asked of rightful rows';
export const DOUBLE_TICKS = 'ticks asked of rows paid before';
export const FILES_READ = 'files read before they were paid';

/** Counts by name. Kinds that never occurred are absent. */
export type Counts = Record<string, number>;

export class Journal {
  readonly counts: Counts = {};
  readonly faults: Counts = {};
  readonly violations: string[] = [];
  readonly #digest: Hash = createHash('sha256');
  readonly #subscribe: ((line: string) => void) | null;

  constructor(subscribe: ((line: string) => void) | null = null) {
    this.#subscribe = subscribe;
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** Counts a fault of this kind. */
  fault(kind: string): void {
    this.faults[kind] = (this.faults[kind] ?? 0) + 1;
  }

  trace(line: string): void {
    this.#digest.update(line);
    this.#digest.update('\n');
    this.#subscribe?.(line);
  }

  /** Something that must never happen has happened. */
  violation(sentence: string): void {
    this.trace(`VIOLATION ${sentence}`);
    if (this.violations.length < 20) this.violations.push(sentence);
  }

  /** The digest of the whole trace; call it once, at the end. */
  digest(): string {
    return this.#digest.digest('hex');
  }
}

/** Adds counts to others. */
export function addCounts(into: Counts, more: Readonly<Counts>): void {
  for (const [name, count] of Object.entries(more)) into[name] = (into[name] ?? 0) + count;
}
