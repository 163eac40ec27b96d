// What was paid, by local month and by what it was for.

import { PAYMENT_KINDS, type PaymentKind } from '../../../shared/payment-kinds.ts';
import { kindsIn, PAY } from './purpose.ts';
import { remembering } from './remembering.ts';

interface Sum {
  readonly count: number;
  readonly paise: number;
}

/** `fromMs`: its first moment in this computer's time zone. */
export interface PaidMonth {
  readonly fromMs: number;
  readonly byKind: Readonly<Record<PaymentKind, Sum>>;
}

/** Payments of one batch with one remark in one month, by its index among those asked for. */
export interface PaidGroup {
  readonly month: number;
  readonly remark: string;
  readonly count: number;
  readonly paise: number;
}

/** The first moments of months in this computer's time zone, oldest first. The last one is the month of `nowMs`. */
export function monthStarts(nowMs: number, count: number): readonly number[] {
  const now = new Date(nowMs);
  const from = now.getMonth() + 1 - count;
  return Array.from({ length: count }, (_, at) => new Date(now.getFullYear(), from + at, 1).getTime());
}

/** Sums what a batch paid. `called`: the names of the batch and its file, which count where a remark says nothing. */
export function sumBatch(
  groups: Iterable<PaidGroup>,
  { months, called }: { readonly months: readonly number[]; readonly called: readonly string[] },
): readonly PaidMonth[] {
  const sums = months.map((fromMs) => ({ fromMs, byKind: noSums() }));
  for (const { month, remark, count, paise } of groups) {
    const sum = sums[month]?.byKind[paymentKind(remark, called)];
    if (sum === undefined) continue;
    sum.count += count;
    sum.paise += paise;
  }
  return sums;
}

/** The sums of several batches together, from the first month with a payment on. */
export function addMonths(months: readonly number[], batches: Iterable<readonly PaidMonth[]>): readonly PaidMonth[] {
  const sums = months.map((fromMs) => ({ fromMs, byKind: noSums() }));
  for (const batch of batches) {
    for (const [at, { byKind }] of batch.entries()) {
      for (const kind of PAYMENT_KINDS) {
        const sum = sums[at]?.byKind[kind];
        if (sum === undefined) continue;
        sum.count += byKind[kind].count;
        sum.paise += byKind[kind].paise;
      }
    }
  }
  const first = sums.findIndex(({ byKind }) => PAYMENT_KINDS.some((kind) => byKind[kind].count > 0));
  return first === -1 ? [] : sums.slice(first);
}

function noSums(): Record<PaymentKind, { count: number; paise: number }> {
  const none = () => ({ count: 0, paise: 0 });
  return { salary: none(), extra: none(), expenses: none(), refund: none(), other: none() };
}

/** What a payment is for. `called`: the names of its batch and file, which count where the remark says nothing. */
export function paymentKind(remark: string, called: readonly string[]): PaymentKind {
  // Numbers say nothing about the kind, and without them most remarks of a batch are one.
  for (const name of [remark.replaceAll(/\d+/g, ''), ...called]) {
    const kind = kindIn(name);
    if (kind !== null) return kind;
  }
  return 'other';
}

/** By the first words of `KINDS` in purpose.ts; every other kind is `other`. */
const SHOWN_AS: ReadonlyMap<string, PaymentKind> = new Map([
  [PAY, 'salary'],
  ...['bonus', 'arrears', 'advance', 'incentive', 'overtime', 'fnf', 'gratuity', 'encashment'].map(
    (word) => [word, 'extra'] as const,
  ),
  ['expenses', 'expenses'],
  ['refund', 'refund'],
]);

/** What a remark, a batch name or a file name says a payment is for; null when it says nothing. The salary comes first. */
const kindIn = remembering((text): PaymentKind | null => {
  const { kinds, mayBePay } = kindsIn(text);
  if (kinds.has(PAY)) return 'salary';
  const [first] = kinds;
  if (first !== undefined) return SHOWN_AS.get(first) ?? 'other';
  return mayBePay ? 'salary' : null;
});
