// The rows of a confirmation as the disk will hold them, made before the transaction that stores them. In: a confirmation, and
// the numbers that its batch and its first payout will have. Out: values, pieces of source cells, and the hash of it all.
// This file must never touch the database: whether the numbers came true is for the transaction to say.

import type { Confirmation, ReadyRows } from '../../../shared/batches.ts';
import { CONFIRM_ROWS_PER_TURN, PAYOUT_ROWS_PER_STATEMENT, SOURCE_ROWS_PER_CHUNK } from '../../../shared/limits.ts';
import type { Steps } from '../../../shared/steps.ts';
import { contentHead, type ContentFacts, type ContentRow, contentSteps } from './batch-content.ts';
import { encodeBeneficiary } from './beneficiary-columns.ts';
import { SOURCES_PER_TURN } from './payout-sources.ts';

/** Where a batch's payouts are put: its number, and the number of its first payout. */
export interface BatchNumbers {
  readonly batch: number;
  readonly firstPayout: number;
}

/** Makes the rows ready. */
export function* makeReady(confirmation: Confirmation, numbers: BatchNumbers): Steps<ReadyRows> {
  const { rows, references } = confirmation;
  const values: (string | number | null)[][] = [];
  const sources: string[] = [];
  const content: ContentRow[] = [];
  for (const [index, { rowNumber, payment }] of rows.entries()) {
    const { beneficiary, amountPaise, remark, name } = payment;
    const { upi_id: upiId, account_number: account, ifsc } = encodeBeneficiary(beneficiary);
    const [payoutId, reference] = [numbers.firstPayout + index, references[index] ?? ''];
    const from = payment.reference === null ? 'desk' : 'sheet';
    if (index % PAYOUT_ROWS_PER_STATEMENT === 0) values.push([]);
    values.at(-1)?.push(payoutId, rowNumber, upiId, account, ifsc, amountPaise, remark, name, reference, from);
    content.push([payoutId, rowNumber, upiId, account, ifsc, amountPaise, remark, reference, from]);
    if (content.length % CONFIRM_ROWS_PER_TURN === 0) yield;
  }
  for (let at = 0; at < rows.length; at += SOURCE_ROWS_PER_CHUNK) {
    sources.push(JSON.stringify(rows.slice(at, at + SOURCE_ROWS_PER_CHUNK).map(({ source }) => source)));
    if (sources.length % SOURCES_PER_TURN === 0) yield;
  }
  const facts = factsOf(confirmation, numbers);
  const hash = yield* contentSteps(facts, content);
  return { rows, references, head: contentHead(facts), values, sources, content: hash };
}

/** Whether these rows were made of this very confirmation, under the numbers that it has. */
export function isReadyFor(ready: ReadyRows, confirmation: Confirmation, numbers: BatchNumbers): boolean {
  const { rows, references } = confirmation;
  const isOfTheSame = ready.rows === rows && ready.references === references;
  return isOfTheSame && ready.head === contentHead(factsOf(confirmation, numbers));
}

function factsOf(confirmation: Confirmation, numbers: BatchNumbers): ContentFacts {
  return { ...confirmation, ...numbers, count: confirmation.rows.length };
}
