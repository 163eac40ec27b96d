import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { PRACTICE_REQUEST_MAX_BYTES } from '../../electron/main/practice/start-practice-gateway.ts';
import { post, runGateway } from './running-gateway.ts';

const PATHS = ['/api/payout/', '/api/ordercreate/', '/api/payinStatus/', '/api/wallet/', '/api/payoutStatus/'] as const;

describe('gateway-spec "Endpoints": method POST, fixed paths', () => {
  it.each(PATHS)('%s answers a POST of its body with JSON', async (path) => {
    const { gateway, call } = await runGateway();
    const reply = await call(path, { mid: gateway.mid });
    expect(reply.headers['content-type']).toBe('application/json');
    expect(reply.body).toHaveProperty('status');
    expect([200, 400]).toContain(reply.status);
  });

  it.each(PATHS)('%s refuses every other method with 405 and names POST', async (path) => {
    const { gateway } = await runGateway();
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const reply = await post(gateway, { path, text: '', method });
      expect([reply.status, reply.headers.allow]).toEqual([405, 'POST']);
    }
  });

  it.each(['/api/payout', '/api/payout/?a=1', '/API/payout/', '/', '/api/payoutstatus/', '//api/payout/'])(
    '%s is not a path of the specification: 404, nothing executed',
    async (path) => {
      const { gateway, call } = await runGateway();
      expect((await call(path, { mid: gateway.mid })).status).toBe(404);
      expect(gateway.listPayouts()).toEqual([]);
    },
  );
});

describe('gateway-spec "Authentication" rules 1 and 2', () => {
  it.each(PATHS)('%s answers 401 with the description when the token is missing or invalid', async (path) => {
    const { gateway } = await runGateway();
    const text = JSON.stringify({ mid: gateway.mid });
    const wrong = ['', 'Bearer', 'Bearer x', `Digest ${gateway.token}`, gateway.token, `Bearer ${gateway.token}x`];
    for (const authorization of wrong) {
      const reply = await post(gateway, { path, text, headers: { authorization } });
      expect(reply.status).toBe(401);
      expect(reply.body).toEqual({
        status: false,
        message: 'Authorization token is invalid or expired',
        error_code: 401,
      });
    }
  });

  it('executes nothing without the token', async () => {
    const { gateway } = await runGateway();
    const text = JSON.stringify({
      mid: gateway.mid,
      paymentMethod: 'UPI',
      beneficiaryUPI: 'a@b',
      amount: 1,
      remark: 'r',
    });
    await post(gateway, { path: '/api/payout/', text, headers: { authorization: 'Bearer nobody' } });
    expect(gateway.listPayouts()).toEqual([]);
  });
});

describe('gateway-spec "Errors": 400 for a malformed request', () => {
  const malformed = ['', '{', '[]', 'null', '"text"', '1', '{"mid":1}x', Buffer.from('{"x":"\u00ff"}', 'latin1')];

  it.each(PATHS)('%s refuses what is not one JSON object', async (path) => {
    const { gateway } = await runGateway();
    for (const text of malformed) {
      const reply = await post(gateway, { path, text });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({ status: false, message: 'The request body must be a JSON object', error_code: 400 });
    }
  });

  it.each(PATHS)('%s names a missing mid', async (path) => {
    const { call } = await runGateway();
    const reply = await call(path, {
      paymentMethod: 'UPI',
      beneficiaryUPI: 'a@b',
      amount: 1,
      remark: 'r',
      userid: '1',
    });
    expect(reply.status).toBe(400);
    expect(reply.body['message']).toBe('Missing or invalid parameter: mid');
  });
});

describe('gateway-spec "Limits" rule 2: the request size limit is not shown', () => {
  it('reads a body up to the cap and refuses a larger one with 413', async () => {
    const { gateway, call } = await runGateway();
    const padding = (bytes: number): string =>
      JSON.stringify({ mid: gateway.mid, x: '' }).replace('""', `"${'x'.repeat(bytes)}"`);
    const overhead = padding(0).length;
    const fits = padding(PRACTICE_REQUEST_MAX_BYTES - overhead);
    expect((await post(gateway, { path: '/api/wallet/', text: fits })).status).toBe(200);
    expect((await post(gateway, { path: '/api/wallet/', text: `${fits} ` })).status).toBe(413);
    const flood = Buffer.alloc(8 * 1024 * 1024, 0x20);
    expect((await post(gateway, { path: '/api/wallet/', text: flood })).status).toBe(413);
    expect((await call('/api/wallet/', { mid: gateway.mid })).status).toBe(200);
  });
});

describe('the practice server', () => {
  it('listens on the loopback address only', async () => {
    const { gateway } = await runGateway();
    expect(new URL(gateway.url).hostname).toBe('127.0.0.1');
    const elsewhere = connect({ host: '127.0.0.2', port: Number(new URL(gateway.url).port) });
    await expect(once(elsewhere, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('keeps a connection that asks for it and ends one that does not', async () => {
    const { gateway } = await runGateway();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const localPorts = new Set<number | undefined>();
    for (let round = 0; round < 3; round += 1) {
      const outgoing = request(`${gateway.url}/api/wallet/`, { method: 'POST', agent });
      outgoing.on('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => localPorts.add(socket.localPort));
        else localPorts.add(socket.localPort);
      });
      outgoing.end('{}');
      const [answer] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream];
      answer.resume();
      await once(answer, 'end');
    }
    agent.destroy();
    expect(localPorts.size).toBe(1);
    expect((await post(gateway, { path: '/api/wallet/', text: '{}' })).headers.connection).toBe('close');
  });

  it('does not execute a payout whose request was cut before its end', async () => {
    const { gateway, pay } = await runGateway();
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(gateway.url).port) });
    await once(socket, 'connect');
    const head = `POST /api/payout/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n`;
    const part = `{"mid":${String(gateway.mid)},"paymentMethod":"UPI","beneficiaryUPI":"a@b","amount":1,"remark":"r"}`;
    socket.end(`${head}Content-Type: application/json\r\nContent-Length: ${String(part.length + 1)}\r\n\r\n${part}`);
    socket.resume();
    await once(socket, 'close');
    await pay();
    expect(gateway.listPayouts()).toHaveLength(1);
  });
});
