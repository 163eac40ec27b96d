// Windows of several desks on one gateway and one register of their own, in this process.

import path from 'node:path';
import type { TestContext } from 'vitest';
import { joinTeam, makeRegister } from '../../electron/main/desk/register/membership.ts';
import { createSessionVault } from '../../electron/main/platform/keychain/vault.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { SpecGateway } from '../cli/spec-gateway.ts';
import { type LiveScene, openScene, saveAccount } from '../desk/live-scene.ts';
import { deskFor, type TestWindowDesk } from '../desk/window-desk.ts';
import { done } from './outcomes.ts';
import type { PrivatePostgres } from './private-postgres.ts';

const PASSPHRASE = 'five words of a long phrase';

export interface WindowTeam {
  readonly gateway: SpecGateway;
  readonly conducts: LiveScene['conducts'];
  readonly desks: readonly TestWindowDesk[];
}

/**
 * One desk for each name, each a member, with its window open. `between` acts on the first desk while its window is closed. `port`:
 * where the desks find the server.
 */
export async function openWindowTeam(
  test: TestContext,
  server: PrivatePostgres,
  {
    database,
    names,
    port = server.port,
    between = () => undefined,
  }: {
    readonly database: string;
    readonly names: readonly string[];
    readonly port?: number;
    readonly between?: (system: System) => unknown;
  },
): Promise<WindowTeam> {
  server.sql(`CREATE DATABASE ${database} OWNER keeper`, 'postgres');
  const changes = names.map(() => {
    const [registerSecrets, signingKeys] = [createSessionVault(), createSessionVault()];
    return (system: System): System => ({ ...system, registerSecrets, signingKeys });
  });
  const [first = unchanged, ...others] = changes;
  const { desk, gateway, conducts } = await openScene(test, {}, { change: first });
  const opened = [desk, ...others.map((change) => deskFor(test, undefined, { token: gateway.token, change }))];
  for (const other of opened.slice(1)) await saveAccount(other, gateway);
  const joinFile = path.join(desk.folder, 'team.join');
  const place = { host: '127.0.0.1', port, database, caFile: null };
  const owner = { ...place, port: server.port, user: 'keeper' };
  done(await makeRegister(desk.system, { address: owner, password: null, passphrase: PASSPHRASE, joinFile }));
  const desks: TestWindowDesk[] = [];
  for (const [at, one] of opened.entries()) {
    const change = changes[at] ?? unchanged;
    await one.end();
    const system = change(one.system);
    if (at === 0) await between(system);
    const { host, caFile } = place;
    const member = { host, port, user: 'clerk', caFile, name: names[at] ?? '' };
    done(await joinTeam(system, { ...member, joinFile, passphrase: PASSPHRASE, password: null }));
    desks.push(deskFor(test, one.folder, { token: gateway.token, change }));
  }
  return { gateway, conducts, desks };
}

const unchanged = (system: System): System => system;
