import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { CheckView } from '../../../../shared/api/views.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import { BOOKS } from '../../../../shared/profiles.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import type { ExistingFile } from '../../domain/file-state.ts';
import type { CheckRequest } from '../../import/open-sheet.ts';
import type { FileWriting } from '../../reports/atomic-file.ts';
import { refused, withReader } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';
import { checkView } from './choose-rows.ts';
import { openRecentFiles } from './recent-files.ts';

/**
 * Whether a file is a sheet that payouts came from or may come from: it has the bytes of any batch, it was opened in the window,
 * or it has the name of the batch being exported, whose sheet may have been corrected after it was read.
 */
export function isSourceSheet(system: System, batch: BatchRecord | null = null): ExistingFile['isSource'] {
  return ({ path, sha256 }) =>
    (batch !== null && sameName(basename(path), batch.fileName)) ||
    paidFrom(system).has(sha256) ||
    openRecentFiles(system.files.recentFiles, () => {})
      .list()
      .some((line) => line.sha256 === sha256 || (line.path !== null && isSamePlace(line.path, path)));
}

/** Reads and checks a file; changes nothing. */
export async function checkSheet(
  system: System,
  request: Pick<CheckRequest, 'path' | 'sheet' | 'columns' | 'headerRow' | 'encoding' | 'methods' | 'words'>,
): Promise<Answer<CheckView>> {
  const result = await system.checkFile({ ...request, fillRemark: null, includeHidden: false, maxPayoutPaise: null });
  if (result.kind === 'refused') return refused(result.refusal, result.fileName);
  return { kind: 'done', value: checkView(result.checked) };
}

/** Writes an empty sheet to fill in. Refuses if the file exists, unless forced. */
export async function writeTemplate(system: System, path: string, force = false): Promise<FileWriting> {
  // The workbook writer takes as long to load as everything else together, so it is loaded only here.
  const template = await import('../../reports/template.ts');
  return template.writeTemplateFile(path, { existing: { force, isSource: isSourceSheet(system) } });
}

/** A desk that cannot be read is skipped. */
function paidFrom(system: System): ReadonlySet<Sha256> {
  const sheets = new Set<Sha256>();
  for (const book of BOOKS) {
    const list = withReader(system, book, {
      act: (store) => ({ kind: 'done', value: store.batches.list() }),
      absent: () => ({ kind: 'done', value: [] as BatchRecord[] }),
    });
    if (list.kind === 'done') for (const { fileSha256 } of list.value) sheets.add(fileSha256);
  }
  return sheets;
}

function sameName(one: string, other: string): boolean {
  return one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
}

function isSamePlace(one: string, other: string): boolean {
  try {
    const [first, second] = [statSync(one), statSync(other)];
    return first.dev === second.dev && first.ino === second.ino;
  } catch {
    return false;
  }
}
