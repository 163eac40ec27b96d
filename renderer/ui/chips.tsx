import type { ReactNode } from 'react';
import { formatCount } from '../text/format.ts';
import styles from './chips.module.css';

export interface Chip<Key extends string> {
  readonly key: Key;
  readonly word: string;
  readonly count?: number;
  readonly icon?: ReactNode;
}

interface ChipsProps<Key extends string> {
  readonly label: string;
  readonly chips: readonly Chip<Key>[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
}

export function Chips<Key extends string>({ label, chips, chosen, onChoose }: ChipsProps<Key>) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {chips.map(({ key, word, count, icon }) => (
        <button
          key={key}
          type="button"
          className={styles.chip}
          aria-pressed={key === chosen}
          onClick={() => onChoose(key)}
        >
          {icon}
          {word}
          {count === undefined ? null : <span className={styles.count}>{formatCount(count)}</span>}
        </button>
      ))}
    </div>
  );
}
