// The second of the two steps to money: what a person confirmed is stored, the whole of it or nothing, and run. The
// command line asks its person between the two; a window's Start prepares once more and pays only what still has the
// seal that was shown.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { ConfirmView } from '../../../../shared/api/views.ts';
import { invariant } from '../../../../shared/failures.ts';
import type { BatchId, CommandId } from '../../../../shared/ids.ts';
import { type Book, batchIdIn, bookOf, bookOfBatch } from '../../../../shared/profiles.ts';
import type { Refusal, TickRow } from '../../../../shared/rows.ts';
import type { CommandTicket } from '../../domain/commands.ts';
import type { CheckRequest } from '../../import/open-sheet.ts';
import { bookOfProfile, onceBegun, onceWithWriter, refused, withWriter, writeIfPossible } from '../../session/desks.ts';
import { anyProfile } from '../../session/find-profile.ts';
import { type Bounded, boundedBy, type Follower, type RunReport, unlessCutShort } from '../../session/following.ts';
import { noteLongWaits, openSession, sessionOptions } from '../../session/gateway-session.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/headed-store.ts';
import { asJudged, underCeiling } from '../drafts/choose-rows.ts';
import { type Acceptance, acceptsUnprovable } from './accept-doubts.ts';
import type { Candidacy, SaidBefore } from './candidate.ts';
import {
  cureOfStopped,
  lookUpRows,
  namedFile,
  type Prepared,
  prepare,
  rowsToLookUp,
  type StartPlace,
} from './confirmation.ts';
import { driveRun, noteChecked } from './drive-run.ts';
import { candidateOfFile, type FileRows } from './file-candidate.ts';
import { asLookedUp } from './look-earlier.ts';
import { type Corrections, candidateOfRetry, type RetryRows, wordOfCorrections } from './retry-candidate.ts';
import { CHANGED_MEANWHILE } from './retry-world.ts';
import { CHANGED_WHILE_STARTING, HISTORY_CHANGED, NOT_CONFIRMED, whyCutShort } from './start-refusals.ts';
import { currentReport } from './views.ts';

/** A retry looks up every row, which takes its time: the first of these look-ups stand no longer than this. */
const RETRY_LOOKUPS_STAND_MS = 60_000;

/** What was looked up before a confirmation stands for this long while a person reads it; after that it is looked up again. */
export const CONFIRM_LOOKUPS_STAND_MS = 1_000;

/** Where the rows come from, and what a person has said beforehand. */
export interface RowsAsked extends SaidBefore, Acceptance, Bounded {
  readonly source: FileRows | RetryRows;
}

/** What a person says with their yes. Shape: `name` null for the one that the rows bring along. */
export interface Yes extends Acceptance {
  readonly name: string | null;
  readonly until: 'sent' | 'settled';
  /** The first payout goes alone, and the person is asked before the others; absent where nobody wished it. */
  readonly firstAlone?: boolean;
  /** Asked in the moment before it is stored: whether what was confirmed still stands. Absent where nothing can change it. */
  readonly stillStands?: () => boolean;
  /** Hears which batch it became, as soon as that is stored; absent where nobody needs to. */
  readonly onStored?: (batch: BatchId) => void;
}

/** Prepares a confirmation and gives the desk back. Shape: `asked` every row that only a tick lets through, however it ended. */
export async function prepareStart(
  system: System,
  asking: RowsAsked,
): Promise<{ readonly asked: readonly TickRow[]; readonly answer: Answer<Prepared> }> {
  let asked: readonly TickRow[] = [];
  const answer = await withWriter(system, bookOfRows(asking), async (store) => {
    const candidacy = await findCandidate(system, store, asking);
    ({ asked } = candidacy);
    return inSession(system, { store, ticket: null, asking, candidacy }, (place) => prepare(place, asking));
  });
  return { asked, answer };
}

/** Opens the desk and a session for a start, once for each command id. Errors: refused or blocked with nothing changed. */
export async function inStartPlace(
  system: System,
  { commandId, ...asking }: RowsAsked & { readonly commandId: CommandId | null },
  act: (place: StartPlace) => Promise<Answer<RunReport>>,
): Promise<Answer<RunReport>> {
  const { source } = asking;
  const what =
    source.kind === 'file'
      ? `start ${source.profile.name} ${source.checked.file.sha256}`
      : `retry ${source.batch}${wordOfCorrections(source.from)}`;
  const command = { book: bookOfRows(asking), id: commandId, what };
  return onceWithWriter<RunReport>(system, command, {
    stands: (store, { begun }) => (begun === null ? null : currentReport(store, begun)),
    act: async (store, ticket) => {
      const candidacy = await findCandidate(system, store, asking);
      return inSession(system, { store, ticket, asking, candidacy }, act);
    },
  });
}

