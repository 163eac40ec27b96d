// Batches that ended unpaid, and retries of them, as the desk makes them. Always write through the store here, so that the result
// is what a desk has on disk.

import { retryReference } from '../../electron/main/store/references.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise, type Paise } from '../../shared/money.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import type { CorrectedField } from '../../shared/retry-payout.ts';
import type { Payment } from '../../shared/rows.ts';
import type { SettlingOutcome } from '../../shared/states.ts';
import { confirm, NO_MARKS } from './confirm.ts';
import {
  answer,
  claimOne,
  confirmation,
  confirmBatch,
  MERCHANT,
  payment,
  rowOf,
  type TestDesk,
  turn,
} from './desk-file.ts';

/** The gateway's refusal of a first request. */
export function refuse(state: 'failed' | 'rejected'): SettlingOutcome {
  return { kind: 'refused', state, word: state, ids: NO_IDS, message: verbatim('Invalid account') };
}

/** A batch whose payouts got these outcomes, in file order. */
export function endUnpaid(desk: TestDesk, paid: readonly Payment[], outcomes: readonly SettlingOutcome[]): number {
  const batch = confirmBatch(desk, paid);
  for (const outcome of outcomes) turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), outcome)] });
  return batch;
}

export interface RetryOptions {
  readonly of: number;
  readonly payouts: readonly number[];
  readonly changed?: readonly CorrectedField[];
  readonly amountPaise?: Paise;
}

/** Confirms a retry of these payouts, each to somebody else, as corrections do. */
export function confirmRetry(desk: TestDesk, { of, payouts, changed = [], amountPaise }: RetryOptions): number {
  const rows = payouts.map((id) => {
    const { amount_paise: before, remark } = rowOf(desk.raw, id);
    const beneficiary = { method: 'UPI', upiId: `corrected${id}@bank` } as const;
    return payment({ beneficiary, amountPaise: amountPaise ?? asPaise(Number(before)), remark: String(remark) });
  });
  const references = payouts.map((id) => {
    const before = desk.store.retries.chain(id as PayoutId)[0];
    if (before === undefined) throw new Error('there is no such payout');
    return retryReference({ mid: MERCHANT.mid, retryOf: before.reference });
  });
  const links = payouts.map((id) => ({ retryOf: id as PayoutId, changed }));
  const marks = { ...NO_MARKS, retry: { batch: of, payouts: links } };
  return confirm(desk.store, confirmation(desk, rows, { references, marks }));
}
