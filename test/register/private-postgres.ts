// A PostgreSQL of one test file: its own cluster in a temp folder, run by a user who is not root, as PostgreSQL demands.

import { type ExecFileSyncOptionsWithStringEncoding, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const DEBIAN = '/usr/lib/postgresql';
const OLDEST = 15;

/** A base backup otherwise waits for the next checkpoint, some minutes. */
const AT_ONCE = ['-c', 'fast'];

/** Why the tests of the register cannot run here; null when they can. */
export const NO_POSTGRES = programs() === null || runner() === null ? 'no PostgreSQL' : null;

export interface PrivatePostgres {
  readonly port: number;
  readonly folder: string;
  /** Runs SQL as the cluster's superuser, and returns what it prints. */
  sql(text: string, database?: string): string;
  stop(how?: 'fast' | 'immediate'): void;
  start(): void;
  /** Copies the stopped cluster's files aside, and puts them back. */
  keepFiles(): void;
  restoreFiles(): void;
  /** Makes a streaming replica of the cluster, as it is now, and starts it. */
  replicate(): Promise<Replica>;
  remove(): void;
}

/** A stopped replica lacks what the cluster commits from then on. A promoted one is a cluster that is replicated in turn. */
export interface Replica {
  readonly port: number;
  sql(text: string, database?: string): string;
  stop(how?: 'fast' | 'immediate'): void;
  start(): void;
  promote(): void;
  replicate(): Promise<Replica>;
}

/**
 * Starts a cluster with the database `team`, owned by `keeper`. `outer`: another address of this computer that it also serves, with
 * TLS and with a certificate of its own making, `server.crt` in its folder.
 */
export async function startPostgres({
  outer,
  settings = [],
}: {
  readonly outer?: string;
  /** Lines for its configuration, of its replicas too. */
  readonly settings?: readonly string[];
} = {}): Promise<PrivatePostgres> {
  const bin = programs() ?? '';
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-pg-'));
  const user = runner();
  if (user !== null && user !== 'self') chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = path.join(folder, 'data');
  const kept = path.join(folder, 'kept');
  const as = (program: string, ...words: readonly string[]): string => {
    const options: ExecFileSyncOptionsWithStringEncoding = {
      encoding: 'utf8',
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    };
    if (user === null || user === 'self') return execFileSync(path.join(bin, program), [...words], options);
    const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
    return execFileSync('setpriv', [...ids, path.join(bin, program), ...words], options);
  };
  as('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale');
  const port = await freePort();
  // pg_ctl hands its output to the server, which would keep a pipe open.
  const startIn = (place: string, at: number): void => {
    const addresses = outer === undefined ? '127.0.0.1' : `127.0.0.1,${outer}`;
    const options = `-p ${at} -k ${folder} -c listen_addresses=${addresses}`;
    as('pg_ctl', '-D', place, '-w', '-l', `${place}.log`, '-o', options, 'start');
  };
  const stopIn = (place: string, how: 'fast' | 'immediate'): void => {
    if (existsSync(path.join(place, 'postmaster.pid'))) as('pg_ctl', '-D', place, '-w', '-m', how, 'stop');
  };
  const start = (): void => startIn(data, port);
  const stop = (how: 'fast' | 'immediate' = 'fast'): void => stopIn(data, how);
  const sqlAt = (at: number, text: string, database: string): string =>
    as('psql', '-h', folder, '-p', String(at), '-U', 'postgres', '-d', database, '-Atqc', text).trim();
  const sql = (text: string, database = 'team'): string => sqlAt(port, text, database);
  const places = [data];
  const replicaOf = async (primaryPort: number): Promise<Replica> => {
    const at = await freePort();
    const place = path.join(folder, `replica-${places.length}`);
    places.push(place);
    const from = ['-h', folder, '-p', String(primaryPort), '-U', 'postgres'];
    as('pg_basebackup', ...from, '-D', place, '-R', '-X', 'stream', ...AT_ONCE);
    startIn(place, at);
    return {
      port: at,
      sql: (text, database = 'team') => sqlAt(at, text, database),
      stop: (how = 'fast') => stopIn(place, how),
      start: () => startIn(place, at),
      promote: () => void as('pg_ctl', '-D', place, '-w', 'promote'),
      replicate: () => replicaOf(at),
    };
  };
  const replicate = (): Promise<Replica> => replicaOf(port);
  appendFileSync(path.join(data, 'postgresql.conf'), settings.map((line) => `${line}\n`).join(''));
  if (outer !== undefined) offerTls(data, { outer, folder, user });
  start();
  sql('CREATE ROLE keeper LOGIN CREATEROLE', 'postgres');
  sql('CREATE DATABASE team OWNER keeper', 'postgres');
  const remove = (): void => {
    for (const place of places) stopIn(place, 'immediate');
    rmSync(folder, { recursive: true, force: true });
  };
  const copy = (from: string, to: string): void => {
    rmSync(to, { recursive: true, force: true });
    if (user === null || user === 'self') cpSync(from, to, { recursive: true });
    else execFileSync('cp', ['-a', from, to]);
  };
  return {
    port,
    folder,
    sql,
    stop,
    start,
    keepFiles: () => copy(data, kept),
    restoreFiles: () => copy(kept, data),
    replicate,
    remove,
  };
}

function offerTls(
  data: string,
  {
    outer,
    folder,
    user,
  }: { readonly outer: string; readonly folder: string; readonly user: ReturnType<typeof runner> },
): void {
  const [certificate, key] = [path.join(folder, 'server.crt'), path.join(folder, 'server.key')];
  const about = ['-days', '2', '-nodes', '-subj', '/CN=register', '-addext', `subjectAltName=IP:${outer}`];
  execFileSync('openssl', ['req', '-new', '-x509', ...about, '-out', certificate, '-keyout', key], { stdio: 'ignore' });
  chmodSync(key, 0o600);
  if (user !== null && user !== 'self') for (const file of [certificate, key]) chownSync(file, user.uid, user.gid);
  appendFileSync(
    path.join(data, 'postgresql.conf'),
    `ssl = on\nssl_cert_file = '${certificate}'\nssl_key_file = '${key}'\n`,
  );
  // Also without TLS, so that it is the desk that insists.
  appendFileSync(path.join(data, 'pg_hba.conf'), `host all all ${outer}/32 trust\n`);
}

/** The folder of the newest PostgreSQL that is new enough; null without one. */
function programs(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const newest = Math.max(0, ...versions.filter((version) => version >= OLDEST));
  return newest === 0 ? null : path.join(DEBIAN, String(newest), 'bin');
}

function runner(): 'self' | { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return 'self';
  const id = (which: string): number => Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  return uid > 0 && gid > 0 ? { uid, gid } : null;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
