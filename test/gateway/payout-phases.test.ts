// One payout request against a server that misbehaves at every phase: its outcome, and how many requests were sent.

import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { clientFor, ORDER, PAID, payOnce, wordOf } from './calls.ts';
import { type HostileBehaviour, type HostileServer, httpAnswer, openHostileServer, reset } from './hostile-server.ts';
import { TOKEN } from './received-answers.ts';

/** Long enough for a loopback handshake on a busy machine, short enough to wait for. */
const HANG_TIMEOUT_MS = 6_000;
/** Enough for a connection; a server that never stops sending keeps both sides busy for this long. */
const FLOOD_TIMEOUT_MS = 1_500;
const MEGABYTE = 1024 * 1024;

const servers: HostileServer[] = [];

async function open(behaviour: HostileBehaviour): Promise<HostileServer> {
  const server = await openHostileServer(behaviour);
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe('a payout request that cannot leave', () => {
  it('is not sent when the port refuses', async () => {
    const server = await openHostileServer({});
    await server.close();
    for (const scheme of ['http', 'https']) {
      const { answer, writeCount } = await payOnce(`${scheme}://127.0.0.1:${server.port}`);
      expect([wordOf(answer.outcome), writeCount]).toEqual(['notSent refused', 0]);
    }
  });

  it('is not sent when the name cannot be resolved', async () => {
    const { answer, writeCount } = await payOnce(`https://${'a'.repeat(64)}.invalid`);
    expect([wordOf(answer.outcome), writeCount]).toEqual(['notSent dns', 0]);
  });

  const tls = { certificate: 'good' } as const;
  const cases: readonly (readonly [what: string, behaviour: HostileBehaviour, expected: string, timeoutMs?: number])[] =
    [
      ['reset at accept', { atAccept: (s) => stop(s.resetAndDestroy()) }, 'notSent connectionLost'],
      ['closed at accept', { atAccept: (s) => stop(s.end()) }, 'notSent connectionLost'],
      ['silent at accept', { atAccept: () => true }, 'notSent connectTimeout', HANG_TIMEOUT_MS],
      ['answered in plain HTTP', { atAccept: (s) => stop(s.end(httpAnswer(200, PAID))) }, 'notSent tls'],
      ['answered with rubbish', { atAccept: (s) => stop(s.end('\0'.repeat(99))) }, 'notSent tls'],
      [
        'reset in the handshake',
        { atAccept: (s) => stop(s.once('data', () => s.resetAndDestroy())) },
        'notSent connectionLost',
      ],
      ['closed in the handshake', { atAccept: (s) => stop(s.once('data', () => s.end())) }, 'notSent connectionLost'],
      [
        'cut inside a record',
        { atAccept: (s) => stop(s.once('data', () => s.end('\x16\x03'))) },
        'notSent connectionLost',
      ],
      ['silent in the handshake', { atAccept: (s) => stop(s.resume()) }, 'notSent connectTimeout', HANG_TIMEOUT_MS],
      ['only TLS 1.1', { tls: { ...tls, maxVersion: 'TLSv1.1' } }, 'notSent tls'],
      ['certificate of another host', { tls: { certificate: 'wrong-host' } }, 'notSent certificate'],
      ['expired certificate', { tls: { certificate: 'expired' } }, 'notSent certificate'],
      ['self-signed certificate', { tls: { certificate: 'self-signed' } }, 'notSent certificate'],
    ];

  function stop(done: unknown): boolean {
    return done !== false;
  }

  it.concurrent.each(cases.map((listed) => ({ listed })))('TLS: $listed.0 means $listed.2', async ({ listed }) => {
    const [, behaviour, expected, timeoutMs] = listed;
    const server = await openHostileServer(behaviour);
    const { answer, writeCount } = await payOnce(
      `https://127.0.0.1:${server.port}`,
      timeoutMs === undefined ? {} : { timeoutMs },
    );
    await server.close();
    expect([wordOf(answer.outcome), writeCount, server.requests.length]).toEqual([expected, 0, 0]);
    expect(answer.evidence).toEqual({ httpStatus: null, text: null });
    expect(server.connectionCount()).toBe(1);
  });

  it('is not sent when nobody vouches for the authority', async () => {
    const server = await open({ tls });
    const { answer } = await payOnce(`https://127.0.0.1:${server.port}`, { moreAuthorities: [] });
    expect([wordOf(answer.outcome), server.requests.length]).toEqual(['notSent certificate', 0]);
  });

  it('is not sent though the environment turns certificate checks off', async () => {
    const server = await open({ tls: { certificate: 'self-signed' } });
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const { answer } = await payOnce(`https://127.0.0.1:${server.port}`);
      expect([wordOf(answer.outcome), server.requests.length]).toEqual(['notSent certificate', 0]);
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  it('is not sent, and the fault comes back, when the caller cannot note the write', async () => {
    const server = await open({ atRequest: (socket) => socket.end(httpAnswer(200, PAID)) });
    const client = clientFor(`http://127.0.0.1:${server.port}`);
    const paid = client.pay(ORDER, () => {
      throw new RangeError('cannot note');
    });
    await expect(paid).rejects.toThrow(RangeError);
    expect(server.requests).toHaveLength(0);
  });
});

describe.each(['http', 'https'] as const)('a payout request that left over %s', (scheme) => {
  const paidHead = `HTTP/1.1 200 OK\r\ncontent-length: ${PAID.length}\r\n\r\n`;
  const half = PAID.slice(0, 30);
  const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
  const chunkedHead = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

  type Do = (socket: Socket) => unknown;
  const cases: readonly (readonly [what: string, atRequest: Do, expected: string, timeoutMs?: number])[] = [
    // The honest ways to answer.
    ['answers', (s) => s.write(httpAnswer(200, PAID)), 'accepted success'],
    ['answers and closes', (s) => s.end(httpAnswer(200, PAID)), 'accepted success'],
    ['answers in two pieces', (s) => s.write(paidHead + half, () => s.write(PAID.slice(30))), 'accepted success'],
    [
      'answers in chunks',
      (s) => s.write(`${chunkedHead}${chunk(half)}${chunk(PAID.slice(30))}0\r\n\r\n`),
      'accepted success',
    ],
    ['answers until it closes', (s) => s.end(`HTTP/1.1 200 OK\r\n\r\n${PAID}`), 'accepted success'],
    ['answers in HTTP/1.0', (s) => s.end(`HTTP/1.0 200 OK\r\n\r\n${PAID}`), 'accepted success'],
    ['says 100 first', (s) => s.write(`HTTP/1.1 100 Continue\r\n\r\n${httpAnswer(200, PAID)}`), 'accepted success'],
    [
      'says 103 and 102 first',
      (s) => s.write(`HTTP/1.1 103 Early\r\nlink: x\r\n\r\nHTTP/1.1 102 P\r\n\r\n${httpAnswer(200, PAID)}`),
      'accepted success',
    ],
    [
      'says another content-type',
      (s) => s.end(httpAnswer(200, PAID, { 'content-type': 'text/html' })),
      'accepted success',
    ],
    ['says it twice', (s) => s.write(httpAnswer(200, PAID) + httpAnswer(400, '{"status":false}')), 'accepted success'],
    // Breaks.
    ['resets', (s) => reset(s), 'unknown cut'],
    ['closes', (s) => s.end(), 'unknown cut'],
    ['is silent', () => {}, 'unknown timeout', HANG_TIMEOUT_MS],
    ['closes in the status line', (s) => s.end('HTTP/1.1 20'), 'unknown cut'],
    ['resets in the status line', (s) => s.write('HTTP/1.1 20', () => reset(s)), 'unknown cut'],
    ['hangs in the status line', (s) => s.write('HTTP/1.1 20'), 'unknown timeout', HANG_TIMEOUT_MS],
    ['closes in the headers', (s) => s.end('HTTP/1.1 200 OK\r\ncontent-le'), 'unknown cut'],
    ['hangs in the headers', (s) => s.write('HTTP/1.1 200 OK\r\ncontent-le'), 'unknown timeout', HANG_TIMEOUT_MS],
    ['closes after the headers', (s) => s.end(paidHead), 'unknown cut'],
    ['closes in the body', (s) => s.end(paidHead + half), 'unknown cut'],
    ['resets in the body', (s) => s.write(paidHead + half, () => reset(s)), 'unknown cut'],
    ['hangs in the body', (s) => s.write(paidHead + half), 'unknown timeout', HANG_TIMEOUT_MS],
    ['closes in a body without length', (s) => s.end(`HTTP/1.1 200 OK\r\n\r\n${half}`), 'unknown notJson'],
    [
      'never closes a body without length',
      (s) => s.write(`HTTP/1.1 200 OK\r\n\r\n${PAID}`),
      'unknown timeout',
      HANG_TIMEOUT_MS,
    ],
    ['closes between chunks', (s) => s.end(chunkedHead + chunk(PAID)), 'unknown cut'],
    ['closes in a chunk', (s) => s.end(chunkedHead + chunk(PAID).slice(0, 40)), 'unknown cut'],
    ['hangs before the last chunk', (s) => s.write(chunkedHead + chunk(PAID)), 'unknown timeout', HANG_TIMEOUT_MS],
    ['says only 100', (s) => s.write('HTTP/1.1 100 Continue\r\n\r\n'), 'unknown timeout', HANG_TIMEOUT_MS],
    [
      'switches protocols',
      (s) => s.write('HTTP/1.1 101 S\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      'unknown cut',
    ],
    // Lies.
    ['speaks no HTTP', (s) => s.end('SSH-2.0-OpenSSH_9.6\r\n'), 'unknown notJson'],
    [
      'announces less than it sends',
      (s) => s.end(httpAnswer(200, PAID, { 'content-length': '20' })),
      'unknown notJson',
    ],
    ['announces more than it sends', (s) => s.end(httpAnswer(200, PAID, { 'content-length': '9999' })), 'unknown cut'],
    [
      'announces two lengths',
      (s) => s.end(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\n${paidHead.slice(17)}${PAID}`),
      'unknown notJson',
    ],
    [
      'announces length and chunks',
      (s) => s.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n${paidHead.slice(17)}${chunk(PAID)}0\r\n\r\n`),
      'unknown notJson',
    ],
    ['sends a false chunk size', (s) => s.end(`${chunkedHead}zz\r\n${PAID}\r\n0\r\n\r\n`), 'unknown notJson'],
    ['answers 204', (s) => s.end('HTTP/1.1 204 No Content\r\n\r\n'), 'unknown httpStatus'],
    ['compresses', (s) => s.end(compressed(gzipSync(PAID))), 'unknown notJson'],
    ['says it compresses', (s) => s.end(httpAnswer(200, PAID, { 'content-encoding': 'br' })), 'unknown notJson'],
    ['injects a login page', (s) => s.end(httpAnswer(200, '<html>Sign in</html>')), 'unknown notJson'],
  ];

  function compressed(body: Buffer): Buffer {
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), body]);
  }

  it.concurrent.each(cases.map((listed) => ({ listed })))(
    '$listed.0: $listed.2, and one request',
    async ({ listed }) => {
      const [, atRequest, expected, timeoutMs] = listed;
      const server = await openHostileServer({ ...secured(), atRequest: (socket) => void atRequest(socket) });
      const { answer, writeCount } = await payOnce(
        `${scheme}://127.0.0.1:${server.port}`,
        timeoutMs === undefined ? {} : { timeoutMs },
      );
      await server.close();
      expect([wordOf(answer.outcome), writeCount, server.requests.length]).toEqual([expected, 1, 1]);
      expect(server.connectionCount()).toBe(1);
    },
  );

  it.concurrent('hangs up on a server whose answer it has given up on', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<boolean>();
    const server = await openHostileServer({
      ...secured(),
      atRequest: (socket) => {
        socket.once('close', () => close(true));
        socket.write(paidHead + half);
      },
    });
    await payOnce(`${scheme}://127.0.0.1:${server.port}`, { timeoutMs: HANG_TIMEOUT_MS });
    await expect(closed).resolves.toBe(true);
    await server.close();
  });

  it.concurrent('gives up on a body that drips for ever', async () => {
    let dripping: NodeJS.Timeout | undefined;
    const server = await openHostileServer({
      ...secured(),
      atRequest: (socket) => {
        socket.write(paidHead);
        dripping = setInterval(() => socket.write(' '), 100);
      },
    });
    const { answer } = await payOnce(`${scheme}://127.0.0.1:${server.port}`, { timeoutMs: HANG_TIMEOUT_MS });
    clearInterval(dripping);
    await server.close();
    expect(wordOf(answer.outcome)).toBe('unknown timeout');
    expect(answer.evidence.text).toMatch(/^ +$/);
  });

  it('keeps what a cut answer said', async () => {
    const server = await open({ ...secured(), atRequest: (socket) => void socket.end(paidHead + half) });
    const { answer } = await payOnce(`${scheme}://127.0.0.1:${server.port}`);
    expect(answer.evidence).toEqual({ httpStatus: 200, text: half });
  });

  it('hears an answer given before the request was read', async () => {
    const server = await open({ ...secured(), atReady: (socket) => void socket.write(httpAnswer(500, 'busy')) });
    const { answer } = await payOnce(`${scheme}://127.0.0.1:${server.port}`);
    expect(wordOf(answer.outcome)).toBe('unknown httpStatus');
    expect(server.requests.length).toBeLessThanOrEqual(1);
  });

  it('is cut when the connection is reset before the request was read', async () => {
    const server = await open({ ...secured(), atReady: (socket) => void socket.once('readable', () => reset(socket)) });
    const { answer, writeCount } = await payOnce(`${scheme}://127.0.0.1:${server.port}`);
    expect([wordOf(answer.outcome), writeCount]).toEqual(['unknown cut', 1]);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect %i, to the same or another host', async (status) => {
    const other = await open({ atRequest: (socket) => void socket.end(httpAnswer(200, PAID)) });
    for (const target of ['/elsewhere/', `http://127.0.0.1:${other.port}/api/payout/`]) {
      const server = await open({
        ...secured(),
        atRequest: (socket) => void socket.end(httpAnswer(status, PAID, { location: target })),
      });
      const { answer } = await payOnce(`${scheme}://127.0.0.1:${server.port}`);
      expect([wordOf(answer.outcome), server.requests.length]).toEqual(['unknown wrongUrl', 1]);
    }
    expect(other.connectionCount()).toBe(0);
  });

  it.each([408, 413, 421, 425, 429, 500, 502, 503, 504, 520, 522, 524, 527])(
    'sends once though the answer is %i, kept open and told to try again',
    async (status) => {
      const headers = { 'retry-after': '0', connection: 'keep-alive', 'alt-svc': 'h2=":443"' };
      const server = await open({ ...secured(), atRequest: (s) => void s.write(httpAnswer(status, PAID, headers)) });
      const { answer, writeCount } = await payOnce(`${scheme}://127.0.0.1:${server.port}`);
      expect(wordOf(answer.outcome)).toBe(status === 429 ? 'unknown refusedByRate' : 'unknown httpStatus');
      expect([writeCount, server.requests.length, server.connectionCount()]).toEqual([1, 1, 1]);
    },
  );

  it('opens a connection of its own for each request', async () => {
    const server = await open({
      ...secured(),
      atRequest: (s) => void s.write(httpAnswer(200, PAID, { connection: 'keep-alive' })),
    });
    const client = clientFor(`${scheme}://127.0.0.1:${server.port}`);
    for (let count = 0; count < 3; count += 1) await client.pay(ORDER, () => {});
    client.close();
    expect([server.requests.length, server.connectionCount()]).toEqual([3, 3]);
    expect(server.requests[0]?.head).toMatch(/^connection: close$/im);
  });

  function secured(): Pick<HostileBehaviour, 'tls'> {
    return scheme === 'https' ? { tls: { certificate: 'good' } } : {};
  }
});

