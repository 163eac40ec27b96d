// Limits that only a file of a hundred thousand lines reaches.

import { expect, it } from 'vitest';
import { HEADER, refused } from './files.ts';

it('refuses more rows than a spreadsheet holds', async () => {
  expect((await refused(`upi,amount\n${'a@bc,1\n'.repeat(1_048_577)}`)).code).toBe('tooManyRows');
  expect((await refused(`upi,amount\na@bc,1\n${'\n'.repeat(1_048_577)}`)).code).toBe('tooManyRows');
});

it('refuses a file of which more is to be said than anybody reads', async () => {
  const row = "upi, ravi ok ,' 01 , hdfco , 1.234 , ,#,x\n";
  const refusal = await refused(`${HEADER}\n${row.repeat(260_000)}`);
  expect(refusal.code).toBe('tooManyIssues');
  expect(refusal.message).toContain('5,00,000');
});
