import { utilityProcess } from 'electron';
import type { StartChild } from '../../platform/start-child.ts';

/**
 * Starts a script as an Electron utility process. A packaged app cannot run as plain Node, so that no foreign script can run with
 * its name and its access to the keychain. `onEnd` is also called if the process could not be started.
 */
export const startUtility: StartChild = ({ script, environment, name }, { onSpawn, onMessage, onEnd }) => {
  const child = utilityProcess.fork(script, [], {
    env: definedOnly(environment),
    execArgv: [],
    stdio: 'ignore',
    serviceName: name,
  });
  child.once('spawn', onSpawn);
  child.on('message', onMessage);
  // Out of memory, for instance. Its end follows; without a listener the event would be thrown.
  child.on('error', () => {});
  child.once('exit', onEnd);
  return { send: (message) => child.postMessage(message), kill: () => void child.kill() };
};

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
