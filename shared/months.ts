// The words for the months, as sheets, remarks and file names spell them.

/** By month, January first. */
export const MONTH_WORDS: readonly (readonly string[])[] = [
  'january jan जनवरी',
  'february feb फरवरी फ़रवरी',
  'march mar मार्च',
  'april apr अप्रैल',
  'may मई',
  'june jun जून',
  'july jul जुलाई',
  'august aug अगस्त',
  'september sept sep सितंबर सितम्बर',
  'october oct अक्टूबर अक्तूबर',
  'november nov नवंबर नवम्बर',
  'december dec दिसंबर दिसम्बर',
].map((words) => words.normalize('NFC').split(' '));

const MONTHS = new Map(MONTH_WORDS.flatMap((words, at) => words.map((word) => [word, at + 1] as const)));

/** The month that a word means, from 1; null for none. */
export function monthOf(word: string): number | null {
  return MONTHS.get(word.toLowerCase().normalize('NFC')) ?? null;
}
