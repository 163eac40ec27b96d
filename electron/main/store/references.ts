// The batch's fingerprint and the references made from it: the same file on a second computer, or after a restore, makes
// the same ones, and that is how a repeat is noticed. A payout has one successor whatever is corrected about it, so the
// corrections are left out of a retry's reference: two computers that retry the same payout make the same one. Nothing is
// compared as a language does: a fingerprint would differ between two computers.

import { createHash, hash } from 'node:crypto';
import type { Mid, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Beneficiary, CheckedRow, Payment } from '../../../shared/rows.ts';

/** 25 hex digits are 100 bits, which fit into 20 characters of A-Z and 0-9, as every reference of ours has them. */
const REFERENCE_HEX_DIGITS = 25;
const REFERENCE_CHARACTERS = 20;

/** A reference of ours, made of this text alone. Shape: 20 characters of A-Z and 0-9. */
function hashedReference(content: string): Reference {
  const digest = hash('sha256', content, 'hex');
  const text = BigInt(`0x${digest.slice(0, REFERENCE_HEX_DIGITS)}`)
    .toString(36)
    .toUpperCase();
  return text.padStart(REFERENCE_CHARACTERS, '0') as Reference;
}

/** Rows handed to the hash at once: one by one they take twice as long, all together as much memory as the file. */
const ROWS_AT_ONCE = 1_024;

/** SHA-256 over the rows' content, their order and names aside. */
export function batchFingerprint(payments: readonly Payment[]): Sha256 {
  const rows = payments.map(paymentText).sort();
  const digest = createHash('sha256');
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    digest.update(`${rows.slice(at, at + ROWS_AT_ONCE).join('\n')}\n`);
  }
  return digest.digest('hex') as Sha256;
}

/** That of a file's rows: what a ceiling alone blocks counts as well. */
export function rowsFingerprint(rows: readonly CheckedRow[]): Sha256 {
  return batchFingerprint(rows.flatMap((row) => (row.kind === 'payable' ? row.payment : (row.aboveCeiling ?? []))));
}

/** Joined, not written as a template: the parts of a template would be kept until it is compared. */
function paymentText({ beneficiary, amountPaise, remark, reference }: Payment): string {
  return [payeeText(beneficiary), amountPaise, remark, reference ?? ''].join('\0');
}

/** Makes the references of one batch, row by row in file order. Shape: 20 characters of A-Z and 0-9. */
export function referenceMaker(batch: {
  readonly mid: Mid;
  readonly fingerprint: Sha256;
  readonly runNumber: number;
}): (payment: Payment) => Reference {
  const { mid, fingerprint, runNumber } = batch;
  // By the reference of the first of them, which is kept anyway: a text for each row would take more memory than the row.
  const occurrences = new Map<Reference, number>();
  return ({ beneficiary, amountPaise }) => {
    const what = `${payeeText(beneficiary)}\u0000${amountPaise}`;
    const nameOf = (occurrence: number): Reference =>
      hashedReference(`${mid}\u0000${fingerprint}\u0000${what}\u0000${occurrence}\u0000${runNumber}`);
    const first = nameOf(1);
    const occurrence = (occurrences.get(first) ?? 0) + 1;
    occurrences.set(first, occurrence);
    return occurrence === 1 ? first : nameOf(occurrence);
  };
}

/**
 * Who is paid, as references spell it: with the branch and every zero. It is not personKey(), and never follows it, else a
 * file that was paid before would make references that the gateway has never seen.
 */
function payeeText(beneficiary: Beneficiary): string {
  return beneficiary.method === 'UPI'
    ? `upi:${beneficiary.upiId.toLowerCase()}`
    : `imps:${beneficiary.ifsc}:${beneficiary.accountNumber}`;
}

/** Makes the reference. Shape: 20 characters of A-Z and 0-9. */
export function retryReference({ mid, retryOf }: { readonly mid: Mid; readonly retryOf: Reference }): Reference {
  // References are compared without case, so two spellings of one have the same successor.
  return hashedReference(`retry\u0000${mid}\u0000${retryOf.toUpperCase()}`);
}
