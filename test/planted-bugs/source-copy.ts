// A copy of the sources in a new folder, in which a bug may be planted.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOURCES } from '../../build/fresh-build.ts';
import { REPOSITORY } from '../../build/repository.ts';
import { type PlantedBug, plant } from './bug-list.ts';

const COPIED = [...SOURCES, 'test', 'build', 'package.json', 'vitest.config.ts'];
const LINKED = ['node_modules', 'samples'] as const;

export interface SourceCopy {
  readonly folder: string;
  close(): void;
}

/** Copies the sources, with or without a bug. Throws when the bug's line does not occur exactly once. */
export function copySources(bug: PlantedBug | null): SourceCopy {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-planted-'));
  for (const part of COPIED) cpSync(join(REPOSITORY, part), join(folder, part), { recursive: true });
  for (const part of LINKED) symlinkSync(join(REPOSITORY, part), join(folder, part), 'junction');
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    if (bug !== null) {
      const path = join(folder, bug.file);
      writeFileSync(path, plant(readFileSync(path, 'utf8'), bug));
    }
    return { folder, close };
  } catch (error) {
    close();
    throw error;
  }
}
