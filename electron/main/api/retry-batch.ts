// Paying again what ended unpaid: a linked batch with new references. In: a batch, and perhaps a file with corrected details.
// Out: how the run ended, or why nothing was sent. Every payout that is paid again, and all that it retried, is looked up
// just before the person confirms, and once more when that took long. This file must never pay a row again on silence.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Follower, RunReport } from '../../../shared/api/following.ts';
import type { ConfirmView } from '../../../shared/api/views.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import { bookOfBatch } from '../../../shared/books.ts';
import type { CommandTicket } from '../../../shared/commands.ts';
import type { BatchId, CommandId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { BATCH_NAME_MAX_CHARACTERS, CONFIRM_LOOKUPS_STAND_MS, RETRY_LOOKUPS_STAND_MS } from '../../../shared/limits.ts';
import { sumPaise } from '../../../shared/money.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { AskTicks } from '../../../shared/ticks.ts';
import type { KnownWallet } from '../../../shared/wallet.ts';
import { type Acceptance, unaccepted } from './accept-doubts.ts';
import { reportAsItStands } from './as-it-stands.ts';
import { asJudged, usualRepeatWarnings } from './choose-rows.ts';
import { type Sealed, sealOf, type ToStore } from './confirm-seal.ts';
import { confirmView } from './confirm-view.ts';
import { type Bounded, boundedBy, unlessCutShort } from './cut-short.ts';
import { refused } from './desks.ts';
import { type Corrections, draftRetry, type RetryDraft, withoutRefused, wordOf } from './draft-retry.ts';
import { asLookedUp, type EarlierLookedUp, lookEarlierUp, type RowToLookUp } from './look-earlier.ts';
import { onceWithWriter } from './once.ts';
import { payConfirmed } from './pay-confirmed.ts';
import type { Rooms, Writer } from './ports.ts';
import { blockedRetry, CHANGED_MEANWHILE, NO_ROW_LEFT } from './retry-refusals.ts';
import { retryToStore } from './retry-to-store.ts';
import { findRetryPlace } from './retry-world.ts';
import { openSession, type Session, sessionWish, tellLongWaits } from './session.ts';
import { ceilingRefusal, cureOfDoubt, NOT_CONFIRMED, TOO_MUCH, whyCutShort } from './start-refusals.ts';
import { knownWallet, shortfallOf } from './wallet-shortfall.ts';

/** What a person wants paid again. Shape: `from` null to pay it with the details it had. */
export interface RetryWish extends Acceptance {
  readonly batch: BatchId;
  readonly from: Corrections | null;
  readonly name: string | null;
  readonly until: 'sent' | 'settled';
  readonly forMs: number | null;
  readonly follower: Follower;
  /** The first payout goes alone, and the person is asked before the others; absent where nobody wished it. */
  readonly firstAlone?: boolean;
  /** What the door calls this command; null or absent when it made no id. */
  readonly commandId?: CommandId | null;
  readonly askTicks?: AskTicks | undefined;
  /** Asked in the moment before it is stored: whether what was confirmed still stands. Absent where nothing can change it. */
  readonly stillStands?: () => boolean;
  /** Hears which batch it became, as soon as that is stored; absent where nobody needs to. */
  readonly onStored?: (batch: BatchId) => void;
  /** Shows what is about to be paid, under its seal; true when the person confirms. */
  confirm(view: ConfirmView, sealed: Sealed): Promise<boolean>;
}

/** Retries a batch. Errors: refused or blocked with nothing sent; what the look-ups told stays recorded. */
export async function retryBatch(rooms: Rooms, asked: RetryWish): Promise<Answer<RunReport>> {
  const wish = { ...asked, ...boundedBy(rooms.clock, asked) };
  const what = `retry ${wish.batch}${await wordOf(rooms, wish.from)}`;
  const command = { book: bookOfBatch(wish.batch), id: wish.commandId ?? null, what };
  return onceWithWriter<RunReport>(rooms, command, {
    stands: (store, { begun }) => (begun === null ? null : reportAsItStands(store, begun)),
    act: (store, ticket) => retryOnce(rooms, { store, ticket, wish }),
  });
}

async function retryOnce(
  rooms: Rooms,
  {
    store,
    ticket,
    wish,
  }: { readonly store: Writer; readonly ticket: CommandTicket | null; readonly wish: RetryWish & Bounded },
): Promise<Answer<RunReport>> {
  const place = await rooms.inTurns(findRetryPlace(store, wish.batch));
  if ('code' in place) return refused(place);
  const damaged = await rooms.inTurns(store.checkIndexes());
  if (damaged !== null) return refused(damaged);
  const { batch, profile } = place;
  const draft = await draftRetry(rooms, { store, batch, profile, wish });
  if (draft.kind !== 'done') return draft;
  const opened = await openSession(rooms, sessionWish(profile));
  if (opened.kind !== 'done') return opened;
  const session = opened.value;
  tellLongWaits(rooms, session, wish.follower);
  try {
    return await lookUpAndRun({ rooms, store, batch, profile, session, ticket, wish }, draft.value);
  } finally {
    await session.close();
  }
}

interface Place {
  readonly rooms: Rooms;
  readonly store: Writer;
  readonly batch: BatchRecord;
  readonly profile: Profile;
  readonly session: Session;
  readonly ticket: CommandTicket | null;
  readonly wish: RetryWish & Bounded;
}

async function lookUpAndRun(place: Place, draft: RetryDraft): Promise<Answer<RunReport>> {
  const { rooms, batch, session, wish } = place;
  const file = draft.checked?.file.name ?? null;
  const ready = await unlessCutShort(wish.follower, () => rooms.preflight(session.reads, []));
  if (ready === null) return refused(whyCutShort(wish.follower), file);
  if (ready.kind === 'stopped') return refused({ ...ready.pause, cure: MEND }, file);
  if (ready.doubt !== null && unaccepted([ready.doubt], wish) !== null) {
    return refused({ ...ready.doubt, cure: 'Ask the gateway: without look-ups nothing can be paid again.' }, file);
  }
  const looked = await lookUp(place, draft, ready.notKnown);
  if (looked.kind === 'stopped') return refused(looked.refusal, file);
  const left = withoutRefused(draft, looked.against);
  const issues = [...left.leftOut.map(({ issue }) => issue), ...left.others];
  if (left.rows.length === 0) {
    return blockedRetry(batch, { checked: draft.checked, rows: draft.rows.length, issues, refusal: NO_ROW_LEFT });
  }
  const totalPaise = sumPaise(left.rows.map(({ payout }) => payout.payment.amountPaise));
  if (totalPaise === null) return refused(TOO_MUCH, file);
  const { maxBatchPaise } = place.profile;
  if (maxBatchPaise !== null && totalPaise > maxBatchPaise)
    return refused(ceilingRefusal(totalPaise, maxBatchPaise), file);
  const wallet = knownWallet(ready.balance, place.profile);
  const shortfall = shortfallOf(wallet, totalPaise);
  if (shortfall !== null && unaccepted([shortfall], wish) !== null) {
    return refused({ ...shortfall, cure: cureOfDoubt(shortfall) }, file);
  }
  const doubts = [ready.doubt, shortfall].flatMap((doubt) => (doubt === null ? [] : [{ ...doubt, row: null }]));
  const warnings = [...left.warnings, ...usualRepeatWarnings(left.usualRepeats), ...doubts];
  const view = confirmView({
    profile: place.profile,
    fileName: file ?? batch.fileName,
    rows: left.rows.map(({ row }) => row),
    totalPaise,
    excluded: issues.length,
    warnings: warnings.map(({ message }) => message),
    balance: ready.balance,
    ticked: left.ticked,
    retry: {
      batch: batch.id,
      corrections: left.rows.flatMap(({ row, corrections }) =>
        corrections.map((correction) => ({ row: row.rowNumber, ...correction })),
      ),
      leftOut: issues,
    },
  });
  const toStore = await retryToStore(place, left, totalPaise);
  const sealed = await sealOf(toStore, { asked: left.asked, warnings });
  const askedMs = rooms.clock.monotonicMs();
  if (!(await wish.confirm(view, sealed))) return refused(NOT_CONFIRMED, file);
  const nowMs = rooms.clock.monotonicMs();
  // Whoever says yes beforehand waits for nothing: what was just looked up is not looked up twice.
  if (nowMs - askedMs > CONFIRM_LOOKUPS_STAND_MS || nowMs - looked.atMs > RETRY_LOOKUPS_STAND_MS) {
    const again = await lookUp(place, left, ready.notKnown);
    if (again.kind === 'stopped') return refused(again.refusal, file);
    if (again.against.size > 0) return refused(CHANGED_MEANWHILE, file);
  }
  return run(place, left, { toStore, wallet, notKnown: ready.notKnown });
}

type LookedUp =
  | (Extract<EarlierLookedUp, { kind: 'looked' }> & { readonly atMs: number })
  | { readonly kind: 'stopped'; readonly refusal: Refusal };

/** Looks every chain up. Units: `atMs` monotonic, when it began. */
async function lookUp(place: Place, { rows }: RetryDraft, notKnown: string | null): Promise<LookedUp> {
  const { rooms, store, batch, profile, session, wish } = place;
  const atMs = rooms.clock.monotonicMs();
  const { follower } = wish;
  const world = { rooms, store, profile, reads: session.reads, notKnown, follower, batch };
  const looked = await lookEarlierUp(world, rowsToLookUp(rows));
  if (looked === null) return { kind: 'stopped', refusal: whyCutShort(follower) };
  return looked.kind === 'looked' ? { ...looked, atMs } : { kind: 'stopped', refusal: { ...looked.pause, cure: MEND } };
}

function rowsToLookUp(rows: RetryDraft['rows']): RowToLookUp[] {
  return rows.map(({ row, earlier, reference }) => {
    return { rowNumber: row.rowNumber, payouts: earlier, references: [reference] };
  });
}

/** Stores the confirmed retry and runs it like any batch. */
async function run(
  { rooms, store, batch: before, profile, session, ticket, wish }: Place,
  { rows, leftOut, ...draft }: RetryDraft,
  {
    toStore,
    wallet,
    notKnown,
  }: { readonly toStore: ToStore; readonly wallet: KnownWallet | null; readonly notKnown: string | null },
): Promise<Answer<RunReport>> {
  const firstAlone = wish.firstAlone === true && rows.length > 1;
  const merchantId = store.merchants.ensure(profile);
  const nowMs = rooms.clock.nowMs();
  store.merchants.saveFingerprint(merchantId, notKnown);
  const name = wish.name ?? `${before.name.slice(0, BATCH_NAME_MAX_CHARACTERS - RETRY_MARK.length)}${RETRY_MARK}`;
  const marks = { ...toStore.marks, firstAlone, lookedUp: asLookedUp(rowsToLookUp(rows)) };
  const confirmation = { ...toStore, merchantId, name, marks, nowMs };
  const { place, earlierIds } = draft;
  const judged = asJudged(store, { ...draft, rows: toStore.rows, earlier: earlierIds }, { ...place, nowMs });
  const paying = { store, session, profile, wish, ticket, judged, wallet, notKnown };
  const answer = await payConfirmed(rooms, confirmation, paying);
  if (answer.kind !== 'done') return answer;
  // What was retried before is done; everything else that was left out is not.
  const notDone = leftOut.filter(({ issue }) => issue.code !== 'alreadyRetried').length;
  return { kind: 'done', value: { ...answer.value, leftOut: notDone } };
}

const RETRY_MARK = ' (retry)';
const MEND = 'Nothing was sent. Mend it and retry again.';
