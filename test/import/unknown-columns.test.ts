// Columns under headers that the importer does not know: whatever differs from most rows is asked about.

import { describe, expect, it } from 'vitest';
import { checked, codes, payments, refused } from './files.ts';

const NAMES = ['Ravi Kumar', 'Asha Rao', 'Meera Iyer', 'Kiran Shah', 'Deepak Singh'];

function sheet(header: string, cells: readonly string[], remark = 'Nov'): string {
  const rows = cells.map((cell, at) => `${NAMES[at] ?? ''},p${at}@okaxis,5${at}0,${remark},${cell}`);
  return [`Name,UPI ID,Amount,Remark,${header}`, ...rows, ''].join('\n');
}

/** `usual` in all rows but the third. */
function beside(usual: string, third: string): readonly string[] {
  return [usual, usual, third, usual, usual];
}

describe('a column that is not understood', () => {
  it.each([
    ['Go/No-go', beside('Go', 'No-go')],
    ['Result', beside('Positive', 'Negative')],
    ['Disposition', beside('Genuine', 'Suspect')],
    ['Deployment', beside('Deployed', 'Bench')],
    ['Bill status', beside('Booked', 'Parked')],
    ['NPCI mapper', beside('Mapped', 'Unmapped')],
    ['Refund type', beside('Full', 'Store credit')],
    ['Ticket', beside('closed - refunded', 'closed - replaced')],
    ['Bill copy', beside('recd', 'nil')],
    ['Run', beside('1', '2')],
    ['Payroll flag', beside('1', '9')],
    ['Tranche', beside('T1', 'T2')],
    ['Cycle', beside('Nov-26', 'Dec-26')],
    ['Block', beside('', 'X')],
    ['Seen', beside('', '*')],
  ])('asks about what differs: %s', async (header, cells) => {
    const file = await checked(sheet(header, cells));
    expect(codes(file.issues)).toEqual(['wordsAsked@1', 'wordUnknown@4']);
    expect(payments(file)).toHaveLength(4);
  });

  it.each([
    ['Indemnity bond', beside('Submitted', '')],
    ['Ledger tick', beside('T', '')],
  ])('asks about the rows that lack the only word of it: %s', async (header, cells) => {
    expect(codes((await checked(sheet(header, cells))).issues)).toEqual(['wordsAsked@1', 'wordUnknown@4']);
  });

  it.each([
    ['Auth Sign', ['RK', 'SM', '', 'RK', 'SM']],
    ['Init.', beside('rk', '')],
    ['Countersigned', beside('CS', '-')],
    ['हस्ताक्षर', beside('र.कु.', '')],
    ['Sanction order', ['SO/11', 'SO/12', '', 'SO/14', 'SO/15']],
  ])('misses the signature of a row: %s', async (header, cells) => {
    expect(codes((await checked(sheet(header, cells))).issues)).toEqual(['notMarked@4']);
  });

  it.each([
    ['Bill state', ['Booked', 'Parked', 'Raised', 'Booked', 'Parked']],
    ['Order state', ['Shipped', 'Refused', 'Shipped', 'Lost', 'Refused']],
    ['Sanction level', ['2', '2', '1', '0', '2']],
    ['Ack code', ['A1', 'B2', 'A1', 'A1', 'B2']],
    ['Signed', ['2/2', '2/2', '1/2', '2/2', '2/2']],
    ['Reply code', ['00', '00', '091', '00', '00']],
  ])('asks about every word where none is usual: %s', async (header, cells) => {
    const { issues } = await checked(sheet(header, cells));
    const counted = Map.groupBy(cells, (cell) => cell);
    const rare = [...counted].filter(([, rows]) => rows.length * 3 <= cells.length).map(([cell]) => cell);
    for (const cell of rare) expect(codes(issues)).toContain(`wordUnknown@${cells.indexOf(cell) + 2}`);
    expect(codes(issues)[0]).toBe('wordsAsked@1');
  });

  it.each([
    ['Phase', ['1', '2']],
    ['Prio', ['P2', 'P4']],
  ])('asks about codes of two rows: %s', async (header, cells) => {
    expect(codes((await checked(sheet(header, cells))).issues)).toEqual([
      'wordsAsked@1',
      'wordUnknown@2',
      'wordUnknown@3',
    ]);
  });

  it.each([
    ['PAN', ['ABCPK1234F', 'BCDPR2345G', 'disputed', 'DEFPS4567J', 'EFGPS5678K']],
    ['Joined', ['1/4/2020', '2/5/2021', 'walked out', '4/7/2022', '9/9/2023']],
    ['Lodge', ['L-1041', 'L-1042', 'vacated', 'L-1044', 'L-1045']],
  ])('asks about a word among numbers or days: %s', async (header, cells) => {
    expect(codes((await checked(sheet(header, cells))).issues)).toContain('wordUnknown@4');
  });

  it('asks about many words once, and remembers what was said of the column', async () => {
    const buddies = ['alpha', 'beta', 'gamma', 'delta', 'zeta', 'theta'];
    const rows = [...buddies, ...buddies].map(
      (buddy, at) => `Payee ${at},q${at * 7}@okaxis,${500 + at * 9},Nov,${buddy}`,
    );
    const text = ['Name,UPI ID,Amount,Remark,Fellow', ...rows, ''].join('\n');
    const open = await checked(text);
    expect(open.issues[0]?.message).toContain('Fellow: 6 words such as ALPHA, BETA, GAMMA, DELTA (12 rows, ₹6,594.00)');
    expect(open.issues[0]?.cure).toContain('--word "Fellow:…=pay"');
    const answer = (as: 'pay' | 'unpaid') => ({ words: [{ column: '', word: 'Fellow:...', as }] });
    expect(codes((await checked(text, answer('pay'))).issues)).toEqual([]);
    expect(payments(await checked(text, answer('unpaid')))).toHaveLength(0);
    // Beside a word that is known to speak against paying, each of the others is asked about.
    const held = await checked(text.replace('theta', 'on hold'), answer('pay'));
    expect(codes(held.issues)).toContain('statusSays@7');
    expect(codes(held.issues)).toContain('wordUnknown@2');
    const one = { words: [...answer('pay').words, { column: 'Fellow', word: 'beta', as: 'unpaid' as const }] };
    expect(payments(await checked(text, one))).toHaveLength(10);
  });

  it('asks about both of two opposites, however often each stands', async () => {
    const file = await checked(
      sheet('Claim outcome', ['Admissible', 'Inadmissible', 'Admissible', 'Inadmissible', 'Admissible']),
    );
    expect(file.issues[0]?.message).toContain(
      'Claim outcome: "ADMISSIBLE" (3 rows, ₹1,560.00), Claim outcome: "INADMISSIBLE" (2 rows, ₹1,040.00)',
    );
  });

  it.each([
    ['Result', ['Positive', 'Negative']],
    ['Okay to release', ['Y', '?']],
    ['நிலை', ['சரி', 'நிறுத்து']],
    ['Bill copy', ['recd', 'nil']],
    ['Deployment', ['Deployed', 'Bench', 'Deployed', 'Bench', 'Bench', 'Deployed']],
    ['Ticket', ['closed - refunded', 'closed - replaced']],
  ])('asks about both words of two kinds of rows: %s', async (header, cells) => {
    const { issues } = await checked(sheet(header, cells));
    expect(codes(issues)).toEqual(['wordsAsked@1', ...cells.map((_, at) => `wordUnknown@${at + 2}`)]);
  });

  it('may hold the names where no other column does', async () => {
    const text = 'Naam,UPI ID,Amount,Remark\nRavi,ravi9@okaxis,500,Nov\nAsha,asha8@okaxis,510,Nov\n';
    expect(codes((await checked(text)).issues)).toEqual([]);
  });

  it.each([
    ['Blood Grp', ['B+', 'O+']],
    ['Memo', ['Insurance', 'Boots']],
    ['Diet', ['Veg', 'Non-veg']],
    ['Ref code', ['AB12', 'CD34']],
    ['Sl', ['1', '2']],
    ['Weekly off', ['Sun', 'Mon']],
  ])('asks nothing about two kinds of something else: %s', async (header, cells) => {
    expect(codes((await checked(sheet(header, cells))).issues)).toEqual([]);
  });

  it.each([
    ['T-shirt', beside('M', 'L')],
    ['Marital Status', beside('Married', 'Single')],
    ['Taluka', beside('Haveli', 'Mulshi')],
    ['Coach', beside('Suresh', 'Ramesh')],
    ['Requested by', beside('S Rao', 'M Shah')],
    ['Diet', beside('Veg', 'Non-veg')],
    ['Weekly off', beside('Sun', 'Mon')],
    ['Shift', beside('A', 'C')],
    ['Dependents', beside('2', '3')],
    ['Coupon', beside('', 'DIWALI10')],
    ['Increment month', beside('Jan-26', 'Jul-26')],
    ['Cycle', beside('Nov-26', 'Oct-26')],
    ['Nature of Expense', beside('Freight', 'Rent')],
    ['Contractor', beside('Om Labour', 'Shiv Ent')],
    ['Signature', beside('', '')],
    ['Canteen facility', beside('Y', 'N')],
    ['Shift In-charge', beside('MS RAO', 'MR DAS')],
    ['CL', ['0', '1', '0', '2', '1']],
    ['Pay Slab', ['S7', 'S8', 'S7', 'S8', 'S7']],
    ['Emp Category', beside('Skilled', 'Helper')],
  ])('asks nothing where its header says what it is about: %s', async (header, cells) => {
    expect(codes((await checked(sheet(header, cells))).issues)).toEqual([]);
  });

  it.each([
    ['Bank Name', ['HDFC Bank', 'ICICI Bank', 'A/c frozen', 'HDFC Bank', 'SBI']],
    ['Shift', beside('A', 'Absconded')],
    ['Category', beside('Regular', 'Left')],
    ['City', beside('Pune', 'do not pay')],
    ['Payroll group', beside('G1', 'Hold list')],
  ])('of something else still says that a row is not to be paid: %s', async (header, cells) => {
    expect(codes((await checked(sheet(header, cells))).issues)).toEqual(['statusSays@4']);
  });
});

