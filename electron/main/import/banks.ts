// Facts about single banks, by the first four letters of an IFSC. They only ever cause warnings.

import { MERGED_BANKS } from '../domain/person-key.ts';

/**
 * The fewest digits that a bank's account numbers have, to notice leading zeros dropped by a spreadsheet. Banks publish no such
 * list and merged banks kept old numbers, so each figure is the shortest that a source names. Banks without a source (IndusInd
 * and Yes among the large ones) are left out.
 */
const DIGITS_AT_LEAST: Readonly<Record<string, number>> = {
  // From the bank's page, or from two lists that agree: banksforyou.com/bank-account-number-digits (A), pricemint.in
  // bank-account-number (B), paisabazaar.com/banking/bank-account-number (C), bankutils.xyz bank-account-number-format (D).
  SBIN: 11, // A, B, C, D
  HDFC: 14, // C, D; lemonn.co.in hdfc-bank-account-number-format
  ICIC: 12, // C, D
  UTIB: 15, // axisbank.com Mobile-Banking-Keyword-Syntax; paisabazaar.com/banking/axis-bank-account-number
  BARB: 14, // A, B
  BKID: 15, // A, B
  CNRB: 13, // A, B
  CBIN: 10, // A, B
  MAHB: 11, // A, B
  PSIB: 14, // A, B
  FDRL: 14, // lemonn.co.in federal-bank-account-number-format
  // A and B say 16 and 13; accounts of the banks merged into these are shorter.
  PUNB: 13,
  UBIN: 11,
  IOBA: 13,
  UCBA: 11,
  IDIB: 9, // lemonn.co.in indian-bank-account-number-format, wealthquint.com indian-bank-account-number-14489
  CSBK: 14, // cyfaith.com how-many-digits-in-catholic-syrian-bank-account-number: 14 to 16
  KVBL: 16, // A
  KLGB: 14, // A
  KKBK: 10, // a list of lengths in public code: 10 or 16
  IDFB: 10, // idfcfirstbank.com how-to-find-bank-account-number says 11; older ones have 10
};

/** The most digits, not counting the leading zeros that some banks show. Only banks whose length all sources agree on. */
const DIGITS_AT_MOST: Readonly<Record<string, number>> = {
  SBIN: 11, // A, B, C, D
  HDFC: 14, // C, D
  ICIC: 12, // C, D
};

/** The most digits of the bank's account numbers; null when no source says. */
export function digitsAtMost(ifsc: string): number | null {
  return ofBank(DIGITS_AT_MOST, ifsc);
}

/** The fewest digits of the bank's account numbers; null when no source says. */
export function digitsAtLeast(ifsc: string): number | null {
  return ofBank(DIGITS_AT_LEAST, ifsc);
}

/** Banks whose IFSCs were withdrawn after a merger, by their former letters. The names are from npm package ifsc, src/banknames.json. */
const WITHDRAWN: Readonly<Record<string, string>> = {
  // From bankutils.xyz/standards/merge-aware-bank-code-validation; english.jagran.com 10028950.
  ANDB: 'Andhra Bank',
  CORP: 'Corporation Bank',
  SYNB: 'Syndicate Bank',
  ORBC: 'Oriental Bank of Commerce',
  UTBI: 'United Bank of India',
  VIJB: 'Vijaya Bank',
  BKDN: 'Dena Bank',
  ALLA: 'Allahabad Bank',
  // From thehindu.com article24793459; profit.ndtv.com 1662804.
  SBBJ: 'State Bank of Bikaner and Jaipur',
  SBHY: 'State Bank of Hyderabad',
  SBMY: 'State Bank of Mysore',
  SBTR: 'State Bank of Travancore',
  STBP: 'State Bank of Patiala',
  BMBL: 'Bharatiya Mahila Bank',
  // From tv9gujarati.com 440080: its IFSCs ended on 28 February 2022.
  LAVB: 'Lakshmi Vilas Bank',
  // From bankzop.com kotak-mahindra-bank-limited-erstwhile-ing-vysya-bank-ltd.
  VYSA: 'ING Vysya Bank',
};

/** The banks that those became. */
const NAMES: Readonly<Record<string, string>> = {
  BARB: 'Bank of Baroda',
  CNRB: 'Canara Bank',
  DBSS: 'DBS Bank India',
  IDIB: 'Indian Bank',
  KKBK: 'Kotak Mahindra Bank',
  PUNB: 'Punjab National Bank',
  SBIN: 'State Bank of India',
  UBIN: 'Union Bank of India',
};

/** The former bank of an IFSC and the bank that it became; null when its IFSC was not withdrawn. */
export function mergerOf(ifsc: string): { readonly was: string; readonly now: string } | null {
  const was = ofBank(WITHDRAWN, ifsc);
  const now = NAMES[ofBank(MERGED_BANKS, ifsc) ?? ''];
  return was === null || now === undefined ? null : { was, now };
}

/** Common names of the large banks, with their IFSC letters. A bank that is not listed never causes a warning. */
const CALLED: readonly (readonly [name: RegExp, letters: string])[] = [
  [/\b(?:sbi|state bank of india)\b/i, 'SBIN'],
  [/\bhdfc\b/i, 'HDFC'],
  [/\bicici\b/i, 'ICIC'],
  [/\baxis\b/i, 'UTIB'],
  [/\bkotak\b/i, 'KKBK'],
  [/\b(?:pnb|punjab national)\b/i, 'PUNB'],
  [/\b(?:bob|bank of baroda)\b/i, 'BARB'],
  [/\bcanara\b/i, 'CNRB'],
  [/\bunion bank of india\b/i, 'UBIN'],
  [/\bindusind\b/i, 'INDB'],
  [/\byes bank\b/i, 'YESB'],
  [/\bidfc\b/i, 'IDFB'],
  [/\brbl\b/i, 'RATN'],
  [/\bfederal bank\b/i, 'FDRL'],
  // Several other banks are `of India` too.
  [/^(?:the )?bank of india\b/i, 'BKID'],
  [/\bcentral bank of india\b/i, 'CBIN'],
  [/\bindian bank\b/i, 'IDIB'],
  [/\bindian overseas\b/i, 'IOBA'],
  [/\buco\b/i, 'UCBA'],
  [/\bidbi\b/i, 'IBKL'],
  [/\bpaytm\b/i, 'PYTM'],
];

/** Whether a text names a large bank other than the IFSC's. Always false for a merged bank: old letters stay in use. */
export function namesOtherBank(text: string, ifsc: string): boolean {
  if (ofBank(MERGED_BANKS, ifsc) !== null) return false;
  const called = CALLED.filter(([name]) => name.test(text));
  return called.length > 0 && called.every(([, letters]) => letters !== ifsc.slice(0, 4).toUpperCase());
}

function ofBank<Fact>(facts: Readonly<Record<string, Fact>>, ifsc: string): Fact | null {
  const bank = ifsc.slice(0, 4).toUpperCase();
  return Object.hasOwn(facts, bank) ? (facts[bank] ?? null) : null;
}
