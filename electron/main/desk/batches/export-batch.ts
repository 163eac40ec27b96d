import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { type Book, bookOf, bookOfBatch, environmentOf } from '../../../../shared/profiles.ts';
import { DAYS_REVERSED } from '../../../../shared/ranges.ts';
import type { Language, ReportForm } from '../../../../shared/report-forms.ts';
import { walletPaise } from '../../../../shared/wallet.ts';
import type { Certificate, Period, WalletMoved } from '../../domain/report.ts';
import { bankOf } from '../../import/ifsc-list.ts';
import { readAddresses } from '../../reports/advice-address.ts';
import { targetExists } from '../../reports/atomic-file.ts';
import { findBatch, noSuchBatch, nothingHere, refused, refusedByDisk } from '../../session/desks.ts';
import { DOUBTED_IN_LOCK, DOUBTED_UNATTENDED, lockedRefusal, reportInDoubt } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader } from '../../store/store.ts';
import { isSourceSheet } from '../drafts/source-sheets.ts';
import { readRemembered } from '../runtime/memory.ts';

interface BatchExport {
  readonly batch: BatchId;
  readonly path: string;
  readonly force?: boolean;
  /** Null or absent: chosen by the file's extension. */
  readonly form?: ReportForm | null;
  readonly language?: Language;
  /** The sheet's column of e-mail addresses as a person chose it: empty for none, null if it is obvious. */
  readonly emailColumn?: string | null;
  /** The CSV that the checksums are about; if absent, the name in `path`. */
  readonly csvName?: string;
  /** Whether to write a CSV's checksums beside it. */
  readonly isWithChecksums?: boolean;
  /** The certificate that signs a PDF. */
  readonly certificate?: Certificate | null;
}

/** `beside`: the file with a CSV's checksums. `withheld`: slips whose e-mail address is shared with another payee. */
export interface Exported {
  readonly file: string;
  readonly beside: string | null;
  readonly batch: BatchId;
  readonly payouts: number;
  readonly withheld?: readonly string[];
}

/** Writes a batch's report or another file made from it. Refuses if there is no such batch or a file cannot be written. */
export async function exportBatch(
  system: System,
  {
    batch: id,
    path,
    force = false,
    form = null,
    language = 'en',
    emailColumn = null,
    csvName,
    isWithChecksums = true,
    certificate = null,
  }: BatchExport,
): Promise<Answer<Exported>> {
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
    const doubted = store.standing.kind === 'locked' ? DOUBTED_IN_LOCK : isHeld ? [] : DOUBTED_UNATTENDED;
    const report = reportInDoubt(store.report(batch, system.clock.nowMs()), doubted);
    // The workbook writer takes as long to load as everything else together, so only an export loads it.
    const { CHECKSUMS_ENDING, exportReport } = await import('../../reports/export-report.ts');
    const { books } = readRemembered(system.files.settings).settings;
    const isCsv = form === 'csv' || (form === null && path.toLowerCase().endsWith('.csv'));
    const write = (file: string, as: ReportForm | undefined): ReturnType<typeof exportReport> =>
      exportReport(report, file, {
        form: as,
        look: { language, emailColumn, payer: books.payer, bankOf, csvName: csvName ?? basename(path) },
        certificate,
        existing: { force, isSource: isSourceSheet(system, batch) },
        track: system.files.track,
      });
    const beside = isCsv && isWithChecksums ? `${path}${CHECKSUMS_ENDING}` : null;
    if (beside !== null && !force && existsSync(beside)) return refused(targetExists(basename(beside)));
    const wasThere = existsSync(path);
    const written = await write(path, form ?? undefined);
    if (written.kind === 'refused') return refused(written.refusal);
    const besideWritten = beside === null ? null : await write(beside, 'checksums');
    if (besideWritten?.kind === 'refused') {
      // A refused export leaves no new file. If it replaced an earlier file, the new list stays, because that one is gone.
      if (!wasThere) await rm(written.path, { force: true });
      return refused(besideWritten.refusal);
    }
    const done = { file: written.path, beside, batch: id, payouts: batch.payoutCount };
    if (form !== 'advice-files' && form !== 'mail-merge') return { kind: 'done', value: done };
    const addresses = readAddresses(report, emailColumn);
    const withheld = 'code' in addresses ? [] : addresses.withheld.map(({ payout }) => payout);
    return { kind: 'done', value: { ...done, withheld } };
  } catch (error) {
    return refusedByDisk(system, error);
  } finally {
    store.close();
  }
}

interface Reconciling extends Period {
  readonly book: Book;
  readonly path: string;
  readonly force?: boolean;
  readonly language?: Language;
}

/**
 * Writes what moved within a period over all batches. Refuses if the period ends before it begins, if there is no desk or it is
 * locked, or if the file cannot be written.
 */
export async function reconcile(
  system: System,
  { book, path, force = false, language = 'en', ...period }: Reconciling,
): Promise<Answer<{ readonly file: string; readonly batches: number }>> {
  if (period.fromMs > period.toMs) return refused(DAYS_REVERSED);
  const opening = system.openReader(book);
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind !== 'open') return refused(nothingHere());
  const { store } = opening;
  try {
    if (store.standing.kind === 'locked') return refused(lockedRefusal(store, book));
    const batches = store.moved.batches(period);
    const wallets = walletsOf(store, { book, period });
    const { writeReconciliation } = await import('../../reports/reconciliation.ts');
    const written = await writeReconciliation(
      path,
      { period, madeAtMs: system.clock.nowMs(), environment: environmentOf(book), batches, wallets },
      { existing: { force, isSource: isSourceSheet(system) }, track: system.files.track, language },
    );
    if (written.kind === 'refused') return refused(written.refusal);
    return { kind: 'done', value: { file: written.path, batches: batches.length } };
  } catch (error) {
    return refusedByDisk(system, error);
  } finally {
    store.close();
  }
}

/** Wallets that were read at least twice within the period and whose unit a person has confirmed. */
function walletsOf(
  store: HeadedReader,
  { book, period }: { readonly book: Book; readonly period: Period },
): readonly WalletMoved[] {
  return store.profiles.list().flatMap((profile) => {
    const { name, walletUnit } = profile;
    if (bookOf(profile) !== book || walletUnit === null) return [];
    const read = store.walletReadings.within(profile, period).flatMap(({ balance, atMs }) => {
      const paise = walletPaise({ balance, unit: walletUnit });
      return paise === null ? [] : [{ paise, atMs }];
    });
    const [first] = read;
    const last = read.at(-1);
    if (first === undefined || last === undefined || first === last) return [];
    const moved = store.moved.between(name, { fromMs: first.atMs, toMs: last.atMs });
    return [
      {
        profile: name,
        firstAtMs: first.atMs,
        firstPaise: first.paise,
        lastAtMs: last.atMs,
        lastPaise: last.paise,
        ...moved,
        unexplainedPaise: last.paise - first.paise + moved.outPaise - moved.backPaise,
      },
    ];
  });
}
