// A Secret Service for tests: gnome-keyring on a separate message bus, with all its folders in a temporary home. Never touch the
// real session or home here.

import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type KeychainState = 'unlocked' | 'locked' | 'promptIgnored' | 'noService' | 'noBus';
type Step = readonly ['read' | 'remove', string] | readonly ['write', string, string];

const PASSWORD = 'a keyring password';
const SCENARIO = fileURLToPath(new URL('vault-scenario.ts', import.meta.url));
const EMPTY_BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;
// It is started for a prompt and never answers, like a person who is away.
const IGNORED_PROMPTER =
  '[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/sh -c "exec sleep 8 >/dev/null 2>&1"\n';

const DAEMON: Readonly<Record<KeychainState, string>> = {
  unlocked: `printf '%s' '${PASSWORD}' | gnome-keyring-daemon --unlock --components=secrets >/dev/null &&`,
  locked: 'gnome-keyring-daemon --start --components=secrets >/dev/null &&',
  promptIgnored: 'gnome-keyring-daemon --start --components=secrets >/dev/null &&',
  noService: '',
  noBus: '',
};

/** Whether this machine can run the tests. */
export function hasSecretService(): boolean {
  return ['gnome-keyring-daemon', 'dbus-run-session'].every(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0,
  );
}

export interface KeyringHome {
  readonly path: string;
  readonly run: (state: KeychainState, steps: readonly Step[], timeoutMs?: number) => Promise<unknown>;
  readonly remove: () => void;
}

/** Makes an empty home. `timeoutMs` limits each of the vault's calls. */
export function createKeyringHome(): KeyringHome {
  const path = mkdtempSync(join(tmpdir(), 'payout-desk-keyring-'));
  const services = join(path, 'data/dbus-1/services');
  mkdirSync(join(path, 'run'), { mode: 0o700 });
  mkdirSync(services, { recursive: true });
  writeFileSync(join(path, 'empty-bus.conf'), EMPTY_BUS);
  return {
    path,
    run: async (state, steps, timeoutMs = 10_000) => {
      const prompter = join(services, 'org.gnome.keyring.SystemPrompter.service');
      if (state === 'promptIgnored') writeFileSync(prompter, IGNORED_PROMPTER);
      else rmSync(prompter, { force: true });
      const scenario = [process.execPath, SCENARIO, JSON.stringify(steps), String(timeoutMs)];
      const bus = state === 'noService' ? ['--config-file', join(path, 'empty-bus.conf')] : [];
      const [command = '', ...rest] =
        state === 'noBus'
          ? scenario
          : ['dbus-run-session', ...bus, '--', 'sh', '-c', `${DAEMON[state]} exec "$@"`, 'sh', ...scenario];
      const { stdout } = await promisify(execFile)(command, rest, { env: environmentOf(path), timeout: 20_000 });
      const results: unknown = JSON.parse(stdout);
      return results;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

function environmentOf(path: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: path,
    XDG_DATA_HOME: join(path, 'data'),
    XDG_CONFIG_HOME: join(path, 'config'),
    XDG_CACHE_HOME: join(path, 'cache'),
    XDG_RUNTIME_DIR: join(path, 'run'),
  };
}

export interface OpenKeyring {
  /** For a process that shall find the keyring: what its environment needs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Starts an unlocked keyring on a bus of its own, which processes of a test share. */
export async function openKeyring(): Promise<OpenKeyring> {
  const home = createKeyringHome();
  const script = `${DAEMON.unlocked} echo "$DBUS_SESSION_BUS_ADDRESS" && exec cat`;
  const bus = spawn('dbus-run-session', ['--', 'sh', '-c', script], {
    env: environmentOf(home.path),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(bus, 'exit');
  const [address] = (await once(createInterface({ input: bus.stdout }), 'line')) as [string];
  return {
    environment: { DBUS_SESSION_BUS_ADDRESS: address },
    close: async () => {
      bus.stdin.end();
      await exited;
      home.remove();
    },
  };
}
