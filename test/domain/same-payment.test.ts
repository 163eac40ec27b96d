// How a row repeats an earlier payout: each line of the table in DESIGN, The same payment, at each stage and age.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName, MERGED_BANKS, personKey } from '../../electron/main/domain/person-key.ts';
import { purposeOf } from '../../electron/main/domain/purpose.ts';
import {
  type Clocks,
  type EarlierPayment,
  type Intention,
  type Repeat,
  repeatOf,
  type Stage,
} from '../../electron/main/domain/same-payment.ts';
import type { Beneficiary } from '../../shared/rows.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1_775_019_600_000;
const CLOCKS: Clocks = { nowMs: NOW_MS, recordedMs: NOW_MS };
const STAGES: readonly Stage[] = ['open', 'paid', 'news', 'unpaid'];

/** What a sheet says of a payment. */
interface Said {
  readonly beneficiary: Beneficiary;
  readonly name: string;
  readonly remark: string;
  readonly reference: string | null;
  readonly amountPaise: number;
}

const ASHA: Said = {
  beneficiary: { method: 'UPI', upiId: 'asha@okbank' },
  name: 'Asha Rao',
  remark: 'Salary Nov',
  reference: null,
  amountPaise: 50_000,
};

function intentionOf({ beneficiary, name, remark, reference, amountPaise }: Said): Intention {
  const purpose = purposeOf({ reference, remark, called: ['salaries.csv'] });
  return { payee: personKey(beneficiary), name: foldName(name), purpose, amountPaise };
}

interface Earlier extends Partial<Said> {
  readonly stage?: Stage;
  readonly days?: number | null;
  readonly isElsewhere?: boolean;
}

/** How Asha's row repeats an earlier payout, found by its payee if that is hers, and otherwise by her name. */
function repeats(
  { stage = 'paid', days = 1, isElsewhere = false, ...said }: Earlier,
  { row = {}, clocks = CLOCKS }: { readonly row?: Partial<Said>; readonly clocks?: Clocks } = {},
): Repeat | null {
  const [now, before] = [intentionOf({ ...ASHA, ...row }), intentionOf({ ...ASHA, ...said })];
  const earlier: EarlierPayment = {
    intention: before,
    stage,
    atMs: days === null ? null : NOW_MS - days * DAY_MS,
    isPayee: now.payee === before.payee,
    elsewhere: isElsewhere,
  };
  return repeatOf(now, earlier, clocks);
}

const BY_BANK = { beneficiary: { method: 'IMPS', accountNumber: '00112233', ifsc: 'HDFC0001234' } } as const;
const INVOICE = { row: { reference: 'INV-1234' } };
const ANOTHER = { remark: 'Bonus' };
const OTHER_AMOUNT = { amountPaise: 50_001 };

interface Line {
  readonly says: string;
  readonly earlier: Earlier;
  readonly now?: { readonly row: Partial<Said> };
  /** The result for a paid payout from each age in days on. */
  readonly paid: readonly (readonly [fromDays: number, repeat: Repeat | null])[];
  readonly open: Repeat | null;
  readonly unpaid: 'lookUp' | null;
}

const AGAIN = [
  [0, 'again'],
  [25, 'usual'],
  [30, null],
] as const;
const CORRECTION = [
  [0, 'correction'],
  [25, null],
] as const;
const NAME = [
  [0, 'name'],
  [25, 'usual'],
  [30, null],
] as const;
const NEARBY = [
  [0, 'nearby'],
  [10, null],
] as const;

