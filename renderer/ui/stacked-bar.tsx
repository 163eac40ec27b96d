// How a whole is made up, described in words for those who do not see it. A part that exists has at least a sliver.

import styles from './stacked-bar.module.css';
import type { Tone } from './tone.ts';

/** What is paid stands first, what has not been sent last. */
const ORDER: readonly Tone[] = ['paid', 'moving', 'doubt', 'wrong', 'back', 'quiet'];

export interface BarPart {
  readonly key: string;
  readonly tone: Tone;
  readonly value: number;
}

export function StackedBar({
  parts,
  label,
  isThin = false,
}: {
  readonly parts: readonly BarPart[];
  readonly label: string;
  readonly isThin?: boolean;
}) {
  return (
    <div className={`${styles.bar} ${isThin ? styles.thin : ''}`} role="img" aria-label={label}>
      {parts
        .filter(({ value }) => value > 0)
        .toSorted((left, right) => ORDER.indexOf(left.tone) - ORDER.indexOf(right.tone))
        .map(({ key, tone, value }) => (
          <div key={key} className={`${styles.part} ${styles[tone]}`} style={{ flexGrow: value }} />
        ))}
    </div>
  );
}

/** A part's colour beside its word. */
export function BarMark({ tone }: { readonly tone: Tone }) {
  return <span className={`${styles.mark} ${styles[tone]}`} aria-hidden="true" />;
}
