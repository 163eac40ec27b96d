// A text column for people holds a message as the JSON of its code and parameters, so that everyone reads it in their own
// language. Text that came from the gateway or a person, and all text of older versions, is stored and shown as it came.

import { type Message, verbatim } from '../../../shared/messages/message.ts';
import { isMessage } from '../../../shared/messages/speak.ts';

export function storedText({ code, params }: Message): string {
  const { text } = params;
  // A text that would be read back as a message is stored as the JSON of a text.
  if (code === 'verbatim' && typeof text === 'string' && parsedMessage(text) === null) return text;
  return JSON.stringify({ code, params });
}

/** Anything that is not a message of this version counts as text. */
export function messageFrom(text: string): Message {
  return parsedMessage(text) ?? verbatim(text);
}

/** A message inside stored JSON; older versions stored its text. */
export function messageIn(value: unknown): Message {
  return isMessage(value) ? value : verbatim(String(value));
}

export function messageOrNull(text: string | null): Message | null {
  return text === null ? null : messageFrom(text);
}

function parsedMessage(text: string): Message | null {
  if (!text.startsWith('{')) return null;
  try {
    const read: unknown = JSON.parse(text);
    return isMessage(read) ? read : null;
  } catch {
    return null;
  }
}
