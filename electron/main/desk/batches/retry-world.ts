// What this desk itself knows about paying a batch again, for every door: which payouts ended unpaid, and what stands
// against each. This file must never decide: the order of the questions is in retry-candidate.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { CheckView } from '../../../../shared/api/views.ts';
import { invariant } from '../../../../shared/failures.ts';
import type { BatchId, PayoutId, Reference } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Paise } from '../../../../shared/money.ts';
import { bookOfBatch, type Profile } from '../../../../shared/profiles.ts';
import { NO_TICKS, type Ticks } from '../../../../shared/repeats.ts';
import type { CorrectedField, Correction, RetryPayout } from '../../../../shared/retry.ts';
import type {
  Beneficiary,
  CheckedFile,
  CheckedRow,
  Issue,
  PayableRow,
  Payment,
  Refusal,
} from '../../../../shared/rows.ts';
import { endedUnpaid, resultOf } from '../../../../shared/states.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import type { LostBatch } from '../../domain/standing.ts';
import { findBatch } from '../../session/desks.ts';
import { batchProfile } from '../../session/find-profile.ts';
import type { System } from '../../session/system.ts';
import { retryReference } from '../../store/references.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { aboveCeiling, checkView } from '../drafts/choose-rows.ts';
import { judgeRows, namesInFile } from '../drafts/judge-rows.ts';
import type { HistoryPlace } from '../drafts/row-history.ts';
import type { LeftOut } from './candidate.ts';

/** Where a batch is paid again. Shape: `profile` carries the batch's own merchant, whatever a window shows. */
export interface RetryPlace {
  readonly store: HeadedWriter;
  readonly batch: BatchRecord;
  readonly profile: Profile;
}

/** Shape: `unpaid` those of `payouts` that ended unpaid, in file order. */
export interface RetryWorld {
  readonly payouts: readonly RetryPayout[];
  readonly unpaid: readonly RetryPayout[];
  /** The payout and all that it retries: itself first. */
  chainOf(payout: RetryPayout): readonly RetryPayout[];
  /** The reference of the payout that would pay it again. */
  referenceOf(payout: RetryPayout): Reference;
  /** Why it is not paid again now, named by a row; null when nothing stands against it. */
  against(payout: RetryPayout, row: number): Issue | null;
}

/**
 * The batch, where it may be retried at all; whoever pays asks for the indexes as well. Errors: a refusal when it is not
 * there, is not what was confirmed, or was perhaps retried already.
 */
export function findRetryPlace(store: HeadedWriter, id: BatchId): RetryPlace | Refusal {
  const batch = findBatch(store, id);
  if ('kind' in batch) return batch.refusal;
  const changed = store.checkBatch(batch);
  if (changed !== null) return changed;
  // Every retry is a later batch of the same database than what it pays again.
  const lost = store.lostBatches.find((one) => one.from === undefined && one.batch > batch.batch);
  if (lost !== undefined) return lostRetryRefusal(batch.id, lost);
  // The batch's own merchant, where it is today: what is paid again is paid from where it was paid before.
  return { store, batch, profile: batchProfile(store, batch) };
}

/** Reads what may be retried. Errors: a refusal while something is unsent, or when nothing ended unpaid. */
export function readRetryWorld({ store, batch, profile }: RetryPlace): RetryWorld | Refusal {
  const { queued } = store.tally(batch.batch).counts;
  // Both at once would be two ways to the same money in one person's mind.
  if (queued > 0) return notFinishedRefusal(batch.id, queued);
  const payouts = store.retries.payouts(batch.batch);
  const unpaid = payouts.filter(({ state }) => endedUnpaid(state));
  if (unpaid.length === 0) return nothingToRetryRefusal(batch.id);
  const chains = new Map<PayoutId, readonly RetryPayout[]>();
  for (const { payoutId } of unpaid) {
    chains.set(payoutId, store.retries.chain(payoutId));
  }
  const chainOf = (payout: RetryPayout): readonly RetryPayout[] => chains.get(payout.payoutId) ?? [payout];
  const referenceOf = ({ reference }: RetryPayout): Reference => retryReference({ mid: batch.mid, retryOf: reference });
  return {
    payouts,
    unpaid,
    chainOf,
    referenceOf,
    against: (payout, row) => {
      const reference = referenceOf(payout);
      const reason = reasonAgainst(chainOf(payout), { row, maxPayoutPaise: profile.maxPayoutPaise });
      if (reason !== null || !store.referenceTaken(batch.mid, reference)) return reason;
      return referenceTaken(row, reference);
    },
  };
}