/** What this process still holds after garbage collection; what passed through is bounded by what the server could write. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('a flood instead of an answer', () => {
  const spaces = ' '.repeat(MEGABYTE);
  const tinyChunks = '1\r\n \r\n'.repeat(100_000);
  const bomb = gzipSync(Buffer.alloc(50 * MEGABYTE));
  const floods = [
    ['50 MB with a length', `HTTP/1.1 200 OK\r\ncontent-length: ${50 * MEGABYTE}\r\n\r\n`, spaces, 'unknown tooLarge'],
    ['a body without end', 'HTTP/1.1 200 OK\r\n\r\n', spaces, 'unknown tooLarge'],
    [
      'tiny chunks without end',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      tinyChunks,
      'unknown tooLarge',
    ],
    ['one header without end', 'HTTP/1.1 200 OK\r\nx: ', 'y'.repeat(MEGABYTE), 'unknown tooLarge'],
    ['headers without end', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(100_000), 'unknown tooLarge'],
    [
      'a gzip bomb',
      `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
      bomb,
      'unknown notJson',
    ],
  ] as const;

  it.each(floods)('%s is left unread past the limit', async (_, head, piece, expected) => {
    const server = await open({
      atRequest: (socket) => {
        socket.write(head);
        if (piece === bomb) socket.write(bomb);
        else pour(socket, piece);
      },
    });
    const before = heldBytes();
    const { answer, writeCount } = await payOnce(`http://127.0.0.1:${server.port}`);
    expect([wordOf(answer.outcome), writeCount, server.requests.length]).toEqual([expected, 1, 1]);
    expect(heldBytes() - before).toBeLessThan(50 * MEGABYTE);
    // No more than the kernel's buffers hold: the client has closed the connection.
    expect(server.bytesWritten()).toBeLessThan(16 * MEGABYTE);
  });

  it.each([
    ['interim answers', '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)],
    ['spaces before a header', 'HTTP/1.1 200 OK\r\nx: ', spaces],
  ])('gives up on %s without end', async (_, head, piece) => {
    const server = await open({
      atRequest: (socket) => {
        socket.write(head);
        pour(socket, piece);
      },
    });
    const { answer } = await payOnce(`http://127.0.0.1:${server.port}`, { timeoutMs: FLOOD_TIMEOUT_MS });
    expect(wordOf(answer.outcome)).toBe('unknown timeout');
  });

  /** Writes as fast as the other side reads, until it closes the connection. */
  function pour(socket: Socket, piece: string | Buffer): void {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', () => pour(socket, piece));
  }
});

