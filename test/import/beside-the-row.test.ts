// What stands beside a row, in other cells and rows, against paying it as it says.

import { describe, expect, it } from 'vitest';
import { checked, codes, refused } from './files.ts';

const NOW = new Date(2026, 10, 29, 12).getTime();

function upi(header: string, ...cells: readonly string[]): string {
  const rows = cells.map((cell, at) => `Person ${'ABCDEF'[at]},p${at}@okaxis,${500 + at},Nov,${cell}`);
  return [`Name,UPI ID,Amount,Remark,${header}`, ...rows, ''].join('\n');
}

function bank(header: string, ...cells: readonly string[]): string {
  const rows = cells.map((cell, at) => `5010012345678${at},HDFC0000001,${500 + at},Nov,${cell}`);
  return [`Account Number,IFSC,Amount,Remark,${header}`, ...rows, ''].join('\n');
}

describe('details given anew', () => {
  it.each([
    ['New UPI', 'asha2@ybl'],
    ['VPA2', 'asha2@ybl'],
    ['Correction', 'asha2@ybl'],
    ['As per HR', 'asha2@ybl'],
    ['Comments', 'use new UPI asha2@ybl'],
    ['Comments', 'GPay: asha2@ybl.'],
  ])('are warned about with both: %s says %s', async (header, cell) => {
    const result = await checked(upi(header, '', cell, '', '')).catch(() => null);
    const found = result?.issues.find(({ code }) => code === 'detailsBeside');
    if (result === null) return expect((await refused(upi(header, '', cell, '', ''))).code).toBe('columnTied');
    expect(found).toMatchObject({ row: 3, severity: 'warning' });
    expect(found?.message).toContain('ash…@ybl');
    expect(found?.message).toContain('p1…@okaxis');
  });

  it.each([
    ['Change', '50100999999999'],
    ['Comments', 'new a/c 50100999999999'],
  ])('are warned about by their last digits: %s says %s', async (header, cell) => {
    const file = await checked(bank(header, '', cell, '', ''));
    const found = file.issues.find(({ code }) => code === 'detailsBeside');
    expect(found?.message).toContain('••••••••••9999');
    expect(JSON.stringify(file.issues)).not.toContain('50100999999999');
  });

  it.each([
    ['Remark', 'use new UPI ravi2@ybl'],
    ['Comments', 'pay by GPay ravi2@ybl'],
    ['New UPI', 'ravi2@ybl'],
  ])('are warned about where they change how a row is paid: %s says %s', async (header, cell) => {
    const file = await checked(
      header === 'Remark' ? bank('Team', '', 'A', '').replace('501,Nov', `501,${cell}`) : bank(header, '', cell, ''),
    );
    const [found, ...others] = file.issues.filter(({ code }) => code === 'detailsBeside');
    expect(found).toMatchObject({ row: 3 });
    expect(found?.message).toContain('rav…@ybl');
    expect(found?.message).toContain('••••6781');
    expect(others).toEqual([]);
  });

  it('are warned about where a row with a UPI ID names an account', async () => {
    const file = await checked(upi('Comments', '', 'pay in a/c 50100999999999', 'order 50100999999999'));
    expect(codes(file.issues).filter((code) => code.startsWith('detailsBeside'))).toEqual(['detailsBeside@3']);
  });

  it.each([
    ['Comments', '00050100999999', 'a/c 50100999999', []],
    ['Comments', '50100999999', 'a/c 00050100999999', []],
    ['Confirm Account', '00050100999999', '50100999999', []],
    ['Confirm Account', '50100999999', '00050100999999', ['accountsDiffer@2']],
  ])('are the same account without its zeros: %s of %s says %s', async (header, account, cell, expected) => {
    const file = await checked(`Account Number,IFSC,Amount,Remark,${header}\n${account},YESB0000001,500,Nov,${cell}\n`);
    expect(codes(file.issues).filter((code) => /^(?:accountsDiffer|detailsBeside)/.test(code))).toEqual(expected);
  });

  it.each([
    ['Comments', 'new ifsc ICIC0000106', 'detailsBeside@3'],
    ['Branch code', 'ICIC0000106', 'detailsBeside@3'],
    ['Comments', 'a/c is now 5010 0999 9999 99', 'detailsBeside@3'],
    ['Comments', 'new acc 0004-0199-9999', 'detailsBeside@3'],
    ['Comments', 'new id asha @ oksbi', 'detailsBeside@3'],
    ['Comments', 'account ending 9911 use this', 'cellUnclear@3'],
    ['Comments', 'gpay no changed 9812345670', 'detailsBeside@3'],
    ['Comments', 'gpay no changed', 'cellUnclear@3'],
    ['टिप्पणी 2', 'खाता बदल गया है', 'cellUnclear@3'],
    ['Comments', 'paid on 30-11-2026 10:30', null],
    ['Comments', 'meet me @ office', 'cellUnclear@3'],
    ['Comments', 'asha at oksbi', 'detailsBeside@3'],
    ['Comments', 'new employee', null],
    ['Comments', 'hdfc0000001', null],
  ])('are found in other shapes: %s says %s', async (header, cell, expected) => {
    const found = codes((await checked(bank(header, '', cell, '', ''))).issues);
    expect(found.filter((code) => /^(?:detailsBeside|cellUnclear)/.test(code))).toEqual(
      expected === null ? [] : [expected],
    );
  });

  it('are not announced where every row says the same', async () => {
    const cell = 'use UPI for new joiners';
    expect(codes((await checked(bank('Comments', cell, cell, cell))).issues)).toEqual([]);
  });

  it.each([
    ['Email', 'asha@example.com'],
    ['Comments', 'mail asha@example.co.in'],
    ['Comments', 'p1@okaxis'],
    ['Mobile', '9876501234'],
    ['UTR', '612345678901'],
  ])('are not: %s says %s', async (header, cell) => {
    const file = await checked(upi(header, '', cell, '', ''));
    expect(codes(file.issues).filter((code) => code.startsWith('detailsBeside'))).toEqual([]);
  });
});

