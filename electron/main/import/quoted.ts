// What a sheet says, in its own words. A message may hold no account number and no address.

const QUOTED_MAX_CHARACTERS = 120;
const UNSHOWN = /\p{Nd}{6,40}|(?:\p{Nd}[ -]?){9,40}|[^\s@]{0,60}@[^\s@]{0,60}/gu;

/** A cell's text on one line, without long numbers and addresses, cut to a length that can be read. */
export function quoted(text: string): string {
  const shown = text
    .slice(0, 2 * QUOTED_MAX_CHARACTERS)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(UNSHOWN, '…');
  return shown.length > QUOTED_MAX_CHARACTERS ? `${shown.slice(0, QUOTED_MAX_CHARACTERS - 1)}…` : shown;
}
