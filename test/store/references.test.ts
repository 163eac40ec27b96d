// References and fingerprints: the same for the same rows on every machine, and different for everything else. A row has its
// reference in whatever file it is; earlier versions named rows by the whole file, and a lost batch may have paid under those
// references.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  batchFingerprint,
  fileReferences,
  laterReferences,
  rowReference,
} from '../../electron/main/store/references.ts';
import { type Mid, parseReference, type Sha256 } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import type { Payment } from '../../shared/rows.ts';
import { confirm } from './confirm.ts';
import {
  confirmation,
  confirmBatch,
  MERCHANT,
  makeDesk,
  payment,
  payments,
  reference,
  type TestDesk,
} from './desk-file.ts';

const MID = 1234 as Mid;

function referencesOf(paid: readonly Payment[], runNumber = 1, mid = MID): string[] {
  const make = fileReferences({ mid, fingerprint: batchFingerprint(paid), runNumber });
  return paid.map((one) => make(one));
}

const anyPayment = fc
  .record({
    upiId: fc.constantFrom('a@x', 'b@x', 'c@y'),
    account: fc.option(fc.constantFrom('0123456789', '123456789')),
    rupees: fc.integer({ min: 1, max: 3 }),
    remark: fc.constantFrom('Salary', 'Bonus'),
    name: fc.option(fc.string()),
  })
  .map(({ upiId, account, rupees, remark, name }): Payment => {
    const imps = (accountNumber: string) => ({ method: 'IMPS', accountNumber, ifsc: 'HDFC0000123' }) as const;
    const beneficiary = account === null ? ({ method: 'UPI', upiId } as const) : imps(account);
    return payment({ beneficiary, amountPaise: asPaise(rupees * 100), remark, name });
  });
const file = fc.array(anyPayment, { minLength: 1, maxLength: 12 });

describe('the same rows', () => {
  it('in another order and under other names have the same fingerprint and the same set of references', () => {
    const shuffled = file.chain((paid) => {
      return fc.tuple(fc.constant(paid), fc.shuffledSubarray(paid, { minLength: paid.length, maxLength: paid.length }));
    });
    fc.assert(
      fc.property(shuffled, fc.string(), ([paid, mixed], name) => {
        const renamed = mixed.map((one) => ({ ...one, name }));
        expect(batchFingerprint(renamed)).toBe(batchFingerprint(paid));
        expect(referencesOf(renamed).toSorted()).toEqual(referencesOf(paid).toSorted());
      }),
      { numRuns: 500 },
    );
  });

  it('make these words today and for ever', () => {
    const paid = [
      payment(),
      payment(),
      payment({ beneficiary: { method: 'IMPS', accountNumber: '00123456789', ifsc: 'HDFC0000123' } }),
    ];
    expect(batchFingerprint(paid)).toBe('f022eb4ceb59bc7f238d683faae8c26d1a55f40e1ca3fd6cd65708eea99535fc');
    expect(referencesOf(paid)).toEqual(['1OKLZ81YNNYFWYS64CBE', '18P214EMFC832791283W', '33X54P1QOG1P7Y3TQEO3']);
  });
});

describe('a reference', () => {
  it('is twenty characters of A-Z and 0-9, and another for every row, equal rows included', () => {
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 9 }), (paid, runNumber) => {
        const made = referencesOf(paid, runNumber);
        expect(made.filter((one) => /^[0-9A-Z]{20}$/.test(one) && parseReference(one) === one)).toEqual(made);
        expect(new Set(made).size).toBe(paid.length);
      }),
      { numRuns: 500 },
    );
  });

  it('is unlike any other of a hundred thousand rows and two runs', () => {
    const paid = payments(50_000);
    expect(new Set([...referencesOf(paid, 1), ...referencesOf(paid, 2)]).size).toBe(100_000);
  });

  it('fills twenty characters even where its number is small', () => {
    const make = fileReferences({ mid: MID, fingerprint: 'f'.repeat(64) as Sha256, runNumber: 1 });
    const lengths = payments(2_000).map((one) => make(one).length);
    expect(new Set(lengths)).toEqual(new Set([20]));
  });
});