const TABLE: readonly Line[] = [
  {
    says: 'the payee with the same reference and amount',
    earlier: { reference: 'inv 01234' },
    now: INVOICE,
    paid: AGAIN,
    open: 'waits',
    unpaid: 'lookUp',
  },
  {
    says: 'the payee with the same reference, and another amount and remark',
    earlier: { reference: 'INV-1234', ...OTHER_AMOUNT, ...ANOTHER },
    now: INVOICE,
    paid: AGAIN,
    open: 'waits',
    unpaid: 'lookUp',
  },
  {
    says: 'the payee with a near reference and the same amount',
    earlier: { reference: 'INV-1234A' },
    now: INVOICE,
    paid: AGAIN,
    open: 'waits',
    unpaid: 'lookUp',
  },
  {
    says: 'the payee with a near reference and another amount',
    earlier: { reference: 'INV-1234A', ...OTHER_AMOUNT },
    now: INVOICE,
    paid: NEARBY,
    open: 'nearby',
    unpaid: null,
  },
  {
    says: 'the payee with the same purpose and amount',
    earlier: { remark: 'salary NOVEMBER' },
    paid: AGAIN,
    open: 'waits',
    unpaid: 'lookUp',
  },
  {
    says: 'the payee with the same amount, and no purpose given',
    earlier: { remark: '' },
    paid: AGAIN,
    open: 'waits',
    unpaid: 'lookUp',
  },
  {
    says: 'the payee with the same amount for another kind of payment, where the row says no purpose',
    earlier: ANOTHER,
    now: { row: { remark: '' } },
    paid: AGAIN,
    open: 'waits',
    unpaid: 'lookUp',
  },
  {
    says: 'the payee with the same purpose and another amount',
    earlier: OTHER_AMOUNT,
    paid: CORRECTION,
    open: 'waits',
    unpaid: 'lookUp',
  },
  {
    says: 'the payee with another amount, and no purpose given',
    earlier: { ...OTHER_AMOUNT, remark: '' },
    paid: CORRECTION,
    open: 'waits',
    unpaid: 'lookUp',
  },
  {
    says: 'the payee with another purpose and the same amount',
    earlier: ANOTHER,
    paid: [
      [0, 'another'],
      [25, 'usual'],
      [30, null],
    ],
    open: 'waits',
    unpaid: 'lookUp',
  },
  {
    says: 'the payee with another purpose and another amount',
    earlier: { ...ANOTHER, ...OTHER_AMOUNT },
    paid: NEARBY,
    open: 'nearby',
    unpaid: null,
  },
  {
    says: 'the name alone with the same purpose and amount',
    earlier: BY_BANK,
    paid: NAME,
    open: 'name',
    unpaid: 'lookUp',
  },
  {
    says: 'the name alone with the same purpose and another amount',
    earlier: { ...BY_BANK, ...OTHER_AMOUNT },
    paid: NAME,
    open: 'name',
    unpaid: 'lookUp',
  },
  {
    says: 'the name alone with another purpose and the same amount',
    earlier: { ...BY_BANK, ...ANOTHER },
    paid: NAME,
    open: 'name',
    unpaid: 'lookUp',
  },
  {
    says: 'the name alone with another purpose and another amount',
    earlier: { ...BY_BANK, ...ANOTHER, ...OTHER_AMOUNT },
    paid: [[0, null]],
    open: null,
    unpaid: null,
  },
];

/** A day on each side of every limit. */
const AGES = [0, 9.99, 10, 24.99, 25, 29.99, 30, 400];

describe.each(TABLE.map((line) => [line.says, line] as const))('%s', (_says, { earlier, now, paid, open, unpaid }) => {
  it.each(AGES)('was paid %d days ago', (days) => {
    const [, expected] = paid.findLast(([from]) => days >= from) ?? [0, null];
    expect(repeats({ ...earlier, days }, now)).toBe(expected);
  });

  it('is not settled, however long ago it was sent', () => {
    const sent = AGES.slice(0, 2).map((days) => repeats({ ...earlier, stage: 'open', days }, now));
    expect(sent).toEqual([open, open]);
    if (open !== 'nearby') expect(repeats({ ...earlier, stage: 'open', days: 400 }, now)).toBe(open);
    expect(repeats({ ...earlier, stage: 'open', days: null }, now)).toBe(open);
  });

  it('ended unpaid, or with late news that nobody has read', () => {
    expect(repeats({ ...earlier, stage: 'unpaid' }, now)).toBe(unpaid);
    expect(repeats({ ...earlier, stage: 'news' }, now)).toBe(unpaid === null ? null : 'news');
  });
});

describe('the salary with something', () => {
  it.each([
    ['Salary Nov OT', 47_000, 'correction'],
    ['Salary Nov bonus', 50_000, 'again'],
    ['Salary Nov arrears', 9_000, 'nearby'],
    ['Salary Dec OT', 47_000, 'nearby'],
    ['Bonus Nov', 47_000, 'nearby'],
  ])('is the salary where it comes to as much: %j of %i', (remark, amountPaise, expected) => {
    expect(repeats({}, { row: { remark, amountPaise } })).toBe(expected);
  });
});

describe('a number that is the amount', () => {
  it.each([
    [50_000, 60_000, 'correction'],
    [51_000, 60_000, 'correction'],
    [50_000, 61_000, 'correction'],
    [51_000, 61_000, 'nearby'],
  ])('tells no two payments apart: "Refund 500" of %i paise, and "Refund 600" of %i', (before, now, expected) => {
    const row = { remark: 'Refund 600', amountPaise: now };
    expect(repeats({ remark: 'Refund 500', amountPaise: before }, { row })).toBe(expected);
  });
});

