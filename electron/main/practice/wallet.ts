// POST /api/wallet/: the balance. In: the merchant id. Out: rupees as an exact JSON number.
// Source: gateway specification, Wallet request and response, Endpoints rule 4. This file must never round.

import * as z from 'zod';
import { asPaise, shortestDecimal } from '../../../shared/money.ts';
import { type Answer, answerText } from './answers.ts';
import type { Call, PracticeBooks } from './books.ts';
import { MID, readRequest } from './request-fields.ts';

const WALLET_REQUEST = z.object({ mid: MID });

/** Reads the wallet. */
export function readWallet(call: Call, books: PracticeBooks): Answer {
  const reading = readRequest(call.body, WALLET_REQUEST, { mid: books.merchant.mid, midType: 'integer' });
  if (reading.kind === 'refused') return reading.answer;
  const wallet = shortestDecimal(asPaise(books.payouts.readWalletPaise()));
  return answerText(
    200,
    `{"status":true,"message":"Wallet balance fetched successfully","wallet":${wallet},"code":200}`,
  );
}
