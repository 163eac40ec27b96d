// A person's decision about payouts in doubt, in one transaction: the rule is asked again there, so that a look-up that
// was quicker wins. In: a decision. Out: the payouts it moved, or why it moved none.
// This file must never decide without a note, nor move a payout that is not unknown.

import type Database from 'better-sqlite3';
import type { DecidedPayout, Decision, DecisionAnswer, Verdict } from '../../../shared/decisions.ts';
import { invariant } from '../../../shared/failures.ts';
import { formatBatchId } from '../../../shared/ids.ts';
import { type GatewayIds, NO_IDS } from '../../../shared/outcomes.ts';
import type { StateKind } from '../../../shared/states.ts';
import { meantByDecision, notPaidChoice, type UnknownPayout } from '../../../shared/unknown-desk.ts';
import type { AuditLog } from './audit-log.ts';
import { prepareSettlements } from './settlements.ts';
import { prepareUnknown } from './unknown-reading.ts';

/** The usual RRN has twelve digits; whatever else a bank's statement shows is kept as a UTR. */
const RRN_SHAPE = /^\d{12}$/;

interface StandingRow {
  readonly batch_id: number;
  readonly merchant_id: number;
  readonly state: StateKind;
}

interface UsedQuestion {
  readonly merchant: number;
  readonly payout: number;
  readonly text: string;
}

/** Prepares deciding. Errors: the returned function throws InvariantError for a payout that is not in the store. */
export function prepareDecide(
  database: Database.Database,
  { audit, actor, prefix }: { readonly audit: AuditLog; readonly actor: string; readonly prefix: 'B' | 'P' },
): (decision: Decision) => DecisionAnswer {
  const settlements = prepareSettlements(database, { audit, actor });
  const unknown = prepareUnknown(database, prefix);
  const standing = database.prepare<[number], StandingRow>(
    'SELECT batch_id, merchant_id, state FROM payouts WHERE payout_id = ?',
  );
  // One transfer of the bank pays one payout: the same number twice is a slip of the hand.
  const used = database.prepare<[UsedQuestion], { batch_id: number; row_number: number }>(
    `SELECT batch_id, row_number FROM payouts WHERE merchant_id = @merchant AND payout_id <> @payout
       AND (rrn = @text COLLATE NOCASE OR utr = @text COLLATE NOCASE)
     UNION ALL
     SELECT batch_id, row_number FROM decisions d JOIN payouts p USING (payout_id)
     WHERE p.merchant_id = @merchant AND p.payout_id <> @payout AND d.rrn = @text COLLATE NOCASE LIMIT 1`,
  );
  const insert = database.prepare(
    `INSERT INTO decisions (payout_id, decided, rrn, note, ticket, decided_by, decided_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );

  const decideOne = (payout: UnknownPayout, decision: Decision): DecidedPayout => {
    const { verdict, note, ticket, nowMs: atMs, pace, sameEvidence } = decision;
    const isPaid = verdict.kind === 'paid';
    const bankReference = isPaid ? verdict.bankReference : null;
    insert.run(payout.payoutId, verdict.kind, bankReference, note, ticket, actor, atMs);
    const { lookupCount, notKnownAnswers } = payout;
    const said = { decided: verdict.kind, bankReference, note, ticket, together: sameEvidence };
    const told = {
      message: isPaid ? `paid. ${note}` : `not paid. ${note}`,
      ids: idsOf(verdict),
      decision: { ...said, lookupCount, notKnownAnswers },
    };
    const event = { kind: 'decided', by: actor, paid: isPaid } as const;
    const change = settlements.command(payout.payoutId, event, { atMs, pace, told });
    const { rowNumber, reference, amountPaise } = payout;
    return { rowNumber, reference, amountPaise, state: change.to };
  };

  return audit.transaction((decision: Decision): DecisionAnswer => {
    const { payoutId, verdict, sameEvidence, ticket } = decision;
    const now = standing.get(payoutId);
    invariant(now !== undefined, 'a decision about a payout that is not in the store');
    if (now.state !== 'unknown') return { kind: 'notUnknown', state: now.state };
    // A batch may hold a hundred thousand payouts in doubt: they are read only where all of them may be meant.
    const asked = { batch: now.batch_id, withSending: false, ...(sameEvidence === null ? { only: payoutId } : {}) };
    const meant = meantByDecision(unknown.list(asked), decision);
    invariant(meant !== null, 'a payout in doubt is not on the unknown desk');
    const { isOpen, payouts: decided } = meant;
    if (sameEvidence !== null && sameEvidence !== decided.length) return { kind: 'otherCount', count: decided.length };
    if (verdict.kind === 'paid') {
      invariant(decided.length === 1, 'one transfer of the bank pays one payout');
      const other = used.get({ merchant: now.merchant_id, payout: payoutId, text: verdict.bankReference });
      if (other !== undefined) {
        const batch = formatBatchId(prefix, other.batch_id);
        return { kind: 'bankReferenceUsed', batch, rowNumber: other.row_number };
      }
    } else if (!isOpen && ticket === null) {
      const [first] = decided;
      invariant(first !== undefined, 'a group holds no payout');
      return { kind: 'notOpen', choice: notPaidChoice(first, decision) };
    }
    const payouts = decided.map((payout) => decideOne(payout, decision));
    return { kind: 'decided', by: actor, payouts };
  });
}

function idsOf(verdict: Verdict): GatewayIds {
  if (verdict.kind === 'notPaid') return NO_IDS;
  const { bankReference } = verdict;
  return RRN_SHAPE.test(bankReference) ? { ...NO_IDS, rrn: bankReference } : { ...NO_IDS, utr: bankReference };
}
