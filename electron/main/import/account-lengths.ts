// How many digits the account numbers of a bank have at least, so that one whose leading zeros a spreadsheet dropped is noticed.
// Banks publish no such list and merged banks kept old numbers: each figure is the shortest that a source names, and only warns.

const DIGITS_AT_LEAST: Readonly<Record<string, number>> = {
  // Source: the bank's page or two lists that agree, of banksforyou.com/bank-account-number-digits (A), pricemint.in
  // bank-account-number (B), paisabazaar.com/banking/bank-account-number (C), bankutils.xyz bank-account-number-format (D).
  SBIN: 11, // A, B, C, D
  HDFC: 14, // C, D; lemonn.co.in hdfc-bank-account-number-format
  ICIC: 12, // C, D
  UTIB: 15, // paisabazaar.com/banking/axis-bank-account-number: 15 for old and new ones
  BARB: 14, // A, B
  BKID: 15, // A, B
  CNRB: 13, // A, B
  CBIN: 10, // A, B
  MAHB: 11, // A, B
  PSIB: 14, // A, B
  FDRL: 14, // lemonn.co.in federal-bank-account-number-format
  // 16 and 13 by A and B; accounts of the banks that were merged into them are shorter.
  PUNB: 13,
  UBIN: 11,
  IOBA: 13,
  UCBA: 11,
  KVBL: 16, // A
  IDFB: 10, // idfcfirstbank.com how-to-find-bank-account-number says 11; older ones have 10
};

/** Fewer digits than this in a cell that holds a number are more often lost zeros than a whole account number. */
const OF_A_NUMBER = 11;

/**
 * The digits that the account lacks to be as long as its bank's shortest; null when it is long enough. One that begins with a
 * zero has lost none. Shape: `isNumber` for a cell that cannot hold leading zeros.
 */
export function digitsExpected(
  account: string,
  { ifsc, isNumber }: { ifsc: string; isNumber: boolean },
): number | null {
  if (account.startsWith('0')) return null;
  const bank = ifsc.slice(0, 4).toUpperCase();
  const least =
    (Object.hasOwn(DIGITS_AT_LEAST, bank) ? DIGITS_AT_LEAST[bank] : undefined) ?? (isNumber ? OF_A_NUMBER : 0);
  return account.length < least ? least : null;
}
