// The two steps that lead to money, the same for every door. The first prepares a sealed confirmation, plain data that a person
// reads while nothing is held open. The second prepares again, and stores and runs the rows only if their seal is the one that
// was shown: all of them or nothing.

import type { Answer } from '../../../../shared/api/contract.ts';
import { invariant } from '../../../../shared/failures.ts';
import type { BatchId, CommandId } from '../../../../shared/ids.ts';
import { type Book, batchIdIn, bookOf, bookOfBatch } from '../../../../shared/profiles.ts';
import type { Person } from '../../domain/approval.ts';
import {
  bookOfProfile,
  onceBegun,
  onceWithWriter,
  refused,
  withReader,
  withWriter,
  writeIfPossible,
} from '../../session/desks.ts';
import { type Bounded, type RunReport, withinTime } from '../../session/following.ts';
import { openFollowed } from '../../session/gateway-session.ts';
import type { System } from '../../session/system.ts';
import type { CommandTicket } from '../../store/command-tickets.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { hearSignatures } from '../approval/carried-requests.ts';
import { CHANGED_MEANWHILE } from '../drafts/draft.ts';
import { asScreened, type ScreenedRows } from '../drafts/screen-rows.ts';
import type { Acceptance } from './accept-doubts.ts';
import { currentReport } from './batch-views.ts';
import type { Answered, Candidate, SaidBefore, StartPlace } from './candidate.ts';
import {
  askGateway,
  candidateOfFile,
  type FileRows,
  fingerprintOfFile,
  namedFile,
  type Prepared,
  prepare,
} from './confirmation.ts';
import { driveRun } from './drive-run.ts';
import { lookOnceMore, othersPay } from './known-references.ts';
import { noteChecked } from './resume-batch.ts';
import { candidateOfRetry } from './retry.ts';
import { type RetryRows, wordOfCorrections } from './retry-rows.ts';
import { asLookedUp, rowsToLookUp } from './rows-to-look-up.ts';
import { CHANGED_WHILE_STARTING, HISTORY_CHANGED, whyCutShort } from './start-refusals.ts';

/** The source of the rows, and what a person has accepted in advance. */
export interface RowsAsked extends SaidBefore, Acceptance, Bounded {
  readonly source: FileRows | RetryRows;
}

/** What a person gives with their yes. `name` null: the candidate's own name. */
export interface Yes {
  /** The seal they saw and the figures they typed or saw; `any` if they accepted in advance whatever it is. */
  readonly confirmed: { readonly seal: string; readonly count: number; readonly totalPaise: number } | 'any';
  readonly name: string | null;
  readonly until: 'sent' | 'settled';
  /** Who pays: asked of a desk with a team. */
  readonly payer?: Person | null;
  /** Send the first payout alone and ask the person before the others. */
  readonly firstAlone?: boolean;
  /** The door's id for this command; null or absent if it made none. */
  readonly commandId?: CommandId | null;
  /** Asked just before storing: whether what was confirmed is unchanged. Absent where nothing can change it. */
  readonly stillStands?: () => boolean;
  /** Called with what is about to be paid, unless it was shown before. */
  readonly onPrepared?: (view: Prepared['view']) => void;
  /** Called with the new batch as soon as it is stored. */
  readonly onStored?: (batch: BatchId) => void;
}

/** Prepares a confirmation and releases the desk. `screened` says which rows need a tick, even if the answer is a refusal. */
export async function prepareStart(system: System, asking: RowsAsked): Promise<Answered<Prepared>> {
  let screened: ScreenedRows | null = null;
  const answer = await withinTime(system.clock, asking, (signal) =>
    withWriter(system, bookOfRows(asking), async (store) => {
      const ask = async (): Promise<Answer<Prepared>> => {
        const found = await findCandidate(system, store, asking);
        ({ screened } = found);
        return inStartPlace(system, { ...asking, store, signal, answer: found.answer }, async (place) => {
          const answers = await askGateway(place, asking);
          if (answers.kind !== 'done') return answers;
          if (screened !== null) {
            const { asked, claimed = [] } = answers.value.candidate;
            screened = { ...screened, asked, claimed };
          }
          return prepare(place, answers.value, asking);
        });
      };
      const before = store.lastRecord();
      const first = await ask();
      // The rows that the gateway knows were just recorded: prepare again without them.
      const isFound =
        first.kind === 'refused' && first.refusal.code === 'referenceKnown' && store.lastRecord() > before;
      return isFound ? ask() : first;
    }),
  );
  return { screened, answer };
}

