// Numbers outside of grids of which a person sees only a part, with nothing that says so. A grid has its own test.

import type { Page } from 'playwright-core';

/** Each as it is written. A scroll bar does not count as a sign: it shows only while one scrolls. */
export async function cutNumbers(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(CUT);
}

/** Runs in the page. */
const CUT = `(() => {
  const root = document.querySelector('[role=dialog]') ?? document.body;
  const isSigned = (element) => {
    const { textOverflow, maskImage } = getComputedStyle(element);
    return textOverflow === 'ellipsis' || maskImage !== 'none';
  };
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (!/\\d/.test(text.data) || parent === null || parent.closest('[role=grid], pre') !== null || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    let isUnder = false;
    for (let around = parent; around !== null && around !== document.body; around = around.parentElement) {
      isUnder ||= isSigned(around);
      if (!/hidden|auto|scroll|clip/.test(getComputedStyle(around).overflowX)) continue;
      const { left, width } = around.getBoundingClientRect();
      const end = left + around.clientLeft + around.clientWidth;
      if (width > 2 && box.right > end + 1 && box.left < end - 4 && !isUnder) found.push(text.data.trim().slice(0, 60));
      if (box.left >= end - 4 || width <= 2) break;
    }
  }
  return found;
})()`;
