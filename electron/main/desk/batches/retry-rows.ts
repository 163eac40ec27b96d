// Which rows a retry pays again and with which details. Corrections come from Review, where each row is bound to its payout, or
// from a file.

import type { ConfirmationView } from '../../../../shared/api/batch-commands.ts';
import type { Answer } from '../../../../shared/api/contract.ts';
import { unreachable } from '../../../../shared/failures.ts';
import type { BatchId, PayoutId } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { CORRECTED_FIELDS, type Correction, type RetryPayout } from '../../../../shared/retry-payout.ts';
import type { CheckedFile, Issue, Refusal } from '../../../../shared/rows.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import type { CheckRequest } from '../../import/open-sheet.ts';
import { findBatch, refused } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';
import { batchFingerprint } from '../../store/references.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { type Warning, whyUnpaid } from '../drafts/choose-rows.ts';
import { SAID_AS_TICKS } from '../drafts/doubles-in-file.ts';
import type { TypedCell } from '../drafts/draft.ts';
import type { WholeDraft } from '../drafts/draft-store.ts';
import type { RetryOrigin } from '../drafts/retry-draft.ts';
import type { LeftOut, SaidBefore } from './candidate.ts';
import {
  amountChangedRefusal,
  correctedRow,
  issueOf,
  type MatchWorld,
  matchCorrections,
  REMARK_UNCHANGED,
  type RetryRow,
  sortMatched,
  unchangedRow,
} from './match-corrections.ts';
import { notSettled, type RetryPlace, type RetryWorld } from './retry-place.ts';
import { blockedRetry, warningsRefusal } from './start-refusals.ts';

/** Payouts that ended unpaid, to be paid again. If `from` is null they keep their details. */
export interface RetryRows {
  readonly kind: 'retry';
  readonly batch: BatchId;
  readonly from: Corrections | null;
}

/** Corrected details, from a file with how to read it, or from Review. */
export type Corrections =
  | Pick<CheckRequest, 'path' | 'sheet' | 'columns' | 'headerRow' | 'encoding' | 'methods' | 'words'>
  | ReviewedRows;

/** `payoutOf`: the payout of each row number. Rows that a person left out are blocked in `checked`. */
export interface ReviewedRows {
  readonly checked: CheckedFile;
  readonly payoutOf: ReadonlyMap<number, PayoutId>;
}

/** The corrections in the command's name: with other corrections it would pay something else, so it is another command. */
export function wordOfCorrections(from: Corrections | null): string {
  if (from === null) return '';
  if (!('payoutOf' in from)) return ` from ${from.path}`;
  const payments = from.checked.rows.flatMap((row) => (row.kind === 'payable' ? [row.payment] : []));
  return ` as reviewed ${batchFingerprint(payments)}`;
}

/** The rows a person asked to pay again. `others`: payouts that were not asked for. */
export interface NamedRows {
  readonly checked: CheckedFile | null;
  readonly rows: readonly RetryRow[];
  readonly others: readonly LeftOut[];
  readonly warnings: readonly Warning[];
}

