// From a spreadsheet to a running batch: check, choose, ask the gateway, ask the person, confirm, run.
// In: what a person wants paid. Out: how the run ended, or why nothing was changed. Nothing is stored before the person
// confirmed, and the gateway was only read until then. This file must never lift a ceiling or a guard.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Follower, RunReport } from '../../../shared/api/following.ts';
import type { ConfirmView } from '../../../shared/api/views.ts';
import type { CommandTicket } from '../../../shared/commands.ts';
import type { BatchId, CommandId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { CONFIRM_LOOKUPS_STAND_MS, RETRY_LOOKUPS_STAND_MS } from '../../../shared/limits.ts';
import { type Acceptance, unaccepted } from './accept-doubts.ts';
import { asJudged, usualRepeatWarnings } from './choose-rows.ts';
import { type Sealed, sealOf } from './confirm-seal.ts';
import { confirmView } from './confirm-view.ts';
import { type Bounded, boundedBy, unlessCutShort } from './cut-short.ts';
import { bookOfProfile, refused } from './desks.ts';
import { underCeiling } from './hold-ceiling.ts';
import { asLookedUp, type EarlierLookedUp, lookEarlierUp } from './look-earlier.ts';
import { onceWithWriter } from './once.ts';
import { payConfirmed } from './pay-confirmed.ts';
import type { CheckRequest, Rooms, Writer } from './ports.ts';
import {
  prepareBatch,
  type PreparedBatch,
  type PrepareWish,
  rowsToLookUp,
  unnamed,
  withoutRefusedRows,
} from './prepare-batch.ts';
import { chooseProbes, namesInNextRuns } from './probe-references.ts';
import { anyProfile } from './profiles.ts';
import { reportAsItStands } from './as-it-stands.ts';
import { openSession, type Session, sessionWish, tellLongWaits } from './session.ts';
import {
  blockedAnswer,
  cureOfDoubt,
  cureOfStop,
  HISTORY_CHANGED,
  NOT_CONFIRMED,
  whyCutShort,
} from './start-refusals.ts';
import { knownWallet, shortfallOf } from './wallet-shortfall.ts';

/** What a person wants, and what they have ticked beforehand. */
export interface StartWish extends PrepareWish, Acceptance {
  readonly file: Omit<CheckRequest, 'maxPayoutPaise' | 'includeHidden'>;
  readonly profile: string;
  readonly name: string | null;
  readonly until: 'sent' | 'settled';
  readonly forMs: number | null;
  readonly follower: Follower;
  /** The first payout goes alone, and the person is asked before the others; absent where nobody wished it. */
  readonly firstAlone?: boolean;
  /** Asked in the moment before it is stored: whether what was confirmed still stands. Absent where nothing can change it. */
  readonly stillStands?: () => boolean;
  /** Hears which batch it became, as soon as that is stored; absent where nobody needs to. */
  readonly onStored?: (batch: BatchId) => void;
  /** What the door calls this command; null or absent when it made no id. */
  readonly commandId?: CommandId | null;
  /** Shows what is about to be paid, under its seal; true when the person confirms. */
  confirm(view: ConfirmView, sealed: Sealed): Promise<boolean>;
}

/** Starts a batch and runs it. Errors: refused or blocked with nothing changed. */
export async function startBatch(rooms: Rooms, asked: StartWish): Promise<Answer<RunReport>> {
  const wish = { ...asked, ...boundedBy(rooms.clock, asked) };
  const profile = anyProfile(rooms, wish.profile);
  if (profile.kind !== 'done') return profile;
  const { maxPayoutPaise } = profile.value;
  const result = await rooms.checkFile({ ...wish.file, includeHidden: wish.includeHidden, maxPayoutPaise });
  if (result.kind === 'refused') return refused(result.refusal, result.fileName);
  const checked = underCeiling(result.checked, maxPayoutPaise);
  const book = bookOfProfile(wish.profile);
  const what = `start ${profile.value.name} ${checked.file.sha256}`;
  return onceWithWriter(
    rooms,
    { book, id: wish.commandId ?? null, what },
    {
      stands: (store, { begun }) => (begun === null ? null : reportAsItStands(store, begun)),
      act: async (store, ticket) => {
        const damaged = await rooms.inTurns(store.checkIndexes());
        if (damaged !== null) return refused(damaged, checked.file.name);
        const { name } = wish;
        const judged = { calledAs: name, ...wish };
        const prepared = await prepareBatch(rooms, { store, checked, profile: profile.value, wish: judged });
        if (prepared.kind !== 'done') return prepared;
        const opened = await openSession(rooms, sessionWish(profile.value));
        if (opened.kind !== 'done') return { ...opened, file: checked.file.name };
        const session = opened.value;
        tellLongWaits(rooms, session, wish.follower);
        try {
          return await confirmAndRun(rooms, { store, session, draft: prepared.value, wish, ticket });
        } finally {
          await session.close();
        }
      },
    },
  );
}

interface StartWorld {
  readonly store: Writer;
  readonly session: Session;
  readonly draft: PreparedBatch;
  readonly wish: StartWish & Bounded;
  readonly ticket: CommandTicket | null;
}

async function confirmAndRun(
  rooms: Rooms,
  { store, session, draft: whole, wish, ticket }: StartWorld,
): Promise<Answer<RunReport>> {
  const { checked, profile } = whole;
  const refuse = (refusal: Refusal): Answer<RunReport> => refused(refusal, checked.file.name);
  const named = whole.chosen.rows.map((row, index) => ({
    reference: whole.references[index] ?? unnamed(),
    amountPaise: row.payment.amountPaise,
    payment: row.payment,
  }));
  const run = { mid: profile.mid, fingerprint: whole.fingerprint, runNumber: whole.runNumber };
  const probes = [...chooseProbes(named, rooms.randomBelow), ...namesInNextRuns(rooms, run, named).keys()];
  const ready = await unlessCutShort(wish.follower, () => rooms.preflight(session.reads, probes));
  if (ready === null) return refuse(whyCutShort(wish.follower));
  if (ready.kind === 'stopped') return refuse({ ...ready.pause, cure: cureOfStop(ready.pause, profile.name) });
  const lookUp = async (of: PreparedBatch): Promise<EarlierLookedUp | null> => {
    const rows = rowsToLookUp(store, of);
    if (rows.length === 0) return { kind: 'looked', against: new Map() };
    const { follower } = wish;
    return lookEarlierUp({ rooms, store, profile, reads: session.reads, notKnown: ready.notKnown, follower }, rows);
  };
  const lookedMs = rooms.clock.monotonicMs();
  const looked = await lookUp(whole);
  if (looked === null) return refuse(whyCutShort(wish.follower));
  if (looked.kind === 'stopped') return refuse({ ...looked.pause, cure: cureOfStop(looked.pause, profile.name) });
  const draft = withoutRefusedRows(whole, looked.against);
  const { chosen, totalPaise } = draft;
  const blocked =
    looked.against.size === 0 ? null : blockedAnswer(checked, chosen, { ...wish, leaveOut: draft.leaveOut });
  if (blocked !== null) return blocked;
  const wallet = knownWallet(ready.balance, profile);
  const doubts = [ready.doubt, shortfallOf(wallet, totalPaise)].filter((doubt) => doubt !== null);
  const doubt = unaccepted(doubts, wish);
  if (doubt !== null) return refuse({ ...doubt, cure: cureOfDoubt(doubt) });
  const usual = usualRepeatWarnings(chosen.usualRepeats);
  const warnings = [...draft.warnings, ...usual, ...doubts.map((one) => ({ ...one, row: null }))];
  const view = confirmView({
    profile,
    fileName: checked.file.name,
    rows: chosen.rows,
    totalPaise,
    excluded: chosen.excluded.length,
    warnings: warnings.map(({ message }) => message),
    balance: ready.balance,
    ticked: chosen.ticked,
    refused: chosen.findings.filter(({ row }) => looked.against.has(row)),
  });
  const toStore = {
    profile: profile.name,
    baseUrl: profile.baseUrl,
    mid: profile.mid,
    environment: profile.environment,
    fileName: checked.file.name,
    fileSha256: checked.file.sha256,
    sheet: checked.sheet,
    headers: checked.headers,
    fingerprint: draft.fingerprint,
    runNumber: draft.runNumber,
    rows: chosen.rows,
    references: draft.references,
    totalPaise,
    excluded: chosen.excluded,
    marks: { ticks: chosen.ticked, usualRepeats: chosen.usualRepeats.map(({ rowNumber }) => rowNumber), retry: null },
  };
  const sealed = await sealOf(toStore, { asked: draft.asked, warnings });
  const askedMs = rooms.clock.monotonicMs();
  if (!(await wish.confirm(view, sealed))) return refuse(NOT_CONFIRMED);
  const confirmedMs = rooms.clock.monotonicMs();
  if (confirmedMs - askedMs > CONFIRM_LOOKUPS_STAND_MS) {
    // While the person read and typed, another computer may have paid this very file.
    const again = await unlessCutShort(wish.follower, () => rooms.preflight(session.reads, probes));
    if (again === null) return refuse(whyCutShort(wish.follower));
    if (again.kind === 'stopped') return refuse({ ...again.pause, cure: cureOfStop(again.pause, profile.name) });
  }
  if (confirmedMs - askedMs > CONFIRM_LOOKUPS_STAND_MS || confirmedMs - lookedMs > RETRY_LOOKUPS_STAND_MS) {
    const again = await lookUp(draft);
    if (again === null) return refuse(whyCutShort(wish.follower));
    if (again.kind === 'stopped') return refuse({ ...again.pause, cure: cureOfStop(again.pause, profile.name) });
    if (again.against.size > 0) return refuse(HISTORY_CHANGED);
  }
  const firstAlone = wish.firstAlone === true && chosen.rows.length > 1;
  const merchantId = store.merchants.ensure(profile);
  store.merchants.saveFingerprint(merchantId, ready.notKnown);
  const name = wish.name ?? checked.file.name;
  const marks = { ...toStore.marks, firstAlone, lookedUp: asLookedUp(rowsToLookUp(store, draft)) };
  const nowMs = rooms.clock.nowMs();
  const confirmation = { ...toStore, merchantId, name, marks, nowMs };
  const judged = asJudged(store, chosen, { ...draft.place, nowMs });
  const { notKnown } = ready;
  return payConfirmed(rooms, confirmation, { store, session, profile, wish, ticket, judged, wallet, notKnown });
}
