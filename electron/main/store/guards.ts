// Compares a row with the desk's whole history before it is paid: other batches, other addresses of the same merchant, other
// merchants, the same person under corrected details or under the same name. earlier-payouts and same-name find the payouts, and
// domain/same-payment decides how each repeats the row. What a person was shown with a confirmed row no longer blocks it, unless
// it has moved since.

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
  type Reach,
  timeOf,
} from './earlier-payouts.ts';
import { INTENTION_COLUMNS, type IntentionColumns, prepareIntentions } from './intentions.ts';
import { decodeBeneficiary } from './payout-rows.ts';
import { type NamesInFile, prepareSameName } from './same-name.ts';

/**
 * A row to be screened. `batch`: the row's own, above all others before it is confirmed; `payoutId`: set once it is confirmed;
 * `retryOf`: the payout that it retries; `repeats`: batches whose unpaid rows are looked up however old they are.
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
  /** The payee's name in the earlier payout's own file. */
  readonly name: string | null;
  /** When it was settled, or else sent; null when neither is known. */
  readonly atMs: number | null;
  /** What was paid of it so far: its own amount plus the differences paid to it. */
  readonly paidPaise: number;
  /** Paid from another merchant id: a tick helps, even while it is open. */
  readonly elsewhere?: true;
  /** The same person, through a retry that corrected the details. */
  readonly otherDetails?: true;
  /** It counts as old only if this computer's clock is right. */
  readonly byRecord?: true;
}

/**
 * What the history says against a row. `unpaid`: the row's earlier payouts that ended unpaid or were never sent, and every payout
 * in their retry chains, newest first. Each must be looked up before the row is paid.
 */
export interface Guarded {
  readonly hits: readonly GuardHit[];
  readonly unpaid: readonly PayoutId[];
}

export const CLEAR: Guarded = { hits: [], unpaid: [] };

/** What holds back a confirmed payout at its claim. The other kinds are asked about for a whole file, before it is confirmed. */
export const HOLDS_BACK: ReadonlySet<GuardKind> = new Set([
  'waits',
  'news',
  'again',
  'correction',
  'name',
  'another',
  'usual',
]);

/** Strongest first; of two equal hits, the newer payout comes first. */
const STRENGTH: readonly GuardKind[] = ['waits', 'news', 'again', 'correction', 'name', 'usual', 'another', 'nearby'];

interface Match {
  readonly payout: EarlierPayout;
  /** False when only the name is the same. */
  readonly isPayee: boolean;
  /** How the row repeats it; null when it does not. */
  readonly repeat: Repeat | null;
}

