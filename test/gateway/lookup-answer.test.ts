// What the answer to a payout status request means, and which answers mean the same.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookupAnswer } from '../../electron/main/gateway/answers.ts';
import type { SentResult } from '../../electron/main/gateway/transport.ts';
import type { LookupAnswer, LookupKey } from '../../shared/outcomes.ts';
import { received, TOKEN } from './received-answers.ts';

const byReference: LookupKey = { by: 'reference', reference: 'REF1' };
const TRANSACTION_ID = '12345678901234567890';
const knownById: LookupKey = { by: 'transactionId', transactionId: TRANSACTION_ID, reference: 'REF1' };
const knownByReference: LookupKey = { by: 'reference', reference: 'REF1', transactionId: TRANSACTION_ID };
const byTransaction: LookupKey = { by: 'transactionId', transactionId: '12345678901234567890' };

/** The answer in a word or two: `state success`, `mismatch`, `unauthorized`. */
function word(answer: LookupAnswer): string {
  if (answer.kind !== 'answered') return answer.kind;
  return answer.meaning.kind === 'state' ? `state ${answer.meaning.state}` : answer.meaning.kind;
}

/** The word of an answer that is not believed. */
function doubtedWord(httpStatus: number, body: object): string | null {
  const answer = lookupAnswer(received(httpStatus, body), byReference);
  return answer.kind === 'answered' && answer.meaning.kind === 'unclear' ? (answer.meaning.word ?? null) : null;
}

function fingerprint(httpStatus: number, body: string | object, events?: Partial<SentResult>): string | null {
  const answer = lookupAnswer(received(httpStatus, body, events), byReference);
  return answer.kind === 'answered' ? answer.fingerprint : answer.kind;
}

