// The gateway as the driver handles it: started, killed without any cleanup, and restarted on the same port with its journal.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { GatewayTask } from './faulty-gateway.ts';

const SCRIPT = fileURLToPath(new URL('./children/serve-faulty-gateway.ts', import.meta.url));
const MESSAGE = z.union([
  z.object({ kind: z.literal('payout') }),
  z.object({ kind: z.literal('listening'), port: z.number() }),
]);

export class GatewayProcess {
  readonly #task: Omit<GatewayTask, 'port'>;
  #child: ChildProcess | null = null;
  #port = 0;
  #isCalm = false;
  #starting: Promise<void> | null = null;
  /** Called for each payout request at the moment it arrives. */
  onPayout: () => void = () => undefined;

  constructor(task: Omit<GatewayTask, 'port'>) {
    this.#task = task;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it, or waits until it has started. Rejects when it ends before it listens. */
  start(): Promise<void> {
    this.#starting ??= this.#launch();
    return this.#starting;
  }

  /** Kills it at once. */
  async kill(): Promise<void> {
    await this.#starting;
    const child = this.#child;
    this.#child = null;
    this.#starting = null;
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** From now on every new request is treated well, also after a restart. */
  calmDown(): void {
    this.#isCalm = true;
    if (this.#child?.connected === true) this.#child.send({ kind: 'calm' });
  }

  async #launch(): Promise<void> {
    const task = JSON.stringify({ ...this.#task, port: this.#port });
    const child = fork(SCRIPT, [task], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    // A message that no longer reaches a killed gateway is lost with it.
    child.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error('the gateway ended')));
      child.on('message', (raw) => {
        const message = MESSAGE.parse(raw);
        if (message.kind === 'payout') return this.onPayout();
        this.#port = message.port;
        resolve();
      });
    });
    if (this.#isCalm) child.send({ kind: 'calm' });
  }
}
