// Which row of a corrected file means which payout. A row that names a reference means that payout. A row without one means
// the payout of the same row number, which is believed only where nothing says that rows have moved. In: a checked file and
// the batch's payouts. Out: a row per payout, or why the file is refused as a whole.
// This file must never guess: a wrong match would pay one person in another one's name.

import { nameKey } from '../../../shared/name-key.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { accountKey } from '../../../shared/person-key.ts';
import type { RetryPayout } from '../../../shared/retry.ts';
import type { CheckedFile, CheckedRow } from '../../../shared/rows.ts';
import {
  amountChangedRefusal,
  movedRefusal,
  noPayoutRefusal,
  paidRowChangedRefusal,
  twiceRefusal,
} from './match-refusals.ts';

/**
 * What a file is matched with.
 * Shape: `retriable` are the payouts it may correct; `chainOf` a payout and all it retries; `excludedRows` are rows of the
 * batch's own sheet that never became payouts, so that they stand in a corrected one as well.
 */
export interface MatchWorld {
  readonly payouts: readonly RetryPayout[];
  readonly excludedRows: ReadonlySet<number>;
  readonly retriable: ReadonlySet<PayoutId>;
  chainOf(payout: RetryPayout): readonly RetryPayout[];
}

export type Matched =
  | { readonly kind: 'matched'; readonly rows: ReadonlyMap<PayoutId, CheckedRow> }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

interface Pair {
  readonly row: CheckedRow;
  readonly payout: RetryPayout;
  readonly by: 'reference' | 'rowNumber';
}

/** Matches the file's rows with the batch's payouts. Errors: refused as a whole by the first row that cannot be believed. */
export function matchCorrections(checked: CheckedFile, world: MatchWorld): Matched {
  const pairs = pairRows(checked, world);
  if ('refusal' in pairs) return pairs;
  const believed = new Evidence(pairs, world);
  const rows = new Map<PayoutId, CheckedRow>();
  for (const pair of pairs) {
    const { row, payout } = pair;
    const refusal = believed.against(pair);
    if (refusal !== null) return { kind: 'refused', refusal };
    if (world.retriable.has(payout.payoutId)) rows.set(payout.payoutId, row);
  }
  return { kind: 'matched', rows };
}

function pairRows(checked: CheckedFile, world: MatchWorld): readonly Pair[] | Extract<Matched, { kind: 'refused' }> {
  const byReference = new Map<string, RetryPayout>();
  for (const payout of world.payouts) {
    // The sheet's own reference stays in the sheet, however often its payout was retried since.
    for (const { reference } of world.chainOf(payout)) byReference.set(reference.toUpperCase(), payout);
  }
  const byRow = new Map(world.payouts.map((payout) => [payout.rowNumber, payout]));
  const column = checked.columns.reference?.index ?? null;
  const seen = new Set<PayoutId>();
  const pairs: Pair[] = [];
  for (const row of checked.rows) {
    const named = column === null ? '' : (row.source[column] ?? '').trim();
    const payout = named === '' ? byRow.get(row.rowNumber) : byReference.get(named.toUpperCase());
    if (payout === undefined) {
      if (named === '' && world.excludedRows.has(row.rowNumber)) continue;
      return { kind: 'refused', refusal: noPayoutRefusal(row.rowNumber, named) };
    }
    if (seen.has(payout.payoutId)) return { kind: 'refused', refusal: twiceRefusal(row.rowNumber, payout) };
    seen.add(payout.payoutId);
    pairs.push({ row, payout, by: named === '' ? 'rowNumber' : 'reference' });
  }
  return pairs;
}

/** What speaks for and against a pair. */
class Evidence {
  readonly #world: MatchWorld;
  /** Whether every payout of the batch is in the file: then no row was taken out, and none has moved up. */
  readonly #isWhole: boolean;
  readonly #sameNameAndAmount = new Map<string, number>();
  readonly #accounts = new Map<string, Set<PayoutId>>();

  constructor(pairs: readonly Pair[], world: MatchWorld) {
    this.#world = world;
    this.#isWhole = pairs.length === world.payouts.length;
    for (const payout of world.payouts) {
      const identity = identityOf(payout);
      if (identity !== null) this.#sameNameAndAmount.set(identity, (this.#sameNameAndAmount.get(identity) ?? 0) + 1);
      const account = accountKey(payout.payment.beneficiary);
      this.#accounts.set(account, (this.#accounts.get(account) ?? new Set()).add(payout.payoutId));
    }
  }

  /** Why the pair is not believed; null when it is. */
  against({ row, payout, by }: Pair): Refusal | null {
    const isRetriable = this.#world.retriable.has(payout.payoutId);
    if (row.kind === 'blocked') return null;
    const { amountPaise, beneficiary, name } = row.payment;
    const before = payout.payment;
    const isSameAccount = accountKey(beneficiary) === accountKey(before.beneficiary);
    if (!isRetriable) {
      const isSame = isSameAccount && amountPaise === before.amountPaise;
      return isSame || by === 'reference' ? null : paidRowChangedRefusal(row.rowNumber, payout);
    }
    if (amountPaise !== before.amountPaise) return amountChangedRefusal(row.rowNumber, { payout, amountPaise });
    if (by === 'reference') return null;
    if (keyOf(name) !== keyOf(before.name)) return movedRefusal(row.rowNumber, 'it has another name');
    if (isSameAccount) return null;
    if (this.#isAnother(accountKey(beneficiary), payout)) {
      return movedRefusal(row.rowNumber, 'its new payee is that of another row');
    }
    const identity = identityOf(payout);
    const isUnique = identity !== null && this.#sameNameAndAmount.get(identity) === 1;
    if (isUnique || this.#isWhole) return null;
    return movedRefusal(
      row.rowNumber,
      'rows are missing, and neither a reference nor a name tells which payout it means',
    );
  }

  #isAnother(account: string, { payoutId }: RetryPayout): boolean {
    const others = this.#accounts.get(account);
    return others !== undefined && !others.has(payoutId);
  }
}

function keyOf(name: string | null): string {
  return name === null ? '' : nameKey(name);
}

/** Name and amount, which together tell most people of a file apart; null without a name. */
function identityOf({ payment }: RetryPayout): string | null {
  return payment.name === null ? null : `${payment.amountPaise}\u0000${nameKey(payment.name)}`;
}
