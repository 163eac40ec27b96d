// What a retry pays: which payouts of a batch, with which details, and what the desk's history says of each. Paying again
// is a linked batch with new references; every payout that is paid again, and all that it retried, is looked up.
//
// Corrections come from Review, where each row is bound to its payout, or from a file: a row that names a reference means
// that payout, and one without means the payout of the same row number, which is believed only where nothing says that rows
// have moved. A wrong match would pay one person in another one's name. A refusal never names an account number: the row
// says enough.

import type { Answer } from '../../../../shared/api/contract.ts';
import { CURES } from '../../../../shared/cures.ts';
import { unreachable } from '../../../../shared/failures.ts';
import type { BatchId, PayoutId, Reference } from '../../../../shared/ids.ts';
import { BATCH_NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { formatRupees, type Paise } from '../../../../shared/money.ts';
import type { RetryPayout } from '../../../../shared/retry.ts';
import type { CheckedFile, CheckedRow, Issue, Refusal } from '../../../../shared/rows.ts';
import { accountKey, foldName } from '../../domain/person-key.ts';
import type { CheckRequest } from '../../import/open-sheet.ts';
import { refused } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';
import { batchFingerprint } from '../../store/references.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { type Warning, whyUnpaid } from '../drafts/choose-rows.ts';
import { SAID_AS_TICKS } from '../drafts/judge-rows.ts';
import type { RetryOrigin } from '../drafts/retry-draft.ts';
import { type Candidacy, type Candidate, givenTicks, type SaidBefore, strayName, withNamed } from './candidate.ts';
import {
  blockedRetry,
  correctedRow,
  findRetryPlace,
  hiddenCorrectionRefusal,
  issueOf,
  judgeRetry,
  NO_ROW_LEFT,
  notSettled,
  REMARK_KEPT,
  type RetryPlace,
  type RetryRow,
  type RetryWorld,
  ROWS_BLOCKED,
  readRetryWorld,
  sortMatched,
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
    const stray = strayName(result.judged, said.named);
    if (stray !== null) return notJudged(refused(notARepeatRefusal(stray, null), file), result.judged);
    result = judgeRetry(system, place, {
      world,
      rows: all,
      ticks: withNamed(givenTicks(said), result.judged.asked, said.named),
    });
  }
  const { open, judged, findings, at } = result;
  const { asked, questions } = judged;
  if (said.ticks === 'ask' && asked.length + questions.length > 0) {
    return notJudged(refused(NOT_CONFIRMED, file), judged);
  }
  const kept = new Set(judged.rows.map(({ rowNumber }) => rowNumber));
  const left = open.filter(({ row }) => kept.has(row.rowNumber));
  if (left.length === 0) {
    const issues = [...findings, ...others];
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
  const unsettled = payouts.map(notSettled).filter((issue) => issue !== null);
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
    excludedRows: new Set(store.retries.excludedRows(batch.batch)),
    chainOf: (payout) => world.chainOf(payout),
  });
  if ('code' in matched) return refused(matched, checked.file.name);
  const { rows, blocked, leftOut } = sortMatched(unpaid, matched);
  const named = new Set([...rows.map(({ row }) => row.rowNumber), ...blocked]);
  const issuesOf = (severity: Issue['severity']): Issue[] =>
    checked.issues.filter((issue) => issue.severity === severity && named.has(issue.row));
  if (blocked.length > 0) {
    return blockedRetry(batch, { checked, rows: named.size, issues: issuesOf('error'), refusal: ROWS_BLOCKED });
  }
  const hidden = rows.find(({ row }) => row.hidden);
  if (hidden !== undefined) return refused(hiddenCorrectionRefusal(hidden.row.rowNumber), checked.file.name);
  const warnings = issuesOf('warning').filter(({ code }) => !SAID_AS_TICKS.has(code));
  if (warnings.length > 0 && !said.acceptWarnings) return refused(warningsRefusal(warnings), checked.file.name);
  return { kind: 'done', value: { checked, rows, others: [...leftOut, ...unsettled], warnings } };
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

/** Shape: `payoutOf` names the payout of each row number; rows that a person left out are blocked in `checked`. */
export interface ReviewedRows {
  readonly checked: CheckedFile;
  readonly payoutOf: ReadonlyMap<number, PayoutId>;
}

/** The rows a person asked to pay again. Shape: `others` are payouts that were not asked for at all. */
export interface NamedRows {
  readonly checked: CheckedFile | null;
  readonly rows: readonly RetryRow[];
  readonly others: readonly Issue[];
  readonly warnings: readonly Warning[];
}

