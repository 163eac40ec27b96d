// What scrolls can be reached by keyboard, and only then is a stop of Tab.

import { type RefCallback, useCallback, useState } from 'react';

interface Scrolling {
  readonly ref: RefCallback<HTMLElement>;
  readonly tabIndex: 0 | undefined;
}

/** For an element of which a part may be beyond its edge. */
export function useScrolling(): Scrolling {
  const [goesBeyond, setGoesBeyond] = useState(false);
  const ref = useCallback((box: HTMLElement | null) => {
    if (box === null) return undefined;
    const look = (): void => setGoesBeyond(box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight);
    const observer = new ResizeObserver(look);
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return { ref, tabIndex: goesBeyond ? 0 : undefined };
}
