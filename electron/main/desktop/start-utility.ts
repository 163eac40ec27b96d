// Starts a script as one of Electron's utility processes: a packaged app cannot be run as plain Node, so that nobody else's
// script ever runs with its name and its right to the keychain. In: a script and an environment. Out: a child that is spoken
// with. This file must never hand the child an environment of its own making.

import { utilityProcess } from 'electron';

interface UtilityWish {
  readonly script: string;
  readonly environment: NodeJS.ProcessEnv;
}

interface UtilityEars {
  readonly onSpawn: () => void;
  readonly onMessage: (message: unknown) => void;
  readonly onEnd: () => void;
}

/** Shape: `onEnd` also when it could not be started. */
export function startUtility(
  { script, environment }: UtilityWish,
  { onSpawn, onMessage, onEnd }: UtilityEars,
): { send(message: object): void; kill(): void } {
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
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