/** Whether this command id was used before: then a start returns that earlier result and does nothing. */
export function isIdUsed(system: System, asking: Pick<RowsAsked, 'source'>, id: CommandId): boolean {
  const answer = withReader(system, bookOfRows(asking), {
    act: (store) => ({ kind: 'done', value: store.commands.find(id) !== null }),
    absent: () => ({ kind: 'done', value: false }),
  });
  return answer.kind === 'done' && answer.value;
}

/** Starts what was confirmed, once per id. Refuses or blocks without storing anything; unsure if the disk failed after that. */
export function startBatch(system: System, asking: RowsAsked, yes: Yes): Promise<Answer<RunReport>> {
  const { source } = asking;
  const what =
    source.kind === 'file'
      ? `start ${source.profile.name} ${source.checked.file.sha256} ${fingerprintOfFile(source.checked)}`
      : `retry ${source.batch}${wordOfCorrections(source.from)}`;
  const command = { book: bookOfRows(asking), id: yes.commandId ?? null, what };
  return withinTime(system.clock, asking, async (signal) => {
    // What others signed since may be in the register only.
    if (command.book === 'live') await hearSignatures(system);
    return onceWithWriter<RunReport>(system, command, {
      stands: (store, { begun }) => (begun === null ? null : currentReport(store, begun)),
      act: async (store, ticket) => {
        const { answer } = await findCandidate(system, store, asking);
        return inStartPlace(system, { ...asking, store, signal, answer }, async (place) => {
          const answers = await askGateway(place, asking);
          if (answers.kind !== 'done') return answers;
          const prepared = prepare(place, answers.value, asking);
          if (prepared.kind !== 'done') return prepared;
          if (!isConfirmed(prepared.value, yes)) return refused(CHANGED_MEANWHILE, namedFile(place.candidate));
          const { confirmation, seal } = prepared.value;
          // Asked early, so that a person is not kept waiting; asked again by the transaction that stores the batch.
          const { payer = null } = yes;
          const permit = store.approvals.permit({ ...confirmation, seal, payer, nowMs: system.clock.nowMs() });
          if ('code' in permit) return refused(permit, namedFile(place.candidate));
          const against = await lookOnceMore({ ...place, candidate: prepared.value.candidate });
          if (against !== null) return refused(against, namedFile(place.candidate));
          yes.onPrepared?.(prepared.value.view);
          return start(place, prepared.value, { ...asking, ...yes, ticket });
        });
      },
    });
  });
}

function isConfirmed({ seal, view: { figures } }: Prepared, { confirmed }: Yes): boolean {
  if (confirmed === 'any') return true;
  return confirmed.seal === seal && confirmed.count === figures.count && confirmed.totalPaise === figures.totalPaise;
}

function bookOfRows({ source }: Pick<RowsAsked, 'source'>): Book {
  return source.kind === 'file' ? bookOfProfile(source.profile.name) : bookOfBatch(source.batch);
}

async function findCandidate(
  system: System,
  store: HeadedWriter,
  { source, ...said }: RowsAsked,
): Promise<Answered<Candidate>> {
  if (source.kind === 'retry') return candidateOfRetry(system, { store, source, said });
  const damaged = store.checkIndexes({ nowMs: system.clock.nowMs(), batch: null });
  if (damaged !== null) {
    return { screened: null, answer: refused(damaged, source.checked.file.name) };
  }
  return candidateOfFile(system, { store, source, said });
}

