// What the desk's own history says against paying a row, over everything it ever did: another batch, another address of the
// same merchant, another merchant, the same person under details that were corrected since, or under the same name. They are
// found by earlier-payouts and same-name, and domain/same-payment decides how each repeats the row. What a person was shown
// with a confirmed row does not stand in its way any more, unless it moved since.

import type { Mid, PayoutId, Reference } from '../../../shared/ids.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { EarlierRelation } from '../domain/batches.ts';
import { personKey } from '../domain/person-key.ts';
import {
  type Clocks,
  type Intention,
  isOldByClock,
  REPEAT_WINDOW_MS,
  type Repeat,
  repeatOf,
  type Stage,
  USUAL_AFTER_MS,
} from '../domain/same-payment.ts';
import { LOOKED_UP } from './confirmed-batches.ts';
import type { DeskDatabase } from './desk-database.ts';
import {
  type EarlierPayout,
  isOpen,
  isUnpaid,
  isUnsent,
  prepareEarlierPayouts,
  type Timeline,
  timeOf,
} from './earlier-payouts.ts';
import { INTENTION_COLUMNS, type IntentionColumns, prepareIntentions } from './intentions.ts';
import { decodeBeneficiary } from './payout-rows.ts';
import { type NamesInFile, prepareSameName } from './same-name.ts';

/**
 * A row to be judged. `batch` is the row's own, above all others before it is confirmed; `payoutId` is set once it is;
 * `retryOf` is the payout that it pays again; `repeats` are batches whose unpaid rows are looked up however old they are.
 */
export interface GuardQuestion {
  readonly mid: Mid;
  readonly batch: number;
  readonly row: Intention;
  readonly nowMs: number;
  readonly retryOf: PayoutId | null;
  readonly payoutId?: PayoutId;
  readonly namesInFile?: NamesInFile;
  readonly repeats?: ReadonlySet<number>;
}

export type GuardKind = Exclude<Repeat, 'lookUp'>;

/** One earlier payout that the row repeats. */
export interface GuardHit extends SeriesMarks {
  readonly kind: GuardKind;
  readonly payoutId: PayoutId;
  readonly batch: number;
  readonly rowNumber: number;
  readonly amountPaise: number;
  readonly state: StateKind;
  readonly payTo: Beneficiary;
  /** As its own file has it. */
  readonly name: string | null;
  /** When it was settled, or sent; null while nobody knows. */
  readonly atMs: number | null;
  /** What was paid of it so far: itself, and the differences that were paid to it. */
  readonly paidPaise: number;
  /** Under another merchant id: a tick helps, also where it is open. */
  readonly elsewhere?: true;
  /** The same person by a retry that corrected the details. */
  readonly otherDetails?: true;
  /** Old only if this computer's clock is right. */
  readonly byRecord?: true;
}

/**
 * What the history says against a row. `unpaid` are all earlier payouts of it that ended unpaid or were never sent, with all
 * that retried them or was retried by them, the newest first: each must be looked up before the row is paid.
 */
export interface Guarded {
  readonly hits: readonly GuardHit[];
  readonly unpaid: readonly PayoutId[];
}

/** Nothing in the way. */
export const CLEAR: Guarded = { hits: [], unpaid: [] };

/** What holds a confirmed payout back at its claim. The rest is asked about a whole file, before it is confirmed. */
export const HOLDS_BACK: ReadonlySet<GuardKind> = new Set([
  'waits',
  'news',
  'again',
  'correction',
  'name',
  'another',
  'usual',
]);

/** The strongest first; of two alike the newer payout. */
const STRENGTH: readonly GuardKind[] = ['waits', 'news', 'again', 'correction', 'name', 'usual', 'another', 'nearby'];

interface Match {
  readonly payout: EarlierPayout;
  /** False where the name alone is the same. */
  readonly isPayee: boolean;
  /** How the row repeats it; null when it does not. */
  readonly repeat: Repeat | null;
}