/** What a retry with the details as they were would pay, and what it would not. Shape: `why` by the row of the batch. */
export interface Foreseen {
  readonly retried: readonly RetryPayout[];
  readonly notRetried: readonly { readonly payout: RetryPayout; readonly why: Issue }[];
}

/** Foresees a retry. A row that only a tick lets through counts as retried: the person is asked when it is confirmed. */
export function foreseeRetry(system: Pick<System, 'clock'>, place: RetryPlace): Foreseen | Refusal {
  const world = readRetryWorld(place);
  if ('code' in world) return world;
  const rows = world.unpaid.map(unchangedRow);
  const { open, judged, findings } = judgeRetry(system, place, { world, rows, ticks: NO_TICKS });
  const isUnpaid = new Set(world.unpaid);
  const asked = [...judged.asked, ...judged.questions.flatMap((question) => question.rows)];
  const retried = new Set([...judged.rows, ...asked].map(({ rowNumber }) => rowNumber));
  const against = new Map(findings.map((issue) => [issue.row, issue]));
  const notRetried = world.payouts.flatMap((payout) => {
    const { rowNumber } = payout;
    if (retried.has(rowNumber)) return [];
    const why = isUnpaid.has(payout) ? against.get(rowNumber) : (notSettled(payout) ?? notSent(payout));
    return why === undefined || why === null ? [] : [{ payout, why }];
  });
  return { retried: open.flatMap(({ row, payout }) => (retried.has(row.rowNumber) ? [payout] : [])), notRetried };
}

/** Rows to be paid again, as the desk judges them now. Shape: `findings` all that stands against rows; `open` what `judged` is about. */
interface JudgedRetry {
  readonly open: readonly RetryRow[];
  readonly judged: ReturnType<typeof judgeRows>;
  readonly findings: readonly Issue[];
  readonly at: HistoryPlace;
}

export function judgeRetry(
  { clock }: Pick<System, 'clock'>,
  { store, batch }: RetryPlace,
  { world, rows, ticks }: { readonly world: RetryWorld; readonly rows: readonly RetryRow[]; readonly ticks: Ticks },
): JudgedRetry {
  const findings: Issue[] = [];
  const open = rows.filter(({ payout, row }) => {
    const issue = world.against(payout, row.rowNumber);
    if (issue !== null) findings.push(issue);
    return issue === null;
  });
  const { mid, name: batchName, fileName } = batch;
  const retryOf = new Map(open.map(({ row, payout }) => [row.rowNumber, payout.payoutId]));
  const called = { batchName, fileName };
  const payable = open.map(({ row }) => row);
  const retried = new Set(retryOf.values());
  const others = world.payouts.filter(({ payoutId }) => !retried.has(payoutId));
  const at = {
    mid,
    book: bookOfBatch(batch.id),
    nowMs: clock.nowMs(),
    called,
    retryOf,
    repeats: new Set<number>(),
    // Two payees of one name who stood in the batch are two people, whichever of them is paid again.
    namesInFile: namesInFile([...payable, ...others], called),
    // A retry has a reference of its own.
    numbersPayees: () => false,
  };
  const judged = judgeRows(store, payable, { ...at, ticks });
  return { open, judged, findings: [...findings, ...judged.findings], at };
}

