// Where the desk keeps its heads, and which machine it takes this for.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  defaultDataFolder,
  defaultStateFolder,
  headFolder,
  takeStateFolder,
} from '../../electron/main/platform/data-folder.ts';
import { idOfMac, idOfWindows, machineId } from '../../electron/main/platform/machine-id.ts';

const HOLDER = fileURLToPath(new URL('./hold-sender-lock.ts', import.meta.url));

function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-state-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('the state folder', () => {
  it('is where each system keeps such things, and never inside the data folder', () => {
    expect(defaultStateFolder({}, 'linux')).toBe(join(homedir(), '.local', 'state', 'payout-desk'));
    expect(defaultStateFolder({ XDG_STATE_HOME: '/s' }, 'linux')).toBe('/s/payout-desk');
    expect(defaultStateFolder({ XDG_STATE_HOME: 'relative' }, 'linux')).toBe(defaultStateFolder({}, 'linux'));
    expect(defaultStateFolder({ LOCALAPPDATA: '/l' }, 'win32')).toBe('/l/Payout Desk');
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(defaultStateFolder({}, platform).startsWith(`${defaultDataFolder({}, platform)}/`)).toBe(false);
      expect(defaultStateFolder({}, platform)).not.toBe(defaultDataFolder({}, platform));
    }
  });

  it('is made for its owner alone, also where it was open to others', () => {
    const folder = headFolder(testFolder(), randomUUID());
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    const used = takeStateFolder(folder);
    expect(used.kind).toBe('held');
    if (used.kind === 'held') used.release();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each(['../../../victim', '', '.', 'some-id', 'DD460173-46ED-4F7F-BE2E-F43BF60CBE9F', `${randomUUID()}/..`])(
    'is never named after what is no id of a database: %s',
    (id) => {
      expect(() => headFolder(testFolder(), id)).toThrow(/no id of a database/);
    },
  );

  it('is held by one process', async () => {
    const folder = testFolder();
    const holder = spawn(process.execPath, [HOLDER, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void holder.kill('SIGKILL'));
    await once(holder.stdout, 'data');
    expect(takeStateFolder(folder).kind).toBe('busy');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const accepted = takeStateFolder(folder);
    expect(accepted.kind).toBe('held');
    if (accepted.kind === 'held') accepted.release();
  });

  it('is refused with a sentence where it cannot be made', () => {
    const file = join(testFolder(), 'file');
    writeFileSync(file, '');
    expect(takeStateFolder(join(file, 'heads'))).toMatchObject({ kind: 'refused', refusal: { code: 'stateFolder' } });
  });
});

describe('the id of this computer', () => {
  it("is made from the system's own, which it does not give away", () => {
    const systemId = (): string => '0123456789abcdef0123456789abcdef';
    const id = machineId(testFolder(), { platform: 'linux', systemId });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(id).not.toBe(systemId());
    expect(machineId(testFolder(), { platform: 'linux', systemId })).toBe(id);
    expect(machineId(testFolder(), { platform: 'linux', systemId: () => 'another' })).not.toBe(id);
  });

  it('is made once and kept where the system has none', () => {
    const state = join(testFolder(), 'state');
    const systemId = (): null => null;
    const id = machineId(state, { platform: 'linux', systemId });
    expect(machineId(state, { platform: 'linux', systemId })).toBe(id);
    expect(statSync(join(state, 'machine-id')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(state, 'machine-id'), 'utf8')).not.toContain(id);
    expect(machineId(join(testFolder(), 'other'), { platform: 'linux', systemId })).not.toBe(id);
  });

  it('is found in what macOS and Windows print, and nowhere else', () => {
    const mac = '    "IOPlatformUUID" = "00000000-1111-2222-3333-444444444444"\n    "IOPlatformSerialNumber" = "X"\n';
    expect(idOfMac(mac)).toBe('00000000-1111-2222-3333-444444444444');
    const windows = '\r\n    MachineGuid    REG_SZ    aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee\r\n\r\n';
    expect(idOfWindows(windows)).toBe('aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee');
    expect([idOfMac(''), idOfWindows('ERROR: The system was unable to find it')]).toEqual([null, null]);
  });
});
