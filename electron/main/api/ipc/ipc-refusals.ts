// Why the desktop window's door does not do what was asked, in sentences for people. In: a code. Out: a reply.
// This file must never tell a stranger more than that it may not.

import type { Reply } from '../../../../shared/api/reply.ts';

const SENTENCES = {
  stranger: ['Only the window of Payout Desk may ask this.', 'Close this page.'],
  malformed: ['This request cannot be read.', 'Choose Reload in the View menu.'],
  tooLarge: ['This file is larger than a payout file can be.', 'Split it.'],
  notTaken: ['The file could not be taken over.', 'Check that the disk has free space, and open it again.'],
  goneDownload: ['This file is no longer at hand.', 'Make it again.'],
  fault: ['The desk met a fault of its own.', 'Try again.'],
} as const;

export function refusalOf(code: keyof typeof SENTENCES): Reply<never> {
  const [message, cure] = SENTENCES[code];
  return { kind: 'refused', refusal: { code, message, cure } };
}
