// Neither the token nor a long piece of it survives in anything stored of an answer, and nothing else is lost.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookupAnswer, messageOf, objectOf, payoutOutcome } from '../../electron/main/gateway/answers.ts';
import {
  createRedactor,
  TOKEN_PIECE_CHARACTERS,
  TOKEN_PIECE_HEX_CHARACTERS,
} from '../../electron/main/gateway/redact.ts';
import { ANSWER_MAX_BYTES } from '../../electron/main/gateway/transport.ts';
import { seededRandom } from '../seeded/random.ts';
import { answered, PAID, REFERENCE, received, SECRET, TOKEN } from './received-answers.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const WITHHELD = '[withheld: the answer spelled the token]';

const escaped = (text: string, before: string): string =>
  Array.from(text, (one) => before + one.charCodeAt(0).toString(16)).join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The four spellings used by servers, proxies and their logs. */
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'as it is, with its scheme': (text) => `Bearer ${text}`,
  'as it is, in capitals': (text) => text.toUpperCase(),
  'as it is, in small letters': (text) => text.toLowerCase(),
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON with slashes escaped': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'in JSON with every character escaped': (text) => escaped(text, '\\u00'),
  'in a URL': encodeURIComponent,
  'in a URL with every character escaped': (text) => escaped(text, '%'),
  'in a URL with every character escaped in capitals': (text) => escaped(text, '%').toUpperCase(),
  'in base 64': base64,
  'in base 64 with its scheme': (text) => base64(`Bearer ${text}`),
  'in base 64 with a name before': (text) => base64(`1001:${text}`),
  'in base 64 for addresses': (text) => Buffer.from(`xy${text}`).toString('base64url'),
  'in base 64 in lines': (text) => base64(`token: ${text}`).replace(/.{76}/g, '$&\r\n'),
};

const redactor = createRedactor(SECRET);

