// The commit hook, as git runs it.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../build/repository.ts';
import { testFolder } from '../store/desk-file.ts';

function commit(message: string): { readonly status: number | null; readonly said: string } {
  const file = path.join(testFolder(), 'COMMIT_EDITMSG');
  writeFileSync(file, message);
  const script = path.join(REPOSITORY, 'build', 'commit-message.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
  return { status, said: stderr };
}

describe('the commit hook', () => {
  it.each([
    'store: a payout is written once',
    'needs review: a ticket ends it\n\nA body may be as long as it needs to be, whatever its lines come to in the end, and more.',
    `desk: ${'x'.repeat(66)}`,
    'Merge branch of somebody with a name that is longer than any subject that a person would be allowed to write',
    'Revert "store: a payout is written once, with a subject that is as long as a subject can be in here"',
  ])('takes %s', (message) => {
    expect(commit(message)).toEqual({ status: 0, said: '' });
  });

  it('refuses one of more than 72 characters, and says how many it has', () => {
    const { status, said } = commit(`desk: ${'x'.repeat(67)}\n\nThe body.`);
    expect([status, said]).toEqual([1, expect.stringContaining('the subject has 73 characters')]);
  });
});
