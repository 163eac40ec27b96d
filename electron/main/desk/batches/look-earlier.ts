// Looks up every earlier payout that a row would pay again, just before the row is paid: for a file, a retry, a repeat or a
// resumed batch. The ledger settles each finding as it comes, so that a payment believed unpaid becomes late news at once. The
// gateway must refuse each earlier payout once more. "Not known" counts only for a payout that the gateway refused at once, that
// was never sent or that a person declared unpaid, and only if it comes twice. For a payout that was sent it counts only if
// lookups are proven, and only ten minutes after the first one, because lookups may lag.

import { type Pause, unreachable } from '../../../../shared/failures.ts';
import type { PayoutId, Reference } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { type Evidence, isDocumentedWord, isSilence, NO_EVIDENCE } from '../../../../shared/outcomes.ts';
import type { Merchant, Profile } from '../../../../shared/profiles.ts';
import type { RetryPayout } from '../../../../shared/retry-payout.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { endedUnpaid } from '../../../../shared/states.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import { REFUSED_LOOKUP_INTERVAL_MS } from '../../domain/decisions.ts';
import type { News } from '../../domain/ledger.ts';
import { backoffOf } from '../../domain/poll-schedule.ts';
import type { EarlierLookups, LookedUpOnce, PacedReads } from '../../domain/run.ts';
import { findBatch } from '../../session/desks.ts';
import { type Follower, unlessCutShort } from '../../session/following.ts';
import { openSession, type Session } from '../../session/gateway-session.ts';
import { whyStanding } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { UnsentRepeat } from '../../store/guards.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { batchView } from './batch-views.ts';
import { payoutInWords } from './match-corrections.ts';
import { ASKED, type PatientWorld, type Written, whyUnwritten, writePatiently } from './patient-write.ts';
import { foundEarlier, type RowToLookUp } from './rows-to-look-up.ts';

/**
 * Why a row is not paid. `evidence` is present if the answer was about the row's own reference and no payout here. `unheard`: the
 * payouts that could not be looked up, if nothing else speaks against the row.
 */
export interface RowRefusal extends Refusal {
  readonly evidence?: Evidence;
  readonly unheard?: readonly RetryPayout[];
}

/** `against` is by row number. */
export type EarlierLookedUp =
  | { readonly kind: 'looked'; readonly against: ReadonlyMap<number, RowRefusal> }
  | { readonly kind: 'stopped'; readonly pause: Pause };

/**
 * `signal` aborts the lookups. `profile`: the merchant that pays, with its backoff. `notKnown`: how its gateway says "not known".
 * `batch`: the batch whose progress is shown; absent before it is stored, then it is the first batch that would be paid again.
 */
interface EarlierWorld {
  readonly system: System;
  readonly store: HeadedWriter;
  readonly profile: Profile;
  readonly reads: PacedReads;
  readonly notKnown: string | null;
  readonly follower: Follower;
  readonly signal: AbortSignal;
  readonly lookedUpAtMs: LookedUpAtMs;
  readonly batch?: BatchRecord;
}

/** When each earlier payout was last looked up, in monotonic milliseconds. */
export type LookedUpAtMs = Map<PayoutId, number>;

/** How long a lookup counts: a gateway that called a payout failed may call it paid a moment later. */
const LOOK_UPS_STAND_MS = 60_000;

/** Looks up all rows. Stops when the gateway or the disk stops it; returns null when the person does. */
export async function lookEarlierUp(
  { system, store, profile, reads, notKnown, follower, signal, lookedUpAtMs, batch }: EarlierWorld,
  rows: readonly RowToLookUp[],
): Promise<EarlierLookedUp | null> {
  let isOver = false;
  const shown = batch ?? firstPaidAgain(store, rows);
  const onLookedUp =
    shown === null ? () => {} : lookUpProgress({ system, store, follower }, { batch: shown, rows: rows.length });
  const places = openLookupPlaces(system, store, { merchant: profile, reads, notKnown });
  const backoff = backoffOf(profile);
  const asked = new Map<PayoutId, Refusal | null>();
  const history = new Map<number, boolean>();
  const world = { system, store, profile, reads, backoff, places, isOver: () => isOver, asked, history, lookedUpAtMs };
  try {
    const looked = await unlessCutShort(signal, () => lookRowsUp({ ...world, notKnown, onLookedUp }, rows));
    isOver = looked === null;
    return looked;
  } finally {
    await places.close();
  }
}

