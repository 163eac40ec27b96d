// What a retry pays: which payouts of a batch, with which details, and what the desk's history says of each. Paying again
// is a linked batch with new references; every payout that is paid again, and all that it retried, is looked up.
// Corrections come from Review, where each row is bound to its payout, or from a file.

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
import type { BatchRecord } from '../../domain/batches.ts';
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
import { type JudgedRows, judgeRows, namesInFile, namesLookedUp } from '../drafts/judge-rows.ts';
import type { RetryOrigin } from '../drafts/retry-draft.ts';
import type { HistoryPlace } from '../drafts/row-history.ts';
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

/** What ended unpaid, to be paid again. Shape: `from` null to pay it with the details it had. */
export interface RetryRows {
  readonly kind: 'retry';
  readonly batch: BatchId;
  readonly from: Corrections | null;
}

/** Corrected details: from a file, with how to read it, or from Review. */
export type Corrections =
  | Pick<CheckRequest, 'path' | 'sheet' | 'columns' | 'headerRow' | 'encoding' | 'methods'>
  | ReviewedRows;

/** How a command is called that takes these corrections: others are another command, for they are what would be paid. */
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

/** The rows that may be paid again. Errors: refused or blocked with nothing changed. */
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
  let result = judgeRetry(system, place, { world, rows: all, ticks: givenTicks(said) });
  if (said.named !== undefined) {
    const ticks = withNamed(givenTicks(said), result.judged.asked, said.named);
    const ticked = judgeRetry(system, place, { world, rows: all, ticks });
    const stray =
      strayName(result.judged, said.named, namesLookedUp(store, ticked.judged)) ??
      strayBatch(result.judged, said.named);
    if (stray !== null) return answered(refused(notARepeatRefusal(stray, null), file), result.judged);
    result = ticked;
  }
  const { open, judged, findings, at } = result;
  const { asked, questions } = judged;
  if (said.ticks === 'ask' && asked.length + questions.length > 0) {
    return answered(refused(NOT_CONFIRMED, file), judged);
  }
  const kept = new Set(judged.rows.map(({ rowNumber }) => rowNumber));
  const left = open.filter(({ row }) => kept.has(row.rowNumber));
  if (left.length === 0) {
    const issues = [...findings, ...others.map(({ issue }) => issue)];
    return answered(blockedRetry(batch, { checked, rows: all.length, issues, refusal: NO_ROW_LEFT }), judged);
  }
  const sources = new Map(all.map(({ row }) => [row.rowNumber, row.source]));
  const references = left.map(({ payout }) => world.referenceOf(payout));
  const candidate: Candidate = {
    ...judged,
    excluded: [...Map.groupBy(findings, ({ row }) => row)].map(([rowNumber, issues]) => ({
      rowNumber,
      source: sources.get(rowNumber) ?? [],
      issues,
    })),
    findings,
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
  return answered({ kind: 'done', value: candidate }, judged);
}

function answered<Value>(answer: Answer<Value>, judged: JudgedRows | null = null): Answered<Value> {
  return { judged, answer };
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

/** What else stands in the sheet of a batch: the rows it left out and, of a retry, all that the batches before it paid or left out. */
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

/** The rows as they were reviewed, with the cells of the file they first came from. */
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

/** Every detail that is another one than before: of a row that can be paid as it would be paid, of any other as it was typed. */
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

/** Shape: `payoutOf` names the payout of each row number; rows that a person left out are blocked in `checked`. */
export interface ReviewedRows {
  readonly checked: CheckedFile;
  readonly payoutOf: ReadonlyMap<number, PayoutId>;
}

/** The rows a person asked to pay again. Shape: `others` are payouts that were not asked for at all. */
export interface NamedRows {
  readonly checked: CheckedFile | null;
  readonly rows: readonly RetryRow[];
  readonly others: readonly LeftOut[];
  readonly warnings: readonly Warning[];
}

/** Takes the rows as they were reviewed. Errors: refused as a whole for another amount, or warnings that nobody accepted. */
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

/** The warnings about rows that may be paid, without those that are asked about as ticks. */
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
function readRetryWorld({ store, batch, profile }: RetryPlace): RetryWorld | Refusal {
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

function judgeRetry(
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

function hiddenCorrectionRefusal(row: number): Refusal {
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

const ROWS_BLOCKED: Refusal = {
  code: 'blockedRows',
  message: msg('retry.blockedRows'),
  cure: msg('cure.blockedCorrections'),
};
