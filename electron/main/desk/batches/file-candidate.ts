// From a checked file to rows that may be shown: which of them, under which references, what may be refused without the
// gateway, and which earlier batches it repeats. The fingerprint is of the whole file, whatever is left out or above a
// ceiling: by it a file is known again.

import type { ConfirmationView } from '../../../../shared/api/batch-commands.ts';
import type { Answer } from '../../../../shared/api/contract.ts';
import { invariant } from '../../../../shared/failures.ts';
import type { BatchId, Reference, Sha256 } from '../../../../shared/ids.ts';
import { sumPaise } from '../../../../shared/money.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { Ticks } from '../../../../shared/repeats.ts';
import type { CheckedFile, Refusal } from '../../../../shared/rows.ts';
import { REPEAT_WINDOW_MS } from '../../domain/same-payment.ts';
import type { CheckRequest } from '../../import/open-sheet.ts';
import { bookOfProfile, refused } from '../../session/desks.ts';
import { anyProfile } from '../../session/find-profile.ts';
import type { System } from '../../session/system.ts';
import { fileReferences, rowsFingerprint } from '../../store/references.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { type Chosen, chooseRows, noPaymentsOf, underCeiling } from '../drafts/choose-rows.ts';
import { SAID_AS_TICKS } from '../drafts/doubles-in-file.ts';
import { namesInFile, namesLookedUp } from '../drafts/judge-rows.ts';
import { type HistoryPlace, payeeNumbersIn } from '../drafts/row-history.ts';
import {
  type Candidacy,
  type Candidate,
  givenTicks,
  questionsBeside,
  type SaidBefore,
  strayBatch,
  strayName,
  withNamed,
} from './candidate.ts';
import { nameChosen } from './known-references.ts';
import {
  blockedAnswer,
  ceilingRefusal,
  hiddenRefusal,
  lostBatchWarning,
  lostLately,
  lostRepeatRefusal,
  lostUnnamedRefusal,
  NOT_CONFIRMED,
  notARepeatRefusal,
  otherDeskWarnings,
  repeatRefusal,
  TOO_MUCH,
  tooManyPayouts,
  warningsRefusal,
} from './start-refusals.ts';

/** A file to be paid. Shape: `calledAs` what a person calls the batch, as far as that is known when its rows are judged. */
export interface FileRows {
  readonly kind: 'file';
  readonly profile: Profile;
  readonly checked: CheckedFile;
  readonly onlyPayable: boolean;
  readonly acceptRepeats: readonly BatchId[];
  readonly includeHidden: boolean;
  readonly calledAs: string | null;
}

/** Reads a file that is to be paid from this account. Errors: refused where either is not there, or the file cannot be read. */
export async function readFileRows(
  system: System,
  asked: Omit<FileRows, 'kind' | 'profile' | 'checked'> & {
    readonly file: Omit<CheckRequest, 'maxPayoutPaise' | 'includeHidden'>;
    readonly profile: string;
  },
): Promise<Answer<FileRows>> {
  const { file, onlyPayable, acceptRepeats, includeHidden, calledAs } = asked;
  const found = anyProfile(system, asked.profile);
  if (found.kind !== 'done') return found;
  const profile = found.value;
  const { maxPayoutPaise } = profile;
  const result = await system.checkFile({ ...file, includeHidden, maxPayoutPaise });
  if (result.kind === 'refused') return refused(result.refusal, result.fileName);
  const checked = underCeiling(result.checked, maxPayoutPaise);
  return {
    kind: 'done',
    value: { kind: 'file', profile, checked, onlyPayable, acceptRepeats, includeHidden, calledAs },
  };
}

