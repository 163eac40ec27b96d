// A wall clock that was set back: noted with the record that shows it, also by a migration from the log, and checked against it.

import { describe, expect, it } from 'vitest';
import { readSetBacks } from '../../electron/main/store/audit-log.ts';
import { CLOCK_SET_BACKS } from '../../electron/main/store/schema.ts';
import { verifyDatabase } from '../../electron/main/store/verify-database.ts';
import { HOUR_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { ACTOR, confirmBatch, makeDesk, NOW_MS, openDesk, payment, type TestDesk } from './desk-file.ts';

/** Records one entry of the batch at each of these hours after it was confirmed. */
function recordAt(desk: TestDesk, hours: readonly number[]): void {
  for (const hour of hours)
    desk.store.notes.pause(1, { code: 'person', message: verbatim(`at ${hour}`) }, NOW_MS + hour * HOUR_MS);
}

function hoursOf(desk: TestDesk): readonly number[] {
  return readSetBacks(desk.raw).map(({ fromMs }) => (fromMs - NOW_MS) / HOUR_MS);
}

function verdictOf(desk: TestDesk) {
  return verifyDatabase(desk.raw, { prefix: 'B', machine: ACTOR, head: null });
}

function pausedDesk(): TestDesk {
  const desk = makeDesk();
  confirmBatch(desk, [payment()]);
  return desk;
}

describe('a wall clock that is set back', () => {
  it.each([
    ['never', [0, 1, 2, 900], []],
    ['by less than an hour, as systems correct it', [2, 1.5, 1.4, 2], []],
    ['once', [2, -1400, -1399, 3], [2]],
    ['twice, and further', [2, -20, -10, -90, 4], [2, -10]],
  ])('is noted with the time before it: %s', (_name, hours, expected) => {
    const desk = pausedDesk();
    recordAt(desk, hours);
    expect(hoursOf(desk)).toEqual(expected);
    expect(verdictOf(desk)).toMatchObject({ ok: true });
  });

  it('is noted by the next process as well, and not by what is about no batch', () => {
    const desk = pausedDesk();
    recordAt(desk, [5]);
    desk.store.close();
    const next = { ...desk, store: openDesk(desk.path) };
    next.store.readNews(null, NOW_MS - 9 * HOUR_MS);
    recordAt(next, [6, -7]);
    expect(hoursOf(desk)).toEqual([6]);
  });

  it('is noted where it was set back while the desk was closed', () => {
    const desk = pausedDesk();
    recordAt(desk, [5]);
    desk.store.close();
    recordAt({ ...desk, store: openDesk(desk.path) }, [-7]);
    expect(hoursOf(desk)).toEqual([5]);
    expect(verdictOf(desk)).toMatchObject({ ok: true });
  });

  it('is not noted by what was rolled back', () => {
    const desk = pausedDesk();
    const failing = () =>
      desk.store.together(() => {
        recordAt(desk, [9, -9]);
        throw new Error('the disk is full');
      });
    expect(failing).toThrow('the disk is full');
    expect(hoursOf(desk)).toEqual([]);
    recordAt(desk, [1, 2]);
    expect(hoursOf(desk)).toEqual([]);
    expect(verdictOf(desk)).toMatchObject({ ok: true });
  });

  it('is found in the log by whoever brings an older desk to today', () => {
    const desk = pausedDesk();
    recordAt(desk, [2, -20, -10, -90, 4]);
    const noted = readSetBacks(desk.raw);
    desk.store.close();
    desk.raw.exec(`DROP TABLE clock_set_backs; ${CLOCK_SET_BACKS}`);
    expect(noted).toHaveLength(2);
    expect(readSetBacks(desk.raw)).toEqual(noted);
    expect(verdictOf(desk)).toMatchObject({ ok: true });
  });

  it.each([
    ['taken out', 'DELETE FROM clock_set_backs'],
    ['changed', 'UPDATE clock_set_backs SET from_ms = from_ms - 1'],
    ['put in', 'INSERT INTO clock_set_backs VALUES (1, 1)'],
  ])('is found by the audit where its note was %s', (_name, change) => {
    const desk = pausedDesk();
    recordAt(desk, [2, -20]);
    desk.raw.exec('DROP TRIGGER clock_set_backs_never_updated; DROP TRIGGER clock_set_backs_never_deleted');
    desk.raw.exec(change);
    expect(verdictOf(desk).findings.map(({ code }) => code)).toContain('clockDiffers');
  });
});