function bookOfRows({ source }: RowsAsked): Book {
  return source.kind === 'file' ? bookOfProfile(source.profile.name) : bookOfBatch(source.batch);
}

async function findCandidate(system: System, store: HeadedWriter, { source, ...said }: RowsAsked): Promise<Candidacy> {
  if (source.kind === 'retry') return candidateOfRetry(system, { store, source, said });
  const damaged = store.checkIndexes();
  if (damaged !== null) return { asked: [], answer: refused(damaged, source.checked.file.name) };
  return candidateOfFile(system, { store, source, said });
}

async function inSession<Value>(
  system: System,
  {
    store,
    ticket,
    asking: { follower, forMs },
    candidacy: { answer },
  }: {
    readonly store: HeadedWriter;
    readonly ticket: CommandTicket | null;
    readonly asking: RowsAsked;
    readonly candidacy: Candidacy;
  },
  act: (place: StartPlace) => Promise<Answer<Value>>,
): Promise<Answer<Value>> {
  if (answer.kind !== 'done') return answer;
  const { value: candidate } = answer;
  const opened = await openSession(system, sessionOptions(candidate.profile));
  if (opened.kind !== 'done') {
    const isOfFile = opened.kind === 'refused' && candidate.source.kind === 'file';
    return isOfFile ? { ...opened, file: namedFile(candidate) } : opened;
  }
  const session = opened.value;
  noteLongWaits(system, session, follower);
  try {
    return await act({ system, store, session, ticket, candidate, follower, forMs });
  } finally {
    await session.close();
  }
}

/** Pays exactly what was prepared. Errors: refused with nothing stored; unsure where the disk failed after that. */
export async function start(place: StartPlace, prepared: Prepared, said: Yes): Promise<Answer<RunReport>> {
  const { system, store, follower } = place;
  const { candidate, toStore, notKnown } = prepared;
  const stale = await lookAgainIfStale(place, prepared);
  if (stale !== null) return refused(stale, namedFile(candidate));
  const firstAlone = said.firstAlone === true && candidate.rows.length > 1;
  const merchantId = store.merchants.ensure(candidate.profile);
  store.merchants.saveFingerprint(merchantId, notKnown);
  const nowMs = system.clock.nowMs();
  const marks = { ...toStore.marks, firstAlone, lookedUp: asLookedUp(rowsToLookUp(store, candidate)) };
  const confirmation = { ...toStore, merchantId, name: said.name ?? candidate.name, marks, nowMs };
  const judged = asJudged(store, candidate, { ...candidate.place, nowMs });
  let isPauseAsked = false;
  // At a terminal a signal that nobody listens for ends the process. The run listens before anything is awaited again.
  const stopListening = follower.onPauseAsked(() => {
    isPauseAsked = true;
  });
  try {
    if (isPauseAsked) return refused(whyCutShort(follower), confirmation.fileName);
    if (said.stillStands?.() === false) return refused(CHANGED_WHILE_STARTING, confirmation.fileName);
    const stored = store.confirmJudged(confirmation, place.ticket, judged);
    if (stored === null) return refused(HISTORY_CHANGED, confirmation.fileName);
    return await onceBegun(system, async () => {
      said.onStored?.(batchIdIn(bookOf(confirmation), stored));
      return { kind: 'done', value: await runStored(place, { batch: stored, prepared, firstAlone, said }) };
    });
  } finally {
    stopListening();
  }
}

interface StoredStart {
  readonly batch: number;
  readonly prepared: Prepared;
  readonly firstAlone: boolean;
  readonly said: Yes;
}

/**
 * While the person read and typed, another computer may have paid this very file. What was just looked up is not looked up
 * twice. Shape: why it is not started; null when it may be.
 */
