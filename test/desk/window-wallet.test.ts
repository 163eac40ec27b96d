// The wallet as a window watches it: readings survive a restart, and a warning comes at the person's own number.

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

describe('the wallet of a window', () => {
  let desk: TestWindowDesk | null = null;
  afterEach(async () => {
    await desk?.close();
    desk = null;
  });

  function opened(
    folder?: string,
    nowMs = Date.UTC(2026, 10, 21),
  ): { open: TestWindowDesk; pass: (ms: number) => void } {
    let atMs = nowMs;
    const change: NonNullable<Parameters<typeof openTestDesk>[1]>['change'] = (system) => ({
      ...system,
      clock: { ...system.clock, nowMs: () => atMs },
    });
    const open = openTestDesk(folder, { change });
    desk = open;
    return {
      open,
      pass: (ms) => {
        atMs += ms;
      },
    };
  }

  it('is told as well where the disk takes nothing, and remembered as long as the window lives', async () => {
    const write = (): never => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const open = openTestDesk(undefined, {
      change: (system) => ({ ...system, files: { ...system.files, settings: { read: () => null, write } } }),
    });
    desk = open;
    await open.ask('readWallet', { profile: 'practice' });
    await open.ask('readWallet', { profile: 'practice' });
    expect((await open.ask('readWalletHistory', { profile: 'practice' })).readings).toHaveLength(1);
    expect(open.faults).toEqual([]);
  });

  it('remembers each number from the moment it was first seen, and when it was last read', async () => {
    const { open, pass } = opened();
    const first = await open.ask('readWallet', { profile: 'practice' });
    expect(first).toMatchObject({ below: null, isLow: false });
    pass(60_000);
    await open.ask('readWallet', { profile: 'practice' });
    expect(await open.ask('readWalletHistory', { profile: 'practice' })).toMatchObject({
      readings: [{ reported: first.balance, atMs: first.askedAtMs }],
      readAtMs: first.askedAtMs + 60_000,
      batches: [],
      earlierBatches: 0,
    });
  });

  it('warns below a person’s number, also after a restart, and stops when told', async () => {
    const { open } = opened();
    const { balance } = await open.ask('readWallet', { profile: 'practice' });
    await open.change('saveLowBalance', { profile: 'practice', below: `${balance}.01` });
    expect(await open.ask('readWallet', { profile: 'practice' })).toMatchObject({ isLow: true });
    await open.end();
    const { open: next } = opened(open.folder);
    expect(await next.ask('readWallet', { profile: 'practice' })).toMatchObject({
      isLow: true,
      below: `${balance}.01`,
    });
    await next.change('saveLowBalance', { profile: 'practice', below: balance });
    expect(await next.ask('readWallet', { profile: 'practice' })).toMatchObject({ isLow: false });
    await next.change('saveLowBalance', { profile: 'practice', below: null });
    expect(await next.ask('readWallet', { profile: 'practice' })).toMatchObject({ isLow: false, below: null });
  });

  it('tells the other windows of a new number', async () => {
    const { open } = opened();
    await open.change('saveLowBalance', { profile: 'practice', below: '50' });
    const reported = await open.eventWhere((event) => event.kind === 'changed' && event.topics.includes('profiles'));
    expect(reported.event).toMatchObject({ book: 'practice' });
  });

  it('is shown also where the disk takes no note of it', async () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const open = openTestDesk(undefined, {
      change: (system) => ({
        ...system,
        files: {
          ...system.files,
          settings: {
            read: () => system.files.settings.read(),
            write: () => {
              throw full;
            },
          },
        },
      }),
    });
    desk = open;
    const first = await open.ask('readWallet', { profile: 'practice' });
    expect(first).toMatchObject({ below: null, isLow: false });
    expect((await open.ask('readWalletHistory', { profile: 'practice' })).readings).toHaveLength(1);
    expect(open.faults).toEqual([]);
  });

  it.each(['lots', '1,000', '₹5', '5 %'])('takes no warning at %j', async (below) => {
    const { open } = opened();
    const options = { profile: 'practice', below, commandId: randomUUID() };
    expect(await open.refusalOf('saveLowBalance', options)).toBe('notANumber');
  });
});
