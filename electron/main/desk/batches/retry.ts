// What a retry pays: which payouts of a batch, and what the desk's history says of each. A retry is a linked batch with new
// references, and every payout it pays again, with all that it retried, is looked up.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { Reference } from '../../../../shared/ids.ts';
import { BATCH_NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { bookOfBatch } from '../../../../shared/profiles.ts';
import { NO_TICKS, type Ticks } from '../../../../shared/repeats.ts';
import type { RetryPayout } from '../../../../shared/retry-payout.ts';
import type { Issue, Refusal } from '../../../../shared/rows.ts';
import type { ExcludedRow } from '../../domain/batches.ts';
import { refused } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { HistoryPlace } from '../drafts/row-history.ts';
import { namesInFile, type ScreenedRows, screenRows } from '../drafts/screen-rows.ts';
import {
  type Answered,
  type Candidate,
  type SaidBefore,
  strayBatch,
  strayName,
  ticksOf,
  withNamed,
} from './candidate.ts';
import { type RetryRow, unchangedRow } from './match-corrections.ts';
import {
  findRetryPlace,
  notSent,
  notSettled,
  type RetryPlace,
  type RetryWorld,
  readRetryWorld,
} from './retry-place.ts';
import { nameRows, type RetryRows } from './retry-rows.ts';
import { namesLookedUp } from './rows-to-look-up.ts';
import { blockedRetry, NO_ROW_LEFT, NOT_CONFIRMED, notARepeatRefusal } from './start-refusals.ts';

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
  const { batch, profile } = place;
  const damaged = store.checkIndexes({ nowMs: system.clock.nowMs(), batch: batch.batch });
  if (damaged !== null) return answered(refused(damaged));
  const world = readRetryWorld(place);
  if ('code' in world) return answered(refused(world));
  const named = await nameRows(system, { ...place, world, from: source.from, said });
  if (named.kind !== 'done') return answered(named);
  const { checked, rows: all, others, warnings } = named.value;
  const file = checked?.file.name ?? null;
  let result = screenRetry(system, place, { world, rows: all, ticks: ticksOf(said) });
  if (said.named !== undefined) {
    const ticks = withNamed(ticksOf(said), result.screened.asked, said.named);
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
  const payable = new Set(screened.rows.map(({ rowNumber }) => rowNumber));
  const left = open.filter(({ row }) => payable.has(row.rowNumber));
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
