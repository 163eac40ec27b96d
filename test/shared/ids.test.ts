import { describe, expect, it } from 'vitest';
import { formatBatchId, parseBatchId, parseMid, parseReference } from '../../shared/ids.ts';

describe('parseMid', () => {
  it.each([
    ['1', 1],
    ['1234', 1234],
    ['999999999999999', 999_999_999_999_999],
  ])('reads %s', (text, mid) => {
    expect(parseMid(text)).toBe(mid);
  });

  it.each(['', '0', '-1', '01', '1.0', '1e3', ' 1', '1 ', '१', '9999999999999999', 'abc', '0x1'])(
    'refuses %j',
    (text) => {
      expect(parseMid(text)).toBeNull();
    },
  );
});

describe('parseReference', () => {
  it.each(['A', '0', 'INV-2026/04.17_b', 'x'.repeat(50)])('takes %s as it is', (text) => {
    expect(parseReference(text)).toBe(text);
  });

  it.each(['', ' A', 'A ', 'A B', '-A', '/A', '.A', 'A\n', 'A\nB', 'A,B', '"A"', '=A', 'é', 'A\u200b', 'x'.repeat(51)])(
    'refuses %j',
    (text) => {
      expect(parseReference(text)).toBeNull();
    },
  );
});

describe('a batch by name', () => {
  it.each([
    ['B', 1, 'B0001'],
    ['P', 12, 'P0012'],
    ['B', 12_345, 'B12345'],
  ] as const)('%s %d is %s and is read again', (prefix, sequence, name) => {
    expect(formatBatchId(prefix, sequence)).toBe(name);
    expect(parseBatchId(name)).toBe(name);
  });

  it('is read without case and with spaces around', () => {
    expect(parseBatchId(' b0012 ')).toBe('B0012');
  });

  it.each(['', 'B', 'B12', '0012', 'X0012', 'B0012x', 'B00 12', 'B-001', 'B1234567890'])('is not %j', (text) => {
    expect(parseBatchId(text)).toBeNull();
  });
});
