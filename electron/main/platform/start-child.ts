// Starting a process of ours. Electron's way is passed in, because its Node cannot be forked where the fuse is off.

import { fork } from 'node:child_process';

export interface OwnChild {
  send(message: object): void;
  kill(): void;
}

interface ChildListener {
  readonly onSpawn: () => void;
  readonly onMessage: (message: unknown) => void;
  /** The process is gone or could not be started. */
  readonly onEnd: () => void;
}

/** `name`: what the system's list of processes calls it, where it can be said. */
interface ChildStart {
  readonly script: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly name: string;
}

export type StartChild = (start: ChildStart, listener: ChildListener) => OwnChild;

/** Forks the running Node. */
export const forkNode: StartChild = ({ script, environment }, { onSpawn, onMessage, onEnd }) => {
  const child = fork(script, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [], env: environment });
  child.once('spawn', onSpawn);
  child.on('message', onMessage);
  child.on('error', onEnd);
  child.once('exit', onEnd);
  return { send: (message) => void child.send(message), kill: () => void child.kill('SIGKILL') };
};