describe('a reference that a bank gives to payments', () => {
  it.each(['Txn Ref', 'Order ID', 'Dept'])('says under any header that its row was paid: %s', async (header) => {
    for (const reference of ['AXISN26334001234', 'HDFCR52026112800112233']) {
      const { issues } = await checked(sheet(header, beside('', reference)));
      expect(codes(issues)).toEqual(['bankReferenceThere@4']);
    }
    expect(codes((await checked(sheet(header, beside('', 'INVC26334001')))).issues)).toEqual([]);
  });
});

describe('what stands behind a name or in a remark', () => {
  it('is asked about with its day', async () => {
    const text = sheet('Dept', beside('A', 'A')).replace('Meera Iyer', 'Meera Iyer - left 12/11');
    expect(codes((await checked(text)).issues)).toEqual(['cellUnclear@4']);
    const plain = sheet('Dept', beside('A', 'A')).replace('Meera Iyer', 'Sai Traders - unit 2');
    expect(codes((await checked(plain)).issues)).toEqual([]);
  });

  it('holds its row back by any word of its state', async () => {
    const remarks = ['Inv 8', 'Inv 9', 'disputed - qty short', 'Inv 11', 'Inv 12'];
    const rows = remarks.map((remark, at) => `p${at}@okaxis,5${at}0,${remark}`);
    const { issues } = await checked(['UPI ID,Amount,Remark', ...rows, ''].join('\n'));
    expect(codes(issues)).toEqual(['statusSays@4']);
  });

  it('is asked about where it says paid beside what is paid for', async () => {
    const text = sheet('Dept', beside('A', 'A')).replace('520,Nov', '520,Nov (paid 26th)');
    expect(codes((await checked(text)).issues)).toEqual(['wordsAsked@1', 'wordUnknown@4']);
  });

  it.each([
    ['Meera Iyer (Frozen)', ['wordsAsked@1', 'wordUnknown@4']],
    ['Meera Iyer - NOT ELIGIBLE', ['cellUnclear@4']],
  ])('is asked about in capitals: %s', async (name, said) => {
    const text = sheet('Dept', beside('A', 'A')).replace('Meera Iyer', name);
    expect(codes((await checked(text)).issues)).toEqual(said);
  });
});