async function lookAgainIfStale(place: StartPlace, prepared: Prepared): Promise<Refusal | null> {
  const { system, session, follower } = place;
  const { candidate, probes, preparedMs, lookedMs, notKnown } = prepared;
  const isOfFile = candidate.source.kind === 'file';
  const nowMs = system.clock.monotonicMs();
  const isSlow = nowMs - preparedMs > CONFIRM_LOOKUPS_STAND_MS;
  if (isSlow && isOfFile) {
    const ready = await unlessCutShort(follower, () => system.engine.preflight(session.reads, probes));
    if (ready === null) return whyCutShort(follower);
    if (ready.kind === 'stopped') return { ...ready.pause, cure: cureOfStopped(candidate, ready.pause) };
  }
  if (isSlow || nowMs - lookedMs > RETRY_LOOKUPS_STAND_MS) {
    const looked = await lookUpRows(place, candidate, notKnown);
    if (looked.kind === 'stopped') return looked.refusal;
    if (looked.against.size > 0) return isOfFile ? HISTORY_CHANGED : CHANGED_MEANWHILE;
  }
  return null;
}

async function runStored(
  { system, store, session, follower, forMs }: StartPlace,
  { batch: stored, prepared, firstAlone, said }: StoredStart,
): Promise<RunReport> {
  const batch = store.batches.find(stored);
  invariant(batch !== null, 'a confirmed batch is not in the store');
  noteChecked(store, stored);
  const { refusedRate } = session.pacer;
  // The pacer keeps to the rate whether or not that is noted; the batch is stored, and is run.
  if (refusedRate !== null) writeIfPossible(system, () => store.notes.refuseRate(stored, refusedRate));
  const { wallet, notKnown, candidate } = prepared;
  const { profile } = candidate;
  const how = { send: true, until: said.until, forMs, lookUpAll: false, firstAlone, wallet, notKnown };
  const accepts = { acceptsUnprovable: acceptsUnprovable(said) };
  const report = await driveRun({ system, store }, { batch, profile, session, follower, ...how, ...accepts });
  if (candidate.source.kind === 'file') return report;
  // What was retried before is done; everything else that was left out is not.
  const notDone = candidate.excluded.filter(({ issues: [issue] }) => issue?.code !== 'alreadyRetried').length;
  return { ...report, leftOut: notDone };
}

/** What a command of the command line asks. */
interface Asked extends Yes, SaidBefore {
  readonly acceptWarnings: boolean;
  readonly forMs: number | null;
  readonly follower: Follower;
  /** What the door calls this command; null or absent when it made no id. */
  readonly commandId?: CommandId | null;
  /** Shows what is about to be paid; true when the person confirms. */
  confirm(view: ConfirmView): Promise<boolean>;
}

export interface StartOptions extends Asked, Pick<FileRows, 'onlyPayable' | 'acceptRepeat' | 'includeHidden'> {
  readonly file: Omit<CheckRequest, 'maxPayoutPaise' | 'includeHidden'>;
  readonly profile: string;
}

/** Starts a file's batch and runs it. Errors: refused or blocked with nothing changed. */
export async function startBatch(system: System, asked: StartOptions): Promise<Answer<RunReport>> {
  const bounded = { ...asked, ...boundedBy(system.clock, asked) };
  const found = anyProfile(system, asked.profile);
  if (found.kind !== 'done') return found;
  const profile = found.value;
  const { maxPayoutPaise } = profile;
  const { name: calledAs, onlyPayable, acceptRepeat, includeHidden } = asked;
  const result = await system.checkFile({ ...asked.file, includeHidden, maxPayoutPaise });
  if (result.kind === 'refused') return refused(result.refusal, result.fileName);
  const checked = underCeiling(result.checked, maxPayoutPaise);
  const source = { kind: 'file', profile, checked, onlyPayable, acceptRepeat, includeHidden, calledAs } as const;
  return confirmAndStart(system, source, bounded);
}

/** What a person wants paid again. Shape: `from` null to pay it with the details it had. */
export interface RetryOptions extends Asked {
  readonly batch: BatchId;
  readonly from: Corrections | null;
}

/** Retries a batch. Errors: refused or blocked with nothing sent; what the look-ups told stays recorded. */
export function retryBatch(system: System, asked: RetryOptions): Promise<Answer<RunReport>> {
  const bounded = { ...asked, ...boundedBy(system.clock, asked) };
  return confirmAndStart(system, { kind: 'retry', batch: asked.batch, from: asked.from }, bounded);
}

/** The command line's way: prepare, show, ask, start, all in one open desk. */
function confirmAndStart(system: System, source: RowsAsked['source'], asked: Asked): Promise<Answer<RunReport>> {
  return inStartPlace(system, { ...asked, source, commandId: asked.commandId ?? null }, async (place) => {
    const prepared = await prepare(place, asked);
    if (prepared.kind !== 'done') return prepared;
    if (!(await asked.confirm(prepared.value.view))) return refused(NOT_CONFIRMED, namedFile(place.candidate));
    return start(place, prepared.value, asked);
  });
}
