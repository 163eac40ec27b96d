// A list that has not come yet says so once it takes long, and a sort can be taken back meanwhile.

import { useEffect, useState } from 'react';
import type { GridLayout } from '../../../shared/api/desk-commands.ts';
import { GRID } from '../../../shared/text/controls.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { Button } from '../controls.tsx';
import styles from './grid.module.css';
import type { SavedLayout } from './grid-columns.ts';

/** A shorter wait needs no sign. */
const SIGN_AFTER_MS = 500;

interface WaitProps extends SavedLayout {
  readonly isLoading: boolean;
}

export function WaitSign({ isLoading, layout, onLayoutChange }: WaitProps) {
  // The order of the rows that were last shown.
  const [shownSort, setShownSort] = useState(layout.sort);
  const isSorted = isLoading && !isSameSort(shownSort, layout.sort);
  if (!isLoading && shownSort !== layout.sort) setShownSort(layout.sort);
  if (!isLoading) return null;
  return <Sign onCancel={isSorted ? () => onLayoutChange({ ...layout, sort: shownSort }) : null} />;
}

function Sign({ onCancel }: { readonly onCancel: (() => void) | null }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SIGN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <div className={`row gap-3 ${styles.wait}`}>
      <span role="status">{onCancel === null ? SHELL.waiting : GRID.sorting}</span>
      {onCancel === null ? null : <Button onClick={onCancel}>{SHELL.cancel}</Button>}
    </div>
  );
}

function isSameSort(one: GridLayout['sort'], other: GridLayout['sort']): boolean {
  return one?.key === other?.key && one?.direction === other?.direction;
}