describe('a date of payment', () => {
  it.each([
    ['Release Date', '30-11-2027'],
    ['Pay date', '2026-12-01'],
    ['Payment Date', '5/11/26'],
    ['Pay On', '1 Dec 2026'],
    ['Pay On', '1 दिसंबर 2026'],
    ['Value Date', '28.11.2026'],
    ['भुगतान तिथि', '5/12/2026'],
    ['Due Date', '5-12-2026'],
    ['Bill due on', '5 Dec 2026'],
    ['Maturity', '5-12-2026'],
  ])('on another day is warned about: %s says %s', async (header, cell) => {
    const file = await checked(upi(header, cell, cell, cell), { nowMs: NOW });
    expect(codes(file.issues)).toEqual(['payDayOther@2', 'payDayOther@3', 'payDayOther@4']);
  });

  it.each([
    ['Payment Date', '29-11-2026'],
    ['Payment Date', '29/11/26'],
    ['Payment Date', '2026-11-29'],
    ['Value Date', '29 Nov 2026'],
    ['Due Date', '5-11-2026'],
    ['Delivery Date', '5-12-2026'],
    ['Invoice Date', '5-10-2026'],
    ['Date of Joining', '5-10-2020'],
  ])('says nothing: %s says %s', async (header, cell) => {
    const file = await checked(upi(header, cell, cell, cell), { nowMs: NOW });
    expect(codes(file.issues)).toEqual([]);
  });
});

describe('a day from when on something holds', () => {
  it.each(['Allowed after', 'Effective from', 'Active since', 'Starts on'])(
    'is warned about where it is to come: %s',
    async (header) => {
      const file = await checked(upi(header, '1/6/2026', '1-6-2027', '1/6/2026', '15-6-2026'), { nowMs: NOW });
      expect(codes(file.issues)).toEqual(['payDayOther@3']);
    },
  );

  it.each(['Lease from', 'Period from', 'Journey start', 'Insurance from'])(
    'is none of what is paid for: %s',
    async (header) => {
      const file = await checked(upi(header, '1/6/2026', '1-6-2027', '1/6/2026', '15-6-2026'), { nowMs: NOW });
      expect(codes(file.issues)).toEqual([]);
    },
  );
});

describe('a text', () => {
  it.each([
    ['pay on 15 Dec', ['payDayOther@3']],
    ['To release after 5th Dec 2026', ['payDayOther@3']],
    ['pay on 29 Nov', []],
    ['Salary from 1 Nov', []],
  ])('may name another day of payment: %s', async (remark, expected) => {
    const file = await checked(upi('Team', '', '', '').replace('501,Nov', `501,${remark}`), { nowMs: NOW });
    expect(codes(file.issues)).toEqual(expected);
  });
});

