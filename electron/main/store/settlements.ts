// Settling: an answer, or its absence, moves a payout, in the caller's transaction. transition() is the rule. The code here reads
// the state, asks transition(), and writes the result with the evidence and its audit entry. A payout moves in no other way.
// Another payment's id never becomes its own: a lookup by it would be taken for our payout's end, and one payment would prove
// two. Columns that contradict their state are our bug.

import { invariant, unreachable } from '../../../shared/failures.ts';
import { formatBatchId, formatPayoutName, type PayoutId } from '../../../shared/ids.ts';
import { type Message, msg, verbatim } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import {
  type GatewayIds,
  isDocumentedWord,
  isSilence,
  isWithoutWord,
  MISMATCH,
  NO_IDS,
  saysPending,
  UNCONFIRMED,
  type UnknownReason,
  wordOfFinding,
} from '../../../shared/outcomes.ts';
import {
  endedUnpaid,
  type Finding,
  type PayoutEvent,
  type PayoutState,
  type SettlingFinding,
  type StateKind,
  type Suspicion,
  type Transition,
  transition,
} from '../../../shared/states.ts';
import {
  FORGOTTEN_ANSWERS_SPACING_MS,
  isForgotten,
  isLongWithoutWord,
  isPendingTooLong,
  lookupWords,
  type StoredLookup,
  withoutWordOfLate,
} from '../domain/decisions.ts';
import type { Change, News } from '../domain/ledger.ts';
import { isPlaceholderId } from '../domain/lookup-key.ts';
import { lookupDelayMs, nextLookupAtMs, nextWatchAtMs, type PollBackoff } from '../domain/poll-schedule.ts';
import { prepareAlarms, preparePaidTwice } from './alarms.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { prepareLookupProof } from './merchants-and-profiles.ts';
import { ID_COLUMNS } from './payout-rows.ts';
import { storedText } from './stored-messages.ts';

interface SettledRow extends StateColumns, GatewayIds {
  readonly payoutId: PayoutId;
  readonly batchId: number;
  readonly merchantId: number;
  readonly rowNumber: number;
  readonly amountPaise: Paise;
  readonly message: string | null;
  readonly lookupStep: number;
  readonly lastFinding: string | null;
  readonly nextLookupAtMs: number | null;
  readonly sentAtMs: number | null;
  readonly settledAtMs: number | null;
}

/** When a command is given. `decided` adds the details of a person's decision. */
interface CommandAt {
  readonly atMs: number;
  readonly backoff: PollBackoff;
  readonly decided?: DecisionDetails;
}

interface Settlements {
  /** Applies one piece of news. Throws InvariantError when a write does not change exactly one row. */
  settle(news: News, backoff: PollBackoff): Change;
  /** Applies a command of ours, such as recovery or a cancellation. Throws InvariantError when it is illegal. */
  command(payoutId: PayoutId, event: PayoutEvent, at: CommandAt): Change;
}

const FINAL_STATES: readonly string[] = ['success', 'failed', 'rejected', 'reversed', 'cancelled'];

