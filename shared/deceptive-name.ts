// Names that are not what they look like: a word with letters of two scripts, such as a Cyrillic letter among Latin ones, or with
// marks that nobody sees.

/** The scripts in which payees are named, and those with letters that look like Latin ones. */
const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Bengali}/u,
  /\p{Script=Gujarati}/u,
  /\p{Script=Gurmukhi}/u,
  /\p{Script=Kannada}/u,
  /\p{Script=Malayalam}/u,
  /\p{Script=Oriya}/u,
  /\p{Script=Tamil}/u,
  /\p{Script=Telugu}/u,
  /\p{Script=Arabic}/u,
];
/** After a sign of an Indian script, joiners belong to its spelling. */
export const INDIAN_JOINERS = /(?<=[\u0900-\u0dff])[\u200c\u200d]/g;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;
const SHOWN = '▯';

/** Whether a text is printable ASCII, as nearly all are. Then nothing in it needs a closer look. */
export function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

export function isDeceptive(name: string): boolean {
  if (isPlain(name)) return false;
  if (name.replace(INDIAN_JOINERS, '').search(UNSEEN) !== -1) return true;
  const words = name.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);
}

/** The text with a box for each mark that nobody sees, so that it differs from the text without it. */
export function showUnseen(text: string): string {
  return isPlain(text) ? text : text.replaceAll(UNSEEN, SHOWN);
}
