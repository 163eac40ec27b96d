// The five calls over a real socket: what is sent where, when the write is reported, and that no connection is kept.

import { afterEach, describe, expect, it } from 'vitest';
import { InvariantError } from '../../shared/failures.ts';
import { asPaise } from '../../shared/money.ts';
import { clientFor, ORDER, PAID, REFERENCE } from './calls.ts';
import { type HostileBehaviour, type HostileServer, httpAnswer, openHostileServer, reset } from './hostile-server.ts';
import { TOKEN } from './received-answers.ts';

const servers: HostileServer[] = [];

async function open(behaviour: HostileBehaviour): Promise<HostileServer> {
  const server = await openHostileServer(behaviour);
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const COLLECTION = {
  userId: 'U1',
  mobile: '9999999999',
  amountPaise: asPaise(100),
  name: 'Asha',
  userDefined: ['', '', '', '', ''],
} as const;

const noted = (): void => {};

describe('createGatewayClient', () => {
  it.each([
    'http://example.com',
    'http://10.0.0.1/',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'ftp://127.0.0.1',
    'https://user:secret@example.com',
    'https://example.com/?a=b',
    'https://example.com/#x',
    'example.com',
    '',
  ])('refuses the base URL %j as our own bug', (baseUrl) => {
    expect(() => clientFor(baseUrl)).toThrow(InvariantError);
  });

  it.each(['http://127.0.0.1:1', 'http://127.9.9.9:1', 'http://localhost:1', 'http://[::1]:1', 'https://example.com'])(
    'takes the base URL %s',
    (baseUrl) => {
      expect(() => clientFor(baseUrl)).not.toThrow();
    },
  );

  it.each(['', 'a\nb', 'a\r\nhost: x', 'tokén', ' a'])('refuses the token %j without naming it', (token) => {
    let message = 'nothing thrown';
    try {
      clientFor('https://example.com', { token });
    } catch (error) {
      message = error instanceof InvariantError ? error.message : 'another error';
    }
    expect(message).toBe('the token does not fit a header');
  });
});

describe.each(['http', 'https'] as const)('the five calls over %s', (scheme) => {
  const secured = scheme === 'https' ? { tls: { certificate: 'good' } as const } : {};

  it.each(['', '/', '/merchant/v1', '/merchant/v1//'])('go to their paths below %j', async (prefix) => {
    const server = await open({ ...secured, atRequest: (socket) => void socket.write(httpAnswer(500, '')) });
    const client = clientFor(`${scheme}://127.0.0.1:${server.port}${prefix}`);
    await client.pay(ORDER, noted);
    await client.lookUp({ by: 'reference', reference: 'R1' }, noted);
    await client.wallet(noted);
    await client.createOrder(COLLECTION, noted);
    await client.orderStatus('O1', noted);
    client.close();
    const below = prefix.replace(/\/+$/, '');
    expect(server.requests.map(({ path }) => path)).toEqual(
      ['payout', 'payoutStatus', 'wallet', 'ordercreate', 'payinStatus'].map((name) => `${below}/api/${name}/`),
    );
    for (const { head, body } of server.requests) {
      expect(head).toMatch(/^POST /);
      expect(head).toContain(`\r\nauthorization: Bearer ${TOKEN}\r\n`);
      expect(head).toContain('\r\ncontent-type: application/json\r\n');
      expect(head).toContain('\r\naccept-encoding: identity\r\n');
      expect(head).toContain(`\r\nhost: 127.0.0.1:${server.port}\r\n`);
      expect(head).toMatch(new RegExp(`content-length: ${Buffer.byteLength(body)}\\b`));
      expect(head).not.toMatch(/expect|transfer-encoding|cookie/i);
    }
  });

  it('note each write once, before the server can have read it', async () => {
    const order: string[] = [];
    const server = await open({
      ...secured,
      atRequest: (socket) => {
        order.push('read');
        socket.write(httpAnswer(200, PAID));
      },
    });
    const client = clientFor(`${scheme}://127.0.0.1:${server.port}`);
    await client.pay(ORDER, () => order.push('written'));
    await client.lookUp({ by: 'reference', reference: REFERENCE }, () => order.push('written'));
    await client.lookUp({ by: 'reference', reference: REFERENCE }, () => order.push('written'));
    await client.wallet(() => order.push('written'));
    await client.createOrder(COLLECTION, () => order.push('written'));
    await client.orderStatus('O1', () => order.push('written'));
    client.close();
    expect(order).toEqual(Array.from({ length: 6 }, () => ['written', 'read']).flat());
  });

  it('each travel on a connection of their own', async () => {
    const server = await open({ ...secured, atRequest: (socket) => void socket.write(httpAnswer(200, PAID)) });
    const client = clientFor(`${scheme}://127.0.0.1:${server.port}`);
    await client.wallet(noted);
    await client.lookUp({ by: 'reference', reference: REFERENCE }, noted);
    await client.orderStatus('O1', noted);
    await client.pay(ORDER, noted);
    await client.createOrder(COLLECTION, noted);
    await client.wallet(noted);
    expect(server.connectionCount()).toBe(6);
    client.close();
  });

  it('hear no answer that was left over on a connection', async () => {
    const answerOf = (state: string): string => httpAnswer(200, JSON.stringify({ status: true, txn_status: state }));
    const server = await open({
      ...secured,
      // A second request on one connection would get a superfluous answer first.
      atRequest: (socket, _, index) =>
        void socket.write(index === 0 ? answerOf('success') : answerOf('failed') + answerOf('success')),
    });
    const client = clientFor(`${scheme}://127.0.0.1:${server.port}`);
    const received: unknown[] = [];
    for (const reference of ['R1', 'R2', 'R3'])
      received.push(await client.lookUp({ by: 'reference', reference }, noted));
    expect(received).toMatchObject(['success', 'success', 'success'].map((state) => ({ meaning: { state } })));
    client.close();
  });

  it('send a look-up once when its connection dies under it', async () => {
    const server = await open({ ...secured, atRequest: (socket) => reset(socket) });
    const client = clientFor(`${scheme}://127.0.0.1:${server.port}`);
    const answer = await client.lookUp({ by: 'reference', reference: REFERENCE }, noted);
    client.close();
    expect(answer).toMatchObject({ kind: 'unreachable', certificate: false });
    expect([server.requests.length, server.connectionCount()]).toEqual([1, 1]);
  });

  it('follow no redirect on a read', async () => {
    const server = await open({ ...secured, atRequest: (s) => void s.write(httpAnswer(307, '', { location: '/x' })) });
    const client = clientFor(`${scheme}://127.0.0.1:${server.port}`);
    expect(await client.wallet(noted)).toEqual({ kind: 'wrongUrl', httpStatus: 307 });
    client.close();
    expect(server.requests).toHaveLength(1);
  });

  it('create an order once, and say that it may be there, when the answer is lost', async () => {
    const server = await open({ ...secured, atRequest: (socket) => reset(socket) });
    const client = clientFor(`${scheme}://127.0.0.1:${server.port}`);
    expect(await client.createOrder(COLLECTION, noted)).toMatchObject({ kind: 'unclear', maybeDone: true });
    client.close();
    expect([server.requests.length, server.connectionCount()]).toEqual([1, 1]);
  });

  it('leave a payout in flight to finish when closed, and take no more', async () => {
    const { promise: asked, resolve: wasAsked } = Promise.withResolvers<() => void>();
    const server = await open({
      ...secured,
      atRequest: (socket) => {
        wasAsked(() => socket.write(httpAnswer(200, PAID)));
      },
    });
    const client = clientFor(`${scheme}://127.0.0.1:${server.port}`);
    const paid = client.pay(ORDER, noted);
    const answerNow = await asked;
    client.close();
    answerNow();
    expect(await paid).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(await client.pay(ORDER, noted)).toMatchObject({ outcome: { kind: 'notSent', cause: 'aborted' } });
    expect(await client.wallet(noted)).toMatchObject({ kind: 'unreachable' });
    expect(server.requests).toHaveLength(1);
  });

  it('end a read in flight when closed: nobody waits for its answer', async () => {
    const asked = Promise.withResolvers<void>();
    const server = await open({ ...secured, atRequest: () => asked.resolve() });
    const client = clientFor(`${scheme}://127.0.0.1:${server.port}`);
    const read = client.lookUp({ by: 'reference', reference: REFERENCE }, noted);
    await asked.promise;
    client.close();
    expect(await read).toMatchObject({ kind: 'unreachable' });
  });
});

describe('a read that cannot leave', () => {
  it.each(['expired', 'wrong-host', 'self-signed'] as const)('says that the certificate is %s', async (certificate) => {
    const server = await open({ tls: { certificate } });
    let writeCount = 0;
    const client = clientFor(`https://127.0.0.1:${server.port}`);
    const note = (): void => {
      writeCount += 1;
    };
    expect(await client.wallet(note)).toMatchObject({ kind: 'unreachable', certificate: true });
    expect(await client.lookUp({ by: 'reference', reference: 'R1' }, note)).toMatchObject({ certificate: true });
    expect(await client.createOrder(COLLECTION, noted)).toMatchObject({ kind: 'unreachable', certificate: true });
    expect([writeCount, server.requests.length]).toEqual([0, 0]);
    client.close();
  });

  it('is unreachable when the port refuses or the handshake hangs', async () => {
    const gone = await openHostileServer({});
    await gone.close();
    const refused = clientFor(`https://127.0.0.1:${gone.port}`);
    expect(await refused.wallet(noted)).toMatchObject({ kind: 'unreachable', certificate: false });
    const silent = await open({ atAccept: () => true });
    const hanging = clientFor(`https://127.0.0.1:${silent.port}`, { timeoutMs: 200 });
    expect(await hanging.wallet(noted)).toMatchObject({ kind: 'unreachable', certificate: false });
  });
});
