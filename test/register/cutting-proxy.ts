// A TCP proxy before the register's server, which cuts connections, delays them, or takes a commit to the server and loses its
// answer.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CuttingProxy {
  readonly port: number;
  /** Everything is refused and all connections are cut, until `restore`, which also lets commits pass. */
  cutAll(): void;
  restore(): void;
  /** Later connections go to this server. */
  pointTo(port: number): void;
  /**
   * Bytes in both directions wait this long; a function is asked for each piece. Pieces of one connection keep their order, those of
   * several overtake each other.
   */
  delayBy(ms: number | (() => number)): void;
  /** So many commits pass before what is asked for next. */
  passCommits(count: number): void;
  /** The next COMMIT reaches the server; its answer is lost. */
  loseNextCommitAnswer(): void;
  /** The next COMMIT is cut before it reaches the server, and everything after it. */
  cutBeforeNextCommit(): void;
  close(): Promise<void>;
}

export async function startCuttingProxy(firstPort: number): Promise<CuttingProxy> {
  let serverPort = firstPort;
  const sockets = new Set<Socket>();
  let isCut = false;
  let delayMs = (): number => 0;
  let passing = 0;
  let nextCommit: 'pass' | 'loseAnswer' | 'cutBefore' = 'pass';
  const inOrder = (): ((act: () => void) => void) => {
    let before = Promise.resolve();
    return (act) => {
      const ms = delayMs();
      const due = ms === 0 ? before : sleep(ms);
      before = before.then(() => due).then(act);
    };
  };
  const cutAll = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(serverPort, '127.0.0.1');
    let isMute = false;
    const [up, down] = [inOrder(), inOrder()];
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (bytes) => {
      if (nextCommit !== 'pass' && /commit/i.test(bytes.toString('latin1'))) {
        const how = passing > 0 ? 'pass' : nextCommit;
        if (how === 'pass') passing -= 1;
        else nextCommit = 'pass';
        if (how === 'cutBefore') return cutAll();
        if (how === 'loseAnswer') {
          isMute = true;
          // The server's answer comes and is dropped; then the connection is cut.
          upstream.once('data', end);
        }
      }
      up(() => upstream.writable && upstream.write(bytes));
    });
    upstream.on('data', (bytes) => {
      if (!isMute) down(() => client.writable && client.write(bytes));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cutAll,
    restore: () => {
      isCut = false;
      nextCommit = 'pass';
    },
    pointTo: (port) => {
      serverPort = port;
      for (const socket of sockets) socket.destroy();
    },
    passCommits: (count) => {
      passing = count;
    },
    delayBy: (ms) => {
      delayMs = typeof ms === 'number' ? () => ms : ms;
    },
    loseNextCommitAnswer: () => {
      nextCommit = 'loseAnswer';
    },
    cutBeforeNextCommit: () => {
      nextCommit = 'cutBefore';
    },
    close: async () => {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
}
