// Dragging over a grid with the mouse: reports the cell below the pointer with each frame, and scrolls where it leaves the grid.

import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { HEADER_HEIGHT_PX } from './grid-header.tsx';
import type { MenuPoint } from './grid-menu.tsx';

/** How fast a drag beyond the border scrolls. Units: pixels a frame. */
const DRAG_SCROLL_PX = 24;

/** Returns what to call when a mouse button goes down. */
export function useDrag(scroller: RefObject<HTMLElement | null>, onDrag: (point: MenuPoint) => void): () => void {
  const [isDragging, setDragging] = useState(false);
  const tell = useEffectEvent(onDrag);
  useEffect(() => {
    if (!isDragging) return undefined;
    let point: MenuPoint | null = null;
    let frame = 0;
    const stop = new AbortController();
    const { signal } = stop;
    const follow = (): void => {
      const grid = scroller.current;
      if (grid === null || point === null) return;
      const box = grid.getBoundingClientRect();
      if (point.y < box.top + HEADER_HEIGHT_PX) grid.scrollTop -= DRAG_SCROLL_PX;
      else if (point.y > box.bottom) grid.scrollTop += DRAG_SCROLL_PX;
      if (point.x < box.left) grid.scrollLeft -= DRAG_SCROLL_PX;
      else if (point.x > box.right) grid.scrollLeft += DRAG_SCROLL_PX;
      tell(point);
      frame = requestAnimationFrame(follow);
    };
    window.addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y }) => {
        const isFirst = point === null;
        point = { x, y };
        if (isFirst) follow();
      },
      { signal },
    );
    for (const end of ['pointerup', 'pointercancel', 'blur'])
      window.addEventListener(end, () => setDragging(false), { signal });
    return () => {
      cancelAnimationFrame(frame);
      stop.abort();
    };
  }, [isDragging, scroller]);
  return () => setDragging(true);
}
