// Who is the same person, and what is the same account, however a sheet spells them. A bank gives an account number
// once, so its branch says nothing about who is paid. What is sent, and the references, keep the spelling they were
// first made with.

import type { Beneficiary } from '../../../shared/rows.ts';

type BankAccount = Extract<Beneficiary, { readonly method: 'IMPS' }>;

/** An IFSC opens with its bank's four letters; the rest is the branch. Source: RBI's shape of an IFSC. */
const BANK_LETTERS = 4;

/**
 * One word for one person, by which guards find a repeat. Shape: `upi:<id>` or `imps:<bank>:<account>`, where the account has
 * no leading zeros: banks pad with them, a spreadsheet drops them, and both spellings may reach one account. Two people whose
 * accounts differ by zeros alone are asked about once too often; a repeat that nobody asks about would be paid twice.
 */
export function personKey(beneficiary: Beneficiary): string {
  return beneficiary.method === 'UPI'
    ? `upi:${beneficiary.upiId.toLowerCase()}`
    : `imps:${bankOf(beneficiary)}:${withoutLeadingZeros(beneficiary).toLowerCase()}`;
}

/**
 * One word for one account as it is written, by which a change is noticed. Shape: as personKey(), with the account's zeros:
 * a zero that got lost on the way is a change.
 */
export function accountKey(beneficiary: Beneficiary): string {
  return beneficiary.method === 'UPI'
    ? personKey(beneficiary)
    : `imps:${bankOf(beneficiary)}:${beneficiary.accountNumber.toLowerCase()}`;
}

/** The bank of an IFSC, whatever the branch. */
function bankOf({ ifsc }: BankAccount): string {
  return ifsc.slice(0, BANK_LETTERS).toUpperCase();
}

/** The account number as it is compared, never as it is sent. Shape: empty for zeros alone. */
function withoutLeadingZeros({ accountNumber }: BankAccount): string {
  return accountNumber.startsWith('0') ? accountNumber.replace(/^0+/, '') : accountNumber;
}

/** A payee's name as it is compared: without case, with runs of spaces as one, and as well-formed text, as SQLite keeps it. */
export function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase().toWellFormed();
}
