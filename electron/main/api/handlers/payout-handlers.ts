// Payouts: the grid of a batch, the history, the drawer. In: checked parameters. Out: replies.
// This file must never change a payout.

import type { PayoutLine } from '../../../../shared/api/payout-commands.ts';
import { parseBatchId } from '../../../../shared/ids.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import type { ListedPayout, PayoutPage } from '../../../../shared/payout-pages.ts';
import type { Rooms } from '../ports.ts';
import {
  done,
  type HandlerContext,
  type Handlers,
  isRefusal,
  lookUpBatch,
  refuse,
  splitPayoutName,
} from './context.ts';

type Names = 'readPayouts' | 'searchPayouts' | 'readPayout';

export function payoutHandlers(context: HandlerContext): Handlers<Names> {
  const { rooms, stores } = context;
  return {
    readPayouts: async ({ batch: id, states, search, sort, window }) => {
      const found = lookUpBatch(context, id);
      if (isRefusal(found)) return refuse(found);
      return done(await pageOf(rooms, found.store.payouts.page(found.batch.batch, { states, search, sort, window })));
    },
    searchPayouts: async ({ book, ...query }) => done(await pageOf(rooms, stores[book].payouts.search(query))),
    readPayout: async ({ payout }) => {
      const { batch: name, rowNumber } = splitPayoutName(payout);
      const id = parseBatchId(name);
      const found = id === null ? noSuchPayout(payout) : lookUpBatch(context, id);
      if (isRefusal(found)) return refuse(found);
      const story = found.store.payouts.story(found.batch.batch, rowNumber);
      if (story === null) return refuse(noSuchPayout(payout));
      const { payout: listed, source, attempts, answers, ...facts } = story;
      const { logNumber, tranRefNo } = listed.ids;
      const headers = found.batch.headers;
      return done({
        ...facts,
        line: await lineOf(rooms, listed),
        logNumber,
        tranRefNo,
        source: source.map((text, at) => ({ header: headers[at] ?? '', text })),
        attempts: [...attempts],
        answers: [...answers],
      });
    },
  };
}

async function pageOf(
  rooms: Rooms,
  { total, totalPaise, rows }: PayoutPage,
): Promise<{ total: number; sum: { count: number; paise: number }; rows: PayoutLine[] }> {
  const lines = await Promise.all(rows.map((row) => lineOf(rooms, row)));
  return { total, sum: { count: total, paise: totalPaise }, rows: lines };
}

async function lineOf(rooms: Rooms, payout: ListedPayout): Promise<PayoutLine> {
  const { beneficiary, ids, ...facts } = payout;
  const ifsc = beneficiary.method === 'IMPS' ? beneficiary.ifsc : null;
  return {
    ...facts,
    payout: `${payout.batch}-${payout.rowNumber}`,
    method: beneficiary.method,
    beneficiary: beneficiary.method === 'UPI' ? beneficiary.upiId : beneficiary.accountNumber,
    ifsc,
    bank: ifsc === null ? null : await rooms.bankOf(ifsc),
    transactionId: ids.transactionId,
    rrn: ids.rrn,
    utr: ids.utr,
  };
}

function noSuchPayout(name: string): Refusal {
  return {
    code: 'unknownPayout',
    message: `There is no payout ${name} in this desk.`,
    cure: 'Look for it in History.',
  };
}
