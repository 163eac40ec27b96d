// The menu for the selected cells, opened with the mouse or Shift+F10.

import { Menu } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { GridLayout } from '../../../shared/api/desk-commands.ts';
import { GRID } from '../../../shared/text/controls.ts';
import type { Point } from './cell-elements.ts';
import styles from './grid.module.css';
import { type GridColumn, PLAIN_LAYOUT } from './grid-columns.ts';

export interface GridMenuItem {
  readonly word: string;
  readonly keys?: string;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

interface GridMenuProps<Row> {
  /** Where the menu is open; null while it is closed. */
  readonly point: Point | null;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
  /** The actions on cells, above those on columns. A line separates the groups. */
  readonly groups: readonly (readonly GridMenuItem[])[];
  readonly columns: readonly GridColumn<Row>[];
  /** The column on which the menu was opened. */
  readonly column: GridColumn<Row> | undefined;
  readonly layout: GridLayout;
  readonly onLayoutChange: (layout: GridLayout) => void;
}

export function GridMenu<Row>({ point, onClose, finalFocus, groups, columns, column, ...rest }: GridMenuProps<Row>) {
  const { layout, onLayoutChange } = rest;
  const hideable = columns.filter(({ canHide, header }) => canHide !== false && header !== '');
  const isShown = (key: string): boolean => !layout.hidden.includes(key);
  const show = (key: string, isWanted: boolean): void => {
    const others = layout.hidden.filter((hidden) => hidden !== key);
    onLayoutChange({ ...layout, hidden: isWanted ? others : [...others, key] });
  };
  const sort = (direction: 'up' | 'down'): void =>
    onLayoutChange({ ...layout, sort: column === undefined ? null : { key: column.key, direction } });
  const sorting: readonly GridMenuItem[] =
    column === undefined || column.canSort === false
      ? []
      : [
          { word: GRID.sortUp, run: () => sort('up') },
          { word: GRID.sortDown, run: () => sort('down') },
          ...(layout.sort === null
            ? []
            : [{ word: GRID.sortNot, run: () => onLayoutChange({ ...layout, sort: null }) }]),
        ];
  const hiding: readonly GridMenuItem[] =
    column === undefined || !hideable.includes(column) ? [] : [{ word: GRID.hide, run: () => show(column.key, false) }];
  return (
    <Menu.Root open={point !== null} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Menu.Portal>
        <Menu.Positioner
          className={styles.menuPlace}
          align="start"
          anchor={point === null ? null : { getBoundingClientRect: () => new DOMRect(point.x, point.y) }}
        >
          <Menu.Popup className={styles.menu} finalFocus={finalFocus} aria-label={GRID.menu}>
            {[...groups, [...sorting, ...hiding]]
              .filter((group) => group.length > 0)
              .map((group) => (
                <Menu.Group key={group.map(({ word }) => word).join()} className={styles.menuGroup}>
                  {group.map(({ word, keys, isDisabled = false, run }) => (
                    <Menu.Item key={word} className={styles.menuItem} disabled={isDisabled} onClick={run}>
                      {word}
                      {keys === undefined ? null : <kbd>{keys}</kbd>}
                    </Menu.Item>
                  ))}
                </Menu.Group>
              ))}
            <Menu.SubmenuRoot>
              <Menu.SubmenuTrigger className={styles.menuItem}>
                {GRID.columns}
                <ChevronRight size={16} aria-hidden />
              </Menu.SubmenuTrigger>
              <Menu.Portal>
                <Menu.Positioner className={styles.menuPlace}>
                  <Menu.Popup className={styles.menu}>
                    {hideable.map(({ key, header }) => (
                      <Menu.CheckboxItem
                        key={key}
                        className={styles.menuItem}
                        checked={isShown(key)}
                        onCheckedChange={(isWanted) => show(key, isWanted)}
                      >
                        {header}
                        <Mark>{isShown(key) ? <Check size={16} aria-hidden /> : null}</Mark>
                      </Menu.CheckboxItem>
                    ))}
                    <Menu.Item className={styles.menuItem} onClick={() => onLayoutChange(PLAIN_LAYOUT)}>
                      {GRID.reset}
                    </Menu.Item>
                  </Menu.Popup>
                </Menu.Positioner>
              </Menu.Portal>
            </Menu.SubmenuRoot>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Mark({ children }: { readonly children: ReactNode }) {
  return <span className={styles.menuMark}>{children}</span>;
}
