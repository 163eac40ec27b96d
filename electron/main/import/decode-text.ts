// In: the bytes of a text file and, where the person gave one, its encoding. Out: the text, or what must be asked.
// This file must never guess an encoding nor let a byte become another character.

import { isUtf8 } from 'node:buffer';
import type { Refusal } from '../../../shared/issues.ts';
import { refusal } from './refusals.ts';

export type Decoded =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
const ENCODINGS: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'utf-16le': 'utf-16le',
  utf16le: 'utf-16le',
  'utf-16be': 'utf-16be',
  utf16be: 'utf-16be',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
};

/** Decodes strictly. Errors: refused when the bytes are not the given or marked encoding, or neither is there and they are not UTF-8. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>, given: string | null): Decoded {
  const chosen = given === null ? null : (ENCODINGS[given.trim().toLowerCase()] ?? undefined);
  if (chosen === undefined) return refuse(refusal('unknownEncoding', { encoding: (given ?? '').slice(0, 40) }));
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0) {
    return refuse(refusal('knownOther', { what: 'UTF-32 text' }));
  }
  const marked = markOf(bytes);
  if (marked !== null && chosen !== null && marked !== chosen) {
    return refuse(refusal('encodingContradicted', { found: marked, encoding: chosen }));
  }
  const encoding = marked ?? chosen;
  return encoding === null ? decodeUnmarked(bytes) : decodeAs(bytes, encoding);
}

function markOf(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function decodeAs(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): Decoded {
  try {
    const decoded = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    // A byte order mark is there once, or twice where a program added its own to a file that had one.
    const text = decoded.replace(/^\uFEFF{1,2}/, '');
    return text.includes('\0') ? refuse(refusal('nulBytes')) : { kind: 'text', text };
  } catch {
    return refuse(encoding === 'utf-8' ? notUtf8(bytes) : refusal('notInEncoding', { encoding }));
  }
}

function decodeUnmarked(bytes: Uint8Array<ArrayBuffer>): Decoded {
  if (bytes.includes(0)) {
    const sample = bytes.subarray(0, 4_096);
    const zeros = [0, 0];
    for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
    const [even = 0, odd = 0] = zeros;
    // Latin letters in UTF-16 have a zero in every second byte, always on the same side.
    if (even + odd >= sample.length / 4 && Math.min(even, odd) * 20 <= Math.max(even, odd)) {
      return refuse(refusal('utf16WithoutMark', { encoding: odd > even ? 'utf-16le' : 'utf-16be' }));
    }
    return refuse(refusal('nulBytes'));
  }
  if (looksBinary(bytes)) return refuse(refusal('binary'));
  return isUtf8(bytes) ? decodeAs(bytes, 'utf-8') : refuse(notUtf8(bytes));
}

/** Text has next to no control bytes; a stray one in a cell is that row's issue. */
function looksBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 4_096);
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) controls += 1;
  return controls > 2 && controls * 50 > sample.length;
}

/** Names the line of the first byte that is not UTF-8, and how Windows-1252 would read its word. */
function notUtf8(bytes: Uint8Array<ArrayBuffer>): Refusal {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const before = lenient.slice(0, lenient.indexOf('\uFFFD'));
  const at = Buffer.byteLength(before);
  const around = new TextDecoder('windows-1252').decode(bytes.subarray(Math.max(0, at - 12), at + 12));
  const word = around.match(/[\p{L}\u0080-\uffff]+/gu)?.find((letters) => /[^\p{ASCII}]/u.test(letters)) ?? '';
  const preview = word === '' ? '' : `; as Windows-1252 it would read "${word}"`;
  return refusal('notUtf8', { line: before.split(/\r\n|\r|\n/).length, preview });
}

function refuse(why: Refusal): Decoded {
  return { kind: 'refused', refusal: why };
}
