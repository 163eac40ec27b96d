// One connection to the register's PostgreSQL, bounded in time. A server that does not answer, answers late or is cut off is a
// fault of the world, returned as data; whether a transaction that was cut in its commit happened is for register.ts to find out.

import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import type { Clock } from '../platform/clock.ts';

/** Where the register is, without any secret. `host` that begins with a slash is the folder of a Unix socket. */
export interface RegisterAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** A file with the certificate authority that signed the server's certificate; null for those this computer trusts. */
  readonly caFile: string | null;
}

/**
 * `away`: no answer, or an answer cut off. `denied`: the server refuses this user, password or statement. `certificate`: TLS
 * could not be verified. `clash`: a constraint or a concurrent transaction refused the change; nothing of it was stored.
 */
export interface RegisterFault {
  readonly kind: 'fault';
  readonly fault: 'away' | 'denied' | 'certificate' | 'clash';
  /** The server's SQLSTATE or the system's code, for the log. */
  readonly code: string;
}

export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;

export interface RegisterConnection {
  /** Runs statements. Whatever takes longer is given up, and its connection with it. */
  run<Value>(act: (sql: Sql) => Promise<Value>, withinMs?: number): Promise<Value | RegisterFault>;
  close(): Promise<void>;
}

const CONNECT_MS = 5_000;
const STATEMENT_MS = 15_000;

/** No transaction holds the turn of all desks for longer, not even one of a desk that hangs. */
const IDLE_IN_TRANSACTION_MS = 10_000;

export function connectRegister(
  address: RegisterAddress,
  { password, clock }: { readonly password: string | null; readonly clock: Pick<Clock, 'after'> },
): RegisterConnection {
  let open: Opened | null = null;
  const drop = async (): Promise<void> => {
    const opened = open;
    open = null;
    await opened?.sql.end({ timeout: 0 });
  };
  const bounded = async <Value>(
    act: (sql: Sql) => Promise<Value>,
    withinMs: number,
  ): Promise<Value | RegisterFault> => {
    const late = Promise.withResolvers<RegisterFault>();
    const callOff = clock.after(withinMs, () => late.resolve(LATE));
    try {
      open ??= openSql(optionsOf(address, password));
      const answer = act(open.guarded).catch((error: unknown) => faultOf(error));
      const first = await Promise.race([answer, late.promise]);
      // A connection that was slow or cut may still carry an answer to an older question.
      if (isFault(first) && first.fault !== 'clash') await drop();
      return first;
    } catch (error) {
      await drop();
      return faultOf(error);
    } finally {
      callOff();
    }
  };
  /** The driver connects again and again until somebody gives up, so connecting is bounded apart from what follows. */
  const connect = async (): Promise<RegisterFault | null> => {
    const answer = await bounded((sql) => sql`SELECT 1`, CONNECT_MS);
    return isFault(answer) ? answer : null;
  };
  return {
    run: async (act, withinMs = STATEMENT_MS) => {
      const wasOpen = open !== null;
      const answer = (wasOpen ? null : await connect()) ?? (await bounded(act, withinMs));
      // A connection that was kept may have died long ago. Everything that is asked of the register may be asked twice.
      if (!wasOpen || !isFault(answer) || answer.fault !== 'away' || answer === LATE) return answer;
      return (await connect()) ?? (await bounded(act, withinMs));
    },
    close: drop,
  };
}

interface Opened {
  readonly sql: Sql;
  /** The same, with transactions that survive the end of their connection. */
  readonly guarded: Sql;
}

/**
 * The driver's own begin() writes a ROLLBACK to a connection that the server has closed, which throws where nobody can catch it and
 * ends the whole process (porsager/postgres, issue 1208). So transactions are ours, on a reserved connection.
 */
