// Why a file is not run, in words. The order of the questions is in confirmation and file-candidate.

import { dirname } from 'node:path';
import type { Answer } from '../../../../shared/api/contract.ts';
import { invariant, type Pause } from '../../../../shared/failures.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { Words } from '../../../../shared/messages/message.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { formatRupees, type Paise } from '../../../../shared/money.ts';
import { type CheckedFile, LEFT_OUT, type Refusal } from '../../../../shared/rows.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import { REPEAT_WINDOW_MS } from '../../domain/same-payment.ts';
import type { LostBatch, OtherDesk } from '../../domain/standing.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { type Chosen, checkView, type Warning } from '../drafts/choose-rows.ts';

/** Rows that cannot be paid stop the file unless they may be left out; a file with none left is never run. */
export function blockedAnswer(
  checked: CheckedFile,
  chosen: Pick<Chosen, 'rows' | 'excluded' | 'findings'>,
  reason: { readonly onlyPayable: boolean; readonly leaveOut: ReadonlySet<number> },
): Extract<Answer<never>, { kind: 'blocked' }> | null {
  if (chosen.rows.length === 0) {
    const refusal = {
      code: 'nothingPayable',
      message: 'No row of this file can be paid.',
      cure: msg('cure.nothingPayable'),
    };
    return { kind: 'blocked', check: checkView(checked, chosen.findings), refusal };
  }
  const unasked = chosen.excluded.filter(
    ({ rowNumber, issues }) => !reason.leaveOut.has(rowNumber) && !issues.some(({ code }) => LEFT_OUT.has(code)),
  ).length;
  if (unasked === 0 || reason.onlyPayable) return null;
  const rows = unasked === 1 ? '1 row' : `${unasked} rows`;
  const refusal = {
    code: 'blockedRows',
    message: `${rows} of this file cannot be paid, so nothing was sent.`,
    cure: msg('cure.blockedRows'),
  };
  return { kind: 'blocked', check: checkView(checked, chosen.findings), refusal };
}

/** A person changed the rows, or the account, between their yes and the moment in which the batch is stored. */
export const CHANGED_WHILE_STARTING: Refusal = {
  code: 'changedMeanwhile',
  message: 'Its rows or its account were changed while it was being started: nothing was sent.',
  cure: 'Look at it again as it is now.',
};

/** What guards ask changed between the rows' judgement and that moment. */
export const HISTORY_CHANGED: Refusal = {
  code: 'changedMeanwhile',
  message: 'While it was being confirmed, something changed about a payout that a row of it repeats: nothing was sent.',
  cure: 'Look at it again as it is now.',
};

/** Something else was named than what the file repeats. */
export function notARepeatRefusal(named: string, repeats: BatchId | null): Refusal {
  const message = `Naming ${named} lets no row of this file through.`;
  return {
    code: 'notARepeat',
    message,
    cure: repeats === null ? msg('cure.notARepeat') : msg('cure.notThatRepeat', { batch: repeats }),
  };
}

export function repeatRefusal(store: HeadedWriter, [latest]: readonly BatchRecord[]): Refusal {
  invariant(latest !== undefined, 'no batch is repeated');
  const { counts } = store.tally(latest.batch);
  const day = new Date(latest.confirmedAtMs).toISOString().slice(0, 10);
  return {
    code: 'repeatedFile',
    message: `This file, or the same rows, was run before: batch ${latest.id} on ${day}, ${counts.success} of ${latest.payoutCount} paid.`,
    cure: msg('cure.repeatedFile', { batch: latest.id }),
  };
}

/** The same rows were confirmed in a batch that is noted outside and that the database no longer has. */
export function lostRepeatRefusal({ id, count, confirmedAtMs }: LostBatch): Refusal {
  const day = new Date(confirmedAtMs).toISOString().slice(0, 10);
  return {
    code: 'repeatedFile',
    message: `The same ${count === 1 ? 'row was' : `${count} rows were`} confirmed on ${day} as batch ${id}, which this database no longer has: they may have been paid.`,
    cure: msg('cure.repeatsLostBatch', { batch: id }),
  };
}

/** A lost batch stands beside every file for as long as its payouts would have: whom it paid, nothing here can tell. */
export function lostLately(lost: readonly LostBatch[], nowMs: number): readonly LostBatch[] {
  return lost.filter(({ confirmedAtMs }) => confirmedAtMs > nowMs - REPEAT_WINDOW_MS);
}

