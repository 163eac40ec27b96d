import { describe, expect, it } from 'vitest';
import { resumeTicksOf, resumeTickWords } from '../../renderer/features/run/run-facts.ts';
import { msg } from '../../shared/messages/message.ts';

describe('the ticks of Resume', () => {
  it('offer a way on for every pause that only an acceptance ends', () => {
    expect(resumeTicksOf('walletLow')).toEqual({ ticks: ['warnings'], mustTick: false });
    // A low wallet may only show once the lookups were accepted.
    expect(resumeTicksOf('lookupsUnreliable')).toEqual({ ticks: ['unsureLookups', 'warnings'], mustTick: false });
    expect(resumeTicksOf('lostAnswersUnrecoverable')).toMatchObject({ mustTick: true });
  });

  it('name the next payment and the balance where the wallet is low', () => {
    const low = msg('pause.walletLow.next', { holds: '₹3,970.00', next: '₹12,008.25' });
    expect(resumeTickWords('warnings', low)).toBe(
      'Pay as many as the balance allows (next ₹12,008.25, balance ₹3,970.00).',
    );
    expect(resumeTickWords('warnings', null)).toBe('Pay as many as the balance allows.');
  });

  it('ask nothing about any other pause', () => {
    expect(resumeTicksOf('person')).toEqual({ ticks: [], mustTick: false });
    expect(resumeTicksOf('tokenRefused')).toEqual({ ticks: [], mustTick: false });
  });
});
