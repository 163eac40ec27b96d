// Lossless JSON under fuzz, compared with JSON.parse.

import { isJsonNumber, isJsonObject, type JsonValue, parseJson } from '../../electron/main/domain/lossless-json.ts';
import type { Random } from '../seeded/random.ts';
import { type FuzzTarget, pieces } from './target.ts';

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  '"a"',
  '"a\\u0062"',
  '"\\"',
  ':',
  ',',
  ' ',
  '1',
  '-0',
  '1e400',
  '20000000000000000001',
  'true',
  'null',
  '"',
  '\\',
  '\u0000',
  '"__proto__"',
] as const;

function drawJson(random: Random, depth: number): string {
  const kind = random.below(depth > 3 ? 4 : 6);
  const inner = (): string => drawJson(random, depth + 1);
  switch (kind) {
    case 0:
      return random.pick(['0', '-1.50', '12345678901234567890', '1E+2', '0.10']);
    case 1:
      return JSON.stringify(pieces(random, PIECES, 3));
    case 2:
      return random.pick(['true', 'false', 'null']);
    case 3:
      return random.pick(['""', '{}', '[]', '[ ]']);
    case 4:
      return `[${Array.from({ length: random.below(4) }, inner).join(random.pick([',', ' , ']))}]`;
    default: {
      const keys = Array.from({ length: random.below(4) }, () =>
        random.pick(['"a"', '"b"', '"\\u0061"', '"__proto__"', '"c"']),
      );
      return `{${keys.map((key) => `${key}:${inner()}`).join(',')}}`;
    }
  }
}

/** Whether the value equals that of JSON.parse, with the source text of every number. */
function isSame(value: JsonValue | undefined, plain: unknown): boolean {
  if (isJsonNumber(value)) return Object.is(Number(value.source), plain);
  if (Array.isArray(value)) {
    const other: readonly unknown[] | null = Array.isArray(plain) ? plain : null;
    return (
      other !== null && value.length === other.length && value.every((one: JsonValue, at) => isSame(one, other[at]))
    );
  }
  if (!isJsonObject(value)) return value === plain;
  if (typeof plain !== 'object' || plain === null) return false;
  const keys = Object.keys(value);
  return (
    keys.length === Object.keys(plain).length &&
    keys.every((key) => Object.hasOwn(plain, key) && isSame(value[key], Reflect.get(plain, key)))
  );
}

/** Whether some object of the document repeats a key, seen from how much JSON.parse drops. */
function repeatsKey(text: string): boolean {
  let pairs = 0;
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const members = Object.values(value);
    return (Array.isArray(value) ? 0 : members.length) + members.reduce<number>((sum, one) => sum + count(one), 0);
  };
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  for (const character of bare) if (character === ':') pairs += 1;
  return pairs !== count(JSON.parse(text));
}

export const JSON_TEXTS: FuzzTarget = {
  name: 'lossless JSON',
  check: (random) => {
    const text = random.percent(50) ? drawJson(random, 0) : pieces(random, PIECES, 10);
    const value = parseJson(text);
    let plain: unknown;
    try {
      plain = JSON.parse(text);
    } catch {
      return value === undefined ? null : `took what is no JSON: ${JSON.stringify(text)}`;
    }
    if (repeatsKey(text)) return value === undefined ? null : `took a repeated key: ${JSON.stringify(text)}`;
    return value !== undefined && isSame(value, plain) ? null : `read otherwise: ${JSON.stringify(text)}`;
  },
};
