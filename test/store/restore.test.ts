// Restoring a backup. That it opens locked, and what is refused, is tested in test/cli/backup-and-audit.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { restore } from '../../electron/main/store/backups.ts';
import { openStoreWriter } from '../../electron/main/store/store.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { backUpFile } from './desk-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'restore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a backup that is put back', () => {
  it('keeps what it replaces under a name of its own, twice in one second as well', async () => {
    const target = join(folder, 'desk.db');
    const file = join(folder, 'backup.db');
    const opening = openStoreWriter({ path: target, prefix: 'B' }, { actor: 'tester', nowMs: 1, monotonicMs: () => 0 });
    if (opening.kind !== 'open') throw new Error(opening.kind);
    opening.store.close();
    expect(await backUpFile(target, file)).not.toMatchObject({ kind: 'refused' });

    const nowMs = Date.UTC(2026, 10, 22, 4, 30);
    const restored = [1, 2, 3].map(() => restore({ file, target, prefix: 'B', nowMs }));
    const stored = restored.map((one) => (one.kind === 'restored' ? (one.kept ?? '') : inEnglish(one.refusal.message)));
    const name = `${target}.replaced-20261122T043000Z`;
    expect(stored).toEqual([name, `${name}-2`, `${name}-3`]);
    expect(stored.every((path) => existsSync(path))).toBe(true);
  });
});
