import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type IpcDoor, openIpcDoor } from '../../../../electron/main/doors/electron/ipc-door.ts';
import {
  COMMAND_CHANNEL,
  EVENT_CHANNELS,
  GIVE_FILE_CHANNEL,
  RESTART_CHANNEL,
  SAVE_DOWNLOAD_CHANNEL,
  WINDOW_REQUEST_CHANNELS,
} from '../../../../shared/api/ipc-channels.ts';
import { FILE_MAX_BYTES } from '../../../../shared/limits.ts';
import { openTestDesk, type TestWindowDesk } from '../../../desk/window-desk.ts';
import { OUR_FRAME, openTestIpc, openTestPage, type TestIpc } from './ipc-side.ts';

let desk: TestWindowDesk;
let folder: string;
let ipc: TestIpc;
let door: IpcDoor;
let saveTo: string | null;
let askedNames: string[];
let faults: string[];
let asked: (request: unknown) => void;

beforeAll(() => {
  desk = openTestDesk();
  folder = mkdtempSync(join(tmpdir(), 'payout-desk-ipc-'));
});
afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});
let restarts = 0;
beforeEach(() => {
  [ipc, saveTo, askedNames, faults] = [openTestIpc(), null, [], []];
  asked = () => {};
  door?.dropPage();
  door = openIpcDoor(ipc.side, {
    desk: desk.desk,
    requests: (listener) => {
      asked = listener;
      return () => {
        asked = () => {};
      };
    },
    askWhereToSave: (name) => {
      askedNames.push(name);
      return Promise.resolve(saveTo);
    },
    requestRestart: () => (restarts += 1),
    onFault: (what, error) => faults.push(`${what}: ${String(error)}`),
  });
});

const STRANGERS = [
  ['a frame that is gone', null],
  ['another site', { url: 'https://desk/', origin: 'https://desk', parent: null }],
  ['another host of the scheme', { url: 'app://other/', origin: 'app://other', parent: null }],
  ['a longer host', { url: 'app://desk.example/', origin: 'app://desk.example', parent: null }],
  ['another page of the app', { url: 'app://desk/other.html', origin: 'app://desk', parent: null }],
  ['a frame inside the page', { url: 'app://desk/', origin: 'app://desk', parent: OUR_FRAME }],
  ['a sandboxed frame', { url: 'app://desk/', origin: 'null', parent: null }],
  ['a file', { url: 'file:///app/index.html', origin: 'file://', parent: null }],
  ['an empty page', { url: 'about:blank', origin: 'app://desk', parent: null }],
] as const;

