import { isPlain } from '../../../shared/deceptive-name.ts';

/** Letters of other scripts that look like a lower-case Latin one. From Unicode's confusables, only letters that names use. */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: 'аαɑ',
    b: 'вьβ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еεє',
    g: 'ɡ',
    h: 'һнη',
    i: 'іιїı',
    j: 'ј',
    k: 'кκ',
    l: 'ӏ',
    m: 'м',
    n: 'пո',
    o: 'оοօσ',
    p: 'рρ',
    q: 'ԛ',
    r: 'гᴦ',
    s: 'ѕꜱ',
    t: 'тτ',
    u: 'υս',
    v: 'ѵν',
    w: 'ԝω',
    x: 'хχ',
    y: 'уγү',
    z: 'ᴢ',
  }).flatMap(([latin, alike]) => [...alike].map((letter) => [letter, latin])),
);

/** Greek capitals that look like another Latin letter than their small forms do. */
const ALIKE_CAPITALS: Readonly<Record<string, string>> = { Ζ: 'Z', Μ: 'M', Ν: 'N', Υ: 'Y' };

/** A text as a reader sees it: in lower case, without accents and invisible marks, look-alike letters replaced by Latin ones. */
export function plainText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const lower = text
    .normalize('NFKD')
    // Accents of Latin, Greek and Cyrillic only: the vowel signs of Indian scripts are letters to their readers.
    .replaceAll(/[\u0300-\u036F]/gu, '')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[ΖΜΝΥ]/gu, (capital) => ALIKE_CAPITALS[capital] ?? capital)
    .toLowerCase()
    .normalize('NFC')
    .toWellFormed();
  return Array.from(lower, (letter) => LOOK_ALIKES[letter] ?? letter).join('');
}
