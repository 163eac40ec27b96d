import type { KeyboardEvent } from 'react';
import {
  type Extent,
  type KeyPress,
  keyAction,
  selectionAfter,
  selectionAt,
  stepFrom,
  wholeColumns,
  wholeGrid,
  wholeRows,
} from './cell-range.ts';
import { TICKS } from './grid-columns.ts';
import type { GridProps } from './grid-props.ts';
import type { GridEdits } from './use-edits.ts';
import type { GridSelection } from './use-selection.ts';

interface KeysOf<Row> {
  readonly selection: GridSelection<Row>;
  readonly edits: GridEdits<Row>;
  readonly extent: Extent;
  readonly isEntered: boolean;
  readonly begin: (text: string | null) => void;
  readonly leaveFollow: () => void;
  /** Takes the focus from the cell to the grid around it. */
  readonly leave: () => void;
  readonly onOpen: GridProps<Row>['onOpen'];
  readonly openMenu: () => void;
  readonly sortBy: (key: string | undefined) => void;
  /** Undefined when rows have no tick boxes. */
  readonly tick: ((place: number) => void) | undefined;
}

type KeyDown = KeyPress & Pick<KeyboardEvent, 'defaultPrevented' | 'preventDefault'>;

export function handleKey<Row>(event: KeyDown, keys: KeysOf<Row>): void {
  const { selection, edits, extent, begin, onOpen, tick } = keys;
  const { active, activeRow, activeColumn, choose } = selection;
  const action = keyAction(event);
  if (action === null || event.defaultPrevented) return;
  const from = selection.placed ?? selectionAt({ row: -1, column: 0 });
  const done = (): void => event.preventDefault();
  switch (action.kind) {
    case 'step': {
      const isTab = action.step === 'next' || action.step === 'previous';
      if (isTab && (!edits.canEdit || !keys.isEntered)) return;
      const next = selectionAfter(from, action, extent);
      if (next === null) return;
      done();
      keys.leaveFollow();
      return choose(next);
    }
    case 'enter': {
      if (from.active.row < 0) {
        done();
        keys.sortBy(activeColumn?.key);
      } else if (edits.canEdit || onOpen === undefined) {
        done();
        choose(selectionAt(stepFrom(from.active, 'down', extent) ?? from.active));
      } else if (activeRow !== undefined) {
        done();
        onOpen(activeRow);
      }
      return;
    }
    case 'chooseAll':
      done();
      keys.leaveFollow();
      return extent.rows === 0 ? undefined : choose(wholeGrid(from, extent), from.active);
    // Escape clears a range first, then leaves the cell; never the screen.
    case 'leave':
      done();
      return selection.isRange ? choose(selectionAt(from.active)) : keys.leave();
    case 'chooseRow':
      done();
      return choose(wholeRows(from, extent));
    case 'chooseColumn':
      done();
      return choose(wholeColumns(from, extent), from.active);
    case 'menu':
      done();
      return keys.openMenu();
    case 'type':
      if (activeColumn?.key === TICKS) return;
      if (action.text === ' ' && !edits.canEdit && tick !== undefined && active !== null && active.row >= 0) {
        done();
        return tick(active.row);
      }
      if (activeColumn === undefined || !edits.isEditable(activeColumn)) return;
      done();
      return begin(action.text);
    case 'edit':
      done();
      return begin(null);
    case 'clear':
      done();
      return edits.clear();
    case 'fillDown':
      if (!edits.canEdit) return;
      done();
      return edits.fillDown();
  }
}
