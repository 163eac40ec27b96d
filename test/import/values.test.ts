import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AMOUNT_MAX_PAISE } from '../../shared/limits.ts';
import { asPaise, decimalText, formatRupees, parseRupees, plainPaise } from '../../shared/money.ts';
import { checked, codes, csvRow, HEADER, issuesOf, payments, refused, type SpokenFile } from './files.ts';

type Change = Parameters<typeof csvRow>[0];

describe('a good row', () => {
  it('is payable exactly as it is written', async () => {
    const rows = [
      csvRow({ upi: 'Ravi.Kumar-1@okAXIS', amount: '1500.50', reference: 'SAL/2026-11.1', name: "D'Souza" }),
      csvRow({ method: 'IMPS', account: '00012345678901', ifsc: 'SBIN0000300', remark: 'वेतन नवंबर' }),
    ];
    const file = await checked(`${HEADER}\n${rows.join('\n')}\n`);
    expect(file.issues).toEqual([]);
    expect(payments(file)).toEqual([
      {
        beneficiary: { method: 'UPI', upiId: 'Ravi.Kumar-1@okAXIS' },
        amountPaise: 150_050,
        remark: 'Salary',
        reference: 'SAL/2026-11.1',
        name: "D'Souza",
      },
      {
        beneficiary: { method: 'IMPS', accountNumber: '00012345678901', ifsc: 'SBIN0000300' },
        amountPaise: 50_000,
        remark: 'वेतन नवंबर',
        reference: null,
        name: 'Ravi',
      },
    ]);
    expect(file).toMatchObject({ payableCount: 2, totalPaise: 200_050, hiddenRowCount: 0, sheet: null });
  });
});

