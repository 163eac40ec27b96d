// Settling: what the gateway said, or did not say, moves a payout, in the caller's transaction.
// In: news. Out: the change it made. The rule is transition(); this file reads the state, asks it, and writes the answer
// with its evidence and its audit entry. It must never move a payout by any other way.

import type Database from 'better-sqlite3';
import { lookupDelayMs, nextLookupAtMs, type PollPace } from '../../../shared/backoff.ts';
import { invariant } from '../../../shared/failures.ts';
import { nextWatchAtMs } from '../../../shared/final-watch.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import type { Change, News } from '../../../shared/ledger.ts';
import { isPlaceholderId } from '../../../shared/lookup-key.ts';
import type { Paise } from '../../../shared/money.ts';
import { nameKey } from '../../../shared/name-key.ts';
import { accountKey } from '../../../shared/person-key.ts';
import { type PayoutEvent, type PayoutState, type Transition, transition } from '../../../shared/states.ts';
import type { AuditLog } from './audit-log.ts';
import { type BeneficiaryColumns, decodeBeneficiary } from './beneficiary-columns.ts';
import { evidenceDetail, prepareEvidence } from './evidence.ts';
import { prepareAlarms } from './late-news.ts';
import { decodeState, encodeState, type StateColumns } from './payout-state.ts';
import {
  type IdColumns,
  namesNewId,
  outcomeText,
  presentIds,
  type Told,
  type Tidings,
  tidingsOfAnswer,
  tidingsOfCommand,
  tidingsOfLookup,
} from './tidings.ts';

interface PayoutRow extends StateColumns, BeneficiaryColumns, IdColumns {
  readonly payout_id: PayoutId;
  readonly batch_id: number;
  readonly merchant_id: number;
  readonly row_number: number;
  readonly amount_paise: Paise;
  readonly name: string | null;
  readonly message: string | null;
  readonly lookup_step: number;
  readonly last_finding: string | null;
  readonly next_lookup_at_ms: number | null;
  readonly sent_at_ms: number | null;
  readonly settled_at_ms: number | null;
  readonly evidence: string | null;
}

/** When a command is given. Shape: `told` is what a person knew besides. */
export interface CommandAt {
  readonly atMs: number;
  readonly pace: PollPace;
  readonly told?: Told;
}

interface ApplyWith {
  readonly pace: PollPace;
  readonly evidence?: string | null;
}

