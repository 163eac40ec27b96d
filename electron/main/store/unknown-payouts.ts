// The payouts in doubt, with every attempt and answer, and a person's decisions about them. A decision is one transaction that
// applies the rule again, so a faster lookup wins.

import { invariant } from '../../../shared/failures.ts';
import { formatBatchId, type PayoutId } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import { type GatewayIds, NO_IDS, type UnknownReason } from '../../../shared/outcomes.ts';
import type { StateKind } from '../../../shared/states.ts';
import {
  type DecidedPayout,
  type Decision,
  type DecisionAnswer,
  lookupWords,
  meantByDecision,
  notPaidChoice,
  type TakingBack,
  type TakingBackAnswer,
  ticketWantedBy,
  type UnknownPayout,
  type Verdict,
} from '../domain/decisions.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { prepareLookupProof } from './merchants-and-profiles.ts';
import { decodeAgain, PAID_AGAIN, prepareEvidence } from './payout-reading.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary } from './payout-rows.ts';
import { prepareSettlements } from './settlements.ts';

interface UnknownRow
  extends BeneficiaryColumns,
    Omit<
      UnknownPayout,
      'batch' | 'beneficiary' | 'reason' | 'sinceMs' | 'attempts' | 'lookups' | 'lookupsProven' | 'paidAgainAs'
    > {
  readonly againJson: string | null;
  readonly batchId: number;
  readonly merchantId: number;
  readonly reason: UnknownReason | null;
  readonly confirmedAtMs: number;
}

/** `withSending` includes what a dead process left as `sending`; use it only while nobody sends. `only` selects one payout. */
interface UnknownQuestion {
  readonly batch: number;
  readonly withSending: boolean;
  /** For a locked desk: what looks unsent may have been sent elsewhere. */
  readonly withQueued?: boolean;
  readonly only?: PayoutId;
}

interface RowsQuestion {
  readonly batch: number;
  readonly only: PayoutId | null;
  readonly sending: 0 | 1;
  readonly queued: 0 | 1;
}

export interface UnknownReading {
  list(question: UnknownQuestion): UnknownPayout[];
  /** What the merchant's gateway answers about an unused reference; null until known. */
  fingerprint(merchantId: number): string | null;
  /** Whether the merchant's lookups found a paid payout and missed none since. Otherwise "not known" means nothing. */
  lookupsProven(merchantId: number): boolean;
}

/** Prepares reading the unknown desk of any open database. */
export function prepareUnknown(database: DeskDatabase, prefix: 'B' | 'P'): UnknownReading {
  const rows = database.statement<[RowsQuestion], UnknownRow>(
    `SELECT p.payout_id AS payoutId, p.batch_id AS batchId, p.merchant_id AS merchantId, p.row_number AS rowNumber,
            p.reference, ${BENEFICIARY_COLUMNS}, p.amount_paise AS amountPaise, p.name, iif(p.state = 'queued', 'restored', p.unknown_reason) AS reason, p.suspected,
            p.transaction_id AS transactionId, p.lookups AS lookupCount, p.not_known_answers AS notKnownAnswers, p.next_lookup_at_ms AS nextLookupAtMs,
            b.confirmed_at_ms AS confirmedAtMs, ${PAID_AGAIN}
     FROM batches b JOIN payouts p ON p.payout_id >= b.first_payout_id
       AND p.payout_id < b.first_payout_id + b.payout_count
     WHERE b.batch_id = @batch AND (@only IS NULL OR p.payout_id = @only)
       AND (p.state = 'unknown' OR (@sending = 1 AND p.state = 'sending') OR (@queued = 1 AND p.state = 'queued'))
     ORDER BY p.payout_id`,
  );
  const evidenceOf = prepareEvidence(database);
  const doubted = database.statement<[number], { payoutId: number; atMs: number }>(
    `SELECT payout_id AS payoutId, max(at_ms) AS atMs FROM audit WHERE batch_id = ? AND what = 'unknown'
     GROUP BY payout_id`,
  );
  const fingerprint = database
    .statement<[number], string | null>('SELECT not_known_fingerprint FROM merchants WHERE merchant_id = ?')
    .pluck();
  const proof = prepareLookupProof(database);

  return {
    list: ({ batch, withSending, withQueued = false, only = null }) => {
      let doubts: ReadonlyMap<number, number> | null = null;
      // The audit of a large batch is long: read it once, and only for payouts whose doubt did not begin with their own send.
      const doubtedAtMs = (payoutId: number): number | null => {
        doubts ??= new Map(doubted.all(batch).map((doubt) => [doubt.payoutId, doubt.atMs]));
        return doubts.get(payoutId) ?? null;
      };
      return rows.all({ batch, only, sending: withSending ? 1 : 0, queued: withQueued ? 1 : 0 }).map((row) => {
        const { batchId, merchantId, upiId, accountNumber, ifsc, reason, confirmedAtMs, againJson, ...facts } = row;
        const { attempts, lookups } = evidenceOf(row.payoutId);
        const sentAtMs = attempts.at(-1)?.sentAtMs ?? null;
        const isOwnSend = sentAtMs !== null && reason !== 'restored';
        const sinceMs = isOwnSend ? sentAtMs : (doubtedAtMs(row.payoutId) ?? confirmedAtMs);
        return {
          ...facts,
          batch: formatBatchId(prefix, batchId),
          beneficiary: decodeBeneficiary({ upiId, accountNumber, ifsc }),
          reason: reason ?? 'crashed',
          sinceMs: Math.max(sinceMs, sentAtMs ?? 0),
          attempts,
          lookups,
          paidAgainAs: decodeAgain(againJson, prefix),
          lookupsProven: proof.works(merchantId),
        };
      });
    },
    fingerprint: (merchantId) => fingerprint.get(merchantId) ?? null,
    lookupsProven: (merchantId) => proof.works(merchantId),
  };
}

