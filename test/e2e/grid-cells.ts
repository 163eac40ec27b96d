// What a person sees of a grid's cells.

import type { Page } from 'playwright-core';

/** `isSeen` when no part of the cell is covered or outside; `isCut` when its text does not fit; `isSaid` when it says that. */
export interface SeenCell {
  readonly column: string;
  readonly text: string;
  readonly isSeen: boolean;
  readonly isCut: boolean;
  readonly isSaid: boolean;
}

/** The cells of all rows in sight. */
export async function cellsInSight(page: Page): Promise<readonly SeenCell[]> {
  return await page.evaluate<readonly SeenCell[]>(READ);
}

const READ = `(() => {
  const grid = document.querySelector('[role=grid]');
  const frame = grid.getBoundingClientRect();
  const heads = new Map([...grid.querySelectorAll('[role=columnheader]')].map((head) =>
    [head.getAttribute('aria-colindex'), head.textContent.replace(/[▲▼]/g, '')]));
  const right = frame.left + grid.clientWidth;
  const bottom = frame.top + grid.clientHeight;
  return [...grid.querySelectorAll('[role=gridcell]:not([aria-colspan])')].flatMap((cell) => {
    const box = cell.getBoundingClientRect();
    if (box.top < frame.top + 32 || box.bottom > bottom + 1) return [];
    const y = box.top + box.height / 2;
    const hits = (x) => x >= frame.left - 1 && x <= right + 1 && cell.contains(document.elementFromPoint(x, y));
    const parts = [cell, ...cell.querySelectorAll('*')];
    return [{
      column: heads.get(cell.getAttribute('aria-colindex')),
      text: cell.textContent,
      isSeen: hits(box.left + 3) && hits(box.right - 3),
      isCut: parts.some((part) => part.scrollWidth > part.clientWidth + 0 && getComputedStyle(part).display !== 'inline'),
      isSaid: 'under' in cell.dataset || getComputedStyle(cell).textOverflow === 'ellipsis',
    }];
  });
})()`;
