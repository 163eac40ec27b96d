// POST /api/payoutStatus/: says how a payout stands now. In: a transactionId, or a udf1 in its place. Out: its status.
// Source: gateway specification, Payout status request and response, Endpoints rule 5. This file must never answer two
// unknown keys differently.

import * as z from 'zod';
import { type Answer, answerFailure, answerJson, answerText } from './answers.ts';
import type { Call, PracticeBooks } from './books.ts';
import { refusalOf, wasPaidBy, wordAt } from './endings.ts';
import { payoutIdentifiers, payoutSerial } from './identifiers.ts';
import type { StoredPayout } from './payout-ledger.ts';
import { MID, readRequest } from './request-fields.ts';

const STATUS_REQUEST = z.object({ mid: MID, transactionId: z.string().optional(), udf1: z.string().optional() });

const MESSAGES: Readonly<Record<string, string>> = {
  accept: 'Transaction accepted',
  pending: 'Transaction is being processed',
  success: 'Transaction successful',
  failed: 'Transaction failed at the beneficiary bank',
  reversed: 'Transaction reversed by the beneficiary bank',
};

/** Reads a payout's status. With both keys given, transactionId decides. */
export function readPayoutStatus(call: Call, books: PracticeBooks): Answer {
  const reading = readRequest(call.body, STATUS_REQUEST, { mid: books.merchant.mid, midType: 'string' });
  if (reading.kind === 'refused') return reading.answer;
  const { transactionId = '', udf1 = '' } = reading.fields;
  if (transactionId === '' && udf1 === '') {
    return answerFailure(400, 'Missing or invalid parameter: transactionId or udf1');
  }
  const payout = transactionId === '' ? books.payouts.findByUdf1(udf1) : findByTransactionId(transactionId, books);
  if (payout !== null) return describeStatus(payout, books);
  // The specification does not show this case. HTTP 200, because the look-up itself was carried out.
  return answerJson(200, { status: false, message: 'Transaction not found', error_code: 400 });
}

function findByTransactionId(transactionId: string, books: PracticeBooks): StoredPayout | null {
  const serial = payoutSerial({ series: books.merchant.series, transactionId });
  return serial === null ? null : books.payouts.findBySerial(serial);
}

/** `status` tells that the look-up worked; how the payout went is `txn_status`. The UTR is a number, as in the sample. */
function describeStatus({ ending, serial, createdAtMs }: StoredPayout, { merchant, clock }: PracticeBooks): Answer {
  const ageMs = clock.now() - createdAtMs;
  const word = wordAt(ending, ageMs);
  const message = refusalOf(ending) ?? MESSAGES[word] ?? 'Transaction is under review';
  const utr = wasPaidBy(ending, ageMs) ? payoutIdentifiers({ series: merchant.series, serial }).utr : '""';
  const words = `"txn_status":${JSON.stringify(word)},"message":${JSON.stringify(message)}`;
  return answerText(200, `{"status":true,${words},"UTR":${utr},"error_code":200}`);
}
