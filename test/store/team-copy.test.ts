import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CopiedPayment, openTeamCopy, type TeamCopy } from '../../electron/main/store/team-copy.ts';
import { testFolder } from './desk-file.ts';

const DELHI = '11111111-1111-4111-8111-111111111111';
const NOTHING = {
  desk: null,
  states: [],
  search: '',
  amountFromPaise: null,
  amountToPaise: null,
  fromMs: null,
  toMs: null,
};
const NEWEST = { by: 'at', direction: 'down' } as const;

function payment(set: number, rowNumber: number, more: Partial<CopiedPayment> = {}): CopiedPayment {
  return {
    set,
    rowNumber,
    state: 'success',
    amountPaise: 100,
    movedAtMs: 2,
    payeeKey: `payee ${rowNumber}`,
    reference: `REF${set}X${rowNumber}`,
    by: 'asha@pc',
    name: `Person ${rowNumber}`,
    shown: { payTo: `p${rowNumber}@bank`, ifsc: null, remark: 'May' },
    ...more,
  };
}

function tell(copy: TeamCopy, number: number, payments: readonly CopiedPayment[]): void {
  copy.take(
    [{ number, deskId: DELHI, batch: `B000${number}`, count: payments.length, atMs: number * 1_000 }],
    payments,
  );
}

const DESKS = [{ deskId: DELHI, name: 'Delhi', seenAtMs: 1, isSending: true, hasLeft: false }];

function filled(file: string): TeamCopy {
  const copy = openTeamCopy(file, 'one');
  tell(copy, 1, [payment(1, 2), payment(1, 3, { state: 'unknown', amountPaise: 50 })]);
  copy.finish({ mark: 'a 7', asOfMs: 9, desks: DESKS });
  return copy;
}

describe('the copy of what other desks told', () => {
  it('keeps what it was given, and counts what is told again once', () => {
    const copy = filled(path.join(testFolder(), 'copy.db'));
    tell(copy, 1, [payment(1, 3, { state: 'failed', amountPaise: 50 })]);
    expect(copy.bySet(NOTHING)).toEqual([{ atMs: 1_000, count: 2, paise: 150 }]);
    expect(copy.bySet({ ...NOTHING, states: ['failed'] })).toEqual([{ atMs: 1_000, count: 1, paise: 50 }]);
    expect(copy.bySet({ ...NOTHING, search: 'person 3' })).toEqual([{ atMs: 1_000, count: 1, paise: 50 }]);
    expect(copy.bySet({ ...NOTHING, search: '%' })).toEqual([]);
    const rows = copy.page(NOTHING, NEWEST, { from: 0, count: 9 });
    expect(rows.map(({ desk, rowNumber, state }) => [desk, rowNumber, state])).toEqual([
      ['Delhi', 3, 'failed'],
      ['Delhi', 2, 'success'],
    ]);
    expect(copy.batches({ desk: null, openOnly: true, limit: 9 })).toEqual([]);
    copy.close();
  });

  it('is there again for the same member, and is thrown away for another one or when it is damaged', () => {
    const file = path.join(testFolder(), 'copy.db');
    filled(file).close();
    const again = openTeamCopy(file, 'one');
    expect([again.about(), again.desks().length]).toEqual([{ mark: 'a 7', asOfMs: 9 }, 1]);
    again.close();
    const other = openTeamCopy(file, 'two');
    expect([other.about(), other.desks(), other.bySet(NOTHING)]).toEqual([{ mark: null, asOfMs: null }, [], []]);
    other.close();
    writeFileSync(file, 'no database at all '.repeat(400));
    const anew = openTeamCopy(file, 'two');
    expect(anew.bySet(NOTHING)).toEqual([]);
    anew.close();
  });

  it('answers about 100,000 payments of others at once, at any place and by a part of a name', () => {
    const copy = openTeamCopy(path.join(testFolder(), 'copy.db'), 'one');
    for (let set = 1; set <= 50; set += 1)
      tell(
        copy,
        set,
        Array.from({ length: 2_000 }, (_, at) => payment(set, at + 2)),
      );
    copy.finish({ mark: 'a 7', asOfMs: 9, desks: DESKS });
    const took: Record<string, number> = {};
    const timed = <Value>(what: string, act: () => Value): Value => {
      const from = performance.now();
      const value = act();
      took[what] = Math.round(performance.now() - from);
      return value;
    };
    const page = (from: number) => copy.page(NOTHING, NEWEST, { from, count: 100 });
    expect(timed('sums', () => copy.bySet(NOTHING))).toHaveLength(50);
    expect(timed('first', () => page(0))[0]).toMatchObject({ batch: 'B00050', rowNumber: 2_001 });
    expect(timed('last', () => page(99_900)).at(-1)).toMatchObject({ batch: 'B0001', rowNumber: 2 });
    expect(timed('name', () => copy.bySet({ ...NOTHING, search: 'erson 1999' }))).toHaveLength(50);
    expect(timed('now', () => copy.batches({ desk: null, openOnly: true, limit: 500 }))).toEqual([]);
    // Far below alone: a machine may do other things.
    for (const [what, ms] of Object.entries(took)) expect(ms, `${what} of ${JSON.stringify(took)}`).toBeLessThan(500);
    copy.close();
  });
});