describe('a second column of IFSC codes', () => {
  const rows = (...seconds: readonly string[]): string =>
    [
      'Account Number,IFSC,Checked code,Amount,Remark',
      ...seconds.map((second, at) => `501001234567${at}8,HDFC0000001,${second},500,pay`),
      '',
    ].join('\n');
  const same = ['HDFC0000001', 'HDFC0000001', 'HDFC0000001', 'HDFC0000001'];

  it('is compared with the one that is paid to', async () => {
    expect(codes((await checked(rows(...same))).issues)).toEqual([]);
    expect(codes((await checked(rows(...same, 'HDFC0000060'))).issues)).toEqual(['detailsBeside@6']);
  });
});

describe('addresses beside the names of other rows', () => {
  const rows = (header: string, addresses: readonly string[]): string =>
    [
      `Name,UPI ID,${header},Amount,Remark`,
      ...NAMES.map((name, at) => `${name},p${at}@okaxis,${addresses[at] ?? ''},5${at}0,Nov`),
      '',
    ].join('\n');
  const own = ['ravi.kumar@a.in', 'asharao@a.in', 'm.iyer@a.in', 'kiran77@a.in', 'deepak@a.in'];
  const sorted = ['asharao@a.in', 'deepak.singh@a.in', 'kiran77@a.in', 'meera@a.in', 'ravi@a.in'];

  it('were sorted alone', async () => {
    expect((await refused(rows('Email', sorted))).code).toBe('sortedApart');
    const text = rows('Dept', []).replace(/p(\d)@okaxis/g, (_, at) =>
      (sorted[Number(at)] ?? '').replace('a.in', 'okaxis'),
    );
    expect((await refused(text)).code).toBe('sortedApart');
  });

  it('are the own ones, or of no name', async () => {
    expect(codes((await checked(rows('Email', own))).issues)).toEqual([]);
    const ofCompany = NAMES.map((_, at) => `hr${at}@acme.in`);
    expect(codes((await checked(rows('Email', ofCompany))).issues)).toEqual([]);
    // Of six, one stays in its place by chance.
    const mostly = sorted
      .with(2, own[2] ?? '')
      .with(1, 'kiran77@a.in')
      .with(3, 'deepak@a.in');
    expect((await refused(rows('Email', mostly))).code).toBe('sortedApart');
    // One is somebody else's.
    expect(codes((await checked(rows('Email', own.with(0, 'asharao@a.in')))).issues)).toEqual([]);
  });
});

