// Columns in which each row has its own text, the name of the file, and numbers that are no amounts.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, checked, codes, folder, refused } from './files.ts';

const NAMES = ['Ravi Kumar', 'Asha Rao', 'Meera Iyer', 'Kiran Shah', 'Deepak Singh', 'Lakshmi Menon'];
const NOW = Date.UTC(2026, 10, 29, 12);

function sheet(header: string, cells: readonly string[]): string {
  const rows = cells.map((cell, at) => `"${NAMES[at] ?? ''}",p${at}@okaxis,5${at * 3}0,Nov,"${cell}"`);
  return [`Name,UPI ID,Amount,Remark,${header}`, ...rows, ''].join('\n');
}

describe('a column of free text', () => {
  it.each([
    ['Foreman says', ['works at gate 2', 'new helmet', 'took his money on Friday', 'good with tools', 'lives nearby']],
    ['Desk', ['prefers morning', 'asked for receipt', 'exchanged at the counter', 'called again', 'late reply']],
    ['हाल', ['दो भाई', 'नई साइकिल', 'पैसे पहले ले गया', 'गाँव दूर है', 'काम अच्छा']],
  ])('is shown word for word, once: %s', async (header, cells) => {
    const { issues, payableCount } = await checked(sheet(header, cells));
    expect(codes(issues)).toEqual(['columnTexts@1']);
    expect(issues[0]?.message).toContain(`E4 "${cells[2] ?? ''}"`);
    expect(payableCount).toBe(5);
  });

  it('shows the first dozen, and counts the others', async () => {
    const rows = Array.from(
      { length: 15 },
      (_, at) => `Payee ${at},q${at}@okaxis,${600 + at * 7},Nov,went home on day ${at}`,
    );
    const { issues } = await checked(['Name,UPI ID,Amount,Remark,Log', ...rows, ''].join('\n'));
    expect(codes(issues)).toEqual(['columnTexts@1']);
    expect(issues[0]?.message).toContain('and 3 more');
  });

  it.each([
    ['Father name', ['Mohan Kumar', 'Suresh Rao', 'R Iyer', 'Nitin Shah', 'Balbir Singh']],
    ['Address', ['12 near temple', 'behind the school', 'old market road', 'flat 4 lake view', 'opposite bank']],
    ['Work', ['wall of room 2', 'digging for pipe', 'painting the gate', 'roof of shed', 'moving bricks']],
    ['Return reason', ['size too small', 'arrived late', 'colour is wrong', 'button missing', 'not as shown']],
    ['Guide', ['Ravi Kumar', 'Asha Rao', 'Om Das', 'Kiran Shah', 'Leena Paul']],
  ])('asks nothing where it names or describes something: %s', async (header, cells) => {
    expect(codes((await checked(sheet(header, cells))).issues)).toEqual([]);
  });
});

describe('a note in a cell that names something', () => {
  it.each([
    ['Bill No', ['GT/101', 'RS-2207', 'GT/118 (VOID)', 'KL/0093', 'NV/552']],
    ['Order', ['80110', '80125 not our sale', '80131', '80144', '80160']],
    ['Emp code', ['BX210', 'BX214', 'BX219-QUIT', 'BX222', 'BX231']],
    ['Villager', ['Ravi K', 'Asha R', 'Meera I (DEAD)', 'Kiran S', 'Deepak S']],
    ['Villager', ['Ravi K', 'Asha R', 'Unknown', 'Kiran S', 'Deepak S']],
  ])('is shown: %s', async (header, cells) => {
    const { issues } = await checked(sheet(header, cells));
    const row = cells.findIndex((cell) => /VOID|not our|QUIT|DEAD|Unknown/.test(cell)) + 2;
    expect(codes(issues)).toEqual([`cellUnclear@${row}`]);
  });

  it('is shown behind a name in any script', async () => {
    const text =
      'नाम,UPI ID,Amount,Remark\nरवि,p1@okaxis,500,Nov\nआशा (बीमार),p2@okaxis,530,Nov\nमीरा,p3@okaxis,560,Nov\n';
    expect(codes((await checked(text)).issues)).toEqual(['cellUnclear@3']);
  });

  it.each([
    ['Bill No', ['GT/101', 'RS-2207', 'GT/118-NOV', 'KL/0093', 'NV/552']],
    ['Villager', ['Ravi K', 'Asha R (Pune)', 'Meera I', 'Kiran S', 'Deepak S']],
    ['Shop no', ['101 Main', '102 Main', '103 Main', '104 Rear', '105 Rear']],
  ])('is none where it is a month, a place or on most rows: %s', async (header, cells) => {
    expect(codes((await checked(sheet(header, cells))).issues)).toEqual([]);
  });

  it.each([
    ['Wages Nov 26', 'Wages Nov 26 - again', ['cellUnclear@4']],
    ['Bill 11', 'by hand cheque', ['wordsAsked@1', 'wordUnknown@4']],
    ['Wages Nov 26', 'Wages Nov 26 Pune', []],
    ['Milk bill Nov', 'Milk bill Sep', ['wordsAsked@1', 'wordUnknown@4']],
    ['Freight', 'Freight in January', ['wordsAsked@1', 'wordUnknown@4']],
    ['Freight', 'Freight 12/12', ['wordsAsked@1', 'wordUnknown@4']],
    ['Freight', 'Freight October', []],
    ['Commission', 'Clawback of commission', ['wordsAsked@1', 'wordUnknown@4']],
  ])('is asked about behind or in place of the usual remark: %s, %s', async (usual, other, expected) => {
    const rows = NAMES.map((name, at) => `${name},p${at}@okaxis,5${at * 3}0,${at === 2 ? other : usual}`);
    const { issues } = await checked(['Name,UPI ID,Amount,Remark', ...rows, ''].join('\n'), { nowMs: NOW });
    expect(codes(issues)).toEqual(expected);
  });
});

