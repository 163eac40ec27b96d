import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import {
  COMMAND_MAX_BYTES,
  DOOR_HEADERS_MAX_BYTES,
  type LoopbackDoor,
  openLoopbackDoor,
  SECRET_MAX_BYTES,
} from '../../../electron/main/doors/http/loopback-door.ts';
import { listPageFiles } from '../../../electron/main/doors/page-files.ts';
import { FILE_MAX_BYTES } from '../../../shared/limits.ts';
import { openTestDesk, type TestWindowDesk } from '../../desk/window-desk.ts';
import { type RawAnswer, type RawRequest, sendBytes, sendRaw } from './raw-request.ts';

const page = mkdtempSync(join(tmpdir(), 'page-'));
let desk: TestWindowDesk;
let door: LoopbackDoor;
let cookie: string;
let key: string;

beforeAll(async () => {
  mkdirSync(join(page, 'site', 'assets'), { recursive: true });
  writeFileSync(join(page, 'site', 'index.html'), '<!doctype html><title>desk</title>');
  writeFileSync(join(page, 'site', 'assets', 'app.js'), 'export {};');
  writeFileSync(join(page, 'site', 'notes.txt'), 'not a file of the page');
  writeFileSync(join(page, 'private.html'), 'outside');
  desk = openTestDesk();
  const pageFiles = listPageFiles(join(page, 'site'));
  door = await openLoopbackDoor({ desk: desk.desk, clock: desk.system.clock, pageFiles, folder: desk.folder, port: 0 });
  const answer = await exchange(secretOf(door.newLink()));
  cookie = cookieOf(answer);
  key = keyOf(answer);
});
afterAll(async () => {
  await door.close();
  await desk.close();
  rmSync(page, { recursive: true, force: true });
});

const origin = (): string => `http://127.0.0.1:${door.port}`;
const secretOf = (link: string): string => link.slice(link.indexOf('#key=') + 5);
const cookieOf = (answer: RawAnswer): string => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const keyOf = (answer: RawAnswer): string => (JSON.parse(answer.body) as { value: { key: string } }).value.key;
const json = (): Record<string, string> => ({ Origin: origin(), 'Content-Type': 'application/json' });

function exchange(secret: unknown, change: RawRequest = {}): Promise<RawAnswer> {
  const headers = { ...json(), ...change.headers };
  return sendRaw(door.port, {
    method: 'POST',
    path: '/api/session',
    body: JSON.stringify({ secret }),
    ...change,
    headers,
  });
}

/** A valid command, apart from what the attack changes. */
function command(change: RawRequest = {}): Promise<RawAnswer> {
  const headers = { ...json(), Cookie: cookie, 'X-Desk-Key': key, ...change.headers };
  const body = JSON.stringify({ name: 'readDesk', params: {} });
  return sendRaw(door.port, { method: 'POST', path: '/api/command', body, ...change, headers });
}

describe('A door whose port is taken', () => {
  it('is refused in a sentence that names the port', async () => {
    const parts = { desk: desk.desk, clock: desk.system.clock, pageFiles: new Map(), folder: desk.folder };
    const opening = openLoopbackDoor({ ...parts, port: door.port });
    await expect(opening).rejects.toMatchObject({ name: 'RefusedError', refusal: { code: 'windowPort' } });
  });
});