/** Prepares the guard. A row that is not confirmed yet asks with a batch above all others, so every open match is earlier. */
export function prepareGuard(database: DeskDatabase, timeline: Timeline): (question: GuardQuestion) => Guarded {
  const earlierTo = prepareEarlierPayouts(database, timeline);
  const sameName = prepareSameName(database);
  const series = prepareRepeatSeries(database);
  const intentionOf = prepareIntentions(database);
  const hasNews = database
    .statement<[PayoutId], number>('SELECT 1 FROM late_news WHERE payout_id = ? AND read_at_ms IS NULL')
    .pluck();
  const shownAs = database
    .statement<[PayoutId, PayoutId], EarlierRelation['relation']>(
      'SELECT relation FROM payout_relations WHERE payout_id = ? AND earlier_id = ?',
    )
    .pluck();
  const differencesTo = database
    .statement<[PayoutId], number | null>(
      `SELECT sum(p.amount_paise) FROM payout_relations r JOIN payouts p USING (payout_id)
       WHERE r.earlier_id = ? AND r.relation = 'difference'
         AND p.state IN ('success', 'processing', 'unknown', 'sending', 'queued')`,
    )
    .pluck();
  const differenceTo = database
    .statement<[PayoutId], PayoutId>(
      `SELECT earlier_id FROM payout_relations WHERE payout_id = ? AND relation = 'difference'`,
    )
    .pluck();
  const confirmedAt = database
    .statement<[number], number>('SELECT confirmed_at_ms FROM batches WHERE batch_id = ?')
    .pluck();
  const amountOf = database
    .statement<[PayoutId], number>(
      `SELECT amount_paise FROM payouts WHERE payout_id = ?
         AND state IN ('success', 'processing', 'unknown', 'sending', 'queued')`,
    )
    .pluck();
  // By the order of the records: clocks are set back between a tick and what is sent after it.
  const movedSince = database
    .statement<[number, number], number>(
      `SELECT 1 FROM audit WHERE payout_id = ? AND sequence > (SELECT min(sequence) FROM audit WHERE batch_id = ?)
         AND json_extract(detail, '$.from') IS NOT what LIMIT 1`,
    )
    .pluck();
  const stageOf = (payout: EarlierPayout, batch: number): Stage | null => {
    if (isOpen(payout, batch)) return 'open';
    if (payout.state === 'success') return 'paid';
    if (!isUnpaid(payout.state)) return null;
    return hasNews.get(payout.payoutId) === 1 ? 'news' : 'unpaid';
  };
  /** Whether the payout was shown with the row when it was confirmed, and still stands where it stood. */
  const isLifted = (
    { payoutId, batch }: GuardQuestion,
    { payout, kind }: Match & { readonly kind: Repeat },
  ): boolean => {
    if (kind === 'news' || kind === 'waits' || payoutId === undefined) return false;
    if (shownAs.get(payoutId, payout.payoutId) === undefined) return false;
    return isUnsent(payout) || movedSince.get(payout.payoutId, batch) !== 1;
  };
  /** Whether a person let the row go without what ended unpaid being asked about, and nothing was heard of it since. */
  const isReleased = ({ payoutId, batch }: GuardQuestion, earlier: PayoutId): boolean => {
    const shown = payoutId === undefined ? undefined : shownAs.get(payoutId, earlier);
    return shown !== undefined && shown !== 'unpaid' && movedSince.get(earlier, batch) !== 1;
  };
  /** What one batch paid in several payments, which together are what the row pays at once. */
  const partsOf = ({ row, batch, nowMs }: GuardQuestion, matches: readonly Match[]): ReadonlySet<PayoutId> => {
    const young = matches.flatMap(({ payout, isPayee }) => {
      const stage = stageOf(payout, batch);
      const isYoung = nowMs - (timeOf(payout) ?? nowMs) < USUAL_AFTER_MS;
      return isPayee && (stage === 'paid' || stage === 'open') && isYoung ? [payout] : [];
    });
    const together = [...Map.groupBy(young, ({ batch: of }) => of).values()].filter(
      (some) => some.length > 1 && some.reduce((sum, { amountPaise }) => sum + amountPaise, 0) === row.amountPaise,
    );
    return new Set(together.flat().map(({ payoutId }) => payoutId));
  };
  /** What was paid of a payment that is asked about as a correction, from the first amount to the last difference. */
  const paidInAll = ({ payoutId, amountPaise }: EarlierPayout): number => {
    const wholes = differenceTo.all(payoutId);
    if (wholes.length === 0) return amountPaise + (differencesTo.get(payoutId) ?? 0);
    return wholes.reduce((sum, whole) => sum + (amountOf.get(whole) ?? 0) + (differencesTo.get(whole) ?? 0), 0);
  };
  /** The first payment that a difference, or a difference to it, was paid to; itself where it is none. */
  const firstPaidOf = (payoutId: PayoutId): readonly PayoutId[] => {
    const wholes = differenceTo.all(payoutId);
    return wholes.length === 0 ? [payoutId] : wholes.flatMap(firstPaidOf);
  };
  const hitOf = (
    { row, mid, nowMs }: GuardQuestion,
    { payout, isPayee, kind }: Match & { readonly kind: GuardKind },
  ): GuardHit => {
    const { payoutId, batch, rowNumber, amountPaise, state } = payout;
    const payTo = decodeBeneficiary(payout);
    const atMs = timeOf(payout);
    // What is open elsewhere is asked about, however regular: nobody knows yet how it ends.
    const canBeLearned = (kind === 'another' && state === 'success') || kind === 'nearby';
    return {
      kind,
      payoutId,
      batch,
      rowNumber,
      amountPaise,
      state,
      payTo,
      name: payout.name,
      atMs,
      paidPaise: kind === 'correction' ? paidInAll(payout) : amountPaise,
      ...(payout.mid === mid ? {} : { elsewhere: true as const }),
      ...(isPayee && personKey(payTo) !== row.payee ? { otherDetails: true as const } : {}),
      ...(kind === 'usual' && isOldByClock(atMs, nowMs) ? { byRecord: true as const } : {}),
      ...(canBeLearned && series.isLearned(payout, nowMs) ? { isLearned: true as const } : {}),
    };
  };

  return (asked) => {
    // A confirmed row was judged by what was paid before then. What was paid since counts however long it has waited.
    const nowMs =
      asked.payoutId === undefined ? asked.nowMs : Math.min(asked.nowMs, confirmedAt.get(asked.batch) ?? asked.nowMs);
    const question = { ...asked, nowMs };
    const { mid, row, batch, retryOf, repeats, namesInFile } = question;
    const earlier = earlierTo(question);
    const clocks: Clocks = { nowMs, recordedMs: earlier.recordedMs };
    // What should have been looked up since, while the desk was closed, may have been paid at any age.
    const mayBePaidSince = ({ settledAtMs, nextLookupAtMs }: EarlierPayout): boolean =>
      (nextLookupAtMs !== null && nextLookupAtMs <= nowMs) ||
      [nowMs, earlier.recordedMs].some((ofMs) => settledAtMs === null || settledAtMs > ofMs - REPEAT_WINDOW_MS);
    const repeatOfPayout = (payout: EarlierPayout, isPayee: boolean): Repeat | null => {
      const stage = stageOf(payout, batch);
      if (stage === null) return null;
      const elsewhere = payout.mid !== mid;
      return repeatOf(row, { intention: intentionOf(payout), stage, atMs: timeOf(payout), isPayee, elsewhere }, clocks);
    };
    const people = [row.payee];
    const found = new Map<PayoutId, Match>();
    const add = (payout: EarlierPayout, isPayee: boolean, atLeast: Repeat | null = null): Repeat | null => {
      const repeat = repeatOfPayout(payout, isPayee) ?? atLeast;
      found.set(payout.payoutId, { payout, isPayee, repeat });
      return repeat;
    };
    const unpaid = new Set<PayoutId>();
    const gathered = new Set<PayoutId>();
    // What ended unpaid may have been paid again with other details, or be a retry itself: the whole family is one intention,
    // and so is what other files paid by any of these details.
    const gather = (start: PayoutId, always: boolean): void => {
      const related = earlier.family(start);
      const mayRepeat = related.filter(({ state }) => isUnpaid(state));
      const isAsked = always || mayRepeat.some((one) => mayBePaidSince(one) || repeats?.has(one.batch) === true);
      for (const payout of related) {
        // Another file may have paid the retried payout already: that counts at any age.
        add(payout, true, always && stageOf(payout, batch) === 'paid' ? 'again' : null);
        gathered.add(payout.payoutId);
        const payee = personKey(decodeBeneficiary(payout));
        if (!people.includes(payee)) people.push(payee);
      }
      if (isAsked) for (const payout of mayRepeat) unpaid.add(payout.payoutId);
    };
    if (retryOf !== null) gather(retryOf, true);
    // It may grow while it is gone through.
    for (const payee of people) {
      for (const payout of earlier.ofPayee(payee)) {
        const { payoutId, state } = payout;
        if (found.has(payoutId)) continue;
        const repeat = add(payout, true);
        if (!isUnpaid(state) || gathered.has(payoutId)) continue;
        if (repeat === 'lookUp' || repeat === 'news') gather(payoutId, false);
      }
    }
    const ofPayee = [...found.values()].map(({ payout }) => payout);
    for (const payout of sameName({ row, batch, found: ofPayee, people, earlier, namesInFile })) {
      if (found.has(payout.payoutId)) continue;
      if (add(payout, false) === 'lookUp' && mayBePaidSince(payout)) unpaid.add(payout.payoutId);
    }
    if (found.size === 0) return CLEAR;

    const parts = partsOf(question, [...found.values()]);
    const repeated = [...found.values()].flatMap((match) => {
      const { repeat, payout } = match;
      const kind = (repeat === null || repeat === 'nearby') && parts.has(payout.payoutId) ? 'another' : repeat;
      return kind === null || kind === 'lookUp' ? [] : [{ ...match, kind }];
    });
    const repeatedIds = new Set(repeated.map(({ payout }) => payout.payoutId));
    const isDifference = asked.payoutId !== undefined && differenceTo.all(asked.payoutId).length > 0;
    const ownFirst = new Set(asked.payoutId !== undefined && isDifference ? firstPaidOf(asked.payoutId) : []);
    // A difference is a part of what it was paid to, while that is asked about. A later one was reckoned from the sum of both.
    const isPart = ({ payout, kind }: (typeof repeated)[number]): boolean => {
      const { payoutId } = payout;
      if (kind === 'correction') return differenceTo.all(payoutId).some((whole) => repeatedIds.has(whole));
      const isReckoned = payout.batch < batch && movedSince.get(payoutId, batch) !== 1;
      return kind === 'again' && isReckoned && firstPaidOf(payoutId).some((first) => ownFirst.has(first));
    };
    // What a difference comes to is no sheet's amount: that another payment came to as much says nothing.
    const saysNothing = ({ kind }: (typeof repeated)[number]): boolean =>
      isDifference && (kind === 'another' || kind === 'usual');
    const hits = repeated
      .filter((match) => !isPart(match) && !saysNothing(match) && !isLifted(question, match))
      .map((match) => hitOf(question, match));
    const sorted = series
      .withBehind(hits)
      .toSorted(
        (one, other) => STRENGTH.indexOf(one.kind) - STRENGTH.indexOf(other.kind) || other.payoutId - one.payoutId,
      );
    const toLookUp = [...unpaid].filter((earlier) => !isReleased(question, earlier));
    return { hits: sorted, unpaid: toLookUp.toSorted((one, other) => other - one) };
  };
}

