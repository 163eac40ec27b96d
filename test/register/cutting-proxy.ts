// A TCP proxy before the register's server, which cuts connections, delays them, or takes a commit to the server and loses its
// answer.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  readonly port: number;
  /** Everything is refused and all connections are cut, until `restore`. */
  cutAll(): void;
  restore(): void;
  /** Later connections go to this server. */
  pointTo(port: number): void;
  /** Bytes in both directions wait this long. */
  delayBy(ms: number): void;
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
  let delayMs = 0;
  let passing = 0;
  let nextCommit: 'pass' | 'loseAnswer' | 'cutBefore' = 'pass';
  const later = (act: () => void): void => void (delayMs === 0 ? act() : setTimeout(act, delayMs));
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
      later(() => upstream.writable && upstream.write(bytes));
    });
    upstream.on('data', (bytes) => {
      if (!isMute) later(() => client.writable && client.write(bytes));
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
    },
    pointTo: (port) => {
      serverPort = port;
      for (const socket of sockets) socket.destroy();
    },
    passCommits: (count) => {
      passing = count;
    },
    delayBy: (ms) => {
      delayMs = ms;
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
