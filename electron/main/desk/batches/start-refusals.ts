// Why a file is not started, as refusals. confirmation.ts decides their order.

import { dirname } from 'node:path';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { CheckView } from '../../../../shared/api/views.ts';
import { invariant, type Pause } from '../../../../shared/failures.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Paise } from '../../../../shared/money.ts';
import { type CheckedFile, type Issue, LEFT_OUT, type Refusal } from '../../../../shared/rows.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import { REPEAT_WINDOW_MS } from '../../domain/same-payment.ts';
import type { LostBatch, OtherDesk } from '../../domain/standing.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { checkView, type Warning } from '../drafts/choose-rows.ts';
import type { ScreenedRows } from '../drafts/screen-rows.ts';

/** Rows that cannot be paid stop the file unless they may be left out. A file without payable rows never starts. */
export function blockedAnswer(
  checked: CheckedFile,
  chosen: Pick<ScreenedRows, 'rows' | 'excluded' | 'findings'>,
  reason: { readonly onlyPayable: boolean; readonly leaveOut: ReadonlySet<number> },
): Extract<Answer<never>, { kind: 'blocked' }> | null {
  if (chosen.rows.length === 0) {
    const refusal = {
      code: 'nothingPayable',
      message: msg('start.nothingPayable'),
      cure: msg('cure.nothingPayable'),
    };
    return { kind: 'blocked', check: checkView(checked, chosen.findings), refusal };
  }
  const unasked = chosen.excluded.filter(
    ({ rowNumber, issues }) => !reason.leaveOut.has(rowNumber) && !issues.some(({ code }) => LEFT_OUT.has(code)),
  ).length;
  if (unasked === 0 || reason.onlyPayable) return null;
  const refusal = {
    code: 'blockedRows',
    message: msg('start.blockedRows', { count: unasked }),
    cure: msg('cure.blockedRows'),
  };
  return { kind: 'blocked', check: checkView(checked, chosen.findings), refusal };
}

/** Blocks a retry of which no row can be paid, with each row's reason. */
export function blockedRetry(
  batch: BatchRecord,
  {
    checked,
    rows,
    issues,
    refusal,
  }: {
    readonly checked: CheckedFile | null;
    readonly rows: number;
    readonly issues: readonly Issue[];
    readonly refusal: Refusal;
  },
): Extract<Answer<never>, { kind: 'blocked' }> {
  const { fileName, fileSha256 } = batch;
  const { file, sha256, sheet, columns } =
    checked === null ? { file: fileName, sha256: fileSha256, sheet: batch.sheet, columns: {} } : checkView(checked);
  const check: CheckView = { file, sha256, sheet, rows, payable: 0, totalPaise: 0, columns, issues };
  return { kind: 'blocked', check, refusal };
}

export const NO_ROW_LEFT: Refusal = {
  code: 'nothingPayable',
  message: msg('retry.nothingPayable'),
  cure: msg('cure.nothingPayableAgain'),
};

/** A person changed the rows or the account between their yes and the moment the batch is stored. */
export const CHANGED_WHILE_STARTING: Refusal = {
  code: 'changedMeanwhile',
  message: msg('start.changedMeanwhile'),
  cure: msg('cure.lookAgainNow'),
};

/** The history that the guards use changed between screening the rows and storing the batch. */
export const HISTORY_CHANGED: Refusal = {
  code: 'changedMeanwhile',
  message: msg('start.changedMeanwhile.history'),
  cure: msg('cure.lookAgainNow'),
};

/** What was named is not what the file repeats. */
export function notARepeatRefusal(named: string, repeats: BatchId | null): Refusal {
  return {
    code: 'notARepeat',
    message: msg('start.notARepeat', { what: named }),
    cure: repeats === null ? msg('cure.notARepeat') : msg('cure.notThatRepeat', { batch: repeats }),
  };
}

export function repeatRefusal(store: HeadedWriter, [latest]: readonly BatchRecord[]): Refusal {
  invariant(latest !== undefined, 'no batch is repeated');
  const { counts } = store.tally(latest.batch);
  const day = new Date(latest.confirmedAtMs).toISOString().slice(0, 10);
  return {
    code: 'repeatedFile',
    message: msg('start.repeatedFile', {
      batch: latest.id,
      day,
      paid: counts.success,
      count: latest.payoutCount,
    }),
    cure: msg('cure.repeatedFile', { batch: latest.id }),
  };
}

