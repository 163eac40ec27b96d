// Neither the token nor a piece that tells it survives in anything that is kept of an answer, and nothing else is lost.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../electron/main/gateway/redact.ts';
import { lookupAnswer } from '../../electron/main/gateway/lookup-answer.ts';
import { payoutOutcome } from '../../electron/main/gateway/payout-answer.ts';
import { messageOf, objectOf, receive } from '../../electron/main/gateway/received.ts';
import type { Reference } from '../../shared/ids.ts';
import { ANSWER_MAX_BYTES, TOKEN_PIECE_CHARACTERS, TOKEN_PIECE_HEX_CHARACTERS } from '../../shared/limits.ts';
import { seededRandom } from '../seeded/random.ts';
import { NOW_MS, received, TOKEN } from './answers.ts';
import { DISGUISES } from './token-disguises.ts';

const SECRET = 'ZqT0kenSecret9876543210abcdefXYZ';
const REFERENCE = 'PD0A1B2C3D4E5F60718293' as Reference;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const redactor = createRedactor(SECRET);

/** An answer to a payout request, read as the client reads it. */
function answered(body: object | string, token: string = SECRET, httpStatus = 200) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return receive(
    { kind: 'heard', ending: 'whole', httpStatus, retryAfter: null, encoded: false, body: bytes },
    { redactor: createRedactor(token), ours: REFERENCE, nowMs: NOW_MS },
  );
}

const paid = {
  status: true,
  txn_status: 'success',
  udf1: REFERENCE,
  lognumber: 'L1',
  tranrefno: 'R1',
  transactionId: 'T1',
  RRN: '512345678901',
};

