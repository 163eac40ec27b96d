// A desk of two persons, enrolled at the command line as the guide says, whose keys are in a keyring of the test.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { BUILT_CLI } from '../../build/fresh-build.ts';
import { type OpenKeyring, openKeyring } from '../platform/keychain/secret-service.ts';
import { setAccount } from './accounts.ts';
import { DOOR, type HostedPage, openDoor } from './hosts.ts';
import { openPageSession, type PageSession } from './page-session.ts';
import type { PracticeProcess } from './practice-gateway.ts';

export const PASSPHRASES = { Asha: 'three green lamps', Bala: 'a quiet brown river' } as const;
type Member = keyof typeof PASSPHRASES;

/** Runs a command of the desk in this folder, with what is typed. Throws with what it said when it fails. */
function runDesk(
  { folder, keyring }: { readonly folder: string; readonly keyring: OpenKeyring },
  words: readonly string[],
  typed = '',
): string {
  const said = spawnSync(process.execPath, [BUILT_CLI, ...words, '--data', folder], {
    env: { ...process.env, XDG_STATE_HOME: path.join(folder, 'state'), ...keyring.environment },
    encoding: 'utf8',
    input: typed,
  });
  if (said.status !== 0) throw new Error(`${words.join(' ')}: ${said.stderr}`);
  return said.stdout;
}

/** Asha asks and Bala approves, from ₹1,000 a batch on. */
function enrol(folder: string, keyring: OpenKeyring): void {
  const as = (who: Member, ...words: string[]): string => runDesk({ folder, keyring }, words, `${PASSPHRASES[who]}\n`);
  as('Asha', 'person', 'add', 'Asha', '--role', 'maker');
  as('Bala', 'person', 'add', 'Bala', '--role', 'both');
  as('Bala', 'approve', '1', '--as', 'Bala');
  as('Asha', 'approve', '2', '--as', 'Asha');
  runDesk({ folder, keyring }, ['tier', 'Salaries', '--from', '1000', '--per', 'batch', '--approvals', '1']);
}

export interface TeamSession extends PageSession {
  readonly keyring: OpenKeyring;
  readonly close: () => Promise<void>;
}

/** A window on that desk, whose account Salaries pays at the gateway. Null where the browser cannot run here. */
export async function openTeamSession(): Promise<TeamSession | null> {
  if (DOOR.unavailable !== null) return null;
  const keyring = await openKeyring();
  const host = {
    ...DOOR,
    open: (options: Parameters<typeof openDoor>[0]): Promise<HostedPage> =>
      openDoor(options, { env: keyring.environment }),
  };
  const prepare = (folder: string, { url, mid }: PracticeProcess): void => {
    setAccount(folder, { name: 'Salaries', url, mid, more: ['--wallet-unit', 'rupees'] });
    enrol(folder, keyring);
  };
  try {
    const session = await openPageSession(host, { prepare });
    if (session === null) return null;
    const close = async (): Promise<void> => {
      await session.close();
      await keyring.close();
    };
    return { ...session, keyring, close };
  } catch (error) {
    await keyring.close();
    throw error;
  }
}
