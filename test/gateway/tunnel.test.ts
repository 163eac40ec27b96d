// The way through a proxy: what reaches the gateway, what the proxy sees, and that a proxy which misbehaves before the tunnel is
// open never puts a payout in doubt.

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { FindRoute, Route } from '../../electron/main/domain/addresses.ts';
import { spoken } from '../fixtures/spoken.ts';
import { clientFor, ORDER, PAID, payOnce, REFERENCE, wordOf } from './calls.ts';
import { type HostileBehaviour, type HostileServer, httpAnswer, openHostileServer, reset } from './hostile-server.ts';
import { openProxy, type ProxyBehaviour, type ProxyServer } from './proxy-server.ts';
import { TOKEN } from './received-answers.ts';

const HANG_TIMEOUT_MS = 2_000;
const tls = { certificate: 'good' } as const;
const paying: HostileBehaviour = { tls, atRequest: (socket) => socket.end(httpAnswer(200, PAID)) };

const opened: { close(): Promise<void> }[] = [];

async function openBoth(
  behaviour: ProxyBehaviour,
  gatewayBehaviour: HostileBehaviour = paying,
): Promise<{ readonly proxy: ProxyServer; readonly gateway: HostileServer; readonly url: string }> {
  const gateway = await openHostileServer(gatewayBehaviour);
  const proxy = await openProxy(behaviour);
  opened.push(gateway, proxy);
  return { proxy, gateway, url: `https://127.0.0.1:${gateway.port}` };
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

describe('a payout through a proxy', () => {
  it('reaches the gateway once, inside TLS that the proxy cannot read', async () => {
    const { proxy, gateway, url } = await openBoth({});
    const { answer, writeCount } = await payOnce(url, { findRoute: () => proxy.route });
    expect([wordOf(answer.outcome), writeCount, gateway.requests.length]).toEqual(['accepted success', 1, 1]);
    expect(proxy.heads).toEqual([
      `CONNECT 127.0.0.1:${gateway.port} HTTP/1.1\r\nhost: 127.0.0.1:${gateway.port}\r\nConnection: close\r\n\r\n`,
    ]);
    expect(proxy.heads.join('')).not.toContain(TOKEN);
  });

  it('opens a tunnel of its own for each payout', async () => {
    const { proxy, gateway, url } = await openBoth({});
    const client = clientFor(url, { findRoute: () => proxy.route });
    for (let count = 0; count < 3; count += 1) await client.pay(ORDER, () => {});
    client.close();
    expect([proxy.heads.length, gateway.connectionCount(), gateway.requests.length]).toEqual([3, 3, 3]);
  });

  it('names itself to a proxy that wants a password, and the gateway hears nothing of it', async () => {
    const { proxy, gateway, url } = await openBoth({ authorization: 'Basic dXNlcjpzZWNyZXQ=' });
    const { answer } = await payOnce(url, { findRoute: () => proxy.route });
    expect(wordOf(answer.outcome)).toBe('accepted success');
    expect(proxy.heads[0]).toContain('proxy-authorization: Basic dXNlcjpzZWNyZXQ=\r\n');
    expect(gateway.requests[0]?.head.toLowerCase()).not.toContain('proxy');
  });

  const refusals: readonly (readonly [what: string, behaviour: ProxyBehaviour, timeoutMs?: number])[] = [
    ['refuses', { atConnect: (s) => s.end(httpAnswer(403, 'no')) }],
    ['wants a password', { atConnect: (s) => s.end(httpAnswer(407, 'who')) }],
    ['cannot reach the gateway', { atConnect: (s) => s.end(httpAnswer(502, 'gone')) }],
    ['redirects', { atConnect: (s) => s.end(httpAnswer(302, '', { location: 'https://elsewhere.invalid' })) }],
    ['answers 204', { atConnect: (s) => s.end('HTTP/1.1 204 No Content\r\n\r\n') }],
    ['speaks before TLS does', { established: `HTTP/1.1 200 OK\r\n\r\n${httpAnswer(200, PAID)}` }],
    ['speaks no HTTP', { atConnect: (s) => s.end('SSH-2.0-x\r\n') }],
    ['answers with a head without end', { atConnect: (s) => s.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}`) }],
    ['closes at accept', { atAccept: (s) => s.end() }],
    ['resets at accept', { atAccept: (s) => s.resetAndDestroy() }],
    ['closes at the CONNECT', { atConnect: (s) => s.end() }],
    ['resets at the CONNECT', { atConnect: (s) => s.resetAndDestroy() }],
  ];

  it.each(refusals.map((listed) => ({ listed })))('is not sent when the proxy $listed.0', async ({ listed }) => {
    const { proxy, gateway, url } = await openBoth(listed[1]);
    const { answer, writeCount } = await payOnce(url, { findRoute: () => proxy.route });
    expect([wordOf(answer.outcome), writeCount, gateway.requests.length]).toEqual(['notSent proxy', 0, 0]);
    expect(answer.evidence).toEqual({ httpStatus: null, text: null });
  });

  it.each([
    ['silent at accept', { atAccept: () => {} }],
    ['silent at the CONNECT', { atConnect: () => {} }],
    ['silent inside the tunnel', { atConnect: (s) => s.write('HTTP/1.1 200 OK\r\n\r\n') }],
  ] satisfies [string, ProxyBehaviour][])('is not sent when the proxy is %s', async (_what, behaviour) => {
    const { proxy, gateway, url } = await openBoth(behaviour);
    const findRoute = (): Route => proxy.route;
    const { answer, writeCount } = await payOnce(url, { findRoute, timeoutMs: HANG_TIMEOUT_MS });
    expect([wordOf(answer.outcome), writeCount, gateway.requests.length]).toEqual(['notSent connectTimeout', 0, 0]);
  });

  it('is not sent when the proxy is not there, or of a kind the desk cannot use, or cannot be told', async () => {
    const { proxy, gateway, url } = await openBoth({});
    await proxy.close();
    opened.splice(opened.indexOf(proxy), 1);
    const routes: FindRoute[] = [
      () => proxy.route,
      () => ({ kind: 'unusable' }),
      () => Promise.reject(new Error('no settings')),
    ];
    for (const findRoute of routes) {
      const { answer, writeCount } = await payOnce(url, { findRoute });
      expect([wordOf(answer.outcome), writeCount]).toEqual(['notSent proxy', 0]);
    }
    expect(gateway.connectionCount()).toBe(0);
  });

  it('is not sent when the way is found only after the wait is over', async () => {
    const { proxy, gateway, url } = await openBoth({});
    const found = Promise.withResolvers<Route>();
    const { answer } = await payOnce(url, { findRoute: () => found.promise, timeoutMs: HANG_TIMEOUT_MS });
    expect(wordOf(answer.outcome)).toBe('notSent connectTimeout');
    found.resolve(proxy.route);
    // A later connection has passed everything that ours would have.
    await once(connect(proxy.route.port, '127.0.0.1'), 'connect');
    expect([proxy.heads.length, gateway.requests.length]).toEqual([0, 0]);
  });

  it('is not sent when the certificate behind the proxy is another than the gateway’s', async () => {
    const { proxy, gateway, url } = await openBoth({}, { ...paying, tls: { certificate: 'wrong-host' } });
    const { answer } = await payOnce(url, { findRoute: () => proxy.route });
    expect([wordOf(answer.outcome), gateway.requests.length]).toEqual(['notSent certificate', 0]);
  });

  it('is in doubt, and never sent again, when the tunnel breaks after the request left', async () => {
    const { proxy, gateway, url } = await openBoth({}, { tls, atRequest: (socket) => reset(socket) });
    const { answer, writeCount } = await payOnce(url, { findRoute: () => proxy.route });
    expect([wordOf(answer.outcome), writeCount, gateway.requests.length]).toEqual(['unknown cut', 1, 1]);
  });

  it('goes straight to this machine, whatever the proxy', async () => {
    const { proxy, gateway } = await openBoth({}, { atRequest: (socket) => socket.end(httpAnswer(200, PAID)) });
    const { answer } = await payOnce(`http://127.0.0.1:${gateway.port}`, { findRoute: () => proxy.route });
    expect([wordOf(answer.outcome), proxy.heads.length]).toEqual(['accepted success', 0]);
  });
});

describe('look-ups through a proxy', () => {
  it('travel through a tunnel of their own each', async () => {
    const { proxy, gateway, url } = await openBoth(
      {},
      { tls, atRequest: (socket) => socket.write(httpAnswer(200, PAID)) },
    );
    const client = clientFor(url, { findRoute: () => proxy.route });
    for (let count = 0; count < 3; count += 1) await client.lookUp({ by: 'reference', reference: REFERENCE }, () => {});
    client.close();
    expect([proxy.heads.length, gateway.requests.length]).toEqual([3, 3]);
  });

  it('say that the proxy opened no way', async () => {
    const { proxy, url } = await openBoth({ atConnect: (socket) => socket.end(httpAnswer(403, 'no')) });
    const client = clientFor(url, { findRoute: () => proxy.route });
    const answer = await client.lookUp({ by: 'reference', reference: REFERENCE }, () => {});
    client.close();
    expect(spoken(answer)).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('proxy') });
  });
});