/**
 * The lookups that a run makes just before it sends a row that pays something again. The ledger settles each finding, and nothing
 * looked up within the last minute is looked up again.
 */
export function openEarlierLookups({
  system,
  store,
  profile,
  reads,
  notKnown,
  signal,
  lookedUpAtMs,
}: Omit<EarlierWorld, 'follower' | 'batch'>): EarlierLookups & Pick<LookupPlaces, 'close'> {
  const { clock } = system;
  const places = openLookupPlaces(system, store, { merchant: profile, reads, notKnown });
  const isOver = (): boolean => signal.aborted;
  const history = new Map<number, boolean>();
  const backoff = backoffOf(profile);
  const world = { system, store, profile, reads, notKnown, backoff, places, isOver, history, lookedUpAtMs };
  return {
    stands: (earlier) =>
      earlier.every((payoutId) => {
        const atMs = lookedUpAtMs.get(payoutId);
        return atMs !== undefined && clock.monotonicMs() - atMs <= LOOK_UPS_STAND_MS;
      }),
    ask: ({ rowNumber, earlier }) =>
      unlessCutShort(signal, async () => {
        const payouts = earlier.map((payoutId) => foundEarlier(store, payoutId));
        const asked = { ...world, asked: new Map(), onLookedUp: () => {} };
        const refusal = await lookRowUp(asked, { rowNumber, payouts, references: [] });
        if (refusal === null) return { kind: 'clear' };
        if ('pause' in refusal) return { kind: 'stopped', pause: refusal.pause };
        const { message, evidence = NO_EVIDENCE } = refusal;
        return { kind: 'against', message, evidence };
      }),
    close: () => places.close(),
  };
}

/** Returns null if only references are looked up. */
function firstPaidAgain(store: HeadedWriter, rows: readonly RowToLookUp[]): BatchRecord | null {
  const [first] = rows.flatMap(({ payouts }) => payouts);
  if (first === undefined) return null;
  const batch = findBatch(store, first.batch);
  return 'kind' in batch ? null : batch;
}

/** `asked`: what was found for each payout, as two rows may repeat the same one. */
interface World extends PatientWorld {
  readonly system: System;
  readonly store: HeadedWriter;
  readonly profile: Profile;
  readonly reads: PacedReads;
  readonly notKnown: string | null;
  readonly places: LookupPlaces;
  readonly asked: Map<PayoutId, Refusal | null>;
  /** By merchant id: whether its gateway knows a payment that was made there. */
  readonly history: Map<number, boolean>;
  readonly lookedUpAtMs: LookedUpAtMs;
  readonly onLookedUp: (done: number) => void;
}

type Looked = Extract<LookedUpOnce, { kind: 'looked' }>;
type Stopped = { readonly pause: Pause };

async function lookRowsUp(world: World, rows: readonly RowToLookUp[]): Promise<EarlierLookedUp> {
  const against = new Map<number, RowRefusal>();
  for (const [index, row] of rows.entries()) {
    const verdict = await lookRowUp(world, row);
    if (verdict !== null && 'pause' in verdict) return { kind: 'stopped', pause: verdict.pause };
    if (verdict !== null) against.set(row.rowNumber, verdict);
    world.onLookedUp(index + 1);
  }
  return { kind: 'looked', against };
}

