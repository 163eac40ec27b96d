import { describe, expect, it } from 'vitest';
import { keepOwnCells } from '../../renderer/features/review/draft-editing.ts';
import { rowAt } from './seen-row.ts';

const cell = (text: string) => [{ rowNumber: 2, field: 'remark', text }] as const;

describe('what a window has changed', () => {
  it('is all that was changed since a row was read, or another window has changed something, too', () => {
    const own = keepOwnCells();
    own.made(4);
    own.made(5);
    own.made(7);
    expect([own.areMine(3, 5), own.areMine(5, 5), own.areMine(3, 7), own.areMine(6, 7)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});

describe('what a person knows to stand in a cell', () => {
  it('is what is shown, empty where the row has no such cell', () => {
    const own = keepOwnCells();
    expect(own.known(rowAt(3, 'pay'), 'remark')).toBe('pay');
    expect(own.known(rowAt(3, 'pay'), 'name')).toBe('');
  });

  it('is what was typed last, on its way and until the list shows its revision or a later one', () => {
    const own = keepOwnCells();
    const end = own.write(cell('mine'));
    expect(own.known(rowAt(3, 'pay'), 'remark')).toBe('mine');
    end(4);
    expect(own.known(rowAt(3, 'pay'), 'remark')).toBe('mine');
    expect(own.known(rowAt(4, 'theirs'), 'remark')).toBe('theirs');
    expect(own.known(rowAt(5, 'theirs'), 'remark')).toBe('theirs');
  });

  it('is what is shown again once the text was refused, but not what was written after it', () => {
    const own = keepOwnCells();
    own.write(cell('refused'))(null);
    expect(own.known(rowAt(3, 'pay'), 'remark')).toBe('pay');
    const first = own.write(cell('first'));
    own.write(cell('second'));
    first(null);
    expect(own.known(rowAt(3, 'pay'), 'remark')).toBe('second');
  });

  it('is what is shown once a step was undone, but for what is still on its way', () => {
    const own = keepOwnCells();
    own.write(cell('done'))(4);
    own.forget();
    expect(own.known(rowAt(3, 'pay'), 'remark')).toBe('pay');
    own.write(cell('on its way'));
    own.forget();
    expect(own.known(rowAt(3, 'pay'), 'remark')).toBe('on its way');
  });
});