/** What is wrong, the change that causes it, and the only issue it may give. */
const ERRORS: readonly (readonly [string, Change, string, string])[] = [
  ['method NEFT', { method: 'NEFT' }, 'methodUnknown', 'A2'],
  ['method empty', { method: '' }, 'methodMissing', 'A2'],
  ['method with a Cyrillic letter', { method: 'UРI' }, 'strangeCharacter', 'A2'],
  ['UPI ID missing', { upi: '' }, 'upiMissing', 'B2'],
  ['UPI ID without @', { upi: 'ravi.okaxis' }, 'upiShape', 'B2'],
  ['UPI ID with two @', { upi: 'ravi@ok@axis' }, 'upiShape', 'B2'],
  ['UPI ID with a space', { upi: 'ravi kumar@okaxis' }, 'upiShape', 'B2'],
  ['UPI ID of one letter', { upi: 'r@okaxis' }, 'upiShape', 'B2'],
  ['UPI handle that starts with a digit', { upi: 'ravi@1axis' }, 'upiShape', 'B2'],
  ['UPI ID that is a mobile number', { upi: '9876543210' }, 'upiShape', 'B2'],
  ['UPI ID that is an e-mail', { upi: 'ravi@gmail.com' }, 'upiEmail', 'B2'],
  ['UPI ID that is an e-mail cut short', { upi: 'ravi@gmail' }, 'upiEmail', 'B2'],
  ['UPI ID with a right-to-left override', { upi: 'ra\u202evi@okaxis' }, 'strangeCharacter', 'B2'],
  ['UPI ID with a zero-width space', { upi: 'ravi@okaxis\u200b' }, 'strangeCharacter', 'B2'],
  ['UPI ID with a byte order mark inside', { upi: '\ufeffravi@okaxis' }, 'strangeCharacter', 'B2'],
  ['UPI ID with a homoglyph', { upi: 'rаvi@okaxis' }, 'strangeCharacter', 'B2'],
  [
    'UPI row with bank details',
    { method: 'UPI', upi: 'ab@bc', account: '123456789', ifsc: 'HDFC0000001' },
    'bankDetailsOnUpi',
    'C2',
  ],
  ['account of zeros', { account: '000000000000' }, 'accountZeros', 'C2'],
  ['account of eight zeros', { account: '00000000' }, 'accountZeros', 'C2'],
  ['account masked with X', { account: 'XXXXXXXX6789' }, 'accountMasked', 'C2'],
  ['account masked with stars', { account: '****6789' }, 'accountMasked', 'C2'],
  ['account masked with two X', { account: 'XX6789' }, 'accountMasked', 'C2'],
  ['account masked with hashes', { account: '####6789' }, 'accountMasked', 'C2'],
  ['account masked in its middle', { account: '5010xxxxxx6789' }, 'accountMasked', 'C2'],
  ['UPI row with an IFSC', { method: 'UPI', upi: 'ab@bc', account: '', ifsc: 'HDFC0000001' }, 'bankDetailsOnUpi', 'D2'],
  ['IMPS row with a UPI ID', { method: 'IMPS', upi: 'ravi@okaxis' }, 'upiOnImps', 'B2'],
  ['IMPS without account', { account: '' }, 'accountMissing', 'C2'],
  ['IMPS without IFSC', { ifsc: '' }, 'ifscMissing', 'D2'],
  ['account with spaces', { account: '1234 5678 9012' }, 'accountShape', 'C2'],
  ['account with a hyphen', { account: '1234-56789' }, 'accountShape', 'C2'],
  ['account of 4', { account: '1234' }, 'accountShape', 'C2'],
  ['account of 21', { account: '1'.repeat(21) }, 'accountShape', 'C2'],
  ['account in scientific form', { account: '1.23E+15' }, 'scientificText', 'C2'],
  ['account 5E10', { account: '5E10' }, 'scientificText', 'C2'],
  ['account in Devanagari digits', { account: '१२३४५६७८९०' }, 'strangeCharacter', 'C2'],
  ['account in full-width digits', { account: '１２３４５６７８９' }, 'strangeCharacter', 'C2'],
  ['IFSC too short', { ifsc: 'HDFC00001' }, 'ifscShape', 'D2'],
  ['IFSC with a fifth digit 1', { ifsc: 'HDFC1000001' }, 'ifscShape', 'D2'],
  ['IFSC with letter O', { ifsc: 'HDFCO000001' }, 'ifscLetterO', 'D2'],
  ['IFSC with letter O of no branch', { ifsc: 'HDFCO999998' }, 'ifscShape', 'D2'],
  ['IFSC with a space', { ifsc: 'HDFC 0000001' }, 'ifscSlip', 'D2'],
  ['IFSC with a digit among its letters', { ifsc: '5BIN0000300' }, 'ifscSlip', 'D2'],
  ['IFSC with a homoglyph', { ifsc: 'НDFC0000001' }, 'strangeCharacter', 'D2'],
  ['amount empty', { amount: '' }, 'amountEmpty', 'E2'],
  ['amount 0', { amount: '0' }, 'amountZero', 'E2'],
  ['amount 0.00', { amount: '0.00' }, 'amountZero', 'E2'],
  ['amount negative', { amount: '-5' }, 'amountNegative', 'E2'],
  ['amount (500)', { amount: '(500)' }, 'amountNegative', 'E2'],
  ['amount 1e5', { amount: '1e5' }, 'amountScientific', 'E2'],
  ['amount 5.001', { amount: '5.001' }, 'amountDecimals', 'E2'],
  ['amount 1.000,50', { amount: '1.000,50' }, 'amountGrouping', 'E2'],
  ['amount 1,2,3', { amount: '1,2,3' }, 'amountGrouping', 'E2'],
  ['amount 0x10', { amount: '0x10' }, 'amountShape', 'E2'],
  ['amount 2026-11-15', { amount: '2026-11-15' }, 'amountShape', 'E2'],
  ['amount #N/A', { amount: '#N/A' }, 'amountShape', 'E2'],
  ['amount five', { amount: 'five' }, 'amountShape', 'E2'],
  ['amount in Devanagari digits', { amount: '५००' }, 'strangeCharacter', 'E2'],
  ['amount above ten crore', { amount: '100000000.01' }, 'amountTooLarge', 'E2'],
  ['amount formula', { amount: '=A1*2' }, 'formulaText', 'E2'],
  ['remark empty', { remark: '' }, 'remarkMissing', 'F2'],
  ['remark of 251', { remark: 'x'.repeat(251) }, 'remarkTooLong', 'F2'],
  ['remark with a control character', { remark: 'Sal\u0007ary' }, 'strangeCharacter', 'F2'],
  ['remark with a line break', { remark: 'Salary\nNov' }, 'lineBreak', 'F2'],
  ['remark with an unreadable character', { remark: 'Sal\ufffdry' }, 'strangeCharacter', 'F2'],
  ['reference with a space', { reference: 'A B' }, 'referenceShape', 'G2'],
  ['reference of 51', { reference: 'A'.repeat(51) }, 'referenceShape', 'G2'],
  ['reference in Cyrillic', { reference: 'А1' }, 'strangeCharacter', 'G2'],
  ['name =cmd|', { name: "=cmd|'/c calc'!A1" }, 'formulaText', 'H2'],
  ['name with a line break', { name: 'Ravi\nKumar' }, 'lineBreak', 'H2'],
  ['name with a right-to-left override', { name: 'Ravi\u202e' }, 'strangeCharacter', 'H2'],
  ['name with a zero-width space', { name: 'Ra\u200bvi' }, 'strangeCharacter', 'H2'],
  ['name with a zero-width joiner between Latin letters', { name: 'Ra\u200dvi' }, 'strangeCharacter', 'H2'],
  ['name of 201', { name: 'x'.repeat(201) }, 'nameTooLong', 'H2'],
];

