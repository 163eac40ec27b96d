// A command whose disk fails at any of its writes: either it is refused with nothing changed and its id free, or it has begun and
// is reported as begun.

import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { cancelBatch } from '../../electron/main/desk/batches/batch-handlers.ts';
import { resumeBatch } from '../../electron/main/desk/batches/resume-batch.ts';
import { resolvePayout } from '../../electron/main/desk/payouts/resolve-payout.ts';
import { setProfile } from '../../electron/main/desk/profiles/manage-profiles.ts';
import type { Follower } from '../../electron/main/session/following.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import { messageFrom } from '../../electron/main/store/stored-messages.ts';
import type { Answer } from '../../shared/api/contract.ts';
import type { BatchId, CommandId, Mid } from '../../shared/ids.ts';
import { spoken } from '../fixtures/spoken.ts';
import { confirmBatch, MERCHANT, payments, said, type TestDesk } from '../store/desk-file.ts';
import { confirmRetry, endUnpaid, refuse } from '../store/retries.ts';
import { startRead } from './computers.ts';
import { fillDoubt } from './filled-desk.ts';
import { type RefusingDesk, refusingDesk } from './refusing-desk.ts';

const ID = '7d0f7a52-9d3c-4c1f-8a35-0f4f6d9f1a10' as CommandId;
const B1 = 'B0001' as BatchId;
const RETRY = 'B0002' as BatchId;
const FOLLOWER = { onProgress: () => undefined, signal: new AbortController().signal };

type Command = (system: System) => Promise<Answer<unknown>>;

const resume =
  (batch: BatchId, follower: Follower = FOLLOWER): Command =>
  (system) =>
    resumeBatch(system, {
      batch,
      acceptWarnings: true,
      until: 'settled',
      forMs: null,
      follower,
      commandId: ID,
      count: 'any',
    });

const COMMANDS: readonly (readonly [name: string, writes: number, fill: (desk: TestDesk) => void, command: Command])[] =
  [
    ['cancel', 3, (desk) => void confirmBatch(desk, payments(3)), (system) => cancelBatch(system, B1, ID)],
    ['resume', 5, (desk) => void confirmBatch(desk, payments(3)), resume(B1)],
    [
      'resume, for a batch without its token,',
      2,
      (desk) => void confirmBatch(desk, payments(3)),
      (system) =>
        resume(B1)({ ...system, tokens: { ...system.tokens, read: () => Promise.resolve({ kind: 'none' }) } }),
    ],
    [
      'resolve',
      2,
      ({ store }) => void fillDoubt(store as Parameters<typeof fillDoubt>[0], { count: 1, answers: 0 }),
      (system) =>
        resolvePayout(system, {
          payout: { by: 'row', batch: B1, rowNumber: 2 },
          verdict: { kind: 'paid', bankReference: '512345678901' },
          note: "It is on the bank's statement.",
          ticket: null,
          sameEvidence: null,
          commandId: ID,
        }),
    ],
    [
      'profile set',
      2,
      () => undefined,
      (system) =>
        setProfile(system, {
          name: 'other',
          baseUrl: MERCHANT.baseUrl,
          mid: 77 as Mid,
          ratePerSecond: null,
          inFlightMax: null,
          pollFirstMs: null,
          pollMaxMs: null,
          timeoutMs: null,
          maxPayoutPaise: null,
          maxBatchPaise: null,
          decideAfterMs: null,
          walletUnit: null,
          commandId: ID,
        }),
    ],
  ];

describe('a command whose disk refuses one of its writes', () => {
  it.each(COMMANDS)('%s changes nothing at any of them, and is done with the same id afterwards', async (...args) => {
    const [, writes, fill, command] = args;
    const { system, disk, everything, runs } = refusingDesk(fill);
    const before = everything();
    for (let write = 1; write <= writes; write += 1) {
      Object.assign(disk, { refuses: write, seen: 0 });
      expect(await command(system)).toMatchObject({ kind: 'refused', refusal: { code: 'diskFull' } });
      expect(everything()).toEqual(before);
      expect(runs.count).toBe(0);
    }
    Object.assign(disk, { refuses: 0, seen: 0 });
    const done = await command(system);
    expect({ kind: done.kind, writes: disk.seen }).toEqual({ kind: 'done', writes });
    expect(everything()).not.toEqual(before);
    expect(await command(system)).toEqual(done);
  });
});

