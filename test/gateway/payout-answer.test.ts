// The table of the design, line by line: what an answer to a payout request means for the money.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ANSWER_KEPT_CHARACTERS,
  MESSAGE_KEPT_CHARACTERS,
  payoutOutcome,
  RETRY_AFTER_MAX_MS,
} from '../../electron/main/gateway/answers.ts';
import type { SentResult } from '../../electron/main/gateway/transport.ts';
import { parseReference, type Reference } from '../../shared/ids.ts';
import { msg, verbatim } from '../../shared/messages/message.ts';
import { wordOf } from './calls.ts';
import { NOW_MS, received, TOKEN } from './received-answers.ts';

const REFERENCE = referenceOf('12345678901234567890');
const first = { reference: REFERENCE, firstRequest: true };
const later = { reference: REFERENCE, firstRequest: false };

function referenceOf(text: string): Reference {
  const reference = parseReference(text);
  if (reference === null) throw new Error('not a reference');
  return reference;
}

type Case = readonly [
  httpStatus: number,
  body: string | Buffer | object,
  expected: string,
  heard?: Partial<SentResult>,
];

describe('payoutOutcome on the first request of a payout', () => {
  const cases: readonly Case[] = [
    // HTTP 200, status true: the documented six, in any case.
    [200, { status: true, txn_status: 'accept' }, 'accepted processing'],
    [200, { status: true, txn_status: 'pending' }, 'accepted processing'],
    [200, { status: true, txn_status: 'success' }, 'accepted success'],
    [200, { status: true, txn_status: 'SuCCess' }, 'accepted success'],
    [200, { status: true, txn_status: 'reversed' }, 'accepted reversed'],
    [200, { status: true, txn_status: 'REVERSED' }, 'accepted reversed'],
    [200, { status: true, txn_status: 'failed' }, 'accepted processing'],
    [200, { status: true, txn_status: 'REJECTED' }, 'accepted processing'],
    // Words outside the six, and the six with something around them.
    [200, { status: true, txn_status: 'SUCCESS ' }, 'accepted processing'],
    [200, { status: true, txn_status: 'on hold' }, 'accepted processing'],
    [200, { status: true, txn_status: ' ' }, 'accepted processing'],
    [200, { status: true, txn_status: '__proto__' }, 'accepted processing'],
    // status true without a word.
    [200, { status: true }, 'unknown otherShape'],
    [200, { status: true, txn_status: '' }, 'unknown otherShape'],
    [200, { status: true, txn_status: null }, 'unknown otherShape'],
    [200, { status: true, txn_status: 1 }, 'unknown otherShape'],
    [200, { status: true, txn_status: ['success'] }, 'unknown otherShape'],
    [200, { status: true, txn_status: { success: true } }, 'unknown otherShape'],
    // status of another type.
    [200, { status: 'true', txn_status: 'success' }, 'unknown otherShape'],
    [200, { status: 1, txn_status: 'success' }, 'unknown otherShape'],
    [200, { status: null, txn_status: 'success' }, 'unknown otherShape'],
    [200, { txn_status: 'success' }, 'unknown otherShape'],
    [200, { status: 'false', txn_status: 'rejected' }, 'unknown otherShape'],
    [400, { status: 0, txn_status: 'rejected' }, 'unknown otherShape'],
    [200, {}, 'unknown otherShape'],
    // Refusals with a word.
    [200, { status: false, txn_status: 'failed' }, 'refused failed'],
    [200, { status: false, txn_status: 'Rejected', error_code: 400 }, 'refused rejected'],
    [
      400,
      { status: false, txn_status: 'rejected', message: 'Insufficient balance', error_code: 400 },
      'refused rejected',
    ],
    [400, { status: false, txn_status: 'FAILED' }, 'refused failed'],
    [400, { status: false, txn_status: 'rejected', message: 'Invalid mid' }, 'refused rejected'],
    // status false with a word that is no refusal.
    [200, { status: false, txn_status: 'success' }, 'unknown otherShape'],
    [200, { status: false, txn_status: 'pending', error_code: 400 }, 'unknown otherShape'],
    [400, { status: false, txn_status: 'accept' }, 'unknown otherShape'],
    [400, { status: false, txn_status: 'rejected ' }, 'unknown otherShape'],
    [400, { status: false, txn_status: '' }, 'unknown otherShape'],
    [400, { status: false, txn_status: 5 }, 'unknown otherShape'],
    // Refusals without a word.
    [400, { status: false }, 'refused rejected'],
    [400, { status: false, txn_status: null, message: 'amount missing' }, 'refused rejected'],
    [400, { status: false, message: 'amount missing', error_code: 500 }, 'refused rejected'],
    [200, { status: false, error_code: 400 }, 'refused rejected'],
    [200, { status: false }, 'unknown otherShape'],
    [200, { status: false, error_code: 401 }, 'unknown otherShape'],
    [200, { status: false, error_code: '400' }, 'unknown otherShape'],
    [200, '{"status":false,"error_code":400.0}', 'unknown otherShape'],
    [200, '{"status":false,"error_code":4e2}', 'unknown otherShape'],
    // The merchant is not known.
    [400, { status: false, message: 'Invalid mid', input: { mid: 1 }, error_code: 400 }, 'unknown invalidMid'],
    [400, { status: false, message: ' INVALID MID ' }, 'unknown invalidMid'],
    [200, { status: false, message: 'Invalid mid', error_code: 400 }, 'unknown invalidMid'],
    [400, { status: false, message: 'Invalid mid or amount' }, 'refused rejected'],
    // Statuses that decide alone.
    [401, '', 'unauthorized'],
    [401, '<html>', 'unauthorized'],
    [401, { status: true, txn_status: 'success' }, 'unauthorized'],
    [401, { status: false, message: 'Invalid order ID', code: 401 }, 'unauthorized'],
    [403, '', 'unknown wrongUrl'],
    [404, '<html>', 'unknown wrongUrl'],
    [405, { status: false, txn_status: 'rejected' }, 'unknown wrongUrl'],
    [300, '', 'unknown wrongUrl'],
    [302, { status: true, txn_status: 'success' }, 'unknown wrongUrl'],
    [399, '', 'unknown wrongUrl'],
    [429, { status: false, txn_status: 'rejected', error_code: 400 }, 'unknown refusedByRate'],
    ...[201, 202, 204, 402, 406, 408, 409, 410, 418, 421, 422, 425, 499, 500, 501, 502, 503, 504].map(unheardOf),
    ...[520, 521, 522, 523, 524, 525, 526, 527, 599, 999].map(unheardOf),
    // Not JSON, or not an object.
    [200, '', 'unknown notJson'],
    [400, '', 'unknown notJson'],
    [200, '<html><body>Log in to the hotel network</body></html>', 'unknown notJson'],
    [200, '{"status":true,"txn_status":"success"', 'unknown notJson'],
    [200, '{"status":true,"txn_status":"success"} x', 'unknown notJson'],
    [200, "{'status':true,'txn_status':'success'}", 'unknown notJson'],
    [200, '[{"status":true,"txn_status":"success"}]', 'unknown otherShape'],
    [200, 'null', 'unknown otherShape'],
    [200, '"success"', 'unknown otherShape'],
    [200, '7', 'unknown otherShape'],
    [200, 'true', 'unknown otherShape'],
    [400, '[]', 'unknown otherShape'],
    // Duplicate keys, in either order, at any depth, however spelled.
    [200, '{"status":true,"txn_status":"success","status":false}', 'unknown notJson'],
    [200, '{"status":true,"txn_status":"success","txn_status":"success"}', 'unknown notJson'],
    [200, '{"status":true,"txn_status":"success","st\\u0061tus":true}', 'unknown notJson'],
    [400, '{"status":false,"input":{"a":1,"a":2}}', 'unknown notJson'],
    // Keys that are not keys of ours.
    [200, '{"__proto__":{"status":true,"txn_status":"success"}}', 'unknown otherShape'],
    [200, '{"constructor":1,"toString":2,"status":true,"txn_status":"success"}', 'accepted success'],
    [200, { data: { status: true, txn_status: 'success' } }, 'unknown otherShape'],
    [200, { Status: true, Txn_Status: 'success' }, 'unknown otherShape'],
    // Encodings.
    [200, '\uFEFF{"status":true,"txn_status":"success"}', 'accepted success'],
    [200, '\uFEFF\uFEFF{"status":true,"txn_status":"success"}', 'unknown notJson'],
    [200, Buffer.from('{"status":true,"txn_status":"success","message":"caf\xe9"}', 'latin1'), 'unknown notJson'],
    [200, Buffer.from('{"status":true,"txn_status":"success"}', 'utf16le'), 'unknown notJson'],
    [200, { status: true, txn_status: 'success' }, 'unknown notJson', { encoded: true }],
    [200, '{"status":true,"txn_status":"success","wallet":1e400}', 'accepted success'],
    [200, `{"status":true,"txn_status":"success","x":${'['.repeat(100)}${']'.repeat(100)}}`, 'unknown notJson'],
    // Answers that are not whole mean nothing, except what their status says about the address and the rate.
    [200, { status: true, txn_status: 'success' }, 'unknown cut', { ending: 'cut' }],
    [200, { status: true, txn_status: 'success' }, 'unknown timeout', { ending: 'timeout' }],
    [200, { status: true, txn_status: 'success' }, 'unknown tooLarge', { ending: 'tooLarge' }],
    [400, { status: false, txn_status: 'rejected' }, 'unknown cut', { ending: 'cut' }],
    [401, '', 'unknown cut', { ending: 'cut' }],
    [401, '', 'unknown timeout', { ending: 'timeout' }],
    [404, '<html', 'unknown wrongUrl', { ending: 'cut' }],
    [307, '', 'unknown wrongUrl', { ending: 'timeout' }],
    [429, '', 'unknown refusedByRate', { ending: 'cut' }],
    [500, '', 'unknown cut', { ending: 'cut' }],
  ];

  function unheardOf(status: number): Case {
    return [status, { status: true, txn_status: 'success' }, 'unknown httpStatus'];
  }

  it.each(cases.map((listed) => ({ listed })))('HTTP $listed.0 $listed.1 means $listed.2', ({ listed }) => {
    const [httpStatus, body, expected, heard] = listed;
    expect(wordOf(payoutOutcome(received(httpStatus, body, heard), first))).toBe(expected);
  });

  it('is unknown when no status came at all', () => {
    expect(wordOf(payoutOutcome(received(null, '', { ending: 'cut' }), first))).toBe('unknown cut');
    expect(wordOf(payoutOutcome(received(null, '', { ending: 'notJson' }), first))).toBe('unknown notJson');
  });

  it('keeps a word outside the six as it was written', () => {
    expect(payoutOutcome(received(200, { status: true, txn_status: 'On Hold ' }), first)).toMatchObject({
      word: 'On Hold ',
    });
  });

  it('keeps the words of a refusal, and says so when there are none', () => {
    const spoken = received(400, { status: false, txn_status: 'rejected', message: 'Insufficient balance' });
    expect(payoutOutcome(spoken, first)).toMatchObject({ word: 'rejected', message: verbatim('Insufficient balance') });
    const silent = received(400, { status: false, message: '' });
    expect(payoutOutcome(silent, first)).toMatchObject({ word: null, message: msg('answer.noReason') });
  });

  it('keeps identifiers digit for digit, whatever their type', () => {
    const body =
      '{"status":true,"txn_status":"success","transactionId":12345678901234567890,"RRN":"000123456789",' +
      '"UTR":123456789012345678,"lognumber":0.10,"tranrefno":"","message":7}';
    expect(payoutOutcome(received(200, body), first)).toMatchObject({
      ids: {
        transactionId: '12345678901234567890',
        rrn: '000123456789',
        utr: '123456789012345678',
        logNumber: '0.10',
        tranRefNo: null,
      },
      message: null,
    });
  });

  it('keeps identifiers of an answer that settles nothing', () => {
    const outcome = payoutOutcome(received(500, { status: false, transactionId: 'T9', message: 'Oops' }), first);
    expect(outcome).toMatchObject({ kind: 'unknown', ids: { transactionId: 'T9' } });
    expect(outcome).toMatchObject({
      message: msg('answer.itsWords', { what: msg('answer.httpStatus'), said: 'Oops' }),
    });
  });

  it('cuts a message of megabytes and the evidence, and keeps the outcome', () => {
    const message = 'x'.repeat(200_000);
    const answer = received(200, { status: true, txn_status: 'success', message });
    const outcome = payoutOutcome(answer, first);
    expect(wordOf(outcome)).toBe('accepted success');
    expect(outcome).toMatchObject({ message: verbatim('x'.repeat(MESSAGE_KEPT_CHARACTERS)) });
    expect(answer.evidence.text).toHaveLength(ANSWER_KEPT_CHARACTERS);
  });
});