/** Returns what speaks against one row, or null. */
async function lookRowUp(world: World, { payouts, references }: RowToLookUp): Promise<RowRefusal | Stopped | null> {
  const unheard: { readonly payout: RetryPayout; readonly refusal: Refusal }[] = [];
  for (const payout of payouts) {
    const { asked, lookedUpAtMs, system } = world;
    const { payoutId } = payout;
    const atMs = system.clock.monotonicMs();
    const isAsked = asked.has(payoutId);
    const verdict = isAsked ? (asked.get(payoutId) ?? null) : await lookPayoutUp(world, payout);
    if (verdict !== null) lookedUpAtMs.delete(payoutId);
    else if (!isAsked) lookedUpAtMs.set(payoutId, atMs);
    if (verdict !== null && 'pause' in verdict) return verdict;
    asked.set(payoutId, verdict);
    if (verdict === null) continue;
    if (verdict.code !== NOT_ASKED) return verdict;
    unheard.push({ payout, refusal: verdict });
  }
  for (const reference of references) {
    const { system, reads, notKnown } = world;
    // The gateway may forget a reference that it once knew, but what another computer paid stays paid.
    const known = world.store.knownReferences.wordOf(world.profile.mid, reference);
    if (known !== null) return paidElsewhere(reference, known);
    const own = await system.engine.lookUpOnce(reads, { key: { by: 'reference', reference }, notKnown });
    if (own.kind === 'stopped') return { pause: own.pause };
    const { finding, evidence } = own;
    if (finding.kind === 'state') {
      noteKnown(world, reference, finding.word);
      return { ...paidElsewhere(reference, finding.word), evidence };
    }
    if (finding.kind !== 'notKnown') return { ...unclear(payouts[0], own), evidence };
  }
  const [first] = unheard;
  return first === undefined ? null : { ...first.refusal, unheard: unheard.map(({ payout }) => payout) };
}

/** Records that the gateway knows a reference that no payout here has: another computer paid it. */
function noteKnown({ system, store, profile }: World, reference: Reference, word: string): void {
  if (store.referenceHolder(profile.mid, reference) !== null) return;
  const found = [{ reference, knownAs: reference, word }];
  store.knownReferences.note(store.merchants.ensure(profile), found, system.clock.nowMs());
}

/** Looks up the payout where it was sent, or where a person moved that address. */
async function lookPayoutUp(world: World, payout: RetryPayout): Promise<Refusal | Stopped | null> {
  // A payout that was unpaid when the row was confirmed may have been paid since, even long ago.
  if (!endedUnpaid(payout.state) && payout.state !== 'cancelled') return noLongerUnpaid(payout);
  const place = await world.places.of(payout);
  if (place.kind === 'closed') return notAsked(payout, place.why);
  // A single lookup may miss a payment that exists, so "not known" must come twice before the row is let through.
  for (const isSecond of [false, true]) {
    const looked = await world.system.engine.lookUpOnce(place.reads, { key: payout.key, notKnown: place.notKnown });
    if (looked.kind === 'stopped') {
      if (place.isOwn) return { pause: looked.pause };
      return notAsked(payout, looked.pause.message);
    }
    const isSilent = looked.finding.kind === 'notKnown';
    if (isSilent && !isSecond && !(await knowsHistory(world, payout, place))) return unknownThere(payout);
    const verdict = await judge(world, payout, looked);
    if (verdict !== null || !isSilent) return verdict;
  }
  return null;
}

/**
 * Whether this gateway knows what was paid there. An address that a person moved may belong to another gateway, which knows
 * nothing of the old payments, so it must know one payment made there. The same goes for a merchant whose lookups are not proven:
 * what is found is settled, and proves them.
 */
async function knowsHistory(
  world: World,
  payout: RetryPayout,
  place: Extract<LookupPlace, { kind: 'open' }>,
): Promise<boolean> {
  const { store, history } = world;
  const batch = findBatch(store, payout.batch);
  if ('kind' in batch) return false;
  const today = store.merchants.today(batch);
  const isMoved = today.baseUrl !== batch.baseUrl || today.mid !== batch.mid;
  if (!isMoved && store.unknown.lookupsProven(batch.merchantId)) return true;
  const known = history.get(batch.merchantId) ?? (await findsPaid(world, batch, place));
  history.set(batch.merchantId, known);
  return known || !isMoved;
}

async function findsPaid(
  world: World,
  { merchantId }: BatchRecord,
  place: Extract<LookupPlace, { kind: 'open' }>,
): Promise<boolean> {
  const { system, store } = world;
  const paid = anyPaid(store, merchantId);
  if (paid === null) return false;
  const { payoutId, reference } = paid;
  const key = { by: 'reference', reference } as const;
  const looked = await system.engine.lookUpOnce(place.reads, { key, notKnown: place.notKnown });
  if (looked.kind !== 'looked') return false;
  const settled = await settle(world, { payoutId, key }, looked);
  return settled.kind === 'written' && looked.finding.kind === 'state';
}

