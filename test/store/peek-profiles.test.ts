import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { practiceProfile } from '../../electron/main/session/find-profile.ts';
import { peekProfiles } from '../../electron/main/store/merchants-and-profiles.ts';
import { openStoreWriter } from '../../electron/main/store/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'peek-profiles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the profiles of a desk that is open elsewhere', () => {
  it('are those that were saved last', () => {
    const path = join(folder, 'desk.db');
    const opening = openStoreWriter({ path, prefix: 'B' }, { actor: 'tester', nowMs: 1, monotonicMs: () => 0 });
    if (opening.kind !== 'open') throw new Error(opening.kind);
    expect(peekProfiles(path)).toEqual([]);
    opening.store.saveProfile({ ...practiceProfile(), name: 'acme' }, 2);
    expect(peekProfiles(path)).toMatchObject([{ name: 'acme' }]);
    opening.store.close();
  });

  it('are not known where there is no database, or something else', () => {
    expect(peekProfiles(join(folder, 'nothing.db'))).toBeNull();
    writeFileSync(join(folder, 'text.db'), 'no database');
    expect(peekProfiles(join(folder, 'text.db'))).toBeNull();
  });
});