/** Opens a session with the candidate's gateway. Returns the candidate's own refusal, or the session's. */
async function inStartPlace<Value>(
  system: System,
  { answer, ...place }: Omit<StartPlace, 'system' | 'session' | 'candidate'> & { readonly answer: Answer<Candidate> },
  act: (place: StartPlace) => Promise<Answer<Value>>,
): Promise<Answer<Value>> {
  if (answer.kind !== 'done') return answer;
  const candidate = answer.value;
  const { profile } = candidate;
  const opened = await openFollowed(system, { profile, store: place.store }, place);
  if (opened === null) return refused(whyCutShort(place.signal), namedFile(candidate));
  if (opened.kind !== 'done') {
    const isOfFile = opened.kind === 'refused' && candidate.source.kind === 'file';
    return isOfFile ? { ...opened, file: namedFile(candidate) } : opened;
  }
  const session = opened.value;
  try {
    return await act({ ...place, system, session, candidate });
  } finally {
    await session.close();
  }
}

interface Starting extends RowsAsked, Yes {
  readonly ticket: CommandTicket | null;
}

/** Stores exactly what was prepared, and runs it. */
async function start(place: StartPlace, prepared: Prepared, yes: Starting): Promise<Answer<RunReport>> {
  const { system, store, signal } = place;
  const { candidate, notKnown, lookedUpAtMs } = prepared;
  const firstAlone = yes.firstAlone === true && candidate.rows.length > 1;
  const merchantId = store.merchants.ensure(candidate.profile);
  store.merchants.saveFingerprint(merchantId, notKnown);
  const nowMs = system.clock.nowMs();
  const marks = { ...prepared.confirmation.marks, firstAlone, lookedUp: asLookedUp(rowsToLookUp(store, candidate)) };
  const { seal } = prepared;
  const { payer = null } = yes;
  const named = { name: yes.name ?? candidate.name, payer };
  const confirmation = { ...prepared.confirmation, seal, merchantId, ...named, marks, nowMs };
  const screened = asScreened(store, candidate, { ...candidate.place, nowMs });
  if (signal.aborted) return refused(whyCutShort(signal), confirmation.fileName);
  if (yes.stillStands?.() === false) return refused(CHANGED_WHILE_STARTING, confirmation.fileName);
  const stored = store.confirm(confirmation, yes.ticket, screened);
  if (stored === null) return refused(HISTORY_CHANGED, confirmation.fileName);
  if (typeof stored !== 'number') return refused(stored, confirmation.fileName);
  return onceBegun(system, async () => {
    yes.onStored?.(batchIdIn(bookOf(confirmation), stored));
    const batch = store.batches.find(stored);
    invariant(batch !== null, 'a confirmed batch is not in the store');
    noteChecked(store, stored);
    const { refusedRate } = place.session.pacer;
    // The pacer keeps to the rate even if it cannot be stored; the batch is stored, so it runs.
    if (refusedRate !== null) writeIfPossible(system, () => store.notes.refuseRate(stored, refusedRate));
    const { profile } = candidate;
    const lookUpAll = othersPay(system, store, profile);
    const { wallet, walletBefore } = prepared;
    const how = { send: true, lookUpAll, firstAlone, wallet, walletBefore, notKnown, lookedUpAtMs };
    const report = await driveRun({ ...yes, ...place, ...how, batch, profile, acceptClaims: [] });
    return { kind: 'done', value: { ...report, ...notPaid(candidate) } };
  });
}

/** How many rows a retry leaves out, without those that were retried already. */
function notPaid({ source, excluded }: Candidate): Pick<RunReport, 'leftOut'> {
  if (source.kind === 'file') return {};
  return { leftOut: excluded.filter(({ issues: [issue] }) => issue?.code !== 'alreadyRetried').length };
}
