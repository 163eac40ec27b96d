// Columns under headers that are known as harmless: what leaves the form of the other cells is asked about, once and word for word.

import { describe, expect, it } from 'vitest';
import { leavesForm } from '../../electron/main/import/column-form.ts';
import { checked, codes, payments } from './files.ts';

const NAMES = ['Ravi Kumar', 'Asha Rao', 'Meera Iyer', 'Kiran Shah', 'Deepak Singh'];

function sheet(header: string, cells: readonly string[]): string {
  const rows = cells.map((cell, at) => `${NAMES[at] ?? ''},p${at}@okaxis,5${at * 3}0,Nov,"${cell}"`);
  return [`Name,UPI ID,Amount,Remark,${header}`, ...rows, ''].join('\n');
}

describe('a cell that leaves the form of its column', () => {
  it.each([
    ['Class teacher', ['Mrs. Gill', 'Mr. Roy', 'would not sign', 'Ms. Pinto', 'Mr. Roy']],
    ['Department', ['Dyeing', 'Weaving', 'walked out', 'Weaving', 'Packing']],
    ['Department', ['Dyeing', 'Weaving', 'Gone home', 'Weaving', 'Packing']],
    ['Class', ['VI', 'VII', 'Dropout', 'VII', 'VI']],
    ['Terms', ['30 days', '45 days', 'against PDC', '30 days', '45 days']],
    ['Bill no.', ['GT/101', 'GT/108', '???', 'GT/119', 'GT/120']],
    ['Employee code', ['K101', 'K102', 'K107*', 'K109', 'K110']],
    ['Product', ['Lamp', 'Kettle', 'already kept', 'Lamp', 'Fan']],
    ['Bill no.', ['GT/101', 'GT/108', 'quit 12', 'GT/119', 'GT/120']],
    ['Division', ['A', 'B', 'exam not given', 'B', 'A']],
    ['Town', ['Karad', 'Miraj', 'door locked', 'Miraj', 'Vita']],
    ['Bill date', ['03/11/2026', '05/11/2026', 'bill awaited', '09/11/2026', '11/11/2026']],
    ['Date of joining', ['03-06-2024', '05-07-2025', 'never came', '09-01-2026', '11-02-2026']],
    ['PAN', ['ABCPD1234K', 'BQRPS7788L', 'belongs to brother', 'CDEPT9911M', 'AXYPK5512Q']],
    ['Mobile', ['9822011223', '9822044556', 'ringing only', '9822077889', '9822099001']],
    ['E-mail', ['a@mill.in', 'b@mill.in', 'mail came back', 'd@mill.in', 'e@mill.in']],
    ['Roll no.', ['14', '15', 'struck', '17', '18']],
    ['गाँव', ['केसर', 'मोहनी', 'चला गया', 'केसर', 'बड़ी']],
    ['ఊరు జిల్లా', ['నల్గొండ', 'వరంగల్', 'పని మానేశాడు', 'వరంగల్', 'మెదక్']],
    ['village', ['karad', 'miraj', 'money given by hand', 'miraj', 'vita']],
    ['Approved by', ['S Gore', 'P Nene', 'asked for papers', 'S Gore', 'P Nene']],
    ['Approved on', ['27/11/2026', '27/11/2026', 'ask owner', '28/11/2026', '28/11/2026']],
    ['Work', ['wall of room 2', 'digging for pipe', 'did not do it', 'roof of shed', 'gate']],
  ])('is asked about: %s %s', async (header, cells) => {
    const file = await checked(sheet(header, cells));
    expect(codes(file.issues)).toEqual(['wordsAsked@1', 'wordUnknown@4']);
    expect(file.issues[0]?.message).toContain(`"${(cells[2] ?? '').toUpperCase()}"`);
    expect(payments(file)).toHaveLength(4);
  });

  it.each([
    ['Class teacher', ['Mrs. Gill', 'Mr. Roy', 'Ms. Pinto', 'Mr. Roy', 'N/A']],
    ['Department', ['Dyeing', 'Weaving', 'Quality control', 'Cloth printing', 'R&D']],
    ['Designation', ['Fitter', 'Sr. operator', 'Asst. (stores)', 'Fitter Gr-II', 'Data entry operator']],
    ['Guardian', ['s/o Mohan Lal', 'Mrs. Sheikh', 'R. Fernandes', 'd/o Hari', 'Anand bin Said']],
    ['Bill date', ['03/11/2026', '5 nov 2026', '-', '09/11/2026', 'NA']],
    ['Bill no.', ['GT/101', '2207', 'B 118', 'KL-0093/26', 'Bill 552']],
    ['Caste', ['OBC', 'General', 'SC', 'General', 'ST']],
    ['Terms', ['30 days', '45 days', 'Immediate', '30 days', 'NA']],
    ['Size', ['500 ml', '2 kg', '1 pcs', '12 inch', '250 gms']],
    ['Address', ['12 near temple', 'Old mill', 'Behind the closed school', 'flat 4 lake view', 'Opp. bank']],
    ['নাম বাবা', ['মোছাঃ রেহানা', 'রীনা দাস', 'শেখ করিম', 'মীনা পাল', 'বেগম অঞ্জনা']],
    ['पिता का नाम', ['राम मोदी', 'हरि भोसले', 'ओम भाटिया', 'गणेश लाल', 'सुरेश गोखले']],
  ])('is none where all have one, or are described: %s', async (header, cells) => {
    const { issues } = await checked(sheet(header, cells));
    expect(codes(issues).filter((code) => !code.startsWith('columnTexts'))).toEqual([]);
  });

  it('is found in any row, and asked about once for all', async () => {
    const rows = Array.from({ length: 1_500 }, (_, at) => {
      const bill = at === 1_400 || at === 1_450 ? 'bill lost' : `GT/${at}`;
      return `Payee ${at},q${at}@okaxis,${600 + ((at * 37) % 997)},Nov,${bill}`;
    });
    const { issues } = await checked(['Name,UPI ID,Amount,Remark,Bill no', ...rows, ''].join('\n'));
    expect(codes(issues)).toEqual(['wordsAsked@1', 'wordUnknown@1402', 'wordUnknown@1452']);
  });

  it('is a day to come where what is paid for was done before', async () => {
    const cells = ['03-06-2024', '05-07-2025', '21-12-2026', '09-01-2026', '11-02-2026'];
    const at = { nowMs: Date.UTC(2026, 10, 29, 12) };
    expect(codes((await checked(sheet('Joining date', cells), at)).issues)).toEqual(['payDayOther@4']);
    expect(codes((await checked(sheet('Valid till', cells), at)).issues)).toEqual([]);
  });

  it('is shown with its row where it is too long for a word', async () => {
    const cells = ['GT/101', 'GT/108', 'this bill was settled in cash last week', 'GT/119', 'GT/120'];
    expect(codes((await checked(sheet('Bill no', cells))).issues)).toEqual(['cellUnclear@4']);
  });

  it('is a sentence in the place of a name', async () => {
    const text = sheet('Dept', ['Ops', 'Ops', 'Ops', 'Ops', 'Ops']);
    for (const name of ['Meera Iyer left us', 'Cancelled', 'Meera does not work here'])
      expect(codes((await checked(text.replace('Meera Iyer', name))).issues)).toEqual(['cellUnclear@4']);
    expect(codes((await checked(text.replace('Meera Iyer', 'meera iyer'))).issues)).toEqual([]);
  });

  it('is not looked for in a few cells, nor in long ones', () => {
    expect(leavesForm(['A1', 'B2 lost'], 'strict')).toBeNull();
    expect(leavesForm(['A1', 'not him'], 'any')?.('not him')).toBe(true);
    const leaves = leavesForm(['A1', 'A2', 'A3', 'not him'], 'any');
    expect(leaves?.('not him')).toBe(true);
    expect(leaves?.(`not ${'x'.repeat(2_000)}`)).toBe(false);
  });
});