describe('what was paid under another merchant id', () => {
  it('takes a tick where it is open', () => {
    expect(repeats({ stage: 'open', isElsewhere: true })).toBe('again');
    expect(repeats({ stage: 'open', isElsewhere: true, ...OTHER_AMOUNT })).toBe('correction');
    expect(repeats({ stage: 'open', isElsewhere: true, days: null, ...ANOTHER })).toBe('another');
  });

  it('is asked about as here where it is paid', () => {
    expect(repeats({ isElsewhere: true })).toBe('again');
    expect(repeats({ isElsewhere: true, days: 27 })).toBe('usual');
  });
});

describe('a clock that was set', () => {
  const ahead = { clocks: { nowMs: NOW_MS, recordedMs: NOW_MS - 400 * DAY_MS } };

  it('back hides nothing that was paid since', () => {
    expect(repeats({ days: -400 })).toBe('again');
    expect(repeats({ days: -400, ...OTHER_AMOUNT })).toBe('correction');
  });

  it('back is read against what the desk wrote before', () => {
    const clocks = { nowMs: NOW_MS, recordedMs: NOW_MS + 400 * DAY_MS };
    expect(repeats({ days: 24 }, { clocks })).toBe('again');
    expect(repeats({ days: 31 }, { clocks })).toBe(null);
  });

  it.each([
    ['the same', {}],
    ['a corrected amount', OTHER_AMOUNT],
    ['another purpose', ANOTHER],
    ['a name alone', BY_BANK],
  ])('ahead hides nothing of the last record: %s', (_name, earlier) => {
    expect(repeats({ ...earlier, days: 399 }, ahead)).toBe('usual');
  });

  it('does not matter where nobody knows when it was paid', () => {
    expect(repeats({ days: null }, ahead)).toBe('again');
  });
});

/** Letters that look like a Latin one. */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
  A: 'Α',
  B: 'В',
  E: 'Е',
  H: 'Н',
  I: 'Ι',
  K: 'К',
  M: 'М',
  N: 'Ν',
  O: 'О',
  P: 'Р',
  S: 'Ѕ',
  T: 'Т',
  X: 'Χ',
  Y: 'Υ',
  Z: 'Ζ',
};

const UNSEEN = ['\u200B', '\u00AD', '\u2060', '\uFEFF'];

/** A text with some letters replaced in ways that no reader sees. */
function unseen(text: string): fc.Arbitrary<string> {
  const letters = Array.from(text);
  const ways = fc.record({ mark: fc.constantFrom('', ...UNSEEN), isAlike: fc.boolean(), isUpper: fc.boolean() });
  return fc.array(ways, { minLength: letters.length, maxLength: letters.length }).map((chosen) =>
    letters
      .map((letter, at) => {
        const { mark = '', isAlike = false, isUpper = false } = chosen[at] ?? {};
        const cased = isUpper ? letter.toUpperCase() : letter.toLowerCase();
        return (isAlike ? (LOOK_ALIKE[cased] ?? cased) : cased) + mark;
      })
      .join(''),
  );
}

const cased = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((one, at) => (upper[at] === true ? one.toUpperCase() : one.toLowerCase())).join(''));

