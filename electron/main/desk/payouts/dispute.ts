import type { Answer } from '../../../../shared/api/contract.ts';
import { type BatchId, formatPayoutName } from '../../../../shared/ids.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { bookOfBatch } from '../../../../shared/profiles.ts';
import type { Language } from '../../../../shared/report-forms.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { StateKind } from '../../../../shared/states.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import { type DisputeDates, disputeDates } from '../../domain/dispute-dates.ts';
import { concernedPayouts } from '../../domain/late-news.ts';
import { encodePayout, PAYOUT_PATH } from '../../gateway/client.ts';
import { bankOf } from '../../import/ifsc-list.ts';
import { writeByEnding } from '../../reports/atomic-file.ts';
import type { DisputePack } from '../../reports/dispute-pack.ts';
import { findBatch, noSuchBatch, refused, refusedByDisk } from '../../session/desks.ts';
import { stateInLock } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader } from '../../store/store.ts';
import { isSourceSheet } from '../drafts/source-sheets.ts';
import { readRemembered } from '../runtime/memory.ts';

interface DisputeRequest {
  readonly batch: BatchId;
  readonly rowNumber: number;
  /** A .pdf or a .zip. */
  readonly path: string;
  readonly force?: boolean;
  readonly language: Language;
}

/** `isMasked`: only the last digits of the account stand in it. */
export interface DisputeMade {
  readonly file: string;
  readonly payout: string;
  readonly state: StateKind;
  readonly isMasked: boolean;
  readonly dates: DisputeDates;
}

/** Writes everything about one payment for the gateway or a bank. Refuses if nothing of it was ever sent. */
export async function makeDispute(
  system: System,
  { batch: id, rowNumber, path, force = false, language }: DisputeRequest,
): Promise<Answer<DisputeMade>> {
  const opening = system.openReader(bookOfBatch(id));
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind !== 'open') return refused(noSuchBatch(id));
  const { store } = opening;
  try {
    const batch = findBatch(store, id);
    if ('kind' in batch) return batch;
    const changed = store.checkBatch(batch);
    if (changed !== null) return refused(changed);
    const pack = await packOf(system, { store, batch, rowNumber });
    if (pack === null) return refused(NOTHING_SENT);
    const { fillDisputePdf, fillDisputeZip } = await import('../../reports/dispute-pack.ts');
    const written = await writeByEnding(
      { path, existing: { force, isSource: isSourceSheet(system, batch) }, track: system.files.track },
      { what: 'report', forms: { '.pdf': fillDisputePdf(pack, language), '.zip': fillDisputeZip(pack, language) } },
    );
    if (written.kind === 'refused') return refused(written.refusal);
    const { isMasked, dates, payout } = pack;
    const made = { payout: formatPayoutName(id, rowNumber), state: payout.state, isMasked, dates };
    return { kind: 'done', value: { file: written.path, ...made } };
  } catch (error) {
    return refusedByDisk(system, error);
  } finally {
    store.close();
  }
}

const NOTHING_SENT: Refusal = {
  code: 'nothingSent',
  message: msg('dispute.nothingSent'),
  cure: msg('cure.passportLater'),
};

/** As outcomes are stored. */
const NEVER_LEFT = 'not sent';

interface About {
  readonly store: HeadedReader;
  readonly batch: BatchRecord;
  readonly rowNumber: number;
}

async function packOf(system: System, { store, batch, rowNumber }: About): Promise<DisputePack | null> {
  const story = store.payouts.story(batch.batch, rowNumber);
  // A request that provably never left asks nobody about anything.
  const sentAtMs = story?.attempts.findLast(({ outcome }) => outcome?.startsWith(NEVER_LEFT) !== true)?.sentAtMs;
  if (story === null || sentAtMs === undefined) return null;
  const { attempts, answers, decisions } = story;
  const isLocked = store.standing.kind === 'locked';
  const payout = isLocked ? { ...story.payout, state: stateInLock(story.payout.state) } : story.payout;
  const { beneficiary, amountPaise, remark, reference } = payout;
  const { settings } = readRemembered(system.files.settings);
  const isMeant = (of: { readonly batch: BatchId; readonly rowNumber: number }): boolean =>
    of.batch === batch.id && of.rowNumber === rowNumber;
  return {
    payout,
    environment: batch.environment,
    profile: batch.profile,
    mid: batch.mid,
    url: `${batch.baseUrl}${PAYOUT_PATH}`,
    body: encodePayout(batch.mid, { beneficiary, amountPaise, remark, reference }),
    payer: settings.books.payer || batch.profile,
    bank: beneficiary.method === 'UPI' ? null : await bankOf(beneficiary.ifsc),
    fileName: batch.fileName,
    confirmedBy: batch.confirmedBy,
    confirmedAtMs: batch.confirmedAtMs,
    attempts,
    lookups: answers,
    decisions,
    history: store.payoutEntries.all(batch.batch, rowNumber),
    alarms: store.news.list({ batch: batch.batch, all: true }).filter((one) => concernedPayouts(one).some(isMeant)),
    sentAtMs,
    dates: disputeDates(sentAtMs, -new Date(sentAtMs).getTimezoneOffset()),
    asOfMs: system.clock.nowMs(),
    isMasked: settings.maskAccounts,
  };
}
