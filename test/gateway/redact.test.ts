// The token does not survive in anything that is kept of an answer.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../electron/main/gateway/redact.ts';
import { messageOf, objectOf } from '../../electron/main/gateway/received.ts';
import { received, TOKEN } from './answers.ts';

const redactor = createRedactor(TOKEN);

function codeUnits(format: (hex: string, code: number) => string): string {
  return Array.from(TOKEN, (c) => format(c.charCodeAt(0).toString(16).padStart(2, '0'), c.charCodeAt(0))).join('');
}

describe('createRedactor', () => {
  const spellings = [
    ['plain', TOKEN],
    ['with its scheme', `Bearer ${TOKEN}`],
    ['escaped for JSON', JSON.stringify(TOKEN)],
    ['escaped for JSON with slashes', JSON.stringify(TOKEN).replaceAll('/', '\\/')],
    ['percent-encoded', encodeURIComponent(TOKEN)],
    ['percent-encoded in lower case', lowerPercent()],
    ['percent-encoded letter by letter', codeUnits((hex) => `%${hex}`)],
    ['in JSON escapes', codeUnits((hex) => `\\u00${hex}`)],
    ['in HTML entities', codeUnits((_, code) => `&#${code};`)],
    ['in hexadecimal HTML entities', codeUnits((hex) => `&#x${hex};`)],
    ['in UTF-16', Buffer.from(TOKEN, 'utf16le').toString('latin1')],
  ] as const;

  function lowerPercent(): string {
    return encodeURIComponent(TOKEN).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  }

  it.each(spellings)('takes it out %s', (_, spelled) => {
    const kept = redactor.kept(`before ${spelled} after`);
    expect(kept).not.toContain(spelled);
    expect(kept).toMatch(/token removed|withheld/);
  });

  it('takes out its beginning where a text was cut inside it', () => {
    expect(redactor.kept(`x ${TOKEN.slice(0, 15)}`)).toBe('x [token removed]');
    expect(redactor.kept(`{"h":"Bearer ${TOKEN.slice(0, 8)}"}`)).toBe('{"h":"[token removed]"}');
  });

  it('leaves other texts alone', () => {
    for (const text of ['', 'tok', 'Bearer token is invalid', '{"a":"100 % \\" ok"}', 'Bearer abc.def']) {
      expect(redactor.kept(text)).toBe(text);
    }
  });

  it('leaves nothing of it in any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(TOKEN, 'Bearer ', '%', '\\', '"', TOKEN.slice(0, 9), 'x')), (pieces) => {
        expect(redactor.kept(pieces.join(''))).not.toContain(TOKEN);
      }),
    );
  });
});

describe('an answer with the token in it', () => {
  it('loses it in texts, field names and the evidence, and keeps its meaning', () => {
    const escaped = codeUnits((hex) => `\\u00${hex}`);
    const answer = received(200, `{"status":true,"message":"by ${escaped}","${escaped}":["${escaped}"]}`);
    expect(JSON.stringify(answer)).not.toContain(JSON.stringify(TOKEN).slice(1, -1));
    expect(answer.evidence.text).toMatch(/withheld/);
    const object = objectOf(answer);
    expect(object && messageOf(object)).toBe('by [token removed]');
    expect(object?.['status']).toBe(true);
  });

  it('loses it when it is a number', () => {
    const digits = createRedactor('98765432101234567890');
    expect(digits.kept('{"id":98765432101234567890}')).toBe('{"id":[token removed]}');
  });

  it('keeps a field called __proto__ a field', () => {
    const answer = received(200, '{"__proto__":{"status":true},"m":"\\n"}');
    expect(objectOf(answer)?.['status']).toBeUndefined();
    expect(Object.keys(objectOf(answer) ?? {})).toEqual(['__proto__', 'm']);
  });
});