export function lostBatchWarning({ id, count, totalPaise, confirmedAtMs }: LostBatch): Warning {
  const batch = `Batch ${id} of ${DAY.format(confirmedAtMs)} (${count === 1 ? '1 payout' : `${count} payouts`}, ${formatRupees(totalPaise)})`;
  const message = `${batch} is lost: this desk cannot tell whether these rows were paid in it.`;
  return { code: 'batchLost', row: null, message };
}

/** At the command line it is named, so that no word for other warnings lets it through. */
export function lostUnnamedRefusal(lost: LostBatch): Refusal {
  const { code, message } = lostBatchWarning(lost);
  return { code, message, cure: msg('cure.repeatsLostBatch', { batch: lost.id }) };
}

/** Another data folder of this user may have paid the same people from the same account, which this one cannot see. */
export function otherDeskWarnings(others: readonly OtherDesk[]): Warning[] {
  return others.map(({ path, count, confirmedAtMs }) => {
    const facts = `paid from this merchant id in the last 30 days (batches: ${count}, the last on ${DAY.format(confirmedAtMs)}).`;
    const message = `${path === null ? 'Another data folder' : `The data folder ${dirname(path)}`} ${facts} This desk cannot tell whom.`;
    return { code: 'paidFromOtherFolder', row: null, message };
  });
}

const DAY = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short' });

export function hiddenRefusal({
  hiddenRowCount: rows,
  hiddenColumnCount: columns,
}: Pick<CheckedFile, 'hiddenRowCount' | 'hiddenColumnCount'>): Refusal {
  const rowWords = rows === 0 ? [] : [rows === 1 ? '1 row' : `${rows} rows`];
  const columnWords = columns === 0 ? [] : [columns === 1 ? '1 column' : `${columns} columns`];
  const what = [...rowWords, ...columnWords].join(' and ');
  return {
    code: 'hiddenRows',
    message: `${what} of the sheet ${rows + columns === 1 ? 'is' : 'are'} hidden and would be paid without being seen.`,
    cure: msg('cure.hiddenRows'),
  };
}

export function warningsRefusal(warnings: readonly Pick<Warning, 'message'>[]): Refusal {
  const first = warnings[0]?.message ?? '';
  return {
    code: 'warnings',
    message: msg('confirm.warnings', { count: warnings.length, first }),
    cure: msg('cure.warnings'),
  };
}

export function ceilingRefusal(totalPaise: Paise, ceilingPaise: Paise): Refusal {
  return {
    code: 'batchCeiling',
    message: `The total of ${formatRupees(totalPaise)} is above the profile's ceiling of ${formatRupees(ceilingPaise)}.`,
    cure: msg('cure.batchCeiling'),
  };
}

export function cureOfDoubt({ code }: Pause): Words {
  return code === 'walletLow' ? msg('cure.walletLow') : msg('cure.lookupsUnreliable');
}

/** What helps once the gateway's first answers have stopped a file. A known reference is no slip that the file could mend. */
export function cureOfStop({ code }: Pause, profile: string): Words {
  if (code === 'tokenRefused') return msg('cure.tokenRefusedAtStart', { profile });
  if (code !== 'referenceKnown') return 'Nothing was stored or sent. Mend it, then try again.';
  return msg('cure.referenceKnown', { profile });
}

export const TOO_MUCH: Refusal = {
  code: 'totalTooLarge',
  message: 'The total is beyond what the desk counts exactly.',
  cure: 'Split the file.',
};

/** What is judged, named and stored in one go: more would take more memory than the desk allows itself. */
const BATCH_MAX_PAYOUTS = 500_000;

/** Why so many payouts are no batch; null when they may be one. */
export function tooManyPayouts(count: number): Refusal | null {
  if (count <= BATCH_MAX_PAYOUTS) return null;
  const message = `One batch holds at most ${BATCH_MAX_PAYOUTS.toLocaleString('en-IN')} payouts.`;
  return { code: 'tooManyPayouts', message, cure: 'Split the file.' };
}

const CUT_SHORT: Refusal = {
  code: 'interrupted',
  message: 'Stopped before anything was confirmed: nothing was stored or sent.',
  cure: 'Run it again.',
};

const TIME_OVER: Refusal = {
  code: 'timeOver',
  message: 'The time was over before anything was sent: no batch was stored.',
  cure: msg('cure.timeOver'),
};

/** Why something that was cut short before it was confirmed did not begin. */
export function whyCutShort({ reason }: AbortSignal): Refusal {
  return reason === 'timeOver' ? TIME_OVER : CUT_SHORT;
}

export const NOT_CONFIRMED: Refusal = {
  code: 'notConfirmed',
  message: 'Not confirmed: nothing was stored or sent.',
  cure: msg('cure.notConfirmed'),
};