describe('the IPC door', () => {
  it('knows eight channels', () => {
    expect(ipc.channels).toEqual([
      COMMAND_CHANNEL,
      GIVE_FILE_CHANNEL,
      SAVE_DOWNLOAD_CHANNEL,
      RESTART_CHANNEL,
      EVENT_CHANNELS.follow,
      EVENT_CHANNELS.unfollow,
      WINDOW_REQUEST_CHANNELS.follow,
      WINDOW_REQUEST_CHANNELS.unfollow,
    ]);
  });

  describe.each(STRANGERS)('to %s', (_, frame) => {
    it('answers nothing', async () => {
      const params = { settings: { theme: 'dark' }, commandId: crypto.randomUUID() };
      expect(await ipc.invoke(COMMAND_CHANNEL, ['saveSettings', params], frame)).toEqual(STRANGER);
      expect(await ipc.invoke(GIVE_FILE_CHANNEL, ['a.csv', new Uint8Array(1)], frame)).toEqual(STRANGER);
      expect(await ipc.invoke(SAVE_DOWNLOAD_CHANNEL, ['x'], frame)).toEqual(STRANGER);
      expect(askedNames).toEqual([]);
      expect((await desk.ask('readSettings')).theme).toBe('system');
    });

    it('tells nothing, and stops nothing for it', async () => {
      const stranger = openTestPage();
      ipc.send(EVENT_CHANNELS.follow, [1], { frame, page: stranger });
      ipc.send(WINDOW_REQUEST_CHANNELS.follow, [1], { frame, page: stranger });
      asked({ kind: 'export' });
      expect(stranger.reported).toEqual([]);
      ipc.send(EVENT_CHANNELS.follow, [1]);
      ipc.send(EVENT_CHANNELS.unfollow, [1], { frame });
      await desk.change('saveSettings', { settings: { density: 'compact' } });
      expect(ipc.page.reported.map(({ channel }) => channel)).toEqual([EVENT_CHANNELS.message, EVENT_CHANNELS.message]);
    });
  });

  it('answers our page, wherever in it', async () => {
    for (const url of ['app://desk/', 'app://desk/#/history']) {
      const reply = await ipc.invoke(COMMAND_CHANNEL, ['readDesk', {}], { ...OUR_FRAME, url });
      expect(reply).toMatchObject({ kind: 'done', value: { dataFolder: desk.folder } });
    }
  });

  it.each([
    ['a name that is none', ['noSuchCommand', {}], 'unknownCommand'],
    ['a name of every object', ['constructor', {}], 'unknownCommand'],
    ['no name', [], 'unknownCommand'],
    ['a list for a name', [['readDesk'], {}], 'unknownCommand'],
    ['other params', ['readDesk', { more: 1 }], 'wrongValue'],
    ['no params', ['readDesk'], 'wrongValue'],
  ])('refuses %s', async (_, args, code) => {
    expect(await ipc.invoke(COMMAND_CHANNEL, args)).toMatchObject({ kind: 'refused', refusal: { code } });
  });

  it('says of a fault only that there was one', async () => {
    const broken = openTestIpc();
    const said: string[] = [];
    openIpcDoor(broken.side, {
      desk: { ...desk.desk, dispatch: () => Promise.reject(new Error('account 001122334455')) },
      requests: () => () => {},
      askWhereToSave: () => Promise.resolve(null),
      requestRestart: () => undefined,
      onFault: (_what, error) => said.push(String(error)),
    });
    const reply = await broken.invoke(COMMAND_CHANNEL, ['readDesk', {}]);
    expect(reply).toMatchObject({ kind: 'refused', refusal: { code: 'fault' } });
    expect(JSON.stringify(reply)).not.toContain('0011');
    expect(said).toEqual(['Error: account 001122334455']);
  });
});

it('restarts the app for our own page', async () => {
  restarts = 0;
  expect(await ipc.invoke(RESTART_CHANNEL, [])).toEqual({ kind: 'done', value: {} });
  expect(restarts).toBe(1);
});

describe('a file given over IPC', () => {
  it('is opened as it came', async () => {
    const bytes = Buffer.from('Account,IFSC,Amount\n00123456789,HDFC0000001,10\n');
    const reply = await ipc.invoke(GIVE_FILE_CHANNEL, ['pay.csv', new Uint8Array(bytes)]);
    expect(reply).toMatchObject({ kind: 'done', value: { name: 'pay.csv', sizeBytes: bytes.length } });
    const path = desk.desk.files.pathOf(handleOf(reply));
    expect(path === null ? null : readFileSync(path)).toEqual(bytes);
  });

  it.each([
    ['without a name', ['', new Uint8Array(1)]],
    ['with a number for a name', [7, new Uint8Array(1)]],
    ['with a text for bytes', ['a.csv', 'text']],
    ['with a list for bytes', ['a.csv', [1, 2, 3]]],
    ['without bytes', ['a.csv']],
    ['with nothing', []],
  ])('is refused %s', async (_, args) => {
    expect(await ipc.invoke(GIVE_FILE_CHANNEL, args)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'malformed' },
    });
  });

  it('is refused when it is larger than a payout file can be', async () => {
    const reply = await ipc.invoke(GIVE_FILE_CHANNEL, ['a.csv', new Uint8Array(FILE_MAX_BYTES + 1)]);
    expect(reply).toMatchObject({ kind: 'refused', refusal: { code: 'tooLarge' } });
  });

  it('never names a path', async () => {
    const reply = await ipc.invoke(GIVE_FILE_CHANNEL, ['../../../etc/passwd', new Uint8Array(1)]);
    expect(reply).toMatchObject({ kind: 'done', value: { name: 'passwd' } });
  });
});