describe('an answer that echoes the token', () => {
  it('is kept without it', async () => {
    const server = await open({
      atRequest: (socket, { head }) => {
        const body = JSON.stringify({ status: true, txn_status: 'success', transactionId: TOKEN, message: head });
        socket.end(httpAnswer(200, body, { 'retry-after': TOKEN }));
      },
    });
    const { answer } = await payOnce(`http://127.0.0.1:${server.port}`);
    expect(server.requests[0]?.head).toContain(`authorization: Bearer ${TOKEN}`);
    expect(wordOf(answer.outcome)).toBe('accepted success');
    expect(JSON.stringify(answer)).toContain('[token removed]');
    expect(JSON.stringify(answer)).not.toContain(JSON.stringify(TOKEN).slice(1, -1));
  });

  it('is kept without it where the token comes in two chunks', async () => {
    const server = await open({
      atRequest: (socket) => {
        const body = JSON.stringify({ status: true, txn_status: 'success', message: `by ${TOKEN}` });
        const whole = httpAnswer(200, body);
        const middle = whole.length - body.length + body.indexOf('live');
        socket.write(whole.slice(0, middle));
        setTimeout(() => socket.end(whole.slice(middle)), 20);
      },
    });
    const { answer } = await payOnce(`http://127.0.0.1:${server.port}`);
    expect(wordOf(answer.outcome)).toBe('accepted success');
    expect(answer.evidence.text).toBe('{"status":true,"txn_status":"success","message":"by [token removed]"}');
  });
});
