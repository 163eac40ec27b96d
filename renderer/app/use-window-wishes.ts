// What a person asks of the window from its menu or by opening a file with the app. In: wishes. Out: the same as the page's
// own buttons do. This file must never open a file while payouts are being sent.

import { useEffect, useRef } from 'react';
import type { WindowWish } from '../../shared/api/window-wishes.ts';
import { unreachable } from '../../shared/failures.ts';
import { workNow } from '../bridge/live-state.ts';
import { useDesk } from '../bridge/use-desk.ts';
import { SHELL } from '../text/shell.ts';
import type { DropRefusal } from './file-drop.ts';
import type { OpenFile } from './open-file.ts';
import type { Route } from './route.ts';

interface WishWays {
  readonly route: Route;
  readonly go: (next: Route) => void;
  readonly openHeld: OpenFile['openHeld'];
  readonly refuse: (refusal: DropRefusal) => void;
}

export function useWindowWishes(ways: WishWays): void {
  const desk = useDesk();
  // Followed once: a wish that comes between two followings would be lost.
  const latest = useRef(ways);
  useEffect(() => {
    latest.current = ways;
  });
  useEffect(
    () =>
      desk.followWishes((wish) => {
        const work = wish.kind === 'open' ? workNow(desk.live.read()) : null;
        if (work === null) fulfil(wish, latest.current);
        else latest.current.refuse({ title: SHELL.dropRefused[work], help: SHELL.dropRefusedHelp[work] });
      }),
    [desk],
  );
}

function fulfil(wish: WindowWish, { route, go, openHeld, refuse }: WishWays): void {
  switch (wish.kind) {
    case 'go':
      return go({ at: 'place', place: wish.place });
    case 'open':
      return openHeld(wish.file);
    case 'export':
      // Reports are saved from a batch's result; elsewhere History says which batch.
      return go(route.at === 'batch' ? { ...route, view: 'result' } : { at: 'place', place: 'history' });
    case 'refused':
      return refuse({ title: wish.refusal.message, help: wish.refusal.cure });
    default:
      return unreachable(wish);
  }
}