/** Takes the rows as they were reviewed. Errors: refused as a whole for another amount, or warnings that nobody accepted. */
export function nameReviewed(
  { checked, payoutOf }: ReviewedRows,
  { world, acceptWarnings }: { readonly world: RetryWorld; readonly acceptWarnings: boolean },
): Answer<NamedRows> {
  const unpaid = new Map(world.unpaid.map((payout) => [payout.payoutId, payout]));
  const states = new Map(world.payouts.map(({ payoutId, state }) => [payoutId, state]));
  const unpaidWhy = Map.groupBy(whyUnpaid(checked), ({ row }) => row);
  const rows: RetryRow[] = [];
  const others: Issue[] = [];
  for (const row of checked.rows) {
    const { rowNumber } = row;
    const payoutId = payoutOf.get(rowNumber);
    if (payoutId === undefined) continue;
    const payout = unpaid.get(payoutId);
    unpaid.delete(payoutId);
    if (payout === undefined) {
      others.push(noLongerUnpaid(rowNumber, states.get(payoutId)));
    } else if (row.kind === 'payable') {
      const { amountPaise } = row.payment;
      if (amountPaise !== payout.payment.amountPaise) {
        return refused(amountChangedRefusal(rowNumber, { payout, amountPaise }), checked.file.name);
      }
      rows.push(correctedRow(payout, row));
    } else {
      others.push(...(unpaidWhy.get(rowNumber) ?? []));
    }
  }
  for (const payout of unpaid.values()) others.push(world.against(payout, payout.rowNumber) ?? notOpened(payout));
  const named = new Set(rows.map(({ row }) => row.rowNumber));
  const warnings = checked.issues.filter(
    ({ row, severity, code }) => severity === 'warning' && named.has(row) && !SAID_AS_TICKS.has(code),
  );
  if (warnings.length > 0 && !acceptWarnings) return refused(warningsRefusal(warnings), checked.file.name);
  return { kind: 'done', value: { checked, rows, others, warnings } };
}

function noLongerUnpaid(row: number, state: RetryPayout['state'] | undefined): Issue {
  return issueOf(row, {
    code: 'noLongerUnpaid',
    message: `It is no longer unpaid: ${state === undefined ? 'it is not in the batch any more' : stateWords(state)}.`,
    cure: 'Nothing is to be paid again here.',
  });
}

function stateWords(state: RetryPayout['state']): string {
  switch (state) {
    case 'success':
      return 'the gateway says by now that it was paid';
    case 'processing':
    case 'sending':
      return 'the gateway works on it again';
    case 'unknown':
      return 'it is not confirmed yet';
    case 'queued':
    case 'cancelled':
      return 'it was not sent';
    case 'failed':
    case 'rejected':
    case 'reversed':
      return `it ended ${state}`;
    default:
      return unreachable(state);
  }
}

function notOpened({ rowNumber }: RetryPayout): Issue {
  return issueOf(rowNumber, {
    code: 'notOpened',
    message: 'It was not among the rows that were opened to be paid again.',
    cure: 'Retry the batch again from its result.',
  });
}

/**
 * What a file is matched with.
 * Shape: `retriable` are the payouts it may correct; `chainOf` a payout and all it retries; `excludedRows` are rows of the
 * batch's own sheet that never became payouts, so that they stand in a corrected one as well.
 */
interface MatchWorld {
  readonly payouts: readonly RetryPayout[];
  readonly excludedRows: ReadonlySet<number>;
  readonly retriable: ReadonlySet<PayoutId>;
  chainOf(payout: RetryPayout): readonly RetryPayout[];
}

interface Pair {
  readonly row: CheckedRow;
  readonly payout: RetryPayout;
  readonly by: 'reference' | 'rowNumber';
}

/** Matches the file's rows with the batch's payouts. Errors: refused as a whole by the first row that cannot be believed. */
export function matchCorrections(checked: CheckedFile, world: MatchWorld): ReadonlyMap<PayoutId, CheckedRow> | Refusal {
  const pairs = pairRows(checked, world);
  if ('code' in pairs) return pairs;
  const believed = new PairEvidence(pairs, world);
  const rows = new Map<PayoutId, CheckedRow>();
  for (const pair of pairs) {
    const { row, payout } = pair;
    const refusal = believed.against(pair);
    if (refusal !== null) return refusal;
    if (world.retriable.has(payout.payoutId)) rows.set(payout.payoutId, row);
  }
  return rows;
}