/** The same rows were confirmed in a batch that is noted outside the database and missing in it. */
export function lostRepeatRefusal({ id, count, confirmedAtMs }: LostBatch): Refusal {
  const day = new Date(confirmedAtMs).toISOString().slice(0, 10);
  return {
    code: 'repeatedFile',
    message: msg('start.repeatedFile.lost', { count, day, batch: id }),
    cure: msg('cure.repeatsLostBatch', { batch: id }),
  };
}

/** Lost batches that are recent enough to be warned about with every file: nothing here can tell whom they paid. */
export function lostLately(lost: readonly LostBatch[], nowMs: number): readonly LostBatch[] {
  return lost.filter(({ confirmedAtMs }) => confirmedAtMs > nowMs - REPEAT_WINDOW_MS);
}

export function lostBatchWarning({ id, count, totalPaise, confirmedAtMs }: LostBatch): Warning {
  const message = msg('start.batchLost', { batch: id, day: confirmedAtMs, count, total: totalPaise });
  return { code: 'batchLost', row: null, message };
}

/** On the command line a lost batch must be named, so that accepting other warnings does not accept it. */
export function lostUnnamedRefusal(lost: LostBatch): Refusal {
  const { code, message } = lostBatchWarning(lost);
  return { code, message, cure: msg('cure.repeatsLostBatch', { batch: lost.id }) };
}

/** Another data folder of this user, which this desk cannot see, may have paid the same people from the same account. */
export function otherDeskWarnings(others: readonly OtherDesk[]): Warning[] {
  return others.map(({ path, count, confirmedAtMs }) => {
    const facts = { count, day: confirmedAtMs };
    const message =
      path === null
        ? msg('start.paidFromOtherFolder', facts)
        : msg('start.paidFromOtherFolder.named', { folder: dirname(path), ...facts });
    return { code: 'paidFromOtherFolder', row: null, message };
  });
}

export function hiddenRefusal({
  hiddenRowCount: rows,
  hiddenColumnCount: columns,
}: Pick<CheckedFile, 'hiddenRowCount' | 'hiddenColumnCount'>): Refusal {
  const what = [
    ...(rows === 0 ? [] : [msg('start.hiddenRows.rows', { count: rows })]),
    ...(columns === 0 ? [] : [msg('start.hiddenRows.columns', { count: columns })]),
  ];
  return {
    code: 'hiddenRows',
    message: rows + columns === 1 ? msg('start.hiddenRows.one', { what }) : msg('start.hiddenRows', { what }),
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
    message: msg('start.batchCeiling', { total: totalPaise, ceiling: ceilingPaise }),
    cure: msg('cure.batchCeiling'),
  };
}

export function cureOfDoubt({ code }: Pause): Message {
  return code === 'walletLow' ? msg('cure.walletLow') : msg('cure.lookupsUnreliable');
}

/** The cure after the gateway's first answers stopped a file. A known reference is no mistake that the file could fix. */
export function cureOfStop({ code }: Pause, profile: string): Message {
  if (code === 'tokenRefused') return msg('cure.tokenRefusedAtStart', { profile });
  if (code !== 'referenceKnown') return msg('cure.mendThenTryAgain');
  return msg('cure.referenceKnown', { profile });
}

export const TOO_MUCH: Refusal = {
  code: 'totalTooLarge',
  message: msg('start.totalTooLarge'),
  cure: msg('cure.splitFile'),
};

/** The most that is screened, named and stored at once: more would need more memory than the desk allows itself. */
const BATCH_MAX_PAYOUTS = 500_000;

/** Returns a refusal if there are too many payouts for one batch, or null. */
export function tooManyPayouts(count: number): Refusal | null {
  if (count <= BATCH_MAX_PAYOUTS) return null;
  const message = msg('start.tooManyPayouts', { limit: BATCH_MAX_PAYOUTS });
  return { code: 'tooManyPayouts', message, cure: msg('cure.splitFile') };
}

const CUT_SHORT: Refusal = {
  code: 'interrupted',
  message: msg('start.interrupted'),
  cure: msg('cure.runAgain'),
};

const TIME_OVER: Refusal = {
  code: 'timeOver',
  message: msg('start.timeOver'),
  cure: msg('cure.timeOver'),
};

/** Why something aborted before it was confirmed did not begin. */
export function whyCutShort({ reason }: AbortSignal): Refusal {
  return reason === 'timeOver' ? TIME_OVER : CUT_SHORT;
}

export const NOT_CONFIRMED: Refusal = {
  code: 'notConfirmed',
  message: msg('start.notConfirmed'),
  cure: msg('cure.notConfirmed'),
};
