// From a spreadsheet to a running batch: check, choose, ask the gateway, ask the person, confirm, run.
// In: what a person wants paid. Out: how the run ended, or why nothing was changed. Nothing is stored before the person
// confirmed, and the gateway was only read until then. This file must never lift a ceiling or a guard.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Follower, RunReport } from '../../../shared/api/following.ts';
import type { ConfirmView } from '../../../shared/api/views.ts';
import type { CommandTicket } from '../../../shared/commands.ts';
import type { BatchId, CommandId, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { CONFIRM_LOOKUPS_STAND_MS } from '../../../shared/limits.ts';
import { type Paise, sumPaise } from '../../../shared/money.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { CheckedFile } from '../../../shared/rows.ts';
import type { AskTicks, TickRow } from '../../../shared/ticks.ts';
import { type Acceptance, acceptsUnprovable, unaccepted } from './accept-doubts.ts';
import { judgeWithTicks } from './ask-ticks.ts';
import { type Chosen, chooseRows } from './choose-rows.ts';
import { type Sealed, sealOf, type Warning } from './confirm-seal.ts';
import { confirmView } from './confirm-view.ts';
import { confirmed } from './confirmed.ts';
import { unlessCutShort } from './cut-short.ts';
import { bookOfProfile, refused } from './desks.ts';
import { driveRun } from './drive-run.ts';
import { underCeiling } from './hold-ceiling.ts';
import { onceWithWriter } from './once.ts';
import type { CheckRequest, Rooms, Writer } from './ports.ts';
import { chooseProbes } from './probe-references.ts';
import { anyProfile } from './profiles.ts';
import { reportAsItStands } from './as-it-stands.ts';
import { openSession, type Session, sessionWish } from './session.ts';
import {
  blockedAnswer,
  ceilingRefusal,
  cureOfDoubt,
  cureOfStop,
  CUT_SHORT,
  hiddenRefusal,
  lostRepeatRefusal,
  NOT_CONFIRMED,
  repeatRefusal,
  TOO_MUCH,
  warningsRefusal,
} from './start-refusals.ts';
import { knownWallet, shortfallOf } from './wallet-shortfall.ts';

/** What a person wants, and what they have ticked beforehand. */
export interface StartWish extends Acceptance {
  readonly file: Omit<CheckRequest, 'maxPayoutPaise' | 'includeHidden'>;
  readonly profile: string;
  readonly name: string | null;
  readonly onlyPayable: boolean;
  readonly acceptRepeat: BatchId | null;
  readonly includeHidden: boolean;
  readonly until: 'sent' | 'settled';
  readonly forMs: number | null;
  readonly follower: Follower;
  /** Asks about rows that only a tick lets through; absent where there is nobody to ask, and then nothing is lifted. */
  readonly askTicks?: AskTicks | undefined;
  /** The first payout goes alone, and the person is asked before the others; absent where nobody wished it. */
  readonly firstAlone?: boolean;
  /** What the door calls this command; null or absent when it made no id. */
  readonly commandId?: CommandId | null;
  /** Shows what is about to be paid, under its seal; true when the person confirms. */
  confirm(view: ConfirmView, sealed: Sealed): Promise<boolean>;
}

/** Starts a batch and runs it. Errors: refused or blocked with nothing changed. */
export async function startBatch(rooms: Rooms, wish: StartWish): Promise<Answer<RunReport>> {
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
        const damaged = store.checkIndexes();
        if (damaged !== null) return refused(damaged, checked.file.name);
        const prepared = await prepare(rooms, { store, checked, profile: profile.value, wish });
        if (prepared.kind !== 'done') return prepared;
        const opened = await openSession(rooms, sessionWish(profile.value));
        if (opened.kind !== 'done') return { ...opened, file: checked.file.name };
        const session = opened.value;
        try {
          return await confirmAndRun(rooms, { store, session, draft: prepared.value, wish, ticket });
        } finally {
          await session.close();
        }
      },
    },
  );
}

/** A batch that is ready to be confirmed. */
interface Draft {
  readonly checked: CheckedFile;
  readonly chosen: Chosen;
  readonly profile: Profile;
  readonly fingerprint: Sha256;
  readonly runNumber: number;
  readonly references: readonly Reference[];
  readonly totalPaise: Paise;
  readonly warnings: readonly Warning[];
  readonly asked: readonly TickRow[];
}

