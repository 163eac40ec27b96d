// Why a file is not run, in words. In: what was found. Out: refusals that say it and give the cure.
// This file must never decide: the order of the questions is in start-batch.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Follower } from '../../../shared/api/following.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import type { Pause } from '../../../shared/failures.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { REPEAT_WINDOW_MS } from '../../../shared/limits.ts';
import { formatRupees, type Paise } from '../../../shared/money.ts';
import type { CheckedFile } from '../../../shared/rows.ts';
import type { LostBatch } from '../../../shared/standing.ts';
import type { Chosen } from './choose-rows.ts';
import type { Warning } from './confirm-seal.ts';
import { wishOf } from './cut-short.ts';
import type { Writer } from './ports.ts';
import { checkView } from './views.ts';

/** Rows that cannot be paid stop the file unless they may be left out; a file with none left is never run. */
export function blockedAnswer(
  checked: CheckedFile,
  chosen: Chosen,
  wish: { readonly onlyPayable: boolean; readonly leaveOut: ReadonlySet<number> },
): Extract<Answer<never>, { kind: 'blocked' }> | null {
  if (chosen.rows.length === 0) {
    const refusal = {
      code: 'nothingPayable',
      message: 'No row of this file can be paid.',
      cure: 'Correct the rows named above and run the file again.',
    };
    return { kind: 'blocked', check: checkView(checked, chosen.findings), refusal };
  }
  const unasked = chosen.excluded.filter(({ rowNumber }) => !wish.leaveOut.has(rowNumber)).length;
  if (unasked === 0 || wish.onlyPayable) return null;
  const rows = unasked === 1 ? '1 row' : `${unasked} rows`;
  const refusal = {
    code: 'blockedRows',
    message: `${rows} of this file cannot be paid, so nothing was sent.`,
    cure: 'Correct them, or leave them out with --only-payable.',
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

export function repeatRefusal(store: Writer, repeats: readonly BatchRecord[], named: BatchId | null): Refusal {
  const latest = repeats[0];
  if (latest === undefined || named !== null) {
    return {
      code: 'notARepeat',
      message: `This file does not repeat batch ${named ?? ''}.`,
      cure: latest === undefined ? 'Leave --accept-repeat out.' : `It repeats ${latest.id}: name that one.`,
    };
  }
  const { counts } = store.tally(latest.batch);
  const day = new Date(latest.confirmedAtMs).toISOString().slice(0, 10);
  return {
    code: 'repeatedFile',
    message: `This file, or the same rows, was run before: batch ${latest.id} on ${day}, ${counts.success} of ${latest.payoutCount} paid.`,
    cure: `See \`status ${latest.id}\` first. To run it again all the same: --accept-repeat ${latest.id}; rows paid in the last 30 days stay blocked.`,
  };
}

/** The same rows were confirmed in a batch that is noted outside and that the database no longer has. */
export function lostRepeatRefusal({ id, count, confirmedAtMs }: LostBatch): Refusal {
  const day = new Date(confirmedAtMs).toISOString().slice(0, 10);
  return {
    code: 'repeatedFile',
    message: `The same ${count === 1 ? 'row was' : `${count} rows were`} confirmed on ${day} as batch ${id}, which this database no longer has: they may have been paid.`,
    cure: `Compare with the gateway first. To run it again all the same: --accept-repeat ${id}.`,
  };
}

/** A lost batch stands beside every file for as long as its payouts would have: whom it paid, nothing here can tell. */
export function lostBatchWarnings(lost: readonly LostBatch[], nowMs: number): Warning[] {
  return lost
    .filter(({ confirmedAtMs }) => confirmedAtMs > nowMs - REPEAT_WINDOW_MS)
    .map(({ id, count, totalPaise, confirmedAtMs }) => {
      const batch = `Batch ${id} of ${DAY.format(confirmedAtMs)} (${count === 1 ? '1 payout' : `${count} payouts`}, ${formatRupees(totalPaise)})`;
      const message = `${batch} is lost: this desk cannot tell whether these rows were paid in it.`;
      return { code: 'batchLost', row: null, message };
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
    cure: 'Show them in the spreadsheet and look at them, or pay them with --include-hidden.',
  };
}

export function warningsRefusal(warnings: readonly Pick<Warning, 'message'>[]): Refusal {
  const first = warnings[0]?.message ?? '';
  return {
    code: 'warnings',
    message:
      warnings.length === 1
        ? `There is a warning: ${first}`
        : `There are ${warnings.length} warnings, the first: ${first}`,
    cure: 'See them all with `check`, then run with --accept-warnings.',
  };
}

export function ceilingRefusal(totalPaise: Paise, ceilingPaise: Paise): Refusal {
  return {
    code: 'batchCeiling',
    message: `The total of ${formatRupees(totalPaise)} is above the profile's ceiling of ${formatRupees(ceilingPaise)}.`,
    cure: 'Split the file, or have the ceiling raised with `profile set --max-batch`.',
  };
}

export function cureOfDoubt({ code }: Pause): string {
  return code === 'walletLow'
    ? 'Top the wallet up, or pay as far as it reaches with --accept-warnings.'
    : 'Ask the gateway, or go on all the same with --accept-warnings.';
}

export const DO_NOT_RUN_AGAIN =
  'Nothing was stored or sent. Do not run it again, and do not change the file: a changed file gets new references, and what was already paid would not be noticed.';

/** What helps once the gateway's first answers have stopped a file. A known reference is no slip that the file could mend. */
export function cureOfStop({ code }: Pause, profile: string): string {
  if (code === 'tokenRefused')
    return `Nothing was stored or sent. Replace it with \`profile token ${profile}\`, then try again.`;
  if (code !== 'referenceKnown') return 'Nothing was stored or sent. Mend it, then try again.';
  return `${DO_NOT_RUN_AGAIN} Ask the gateway first (\`desk lookup --profile ${profile} --udf1 REFERENCE\`), and look at the other computer's batches.`;
}

export const TOO_MUCH: Refusal = {
  code: 'totalTooLarge',
  message: 'The total is beyond what the desk counts exactly.',
  cure: 'Split the file.',
};

const CUT_SHORT: Refusal = {
  code: 'interrupted',
  message: 'Stopped before anything was confirmed: nothing was stored or sent.',
  cure: 'Run it again.',
};

const TIME_OVER: Refusal = {
  code: 'timeOver',
  message: 'The time was over before anything was sent: no batch was stored.',
  cure: 'Give it more time with --for, or run it again later.',
};

/** Why something that was cut short before it was confirmed did not begin. */
export function whyCutShort(follower: Pick<Follower, 'onPauseAsked'>): Refusal {
  return wishOf(follower) === 'timeOver' ? TIME_OVER : CUT_SHORT;
}

export const NOT_CONFIRMED: Refusal = {
  code: 'notConfirmed',
  message: 'Not confirmed: nothing was stored or sent.',
  cure: 'Run it again and type the count, or give --yes.',
};