// Payments that a person named, time and again, as another payment than the one before: weekly wages with a remark each. After
// two such ticks the third payment in the same rhythm asks nobody, and a question about the last of a series is a question
// about all before it.

/** A payout that a row repeats, and what the series that it belongs to says of it. */
interface SeriesMarks {
  /** Ticked twice before at such intervals: nobody is asked. */
  readonly isLearned?: true;
  /** A later hit was said to be another payment than this one: whoever says it of that one says it of both. */
  readonly isBehind?: true;
}

interface SeriesHit extends SeriesMarks {
  readonly kind: Repeat;
  readonly payoutId: PayoutId;
}

interface RepeatSeries {
  /** Whether the payee of this payout was ticked as paid again twice before, at intervals no longer than since this one. */
  isLearned(payout: EarlierPayout, nowMs: number): boolean;
  /** Marks what stands behind a later hit that it was named as another payment than. */
  withBehind<Hit extends SeriesHit>(hits: readonly Hit[]): Hit[];
}

/** Prepares reading the series that a desk's ticks have made. */
function prepareRepeatSeries(database: DeskDatabase): RepeatSeries {
  const anotherOf = database.statement<[PayoutId], Pick<EarlierPayout, 'payoutId' | 'sentAtMs' | 'settledAtMs'>>(
    `SELECT p.payout_id AS payoutId, p.sent_at_ms AS sentAtMs, p.settled_at_ms AS settledAtMs
     FROM payout_relations r JOIN payouts p ON p.payout_id = r.earlier_id
     WHERE r.payout_id = ? AND r.relation = 'another' ORDER BY p.payout_id DESC LIMIT 1`,
  );
  const othersOf = database
    .statement<[PayoutId], PayoutId>(
      `SELECT earlier_id FROM payout_relations WHERE payout_id = ? AND relation = 'another'`,
    )
    .pluck();
  const placeBehind = (hit: SeriesHit, hits: readonly SeriesHit[]): SeriesMarks => {
    if (hit.kind !== 'another' && hit.kind !== 'usual' && hit.kind !== 'correction') return {};
    // Only who is asked about the later one says it of both, and of one for another purpose it says nothing about the same.
    const later = hits.filter(
      ({ payoutId, kind }) =>
        payoutId > hit.payoutId &&
        (hit.kind === 'correction' ? kind === 'correction' : kind !== 'nearby') &&
        othersOf.all(payoutId).includes(hit.payoutId),
    );
    if (later.length === 0) return {};
    const isLearned = hit.kind !== 'correction' && later.some((one) => one.isLearned === true);
    return { isBehind: true, ...(isLearned ? { isLearned: true } : {}) };
  };
  return {
    isLearned: (payout, nowMs) => {
      const second = anotherOf.get(payout.payoutId);
      const first = second === undefined ? undefined : anotherOf.get(second.payoutId);
      if (second === undefined || first === undefined) return false;
      const [at, secondAt, firstAt] = [timeOf(payout), timeOf(second), timeOf(first)];
      if (at === null || secondAt === null || firstAt === null) return false;
      const intervals = [at - secondAt, secondAt - firstAt];
      // A week may be a day shorter, a day three hours; minutes are no rhythm, and two days after four weeks none of four weeks.
      return Math.min(...intervals) >= DAY_MS / 2 && nowMs - at >= Math.max(...intervals) * (6 / 7);
    },
    withBehind: (hits) => hits.map((hit) => ({ ...hit, ...placeBehind(hit, hits) })),
  };
}