/** Everything that can be refused without asking the gateway. */
async function prepare(
  rooms: Rooms,
  { store, checked, profile, wish }: { store: Writer; checked: CheckedFile; profile: Profile; wish: StartWish },
): Promise<Answer<Draft>> {
  const refuse = (refusal: Refusal): Answer<Draft> => refused(refusal, checked.file.name);
  const merchantId = store.merchants.find(profile);
  const book = bookOfProfile(profile.name);
  // Of the whole file, whatever this desk leaves out: another desk, or this one restored, must make the same references.
  const wholeFile = checked.rows.filter((row) => row.kind === 'payable');
  const fingerprint = rooms.fingerprint(wholeFile.map((row) => row.payment));
  const sameFile = { fingerprint, sha256: checked.file.sha256 };
  const repeats = merchantId === null ? [] : store.batches.repeats(merchantId, sameFile);
  const lost = store.lostBatches.filter((batch) => batch.fingerprint === fingerprint);
  const isLostNamed = lost.some((batch) => batch.id === wish.acceptRepeat);
  if (lost[0] !== undefined && !isLostNamed) return refuse(lostRepeatRefusal(lost[0]));
  const isNamed = isLostNamed || repeats.some((batch) => batch.id === wish.acceptRepeat);
  if ((repeats.length > 0 || wish.acceptRepeat !== null) && !isNamed) {
    return refuse(repeatRefusal(store, repeats, wish.acceptRepeat));
  }
  const nowMs = rooms.clock.nowMs();
  const asked = await judgeWithTicks(
    (ticks) => chooseRows(store, checked, { merchantId, book, nowMs, ticks }),
    wish.askTicks,
  );
  if (asked.kind === 'stopped') return refuse(NOT_CONFIRMED);
  const { judged: chosen, leaveOut } = asked;
  const payments = chosen.rows.map((row) => row.payment);
  const blocked = blockedAnswer(checked, chosen, { ...wish, leaveOut });
  if (blocked !== null) return blocked;
  if (checked.hiddenRowCount > 0 && !wish.includeHidden) return refuse(hiddenRefusal(checked.hiddenRowCount));
  const leftOut = new Set(chosen.excluded.map((row) => row.rowNumber));
  const warnings = checked.issues.filter(({ severity, row }) => severity === 'warning' && !leftOut.has(row));
  if (warnings.length > 0 && !wish.acceptWarnings) return refuse(warningsRefusal(warnings));
  const totalPaise = sumPaise(payments.map((payment) => payment.amountPaise));
  if (totalPaise === null) return refuse(TOO_MUCH);
  if (profile.maxBatchPaise !== null && totalPaise > profile.maxBatchPaise) {
    return refuse(ceilingRefusal(totalPaise, profile.maxBatchPaise));
  }
  const nextRun = merchantId === null ? 1 : store.batches.nextRunNumber(merchantId, fingerprint);
  const runNumber = lost.reduce((next, batch) => Math.max(next, batch.runNumber + 1), nextRun);
  const make = rooms.references({ mid: profile.mid, fingerprint, runNumber });
  const named = new Map(wholeFile.map(({ rowNumber, payment }) => [rowNumber, payment.reference ?? make(payment)]));
  const references = chosen.rows.map((row) => named.get(row.rowNumber) ?? unnamed());
  const file = { checked, chosen, profile, fingerprint, runNumber, references };
  return { kind: 'done', value: { ...file, totalPaise, warnings, asked: asked.asked } };
}

interface StartWorld {
  readonly store: Writer;
  readonly session: Session;
  readonly draft: Draft;
  readonly wish: StartWish;
  readonly ticket: CommandTicket | null;
}

async function confirmAndRun(
  rooms: Rooms,
  { store, session, draft, wish, ticket }: StartWorld,
): Promise<Answer<RunReport>> {
  const { checked, chosen, profile, totalPaise } = draft;
  const refuse = (refusal: Refusal): Answer<RunReport> => refused(refusal, checked.file.name);
  const named = chosen.rows.map((row, index) => ({
    reference: draft.references[index] ?? unnamed(),
    amountPaise: row.payment.amountPaise,
  }));
  const probes = chooseProbes(named, rooms.randomBelow);
  const ready = await unlessCutShort(wish.follower, () => rooms.preflight(session.reads, probes));
  if (ready === null) return refuse(CUT_SHORT);
  if (ready.kind === 'stopped') return refuse({ ...ready.pause, cure: cureOfStop(ready.pause, profile.name) });
  const wallet = knownWallet(ready.balance, profile);
  const doubts = [ready.doubt, shortfallOf(wallet, totalPaise)].filter((doubt) => doubt !== null);
  const doubt = unaccepted(doubts, wish);
  if (doubt !== null) return refuse({ ...doubt, cure: cureOfDoubt(doubt) });
  const warnings = [...draft.warnings, ...doubts.map((one) => ({ ...one, row: null }))];
  const view = confirmView({
    profile,
    fileName: checked.file.name,
    rows: chosen.rows,
    totalPaise,
    excluded: chosen.excluded.length,
    warnings: warnings.map(({ message }) => message),
    balance: ready.balance,
    ticked: chosen.ticked,
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
    marks: { ticks: chosen.ticked, retry: null },
  };
  const sealed = await sealOf(toStore, { asked: draft.asked, warnings });
  const askedMs = rooms.clock.monotonicMs();
  if (!(await wish.confirm(view, sealed))) return refuse(NOT_CONFIRMED);
  if (rooms.clock.monotonicMs() - askedMs > CONFIRM_LOOKUPS_STAND_MS) {
    // While the person read and typed, another computer may have paid this very file.
    const again = await unlessCutShort(wish.follower, () => rooms.preflight(session.reads, probes));
    if (again === null) return refuse(CUT_SHORT);
    if (again.kind === 'stopped') return refuse({ ...again.pause, cure: cureOfStop(again.pause, profile.name) });
  }
  const firstAlone = wish.firstAlone === true && chosen.rows.length > 1;
  const merchantId = store.merchants.ensure(profile);
  store.merchants.saveFingerprint(merchantId, ready.notKnown);
  const name = wish.name ?? checked.file.name;
  const marks = { ...toStore.marks, firstAlone };
  const confirmation = { ...toStore, merchantId, name, marks, nowMs: rooms.clock.nowMs() };
  const batch = confirmed(store, store.confirm(confirmation, ticket));
  if (session.pacer.limitPerSecond < profile.ratePerSecond) store.notes.refuseRate(batch.batch, profile.ratePerSecond);
  const { until, forMs, follower } = wish;
  const accepts = acceptsUnprovable(wish);
  const request = { batch, profile, session, send: true, until, forMs, acceptsUnprovable: accepts, wallet, follower };
  const report = await driveRun(
    { rooms, store },
    { ...request, notKnown: ready.notKnown, lookUpAll: false, firstAlone },
  );
  return { kind: 'done', value: report };
}

function unnamed(): never {
  throw new RangeError('a row without a reference');
}