const OTHERS: readonly (readonly [string, Change, string])[] = [
  ['method upi', { method: 'upi' }, 'notice methodCase'],
  ['IFSC in small letters', { ifsc: 'hdfc0000001' }, 'notice ifscCase'],
  ['IFSC not listed', { ifsc: 'HDFC0ZZZZZ9' }, 'warning ifscNotListed'],
  ['IFSC with letters for the digits of its branch', { ifsc: 'HDFC0OOOOO1' }, 'warning ifscDoubtful'],
  ['IFSC of a bank that merged', { ifsc: 'ANDB0000001', account: '012345678011' }, 'warning ifscMerged'],
  [
    'IFSC of a bank that merged, still in the list',
    { ifsc: 'ALLA0010000', account: '012345678011' },
    'warning ifscMerged',
  ],
  ['UPI handle with a letter left out', { upi: 'ravi@okhdfcbnk' }, 'warning upiHandle'],
  ['UPI handle with a doubled letter', { upi: 'ravi@YBLL' }, 'warning upiHandle'],
  ['UPI handle with swapped letters', { upi: 'ravi@paymt' }, 'warning upiHandle'],
  ['account of 8 digits', { account: '12345678', ifsc: 'KKBK0000958' }, 'warning accountShort'],
  ['account of 8 digits at HDFC', { account: '12345678' }, 'warning accountShort'],
  ['account without its zeros', { account: '401234567', ifsc: 'ICIC0000001' }, 'warning accountShort'],
  ['account of ten digits at SBI', { account: '3000008710', ifsc: 'SBIN0000300' }, 'warning accountShort'],
  ['account of 19 digits', { account: '1234567890123456789', ifsc: 'ABHY0065001' }, 'warning accountUnusual'],
  ['account of 15 digits at HDFC Bank', { account: '501002345678912' }, 'warning accountLong'],
  ['account that counts up', { account: '12345678901234' }, 'warning accountPlaceholder'],
  ['account with letters', { account: 'SB123456789' }, 'warning accountUnusual'],
  ['amount with its sign', { amount: '₹ 1,000' }, 'notice amountCleaned'],
  ['amount Rs. 500/-', { amount: 'Rs. 500/-' }, 'notice amountCleaned'],
  ['amount with grouping', { amount: '1,00,000.00' }, 'notice amountCleaned'],
  ['amount above UPI', { amount: '100000.01' }, 'warning aboveUsual'],
  ['amount above IMPS', { method: 'IMPS', amount: '500000.01' }, 'warning aboveUsual'],
  ['remark of 31', { remark: 'x'.repeat(31) }, 'warning remarkLong'],
  ['remark with an emoji', { remark: 'Bonus 🎉' }, 'warning remarkEmoji'],
  ['spaces around', { upi: ' ravi@okaxis ' }, 'notice trimmed'],
  ['a no-break space behind', { remark: 'Salary\u00a0' }, 'notice trimmed'],
  ['a no-break space inside', { name: 'Ravi\u00a0Kumar' }, 'notice spacesPlain'],
  ['an apostrophe in front', { account: "'00123456789" }, 'notice apostrophe'],
];

