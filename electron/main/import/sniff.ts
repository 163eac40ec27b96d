// In: a file's bytes. Out: whether they are text or a zip, or a refusal that says what they are instead.
// This file must never look at the file's name: files are renamed, bytes are not.

import type { Refusal } from '../../../shared/issues.ts';
import { refusal } from './refusals.ts';

export type Sniffed =
  | { readonly kind: 'text' }
  | { readonly kind: 'zip' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const OTHERS: readonly { readonly magic: readonly number[]; readonly what: string }[] = [
  { magic: [0x25, 0x50, 0x44, 0x46], what: 'a PDF' },
  { magic: [0x89, 0x50, 0x4e, 0x47], what: 'a PNG picture' },
  { magic: [0xff, 0xd8, 0xff], what: 'a JPEG picture' },
  { magic: [0x47, 0x49, 0x46, 0x38], what: 'a GIF picture' },
  { magic: [0x1f, 0x8b], what: 'a gzip archive' },
  { magic: [0x52, 0x61, 0x72, 0x21], what: 'a RAR archive' },
  { magic: [0x37, 0x7a, 0xbc, 0xaf], what: 'a 7-Zip archive' },
  { magic: [0x7f, 0x45, 0x4c, 0x46], what: 'a program' },
  { magic: [0x4d, 0x5a, 0x90], what: 'a program' },
  { magic: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], what: 'a database' },
  { magic: [0x7b, 0x5c, 0x72, 0x74, 0x66], what: 'a text document (RTF)' },
];
const ZIP = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
  [0x50, 0x4b, 7, 8],
] as const;
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0] as const;

/** Tells what the bytes are. Shape: `text` may still be in any encoding. */
export function sniff(bytes: Uint8Array<ArrayBuffer>): Sniffed {
  if (ZIP.some((magic) => startsWith(bytes, magic))) return { kind: 'zip' };
  if (startsWith(bytes, OLD_OFFICE)) return { kind: 'refused', refusal: refuseOldOffice(bytes) };
  const other = OTHERS.find(({ magic }) => startsWith(bytes, magic));
  if (other !== undefined) return { kind: 'refused', refusal: refusal('knownOther', { what: other.what }) };
  const start = Buffer.from(bytes.buffer, 0, Math.min(bytes.length, 1_024))
    .toString('latin1')
    .replace(/^ï»¿/, '')
    .trimStart();
  if (/^<(?:!doctype html|html|table|head|body|meta|style)\b/i.test(start)) {
    return { kind: 'refused', refusal: refusal('html') };
  }
  if (/^<\?xml\b/i.test(start)) return { kind: 'refused', refusal: refusal(/<html\b/i.test(start) ? 'html' : 'xml') };
  return { kind: 'text' };
}

/** A password-protected XLSX is an old-style container around an encrypted stream. */
function refuseOldOffice(bytes: Uint8Array<ArrayBuffer>): Refusal {
  const container = Buffer.from(bytes.buffer);
  const holds = (stream: string): boolean => container.includes(Buffer.from(stream, 'utf16le'));
  if (holds('EncryptedPackage') || holds('EncryptionInfo')) return refusal('encrypted');
  return refusal(holds('Workbook') || holds('Book') ? 'xls' : 'oldOffice');
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
