import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bankOf, loadIfscList } from '../../electron/main/import/ifsc-list.ts';
import { check, payments, type SpokenFile } from './files.ts';

async function sample(name: string): Promise<SpokenFile> {
  const result = await check(fileURLToPath(new URL(`../../samples/${name}`, import.meta.url)));
  if (result.kind === 'refused') throw new Error(result.refusal.message);
  return result.checked;
}

/** The issue of each row of the messy file, by its name; rows not listed have no issues. */
const MESSY: Readonly<Record<string, string>> = {
  'Method is NEFT': 'error methodUnknown',
  'Method is empty': 'error methodMissing',
  'Method in small letters': 'notice methodCase',
  'UPI ID is missing': 'error upiMissing',
  'UPI ID has no at sign': 'error upiShape',
  'UPI ID has two at signs': 'error upiShape',
  'UPI ID is an email': 'error upiEmail',
  'UPI ID has a hidden character': 'error strangeCharacter',
  'UPI ID has a zero width space': 'error strangeCharacter',
  'UPI row with bank details': 'error bankDetailsOnUpi',
  'UPI ID with spaces around': 'notice trimmed',
  'IMPS row with a UPI ID': 'error upiOnImps',
  'Account is missing': 'error accountMissing',
  'Account has spaces inside': 'error accountShape',
  'Account is too short': 'error accountShape',
  'Account is unusually short': 'warning accountShort',
  'Account in scientific form': 'error scientificText',
  'Account in Devanagari digits': 'error strangeCharacter',
  'IFSC is missing': 'error ifscMissing',
  'IFSC is too short': 'error ifscShape',
  'IFSC has letter O for zero': 'error ifscLetterO',
  'IFSC in small letters': 'notice ifscCase',
  'IFSC is not in the list': 'warning ifscNotListed',
  'Amount is empty': 'error amountEmpty',
  'Amount is zero': 'error amountZero',
  'Amount is negative': 'error amountNegative',
  'Amount in brackets': 'error amountNegative',
  'Amount is scientific': 'error amountScientific',
  'Amount has three decimals': 'error amountDecimals',
  'Amount in European style': 'error amountGrouping',
  'Amount is hexadecimal': 'error amountShape',
  'Amount is a word': 'error amountShape',
  'Amount is far too large': 'error amountTooLarge',
  'Amount above the UPI limit': 'warning aboveUsual',
  'Amount above the IMPS limit': 'warning aboveUsual',
  'Amount with rupee sign and commas': 'notice amountCleaned',
  'Remark is empty': 'error remarkMissing',
  'Remark is long': 'warning remarkLong',
  'Remark is far too long': 'error remarkTooLong',
  'Remark has an emoji': 'warning remarkEmoji',
  'Remark has a line break': 'error lineBreak',
  'Reference has a space': 'error referenceShape',
  'Reference used twice': 'error referenceRepeated',
  'Reference used twice again': 'error referenceRepeated',
  'Same payment twice again': 'warning samePayment',
  '=cmd|calc': 'error formulaText',
  name: 'notice repeatedHeader',
  Total: 'notice totalLine',
  'Amount is a spreadsheet error': 'error errorCell',
  'Amount is a date': 'error dateCell',
  'Amount is a boolean': 'error booleanCell',
  'Amount is a percentage': 'error unusualNumber',
  'Amount in another currency': 'error unusualNumber',
  'Amount is a number with three decimals': 'error amountDecimals',
  'Account is a number with 17 digits': 'error digitsLost',
  'Account is a number with a zero mask': 'error maskedNumber',
  'Account is a plain number': 'warning accountShort',
  'Remark is a date': 'error dateCell',
  'UPI ID links to another address': 'error linkDiffers',
  'Hidden row': 'warning hiddenRow',
  'Amount merged with the next row': 'error mergedCell',
  'Amount merged with the row before': 'error mergedCell',
};