describe('the loopback door', () => {
  it('does what its own page asks', async () => {
    const answer = await command();
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ kind: 'done', value: { door: 'browser' } });
  });

  it('listens on 127.0.0.1 only', async (context) => {
    const others = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const outside = others.find((one) => !one.internal && one.family === 'IPv4');
    context.skip(outside === undefined, 'this machine has no other address');
    const reached = await new Promise((resolve) => {
      const socket = connect({ host: outside?.address ?? '', port: door.port });
      socket.on('connect', () => resolve(true));
      socket.on('error', () => resolve(false));
    });
    expect(reached).toBe(false);
  });

  describe('sends away', () => {
    it.each([
      ['a name that was made to lead here', 'evil.example:PORT'],
      ['localhost', 'localhost:PORT'],
      ['another port', '127.0.0.1:1'],
      ['no port', '127.0.0.1'],
      ['the address written otherwise', '127.0.0.01:PORT'],
      ['a number as address', '2130706433:PORT'],
      ['a dot at the end', '127.0.0.1.:PORT'],
    ])('the Host of %s', async (_, host) => {
      const Host = host.replace('PORT', String(door.port));
      expect((await command({ headers: { Host } })).status).toBe(403);
      expect((await sendRaw(door.port, { headers: { Host } })).status).toBe(403);
    });

    it('a request without Host, and one with two', async () => {
      expect((await command({ headers: { Host: null } })).status).toBeGreaterThanOrEqual(400);
      const two = await command({ headers: { Host: [`127.0.0.1:${door.port}`, 'evil.example'] } });
      expect(two.status).toBeGreaterThanOrEqual(400);
      expect(two.body).not.toContain('done');
    });

    it.each([
      ['another site', 'https://evil.example'],
      ['another port of this machine', 'http://127.0.0.1:1'],
      ['localhost', 'http://localhost:PORT'],
      ['https', 'https://127.0.0.1:PORT'],
      ['a sandboxed frame or a file', 'null'],
      ['an empty one', ''],
      ['ours with a slash', 'http://127.0.0.1:PORT/'],
    ])('the Origin of %s', async (_, args) => {
      const Origin = args.replace('PORT', String(door.port));
      expect((await command({ headers: { Origin } })).status).toBe(403);
      expect((await command({ method: 'GET', path: '/api/events', body: '', headers: { Origin } })).status).toBe(403);
    });

    it('a command without an Origin', async () => {
      expect((await command({ headers: { Origin: null } })).status).toBe(403);
    });

    it('a read that the browser says another site asked for', async () => {
      const headers = { Origin: null, 'Sec-Fetch-Site': 'cross-site' };
      expect((await command({ method: 'GET', path: '/api/events', body: '', headers })).status).toBe(403);
      const sameSite = { Origin: null, 'Sec-Fetch-Site': 'same-site' };
      expect((await command({ method: 'GET', path: '/api/events', body: '', headers: sameSite })).status).toBe(403);
    });

    it.each([null, 'OURS=', 'OURS=AAAA', 'other=1'])('the cookie %s', async (args) => {
      const Cookie = args?.replace('OURS', cookie.split('=')[0] ?? '') ?? null;
      expect((await command({ headers: { Cookie } })).status).toBe(401);
      expect((await command({ path: '/api/files', headers: { Cookie } })).status).toBe(401);
      expect((await command({ method: 'GET', path: '/api/events', body: '', headers: { Cookie } })).status).toBe(401);
    });

    it('the cookie without the key, which a browser sends to every port of this address', async () => {
      for (const args of [null, '', 'A'.repeat(43), cookie.split('=')[1] ?? '', [key, key]]) {
        const headers = { 'X-Desk-Key': args };
        expect((await command({ headers })).status).toBe(401);
        expect((await command({ path: '/api/files', headers })).status).toBe(401);
        expect((await command({ method: 'GET', path: '/api/events', body: '', headers })).status).toBe(401);
      }
    });

    it('the key of another session, and a key without its cookie', async () => {
      const other = await exchange(secretOf(door.newLink()));
      expect((await command({ headers: { Cookie: cookieOf(other), 'X-Desk-Key': keyOf(other) } })).status).toBe(200);
      expect((await command({ headers: { 'X-Desk-Key': keyOf(other) } })).status).toBe(401);
      expect((await command({ headers: { Cookie: cookieOf(other) } })).status).toBe(401);
      expect((await command({ headers: { Cookie: null } })).status).toBe(401);
    });

    it('a link’s secret guessed by whoever has the cookie', async () => {
      expect((await exchange('A'.repeat(43), { headers: { Cookie: cookie } })).status).toBe(403);
    });

    it('a form of another site, whatever its encoding', async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        expect((await command({ headers: { 'Content-Type': type } })).status).toBe(415);
        const cross = { 'Content-Type': type, Origin: 'https://evil.example' };
        expect((await command({ headers: cross })).status).toBe(403);
      }
      expect((await command({ headers: { 'Content-Type': null } })).status).toBe(415);
    });

    it('a preflight, without a CORS header', async () => {
      const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
      const answer = await sendRaw(door.port, { method: 'OPTIONS', path: '/api/command', headers });
      expect(answer.status).toBe(403);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    });

    it('a body over its cap, announced or not', async () => {
      const announced = { 'Content-Length': String(COMMAND_MAX_BYTES + 1) };
      expect((await command({ body: '{}', headers: announced })).status).toBe(413);
      const secret = await exchange('x'.repeat(SECRET_MAX_BYTES));
      expect(secret.status).toBe(413);
      const chunk = `1000\r\n${'x'.repeat(4_096)}\r\n`;
      const chunked = { 'Content-Length': null, 'Transfer-Encoding': 'chunked' };
      const body = `${chunk.repeat(4)}0\r\n\r\n`;
      expect((await exchange('', { body, headers: chunked })).status).toBe(413);
      const file = { 'Content-Type': 'application/octet-stream', 'X-File-Name': 'a.csv' };
      const large = { ...file, 'Content-Length': String(FILE_MAX_BYTES + 1) };
      expect((await command({ path: '/api/files', body: 'x', headers: large })).status).toBe(413);
    });

    it.each([
      ['half a word', '{"name":'],
      ['a list', '[]'],
      ['a number', '7'],
      ['nothing', ''],
      ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d)],
      ['a prototype', '{"__proto__":{"name":"readDesk"}}'],
    ])('%s for JSON', async (_, body) => {
      const answer = await command({ body });
      expect([400, 200]).toContain(answer.status);
      expect(JSON.parse(answer.body)).toMatchObject({ kind: 'refused' });
    });

    it('headers that are too large, and bytes that are no request', async () => {
      const huge = await sendRaw(door.port, { headers: { Filler: 'x'.repeat(DOOR_HEADERS_MAX_BYTES) } });
      expect(huge.status).toBe(400);
      expect(huge.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect((await sendBytes(door.port, Buffer.from('\x16\x03\x01\x02\x00\x01\r\n\r\n'))).status).toBe(400);
    });

    it.each([
      ['a connection that says nothing, without a word', '', ''],
      ['headers that do not end, with a word', 'GET / HTTP/1.1\r\n', 'HTTP/1.1 400 Bad Request'],
    ])(
      '%s',
      async (_, said, received) => {
        const socket = connect({ host: '127.0.0.1', port: door.port });
        const chunks: Buffer[] = [];
        socket.on('data', (chunk) => chunks.push(chunk));
        socket.write(said);
        await once(socket, 'end');
        socket.destroy();
        expect(Buffer.concat(chunks).toString('utf8').split('\r\n')[0]).toBe(received);
      },
      30_000,
    );

    it('two lengths, and a length beside chunks', async () => {
      const twice = await command({ headers: { 'Content-Length': ['2', '20'] } });
      expect(twice.status).toBe(400);
      const both = await command({ headers: { 'Transfer-Encoding': 'chunked' } });
      expect(both.status).toBe(400);
    });
  });

  describe('its link', () => {
    it('opens once', async () => {
      const secret = secretOf(door.newLink());
      expect((await exchange(secret)).status).toBe(200);
      const replayed = await exchange(secret);
      expect(replayed.status).toBe(403);
      expect(replayed.headers.has('set-cookie')).toBe(false);
    });

    it('lets a second window in beside the first, which stays', async () => {
      const second = await exchange(secretOf(door.newLink()), { headers: { Cookie: cookie } });
      expect(cookieOf(second)).toBe(cookie);
      expect((await command({ headers: { 'X-Desk-Key': keyOf(second) } })).status).toBe(200);
      expect((await command()).status).toBe(200);
    });

    it('gives a cookie that scripts and other sites never get', async () => {
      const answer = await exchange(secretOf(door.newLink()));
      expect(answer.headers.get('set-cookie')).toMatch(
        /^payout_desk_session_[\da-f]{12}=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/,
      );
    });

    it.each(['', 'wrong', 7, null, {}, ['x']])('refuses the secret %s', async (secret) => {
      expect((await exchange(secret)).status).toBe(403);
    });

    it('is not exchanged for another site, nor as a form, nor by GET', async () => {
      const secret = secretOf(door.newLink());
      expect((await exchange(secret, { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
      expect((await exchange(secret, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
      expect((await exchange(secret, { method: 'GET' })).status).toBe(405);
      expect((await exchange(secret)).status).toBe(200);
    });
  });

  describe('its files', () => {
    it('are the page’s, to anyone who opens it', async () => {
      const index = await sendRaw(door.port, { path: '/' });
      expect(index.status).toBe(200);
      expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect((await sendRaw(door.port, { path: '/assets/app.js' })).body).toBe('export {};');
    });

    it.each([
      '/../private.html',
      '/assets/../../private.html',
      '/%2e%2e/private.html',
      '/..%2fprivate.html',
      '/assets/..\\..\\private.html',
      '//private.html',
      '/notes.txt',
      '/assets',
      '/index.html?x=1',
      '/INDEX.HTML',
      '/constructor',
      'http://127.0.0.1/private.html',
    ])('do not reach %s', async (path) => {
      const answer = await sendRaw(door.port, { path });
      expect(answer.status).toBe(404);
      expect(answer.body).not.toContain('outside');
    });

    it('are not written to', async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        expect((await sendRaw(door.port, { method, headers: { Origin: origin() } })).status).toBe(405);
      }
    });
  });

  it('keeps every answer to itself by its headers', async () => {
    const answers = [
      await sendRaw(door.port, { path: '/' }),
      await sendRaw(door.port, { path: '/nothing' }),
      await command(),
      await command({ headers: { Cookie: null } }),
      await command({ headers: { Origin: 'https://evil.example' } }),
      await exchange('wrong'),
    ];
    for (const { headers } of answers) {
      const csp = headers.get('content-security-policy') ?? '';
      expect(csp).toContain("default-src 'none'");
      expect(csp).toContain("frame-ancestors 'none'");
      expect(csp).not.toMatch(/unsafe|\*|http/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('takes a file’s bytes under a harmless name, and gives only what its handle names', async () => {
    const headers = {
      'Content-Type': 'application/octet-stream',
      'X-File-Name': encodeURIComponent('../../etc/pay.csv'),
    };
    const answer = await command({ path: '/api/files', body: 'upi id,amount\n', headers });
    expect(JSON.parse(answer.body)).toMatchObject({ kind: 'done', value: { name: 'pay.csv', sizeBytes: 14 } });
    for (const name of ['AAAAAAAAAAAAAAAAAAAAAA', '../desk.db', '%2e%2e%2fdesk.db', '']) {
      const path = `/api/downloads/${name}`;
      expect((await command({ method: 'GET', path, body: '', headers: { Origin: null } })).status).toBe(404);
    }
  });

  describe('when strangers hold hundreds of connections', () => {
    /** Connections that send a header line now and then, and reconnect when cut off. */
    function besiege(test: TestContext): { readonly came: () => number } {
      let sockets: Socket[] = [];
      let came = 0;
      const press = (): void => {
        sockets = sockets.filter((socket) => !socket.destroyed);
        for (const socket of sockets) socket.write('X-Filler: b\r\n');
        while (sockets.length < 200) {
          const socket = connect({ host: '127.0.0.1', port: door.port });
          socket.on('error', () => socket.destroy()).on('end', () => socket.destroy());
          socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\n`);
          sockets.push(socket);
          came += 1;
        }
      };
      press();
      const pressing = setInterval(press, 50);
      test.onTestFinished(() => {
        clearInterval(pressing);
        for (const socket of sockets) socket.destroy();
      });
      return { came: () => came };
    }

    it('does whatever the page asks, on connections of any age', async (test) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      test.onTestFinished(() => agent.destroy());
      const overKeepAlive = (): Promise<{ status: number; port: number }> =>
        new Promise((resolve, reject) => {
          const headers = { ...json(), Cookie: cookie, 'X-Desk-Key': key };
          const asked = request({
            agent,
            host: '127.0.0.1',
            port: door.port,
            method: 'POST',
            path: '/api/command',
            headers,
          });
          asked.on('error', reject).on('response', (response) => {
            const { localPort } = response.socket;
            response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, port: localPort ?? 0 }));
          });
          asked.end(JSON.stringify({ name: 'readDesk', params: {} }));
        });
      const first = await overKeepAlive();
      expect(first.status).toBe(200);
      const siege = besiege(test);
      await expect.poll(siege.came, { timeout: 30_000 }).toBeGreaterThan(400);
      for (let time = 0; time < 20; time += 1) {
        expect((await command()).status).toBe(200);
        expect(await overKeepAlive()).toEqual(first);
      }
      expect((await exchange(secretOf(door.newLink()))).status).toBe(200);
      expect((await sendRaw(door.port, { path: '/' })).status).toBe(200);
    }, 60_000);
  });

  it('refuses commands that it does not have', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'nothing', 7, null]) {
      const answer = await command({ body: JSON.stringify({ name, params: {} }) });
      expect(JSON.parse(answer.body)).toMatchObject({ kind: 'refused', refusal: { code: 'unknownCommand' } });
    }
    expect(desk.faults).toEqual([]);
  });
});