/** A payment of this merchant that the gateway itself called paid. One that only a person declared paid may be known nowhere. */
function anyPaid(store: HeadedWriter, merchantId: number): RetryPayout | null {
  for (const { batch } of store.batches.list().filter((one) => one.merchantId === merchantId)) {
    const paid = store.retries.payouts(batch).find((one) => one.state === 'success' && one.decidedBy === null);
    if (paid !== undefined) return paid;
  }
  return null;
}

async function judge(world: World, payout: RetryPayout, looked: Looked): Promise<Refusal | Stopped | null> {
  const { finding } = looked;
  const settled = await settle(world, payout, looked);
  if (settled.kind !== 'written') return { pause: whyUnwritten(settled) };
  const isLate = settled.changes.some(({ late }) => late);
  switch (finding.kind) {
    case 'state':
      if (isLate && finding.state === payout.state) return answeredForAnother(payout);
      if (!isLate && wasDecidedKnowing(payout, finding.word)) return null;
      return isLate || finding.state !== payout.state ? movedOn(payout, finding.word) : null;
    case 'notKnown':
      return againstSilence(world, payout);
    case 'unclear':
      return unclear(payout, looked);
    default:
      return unreachable(finding);
  }
}

/** Whether a person with a ticket declared it not paid while the gateway called it by this same undocumented word. */
function wasDecidedKnowing({ state, decidedBy, decidedByTicket, gatewayWord }: RetryPayout, word: string): boolean {
  const wasDeclaredUnpaid = state === 'failed' && decidedBy !== null && decidedByTicket;
  return wasDeclaredUnpaid && !isDocumentedWord(word) && word === gatewayWord;
}

/**
 * What the look-ups before a payment would say against these rows, as far as the desk has it on disk: a payout that the gateway
 * did not know when it was asked last is taken not to be known now. Of any other only the gateway can say more.
 */
export function foreseeLookups(
  world: Pick<World, 'store' | 'system'>,
  rows: readonly RowToLookUp[],
): ReadonlyMap<number, RowRefusal> {
  const against = new Map<number, RowRefusal>();
  for (const { rowNumber, payouts } of rows) {
    const silent = payouts.filter(({ lastFinding }) => isSilence(lastFinding));
    const refusal = silent.map((payout) => againstSilence(world, payout)).find((one) => one !== null);
    if (refusal !== undefined) against.set(rowNumber, refusal);
  }
  return against;
}

/** Whether a gateway that refused an earlier payment at once was never asked about it: it need not know it. */
export function isUnforeseen({ payouts }: Pick<RowToLookUp, 'payouts'>): boolean {
  return payouts.some(({ refusedAtOnce, lastFinding }) => refusedAtOnce && lastFinding === null);
}

/** Returns why "not known" is not enough to pay the row again, or null if it is. */
function againstSilence({ store, system }: Pick<World, 'store' | 'system'>, payout: RetryPayout): Refusal | null {
  const { state, decidedBy, decidedByTicket, refusedAtOnce, silentSinceMs } = payout;
  const wasDeclaredUnpaid = state === 'failed' && decidedBy !== null;
  // A cancelled payout was never sent, and a ticket is the gateway's own word: neither rests on "not known".
  if (state === 'cancelled' || (wasDeclaredUnpaid && decidedByTicket)) return null;
  if (!wasDeclaredUnpaid && !refusedAtOnce) return noLongerKnown(payout);
  const batch = findBatch(store, payout.batch);
  if ('kind' in batch || !store.unknown.lookupsProven(batch.merchantId)) return unproven(payout);
  // The practice gateway never lags, so there is no waiting.
  if (wasDeclaredUnpaid && batch.environment === 'PRACTICE') return null;
  const nowMs = system.clock.nowMs();
  const fromMs = (silentSinceMs ?? nowMs) + REFUSED_LOOKUP_INTERVAL_MS;
  return nowMs >= fromMs ? null : tooEarly(payout, fromMs);
}

/** Settles the lookup in the ledger. */
function settle(
  world: World,
  { payoutId, key }: Pick<RetryPayout, 'payoutId' | 'key'>,
  looked: Looked,
): Promise<Written> {
  const atMs = world.system.clock.nowMs();
  return writePatiently(world, [{ key, ...looked, kind: 'lookup', payoutId, atMs }]);
}

