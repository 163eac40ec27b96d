// A folder for one test's reports, removed afterwards.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FileWriting } from '../../electron/main/reports/atomic-file.ts';

export interface ReportFolder {
  readonly path: string;
  readonly file: (name: string) => string;
  readonly names: () => string[];
}

export function reportFolder(): ReportFolder {
  const path = mkdtempSync(join(tmpdir(), 'payout-desk-export-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return { path, file: (name) => join(path, name), names: () => readdirSync(path).toSorted() };
}

/** The refusal's code, or `written`. */
export function codeOf(writing: FileWriting): string {
  return writing.kind === 'written' ? 'written' : writing.refusal.code;
}