/** Everything that can be refused without asking the gateway. */
export function candidateOfFile(
  system: System,
  { store, source, said }: { store: HeadedWriter; source: FileRows; said: SaidBefore },
): Candidacy<Candidate> {
  const { checked, profile, acceptRepeats } = source;
  let judged: Chosen | null = null;
  const found = <Value>(answer: Answer<Value>): Candidacy<Value> => {
    return { asked: judged?.asked ?? [], questions: judged?.questions ?? [], judged, answer };
  };
  const refuse = (refusal: Refusal): Candidacy<never> => found(refused(refusal, checked.file.name));
  const { mid } = profile;
  const tooMany = tooManyPayouts(checked.payableCount);
  if (tooMany !== null) return refuse(tooMany);
  const book = bookOfProfile(profile.name);
  const fingerprint = fingerprintOfFile(checked);
  const sameFile = { fingerprint, sha256: checked.file.sha256 };
  const repeats = store.batches.repeats(mid, sameFile);
  const lost = store.lostBatches.filter((batch) => batch.fingerprint === fingerprint);
  const isAccepted = ({ id }: { readonly id: BatchId }): boolean => acceptRepeats.includes(id);
  const nowMs = system.clock.nowMs();
  const lately = lostLately(store.lostBatches, nowMs);
  const isLostNamed = lost.some(isAccepted);
  if (lost[0] !== undefined && !isLostNamed) return refuse(lostRepeatRefusal(lost[0]));
  // Of the last month each row asks for itself; older than that, nothing else names the batch that paid the rows last.
  const [latest] = repeats;
  const isOld = latest !== undefined && latest.confirmedAtMs <= nowMs - REPEAT_WINDOW_MS;
  const isNamed = isLostNamed || (isOld ? isAccepted(latest) : repeats.some(isAccepted));
  if (latest !== undefined && !isNamed) return refuse(repeatRefusal(store, repeats));
  const { name: fileName } = checked.file;
  const payable = checked.rows.filter((row) => row.kind === 'payable');
  const called = { batchName: source.calledAs, fileName };
  const place: HistoryPlace = {
    mid,
    book,
    nowMs,
    called,
    retryOf: new Map(),
    repeats: new Set(repeats.filter(isAccepted).map(({ batch }) => batch)),
    namesInFile: namesInFile(payable, called),
    numbersPayees: payeeNumbersIn(store, mid, payable),
  };
  let asked = place;
  const judge = (ticks: Ticks): Chosen => chooseRows(store, checked, { ...asked, ticks });
  let chosen = judge(givenTicks(said));
  judged = chosen;
  if (said.named !== undefined) {
    const questions = questionsBeside(chosen, said.named);
    if (questions !== null) {
      asked = { ...place, questions };
      chosen = judge(givenTicks(said));
    }
    const ticked = judge(withNamed(givenTicks(said), chosen.asked, said.named));
    const stray =
      strayName(chosen, said.named, namesLookedUp(store, ticked)) ??
      strayBatch(chosen, said.named, [...repeats, ...lost, ...lately]);
    if (stray !== null) {
      const others = [...repeats.map(({ id }) => id), ...chosen.questions.map(({ batch }) => batch)];
      const { batches } = said.named;
      return refuse(notARepeatRefusal(stray, others.find((batch) => !batches.includes(batch)) ?? null));
    }
    chosen = ticked;
  }
  const named = nameChosen(store, mid, chosen);
  if ('code' in named) return refuse(named);
  const { references } = named;
  ({ chosen } = named);
  judged = chosen;
  if (said.ticks === 'ask' && chosen.asked.length + chosen.questions.length > 0) return refuse(NOT_CONFIRMED);
  const unticked =
    said.ticks === null
      ? []
      : [...chosen.asked, ...chosen.questions.flatMap(({ rows }) => rows)].map(({ rowNumber }) => rowNumber);
  const leaveOut = new Set([...noPaymentsOf(checked.rows), ...unticked]);
  const blocked = blockedAnswer(checked, chosen, { ...source, leaveOut });
  if (blocked !== null) return found(blocked);
  const isHidden = checked.hiddenRowCount + checked.hiddenColumnCount > 0;
  if (isHidden && !source.includeHidden) return refuse(hiddenRefusal(checked));
  const leftOut = new Set(chosen.excluded.map((row) => row.rowNumber));
  const unnamed = said.named === undefined ? undefined : lately.find((batch) => !isAccepted(batch));
  if (unnamed !== undefined) return refuse(lostUnnamedRefusal(unnamed));
  const others = [
    ...otherDeskWarnings(store.otherDesks({ mid, sinceMs: nowMs - REPEAT_WINDOW_MS })),
    ...checked.issues.filter(
      ({ severity, row, isOfSheet, code }) =>
        severity === 'warning' && !SAID_AS_TICKS.has(code) && (isOfSheet === true || !leftOut.has(row)),
    ),
  ];
  const lostWarnings = lately.map(lostBatchWarning);
  const warnings = [...lostWarnings, ...others];
  // A lost batch that was named on the command line needs no second acceptance.
  const unread = said.named === undefined ? warnings : others;
  if (unread.length > 0 && !said.acceptWarnings) return refuse(warningsRefusal(unread));
  const totalPaise = sumPaise(chosen.rows.map(({ payment }) => payment.amountPaise));
  if (totalPaise === null) return refuse(TOO_MUCH);
  if (profile.maxBatchPaise !== null && totalPaise > profile.maxBatchPaise) {
    return refuse(ceilingRefusal(totalPaise, profile.maxBatchPaise));
  }
  const nextRun = store.batches.nextRunNumber(mid, fingerprint);
  const runNumber = lost.reduce((next, batch) => Math.max(next, batch.runNumber + 1), nextRun);
  const nameAs = (run: number): readonly Reference[] =>
    nameRows(checked, { chosen, make: fileReferences({ mid, fingerprint, runNumber: run }) });
  // A batch that is no longer here may have paid any of them, under the row's own reference or one that was made from the
  // file before; which run it was, the gateway alone can tell.
  const isHere = new Set(repeats.flatMap((batch) => (batch.fingerprint === fingerprint ? [batch.runNumber] : [])));
  const otherReferences = new Map<number, readonly Reference[]>();
  for (const [index, { rowNumber }] of lost.length > 0 ? chosen.rows.entries() : []) {
    otherReferences.set(rowNumber, references.slice(index, index + 1));
  }
  for (let run = 1; lost.length > 0 && run < runNumber; run += 1) {
    if (isHere.has(run)) continue;
    const named = nameAs(run);
    for (const [index, { rowNumber }] of chosen.rows.entries()) {
      otherReferences.set(rowNumber, [...(otherReferences.get(rowNumber) ?? []), ...named.slice(index, index + 1)]);
    }
  }
  const { file, sheet, headers } = checked;
  const candidate: Candidate = {
    ...chosen,
    profile,
    references,
    otherReferences,
    file: { fileName, fileSha256: file.sha256, sheet, headers },
    name: fileName,
    place,
    warnings,
    source: { kind: 'file', checked, onlyPayable: source.onlyPayable, leaveOut, fingerprint, runNumber },
  };
  return found({ kind: 'done', value: candidate });
}

