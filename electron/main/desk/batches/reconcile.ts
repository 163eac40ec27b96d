import type { Answer } from '../../../../shared/api/contract.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { type Book, bookOf, environmentOf } from '../../../../shared/profiles.ts';
import type { Language } from '../../../../shared/report-forms.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { walletPaise } from '../../../../shared/wallet.ts';
import type { Period, WalletMoved } from '../../domain/report.ts';
import { nothingHere, refused, refusedByDisk } from '../../session/desks.ts';
import { lockedRefusal } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader } from '../../store/store.ts';
import { isSourceSheet } from '../drafts/source-sheets.ts';

interface Reconciling extends Period {
  readonly book: Book;
  readonly path: string;
  readonly force?: boolean;
  readonly language?: Language;
}

/** Writes what moved within a period over all batches. Errors: refused for days that end before they begin, when there is no desk or it is locked, and when the file cannot be written. */
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

const DAYS_REVERSED: Refusal = {
  code: 'daysReversed',
  message: msg('reconcile.daysReversed'),
  cure: msg('cure.earlierDayFirst'),
};

/** Wallets that were read twice within the period, and whose unit a person confirmed. */
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
