// What a person confirmed, as one hash: where the money goes, how much, and under which reference. In: a batch's facts and
// its rows, from the confirmation or read back from the disk. Out: the same SHA-256 for the same content.
// This file must never leave out a value that a request is made of.

import { createHash } from 'node:crypto';
import type { Sha256 } from '../../../shared/ids.ts';
import type { Steps } from '../../../shared/steps.ts';

/** Shape: what a batch sends to whom, as it lies in its columns. */
export interface ContentFacts {
  readonly batch: number;
  readonly merchantId: number;
  readonly baseUrl: string;
  readonly mid: number;
  readonly environment: string;
  readonly fingerprint: string;
  readonly runNumber: number;
  readonly firstPayout: number;
  readonly count: number;
  readonly totalPaise: number;
}

/** Shape: the columns of one payout that never change, in this order. */
export type ContentRow = readonly [
  payoutId: number,
  rowNumber: number,
  upiId: string | null,
  accountNumber: string | null,
  ifsc: string | null,
  amountPaise: number,
  remark: string,
  reference: string,
  referenceFrom: string,
];

/**
 * Rows handed to the hash at once. A batch whose last rows fill such a piece is hashed with one more line end, so this number
 * is part of what is stored, and stays.
 */
const ROWS_AT_ONCE = 1_024;

/** The hash of a batch's content, in steps. */
export function* contentSteps(facts: ContentFacts, rows: Iterable<ContentRow>): Steps<Sha256> {
  const digest = createHash('sha256').update(`${contentHead(facts)}\n`);
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(row.join('\0'));
    if (lines.length === ROWS_AT_ONCE) {
      digest.update(`${lines.join('\n')}\n`);
      lines = [];
      yield;
    }
  }
  return digest.update(lines.join('\n')).digest('hex') as Sha256;
}

/** The first line that is hashed: the facts themselves. */
export function contentHead(facts: ContentFacts): string {
  const { batch, merchantId, baseUrl, mid, environment, fingerprint, runNumber, firstPayout, count } = facts;
  const head = [batch, merchantId, baseUrl, mid, environment, fingerprint, runNumber, firstPayout, count];
  return JSON.stringify([...head, facts.totalPaise]);
}
