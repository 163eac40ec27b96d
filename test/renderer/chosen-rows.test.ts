import { describe, expect, it } from 'vitest';
import { asChosen, chosenRows, type RowKey, type ShownList } from '../../renderer/ui/grid/bound-selection.ts';

interface Person {
  readonly id: string;
}

const keyOf = ({ id }: Person): RowKey => id;
const people = (ids: string): readonly Person[] => [...ids].map((id) => ({ id }));

/** A list of people by their letters; `-` is one that is unread. */
function shown(ids: string) {
  const rowAt = (place: number): Person | undefined => people(ids).find(({ id }, at) => at === place && id !== '-');
  const list: ShownList = { count: ids.length, columns: ['name'], keyAt: (place) => rowAt(place)?.id };
  return { list, rowAt };
}

describe('the rows at places', () => {
  it('are those that stand there now, each with its key', () => {
    const chosen = chosenRows(1, 2, { ...shown('abcd'), range: null });
    expect(chosen).toEqual({ rows: people('bc'), keys: ['b', 'c'] });
  });

  it('end where the list ends', () => {
    expect(chosenRows(2, 5, { ...shown('abcd'), range: null }).keys).toEqual(['c', 'd']);
    expect(chosenRows(4, 1, { ...shown('abcd'), range: null }).keys).toEqual([]);
    expect(chosenRows(0, 0, { ...shown('abcd'), range: null }).keys).toEqual([]);
  });

  it('keep the keys by which they were selected where they are not read', () => {
    const range = { top: 1, keys: ['b', 'c', null] };
    const chosen = chosenRows(0, 5, { ...shown('a-c--'), range });
    expect(chosen.rows.map((row) => row?.id)).toEqual(['a', undefined, 'c', undefined, undefined]);
    expect(chosen.keys).toEqual(['a', 'b', 'c', null, null]);
  });
});

describe('rows that were read', () => {
  it('are taken where each is the one that was chosen, or nobody had seen which one stood there', () => {
    expect(asChosen(people('abc'), { size: 3, keys: ['a', null, 'c'], keyOf })).toEqual(people('abc'));
  });

  it.each([
    ['another row stands in the place of one', people('axc')],
    ['one is missing', people('ab')],
    ['they could not be read', null],
  ])('are not taken at all where %s', (_, read) => {
    expect(asChosen(read, { size: 3, keys: ['a', 'b', 'c'], keyOf })).toBeNull();
  });

  it('are not taken where the list held fewer than were wanted', () => {
    expect(asChosen(people('abc'), { size: 3, keys: ['a', 'b'], keyOf })).toBeNull();
  });
});