/** The earlier payout could not be looked up where it was sent. */
const NOT_ASKED = 'earlierNotAsked';

function movedOn(payout: RetryPayout, word: string): Refusal {
  const { state } = payout;
  const said = { word, payout: payoutInWords(payout) };
  return {
    code: 'maybePaid',
    message:
      state === 'cancelled'
        ? msg('earlier.maybePaid.cancelled', said)
        : msg('earlier.maybePaid', { ...said, state: msg(`state.${state}`) }),
    cure: msg('cure.recordedAsNews'),
  };
}

function unknownThere(payout: RetryPayout): Refusal {
  return {
    code: NOT_ASKED,
    message: msg('earlier.unknownThere', { payout: payoutInWords(payout) }),
    cure: msg('cure.earlierNotAsked'),
  };
}

function answeredForAnother(payout: RetryPayout): Refusal {
  return {
    code: 'chainUnclear',
    message: msg('earlier.answeredForAnother', { payout: payoutInWords(payout) }),
    cure: msg('cure.askAboutBoth'),
  };
}

function noLongerUnpaid(payout: RetryPayout): Refusal {
  return {
    code: 'maybePaid',
    message: msg('earlier.noLongerUnpaid', {
      payout: payoutInWords(payout),
      state: msg(`state.${payout.state}`),
    }),
    cure: msg('cure.lookAtEarlier'),
  };
}

function noLongerKnown(payout: RetryPayout): Refusal {
  return {
    code: 'noLongerKnown',
    message: msg('earlier.noLongerKnown', {
      payout: payoutInWords(payout),
      state: msg(`state.${payout.state}`),
    }),
    cure: msg('cure.askBeforePaidAgain'),
  };
}

function unproven(payout: RetryPayout): Refusal {
  return {
    code: 'lookupsUnproven',
    message: msg('earlier.lookupsUnproven', { payout: payoutInWords(payout) }),
    cure: msg('cure.payAnotherFirst'),
  };
}

function tooEarly(payout: RetryPayout, fromMs: number): Refusal {
  // Rounded up to the minute, because it is shown without seconds.
  const time = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS;
  return {
    code: 'silentTooShortly',
    message: msg('earlier.silentTooShortly', { payout: payoutInWords(payout), time }),
    cure: msg('cure.tryAgainThen'),
  };
}

const MINUTE_MS = 60_000;

function unclear(payout: RetryPayout | undefined, { mismatch }: Looked): Refusal {
  const about = { payout: payout === undefined ? msg('earlier.it') : payoutInWords(payout) };
  if (mismatch !== undefined) {
    return {
      code: 'echoMismatch',
      message: msg('earlier.echoMismatch', about),
      cure: msg('cure.askBeforePaidAgain'),
    };
  }
  return {
    code: 'chainUnclear',
    message: msg('earlier.unclear', about),
    cure: msg('cure.unclearTryAgain'),
  };
}

function paidElsewhere(reference: Reference, word: string): Refusal {
  return {
    code: 'retriedElsewhere',
    message: msg('earlier.retriedElsewhere', { reference, word }),
    cure: msg('cure.compareElsewhere'),
  };
}

function notAsked(payout: RetryPayout, why: Message): Refusal {
  return {
    code: NOT_ASKED,
    message: msg('earlier.notAsked', { payout: payoutInWords(payout), why }),
    cure: msg('cure.earlierNotAsked'),
  };
}