describe('what was made of the names beside it', () => {
  const rows = (header: string, cells: readonly string[], names = NAMES): string =>
    [
      `Name,UPI ID,${header},Amount,Remark`,
      ...names.map((name, at) => `${name},98220${at}7731@ybl,${cells[at] ?? ''},5${at}0,Nov`),
      '',
    ].join('\n');
  const sorted = NAMES.toSorted();

  it.each([
    ['Slip', NAMES.map((name) => `wages_${name.toLowerCase().replace(' ', '_')}.pdf`)],
    ['Called', NAMES.map((name) => `${name.split(' ')[0]} bhai`)],
    ['Family', NAMES.map((name) => name.split(' ')[1] ?? '')],
    ['Login', ['rkumar', 'arao', 'miyer', 'kshah', 'dsingh']],
    ['Initials', ['RK', 'AR', 'MI', 'KS', 'DS']],
    ['Token', ['RAV-11', 'ASH-12', 'MEE-13', 'KIR-14', 'DEE-15']],
  ])('shows that the names were sorted alone: %s', async (header, cells) => {
    expect((await refused(rows(header, cells, sorted))).code).toBe('sortedApart');
    expect(codes((await checked(rows(header, cells))).issues)).not.toContain('sortedApart');
  });

  it('is not the name of somebody else: a father, a manager', async () => {
    const fathers = ['Asha Ram', 'Ravi Das', 'Kiran Pal', 'Om Das', 'Hari Lal'];
    expect(codes((await checked(rows('Father name', fathers))).issues)).toEqual([]);
    const managers = ['Asha Rao', 'Ravi Kumar', 'Ravi Kumar', 'Asha Rao', 'Ravi Kumar'];
    expect(codes((await checked(rows('Manager', managers))).issues)).toEqual([]);
  });
});

