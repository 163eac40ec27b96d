// Settling: what the gateway said, or did not say, moves a payout, in the caller's transaction. The rule is
// transition(): this reads the state, asks it, and writes the answer with what came back and its audit entry. A payout
// moves by no other way, and another payment's id never becomes its own: whatever is looked up by it would be taken for
// our payout's end. Columns that do not fit their state are our bug.

import { invariant, unreachable } from '../../../shared/failures.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import { type GatewayIds, isSilence, NO_IDS, type UnknownReason } from '../../../shared/outcomes.ts';
import {
  type PayoutEvent,
  type PayoutState,
  type StateKind,
  type Suspicion,
  type Transition,
  transition,
} from '../../../shared/states.ts';
import { FORGOTTEN_ANSWERS_APART_MS, isForgotten } from '../domain/decisions.ts';
import type { Change, News } from '../domain/ledger.ts';
import { isPlaceholderId } from '../domain/lookup-key.ts';
import { accountKey, nameKey } from '../domain/person-key.ts';
import { lookupDelayMs, nextLookupAtMs, nextWatchAtMs, type PollPace } from '../domain/poll-schedule.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { prepareAlarms } from './late-news.ts';
import { prepareLookupProof } from './merchants-and-profiles.ts';
import { IS_SILENCE_OF_LATE } from './payout-reading.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary, ID_COLUMNS } from './payout-rows.ts';

interface SettledRow extends StateColumns, BeneficiaryColumns, GatewayIds {
  readonly payoutId: PayoutId;
  readonly batchId: number;
  readonly merchantId: number;
  readonly rowNumber: number;
  readonly amountPaise: Paise;
  readonly name: string | null;
  readonly message: string | null;
  readonly lookupStep: number;
  readonly lastFinding: string | null;
  readonly nextLookupAtMs: number | null;
  readonly sentAtMs: number | null;
  readonly settledAtMs: number | null;
}

/** When a command is given. Shape: `decided` is what a person knew besides. */
interface CommandAt {
  readonly atMs: number;
  readonly pace: PollPace;
  readonly decided?: DecisionDetails;
}

interface Settlements {
  /** Applies one piece of news. Errors: throws InvariantError when a write does not change exactly one row. */
  settle(news: News, pace: PollPace): Change;
  /** Applies a command of ours, such as recovery or a cancellation. Errors: throws InvariantError when it is illegal. */
  command(payoutId: PayoutId, event: PayoutEvent, at: CommandAt): Change;
}

const FINAL_STATES: readonly string[] = ['success', 'failed', 'rejected', 'reversed', 'cancelled'];

const HOLD_SENTENCES = {
  referenceKnown: 'The gateway already knows this reference.',
  referenceUnclear: 'The gateway gave no clear answer about this reference.',
} as const;

