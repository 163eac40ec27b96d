// Earlier payouts under a row's name to other accounts: a payee may have changed the account, or a sheet may have it wrong.
// Two payees of one name who stand in one file for the same purpose, or who were both paid for it within 25 days, are two
// people, and are not found here: who is paid the salary on one account and travel on another is one. A payment itself does
// not tell whether it was made to another person, nor does the row that repeats it. One paid after the other is a person whose
// account changed: an old file would pay the first account again.

import type { PayoutId } from '../../../shared/ids.ts';
import { foldName, personOfAccount } from '../domain/person-key.ts';
import { comparePurposes, type Purpose } from '../domain/purpose.ts';
import { type Intention, USUAL_AFTER_MS } from '../domain/same-payment.ts';
import type { DeskDatabase } from './desk-database.ts';
import type { EarlierPayout, EarlierPayouts } from './earlier-payouts.ts';
import { INTENTION_COLUMNS, type IntentionColumns, prepareIntentions } from './intentions.ts';

/** The payees that a file pays under a name, by foldName() and personKey(), and what for. */
export type NamesInFile = (name: string) => ReadonlyMap<string, readonly Purpose[]>;

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

interface PaidRow extends IntentionColumns {
  readonly payoutId: PayoutId;
  readonly settledAtMs: number | null;
}

interface Paid {
  readonly atMs: number;
  readonly purpose: Purpose;
}

/** Prepares finding them. Nothing for a row without a name. */
export function prepareSameName(database: DeskDatabase): (question: NameQuestion) => readonly EarlierPayout[] {
  const accountsOf = database
    .statement<[string], string>('SELECT account_key FROM payee_names WHERE name_key = ?')
    .pluck();
  const paidTo = database.statement<[string], PaidRow>(
    `SELECT payout_id AS payoutId, settled_at_ms AS settledAtMs, ${INTENTION_COLUMNS} FROM payouts WHERE payout_id IN (
       SELECT payout_id FROM payout_people WHERE merchant_id IN (SELECT merchant_id FROM merchants) AND person_key = ?)
     AND state = 'success'`,
  );
  const inBatch = database.statement<[string, number], IntentionColumns>(
    `SELECT ${INTENTION_COLUMNS} FROM payouts WHERE payout_id IN (
       SELECT payout_id FROM payout_people WHERE merchant_id IN (SELECT merchant_id FROM merchants) AND person_key = ?)
     AND batch_id = ?`,
  );
  const intentionOf = prepareIntentions(database);

  return ({ row, batch, found, people, earlier, namesInFile }) => {
    if (row.name === '') return [];
    const others = new Set(accountsOf.all(row.name).map(personOfAccount));
    const isOwnKnown = others.delete(row.payee);
    for (const payee of people) others.delete(payee);
    if (others.size === 0) return [];
    const isOfName = (name: string | null): boolean => name !== null && foldName(name) === row.name;
    const paid = (payee: string, not?: PayoutId): readonly Paid[] =>
      paidTo.all(payee).flatMap(({ payoutId, settledAtMs, ...payout }) => {
        const isMeant = payoutId !== not && settledAtMs !== null && isOfName(payout.name);
        return isMeant ? [{ atMs: settledAtMs, purpose: intentionOf(payout).purpose }] : [];
      });
    const own = isOwnKnown ? paid(row.payee) : [];
    const isPaidBeside = (payee: string, { payoutId }: EarlierPayout): boolean =>
      own.length > 0 &&
      paid(payee, payoutId).some((other) =>
        own.some((one) => Math.abs(other.atMs - one.atMs) < USUAL_AFTER_MS && isSameWork(one.purpose, other.purpose)),
      );
    // Where this payee, or whom it was corrected from, stood under the name before.
    const stood = [...found]
      .filter(({ name }) => isOfName(name))
      .map((payout) => ({ batch: payout.batch, purpose: intentionOf(payout).purpose }));
    const workIn = (payee: string, ofBatch: number): readonly Purpose[] =>
      inBatch.all(payee, ofBatch).flatMap((other) => (isOfName(other.name) ? [intentionOf(other).purpose] : []));
    const inFile = namesInFile?.(row.name);
    return [...others].flatMap((payee) => {
      const stoodBeside = stood.some((one) => workIn(payee, one.batch).some((other) => isSameWork(one.purpose, other)));
      if (stoodBeside) return [];
      const beside = [...(inFile?.get(payee) ?? []), ...workIn(payee, batch)];
      return earlier.ofPayee(payee).filter((payout) => {
        if (!isOfName(payout.name) || isPaidBeside(payee, payout)) return false;
        // Where the other row pays what the payout paid already, this one may be the same payment by another way.
        const { purpose } = intentionOf(payout);
        return !beside.some((other) => isSameWork(row.purpose, other) && !isSameWork(other, purpose));
      });
    });
  };
}

/** Whether two people of one name may be paid so beside each other: a reference of its own makes no other purpose here. */
function isSameWork(one: Purpose, other: Purpose): boolean {
  return comparePurposes({ ...one, reference: null }, { ...other, reference: null }) !== 'another';
}
