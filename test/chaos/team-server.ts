// The register's PostgreSQL as chaos handles it: behind a proxy that cuts, delays and loses commits; killed and started again;
// failed over to a replica that lacks what was committed last.

import { setTimeout as sleep } from 'node:timers/promises';
import { type CuttingProxy, startCuttingProxy } from '../register/cutting-proxy.ts';
import { type PrivatePostgres, type Replica, startPostgres } from '../register/private-postgres.ts';
import type { Random } from '../seeded/random.ts';

/** How often each was done. */
export interface ServerFaults {
  crashes: number;
  failovers: number;
  cuts: number;
  delays: number;
  lostCommits: number;
}

/** For this long a replica gets nothing before it takes over. */
const LAGS_MS = 2_500;

export class TeamServer {
  readonly faults: ServerFaults = { crashes: 0, failovers: 0, cuts: 0, delays: 0, lostCommits: 0 };
  readonly #random: Random;
  readonly #server: PrivatePostgres;
  readonly #proxy: CuttingProxy;
  #primary: Pick<Replica, 'sql' | 'stop' | 'start' | 'replicate' | 'port'>;
  #replica: Replica;

  private constructor(random: Random, server: PrivatePostgres, proxy: CuttingProxy, replica: Replica) {
    this.#random = random;
    this.#server = server;
    this.#proxy = proxy;
    this.#primary = server;
    this.#replica = replica;
  }

  static async start(random: Random): Promise<TeamServer> {
    const server = await startPostgres();
    const proxy = await startCuttingProxy(server.port);
    const replica = await server.replicate();
    return new TeamServer(random, server, proxy, replica);
  }

  /** Where the desks find it. */
  get port(): number {
    return this.#proxy.port;
  }

  sql(text: string): string {
    return this.#primary.sql(text);
  }

  /** One fault that passes. */
  async trouble(): Promise<void> {
    const random = this.#random;
    switch (random.pick(['cut', 'cut', 'delay', 'delay', 'lostCommit', 'cutBeforeCommit', 'crash'])) {
      case 'cut':
        this.faults.cuts += 1;
        this.#proxy.cutAll();
        await sleep(random.between(50, 3_000));
        return this.#proxy.restore();
      case 'delay': {
        this.faults.delays += 1;
        const mostMs = random.pick([50, 400, 2_000]);
        this.#proxy.delayBy(() => random.below(mostMs));
        await sleep(random.between(500, 4_000));
        return this.#proxy.delayBy(0);
      }
      case 'lostCommit':
        this.faults.lostCommits += 1;
        return this.#proxy.loseNextCommitAnswer();
      case 'cutBeforeCommit':
        this.faults.cuts += 1;
        this.#proxy.cutBeforeNextCommit();
        await sleep(random.between(200, 2_000));
        return this.#proxy.restore();
      case 'crash':
        this.faults.crashes += 1;
        this.#primary.stop('immediate');
        await sleep(random.between(0, 1_500));
        return this.#primary.start();
    }
  }

  /** The server dies, and a replica that lacks the last seconds takes over. */
  async failOver(): Promise<void> {
    this.faults.failovers += 1;
    this.#replica.stop();
    await sleep(this.#random.between(0, LAGS_MS));
    this.#primary.stop('immediate');
    this.#replica.start();
    this.#proxy.pointTo(this.#replica.port);
    await sleep(this.#random.between(0, 1_500));
    this.#replica.promote();
    this.#primary = this.#replica;
    this.#replica = await this.#primary.replicate();
  }

  /** Whatever comes passes. */
  calmDown(): void {
    this.#proxy.restore();
    this.#proxy.delayBy(0);
  }

  async remove(): Promise<void> {
    await this.#proxy.close();
    this.#server.remove();
  }
}
