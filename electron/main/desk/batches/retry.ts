// What a retry pays: which payouts of a batch, with which details, and what the desk's history says of each. A retry is a linked
// batch with new references, and every payout it pays again, with all that it retried, is looked up. Corrections come from
// Review, where each row is bound to its payout, or from a file.

import type { ConfirmationView } from '../../../../shared/api/batch-commands.ts';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { CheckView } from '../../../../shared/api/views.ts';
import { invariant, unreachable } from '../../../../shared/failures.ts';
import type { BatchId, PayoutId, Reference } from '../../../../shared/ids.ts';
import { BATCH_NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Paise } from '../../../../shared/money.ts';
import { bookOfBatch, type Profile } from '../../../../shared/profiles.ts';
import { NO_TICKS, type Ticks } from '../../../../shared/repeats.ts';
import { CORRECTED_FIELDS, type Correction, type RetryPayout } from '../../../../shared/retry.ts';
import type { CheckedFile, Issue, Refusal } from '../../../../shared/rows.ts';
import { endedUnpaid } from '../../../../shared/states.ts';
import type { BatchRecord, ExcludedRow } from '../../domain/batches.ts';
import type { LostBatch } from '../../domain/standing.ts';
import type { CheckRequest } from '../../import/open-sheet.ts';
import { findBatch, refused } from '../../session/desks.ts';
import { batchProfile } from '../../session/find-profile.ts';
import type { System } from '../../session/system.ts';
import { batchFingerprint, retryReference } from '../../store/references.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { aboveCeiling, checkView, type Warning, whyUnpaid } from '../drafts/choose-rows.ts';
import { SAID_AS_TICKS } from '../drafts/doubles-in-file.ts';
import type { TypedCell } from '../drafts/draft.ts';
import type { WholeDraft } from '../drafts/draft-store.ts';
import type { RetryOrigin } from '../drafts/retry-draft.ts';
import type { HistoryPlace } from '../drafts/row-history.ts';
import { namesInFile, namesLookedUp, type ScreenedRows, screenRows } from '../drafts/screen-rows.ts';
import {
  type Answered,
  type Candidate,
  givenTicks,
  type LeftOut,
  type SaidBefore,
  strayBatch,
  strayName,
  withNamed,
} from './candidate.ts';
import {
  amountChangedRefusal,
  correctedRow,
  issueOf,
  type MatchWorld,
  matchCorrections,
  payoutInWords,
  REMARK_KEPT,
  type RetryRow,
  sortMatched,
  triedAgain,
  unchangedRow,
} from './match-corrections.ts';
import { NOT_CONFIRMED, notARepeatRefusal, warningsRefusal } from './start-refusals.ts';

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

/** The corrections in the command's name: with other corrections it would pay something else, so it is another command. */
export function wordOfCorrections(from: Corrections | null): string {
  if (from === null) return '';
  if (!('payoutOf' in from)) return ` from ${from.path}`;
  const payments = from.checked.rows.flatMap((row) => (row.kind === 'payable' ? [row.payment] : []));
  return ` as reviewed ${batchFingerprint(payments)}`;
}

interface RetryAsked {
  readonly store: HeadedWriter;
  readonly source: RetryRows;
  readonly said: SaidBefore;
}

