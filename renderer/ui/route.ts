// Where the window is, as its address says it, so that a reload comes back to the same place.

import { type Book, BOOKS } from '../../shared/books.ts';
import { type BatchId, parseBatchId } from '../../shared/ids.ts';
import { type Place, PLACES } from '../../shared/api/places.ts';
import { unreachable } from '../../shared/failures.ts';

const DRAFT_STEPS = ['match', 'review', 'confirm'] as const;
export type DraftStep = (typeof DRAFT_STEPS)[number];

const BATCH_VIEWS = ['run', 'result'] as const;
export type BatchView = (typeof BATCH_VIEWS)[number];

export type Route =
  | { readonly at: 'place'; readonly place: Place }
  | { readonly at: 'draft'; readonly draft: string; readonly step: DraftStep }
  | { readonly at: 'batch'; readonly batch: BatchId; readonly view: BatchView }
  | { readonly at: 'unknown'; readonly book: Book }
  /** The history of one book, whichever account is chosen; the place History is the chosen account's. */
  | { readonly at: 'history'; readonly book: Book };

export const HOME: Route = { at: 'place', place: 'payouts' };

/** Shape: anything that is no route leads home. */
export function parseRoute(fragment: string): Route {
  const [first, second, third] = fragment.replace(/^#\/?/, '').split('/');
  const place = PLACES.find((name) => name === first);
  if (place !== undefined) return { at: 'place', place };
  if (first === 'unknown' || first === 'history-of') {
    // An address without a book is of a time when there was one alarm: real money matters more.
    const book = BOOKS.find((name) => name === second) ?? 'live';
    return first === 'unknown' ? { at: 'unknown', book } : { at: 'history', book };
  }
  if (first === 'draft' && second !== undefined && /^[A-Za-z0-9_-]{22}$/.test(second)) {
    return { at: 'draft', draft: second, step: DRAFT_STEPS.find((step) => step === third) ?? 'review' };
  }
  const batch = first === 'batch' ? parseBatchId(second ?? '') : null;
  if (batch !== null) return { at: 'batch', batch, view: BATCH_VIEWS.find((view) => view === third) ?? 'run' };
  return HOME;
}

export function formatRoute(route: Route): string {
  switch (route.at) {
    case 'place':
      return `#/${route.place}`;
    case 'draft':
      return `#/draft/${route.draft}/${route.step}`;
    case 'batch':
      return `#/batch/${route.batch}/${route.view}`;
    case 'unknown':
      return `#/unknown/${route.book}`;
    case 'history':
      return `#/history-of/${route.book}`;
    default:
      return unreachable(route);
  }
}

/** The rail's place that a route belongs to. */
export function placeOf(route: Route): Place {
  if (route.at === 'history') return 'history';
  return route.at === 'place' ? route.place : 'payouts';
}