describe('the place of a file given over IPC', () => {
  const bytes = new Uint8Array(Buffer.from('Account,IFSC,Amount\n00123456789,HDFC0000001,10\n'));
  const place = (name: string, content: Uint8Array = bytes): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const sourceAfter = async (source: unknown): Promise<string | null> => {
    const reply = await ipc.invoke(GIVE_FILE_CHANNEL, ['pay.csv', bytes, source]);
    expect(reply).toMatchObject({ kind: 'done', value: { name: 'pay.csv', sizeBytes: bytes.byteLength } });
    expect(JSON.stringify(reply)).not.toContain(folder);
    return desk.desk.files.sourceOf(handleOf(reply));
  };

  it.each(['pay.csv', 'PAY.XLSX'])('is kept where these very bytes lie there, as in %s', async (name) => {
    const path = place(name);
    expect(await sourceAfter(path)).toBe(path);
  });

  it('is not believed where anything else lies there, or what is no spreadsheet', async () => {
    const other = Uint8Array.from(bytes);
    other[3] = 0;
    const folderOfThatName = join(folder, 'folder.csv');
    mkdirSync(folderOfThatName);
    const wrong = [
      place('other.csv', other),
      place('longer.csv', Buffer.concat([bytes, bytes])),
      place('pay.txt'),
      place('pay.csv.key'),
      join(folder, 'gone.csv'),
      folderOfThatName,
      '/etc/passwd',
      'pay.csv',
      '',
    ];
    for (const source of [...wrong, 7, null, undefined, {}, [place('pay.csv')]]) {
      expect([source, await sourceAfter(source)]).toEqual([source, null]);
    }
  });
});

describe('a download saved over IPC', () => {
  const made = 'made by the desk\n';
  const offer = async (): Promise<string> => {
    const { download } = await desk.desk.files.offer('report.csv', (path) =>
      Promise.resolve(writeFileSync(path, made)),
    );
    return download.download;
  };

  it('lies whole where the person chose, and nothing beside it', async () => {
    const place = join(folder, 'chosen');
    mkdirSync(place);
    saveTo = join(place, 'salaries.csv');
    writeFileSync(saveTo, 'what was there before, and longer');
    expect(await ipc.invoke(SAVE_DOWNLOAD_CHANNEL, [await offer()])).toEqual({ kind: 'done', value: { saved: true } });
    expect(askedNames).toEqual(['report.csv']);
    expect(readFileSync(saveTo, 'utf8')).toBe(made);
    expect(readdirSync(place)).toEqual(['salaries.csv']);
  });

  it('is not saved when the person chose not to', async () => {
    expect(await ipc.invoke(SAVE_DOWNLOAD_CHANNEL, [await offer()])).toEqual({ kind: 'done', value: { saved: false } });
  });

  it('is refused where it cannot be written, with nothing left behind', async () => {
    const missing = join(folder, 'missing');
    saveTo = join(missing, 'salaries.csv');
    const reply = await ipc.invoke(SAVE_DOWNLOAD_CHANNEL, [await offer()]);
    expect(reply).toMatchObject({ kind: 'refused', refusal: { code: 'folderMissing' } });
    expect(existsSync(missing)).toBe(false);
  });

  it('leaves nothing half-written beside what cannot be replaced', async () => {
    const place = join(folder, 'taken');
    saveTo = join(place, 'salaries.csv');
    mkdirSync(saveTo, { recursive: true });
    const reply = await ipc.invoke(SAVE_DOWNLOAD_CHANNEL, [await offer()]);
    expect(reply).toMatchObject({ kind: 'refused', refusal: { code: 'targetIsFolder' } });
    expect(readdirSync(place)).toEqual(['salaries.csv']);
  });

  it('never takes the place of a sheet that was opened, also after it was corrected', async () => {
    const place = join(folder, 'sheets');
    mkdirSync(place);
    saveTo = join(place, 'salary.csv');
    writeFileSync(saveTo, 'Account Number,IFSC,Amount\n123456789012,HDFC0000123,10\n');
    const bytes = new Uint8Array(readFileSync(saveTo));
    const file = handleOf(await ipc.invoke(GIVE_FILE_CHANNEL, ['salary.csv', bytes, saveTo]));
    await desk.change('openDraft', { file, profile: 'practice', options: {} });
    for (const content of [bytes, 'corrected']) {
      writeFileSync(saveTo, content);
      const reply = await ipc.invoke(SAVE_DOWNLOAD_CHANNEL, [await offer()]);
      expect(reply).toMatchObject({ kind: 'refused', refusal: { code: 'sourceSheet' } });
      expect(readFileSync(saveTo)).toEqual(Buffer.from(content));
    }
  });

  it('is refused, unasked, for what the desk did not make', async () => {
    saveTo = join(folder, 'stolen');
    for (const name of ['/etc/passwd', 'x'.repeat(22), 7, null, undefined, {}]) {
      const reply = await ipc.invoke(SAVE_DOWNLOAD_CHANNEL, [name]);
      expect(reply).toMatchObject({ kind: 'refused', refusal: { code: 'goneDownload' } });
    }
    expect(askedNames).toEqual([]);
    expect(existsSync(saveTo)).toBe(false);
  });
});

