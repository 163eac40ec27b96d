import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  intrudingSwitch,
  openBufferedFeed,
  openCrashWatch,
  openQuitGuard,
  readHandedFiles,
  readStartWords,
} from '../../../electron/main/doors/electron/app-life.ts';
import { choosePlace, SIZE_MIN } from '../../../electron/main/doors/electron/windows.ts';

describe('the words the app was started with', () => {
  it('name the data folder, in both ways, from where the person stands', () => {
    expect(readStartWords(['desk', '--data', 'money'], '/home/asha').dataFolder).toBe(resolve('/home/asha/money'));
    expect(readStartWords(['desk', '--data=/money'], '/home/asha').dataFolder).toBe(resolve('/money'));
    expect(readStartWords(['desk', '--data'], '/home/asha').dataFolder).toBeNull();
    expect(readStartWords(['desk', '--data='], '/home/asha').dataFolder).toBeNull();
  });

  it('name spreadsheets to open, whatever Electron and Chromium put between them', () => {
    const words = ['electron', '--inspect=0', '/opt/desk', 'May.XLSX', '--no-sandbox', '/data/june.csv', 'notes.txt'];
    expect(readStartWords(words, '/home/asha').files).toEqual([
      resolve('/home/asha/May.XLSX'),
      resolve('/data/june.csv'),
    ]);
  });

  it('never take the data folder for a file, nor the program for one', () => {
    expect(readStartWords(['/tmp/odd.csv', '--data', 'folder.csv'], '/').files).toEqual([]);
  });
});

describe('an installed app', () => {
  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--remote-allow-origins=*',
    '-remote-debugging-port=0',
    '/remote-debugging-port=0',
    '--Remote-Debugging-Port=0',
    '--inspect',
    '--inspect-brk=9229',
    '--no-sandbox',
    '--disable-web-security',
    '--js-flags=--expose-gc',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--renderer-cmd-prefix=sh',
    '--proxy-server=127.0.0.1:80',
    '--user-data-dir=/tmp/x',
  ])('does not start with %s', (word) => {
    expect(intrudingSwitch(['desk', 'may.csv', word])).toBe(word.split('=')[0]);
  });

  it.each([
    '--data',
    '--data=/money',
    '--self-test',
    '--updated',
    '--force-device-scale-factor=2',
    '--ozone-platform=wayland',
    '--disable-gpu',
    '--lang=hi',
    '-psn_0_12345',
    '/home/asha/may.csv',
    'inspect.csv',
  ])('starts with %s', (word) => {
    expect(intrudingSwitch(['desk', word])).toBeNull();
  });
});

describe('the files a second start hands over', () => {
  it('are opened when they are spreadsheets', () => {
    expect(readHandedFiles({ files: ['/a.csv', '/b.exe', 7, null, '/c.xlsx'] })).toEqual(['/a.csv', '/c.xlsx']);
  });

  it.each([null, undefined, 'a.csv', 7, [], {}, { files: '/a.csv' }, { files: { 0: '/a.csv' } }])(
    'are none in %j',
    (handed) => {
      expect(readHandedFiles(handed)).toEqual([]);
    },
  );
});

describe('the window’s place', () => {
  const SCREEN = { x: 0, y: 0, width: 1920, height: 1040 };
  const SECOND = { x: 1920, y: 0, width: 1280, height: 1024 };
  const stored = (bounds: object, isMaximised = false): unknown => ({ bounds, isMaximised });

  it('is kept, also on a second display', () => {
    const bounds = { x: 2000, y: 40, width: 1100, height: 700 };
    expect(choosePlace(stored(bounds, true), [SCREEN, SECOND])).toEqual({ bounds, isMaximised: true });
  });

  it('is the middle of a display that is there, when the other one is gone', () => {
    const bounds = { x: 2000, y: 40, width: 1100, height: 700 };
    expect(choosePlace(stored(bounds), [SCREEN]).bounds).toEqual({ width: 1100, height: 700 });
  });

  it.each([
    ['left of everything', { x: -3000, y: 0, width: 1280, height: 800 }],
    ['all but a hand’s breadth away', { x: 1850, y: 0, width: 1280, height: 800 }],
    ['with its title bar above the display', { x: 0, y: -40, width: 1280, height: 800 }],
    ['with its title bar below the display', { x: 0, y: 1000, width: 1280, height: 800 }],
  ])('is not kept %s', (_, bounds) => {
    const place = choosePlace(stored(bounds), [SCREEN]).bounds;
    expect([place.x, place.y]).toEqual([undefined, undefined]);
  });

  it('is never larger than its display, nor smaller than the screens need', () => {
    const huge = { x: 0, y: 0, width: 5000, height: 4000 };
    expect(choosePlace(stored(huge), [SCREEN]).bounds).toEqual({ x: 0, y: 0, width: 1920, height: 1040 });
    const tiny = { x: 0, y: 0, width: 200, height: 150 };
    expect(choosePlace(stored(tiny), [SCREEN]).bounds).toEqual({ x: 0, y: 0, ...SIZE_MIN });
  });

  it.each([null, 'x', {}, { bounds: { x: 0, y: 0, width: 'wide', height: 1 } }, { bounds: null, isMaximised: true }])(
    'is the usual one when %j was kept',
    (broken) => {
      expect(choosePlace(broken, [SCREEN])).toEqual({ bounds: { width: 1280, height: 800 }, isMaximised: false });
    },
  );
});

