// The ledger's turns alone, with a gateway that answers everything at once.

import type { Claimed, News } from '../../electron/main/domain/ledger.ts';
import { POLL_FIRST_DEFAULT_MS, POLL_MAX_DEFAULT_MS } from '../../electron/main/domain/poll-schedule.ts';
import type { StoreWriter } from '../../electron/main/store/store.ts';
import { NO_IDS } from '../../shared/outcomes.ts';

/** Payouts claimed and settled in one turn, as in a run with 64 in flight. */
const TURN_PAYOUTS = 40;

const nothing: ReadonlySet<never> = new Set();

/** When a benchmark looks payouts up again. */
export const BACKOFF = { firstMs: POLL_FIRST_DEFAULT_MS, maxMs: POLL_MAX_DEFAULT_MS };

interface Settling {
  readonly batch: number;
  readonly turnPayouts: number;
  readonly nowMs: () => number;
  readonly answer: (claimed: Claimed) => News;
}

/** Claims and settles all payouts of a batch, turn by turn. Returns how many there were. */
export function settleAll(store: StoreWriter, { batch, turnPayouts, nowMs, answer }: Settling): number {
  let news: News[] = [];
  let settled = 0;
  do {
    const claim = {
      batch,
      count: turnPayouts,
      busy: nothing,
      cleared: nothing,
      lookUpAll: false,
      earlierStands: () => true,
      budgetPaise: null,
    };
    const turn = store.ledger.turn({ nowMs: nowMs(), backoff: BACKOFF, news, claim });
    if (turn.kind !== 'committed') throw new Error(turn.kind);
    news = turn.result.claimed.map(answer);
    settled += news.length;
  } while (news.length > 0);
  return settled;
}

/** Claims and settles a whole batch. Throws unless every payout was paid. */
export function payAtOnce(
  store: StoreWriter,
  { batch, count }: { readonly batch: number; readonly count: number },
): void {
  const paid = settleAll(store, { batch, turnPayouts: TURN_PAYOUTS, nowMs: Date.now, answer: answerAtOnce });
  if (paid !== count) throw new Error('not every payout was paid');
}

/** The practice gateway's answer for a payee who is paid at once. */
function answerAtOnce({ payoutId, attemptId, order }: Claimed): News {
  const ids = {
    ...NO_IDS,
    transactionId: `PG123456${order.reference}`,
    rrn: `12${payoutId}`,
    logNumber: `${payoutId}`,
  };
  const answer = { status: true, txn_status: 'success', udf1: order.reference, ...ids };
  return {
    kind: 'answer',
    payoutId,
    attemptId,
    outcome: { kind: 'accepted', state: 'success', word: 'success', ids, message: null },
    evidence: { httpStatus: 200, text: JSON.stringify(answer) },
    atMs: Date.now(),
  };
}
