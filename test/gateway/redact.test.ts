// Neither the token nor a piece that tells it survives in anything that is kept of an answer, and nothing else is lost.

import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../electron/main/gateway/redact.ts';
import { lookupAnswer } from '../../electron/main/gateway/lookup-answer.ts';
import { payoutOutcome } from '../../electron/main/gateway/payout-answer.ts';
import { messageOf, objectOf } from '../../electron/main/gateway/received.ts';
import { TOKEN_PIECE_CHARACTERS, TOKEN_PIECE_HEX_CHARACTERS } from '../../shared/limits.ts';
import { answered, PAID, received, REFERENCE, SECRET, TOKEN } from './answers.ts';
import { DISGUISES } from './token-disguises.ts';

const redactor = createRedactor(SECRET);

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
  ])('lets no piece pass: %s', (_, piece) => {
    expect(redactor.text(`token ${piece} is invalid`)).toBe('[withheld: the answer spelled the token]');
    expect(answered({ ...PAID, message: piece }).evidence.text).not.toContain(piece);
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
      { ...PAID, lognumber: SECRET.slice(0, 5), tranrefno: SECRET.slice(5, 12) },
      { ...PAID, message: 'm', list: inPairs },
      { ...PAID, [SECRET]: 'x' },
      { ...PAID, other: { [SECRET.slice(0, 6)]: SECRET.slice(6, 13) } },
      { ...PAID, codes: Array.from(SECRET, (one) => one.charCodeAt(0)) },
    ]) {
      const answer = answered(body);
      expect(JSON.stringify(answer)).not.toMatch(/ZqT0k|enSecre|cret9|3210/);
      expect(payoutOutcome(answer, { reference: REFERENCE, firstRequest: true })).toMatchObject({ state: 'success' });
    }
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