describe('a name that may be nobody payable', () => {
  const file = (name: string): string =>
    [
      'Name,UPI ID,Amount,Remark',
      ...[...NAMES.slice(0, 4), name].map((one, at) => `${one},p${at}@okaxis,5${at * 3}0,Nov`),
      '',
    ].join('\n');

  it.each([
    'zzzz',
    'X X X',
    'Gopal Rao ?',
    'Gopal Rao...',
    'Gopal Rao !!',
    'Dcd. Gopal Rao',
    'कै. गोपाल राव',
    'Exp Gopal (???)',
  ])('is asked about: %s', async (name) => {
    expect(codes((await checked(file(name))).issues)).toEqual(['cellUnclear@6']);
  });

  it.each(['Dr. Gopal Rao', 'Smt. Gopal Bai', 'श्री. गोपाल राव', 'Mohd. Rafiq', 'G. P. Rao', 'Aa Rao'])(
    'is none with a usual title: %s',
    async (name) => {
      expect(codes((await checked(file(name))).issues)).toEqual([]);
    },
  );

  it('is behind a code with an underscore', async () => {
    const text = sheet('Rider code', ['RD1002', 'RD1003', 'RD1004_quit', 'RD1005', 'RD1006']);
    expect(codes((await checked(text)).issues)).toEqual(['cellUnclear@4']);
  });
});

describe('the name of a file', () => {
  const text = 'Name,UPI ID,Amount,Remark\nRavi,ravi@okaxis,500,Nov\nAsha,asha@ybl,700,Nov\n';

  it.each([
    ['Wages Nov PAID.csv', true],
    ['old_vendor_list.csv', true],
    ['payroll-draft-2.csv', true],
    ['nahi dena hai.csv', true],
    ['refund_on_05-Dec-2026.csv', true],
    ['salary 2026-12-01.csv', true],
    ['returns Nov.csv', true],
    ['bills in dispute.csv', true],
    ['frozen accounts.csv', true],
    ['wages 9th dec.csv', true],
    ['payout Jan 4.csv', true],
    ['pay 12-12.csv', true],
    ['sample_of_sheet.csv', true],
    ['except new joiners.csv', true],
    ['customer return refunds.csv', false],
    ['payout 27-11.csv', false],
    ['wages 30 oct.csv', false],
    ['Kaveri Dairy wk 48.csv', false],
    ['advance salary to customers only.csv', false],
    ['fee refund from office.csv', false],
    ['salary 28-11-2026.csv', false],
    ['Salary Nov 2026 final v2 (1).csv', false],
    ['Golden Traders.csv', false],
    ['unpaid bills.csv', false],
  ])('may speak against paying it: %s', async (name, isAgainst) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    const result = await check(path, { nowMs: NOW });
    if (result.kind === 'refused') throw new Error(result.refusal.message);
    expect(codes(result.checked.issues)).toEqual(isAgainst ? ['fileSays@1'] : []);
  });
});

