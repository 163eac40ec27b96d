// Why the loopback door sends a request away, in sentences for people. In: a code. Out: a refusal.
// This file must never tell a stranger more than that it may not.

import type { Refusal } from '../../../../shared/issues.ts';

/** What the gatekeeper objects to. */
export const OBJECTIONS = {
  host: refuse('wrongHost', 'This address is not the desk’s own.', 'Open the link that the desk shows.'),
  origin: refuse('wrongOrigin', 'This page is not the desk’s own.', 'Open the link that the desk shows.'),
  site: refuse('otherSite', 'Another site may not speak to the desk.', 'Open the link that the desk shows.'),
  session: refuse(
    'noSession',
    'This window is not signed in to the desk any more.',
    'Press Enter where the desk was started, and open the link it shows.',
  ),
} as const;

/** What is wrong with a body. */
export const BODY_REFUSALS = {
  type: { status: 415, refusal: refuse('contentType', 'This kind of body is not taken.', 'Reload the page.') },
  tooLarge: { status: 413, refusal: refuse('tooLarge', 'This is more than the desk takes at once.', 'Split it.') },
  malformed: { status: 400, refusal: refuse('malformed', 'This request cannot be read.', 'Reload the page.') },
  cut: { status: 400, refusal: refuse('cut', 'The request did not arrive whole.', 'Try again.') },
} as const;

const OTHERS = {
  notFound: refuse('notFound', 'There is nothing here.', 'Open the link that the desk shows.'),
  method: refuse('method', 'This is not asked for in this way.', 'Reload the page.'),
  usedLink: refuse(
    'usedLink',
    'This link was used before, or is not the desk’s.',
    'Press Enter where the desk was started, and open the link it shows.',
  ),
  fileName: refuse('fileName', 'The file came without its name.', 'Open it again.'),
  tooManyWindows: refuse('tooManyWindows', 'Too many windows of the desk are open.', 'Close some of them.'),
  fault: refuse('fault', 'The desk met a fault of its own.', 'Try again.'),
} as const;

export function refusalOf(code: keyof typeof OTHERS): Refusal {
  return OTHERS[code];
}

function refuse(code: string, message: string, cure: string): Refusal {
  return { code, message, cure };
}
