// A request as an attacker writes it: bytes on a socket, with nothing corrected by a client library.

import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  /** Null omits a header. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string | Uint8Array;
}

/** Sends one request and reads until the other side closes or the answer is complete. */
export function sendRaw(port: number, request: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', path = '/', body = '' } = request;
  const bytes = Buffer.from(body);
  const headers: Record<string, string | readonly string[] | null> = {
    Host: `127.0.0.1:${port}`,
    Connection: 'close',
    ...(bytes.length > 0 || method === 'POST' ? { 'Content-Length': String(bytes.length) } : {}),
    ...request.headers,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => `${name}: ${one}\r\n`),
  );
  return sendBytes(port, Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), bytes]));
}

/** Sends bytes unchanged. */
export function sendBytes(port: number, bytes: Uint8Array): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket: Socket = connect({ host: '127.0.0.1', port });
    const finish = (): void => {
      socket.destroy();
      const text = Buffer.concat(chunks).toString('utf8');
      if (text === '') reject(new Error('closed without an answer'));
      else resolve(parseAnswer(text));
    };
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', finish);
    // The answer may cut off what was still being sent, but it has arrived.
    socket.on('error', finish);
    socket.write(bytes);
  });
}

function parseAnswer(text: string): RawAnswer {
  const split = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, split).split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: text.slice(split + 4) };
}