/** The rows that may be paid again. Refuses or blocks without changing anything. */
export async function candidateOfRetry(
  system: System,
  { store, source, said }: RetryAsked,
): Promise<Answered<Candidate>> {
  const place = findRetryPlace(store, source.batch);
  if ('code' in place) return answered(refused(place));
  const damaged = store.checkIndexes();
  if (damaged !== null) return answered(refused(damaged));
  const { batch, profile } = place;
  const world = readRetryWorld(place);
  if ('code' in world) return answered(refused(world));
  const named = await nameRows(system, { ...place, world, from: source.from, said });
  if (named.kind !== 'done') return answered(named);
  const { checked, rows: all, others, warnings } = named.value;
  const file = checked?.file.name ?? null;
  let result = screenRetry(system, place, { world, rows: all, ticks: givenTicks(said) });
  if (said.named !== undefined) {
    const ticks = withNamed(givenTicks(said), result.screened.asked, said.named);
    const ticked = screenRetry(system, place, { world, rows: all, ticks });
    const stray =
      strayName(result.screened, said.named, namesLookedUp(store, ticked.screened)) ??
      strayBatch(result.screened, said.named);
    if (stray !== null) return answered(refused(notARepeatRefusal(stray, null), file), result.screened);
    result = ticked;
  }
  const { open, screened, at } = result;
  const { asked, questions, findings } = screened;
  if (said.ticks === 'ask' && asked.length + questions.length > 0) {
    return answered(refused(NOT_CONFIRMED, file), screened);
  }
  const kept = new Set(screened.rows.map(({ rowNumber }) => rowNumber));
  const left = open.filter(({ row }) => kept.has(row.rowNumber));
  if (left.length === 0) {
    const issues = [...findings, ...others.map(({ issue }) => issue)];
    return answered(blockedRetry(batch, { checked, rows: all.length, issues, refusal: NO_ROW_LEFT }), screened);
  }
  const references = left.map(({ payout }) => world.referenceOf(payout));
  const candidate: Candidate = {
    ...screened,
    profile,
    references,
    otherReferences: new Map<number, readonly Reference[]>(
      left.map(({ row, payout }) => [row.rowNumber, [world.referenceOf(payout)]]),
    ),
    file: {
      fileName: file ?? batch.fileName,
      fileSha256: checked?.file.sha256 ?? batch.fileSha256,
      sheet: checked === null ? batch.sheet : checked.sheet,
      headers: checked?.headers ?? batch.headers,
    },
    name: `${batch.name.slice(0, BATCH_NAME_MAX_CHARACTERS - RETRY_MARK.length)}${RETRY_MARK}`,
    place: at,
    warnings,
    source: {
      kind: 'retry',
      batch,
      checked,
      askedFor: new Map(all.map(({ row }) => [row.rowNumber, row.payment])),
      paidAgain: new Map(
        left.map(({ row, payout, corrections }) => [row.rowNumber, { payoutId: payout.payoutId, corrections }]),
      ),
      others,
    },
  };
  return answered({ kind: 'done', value: candidate }, screened);
}

function answered<Value>(answer: Answer<Value>, screened: ScreenedRows | null = null): Answered<Value> {
  return { screened, answer };
}

const RETRY_MARK = ' (retry)';

