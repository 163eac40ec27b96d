// What a gateway may do all the time that no specification forbids and that makes a lookup or a refusal prove nothing. A seed's
// gateway has one or two of these, or none. A new quirk is one more entry of QUIRKS.

import { type WireAnswer, whole } from './dialect.ts';
import type { Course, Payment } from './ground-truth.ts';
import type { PayPlan } from './pay-plans.ts';
import type { Random } from './random.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface Quirk {
  /** Replaces the plan of a request. */
  readonly plan?: (plan: PayPlan, random: Random) => PayPlan;
  /** Whether lookups do not see a payment of that age in milliseconds. */
  readonly hides?: (payment: Payment, ageMs: number) => boolean;
  /** The answer to every lookup of a payout. */
  readonly lookup?: WireAnswer;
  readonly repeatsFirstIds?: true;
  /** The factor between the amount requested and the fall of the wallet. */
  readonly walletTimes?: number;
}

const PAID_AT_ONCE: Course = { endsAs: 'success', endsAfterMs: 0, hiddenForMs: 0, flipsTo: null };
const REFUSALS: readonly [WireAnswer, ...WireAnswer[]] = [
  whole(401, '{"status":false,"message":"Token expired"}'),
  { ...whole(429, '{"status":false,"message":"Slow down"}'), retryAfter: '1' },
  whole(
    400,
    JSON.stringify({ status: false, txn_status: 'failed', message: 'Bank is offline', error_code: 400 }),
    'failed',
  ),
];

export const QUIRK_KINDS = [
  'executesRefused',
  'hidesForAWhile',
  'forgets',
  'repeatsFirstIds',
  'takesPaise',
  'blindLookups',
] as const;
export type QuirkKind = (typeof QUIRK_KINDS)[number];

const QUIRKS: Readonly<Record<QuirkKind, Quirk>> = {
  /** Pays some of its refused requests minutes later, and does not know them until then. */
  executesRefused: {
    plan: (plan, random) => {
      if (plan.notSent !== null || !random.chance(0.4)) return plan;
      const executes = { course: PAID_AT_ONCE, delayMs: MINUTE_MS * (1 + random.int(20)) };
      return { ...plan, kind: 'executesRefused', executes, remembers: null, answer: random.pick(REFUSALS) };
    },
  },
  /** Shows a payout, hides it for some hours, then shows it again. */
  hidesForAWhile: { hides: (_payment, ageMs) => ageMs >= 2 * MINUTE_MS && ageMs < 8 * HOUR_MS },
  /** Forgets payouts that are older than some days. */
  forgets: { hides: (_payment, ageMs) => ageMs >= 4 * DAY_MS },
  /** Gives every payout the ids of the first. */
  repeatsFirstIds: { repeatsFirstIds: true },
  /** Confuses rupees with paise, and pays a hundred times as much. */
  takesPaise: { walletTimes: 100 },
  /** Answers every lookup with the same refusal, whatever it knows. */
  blindLookups: {
    hides: () => true,
    lookup: whole(400, '{"status":false,"message":"Bad request","error_code":400}'),
  },
};

/** The quirks of one gateway; they end with the faults. */
export class GatewayQuirks {
  readonly kinds: readonly QuirkKind[];
  readonly #quirks: readonly Quirk[];
  readonly #random: Random;
  #isHealed = false;

  constructor(kinds: readonly QuirkKind[], random: Random) {
    this.kinds = kinds;
    this.#quirks = kinds.map((kind) => QUIRKS[kind]);
    this.#random = random;
  }

  heal(): void {
    this.#isHealed = true;
  }

  plan(plan: PayPlan): PayPlan {
    if (this.#isHealed) return plan;
    return this.#quirks.reduce((planned, quirk) => quirk.plan?.(planned, this.#random) ?? planned, plan);
  }

  /** Whether lookups did not see it at that age, while the gateway had its quirks. */
  hides(payment: Payment, ageMs: number): boolean {
    return this.#quirks.some((quirk) => quirk.hides?.(payment, ageMs) === true);
  }

  lookup(): WireAnswer | null {
    if (this.#isHealed) return null;
    return this.#quirks.find((quirk) => quirk.lookup !== undefined)?.lookup ?? null;
  }

  get repeatsFirstIds(): boolean {
    return this.#quirks.some((quirk) => quirk.repeatsFirstIds === true);
  }

  get walletTimes(): number {
    return this.#isHealed ? 1 : Math.max(1, ...this.#quirks.map((quirk) => quirk.walletTimes ?? 1));
  }
}

/** One or two quirks, or none. */
export function drawQuirks(random: Random): GatewayQuirks {
  const count = random.pick([0, 1, 1, 1, 2]);
  const left = [...QUIRK_KINDS];
  const kinds = Array.from({ length: count }, () => left.splice(random.int(left.length), 1)).flat();
  return new GatewayQuirks(kinds, random);
}
