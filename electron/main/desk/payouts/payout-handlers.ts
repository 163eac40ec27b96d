// Payouts: the grid of a batch, the history, the drawer.

import type { PayoutLine } from '../../../../shared/api/payout-commands.ts';
import { CURES } from '../../../../shared/cures.ts';
import { formatPayoutName } from '../../../../shared/ids.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { StateKind } from '../../../../shared/states.ts';
import type { ListedPayout, PayoutPage } from '../../domain/payout-pages.ts';
import { bankOf } from '../../import/ifsc-list.ts';
import { stateInLock, statesInLock } from '../../session/locked-desk.ts';
import type { HeadedReader } from '../../store/store.ts';
import {
  done,
  type HandlerContext,
  type Handlers,
  isRefusal,
  lookUpBatch,
  refuse,
  splitPayoutName,
} from '../runtime/context.ts';

type PayoutCommand = 'readPayouts' | 'searchPayouts' | 'readPayout';

export function payoutHandlers(context: HandlerContext): Handlers<PayoutCommand> {
  const { stores } = context;
  return {
    readPayouts: async ({ batch: id, states, search, sort, window }) => {
      const found = lookUpBatch(context, id);
      if (isRefusal(found)) return refuse(found);
      const { store, batch } = found;
      const asked = statesIn(store, states);
      if (asked === null) return done(NOTHING);
      const page = store.payouts.page(batch.batch, { states: asked, search, sort, window });
      return done(await pageOf(store, page));
    },
    searchPayouts: async ({ book, states, ...query }) => {
      const asked = statesIn(stores[book], states);
      if (asked === null) return done(NOTHING);
      return done(await pageOf(stores[book], stores[book].payouts.search({ ...query, states: asked })));
    },
    readPayout: async ({ payout }) => {
      const { batch, rowNumber } = splitPayoutName(payout);
      const found = lookUpBatch(context, batch);
      if (isRefusal(found)) return refuse(found);
      const story = found.store.payouts.story(found.batch.batch, rowNumber);
      if (story === null) return refuse(noSuchPayout(payout));
      const { payout: listed, source, attempts, answers, ...facts } = story;
      const { logNumber, tranRefNo } = listed.ids;
      const headers = found.batch.headers;
      return done({
        ...facts,
        line: await lineOf(found.store, listed),
        logNumber,
        tranRefNo,
        source: source.map((text, at) => ({ header: headers[at] ?? '', text })),
        attempts: attempts.map(({ sentAtMs, ...attempt }) => ({ ...attempt, atMs: sentAtMs })),
        answers: [...answers],
      });
    },
  };
}

/** The states to ask the database for; null when the desk has none of these, being locked. */
function statesIn({ standing }: HeadedReader, states: readonly StateKind[]): readonly StateKind[] | null {
  return standing.kind === 'locked' ? statesInLock(states) : states;
}

interface LinesPage {
  readonly total: number;
  readonly sum: { count: number; paise: number };
  readonly rows: PayoutLine[];
}

const NOTHING: LinesPage = { total: 0, sum: { count: 0, paise: 0 }, rows: [] };

async function pageOf(store: HeadedReader, { total, totalPaise, rows }: PayoutPage): Promise<LinesPage> {
  const lines = await Promise.all(rows.map((row) => lineOf(store, row)));
  return { total, sum: { count: total, paise: totalPaise }, rows: lines };
}

async function lineOf({ standing }: HeadedReader, payout: ListedPayout): Promise<PayoutLine> {
  const { beneficiary, ids, ...facts } = payout;
  const ifsc = beneficiary.method === 'IMPS' ? beneficiary.ifsc : null;
  return {
    ...facts,
    state: standing.kind === 'locked' ? stateInLock(payout.state) : payout.state,
    payout: formatPayoutName(payout.batch, payout.rowNumber),
    method: beneficiary.method,
    beneficiary: beneficiary.method === 'UPI' ? beneficiary.upiId : beneficiary.accountNumber,
    ifsc,
    bank: ifsc === null ? null : await bankOf(ifsc),
    transactionId: ids.transactionId,
    rrn: ids.rrn,
    utr: ids.utr,
  };
}

function noSuchPayout(name: string): Refusal {
  return {
    code: 'unknownPayout',
    message: `There is no payout ${name} in this desk.`,
    cure: CURES.unknownPayout,
  };
}