describe('another', () => {
  const paid = payments(5);
  const others: readonly (readonly [string, string[]])[] = [
    ['run', referencesOf(paid, 2)],
    ['merchant id', referencesOf(paid, 1, 4321 as Mid)],
    ['set of rows', referencesOf([...paid, payment()]).slice(0, 5)],
    ['amount', referencesOf(paid.map((one) => ({ ...one, amountPaise: asPaise(50_001) })))],
    ['remark', referencesOf(paid.map((one) => ({ ...one, remark: 'Bonus' })))],
  ];

  it.each(others)('%s shares no reference', (_name, made) => {
    expect(made.filter((one) => referencesOf(paid).includes(one))).toEqual([]);
  });

  it.each<[string, Partial<Payment>]>([
    ['amount', { amountPaise: asPaise(50_001) }],
    ['remark', { remark: 'salary' }],
    ['person', { beneficiary: { method: 'UPI', upiId: 'asha@other' } }],
    ['sheet reference', { reference: reference('INV1') }],
  ])('%s is another fingerprint', (_name, change) => {
    expect(batchFingerprint([payment(change)])).not.toBe(batchFingerprint([payment()]));
  });

  it('case of a UPI id is the same person', () => {
    const upper = payment({ beneficiary: { method: 'UPI', upiId: 'ASHA@okbank' } });
    expect(referencesOf([upper])).toEqual(referencesOf([payment()]));
  });
});

/** The references a desk gives these rows; those in `payAgain` are paid although the gateway knows their reference. */
function namesOf(
  { store }: Pick<TestDesk, 'store'>,
  paid: readonly Payment[],
  payAgain: readonly number[] = [],
): string[] {
  const names = store.nameRows(
    MERCHANT.mid,
    paid.map((one, at) => ({ payment: one, payAgain: payAgain.includes(at) })),
  );
  if (names.kind !== 'named') throw new Error(`the reference of row ${names.at} is taken`);
  return names.rows.map((row) => row.reference);
}

/** Confirms them as a desk does. */
function confirmNamed(desk: TestDesk, paid: readonly Payment[]): string[] {
  const references = namesOf(desk, paid);
  confirm(desk.store, confirmation(desk, paid, { references: references.map(reference) }));
  return references;
}

