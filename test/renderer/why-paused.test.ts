import { describe, expect, it } from 'vitest';
import { whyPaused } from '../../renderer/features/run/why-paused.ts';

const PERSON = { code: 'person', message: 'Paused by a person.' } as const;
const TOKEN = { code: 'tokenRefused', message: 'The gateway refused the token.' } as const;

describe('why a batch stands still', () => {
  it('is what was said of it, also while it is only followed', () => {
    expect(whyPaused({ paused: null }, { paused: PERSON })).toBe(PERSON);
  });

  it('is the newer reason where there is one, and none where nobody gave one', () => {
    expect(whyPaused({ paused: TOKEN }, { paused: PERSON })).toBe(TOKEN);
    expect(whyPaused({ paused: null }, { paused: null })).toBeNull();
  });
});