function referenceTaken(row: number, reference: Reference): Issue {
  return issueOf(row, {
    code: 'referenceUsed',
    message: msg('retry.referenceUsed', { reference }),
    cure: msg('cure.payFromOwnFile'),
  });
}

/** One payout about to be paid again. Shape: `row.payment.reference` is null: a retry has a reference of its own. */
export interface RetryRow {
  readonly payout: RetryPayout;
  readonly row: PayableRow;
  readonly corrections: readonly Correction[];
}

/** Stands in for an empty remark of a corrected file, which keeps the payout's own. */
export const REMARK_KEPT = 'remark as before';

/** How a payout is called within a sentence. */
export function payoutInWords({ batch, rowNumber }: Pick<RetryPayout, 'batch' | 'rowNumber'>): Message {
  return msg('retry.payout', { batch, row: rowNumber });
}

/** What became of a payout's retry. */
export function triedAgain(successor: NonNullable<RetryPayout['successor']>): Message {
  const payout = payoutInWords(successor);
  const result = resultOf(successor.state);
  if (result === 'paid') return msg('retry.alreadyRetried.paid', { payout });
  return msg(result === 'notPaid' ? 'retry.alreadyRetried.notPaid' : 'retry.alreadyRetried', { payout });
}

/** Why a payout that ended unpaid is not retried now, whatever the gateway says; null when it may be. */
export function reasonAgainst(
  chain: readonly RetryPayout[],
  { row, maxPayoutPaise }: { readonly row: number; readonly maxPayoutPaise: Paise | null },
): Issue | null {
  const [payout] = chain;
  invariant(payout !== undefined, 'a payout without a chain');
  const { successor, payment } = payout;
  if (successor !== null) {
    return issueOf(row, {
      code: 'alreadyRetried',
      message: triedAgain(successor),
      cure: msg('cure.alreadyRetried', { batch: successor.batch }),
    });
  }
  const changed = chain.find(({ state }) => !endedUnpaid(state));
  if (changed !== undefined) {
    return issueOf(row, {
      code: 'notUnpaid',
      message: msg('retry.notUnpaid', {
        payout: payoutInWords(changed),
        state: msg(`state.${changed.state}`),
      }),
      cure: msg('cure.lookAtBoth'),
    });
  }
  const noisy = chain.find(({ hasUnreadNews }) => hasUnreadNews);
  if (noisy !== undefined) {
    return issueOf(row, {
      code: 'unreadNews',
      message: msg('retry.unreadNews', { payout: payoutInWords(noisy) }),
      cure: msg('cure.retryAfterNews'),
    });
  }
  return aboveCeiling(row, payment.amountPaise, maxPayoutPaise);
}

/** What a payout that has not ended is left out with; null for one that a retry has nothing to do with. */
export function notSettled({ state, rowNumber }: RetryPayout): Issue | null {
  if (state !== 'processing' && state !== 'unknown') return null;
  return issueOf(rowNumber, {
    // Of its own: what stands together under one code is said in one sentence.
    code: state === 'unknown' ? 'inDoubt' : 'notSettled',
    message: msg(state === 'unknown' ? 'retry.inDoubt' : 'retry.notSettled'),
    cure: msg('cure.notSettled'),
  });
}

/** What a payout that was never sent is left out with; null for any other. */
function notSent({ state, rowNumber }: RetryPayout): Issue | null {
  if (state !== 'cancelled') return null;
  return issueOf(rowNumber, {
    code: 'cancelled',
    message: msg('retry.cancelled'),
    cure: msg('cure.payFromFile'),
  });
}

/** An issue of a whole row. */
export function issueOf(row: number, { code, message, cure }: Pick<Issue, 'code' | 'message' | 'cure'>): Issue {
  return { row, cell: null, field: null, severity: 'error', code, message, cure };
}

/** The payout as it was. */
export function unchangedRow(payout: RetryPayout): RetryRow {
  const { rowNumber, payment, source } = payout;
  return { payout, row: { kind: 'payable', rowNumber, payment, source, hidden: false }, corrections: [] };
}

