// What the desk's own history says against paying a person an amount now, over everything it ever did: another batch,
// another address of the same merchant, another merchant, or the same person under details that were corrected since.
// And what of a batch is unsent and would pay somebody once more: at each resume the earlier payouts are looked up again,
// all that were when it was confirmed and what has come since; time makes a payout old, not unpaid.

import type { Mid, PayoutId, Reference } from '../../../shared/ids.ts';
import { endedUnpaid, type StateKind } from '../../../shared/states.ts';
import { personKey } from '../domain/person-key.ts';
import { ROWS_ONLY } from './audit-log.ts';
import { LOOKED_UP } from './batches.ts';
import type { DeskDatabase } from './desk-database.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary, PERSON_KEY_SQL } from './payout-rows.ts';
import { prepareSettledNoEarlier } from './wall-clock.ts';

/**
 * Shape: `batch` is the candidate's own; `repeatTicked` when a person accepted, as that batch was confirmed, that others pay
 * or paid the same: what moved later, or is of a later batch, they did not know of. `named` says what the row is called:
 * without it every repeat is a near one; its `batchName` null while nobody has called the batch anything. `retryOf` the payout that it pays again; `repeats` batches that it repeats however
 * long ago.
 */
export interface GuardQuestion {
  readonly mid: Mid;
  readonly batch: number;
  readonly personKey: string;
  readonly amountPaise: number;
  readonly repeatTicked: boolean;
  readonly nowMs: number;
  readonly named?: { readonly remark: string; readonly batchName: string | null; readonly fileName: string };
  readonly retryOf: PayoutId | null;
  readonly repeats?: ReadonlySet<number>;
}

/**
 * What stands in the way, the strongest first. `open`: not settled yet, no tick helps. `news`: it ended unpaid, and late news
 * about it is unread; no tick helps. `paid`: paid within REPEAT_WINDOW_MS, a tick helps. `paidLongAgo`: so, but long ago and
 * under another name. `paidByRecord`: paid within that time of the desk's last record about a payout, and longer ago only if
 * today's clock is right.
 */
export type GuardKind = 'open' | 'news' | 'paid' | 'paidLongAgo' | 'paidByRecord';

export interface GuardHit {
  readonly kind: GuardKind;
  readonly payoutId: number;
  readonly batch: number;
  /** How many more of the same were paid in that time; absent when it is the only one. */
  readonly alsoPaid?: number;
  /** Under another merchant id: a tick helps, also where it is open. Absent under the same. */
  readonly elsewhere?: true;
  /** The same person by a retry that corrected the details. Absent under the same details. */
  readonly otherDetails?: true;
}

/** Whom a hit is about, in a sentence. */
export function whomOf({ otherDetails }: Pick<GuardHit, 'otherDetails'>): string {
  return otherDetails === true ? 'the same person, under other details,' : 'the same person';
}

/**
 * Shape: `unpaid` are all earlier payouts of it that ended unpaid or were never sent, with all that retried them or was
 * retried by them: each must be looked up before the row is paid, the newest first.
 */
export interface Guarded {
  readonly hit: GuardHit | null;
  readonly unpaid: readonly PayoutId[];
}

/** Nothing in the way. */
export const CLEAR: Guarded = { hit: null, unpaid: [] };

/**
 * A queued payout that would pay something once more. Shape: `earlier` what it would pay again, all that was looked up when it
 * was confirmed among it, the newest first; `references` under which it may have been paid elsewhere; `isRetry` when its own
 * is the one of them.
 */
export interface UnsentRepeat {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly isRetry: boolean;
  readonly earlier: readonly PayoutId[];
  readonly references: readonly Reference[];
}

/** From then on a repeat under another remark or name is a usual one, as a salary is: one tick for all such rows. Source: same. */
const REPEAT_IS_USUAL_AFTER_MS = 25 * 24 * 3_600_000;

/** A second payment of the same amount to the same person within this time needs a tick. Source: DESIGN, Guards. */
export const REPEAT_WINDOW_MS = 30 * 24 * 3_600_000;

interface MatchRow {
  readonly payoutId: PayoutId;
  readonly batch: number;
  readonly mid: number;
  readonly personKey: string;
  readonly state: StateKind;
  readonly hold: 'referenceKnown' | 'referenceUnclear' | 'guarded' | null;
  readonly requestsLeft: number;
  readonly settledAtMs: number | null;
  readonly remark: string;
}

const MATCH = `payout_id AS payoutId, batch_id AS batch,
  (SELECT mid FROM merchants WHERE merchant_id = payouts.merchant_id) AS mid, ${PERSON_KEY_SQL} AS personKey, state,
  hold, requests_left AS requestsLeft, settled_at_ms AS settledAtMs, remark`;

/** From the strongest to the weakest; of two alike the earlier payout. */
const STRENGTH: readonly GuardKind[] = ['open', 'news', 'paid', 'paidLongAgo', 'paidByRecord'];

/**
 * Prepares the guard. A batch about to be confirmed asks with a number above all others, so every open match is earlier.
 * A clock that is wrongly ahead would let every recent payment look old, so time is believed to have passed only as far as
 * the desk's last record about a payout or a batch before this process began: whatever this one writes bears the same clock,
 * and that a desk was merely opened proves no more.
 */
