// Any token against any answer: no piece is left in any disguise, nothing ordinary is lost, and it takes no time.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../electron/main/gateway/redact.ts';
import { ANSWER_MAX_BYTES, TOKEN_PIECE_CHARACTERS, TOKEN_PIECE_HEX_CHARACTERS } from '../../shared/limits.ts';
import { seededRandom } from '../seeded/random.ts';
import { answered, PAID, REFERENCE, SECRET } from './answers.ts';
import { DISGUISES } from './token-disguises.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const redactor = createRedactor(SECRET);

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
