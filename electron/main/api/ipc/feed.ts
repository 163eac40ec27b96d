// What the desk tells a window by itself: events, and wishes of the menu. In: a source. Out: each thing told to the one page
// that follows, until it says stop, follows anew or is gone. This file must never tell a page that was not checked, nor let a
// page that cannot be told disturb the desk that tells.

import type { FeedChannels } from '../../../../shared/api/ipc-channels.ts';

/** The page as the main process speaks to it. */
export interface FeedPage {
  send(channel: string, ...args: readonly unknown[]): void;
}

/** Tells a listener from now on. Shape: the way to stop. */
export type FeedSource = (listener: (told: unknown) => void) => () => void;

export interface Feed {
  follow(page: FeedPage, feed: unknown): void;
  unfollow(feed: unknown): void;
  /** The page is gone: nobody follows. */
  drop(): void;
}

export function openFeed({ told }: FeedChannels, source: FeedSource): Feed {
  let current: { readonly feed: number; readonly stop: () => void } | null = null;
  const drop = (): void => {
    current?.stop();
    current = null;
  };
  return {
    follow: (page, feed) => {
      if (typeof feed !== 'number') return;
      drop();
      const stop = source((thing) => {
        try {
          page.send(told, feed, thing);
        } catch {
          // It is on its way out, or being drawn anew: what it missed it asks for by its number.
        }
      });
      current = { feed, stop };
    },
    unfollow: (feed) => {
      if (current !== null && current.feed === feed) drop();
    },
    drop,
  };
}
