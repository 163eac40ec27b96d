// Of a desk that was restored or copied it is never said that a payout was not sent: nobody here knows.

import type { Book } from '../../shared/books.ts';
import { countOf } from './format.ts';

export const LOCKED = {
  title: (book: Book): string =>
    book === 'live' ? 'This desk is locked and sends nothing.' : 'The practice desk is locked and sends nothing.',
  about: (why: string): string =>
    `${why.charAt(0).toUpperCase()}${why.slice(1)}. What seems unsent may have been sent since, so it is in doubt and only looked up.`,
  gone: (why: string): string =>
    `${why.charAt(0).toUpperCase()}${why.slice(1)}. Restore a backup, or close Payout Desk and put the database back into its folder.`,
  look: (count: number): string =>
    count === 1 ? 'Look at the payout in doubt' : `Look at the ${countOf(count, 'payout')} in doubt`,
  open: 'Open it for new batches',
  beginAnew: 'Begin anew without it',
  unknown: (count: number, amount: string): string =>
    count === 0
      ? 'No payout of it is in doubt.'
      : `${countOf(count, 'payout')}, ${amount}, in doubt: ${count === 1 ? 'it stays so until it is looked up or decided, and is' : 'they stay so until they are looked up or decided, and are'} never sent from here.`,
  lost: (count: number): string =>
    `${countOf(count, 'batch', 'batches')} of this desk ${count === 1 ? 'is' : 'are'} not in it any more. ${count === 1 ? 'It may have been paid: do not pay its file again.' : 'They may have been paid: do not pay their files again.'}`,
  sure: 'No other copy of this desk is in use, on this computer or another.',
  note: 'Note',
  noteHint: 'Why it was restored or moved. It stands in the audit log with your name.',
} as const;
