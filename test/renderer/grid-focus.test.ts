import { describe, expect, it } from 'vitest';
import { makeFocus } from '../../renderer/ui/grid/use-focus.ts';

describe('the focus of a grid', () => {
  it('goes to the active cell once for each time it is brought there', () => {
    const focus = makeFocus();
    expect(focus.take(false)).toBe(false);
    focus.bring();
    expect([focus.take(false), focus.take(false)]).toEqual([true, false]);
  });

  it('goes to the row that took the place of one that vanished with it', () => {
    const focus = makeFocus();
    focus.cameIn();
    expect([focus.take(true), focus.take(true)]).toEqual([true, true]);
  });

  it('is left alone where it is outside', () => {
    const focus = makeFocus();
    expect(focus.take(true)).toBe(false);
    focus.cameIn();
    focus.wentOut(false);
    expect(focus.take(true)).toBe(false);
  });

  it('has to be brought in or clicked in before Tab goes from cell to cell', () => {
    const focus = makeFocus();
    focus.cameIn();
    expect(focus.isEntered()).toBe(false);
    focus.enter();
    expect([focus.isEntered(), focus.take(false)]).toEqual([true, false]);
    focus.wentOut(true);
    expect(focus.isEntered()).toBe(true);
    focus.wentOut(false);
    expect(focus.isEntered()).toBe(false);
  });
});