describe('payoutOutcome after an earlier request of the payout', () => {
  it.each([
    [200, { status: true, txn_status: 'success' }, 'accepted success'],
    [400, { status: false, txn_status: 'rejected' }, 'unknown notFirstRequest'],
    [200, { status: false, txn_status: 'failed' }, 'unknown notFirstRequest'],
    [400, { status: false, message: 'Duplicate udf1' }, 'unknown notFirstRequest'],
    [200, { status: false, error_code: 400 }, 'unknown notFirstRequest'],
    [400, { status: false, message: 'Invalid mid' }, 'unknown invalidMid'],
    [401, '', 'unauthorized'],
  ] as const)('HTTP %i %j means %s', (httpStatus, body, expected) => {
    expect(wordOf(payoutOutcome(received(httpStatus, body), later))).toBe(expected);
  });
});

describe('payoutOutcome and the echoed reference', () => {
  it.each([
    [`"${REFERENCE}"`, 'accepted success'],
    [REFERENCE, 'accepted success'],
    ['null', 'accepted success'],
    ['"other"', 'unknown echoMismatch'],
    ['""', 'accepted success'],
    ['" "', 'unknown echoMismatch'],
    ['0', 'unknown echoMismatch'],
    [`"${REFERENCE} "`, 'unknown echoMismatch'],
    ['12345678901234567891', 'unknown echoMismatch'],
    ['1.2345678901234567890e19', 'unknown echoMismatch'],
    ['true', 'unknown echoMismatch'],
    ['{}', 'unknown echoMismatch'],
    [`["${REFERENCE}"]`, 'unknown echoMismatch'],
  ])('udf1 %s means %s', (echo, expected) => {
    const body = `{"status":true,"txn_status":"success","transactionId":"T1","udf1":${echo}}`;
    expect(wordOf(payoutOutcome(received(200, body), first))).toBe(expected);
  });

  it.each([
    [{ status: false, txn_status: 'rejected', udf1: '' }, 'refused rejected'],
    [{ status: true, txn_status: 'pending', udf1: '' }, 'accepted processing'],
    [{ status: true, txn_status: 'failed', udf1: '' }, 'accepted processing'],
  ])('an empty udf1 changes nothing of what the rest means: %j', (body, expected) => {
    expect(wordOf(payoutOutcome(received(200, body), first))).toBe(expected);
  });

  it('keeps both ids of a mismatch', () => {
    const body = { status: true, txn_status: 'success', udf1: 'OTHER', transactionId: 'T1', RRN: 5 };
    expect(payoutOutcome(received(200, body), first)).toMatchObject({
      reason: 'echoMismatch',
      echoedReference: 'OTHER',
      ids: { transactionId: 'T1', rrn: '5' },
    });
  });

  it.each([200, 302, 400, 401, 404, 429, 500])('decides before HTTP %i does', (httpStatus) => {
    const body = { status: false, txn_status: 'rejected', udf1: 'OTHER' };
    expect(wordOf(payoutOutcome(received(httpStatus, body), first))).toBe('unknown echoMismatch');
  });
});