/** A retry of two rejected payouts, which the gateway still calls rejected; it does not know the retry itself. */
function pausedRetry(): RefusingDesk {
  const desk = refusingDesk((filled) => {
    endUnpaid(filled, payments(2), [refuse('rejected'), refuse('rejected')]);
    confirmRetry(filled, { of: 1, payouts: [1, 2] });
  });
  const sent = new Set(desk.raw.prepare('SELECT reference FROM payouts WHERE batch_id = 1').pluck().all());
  desk.gateway.says = (key) =>
    key.by === 'reference' && sent.has(key.reference) ? said('rejected') : { kind: 'notKnown' };
  return desk;
}

const pauseOf = ({ raw }: RefusingDesk): unknown => {
  const select = raw.prepare<[], [string, string]>(
    'SELECT paused_code, paused_message FROM batches WHERE batch_id = 2',
  );
  const [code, message] = select.raw().get() ?? ['', ''];
  return [code, messageFrom(message)];
};

describe('resuming a retry, which records what its look-ups tell,', () => {
  it('changes nothing where the disk refuses its first writes', async () => {
    const { system, disk, everything, runs } = pausedRetry();
    const before = everything();
    for (const refuses of [1, 2]) {
      Object.assign(disk, { refuses, seen: 0 });
      expect(await resume(RETRY)(system)).toMatchObject({ kind: 'refused', refusal: { code: 'diskFull' } });
      expect(everything()).toEqual(before);
    }
    expect(runs.count).toBe(0);
  });

  it.each([3, 4, 5])(
    'is no refusal where the disk refuses write %i, after the look-ups, and sends nothing',
    async (at) => {
      const desk = pausedRetry();
      desk.disk.refuses = at;
      const answer = await resume(RETRY)(desk.system);
      const pause = { code: 'diskFull', message: expect.stringContaining('is full') };
      expect(spoken(answer)).toMatchObject({ kind: 'done', value: { end: 'paused', pause, view: { paused: pause } } });
      expect(spoken(pauseOf(desk))).toEqual(['diskFull', expect.stringContaining('is full')]);
      expect(desk.raw.prepare('SELECT count(*) FROM lookups').pluck().get()).toBe(2);
      expect(desk.runs.count).toBe(0);
      expect(await resume(RETRY)(desk.system)).toEqual(answer);
    },
  );

  it('holds back what they were unclear about', async () => {
    const desk = pausedRetry();
    desk.gateway.says = () => ({ kind: 'unclear' });
    expect(await resume(RETRY)(desk.system)).toMatchObject({ kind: 'done' });
    const holds = desk.raw.prepare('SELECT hold FROM payouts WHERE batch_id = 2').pluck().all();
    expect(holds).toEqual(['referenceUnclear', 'referenceUnclear']);
  });

  it('waits for another program that holds the database for a while, as a run does', async () => {
    const desk = pausedRetry();
    desk.disk.heldUntilMs = desk.clock.nowMs + 9_000;
    expect(await resume(RETRY)(desk.system)).toMatchObject({ kind: 'done', value: { end: 'bound' } });
    expect(desk.raw.prepare('SELECT count(*) FROM lookups').pluck().get()).toBe(2);
    expect(desk.runs.count).toBe(1);
  });

  it('asks the gateway no more once a person stopped it before what it heard could be written', async () => {
    const desk = pausedRetry();
    desk.disk.heldUntilMs = Infinity;
    let asked = 0;
    const { says } = desk.gateway;
    const stopping = new AbortController();
    desk.gateway.says = (key) => {
      asked += 1;
      stopping.abort('pause');
      return says(key);
    };
    const follower = { onProgress: () => undefined, signal: stopping.signal };
    expect(await resume(RETRY, follower)(desk.system)).toMatchObject({ kind: 'done', value: { end: 'paused' } });
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(asked).toBe(1);
    expect(desk.raw.prepare('SELECT count(*) FROM lookups').pluck().get()).toBe(0);
  });

  it('pauses for one that holds it longer, and does not call that a full disk', async () => {
    const desk = pausedRetry();
    const beganMs = desk.clock.nowMs;
    desk.disk.heldUntilMs = Infinity;
    const answer = await resume(RETRY)(desk.system);
    expect(answer).toMatchObject({ kind: 'done', value: { end: 'paused' } });
    expect(spoken(pauseOf(desk))).toEqual(['diskFull', expect.stringMatching(/^Another program holds the database/)]);
    expect(JSON.stringify(spoken([answer, pauseOf(desk)]))).not.toMatch(/free|space|is full/i);
    expect(desk.clock.nowMs - beganMs).toBeLessThan(12_000);
    expect(desk.runs.count).toBe(0);
  });
});

