// A year of payments in a desk, as charts and a payee's page show it.

import type { HeadedWriter } from '../../electron/main/store/store.ts';
import { asPaise, decimalText } from '../../shared/money.ts';
import type { Environment, Merchant } from '../../shared/profiles.ts';
import type { Beneficiary } from '../../shared/rows.ts';
import { confirm } from '../store/confirm.ts';
import { answer, confirmation, LOST, lookUp, PAID, payment, said, turn } from '../store/desk-file.ts';

const PEOPLE = ['Asha Rao', 'Ravi Kumar', 'Meera Iyer', 'Sunil Patil', 'Farah Khan', 'Joseph Mathew'];
const HOUR_MS = 3_600_000;

export interface YearAccount {
  readonly merchant: Merchant;
  readonly profile: string;
  readonly environment: Environment;
}

/**
 * Salaries on the 28th of each of the eleven months before `nowMs`, with other payments in some; Asha's account is written with
 * zeros before it from the third month on. Bonuses go to her UPI ID, and most are held because it is not the account known for
 * her. One salary was reversed, and one expense is in doubt: none of these is paid.
 */
export function fillYear(writer: HeadedWriter, { merchant, profile, environment }: YearAccount, nowMs: number): void {
  const merchantId = writer.merchants.ensure(merchant);
  const now = new Date(nowMs);
  // The practice gateway's is ten crore.
  let balancePaise = 9_99_00_000_00;
  const read = (readFor: 'start' | 'end', atMs: number): void =>
    writer.keepWalletReading({ merchant, balance: decimalText(balancePaise), readFor }, atMs);
  const pay = (
    atMs: number,
    { name, file }: { readonly name: string; readonly file: string },
    rows: readonly Row[],
  ): void => {
    const paid = rows.map(({ person, to, paise, remark }) =>
      payment({ beneficiary: to, name: person, amountPaise: asPaise(paise), remark }),
    );
    const change = { ...merchant, profile, environment, name, fileName: file, nowMs: atMs };
    const batch = confirm(writer, confirmation({ store: writer, merchantId }, paid, change));
    read('start', atMs + 1_000);
    const { claimed } = turn(writer, batch, { nowMs: atMs + 2_000, claim: rows.length });
    const news = claimed.map((one, at) => answer(one, rows[at]?.isLost === true ? LOST : PAID, atMs + 3_000));
    turn(writer, batch, { nowMs: atMs + 3_000, news });
    for (const [at, one] of claimed.entries())
      if (rows[at]?.isReversed === true)
        turn(writer, batch, { nowMs: atMs + HOUR_MS, news: [lookUp(one, said('reversed'), atMs + HOUR_MS)] });
    balancePaise -= rows.reduce((sum, { paise, isLost, isReversed }) => sum + (isLost || isReversed ? 0 : paise), 0);
    read('end', atMs + 2 * HOUR_MS);
  };
  for (let before = 11; before >= 1; before -= 1) {
    const day = (date: number): number => new Date(now.getFullYear(), now.getMonth() - before, date, 11).getTime();
    const month = 11 - before;
    if (month % 2 === 0)
      pay(day(12), { name: 'Customers', file: 'customers.csv' }, [
        {
          person: 'Nisha',
          to: { method: 'UPI', upiId: 'nisha@okbank' },
          paise: 12_499_00 + month,
          remark: `Refund ${month}`,
        },
        {
          person: 'Landlord',
          to: { method: 'UPI', upiId: 'house@okbank' },
          paise: 60_000_00 + month,
          remark: `Rent ${monthName(day(1))}`,
        },
        {
          person: 'Ravi Kumar',
          to: { method: 'UPI', upiId: 'ravi@okbank' },
          paise: 3_210_10 + month,
          remark: `Travel ${monthName(day(1))}`,
          isLost: month === 8,
        },
      ]);
    balancePaise += 4_50_000_00;
    read('start', day(25));
    pay(
      day(28),
      { name: 'Salaries', file: `salaries-${month}.csv` },
      PEOPLE.map((person, at) => ({
        person: person === 'Asha Rao' && month === 4 ? 'Asha R Rao' : person,
        to: bankOf(at, { isPadded: at === 0 && month >= 2 }),
        paise: 45_000_00 + at * 7_250_50 + month * 1_000_00,
        remark: `Salary ${monthName(day(1))}`,
        isReversed: person === 'Joseph Mathew' && month === 6,
      })),
    );
    if (month % 3 === 1)
      pay(day(29), { name: '', file: 'Diwali bonus.xlsx' }, [
        {
          person: 'Asha Rao',
          to: { method: 'UPI', upiId: 'asha.rao@okbank' },
          paise: 15_000_25 + month,
          remark: monthName(day(1)),
        },
      ]);
  }
}

function monthName(ms: number): string {
  return new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric' }).format(ms);
}

interface Row {
  readonly person: string;
  readonly to: Beneficiary;
  readonly paise: number;
  readonly remark: string;
  readonly isLost?: boolean;
  readonly isReversed?: boolean;
}

function bankOf(at: number, { isPadded }: { readonly isPadded: boolean }): Beneficiary {
  const accountNumber = `${isPadded ? '00' : ''}5010012345${at}`;
  return { method: 'IMPS', accountNumber, ifsc: isPadded ? 'HDFC0000060' : 'HDFC0000001' };
}