function openSql(options: postgres.Options<Record<string, never>>): Opened {
  const closing = new EventTarget();
  const sql = postgres({ ...options, onclose: () => void closing.dispatchEvent(new Event('close')) });
  type Act = (tx: Sql) => Promise<unknown>;
  const begin = async (...words: readonly [Act] | readonly [level: string, act: Act]): Promise<unknown> => {
    const [level, act] = words.length === 1 ? ['', words[0]] : words;
    const own = await sql.reserve();
    const closed = Promise.withResolvers<never>();
    // Whoever waits for nothing any more is not disturbed by it.
    closed.promise.catch(() => undefined);
    let isOpen = true;
    const onClose = (): void => {
      isOpen = false;
      closed.reject(new ConnectionClosed());
    };
    closing.addEventListener('close', onClose, { once: true });
    const ifOpen = <Value>(value: Value): Value => {
      if (isOpen) return value;
      throw new ConnectionClosed();
    };
    const tx = new Proxy(own, {
      apply: (target, self, args): unknown => Reflect.apply(ifOpen(target), self, args),
      get: (target, name): unknown => Reflect.get(ifOpen(target), name),
    });
    try {
      await Promise.race([own.unsafe(`BEGIN ${level}`), closed.promise]);
      const value = await Promise.race([act(tx), closed.promise]);
      await Promise.race([ifOpen(own).unsafe('COMMIT'), closed.promise]);
      return value;
    } catch (error) {
      // What the server does not answer is given up with its connection, and so rolled back.
      if (isOpen && !isAwayError(error)) await Promise.race([own.unsafe('ROLLBACK'), closed.promise]);
      throw error;
    } finally {
      closing.removeEventListener('close', onClose);
      if (isOpen) own.release();
    }
  };
  const guarded = new Proxy(sql, {
    get: (target, name): unknown => (name === 'begin' ? begin : Reflect.get(target, name)),
  });
  return { sql, guarded };
}

class ConnectionClosed extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/** Whether the driver says it of its connection. */
function isAwayError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.name !== 'PostgresError';
}

const LATE: RegisterFault = { kind: 'fault', fault: 'away', code: 'TIMEOUT' };

export function isFault(value: unknown): value is RegisterFault {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'fault';
}

/** Plain text stays on this computer: a Unix socket, or a loopback address. */
function isLocal(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function optionsOf(address: RegisterAddress, password: string | null): postgres.Options<Record<string, never>> {
  const { host, port, database, user } = address;
  return {
    ...(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }),
    database,
    username: user,
    ...(password === null ? {} : { password }),
    max: 1,
    prepare: false,
    fetch_types: false,
    connect_timeout: CONNECT_MS / 1_000,
    // The host is that of the certificate: without it, a server named by its address would have to be called localhost.
    ssl: isLocal(host) ? false : { host, rejectUnauthorized: true, minVersion: 'TLSv1.2', ...authorities(address) },
    onnotice: () => {},
    connection: {
      application_name: 'payout-desk',
      statement_timeout: STATEMENT_MS,
      lock_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      // A commit that is not on the server's disk is no claim, whatever the server's own settings are.
      synchronous_commit: 'on',
    },
  };
}

function authorities({ caFile }: RegisterAddress): { readonly ca?: string } {
  return caFile === null ? {} : { ca: readFileSync(caFile, 'utf8') };
}

/** Returns a fault of the world; rethrows a bug of ours. */
function faultOf(error: unknown): RegisterFault {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  const code = String(error.code);
  if (/CERT|SIGNATURE|ALTNAME|SSL|TLS/.test(code)) return { kind: 'fault', fault: 'certificate', code };
  if (error.name !== 'PostgresError') return { kind: 'fault', fault: 'away', code };
  // Serialization and deadlock, integrity, a lock or a statement that took too long: the server rolled back.
  if (/^(40|23)/.test(code) || code === '55P03' || code === '57014') return { kind: 'fault', fault: 'clash', code };
  if (/^(28|3D|42)/.test(code)) return { kind: 'fault', fault: 'denied', code };
  return { kind: 'fault', fault: 'away', code };
}