describe('leaving the app', () => {
  function leaving({
    isSending = false,
    answers = [] as readonly (boolean | Error)[],
    atOnce = Promise.resolve(false),
  } = {}) {
    const happened: string[] = [];
    const left = answers.values();
    const closing = Promise.withResolvers<void>();
    const guard = openQuitGuard({
      isSending: () => isSending,
      askToQuit: async () => {
        happened.push('asked');
        const answer = left.next().value ?? false;
        if (answer instanceof Error) throw answer;
        return await Promise.resolve(answer);
      },
      askToLeaveAtOnce: () => {
        happened.push('asked again');
        return atOnce;
      },
      closeDesk: () => {
        happened.push('closing');
        return closing.promise;
      },
      leave: (exitCode) => happened.push(`left ${exitCode}`),
      startAgain: () => happened.push('starts again'),
      onFault: (error) => happened.push(String(error)),
    });
    return { guard, happened, closing };
  }

  it('needs no question while nothing is sent, and waits for the desk', async () => {
    const { guard, happened, closing } = leaving();
    guard.requestQuit();
    expect(happened).toEqual(['closing']);
    closing.resolve();
    await expect.poll(() => happened).toEqual(['closing', 'left 0']);
  });

  it('closes at the end of the session without a question, and holds the system while payouts are sent', async () => {
    const { guard, happened, closing } = leaving({ isSending: true });
    expect(guard.endSession()).toBe(true);
    expect(guard.endSession()).toBe(true);
    expect(happened).toEqual(['closing']);
    closing.resolve();
    await expect.poll(() => happened).toEqual(['closing', 'left 0']);
    expect(guard.endSession()).toBe(false);
    const idle = leaving();
    expect(idle.guard.endSession()).toBe(false);
    expect(idle.happened).toEqual(['closing']);
  });

  it('does not open again when the question is answered after the session has ended', async () => {
    const { guard, happened, closing } = leaving({ isSending: true, answers: [false] });
    guard.requestQuit();
    guard.endSession();
    await Promise.resolve();
    guard.endSession();
    closing.resolve();
    await expect.poll(() => happened).toEqual(['asked', 'closing', 'left 0']);
  });

  it('asks while payouts are sent, and stays when the person stays', async () => {
    const { guard, happened } = leaving({ isSending: true, answers: [false, false] });
    guard.requestQuit();
    guard.requestQuit();
    expect(happened).toEqual(['asked']);
    // Asks again as soon as the first answer has arrived.
    await expect.poll(() => (guard.requestQuit(), happened.length)).toBeGreaterThan(1);
    expect(new Set(happened)).toEqual(new Set(['asked']));
  });

  it('waits for what is in flight once the person agrees, whatever is clicked meanwhile', async () => {
    const { guard, happened, closing } = leaving({ isSending: true, answers: [true] });
    guard.requestQuit();
    await expect.poll(() => happened).toEqual(['asked', 'closing']);
    guard.requestQuit();
    guard.requestQuit();
    expect(happened).toEqual(['asked', 'closing', 'asked again']);
    // A person who chose to wait may be asked once more.
    await expect.poll(() => (guard.requestQuit(), happened.length)).toBeGreaterThan(3);
    closing.resolve();
    await expect.poll(() => happened.at(-1)).toBe('left 0');
    expect(new Set(happened)).toEqual(new Set(['asked', 'closing', 'asked again', 'left 0']));
  });

  it('leaves at once when the person wishes it while what is in flight does not end', async () => {
    const { guard, happened, closing } = leaving({ atOnce: Promise.resolve(true) });
    guard.requestQuit();
    guard.requestQuit();
    await expect.poll(() => happened).toEqual(['closing', 'asked again', 'left 1']);
    closing.resolve();
    guard.requestQuit();
    await expect.poll(() => happened).toEqual(['closing', 'asked again', 'left 1']);
  });

  it('leaves once, in order, when the desk is closed before the second question is answered', async () => {
    const answer = Promise.withResolvers<boolean>();
    const { guard, happened, closing } = leaving({ atOnce: answer.promise });
    guard.requestQuit();
    guard.requestQuit();
    closing.resolve();
    await expect.poll(() => happened).toEqual(['closing', 'asked again', 'left 0']);
    answer.resolve(true);
    guard.requestQuit();
    await expect.poll(() => happened).toEqual(['closing', 'asked again', 'left 0']);
  });

  it('waits when the second question cannot be shown', async () => {
    const { guard, happened, closing } = leaving({ atOnce: Promise.reject(new Error('no display')) });
    guard.requestQuit();
    guard.requestQuit();
    closing.resolve();
    await expect.poll(() => happened).toEqual(['closing', 'asked again', 'left 0']);
  });

  it('stays when the question cannot be shown', async () => {
    const { guard, happened } = leaving({ isSending: true, answers: [new Error('no display'), true] });
    guard.requestQuit();
    await expect.poll(() => (guard.requestQuit(), happened)).toEqual(['asked', 'asked', 'closing']);
  });

  it('starts again after a restart, in the same order as it quits', async () => {
    const { guard, happened, closing } = leaving({ isSending: true, answers: [true] });
    guard.requestRestart();
    await expect.poll(() => happened).toEqual(['asked', 'closing']);
    closing.resolve();
    await expect.poll(() => happened).toEqual(['asked', 'closing', 'starts again', 'left 0']);
  });

  it('does not start again when the person stayed, and quit later', async () => {
    const { guard, happened, closing } = leaving({ isSending: true, answers: [false, true] });
    guard.requestRestart();
    await expect.poll(() => (guard.requestQuit(), happened)).toEqual(['asked', 'asked', 'closing']);
    closing.resolve();
    await expect.poll(() => happened.at(-1)).toBe('left 0');
    expect(happened).not.toContain('starts again');
  });

  it('says so when the desk could not be closed in order', async () => {
    const { guard, happened, closing } = leaving();
    guard.requestQuit();
    closing.reject(new Error('disk'));
    await expect.poll(() => happened).toEqual(['closing', 'Error: disk', 'left 1']);
  });
});

