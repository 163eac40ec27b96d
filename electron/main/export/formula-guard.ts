// Keeps a spreadsheet program from running a cell of a CSV file as a formula. In: a cell's text. Out: the same text,
// with a leading apostrophe where a program would take it for a formula. This file must never change any other text.

// Apostrophes before the sign count too, so that a text which already had one is told from one that was given it.
const FORMULA = /^'*[=+\-@\t\r]/;

/**
 * Makes a CSV cell safe: one apostrophe before a text that starts with = + - @, a tab or a carriage return, or with
 * apostrophes before one of them. A reader gets the text back by taking one apostrophe off such a text.
 * Source: OWASP, CSV Injection.
 */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
