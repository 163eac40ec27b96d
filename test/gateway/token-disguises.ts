// The disguises in which a server may quote the token or a piece of it. In: the text to hide. Out: it, as an answer may spell it.
// A person undoes each within a minute.

const codes = (text: string): readonly number[] => Array.from(text, (one) => one.charCodeAt(0));
const each = (text: string, spell: (code: number) => string, between = ''): string =>
  codes(text).map(spell).join(between);
const hex = (code: number): string => code.toString(16).padStart(2, '0');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

export const DISGUISES: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'with its scheme': (text) => `Bearer ${text}`,
  'in base 64': base64,
  'in base 64 with its scheme': (text) => base64(`Bearer ${text}`),
  'in base 64 with a name before': (text) => base64(`1001:${text}`),
  'in base 64 for addresses': (text) => Buffer.from(`x${text}`).toString('base64url'),
  'in base 64 twice': (text) => base64(base64(text)),
  'in base 64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'in base 64 in lines': (text) => base64(text).replace(/.{7}/g, '$&\r\n'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal in capitals with colons': (text) => each(text, (code) => hex(code).toUpperCase(), ':'),
  'hexadecimal with prefixes': (text) => each(text, (code) => `0x${hex(code)}`, ', '),
  'as decimal codes': (text) => JSON.stringify(codes(text)),
  binary: (text) => each(text, (code) => code.toString(2).padStart(8, '0'), ' '),
  backwards: (text) => text.split('').toReversed().join(''),
  'in capitals': (text) => text.toUpperCase(),
  'in small letters': (text) => text.toLowerCase(),
  'by the half alphabet': (text) =>
    text.replace(/[a-z]/gi, (one) => String.fromCharCode(one.charCodeAt(0) + (/[a-m]/i.test(one) ? 13 : -13))),
  'with spaces': (text) => text.split('').join(' '),
  'with dashes': (text) => text.replace(/.{4}/g, '$&-'),
  'with spaces that cannot be seen': (text) => text.split('').join('\u200b'),
  'with soft hyphens': (text) => text.split('').join('&shy;'),
  'in markup': (text) => text.split('').join('<b></b>'),
  'escaped within a tag': (text) => `<${each(text, (code) => `\\x${hex(code)}`)}>`,
  "escaped within a tag's attribute": (text) => `<a href="${each(text, (code) => `&#x${hex(code)};`)}">`,
  'escaped within tags, a piece in each': (text) =>
    text.replace(/.{1,10}/g, (piece) => `<${each(piece, (code) => `\\u00${hex(code)}`)}>`),
  'in wide letters': (text) => each(text, (code) => (code > 32 ? String.fromCharCode(code + 0xfee0) : ' ')),
  'in UTF-16': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  'percent-encoded': (text) => each(text, (code) => `%${hex(code)}`),
  'percent-encoded twice': (text) => each(text, (code) => `%25${hex(code)}`),
  'percent-encoded four times': (text) => each(text, (code) => `%252525${hex(code)}`),
  'in JSON escapes': (text) => each(text, (code) => `\\u00${hex(code)}`),
  'in escaped JSON escapes': (text) => each(text, (code) => `\\\\u00${hex(code)}`),
  'in braced escapes': (text) => each(text, (code) => `\\u{${hex(code)}}`),
  'in byte escapes': (text) => each(text, (code) => `\\x${hex(code)}`),
  'in octal escapes': (text) => each(text, (code) => `\\${code.toString(8)}`),
  'in padded octal escapes': (text) => each(text, (code) => `\\0${code.toString(8)}`),
  'quoted-printable': (text) => each(text, (code) => `=${hex(code).toUpperCase()}`),
  'in HTML entities': (text) => each(text, (code) => `&#${code};`),
  'in padded HTML entities': (text) => each(text, (code) => `&#x0000${hex(code)};`),
  'in HTML entities of entities': (text) => each(text, (code) => `&amp;#${code};`),
  'in percent-encoded entities in JSON escapes': (text) =>
    each(
      each(
        each(text, (code) => `&#${code};`),
        (code) => `%${hex(code)}`,
      ),
      (code) => `\\u00${hex(code)}`,
    ),
  'split in two': (text) => `${text.slice(0, text.length / 2)}"+"${text.slice(text.length / 2)}`,
  'in lines': (text) => text.replace(/.{3}/g, '$&\\n'),
};
