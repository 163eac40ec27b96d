// How words for people lie in a column of text: a message as the JSON of its code and parameters, so that whoever reads it
// later reads it in a language of their own; a text as it is.

import type { Words } from '../../../shared/messages/message.ts';
import { isMessage } from '../../../shared/messages/speak.ts';

export function textOfWords(words: Words): string {
  return typeof words === 'string' ? words : JSON.stringify({ code: words.code, params: words.params });
}

/** Whatever is no message of this version is a text, as an older one wrote it. */
export function wordsFrom(text: string): Words {
  if (!text.startsWith('{')) return text;
  try {
    const read: unknown = JSON.parse(text);
    return isMessage(read) ? read : text;
  } catch {
    return text;
  }
}
