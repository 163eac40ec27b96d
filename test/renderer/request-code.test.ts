// What two persons compare: a code that one reads to the other, and a QR code that another program reads.

import jsQr from 'jsqr';
import { encode, renderUnicodeCompact } from 'uqr';
import { expect, it } from 'vitest';
import { comparisonCode, isCodeOf, requestCodeText } from '../../shared/requests.ts';

const DIGEST = '3f2a91bc07d455e1a0c9'.padEnd(64, '7');
const PIXELS = 4;

/** Draws modules as a camera has them, and reads them. */
function readModules(modules: readonly (readonly boolean[])[]): string | null {
  const side = modules.length * PIXELS;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let at = 0; at < side * side; at += 1) {
    const isDark = modules[Math.floor(at / side / PIXELS)]?.[Math.floor((at % side) / PIXELS)] === true;
    if (isDark) pixels.fill(0, at * 4, at * 4 + 3);
  }
  return jsQr.default(pixels, side, side)?.data ?? null;
}

it('is read from the code that the window draws', () => {
  const { data } = encode(requestCodeText(DIGEST), { ecc: 'M', border: 4 });
  expect(readModules(data)).toBe(requestCodeText(DIGEST));
});

it('is read from the blocks that a terminal shows', () => {
  const lines = renderUnicodeCompact(requestCodeText(DIGEST)).split('\n');
  // Each character is two modules, one above the other. A block is light on a dark terminal.
  const modules = lines.flatMap((line) => {
    const characters = Array.from(line);
    const upper = characters.map((one) => one !== '\u2588' && one !== '\u2580');
    const lower = characters.map((one) => one !== '\u2588' && one !== '\u2584');
    return [upper, lower];
  });
  const width = modules[0]?.length ?? 0;
  const light = Array.from({ length: width + 8 }, () => false);
  const framed = [
    ...Array.from({ length: 4 }, () => light),
    ...modules.slice(0, width).map((row) => [...light.slice(0, 4), ...row, ...light.slice(0, 4)]),
    ...Array.from({ length: 4 }, () => light),
  ];
  expect(readModules(framed)).toBe(requestCodeText(DIGEST));
});

it.each([
  ['3F2A 91BC 07D4 55E1 A0C9', true],
  ['3f2a-91bc-07d4-55e1-a0c9', true],
  [` ${DIGEST}\n`, true],
  [requestCodeText(DIGEST), true],
  ['3F2A 91BC 07D4 55E1 A0C8', false],
  ['3F2A', false],
  ['', false],
  [`${DIGEST}7`, false],
])('%j is the code of the request: %s', (typed, isIts) => {
  expect(isCodeOf(typed, DIGEST)).toBe(isIts);
  expect(comparisonCode(DIGEST)).toBe('3F2A 91BC 07D4 55E1 A0C9');
});
