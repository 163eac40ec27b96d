import type { Answer } from '../../../../shared/api/contract.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { bookOfBatch } from '../../../../shared/profiles.ts';
import { DOUBTED_IN_LOCK, DOUBTED_UNATTENDED, reportInDoubt } from '../../domain/in-doubt.ts';
import { bankOf } from '../../import/ifsc-list.ts';
import { findBatch, noSuchBatch, refused, refusedByDisk } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';
import { isSourceSheet } from '../drafts/source-sheets.ts';

/** Writes a batch's report. Errors: refused when there is no such batch or the file cannot be written. */
export async function exportBatch(
  system: System,
  { batch: id, path, force = false }: { readonly batch: BatchId; readonly path: string; readonly force?: boolean },
): Promise<Answer<{ readonly file: string; readonly batch: BatchId; readonly payouts: number }>> {
  const isHeld = system.isDeskHeld();
  const opening = system.openReader(bookOfBatch(id));
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind !== 'open') return refused(noSuchBatch(id));
  const { store } = opening;
  try {
    const batch = findBatch(store, id);
    if ('kind' in batch) return batch;
    const changed = store.checkBatch(batch);
    if (changed !== null) return refused(changed);
    const report = store.report(batch, system.clock.nowMs());
    const doubted = store.standing.kind === 'locked' ? DOUBTED_IN_LOCK : isHeld ? [] : DOUBTED_UNATTENDED;
    const existing = { force, isSource: isSourceSheet(system, batch) };
    // The workbook writer takes as long to load as all the rest together: only who exports waits for it.
    const { exportReport } = await import('../../reports/export-report.ts');
    const written = await exportReport(reportInDoubt(report, doubted), path, {
      existing,
      track: system.files.track,
      bankOf,
    });
    if (written.kind === 'refused') return refused(written.refusal);
    return { kind: 'done', value: { file: written.path, batch: id, payouts: batch.payoutCount } };
  } catch (error) {
    return refusedByDisk(system, error);
  } finally {
    store.close();
  }
}
