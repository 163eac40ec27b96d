// Dragging with the mouse: a range of cells, or the edge of a column.

import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Point } from './cell-elements.ts';
import { clamp } from './cell-range.ts';
import { HEADER_HEIGHT_PX } from './use-viewport.ts';

/** How fast dragging past the border scrolls, in pixels per frame. */
const DRAG_SCROLL_PX = 24;

/**
 * Reports the point below the pointer on each frame, and scrolls when it leaves the grid. Returns a function to call when a mouse
 * button goes down.
 */
export function useDrag(scroller: RefObject<HTMLElement | null>, onDrag: (point: Point) => void): () => void {
  const [isDragging, setDragging] = useState(false);
  const tell = useEffectEvent(onDrag);
  useEffect(() => {
    if (!isDragging) return undefined;
    let point: Point | null = null;
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

/** The allowed width of a column, in pixels. */
const WIDTH = { min: 40, max: 1_200 };

interface WidthDrag {
  /** Where the mouse button went down. */
  readonly fromX: number;
  readonly width: number;
  readonly onDrag: (width: number) => void;
  /** Null when the width has not changed. */
  readonly onEnd: (width: number | null) => void;
}

/** Follows the edge of a column after a mouse button goes down on it, in pixels. */
export function dragWidth({ fromX, width, onDrag, onEnd }: WidthDrag): void {
  const stop = new AbortController();
  const { signal } = stop;
  const end = (dragged: number | null): void => {
    stop.abort();
    onEnd(dragged);
  };
  const at = (x: number): number => draggedWidth(width, x - fromX);
  window.addEventListener('pointermove', ({ clientX }) => onDrag(at(clientX)), { signal });
  window.addEventListener('pointercancel', () => end(null), { signal });
  window.addEventListener('pointerup', ({ clientX }) => end(clientX === fromX ? null : at(clientX)), { signal });
}

export function draggedWidth(width: number, byPx: number): number {
  return Math.round(clamp(width + byPx, WIDTH));
}
