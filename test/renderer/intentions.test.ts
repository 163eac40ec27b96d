import { describe, expect, it } from 'vitest';
import { keepIntentions, mayBeDone } from '../../renderer/bridge/intentions.ts';
import type { Told } from '../../renderer/bridge/told.ts';

const REFUSAL = { code: 'unclear', message: 'No clear answer.', cure: 'Look first.' };
const DONE: Told<unknown> = { kind: 'done', value: {} };
const REFUSED: Told<unknown> = { kind: 'refused', refusal: REFUSAL };
const DOUBTFUL: readonly Told<unknown>[] = [
  { kind: 'unsure', refusal: REFUSAL },
  { kind: 'fault', message: 'A fault.' },
  { kind: 'lost' },
];

describe('a wish on a screen that stays open', () => {
  const wish = { order: { name: 'Asha', amountPaise: 50_000 } };

  it.each(DOUBTFUL)('keeps its id while it may have been done: $kind', (told) => {
    expect(mayBeDone(told)).toBe(true);
    const intentions = keepIntentions();
    const first = intentions.idOf(wish);
    expect(intentions.idOf({ ...wish })).toBe(first);
    intentions.hear(wish, told);
    expect(intentions.idOf(wish)).toBe(first);
    const other = intentions.idOf({ order: { ...wish.order, name: 'Ravi' } });
    expect(other).not.toBe(first);
    expect(intentions.idOf(wish)).toBe(first);
  });

  it.each([DONE, REFUSED])('gets another id after an end that is known: $kind', (told) => {
    expect(mayBeDone(told)).toBe(false);
    const intentions = keepIntentions();
    const first = intentions.idOf(wish);
    intentions.hear(wish, told);
    expect(intentions.idOf(wish)).not.toBe(first);
  });

  it('gets another id when the person has looked and wants it once more', () => {
    const intentions = keepIntentions();
    const first = intentions.idOf(wish);
    intentions.hear(wish, { kind: 'lost' });
    intentions.repeat(wish);
    expect(intentions.idOf(wish)).not.toBe(first);
  });
});
