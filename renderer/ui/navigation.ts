// The window's route is in its address, so a reload returns to the same place.

import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Settings } from '../../shared/api/desk-commands.ts';
import type { ListedProfile } from '../../shared/api/profile-commands.ts';
import { PLACES, type Place } from '../../shared/api/window.ts';
import { InvariantError, unreachable } from '../../shared/failures.ts';
import { type BatchId, parseBatchId } from '../../shared/ids.ts';
import { BOOKS, type Book, bookOfBatch } from '../../shared/profiles.ts';

const DRAFT_STEPS = ['match', 'review', 'confirm'] as const;
export type DraftStep = (typeof DRAFT_STEPS)[number];

const BATCH_VIEWS = ['run', 'result'] as const;
type BatchScreen = (typeof BATCH_VIEWS)[number];

export type ScreenRoute =
  | { readonly at: 'place'; readonly place: Place }
  /** `request`: the approved one that is paid from the draft, with the ticks given for it. */
  | { readonly at: 'draft'; readonly draft: string; readonly step: DraftStep; readonly request?: number }
  | { readonly at: 'batch'; readonly batch: BatchId; readonly view: BatchScreen }
  /** Of one batch, or of the whole book. */
  | { readonly at: 'unknown'; readonly book: Book; readonly batch?: BatchId }
  | { readonly at: 'guide' }
  | { readonly at: 'requests' }
  | { readonly at: 'request'; readonly request: number }
  /** Collect with one order shown, by its number. */
  | { readonly at: 'order'; readonly order: number }
  /** The history of one book, whichever account is chosen; the place History follows the chosen account. */
  | { readonly at: 'history'; readonly book: Book }
  /** One payee, by its key. */
  | { readonly at: 'payee'; readonly book: Book; readonly person: string };

export const HOME: ScreenRoute = { at: 'place', place: 'payouts' };

/** Anything that is no route leads home. */
export function parseRoute(fragment: string): ScreenRoute {
  const [first, second, third = '', fourth = ''] = fragment.replace(/^#\/?/, '').split('/');
  if (first === 'collect' && /^\d{1,15}$/.test(second ?? '')) return { at: 'order', order: Number(second) };
  const place = PLACES.find((name) => name === first);
  if (place !== undefined) return { at: 'place', place };
  if (first === 'guide') return { at: 'guide' };
  if (first === 'requests') {
    return isRequestNumber(second ?? '') ? { at: 'request', request: Number(second) } : { at: 'requests' };
  }
  if (first === 'unknown' || first === 'history-of' || first === 'payee') {
    // An address without a book is from before there were two: show LIVE, because real money matters more.
    const book = BOOKS.find((name) => name === second) ?? 'live';
    const named = first === 'unknown' ? parseBatchId(third) : null;
    if (named !== null && bookOfBatch(named) === book) return { at: 'unknown', book, batch: named };
    if (first === 'unknown') return { at: 'unknown', book };
    if (first === 'history-of') return { at: 'history', book };
    const person = personOf(third);
    return person === '' ? { at: 'place', place: 'payees' } : { at: 'payee', book, person };
  }
  if (first === 'draft' && second !== undefined && /^[A-Za-z0-9_-]{22}$/.test(second)) {
    const step = DRAFT_STEPS.find((one) => one === third) ?? 'review';
    return { at: 'draft', draft: second, step, ...(isRequestNumber(fourth) ? { request: Number(fourth) } : {}) };
  }
  const batch = first === 'batch' ? parseBatchId(second ?? '') : null;
  if (batch !== null) return { at: 'batch', batch, view: BATCH_VIEWS.find((view) => view === third) ?? 'run' };
  return HOME;
}

export function formatRoute(route: ScreenRoute): string {
  switch (route.at) {
    case 'place':
      return `#/${route.place}`;
    case 'order':
      return `#/collect/${route.order}`;
    case 'draft':
      return `#/draft/${route.draft}/${route.step}${route.request === undefined ? '' : `/${route.request}`}`;
    case 'batch':
      return `#/batch/${route.batch}/${route.view}`;
    case 'guide':
      return '#/guide';
    case 'requests':
      return '#/requests';
    case 'request':
      return `#/requests/${route.request}`;
    case 'unknown':
      return `#/unknown/${route.book}${route.batch === undefined ? '' : `/${route.batch}`}`;
    case 'history':
      return `#/history-of/${route.book}`;
    case 'payee':
      return `#/payee/${route.book}/${encodeURIComponent(route.person)}`;
    default:
      return unreachable(route);
  }
}

const isRequestNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/** The payee of an address; empty when a person has typed an invalid one. */
function personOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}

/** The sidebar place that a route belongs to. */
export function placeOf(route: ScreenRoute): Place {
  if (route.at === 'history') return 'history';
  if (route.at === 'payee') return 'payees';
  if (route.at === 'order') return 'collect';
  if (route.at === 'guide') return 'settings';
  return route.at === 'place' ? route.place : 'payouts';
}

export function goToReview(batch: BatchId): void {
  go({ at: 'unknown', book: bookOfBatch(batch), batch });
}

/** Each step is an entry in the browser's history, so Back goes one step back. */
export function go(next: ScreenRoute): void {
  window.location.hash = formatRoute(next);
}

/** Whether the screen where something was begun is still open: its end never takes a person away from where they went since. */
export function stillHere(): () => boolean {
  const { hash } = window.location;
  return () => window.location.hash === hash;
}

export function goToBatch(batch: BatchId, view: BatchScreen = 'run'): void {
  go({ at: 'batch', batch, view });
}

export function useRoute(): ScreenRoute {
  const fragment = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseRoute(fragment), [fragment]);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** What every screen gets: the chosen account, the settings, and functions that open something above the screen. */
export interface ScreenValue {
  readonly profile: ListedProfile;
  readonly profiles: readonly ListedProfile[];
  readonly settings: Settings;
  /** Chooses the account that everything from now on is paid from. */
  readonly chooseProfile: (name: string) => void;
  readonly openPayout: (payout: string) => void;
  readonly openToken: (profile: string) => void;
}

export const ScreenContext = createContext<ScreenValue | null>(null);

export function useScreen(): ScreenValue {
  const screen = useContext(ScreenContext);
  if (screen === null) throw new InvariantError('a component stands outside the screens');
  return screen;
}
