// Who got a payment advice: when, at which address, and what the mail server said.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { AdviceCounts, AdviceLine } from '../../../../shared/api/mail-commands.ts';
import { type BatchId, formatPayoutName } from '../../../../shared/ids.ts';
import { bookOfBatch } from '../../../../shared/profiles.ts';
import { findBatch, noSuchBatch, refused, withReader } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader } from '../../store/store.ts';

export interface AdviceStatus {
  readonly batch: BatchId;
  readonly counts: AdviceCounts;
  readonly lines: readonly AdviceLine[];
}

export function readAdviceStatus(system: System, id: BatchId): Answer<AdviceStatus> {
  return withReader(system, bookOfBatch(id), {
    act: (store) => statusIn(store, id),
    absent: () => refused(noSuchBatch(id)),
  });
}

export function statusIn(store: HeadedReader, id: BatchId): Answer<AdviceStatus> {
  const batch = findBatch(store, id);
  if ('kind' in batch) return batch;
  const lines = store.adviceMails.list(batch.batch).map((mail): AdviceLine => {
    const { rowNumber, name, amountPaise, address, state, answer, atMs, tries } = mail;
    const cameBack = state === 'sent' && mail.payoutState !== 'success';
    return {
      payout: formatPayoutName(id, rowNumber),
      name,
      paise: amountPaise,
      address,
      state,
      answer,
      atMs,
      tries,
      cameBack,
    };
  });
  const counts = { sent: 0, refused: 0, later: 0, unsure: 0, cameBack: 0 };
  for (const { state, cameBack } of lines) {
    counts[state] += 1;
    if (cameBack) counts.cameBack += 1;
  }
  return { kind: 'done', value: { batch: id, counts, lines } };
}