describe("a row's own reference", () => {
  it('is the same in any file, of any desk that has not paid it: longer, shorter, merged or in another order', () => {
    const shuffled = fc
      .tuple(file, file)
      .chain(([paid, more]) =>
        fc.tuple(fc.constant(paid), fc.shuffledSubarray([...paid, ...more], { minLength: paid.length + more.length })),
      );
    fc.assert(
      fc.property(shuffled, ([paid, longer]) => {
        const desk = makeDesk();
        const own = namesOf(desk, paid);
        const inLonger = namesOf(desk, longer);
        expect(inLonger).toEqual(expect.arrayContaining(own));
        expect(new Set(inLonger).size).toBe(longer.length);
        expect(inLonger.every((one) => /^R[0-9A-Z]{19}$/.test(one) && parseReference(one) === one)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('is this word today and for ever', () => {
    const imps = payment({ beneficiary: { method: 'IMPS', accountNumber: '00123456789', ifsc: 'HDFC0000123' } });
    expect([rowReference(MID, payment(), 1), rowReference(MID, payment(), 2), rowReference(MID, imps, 1)]).toEqual([
      'R6JQS7INT9VF5G509UDF',
      'R18HVBJ6XQU715CNT6EK',
      'R63GS8ARHOBWPQ9GM23H',
    ]);
  });

  it.each<[string, Partial<Payment>]>([
    ['amount', { amountPaise: asPaise(50_001) }],
    ['remark', { remark: 'salary' }],
    ['payee', { beneficiary: { method: 'UPI', upiId: 'asha@other' } }],
  ])('is another for another %s', (_name, change) => {
    expect(rowReference(MID, payment(change), 1)).not.toBe(rowReference(MID, payment(), 1));
  });

  it('is another for another merchant id, and the same for another name or another case of a UPI ID', () => {
    const upper = payment({ beneficiary: { method: 'UPI', upiId: 'ASHA@okbank' }, name: 'A. Rao' });
    expect(rowReference(4321 as Mid, payment(), 1)).not.toBe(rowReference(MID, payment(), 1));
    expect(rowReference(MID, upper, 1)).toBe(rowReference(MID, payment(), 1));
  });

  it('has the number after those that the desk has confirmed, whatever file they came from', () => {
    const desk = makeDesk();
    const asha = payment();
    expect(confirmNamed(desk, [asha, ...payments(3)])).toContain(rowReference(MERCHANT.mid, asha, 1));
    expect(confirmNamed(desk, [...payments(1), asha, asha])).toEqual([
      rowReference(MERCHANT.mid, payments(1)[0] ?? asha, 2),
      rowReference(MERCHANT.mid, asha, 2),
      rowReference(MERCHANT.mid, asha, 3),
    ]);
    expect(namesOf(desk, [asha])).toEqual([rowReference(MERCHANT.mid, asha, 4)]);
  });

  it('is the same whichever of two equal rows is left out', () => {
    const [one, other] = [payment({ name: 'One' }), payment({ name: 'Other' })];
    const desk = makeDesk();
    expect(namesOf(desk, [one])).toEqual(namesOf(desk, [other]));
    expect(namesOf(desk, [one, other])).toEqual([1, 2].map((number) => rowReference(MERCHANT.mid, one, number)));
  });

  it("counts nothing that had the sheet's own reference, or one that was made of a whole file", () => {
    const desk = makeDesk();
    confirmBatch(desk, [payment({ reference: reference('INV1') }), payment()]);
    expect(namesOf(desk, [payment()])).toEqual([rowReference(MERCHANT.mid, payment(), 1)]);
  });

  it('passes over what the gateway knows for a row that is paid all the same, and over what was used here', () => {
    const desk = makeDesk();
    const asha = payment();
    const numbered = (number: number): string => rowReference(MERCHANT.mid, asha, number);
    const first = reference(numbered(1));
    desk.store.knownReferences.note(desk.merchantId, [{ reference: first, knownAs: first, word: 'success' }], 5);
    const names = desk.store.nameRows(
      MERCHANT.mid,
      [asha, asha].map((one) => ({ payment: one, payAgain: false })),
    );
    expect(names).toMatchObject({
      rows: [
        { reference: first, known: 'success' },
        { reference: numbered(2), known: null },
      ],
    });
    expect(namesOf(desk, [asha], [0])).toEqual([numbered(2)]);
    confirm(desk.store, confirmation(desk, [asha], { references: [reference(numbered(2))] }));
    expect(namesOf(desk, [asha])).toEqual([numbered(3)]);
    expect(desk.store.knownReferences.anySince(MERCHANT.mid, 5)).toBe(true);
    expect(desk.store.knownReferences.anySince(MERCHANT.mid, 6)).toBe(false);
    expect(desk.store.knownReferences.anySince(4321 as Mid, 0)).toBe(false);
  });

  it("is refused where another payment has it, in the desk or as the sheet's own", () => {
    const desk = makeDesk();
    const asha = payment();
    const used = rowReference(MERCHANT.mid, asha, 1);
    const other = payment({ amountPaise: asPaise(1), reference: used });
    const rows = [other, asha].map((one) => ({ payment: one, payAgain: false }));
    expect(desk.store.nameRows(MERCHANT.mid, rows)).toEqual({ kind: 'taken', at: 1, reference: used });
    confirm(desk.store, confirmation(desk, [other]));
    expect(desk.store.nameRows(MERCHANT.mid, rows.slice(1))).toEqual({ kind: 'taken', at: 0, reference: used });
  });

  it('is found again under the next numbers, as a computer that dropped it unsent would send it', () => {
    const asha = payment();
    expect(laterReferences(MID, asha, rowReference(MID, asha, 4))).toEqual(
      [5, 6].map((n) => rowReference(MID, asha, n)),
    );
    expect(laterReferences(MID, asha, reference('INV1'))).toEqual([]);
    expect(laterReferences(MID, asha, reference('RENT'))).toEqual([]);
  });
});