function pairRows(checked: CheckedFile, world: MatchWorld): readonly Pair[] | Refusal {
  const byReference = new Map<string, RetryPayout>();
  for (const payout of world.payouts) {
    // The sheet's own reference stays in the sheet, however often its payout was retried since.
    for (const { reference } of world.chainOf(payout)) byReference.set(reference.toUpperCase(), payout);
  }
  const byRow = new Map(world.payouts.map((payout) => [payout.rowNumber, payout]));
  const column = checked.columns.reference?.index ?? null;
  const seen = new Set<PayoutId>();
  const pairs: Pair[] = [];
  for (const row of checked.rows) {
    const named = column === null ? '' : (row.source[column] ?? '').trim();
    if (named === '' && row.kind === 'blocked' && row.isNoPayment === true) continue;
    const payout = named === '' ? byRow.get(row.rowNumber) : byReference.get(named.toUpperCase());
    if (payout === undefined) {
      if (named === '' && world.excludedRows.has(row.rowNumber)) continue;
      return noPayoutRefusal(row.rowNumber, named);
    }
    if (seen.has(payout.payoutId)) return twiceRefusal(row.rowNumber, payout);
    seen.add(payout.payoutId);
    pairs.push({ row, payout, by: named === '' ? 'rowNumber' : 'reference' });
  }
  return pairs;
}

/** What speaks for and against a pair. */
class PairEvidence {
  readonly #world: MatchWorld;
  /** Whether every payout of the batch is in the file: then no row was taken out, and none has moved up. */
  readonly #isWhole: boolean;
  readonly #sameNameAndAmount = new Map<string, number>();
  readonly #accounts = new Map<string, Set<PayoutId>>();

  constructor(pairs: readonly Pair[], world: MatchWorld) {
    this.#world = world;
    this.#isWhole = pairs.length === world.payouts.length;
    for (const payout of world.payouts) {
      const identity = identityOf(payout);
      if (identity !== null) this.#sameNameAndAmount.set(identity, (this.#sameNameAndAmount.get(identity) ?? 0) + 1);
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
    if (!isRetriable) {
      const isSame = isSameAccount && amountPaise === before.amountPaise;
      return isSame || by === 'reference' ? null : paidRowChangedRefusal(row.rowNumber, payout);
    }
    if (amountPaise !== before.amountPaise) return amountChangedRefusal(row.rowNumber, { payout, amountPaise });
    if (by === 'reference') return null;
    if (keyOf(name) !== keyOf(before.name)) return movedRefusal(row.rowNumber, 'it has another name');
    if (isSameAccount) return null;
    if (this.#isAnother(accountKey(beneficiary), payout)) {
      return movedRefusal(row.rowNumber, 'its new payee is that of another row');
    }
    const identity = identityOf(payout);
    const isUnique = identity !== null && this.#sameNameAndAmount.get(identity) === 1;
    if (isUnique || this.#isWhole) return null;
    return movedRefusal(
      row.rowNumber,
      'rows are missing, and neither a reference nor a name tells which payout it means',
    );
  }

  #isAnother(account: string, { payoutId }: RetryPayout): boolean {
    const others = this.#accounts.get(account);
    return others !== undefined && !others.has(payoutId);
  }
}

function keyOf(name: string | null): string {
  return name === null ? '' : foldName(name);
}

/** Name and amount, which together tell most people of a file apart; null without a name. */
function identityOf({ payment }: RetryPayout): string | null {
  return payment.name === null ? null : `${payment.amountPaise}\u0000${foldName(payment.name)}`;
}

function noPayoutRefusal(row: number, reference: string): Refusal {
  const what =
    reference === '' ? `is no payout of this batch` : `names reference ${reference}, which is no payout of this batch`;
  return { code: 'noSuchPayout', message: `Row ${row} of the file ${what}.`, cure: CURES.nameByReference };
}

function twiceRefusal(row: number, payout: RetryPayout): Refusal {
  return {
    code: 'payoutTwice',
    message: `Row ${row} of the file means the payout of ${payout.batch} row ${payout.rowNumber}, as an earlier row does.`,
    cure: 'Leave one of the two out: a payout is retried once.',
  };
}

function amountChangedRefusal(
  row: number,
  { payout, amountPaise }: { readonly payout: RetryPayout; readonly amountPaise: Paise },
): Refusal {
  const before = formatRupees(payout.payment.amountPaise);
  return {
    code: 'amountChanged',
    message: `Row ${row} of the file says ${formatRupees(amountPaise)}, the payout of ${payout.batch} row ${payout.rowNumber} was ${before}.`,
    cure: 'A retry pays the same amount: put it back. Another amount is another payment: run it from a file of its own.',
  };
}

function paidRowChangedRefusal(row: number, payout: RetryPayout): Refusal {
  return {
    code: 'rowsMoved',
    message: `Row ${row} of the file is another payment than ${payout.batch} row ${payout.rowNumber}, which is not retried.`,
    cure: CURES.nameByReference,
  };
}

function movedRefusal(row: number, why: string): Refusal {
  return { code: 'rowsMoved', message: `Row ${row} of the file may have moved: ${why}.`, cure: CURES.nameByReference };
}
