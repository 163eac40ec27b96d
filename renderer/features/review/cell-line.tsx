// The line below the grid about the selected cell: what is wrong, what the file said, leaving the row out.
// In: the selected cell. Out: words read aloud, and edits. This file must never hide an issue of the row.

import { FIELD_WORDS } from '../../../shared/field-words.ts';
import type { DraftEdit } from '../../../shared/api/draft-commands.ts';
import type { Field } from '../../../shared/issues.ts';
import { REVIEW } from '../../text/review.ts';
import { Button } from '../../ui/button.tsx';
import type { SelectedCell } from './review-grid.tsx';
import styles from './review-screen.module.css';

export function CellLine({
  selected,
  locked,
  edit,
}: {
  readonly selected: SelectedCell | null;
  readonly locked: readonly Field[];
  readonly edit: (edit: DraftEdit) => Promise<boolean>;
}) {
  if (selected === null) return <div className={styles.cellLine}>{REVIEW.noCell}</div>;
  const { row, field } = selected;
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
