// The gateway's words as a person reads them: invisible characters, and those that reverse a line, are marked.

import { describe, expect, it } from 'vitest';
import {
  lookupAnswer,
  orderStatusAnswer,
  payoutOutcome,
  visibleText,
  walletAnswer,
} from '../../electron/main/gateway/answers.ts';
import type { Reference } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { received } from './received-answers.ts';

const REFERENCE = 'REF00000000000000001' as Reference;
const HOSTILE = 'paid\u202E000,1\u0007 \u001B[2Jgone\u200Bby\nnoon';
const SHOWN = 'paid\uFFFD000,1\uFFFD \uFFFD[2Jgone\uFFFDby noon';

describe('words of the gateway', () => {
  it.each([
    ['\u2066a\u2069', '\uFFFDa\uFFFD'],
    ['a\tb\r\nc\u2028d', 'a b c d'],
    ['\u{E0041}\uFEFF\u00AD\uD800', '\uFFFD\uFFFD\uFFFD\uFFFD'],
    ['आशा क्‍ष ₹500 😀', 'आशा क्‍ष ₹500 😀'],
  ])('show %j as %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('are marked in every answer, and kept as they came in its evidence', () => {
    const refusal = received(200, { status: false, error_code: 400, message: HOSTILE });
    expect(payoutOutcome(refusal, { reference: REFERENCE, firstRequest: true })).toMatchObject({
      message: verbatim(SHOWN),
    });
    expect(walletAnswer(refusal)).toMatchObject({ message: verbatim(SHOWN) });
    expect(JSON.parse(refusal.evidence.text ?? '')).toMatchObject({ message: HOSTILE });
    const strange = { status: true, txn_status: HOSTILE, UTR: HOSTILE, message: HOSTILE };
    expect(lookupAnswer(received(200, strange), { by: 'reference', reference: REFERENCE })).toMatchObject({
      meaning: { word: SHOWN, utr: SHOWN, message: SHOWN },
    });
    const order = { status: true, data: { TxnStatus: 'SUCCESS', PayerName: HOSTILE, ud1: HOSTILE } };
    expect(orderStatusAnswer(received(200, order))).toMatchObject({
      order: { payerName: SHOWN, userDefined: [SHOWN, null, null, null, null] },
    });
  });

  it('never become a word that decides by what is not seen in them', () => {
    const almost = received(200, { status: true, txn_status: 'succ\u200Bess' });
    expect(payoutOutcome(almost, { reference: REFERENCE, firstRequest: true })).toMatchObject({
      state: 'processing',
      word: 'succ\uFFFDess',
    });
  });
});
