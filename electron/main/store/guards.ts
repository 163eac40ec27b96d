// What the desk's own history says against paying a row, over everything it ever did: another batch, another address of the
// same merchant, another merchant, the same person under details that were corrected since, or under the same name. Which
// earlier payouts repeat it is domain/same-payment's to say; here they are found, with what a person was shown of them.

import type { Mid, PayoutId, Reference } from '../../../shared/ids.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import { endedUnpaid, type StateKind } from '../../../shared/states.ts';
import { foldName, personKey, personOfAccount } from '../domain/person-key.ts';
import { Purposes } from '../domain/purpose.ts';
import {
  type Clocks,
  type EarlierPayment,
  type Intention,
  isOldByClock,
  REPEAT_WINDOW_MS,
  type Repeat,
  repeatOf,
  type Stage,
  USUAL_AFTER_MS,
} from '../domain/same-payment.ts';
import { ROWS_ONLY } from './audit-log.ts';
import { LOOKED_UP } from './batches.ts';
import type { DeskDatabase } from './desk-database.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary } from './payout-rows.ts';
import { prepareSettledNoEarlier } from './wall-clock.ts';

/** The payees that a file pays under a name, as by foldName() and personKey(): with accounts of their own they are several people. */
export type NamesInFile = (name: string) => ReadonlySet<string>;

/**
 * A row to be judged. Shape: `batch` is the row's own, above all others before it is confirmed; `payoutId` once it is:
 * what a person was shown with it then stands in its way no more, unless it moved since; `retryOf` the payout that it pays
 * again; `repeats` batches whose unpaid rows are looked up however old they are.
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
export interface GuardHit {
  readonly kind: GuardKind;
  readonly payoutId: PayoutId;
  readonly batch: number;
  readonly rowNumber: number;
  readonly amountPaise: number;
  readonly state: StateKind;
  readonly payTo: Beneficiary;
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
  /** Ticked twice before at such intervals: nobody is asked. */
  readonly isLearned?: true;
  /** A later hit was said to be another payment than this one: whoever says it of that one says it of both. */
  readonly isBehind?: true;
}

/**
 * Shape: `unpaid` are all earlier payouts of it that ended unpaid or were never sent, with all that retried them or was
 * retried by them: each must be looked up before the row is paid, the newest first.
 */
export interface Guarded {
  readonly hits: readonly GuardHit[];
  readonly unpaid: readonly PayoutId[];
}

/** Nothing in the way. */
export const CLEAR: Guarded = { hits: [], unpaid: [] };

/** Those that keep a confirmed payout from being sent: whatever is asked about a whole file was asked before. */
export const HOLDS_BACK: ReadonlySet<GuardKind> = new Set([
  'waits',
  'news',
  'again',
  'correction',
  'name',
  'another',
  'usual',
]);

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

/** What a payout's own columns say of its intention. */
export interface IntentionColumns extends BeneficiaryColumns {
  readonly batch: number;
  readonly name: string | null;
  readonly amountPaise: number;
  readonly remark: string;
  readonly reference: string;
  readonly referenceFrom: 'desk' | 'sheet';
}

export const INTENTION_COLUMNS = `batch_id AS batch, ${BENEFICIARY_COLUMNS}, name, amount_paise AS amountPaise, remark,
  reference, reference_from AS referenceFrom`;

interface MatchRow extends IntentionColumns {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly mid: number;
  readonly state: StateKind;
  readonly hold: 'referenceKnown' | 'referenceUnclear' | 'guarded' | null;
  readonly requestsLeft: number;
  readonly sentAtMs: number | null;
  readonly settledAtMs: number | null;
}

const MATCH = `payout_id AS payoutId, row_number AS rowNumber, ${INTENTION_COLUMNS},
  (SELECT mid FROM merchants WHERE merchant_id = payouts.merchant_id) AS mid, state, hold,
  requests_left AS requestsLeft, sent_at_ms AS sentAtMs, settled_at_ms AS settledAtMs`;

/** The strongest first; of two alike the newer payout. */
const STRENGTH: readonly GuardKind[] = ['waits', 'news', 'again', 'correction', 'name', 'usual', 'another', 'nearby'];

/**
 * A batch that was confirmed this long ago, and in which nothing is open or was settled lately, is not read again: a payee of
 * ten years has a hundred payouts that say nothing any more.
 */
const OLD_AFTER_MS = 2 * REPEAT_WINDOW_MS;

const DAY_MS = 86_400_000;