export interface Settlements {
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
export function prepareSettlements(
  database: Database.Database,
  { audit, actor }: { readonly audit: AuditLog; readonly actor: string },
): Settlements {
  const read = database.prepare<[number], PayoutRow>(
    `SELECT payout_id, batch_id, merchant_id, row_number, amount_paise, upi_id, account_number, ifsc, name, state, gateway_status,
            unknown_reason, suspected, decided_by, message, lookup_step, last_finding, next_lookup_at_ms, sent_at_ms,
            settled_at_ms, evidence, transaction_id, rrn, utr, log_number, tran_ref_no
     FROM payouts WHERE payout_id = ?`,
  );
  const write = database.prepare(
    `UPDATE payouts SET state = @state, gateway_status = @gatewayStatus, unknown_reason = @unknown_reason,
       suspected = @suspected, decided_by = @decided_by, message = @message,
       hold = CASE WHEN @state = 'queued' THEN hold END,
       transaction_id = coalesce(transaction_id, @transactionId), rrn = coalesce(rrn, @rrn), utr = coalesce(utr, @utr),
       log_number = coalesce(log_number, @logNumber), tran_ref_no = coalesce(tran_ref_no, @tranRefNo),
       requests_left = requests_left + @requestsLeft, lookups = lookups + @lookups,
       not_known_answers = not_known_answers + @notKnown, lookup_step = @lookupStep, last_finding = @lastFinding,
       next_lookup_at_ms = @nextLookupAtMs, sent_at_ms = @sentAtMs, settled_at_ms = @settledAtMs,
       evidence = @evidence
     WHERE payout_id = @payoutId AND state = @stateBefore`,
  );
  const holdBack = database.prepare(
    `UPDATE payouts SET hold = ?, message = ? WHERE payout_id = ? AND state = 'queued'`,
  );
  const carriers = database.prepare<[string, PayoutId], { payout_id: PayoutId }>(
    'SELECT payout_id FROM payouts WHERE transaction_id = ? AND payout_id <> ? LIMIT 2',
  );
  const noteEvidence = database.prepare('UPDATE payouts SET evidence = ? WHERE payout_id = ?');
  const keep = prepareEvidence(database);
  const raiseAlarm = prepareAlarms(database);
  const insertPayee = database.prepare(
    'INSERT OR IGNORE INTO payees (merchant_id, name_key, account_key) VALUES (?, ?, ?)',
  );

  /**
   * Whether a state came with the id of another payment: of another payout of the desk, or not this payout's own. An id that
   * several payouts carry names nobody.
   */
  const namesAnother = ({ payout_id, transaction_id: own }: PayoutRow, { finding, echoedId }: Lookup): boolean => {
    if (finding.kind !== 'state' || echoedId === undefined || echoedId === own) return false;
    const others = own === null || isPlaceholderId(own) ? null : carriers.all(own, payout_id);
    if (others?.length === 0) return true;
    return carriers.all(echoedId, payout_id).length === 1;
  };

  const load = (payoutId: PayoutId): PayoutRow => {
    const row = read.get(payoutId);
    invariant(row !== undefined, 'news about a payout that is not in the store');
    return row;
  };

  /** Shape: `evidence` is the digest of what is kept of the payout by now. */
  const apply = (row: PayoutRow, tidings: Tidings, { pace, evidence = row.evidence }: ApplyWith): Change => {
    const before = decodeState(row);
    const step = transition(before, tidings.event);
    const isFinal = FINAL_STATES.includes(step.to.kind);
    const settledAtMs = step.moved ? (isFinal ? tidings.atMs : null) : row.settled_at_ms;
    const { lookupStep, nextLookup } = schedule(row, { step, tidings, pace, settledAtMs });
    const written = write.run({
      ...encodeState(step.to),
      ...tidings.ids,
      gatewayStatus: tidings.word ?? row.gateway_status,
      // The words of one state say nothing about the next: a lost answer is no longer the message of a paid payout.
      message: tidings.message ?? (step.moved ? null : row.message),
      requestsLeft: tidings.requestLeft ? 1 : 0,
      lookups: tidings.event.kind === 'lookedUp' ? 1 : 0,
      notKnown: tidings.finding === 'notKnown' ? 1 : 0,
      lookupStep,
      lastFinding: tidings.finding ?? row.last_finding,
      nextLookupAtMs: nextLookup,
      sentAtMs: step.to.kind === 'queued' ? null : row.sent_at_ms,
      settledAtMs,
      evidence,
      payoutId: row.payout_id,
      stateBefore: row.state,
    }).changes;
    invariant(written === 1, 'a settlement changed no row');
    record(row, { before, step, tidings, evidence });
    const { event } = tidings;
    const change = {
      ...unchanged(row),
      to: step.to.kind,
      late: step.late || tidings.mismatch !== null,
      echoMismatch:
        event.kind === 'answered' && event.outcome.kind === 'unknown' && event.outcome.reason === 'echoMismatch',
    };
    audit.changes.note(change);
    return change;
  };

  const record = (
    row: PayoutRow,
    {
      before,
      step,
      tidings,
      evidence,
    }: { before: PayoutState; step: Transition; tidings: Tidings; evidence: string | null },
  ): void => {
    const { atMs, word, event, foreign, decision, mismatch } = tidings;
    const about = { payoutId: row.payout_id, before: before.kind, atMs };
    if (step.late) raiseAlarm({ ...about, after: step.to.kind, word: word ?? step.to.kind }, step.moved);
    if (mismatch !== null) {
      raiseAlarm({ ...about, before: step.to.kind, after: 'mismatch', word: mismatch }, false);
    }
    if (step.moved && step.to.kind === 'success' && row.name !== null) {
      insertPayee.run(row.merchant_id, nameKey(row.name), accountKey(decodeBeneficiary(row)));
    }
    // An id that is kept is told, though nothing else came with it: a report gives it to the bank.
    // So is every answer to a request: only look-ups come again and again.
    const isNothingNew = !step.moved && !step.late && mismatch === null && !namesNewId(row, tidings.ids);
    const isSilent = isNothingNew && event.kind !== 'answered';
    if (isSilent && (word === null || word === row.gateway_status)) return;
    const ids = presentIds(tidings.ids);
    const heard = { ...ids, ...(foreign === null ? {} : { foreign }), ...(mismatch === null ? {} : { mismatch }) };
    const kept = evidenceDetail(evidence);
    const what = { from: before.kind, by: event.kind, word, late: step.late, ...heard, ...kept };
    const detail = JSON.stringify(decision === null ? what : { ...what, decision });
    audit.append({ atMs, actor, what: step.to.kind, batchId: row.batch_id, payoutId: row.payout_id, detail });
  };

  return {
    settle: (news, pace) => {
      const row = load(news.payoutId);
      if (news.kind === 'held') {
        const { hold, payoutId, message = HOLD_SENTENCES[hold] } = news;
        const { httpStatus, text } = news.evidence;
        const kept = keep.lookup(row, 'reference', hold, httpStatus, text, news.atMs);
        noteEvidence.run(kept, payoutId);
        // A person may have cancelled it while it was looked up, which leads to one of these: it is not sent anyway.
        if (row.state === 'cancelled' || row.state === 'unknown') return unchanged(row);
        invariant(holdBack.run(hold, message, payoutId).changes === 1, 'a hold changed no row');
        const head = { atMs: news.atMs, actor, batchId: row.batch_id, payoutId: row.payout_id };
        const why = news.message === undefined ? {} : { why: news.message };
        audit.append({ ...head, what: 'held', detail: JSON.stringify({ hit: hold, evidence: kept, ...why }) });
        return unchanged(row);
      }
      if (news.kind === 'answer') {
        const { outcome } = news;
        const { httpStatus, text } = news.evidence;
        const tidings = tidingsOfAnswer(news);
        const said = [httpStatus, tidings.message, text, news.atMs] as const;
        const kept = keep.result(row, news.attemptId, outcomeText(outcome), ...said);
        return apply(row, tidings, { pace, evidence: kept });
      }
      const tidings = tidingsOfLookup(namesAnother(row, news) ? asMismatch(news) : news);
      // Of a payout in doubt every answer is kept: a person decides by them.
      if (tidings.finding === row.last_finding && row.state !== 'unknown') return apply(row, tidings, { pace });
      const { httpStatus, text } = news.evidence;
      const kept = keep.lookup(row, news.key.by, tidings.finding, httpStatus, text, news.atMs);
      return apply(row, tidings, { pace, evidence: kept });
    },
    command: (payoutId, event, { atMs, pace, told }) =>
      apply(load(payoutId), tidingsOfCommand(event, atMs, told), { pace }),
  };
}

type Lookup = Extract<News, { kind: 'lookup' }>;

/** The look-up as one that was answered about another payment: nothing in it is ours. */
function asMismatch(news: Lookup): Lookup {
  const mismatch = 'The answer names the transaction id of another payout.';
  return { ...news, finding: { kind: 'unclear' }, utr: null, message: null, mismatch };
}

interface Scheduling {
  readonly step: Transition;
  readonly tidings: Tidings;
  readonly pace: PollPace;
  readonly settledAtMs: number | null;
}

/**
 * A look-up moves on to the next, longer wait; a payout that has just come into doubt or processing starts anew; one that
 * is final is watched for days.
 */
function schedule(
  row: PayoutRow,
  { step, tidings, pace, settledAtMs }: Scheduling,
): { lookupStep: number; nextLookup: number | null } {
  const { event, atMs } = tidings;
  if (event.kind === 'interrupted' || event.kind === 'restored') return { lookupStep: 0, nextLookup: atMs };
  // A refusal that waits for a second look-up to agree need not wait long.
  const isSuspected = 'suspected' in step.to && step.to.suspected !== null;
  const startsAnew = event.kind !== 'lookedUp' || step.moved || isSuspected;
  if (event.kind === 'answered' && row.next_lookup_at_ms !== null && !step.moved) {
    return { lookupStep: row.lookup_step, nextLookup: row.next_lookup_at_ms };
  }
  const lookupStep = startsAnew ? 0 : row.lookup_step + 1;
  if (settledAtMs === null) {
    return { lookupStep, nextLookup: nextLookupAtMs(step.to, { step: lookupStep, nowMs: atMs, pace }) };
  }
  if (isSuspected) return { lookupStep, nextLookup: atMs + lookupDelayMs(0, pace) };
  const utrStep = (row.utr ?? tidings.ids.utr) === null ? lookupStep : null;
  const watch = { settledAtMs, nowMs: atMs, wasUnclear: tidings.finding === 'unclear', utrStep };
  return { lookupStep, nextLookup: nextWatchAtMs(step.to, watch) };
}

function unchanged(row: PayoutRow): Change {
  const { payout_id: payoutId, batch_id: batch, row_number: rowNumber, amount_paise: amountPaise, state } = row;
  return { payoutId, batch, rowNumber, from: state, to: state, amountPaise, late: false, echoMismatch: false };
}
