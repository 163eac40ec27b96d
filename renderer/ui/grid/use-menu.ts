import { type MouseEvent, type RefObject, useState } from 'react';
import { GRID } from '../../../shared/text/controls.ts';
import { cellAt, cellElement, isEditor, type Point } from './cell-elements.ts';
import { clamp, isIn, selectionAt } from './cell-range.ts';
import type { GridMenuItem } from './grid-menu.tsx';
import type { GridClipboard } from './use-clipboard.ts';
import type { GridEdits } from './use-edits.ts';
import type { SaveList } from './use-save-list.ts';
import type { GridSelection } from './use-selection.ts';
import { HEADER_HEIGHT_PX } from './use-viewport.ts';

interface MenuOf<Row> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly selection: GridSelection<Row>;
  readonly edits: GridEdits<Row>;
  readonly clipboard: GridClipboard;
  readonly save: SaveList;
}

interface MenuState {
  /** Null while it is closed. */
  readonly point: Point | null;
  readonly groups: readonly (readonly GridMenuItem[])[];
  readonly close: () => void;
  readonly openAtCell: () => void;
  readonly onContextMenu: (event: MouseEvent) => void;
}

export function useMenu<Row>({ scroller, selection, edits, clipboard, save }: MenuOf<Row>): MenuState {
  const { active, activeColumn, range, choose } = selection;
  const [point, setPoint] = useState<Point | null>(null);
  const groups = (): MenuState['groups'] => {
    if (active === null || active.row < 0 || activeColumn === undefined) return [];
    const copying = [
      { word: GRID.copy, keys: 'Ctrl+C', run: () => clipboard.copy('copy') },
      { word: GRID.copyWithHeaders, run: () => clipboard.copy('copy', true) },
    ];
    const changing = [
      { word: GRID.cut, keys: 'Ctrl+X', run: () => clipboard.copy('cut') },
      { word: GRID.paste, keys: 'Ctrl+V', run: () => void clipboard.paste() },
      { word: GRID.clear, keys: 'Delete', run: edits.clear },
    ];
    const files = [
      { word: GRID.saveExcel, run: () => void save('xlsx') },
      { word: GRID.saveCsv, run: () => void save('csv') },
    ];
    return [edits.canEdit ? [...copying, ...changing] : copying, files];
  };
  return {
    point,
    groups: point === null ? [] : groups(),
    close: () => setPoint(null),
    openAtCell: () => {
      const box = cellElement(scroller.current, active)?.getBoundingClientRect();
      const grid = scroller.current?.getBoundingClientRect();
      if (box === undefined || grid === undefined) return;
      // The active cell may be scrolled out of sight.
      setPoint({
        x: clamp(box.left + 8, { min: grid.left, max: grid.right - 8 }),
        y: clamp(box.bottom, { min: grid.top + HEADER_HEIGHT_PX, max: grid.bottom }),
      });
    },
    onContextMenu: (event) => {
      const cell = cellAt(scroller.current, event.target);
      if (cell === null || isEditor(event.target)) return;
      event.preventDefault();
      if (range === null || !isIn(cell, range)) choose(selectionAt(cell));
      setPoint({ x: event.clientX, y: event.clientY });
    },
  };
}