/** The rows a person asked to pay again: all that ended unpaid, or those that the corrections name. */
export async function nameRows(
  system: System,
  { store, batch, profile, world, from, said }: NamingWorld,
): Promise<Answer<NamedRows>> {
  const { payouts, unpaid } = world;
  const unsettled = payouts.flatMap((payout) => {
    const issue = notSettled(payout);
    return issue === null ? [] : [{ issue, payment: payout.payment }];
  });
  if (from === null) {
    return { kind: 'done', value: { checked: null, rows: unpaid.map(unchangedRow), others: unsettled, warnings: [] } };
  }
  if ('payoutOf' in from) {
    const named = nameReviewed(from, { world, acceptWarnings: said.acceptWarnings });
    if (named.kind !== 'done') return named;
    return { kind: 'done', value: { ...named.value, others: [...named.value.others, ...unsettled] } };
  }
  const { maxPayoutPaise } = profile;
  const result = await system.checkFile({
    ...from,
    fillRemark: REMARK_UNCHANGED,
    includeHidden: false,
    maxPayoutPaise,
  });
  if (result.kind === 'refused') return refused(result.refusal, result.fileName);
  const { checked } = result;
  const matched = matchCorrections(checked, {
    payouts,
    retriable: new Set(unpaid.map(({ payoutId }) => payoutId)),
    ...readSheetBefore(store, batch),
    chainOf: (payout) => world.chainOf(payout),
  });
  if ('code' in matched) return refused(matched, checked.file.name);
  const { rows, blocked, leftOut } = sortMatched(unpaid, matched.rows);
  const named = new Set([...rows.map(({ row }) => row.rowNumber), ...blocked]);
  if (blocked.length > 0) {
    const issues = checked.issues.filter(({ severity, row }) => severity === 'error' && named.has(row));
    return blockedRetry(batch, { checked, rows: named.size, issues, refusal: ROWS_BLOCKED });
  }
  const hidden = rows.find(({ row }) => row.hidden);
  if (hidden !== undefined) return refused(hiddenCorrectionRefusal(hidden.row.rowNumber), checked.file.name);
  const warnings = warningsAbout(checked, named);
  if (warnings.length > 0 && !said.acceptWarnings) return refused(warningsRefusal(warnings), checked.file.name);
  return {
    kind: 'done',
    value: {
      checked,
      rows,
      others: [...leftOut, ...unsettled, ...matched.passedOver.map((issue) => ({ issue, payment: null }))],
      warnings,
    },
  };
}

interface NamingWorld extends RetryPlace {
  readonly world: RetryWorld;
  readonly from: Corrections | null;
  readonly said: SaidBefore;
}

/** The other rows of the batch's sheet: those it left out and, for a retry, those that the batches before it paid or left out. */
function readSheetBefore(store: HeadedWriter, batch: BatchRecord): Pick<MatchWorld, 'earlier' | 'excludedRows'> {
  const earlier: RetryPayout[] = [];
  const excludedRows = new Map(store.retries.excludedRows(batch.batch));
  for (let before = batch.retryOf; before !== null; ) {
    const found = findBatch(store, before);
    if ('kind' in found) break;
    earlier.push(...store.retries.payouts(found.batch));
    for (const [row, source] of store.retries.excludedRows(found.batch))
      if (!excludedRows.has(row)) excludedRows.set(row, source);
    before = found.retryOf;
  }
  return { earlier, excludedRows };
}

/** Takes the reviewed rows. Refuses all of them if an amount changed or a warning was not accepted. */
export function nameReviewed(
  { checked, payoutOf }: ReviewedRows,
  { world, acceptWarnings }: { readonly world: RetryWorld; readonly acceptWarnings: boolean },
): Answer<NamedRows> {
  const unpaid = new Map(world.unpaid.map((payout) => [payout.payoutId, payout]));
  const byId = new Map(world.payouts.map((payout) => [payout.payoutId, payout]));
  const unpaidWhy = Map.groupBy(whyUnpaid(checked), ({ row }) => row);
  const rows: RetryRow[] = [];
  const others: LeftOut[] = [];
  for (const row of checked.rows) {
    const { rowNumber } = row;
    const payoutId = payoutOf.get(rowNumber);
    if (payoutId === undefined) continue;
    const payout = unpaid.get(payoutId);
    unpaid.delete(payoutId);
    if (payout === undefined) {
      const now = byId.get(payoutId);
      others.push({ issue: noLongerUnpaid(rowNumber, now?.state), payment: now?.payment ?? null });
    } else if (row.kind === 'payable') {
      const { amountPaise } = row.payment;
      if (amountPaise !== payout.payment.amountPaise) {
        return refused(amountChangedRefusal(rowNumber, { payout, amountPaise }), checked.file.name);
      }
      rows.push(correctedRow(payout, row));
    } else {
      others.push(...(unpaidWhy.get(rowNumber) ?? []).map((issue) => ({ issue, payment: payout.payment })));
    }
  }
  for (const payout of unpaid.values()) {
    const issue = world.against(payout, payout.rowNumber) ?? notOpened(payout);
    others.push({ issue, payment: payout.payment });
  }
  const named = new Set(rows.map(({ row }) => row.rowNumber));
  const warnings = warningsAbout(checked, named);
  if (warnings.length > 0 && !acceptWarnings) return refused(warningsRefusal(warnings), checked.file.name);
  return { kind: 'done', value: { checked, rows, others, warnings } };
}

