// How wide the content of each column is, measured from the rows in sight. A width never shrinks while a list is shown, so that
// scrolling moves no column back and forth.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { formatRupees } from '../../../shared/money.ts';
import { type ContentWidths, type GridColumn, NOTHING_MEASURED } from './grid-columns.ts';
import type { View } from './use-viewport.ts';

/** The padding of a cell, and what an edited cell's bold letters need beyond those measured. */
const AROUND_PX = 16 + 6;

/** An icon before the words of a cell that draws itself. */
const ICON_PX = 20;

/** The arrow of a sorted column. */
const ARROW_PX = 14;

interface ContentOf<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly rowAt: (place: number) => Row | undefined;
  readonly view: Pick<View, 'first' | 'last'>;
  readonly isFlying: boolean;
  readonly scroller: RefObject<HTMLElement | null>;
}

export function useContentWidths<Row>({ columns, rowAt, view, isFlying, scroller }: ContentOf<Row>): ContentWidths {
  const [widths, setWidths] = useState<ContentWidths>(NOTHING_MEASURED);
  const [fontsLoaded, setFontsLoaded] = useState(false);
  const ruler = useRef<Ruler | null>(null);
  const seen = useRef<{ readonly columns: unknown; readonly rows: Set<unknown> }>(null);
  useLayoutEffect(() => {
    let isGone = false;
    void document.fonts.ready.then(() => {
      if (!isGone) setFontsLoaded(true);
    });
    return () => {
      isGone = true;
    };
  }, []);
  useLayoutEffect(() => {
    const grid = scroller.current;
    if (grid === null || isFlying || !fontsLoaded) return;
    ruler.current ??= makeRuler(grid);
    const { cellPx, markPx, headPx } = ruler.current;
    // Rows out of sight are forgotten; they are measured again when they come back.
    const before = seen.current?.columns === columns ? seen.current.rows : new Set<unknown>();
    const rows = new Set<unknown>();
    const grown: Record<string, { cells: number; header: number }> = {};
    for (const column of columns) {
      const { key, header } = column;
      grown[key] = { cells: widths[key]?.cells ?? 0, header: headPx(header) + AROUND_PX + ARROW_PX };
    }
    for (let place = view.first; place <= view.last; place += 1) {
      const row = rowAt(place);
      if (row === undefined) continue;
      rows.add(row);
      if (before.has(row)) continue;
      for (const column of columns) {
        const text = shownText(column, row, place);
        const own = grown[column.key];
        if (text === '' || own === undefined) continue;
        const isMark = column.render !== undefined && column.paise === undefined;
        const width = isMark ? markPx(text) + ICON_PX : cellPx(text);
        own.cells = Math.max(own.cells, Math.ceil(width) + AROUND_PX);
      }
    }
    seen.current = { columns, rows };
    if (rows.size === 0) return;
    if (Object.entries(grown).some(([key, { cells, header }]) => isOther(widths[key], { cells, header })))
      // oxlint-disable-next-line react-hooks-js/set-state-in-effect -- what is measured is the page, before it is painted.
      setWidths({ ...widths, ...grown });
  }, [columns, rowAt, view.first, view.last, isFlying, fontsLoaded, scroller, widths]);
  return widths;
}

function isOther(one: ContentWidths[string] | undefined, other: ContentWidths[string]): boolean {
  return one?.cells !== other.cells || one.header !== other.header;
}

/** An amount is shown in rupees, and copied as a plain number. */
function shownText<Row>({ text, shown, paise, render }: GridColumn<Row>, row: Row, place: number): string {
  const amount = render === undefined ? null : (paise?.(row) ?? null);
  return amount === null ? (shown?.(row) ?? text(row, place)) : formatRupees(amount);
}

interface Ruler {
  readonly cellPx: (text: string) => number;
  readonly markPx: (text: string) => number;
  readonly headPx: (text: string) => number;
}

/** More of a text is wider than any column. */
const MEASURED_CHARACTERS = 120;

function makeRuler(grid: HTMLElement): Ruler {
  const pen = document.createElement('canvas').getContext('2d');
  const { fontFamily, fontSize, fontWeight } = getComputedStyle(grid);
  const inFont = (font: string) => (text: string) => {
    if (pen === null) return 0;
    pen.font = font;
    // Figures are tabular in the grid and proportional on a canvas, where only the 1 is narrower.
    return pen.measureText(text.slice(0, MEASURED_CHARACTERS).replaceAll('1', '0')).width;
  };
  return {
    cellPx: inFont(`${fontWeight} ${fontSize} ${fontFamily}`),
    markPx: inFont(`500 ${fontSize} ${fontFamily}`),
    headPx: inFont(`500 12px ${fontFamily}`),
  };
}
