import { utilityProcess } from 'electron';
import type { HostOptions } from '../../desk-host.ts';

/**
 * Starts a script as an Electron utility process. A packaged app cannot run as plain Node, so that no foreign script can run with
 * its name and its access to the keychain. `onEnd` is also called if the process could not be started.
 */
export const startUtility: NonNullable<HostOptions['startKeychainChild']> = (
  { script, environment },
  { onSpawn, onMessage, onEnd },
) => {
  const child = utilityProcess.fork(script, [], {
    env: definedOnly(environment),
    execArgv: [],
    stdio: 'ignore',
    serviceName: 'Payout Desk keychain',
  });
  child.once('spawn', onSpawn);
  child.once('message', onMessage);
  child.once('exit', onEnd);
  return { send: (message) => child.postMessage(message), kill: () => void child.kill() };
};

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