/** Prepares settling for one writable database. */
export function prepareSettlements(database: DeskDatabase, audit: AuditLog): Settlements {
  const read = database.statement<[number], SettledRow>(
    `SELECT payout_id AS payoutId, batch_id AS batchId, merchant_id AS merchantId, row_number AS rowNumber, amount_paise AS amountPaise, state,
            gateway_status AS gatewayStatus,
            unknown_reason AS unknownReason, suspected, decided_by AS decidedBy, message, lookup_step AS lookupStep,
            last_finding AS lastFinding, next_lookup_at_ms AS nextLookupAtMs, sent_at_ms AS sentAtMs,
            settled_at_ms AS settledAtMs, ${ID_COLUMNS}
     FROM payouts WHERE payout_id = ?`,
  );
  const write = database.statement(
    `UPDATE payouts SET state = @state, gateway_status = @gatewayStatus, unknown_reason = @unknownReason,
       suspected = @suspected, decided_by = @decidedBy, message = @message,
       hold = CASE WHEN @state = 'queued' THEN hold END,
       transaction_id = coalesce(transaction_id, @transactionId), rrn = coalesce(rrn, @rrn), utr = coalesce(utr, @utr),
       log_number = coalesce(log_number, @logNumber), tran_ref_no = coalesce(tran_ref_no, @tranRefNo),
       requests_left = requests_left + @requestsLeft, lookups = lookups + @lookups,
       not_known_answers = not_known_answers + @notKnown, lookup_step = @lookupStep, last_finding = @lastFinding,
       next_lookup_at_ms = @nextLookupAtMs, sent_at_ms = @sentAtMs, settled_at_ms = @settledAtMs
     WHERE payout_id = @payoutId AND state = @stateBefore`,
  );
  const holdBack = database.statement(
    `UPDATE payouts SET hold = ?, message = ? WHERE payout_id = ? AND state = 'queued'`,
  );
  const carriers = database
    .statement<[string, PayoutId], PayoutId>(
      'SELECT payout_id FROM payouts WHERE transaction_id = ? AND payout_id <> ? LIMIT 2',
    )
    .pluck();
  const insertResult = database.statement(
    `INSERT INTO attempt_results (attempt_id, outcome, http_status, message, answer, answered_at_ms)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const insertLookup = database.statement(
    `INSERT INTO lookups (payout_id, looked_up_by, finding, http_status, answer, answered_at_ms)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const keptLookups = database.statement<[PayoutId], StoredLookup>(
    `SELECT finding, http_status AS httpStatus, answered_at_ms AS atMs FROM lookups WHERE payout_id = ?
     ORDER BY lookup_id`,
  );
  const noteFinding = database.statement('UPDATE payouts SET last_finding = ? WHERE payout_id = ? AND state = ?');
  const proveLookups = prepareProving(database);
  const raiseAlarm = prepareAlarms(database);
  const paidTwice = preparePaidTwice(database);
  const ownerOf = prepareOwners(database);
  const foundSince = database
    .statement<[PayoutId, number], 1>(
      `SELECT 1 FROM lookups WHERE payout_id = ? AND answered_at_ms > ? AND finding LIKE 'state %' LIMIT 1`,
    )
    .pluck();
  const provenIn = database.statement<[number], 0 | 1>('SELECT lookups_proven FROM batches WHERE batch_id = ?').pluck();

  /**
   * Whether a state came with the id of another payment: the id of another payout of the desk, or not this payout's own. An id
   * that several payouts carry identifies none of them.
   */
  const namesAnother = ({ payoutId, transactionId: own }: SettledRow, { finding, echoedId }: Lookup): boolean => {
    if (finding.kind !== 'state' || echoedId === undefined || echoedId === own) return false;
    const others = own === null || isPlaceholderId(own) ? null : carriers.all(own, payoutId);
    if (others?.length === 0) return true;
    return carriers.all(echoedId, payoutId).length === 1;
  };

  /** Which of these ids belong to another payout; null when none does. */
  const anothersOf = (row: SettledRow, { transactionId, rrn, utr }: GatewayIds): Anothers | null => {
    const whose = (name: 'transactionId' | 'rrn' | 'utr', id: string | null): Message | null => {
      const payout =
        id !== null && isId(id) ? ownerOf[name === 'transactionId' ? 'transaction' : 'bank'](id, row) : null;
      return id === null || payout === null ? null : msg(`part.idOf.${name}`, { id, payout });
    };
    const found = {
      transactionId: whose('transactionId', transactionId),
      rrn: whose('rrn', rrn),
      utr: whose('utr', utr),
    };
    const words = found.rrn ?? found.utr ?? found.transactionId;
    return words === null ? null : { ...found, words };
  };

  /** Removes another payment's ids from the answer. Then nobody knows what became of this payout. */
  const answerOfItsOwn = (row: SettledRow, news: AnswerNews): { news: AnswerNews; anothers: Anothers | null } => {
    const { outcome } = news;
    const anothers = 'ids' in outcome ? anothersOf(row, ownIds(outcome)) : null;
    if (anothers === null || !('ids' in outcome)) return { news, anothers: null };
    const ids = withoutAnothers(outcome.ids, anothers);
    if (outcome.kind === 'unknown') return { news: { ...news, outcome: { ...outcome, ids } }, anothers };
    const message = msg('answer.sameId', { words: anothers.words });
    const unknown = { kind: 'unknown', reason: 'sameId', message, ids, echoedReference: null } as const;
    return { news: { ...news, outcome: { ...unknown, retryAfterMs: null } }, anothers };
  };

  /** Removes another payment's ids from the lookup. */
  const lookupOfItsOwn = (row: SettledRow, news: Lookup): { news: HeldLookup; anothers: Anothers | null } => {
    const { finding, utr, echoedId = null } = news;
    if (finding.kind !== 'state') return { news, anothers: null };
    const named = { ...NO_IDS, utr, transactionId: echoedId === row.transactionId ? null : echoedId };
    const anothers = anothersOf(row, named);
    const own = withoutAnothers(named, anothers);
    const isNamed = isId(own.utr) || (anothers === null && isId(own.transactionId));
    const held = findingOfItsOwn(row, finding, { isNamed, isAnothers: anothers !== null });
    const { echoedId: _, ...unnamed } = news;
    const kept = (anothers?.transactionId ?? null) === null ? news : unnamed;
    return { news: { ...kept, utr: own.utr, finding: held }, anothers };
  };

  /** The lookups without a documented word that precede this one, for a payout in processing. */
  const heardOfLate = (row: SettledRow, { finding }: StoredLookup): readonly StoredLookup[] =>
    row.state === 'processing' && isWithoutWord(finding) ? withoutWordOfLate(keptLookups.all(row.payoutId)) : [];

  /** A lookup without an answer says nothing about the payout and stays due. Days without any answer are noted. */
  const settleUnanswered = (
    row: SettledRow,
    news: Extract<News, { kind: 'unanswered' }>,
    backoff: PollBackoff,
  ): Change => {
    const { payoutId, state } = row;
    const { key, wasAsked, evidence, atMs, isStored = false } = news;
    if (state !== 'processing' && state !== 'unknown') return unchanged(row);
    const finding = wasAsked ? 'unanswered' : 'notAsked';
    const now = { finding, httpStatus: evidence.httpStatus, atMs };
    const heard = withoutWordOfLate(keptLookups.all(payoutId));
    if (heard.length > 0 && !isSpaced(heard, atMs) && !isStored) return unchanged(row);
    insertLookup.run(payoutId, key.by, finding, evidence.httpStatus, evidence.text, atMs);
    const doubt = doubtOf(row, heard, now);
    if (doubt !== null) return apply(row, { ...SILENCE, ...doubt, atMs }, backoff);
    // The gateway's next word differs from this finding, so it will be stored.
    invariant(noteFinding.run(finding, payoutId, state).changes === 1, 'an unanswered look-up changed no row');
    audit.appendRows({ atMs, batchId: row.batchId });
    return unchanged(row);
  };

  const load = (payoutId: PayoutId): SettledRow => {
    const row = read.get(payoutId);
    invariant(row !== undefined, 'news about a payout that is not in the store');
    return row;
  };

  /**
   * Whether a payout that the gateway called paid was not found by any lookup since, now that its watch ends. If lookups by
   * reference were never proven in the batch, "not known" means nothing.
   */
  const isMissedAtEnd = (
    { payoutId, batchId, state, decidedBy, settledAtMs }: SettledRow,
    { finding }: Settling,
  ): boolean =>
    isSilence(finding) &&
    state === 'success' &&
    decidedBy === null &&
    foundSince.get(payoutId, settledAtMs ?? 0) === undefined &&
    provenIn.get(batchId) === 1;

  const apply = (row: SettledRow, settling: Settling, backoff: PollBackoff): Change => {
    const before = decodeState(row);
    const step = transition(before, settling.event);
    const isFinal = FINAL_STATES.includes(step.to.kind);
    const settledAtMs = step.moved ? (isFinal ? settling.atMs : null) : row.settledAtMs;
    const { lookupStep, nextLookup } = schedule(row, { step, settling, backoff, settledAtMs });
    let isLate = false;
    const written = write.run({
      ...encodeState(step.to),
      ...settling.ids,
      gatewayStatus: settling.word ?? row.gatewayStatus,
      // One state's message says nothing about the next: a lost answer must not become the message of a paid payout.
      message: settling.message === null ? (step.moved ? null : row.message) : storedText(settling.message),
      requestsLeft: settling.requestLeft ? 1 : 0,
      lookups: settling.finding === null ? 0 : 1,
      notKnown: settling.finding === 'notKnown' ? 1 : 0,
      lookupStep,
      // Reset, so that the first lookup after an ending is always stored, and later changes show.
      lastFinding: step.moved && isFinal ? null : (settling.finding ?? row.lastFinding),
      nextLookupAtMs: nextLookup,
      sentAtMs: step.to.kind === 'queued' ? null : row.sentAtMs,
      settledAtMs,
      payoutId: row.payoutId,
      stateBefore: row.state,
    }).changes;
    invariant(written === 1, 'a settlement changed no row');
    if (nextLookup === null && isMissedAtEnd(row, settling)) {
      const about = { payoutId: row.payoutId, before: step.to.kind, after: 'forgotten' } as const;
      raiseAlarm({ ...about, word: verbatim('not known'), atMs: settling.atMs }, false);
      isLate = true;
    }
    record(row, { before, step, settling });
    // Late news of an earlier payment raises its own alarm.
    const twice = step.moved && step.to.kind === 'success' ? paidTwice(row.payoutId) : [];
    for (const payoutId of twice) {
      if (step.late && payoutId === row.payoutId) continue;
      raiseAlarm(
        { payoutId, before: 'success', after: 'bothPaid', word: verbatim('success'), atMs: settling.atMs },
        false,
      );
      isLate = true;
    }
    const { event } = settling;
    const change = {
      ...unchanged(row),
      to: step.to.kind,
      late: isLate || step.late || settling.mismatch !== null || settling.anothers !== null,
      echoMismatch:
        event.kind === 'answered' && event.outcome.kind === 'unknown' && event.outcome.reason === 'echoMismatch',
      ...(settling.anothers === null ? {} : { sameId: true as const }),
    };
    audit.changes.note(change);
    return change;
  };

  const record = (
    row: SettledRow,
    { before, step, settling }: { before: PayoutState; step: Transition; settling: Settling },
  ): void => {
    const { atMs, word, event, foreign, decision, mismatch, anothers, why } = settling;
    const { batchId, payoutId } = row;
    const about = { payoutId, before: before.kind, atMs };
    if (step.late) raiseAlarm({ ...about, after: step.to.kind, word: verbatim(word ?? step.to.kind) }, step.moved);
    if (mismatch !== null) {
      raiseAlarm({ ...about, before: step.to.kind, after: 'mismatch', word: mismatch }, false);
    }
    if (anothers !== null) {
      raiseAlarm({ ...about, before: step.to.kind, after: 'sameId', word: anothers.words }, false);
    }
    // A new id is recorded even if nothing else came with it: a report gives it to the bank. Every answer to a request is
    // recorded too; only lookups repeat.
    const isNothingNew =
      !step.moved && !step.late && mismatch === null && anothers === null && !namesNewId(row, settling.ids);
    const isSilent = isNothingNew && event.kind !== 'answered';
    if (isSilent && (word === null || word === row.gatewayStatus)) {
      audit.appendRows({ atMs, batchId });
      return;
    }
    const ids = presentIds(settling.ids);
    const found = {
      ...ids,
      ...(foreign === null ? {} : { foreign }),
      ...(mismatch === null ? {} : { mismatch }),
      ...(anothers === null ? {} : { sameId: anothers.words }),
      ...(why === null ? {} : { why }),
    };
    const what = { from: before.kind, by: event.kind, word, late: step.late, ...found };
    const detail = decision === null ? what : { ...what, decision };
    audit.append({ atMs, what: step.to.kind, batchId, payoutId, detail });
  };

  return {
    settle: (news, backoff) => {
      const row = load(news.payoutId);
      const { atMs, evidence } = news;
      if (news.kind === 'held') {
        const { hold, payoutId } = news;
        const message = storedText(news.message ?? msg(`hold.${hold}`));
        insertLookup.run(payoutId, 'reference', hold, evidence.httpStatus, evidence.text, atMs);
        // A person may have cancelled it during the lookup. That leads to one of these states, so it is not sent anyway.
        if (row.state === 'cancelled' || row.state === 'unknown') return unchanged(row);
        invariant(holdBack.run(hold, message, payoutId).changes === 1, 'a hold changed no row');
        const why = news.message === undefined ? {} : { why: news.message };
        audit.append({ atMs, what: 'held', batchId: row.batchId, payoutId, detail: { hit: hold, ...why } });
        return unchanged(row);
      }
      if (news.kind === 'unanswered') return settleUnanswered(row, news, backoff);
      if (news.kind === 'answer') {
        const own = answerOfItsOwn(row, news);
        const settling = { ...settlingAnswer(own.news), word: wordOf(news.outcome), anothers: own.anothers };
        const message = settling.message === null ? null : storedText(settling.message);
        const said = [outcomeText(own.news.outcome), evidence.httpStatus, message, evidence.text, atMs];
        insertResult.run(news.attemptId, ...said);
        return apply(row, settling, backoff);
      }
      const own = namesAnother(row, news) ? { news: asMismatch(news), anothers: null } : lookupOfItsOwn(row, news);
      const areProven = proveLookups(row, own.news);
      const settling = { ...settlingLookup(own.news, { row, areProven }), anothers: own.anothers };
      const now = { finding: settling.finding, httpStatus: evidence.httpStatus, atMs };
      const heard = heardOfLate(row, now);
      const isSpread = isSpaced(heard, atMs);
      // For a payout in doubt every answer is stored: a person decides by them. For one without a word for days, a few per day.
      if (settling.finding !== row.lastFinding || row.state === 'unknown' || isSpread) {
        const said = [news.key.by, settling.finding, evidence.httpStatus, evidence.text, atMs];
        insertLookup.run(row.payoutId, ...said);
      }
      return apply(row, { ...settling, ...doubtOf(row, heard, now) }, backoff);
    },
    command: (payoutId, event, at) => apply(load(payoutId), settlingCommand(event, at), at.backoff),
  };
}

/** Whether enough time has passed since the last of these to count as one more answer. */
function isSpaced(heard: readonly StoredLookup[], atMs: number): boolean {
  return atMs - (heard.at(-1)?.atMs ?? atMs) >= FORGOTTEN_ANSWERS_SPACING_MS;
}

/** Whether an accepted payout comes into doubt: not known for days, no known word for longer, or still pending after a month. */
function doubtOf(
  { state, sentAtMs }: SettledRow,
  heard: readonly StoredLookup[],
  now: StoredLookup,
): Pick<Settling, 'event' | 'why'> | null {
  if (state !== 'processing') return null;
  if (saysPending(now.finding) && isPendingTooLong({ sentAtMs, atMs: now.atMs })) {
    return { event: { kind: 'stillPending' }, why: msg('doubt.stillPending', { heard: lookupWords(now) }) };
  }
  if (heard.length === 0) return null;
  const all = [...heard, now];
  const silences = all.slice(all.findLastIndex(({ finding }) => wordOfFinding(finding) !== null) + 1);
  const silentAtMs = silences.filter(({ finding }) => isSilence(finding)).map(({ atMs }) => atMs);
  if (isSilence(now.finding) && isForgotten(silentAtMs)) return { event: { kind: 'forgotten' }, why: null };
  if (!isLongWithoutWord(all)) return null;
  return { event: { kind: 'noWord' }, why: msg('doubt.noWord', { heard: lookupWords(now) }) };
}

type Lookup = Extract<News, { kind: 'lookup' }>;
type HeldLookup = Omit<Lookup, 'finding'> & { readonly finding: SettlingFinding };

/**
 * Prepares noting what a lookup says about the merchant's lookups, before it is settled. If the gateway does not know a payout
 * that it accepted, lookups do not work. If it finds a payout paid by our reference, now or in an earlier lookup, they work. A
 * find after silence also counts, because such a find is believed only when the reference agrees. Returns whether lookups work,
 * so that silence has weight.
 */
function prepareProving(database: DeskDatabase): (row: SettledRow, lookup: HeldLookup) => boolean {
  const proof = prepareLookupProof(database);
  const isTrue = (sql: string): ((payoutId: PayoutId) => boolean) => {
    const statement = database.statement<[{ payout: PayoutId }], 0 | 1>(`SELECT ${sql}`).pluck();
    return (payout) => statement.get({ payout }) === 1;
  };
  const wasTaken = isTrue(`EXISTS (SELECT 1 FROM attempts JOIN attempt_results USING (attempt_id)
      WHERE payout_id = @payout AND outcome IN ('processing', 'success', 'reversed'))
    OR EXISTS (SELECT 1 FROM lookups WHERE payout_id = @payout AND finding LIKE 'state %'
      AND lower(finding) NOT IN ('state failed', 'state rejected'))
    OR EXISTS (SELECT 1 FROM payouts JOIN archives USING (batch_id) WHERE payout_id = @payout AND state = 'success')`);
  const wasFound = isTrue(`EXISTS (SELECT 1 FROM lookups WHERE payout_id = @payout AND looked_up_by = 'reference'
    AND finding LIKE 'state %')`);
  return ({ payoutId, merchantId, state, settledAtMs, lastFinding }, { finding, key, atMs }) => {
    if (finding.kind === 'notKnown') {
      if (wasTaken(payoutId)) proof.missed(merchantId, atMs);
      return proof.works(merchantId);
    }
    const isPaid = finding.kind === 'state' && finding.state === 'success' && state !== 'queued' && state !== 'sending';
    if (!isPaid) return false;
    const isBefore = wasFound(payoutId);
    const isNow = key.by === 'reference' || (settledAtMs === null && isSilence(lastFinding));
    const isFirst = !(isBefore && state === 'success');
    if (isNow || (isBefore && isFirst)) proof.found(merchantId, { atMs, isFirst });
    return true;
  };
}

/** Turns the lookup into one that was answered about another payment: nothing in it is ours. */
function asMismatch(news: Lookup): Lookup {
  const mismatch = msg('answer.anothersId');
  return { ...news, finding: { kind: 'unclear' }, utr: null, message: null, mismatch };
}

/** The ids of an answer that belong to another payout, in words; null for the others. `words` describes one of them. */
interface Anothers extends Readonly<Record<'transactionId' | 'rrn' | 'utr', Message | null>> {
  readonly words: Message;
}

interface OwnerRow {
  readonly batchId: number;
  readonly rowNumber: number;
}

/**
 * Prepares finding the name of another payout of the same merchant id that has an id. A gateway may call the bank's number RRN in
 * one answer and UTR in another, so both columns are searched.
 */
function prepareOwners(
  database: DeskDatabase,
): Readonly<Record<'transaction' | 'bank', (id: string, row: SettledRow) => string | null>> {
  const prefix = database.statement<[], 'B' | 'P'>('SELECT prefix FROM desk').pluck();
  const oneWith = (column: 'transaction_id' | 'rrn' | 'utr'): string =>
    `SELECT batch_id AS batchId, row_number AS rowNumber FROM payouts p WHERE ${column} = @id AND payout_id <> @payoutId
       AND (SELECT mid FROM merchants WHERE merchant_id = p.merchant_id)
         = (SELECT mid FROM merchants WHERE merchant_id = @merchantId)`;
  const prepared = (sql: string): ((id: string, row: SettledRow) => string | null) => {
    const one = database.statement<[{ id: string; payoutId: number; merchantId: number }], OwnerRow>(`${sql} LIMIT 1`);
    return (id, { payoutId, merchantId }) => {
      const owner = one.get({ id, payoutId, merchantId });
      return owner === undefined
        ? null
        : formatPayoutName(formatBatchId(prefix.get() ?? 'B', owner.batchId), owner.rowNumber);
    };
  };
  return {
    transaction: prepared(oneWith('transaction_id')),
    bank: prepared(`${oneWith('rrn')} UNION ALL ${oneWith('utr')}`),
  };
}

/** Drops another payment's bank numbers, which prove nothing, but keeps its transaction id: neither is looked up by it. */
function withoutAnothers(ids: GatewayIds, anothers: Anothers | null): GatewayIds {
  if (anothers === null) return ids;
  return { ...ids, rrn: anothers.rrn === null ? ids.rrn : null, utr: anothers.utr === null ? ids.utr : null };
}

function isId(id: string | null): boolean {
  return id !== null && !isPlaceholderId(id);
}

/**
 * The finding of a lookup when another payment's id came with it, now or before. "Paid" and "under way" are then believed only
 * with an id of the payout's own; a paid payout stays paid. `isNamed`: the lookup brought an id of its own.
 */
function findingOfItsOwn(
  { state, unknownReason }: SettledRow,
  finding: Extract<Finding, { kind: 'state' }>,
  { isNamed, isAnothers }: { readonly isNamed: boolean; readonly isAnothers: boolean },
): SettlingFinding {
  const isFollowed = state === 'processing' || state === 'unknown';
  if (isFollowed && isAnothers && !isNamed) return { kind: 'sameId' };
  const mayBeAnothers = unknownReason === 'sameId' && !isNamed && !['failed', 'rejected'].includes(finding.state);
  if (mayBeAnothers) return { kind: 'sameId' };
  return isAnothers && endedUnpaid(finding.state) && state !== 'queued' ? { kind: 'unclear' } : finding;
}

function wordOf(outcome: AnswerNews['outcome']): string | null {
  return 'word' in outcome ? outcome.word : null;
}

interface Scheduling {
  readonly step: Transition;
  readonly settling: Settling;
  readonly backoff: PollBackoff;
  readonly settledAtMs: number | null;
}

/** Schedules the next lookup: each waits longer, a new doubt or `processing` starts over, a final payout is watched for days. */
function schedule(
  row: SettledRow,
  { step, settling, backoff, settledAtMs }: Scheduling,
): { lookupStep: number; nextLookup: number | null } {
  const { event, atMs } = settling;
  if (event.kind === 'interrupted' || event.kind === 'restored') return { lookupStep: 0, nextLookup: atMs };
  // A refusal that needs a second lookup to agree gets it soon.
  const isSuspected = 'suspected' in step.to && step.to.suspected !== null;
  const startsAnew = event.kind !== 'lookedUp' || step.moved || isSuspected;
  if (event.kind === 'answered' && row.nextLookupAtMs !== null && !step.moved) {
    return { lookupStep: row.lookupStep, nextLookup: row.nextLookupAtMs };
  }
  const lookupStep = startsAnew ? 0 : row.lookupStep + 1;
  if (settledAtMs === null) {
    return { lookupStep, nextLookup: nextLookupAtMs(step.to, { step: lookupStep, nowMs: atMs, backoff }) };
  }
  if (isSuspected) return { lookupStep, nextLookup: atMs + lookupDelayMs(0, backoff) };
  const utrStep = (row.utr ?? settling.ids.utr) === null ? lookupStep : null;
  const watch = {
    settledAtMs,
    nowMs: atMs,
    wasUnclear: settling.finding === 'unclear' || settling.finding === UNCONFIRMED,
    lookups: lookupStep,
    utrStep,
  };
  return { lookupStep, nextLookup: nextWatchAtMs(step.to, watch) };
}

function unchanged({ payoutId, batchId: batch, rowNumber, amountPaise, state }: SettledRow): Change {
  return { payoutId, batch, rowNumber, from: state, to: state, amountPaise, late: false, echoMismatch: false };
}

interface StateColumns {
  readonly state: StateKind;
  readonly gatewayStatus: string | null;
  readonly unknownReason: string | null;
  readonly suspected: Suspicion;
  readonly decidedBy: string | null;
}

/** Reads a state. Throws InvariantError when the columns contradict each other. */
function decodeState(row: StateColumns): PayoutState {
  const { state: kind, suspected, decidedBy, gatewayStatus, unknownReason } = row;
  switch (kind) {
    case 'queued':
    case 'sending':
    case 'rejected':
      return { kind };
    case 'processing':
      invariant(gatewayStatus !== null, 'a processing payout has no word of the gateway');
      return { kind, word: gatewayStatus, suspected };
    case 'unknown':
      invariant(unknownReason !== null, 'an unknown payout has no reason');
      return { kind, reason: unknownReason as UnknownReason, suspected };
    case 'success':
      return { kind, decidedBy, suspected };
    case 'failed':
      return { kind, decidedBy };
    case 'reversed':
      return { kind, suspected };
    case 'cancelled':
      return { kind, by: decidedBy ?? '' };
    default:
      return unreachable(kind);
  }
}

/** Encodes a state. `gatewayStatus` is left out: it stays what the gateway last said. */
export function encodeState(state: PayoutState): Omit<StateColumns, 'gatewayStatus'> {
  return {
    state: state.kind,
    unknownReason: state.kind === 'unknown' ? state.reason : null,
    suspected: 'suspected' in state ? state.suspected : null,
    decidedBy: decidedBy(state),
  };
}

function decidedBy(state: PayoutState): string | null {
  if (state.kind === 'cancelled') return state.by;
  return state.kind === 'success' || state.kind === 'failed' ? state.decidedBy : null;
}

type AnswerNews = Extract<News, { kind: 'answer' }>;

/** What one event writes to the payout's row. `ids` are stored as the payout's own; `foreign` goes only into the audit entry. */
interface Settling {
  readonly event: PayoutEvent;
  readonly atMs: number;
  readonly word: string | null;
  readonly message: Message | null;
  readonly ids: GatewayIds;
  readonly foreign: Readonly<Record<string, string>> | null;
  readonly finding: string | null;
  readonly requestLeft: boolean;
  /** A person's decision, word for word, for the audit entry. */
  readonly decision: DecisionDetails['decision'] | null;
  /** What is said about another payment when the lookup was answered about that one; else null. */
  readonly mismatch: Message | null;
  /** Set when the answer named the payment by ids of another payout; else null. */
  readonly anothers: Anothers | null;
  /** Why it moves, for the audit; null when the event says so itself. */
  readonly why: Message | null;
}

/** The defaults of a settling: nothing was said. */
const SILENCE = {
  word: null,
  message: null,
  ids: NO_IDS,
  foreign: null,
  finding: null,
  requestLeft: false,
  decision: null,
  mismatch: null,
  anothers: null,
  why: null,
} as const;

/** The settling of an answer. One about another payment stops the batch and is on the unknown desk: no second alarm. */
function settlingAnswer({ outcome, atMs }: AnswerNews): Settling {
  return {
    ...SILENCE,
    event: { kind: 'answered', outcome },
    atMs,
    word: wordOf(outcome),
    message: 'message' in outcome ? outcome.message : null,
    ids: ownIds(outcome),
    foreign: foreignIds(outcome),
    requestLeft: outcome.kind !== 'notSent',
  };
}

/** The settling of a lookup. `areProven`: the merchant's lookups work, so silence counts. */
function settlingLookup(
  news: HeldLookup,
  { row, areProven }: { readonly row: SettledRow; readonly areProven: boolean },
): Settling & { readonly finding: string } {
  const { finding, atMs, mismatch = null } = news;
  const spoken = finding.kind === 'state' ? `state ${finding.word}` : unclearWord(news);
  // A person already knew this word when deciding, so it is not news.
  const isHeardAgain = row.decidedBy !== null && isUndocumented(finding) && finding.word === row.gatewayStatus;
  return {
    ...SILENCE,
    event: { kind: 'lookedUp', finding: isHeardAgain ? { kind: 'unclear' } : finding },
    atMs,
    word: finding.kind === 'state' ? finding.word : null,
    message: finding.kind === 'state' ? news.message : null,
    // An id counts only with a state; other payouts with the id were checked before.
    ids: { ...NO_IDS, utr: news.utr, transactionId: finding.kind === 'state' ? (news.echoedId ?? null) : null },
    finding: mismatch !== null ? MISMATCH : spoken === 'notKnown' && !areProven ? 'unproven' : spoken,
    mismatch,
  };
}

/** A documented word that is not believed differs from no answer. */
function unclearWord({ finding, word }: HeldLookup): string {
  const isHeard = finding.kind === 'unclear' && word !== undefined && isDocumentedWord(word);
  return isHeard ? UNCONFIRMED : finding.kind;
}

function isUndocumented(finding: SettlingFinding): finding is Extract<Finding, { kind: 'state' }> {
  return finding.kind === 'state' && !isDocumentedWord(finding.word);
}

/** Details of a person's decision: a message for the report, the bank's number, and the decision itself for the audit. */
interface DecisionDetails {
  readonly message: Message | null;
  readonly ids: GatewayIds;
  readonly decision: Readonly<Record<string, string | number | Message | null>>;
}

/** The settling of a command of ours. */
function settlingCommand(event: PayoutEvent, { atMs, decided }: CommandAt): Settling {
  return { ...SILENCE, ...decided, event, atMs, requestLeft: event.kind === 'interrupted' };
}

/** The outcome as stored with the attempt. */
function outcomeText(outcome: AnswerNews['outcome']): string {
  switch (outcome.kind) {
    case 'accepted':
    case 'refused':
      return outcome.state;
    case 'unknown':
      return `unknown: ${outcome.reason}`;
    case 'notSent':
      return `not sent: ${outcome.cause}`;
    case 'tokenRefused':
    case 'tokenDoubted':
      return outcome.kind;
    default:
      return unreachable(outcome);
  }
}

/** The ids that are present. */
function presentIds(ids: GatewayIds): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(ids).filter((entry) => entry[1] !== null));
}

