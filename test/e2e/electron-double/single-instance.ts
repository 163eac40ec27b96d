// One process for each folder of user data, as in Electron: a second one sends the first its command line and gets no lock.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface SecondInstance {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly data: unknown;
}

export interface InstanceOptions {
  readonly folder: string;
  readonly additionalData: Record<string, unknown>;
  readonly onSecond: (second: SecondInstance) => void;
}

/** Telling the first takes milliseconds, or seconds on a busy machine; a first process that hangs is not told. */
const TELLS_WITHIN_MS = 30_000;

/** See unix(7), sun_path; macOS has 104. */
const SOCKET_CHARACTERS_MAX = 100;

export function holdInstance({ folder, additionalData, onSecond }: InstanceOptions): boolean {
  const socket = socketOf(folder);
  const said: SecondInstance = { argv: process.argv, cwd: process.cwd(), data: additionalData };
  if (existsSync(socket) && isReported(socket, JSON.stringify(said))) return false;
  rmSync(socket, { force: true });
  const server = createServer((connection) => {
    let text = '';
    connection.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    connection.on('end', () => {
      onSecond(JSON.parse(text) as SecondInstance);
      connection.end();
    });
  });
  server.listen(socket);
  server.unref();
  process.on('exit', () => rmSync(socket, { force: true }));
  return true;
}

/** Must answer synchronously, as Electron's own function does, so a small process asks: a socket answers later. */
function isReported(socket: string, text: string): boolean {
  const script = `
    const socket = require('node:net').connect(process.argv[1]);
    socket.on('error', () => process.exit(1));
    socket.on('connect', () => socket.end(process.argv[2]));
    socket.resume().on('close', () => process.exit(0));`;
  try {
    execFileSync(process.execPath, ['-e', script, socket, text], { timeout: TELLS_WITHIN_MS, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Next to what it guards, unless that is too long for a socket's path. */
function socketOf(folder: string): string {
  const beside = path.join(path.resolve(folder), 'instance.sock');
  if (beside.length < SOCKET_CHARACTERS_MAX) return beside;
  const name = createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 24);
  return path.join(tmpdir(), `electron-double-${name}.sock`);
}
