// The data folder: private from the first moment, never loosened, and refused by name where it cannot be created.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../build/repository.ts';
import { type DataFolder, defaultDataFolder, prepareDataFolder } from '../../electron/main/platform/data-folder.ts';
import { msg } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { spoken } from '../fixtures/spoken.ts';

/** A user who owns nothing here, for when the tests run as an administrator. */
const NOBODY = 65_534;

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'payout-desk-folder-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function modeOf(folder: string): number {
  return statSync(folder).mode & 0o777;
}

function asOrdinaryUser<Result>(act: () => Result): Result {
  if (process.geteuid?.() !== 0) return act();
  process.seteuid?.(NOBODY);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
  }
}

function refusalOf(folder: DataFolder): string {
  return folder.kind === 'refused' ? inEnglish(folder.refusal.message) : 'ready';
}

describe('prepareDataFolder', () => {
  it('makes the folder and what leads to it for this user alone, whatever the umask', () => {
    const before = process.umask(0o000);
    try {
      const folder = path.join(parent, 'a', 'b');
      expect(prepareDataFolder(folder)).toEqual({ kind: 'ready', path: folder, warning: null });
      expect([modeOf(folder), modeOf(path.join(parent, 'a'))]).toEqual([0o700, 0o700]);
    } finally {
      process.umask(before);
    }
  });

  it('takes a relative wish from where the program stands', () => {
    const folder = path.join(parent, 'here');
    expect(prepareDataFolder(path.relative(process.cwd(), folder))).toMatchObject({ kind: 'ready', path: folder });
  });

  it.each([
    ['755', 0o755],
    ['777', 0o777],
    ['750', 0o750],
    ['701', 0o701],
  ])('takes from others what a folder of mode %s gave them', (_text, mode) => {
    const folder = path.join(parent, 'open');
    mkdirSync(folder);
    chmodSync(folder, mode);
    expect(prepareDataFolder(folder).kind).toBe('ready');
    expect(modeOf(folder)).toBe(0o700);
  });

  it.each([
    ['500', 0o500],
    ['555', 0o555],
    ['400', 0o400],
  ])('refuses a read-only folder of mode %s and leaves it so', (_text, mode) => {
    const folder = path.join(parent, 'closed');
    mkdirSync(folder);
    chmodSync(folder, mode);
    expect(refusalOf(prepareDataFolder(folder))).toContain('is read-only');
    expect(modeOf(folder)).toBe(mode);
  });

  it('follows a link to a folder', () => {
    const folder = path.join(parent, 'real');
    mkdirSync(folder);
    symlinkSync(folder, path.join(parent, 'link'));
    expect(prepareDataFolder(path.join(parent, 'link')).kind).toBe('ready');
  });

  it('refuses a file in its place and a file on its way, and leaves both alone', () => {
    const file = path.join(parent, 'file');
    writeFileSync(file, 'mine');
    chmodSync(file, 0o644);
    for (const options of [file, path.join(file, 'below')]) {
      expect(spoken(prepareDataFolder(options))).toMatchObject({
        kind: 'refused',
        refusal: {
          code: 'dataFolder',
          message: `The data folder ${options} is not a folder.`,
          cure: inEnglish(msg('cure.dataFolder'), 'window'),
        },
      });
    }
    expect(modeOf(file)).toBe(0o644);
  });

  it('refuses what this user may not write, and makes nothing', () => {
    chmodSync(parent, 0o555);
    const folder = path.join(parent, 'below');
    expect(asOrdinaryUser(() => refusalOf(prepareDataFolder(folder)))).toContain('may not be written by you');
    expect(existsSync(folder)).toBe(false);
    chmodSync(parent, 0o700);
  });
});

describe('defaultDataFolder', () => {
  it.each<[NodeJS.Platform, NodeJS.ProcessEnv, string]>([
    ['linux', {}, path.join(homedir(), '.local', 'share', 'payout-desk')],
    ['linux', { XDG_DATA_HOME: '/data' }, path.join('/data', 'payout-desk')],
    ['linux', { XDG_DATA_HOME: '' }, path.join(homedir(), '.local', 'share', 'payout-desk')],
    ['linux', { XDG_DATA_HOME: 'relative' }, path.join(homedir(), '.local', 'share', 'payout-desk')],
    ['darwin', { XDG_DATA_HOME: '/data' }, path.join(homedir(), 'Library', 'Application Support', 'Payout Desk')],
    ['win32', { APPDATA: '/roaming' }, path.join('/roaming', 'Payout Desk')],
    ['win32', { APPDATA: '' }, path.join(homedir(), 'AppData', 'Roaming', 'Payout Desk')],
  ])('on %s with %o', (platform, environment, folder) => {
    expect(defaultDataFolder(environment, platform)).toBe(folder);
  });

  it('is where the packages’ own page says', () => {
    const page = readFileSync(path.join(REPOSITORY, 'build', 'resources', 'installed-readme.md'), 'utf8');
    const written = (['linux', 'darwin', 'win32'] as const).map((platform) => {
      const folder = defaultDataFolder({ APPDATA: '/roaming' }, platform);
      return folder.replace(homedir(), '~').replace('/roaming/', '%APPDATA%\\');
    });
    for (const folder of written) expect(page).toContain(`\`${folder}\``);
  });
});
