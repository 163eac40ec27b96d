// Keeps a spreadsheet program from running a part of a CSV file as a formula, whichever separator it reads the file with.
// What a program would take for a formula gets a leading apostrophe; no other text is changed.

// A program that splits at another separator than the comma begins a cell behind each of these, also inside a quoted text.
// The quotes, apostrophes and spaces before the sign count too: a program may drop them, and a text which already had an
// apostrophe is told from one that was given it. Full-width signs are signs to a program set to Japanese or Chinese.
const FORMULA = /(^|[,;|\t\r\n])(?=(?:["']|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;
const LEADING_BREAK = /^'*[\t\r\n]/;

/**
 * Makes a CSV cell safe: one apostrophe at its beginning, and behind each separator in it (, ; | tab, line end), wherever
 * = + - @ or its full-width form follows, with or without quotes, apostrophes and spaces between; also before a leading tab or
 * line end. A reader gets the text back by taking one apostrophe off each such place. Source: OWASP, CSV Injection.
 */
export function guardFormula(text: string): string {
  const guarded = text.replaceAll(FORMULA, "$1'");
  return LEADING_BREAK.test(text) ? `'${guarded}` : guarded;
}
