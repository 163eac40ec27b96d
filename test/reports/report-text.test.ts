import { execFileSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillCsvList, guardFormula } from '../../electron/main/reports/csv.ts';
import { localIso } from '../../electron/main/reports/report-payouts.ts';

describe('localIso', () => {
  it.each([
    { zone: 'Asia/Kolkata', text: '2026-04-01T10:30:00.123+05:30' },
    { zone: 'UTC', text: '2026-04-01T05:00:00.123+00:00' },
    { zone: 'America/St_Johns', text: '2026-04-01T02:30:00.123-02:30' },
    { zone: 'Pacific/Kiritimati', text: '2026-04-01T19:00:00.123+14:00' },
  ])('writes the time of $zone with its offset', ({ zone, text }) => {
    const module = fileURLToPath(new URL('../../electron/main/reports/report-payouts.ts', import.meta.url));
    const script = `import { localIso } from ${JSON.stringify(module)}; process.stdout.write(localIso(1775019600123));`;
    const run = [
      process.execPath,
      ['--input-type=module', '-e', script],
      { env: { TZ: zone }, encoding: 'utf8' },
    ] as const;
    expect(execFileSync(...run)).toBe(text);
  });

  it('names the same instant for every time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (atMs) => Date.parse(localIso(atMs)) === atMs),
    );
  });
});

describe('guardFormula', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+91', "'+91"],
    ['-5', "'-5"],
    ['@SUM', "'@SUM"],
    ['\t=1', "'\t'=1"],
    ['\r1', "'\r1"],
    ['\n1', "'\n1"],
    [' =1', "' =1"],
    ['＝1+1', "'＝1+1"],
    ['＠SUM', "'＠SUM"],
    ['a;=1+1;b', "a;'=1+1;b"],
    ['a\t+1|-2,＋3\n－4', "a\t'+1|'-2,'＋3\n'－4"],
    ['a;"=1"', 'a;\'"=1"'],
    ["a; '=1", "a;' '=1"],
    ['a; b-c, d', 'a; b-c, d'],
    ["'=1", "''=1"],
    ["'plain", "'plain"],
    ['a=1', 'a=1'],
    ['', ''],
    ['00123', '00123'],
  ])('writes %j as %j', (text, safe) => {
    expect(guardFormula(text)).toBe(safe);
  });

  it('maps no two texts to the same', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '-', 'a', ';', '\t', ' ', '"'), maxLength: 6 });
    fc.assert(fc.property(text, text, (one, other) => one === other || guardFormula(one) !== guardFormula(other)));
  });
});

describe('localIso, from one time to the next', () => {
  it('spells any time as JavaScript does, whichever was spelt before', () => {
    const time = fc.record({
      atMs: fc.oneof(
        fc.integer({ min: 0, max: 4_102_444_800_000 }),
        fc.integer({ min: 1_796_000_000_000, max: 1_796_000_120_000 }),
      ),
      offsetMinutes: fc.constantFrom(0, 330, -210, 840),
    });
    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 6 }), (times) => {
        for (const { atMs, offsetMinutes } of times) {
          const local = new Date(atMs + offsetMinutes * 60_000).toISOString().slice(0, -1);
          expect(localIso(atMs, offsetMinutes).slice(0, local.length)).toBe(local);
        }
      }),
    );
  });
});

describe('a list as CSV', () => {
  it('has a place for each cell, empty ones at the beginning too', async () => {
    const columns = [null, 5, null, null].map((value, index) => {
      return {
        name: `c${index}`,
        kind: 'integer',
        read: (row: number) => (value === null ? null : value + row),
      } as const;
    });
    let written = '';
    const sink = new Writable({ write: (chunk: Buffer, _, done) => done(void (written += String(chunk))) });
    await fillCsvList(columns, [1, 2])(sink, new AbortController().signal);
    expect(written.split('\r\n').slice(1)).toStrictEqual([',6,,', ',7,,', '']);
  });
});