/** The payout with the details of a file's row. */
export function correctedRow(payout: RetryPayout, row: PayableRow): RetryRow {
  const { remark, name } = row.payment;
  const payment: Payment = {
    ...row.payment,
    reference: null,
    remark: remark === REMARK_KEPT ? payout.payment.remark : remark,
    name: name ?? payout.payment.name,
  };
  return { payout, row: { ...row, payment }, corrections: correctionsOf(payout.payment, payment) };
}

/** The rows of the payouts that the file names, those that it cannot pay, and those that it leaves out. */
export function sortMatched(
  payouts: readonly RetryPayout[],
  rows: ReadonlyMap<PayoutId, CheckedRow>,
): { readonly rows: RetryRow[]; readonly blocked: number[]; readonly leftOut: LeftOut[] } {
  const sorted = { rows: [] as RetryRow[], blocked: [] as number[], leftOut: [] as LeftOut[] };
  for (const payout of payouts) {
    const row = rows.get(payout.payoutId);
    if (row === undefined) sorted.leftOut.push({ issue: notNamed(payout), payment: payout.payment });
    else if (row.kind === 'blocked') sorted.blocked.push(row.rowNumber);
    else sorted.rows.push(correctedRow(payout, row));
  }
  // In the order of the file, as every batch is.
  sorted.rows.sort((a, b) => a.row.rowNumber - b.row.rowNumber);
  return sorted;
}

function notNamed({ rowNumber }: RetryPayout): Issue {
  return issueOf(rowNumber, {
    code: 'notInFile',
    message: msg('retry.notInFile'),
    cure: msg('cure.notInFile'),
  });
}

function correctionsOf(before: Payment, after: Payment): Correction[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const fields = Object.keys(old) as CorrectedField[];
  return fields.map((field) => ({ field, from: old[field], to: now[field] })).filter(({ from, to }) => from !== to);
}

function valuesOf({ beneficiary, remark, name }: Payment): Readonly<Record<CorrectedField, string | null>> {
  return { paymentMethod: beneficiary.method, ...detailsOf(beneficiary), remark, name };
}

function detailsOf(beneficiary: Beneficiary): Readonly<Record<'upiId' | 'accountNumber' | 'ifsc', string | null>> {
  return beneficiary.method === 'UPI'
    ? { upiId: beneficiary.upiId, accountNumber: null, ifsc: null }
    : { upiId: null, accountNumber: beneficiary.accountNumber, ifsc: beneficiary.ifsc };
}

function notFinishedRefusal(id: BatchId, queued: number): Refusal {
  return {
    code: 'notFinished',
    message: msg('retry.notFinished', { count: queued, batch: id }),
    cure: msg('cure.notFinished', { batch: id }),
  };
}

/** A lost batch may have been the retry of this very one: its reference is the same, but a look-up may not know it yet. */
function lostRetryRefusal(id: BatchId, { id: lost, count, confirmedAtMs }: LostBatch): Refusal {
  const day = new Date(confirmedAtMs).toISOString().slice(0, 10);
  return {
    code: 'lostRetry',
    message: msg('retry.lostRetry', { lost, count, day, batch: id }),
    cure: msg('cure.lostRetry'),
  };
}

function nothingToRetryRefusal(id: BatchId): Refusal {
  return {
    code: 'nothingToRetry',
    message: msg('retry.nothingToRetry', { batch: id }),
    cure: msg('cure.nothingToRetry', { batch: id }),
  };
}

export function hiddenCorrectionRefusal(row: number): Refusal {
  return {
    code: 'hiddenRows',
    message: msg('retry.hiddenRow', { row }),
    cure: msg('cure.showHiddenRow'),
  };
}

/** No row of it can be paid, each with its reason. */
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

export const ROWS_BLOCKED: Refusal = {
  code: 'blockedRows',
  message: msg('retry.blockedRows'),
  cure: msg('cure.blockedCorrections'),
};