const CLEAN: readonly (readonly [string, Change])[] = [
  ['account of 9 digits', { account: '123456789', ifsc: 'INDB0000001' }],
  ['account with its zeros', { account: '000401234567', ifsc: 'ICIC0000001' }],
  ['account as long as its bank has them', { account: '30000087109', ifsc: 'SBIN0000300' }],
  ['account of 18 digits', { account: '012345678901234567', ifsc: 'ABHY0065001' }],
  ['account of 14 digits with zeros in front', { account: '00050100234567891' }],
  ['amount at the UPI limit', { amount: '100000' }],
  ['amount at the IMPS limit', { method: 'IMPS', amount: '500000' }],
  ['remark of 30', { remark: 'x'.repeat(30) }],
  ['name with a joiner in Devanagari', { name: 'क्\u200dष' }],
  ['name of 200', { name: 'x'.repeat(200) }],
  ['reference of 50', { reference: 'A'.repeat(50) }],
];

describe('the rules of a row', () => {
  it.each(ERRORS)('blocks: %s', async (_, change, code, cell) => {
    const issues = await issuesOf(change);
    expect(issues.map((issue) => `${issue.severity} ${issue.code} ${issue.cell}`)).toEqual([`error ${code} ${cell}`]);
    const { rows, payableCount } = await checked(`${HEADER}\n${csvRow(change)}\n`);
    expect([rows[0]?.kind, payableCount]).toEqual(['blocked', 0]);
  });

  it.each(OTHERS)('leaves payable: %s', async (_, change, expected) => {
    const issues = await issuesOf(change);
    expect(issues.map((issue) => `${issue.severity} ${issue.code}`)).toEqual([expected]);
    expect((await checked(`${HEADER}\n${csvRow(change)}\n`)).payableCount).toBe(1);
  });

  it.each(CLEAN)('has nothing to say about: %s', async (_, change) => {
    expect(await issuesOf(change)).toEqual([]);
  });

  it('names the character that nobody can see', async () => {
    const [issue] = await issuesOf({ upi: 'ravi\u202e@okaxis' });
    expect(issue?.message).toContain('right-to-left override (U+202E)');
  });

  it('reads ="00123456789" as text with its zeros', async () => {
    const file = await checked(
      'account,ifsc,amount,remark\n="00123456789",HDFC0000001,500,Pay\n"=""00987654321""",HDFC0000001,500,Pay\n',
    );
    expect(payments(file).map(({ beneficiary }) => beneficiary)).toMatchObject([
      { accountNumber: '00123456789' },
      { accountNumber: '00987654321' },
    ]);
    expect(codes(file.issues)).toEqual(['quotedText@2', 'quotedText@3']);
  });

  it('never puts an account number or a UPI ID into a sentence', async () => {
    const file = await checked(
      `${HEADER}\n${csvRow({ account: '9988776655 44', ifsc: 'HDFCO000001' })}\n${csvRow({ upi: 'secret.person@@x' })}\n`,
    );
    expect(JSON.stringify(file.issues)).not.toMatch(/99887766|secret\.person/);
  });

  it('finds all issues of a row in one pass', async () => {
    const issues = await issuesOf({
      method: 'UPI',
      upi: 'bad',
      amount: '0',
      remark: '',
      reference: 'A B',
      name: 'a\nb',
    });
    expect(issues.map(({ code }) => code)).toEqual([
      'upiShape',
      'amountZero',
      'remarkMissing',
      'referenceShape',
      'lineBreak',
    ]);
  });
});