describe('payoutOutcome and Retry-After', () => {
  it.each([
    ['7', 7_000],
    ['0', 0],
    ['86400', RETRY_AFTER_MAX_MS],
    ['99999999999999999999999', RETRY_AFTER_MAX_MS],
    [new Date(NOW_MS + 90_000).toUTCString(), 90_000],
    [new Date(NOW_MS - 90_000).toUTCString(), 0],
    [new Date(NOW_MS + 9e8).toUTCString(), RETRY_AFTER_MAX_MS],
    ['-5', null],
    ['5.5', null],
    ['soon', null],
    ['Soon', null],
    ['', null],
    [null, null],
  ])('reads %j as %j ms', (retryAfter, expected) => {
    expect(payoutOutcome(received(429, '', { retryAfter }), first)).toMatchObject({ retryAfterMs: expected });
  });

  it('is not read from other answers', () => {
    expect(payoutOutcome(received(503, '', { retryAfter: '7' }), first)).toMatchObject({ retryAfterMs: null });
  });
});

describe('payoutOutcome on anything at all', () => {
  const statuses = fc.oneof(fc.constantFrom(200, 400, 401, 403, 429, 500), fc.integer({ min: 100, max: 999 }));
  const flags = fc.constantFrom<unknown>(true, false, 'true', 1, null, undefined);
  const words = fc.constantFrom<unknown>('success', 'FAILED', 'rejected', 'reversed', 'odd', '', null, 3, undefined);
  const likely = fc
    .record({
      status: flags,
      txn_status: words,
      error_code: fc.constantFrom<unknown>(400, '400', undefined),
      udf1: fc.constantFrom<unknown>(REFERENCE, 'OTHER', '', null, undefined),
      message: fc.constantFrom<unknown>('Invalid mid', TOKEN, 5, undefined),
    })
    .map((body) => Buffer.from(JSON.stringify(body)));
  const bodies = fc.oneof(
    likely,
    fc.json().map((text) => Buffer.from(text)),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.tuple(likely, fc.nat(60)).map(([body, length]) => body.subarray(0, length)),
  );
  const endings = fc.constantFrom<SentResult['ending']>(
    'whole',
    'whole',
    'whole',
    'cut',
    'timeout',
    'tooLarge',
    'notJson',
  );

  it('never throws, and accepts or refuses only what the table names', () => {
    fc.assert(
      fc.property(statuses, bodies, endings, fc.boolean(), (httpStatus, body, ending, firstRequest) => {
        const answer = received(httpStatus, body, { ending });
        const outcome = payoutOutcome(answer, { reference: REFERENCE, firstRequest });
        expect(JSON.stringify([outcome, answer.evidence])).not.toContain(JSON.stringify(TOKEN).slice(1, -1));
        if (outcome.kind === 'unauthorized') expect([httpStatus, ending]).toEqual([401, 'whole']);
        if (outcome.kind !== 'accepted' && outcome.kind !== 'refused') return;
        const said: unknown = JSON.parse(body.toString());
        expect(ending).toBe('whole');
        expect(said).toMatchObject({ status: outcome.kind === 'accepted' });
        if (outcome.kind === 'accepted') expect(httpStatus).toBe(200);
        else expect([200, 400]).toContain(httpStatus);
        if (outcome.kind === 'refused') expect(firstRequest).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});