describe('lookupAnswer', () => {
  it.each([
    [200, { status: false, txn_status: 'success' }, 'success'],
    [200, { status: false, txn_status: 'Pending' }, 'Pending'],
    [400, { status: true, txn_status: 'success' }, 'success'],
    [400, { status: false, txn_status: 'failed' }, null],
    [500, { status: true, txn_status: 'success' }, null],
    [429, { status: false, txn_status: 'pending' }, null],
    [200, { status: false, message: 'No record' }, null],
  ])('keeps of HTTP %i and %j, which is not believed, the word %s', (httpStatus, body, doubted) => {
    expect(doubtedWord(httpStatus, body)).toBe(doubted);
  });

  it.each([
    [200, { status: true, txn_status: 'success' }, 'state success'],
    [200, { status: true, txn_status: 'SUCCESS' }, 'state success'],
    [200, { status: true, txn_status: 'failed' }, 'state failed'],
    [200, { status: true, txn_status: 'Rejected' }, 'state rejected'],
    [200, { status: true, txn_status: 'reversed' }, 'state reversed'],
    [200, { status: true, txn_status: 'accept' }, 'state processing'],
    [200, { status: true, txn_status: 'pending' }, 'state processing'],
    [200, { status: true, txn_status: 'in clearing' }, 'state processing'],
    [200, { status: true, txn_status: 'success ' }, 'state processing'],
    [200, { status: false, txn_status: 'failed' }, 'state failed'],
    [200, { status: false, txn_status: 'REJECTED', error_code: 400 }, 'state rejected'],
    [200, { status: false, txn_status: 'success' }, 'unclear'],
    [200, { status: false, txn_status: 'reversed' }, 'state reversed'],
    [200, { status: false, txn_status: 'pending' }, 'unclear'],
    [200, { status: 'true', txn_status: 'success' }, 'unclear'],
    [200, { status: true }, 'unclear'],
    [200, { status: true, txn_status: '' }, 'unclear'],
    [200, { status: true, txn_status: 4 }, 'unclear'],
    [200, { status: false, message: 'No record' }, 'unclear'],
    [200, { status: true, data: [{ txn_status: 'success' }, { txn_status: 'failed' }] }, 'unclear'],
    [200, '[{"status":true,"txn_status":"success"},{"status":true,"txn_status":"failed"}]', 'unclear'],
    [200, '{"status":true,"txn_status":"success","txn_status":"failed"}', 'unclear'],
    [200, 'null', 'unclear'],
    [200, '<html>', 'unclear'],
    [200, '', 'unclear'],
    [201, { status: true, txn_status: 'success' }, 'unclear'],
    [302, { status: true, txn_status: 'success' }, 'unclear'],
    [400, { status: true, txn_status: 'success' }, 'unclear'],
    [400, { status: false, txn_status: 'failed' }, 'unclear'],
    [404, { status: false, txn_status: 'failed' }, 'unclear'],
    [429, '', 'unclear'],
    [500, { status: true, txn_status: 'success' }, 'unclear'],
    [400, { status: false, message: 'Invalid mid', input: { mid: '1' }, error_code: 400 }, 'invalidMid'],
    [200, { status: false, message: ' invalid MID', error_code: 400 }, 'invalidMid'],
    [401, { status: true, txn_status: 'success' }, 'unauthorized'],
    [401, '', 'unauthorized'],
  ] as const)('HTTP %i %j means %s', (httpStatus, body, expected) => {
    expect(word(lookupAnswer(received(httpStatus, body), byReference))).toBe(expected);
  });

  it.each([
    [byReference, '"udf1":"REF1"', 'state success'],
    [byReference, '"udf1":null', 'state success'],
    [byReference, '"udf1":""', 'state success'],
    [byReference, '"udf1":"REF2"', 'mismatch'],
    [byReference, '"udf1":"ref1"', 'mismatch'],
    [byReference, '"udf1":7', 'mismatch'],
    [byReference, '"udf1":{"a":1}', 'mismatch'],
    [byReference, '"transactionId":"T7"', 'state success'],
    [byTransaction, '"transactionId":"12345678901234567890"', 'state success'],
    [byTransaction, '"transactionId":12345678901234567890', 'state success'],
    [byTransaction, '"transactionId":12345678901234567891', 'mismatch'],
    [byTransaction, '"transactionId":1.2345678901234567890e19', 'mismatch'],
    [byTransaction, '"udf1":"whatever it was"', 'state success'],
    [knownById, '"udf1":"REF1"', 'state success'],
    [knownById, '"udf1":"REF2"', 'mismatch'],
    [knownById, '"udf1":""', 'state success'],
    [knownById, '"udf1":null,"transactionId":"12345678901234567890"', 'state success'],
    [knownByReference, '"transactionId":12345678901234567890', 'state success'],
    [knownByReference, '"udf1":"REF1","transactionId":"T8"', 'mismatch'],
    [knownByReference, '"transactionId":"0"', 'state success'],
    [knownByReference, '"transactionId":"N/A"', 'state success'],
    [knownByReference, '"transactionId":{"a":1}', 'mismatch'],
  ] as const)('asked by %o, an answer with %s is %s', (key, echo, expected) => {
    const body = `{"status":true,"txn_status":"success",${echo}}`;
    expect(word(lookupAnswer(received(200, body), key))).toBe(expected);
  });

  it.each([
    ['"T7"', 'T7'],
    ['12345678901234567890', '12345678901234567890'],
    ['"0"', undefined],
    ['""', undefined],
    ['null', undefined],
  ])('passes on that the answer calls the payment %s, for the desk to compare', (echo, transactionId) => {
    const answer = lookupAnswer(
      received(200, `{"status":true,"txn_status":"failed","transactionId":${echo}}`),
      byReference,
    );
    expect(answer).toMatchObject({ meaning: { kind: 'state' } });
    expect(answer.kind === 'answered' && answer.meaning.kind === 'state' && answer.meaning.transactionId).toBe(
      transactionId,
    );
  });

  it('believes no look-up by transaction id that names another reference', () => {
    const body = { status: true, txn_status: 'failed', udf1: 'REF2', transactionId: TRANSACTION_ID };
    expect(word(lookupAnswer(received(200, body), knownById))).toBe('mismatch');
  });

  it('calls an answer about another payment a mismatch whatever its status', () => {
    const body = { status: false, message: 'Invalid mid', udf1: 'REF2' };
    expect(word(lookupAnswer(received(400, body), byReference))).toBe('mismatch');
  });

  it.each([
    ['123456789012345678', '123456789012345678'],
    ['"000123"', '000123'],
    ['""', null],
    ['null', null],
    ['true', null],
  ])('reads UTR %s as %j', (utr, expected) => {
    const body = `{"status":true,"txn_status":"success","UTR":${utr},"message":"Done"}`;
    const answer = lookupAnswer(received(200, body), byReference);
    expect(answer).toMatchObject({ meaning: { utr: expected, word: 'success', message: 'Done' } });
  });

  it.each([
    [200, 'cut', 'unreachable'],
    [200, 'timeout', 'unreachable'],
    [401, 'cut', 'unreachable'],
    [null, 'cut', 'unreachable'],
    [null, 'notJson', 'unreachable'],
    [200, 'tooLarge', 'unclear'],
  ] as const)('HTTP %j that ended %s is %s', (httpStatus, ending, expected) => {
    const answered = received(httpStatus, { status: true, txn_status: 'success' }, { ending });
    expect(word(lookupAnswer(answered, byReference))).toBe(expected);
  });

  it('never throws, and takes a state from HTTP 200 with a word only', () => {
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record({
          status: fc.constantFrom<unknown>(true, false, 'true', undefined),
          txn_status: fc.constantFrom<unknown>('success', 'failed', '', null, undefined),
          udf1: fc.constantFrom<unknown>('REF1', 'REF2', undefined),
          message: fc.constantFrom<unknown>(TOKEN, 'Invalid mid', undefined),
        })
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(fc.constantFrom(200, 400, 401, 500), body, (httpStatus, text) => {
        const answer = lookupAnswer(received(httpStatus, text), byReference);
        expect(JSON.stringify(answer)).not.toContain(JSON.stringify(TOKEN).slice(1, -1));
        if (answer.kind !== 'answered' || answer.meaning.kind !== 'state') return;
        expect(httpStatus).toBe(200);
        expect(JSON.parse(text)).toMatchObject({ txn_status: answer.meaning.word });
        expect(JSON.parse(text)).not.toMatchObject({ udf1: 'REF2' });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the fingerprint of a look-up', () => {
  const base = { status: false, txn_status: null, message: 'No record for A', UTR: '1', error_code: 404 };

  it.each([
    ['another message', { ...base, message: 'No record for B' }],
    ['another value', { ...base, UTR: '2' }],
    ['another order of fields', Object.fromEntries(Object.entries(base).toReversed())],
  ])('is the same for %s', (_, body) => {
    expect(fingerprint(200, body)).toBe(fingerprint(200, base));
  });

  it('is the same for a status word in another case', () => {
    expect(fingerprint(200, { txn_status: 'NONE' })).toBe(fingerprint(200, { txn_status: 'none' }));
  });

  it('differs with the status, a field, a type, a word or a code', () => {
    const prints = [
      fingerprint(200, base),
      fingerprint(400, base),
      fingerprint(200, { ...base, status: true }),
      fingerprint(200, { ...base, status: 'false' }),
      fingerprint(200, { ...base, more: 1 }),
      fingerprint(200, { ...base, message: null }),
      fingerprint(200, { ...base, UTR: 1 }),
      fingerprint(200, { ...base, txn_status: 'none' }),
      fingerprint(200, { ...base, error_code: 405 }),
      fingerprint(200, { ...base, code: 404 }),
    ];
    expect(new Set(prints).size).toBe(prints.length);
    expect(prints).not.toContain(null);
  });

  it.each(['[]', 'null', '7', '"x"', '<html>', ''])('is none for what is no JSON object: %s', (body) => {
    expect([200, 403, 502].map((status) => fingerprint(status, body))).toEqual([null, null, null]);
  });

  it('is none for an answer that was not heard whole', () => {
    expect(fingerprint(200, base, { ending: 'tooLarge' })).toBeNull();
  });

  it('is the same for any two pages that are not JSON', () => {
    expect(fingerprint(200, '<html>a</html>')).toBe(fingerprint(200, '<html>b</html>'));
  });

  it('stays short for an answer with many fields, and still tells them apart', () => {
    const wide = (last: string): object =>
      Object.fromEntries([...Array(500).keys(), last].map((key) => [`f${key}`, 1]));
    expect((fingerprint(200, wide('a')) ?? '').length).toBeLessThan(100);
    expect(fingerprint(200, wide('a'))).not.toBe(fingerprint(200, wide('b')));
  });

  it('holds neither message, UTR nor ids', () => {
    const print = fingerprint(200, {
      status: true,
      txn_status: 'x',
      message: 'secret',
      UTR: '4711',
      transactionId: 'T1',
    });
    expect(print).not.toMatch(/secret|4711|T1/);
  });
});
