// POST /api/payout/: executes a payout and answers as its payee's ending says. In: the request. Out: the payout response.
// Source: gateway specification, Payout request, Payout response, Endpoints rule 1. This file must never look at udf1 to
// tell whether a payout was seen before: the gateway has no idempotency.

import * as z from 'zod';
import { PRACTICE_RETRY_AFTER_SECONDS, PRACTICE_SLOW_ANSWER_MS } from '../../../shared/limits.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import { type Answer, answerFailure, answerFailureWith, answerJson } from './answers.ts';
import type { Call, PracticeBooks } from './books.ts';
import { refusalOf, replyManner, wordAt } from './endings.ts';
import { payoutIdentifiers } from './identifiers.ts';
import type { StoredPayout } from './payout-ledger.ts';
import { AMOUNT, MID, readRequest, TEXT } from './request-fields.ts';
import { endingFor } from './test-beneficiaries.ts';

const COMMON = { mid: MID, amount: AMOUNT, remark: TEXT, udf1: z.string().optional() };
const PAYOUT_REQUEST = z.discriminatedUnion('paymentMethod', [
  z.object({ paymentMethod: z.literal('UPI'), beneficiaryUPI: TEXT, ...COMMON }),
  z.object({
    paymentMethod: z.literal('IMPS'),
    beneficiaryBankACNumber: TEXT,
    beneficiaryBankIFSC: TEXT,
    ...COMMON,
  }),
]);
type PayoutRequest = z.output<typeof PAYOUT_REQUEST>;

/** Creates a payout. The answer comes after the commit, so what was answered survives the program. */
export async function createPayout(call: Call, books: PracticeBooks): Promise<Answer> {
  if (!call.contentType.toLowerCase().startsWith('application/json')) {
    return answerFailure(400, 'The Content-Type must be application/json');
  }
  const reading = readRequest(call.body, PAYOUT_REQUEST, { mid: books.merchant.mid, midType: 'integer' });
  if (reading.kind === 'refused') return reading.answer;
  const { amount, remark, udf1 } = reading.fields;
  const beneficiary = beneficiaryOf(reading.fields);
  const ending = endingFor(beneficiary);
  if (replyManner(ending) === 'tooMany') return answerTooMany();
  const payout = await books.payouts.enter({ beneficiary, amountPaise: amount, remark, udf1: udf1 ?? null, ending });
  return answerAs(payout, books);
}

function beneficiaryOf(request: PayoutRequest): Beneficiary {
  return request.paymentMethod === 'UPI'
    ? { method: 'UPI', upiId: request.beneficiaryUPI }
    : { method: 'IMPS', accountNumber: request.beneficiaryBankACNumber, ifsc: request.beneficiaryBankIFSC };
}

async function answerAs(payout: StoredPayout, books: PracticeBooks): Promise<Answer> {
  const manner = replyManner(payout.ending);
  if (manner === 'cut') return { kind: 'cut' };
  if (manner === 'serverError') return answerFailure(500, 'Internal Server Error');
  if (manner === 'slow') await books.clock.wait(PRACTICE_SLOW_ANSWER_MS);
  return describePayout(payout, books.merchant.series);
}

function describePayout({ ending, udf1, serial }: StoredPayout, series: string): Answer {
  const txn_status = wordAt(ending, 0);
  const refusal = refusalOf(ending);
  if (refusal !== null) return answerJson(400, { status: false, txn_status, message: refusal, error_code: 400 });
  const { logNumber: lognumber, tranRefNo: tranrefno, transactionId, rrn: RRN } = payoutIdentifiers({ series, serial });
  const echo = udf1 === null ? {} : { udf1 };
  return answerJson(200, { status: true, txn_status, ...echo, lognumber, tranrefno, transactionId, RRN });
}

/** A rate limit is not in the specification; a server in front of the gateway may have one all the same. */
function answerTooMany(): Answer {
  const headers = ['Retry-After', String(PRACTICE_RETRY_AFTER_SECONDS)];
  return answerFailureWith({ httpStatus: 429, message: 'Too many requests', headers });
}
