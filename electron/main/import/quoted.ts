// What a sheet says, in its own words. A message may hold no account number and no address.

const QUOTED_MAX_CHARACTERS = 120;
const UNSHOWN = /\p{Nd}{6,40}|(?:\p{Nd}[ -]?){9,40}/gu;

/** A cell's text on one line, without long numbers and addresses, cut to a length that can be read. */
export function quoted(text: string): string {
  const words = text
    .slice(0, 2 * QUOTED_MAX_CHARACTERS)
    .split(/\s+/)
    .map((word) => (word.includes('@') ? '…' : word));
  const shown = words.join(' ').trim().replace(UNSHOWN, '…');
  return shown.length > QUOTED_MAX_CHARACTERS ? `${shown.slice(0, QUOTED_MAX_CHARACTERS - 1)}…` : shown;
}