describe('a page that breaks', () => {
  it('is loaded again, but not for ever', () => {
    const watch = openCrashWatch();
    expect([0, 1_000, 2_000, 3_000].map((atMs) => watch.mayReload(atMs))).toEqual([true, true, true, false]);
    expect(watch.mayReload(70_000)).toBe(true);
  });
});

describe('what is said before anybody listens', () => {
  it('is told once, in order, to the first who does', () => {
    const feed = openBufferedFeed<number>();
    const received: number[] = [];
    feed.emit(1);
    feed.emit(2);
    const stop = feed.follow((thing) => received.push(thing));
    feed.emit(3);
    stop();
    feed.emit(4);
    feed.follow((thing) => received.push(thing * 10));
    expect(received).toEqual([1, 2, 3, 40]);
  });

  it('is not kept when it was meant for that moment', () => {
    const feed = openBufferedFeed<number>();
    const events: number[] = [];
    feed.emitNow(1);
    feed.follow((thing) => events.push(thing));
    feed.emitNow(2);
    expect(events).toEqual([2]);
  });

  it('is bounded', () => {
    const feed = openBufferedFeed<number>();
    for (let thing = 0; thing < 1_000; thing += 1) feed.emit(thing);
    const answered: number[] = [];
    feed.follow((thing) => answered.push(thing));
    expect(answered).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});