describe('answers and counts', () => {
  it.each([
    ['Signatures', ['2/2', '2/2', '1/2', '2/2', '2/2']],
    ['Levels', ['3 of 3', '3 of 3', '0 of 3', '3 of 3', '3 of 3']],
    ['Sigs', ['2', '2', '1', '2', '2']],
    ['Bank', ['Y', 'Y', 'N', 'Y', 'Y']],
    ['Challan', ['Yes', 'Yes', 'No', 'Yes', 'Yes']],
    ['Cleared', ['1', '1', '0', '1', '1']],
    ['Account type', ['Savings', 'Current', 'Dormant SB', 'Savings', 'Savings']],
    ['Employee type', ['Permanent', 'Contract', 'Retrenched', 'Permanent', 'Contract']],
    ['For month', ['Nov', 'Nov', 'Oct & Nov', 'Nov', 'Nov']],
    ['Inward date', ['03/11/2026', '05/11/2026', '', '09/11/2026', '11/11/2026']],
  ])('are asked about where a few rows differ: %s', async (header, cells) => {
    const { issues } = await checked(sheet(header, cells));
    expect(codes(issues)[0]).toBe('wordsAsked@1');
    expect(codes(issues)).toContain('wordUnknown@4');
  });

  it('are missed where others have the day of approval', async () => {
    const cells = ['27/11/2026', '27/11/2026', '', '28/11/2026', '28/11/2026'];
    expect(codes((await checked(sheet('Verified dt', cells))).issues)).toEqual(['notMarked@4']);
  });

  it.each([
    ['PF applicable', ['Y', 'Y', 'N', 'Y', 'Y']],
    ['Account type', ['Savings', 'Current', 'SB', 'Savings', 'Salary account']],
    ['Period', ['Oct-Nov 26', 'Oct-Nov 26', 'Sep-Oct 26', 'Oct-Nov 26', 'Sep-Oct 26']],
  ])('of something else are not: %s', async (header, cells) => {
    const { issues } = await checked(sheet(header, cells));
    expect(codes(issues)).toEqual([]);
  });
});
