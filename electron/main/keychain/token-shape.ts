// Checks a token before it is kept. In: text as it was pasted or piped. Out: the token, or a refusal that says what is
// wrong. This file must never put any part of the token into a sentence.

import type { Refusal } from '../../../shared/issues.ts';
import { TOKEN_MAX_BYTES } from '../../../shared/limits.ts';

export type TokenCheck =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Checks a token: visible ASCII without spaces, at most TOKEN_MAX_BYTES; one final line end is taken off. */
export function checkToken(text: string): TokenCheck {
  const token = text.replace(/\r?\n$/, '');
  if (token === '') {
    return refuse('tokenEmpty', 'The token is empty.', 'Paste the access token that the gateway gave you.');
  }
  // What follows `Authorization: Bearer` in a request may hold nothing else, and a line end there would forge a header.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return refuse(
      'tokenCharacters',
      'The token has a space, a line break or a character that is not plain ASCII.',
      'Paste the token alone: one line, without the word Bearer, quotes or spaces.',
    );
  }
  if (token.length > TOKEN_MAX_BYTES) {
    return refuse(
      'tokenTooLong',
      `The token is longer than ${TOKEN_MAX_BYTES} characters, more than every system's keychain can hold.`,
      'Check that only the token was pasted, and ask the gateway for a shorter one if it was.',
    );
  }
  return { kind: 'token', token };
}

function refuse(code: string, message: string, cure: string): TokenCheck {
  return { kind: 'refused', refusal: { code, message, cure } };
}
