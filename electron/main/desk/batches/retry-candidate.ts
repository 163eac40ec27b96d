// What a retry pays: which payouts of a batch, with which details, and what the desk's history says of each. Paying again
// is a linked batch with new references; every payout that is paid again, and all that it retried, is looked up.
//
// Corrections come from Review, where each row is bound to its payout, or from a file: a row that names a reference means
// that payout, and one without means the payout of the same row number, which is believed only where nothing says that rows
// have moved. A wrong match would pay one person in another one's name. A refusal never names an account number: the row
// says enough.

import { isDeepStrictEqual } from 'node:util';
import type { ConfirmationView } from '../../../../shared/api/batch-commands.ts';
import type { Answer } from '../../../../shared/api/contract.ts';
import { unreachable } from '../../../../shared/failures.ts';
import type { BatchId, PayoutId, Reference } from '../../../../shared/ids.ts';
import { BATCH_NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Paise } from '../../../../shared/money.ts';
import { CORRECTED_FIELDS, type Correction, type RetryPayout } from '../../../../shared/retry.ts';
import type { CheckedFile, CheckedRow, Issue, Refusal } from '../../../../shared/rows.ts';
import { endedUnpaid } from '../../../../shared/states.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import { accountKey, foldName } from '../../domain/person-key.ts';
import type { CheckRequest } from '../../import/open-sheet.ts';
import { findBatch, refused } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';
import { batchFingerprint } from '../../store/references.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { type Warning, whyUnpaid } from '../drafts/choose-rows.ts';
import { SAID_AS_TICKS } from '../drafts/doubles-in-file.ts';
import type { TypedCell } from '../drafts/draft.ts';
import type { WholeDraft } from '../drafts/draft-store.ts';
import { namesLookedUp } from '../drafts/judge-rows.ts';
import type { RetryOrigin } from '../drafts/retry-draft.ts';
import {
  type Candidacy,
  type Candidate,
  givenTicks,
  type LeftOut,
  type SaidBefore,
  strayBatch,
  strayName,
  withNamed,
} from './candidate.ts';
import {
  blockedRetry,
  correctedRow,
  findRetryPlace,
  hiddenCorrectionRefusal,
  issueOf,
  judgeRetry,
  NO_ROW_LEFT,
  notSettled,
  payoutInWords,
  REMARK_KEPT,
  type RetryPlace,
  type RetryRow,
  type RetryWorld,
  ROWS_BLOCKED,
  readRetryWorld,
  sortMatched,
  triedAgain,
  unchangedRow,
} from './retry-world.ts';
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
): Promise<Candidacy<Candidate>> {
  const place = findRetryPlace(store, source.batch);
  if ('code' in place) return notJudged(refused(place));
  const damaged = store.checkIndexes();
  if (damaged !== null) return notJudged(refused(damaged));
  const { batch, profile } = place;
  const world = readRetryWorld(place);
  if ('code' in world) return notJudged(refused(world));
  const named = await nameRows(system, { ...place, world, from: source.from, said });
  if (named.kind !== 'done') return notJudged(named);
  const { checked, rows: all, others, warnings } = named.value;
  const file = checked?.file.name ?? null;
  let result = judgeRetry(system, place, { world, rows: all, ticks: givenTicks(said) });
  if (said.named !== undefined) {
    const ticks = withNamed(givenTicks(said), result.judged.asked, said.named);
    const ticked = judgeRetry(system, place, { world, rows: all, ticks });
    const stray =
      strayName(result.judged, said.named, namesLookedUp(store, ticked.judged)) ??
      strayBatch(result.judged, said.named);
    if (stray !== null) return notJudged(refused(notARepeatRefusal(stray, null), file), result.judged);
    result = ticked;
  }
  const { open, judged, findings, at } = result;
  const { asked, questions } = judged;
  if (said.ticks === 'ask' && asked.length + questions.length > 0) {
    return notJudged(refused(NOT_CONFIRMED, file), judged);
  }
  const kept = new Set(judged.rows.map(({ rowNumber }) => rowNumber));
  const left = open.filter(({ row }) => kept.has(row.rowNumber));
  if (left.length === 0) {
    const issues = [...findings, ...others.map(({ issue }) => issue)];
    return notJudged(blockedRetry(batch, { checked, rows: all.length, issues, refusal: NO_ROW_LEFT }), judged);
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
  return notJudged({ kind: 'done', value: candidate }, judged);
}

/** A retry's own view tells how its rows were judged. */
function notJudged<Value>(
  answer: Answer<Value>,
  { asked, questions }: Pick<Candidacy<Value>, 'asked' | 'questions'> = { asked: [], questions: [] },
): Candidacy<Value> {
  return { asked, questions, judged: null, answer };
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

/**
 * What a file is matched with. It may correct the `retriable` payouts; `chainOf` gives a payout and all that it retries.
 * `earlier` are the payouts of the batches that this one retries, the newest first, and `excludedRows` the rows that never
 * became payouts: a corrected copy of the batch's own sheet has both.
 */
interface MatchWorld {
  readonly payouts: readonly RetryPayout[];
  readonly earlier: readonly RetryPayout[];
  readonly excludedRows: ReadonlyMap<number, readonly string[]>;
  readonly retriable: ReadonlySet<PayoutId>;
  chainOf(payout: RetryPayout): readonly RetryPayout[];
}

interface Pair {
  readonly row: CheckedRow;
  readonly payout: RetryPayout;
  readonly by: 'reference' | 'rowNumber';
}

/** `passedOver` says why a retry pays none of the file's other rows. */
interface Matched {
  readonly rows: ReadonlyMap<PayoutId, CheckedRow>;
  readonly passedOver: readonly Issue[];
}

/** Matches the file's rows with the batch's payouts. Errors: refused as a whole by the first row that cannot be believed. */
export function matchCorrections(checked: CheckedFile, world: MatchWorld): Matched | Refusal {
  const found = pairRows(checked, world);
  if ('code' in found) return found;
  const { pairs, wereLeftOut } = found;
  const believed = new PairEvidence(pairs, world);
  const rows = new Map<PayoutId, CheckedRow>();
  const others: Pair[] = [];
  for (const pair of pairs) {
    const { row, payout } = pair;
    const refusal = believed.against(pair);
    if (refusal !== null) return refusal;
    if (world.retriable.has(payout.payoutId)) rows.set(payout.payoutId, row);
    else others.push(pair);
  }
  return { rows, passedOver: passedOver(others, wereLeftOut) };
}

function pairRows(
  checked: CheckedFile,
  world: MatchWorld,
): { readonly pairs: readonly Pair[]; readonly wereLeftOut: readonly CheckedRow[] } | Refusal {
  const byReference = new Map<string, RetryPayout>();
  const byRow = new Map<number, RetryPayout>();
  // The batch's own payouts come last, so they replace those of earlier batches.
  for (const payout of [...world.earlier.toReversed(), ...world.payouts]) {
    byRow.set(payout.rowNumber, payout);
    // The sheet's own reference stays in the sheet, however often its payout was retried since.
    for (const { reference } of world.chainOf(payout)) byReference.set(reference.toUpperCase(), payout);
  }
  const column = checked.columns.reference?.index ?? null;
  const seen = new Set<PayoutId>();
  const pairs: Pair[] = [];
  const wereLeftOut: CheckedRow[] = [];
  for (const row of checked.rows) {
    const cellOf = (source: readonly string[]): string => (column === null ? '' : (source[column] ?? '').trim());
    const named = cellOf(row.source);
    const byName = named === '' ? undefined : byReference.get(named.toUpperCase());
    if (byName === undefined && row.kind === 'blocked' && row.isNoPayment === true) continue;
    // What the sheet said there when it was confirmed was no reference then, and names nothing now.
    const isAsBefore = (source: readonly string[] | undefined): boolean =>
      source !== undefined && (named === '' || named === cellOf(source));
    const inPlace = byRow.get(row.rowNumber);
    const payout = byName ?? (isAsBefore(inPlace?.source ?? []) ? inPlace : undefined);
    if (payout === undefined) {
      if (!isAsBefore(world.excludedRows.get(row.rowNumber))) return noPayoutRefusal(row.rowNumber, named);
      wereLeftOut.push(row);
      continue;
    }
    if (seen.has(payout.payoutId)) return twiceRefusal(row.rowNumber, payout);
    seen.add(payout.payoutId);
    pairs.push({ row, payout, by: byName === undefined ? 'rowNumber' : 'reference' });
  }
  return { pairs, wereLeftOut };
}

/** What speaks for and against a pair. */
class PairEvidence {
  readonly #world: MatchWorld;
  /** Whether every payout of the batch is in the file: then no row was taken out, and none has moved up. */
  readonly #isWhole: boolean;
  readonly #sameNameAndAmount = new Map<string, number>();
  readonly #accounts = new Map<string, Set<PayoutId>>();
  readonly #names = new Set<string>();

  constructor(pairs: readonly Pair[], world: MatchWorld) {
    this.#world = world;
    const paired = new Set(pairs.map(({ payout }) => payout.payoutId));
    this.#isWhole = world.payouts.every(({ payoutId }) => paired.has(payoutId));
    const known = new Set(world.payouts.flatMap((payout) => world.chainOf(payout)).map(({ payoutId }) => payoutId));
    const earlier = world.earlier.filter(({ payoutId }) => !known.has(payoutId));
    for (const payout of [...world.payouts, ...earlier]) {
      const identity = identityOf(payout);
      if (identity !== null) this.#sameNameAndAmount.set(identity, (this.#sameNameAndAmount.get(identity) ?? 0) + 1);
      if (payout.payment.name !== null) this.#names.add(keyOf(payout.payment.name));
      const account = accountKey(payout.payment.beneficiary);
      this.#accounts.set(account, (this.#accounts.get(account) ?? new Set()).add(payout.payoutId));
    }
  }

  /** Why the pair is not believed; null when it is. */
  against({ row, payout, by }: Pair): Refusal | null {
    const isRetriable = this.#world.retriable.has(payout.payoutId);
    if (row.kind === 'blocked') return null;
    const { amountPaise, beneficiary, name } = row.payment;
    const before = payout.payment;
    const isSameAccount = accountKey(beneficiary) === accountKey(before.beneficiary);
    const isSameName = keyOf(name) === keyOf(before.name);
    const isAnother = !isSameAccount && this.#isAnother(accountKey(beneficiary), payout);
    if (!isRetriable) {
      // It only has to stand in its place: nothing of it is paid.
      const isSamePerson = isSameName && name !== null && amountPaise === before.amountPaise && !isAnother;
      const isInPlace = by === 'reference' || isSameAccount || isSamePerson || hasCells(row, payout);
      return isInPlace ? null : paidRowChangedRefusal(row.rowNumber, payout);
    }
    if (amountPaise !== before.amountPaise) return amountChangedRefusal(row.rowNumber, { payout, amountPaise });
    if (by === 'reference') return null;
    // A name may be spelt better beside the same account, unless it is somebody else's of the sheet.
    if (!isSameName && (!isSameAccount || this.#names.has(keyOf(name))))
      return movedRefusal(row.rowNumber, msg('retry.moved.name'));
    if (isSameAccount) return null;
    if (isAnother) return movedRefusal(row.rowNumber, msg('retry.moved.payee'));
    const identity = identityOf(payout);
    const isUnique = identity !== null && this.#sameNameAndAmount.get(identity) === 1;
    if (isUnique || this.#isWhole) return null;
    return movedRefusal(row.rowNumber, msg('retry.moved.missing'));
  }

  #isAnother(account: string, { payoutId }: RetryPayout): boolean {
    const others = this.#accounts.get(account);
    return others !== undefined && !others.has(payoutId);
  }
}

/** Whether the row says, cell for cell, what the sheet said of the payout. */
function hasCells({ source }: CheckedRow, payout: RetryPayout): boolean {
  return source.some((cell) => cell !== '') && isDeepStrictEqual(source, payout.source);
}

/** Why the file's other rows are not paid again. What has not ended yet, or never was sent, is told of the whole batch. */
function passedOver(pairs: readonly Pair[], wereLeftOut: readonly CheckedRow[]): readonly Issue[] {
  const paid = pairs.filter(({ payout }) => payout.state === 'success');
  const changed = paid.filter(({ row, payout }) => isChanged(row, payout));
  const isPaidOnly = new Set(paid.filter((pair) => !changed.includes(pair)).map(({ row }) => row.rowNumber));
  const elsewhere = pairs.filter(({ payout }) => endedUnpaid(payout.state));
  const payable = wereLeftOut.filter(({ kind }) => kind === 'payable').map(({ rowNumber }) => rowNumber);
  return [
    ...changed.map(({ row, payout }) => paidAndChanged(row.rowNumber, payout)),
    ...elsewhere.map(({ row, payout }) => ofEarlierBatch(row.rowNumber, payout)),
    ...together([...isPaidOnly], {
      code: 'alreadyPaid',
      message: (count) => (count === 0 ? msg('retry.alreadyPaid') : msg('retry.alreadyPaid.several', { count })),
      cure: msg('cure.nothingToPayAgain'),
    }),
    ...together(payable, {
      code: 'notInBatch',
      message: (count) => (count === 0 ? msg('retry.notInBatch') : msg('retry.notInBatch.several', { count })),
      cure: msg('cure.payFromOwnFile'),
    }),
  ];
}

function isChanged(row: CheckedRow, payout: RetryPayout): boolean {
  if (row.kind === 'blocked' || hasCells(row, payout)) return false;
  const { payment } = payout;
  const { amountPaise, beneficiary } = row.payment;
  return amountPaise !== payment.amountPaise || accountKey(beneficiary) !== accountKey(payment.beneficiary);
}

/** One issue for rows of which the same is true, at the first of them. Shape: `message` says of how many others it is true. */
function together(
  rows: readonly number[],
  { message, ...what }: Pick<Issue, 'code' | 'cure'> & { readonly message: (others: number) => Message },
): readonly Issue[] {
  const [first, ...others] = rows;
  if (first === undefined) return [];
  return [issueOf(first, { ...what, message: message(others.length) })];
}

function paidAndChanged(row: number, { payment }: RetryPayout): Issue {
  return issueOf(row, {
    code: 'alreadyPaid',
    message: msg('retry.alreadyPaid.changed', { amount: payment.amountPaise }),
    cure: msg('cure.payStillDue'),
  });
}

function ofEarlierBatch(row: number, { batch, rowNumber, successor }: RetryPayout): Issue {
  const message = successor === null ? msg('retry.ofEarlierBatch', { row: rowNumber, batch }) : triedAgain(successor);
  return issueOf(row, {
    code: 'ofEarlierBatch',
    message,
    cure: msg('cure.alreadyRetried', { batch: successor?.batch ?? batch }),
  });
}

function keyOf(name: string | null): string {
  return name === null ? '' : foldName(name);
}

/** Name and amount, which together tell most people of a file apart; null without a name. */
function identityOf({ payment }: RetryPayout): string | null {
  return payment.name === null ? null : `${payment.amountPaise}\u0000${foldName(payment.name)}`;
}

function noPayoutRefusal(row: number, reference: string): Refusal {
  const message =
    reference === '' ? msg('retry.noSuchPayout', { row }) : msg('retry.noSuchPayout.named', { row, reference });
  return { code: 'noSuchPayout', message, cure: msg('cure.nameByReference') };
}

function twiceRefusal(row: number, payout: RetryPayout): Refusal {
  return {
    code: 'payoutTwice',
    message: msg('retry.payoutTwice', { row, payout: payoutInWords(payout) }),
    cure: msg('cure.payoutTwice'),
  };
}

function amountChangedRefusal(
  row: number,
  { payout, amountPaise }: { readonly payout: RetryPayout; readonly amountPaise: Paise },
): Refusal {
  return {
    code: 'amountChanged',
    message: msg('retry.amountChanged', {
      row,
      amount: amountPaise,
      payout: payoutInWords(payout),
      before: payout.payment.amountPaise,
    }),
    cure: msg('cure.amountChanged'),
  };
}

function paidRowChangedRefusal(row: number, payout: RetryPayout): Refusal {
  return {
    code: 'rowsMoved',
    message: msg('retry.rowsMoved.paid', { row, payout: payoutInWords(payout) }),
    cure: msg('cure.nameByReference'),
  };
}

function movedRefusal(row: number, why: Message): Refusal {
  return {
    code: 'rowsMoved',
    message: msg('retry.rowsMoved', { row, why }),
    cure: msg('cure.nameByReference'),
  };
}