describe('a document that reverses a payment', () => {
  it.each([
    ['Voucher Type', 'Debit Note'],
    ['Document', 'Return'],
    ['Component', 'Loan EMI'],
    ['Direction', 'Receive'],
    ['Category', 'Recoverable'],
    ['In/Out', 'In'],
  ])('is warned about among others: %s says %s', async (header, cell) => {
    const file = await checked(upi(header, 'Invoice', cell, 'Invoice'));
    expect(codes(file.issues)).toEqual(['statusSays@3']);
  });
});

describe('names in another order', () => {
  it.each(['Beneficiary Name', 'UPI Name', 'Name as per UPI', 'Name in UPI app', 'Party as per bank'])(
    'refuse the file: %s',
    async (header) => {
      const rows = [
        ['Ravi Kumar', 'asha@ybl', 'Asha Rao'],
        ['Asha Rao', 'meera@okhdfcbank', 'Meera Iyer'],
        ['Meera Iyer', 'ravi@okaxis', 'Ravi Kumar'],
      ];
      const text = [`Name,UPI ID,${header},Amount,Remark`, ...rows.map((cells) => `${cells.join(',')},500,Nov`)].join(
        '\n',
      );
      expect((await refused(`${text}\n`)).code).toBe('sortedApart');
    },
  );

  it('refuse the file where they are codes', async () => {
    const codesOf = ['E1,Ravi,ravi@okaxis,E2', 'E2,Asha,asha@ybl,E3', 'E3,Meera,meera@okhdfcbank,E1'];
    const rows = codesOf.map((cells, at) => `${cells},50${at},Nov`);
    const text = ['Emp Code,Name,UPI ID,Code,Amount,Remark', ...rows, ''].join('\n');
    expect((await refused(text)).code).toBe('sortedApart');
  });

  it('do not where each row agrees, or the other names are of somebody else', async () => {
    const text = ['Name,UPI ID,UPI Name,Father Name,Amount,Remark'];
    for (const [at, name] of ['Ravi Kumar', 'Asha Rao', 'Meera Iyer'].entries())
      text.push(
        `${name},p${at}@okaxis,${name.toUpperCase()},${['Asha Rao', 'Meera Iyer', 'Ravi Kumar'][at]},${500 + at},Nov`,
      );
    expect(codes((await checked(`${text.join('\n')}\n`)).issues)).toEqual([]);
  });
});

