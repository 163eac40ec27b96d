// Earlier payouts under a row's name to other accounts: a payee may have changed the account, or a sheet may have it wrong.
// Two payees of one name who stand in one file, or who were both paid within a month, are two people, and are not found here:
// a payment itself does not tell whether it was made to another person. One paid after the other is a person whose account
// changed: an old file would pay the first account again.

import type { PayoutId } from '../../../shared/ids.ts';
import { foldName, personOfAccount } from '../domain/person-key.ts';
import { type Intention, USUAL_AFTER_MS } from '../domain/same-payment.ts';
import type { DeskDatabase } from './desk-database.ts';
import type { EarlierPayout, EarlierPayouts } from './earlier-payouts.ts';

/** The payees that a file pays under a name, by foldName() and personKey(). */
export type NamesInFile = (name: string) => ReadonlySet<string>;

interface NameQuestion {
  readonly row: Intention;
  /** The row's own batch. */
  readonly batch: number;
  /** What was found by payee already. */
  readonly found: Iterable<EarlierPayout>;
  /** The row's payee, and those that it was corrected from. */
  readonly people: readonly string[];
  readonly earlier: EarlierPayouts;
  readonly namesInFile?: NamesInFile | undefined;
}

interface PaidRow {
  readonly payoutId: PayoutId;
  readonly name: string | null;
  readonly settledAtMs: number | null;
}

/** Prepares finding them. Nothing for a row without a name. */
export function prepareSameName(database: DeskDatabase): (question: NameQuestion) => readonly EarlierPayout[] {
  const accountsOf = database
    .statement<[string], string>('SELECT account_key FROM payee_names WHERE name_key = ?')
    .pluck();
  const paidTo = database.statement<[string], PaidRow>(
    `SELECT p.payout_id AS payoutId, p.name, p.settled_at_ms AS settledAtMs FROM payout_people k JOIN payouts p USING (payout_id)
     WHERE k.merchant_id IN (SELECT merchant_id FROM merchants) AND k.person_key = ? AND p.state = 'success'`,
  );
  const inBatch = database
    .statement<[string, number], string | null>(
      `SELECT p.name FROM payout_people k JOIN payouts p USING (payout_id)
       WHERE k.merchant_id IN (SELECT merchant_id FROM merchants) AND k.person_key = ? AND p.batch_id = ?`,
    )
    .pluck();

  return ({ row, batch, found, people, earlier, namesInFile }) => {
    if (row.name === '') return [];
    const others = new Set(accountsOf.all(row.name).map(personOfAccount));
    const isOwnKnown = others.delete(row.payee);
    for (const payee of people) others.delete(payee);
    if (others.size === 0) return [];
    const isOfName = (name: string | null): boolean => name !== null && foldName(name) === row.name;
    const timesPaid = (payee: string, not?: PayoutId): readonly number[] =>
      paidTo
        .all(payee)
        .flatMap(({ payoutId, name, settledAtMs }) =>
          payoutId !== not && settledAtMs !== null && isOfName(name) ? [settledAtMs] : [],
        );
    const ownTimes = isOwnKnown ? timesPaid(row.payee) : [];
    const isPaidBeside = (payee: string, { payoutId }: EarlierPayout): boolean =>
      ownTimes.length > 0 &&
      timesPaid(payee, payoutId).some((at) => ownTimes.some((own) => Math.abs(at - own) < USUAL_AFTER_MS));
    // In its own batch, and in those in which this payee or whom it was corrected from stood under the name.
    const batches = new Set([batch, ...[...found].filter(({ name }) => isOfName(name)).map((one) => one.batch)]);
    const stoodBeside = (payee: string): boolean => [...batches].some((one) => inBatch.all(payee, one).some(isOfName));
    const beside = namesInFile?.(row.name);
    return [...others].flatMap((payee) => {
      if (beside?.has(payee) === true || stoodBeside(payee)) return [];
      return earlier.ofPayee(payee).filter((payout) => isOfName(payout.name) && !isPaidBeside(payee, payout));
    });
  };
}