const spaced = (words: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(' ', '  ', '\u00A0', '\t', '\u2009').map((space) => words.join(space));

/** A name in another order, with a title, commas, full stops, an accent, look-alike letters or invisible marks. */
const nameAlike = (name: string): fc.Arbitrary<string> =>
  fc
    .record({
      words: fc.shuffledSubarray(name.split(' '), { minLength: name.split(' ').length }),
      title: fc.constantFrom('', 'Mr. ', 'Smt ', 'Shri. ', 'DR '),
      end: fc.constantFrom('', '.', ' .', ','),
    })
    .chain(({ words, title, end }) => spaced(words).chain((text) => unseen(text).map((one) => title + one + end)));

const beneficiaryAlike = (beneficiary: Beneficiary): fc.Arbitrary<Beneficiary> => {
  if (beneficiary.method === 'UPI') return cased(beneficiary.upiId).map((upiId) => ({ method: 'UPI', upiId }));
  const { accountNumber, ifsc } = beneficiary;
  const bank = ifsc.slice(0, 4);
  const before = Object.entries(MERGED_BANKS).flatMap(([old, now]) => (now === bank ? [old] : []));
  return fc
    .record({
      zeros: fc.constantFrom('', '0', '000'),
      bank: fc.constantFrom(bank, ...before),
      branch: fc.constantFrom('0001234', '0ABC123', '0000001'),
    })
    .chain((one) =>
      cased(one.bank + one.branch).map((spelt) => ({
        method: 'IMPS' as const,
        accountNumber: one.zeros + accountNumber,
        ifsc: spelt,
      })),
    );
};

const referenceAlike = (reference: string | null): fc.Arbitrary<string | null> =>
  reference === null
    ? fc.constant(null)
    : fc.constantFrom('-', ' ', '/', '-0', '.00').chain((between) => cased(reference.replace('-', between)));

const MONTHS = { Nov: ['Nov', 'NOVEMBER', 'november'], Oct: ['Oct', 'october'] };

const remarkAlike = (remark: string): fc.Arbitrary<string> => {
  const words = remark.split(' ').map((word) => fc.constantFrom(...(MONTHS[word as keyof typeof MONTHS] ?? [word])));
  return fc
    .tuple(...words)
    .chain((spelt) => spaced(spelt))
    .chain(unseen)
    .chain((text) => fc.constantFrom('', '.', ' revised', ' (2)').map((end) => text + end));
};

const said: fc.Arbitrary<Said> = fc.record({
  beneficiary: fc.constantFrom<Beneficiary>(
    { method: 'UPI', upiId: 'asha@okbank' },
    { method: 'UPI', upiId: 'ramesh.gupta@upi' },
    { method: 'IMPS', accountNumber: '112233445', ifsc: 'PUNB0001234' },
    { method: 'IMPS', accountNumber: '99887766', ifsc: 'SBIN0001234' },
  ),
  name: fc.constantFrom('Asha Rao', 'Ramesh Kumar Gupta', 'Arnav Pillai 10', 'आशा राव'),
  remark: fc.constantFrom(
    'Salary Nov',
    'Salary Oct',
    'Salary Oct to Nov',
    'Salary less leave, Nov',
    'Advance Nov',
    'Bonus',
    'Refund 1001',
    'Order 1001',
    'Wages week 45',
  ),
  reference: fc.constantFrom(null, 'INV-1234', 'INV-1243', 'EMP-7'),
  amountPaise: fc.constantFrom(50_000, 50_001),
});

const alike = ({ beneficiary, name, remark, reference, amountPaise }: Said): fc.Arbitrary<Said> =>
  fc.record({
    beneficiary: beneficiaryAlike(beneficiary),
    name: nameAlike(name),
    remark: remarkAlike(remark),
    reference: referenceAlike(reference),
    amountPaise: fc.constant(amountPaise),
  });

/** How one repeats the other at each stage and age; also null when neither payee nor name matches. */
function answers(now: Said, before: Said): unknown {
  const [row, intention] = [intentionOf(now), intentionOf(before)];
  const isPayee = row.payee === intention.payee;
  if (!isPayee && row.name !== intention.name) return 'not found';
  return STAGES.flatMap((stage) =>
    [1, 12, 27].map((days) =>
      repeatOf(row, { intention, stage, atMs: NOW_MS - days * DAY_MS, isPayee, elsewhere: false }, CLOCKS),
    ),
  );
}

describe('a row that is written otherwise', () => {
  it('is answered the same wherever a reader sees the same', () => {
    fc.assert(
      fc.property(
        said.chain((now) => fc.tuple(fc.constant(now), said, alike(now))),
        ([now, before, spelt]) => {
          expect(answers(spelt, before)).toEqual(answers(now, before));
          expect(answers(before, spelt)).toEqual(answers(before, now));
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it('is answered otherwise where a reader sees another person', () => {
    expect(answers(ASHA, { ...ASHA, ...BY_BANK, name: 'Asha Rau' })).toBe('not found');
    expect(answers(ASHA, { ...ASHA, beneficiary: { method: 'UPI', upiId: 'asha1@okbank' }, name: 'A Rao' })).toBe(
      'not found',
    );
  });
});

it.each([
  ['A.K. Rao', 'AK Rao'],
  ['A. P. J. Kalam', 'Kalam APJ'],
  ['R.N. Rao', 'RN Rao'],
  ['Sharma Traders (P) Ltd', 'Sharma Traders Private Limited'],
])('%j and %j are one name', (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

it.each([
  ['A. Rao', 'B. Rao'],
  ['R. Kumar', 'Ramesh Kumar'],
  ['Mira Shah', 'Rima Shah'],
])('%j and %j are two names', (one, other) => {
  expect(foldName(one)).not.toBe(foldName(other));
});
