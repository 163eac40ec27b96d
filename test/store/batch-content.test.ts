// The hash of a batch's content, as every desk has stored it so far.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ContentRow, contentSteps } from '../../electron/main/store/batch-content.ts';
import { atOnce } from '../../shared/steps.ts';

function rowsUpTo(count: number): ContentRow[] {
  return Array.from({ length: count }, (_, at) => [
    at + 1,
    at + 2,
    'a@x',
    null,
    null,
    100,
    'Salary',
    `REF${at}`,
    'desk',
  ]);
}

describe('the hash of a batch’s content', () => {
  it.each([
    [1, ''],
    [512, ''],
    [1_023, ''],
    [1_024, '\n'],
    [1_025, ''],
    [2_048, '\n'],
  ])('of %i rows is as it was stored from the first', (count, end) => {
    const facts = { batch: 1, merchantId: 1, baseUrl: 'https://g.example', mid: 7, environment: 'LIVE' };
    const made = { fingerprint: 'ab', runNumber: 1, firstPayout: 1, count, totalPaise: count * 100 };
    const head = JSON.stringify([1, 1, 'https://g.example', 7, 'LIVE', 'ab', 1, 1, count, count * 100]);
    const lines = rowsUpTo(count).map((row) => row.join('\0'));
    const expected = createHash('sha256').update(`${head}\n${lines.join('\n')}${end}`);
    expect(atOnce(contentSteps({ ...facts, ...made }, rowsUpTo(count)))).toBe(expected.digest('hex'));
  });
});
