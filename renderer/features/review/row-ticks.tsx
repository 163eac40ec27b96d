// Boxes beside the rows, for changing several together. Rows ticked one by one stay ticked under another filter. "All" covers
// only the filter it was ticked in.

import { useMemo, useState } from 'react';
import { type DraftEdit, type DraftQuery, EVERY_ROW } from '../../../shared/api/draft-commands.ts';
import { REVIEW } from '../../../shared/text/drafts.ts';
import { COUNTED } from '../../../shared/text/format.ts';
import { type RowList, useRows } from '../../bridge/row-list.ts';
import { Button } from '../../ui/controls.tsx';
import { Row } from '../../ui/page.tsx';

export interface RowTicks {
  /** Null while no box is ticked. */
  readonly query: DraftQuery | null;
  readonly isAll: boolean;
  /** How many rows are ticked or, with `isAll`, how many are not. */
  readonly named: number;
  readonly isTicked: (rowNumber: number) => boolean;
  readonly tick: (rowNumbers: readonly number[], isTicked: boolean) => void;
  readonly tickAll: (isTicked: boolean) => void;
}

interface Ticked {
  readonly isAll: boolean;
  readonly rows: ReadonlySet<number>;
  /** The query whose rows were all ticked. */
  readonly of: DraftQuery | null;
}

const NONE: Ticked = { isAll: false, rows: new Set(), of: null };

export function useRowTicks(asked: DraftQuery): RowTicks {
  const [tickedRows, keep] = useState(NONE);
  const ticked = tickedRows.isAll && tickedRows.of !== asked ? NONE : tickedRows;
  return useMemo(() => {
    const { isAll, rows } = ticked;
    const named = { isAll, rows: [...rows] };
    const query = isAll
      ? { ...asked, ticked: without(asked.ticked, rows) }
      : rows.size === 0
        ? null
        : { ...EVERY_ROW, ticked: named };
    return {
      query,
      isAll,
      named: rows.size,
      isTicked: (rowNumber) => rows.has(rowNumber) !== isAll,
      tick: (rowNumbers, isTicked) => {
        const next = new Set(rows);
        for (const rowNumber of rowNumbers) {
          if (isTicked === isAll) next.delete(rowNumber);
          else next.add(rowNumber);
        }
        keep({ ...ticked, rows: next });
      },
      tickAll: (isTicked) => keep(isTicked ? { isAll: true, rows: new Set(), of: asked } : NONE),
    };
  }, [asked, ticked]);
}

/** The rows of the query except these. */
function without(asked: DraftQuery['ticked'], rows: ReadonlySet<number>): DraftQuery['ticked'] {
  if (asked?.isAll === false) return { isAll: false, rows: asked.rows.filter((row) => !rows.has(row)) };
  return { isAll: true, rows: [...new Set([...(asked?.rows ?? []), ...rows])] };
}

interface TickedBarProps {
  readonly ticks: RowTicks;
  readonly list: RowList<unknown>;
  readonly edit: (edit: DraftEdit) => Promise<unknown>;
  readonly onChange: () => void;
}

/** What can be done with the ticked rows together. */
export function TickedBar({ ticks, ...ways }: TickedBarProps) {
  return ticks.query === null ? null : <BarOf ticks={ticks} query={ticks.query} {...ways} />;
}

function BarOf({ ticks, query, list, edit, onChange }: TickedBarProps & { readonly query: DraftQuery }) {
  const { total } = useRows(list);
  const count = ticks.isAll ? Math.max(0, (total ?? 0) - ticks.named) : ticks.named;
  const exclude = (excluded: boolean) => void edit({ kind: 'exclude', excluded, rows: query });
  return (
    <Row>
      <strong role="status">{REVIEW.ticked(COUNTED.rows(count))}</strong>
      <Button onClick={() => exclude(true)}>{REVIEW.changeActs.leaveOut}</Button>
      <Button onClick={() => exclude(false)}>{REVIEW.changeActs.takeIn}</Button>
      <Button onClick={onChange}>{REVIEW.changeTicked}</Button>
      <Button weight="quiet" onClick={() => ticks.tickAll(false)}>
        {REVIEW.untick}
      </Button>
    </Row>
  );
}