export function prepareGuard(database: DeskDatabase): (question: GuardQuestion) => Guarded {
  // In two steps, and without ORDER BY: SQLite 3.54 plans a join anew at each call, which takes five times as long as asking
  // for the keys alone. Nearly every row of a file has none, or its own.
  const sameKeys = database
    .statement<[string, number], PayoutId>(
      `SELECT payout_id FROM payout_people
       WHERE merchant_id IN (SELECT merchant_id FROM merchants) AND person_key = ? AND amount_paise = ?`,
    )
    .pluck();
  const matchOf = database.statement<[PayoutId, number], MatchRow>(
    `SELECT ${MATCH} FROM payouts WHERE payout_id = ? AND batch_id <> ?`,
  );
  const family = database.statement<[PayoutId, number], MatchRow>(
    `WITH RECURSIVE family (payout_id) AS (
       VALUES (?)
       UNION SELECT p.retry_of FROM family JOIN payouts p ON p.payout_id = family.payout_id WHERE p.retry_of IS NOT NULL
       UNION SELECT p.payout_id FROM family JOIN payouts p ON p.retry_of IS NOT NULL AND p.retry_of = family.payout_id)
     SELECT ${MATCH} FROM family JOIN payouts USING (payout_id) WHERE batch_id <> ?`,
  );
  const hasNews = database
    .statement<[PayoutId], number>('SELECT 1 FROM late_news WHERE payout_id = ? AND read_at_ms IS NULL')
    .pluck();
  // By the order of the records: clocks are set back between a tick and what is sent after it.
  const movedSince = database
    .statement<[PayoutId, number], number>(
      `SELECT 1 FROM audit WHERE payout_id = ? AND sequence > (SELECT min(sequence) FROM audit WHERE batch_id = ?)
         AND json_extract(detail, '$.from') IS NOT what LIMIT 1`,
    )
    .pluck();
  const namesOf = database.statement<[number], { readonly name: string; readonly fileName: string }>(
    'SELECT name, file_name AS fileName FROM batches WHERE batch_id = ?',
  );
  // The sign keeps it from the index by batch, which would be sorted as a whole.
  const newestRecord = database
    .statement<[], number>(
      `SELECT at_ms FROM audit WHERE +batch_id IS NOT NULL AND what <> '${ROWS_ONLY}' ORDER BY sequence DESC LIMIT 1`,
    )
    .pluck();
  let recordedMs = newestRecord.get() ?? null;
  const settledNoEarlier = prepareSettledNoEarlier(database);
  /** As far as the order of the records tells, what was paid while the clock was set back is no older than that. */
  const timed = (match: MatchRow, nowMs: number): MatchRow =>
    match.settledAtMs === null || match.settledAtMs > nowMs - REPEAT_IS_USUAL_AFTER_MS
      ? match
      : { ...match, settledAtMs: settledNoEarlier(match, nowMs) };

  /** A tick lifts what the person was shown: what moved after it, was sent above all, or is of a later batch, they did not see. */
  const isTicked = (match: MatchRow, { repeatTicked, batch }: GuardQuestion): boolean =>
    repeatTicked && match.batch < batch && (isUnsent(match) || movedSince.get(match.payoutId, batch) !== 1);

  const isUsual = (match: MatchRow, { named, nowMs }: GuardQuestion): boolean => {
    if (named === undefined || match.settledAtMs === null) return false;
    if (match.settledAtMs > nowMs - REPEAT_IS_USUAL_AFTER_MS) return false;
    const before = namesOf.get(match.batch);
    if (before === undefined) return false;
    // What nobody has named yet is no other name.
    const isNamedOtherwise = named.batchName !== null && differ(before.name, named.batchName);
    return isNamedOtherwise || differ(match.remark, named.remark) || differ(before.fileName, named.fileName);
  };

  return (question) => {
    const { mid, personKey, amountPaise, batch, nowMs, retryOf } = question;
    recordedMs ??= nowMs;
    const recorded = recordedMs;
    // What ended unpaid may have been paid again with other details, or be a retry itself: the whole of it is one intention,
    // and so is what other files paid by any of these details.
    const people = [personKey];
    const found = new Map<PayoutId, MatchRow>();
    const unpaid = new Set<PayoutId>();
    const gathered = new Set<PayoutId>();
    const gather = (payoutId: PayoutId, always: boolean): void => {
      const related = family.all(payoutId, batch).map((match) => timed(match, nowMs));
      const isInTime = ({ settledAtMs: at, batch: of }: MatchRow): boolean =>
        isWithin(at, nowMs) || isWithin(at, recorded) || question.repeats?.has(of) === true;
      const mayRepeat = related.filter(({ state }) => isUnpaid(state));
      const isAsked = always || mayRepeat.some(isInTime);
      for (const match of related) {
        found.set(match.payoutId, match);
        gathered.add(match.payoutId);
        if (!people.includes(match.personKey)) people.push(match.personKey);
      }
      if (isAsked) for (const match of mayRepeat) unpaid.add(match.payoutId);
    };
    if (retryOf !== null) gather(retryOf, true);
    // It may grow while it is gone through.
    for (const key of people) {
      for (const payoutId of sameKeys.all(key, amountPaise)) {
        const match = matchOf.get(payoutId, batch);
        if (match === undefined) continue;
        found.set(payoutId, timed(match, nowMs));
        if (isUnpaid(match.state) && !gathered.has(payoutId)) gather(payoutId, false);
      }
    }
    if (found.size === 0) return CLEAR;

    const hits: GuardHit[] = [];
    for (const match of [...found.values()].toSorted((one, other) => one.payoutId - other.payoutId)) {
      const isElsewhere = match.mid !== mid;
      const hit = {
        payoutId: match.payoutId,
        batch: match.batch,
        ...(isElsewhere ? { elsewhere: true as const } : {}),
        ...(match.personKey === personKey ? {} : { otherDetails: true as const }),
      };
      if (isOpen(match, batch)) {
        if (!isElsewhere || !isTicked(match, question)) hits.push({ kind: 'open', ...hit });
      } else if (isUnpaid(match.state)) {
        if (hasNews.get(match.payoutId) === 1) hits.push({ kind: 'news', ...hit });
      } else if (match.state === 'success' && !isTicked(match, question)) {
        // What was settled in the future was settled by a clock that has since been put back: it stands in the way as well.
        const isLate = isWithin(match.settledAtMs, nowMs);
        if (!isLate && !isWithin(match.settledAtMs, recorded)) continue;
        if (isElsewhere) hits.push({ kind: 'paid', ...hit });
        else if (!isLate) hits.push({ kind: 'paidByRecord', ...hit });
        else hits.push({ kind: isUsual(match, question) ? 'paidLongAgo' : 'paid', ...hit });
      }
    }
    return { hit: strongest(hits), unpaid: [...unpaid].toSorted((one, other) => other - one) };
  };
}