describe('a column of payers', () => {
  const rows = (header: string, names: readonly string[]): string =>
    [`${header},UPI ID,Amount,Remark`, ...names.map((name, at) => `${name},p${at}@okaxis,5${at}0,Nov`), ''].join('\n');

  it.each(['Received From', 'Payer', 'Remitter Name', 'Due from', 'Depositor', 'Donor Name'])(
    'lists money that came in: %s',
    async (header) => {
      const { issues } = await checked(rows(header, NAMES));
      expect(codes(issues)).toEqual(['payersNamed@1']);
      expect(issues[0]?.message).toContain(`"${header}"`);
    },
  );

  it('is the one payer of a file', async () => {
    const one = NAMES.map(() => 'Acme Textiles');
    expect(codes((await checked(rows('Remitter Name', one))).issues)).toEqual([]);
    const text = rows('Remitter Name', NAMES)
      .replace('UPI ID', 'UPI ID,Payee Name')
      .replace(/@okaxis/g, '@okaxis,Sai');
    expect(codes((await checked(text)).issues)).not.toContain('payersNamed@1');
  });
});

describe('a column counted in something and ending in money', () => {
  it.each(['Short qty value', 'Rate diff', 'Days cut', 'Qty diff amt'])('is asked about: %s', async (header) => {
    expect((await refused(sheet(header, beside('0', '1840')))).code).toBe('amountUnclear');
  });

  it('is none where it only counts', async () => {
    expect(codes((await checked(sheet('Qty', beside('120', '1840')))).issues)).toEqual([]);
  });
});

describe('one word in all rows', () => {
  const rows = (header: string, cells: readonly string[]): string =>
    [
      `UPI ID,Amount,Remark,${header}`,
      ...cells.map((cell, at) => `q${at * 7}@okaxis,5${at * 3}0,Nov,${cell}`),
      '',
    ].join('\n');

  it.each([
    ['Upshot', 'LODGED'],
    ['Slip', 'issued'],
    ['लेन', 'पूर्ण'],
  ])('is asked about once under a header that is not understood: %s says %s', async (header, cell) => {
    const { issues } = await checked(rows(header, [cell, cell, cell]));
    expect(codes(issues)).toEqual(['wordsAsked@1', 'wordUnknown@2', 'wordUnknown@3', 'wordUnknown@4']);
  });

  it.each([
    ['Department', 'Stitching'],
    ['Company', 'Textiles'],
    ['Bank says', 'salary'],
    ['Bank says', 'R-118'],
    ['Contact type', 'Savings'],
    ['Order status', 'Delivered'],
  ])('is no question where it is harmless: %s says %s', async (header, cell) => {
    expect(codes((await checked(rows(header, [cell, cell, cell]))).issues)).toEqual([]);
  });

  it('is no question in two rows', async () => {
    expect(codes((await checked(rows('Slip', ['issued', 'issued']))).issues)).toEqual([]);
  });
});