/** Prepares the guard. A row that is not confirmed yet asks with a batch above all others, so every open match is earlier. */
export function prepareGuard(database: DeskDatabase): (question: GuardQuestion) => Guarded {
  // In two steps, and without ORDER BY: SQLite 3.54 plans a join anew at each call, which takes five times as long as asking
  // for the keys alone. Nearly every row of a file has none, or its own.
  const ofPayee = database
    .statement<[string, number], PayoutId>(
      `SELECT payout_id FROM payout_people
       WHERE merchant_id IN (SELECT merchant_id FROM merchants) AND person_key = ? AND payout_id >= ?`,
    )
    .pluck();
  const matchOf = database.statement<[PayoutId, number], MatchRow>(
    `SELECT ${MATCH} FROM payouts WHERE payout_id = ? AND batch_id <> ?`,
  );
  const family = database.statement<[PayoutId, number], MatchRow>(
    `WITH RECURSIVE family (payout_id) AS (
       VALUES (?)
       UNION SELECT p.retry_of FROM family JOIN payouts p ON p.payout_id = family.payout_id WHERE p.retry_of IS NOT NULL
       UNION SELECT p.payout_id FROM family JOIN payouts p ON p.retry_of IS NOT NULL AND p.retry_of = family.payout_id
       UNION SELECT r.payout_id FROM family JOIN payout_relations r ON r.earlier_id = family.payout_id WHERE r.relation = 'unpaid')
     SELECT ${MATCH} FROM family JOIN payouts USING (payout_id) WHERE batch_id <> ?`,
  );
  const accountsOf = database
    .statement<[string], string>('SELECT account_key FROM payee_names WHERE name_key = ?')
    .pluck();
  const hasNews = database
    .statement<[PayoutId], number>('SELECT 1 FROM late_news WHERE payout_id = ? AND read_at_ms IS NULL')
    .pluck();
  const isShown = database
    .statement<[PayoutId, PayoutId], number>('SELECT 1 FROM payout_relations WHERE payout_id = ? AND earlier_id = ?')
    .pluck();
  const anotherOf = database.statement<[PayoutId], Pick<MatchRow, 'payoutId' | 'sentAtMs' | 'settledAtMs'>>(
    `SELECT p.payout_id AS payoutId, p.sent_at_ms AS sentAtMs, p.settled_at_ms AS settledAtMs
     FROM payout_relations r JOIN payouts p ON p.payout_id = r.earlier_id
     WHERE r.payout_id = ? AND r.relation = 'another' ORDER BY p.payout_id DESC LIMIT 1`,
  );
  const othersOf = database
    .statement<[PayoutId], PayoutId>(
      `SELECT earlier_id FROM payout_relations WHERE payout_id = ? AND relation = 'another'`,
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
  // By the order of the records: clocks are set back between a tick and what is sent after it.
  const movedSince = database
    .statement<[number, number], number>(
      `SELECT 1 FROM audit WHERE payout_id = ? AND sequence > (SELECT min(sequence) FROM audit WHERE batch_id = ?)
         AND json_extract(detail, '$.from') IS NOT what LIMIT 1`,
    )
    .pluck();
  const paidTo = database
    .statement<[string], string | null>(
      `SELECT p.name FROM payout_people k JOIN payouts p USING (payout_id)
       WHERE k.merchant_id IN (SELECT merchant_id FROM merchants) AND k.person_key = ? AND p.state = 'success'`,
    )
    .pluck();
  const inBatch = database
    .statement<[string, number], string | null>(
      `SELECT p.name FROM payout_people k JOIN payouts p USING (payout_id)
       WHERE k.merchant_id IN (SELECT merchant_id FROM merchants) AND k.person_key = ? AND p.batch_id = ?`,
    )
    .pluck();
  const firstOf = database
    .statement<[number], PayoutId>('SELECT first_payout_id FROM batches WHERE batch_id = ?')
    .pluck();
  const intentionOf = prepareIntentions(database);
  const settledNoEarlier = prepareSettledNoEarlier(database);
  /** As far as the order of the records tells, what was paid while the clock was set back is no older than that. */
  const timed = (match: MatchRow, nowMs: number): MatchRow =>
    match.settledAtMs === null || match.settledAtMs > nowMs - USUAL_AFTER_MS
      ? match
      : { ...match, settledAtMs: settledNoEarlier(match, nowMs) };
  const reach = prepareReach(database);

  const stageOf = (match: MatchRow, batch: number): Stage | null => {
    if (isOpen(match, batch)) return 'open';
    if (match.state === 'success') return 'paid';
    if (!isUnpaid(match.state)) return null;
    return hasNews.get(match.payoutId) === 1 ? 'news' : 'unpaid';
  };
  /** Whether the person was ticked as paid again twice before, at intervals no longer than this one. */
  const isLearned = (match: MatchRow, nowMs: number): boolean => {
    const second = anotherOf.get(match.payoutId);
    const first = second === undefined ? undefined : anotherOf.get(second.payoutId);
    if (second === undefined || first === undefined) return false;
    const [at, secondAt, firstAt] = [timeOf(match), timeOf(second), timeOf(first)];
    if (at === null || secondAt === null || firstAt === null) return false;
    const shortest = Math.min(at - secondAt, secondAt - firstAt);
    // A week may be a day shorter, a day three hours; minutes are no rhythm.
    return shortest >= DAY_MS / 2 && nowMs - at >= shortest * (6 / 7);
  };

  return (question) => {
    const { mid, row, batch, nowMs, retryOf, payoutId } = question;
    const { floor: recent, more, recordedMs } = reach(nowMs);
    const floor = [...(question.repeats ?? [])].reduce(
      (least, of) => Math.min(least, firstOf.get(of) ?? least),
      recent,
    );
    const clocks: Clocks = { nowMs, recordedMs };
    // What ended unpaid may have been paid again with other details, or be a retry itself: the whole of it is one intention,
    // and so is what other files paid by any of these details.
    const people = [row.payee];
    const found = new Map<PayoutId, { readonly match: MatchRow; readonly isPayee: boolean }>();
    const unpaid = new Set<PayoutId>();
    const gathered = new Set<PayoutId>();
    const gather = (start: PayoutId, always: boolean): void => {
      const related = family.all(start, batch).map((match) => timed(match, nowMs));
      const isInTime = ({ settledAtMs: at, batch: of }: MatchRow): boolean =>
        isWithin(at, nowMs) || isWithin(at, recordedMs) || question.repeats?.has(of) === true;
      const mayRepeat = related.filter(({ state }) => isUnpaid(state));
      const isAsked = always || mayRepeat.some(isInTime);
      for (const match of related) {
        found.set(match.payoutId, { match, isPayee: true });
        gathered.add(match.payoutId);
        const payee = personKey(decodeBeneficiary(match));
        if (!people.includes(payee)) people.push(payee);
      }
      if (isAsked) for (const match of mayRepeat) unpaid.add(match.payoutId);
    };
    const repeatOfMatch = (match: MatchRow, isPayee: boolean): Repeat | null => {
      const stage = stageOf(match, batch);
      if (stage === null) return null;
      const earlier: EarlierPayment = {
        intention: intentionOf(match),
        stage,
        atMs: timeOf(match),
        isPayee,
        elsewhere: match.mid !== mid,
      };
      return repeatOf(row, earlier, clocks);
    };
    if (retryOf !== null) gather(retryOf, true);
    // It may grow while it is gone through.
    for (const payee of people) {
      for (const earlier of [...ofPayee.all(payee, floor), ...(more.get(payee) ?? [])]) {
        const stored = matchOf.get(earlier, batch);
        const match = stored === undefined ? undefined : timed(stored, nowMs);
        if (match === undefined || found.has(earlier)) continue;
        found.set(earlier, { match, isPayee: true });
        if (!isUnpaid(match.state) || gathered.has(earlier)) continue;
        const repeat = repeatOfMatch(match, true);
        if (repeat === 'lookUp' || repeat === 'news') gather(earlier, false);
      }
    }
    if (row.name !== '') {
      // In its own batch, and in those in which this payee or whom it was corrected from stood under the name.
      const batches = [...found.values()].flatMap(({ match: { batch: of, name } }) =>
        name !== null && foldName(name) === row.name ? [of] : [],
      );
      for (const match of byName(question, { people, floor, more, batches: [batch, ...new Set(batches)] })) {
        if (found.has(match.payoutId)) continue;
        found.set(match.payoutId, { match, isPayee: false });
        const repeat = repeatOfMatch(match, false);
        if (repeat === 'lookUp') {
          const isInTime = isWithin(match.settledAtMs, nowMs) || isWithin(match.settledAtMs, recordedMs);
          if (isInTime) unpaid.add(match.payoutId);
        }
      }
    }
    if (found.size === 0) return CLEAR;

    const repeated = [...found.values()].flatMap(({ match, isPayee }) => {
      const kind = repeatOfMatch(match, isPayee);
      return kind === null || kind === 'lookUp' ? [] : [{ match, isPayee, kind }];
    });
    const asked = new Set(repeated.map(({ match }) => match.payoutId));
    const hits: GuardHit[] = [];
    for (const { match, isPayee, kind } of repeated) {
      // It is a part of what it was paid to, while that is asked about.
      if (kind === 'correction' && differenceTo.all(match.payoutId).some((whole) => asked.has(whole))) continue;
      const isElsewhere = match.mid !== mid;
      const canBeLifted = kind !== 'news' && kind !== 'waits';
      if (canBeLifted && payoutId !== undefined && isShown.get(payoutId, match.payoutId) === 1) {
        if (isUnsent(match) || movedSince.get(match.payoutId, batch) !== 1) continue;
      }
      const payTo = decodeBeneficiary(match);
      // What is open elsewhere is asked about, however regular: nobody knows yet how it ends.
      const canBeLearned = (kind === 'another' && match.state === 'success') || kind === 'nearby';
      hits.push({
        kind,
        payoutId: match.payoutId,
        batch: match.batch,
        rowNumber: match.rowNumber,
        amountPaise: match.amountPaise,
        state: match.state,
        payTo,
        atMs: timeOf(match),
        paidPaise: match.amountPaise + (kind === 'correction' ? (differencesTo.get(match.payoutId) ?? 0) : 0),
        ...(isElsewhere ? { elsewhere: true as const } : {}),
        ...(isPayee && personKey(payTo) !== row.payee ? { otherDetails: true as const } : {}),
        ...(kind === 'usual' && isOldByClock(timeOf(match), nowMs) ? { byRecord: true as const } : {}),
        ...(canBeLearned && isLearned(match, nowMs) ? { isLearned: true as const } : {}),
      });
    }
    const all = hits.map((hit) => ({ ...hit, ...placeBehind(hit, hits) }));
    all.sort(
      (one, other) => STRENGTH.indexOf(one.kind) - STRENGTH.indexOf(other.kind) || other.payoutId - one.payoutId,
    );
    return { hits: all, unpaid: [...unpaid].toSorted((one, other) => other - one) };
  };

  /** Who was asked, or need not be, about the last of a series is not asked about those before it. */
  function placeBehind(hit: GuardHit, hits: readonly GuardHit[]): Pick<GuardHit, 'isBehind' | 'isLearned'> {
    if (hit.kind !== 'another' && hit.kind !== 'usual' && hit.kind !== 'correction') return {};
    // Only who is asked about the later one says it of both, and of one for another purpose it says nothing about the same.
    const before = hits.filter(
      ({ payoutId, kind }) =>
        payoutId > hit.payoutId &&
        (hit.kind === 'correction' ? kind === 'correction' : kind !== 'nearby') &&
        othersOf.all(payoutId).includes(hit.payoutId),
    );
    if (before.length === 0) return {};
    const isLearned = hit.kind !== 'correction' && before.some((one) => one.isLearned === true);
    return { isBehind: true, ...(isLearned ? { isLearned: true } : {}) };
  }

  /** Payouts under the row's name to other accounts. Two payees of one name who were both paid, or stand in one file, are two people. */
  function byName(
    { row, batch, nowMs, namesInFile }: GuardQuestion,
    {
      people,
      floor,
      more,
      batches,
    }: Pick<Reach, 'floor' | 'more'> & { readonly people: readonly string[]; readonly batches: readonly number[] },
  ): readonly MatchRow[] {
    const others = new Set(accountsOf.all(row.name).map(personOfAccount));
    const isOwnKnown = others.delete(row.payee);
    for (const payee of people) others.delete(payee);
    if (others.size === 0) return [];
    const isOfName = ({ name }: MatchRow): boolean => name !== null && foldName(name) === row.name;
    const payoutsOf = (payee: string): MatchRow[] =>
      [...ofPayee.all(payee, floor), ...(more.get(payee) ?? [])].flatMap((payoutId) => {
        const match = matchOf.get(payoutId, batch);
        return match !== undefined && isOfName(match) ? [timed(match, nowMs)] : [];
      });
    const wasPaid = (payee: string): boolean =>
      paidTo.all(payee).some((name) => name !== null && foldName(name) === row.name);
    const isOwnPaid = isOwnKnown && wasPaid(row.payee);
    const stoodBeside = (payee: string): boolean =>
      batches.some((one) => inBatch.all(payee, one).some((name) => name !== null && foldName(name) === row.name));
    const beside = namesInFile?.(row.name);
    return [...others].flatMap((payee) => {
      if (beside?.has(payee) === true || stoodBeside(payee)) return [];
      const matches = payoutsOf(payee);
      return matches.length > 0 && isOwnPaid && wasPaid(payee) ? [] : matches;
    });
  }
}

/** How far back payouts are read. Shape: from `floor` on all; `more` older ones, by payee. */
interface Reach {
  readonly floor: number;
  readonly more: ReadonlyMap<string, readonly PayoutId[]>;
  readonly recordedMs: number;
}

/** Prepares telling it: once for each day of a process, as nothing older comes to life while it runs. */
function prepareReach(database: DeskDatabase): (nowMs: number) => Reach {
  // The sign keeps it from the index by batch, which would be sorted as a whole.
  const newestRecord = database
    .statement<[], number>(
      `SELECT at_ms FROM audit WHERE +batch_id IS NOT NULL AND what <> '${ROWS_ONLY}' ORDER BY sequence DESC LIMIT 1`,
    )
    .pluck();
  const firstRecent = database
    .statement<[number], number | null>(
      'SELECT min(first_payout_id) FROM batches WHERE max(confirmed_at_ms, active_at_ms) > ?',
    )
    .pluck();
  const nextPayout = database.statement<[], number>('SELECT coalesce(max(payout_id), 0) + 1 FROM payouts').pluck();
  const alive = database.statement<[number, number], BeneficiaryColumns & { readonly payoutId: PayoutId }>(
    `SELECT payout_id AS payoutId, ${BENEFICIARY_COLUMNS} FROM payouts WHERE payout_id < ?
       AND (state IN ('queued', 'sending', 'processing', 'unknown') OR settled_at_ms IS NULL OR settled_at_ms > ?)`,
  );
  // Whatever this process writes bears the same clock, so what it finds when it opens is the latest that another clock wrote.
  let recordedMs = newestRecord.get() ?? null;
  let kept: (Reach & { readonly atMs: number }) | null = null;
  return (nowMs) => {
    if (kept !== null && Math.abs(nowMs - kept.atMs) < DAY_MS) return kept;
    recordedMs ??= nowMs;
    const sinceMs = Math.min(nowMs, recordedMs) - OLD_AFTER_MS;
    const floor = firstRecent.get(sinceMs) ?? nextPayout.get() ?? 1;
    const more = new Map<string, PayoutId[]>();
    if (floor > 1) {
      for (const row of alive.iterate(floor, sinceMs)) {
        const payee = personKey(decodeBeneficiary(row));
        more.set(payee, [...(more.get(payee) ?? []), row.payoutId]);
      }
    }
    kept = { floor, more, recordedMs, atMs: nowMs };
    return kept;
  };
}

/** Prepares reading the intention of a payout that is stored. */
export function prepareIntentions(database: DeskDatabase): (payout: IntentionColumns) => Intention {
  const namesOf = database.statement<[number], { readonly name: string; readonly fileName: string }>(
    'SELECT name, file_name AS fileName FROM batches WHERE batch_id = ?',
  );
  const called = new Map<number, readonly string[]>();
  const calledOf = (batch: number): readonly string[] => {
    const known = called.get(batch);
    if (known !== undefined) return known;
    const names = namesOf.get(batch);
    const own = names === undefined ? [] : [names.name, names.fileName];
    called.set(batch, own);
    return own;
  };
  const purposes = new Purposes();
  return (payout) => {
    const { batch, name, amountPaise, remark, reference, referenceFrom } = payout;
    return {
      payee: personKey(decodeBeneficiary(payout)),
      name: name === null ? '' : foldName(name),
      amountPaise,
      purpose: purposes.of({
        reference: referenceFrom === 'sheet' ? reference : null,
        remark,
        called: calledOf(batch),
      }),
    };
  };
}

function timeOf({ settledAtMs, sentAtMs }: Pick<MatchRow, 'settledAtMs' | 'sentAtMs'>): number | null {
  return settledAtMs ?? sentAtMs;
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

/** The payout that carries a reference. Shape: `atMs` when it was settled, or sent; null while nobody knows. */
export interface ReferenceHolder {
  readonly intention: Intention;
  readonly atMs: number | null;
}

/** Prepares finding it, at whatever address of the merchant id. */
export function prepareReferenceHolder(
  database: DeskDatabase,
): (mid: Mid, reference: Reference) => ReferenceHolder | null {
  const holder = database.statement<[Mid, Reference], MatchRow>(
    `SELECT ${MATCH} FROM payouts WHERE payout_id = (
       SELECT max(payout_id) FROM payout_references
       WHERE merchant_id IN (SELECT merchant_id FROM merchants WHERE mid = ?) AND reference = ?)`,
  );
  const intentionOf = prepareIntentions(database);
  return (mid, reference) => {
    const row = holder.get(mid, reference);
    return row === undefined ? null : { intention: intentionOf(row), atMs: timeOf(row) };
  };
}

interface UnsentRow extends IntentionColumns {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
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
