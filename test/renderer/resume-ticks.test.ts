import { describe, expect, it } from 'vitest';
import { resumeTicksOf } from '../../renderer/features/run/run-facts.ts';

describe('the ticks of Resume', () => {
  it('offer a way on for every pause that only an acceptance ends', () => {
    expect(resumeTicksOf('walletLow')).toEqual({ ticks: ['warnings'], mustTick: false });
    // A low wallet may only show once the lookups were accepted.
    expect(resumeTicksOf('lookupsUnreliable')).toEqual({ ticks: ['unsureLookups', 'warnings'], mustTick: false });
    expect(resumeTicksOf('lostAnswersUnrecoverable')).toMatchObject({ mustTick: true });
  });

  it('ask nothing about any other pause', () => {
    expect(resumeTicksOf('person')).toEqual({ ticks: [], mustTick: false });
    expect(resumeTicksOf('tokenRefused')).toEqual({ ticks: [], mustTick: false });
  });
});
