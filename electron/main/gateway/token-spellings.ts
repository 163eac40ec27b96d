// How the token may be spelled by somebody who echoes it. In: the token. Out: every piece of every spelling that tells it, in
// letters and digits of lower case. This file must never let a piece count that an ordinary number or identifier may be by chance.

import {
  TOKEN_PIECE_BASE64_CHARACTERS,
  TOKEN_PIECE_CHARACTERS,
  TOKEN_PIECE_CODE_CHARACTERS,
  TOKEN_PIECE_FAR_CHARACTERS,
  TOKEN_PIECE_HEX_CHARACTERS,
} from '../../../shared/limits.ts';
import { folded, layersOf } from './undisguise.ts';

interface Radix {
  readonly bits: 5 | 6;
  readonly alphabet: string;
}

const BASE64: Radix = { bits: 6, alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/' };
const BASE32: Radix = { bits: 5, alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567' };

/** Long spellings are cut at every fourth place only: whatever holds four characters more than a piece holds one of them. */
const FAR_STRIDE = 4;
const HEX_ONLY = /^[0-9a-f]*$/;

/** The pieces that tell the token, and `whole`: a token too short for pieces is looked for as it is. */
export interface TokenPieces {
  readonly whole: string | null;
  readonly pieces: ReadonlySet<string>;
}

/** All pieces of the token. */
export function piecesOf(token: string): TokenPieces {
  const bytes = Buffer.from(token);
  const onceEncoded = shifted(bytes, BASE64);
  const twiceEncoded = onceEncoded.flatMap((once) => shifted(Buffer.from(once), BASE64));
  const wideEncoded = shifted(Buffer.from(token, 'utf16le'), BASE64);
  const pieces = new Set([
    ...letterSpellings(token).flatMap(letterPieces),
    ...onceEncoded.flatMap((one) => cut(folded(one), { length: TOKEN_PIECE_BASE64_CHARACTERS, every: 1 })),
    ...[...twiceEncoded, ...wideEncoded, ...shifted(bytes, BASE32)].flatMap((one) =>
      cut(folded(one), { length: TOKEN_PIECE_FAR_CHARACTERS, every: FAR_STRIDE }),
    ),
    ...codeSpellings(bytes).flatMap((one) => cut(one, { length: TOKEN_PIECE_CODE_CHARACTERS, every: FAR_STRIDE })),
  ]);
  return { whole: folded(token).length < TOKEN_PIECE_CHARACTERS ? token.toLowerCase() : null, pieces };
}

/** A number or an identifier in hexadecimal may well share eight digits with another: more of them must be the same. */
function letterPieces(spelling: string): readonly string[] {
  const mixed = cut(spelling, { length: TOKEN_PIECE_CHARACTERS, every: 1 }).filter((piece) => !HEX_ONLY.test(piece));
  const length = HEX_ONLY.test(spelling)
    ? Math.min(TOKEN_PIECE_HEX_CHARACTERS, spelling.length)
    : TOKEN_PIECE_HEX_CHARACTERS;
  return [...mixed, ...cut(spelling, { length, every: 1 }).filter((piece) => HEX_ONLY.test(piece))];
}

function cut(text: string, { length, every }: { readonly length: number; readonly every: number }): readonly string[] {
  const count = Math.max(Math.floor((text.length - length) / every) + 1, 0);
  return Array.from({ length: count }, (_, index) => text.slice(index * every, index * every + length));
}

/** As letters: as it is, with what looks like an escape in it undone, backwards, and by the half alphabet. */
function letterSpellings(token: string): readonly string[] {
  const plain = (layersOf(token) ?? [token]).map(folded);
  const turned = token.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code & 31) > 13 ? code - 13 : code + 13);
  });
  return [...new Set([...plain, ...plain.map(reversed), folded(turned)])].filter(
    (spelling) => spelling.length >= TOKEN_PIECE_CHARACTERS,
  );
}

/** As the codes of its characters, one after another: hexadecimal, decimal, octal and binary. */
function codeSpellings(bytes: Buffer): readonly string[] {
  const written = (base: number, width: number): string =>
    Array.from(bytes, (code) => code.toString(base).padStart(width, '0')).join('');
  return [written(16, 2), written(10, 0), written(10, 3), written(8, 0), written(8, 3), written(2, 8)];
}

/** The characters that bytes alone decide, wherever in a longer text that is encoded the bytes begin. */
function shifted(bytes: Buffer, { bits, alphabet }: Radix): readonly string[] {
  return Array.from({ length: bits === 6 ? 3 : 5 }, (_, before) => {
    const first = Math.ceil((before * 8) / bits);
    const last = Math.floor(((before + bytes.length) * 8) / bits);
    return Array.from({ length: Math.max(last - first, 0) }, (_unit, index) => {
      const bit = (first + index) * bits - before * 8;
      const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0);
      return alphabet.charAt((pair >> (16 - bits - (bit & 7))) & (2 ** bits - 1));
    }).join('');
  });
}

function reversed(text: string): string {
  return text.split('').toReversed().join('');
}