/** Prepares the guard. An unconfirmed row passes a batch number above all others, so that every open match is earlier. */
export function prepareGuard(
  database: DeskDatabase,
  reach: (nowMs: number) => Reach,
): (question: GuardQuestion) => Guarded {
  const earlierTo = prepareEarlierPayouts(database, reach);
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
  // By record order, because clocks are set back between a tick and the sends after it. A payout that was archived since then may
  // have moved before that.
  const movedSince = database
    .statement<[{ payout: number; batch: number }], number>(
      `WITH shown AS (SELECT min(sequence) AS sequence FROM audit WHERE batch_id = @batch)
       SELECT 1 FROM audit WHERE payout_id = @payout AND sequence > (SELECT sequence FROM shown)
         AND json_extract(detail, '$.from') IS NOT what
       UNION ALL SELECT 1 FROM archives WHERE sequence > (SELECT sequence FROM shown)
         AND batch_id = (SELECT batch_id FROM payouts WHERE payout_id = @payout) LIMIT 1`,
    )
    .pluck();
  const stageOf = (payout: EarlierPayout, batch: number): Stage | null => {
    if (isOpen(payout, batch)) return 'open';
    if (payout.state === 'success') return 'paid';
    if (!isUnpaid(payout.state)) return null;
    return hasNews.get(payout.payoutId) === 1 ? 'news' : 'unpaid';
  };
  /** Whether the payout was shown when the row was confirmed, and has not moved since. */
  const isLifted = (
    { payoutId, batch }: GuardQuestion,
    { payout, kind }: Match & { readonly kind: Repeat },
  ): boolean => {
    if (kind === 'news' || kind === 'waits' || payoutId === undefined) return false;
    if (shownAs.get(payoutId, payout.payoutId) === undefined) return false;
    return isUnsent(payout) || movedSince.get({ payout: payout.payoutId, batch }) !== 1;
  };
  /** Whether a person released the row without asking for a lookup of the unpaid payout, and nothing was heard of it since. */
  const isReleased = ({ payoutId, batch }: GuardQuestion, earlier: PayoutId): boolean => {
    const shown = payoutId === undefined ? undefined : shownAs.get(payoutId, earlier);
    return shown !== undefined && shown !== 'unpaid' && movedSince.get({ payout: earlier, batch }) !== 1;
  };
  /** Several payments of one batch that together make up the row's amount. */
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
  /** The total paid for a payment that is asked about as a correction, from the first amount to the last difference. */
  const paidInAll = ({ payoutId, amountPaise }: EarlierPayout): number => {
    const wholes = differenceTo.all(payoutId);
    if (wholes.length === 0) return amountPaise + (differencesTo.get(payoutId) ?? 0);
    return wholes.reduce((sum, whole) => sum + (amountOf.get(whole) ?? 0) + (differencesTo.get(whole) ?? 0), 0);
  };
  /** Follows differences back to the first payment; the payout itself when it is not a difference. */
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
    // A payment open elsewhere is asked about however regular it is: nobody knows yet how it ends.
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
    // Ages are measured from the row's confirmation, so whatever was paid since counts, however long the row has waited.
    const nowMs =
      asked.payoutId === undefined ? asked.nowMs : Math.min(asked.nowMs, confirmedAt.get(asked.batch) ?? asked.nowMs);
    const question = { ...asked, nowMs };
    const { mid, row, batch, retryOf, repeats, namesInFile } = question;
    const earlier = earlierTo(question);
    const clocks: Clocks = { nowMs, recordedMs: earlier.recordedMs };
    // A payout whose lookup fell due while the desk was closed may have been paid since, at any age.
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
    // What ended unpaid may have been retried with other details, or be a retry itself. The whole family is one intention, and so
    // is whatever other files paid to any of these details.
    const gather = (start: PayoutId, always: boolean): void => {
      const related = earlier.family(start);
      const mayRepeat = related.filter(({ state }) => isUnpaid(state));
      const isAsked = always || mayRepeat.some((one) => mayBePaidSince(one) || repeats?.has(one.batch) === true);
      for (const payout of related) {
        // Another file may already have paid the payout being retried: that counts at any age.
        add(payout, true, always && stageOf(payout, batch) === 'paid' ? 'again' : null);
        gathered.add(payout.payoutId);
        const payee = personKey(decodeBeneficiary(payout));
        if (!people.includes(payee)) people.push(payee);
      }
      if (isAsked) for (const payout of mayRepeat) unpaid.add(payout.payoutId);
    };
    if (retryOf !== null) gather(retryOf, true);
    // The list may grow during the loop.
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
    // A difference is part of the payment that it completes while that one is asked about. A later difference was computed from
    // the sum of both.
    const isPart = ({ payout, kind }: (typeof repeated)[number]): boolean => {
      const { payoutId } = payout;
      if (kind === 'correction') return differenceTo.all(payoutId).some((whole) => repeatedIds.has(whole));
      const isReckoned = payout.batch < batch && movedSince.get({ payout: payoutId, batch }) !== 1;
      return kind === 'again' && isReckoned && firstPaidOf(payoutId).some((first) => ownFirst.has(first));
    };
    // A difference is not an amount from a sheet: another payment of the same amount means nothing.
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

// Series: payments that a person ticked repeatedly as another payment than the one before, such as weekly wages with a remark
// each. After two such ticks the third payment in the same rhythm needs no tick, and a question about the last of a series
// covers all before it.

/** What its series says about a payout that a row repeats. */
interface SeriesMarks {
  /** Ticked twice before at such intervals: no question is asked. */
  readonly isLearned?: true;
  /** A later hit was ticked as another payment than this one, so the answer about the later hit covers this one. */
  readonly isBehind?: true;
}

interface SeriesHit extends SeriesMarks {
  readonly kind: Repeat;
  readonly payoutId: PayoutId;
}

interface RepeatSeries {
  /** Whether this payee was ticked twice before as another payment, at intervals no longer than the time since this payout. */
  isLearned(payout: EarlierPayout, nowMs: number): boolean;
  /** Marks the hits that a later hit's tick covers. */
  withBehind<Hit extends SeriesHit>(hits: readonly Hit[]): Hit[];
}

/** Prepares reading the series made by the desk's ticks. */
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
    // The later hit must be one that is asked about; if it is for another purpose, it says nothing about a correction.
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
      // A week may be a day short, a day three hours. Minutes are no rhythm, and two days after four weeks do not repeat four
      // weeks.
      return Math.min(...intervals) >= DAY_MS / 2 && nowMs - at >= Math.max(...intervals) * (6 / 7);
    },
    withBehind: (hits) => hits.map((hit) => ({ ...hit, ...placeBehind(hit, hits) })),
  };
}

// What a resume must look up before it sends: queued payouts that repeat what ended unpaid. Everything looked up at confirmation
// is looked up again, however old it is by now, plus whatever the guard has found since.

/**
 * A queued payout that would repeat something. `earlier`: the payouts it would repeat, including those looked up at confirmation,
 * newest first. `references`: those under which it may have been paid elsewhere, including its own if it is a retry.
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

/** Prepares listing them. Leaves out payouts whose reference the gateway knows: they are not sent anyway. */
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
      // Decodes what confirming wrote.
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
