// Reads the files of the corpus as the product does, and the page with their expected verdicts.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../build/repository.ts';
import { checkFile } from '../../electron/main/import/open-sheet.ts';
import { workerFiles } from '../../electron/main/platform/worker-files.ts';
import { verdictOf } from './verdict.ts';

const FILES = join(import.meta.dirname, 'files');
const PAGE = join(REPOSITORY, 'docs', 'corpus.md');

/** `today` is what the desk currently says instead of the verdict; empty when it says exactly that. */
export interface Expected {
  readonly file: string;
  readonly verdict: string;
  readonly today: string;
}

/** Files of the corpus that name a day of payment are read on this one. */
const THE_DAY_MS = new Date(2026, 10, 30, 12).getTime();

const ROW = /^\| `([^`]+)` \| ([^|]*) \| ([^|]*) \|$/;

/** The rows of the page's tables. */
export function expectedOf(page: string): Expected[] {
  return page.split('\n').flatMap((line) => {
    const [, file, verdict = '', today = ''] = ROW.exec(line) ?? [];
    return file === undefined ? [] : [{ file, verdict: verdict.trim(), today: today.trim() }];
  });
}

export function readPage(): string {
  return readFileSync(PAGE, 'utf8');
}

/** Writes what the desk says of each file wherever it differs from the verdict. A verdict is never written. */
export function writeToday(said: ReadonlyMap<string, string>): void {
  const lines = readPage()
    .split('\n')
    .map((line) => {
      const [, file = '', verdict = ''] = ROW.exec(line) ?? [];
      const today = said.get(file);
      return today === undefined
        ? line
        : `| \`${file}\` | ${verdict.trim()} | ${today === verdict.trim() ? '' : today} |`;
    });
  writeFileSync(PAGE, lines.join('\n'));
}

export function listFiles(): string[] {
  return readdirSync(FILES).toSorted();
}

/** Checks a file without any choices for it. */
export function checkAlone(path: string): ReturnType<typeof checkFile> {
  const request = {
    path,
    sheet: null,
    encoding: null,
    columns: [],
    fillRemark: null,
    includeHidden: false,
    maxPayoutPaise: null,
    nowMs: THE_DAY_MS,
  };
  return checkFile(request, { xlsxWorkerUrl: workerFiles().xlsx });
}

/** Without what its name says, because a file of the corpus is named after what is in it. */
export async function checkOfCorpus(file: string): ReturnType<typeof checkFile> {
  const result = await checkAlone(join(FILES, file));
  if (result.kind === 'refused') return result;
  const issues = result.checked.issues.filter(({ code }) => code !== 'fileSays');
  return { kind: 'checked', checked: { ...result.checked, issues } };
}

/** The desk's verdict on a file of the corpus. */
export async function verdictOn(file: string): Promise<string> {
  return verdictOf(await checkOfCorpus(file));
}
