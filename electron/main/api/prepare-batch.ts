// From a checked file to a batch that may be shown: which rows, under which references, and what may be refused without the
// gateway. In: an open desk, a checked file and what a person ticked. Out: the batch, prepared, or why there is none.
// Long files are taken in turns: this file must never rely on what it read some rows ago; confirming asks it again.

import type { Answer } from '../../../shared/api/answers.ts';
import type { BatchId, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { CONFIRM_ROWS_PER_TURN } from '../../../shared/limits.ts';
import { type Paise, sumPaise } from '../../../shared/money.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { CheckedFile, PayableRow } from '../../../shared/rows.ts';
import type { Steps } from '../../../shared/steps.ts';
import type { AskTicks, TickRow } from '../../../shared/ticks.ts';
import { judgeWithTicks } from './ask-ticks.ts';
import { type Chosen, chooseRows, earlierOf, usualRepeatWarnings } from './choose-rows.ts';
import type { Warning } from './confirm-seal.ts';
import { bookOfProfile, refused } from './desks.ts';
import { fingerprintOfFile } from './file-fingerprint.ts';
import type { RowToLookUp } from './look-earlier.ts';
import type { Rooms, Writer } from './ports.ts';
import { issueOf } from './retry-rows.ts';
import type { HistoryPlace } from './row-history.ts';
import {
  blockedAnswer,
  ceilingRefusal,
  hiddenRefusal,
  lostBatchWarnings,
  lostRepeatRefusal,
  NOT_CONFIRMED,
  repeatRefusal,
  TOO_MUCH,
  warningsRefusal,
} from './start-refusals.ts';

/** What a person has ticked beforehand. */
export interface PrepareWish {
  readonly onlyPayable: boolean;
  readonly acceptWarnings: boolean;
  readonly acceptRepeat: BatchId | null;
  readonly includeHidden: boolean;
  /** What a person calls the batch, as far as that is known when its rows are judged; absent or null: nothing yet. */
  readonly calledAs?: string | null;
  /** Asks about rows that only a tick lets through; absent where there is nobody to ask, and then nothing is lifted. */
  readonly askTicks?: AskTicks | undefined;
}

/** A batch that is ready to be confirmed. */
export interface PreparedBatch {
  readonly checked: CheckedFile;
  readonly chosen: Chosen;
  readonly profile: Profile;
  readonly fingerprint: Sha256;
  readonly runNumber: number;
  readonly references: readonly Reference[];
  readonly totalPaise: Paise;
  readonly warnings: readonly Warning[];
  /** Where and as what its rows were judged. */
  readonly place: HistoryPlace;
  /** Rows that a person leaves out, by number. */
  readonly leaveOut: ReadonlySet<number>;
  /** The references under which a lost batch would have paid these rows, one list for each. */
  readonly lostReferences: readonly (readonly Reference[])[];
  /** Every row that a person was asked about. */
  readonly asked: readonly TickRow[];
}

/** Everything that can be refused without asking the gateway. */
export async function prepareBatch(
  rooms: Rooms,
  { store, checked, profile, wish }: { store: Writer; checked: CheckedFile; profile: Profile; wish: PrepareWish },
): Promise<Answer<PreparedBatch>> {
  const refuse = (refusal: Refusal): Answer<PreparedBatch> => refused(refusal, checked.file.name);
  const { mid } = profile;
  const book = bookOfProfile(profile.name);
  const fingerprint = await fingerprintOfFile(rooms, checked);
  const sameFile = { fingerprint, sha256: checked.file.sha256 };
  const repeats = store.batches.repeats(mid, sameFile);
  const lost = store.lostBatches.filter((batch) => batch.fingerprint === fingerprint);
  const isLostNamed = lost.some((batch) => batch.id === wish.acceptRepeat);
  if (lost[0] !== undefined && !isLostNamed) return refuse(lostRepeatRefusal(lost[0]));
  const isNamed = isLostNamed || repeats.some((batch) => batch.id === wish.acceptRepeat);
  if ((repeats.length > 0 || wish.acceptRepeat !== null) && !isNamed) {
    return refuse(repeatRefusal(store, repeats, wish.acceptRepeat));
  }
  const { name: fileName } = checked.file;
  const place: HistoryPlace = {
    mid,
    book,
    nowMs: rooms.clock.nowMs(),
    called: { batchName: wish.calledAs ?? null, fileName },
    repeats: new Set(repeats.filter(({ id }) => id === wish.acceptRepeat).map(({ batch }) => batch)),
  };
  const asked = await judgeWithTicks(
    (ticks) => rooms.inTurns(chooseRows(store, checked, { ...place, ticks })),
    wish.askTicks,
  );
  if (asked.kind === 'stopped') return refuse(NOT_CONFIRMED);
  const { judged: chosen, leaveOut } = asked;
  const payments = chosen.rows.map((row) => row.payment);
  const blocked = blockedAnswer(checked, chosen, { ...wish, leaveOut });
  if (blocked !== null) return blocked;
  const isHidden = checked.hiddenRowCount + checked.hiddenColumnCount > 0;
  if (isHidden && !wish.includeHidden) return refuse(hiddenRefusal(checked));
  const leftOut = new Set(chosen.excluded.map((row) => row.rowNumber));
  const warnings = [
    ...lostBatchWarnings(store.lostBatches, place.nowMs),
    ...checked.issues.filter(({ severity, row }) => severity === 'warning' && !leftOut.has(row)),
  ];
  const told = [...warnings, ...usualRepeatWarnings(chosen.usualRepeats)];
  if (told.length > 0 && !wish.acceptWarnings) return refuse(warningsRefusal(told));
  const totalPaise = sumPaise(payments.map((payment) => payment.amountPaise));
  if (totalPaise === null) return refuse(TOO_MUCH);
  if (profile.maxBatchPaise !== null && totalPaise > profile.maxBatchPaise) {
    return refuse(ceilingRefusal(totalPaise, profile.maxBatchPaise));
  }
  const nextRun = store.batches.nextRunNumber(mid, fingerprint);
  const runNumber = lost.reduce((next, batch) => Math.max(next, batch.runNumber + 1), nextRun);
  const nameAs = (run: number): Promise<readonly Reference[]> => {
    const make = rooms.references({ mid, fingerprint, runNumber: run });
    return rooms.inTurns(nameRows(checked, { chosen, make }));
  };
  const references = await nameAs(runNumber);
  // A batch that is no longer here may have paid any of them; which run it was, the gateway alone can tell.
  const isHere = new Set(repeats.flatMap((batch) => (batch.fingerprint === fingerprint ? [batch.runNumber] : [])));
  const lostReferences: (readonly Reference[])[] = [];
  for (let run = 1; lost.length > 0 && run < runNumber; run += 1) {
    if (!isHere.has(run)) lostReferences.push(await nameAs(run));
  }
  const file = { checked, chosen, profile, fingerprint, runNumber, references, place, leaveOut, lostReferences };
  return { kind: 'done', value: { ...file, totalPaise, warnings, asked: asked.asked } };
}

/** The rows that would pay something once more, with what is looked up before each. */
export function rowsToLookUp(store: Writer, { chosen, lostReferences }: PreparedBatch): RowToLookUp[] {
  return chosen.rows.flatMap(({ rowNumber }, index) => {
    const payouts = earlierOf(store, chosen, rowNumber);
    const references = lostReferences.flatMap((of) => of[index] ?? []);
    return payouts.length + references.length === 0 ? [] : [{ rowNumber, payouts, references }];
  });
}

/** The batch without the rows that the gateway's word speaks against. Shape: with no row left, `totalPaise` is nothing. */
export function withoutRefusedRows(draft: PreparedBatch, against: ReadonlyMap<number, Refusal>): PreparedBatch {
  if (against.size === 0) return draft;
  const { chosen, references, lostReferences } = draft;
  const isKept = ({ rowNumber }: PayableRow): boolean => !against.has(rowNumber);
  const ofKept = <Item>(items: readonly Item[]): Item[] =>
    items.filter((_, index) => {
      const row = chosen.rows[index];
      return row !== undefined && isKept(row);
    });
  const rows = chosen.rows.filter(isKept);
  const refusedRows = chosen.rows.flatMap(({ rowNumber, source }) => {
    const refusal = against.get(rowNumber);
    return refusal === undefined ? [] : [{ rowNumber, source, issues: [issueOf(rowNumber, refusal)] }];
  });
  const excluded = [...chosen.excluded, ...refusedRows].toSorted((one, other) => one.rowNumber - other.rowNumber);
  const findings = [...chosen.findings, ...refusedRows.flatMap(({ issues }) => issues)];
  const left = (ticked: readonly number[]): number[] => ticked.filter((rowNumber) => !against.has(rowNumber));
  const { paidBefore, accountChanged } = chosen.ticked;
  const ticked = { paidBefore: left(paidBefore), accountChanged: left(accountChanged) };
  const usualRepeats = chosen.usualRepeats.filter(({ rowNumber }) => !against.has(rowNumber));
  return {
    ...draft,
    chosen: { ...chosen, rows, excluded, findings, ticked, usualRepeats },
    references: ofKept(references),
    lostReferences: lostReferences.map(ofKept),
    // A part of a sum that is exact is exact.
    totalPaise: sumPaise(rows.map(({ payment }) => payment.amountPaise)) ?? draft.totalPaise,
    warnings: draft.warnings.filter(({ row }) => row === null || !against.has(row)),
  };
}

/** The references of the chosen rows. Every row of the file gets its own, so that they are the same whatever is left out. */
function* nameRows(
  checked: CheckedFile,
  { chosen, make }: { readonly chosen: Chosen; readonly make: ReturnType<Rooms['references']> },
): Steps<readonly Reference[]> {
  yield;
  const references: Reference[] = [];
  for (const [index, row] of checked.rows.entries()) {
    if (index % CONFIRM_ROWS_PER_TURN === CONFIRM_ROWS_PER_TURN - 1) yield;
    if (row.kind !== 'payable') continue;
    const reference = row.payment.reference ?? make(row.payment);
    if (row === chosen.rows[references.length]) references.push(reference);
  }
  yield;
  return references.length === chosen.rows.length ? references : unnamed();
}

export function unnamed(): never {
  throw new RangeError('a row without a reference');
}