describe('what the IPC door tells a page', () => {
  const change = (theme: 'light' | 'dark'): Promise<unknown> => desk.change('saveSettings', { settings: { theme } });
  const kinds = (page = ipc.page): unknown[] =>
    page.reported.map(({ rest: [feed, reported] }) => {
      const { event } = NUMBERED.parse(reported);
      return [feed, event.kind];
    });

  it('begins with a snapshot and goes on with what follows, under the number the page gave', async () => {
    ipc.send(EVENT_CHANNELS.follow, [41]);
    await change('dark');
    expect(kinds()).toEqual([
      [41, 'snapshot'],
      [41, 'changed'],
    ]);
  });

  it('goes to whoever followed last', async () => {
    const reloaded = openTestPage();
    ipc.send(EVENT_CHANNELS.follow, [1]);
    ipc.send(EVENT_CHANNELS.follow, [1], { page: reloaded });
    await change('light');
    expect(kinds()).toEqual([[1, 'snapshot']]);
    expect(kinds(reloaded)).toEqual([
      [1, 'snapshot'],
      [1, 'changed'],
    ]);
  });

  it('stops when the page says so, and not for the number of an older following', async () => {
    const before = desk.desk.hub.followers;
    ipc.send(EVENT_CHANNELS.follow, [1]);
    ipc.send(EVENT_CHANNELS.follow, [2]);
    ipc.send(EVENT_CHANNELS.unfollow, [1]);
    expect(desk.desk.hub.followers).toBe(before + 1);
    ipc.send(EVENT_CHANNELS.unfollow, [2]);
    expect(desk.desk.hub.followers).toBe(before);
    await change('dark');
    expect(ipc.page.reported).toHaveLength(2);
  });

  it('disturbs nobody when the page cannot be told any more', async () => {
    ipc.send(EVENT_CHANNELS.follow, [1]);
    ipc.page.destroy();
    const others: string[] = [];
    const stop = desk.desk.hub.follow(({ event }) => others.push(event.kind), null);
    await change('light');
    stop();
    expect(others).toEqual(['snapshot', 'changed']);
    expect(desk.faults).toEqual([]);
  });

  it('stops when the page broke', () => {
    ipc.send(EVENT_CHANNELS.follow, [1]);
    const before = desk.desk.hub.followers;
    door.dropPage();
    expect(desk.desk.hub.followers).toBe(before - 1);
  });

  it('holds wishes of the menu as well', () => {
    ipc.send(WINDOW_REQUEST_CHANNELS.follow, [3]);
    asked({ kind: 'export' });
    expect(ipc.page.reported).toEqual([{ channel: WINDOW_REQUEST_CHANNELS.message, rest: [3, { kind: 'export' }] }]);
  });

  it.each(['1', null, undefined, {}])('is nothing for a following numbered %s', (number) => {
    ipc.send(EVENT_CHANNELS.follow, [number]);
    expect(ipc.page.reported).toEqual([]);
  });
});

const STRANGER = {
  kind: 'refused',
  refusal: {
    code: 'stranger',
    message: { code: 'door.stranger', params: {} },
    cure: { code: 'cure.closePage', params: {} },
  },
};

const NUMBERED = z.object({ event: z.object({ kind: z.string() }) });

function handleOf(reply: unknown): string {
  return z.object({ value: z.object({ file: z.string() }) }).parse(reply).value.file;
}
