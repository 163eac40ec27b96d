import { describe, expect, it } from 'vitest';
import { formatRoute, HOME, parseRoute, type ScreenRoute } from '../../renderer/ui/navigation.ts';
import { PLACES } from '../../shared/api/window.ts';
import { formatBatchId } from '../../shared/ids.ts';

const DRAFT = 'aB3_-aB3_-aB3_-aB3_-aB';

describe('a route', () => {
  const routes: readonly ScreenRoute[] = [
    ...PLACES.map((place): ScreenRoute => ({ at: 'place', place })),
    { at: 'draft', draft: DRAFT, step: 'match' },
    { at: 'draft', draft: DRAFT, step: 'confirm' },
    { at: 'draft', draft: DRAFT, step: 'confirm', request: 3 },
    { at: 'requests' },
    { at: 'request', request: 12 },
    { at: 'batch', batch: formatBatchId('B', 12), view: 'result' },
    { at: 'unknown', book: 'live' },
    { at: 'unknown', book: 'practice' },
    { at: 'unknown', book: 'practice', batch: formatBatchId('P', 3) },
    { at: 'order', order: 17 },
    { at: 'history', book: 'live' },
    { at: 'history', book: 'practice' },
    { at: 'payee', book: 'live', person: 'upi:asha/100%@bank' },
  ];

  it.each(routes)('comes back from its address: $at', (route) => {
    expect(parseRoute(formatRoute(route))).toEqual(route);
  });

  it.each(['', '#', '#/nowhere', '#/draft/short/review', '#/batch/X1', '#key=secret', '#/__proto__'])(
    'leads home from %s',
    (fragment) => {
      expect(parseRoute(fragment)).toEqual(HOME);
    },
  );

  it('leads to the list of requests where an address names no request', () => {
    for (const fragment of ['#/requests', '#/requests/0', '#/requests/x']) {
      expect(parseRoute(fragment)).toEqual({ at: 'requests' });
    }
  });

  it('leads to the doubts about real money where an address names no book', () => {
    expect(parseRoute('#/unknown')).toEqual({ at: 'unknown', book: 'live' });
    expect(parseRoute('#/unknown/elsewhere')).toEqual({ at: 'unknown', book: 'live' });
    expect(parseRoute('#/unknown/live/P0003')).toEqual({ at: 'unknown', book: 'live' });
  });
});