describe('numbers that are no amounts', () => {
  const rows = (amounts: readonly string[], order: readonly string[] = []): string =>
    [
      'Order,Name,UPI ID,Amount,Remark',
      ...amounts.map(
        (amount, at) => `${order[at] ?? ''},Payee ${String.fromCharCode(65 + at)},q${at * 7}@okaxis,${amount},Nov`,
      ),
      '',
    ].join('\n');
  const of = async (text: string): Promise<readonly string[]> => codes((await checked(text, { nowMs: NOW })).issues);

  it('are those of the orders', async () => {
    const numbers = ['81010', '81023', '81044', '81052'];
    expect(await of(rows(numbers, numbers))).toEqual(['columnDoubtful@1']);
    expect(await of(rows(numbers, numbers.with(2, '81045')))).toEqual([]);
  });

  it('are the days of a year as Excel counts them', async () => {
    expect(await of(rows(['46330', '46341', '46352', '46355']))).toEqual(['columnDoubtful@1']);
    expect(await of(rows(['46330', '46341', '46352', '45000']))).toEqual([]);
  });

  it('are the numbers of codes', async () => {
    const numbers = ['81010', '81023', '81044', '81052'];
    const codesOf = numbers.map((number) => `VN-${number}`);
    expect(await of(rows(numbers, codesOf))).toEqual(['columnDoubtful@1']);
    expect(await of(rows(numbers, codesOf.with(1, 'VN-81024')))).toEqual([]);
  });

  it('are no remarks where all are mobile numbers', async () => {
    const text = ['9811000001', '9722000002', '8833000003'].map((one, at) => `p${at * 3}@okaxis,5${at}0,${one}`);
    expect(await of(['UPI ID,Amount,Remark', ...text, ''].join('\n'))).toEqual(['columnDoubtful@1']);
  });

  it('rise one by one in every row', async () => {
    const rising = Array.from({ length: 8 }, (_, at) => String(4_200 + at));
    expect(await of(rows(rising))).toEqual(['columnDoubtful@1']);
    expect(await of(rows(rising.with(5, '4300')))).toEqual([]);
  });

  it('may rise one by one, as UPI IDs may, where the names are numbered alike', async () => {
    const flats = Array.from({ length: 8 }, (_, at) => `Flat ${at + 1},flat${at + 1}@okaxis,${4_200 + at},Nov`);
    expect(await of(['Name,UPI ID,Amount,Remark', ...flats, ''].join('\n'))).toEqual([]);
    const moved = flats.map((row, at) => row.replace(`flat${at + 1}@`, `flat${at + 2}@`));
    expect(await of(['Name,UPI ID,Amount,Remark', ...moved, ''].join('\n'))).toEqual(['filledDown@1']);
  });
});

describe('details that rise one by one', () => {
  it('are those of a UPI ID with one name, and of an IFSC', async () => {
    const upi = [1, 2, 3, 4].map((at) => `${NAMES[at] ?? ''},sunita.pawar${at}@ybl,5${at * 3}0,Nov`);
    expect(codes((await checked(['Name,UPI ID,Amount,Remark', ...upi, ''].join('\n'))).issues)).toEqual([
      'filledDown@1',
    ]);
    const bank = [1, 2, 3, 4].map((at) => `5010012345${at * 17 + 6000},HDFC000000${at},5${at * 3}0,Nov`);
    const { issues } = await checked(['Account Number,IFSC,Amount,Remark', ...bank, ''].join('\n'));
    expect(codes(issues)).toContain('filledDown@1');
  });
});

describe('UPI IDs with a short beginning', () => {
  it('were dragged where six rise one by one', async () => {
    const of = async (count: number): Promise<readonly string[]> => {
      const rows = Array.from({ length: count }, (_, at) => `mina${at + 31}@ybl,5${at * 3}0,Nov`);
      return codes((await checked(['UPI ID,Amount,Remark', ...rows, ''].join('\n'))).issues);
    };
    expect(await of(6)).toEqual(['filledDown@1']);
    expect(await of(4)).toEqual([]);
  });
});

describe('what belongs to another row', () => {
  it('is a mobile number beside a UPI ID of mobiles', async () => {
    const mobiles = ['9811000001', '9822000002', '9833000003', '9844000004'];
    const text = (beside: readonly string[]): string =>
      [
        'UPI ID,Amount,Remark,Mobile',
        ...mobiles.map((one, at) => `${one}@ybl,5${at * 3}0,Nov,${beside[at] ?? ''}`),
        '',
      ].join('\n');
    expect((await refused(text([...mobiles.slice(1), mobiles[0] ?? '']))).code).toBe('sortedApart');
    expect(codes((await checked(text(mobiles))).issues)).toEqual([]);
  });

  it('is one order refunded twice with one sum, but not two items of it', async () => {
    const text = (amount: string): string =>
      `Order,UPI ID,Amount,Remark\n7001,p1@okaxis,500,Refund\n7002,p2@okaxis,640,Refund\n7002,p3@okaxis,${amount},Refund\n`;
    expect(codes((await checked(text('640'))).issues)).toEqual(['sameInvoice@4']);
    expect(codes((await checked(text('90'))).issues)).toEqual([]);
  });

  it('is a sum spelt by its digits', async () => {
    const { issues } = await checked(
      sheet('In words', ['Five Zero Zero', 'Five Three Zero', 'Eight Six Zero']).replace(',500,', ',500,'),
    );
    expect(codes(issues)).toEqual(['amountWordsDiffer@4']);
  });
});
