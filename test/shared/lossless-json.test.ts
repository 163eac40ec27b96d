// JSON without loss: compared with JSON.parse where both accept a text, and refused where JSON.parse would guess.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isJsonNumber,
  isJsonObject,
  type JsonValue,
  member,
  parseJson,
  textOf,
} from '../../electron/main/domain/lossless-json.ts';

/** The value as JSON.parse would return it. */
function plain(value: JsonValue | undefined): unknown {
  if (isJsonNumber(value)) return Number(value.source);
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, plain(inner)]);
  return Object.fromEntries(entries);
}

describe('parseJson', () => {
  it('gives what JSON.parse gives for every valid document, however it is spaced', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 }), fc.constantFrom(0, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(plain(parseJson(text))).toEqual(JSON.parse(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('never throws, and gives undefined exactly where JSON.parse throws', () => {
    const jsonLike = fc.string({
      unit: fc.constantFrom(...'{}[]",:\\u0041 1e-.truefalsn'.split(''), '\ufeff', '\u0000'),
      maxLength: 24,
    });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), jsonLike), (text) => {
        const value = parseJson(text);
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expected = undefined;
        }
        // Of all documents that JSON.parse accepts, this reader refuses only those with a repeated key.
        const isRefusedRepeat = value === undefined && expected !== undefined && /"[^]*"[^]*"[^]*"/.test(text);
        expect(isRefusedRepeat ? undefined : expected).toEqual(plain(value));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['1e400', '1e400'],
    ['-0', '-0'],
    ['0.10', '0.10'],
    ['100.00', '100.00'],
    ['1E+2', '1E+2'],
    ['9007199254740993', '9007199254740993'],
  ])('keeps the number %s as it was spelled', (source, expected) => {
    const value = parseJson(`{"UTR": ${source}, "list": [${source}]}`);
    expect(isJsonObject(value) && textOf(member(value, 'UTR'))).toBe(expected);
    expect(JSON.stringify(value)).toBe(`{"UTR":{"source":"${expected}"},"list":[{"source":"${expected}"}]}`);
  });

  it.each([
    ['a repeated key', '{"status":true,"status":false}'],
    ['a key repeated with the same value', '{"a":1,"a":1}'],
    ['a key repeated by an escape', '{"status":true,"\\u0073tatus":false}'],
    ['a key repeated by an escaped solidus', '{"a/b":1,"a\\/b":2}'],
    ['a repeated empty key', '{"":1,"":2}'],
    ['a key repeated deep inside', '[{"a":[{"b":{"c":1,"d":[],"c":2}}]}]'],
    ['a key repeated after a nested object of the same key', '{"a":{"a":1},"a":2}'],
    ['a repeated __proto__', '{"__proto__":1,"__proto__":2}'],
    ['a key repeated across odd spaces', '{"a"\n:\t1 ,\r"a" : 2}'],
    ['a byte order mark', '\ufeff{}'],
    ['nothing', ''],
    ['spaces', '  '],
    ['two documents', '{}{}'],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{/* */}'],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"a":NaN}'],
    ['a leading zero', '{"mid":0123}'],
    ['a plus sign', '{"a":+1}'],
    ['an open object', '{"a":1'],
    ['an open string', '{"a":"1'],
    ['a raw newline in a string', '{"a":"\n"}'],
    ['a page', '<!doctype html><html></html>'],
  ])('refuses %s', (_name, text) => {
    expect(parseJson(text)).toBeUndefined();
  });

  it.each([
    ['the same key in two objects', '[{"a":1},{"a":2}]'],
    ['the same key at two depths', '{"a":{"a":{"a":1}}}'],
    ['keys that differ by case', '{"UTR":1,"utr":2}'],
    ['a value that looks like a key', '{"a":"a","b":"a"}'],
    ['a string that holds a whole object', '{"a":"{\\"a\\":1,\\"a\\":2}","b":"\\\\"}'],
    ['a string of braces', '{"a":"}]{[:,","b":1}'],
    ['null', 'null'],
  ])('takes %s', (_name, text) => {
    expect(plain(parseJson(text))).toEqual(JSON.parse(text));
  });

  it('reads a __proto__ key as a member like any other', () => {
    const value = parseJson('{"__proto__":{"status":true},"constructor":1}');
    expect(isJsonObject(value)).toBe(true);
    if (!isJsonObject(value)) return;
    expect(member(value, 'status')).toBeUndefined();
    expect(value['status']).toBeUndefined();
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['status']).toBeUndefined();
  });

  it.each([
    [64, true],
    [65, false],
    [100_000, false],
  ])('nested %d deep: %s', (depth, isUsed) => {
    const text = '['.repeat(depth) + ']'.repeat(depth);
    expect(parseJson(text) !== undefined).toBe(isUsed);
    const objects = '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
    expect(parseJson(objects) !== undefined).toBe(isUsed);
  });

  it.each([
    ['quotes that never close', `"${'\\"'.repeat(130_000)}`],
    ['open brackets', '['.repeat(260_000)],
    ['open objects', '{"a":'.repeat(52_000)],
    ['a long word', 'a'.repeat(260_000)],
    ['a string of thirty million letters', `"${'a'.repeat(30_000_000)}"x`],
  ])('judges %s at once', (_name, text) => {
    const startedMs = performance.now();
    expect(parseJson(text)).toBeUndefined();
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  it('never throws for a string longer than the walker can take', () => {
    expect(() => parseJson(`{"a":"${'a'.repeat(30_000_000)}"}`)).not.toThrow();
  });
});

describe('member and textOf', () => {
  const value = parseJson('{"text":"x","number":1.50,"yes":true,"none":null,"list":[],"object":{"source":"5"}}');
  const read = (key: string): string | null => (isJsonObject(value) ? textOf(member(value, key)) : 'not an object');

  it.each([
    ['text', 'x'],
    ['number', '1.50'],
    ['yes', null],
    ['none', null],
    ['list', null],
    ['object', null],
    ['absent', null],
    ['toString', null],
    ['hasOwnProperty', null],
  ])('%s reads as %j', (key, expected) => {
    expect(read(key)).toBe(expected);
  });

  it.each(['null', '1', '"a"', '[]', 'true'])('%s is not an object', (text) => {
    expect(isJsonObject(parseJson(text))).toBe(false);
  });
});