// What a resume must ask the gateway before it sends: queued payouts that pay again what ended unpaid. All that was looked
// up when the batch was confirmed is asked about again, however old it is by now, and whatever the guard has found since.

/**
 * A queued payout that would pay something again. `earlier` is what it would pay again, what was looked up when it was
 * confirmed included, the newest first; `references` are those under which it may have been paid elsewhere, its own among
 * them where it is a retry.
 */
export interface UnsentRepeat {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly isRetry: boolean;
  readonly earlier: readonly PayoutId[];
  readonly references: readonly Reference[];
}

interface UnsentRow extends IntentionColumns {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly retryOf: PayoutId | null;
}

/** Prepares listing them. A payout whose reference the gateway knows is not listed: it is not sent anyway. */
export function prepareUnsentRepeats(
  database: DeskDatabase,
  guard: ReturnType<typeof prepareGuard>,
): (batch: number, nowMs: number) => readonly UnsentRepeat[] {
  const placeOf = database.statement<[number], { readonly mid: Mid; readonly first: number; readonly count: number }>(
    'SELECT mid, first_payout_id AS first, payout_count AS count FROM batches WHERE batch_id = ?',
  );
  const unsent = database.statement<[number, number], UnsentRow>(
    `SELECT payout_id AS payoutId, row_number AS rowNumber, ${INTENTION_COLUMNS}, retry_of AS retryOf
     FROM payouts WHERE payout_id BETWEEN ? AND ? AND state = 'queued' AND hold IS NOT 'referenceKnown' ORDER BY payout_id`,
  );
  const intentionOf = prepareIntentions(database);
  const lookedUp = database
    .statement<[number, string], string>('SELECT detail FROM audit WHERE batch_id = ? AND what = ?')
    .pluck();

  return (batch, nowMs) => {
    const place = placeOf.get(batch);
    if (place === undefined) return [];
    const { mid, first, count } = place;
    const confirmed = new Map<number, (PayoutId | Reference)[]>();
    for (const detail of lookedUp.all(batch, LOOKED_UP)) {
      // Decoding: what confirming wrote.
      const { rows } = JSON.parse(detail) as { readonly rows: readonly (readonly [number, PayoutId | Reference])[] };
      for (const [payoutId, earlier] of rows) confirmed.set(payoutId, [...(confirmed.get(payoutId) ?? []), earlier]);
    }
    const found: UnsentRepeat[] = [];
    for (const row of unsent.all(first, first + count - 1)) {
      const { payoutId, rowNumber, reference, retryOf } = row;
      const { unpaid } = guard({ mid, batch, row: intentionOf(row), retryOf, payoutId, nowMs });
      const asked = confirmed.get(payoutId) ?? [];
      const earlier = new Set([...unpaid, ...asked.filter((one) => typeof one === 'number')]);
      const isRetry = retryOf !== null;
      const references = [...(isRetry ? [reference] : []), ...asked.filter((one) => typeof one === 'string')];
      if (earlier.size + references.length === 0) continue;
      const newestFirst = [...earlier].toSorted((one, other) => other - one);
      found.push({ payoutId, rowNumber, isRetry, earlier: newestFirst, references: [...new Set(references)] });
    }
    return found;
  };
}