/** An RRN normally has twelve digits; any other number from a bank statement is stored as a UTR. */
const RRN_SHAPE = /^\d{12}$/;

interface StandingRow {
  readonly batch: number;
  readonly state: StateKind;
}

interface UsedQuestion {
  readonly payout: number;
  readonly text: string;
}

/** Prepares deciding. The returned function throws InvariantError for a payout that is not in the store. */
export function prepareDecide(
  database: DeskDatabase,
  { audit, prefix }: { readonly audit: AuditLog; readonly prefix: 'B' | 'P' },
): (decision: Decision) => DecisionAnswer {
  const { actor } = audit;
  const settlements = prepareSettlements(database, audit);
  const unknown = prepareUnknown(database, prefix);
  const standing = database.statement<[number], StandingRow>(
    'SELECT batch_id AS batch, state FROM payouts WHERE payout_id = ?',
  );
  // One bank transfer pays one payout, at any merchant: the same number twice is a typing mistake.
  const used = database.statement<[UsedQuestion], { batch: number; rowNumber: number }>(
    `SELECT batch_id AS batch, row_number AS rowNumber FROM payouts WHERE payout_id <> @payout
       AND (rrn = @text COLLATE NOCASE OR utr = @text COLLATE NOCASE)
     UNION ALL
     SELECT batch_id, row_number FROM decisions d JOIN payouts p USING (payout_id)
     WHERE p.payout_id <> @payout AND d.rrn = @text COLLATE NOCASE
       AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.payout_id = d.payout_id AND a.at_ms >= d.decided_at_ms
         AND a.what = 'unknown' AND a.detail ->> 'by' = 'takenBack') LIMIT 1`,
  );
  const insert = database.statement(
    `INSERT INTO decisions (payout_id, decided, rrn, note, ticket, decided_by, decided_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );

  const decideOne = (payout: UnknownPayout, decision: Decision): DecidedPayout => {
    const { verdict, note, ticket, nowMs: atMs, backoff, sameEvidence } = decision;
    const isPaid = verdict.kind === 'paid';
    const bankReference = isPaid ? verdict.bankReference : null;
    insert.run(payout.payoutId, verdict.kind, bankReference, note, ticket, actor, atMs);
    const { lookupCount, notKnownAnswers } = payout;
    // Stores the reason of the doubt too, so that taking the decision back restores it.
    const { reason } = payout;
    const lookup = ticketWantedBy(payout, verdict.kind);
    const lookupNow = lookup === null ? {} : { heard: lookupWords(lookup) };
    const said = { decided: verdict.kind, bankReference, note, ticket, together: sameEvidence, reason, ...lookupNow };
    const decided = {
      message: msg(`decision.${verdict.kind}`, { note }),
      ids: idsOf(verdict),
      decision: { ...said, lookupCount, notKnownAnswers },
    };
    const event = { kind: 'decided', by: actor, paid: isPaid } as const;
    const change = settlements.command(payout.payoutId, event, { atMs, backoff, decided });
    const { rowNumber, reference, amountPaise } = payout;
    return { rowNumber, reference, amountPaise, state: change.to };
  };

  return audit.transaction((decision: Decision): DecisionAnswer => {
    const { payoutId, verdict, sameEvidence, ticket } = decision;
    const now = standing.get(payoutId);
    invariant(now !== undefined, 'a decision about a payout that is not in the store');
    if (now.state !== 'unknown') return { kind: 'notUnknown', state: now.state };
    // A batch may have a hundred thousand payouts in doubt: read them all only when the decision may cover them all.
    const asked = { batch: now.batch, withSending: false, ...(sameEvidence === null ? { only: payoutId } : {}) };
    const meant = meantByDecision(unknown.list(asked), decision);
    invariant(meant !== null, 'a payout in doubt is not on the unknown desk');
    const { isOpen, payouts: decided } = meant;
    if (sameEvidence !== null && sameEvidence !== decided.length) return { kind: 'otherCount', count: decided.length };
    if (verdict.kind === 'paid') {
      invariant(decided.length === 1, 'one transfer of the bank pays one payout');
      const other = used.get({ payout: payoutId, text: verdict.bankReference });
      if (other !== undefined) {
        return { kind: 'bankReferenceUsed', batch: formatBatchId(prefix, other.batch), rowNumber: other.rowNumber };
      }
    } else if (!isOpen && ticket === null) {
      const [first] = decided;
      invariant(first !== undefined, 'a group holds no payout');
      return { kind: 'notOpen', choice: notPaidChoice(first, decision) };
    }
    if (ticket === null) {
      const lookup = decided.map((payout) => ticketWantedBy(payout, verdict.kind)).find((one) => one !== null);
      if (lookup !== undefined) return { kind: 'wantsTicket', heard: lookup };
    }
    const payouts = decided.map((payout) => decideOne(payout, decision));
    return { kind: 'decided', by: actor, payouts };
  });
}

/** Prepares taking a decision back. The returned function throws InvariantError for a payout that is not in the store. */
export function prepareTakeBack(
  database: DeskDatabase,
  { audit, prefix }: { readonly audit: AuditLog; readonly prefix: 'B' | 'P' },
): (taking: TakingBack) => TakingBackAnswer {
  const settlements = prepareSettlements(database, audit);
  const standing = database.statement<[number], { state: StateKind; decidedBy: string | null }>(
    'SELECT state, decided_by AS decidedBy FROM payouts WHERE payout_id = ?',
  );
  const successor = database.statement<[number], { batch: number; rowNumber: number }>(
    'SELECT batch_id AS batch, row_number AS rowNumber FROM payouts WHERE retry_of = ?',
  );
  const decided = database.statement<[number], { reason: UnknownReason | null; bankReference: string | null }>(
    `SELECT detail ->> '$.decision.reason' AS reason, detail ->> '$.decision.bankReference' AS bankReference
     FROM audit WHERE payout_id = ? AND detail ->> 'by' = 'decided' ORDER BY sequence DESC LIMIT 1`,
  );
  // Removes the bank's number that the person typed, unless the gateway itself gave it too.
  const forget = database.statement(
    `UPDATE payouts SET rrn = CASE WHEN rrn <> @text THEN rrn END, utr = CASE WHEN utr <> @text THEN utr END
     WHERE payout_id = @payout AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.payout_id = @payout
       AND a.detail ->> 'by' <> 'decided' AND (a.detail ->> 'rrn' = @text OR a.detail ->> 'utr' = @text))`,
  );
  return audit.transaction(({ payoutId, note, nowMs: atMs, backoff }: TakingBack): TakingBackAnswer => {
    const now = standing.get(payoutId);
    invariant(now !== undefined, 'a decision is taken back about a payout that is not in the store');
    if (now.decidedBy === null || now.state === 'cancelled') return { kind: 'notDecided' };
    const again = successor.get(payoutId);
    if (again !== undefined) {
      return { kind: 'retried', batch: formatBatchId(prefix, again.batch), rowNumber: again.rowNumber };
    }
    const { reason, bankReference } = decided.get(payoutId) ?? { reason: null, bankReference: null };
    if (bankReference !== null) forget.run({ payout: payoutId, text: bankReference });
    const takenBack = { message: null, ids: NO_IDS, decision: { decided: 'takenBack', note } };
    // Decisions made by older desks have no stored reason.
    settlements.command(
      payoutId,
      { kind: 'takenBack', reason: reason ?? 'crashed' },
      { atMs, backoff, decided: takenBack },
    );
    return { kind: 'takenBack' };
  });
}

function idsOf(verdict: Verdict): GatewayIds {
  if (verdict.kind === 'notPaid') return NO_IDS;
  const { bankReference } = verdict;
  return RRN_SHAPE.test(bankReference) ? { ...NO_IDS, rrn: bankReference } : { ...NO_IDS, utr: bankReference };
}
