// Words that are laid out from their pairs of letters stand exactly as fontkit itself lays them out.

import { createRequire } from 'node:module';
import fc from 'fast-check';
import { type Font, openSync } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { openedFont, runsOf } from '../../electron/main/reports/pdf-fonts.ts';

const { resolve } = createRequire(import.meta.url);

const standing = (font: Font, text: string): unknown => {
  const { glyphs, positions, advanceWidth } = font.layout(text);
  return [
    glyphs.map(({ id, codePoints }) => [id, codePoints]),
    positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => [xAdvance, yAdvance, xOffset, yOffset]),
    advanceWidth,
  ];
};

describe.each(['regular', 'bold'] as const)('the letters of the %s font', (weight) => {
  const [name = ''] = runsOf('a', weight).map(({ font }) => font);
  const plain = openSync(resolve(`@fontsource/${name}`)) as Font;

  it('stand as fontkit lays them out, in any ASCII word', () => {
    const letters = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(letters, (word) => {
        expect(standing(openedFont(name), word)).toEqual(standing(plain, word));
      }),
      { numRuns: 1_500 },
    );
  });

  it.each(['office', 'AVATAR', 'To', '1,25,000.50', 'fi fl ffi', 'S8Q0ZV4KJ2', 'B0007/12)'])(
    'stand so in %s',
    (word) => {
      expect(standing(openedFont(name), word)).toEqual(standing(plain, word));
    },
  );
});

describe('a word that is laid out twice', () => {
  it.each(['रवि', 'Asha'])('has positions of its own each time: %s', (word) => {
    const [name = ''] = runsOf(word, 'regular').map(({ font }) => font);
    const [first] = openedFont(name).layout(word).positions;
    if (first !== undefined) first.xAdvance = -1;
    expect(openedFont(name).layout(word).positions[0]?.xAdvance).toBeGreaterThan(0);
  });
});