describe('the salary sample', () => {
  it('is good from end to end, and the same as CSV and as XLSX', async () => {
    const [csv, xlsx] = [await sample('salary.csv'), await sample('salary.xlsx')];
    for (const file of [csv, xlsx]) {
      expect(file).toMatchObject({ issues: [], payableCount: 60, totalPaise: 286_995_870, hiddenRowCount: 0 });
      expect(Object.values(file.columns).map(({ how }) => how)).toEqual(Array(7).fill('exact'));
    }
    expect(payments(xlsx)).toEqual(payments(csv));
  });

  it('has UPI and IMPS rows, leading zeros, paise, listed branches, and no payee of the practice gateway', async () => {
    const paid = payments(await sample('salary.csv'));
    const methods = paid.map(({ beneficiary }) => beneficiary.method);
    expect([methods.includes('UPI'), methods.includes('IMPS')]).toEqual([true, true]);
    expect(
      paid.some(({ beneficiary }) => beneficiary.method === 'IMPS' && beneficiary.accountNumber.startsWith('00')),
    ).toBe(true);
    expect(paid.some(({ amountPaise }) => amountPaise % 100 !== 0)).toBe(true);
    expect(paid.some(({ beneficiary }) => /@practice"|"DESK0/i.test(JSON.stringify(beneficiary)))).toBe(false);
  });
});

describe('the messy sample', () => {
  it.each(['messy.csv', 'messy.xlsx'])('%s tells each row what its name says, and nothing else', async (name) => {
    const file = await sample(name);
    const column = file.columns.name?.index ?? -1;
    for (const row of file.rows) {
      const reported = file.issues.filter((issue) => issue.row === row.rowNumber);
      const words = MESSY[row.source[column] ?? ''];
      expect(`${row.source[column]}: ${reported.map(({ severity, code }) => `${severity} ${code}`).join()}`).toBe(
        `${row.source[column]}: ${words ?? ''}`,
      );
      const isLine = /repeatedHeader|totalLine/.test(words ?? '');
      expect(row.kind).toBe(isLine || words?.startsWith('error') === true ? 'blocked' : 'payable');
    }
  });
});

describe('the refund sample', () => {
  it('is payable as it is, its order ids the references', async () => {
    const file = await sample('refunds.csv');
    expect(file).toMatchObject({ payableCount: 15, totalPaise: 6_741_750 });
    expect(file.issues.every(({ severity }) => severity === 'notice')).toBe(true);
    expect(payments(file)[0]).toMatchObject({ reference: 'ORD-2026-10417', amountPaise: 129_900 });
  });
});

describe('the list of bank branches', () => {
  it('knows branches by number and by letters, and not those that never were', async () => {
    const { isListed, version } = await loadIfscList();
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const known = ['HDFC0000001', 'SBIN0000300', 'BARB0VJRAIP', 'UTIB0000007', 'ABNA0NEFT02'];
    const unknown = ['HDFC0999998', 'ZZZZ0000001', 'HDFC0ZZZZZ9', '__pr0toto__', 'HDFC0000000'];
    expect([...known, ...unknown].filter(isListed)).toEqual(known);
  });

  it('holds every branch of its source', async () => {
    const { readFile } = await import('node:fs/promises');
    const source = new URL('../../node_modules/ifsc/src/IFSC.json', import.meta.url);
    const branches = JSON.parse(await readFile(source, 'utf8')) as Record<string, readonly (string | number)[]>;
    const { isListed } = await loadIfscList();
    const missing = Object.entries(branches).flatMap(([bank, codes]) =>
      codes.map((code) => `${bank}0${String(code).padStart(6, '0')}`).filter((ifsc) => !isListed(ifsc)),
    );
    expect(missing).toEqual([]);
    const numbers = new Set(branches['SBIN']?.map((code) => String(code).padStart(6, '0')));
    const invented = Array.from({ length: 100_000 }, (_, at) => String(at).padStart(6, '0')).filter(
      (branch) => isListed(`SBIN0${branch}`) !== numbers.has(branch),
    );
    expect(invented).toEqual([]);
  });

  it('names the bank of an IFSC', async () => {
    expect(await bankOf('HDFC0000001')).toBe('HDFC Bank');
    expect(await bankOf('sbin0000300')).toBe('State Bank of India');
    expect(await bankOf('ZZZZ0000001')).toBeNull();
  });
});