describe('createRedactor', () => {
  const spellings = Object.entries(SPELLINGS).map(([name, spell]) => [name, spell] as const);

  it.each(spellings)('lets no text pass that spells the token %s', (_, spell) => {
    for (const token of [SECRET, TOKEN]) {
      const spelled = spell(token);
      const stored = createRedactor(token).text(`before ${spelled} after`);
      expect(stored).not.toContain(spelled);
      expect(stored).toMatch(/token removed|withheld/);
    }
  });

  it.each(spellings)(
    'lets no field pass that spells the token %s, and keeps what the payment is decided by',
    (_, spell) => {
      const answer = answered({ ...PAID, message: `said ${spell(SECRET)} twice` });
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
    ['the token once openly, and a piece', `${SECRET} ${SECRET.slice(0, 8)}`],
  ])('lets no piece pass: %s', (_, piece) => {
    expect(redactor.text(`token ${piece} is invalid`)).toBe(WITHHELD);
    expect(answered({ ...PAID, message: piece }).evidence.text).not.toContain(piece);
  });

  it('lets no eight characters in a row pass, nor twelve hexadecimal ones, wherever they stand', () => {
    for (const [length, letters] of [
      [TOKEN_PIECE_CHARACTERS, /[^0-9a-f]/i],
      [TOKEN_PIECE_HEX_CHARACTERS, /^/],
    ] as const) {
      for (let at = 0; at + length <= SECRET.length; at += 1) {
        const piece = SECRET.slice(at, at + length);
        if (!letters.test(piece)) continue;
        for (let before = 0; before < TOKEN_PIECE_CHARACTERS; before += 1) {
          expect(redactor.text(`${'~'.repeat(before)}${piece}y`)).toBe(WITHHELD);
        }
      }
    }
  });

  it('lets fewer pass, and eight hexadecimal ones, which another number may well share', () => {
    for (const piece of [SECRET.slice(0, 7), '98765432', '6543210abcd']) expect(redactor.text(piece)).toBe(piece);
    const uuid = createRedactor('0b1c2d3e-4f50-4a6b-8c7d-9e8f7a6b5c4d');
    for (const other of ['3e-4f50-', '-4a6b-8c7d-']) expect(uuid.text(other)).toBe(other);
    expect(uuid.text('3e-4f50-4a6b')).toBe(WITHHELD);
  });

  it.each([
    ['in JSON', '\\"\\/a\\\\9"/Z', '"/a\\9"/Z'],
    ['in a URL', '%2fq%3DZ%3F9%26%25', '/q=Z?9&%'],
    ['in base 64', 'Pz9aPz9aPz9a', '??Z??Z??Z'],
    ['in base 64 for addresses', 'Pj9-Pz5-Pj9-', '>?~?>~>?~'],
  ])('lets no piece of signs pass that is spelled %s', (_, spelled, piece) => {
    expect(createRedactor(`tok1${piece}tok2`).text(`{"cut":"${spelled}`)).toBe(WITHHELD);
  });

  it('takes out the token alone where it is spelled openly', () => {
    expect(redactor.text(`x ${SECRET} y`)).toBe('x [token removed] y');
    expect(createRedactor('98765432101234567890').text('{"id":98765432101234567890}')).toBe('{"id":[token removed]}');
    for (const spelling of ['in JSON', 'in JSON with slashes escaped', 'in a URL']) {
      const text = `x ${SPELLINGS[spelling]?.(TOKEN)} y`;
      expect(createRedactor(TOKEN).text(text)).toBe('x [token removed] y');
    }
  });

  it('takes out a token that has few letters, or is short', () => {
    for (const token of ['!#$%&*+!#$', 'abc', 'a-b-c-d', '12345678']) {
      expect(createRedactor(token).text(`see ${token} here`)).toBe('see [token removed] here');
    }
  });

  it('finds the token in the texts, numbers, names and lists of an answer', () => {
    for (const body of [
      { ...PAID, lognumber: SECRET.slice(0, 9), tranrefno: SECRET.slice(9, 20) },
      { ...PAID, message: 'm', list: [['x'], [{ y: SECRET.slice(4, 14) }]] },
      { ...PAID, [SECRET]: 'x' },
      { ...PAID, other: { [SECRET.slice(0, 8)]: SECRET.slice(6, 14) } },
    ]) {
      const answer = answered(body);
      expect(JSON.stringify(answer)).not.toMatch(/ZqT0k|enSecre|cret9|3210/);
      expect(payoutOutcome(answer, { reference: REFERENCE, firstRequest: true })).toMatchObject({ state: 'success' });
    }
    const digits = answered('{"status":true,"code":98765432101234567890}', '98765432101234567890');
    expect(digits.evidence.text).toBe('{"status":true,"code":"[token removed]"}');
  });

  it('calls a redacted identifier none', () => {
    const outcome = payoutOutcome(answered({ ...PAID, transactionId: SECRET.slice(4), RRN: SECRET }), {
      reference: REFERENCE,
      firstRequest: true,
    });
    expect(outcome).toMatchObject({ kind: 'accepted', state: 'success', ids: { transactionId: null, rrn: null } });
  });

  it('decides by the words of the specification, whatever the token is', () => {
    for (const token of ['success', 'e', 'Invalid mid', 'status', '400', REFERENCE, 'udf1']) {
      const accepted = payoutOutcome(answered(PAID, token), { reference: REFERENCE, firstRequest: true });
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
    const spelled = escaped(TOKEN, '\\u00');
    const answer = received(200, `{"status":true,"message":"by ${spelled}","${spelled}":["${spelled}"]}`);
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

  it('leaves no long piece of it behind in an answer, in none of the spellings', () => {
    fc.assert(
      fc.property(
        anyToken,
        from,
        fc.integer({ min: TOKEN_PIECE_CHARACTERS, max: 40 }),
        fc.constantFrom(...Object.keys(SPELLINGS)),
        (token, at, length, name) => {
          const piece = token
            .slice(Math.floor(at * (token.length - TOKEN_PIECE_CHARACTERS)), undefined)
            .slice(0, length);
          fc.pre(piece.length >= TOKEN_PIECE_HEX_CHARACTERS || !isHex(piece));
          const spelled = SPELLINGS[name]?.(piece) ?? '';
          const json = answered({ ...PAID, message: `it: ${spelled}` }, token);
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

  it.each(['%41', '\\', '\\u0041', 'ZqT0', '1234', 'ﷺ'])(
    'takes time in proportion for an answer full of %s',
    (piece) => {
      const timed = (text: string): number => {
        const start = performance.now();
        redactor.text(text);
        return performance.now() - start;
      };
      const whole = piece.repeat(Math.ceil(ANSWER_MAX_BYTES / piece.length)).slice(0, ANSWER_MAX_BYTES);
      timed(whole);
      // Sixteen times the text may take sixty-four times as long, plus a second: a quadratic pass takes 256 times.
      expect(timed(whole)).toBeLessThan(1_000 + 64 * timed(whole.slice(0, whole.length / 16)));
    },
  );
});
