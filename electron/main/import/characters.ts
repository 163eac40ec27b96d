// In: the text of a cell. Out: the text without the spaces around it, or the name of a character that people cannot see or
// that only looks like another. This file must never remove a character from within a text.

/** The text without the spaces that spreadsheets and web pages leave around it; zero-width characters are not among them. */
export function trimSpaces(text: string): string {
  // By hand: an expression that ends in `+$` tries anew at every space inside, which takes minutes for a long run of them.
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** The text with every kind of space as a plain one. */
export function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ');
}

const PLAIN = /^[\x20-\x7e]*$/;
const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
/** Controls, format characters (bidi, zero-width), unassigned, private and half characters, and what stands for an unreadable byte. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0\ufffc\ufffd]/u;
/** Joiners belong to the spelling of Indian scripts when they follow a sign of one. */
const JOINERS = /(?<=[\u0900-\u0dff])[\u200c\u200d]/g;
/** Emoji are drawn with these behind or between them. */
const EMOJI_JOINTS = /\u200d(?=\p{Extended_Pictographic})|[\u{e0020}-\u{e007f}]/gu;
const EMOJI = /\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]|\u20e3|\ufe0f/u;

/** Whether the text is nothing but plain ASCII, as nearly all are: then nothing in it needs a closer look. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** What keeps a free text (a remark, a name) from being sent as it is; null when nothing does. */
export function findUnseen(
  text: string,
): { readonly kind: 'lineBreak' } | { readonly kind: 'character'; readonly name: string } | null {
  if (PLAIN.test(text)) return null;
  if (LINE_BREAK.test(text)) return { kind: 'lineBreak' };
  const seen = text.replace(JOINERS, '').replace(EMOJI_JOINTS, '');
  const [character] = UNSEEN.exec(seen) ?? [];
  return character === undefined ? null : { kind: 'character', name: nameCharacter(character) };
}

/** Whether the text holds an emoji or a pictograph. */
export function hasEmoji(text: string): boolean {
  return !PLAIN.test(text) && EMOJI.test(text.replace(/[©®™]/g, ''));
}

/** The first character that an identifier (an account, a UPI ID) cannot hold because it is no plain ASCII; null when all are. */
export function findForeign(text: string): string | null {
  if (PLAIN.test(text)) return null;
  const [character] = text.match(/[^\x20-\x7e]/u) ?? [];
  return character === undefined ? null : nameCharacter(character);
}

const NAMES: Readonly<Record<string, string>> = {
  '\t': 'a tab',
  '\n': 'a line break',
  '\r': 'a line break',
  '\u00a0': 'a no-break space',
  '\u00ad': 'a soft hyphen',
  '\u200b': 'a zero-width space',
  '\u200c': 'a zero-width non-joiner',
  '\u200d': 'a zero-width joiner',
  '\u200e': 'a left-to-right mark',
  '\u200f': 'a right-to-left mark',
  '\u202a': 'a left-to-right embedding',
  '\u202b': 'a right-to-left embedding',
  '\u202d': 'a left-to-right override',
  '\u202e': 'a right-to-left override',
  '\u2060': 'a word joiner',
  '\ufeff': 'a zero-width no-break space',
  '\ufffd': 'an unreadable character',
};

function nameCharacter(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return `${NAMES[character] ?? kindOfCharacter(character)} (${code})`;
}

function kindOfCharacter(character: string): string {
  if (/\p{Nd}/u.test(character)) return 'a digit of another script';
  if (/\p{L}/u.test(character)) return 'a letter of another script';
  if (/\p{Zs}/u.test(character)) return 'an unusual space';
  if (/\p{Cc}/u.test(character)) return 'a control character';
  if (/[\p{Cf}\p{Cn}\p{Co}\p{Cs}]/u.test(character)) return 'an invisible character';
  return 'an unusual sign';
}
