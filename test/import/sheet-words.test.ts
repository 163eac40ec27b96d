// Words in columns about paying that the importer does not know: each is asked about once, and pays nothing before.

import { describe, expect, it } from 'vitest';
import { checked, codes, payments, refused } from './files.ts';

function sheet(header: string, ...cells: readonly string[]): string {
  const rows = cells.map((cell, at) => `a${at}@okaxis,500,pay,${cell}`);
  return [`UPI ID,Amount,Remark,${header}`, ...rows, ''].join('\n');
}

describe('a word about paying that is not known', () => {
  it.each([
    ['Status', 'pd'],
    ['Status', 'Kal dena'],
    ['Payment Status', 'In Dec'],
    ['Approve', 'Ask Rohit'],
    ['Tick', 'x-ed'],
    ['Remarks2', 'kal'],
    ['Dup', 'Y'],
    ['Auth', 'No'],
    ['Bhugtan', 'ho gaya'],
    ['Hisab', 'चुकता'],
  ])('is asked about: %s says %s', async (header, word) => {
    const file = await checked(sheet(header, '', word, '', ''));
    expect(codes(file.issues).slice(0, 1)).toEqual(['wordsAsked@1']);
    expect(codes(file.issues)).toContain('wordUnknown@3');
    expect(file.issues[0]?.message).toContain(`${header}: "${word.toUpperCase()}" (1 row, ₹`);
    expect(payments(file)).toHaveLength(3);
  });

  it('is paid or left out as a person said, and asked no more', async () => {
    const text = sheet('Status', 'pd', 'PD', 'on acct', '');
    const words = [
      { column: '', word: 'pd', as: 'unpaid' },
      { column: 'status', word: ' On  acct', as: 'pay' },
    ] as const;
    const file = await checked(text, { words });
    expect(codes(file.issues)).toEqual(['wordUnpaid@2', 'wordUnpaid@3']);
    expect(payments(file)).toHaveLength(2);
  });

  it('is answered once', async () => {
    const words = [
      { column: 'Status', word: 'pd', as: 'unpaid' },
      { column: 'Status', word: 'PD', as: 'pay' },
    ] as const;
    expect((await refused(sheet('Status', 'pd'), { words })).code).toBe('wordTwice');
  });

  const two = [
    'UPI ID,Amount,Remark,Seen by X,Allowed by Y',
    'asha@okaxis,500,pay,N,Y',
    'ravi@okaxis,500,pay,Y,N',
    '',
  ].join('\n');

  it('has an answer for each of its columns', async () => {
    const answer = (column: string, word: string, as: 'pay' | 'unpaid') => ({ column, word, as });
    const ofX = [answer('Seen by X', 'Y', 'pay'), answer('seen by x', 'n', 'pay')];
    const open = await checked(two, { words: ofX });
    expect(open.issues[0]?.message).toBe(
      'The sheet has words that may mean not to pay: Allowed by Y: "Y" (1 row, ₹500.00), Allowed by Y: "N" (1 row, ₹500.00).',
    );
    const ofY = [answer('Allowed by Y', 'Y', 'pay'), answer('Allowed by Y', 'N', 'unpaid')];
    const file = await checked(two, { words: [...ofX, ...ofY] });
    expect(codes(file.issues)).toEqual(['wordUnpaid@3']);
  });

  it('has one answer for all columns where none is named, and one column may be named before a colon', async () => {
    const words = [
      { column: '', word: 'Y', as: 'pay' },
      { column: '', word: 'n', as: 'pay' },
      { column: '', word: 'Allowed by Y: N', as: 'unpaid' },
    ] as const;
    expect(codes((await checked(two, { words: words.slice(0, 2) })).issues)).toEqual([]);
    expect(codes((await checked(two, { words })).issues)).toEqual(['wordUnpaid@3']);
    const cure = (await checked(two)).issues[0]?.cure;
    expect(cure).toContain('--word "Seen by X:N=pay"');
  });

  it('is shown row by row in a column of too many', async () => {
    const cells = Array.from({ length: 21 }, (_, at) => `word${String.fromCodePoint(97 + at)}`);
    const asked = await checked(sheet('Status', ...cells.slice(0, 20)));
    expect(codes(asked.issues).filter((code) => code.startsWith('wordUnknown'))).toHaveLength(20);
    const shown = await checked(sheet('Status', ...cells));
    expect(new Set(shown.issues.map(({ code }) => code))).toEqual(new Set(['cellUnclear']));
    expect(shown.issues).toHaveLength(21);
  });

  it('is asked about beside a known one, in a column whose header says nothing', async () => {
    const file = await checked(sheet('Finance', 'Hold', 'Kal', '', ''));
    expect(codes(file.issues)).toEqual(['wordsAsked@1', 'statusSays@2', 'wordUnknown@3']);
  });

  it('may be a gap among ticks', async () => {
    const file = await checked(sheet('Final', 'OK', 'OK', ''));
    expect(file.issues[0]?.message).toContain('Final: "" (1 row, ₹');
    const words = [{ column: 'Final', word: '', as: 'unpaid' }] as const;
    const said = await checked(sheet('Final', 'OK', 'OK', ''), { words });
    expect(codes(said.issues)).toEqual(['wordUnpaid@4']);
    expect(payments(said)).toHaveLength(2);
  });

  it('is only warned about where it is a sentence or holds digits', async () => {
    const file = await checked(sheet('Status', 'see what Rohit wrote about him last week', '', 'till 50100123456789'));
    expect(codes(file.issues)).toEqual(['cellUnclear@2', 'cellUnclear@4']);
    expect(JSON.stringify(file.issues)).not.toContain('50100123456789');
  });

  it.each([
    ['Department', ['Sales', 'Accounts', '', '']],
    ['Gender', ['M', 'F', 'M', 'F']],
    ['Married', ['Yes', 'No', '', 'Yes']],
    ['Email', ['a@b.com', '', '', '']],
    ['City', ['Pune', '', '', '']],
    ['Status', ['Active', 'Regular', 'Probation', 'Pending']],
    ['Employee Code', ['E1', 'E2', 'E3', 'E4']],
    ['Bank', ['HDFC Bank', 'SBI', 'Axis', 'Kotak']],
    ['DOB', ['1-1-1990', '', '2-2-1991', '']],
    ['Notes', ['Nov salary', 'Nov salary', 'Nov salary', 'Nov salary']],
  ])('is nothing in an ordinary column: %s', async (header, cells) => {
    expect(codes((await checked(sheet(header, ...cells))).issues)).toEqual([]);
  });
});