describe('the method of a row when no column gives it', () => {
  it.each([
    ['ravi@okaxis,,', 'UPI'],
    [',123456789,HDFC0000001', 'IMPS'],
    ['ravi@okaxis,123456789,HDFC0000001', 'methodUnclear'],
    [',,', 'payeeMissing'],
    [',123456789,', 'ifscMissing'],
    [',,HDFC0000001', 'accountMissing'],
  ])('%s gives %s', async (details, expected) => {
    const file = await checked(`upi,account,ifsc,amount,remark,reference\n${details},500,Pay,\nx@yz,,,900,Pay,\n`);
    const [row] = file.rows;
    const args = row?.kind === 'payable' ? row.payment.beneficiary.method : file.issues[0]?.code;
    expect(args).toBe(expected);
  });
});

describe('a warning that names a bank or a handle', () => {
  it.each<readonly [Change, string]>([
    [
      { account: '3000008710', ifsc: 'SBIN0000300' },
      'The account number has fewer than the 11 digits that are usual at State Bank of India: leading zeros may be lost.',
    ],
    [
      { account: '012345678901', ifsc: 'synb0000001' },
      'The IFSC is of Syndicate Bank, which is Canara Bank today; its old IFSCs may no longer be paid to.',
    ],
    [{ upi: 'ravi@oksbii' }, 'The handle after the @ is not known here, but close to @oksbi.'],
  ])('%j', async (change, message) => {
    expect((await issuesOf(change)).map((issue) => issue.message)).toContain(message);
  });
});

