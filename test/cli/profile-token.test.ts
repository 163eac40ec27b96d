// The token in the keychain, from the command line: piped in, used, removed; and what happens on a machine without a keychain.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { BUILT_CLI } from '../../build/fresh-build.ts';
import { hasSecretService } from '../platform/keychain/secret-service.ts';
import { openDesk, openDeskFor } from './desk-in-process.ts';
import { filesHolding } from './folder-contents.ts';
import { answerOf, REFUSED } from './json-answers.ts';
import { environmentIn, PATIENCE_MS, PINNED_NODE } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';

/** Each line is one command of the desk, followed by a line with its exit code. */
const SESSION = `
printf 'a keyring password' | gnome-keyring-daemon --unlock --components=secrets >/dev/null
desk() { "$NODE" "$CLI" "$@" --data "$DATA" 2>&1; echo "exit $?"; }
desk profile token acme < "$TOKEN_FILE"
desk wallet --profile acme
desk profile token acme --remove
desk wallet --profile acme
desk profile token nobody < "$TOKEN_FILE"
`;

describe.concurrent('profile token', { timeout: PATIENCE_MS }, () => {
  it('keeps a piped token in the keychain, from where it is used until it is removed', async (test) => {
    test.skip(!hasSecretService(), 'gnome-keyring and dbus are not installed');
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const tokenFile = path.join(openDesk(test).folder, 'token');
    writeFileSync(tokenFile, `${gateway.token}\n`);
    const home = path.join(desk.folder, 'home');
    for (const name of ['data', 'config', 'cache']) mkdirSync(path.join(home, name));
    const session = spawn('dbus-run-session', ['--', 'sh', '-c', SESSION], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...environmentIn(desk.folder),
        XDG_DATA_HOME: path.join(home, 'data'),
        XDG_CONFIG_HOME: path.join(home, 'config'),
        XDG_CACHE_HOME: path.join(home, 'cache'),
        NODE: PINNED_NODE,
        CLI: BUILT_CLI,
        DATA: desk.data,
        TOKEN_FILE: tokenFile,
      },
    });
    test.onTestFinished(() => void session.kill('SIGKILL'));
    const [said] = await Promise.all([text(session.stdout), once(session, 'close')]);
    expect(said.match(/exit \d/g)).toEqual(['exit 0', 'exit 0', 'exit 0', 'exit 2', 'exit 2']);
    expect(said).toContain('The token of acme is in the keychain.');
    expect(said).toContain('12345678.90');
    expect(said).toContain('no profile of this name');
    expect(said).not.toContain(gateway.token);
    expect(filesHolding(desk.folder, gateway.token)).toEqual([]);
  });

  it('says on a machine without a keychain how to give the token instead', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = (await openDeskFor(test, gateway)).with({ token: null, input: `${gateway.token}\n` });
    const stored = await desk.start('profile', 'token', 'acme', '--json').finished;
    expect(stored.exitCode).toBe(2);
    expect(answerOf(stored, REFUSED).refused.code).toBe('noKeychain');
    expect(stored.stderr).toContain('PAYOUT_DESK_TOKEN');
    expect(`${stored.stdout}${stored.stderr}`).not.toContain(gateway.token);
    expect(filesHolding(desk.folder, gateway.token)).toEqual([]);
  });
});