/** What the chosen rows were called when references were made from a whole file, whatever was left out of it. */
function nameRows(
  checked: CheckedFile,
  { chosen, make }: { readonly chosen: Chosen; readonly make: ReturnType<typeof fileReferences> },
): readonly Reference[] {
  const references: Reference[] = [];
  for (const row of checked.rows) {
    if (row.kind !== 'payable') continue;
    const next = chosen.rows[references.length];
    const own = next?.rowNumber === row.rowNumber ? next.payment.reference : row.payment.reference;
    const reference = own ?? make(row.payment);
    if (next?.rowNumber === row.rowNumber) references.push(reference);
  }
  invariant(references.length === chosen.rows.length, 'a row without a reference');
  return references;
}

const known = new WeakMap<CheckedFile, Sha256>();

/** The fingerprint of the rows as they are now: a checked file does not change. */
export function fingerprintOfFile(checked: CheckedFile): Sha256 {
  const before = known.get(checked);
  if (before !== undefined) return before;
  const made = rowsFingerprint(checked.rows);
  known.set(checked, made);
  return made;
}

type Repeat = ConfirmationView['repeats'][number];

/** Those of which nobody can say how many were paid first, then the newest. */
export function repeatsOf(
  store: HeadedWriter,
  { profile, checked }: { readonly profile: Profile; readonly checked: CheckedFile },
): Repeat[] {
  const fingerprint = fingerprintOfFile(checked);
  return sameRuns(store, { profile, file: { fingerprint, sha256: checked.file.sha256 } });
}

/** The first of those of a file that is not open. Shape: `fingerprint` of its rows, null while they are not known. */
export function newestRepeatOf(store: HeadedWriter, about: SameFile): Repeat | null {
  return sameRuns(store, about)[0] ?? null;
}

interface SameFile {
  readonly profile: Profile;
  readonly file: { readonly sha256: Sha256; readonly fingerprint: Sha256 | null };
}

/** Those of which nobody can say how many were paid first, then the newest. */
export function sameRuns(store: HeadedWriter, { profile, file }: SameFile): Repeat[] {
  // No rows have the fingerprint of a file's bytes.
  const same = { sha256: file.sha256, fingerprint: file.fingerprint ?? file.sha256 };
  const lost = store.lostBatches.filter(({ fingerprint }) => fingerprint === same.fingerprint);
  const known = store.batches.repeats(profile.mid, same);
  return [
    ...lost.map(({ id, confirmedAtMs, count }) => ({ batch: id, confirmedAtMs, rows: count, paid: null })),
    ...known.map(({ batch, id, confirmedAtMs, payoutCount }) => ({
      batch: id,
      confirmedAtMs,
      rows: payoutCount,
      paid: store.tally(batch).counts.success,
    })),
  ];
}
