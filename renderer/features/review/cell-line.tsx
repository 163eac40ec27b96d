// The line below the grid about the selected cell: what is wrong, what the file said, leaving the row out.
// In: the list and the selected place in it. Out: words read aloud, and edits. This file must never hide an issue of the row,
// nor speak of a row that no longer stands in that place.

import { useEffect } from 'react';
import type { DraftEdit, DraftRow } from '../../../shared/api/draft-commands.ts';
import { FIELD_WORDS } from '../../../shared/field-words.ts';
import type { Field } from '../../../shared/issues.ts';
import type { RowList } from '../../bridge/row-list.ts';
import { useRows } from '../../bridge/use-row-list.ts';
import { REVIEW } from '../../text/review.ts';
import { Button } from '../../ui/button.tsx';
import styles from './review-screen.module.css';
import type { SelectedCell } from './use-selection.ts';

interface CellLineProps {
  readonly list: RowList<DraftRow>;
  readonly selected: SelectedCell | null;
  /** The list ends before the selected place: the grid has let go of it. */
  readonly onGone: () => void;
  readonly locked: readonly Field[];
  readonly edit: (edit: DraftEdit) => Promise<unknown>;
}

export function CellLine({ list, selected, onGone, locked, edit }: CellLineProps) {
  const { rows } = useRows(list);
  const place = selected === null ? undefined : rows[selected.at];
  const isGone = selected !== null && place === undefined;
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);
  if (selected === null || place === undefined || place.row === null)
    return <div className={styles.cellLine}>{REVIEW.noCell}</div>;
  const { field } = selected;
  const { row } = place;
  const about = row.issues.filter((issue) => field === null || issue.field === field || issue.field === null);
  const original = row.cells.find((cell) => cell.field === field)?.original ?? null;
  const isOut = row.status === 'excluded';
  return (
    <div className={styles.cellLine}>
      <div className={styles.cellWords} role="status">
        <strong>
          {REVIEW.row} {row.rowNumber}
          {field === null ? '' : ` · ${FIELD_WORDS[field]}`}
        </strong>
        {about.map(({ code, message, cure, severity }) => (
          <span key={`${code}${message}`} className={severity === 'error' ? styles.wrong : undefined}>
            {message} {cure}
          </span>
        ))}
        {original === null ? null : <span>{REVIEW.original(original)}</span>}
        {field !== null && locked.includes(field) ? <span>{REVIEW.locked}</span> : null}
      </div>
      <Button weight="quiet" onClick={() => void edit({ kind: 'exclude', excluded: !isOut, rows: [row.rowNumber] })}>
        {isOut ? REVIEW.takeIn : REVIEW.leaveOut}
      </Button>
    </div>
  );
}
