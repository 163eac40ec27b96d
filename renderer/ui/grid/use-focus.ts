// The focus of a grid is on its active cell and moves with it, wherever its row is drawn.

import { type FocusEvent, type RefObject, useLayoutEffect } from 'react';
import { cellAt, cellElement } from './cell-elements.ts';
import { selectionAt } from './cell-range.ts';
import type { GridSelection } from './use-selection.ts';

/** What is known about the focus between renders. */
interface GridFocus {
  /** Until a person moves, clicks or jumps in the grid, one Tab passes it; after that, Tab goes from cell to cell. */
  readonly isEntered: () => boolean;
  readonly enter: () => void;
  /** Enters, and gives the active cell the focus once it is drawn. */
  readonly bring: () => void;
  readonly leave: () => void;
  readonly cameIn: () => void;
  readonly wentOut: (isMenuOpen: boolean) => void;
  /** Whether the active cell should take the focus now, asked on each render. `isNowhere` when no element has the focus. */
  readonly take: (isNowhere: boolean) => boolean;
}

export function makeFocus(): GridFocus {
  let isEntered = false;
  let isWanted = false;
  let isInside = false;
  return {
    isEntered: () => isEntered,
    enter: () => {
      isEntered = true;
    },
    bring: () => {
      isEntered = true;
      isWanted = true;
    },
    leave: () => {
      isEntered = false;
    },
    cameIn: () => {
      isInside = true;
    },
    wentOut: (isMenuOpen) => {
      isInside = false;
      isEntered = isMenuOpen && isEntered;
    },
    take: (isNowhere) => {
      // When the focused row disappears, the row in its place takes the focus.
      const isDue = isWanted || (isInside && isNowhere);
      isWanted = false;
      return isDue;
    },
  };
}

interface FocusOf<Row> {
  readonly focus: GridFocus;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly selection: GridSelection<Row>;
  readonly isEditing: boolean;
  readonly isMenuOpen: boolean;
}

interface FocusHandlers {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

export function useFocus<Row>({ focus, scroller, selection, isEditing, isMenuOpen }: FocusOf<Row>): FocusHandlers {
  const { active, select } = selection;
  useLayoutEffect(() => {
    if (isEditing || !focus.take(document.activeElement === document.body)) return;
    cellElement(scroller.current, active)?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }) => {
      focus.cameIn();
      // On Tab, the focused cell becomes the active one.
      const cell = cellAt(scroller.current, target);
      if (cell !== null && active === null) select(selectionAt(cell));
    },
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && scroller.current?.contains(relatedTarget) === true) return;
      focus.wentOut(isMenuOpen);
    },
  };
}
