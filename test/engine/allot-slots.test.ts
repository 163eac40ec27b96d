// How free slots are shared between sends and lookups.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allotSlots, type SlotDemand } from '../../electron/main/engine/run-demand.ts';

function demand(change: Partial<SlotDemand>): SlotDemand {
  const nobody = { wanted: 0, inFlight: 0 };
  return { free: 10, inFlightMax: 10, sends: nobody, lookups: nobody, phase: 0, ...change };
}

describe('allotSlots', () => {
  it.each([
    ['gives nothing where nothing is wanted', demand({}), 0, 0],
    ['gives nothing where nothing is free', demand({ free: 0, sends: { wanted: 5, inFlight: 0 } }), 0, 0],
    ['gives sends what look-ups leave', demand({ sends: { wanted: 50, inFlight: 0 } }), 10, 0],
    ['gives look-ups what sends leave', demand({ lookups: { wanted: 50, inFlight: 0 } }), 0, 10],
    [
      'gives look-ups the rest when few are to be sent',
      demand({ sends: { wanted: 2, inFlight: 0 }, lookups: { wanted: 50, inFlight: 0 } }),
      2,
      8,
    ],
    [
      'shares ten slots seven to three',
      demand({ sends: { wanted: 50, inFlight: 0 }, lookups: { wanted: 50, inFlight: 0 } }),
      7,
      3,
    ],
    [
      'leaves slots to sends while look-ups already hold their share',
      demand({ free: 4, sends: { wanted: 50, inFlight: 3 }, lookups: { wanted: 50, inFlight: 3 } }),
      4,
      0,
    ],
  ])('%s', (_sentence, asked, sends, lookups) => {
    expect(allotSlots(asked)).toMatchObject({ sends, lookups });
  });

  it('holds seven to three over many turns of one slot', () => {
    let phase = 0;
    let sends = 0;
    for (let turn = 0; turn < 100; turn += 1) {
      const wants = { wanted: 9, inFlight: 0 };
      const slots = allotSlots(demand({ free: 1, sends: wants, lookups: wants, phase }));
      ({ phase } = slots);
      sends += slots.sends;
    }
    expect(sends).toBe(70);
  });

  it('lets a single look-up through even where one request at a time is allowed', () => {
    const wants = { wanted: 9, inFlight: 0 };
    const all = Array.from({ length: 10 }, (_, phase) =>
      allotSlots(demand({ free: 1, inFlightMax: 1, sends: wants, lookups: wants, phase })),
    );
    expect(all.reduce((count, slots) => count + slots.lookups, 0)).toBe(3);
  });

  it('never gives more than is free or wanted, and leaves nothing idle that is wanted', () => {
    const side = fc.record({ wanted: fc.nat(40), inFlight: fc.nat(20) });
    const asked = fc.record({
      free: fc.nat(40),
      inFlightMax: fc.integer({ min: 1, max: 64 }),
      sends: side,
      lookups: side,
      phase: fc.nat(9),
    });
    fc.assert(
      fc.property(asked, (one) => {
        const { sends, lookups } = allotSlots(one);
        expect(sends).toBeLessThanOrEqual(one.sends.wanted);
        expect(lookups).toBeLessThanOrEqual(one.lookups.wanted);
        expect(sends + lookups).toBe(Math.min(one.free, one.sends.wanted + one.lookups.wanted));
      }),
    );
  });
});