/** The warnings about payable rows, except those that are asked about as ticks. */
function warningsAbout({ issues }: CheckedFile, named: ReadonlySet<number>): Issue[] {
  return issues.filter(
    ({ row, severity, code }) => severity === 'warning' && named.has(row) && !SAID_AS_TICKS.has(code),
  );
}

function noLongerUnpaid(row: number, state: RetryPayout['state'] | undefined): Issue {
  return issueOf(row, {
    code: 'noLongerUnpaid',
    message: msg('retry.noLongerUnpaid', { why: state === undefined ? msg('retry.now.gone') : nowInWords(state) }),
    cure: msg('cure.nothingToPayAgain'),
  });
}

function nowInWords(state: RetryPayout['state']): Message {
  switch (state) {
    case 'success':
      return msg('retry.now.paid');
    case 'processing':
    case 'sending':
      return msg('retry.now.underWay');
    case 'unknown':
      return msg('retry.now.inDoubt');
    case 'queued':
    case 'cancelled':
      return msg('retry.now.notSent');
    case 'failed':
    case 'rejected':
    case 'reversed':
      return msg('retry.now.ended', { state: msg(`state.${state}`) });
    default:
      return unreachable(state);
  }
}

function notOpened({ rowNumber }: RetryPayout): Issue {
  return issueOf(rowNumber, {
    code: 'notOpened',
    message: msg('retry.notOpened'),
    cure: msg('cure.retryFromResult'),
  });
}

/** The reviewed rows, with the cells of the file they first came from. */
export function reviewedRows({ checked }: { readonly checked: CheckedFile }, origin: RetryOrigin): ReviewedRows {
  const { fileName, fileSha256, sheet, headers, payouts } = origin;
  return {
    checked: {
      ...checked,
      file: { name: fileName, sizeBytes: 0, sha256: fileSha256 },
      sheet,
      headers,
      columns: {},
      rows: checked.rows.map((row, at) => ({ ...row, source: payouts[at]?.source ?? [] })),
    },
    payoutOf: new Map(payouts.map(({ rowNumber, payoutId }) => [rowNumber, payoutId])),
  };
}

type ShownCorrection = NonNullable<ConfirmationView['retry']>['corrections'][number];

/** Every detail that changed: for a payable row as it would be paid, for any other row as it was typed. */
export function correctionsInReview(
  { checked, typed }: Pick<WholeDraft, 'checked' | 'typed'>,
  { payouts }: RetryOrigin,
): ShownCorrection[] {
  const payoutOf = new Map(payouts.map((payout) => [payout.rowNumber, payout]));
  const typedIn = Map.groupBy(typed, ({ rowNumber }) => rowNumber);
  return checked.rows.flatMap((checkedRow) => {
    const { rowNumber } = checkedRow;
    const payout = payoutOf.get(rowNumber);
    if (payout === undefined) return [];
    const { row, corrections } =
      checkedRow.kind === 'payable'
        ? correctedRow(payout, checkedRow)
        : { ...unchangedRow(payout), corrections: asTyped(typedIn.get(rowNumber) ?? []) };
    return corrections.map((correction) => ({ row: rowNumber, name: row.payment.name, ...correction }));
  });
}

function asTyped(cells: readonly TypedCell[]): readonly Correction[] {
  return CORRECTED_FIELDS.flatMap((field) =>
    cells.filter((cell) => cell.field === field).map(({ from, to }) => ({ field, from: from || null, to: to || null })),
  );
}

function hiddenCorrectionRefusal(row: number): Refusal {
  return {
    code: 'hiddenRows',
    message: msg('retry.hiddenRow', { row }),
    cure: msg('cure.showHiddenRow'),
  };
}

const ROWS_BLOCKED: Refusal = {
  code: 'blockedRows',
  message: msg('retry.blockedRows'),
  cure: msg('cure.blockedCorrections'),
};
