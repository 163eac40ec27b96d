// Units other than the rupee, wherever a sheet says them.

import { describe, expect, it } from 'vitest';
import { otherUnitIn } from '../../electron/main/import/units.ts';
import { checked, refused } from './files.ts';

const ROWS = ['asha@ybl,500,Nov', 'ravi@okaxis,700,Nov'];
const TABLE = `UPI ID,Amount,Remark\n${ROWS.join('\n')}\n`;

const UNITS = [
  'Figures in thousands only',
  'amounts in hundreds only',
  '(Rs. in Lakhs only)',
  'All amounts in paise only',
  'Rs in 000s',
  "Amt (Rs '000)",
  'INR in K',
  'Rs. in Cr',
  '₹ in Mn',
  'Amounts x 1000',
  'Rs in 1,000',
  'Rs. in hundred',
  'Amt in Thous.',
  'Figures in ₹ L',
  'Pay (Amount K)',
  'Rs. ‘000',
  'राशि हजार में',
  'राशि केवल हज़ार में',
  'सभी आंकड़े लाखों में',
  'रुपये सैकड़े में',
  'राशि पैसे में',
  'रक्कम हजारात',
  'रक्कम लाखांत',
  'રકમ હજારમાં',
  'રકમ લાખમાં',
  'পরিমাণ হাজারে',
  'টাকা লাখে',
  'தொகை ஆயிரத்தில்',
  'தொகை லட்சத்தில்',
  'మొత్తం వేలలో',
  'మొత్తం లక్షల్లో',
  'ಮೊತ್ತ ಸಾವಿರಗಳಲ್ಲಿ',
  'ಮೊತ್ತ ಲಕ್ಷಗಳಲ್ಲಿ',
];

const SILENT = [
  'Rupees five thousand only',
  'Rupees One Lakh Five Thousand Two Hundred Only',
  'Wallet funded with Rs. 2 lakh',
  'Total ₹1.5 crore',
  'Amounts in rupees only',
  'रुपये पाँच हज़ार दो सौ मात्र',
  'लक्ष्मी ट्रेडर्स',
  'লক্ষ্মী স্টোর',
  'Lakhan Singh and Hazari Lal',
  'Plot 1000, Sector 5',
  'Kirana Stores Pvt Ltd',
];

describe('a unit other than the rupee', () => {
  it.each(UNITS)('is named by: %s', (text) => {
    expect(otherUnitIn(text)).not.toBeNull();
  });

  it.each(SILENT)('is not named by: %s', (text) => {
    expect(otherUnitIn(text)).toBeNull();
  });

  it.each(UNITS)('is asked about above the table, right of it, and warned of below it: %s', async (unit) => {
    const [head, ...rows] = TABLE.trim().split('\n');
    expect((await refused(`"${unit}",,\n${TABLE}`)).code).toBe('amountUnclear');
    expect((await refused(`${head},,"${unit}"\n${rows.map((row) => `${row},,\n`).join('')}`)).code).toBe(
      'amountUnclear',
    );
    const below = await checked(`${TABLE}"${unit}",,\n`);
    expect(below.issues.map(({ code }) => code)).toContain('unitDoubtful');
    const noted = await checked(`${TABLE}Note,"${unit}",\n`);
    expect(noted.issues.map(({ code }) => code)).toContain('unitDoubtful');
  });
});

describe('the ids of a gateway that counts in paise', () => {
  it.each([
    ['Payment Id', 'pay_29QQoUBi66xm2f'],
    ['Against', 'rfnd_FP8QHiV938haTz'],
    ['Ref', 'pout_00000000000001'],
  ])('make the amount doubtful in any column: %s', async (header, id) => {
    const rows = ROWS.map((row, at) => `${row},${id}${at}`).join('\n');
    expect((await refused(`UPI ID,Amount,Remark,${header}\n${rows}\n`)).message).toContain('may count in paise');
    const withPaise = rows.replaceAll(',500,', ',500.50,');
    expect((await checked(`UPI ID,Amount,Remark,${header}\n${withPaise}\n`)).payableCount).toBe(2);
  });
});

describe('the header of an amount that a person chose', () => {
  const rows = (header: string): string =>
    `UPI ID,${header},Remark,Qty\np1@okaxis,500,Nov,12\np2@okaxis,640,Nov,9\np3@okaxis,720,Nov,4\n`;

  it.each(['Stitch rate', 'Rate per dozen', 'Receipts', 'Membership dues', 'Donation', 'वसूली', 'भाव'])(
    'is doubted where it names a rate or money that comes in: %s',
    async (header) => {
      const { issues } = await checked(rows(header), { map: { amount: header } });
      expect(issues.map(({ code }) => code)).toContainEqual(expect.stringMatching(/^(?:column|unit)Doubtful$/));
    },
  );

  it.each(['Kharcha', 'Hisab', 'Majuri'])('is not doubted elsewhere: %s', async (header) => {
    const { issues } = await checked(rows(header), { map: { amount: header } });
    expect(issues.map(({ code }) => code)).toEqual([]);
  });

  it.each(['EUR rate', 'Rate AED', 'rate usd/inr'])(
    'may count other money where a rate stands beside it: %s',
    async (header) => {
      const text = `UPI ID,Amount,Remark,${header}\np1@okaxis,500,Nov,91.5\np2@okaxis,640,Nov,91.5\np3@okaxis,720,Nov,91.5\n`;
      expect((await refused(text)).message).toContain(header);
    },
  );
});

describe('a column of units', () => {
  it.each(['K', "'000", '1000s', 'Lk'])('names one alone: %s', async (unit) => {
    const rows = ROWS.map((row) => `${row},${unit}`);
    expect((await refused(`UPI ID,Amount,Remark,UOM\n${rows.join('\n')}\n`)).code).toBe('amountUnclear');
  });

  it.each(['Nos', 'Kg', 'Box'])('names things: %s', async (unit) => {
    const rows = ROWS.map((row) => `${row},${unit}`);
    expect((await checked(`UPI ID,Amount,Remark,UOM\n${rows.join('\n')}\n`)).payableCount).toBe(2);
  });
});

describe('a header that a person chose as the amount', () => {
  it.each(['Majuri (K)', 'Kharcha ₹ L', 'Hisab in Th'])('is still doubted for its unit: %s', async (header) => {
    const text = TABLE.replace('Amount', header);
    const { issues } = await checked(text, { map: { amount: header } });
    expect(issues.map(({ code }) => code)).toContainEqual(expect.stringMatching(/^(?:column|unit)Doubtful$/));
  });
});
