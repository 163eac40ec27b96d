// Finds earlier payouts under a row's name to other accounts: the payee may have changed the account, or the sheet may have it
// wrong. Two payees of one name are two people, and not found here, if they are in one file for the same purpose or were both
// paid for it within 25 days. Someone paid salary on one account and travel on another is one person. A payment cannot show by
// itself that it went to another person, nor can the row that repeats it. Two accounts paid one after the other are one person
// whose account changed: an old file would pay the first account again.

import type { PayoutId } from '../../../shared/ids.ts';
import { foldName, personOfAccount } from '../domain/person-key.ts';
import { comparePurposes, type Purpose } from '../domain/purpose.ts';
import { type Intention, USUAL_AFTER_MS } from '../domain/same-payment.ts';
import type { DeskDatabase } from './desk-database.ts';
import type { EarlierPayout, EarlierPayouts } from './earlier-payouts.ts';
import { INTENTION_COLUMNS, type IntentionColumns, prepareIntentions } from './intentions.ts';

/** The payees that a file pays under a name, and what for. The name is by foldName(), the payees by personKey(). */
export type NamesInFile = (name: string) => ReadonlyMap<string, readonly Purpose[]>;

interface NameQuestion {
  readonly row: Intention;
  /** The row's own batch. */
  readonly batch: number;
  /** What was already found by payee. */
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

/** Prepares finding them. Returns nothing for a row without a name. */
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
    // Where this payee, or one that it was corrected from, was paid under the name before.
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
        // If the other row pays what this payout already paid, the row may be that same payment to another account.
        const { purpose } = intentionOf(payout);
        return !beside.some((other) => isSameWork(row.purpose, other) && !isSameWork(other, purpose));
      });
    });
  };
}

/** Whether the purposes do not differ, ignoring references. Then two people of one name may be paid beside each other. */
function isSameWork(one: Purpose, other: Purpose): boolean {
  return comparePurposes({ ...one, reference: null }, { ...other, reference: null }) !== 'another';
}
