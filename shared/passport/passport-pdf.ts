// A passport as a PDF: the page as it was made before the root was known, and then, as an update that PDF readers apply, the passport's
// text as an attached file and as the QR code. The page is hashed in the passport. The update is never parsed: it is written again
// from the passport and compared, so that no byte of the file can differ.

import type { Sha256Of } from './merkle.ts';
import { asciiBytes, decodePassport, encodePassport, headOf, type Passport, type PassportHead } from './passport.ts';

/** The modules of a QR code, dark where true, with the light border around them. */
export type EncodeCode = (text: string) => readonly (readonly boolean[])[];

/**
 * How the QR code is drawn, as `uqr` takes it: with a fixed mask and nothing left to choose, so that the standard alone decides each
 * module and an old passport is drawn the same by a later version. The border, in modules, is what readers expect.
 */
const CODE_LOOK = { ecc: 'L', border: 4, maskPattern: 3, boostEcc: false } as const;

/** What codes of version 22 and 23 hold. jsQR and jsqrcode, which many web pages scan with, read no code of version 23. */
const CODE_BYTES = { version22: 1_003, version23: 1_091 } as const;

/** How a text is drawn as a QR code. */
export function codeLookOf({ length }: string): typeof CODE_LOOK & { readonly minVersion: number } {
  const isOf23 = length > CODE_BYTES.version22 && length <= CODE_BYTES.version23;
  return { ...CODE_LOOK, minVersion: isOf23 ? 24 : 1 };
}

/** Longer texts make a code that a phone cannot read from paper. */
export const CODE_BYTES_MAX = 2_300;

/** The update to the page; null if the page is no PDF as the desk writes it, or the text is too long for its code. */
export function updateOf(page: Uint8Array, passport: Passport, encodeCode: EncodeCode): Uint8Array | null {
  const ending = textOf(page.subarray(-ENDING_BYTES_MAX));
  const [, size, root, info, id, previous] = ENDING.exec(ending) ?? [];
  if (size === undefined) return null;
  const { code, file } = passport.page;
  const text = encodePassport(passport);
  if (code !== 0 && text.length > CODE_BYTES_MAX) return null;
  const parts: Uint8Array[] = [];
  const places: string[] = [];
  let place = page.length;
  const put = (part: Uint8Array): void => {
    parts.push(part);
    place += part.length;
  };
  const putStream = (number: number, facts: string, content: Uint8Array): void => {
    places.push(`${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`);
    put(asciiBytes(`${number} 0 obj\n<<${facts} /Length ${content.length}>>\nstream\n`));
    put(content);
    put(asciiBytes('\nendstream\nendobj\n'));
  };
  putStream(
    file,
    `/Type /EmbeddedFile /Subtype /application#2Fjson /Params <</Size ${text.length}>>`,
    asciiBytes(text),
  );
  if (code !== 0) {
    const modules = encodeCode(text);
    const sides = `/Width ${modules.length} /Height ${modules.length}`;
    const facts = `/Type /XObject /Subtype /Image ${sides} /ColorSpace /DeviceGray /BitsPerComponent 1`;
    putStream(code, facts, bitsOf(modules));
  }
  const trailer = `<</Size ${size} /Root ${root} /Info ${info} /ID ${id} /Prev ${previous}>>`;
  const start = place;
  put(asciiBytes(`xref\n${places.join('')}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`));
  return joined(parts, place - page.length);
}

const ENDING_BYTES_MAX = 1_024;
const ENDING =
  /trailer\n<<\n\/Size (\d+)\n\/Root (\d+ 0 R)\n\/Info (\d+ 0 R)\n\/ID (\[<[0-9a-f]+> <[0-9a-f]+>\])\n>>\nstartxref\n(\d+)\n%%EOF\n$/;

/**
 * What was opened: a PDF with its page, or the text alone. `altered`: it is one, and something of it is not as it was written;
 * the passport is there where only its page is another. `whole` is right only if its head has the hash that the payer gives.
 */
export type OpenedPassport =
  | { readonly kind: 'notOne' }
  | { readonly kind: 'altered'; readonly passport: Passport | null }
  | { readonly kind: 'whole'; readonly passport: Passport; readonly head: PassportHead; readonly isPage: boolean };

export async function openPassport(
  bytes: Uint8Array,
  { encodeCode, sha256 }: { readonly encodeCode: EncodeCode; readonly sha256: Sha256Of },
): Promise<OpenedPassport> {
  const text = textOf(bytes);
  if (!text.includes(BEGIN)) return { kind: 'notOne' };
  const isPage = isPdf(bytes);
  const read = isPage ? readPassportPdf(bytes, encodeCode) : { passport: decodePassport(text), page: null };
  const passport = read?.passport ?? null;
  if (passport === null || read === null) return { kind: 'altered', passport: null };
  if (read.page !== null && (await sha256(read.page)) !== passport.page.sha256) return { kind: 'altered', passport };
  const head = await headOf(passport, sha256);
  return head === null ? { kind: 'altered', passport: null } : { kind: 'whole', passport, head, isPage };
}

const BEGIN = '{"passport":';

/** `page`: what is hashed. */
export interface PassportFile {
  readonly passport: Passport;
  readonly page: Uint8Array;
}

/** Takes a PDF apart; null for one that is no passport, byte for byte. Whether its page is the hashed one is not checked here. */
export function readPassportPdf(pdf: Uint8Array, encodeCode: EncodeCode): PassportFile | null {
  const passport = decodePassport(attachedText(pdf));
  if (passport === null) return null;
  const page = pdf.subarray(0, passport.page.bytes);
  const update = updateOf(page, passport, encodeCode);
  return update !== null && isSame(update, pdf.subarray(page.length)) ? { passport, page } : null;
}

/** Whether a file is a PDF. */
function isPdf(bytes: Uint8Array): boolean {
  return textOf(bytes.subarray(0, 5)) === '%PDF-';
}

/** What looks like the text of a passport; whether it is one is decided by writing the file again. */
function attachedText(pdf: Uint8Array): string {
  const text = textOf(pdf);
  const from = text.lastIndexOf(BEGIN);
  return from === -1 ? '' : text.slice(from, text.indexOf('\nendstream', from));
}

/** One bit per module, 1 where it is light, each line on a byte of its own. */
function bitsOf(modules: readonly (readonly boolean[])[]): Uint8Array {
  const line = Math.ceil(modules.length / 8);
  const bits = new Uint8Array(line * modules.length).fill(0xff);
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      const at = y * line + (x >> 3);
      if (isDark) bits[at] = (bits[at] ?? 0) & ~(0x80 >> (x & 7));
    });
  });
  return bits;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** A letter per byte. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
}

const PIECE = 8_192;
