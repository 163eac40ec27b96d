// The focus of a grid is on its active cell, and goes where that goes: it is the row's, wherever the row is drawn.

import { type FocusEvent, type RefObject, useLayoutEffect } from 'react';
import { cellAt, cellElement } from './cell-elements.ts';
import { selectionAt } from './cell-range.ts';
import type { GridSelection } from './use-selection.ts';

/** What is known of the focus between one drawing and the next. */
interface GridFocus {
  /** Whoever only passes by with Tab passes with one press; whoever moved, clicked or jumped goes on from cell to cell. */
  readonly isEntered: () => boolean;
  readonly enter: () => void;
  /** Enters, and the active cell is to have the focus once it is drawn. */
  readonly bring: () => void;
  readonly cameIn: () => void;
  readonly wentOut: (isMenuOpen: boolean) => void;
  /** Whether the active cell is to have the focus now, asked each time it is drawn; `isNowhere` where no element has it. */
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
    cameIn: () => {
      isInside = true;
    },
    wentOut: (isMenuOpen) => {
      isInside = false;
      isEntered = isMenuOpen && isEntered;
    },
    take: (isNowhere) => {
      // A row that went with the focus leaves it to the one that took its place.
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
      // Tab came here: the cell with the focus is the active one.
      const cell = cellAt(scroller.current, target);
      if (cell !== null && active === null) select(selectionAt(cell));
    },
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && scroller.current?.contains(relatedTarget) === true) return;
      focus.wentOut(isMenuOpen);
    },
  };
}
