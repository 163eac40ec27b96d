// Which ids name a payment, and invented keys of the same shape.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inventedKey, isPlaceholderId } from '../../electron/main/domain/lookup-key.ts';

const INVENTED = '3F9A01BC77D2E45A9B10';

function inventedId(transactionId: string, invented = INVENTED): string {
  const key = inventedKey({ by: 'transactionId', transactionId, reference: 'R1' }, invented);
  return key.by === 'transactionId' ? key.transactionId : 'a reference';
}

function shapeOf(text: string): string {
  return text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/[0-9]/g, '0');
}

describe('isPlaceholderId', () => {
  it.each([
    '',
    ' ',
    '0',
    '0000000000',
    '0-0',
    '7',
    'xxxx',
    'NA',
    'N/A',
    'n.a.',
    'NULL',
    'none',
    'Nil',
    'undefined',
    '--',
  ])('takes %j for one', (id) => expect(isPlaceholderId(id)).toBe(true));

  it.each(['10', 'TX1', '000000000001', 'PG123456000000000007', 'NA1', 'nonesuch'])('takes %j for an id', (id) =>
    expect(isPlaceholderId(id)).toBe(false),
  );
});

describe('inventedKey', () => {
  it('is the invented reference beside a reference', () => {
    expect(inventedKey({ by: 'reference', reference: 'R1', transactionId: 'T1' }, INVENTED)).toEqual({
      by: 'reference',
      reference: INVENTED,
    });
  });

  it.each(['PG123456000000000007', '48213', 'txn_9-A', 'a3f09bc4-11de-4a20-9f00-0123456789ab'])(
    'is an id of the shape of %s in which every letter and digit is another',
    (id) => {
      const other = inventedId(id);
      expect(shapeOf(other)).toBe(shapeOf(id));
      for (const [at, character] of [...id].entries()) {
        if (/[a-z0-9]/i.test(character)) expect(other[at]).not.toBe(character);
      }
    },
  );

  it('is an id of no reference that exists, so that an answer that names one is about another payment', () => {
    const key = inventedKey({ by: 'transactionId', transactionId: 'T1', reference: 'R1' }, INVENTED);
    expect(key.reference).toBe(INVENTED);
  });

  it('keeps a hexadecimal id hexadecimal', () => {
    expect(inventedId('a3f09bc4')).toMatch(/^[0-9a-f]{8}$/);
  });

  it('is never the id itself, whatever the id', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (id) => inventedId(id) !== id || id === INVENTED),
    );
  });

  it('is another each time', () => {
    expect(inventedId('PG123456000000000007', 'A0')).not.toBe(inventedId('PG123456000000000007', 'B7'));
  });
});
