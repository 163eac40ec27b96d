// The documented test payees, one for each ending, as card processors publish test cards. Everyone else is paid: three in four
// at once, the others after a moment.

import { crc32 } from 'node:zlib';
import type { Beneficiary } from '../../../shared/rows.ts';
import type { PracticeEnding } from './payout-ledger.ts';

/** Practice: one ordinary payee in four is paid after a moment instead of at once, so that a run shows both. */
const PRACTICE_DELAYED_ONE_IN = 4;

/**
 * One row of the published table. For UPI the word before `@practice` decides, and `failed.asha@practice` is another person
 * with the same ending; for IMPS the IFSC decides, with any account number. Case is ignored.
 */
export interface TestBeneficiary {
  readonly ending: PracticeEnding;
  readonly upiId: string;
  readonly accountNumber: string;
  readonly ifsc: string;
  readonly shows: string;
}

const TABLE: readonly (readonly [ending: PracticeEnding, upiWord: string, shows: string])[] = [
  ['success', 'success', 'paid at once'],
  ['pendingThenSuccess', 'pending', 'accepted, pending after a second, paid after two'],
  ['failed', 'failed', 'accepted, then failed after two seconds; the money comes back'],
  ['rejected', 'rejected', 'refused at once; no money moves'],
  ['reversed', 'reversed', 'accepted, then reversed after two seconds; the money comes back'],
  ['reversedLate', 'latereversal', 'paid at once, reversed after eight seconds; the money comes back'],
  ['stuck', 'stuck', 'accepted, then pending for ever'],
  ['unlistedWord', 'oddword', 'a status word outside the documented six for two seconds, then paid'],
  ['replyLost', 'replylost', 'paid, but the connection is cut instead of an answer'],
  ['serverError', 'servererror', 'paid, but the answer is HTTP 500'],
  ['tooManyRequests', 'toomany', 'HTTP 429 with Retry-After, every time; no money moves'],
  ['slow', 'slow', 'paid at once, but the answer takes five seconds'],
];

export const TEST_BENEFICIARIES: readonly TestBeneficiary[] = TABLE.map(([ending, upiWord, shows], index) => {
  const number = String(index + 1);
  const accountNumber = `501${number.padStart(11, '0')}`;
  return { ending, upiId: `${upiWord}@practice`, accountNumber, ifsc: `DESK${number.padStart(7, '0')}`, shows };
});

/** Test customers of collection orders, by mobile number. Everyone else's order is paid after ten seconds. */
export const TEST_CUSTOMERS = { neverPays: '9000000000', paymentFails: '9000000001' } as const;

const BY_WORD = new Map(TEST_BENEFICIARIES.map(({ upiId, ending }) => [upiId.slice(0, upiId.indexOf('@')), ending]));
const BY_IFSC = new Map(TEST_BENEFICIARIES.map(({ ifsc, ending }) => [ifsc, ending]));
const TEST_UPI = /^([a-z]+)(?:\.[^@]*)?@practice$/;
const UPI_SHAPE = /^[^@\s]+@[^@\s]+$/;
const IFSC_SHAPE = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/** How a payout to this payee goes. Details that no bank could use are rejected. */
export function endingFor(beneficiary: Beneficiary): PracticeEnding {
  if (beneficiary.method === 'UPI') {
    const upiId = beneficiary.upiId.toLowerCase();
    if (!UPI_SHAPE.test(upiId)) return 'rejected';
    return BY_WORD.get(TEST_UPI.exec(upiId)?.[1] ?? '') ?? ordinaryEnding(upiId);
  }
  const ifsc = beneficiary.ifsc.toUpperCase();
  if (!IFSC_SHAPE.test(ifsc)) return 'rejected';
  return BY_IFSC.get(ifsc) ?? ordinaryEnding(`${ifsc}:${beneficiary.accountNumber}`);
}

/** The same person always goes the same way, so that a run can be repeated. */
function ordinaryEnding(person: string): PracticeEnding {
  return crc32(person) % PRACTICE_DELAYED_ONE_IN === 0 ? 'pendingThenSuccess' : 'success';
}
