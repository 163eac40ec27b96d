// Which payees the desk knows, and which accounts were paid under a name.

import type { Mid, PayoutId } from '../../../shared/ids.ts';
import type { Beneficiary, Payment } from '../../../shared/rows.ts';
import { accountKey, foldName, personKey, personOfAccount } from '../domain/person-key.ts';
import type { DeskDatabase } from './desk-database.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary } from './payout-rows.ts';

/** `name` is by foldName(), `account` by accountKey(). `beside`: the payees that the same file pays under that name. */
interface PayeeQuestion {
  readonly mid: Mid;
  readonly name: string;
  readonly account: string;
  readonly beside?: Pick<ReadonlySet<string>, 'has'>;
}

export interface PaidElsewhere {
  readonly payoutId: PayoutId;
  readonly batch: number;
  readonly rowNumber: number;
  readonly amountPaise: number;
  readonly payTo: Beneficiary;
  readonly atMs: number | null;
}

interface PayingRow {
  readonly payment: Pick<Payment, 'name' | 'beneficiary'>;
}

export interface Payees {
  /**
   * The newest payout paid under this name to another account. Null when this account was paid, or when all the others are in
   * the same file: they are other people of that name.
   */
  paidElsewhere(question: PayeeQuestion): PaidElsewhere | null;
  /** Whether this account was paid under this name. */
  wasPaid(question: Pick<PayeeQuestion, 'mid' | 'name' | 'account'>): boolean;
  /** The payees, by personKey(), to whom there are payouts under a name, by foldName(). */
  peopleNamed(name: string): readonly string[];
  /** The rows' names, by foldName(), under which the desk has payouts. */
  knownNames(rows: readonly PayingRow[]): ReadonlySet<string>;
  /** The rows' payees, by personKey(), that the desk has a payout to. */
  knownPeople(rows: readonly PayingRow[]): ReadonlySet<string>;
}

interface PaidRow extends BeneficiaryColumns, Omit<PaidElsewhere, 'payTo'> {
  readonly name: string | null;
}

export function preparePayees(database: DeskDatabase): Payees {
  const accountsOf = database
    .statement<[string], string>('SELECT account_key FROM payee_names WHERE name_key = ?')
    .pluck();
  const paidTo = database.statement<[Mid, string], PaidRow>(
    `SELECT p.payout_id AS payoutId, p.batch_id AS batch, p.row_number AS rowNumber, p.amount_paise AS amountPaise,
            ${BENEFICIARY_COLUMNS}, p.name, p.settled_at_ms AS atMs
     FROM payout_people k JOIN payouts p USING (payout_id)
     WHERE k.merchant_id IN (SELECT merchant_id FROM merchants WHERE mid = ?) AND k.person_key = ? AND p.state = 'success'
     ORDER BY p.payout_id DESC`,
  );
  const newestTo = ({ mid, name, account }: Pick<PayeeQuestion, 'mid' | 'name' | 'account'>): PaidRow | undefined =>
    paidTo
      .all(mid, personOfAccount(account))
      .find(
        (row) => row.name !== null && foldName(row.name) === name && accountKey(decodeBeneficiary(row)) === account,
      );
  return {
    paidElsewhere: ({ mid, name, account, beside }) => {
      const accounts = accountsOf.all(name);
      const own = personOfAccount(account);
      // The file also holds the row's own person: a lost leading zero does not make a second one.
      const isBeside = (payee: string): boolean => payee !== own && beside?.has(payee) === true;
      const others = accounts.filter((one) => one !== account && !isBeside(personOfAccount(one)));
      if (others.length === 0 || newestTo({ mid, name, account }) !== undefined) return null;
      const paid = others.flatMap((other) => newestTo({ mid, name, account: other }) ?? []);
      const [newest] = paid.toSorted((one, other) => other.payoutId - one.payoutId);
      if (newest === undefined) return null;
      const { payoutId, batch, rowNumber, amountPaise, atMs } = newest;
      return { payoutId, batch, rowNumber, amountPaise, atMs, payTo: decodeBeneficiary(newest) };
    },
    peopleNamed: (name) => [...new Set(accountsOf.all(name).map(personOfAccount))],
    wasPaid: (question) => newestTo(question) !== undefined,
    knownNames: prepareKnownKeys(database, {
      table: 'payee_names',
      isKey: 'name_key = value',
      keyOf: ({ name }) => foldName(name ?? ''),
    }),
    knownPeople: prepareKnownKeys(database, {
      table: 'merchants CROSS JOIN payout_people USING (merchant_id)',
      isKey: 'person_key = value',
      keyOf: ({ beneficiary }) => personKey(beneficiary),
    }),
  };
}

/** Prepares finding which of the rows are known, by their keys. Makes no keys while the table is empty. */
function prepareKnownKeys(
  database: DeskDatabase,
  {
    table,
    isKey,
    keyOf,
  }: { readonly table: string; readonly isKey: string; readonly keyOf: (payment: PayingRow['payment']) => string },
): Payees['knownNames'] {
  const known = database
    .statement<[string], string>(`SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM ${table} WHERE ${isKey})`)
    .pluck();
  const hasAny = database.statement<[], 0 | 1>(`SELECT EXISTS (SELECT 1 FROM ${table})`).pluck();
  return (rows) =>
    new Set(hasAny.get() === 1 ? known.all(JSON.stringify(rows.map(({ payment }) => keyOf(payment)))) : []);
}