/**
 * The ids that an answer gives the payout. None if it names another reference. No transaction id if the outcome is unknown: it
 * would become the only lookup key, and may just be the number of a failed request.
 */
function ownIds(outcome: AnswerNews['outcome']): GatewayIds {
  if (!('ids' in outcome)) return NO_IDS;
  // An id shared with another payout is kept, so that neither is looked up by it.
  if (outcome.kind !== 'unknown' || outcome.reason === 'sameId') return outcome.ids;
  return outcome.reason === 'echoMismatch' ? NO_IDS : { ...outcome.ids, transactionId: null };
}

/** Ids stored as evidence only: those of an answer that names another reference, and an unknown outcome's transaction id. */
function foreignIds(outcome: AnswerNews['outcome']): Readonly<Record<string, string>> | null {
  if (outcome.kind !== 'unknown' || outcome.reason === 'sameId') return null;
  const { reason, ids, echoedReference } = outcome;
  if (reason === 'echoMismatch') return { ...presentIds(ids), udf1: echoedReference ?? '' };
  return ids.transactionId === null ? null : { transactionId: ids.transactionId };
}

/** Whether any of these ids will be stored: only the first of each kind is. */
function namesNewId(row: GatewayIds, ids: GatewayIds): boolean {
  return (
    (ids.transactionId !== null && row.transactionId === null) ||
    (ids.rrn !== null && row.rrn === null) ||
    (ids.utr !== null && row.utr === null) ||
    (ids.logNumber !== null && row.logNumber === null) ||
    (ids.tranRefNo !== null && row.tranRefNo === null)
  );
}