describe('what only the whole file shows', () => {
  it('blocks both rows of a repeated reference, compared without case, a blocked row included', async () => {
    const rows = [
      csvRow({ upi: 'a1@okaxis', reference: 'REF-1' }),
      csvRow({ upi: 'a2@okaxis', reference: 'REF-2', name: 'Asha' }),
      csvRow({ upi: 'a3@okaxis', reference: 'ref-1' }),
      csvRow({ upi: 'a4@okaxis', reference: 'REF-2', amount: '0' }),
      csvRow({ upi: 'a5@okaxis', reference: 'REF-1' }),
    ];
    const file = await checked(`${HEADER}\n${rows.join('\n')}\n`);
    expect(codes(file.issues)).toEqual([
      'referenceRepeated@2',
      'referenceRepeated@3',
      'referenceRepeated@4',
      'amountZero@5',
      'referenceRepeated@5',
      'referenceRepeated@6',
    ]);
    expect(file).toMatchObject({ payableCount: 0, totalPaise: 0 });
    expect(file.issues[2]?.message).toContain('row 2');
  });

  it('warns on each later row that pays the same person the same amount', async () => {
    const rows = [
      csvRow({ upi: 'a1@okaxis' }),
      csvRow({ upi: 'A1@OKAXIS', amount: '500.00' }),
      csvRow({ upi: 'a1@okaxis', amount: '501' }),
      csvRow({ method: 'IMPS', name: 'R' }),
      csvRow({ method: 'IMPS', name: 'R.' }),
      csvRow({ upi: 'a1@okaxis' }),
    ];
    const file = await checked(`${HEADER}\n${rows.join('\n')}\n`);
    expect(codes(file.issues)).toEqual(['samePayment@3', 'samePayment@6', 'samePayment@7']);
    expect(file.issues.map(({ message }) => /row (\d+)/.exec(message)?.[1])).toEqual(['2', '5', '2']);
    expect(file.payableCount).toBe(6);
  });

  it('warns on each later row that pays the same amount to the same name elsewhere, naming the first one', async () => {
    const rows = [
      csvRow({ upi: 'a1@okaxis', name: 'Asha Rao' }),
      csvRow({ method: 'IMPS', account: '00123456789', name: 'RAO, Asha', amount: '500.00' }),
      csvRow({ method: 'IMPS', account: '00123456780', name: 'Mrs. Asha  Rao' }),
      csvRow({ upi: 'a2@okaxis', name: 'Asha Rao', amount: '501' }),
      csvRow({ upi: 'a3@okaxis', name: 'A Rao' }),
      csvRow({ upi: 'a4@okaxis', name: '' }),
      csvRow({ upi: 'a5@okaxis', name: '...' }),
      csvRow({ upi: 'a6@okaxis', name: '...' }),
      csvRow({ upi: 'a1@okaxis', name: 'Asha Rao' }),
    ];
    const file = await checked(`${HEADER}\n${rows.join('\n')}\n`);
    expect(
      file.issues.map(({ code, row, cell, message }) => [code, row, cell, /[Rr]ow (\d+)/.exec(message)?.[1]]),
    ).toEqual([
      ['sameNameAndAmount', 3, 'C3', '2'],
      ['sameNameAndAmount', 4, 'C4', '2'],
      ['samePayment', 10, 'B10', '2'],
    ]);
    expect(file.payableCount).toBe(9);
  });

  it('warns on each later row that pays an account under another name, naming the first one', async () => {
    const rows = [
      csvRow({ upi: 'a1@okaxis', name: '', amount: '1' }),
      csvRow({ upi: 'a1@okaxis', name: 'Asha K', amount: '2' }),
      csvRow({ upi: 'A1@OKAXIS', name: 'Ravi', amount: '3' }),
      csvRow({ upi: 'a1@okaxis', name: 'ASHA K.', amount: '4' }),
      csvRow({ method: 'IMPS', account: '00123456789', name: 'Ravi', amount: '5' }),
      csvRow({ method: 'IMPS', account: '00123456789', name: 'Suresh', amount: '0' }),
      csvRow({ method: 'IMPS', account: '123456789', ifsc: 'HDFC0000002', name: 'Meena', amount: '7' }),
      csvRow({ method: 'IMPS', account: '00123456789', ifsc: 'SBIN0000300', name: 'Meena', amount: '8' }),
    ];
    const file = await checked(`${HEADER}\n${rows.join('\n')}\n`);
    const named = file.issues.filter(({ code }) => code === 'otherName');
    expect(named.map(({ row, field, message }) => [row, field, /Row (\d+)/.exec(message)?.[1]])).toEqual([
      [4, 'upiId', '3'],
      [8, 'accountNumber', '6'],
    ]);
    expect(file.payableCount).toBe(7);
  });

  it('warns on the same account at another branch of its bank, with or without its leading zeros', async () => {
    const rows = [
      csvRow({ account: '00123456789', ifsc: 'HDFC0000001' }),
      csvRow({ account: '00123456789', ifsc: 'HDFC0000002' }),
      csvRow({ account: '123456789', ifsc: 'hdfc0000003' }),
      csvRow({ account: '00123456789', ifsc: 'SBIN0000300' }),
      csvRow({ account: '1234567890', ifsc: 'HDFC0000001' }),
      csvRow({ account: 'AB000123', ifsc: 'HDFC0000001' }),
      csvRow({ account: '0ab000123', ifsc: 'HDFC0000002' }),
    ];
    const file = await checked(`${HEADER}\n${rows.join('\n')}\n`);
    const repeats = file.issues.filter(({ code }) => code === 'samePayment');
    expect(repeats.map(({ row, message }) => [row, /row (\d+)/.exec(message)?.[1]])).toEqual([
      [3, '2'],
      [4, '2'],
      [8, '7'],
    ]);
    // The normalised form used for comparison is never the one that is sent.
    expect(payments(file).map(({ beneficiary }) => beneficiary)).toMatchObject([
      { accountNumber: '00123456789', ifsc: 'HDFC0000001' },
      { accountNumber: '00123456789', ifsc: 'HDFC0000002' },
      { accountNumber: '123456789', ifsc: 'HDFC0000003' },
      { accountNumber: '00123456789', ifsc: 'SBIN0000300' },
      { accountNumber: '1234567890', ifsc: 'HDFC0000001' },
      { accountNumber: 'AB000123', ifsc: 'HDFC0000001' },
      { accountNumber: '0ab000123', ifsc: 'HDFC0000002' },
    ]);
  });

  it('blocks amounts above the ceiling of the profile, and only those', async () => {
    const maxPayoutPaise = asPaise(50_000);
    expect(await issuesOf({ amount: '500' }, { maxPayoutPaise })).toEqual([]);
    expect(await issuesOf({ amount: '500.01' }, { maxPayoutPaise })).toMatchObject([
      { code: 'aboveCeiling', severity: 'error', message: expect.stringContaining('₹500.00') },
    ]);
  });

  it('refuses a total that cannot be held exactly', async () => {
    const rows = Array.from({ length: 100_001 }, (_, at) => `p${at}@okaxis,100000000,Pay`);
    expect((await refused(`upi,amount,remark\n${rows.join('\n')}\n`)).code).toBe('totalTooLarge');
  });

  it('fills an empty or missing remark when one is given for all rows', async () => {
    const input = { fillRemark: ' Salary Nov ' };
    const file = await checked('upi,amount,remark\nravi@okaxis,500,\nasha@okaxis,500,Bonus\n', input);
    expect(payments(file).map(({ remark }) => remark)).toEqual(['Salary Nov', 'Bonus']);
    expect(payments(await checked('upi,amount\nravi@okaxis,500\n', input))).toMatchObject([{ remark: 'Salary Nov' }]);
    expect((await checked('upi,amount\nravi@okaxis,500\n')).issues).toMatchObject([
      { code: 'remarkMissing', cell: null },
    ]);
    expect((await checked('upi,amount\nravi@okaxis,500\n', { fillRemark: '  ' })).payableCount).toBe(0);
  });

  it('refuses a remark for all rows that no row could carry, and warns about a long one', async () => {
    for (const fillRemark of ['x'.repeat(251), 'a\nb', 'a\u202eb']) {
      expect((await refused('upi,amount\nravi@okaxis,500\n', { fillRemark })).code).toBe('fillRemarkUnusable');
    }
    const file = await checked('upi,amount\nravi@okaxis,500\n', { fillRemark: 'x'.repeat(31) });
    expect(codes(file.issues)).toEqual(['fillRemarkLong@1']);
  });
});