describe('other rows', () => {
  it('take money back from the same payee', async () => {
    const text =
      'Name,UPI ID,Amount,Remark\nRavi,ravi@okaxis,5000,Salary\nRavi,RAVI@okaxis,-1000,Recovery\nAsha,asha@ybl,700,Salary\n';
    const file = await checked(text);
    expect(codes(file.issues)).toContain('recoveryThere@2');
    expect(codes(file.issues)).not.toContain('recoveryThere@4');
  });

  it.each([
    ['00123456789012', 'YESB0000001', '-1000', ['recoveryThere@3']],
    ['00123456789012', 'yesb0000009', '(1000)', ['recoveryThere@3']],
    ['123456789012', '', '1000-', ['recoveryThere@3']],
    ['="00123456789012"', 'YESB0000001', '1000 Dr', ['recoveryThere@3']],
    ['123456789012', 'UTIB0000001', '-1000', []],
    ['123456789012', 'YESB0000001', '1000/-', []],
  ])('name one account, however it is written: %s %s, %s', async (account, ifsc, amount, expected) => {
    const text = `Account Number,IFSC,Amount,Remark\n${account},${ifsc},${amount},Nov\n123456789012,YESB0000001,5000,Nov\n`;
    const file = await checked(text);
    expect(codes(file.issues).filter((code) => code.startsWith('recoveryThere'))).toEqual(expected);
  });

  it('take money back from somebody of this name', async () => {
    const text = 'Name,UPI ID,Amount,Remark\nMr. Ravi Kumar,,-1000,Advance\nKumar Ravi,ravi@okaxis,5000,Nov\n';
    expect(codes((await checked(text)).issues)).toContain('recoveryThere@3');
  });

  it('pay what their method says, not the other details they have', async () => {
    const header = 'Emp Code,Payment Mode,UPI ID,Account Number,IFSC,Amount,Remark';
    const row = (code: string, upiId: string, amount: number): string =>
      `${code},GPay,${upiId},123456789012,YESB0000001,${amount},Nov`;
    const text = [header, row('E1', 'ravi@okaxis', 500), row('E2', 'asha@ybl', 600), row('E3', 'RAVI@okaxis', 700), ''];
    const { issues } = await checked(text.join('\n'), { methods: [{ word: 'GPAY', as: 'UPI' }] });
    expect(codes(issues).filter((code) => code.startsWith('otherCode'))).toEqual(['otherCode@4']);
  });

  it('name one account under two codes, with and without its zeros, and not that of another bank', async () => {
    const rows = ['E1,00123456789012,YESB0000001', 'E2,123456789012,YESB0000002', 'E3,123456789012,UTIB0000001'];
    const text = ['Emp Code,Account Number,IFSC,Amount,Remark', ...rows.map((row, at) => `${row},${500 + at},Nov`), ''];
    const found = codes((await checked(text.join('\n'))).issues).filter((code) => code.startsWith('otherCode'));
    expect(found).toEqual(['otherCode@3']);
  });

  it('name one invoice twice', async () => {
    const text = upi('Invoice No', 'INV-77', 'INV-78', 'inv-77');
    expect(codes((await checked(text)).issues)).toEqual(['sameInvoice@4']);
  });

  it('pay one account under two codes', async () => {
    const text = 'Emp Code,UPI ID,Amount,Remark\nE1,ravi@okaxis,500,Nov\nE2,ravi@okaxis,700,Nov\nE3,asha@ybl,700,Nov\n';
    expect(codes((await checked(text)).issues)).toEqual(['otherCode@3']);
  });
});

describe('a cell', () => {
  it.each(['do', '-do-', 'Ditto', 'same as above', '"'])('repeats the row above: %s', async (remark) => {
    const quoted = `"${remark.replaceAll('"', '""')}"`;
    const file = await checked(`UPI ID,Amount,Remark\nravi@okaxis,500,Nov\nasha@ybl,700,${quoted}\n`);
    expect(codes(file.issues)).toEqual(['remarkDitto@3']);
  });

  it.each(['cash', 'By cash', 'Cheque given'])('says that it is paid otherwise: %s', async (remark) => {
    const file = await checked(`UPI ID,Amount,Remark\nravi@okaxis,500,Nov\nasha@ybl,700,${remark}\n`);
    expect(codes(file.issues)).toEqual(['statusSays@3']);
  });

  it.each(['Token', 'Roll No', 'Code'])('is paid under two codes: %s', async (header) => {
    const text = `${header},UPI ID,Amount,Remark\nT1,ravi@okaxis,500,Nov\nT2,RAVI@okaxis,700,Nov\nT3,asha@ybl,700,Nov\n`;
    expect(codes((await checked(text)).issues)).toEqual(['otherCode@3']);
  });

  it.each(['test@upi', 'na@na', 'NA@okaxis', 'abc@ybl', 'not.given@upi', 'xxxxx@ybl', '0000000000@ybl'])(
    'holds a UPI ID that is none: %s',
    async (id) => {
      const file = await checked(`UPI ID,Amount,Remark\n${id},500,Nov\n`);
      expect(codes(file.issues)).toContain('upiPlaceholder@2');
    },
  );

  it.each([
    ['1111111111', 'accountPlaceholder'],
    ['1234567890', 'accountPlaceholder'],
    ['121212121212', 'accountPlaceholder'],
    ['12300000000000', 'accountRound'],
    ['50100000000000', 'accountRound'],
  ])('holds an account that is none: %s', async (account, code) => {
    const file = await checked(`Account Number,IFSC,Amount,Remark\n${account},YESB0000001,500,Nov\n`);
    expect(codes(file.issues)).toContain(`${code}@2`);
  });

  it('holds an account that lost its zero', async () => {
    const file = await checked('Account Number,IFSC,Amount,Remark\n112345678,KKBK0000958,500,Nov\n');
    expect(codes(file.issues)).toContain('accountShort@2');
  });
});