describe('createRedactor', () => {
  const disguised = Object.entries(DISGUISES).map(([name, spell]) => [name, spell] as const);

  it.each(disguised)('lets no text pass that spells the token %s', (_, spell) => {
    const spelled = spell(SECRET);
    const kept = redactor.text(`before ${spelled} after`);
    expect(kept).not.toContain(spelled);
    expect(kept).toMatch(/token removed|withheld/);
  });

  it.each(disguised)(
    'lets no field pass that spells the token %s, and keeps what the payment is decided by',
    (_, spell) => {
      const answer = answered({ ...paid, message: `said ${spell(SECRET)} twice` });
      const outcome = payoutOutcome(answer, { reference: REFERENCE, firstRequest: true });
      expect(outcome).toMatchObject({
        kind: 'accepted',
        state: 'success',
        ids: { transactionId: 'T1', rrn: '512345678901' },
      });
      const shown = JSON.stringify([outcome, answer]);
      expect(shown).not.toContain(JSON.stringify(spell(SECRET)).slice(1, -1));
      expect(shown).toMatch(/token removed|withheld/);
    },
  );

  it.each([
    ['its beginning with an ellipsis', `${SECRET.slice(0, -1)}…`],
    ['its end', SECRET.slice(8)],
    ['its middle', SECRET.slice(10, 18)],
    ['a few letters of it', SECRET.slice(0, 8)],
    ['both of its ends', `${SECRET.slice(0, 8)}...${SECRET.slice(-4)}`],
  ])('lets no piece pass: %s', (_, piece) => {
    expect(redactor.text(`token ${piece} is invalid`)).toBe('[withheld: the answer spelled the token]');
    expect(answered({ ...paid, message: piece }).evidence.text).not.toContain(piece);
  });

  it('lets no eight letters or digits in a row pass, nor twelve hexadecimal ones, wherever they stand', () => {
    for (const [length, letters] of [
      [TOKEN_PIECE_CHARACTERS, /[^0-9a-f]/i],
      [TOKEN_PIECE_HEX_CHARACTERS, /^/],
    ] as const) {
      for (let at = 0; at + length <= SECRET.length; at += 1) {
        const piece = SECRET.slice(at, at + length);
        if (!letters.test(piece)) continue;
        for (let before = 0; before < TOKEN_PIECE_CHARACTERS; before += 1) {
          expect(redactor.text(`${'~x'.repeat(before)} ${piece} y`)).not.toContain(piece);
          expect(redactor.text(`${'~x'.repeat(before)} ${piece.split('').join('.')} y`)).toMatch(/withheld/);
        }
      }
    }
  });

  it('lets fewer pass, and eight hexadecimal ones, which another number may well share', () => {
    for (const piece of [SECRET.slice(0, 7), '98765432', '6543210abcd']) expect(redactor.text(piece)).toBe(piece);
  });

  it('takes out the token alone where it is spelled plainly', () => {
    expect(redactor.text(`x ${SECRET} y`)).toBe('x [token removed] y');
    expect(createRedactor('98765432101234567890').text('{"id":98765432101234567890}')).toBe('{"id":[token removed]}');
  });

  it('takes out a token that has few letters, or is short', () => {
    for (const token of ['!#$%&*+!#$', 'abc', 'a-b-c-d']) {
      expect(createRedactor(token).text(`see ${token} here`)).toBe('see [token removed] here');
    }
  });

  it('finds the token in pieces that lie in fields, names and lists of an answer', () => {
    const inPairs = SECRET.match(/.{1,4}/g) ?? [];
    for (const body of [
      { ...paid, lognumber: SECRET.slice(0, 5), tranrefno: SECRET.slice(5, 12) },
      { ...paid, message: 'm', list: inPairs },
      { ...paid, [SECRET]: 'x' },
      { ...paid, other: { [SECRET.slice(0, 6)]: SECRET.slice(6, 13) } },
      { ...paid, codes: Array.from(SECRET, (one) => one.charCodeAt(0)) },
    ]) {
      const answer = answered(body);
      expect(JSON.stringify(answer)).not.toMatch(/ZqT0k|enSecre|cret9|3210/);
      expect(payoutOutcome(answer, { reference: REFERENCE, firstRequest: true })).toMatchObject({ state: 'success' });
    }
  });

  it('calls a redacted identifier none', () => {
    const outcome = payoutOutcome(answered({ ...paid, transactionId: SECRET.slice(4), RRN: SECRET }), {
      reference: REFERENCE,
      firstRequest: true,
    });
    expect(outcome).toMatchObject({ kind: 'accepted', state: 'success', ids: { transactionId: null, rrn: null } });
  });

  it('decides by the words of the specification, whatever the token is', () => {
    for (const token of ['success', 'e', 'Invalid mid', 'status', '400', REFERENCE, 'udf1']) {
      const accepted = payoutOutcome(answered(paid, token), { reference: REFERENCE, firstRequest: true });
      expect(accepted).toMatchObject({ kind: 'accepted', state: 'success' });
      const refusal = { status: false, message: 'Invalid mid', error_code: 400 };
      const refused = payoutOutcome(answered(refusal, token, 400), { reference: REFERENCE, firstRequest: true });
      expect(refused).toMatchObject({ kind: 'unknown', reason: 'invalidMid' });
      const found = lookupAnswer(answered({ status: true, txn_status: 'failed', udf1: REFERENCE }, token), {
        by: 'reference',
        reference: REFERENCE,
      });
      expect(found).toMatchObject({ kind: 'answered', meaning: { kind: 'state', state: 'failed' } });
    }
  });

  it('leaves other texts alone', () => {
    for (const text of ['', 'tok', 'Bearer token is invalid', '{"a":"100 % \\" ok"}', 'Bearer abc.def', 'a=41&b=%20']) {
      expect(redactor.text(text)).toBe(text);
      expect(createRedactor(TOKEN).text(text)).toBe(text);
    }
  });
});

