import { describe, expect, it } from 'vitest';
import type { CommandResult } from '../../renderer/bridge/desk-transport.ts';
import type { RowWindow } from '../../renderer/bridge/row-list.ts';
import { bindPlaces, type DraftPage } from '../../renderer/features/review/paste-and-fill.ts';
import type { DraftLine } from '../../shared/api/draft-commands.ts';

function row(rowNumber: number): DraftLine {
  const about = {
    status: 'error',
    edited: false,
    hidden: false,
    method: 'UPI',
    amountPaise: null,
    bank: null,
    whyUnpaid: null,
  } as const;
  return { at: rowNumber - 2, rowNumber, ...about, cells: [], issues: [] };
}

/** A draft whose list holds these rows of the file; `before` runs before each request and may change it. */
function draftOf(rowNumbers: readonly number[], before: (question: number) => void = () => {}) {
  const draft = { rowNumbers, revision: 5, questions: 0 };
  const read = ({ from, count }: RowWindow): Promise<CommandResult<DraftPage>> => {
    before(draft.questions);
    draft.questions += 1;
    const rows = draft.rowNumbers.slice(from, from + count).map(row);
    const { revision } = draft;
    const sum = { count: 0, paise: 0 };
    return Promise.resolve({ kind: 'done', value: { revision, total: draft.rowNumbers.length, sum, rows } });
  };
  return { draft, read };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 2);
const REFUSED = { kind: 'refused', refusal: { code: 'changedMeanwhile' } };

describe('the rows at places of a list', () => {
  it('are those that were chosen, however many are read at once, with the revision of all of them', async () => {
    const { read } = draftOf(numbers(1_300));
    const keys = [12, 13, null, 15, ...Array.from({ length: 1_196 }, () => null)];
    const bound = await bindPlaces(read, { from: 10, keys, total: 1_300 });
    if (bound.kind !== 'bound') throw new Error(bound.kind);
    expect(bound.revision).toBe(5);
    expect(bound.rows.map(({ rowNumber }) => rowNumber)).toEqual(numbers(1_300).slice(10, 1_210));
  });

  it('are refused when another row stands in the first place', async () => {
    const { read } = draftOf([4, 5, 6]);
    expect(await bindPlaces(read, { from: 0, keys: [3, null], total: 3 })).toMatchObject(REFUSED);
  });

  it('are refused when a row further down is not the one that was chosen, or is gone', async () => {
    const { read } = draftOf([3, 5, 6]);
    expect(await bindPlaces(read, { from: 0, keys: [3, 4], total: 3 })).toMatchObject(REFUSED);
    expect(await bindPlaces(read, { from: 2, keys: [6, 7], total: 3 })).toMatchObject(REFUSED);
  });

  it('are refused when there are more or fewer by now: those that nobody has seen may be others', async () => {
    const { read } = draftOf([3, 4, 5, 6]);
    expect(await bindPlaces(read, { from: 0, keys: [3, null, null], total: 3 })).toMatchObject(REFUSED);
    expect(await bindPlaces(read, { from: 0, keys: [3, null, null], total: 5 })).toMatchObject(REFUSED);
  });

  it('are refused when the draft changes while they are read', async () => {
    const { read, draft } = draftOf(numbers(1_300), (question) => {
      if (question === 1) draft.revision = 6;
    });
    expect(await bindPlaces(read, { from: 0, keys: LONG, total: 1_300 })).toMatchObject(REFUSED);
  });

  it('are not given at all when a part of them was not read', async () => {
    const { read, draft } = draftOf(numbers(1_300));
    const lost = (window: RowWindow): Promise<CommandResult<DraftPage>> =>
      draft.questions === 1 ? Promise.resolve({ kind: 'lost' }) : read(window);
    expect(await bindPlaces(lost, { from: 0, keys: LONG, total: 1_300 })).toEqual({ kind: 'lost' });
  });
});

/** One row that was seen, and 1,199 that were not. */
const LONG = [2, ...Array.from({ length: 1_199 }, () => null)];
