// What each machine learned of each payout over the wire, and when: the evidence that its desk could have.

import type { PaymentName, PaymentState } from './ground-truth.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** One answer about a payout. `atMs` is monotonic, `wallMs` by the machine's own clock. */
export interface HeardWord {
  /** The state it named, if that may be believed; null when it named none. */
  readonly says: PaymentState | null;
  readonly httpStatus: number | null;
  readonly by: 'answer' | 'lookup';
  /** Whether it named the payment's state with a word of the specification. */
  readonly isDocumented: boolean;
  /** Whether the gateway then worded "not known" differently; otherwise no desk can believe it. */
  readonly isDistinct: boolean;
  /** Whether the invented keys before or beside it got no answer, or two different ones; then no desk can believe it. */
  readonly isUnweighed: boolean;
  readonly process: Pick<SimulatedProcess, 'alive' | 'isFinished'>;
  readonly atMs: number;
  readonly wallMs: number;
}

export class HeardWords {
  readonly #words = new Map<string, HeardWord[]>();
  /** The keys about which a process got answers. */
  readonly #receivedBy = new WeakMap<HeardWord['process'], Set<string>>();
  /** When a machine's database was last replaced. */
  readonly #replacedAtMs = new Map<string, number>();

  note(machine: string, payment: PaymentName, word: HeardWord): void {
    const key = keyOf(machine, payment);
    const words = this.#words.get(key);
    this.#receivedBy.set(word.process, (this.#receivedBy.get(word.process) ?? new Set()).add(key));
    if (words === undefined) this.#words.set(key, [word]);
    else words.push(word);
  }

  /** An invented key got no answer. With several lookups in flight, nobody beside the wire can say which one it was for. */
  unweighed(process: HeardWord['process']): void {
    for (const key of this.#receivedBy.get(process) ?? []) {
      const words = this.#words.get(key) ?? [];
      for (const [at, word] of words.entries())
        if (word.process === process) words[at] = { ...word, isUnweighed: true };
    }
  }

  /** Every answer about the payout that reached the machine, in order. */
  of(machine: string, payment: PaymentName): readonly HeardWord[] {
    return this.#words.get(keyOf(machine, payment)) ?? [];
  }

  /** The machine's database was replaced, and may not contain earlier answers. */
  databaseReplaced(machine: string, atMs: number): void {
    this.#replacedAtMs.set(machine, atMs);
  }

  /** Whether it arrived after the machine got its current database. */
  isOfThisDatabase(machine: string, { atMs }: HeardWord): boolean {
    return atMs >= (this.#replacedAtMs.get(machine) ?? 0);
  }

  /** One machine's database was copied to another: the answers there are now part of its past too. */
  share({ from, to }: { readonly from: string; readonly to: string }): void {
    for (const [key, words] of Array.from(this.#words)) {
      if (!key.startsWith(`${from} `)) continue;
      const own = to + key.slice(from.length);
      this.#words.set(own, [...(this.#words.get(own) ?? []), ...words]);
    }
  }
}

function keyOf(machine: string, { mid, reference }: PaymentName): string {
  return `${machine} ${mid} ${reference}`;
}
