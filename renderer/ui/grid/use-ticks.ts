import { useRef } from 'react';
import { type BoundCell, bindCell, placeOf } from './bound-selection.ts';
import type { GridProps } from './grid-props.ts';
import type { GridSelection } from './use-selection.ts';

interface TicksOf<Row> extends Pick<GridProps<Row>, 'rowAt'> {
  readonly ticks: GridProps<Row>['ticks'];
  readonly selection: GridSelection<Row>;
}

/** Returns a function that ticks or unticks the row at a place; with `isRange`, all rows from the one last ticked. */
export function useTicks<Row>({ ticks, rowAt, selection }: TicksOf<Row>): (place: number, isRange: boolean) => void {
  const last = useRef<BoundCell | null>(null);
  const { list, rowsAt, readAll } = selection;
  return (place, isRange) => {
    const row = rowAt(place);
    if (ticks === undefined || row === undefined) return;
    const before = isRange && last.current !== null ? placeOf(last.current, list) : null;
    const from = before === null || rowAt(before) === undefined ? place : before;
    last.current = bindCell({ row: place, column: 0 }, list);
    const [first, size] = [Math.min(from, place), Math.abs(from - place) + 1];
    const isTicked = !ticks.isTicked(row);
    const read = rowsAt(first, size).rows.filter((one) => one !== undefined);
    if (read.length === size) return ticks.onTick(read, isTicked);
    void readAll(first, size).then((all) => (all === null ? undefined : ticks.onTick(all, isTicked)));
  };
}