describe('a disk that fails once a command has begun', () => {
  it('leaves nobody sure what was done: it is no refusal, and its id stays taken', async () => {
    const { system, runs } = refusingDesk((desk) => void confirmBatch(desk, payments(3)));
    const failing: System = {
      ...system,
      engine: {
        ...system.engine,
        newRun: () => {
          runs.count += 1;
          throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
        },
      },
    };
    const answer = await resume(B1)(failing);
    expect(answer).toMatchObject({ kind: 'unsure', refusal: { code: 'unusableDatabase' } });
    expect(await resume(B1)(system)).toEqual(answer);
    expect(runs.count).toBe(1);
  });
});

describe('starting a retry beside another program that holds the database', () => {
  const scene = (): RefusingDesk => {
    const desk = refusingDesk((filled) => void endUnpaid(filled, payments(1), [refuse('rejected')]));
    const sent: unknown = desk.raw.prepare('SELECT reference FROM payouts').pluck().get();
    desk.gateway.says = (key) =>
      key.by === 'reference' && key.reference === sent ? said('rejected') : { kind: 'notKnown' };
    return desk;
  };
  const retry = ({ system }: RefusingDesk) =>
    startRead(
      system,
      { kind: 'retry', batch: B1, from: null },
      {
        name: null,
        acceptWarnings: true,
        ticks: null,
        until: 'settled',
        forMs: null,
        follower: FOLLOWER,
        commandId: ID,
      },
    );

  it('is unsure, with its id taken, where the disk fails once it is stored', async () => {
    const desk = scene();
    let isBroken = true;
    const system: System = {
      ...desk.system,
      openWriter: (book) => {
        const opening = desk.system.openWriter(book);
        if (opening.kind !== 'open') return opening;
        const find: HeadedWriter['batches']['find'] = (batch) => {
          if (isBroken && batch === 2) throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
          return opening.store.batches.find(batch);
        };
        return { ...opening, store: { ...opening.store, batches: { ...opening.store.batches, find } } };
      },
    };
    const answer = await retry({ ...desk, system });
    expect(answer).toMatchObject({ kind: 'unsure', refusal: { code: 'unusableDatabase' } });
    expect(desk.raw.prepare('SELECT count(*) FROM batches').pluck().get()).toBe(2);
    isBroken = false;
    expect(await retry(desk)).toEqual(answer);
    expect(desk.runs.count).toBe(0);
  });

  it('waits for it during the look-ups', async () => {
    const desk = scene();
    desk.disk.heldUntilMs = desk.clock.nowMs + 9_000;
    expect(await retry(desk)).toMatchObject({ kind: 'done', value: { view: { batch: RETRY } } });
  });

  it('is refused when that lasts, with the true reason and its id free', async () => {
    const desk = scene();
    desk.disk.heldUntilMs = Infinity;
    const answer = await retry(desk);
    expect(spoken(answer)).toMatchObject({
      kind: 'refused',
      refusal: { message: expect.stringMatching(/^Another program holds the database/) },
    });
    expect(JSON.stringify(spoken(answer))).not.toMatch(/free|space|is full|resume/i);
    desk.disk.heldUntilMs = 0;
    expect(await retry(desk)).toMatchObject({ kind: 'done', value: { view: { batch: RETRY } } });
  });
});