function strongest(hits: readonly GuardHit[]): GuardHit | null {
  const rank = ({ kind, elsewhere }: GuardHit): number =>
    // What no tick lifts comes first.
    kind === 'open' && elsewhere === true ? STRENGTH.indexOf('news') + 0.5 : STRENGTH.indexOf(kind);
  const [first = null] = hits.toSorted((one, other) => rank(one) - rank(other));
  if (first === null || first.kind === 'open' || first.kind === 'news') return first;
  const paid = hits.filter(({ kind }) => kind !== 'open' && kind !== 'news').length;
  return paid === 1 ? first : { ...first, alsoPaid: paid - 1 };
}

/** Whether two texts differ for whoever reads them: case, width and spaces are no difference. */
function differ(one: string, other: string): boolean {
  return folded(one) !== folded(other);
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
}

function isWithin(settledAtMs: number | null, ofMs: number): boolean {
  return settledAtMs === null || settledAtMs > ofMs - REPEAT_WINDOW_MS;
}

/** Ended without money moved, or was never sent, as far as the desk knows. */
function isUnpaid(state: StateKind): boolean {
  return endedUnpaid(state) || state === 'cancelled';
}

/** Of two unsent payouts only the later batch waits, so that two batches never wait for each other. */
function isOpen(match: MatchRow, batch: number): boolean {
  if (match.state === 'queued') return match.batch < batch || !isUnsent(match);
  return match.state === 'sending' || match.state === 'processing' || match.state === 'unknown';
}

/** No request of it has left, a refused one included, and nothing that the gateway said speaks for its having been paid from elsewhere. */
function isUnsent({ state, hold, requestsLeft }: MatchRow): boolean {
  return state === 'queued' && requestsLeft === 0 && (hold === null || hold === 'guarded');
}

interface UnsentRow extends BeneficiaryColumns {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly amountPaise: number;
  readonly reference: Reference;
  readonly retryOf: PayoutId | null;
}

/** Prepares listing them. What the gateway said it knows already is not sent anyway. */
export function prepareUnsentRepeats(
  database: DeskDatabase,
  guard: ReturnType<typeof prepareGuard>,
): (batch: number, nowMs: number) => readonly UnsentRepeat[] {
  const placeOf = database.statement<[number], { readonly mid: Mid; readonly first: number; readonly count: number }>(
    'SELECT mid, first_payout_id AS first, payout_count AS count FROM batches WHERE batch_id = ?',
  );
  const unsent = database.statement<[number, number], UnsentRow>(
    `SELECT payout_id AS payoutId, row_number AS rowNumber, ${BENEFICIARY_COLUMNS}, amount_paise AS amountPaise, reference,
            retry_of AS retryOf
     FROM payouts WHERE payout_id BETWEEN ? AND ? AND state = 'queued' AND hold IS NOT 'referenceKnown' ORDER BY payout_id`,
  );
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
      const { payoutId, rowNumber, amountPaise, reference, retryOf } = row;
      const person = personKey(decodeBeneficiary(row));
      const { unpaid } = guard({ mid, batch, personKey: person, amountPaise, repeatTicked: false, retryOf, nowMs });
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
