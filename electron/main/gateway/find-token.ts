// Finds a piece of the token in a text, however it is disguised. In: the token, then texts. Out: yes or no.
// This file must never take longer than in proportion to the text: whoever answers may send what is worst for us.

import { TOKEN_PIECE_CHARACTERS, TOKEN_SIEVE_CHARACTERS } from '../../../shared/limits.ts';
import { piecesOf } from './token-spellings.ts';
import { folded, layersOf, withoutTags } from './undisguise.ts';

/** Every piece holds a sieve's beginning at one of so many places that follow each other: all but one may be skipped. */
const STRIDE = TOKEN_PIECE_CHARACTERS - TOKEN_SIEVE_CHARACTERS + 1;

/** Makes the question whether a text spells the token, or a piece that tells it. */
export function tokenFinder(token: string): (text: string) => boolean {
  const { whole, pieces } = piecesOf(token);
  const lengths = [...new Set(Array.from(pieces, (piece) => piece.length))];
  const sieve = new Set<string>();
  for (const piece of pieces) {
    for (let at = 0; at + TOKEN_SIEVE_CHARACTERS <= piece.length; at += 1) {
      sieve.add(piece.slice(at, at + TOKEN_SIEVE_CHARACTERS));
    }
  }

  function holdsPiece(text: string): boolean {
    for (let at = 0; at + TOKEN_SIEVE_CHARACTERS <= text.length; at += STRIDE) {
      if (sieve.has(text.slice(at, at + TOKEN_SIEVE_CHARACTERS)) && isPieceAround(text, at)) return true;
    }
    return false;
  }

  function isPieceAround(text: string, at: number): boolean {
    return lengths.some((length) => {
      const last = Math.min(at, text.length - length);
      for (let start = Math.max(at + TOKEN_SIEVE_CHARACTERS - length, 0); start <= last; start += 1) {
        if (pieces.has(text.slice(start, start + length))) return true;
      }
      return false;
    });
  }

  return (text) => {
    const layers = layersOf(text);
    if (layers === null) return true;
    const isTold = (layer: string): boolean =>
      (whole !== null && layer.toLowerCase().includes(whole)) || holdsPiece(folded(layer));
    return layers.some((layer) => isTold(layer) || (layer.includes('<') && isTold(withoutTags(layer))));
  };
}
