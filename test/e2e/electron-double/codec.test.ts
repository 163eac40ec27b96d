// Values that cross between a page, its preload and the main process in the double: the same as in Electron, or refused.

import { describe, expect, it } from 'vitest';
import { addScheme, fromChromium, originOf, toChromium } from './addresses.ts';
import { makeCodec } from './codec.ts';

describe("The double's values", () => {
  const { encode, decode } = makeCodec();

  it.each([
    ['text', 'Asha ₹ आशा'],
    ['nothing', [undefined, null]],
    ['numbers', [0, -1.5, Number.POSITIVE_INFINITY, 9_007_199_254_740_993n]],
    ['a file', { name: 'a.csv', bytes: Uint8Array.from({ length: 100_000 }, (_, index) => index % 256) }],
    ['an object with the names of the codec itself', { is: 'bytes', v: [{ is: 'function', v: 1 }] }],
    ['a time', new Date(0)],
  ])('come over whole: %s', (_what, value) => {
    expect(decode(JSON.parse(JSON.stringify(encode(value))) as ReturnType<typeof encode>)).toEqual(value);
  });

  it.each([
    ['a function', { send: () => undefined }],
    ['a symbol', Symbol('name')],
    ['a promise', Promise.resolve()],
    ['a map', new Map()],
    ['a file of the page', new File(['a'], 'a.csv')],
  ])('are refused where Electron would refuse them: %s', (_what, value) => {
    expect(() => encode(value)).toThrow('An object could not be cloned.');
  });
});

describe("The double's addresses", () => {
  addScheme('app');

  it.each(['app://desk/', 'app://desk/assets/a.js', 'app://desk/#/batch/P0001?x=1', 'app://other.host/'])(
    'stand in Chromium under another name and come back as they were: %s',
    (address) => {
      expect(toChromium(address)).toMatch(/^https:\/\/[a-z.]+\.app\.invalid\//);
      expect(fromChromium(toChromium(address))).toBe(address);
    },
  );

  it.each([
    ['about:blank', 'null'],
    ['data:text/html,x', 'null'],
    ['https://desk.app.invalid.example.com/', 'https://desk.app.invalid.example.com'],
    ['https://desk.app.invalid/', 'app://desk'],
  ])('have the origin that Electron would tell: %s', (address, origin) => {
    expect(originOf(address)).toBe(origin);
  });
});
