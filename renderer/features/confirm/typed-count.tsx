// The count that a person types before real money moves. In: the exact count. Out: what was typed.
// This file must never fill it in by itself.

import { CONFIRM } from '../../text/confirm.ts';
import { BareInput } from '../../ui/field.tsx';
import styles from './confirm-screen.module.css';
import { isCount } from './may-pay.ts';

interface TypedCountProps {
  readonly count: number;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Beside Pay, so that what is typed and what it unlocks are seen together. */
export function TypedCount({ count, typed, onType }: TypedCountProps) {
  const isWrong = typed !== '' && !isCount(typed, count);
  return (
    <label className={styles.typed}>
      <span>{CONFIRM.typeCount(count)}</span>
      <span className={styles.typedInput}>
        <BareInput
          label={CONFIRM.typeCount(count)}
          placeholder=""
          inputMode="numeric"
          aria-invalid={isWrong}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </span>
    </label>
  );
}