/** Prepares settling for one writable database. */
export function prepareSettlements(database: DeskDatabase, audit: AuditLog): Settlements {
  const read = database.statement<[number], SettledRow>(
    `SELECT payout_id AS payoutId, batch_id AS batchId, merchant_id AS merchantId, row_number AS rowNumber,
            amount_paise AS amountPaise, ${BENEFICIARY_COLUMNS}, name, state, gateway_status AS gatewayStatus,
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
  const silences = database
    .statement<[PayoutId], number>(
      `SELECT l.answered_at_ms FROM lookups l WHERE l.payout_id = ? AND ${IS_SILENCE_OF_LATE} ORDER BY l.lookup_id`,
    )
    .pluck();
  const proveLookups = prepareProving(database);
  const raiseAlarm = prepareAlarms(database);
  const insertPayee = database.statement(
    'INSERT OR IGNORE INTO payees (merchant_id, name_key, account_key) VALUES (?, ?, ?)',
  );

  /**
   * Whether a state came with the id of another payment: of another payout of the desk, or not this payout's own. An id that
   * several payouts carry names nobody.
   */
  const namesAnother = ({ payoutId, transactionId: own }: SettledRow, { finding, echoedId }: Lookup): boolean => {
    if (finding.kind !== 'state' || echoedId === undefined || echoedId === own) return false;
    const others = own === null || isPlaceholderId(own) ? null : carriers.all(own, payoutId);
    if (others?.length === 0) return true;
    return carriers.all(echoedId, payoutId).length === 1;
  };

  const load = (payoutId: PayoutId): SettledRow => {
    const row = read.get(payoutId);
    invariant(row !== undefined, 'news about a payout that is not in the store');
    return row;
  };

  const apply = (row: SettledRow, settling: Settling, pace: PollPace): Change => {
    const before = decodeState(row);
    const step = transition(before, settling.event);
    const isFinal = FINAL_STATES.includes(step.to.kind);
    const settledAtMs = step.moved ? (isFinal ? settling.atMs : null) : row.settledAtMs;
    const { lookupStep, nextLookup } = schedule(row, { step, settling, pace, settledAtMs });
    const written = write.run({
      ...encodeState(step.to),
      ...settling.ids,
      gatewayStatus: settling.word ?? row.gatewayStatus,
      // The words of one state say nothing about the next: a lost answer is no longer the message of a paid payout.
      message: settling.message ?? (step.moved ? null : row.message),
      requestsLeft: settling.requestLeft ? 1 : 0,
      lookups: settling.finding === null ? 0 : 1,
      notKnown: settling.finding === 'notKnown' ? 1 : 0,
      lookupStep,
      lastFinding: settling.finding ?? row.lastFinding,
      nextLookupAtMs: nextLookup,
      sentAtMs: step.to.kind === 'queued' ? null : row.sentAtMs,
      settledAtMs,
      payoutId: row.payoutId,
      stateBefore: row.state,
    }).changes;
    invariant(written === 1, 'a settlement changed no row');
    record(row, { before, step, settling });
    const { event } = settling;
    const change = {
      ...unchanged(row),
      to: step.to.kind,
      late: step.late || settling.mismatch !== null,
      echoMismatch:
        event.kind === 'answered' && event.outcome.kind === 'unknown' && event.outcome.reason === 'echoMismatch',
    };
    audit.changes.note(change);
    return change;
  };

  const record = (
    row: SettledRow,
    { before, step, settling }: { before: PayoutState; step: Transition; settling: Settling },
  ): void => {
    const { atMs, word, event, foreign, decision, mismatch } = settling;
    const { batchId, payoutId } = row;
    const about = { payoutId, before: before.kind, atMs };
    if (step.late) raiseAlarm({ ...about, after: step.to.kind, word: word ?? step.to.kind }, step.moved);
    if (mismatch !== null) {
      raiseAlarm({ ...about, before: step.to.kind, after: 'mismatch', word: mismatch }, false);
    }
    if (step.moved && step.to.kind === 'success' && row.name !== null) {
      insertPayee.run(row.merchantId, nameKey(row.name), accountKey(decodeBeneficiary(row)));
    }
    // An id that is kept is recorded, though nothing else came with it: a report gives it to the bank.
    // So is every answer to a request: only look-ups come again and again.
    const isNothingNew = !step.moved && !step.late && mismatch === null && !namesNewId(row, settling.ids);
    const isSilent = isNothingNew && event.kind !== 'answered';
    if (isSilent && (word === null || word === row.gatewayStatus)) {
      audit.appendRows({ atMs, batchId });
      return;
    }
    const ids = presentIds(settling.ids);
    const found = { ...ids, ...(foreign === null ? {} : { foreign }), ...(mismatch === null ? {} : { mismatch }) };
    const what = { from: before.kind, by: event.kind, word, late: step.late, ...found };
    const detail = decision === null ? what : { ...what, decision };
    audit.append({ atMs, what: step.to.kind, batchId, payoutId, detail });
  };

  return {
    settle: (news, pace) => {
      const row = load(news.payoutId);
      const { atMs, evidence } = news;
      if (news.kind === 'held') {
        const { hold, payoutId, message = HOLD_SENTENCES[hold] } = news;
        insertLookup.run(payoutId, 'reference', hold, evidence.httpStatus, evidence.text, atMs);
        // A person may have cancelled it while it was looked up, which leads to one of these: it is not sent anyway.
        if (row.state === 'cancelled' || row.state === 'unknown') return unchanged(row);
        invariant(holdBack.run(hold, message, payoutId).changes === 1, 'a hold changed no row');
        const why = news.message === undefined ? {} : { why: news.message };
        audit.append({ atMs, what: 'held', batchId: row.batchId, payoutId, detail: { hit: hold, ...why } });
        return unchanged(row);
      }
      if (news.kind === 'answer') {
        const settling = settlingAnswer(news);
        const said = [outcomeText(news.outcome), evidence.httpStatus, settling.message, evidence.text, atMs];
        insertResult.run(news.attemptId, ...said);
        return apply(row, settling, pace);
      }
      const lookup = namesAnother(row, news) ? asMismatch(news) : news;
      const settling = settlingLookup(lookup, { areProven: proveLookups(row, lookup) });
      const silentAtMs = row.state === 'processing' && isSilence(settling.finding) ? silences.all(row.payoutId) : [];
      const isSpread = atMs - (silentAtMs.at(-1) ?? atMs) >= FORGOTTEN_ANSWERS_APART_MS;
      // Of a payout in doubt every answer is kept: a person decides by them. Of one that is silent for days, some of each day.
      if (settling.finding !== row.lastFinding || row.state === 'unknown' || isSpread) {
        const said = [news.key.by, settling.finding, evidence.httpStatus, evidence.text, atMs];
        insertLookup.run(row.payoutId, ...said);
      }
      const forgotten = isForgotten([...silentAtMs, atMs]) ? ({ event: { kind: 'forgotten' } } as const) : {};
      return apply(row, silentAtMs.length === 0 ? settling : { ...settling, ...forgotten }, pace);
    },
    command: (payoutId, event, at) => apply(load(payoutId), settlingCommand(event, at), at.pace),
  };
}

type Lookup = Extract<News, { kind: 'lookup' }>;

/**
 * Prepares noting what a look-up says of the merchant's look-ups, before it is settled. A payout that the gateway had taken and
 * does not know shows that they do not work. One that it finds paid shows that they do, where our reference found it: now or at
 * an earlier look-up; or when it was silent before, as then it counts only when the reference agrees.
 * Shape: whether they work, so that silence weighs.
 */
function prepareProving(database: DeskDatabase): (row: SettledRow, lookup: Lookup) => boolean {
  const proof = prepareLookupProof(database);
  const isTrue = (sql: string): ((payoutId: PayoutId) => boolean) => {
    const statement = database.statement<[{ payout: PayoutId }], 0 | 1>(`SELECT ${sql}`).pluck();
    return (payout) => statement.get({ payout }) === 1;
  };
  const wasTaken = isTrue(`EXISTS (SELECT 1 FROM attempts JOIN attempt_results USING (attempt_id)
      WHERE payout_id = @payout AND outcome IN ('processing', 'success', 'reversed'))
    OR EXISTS (SELECT 1 FROM lookups WHERE payout_id = @payout AND finding LIKE 'state %'
      AND lower(finding) NOT IN ('state failed', 'state rejected'))`);
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

/** The look-up as one that was answered about another payment: nothing in it is ours. */
function asMismatch(news: Lookup): Lookup {
  const mismatch = 'The answer names the transaction id of another payout.';
  return { ...news, finding: { kind: 'unclear' }, utr: null, message: null, mismatch };
}

interface Scheduling {
  readonly step: Transition;
  readonly settling: Settling;
  readonly pace: PollPace;
  readonly settledAtMs: number | null;
}

/**
 * A look-up moves on to the next, longer wait; a payout that has just come into doubt or processing starts anew; one that
 * is final is watched for days.
 */
function schedule(
  row: SettledRow,
  { step, settling, pace, settledAtMs }: Scheduling,
): { lookupStep: number; nextLookup: number | null } {
  const { event, atMs } = settling;
  if (event.kind === 'interrupted' || event.kind === 'restored') return { lookupStep: 0, nextLookup: atMs };
  // A refusal that waits for a second look-up to agree need not wait long.
  const isSuspected = 'suspected' in step.to && step.to.suspected !== null;
  const startsAnew = event.kind !== 'lookedUp' || step.moved || isSuspected;
  if (event.kind === 'answered' && row.nextLookupAtMs !== null && !step.moved) {
    return { lookupStep: row.lookupStep, nextLookup: row.nextLookupAtMs };
  }
  const lookupStep = startsAnew ? 0 : row.lookupStep + 1;
  if (settledAtMs === null) {
    return { lookupStep, nextLookup: nextLookupAtMs(step.to, { step: lookupStep, nowMs: atMs, pace }) };
  }
  if (isSuspected) return { lookupStep, nextLookup: atMs + lookupDelayMs(0, pace) };
  const utrStep = (row.utr ?? settling.ids.utr) === null ? lookupStep : null;
  const watch = { settledAtMs, nowMs: atMs, wasUnclear: settling.finding === 'unclear', utrStep };
  return { lookupStep, nextLookup: nextWatchAtMs(step.to, watch) };
}

function unchanged({ payoutId, batchId: batch, rowNumber, amountPaise, state }: SettledRow): Change {
  return { payoutId, batch, rowNumber, from: state, to: state, amountPaise, late: false, echoMismatch: false };
}

/** The columns that hold a state. */
interface StateColumns {
  readonly state: StateKind;
  readonly gatewayStatus: string | null;
  readonly unknownReason: string | null;
  readonly suspected: Suspicion;
  readonly decidedBy: string | null;
}

/** Reads a state. Errors: throws InvariantError when the columns contradict each other. */
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

/** Writes a state; its `gatewayStatus` stays with what the gateway last said. */
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

/**
 * What one event brings along for the payout's row.
 * Shape: `ids` is what the payout is called from now on; `foreign` was heard as well and goes into the audit entry alone.
 */
interface Settling {
  readonly event: PayoutEvent;
  readonly atMs: number;
  readonly word: string | null;
  readonly message: string | null;
  readonly ids: GatewayIds;
  readonly foreign: Readonly<Record<string, string>> | null;
  readonly finding: string | null;
  readonly requestLeft: boolean;
  /** A person's decision, word for word, for the audit entry. */
  readonly decision: DecisionDetails['decision'] | null;
  /** Not null when a look-up was answered about another payment: what is said about that. */
  readonly mismatch: string | null;
}

/** What an event brings along that says nothing. */
const SILENCE = {
  word: null,
  message: null,
  ids: NO_IDS,
  foreign: null,
  finding: null,
  requestLeft: false,
  decision: null,
  mismatch: null,
} as const;

/** The settling of an answer to a payout request. One about another payment stops the batch and stands on the unknown desk: no second alarm. */
function settlingAnswer({ outcome, atMs }: AnswerNews): Settling {
  return {
    ...SILENCE,
    event: { kind: 'answered', outcome },
    atMs,
    word: 'word' in outcome ? outcome.word : null,
    message: 'message' in outcome ? outcome.message : null,
    ids: ownIds(outcome),
    foreign: foreignIds(outcome),
    requestLeft: outcome.kind !== 'notSent',
  };
}

/** The settling of a look-up. Shape: `areProven` whether the merchant's look-ups are, so that silence weighs. */
function settlingLookup(
  news: Lookup,
  { areProven }: { readonly areProven: boolean },
): Settling & { readonly finding: string } {
  const { finding, atMs, mismatch = null } = news;
  const spoken = finding.kind === 'state' ? `state ${finding.word}` : finding.kind;
  return {
    ...SILENCE,
    event: { kind: 'lookedUp', finding },
    atMs,
    word: finding.kind === 'state' ? finding.word : null,
    message: finding.kind === 'state' ? news.message : null,
    // An id that came with a state alone: who else carries it was asked before.
    ids: { ...NO_IDS, utr: news.utr, transactionId: finding.kind === 'state' ? (news.echoedId ?? null) : null },
    finding: mismatch !== null ? 'mismatch' : spoken === 'notKnown' && !areProven ? 'unproven' : spoken,
    mismatch,
  };
}

/** What a person who decides knows besides: words for the report, the bank's number, the decision itself for the audit. */
interface DecisionDetails {
  readonly message: string | null;
  readonly ids: GatewayIds;
  readonly decision: Readonly<Record<string, string | number | null>>;
}

/** The settling of a command of ours. */
function settlingCommand(event: PayoutEvent, { atMs, decided }: CommandAt): Settling {
  return { ...SILENCE, ...decided, event, atMs, requestLeft: event.kind === 'interrupted' };
}

/** An answer's outcome as the attempt's result keeps it. */
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

/** The ids that were given, without the absent ones. */
function presentIds(ids: GatewayIds): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(ids).filter((entry) => entry[1] !== null));
}

/**
 * What an answer may call the payout: nothing where it names another reference, and no transaction id where nobody knows
 * what became of it, since that id would be all it is looked up by, and may be no more than the number of a failed request.
 */
function ownIds(outcome: AnswerNews['outcome']): GatewayIds {
  if (!('ids' in outcome)) return NO_IDS;
  if (outcome.kind !== 'unknown') return outcome.ids;
  return outcome.reason === 'echoMismatch' ? NO_IDS : { ...outcome.ids, transactionId: null };
}

/** What is kept as evidence only: the ids of an answer that names another reference, the transaction id of an unknown one. */
function foreignIds(outcome: AnswerNews['outcome']): Readonly<Record<string, string>> | null {
  if (outcome.kind !== 'unknown') return null;
  const { reason, ids, echoedReference } = outcome;
  if (reason === 'echoMismatch') return { ...presentIds(ids), udf1: echoedReference ?? '' };
  return ids.transactionId === null ? null : { transactionId: ids.transactionId };
}

/** Whether any of these ids will be kept: the first that came of each is. */
function namesNewId(row: GatewayIds, ids: GatewayIds): boolean {
  return (
    (ids.transactionId !== null && row.transactionId === null) ||
    (ids.rrn !== null && row.rrn === null) ||
    (ids.utr !== null && row.utr === null) ||
    (ids.logNumber !== null && row.logNumber === null) ||
    (ids.tranRefNo !== null && row.tranRefNo === null)
  );
}
