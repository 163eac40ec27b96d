// The documented test payees, one for each ending, as card processors publish test cards. In: a payee. Out: its ending.
// Everyone else is paid: at once, or after a moment for one in four. This file must never be asked about real money.

import { crc32 } from 'node:zlib';
import type { Beneficiary } from '../../../shared/rows.ts';
import { PRACTICE_DELAYED_ONE_IN } from '../../../shared/limits.ts';
import type { PracticeEnding } from './endings.ts';

/**
 * One row of the published table.
 * Shape: for UPI the word before `@practice` decides, and `failed.asha@practice` is another person with the same ending;
 * for IMPS the IFSC decides, with any account number. Letter case makes no difference.
 */
export interface TestBeneficiary {
  readonly ending: PracticeEnding;
  readonly upiId: string;
  readonly accountNumber: string;
  readonly ifsc: string;
  readonly shows: string;
}

export const TEST_BENEFICIARIES: readonly TestBeneficiary[] = [
  {
    ending: 'success',
    upiId: 'success@practice',
    accountNumber: '50100000000001',
    ifsc: 'DESK0000001',
    shows: 'paid at once',
  },
  {
    ending: 'pendingThenSuccess',
    upiId: 'pending@practice',
    accountNumber: '50100000000002',
    ifsc: 'DESK0000002',
    shows: 'accepted, pending after a second, paid after two',
  },
  {
    ending: 'failed',
    upiId: 'failed@practice',
    accountNumber: '50100000000003',
    ifsc: 'DESK0000003',
    shows: 'accepted, then failed after two seconds; the money comes back',
  },
  {
    ending: 'rejected',
    upiId: 'rejected@practice',
    accountNumber: '50100000000004',
    ifsc: 'DESK0000004',
    shows: 'refused at once; no money moves',
  },
  {
    ending: 'reversed',
    upiId: 'reversed@practice',
    accountNumber: '50100000000005',
    ifsc: 'DESK0000005',
    shows: 'accepted, then reversed after two seconds; the money comes back',
  },
  {
    ending: 'reversedLate',
    upiId: 'latereversal@practice',
    accountNumber: '50100000000006',
    ifsc: 'DESK0000006',
    shows: 'paid at once, reversed after eight seconds; the money comes back',
  },
  {
    ending: 'stuck',
    upiId: 'stuck@practice',
    accountNumber: '50100000000007',
    ifsc: 'DESK0000007',
    shows: 'accepted, then pending for ever',
  },
  {
    ending: 'unlistedWord',
    upiId: 'oddword@practice',
    accountNumber: '50100000000008',
    ifsc: 'DESK0000008',
    shows: 'a status word outside the documented six for two seconds, then paid',
  },
  {
    ending: 'replyLost',
    upiId: 'replylost@practice',
    accountNumber: '50100000000009',
    ifsc: 'DESK0000009',
    shows: 'paid, but the connection is cut instead of an answer',
  },
  {
    ending: 'serverError',
    upiId: 'servererror@practice',
    accountNumber: '50100000000010',
    ifsc: 'DESK0000010',
    shows: 'paid, but the answer is HTTP 500',
  },
  {
    ending: 'tooManyRequests',
    upiId: 'toomany@practice',
    accountNumber: '50100000000011',
    ifsc: 'DESK0000011',
    shows: 'HTTP 429 with Retry-After, every time; no money moves',
  },
  {
    ending: 'slow',
    upiId: 'slow@practice',
    accountNumber: '50100000000012',
    ifsc: 'DESK0000012',
    shows: 'paid at once, but the answer takes five seconds',
  },
];

/** Test customers of collection orders, by mobile number: everyone else's order is paid after ten seconds. */
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
