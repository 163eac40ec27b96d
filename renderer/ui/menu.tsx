import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import styles from './controls.module.css';

interface MenuItem {
  readonly word: string;
  readonly run: () => void;
  readonly keys?: string;
  readonly disabled?: boolean;
  readonly isDanger?: boolean;
}

interface MenuProps {
  /** The button that opens it. */
  readonly opener: ReactElement;
  readonly items: readonly MenuItem[];
}

export function Menu({ opener, items }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={opener} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className={styles.over}>
          <Base.Popup className={styles.list}>
            {items.map(({ word, run, keys, disabled = false, isDanger = false }) => (
              <Base.Item
                key={word}
                className={styles.option}
                disabled={disabled}
                data-danger={isDanger ? '' : undefined}
                onClick={run}
              >
                <span>{word}</span>
                {keys === undefined ? null : <kbd className={styles.keys}>{keys}</kbd>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