/** Looks up the repeats. Returns a pause if the gateway, the disk or the person stops it, else null. */
export async function lookBeforeResume(world: EarlierWorld, repeats: readonly UnsentRepeat[]): Promise<Pause | null> {
  const { system, store, reads, profile } = world;
  const rows = repeats.map(({ rowNumber, earlier, references }) => ({
    rowNumber,
    payouts: earlier.map((payoutId) => foundEarlier(store, payoutId)),
    references,
  }));
  const looked = await lookEarlierUp(world, rows);
  if (looked === null) return ASKED;
  if (looked.kind === 'stopped') return looked.pause;
  const nowMs = system.clock.nowMs();
  const held: News[] = [];
  for (const { payoutId, rowNumber, isRetry } of repeats) {
    const refusal = looked.against.get(rowNumber);
    if (refusal === undefined) continue;
    // A lost batch paid under a different reference, so the gateway does not know this payout's own.
    const hold = refusal.code === 'retriedElsewhere' && isRetry ? 'referenceKnown' : 'referenceUnclear';
    const { message, evidence = NO_EVIDENCE } = refusal;
    held.push({ kind: 'held', payoutId, hold, message, evidence, atMs: nowMs });
  }
  if (held.length === 0) return null;
  const backoff = backoffOf(profile);
  const written = await writePatiently({ system, store, reads, backoff, isOver: () => false }, held);
  return written.kind === 'written' ? null : whyUnwritten(written);
}

/** `isOwn`: it is the session that pays. `why`: a whole sentence. */
export type LookupPlace =
  | { readonly kind: 'open'; readonly reads: PacedReads; readonly notKnown: string | null; readonly isOwn: boolean }
  | { readonly kind: 'closed'; readonly why: Message };

export interface LookupPlaces {
  of(payout: RetryPayout): Promise<LookupPlace>;
  /** Closes the sessions that it opened. */
  close(): Promise<void>;
}

/** Opens each gateway session once, when it is first needed. */
export function openLookupPlaces(
  system: System,
  store: HeadedWriter,
  own: { readonly merchant: Merchant; readonly reads: PacedReads; readonly notKnown: string | null },
): LookupPlaces {
  const sessions: Session[] = [];
  const opened = new Map<string, Promise<LookupPlace>>();
  let isClosed = false;

  const open = async ({ baseUrl, mid }: Merchant): Promise<LookupPlace> => {
    const profile = store.profiles.list().find((one) => one.baseUrl === baseUrl && one.mid === mid);
    if (profile === undefined) {
      return { kind: 'closed', why: msg('earlier.noAccount', { baseUrl, mid }) };
    }
    const answer = await openSession(system, profile, { store });
    if (answer.kind !== 'done') return { kind: 'closed', why: answer.refusal.message };
    const session = answer.value;
    if (isClosed) {
      await session.close();
      return { kind: 'closed', why: msg('earlier.stopped') };
    }
    sessions.push(session);
    const ready = await system.engine.preflight(session.reads, []);
    if (ready.kind === 'ready') return { kind: 'open', reads: session.reads, notKnown: ready.notKnown, isOwn: false };
    return { kind: 'closed', why: ready.pause.message };
  };

  return {
    of: (payout) => {
      const batch = findBatch(store, payout.batch);
      if ('kind' in batch) throw new RangeError('a payout without a batch');
      const { baseUrl, mid } = store.merchants.today(batch);
      if (baseUrl === own.merchant.baseUrl && mid === own.merchant.mid) {
        return Promise.resolve({ kind: 'open', reads: own.reads, notKnown: own.notKnown, isOwn: true });
      }
      const key = `${mid} ${baseUrl}`;
      const known = opened.get(key) ?? open({ baseUrl, mid });
      opened.set(key, known);
      return known;
    },
    close: async () => {
      isClosed = true;
      await Promise.all(sessions.map((session) => session.close()));
    },
  };
}

interface ProgressWorld {
  readonly system: System;
  readonly store: HeadedWriter;
  readonly follower: Follower;
}

/** Shows the lookups as progress of this batch. `rows`: how many are looked up. */
function lookUpProgress(
  { system, store, follower }: ProgressWorld,
  { batch, rows }: { readonly batch: BatchRecord; readonly rows: number },
): (done: number) => void {
  const beganMs = system.clock.monotonicMs();
  const tally = store.tally(batch.batch);
  const pause = whyStanding(store, batch.batch, tally.counts);
  const view = batchView(batch, { tally, pause, active: false });
  return (done) =>
    follower.onProgress({
      phase: 'preflight',
      note: msg('run.looksUpPaidAgain', { done, rows }),
      view,
      total: batch.payoutCount,
      inFlight: 0,
      elapsedMs: system.clock.monotonicMs() - beganMs,
      sentPerSecond: 0,
      nextLookupInMs: null,
    });
}
