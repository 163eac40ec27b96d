// The full text of a cell that is cut, shown while the pointer is over it.

import type { PointerEvent } from 'react';

/** Each cell that shows its full text now, with the title that it had. */
const shown = new WeakMap<Element, string>();

function cellOf({ target }: PointerEvent): HTMLElement | null {
  return target instanceof Element ? target.closest('[role=gridcell]') : null;
}

export function showFullText(event: PointerEvent): void {
  const cell = cellOf(event);
  if (cell === null || shown.has(cell) || !isCut(cell)) return;
  const [text, own] = [cell.textContent.trim(), cell.title];
  if (text === '' || own.includes(text)) return;
  shown.set(cell, own);
  cell.title = own === '' ? text : `${text}\n${own}`;
}

export function hideFullText(event: PointerEvent): void {
  const cell = cellOf(event);
  const own = cell === null ? undefined : shown.get(cell);
  if (cell === null || own === undefined) return;
  shown.delete(cell);
  if (own === '') cell.removeAttribute('title');
  else cell.title = own;
}

function isCut(cell: HTMLElement): boolean {
  if ('under' in cell.dataset) return true;
  return [cell, ...cell.querySelectorAll('*')].some(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight + 1,
  );
}