describe('an answer with the token in it', () => {
  it('loses it in texts, field names and the evidence, and keeps its meaning', () => {
    const escaped = Array.from(TOKEN, (one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('');
    const answer = received(200, `{"status":true,"message":"by ${escaped}","${escaped}":["${escaped}"]}`);
    expect(JSON.stringify(answer)).not.toContain(JSON.stringify(TOKEN).slice(1, -1));
    expect(answer.evidence.text).toBe(
      '{"status":true,"message":"by [token removed]","[token removed]":["[token removed]"]}',
    );
    const object = objectOf(answer);
    expect(object && messageOf(object)).toBe('by [token removed]');
    expect(object?.['status']).toBe(true);
  });

  it('keeps a field called __proto__ a field', () => {
    const answer = received(200, '{"__proto__":{"status":true},"m":"\\n"}');
    expect(objectOf(answer)?.['status']).toBeUndefined();
    expect(Object.keys(objectOf(answer) ?? {})).toEqual(['__proto__', 'm']);
  });
});

describe('any token', () => {
  const letter = fc.constantFrom(...LETTERS.split(''));
  const anyToken = fc.array(letter, { minLength: 20, maxLength: 90 }).map((letters) => letters.join(''));
  const from = fc.double({ min: 0, max: 0.99, noNaN: true });
  const isHex = (text: string): boolean => /^[0-9a-f]*$/i.test(text);

  it('leaves no piece of it behind in an answer, in no disguise', () => {
    fc.assert(
      fc.property(
        anyToken,
        from,
        fc.integer({ min: TOKEN_PIECE_CHARACTERS, max: 40 }),
        fc.constantFrom(...Object.keys(DISGUISES)),
        (token, at, length, name) => {
          const piece = token
            .slice(Math.floor(at * (token.length - TOKEN_PIECE_CHARACTERS)), undefined)
            .slice(0, length);
          fc.pre(piece.length >= TOKEN_PIECE_HEX_CHARACTERS || !isHex(piece));
          const spelled = DISGUISES[name]?.(piece) ?? '';
          // By the half alphabet letters may become hexadecimal digits, of which eight tell nothing.
          fc.pre(name !== 'by the half alphabet' || piece.length >= TOKEN_PIECE_HEX_CHARACTERS || !isHex(spelled));
          const json = answered({ ...paid, message: `it: ${spelled}` }, token);
          expect(JSON.stringify(json)).not.toContain(JSON.stringify(spelled).slice(1, -1));
          expect(json.evidence.text).not.toContain(spelled);
          expect(createRedactor(token).text(`not JSON ${spelled}`)).not.toContain(spelled);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('leaves every ordinary answer byte for byte', () => {
    const digits = (length: number) =>
      fc
        .array(fc.constantFrom(...'0123456789'.split('')), { minLength: length, maxLength: length })
        .map((all) => all.join(''));
    const identifier = fc.array(letter, { minLength: 4, maxLength: 32 }).map((letters) => letters.join(''));
    const answer = fc.oneof(
      fc.record({
        status: fc.boolean(),
        txn_status: fc.constantFrom('success', 'pending', 'accept', 'failed', 'on_hold'),
        udf1: fc.constant(REFERENCE),
        lognumber: digits(9),
        tranrefno: identifier,
        transactionId: identifier,
        RRN: digits(12),
        message: fc.constantFrom('Insufficient balance', 'Transaction Successful', 'Token is invalid or expired'),
      }),
      fc.record({ status: fc.boolean(), message: fc.constant('Wallet'), wallet: fc.integer(), code: fc.constant(200) }),
      fc.record({
        status: fc.constant(true),
        data: fc.record({
          orderid: identifier,
          upi: digits(12).map((id) => `upi://pay?pa=shop@okbank&pn=A%20Shop&tr=${id}&am=10.00&cu=INR&tn=${id}`),
        }),
      }),
    );
    fc.assert(
      fc.property(anyToken, answer, (token, object) => {
        const body = JSON.stringify(object, null, 1);
        expect(answered(body, token).evidence.text).toBe(body);
      }),
      { numRuns: 400 },
    );
  });

  it('is not found by chance in a hundred thousand identifiers', () => {
    const random = seededRandom(20_261_122, 'identifiers');
    const drawn = (alphabet: string, length: number) =>
      Array.from({ length }, () => alphabet.charAt(random.below(alphabet.length))).join('');
    const finders = [LETTERS, '0123456789abcdef', '0123456789'].map((alphabet) => createRedactor(drawn(alphabet, 64)));
    const blanked = Array.from({ length: 100_000 }, (_, index) => {
      const one = drawn([LETTERS, '0123456789abcdef', '0123456789'][index % 3] ?? LETTERS, 12 + (index % 20));
      return finders.filter((finder) => finder.text(one) !== one).length;
    });
    expect(blanked.reduce((sum, one) => sum + one, 0)).toBe(0);
  });
});

describe('the time it takes', () => {
  const fill = (piece: string): string =>
    piece.repeat(Math.ceil(ANSWER_MAX_BYTES / piece.length)).slice(0, ANSWER_MAX_BYTES);
  const hostile = [
    '%41',
    '%25',
    '\\',
    '\\u0041',
    '&amp;',
    '&#x0',
    '0',
    '=0',
    '<',
    '<a',
    'ZqT0',
    '1234',
    '\u200b',
    'ﷺ',
    '0x',
  ];

  it.each(hostile)('stays in proportion for an answer full of %s', (piece) => {
    const timed = (text: string): number => {
      const from = performance.now();
      redactor.text(text);
      return performance.now() - from;
    };
    const whole = fill(piece);
    timed(whole);
    // Sixteen times the text may take sixty-four times as long, and a second besides: a quadratic pass takes 256 times.
    expect(timed(whole)).toBeLessThan(1_000 + 64 * timed(whole.slice(0, whole.length / 16)));
  });

  it('withholds what is nested deeper than anybody nests, instead of undoing it', () => {
    expect(redactor.text(fill(`\\${'x5c'.repeat(ANSWER_MAX_BYTES)}`))).toMatch(/withheld/);
  });
});
