// Which faults a seed has, and how often: each seed has its own climate, so that some are quiet, some lose every answer, and each
// pair of faults occurs together somewhere.

import type { Journal } from './journal.ts';
import type { Random } from './random.ts';

/** What becomes of a payout request. The first group is fair weather. */
const FAIR_PAYS = ['paid', 'paidAtOnce', 'endsFailed', 'refused'] as const;
const FOUL_PAYS = [
  'notSent',
  'certificate',
  'connectHangs',
  'resetBefore',
  'resetAfter',
  'cutBody',
  'hangsBefore',
  'hangsAfter',
  'executedLate',
  'garbageBefore',
  'garbageAfter',
  'tooLarge',
  'encoded',
  'duplicateKeys',
  'statusAsText',
  'contradiction',
  'error500Before',
  'error500After',
  'failedIn500',
  'otherStatusBefore',
  'otherStatusAfter',
  'wrongUrlBefore',
  'wrongUrlAfter',
  'refusedRateBefore',
  'refusedRateAfter',
  'falseUnauthorized',
  'idleUnauthorized',
  'invalidMid',
  'acceptedAsFailed',
  'echoMismatch',
  'unseenWord',
  'slow',
  'endsReversed',
  'executedAfterRefusal',
  'hiddenAtFirst',
  'hiddenForHours',
  'untrueUnauthorized',
] as const;

const FAIR_READS = ['honest'] as const;
const FOUL_READS = [
  'readNotSent',
  'readCut',
  'readHangs',
  'readGarbage',
  'readWall',
  'readError500',
  'readRefusedRate',
  'readUnauthorized',
  'readMismatch',
  'readLie',
  'readBlind',
  'readUnseenWord',
  'readInvalidMid',
  'readSlow',
  'readForeignKey',
] as const;

export type PayKind = (typeof FAIR_PAYS)[number] | (typeof FOUL_PAYS)[number];
export type ReadKind = (typeof FAIR_READS)[number] | (typeof FOUL_READS)[number];

/** Every fault of a request, so that the command can name one that never occurred. */
export const REQUEST_FAULTS: readonly string[] = [...FOUL_PAYS, ...FOUL_READS];

/** Faults that stop a whole batch for a person: rarer, or nothing else would ever be seen. */
const STOPPERS: readonly string[] = [
  'certificate',
  'wrongUrlBefore',
  'wrongUrlAfter',
  'invalidMid',
  'echoMismatch',
  'untrueUnauthorized',
];
const READ_STOPPERS: readonly string[] = [
  'readUnauthorized',
  'readMismatch',
  'readInvalidMid',
  'readHangs',
  'readForeignKey',
];

/** What is wrong in a quiet spell: nearly all else is fair, so that files, people and months meet this one fault. */
export interface Spell {
  readonly pays: PayKind;
  readonly reads: ReadKind;
}

const SPELL_PAY_SHARE = 0.6;
const SPELL_READ_SHARE = 0.15;

export class Weather {
  readonly #random: Random;
  readonly #journal: Journal;
  readonly #foulPays: Partial<Record<PayKind, number>>;
  readonly #foulReads: Partial<Record<ReadKind, number>>;
  readonly #payShare: number;
  readonly #readShare: number;
  #isHealed = false;
  #spell: Spell | null = null;

  constructor(random: Random, journal: Journal) {
    this.#random = random;
    this.#journal = journal;
    // A dead token and a 401 to a live one never occur together: no desk could tell them apart.
    const tokenIsTrue = random.chance(0.5);
    const enabled = (kind: string, stoppers: readonly string[]): number =>
      random.chance(0.4) && !(kind === 'falseUnauthorized' && !tokenIsTrue) ? (stoppers.includes(kind) ? 0.15 : 1) : 0;
    this.tokenMayDie = !tokenIsTrue;
    this.#foulPays = Object.fromEntries(FOUL_PAYS.map((kind) => [kind, enabled(kind, STOPPERS)]));
    this.#foulReads = Object.fromEntries(FOUL_READS.map((kind) => [kind, enabled(kind, READ_STOPPERS)]));
    this.#payShare = random.pick([0.1, 0.35, 0.6, 0.9]);
    this.#readShare = random.pick([0, 0.05, 0.15, 0.35]);
  }

  readonly tokenMayDie: boolean;

  /** All faults are over. */
  heal(): void {
    this.#isHealed = true;
  }

  get isHealed(): boolean {
    return this.#isHealed;
  }

  /** A quiet spell begins, or ends with null. */
  settleOn(spell: Spell | null): void {
    this.#spell = spell;
  }

  pay(): PayKind {
    if (this.#isHealed) return 'paid';
    if (this.#spell !== null) {
      const fair = this.#random.chance(0.7) ? 'paidAtOnce' : this.#random.pick(FAIR_PAYS);
      return this.#drawn(this.#random.chance(SPELL_PAY_SHARE) ? this.#spell.pays : fair, FAIR_PAYS);
    }
    if (!this.#random.chance(this.#payShare)) return this.#random.pick(FAIR_PAYS);
    return this.#drawn(this.#random.weighted<PayKind>(this.#foulPays, 'paid'), FAIR_PAYS);
  }

  read(): ReadKind {
    if (this.#spell !== null && !this.#isHealed) {
      return this.#drawn(this.#random.chance(SPELL_READ_SHARE) ? this.#spell.reads : 'honest', FAIR_READS);
    }
    if (this.#isHealed || !this.#random.chance(this.#readShare)) return 'honest';
    return this.#drawn(this.#random.weighted<ReadKind>(this.#foulReads, 'honest'), FAIR_READS);
  }

  #drawn<Kind extends string>(kind: Kind, fair: readonly Kind[]): Kind {
    if (!fair.includes(kind)) this.#journal.fault(kind);
    return kind;
  }
}