/** The rows a person asked to pay again: all that ended unpaid, or those that the corrections name. */
async function nameRows(
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
  const result = await system.checkFile({ ...from, fillRemark: REMARK_KEPT, includeHidden: false, maxPayoutPaise });
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

interface NamingWorld extends RetryPlace {
  readonly world: RetryWorld;
  readonly from: Corrections | null;
  readonly said: SaidBefore;
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

/** `payoutOf`: the payout of each row number. Rows that a person left out are blocked in `checked`. */
export interface ReviewedRows {
  readonly checked: CheckedFile;
  readonly payoutOf: ReadonlyMap<number, PayoutId>;
}

/** The rows a person asked to pay again. `others`: payouts that were not asked for. */
export interface NamedRows {
  readonly checked: CheckedFile | null;
  readonly rows: readonly RetryRow[];
  readonly others: readonly LeftOut[];
  readonly warnings: readonly Warning[];
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

/** Where a batch is retried. `profile` has the batch's own merchant, whatever the window shows. */
export interface RetryPlace {
  readonly store: HeadedWriter;
  readonly batch: BatchRecord;
  readonly profile: Profile;
}

/** `unpaid`: the `payouts` that ended unpaid, in file order. */
export interface RetryWorld {
  readonly payouts: readonly RetryPayout[];
  readonly unpaid: readonly RetryPayout[];
  /** The payout itself, followed by all that it retries. */
  chainOf(payout: RetryPayout): readonly RetryPayout[];
  /** The reference of the payout that would pay it again. */
  referenceOf(payout: RetryPayout): Reference;
  /** Returns why it is not paid again now, as an issue of this row, or null. */
  against(payout: RetryPayout, row: number): Issue | null;
}

/**
 * Finds the batch to retry. Refuses if it does not exist, differs from what was confirmed, or may have been retried already.
 * Callers that pay must also check the indexes.
 */
export function findRetryPlace(store: HeadedWriter, id: BatchId): RetryPlace | Refusal {
  const batch = findBatch(store, id);
  if ('kind' in batch) return batch.refusal;
  const changed = store.checkBatch(batch);
  if (changed !== null) return changed;
  // A retry is always a later batch of the same database than the one it pays again.
  const lost = store.lostBatches.find((one) => one.from === undefined && one.batch > batch.batch);
  if (lost !== undefined) return lostRetryRefusal(batch.id, lost);
  // The batch's own merchant at its present address: a retry is paid from the account that paid before.
  return { store, batch, profile: batchProfile(store, batch) };
}

/** Reads what may be retried. Refuses while something is unsent or if nothing ended unpaid. */
function readRetryWorld({ store, batch, profile }: RetryPlace): RetryWorld | Refusal {
  const { queued } = store.tally(batch.batch).counts;
  // To resume and to retry at once would give a person two ways to pay the same money.
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

/** What a retry without corrections would pay, and what not. `why` has the row numbers of the batch. */
export interface Foreseen {
  readonly retried: readonly RetryPayout[];
  readonly notRetried: readonly { readonly payout: RetryPayout; readonly why: Issue }[];
}

/** Foresees a retry. A row that needs a tick counts as retried, because Confirm asks about it. */
export function foreseeRetry(system: Pick<System, 'clock'>, place: RetryPlace): Foreseen | Refusal {
  const world = readRetryWorld(place);
  if ('code' in world) return world;
  const rows = world.unpaid.map(unchangedRow);
  const { open, screened } = screenRetry(system, place, { world, rows, ticks: NO_TICKS });
  const isUnpaid = new Set(world.unpaid);
  const asked = [...screened.asked, ...screened.questions.flatMap((question) => question.rows)];
  const retried = new Set([...screened.rows, ...asked].map(({ rowNumber }) => rowNumber));
  const against = new Map(screened.findings.map((issue) => [issue.row, issue]));
  const notRetried = world.payouts.flatMap((payout) => {
    const { rowNumber } = payout;
    if (retried.has(rowNumber)) return [];
    const why = isUnpaid.has(payout) ? against.get(rowNumber) : (notSettled(payout) ?? notSent(payout));
    return why === undefined || why === null ? [] : [{ payout, why }];
  });
  return { retried: open.flatMap(({ row, payout }) => (retried.has(row.rowNumber) ? [payout] : [])), notRetried };
}

/** The rows to pay again as screened now. `open`: the rows that may be paid as far as the batch itself is concerned. */
interface ScreenedRetry {
  readonly open: readonly RetryRow[];
  readonly screened: ScreenedRows;
  readonly at: HistoryPlace;
}

function screenRetry(
  { clock }: Pick<System, 'clock'>,
  { store, batch }: RetryPlace,
  { world, rows, ticks }: { readonly world: RetryWorld; readonly rows: readonly RetryRow[]; readonly ticks: Ticks },
): ScreenedRetry {
  const findings: Issue[] = [];
  const excluded: ExcludedRow[] = [];
  const open = rows.filter(({ payout, row: { rowNumber, source } }) => {
    const issue = world.against(payout, rowNumber);
    if (issue === null) return true;
    findings.push(issue);
    excluded.push({ rowNumber, source, issues: [issue] });
    return false;
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
    // Two payees with one name in the batch are two people, whichever of them is paid again.
    namesInFile: namesInFile([...payable, ...others], called),
    // A retry gets a new reference.
    numbersPayees: () => false,
  };
  const screened = screenRows(store, payable, { ...at, ticks });
  findings.push(...screened.findings);
  excluded.push(...screened.excluded);
  return { open, screened: { ...screened, findings, excluded }, at };
}

function referenceTaken(row: number, reference: Reference): Issue {
  return issueOf(row, {
    code: 'referenceUsed',
    message: msg('retry.referenceUsed', { reference }),
    cure: msg('cure.payFromOwnFile'),
  });
}

/** Returns why an unpaid payout may not be retried now, before the gateway is asked, or null. */
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

/** Returns the issue with which an unsettled payout is left out; null for any other payout. */
export function notSettled({ state, rowNumber }: RetryPayout): Issue | null {
  if (state !== 'processing' && state !== 'unknown') return null;
  return issueOf(rowNumber, {
    // Two codes, because rows with the same code share one message.
    code: state === 'unknown' ? 'inDoubt' : 'notSettled',
    message: msg(state === 'unknown' ? 'retry.inDoubt' : 'retry.notSettled'),
    cure: msg('cure.notSettled'),
  });
}

/** Returns the issue with which a cancelled payout is left out; null for any other payout. */
function notSent({ state, rowNumber }: RetryPayout): Issue | null {
  if (state !== 'cancelled') return null;
  return issueOf(rowNumber, {
    code: 'cancelled',
    message: msg('retry.cancelled'),
    cure: msg('cure.payFromFile'),
  });
}

function notFinishedRefusal(id: BatchId, queued: number): Refusal {
  return {
    code: 'notFinished',
    message: msg('retry.notFinished', { count: queued, batch: id }),
    cure: msg('cure.notFinished', { batch: id }),
  };
}

/** A lost batch may have been the retry of this one. It has the same reference, but a lookup may not know it yet. */
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

function hiddenCorrectionRefusal(row: number): Refusal {
  return {
    code: 'hiddenRows',
    message: msg('retry.hiddenRow', { row }),
    cure: msg('cure.showHiddenRow'),
  };
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

const ROWS_BLOCKED: Refusal = {
  code: 'blockedRows',
  message: msg('retry.blockedRows'),
  cure: msg('cure.blockedCorrections'),
};