describe('plainPaise', () => {
  it('agrees with parseRupees on every plain amount and leaves the others to it', () => {
    const amount = fc.oneof(
      fc.integer({ min: 0, max: AMOUNT_MAX_PAISE * 2 }).map((paise) => decimalText(paise)),
      fc.integer({ min: 0, max: AMOUNT_MAX_PAISE }).map((paise) => formatRupees(asPaise(paise))),
      fc.stringMatching(/^[0-9.,+-]{0,15}$/),
      fc.string(),
    );
    fc.assert(
      fc.property(amount, (text) => {
        const plain = plainPaise(text);
        const reading = parseRupees(text);
        if (plain === null) return;
        expect(reading).toEqual({ kind: 'exact', paise: plain, cleaned: false });
      }),
      { numRuns: 3_000 },
    );
  });

  it.each(['1', '500', '0.5', '0.05', '100000000', '99999999.99'])('takes %s itself', (text) => {
    expect(plainPaise(text)).not.toBeNull();
  });
});

describe('the cells of a whole column', () => {
  const accounts = (...numbers: readonly string[]): Promise<SpokenFile> =>
    checked(
      [
        'Name,Account No,IFSC,Amount,Remark',
        ...numbers.map((text, at) => `A${at}x,${text},KKBK0000958,9${at},Pay`),
        '',
        '',
      ].join('\n'),
    );
  const doubted = ({ issues }: SpokenFile): readonly string[] =>
    issues.flatMap(({ code, cell }) => (code === 'columnDoubtful' ? [cell ?? ''] : []));

  it('warn where all accounts look like mobile numbers', async () => {
    expect(doubted(await accounts('9820012345', '9845098765', '6700011223'))).toEqual(['B1']);
    expect(doubted(await accounts('9820012345', '9845098765'))).toEqual([]);
    expect(doubted(await accounts('9820012345', '9845098765', '5700011223'))).toEqual([]);
  });

  it('warn where commas have split the amounts', async () => {
    const of = (...rows: readonly string[]): Promise<SpokenFile> =>
      checked(['UPI ID,Amount,Remark', ...rows, ''].join('\n'));
    expect(doubted(await of('a1@okaxis,18,450', 'a2@okaxis,27,325.50'))).toEqual(['B1']);
    expect(doubted(await of('a1@okaxis,18,450', 'a2@okaxis,27,Pay'))).toEqual([]);
    expect(doubted(await of('a1@okaxis,1800,450', 'a2@okaxis,2700,451'))).toEqual([]);
  });
});
