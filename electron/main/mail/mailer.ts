// One connection to the person's mail server, for one mail after the other. E-mail has no idempotency: once the first byte of a
// message has left and no answer came, it may have been sent. Before that byte, and after a refusal, it certainly was not. The
// password only signs in: no error text is passed on, and a server's own words are stripped of it.

import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { AdviceStop, MailServer } from '../../../shared/mail.ts';

/** Connecting, the greeting and TLS. */
const OPENS_WITHIN_MS = 20_000;
/** Between two signs of life. Some servers look through a mail for minutes before they take it. */
const ANSWERS_WITHIN_MS = 180_000;
const ANSWER_MAX_CHARACTERS = 300;

/** Why nothing can be sent now. `mayPass`: worth another try. `answer`: the server's words. */
export interface MailFault {
  readonly kind: 'fault';
  readonly code: Exclude<AdviceStop, 'person' | 'closing' | 'unsure' | 'sameRefusals' | 'disk'>;
  readonly answer: string | null;
  readonly mayPass: boolean;
}

/** What became of one mail. `later` and `refused`: certainly not sent. `fault`: the next ones would fare the same. */
export type Delivery =
  | { readonly kind: 'sent'; readonly answer: string }
  | { readonly kind: 'refused'; readonly answer: string }
  | { readonly kind: 'later'; readonly answer: string | null; readonly fault: MailFault | null }
  | { readonly kind: 'unsure' };

export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly content: Buffer;
}

export interface Mailer {
  /** Opens the connection unless it is open. */
  open(): Promise<{ readonly kind: 'open' } | MailFault>;
  /** One at a time, after open(). */
  send(mail: Mail): Promise<Delivery>;
  /** Ends the connection at once. A message on its way becomes `unsure`. */
  close(): void;
}

/** A connected socket, reached directly or through a proxy. The signal ends it, or the wait for it. */
export type OpenSocket = (
  address: Pick<MailServer, 'host' | 'port'>,
  signal: AbortSignal,
) => Promise<
  | { readonly kind: 'open'; readonly socket: NonNullable<SMTPConnection.Options['connection']> }
  | { readonly kind: 'failed'; readonly cause: 'proxy' | 'unreachable' }
>;

export interface MailerOptions {
  readonly server: MailServer;
  /** Null where there is nobody to sign in. */
  readonly password: string | null;
  readonly openSocket: OpenSocket;
  /** What certificates are verified with. */
  readonly tls: NonNullable<SMTPConnection.Options['tls']>;
  readonly opensWithinMs?: number;
  readonly answersWithinMs?: number;
}

export function createMailer({
  server,
  password,
  openSocket,
  tls,
  opensWithinMs = OPENS_WITHIN_MS,
  answersWithinMs = ANSWERS_WITHIN_MS,
}: MailerOptions): Mailer {
  const { host, port, security } = server;
  let connection: SMTPConnection | null = null;
  let ending = new AbortController();
  const words = (answer: unknown): string | null =>
    typeof answer === 'string' ? cleaned(answer, { user: server.user, password }) : null;
  const drop = (): void => {
    connection?.close();
    connection = null;
    ending.abort();
  };
  const connect = async (): Promise<{ readonly kind: 'open' } | MailFault> => {
    const { default: Connection } = await import('nodemailer/lib/smtp-connection');
    ending = new AbortController();
    const { signal } = ending;
    const opened = await openSocket({ host, port }, signal);
    if (signal.aborted && opened.kind === 'open') opened.socket.destroy();
    if (signal.aborted) return { kind: 'fault', code: 'unreachable', answer: null, mayPass: true };
    if (opened.kind === 'failed') return { kind: 'fault', code: opened.cause, answer: null, mayPass: true };
    const made = new Connection({
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      connection: opened.socket,
      tls: { ...tls, rejectUnauthorized: true },
      connectionTimeout: opensWithinMs,
      greetingTimeout: opensWithinMs,
      socketTimeout: answersWithinMs,
    });
    // From here on close() ends it too, before it is open.
    connection = made;
    const { promise, resolve } = Promise.withResolvers<{ readonly kind: 'open' } | MailFault>();
    const fail = (error: unknown): void => {
      // Node keeps a refused certificate on the socket, which is more reliable than a list of codes.
      const refused: unknown = made._socket ? Reflect.get(made._socket, 'authorizationError') : null;
      resolve({ ...faultOf(error, refused), answer: words(responseOf(error)) });
    };
    made.on('error', fail);
    // An idle connection that the server ends is opened anew for the next mail.
    made.on('end', () => {
      resolve({ kind: 'fault', code: 'server', answer: null, mayPass: true });
      if (connection === made) connection = null;
    });
    made.connect((error) => {
      if (error !== undefined) return fail(error);
      if (password === null || server.user === '') return resolve({ kind: 'open' });
      made.login({ user: server.user, pass: password }, (denied) => {
        // The answer to a password is not repeated: only its number.
        if (denied === null) resolve({ kind: 'open' });
        else
          resolve({ kind: 'fault', code: 'signIn', answer: String(codeOf(denied) ?? ''), mayPass: isPassing(denied) });
      });
    });
    const outcome = await promise;
    if (outcome.kind === 'fault') made.close();
    return outcome;
  };
  return {
    open: async () => (connection === null || connection.destroyed ? await connect() : { kind: 'open' }),
    send: async ({ from, to, content }) => {
      const open = connection;
      if (open === null) return { kind: 'later', answer: null, fault: null };
      let hasLeft = false;
      const message = new Readable({
        read() {
          hasLeft = true;
          this.push(content);
          this.push(null);
        },
      });
      const { promise, resolve } = Promise.withResolvers<Delivery>();
      // A connection that close() ends calls nobody back. Of any other end it tells more, right after this event.
      const onEnd = (): void => void setImmediate(() => resolve(deliveryOf(null, { hasLeft, answer: null })));
      open.once('end', onEnd);
      open.send({ from, to, size: content.length }, message, (error, info) => {
        if (error === null) return resolve({ kind: 'sent', answer: words(info.response) ?? '' });
        resolve(deliveryOf(error, { hasLeft, answer: words(responseOf(error)) }));
      });
      const delivery = await promise;
      open.off('end', onEnd);
      // A refused mail leaves a half transaction behind: the next one gets a connection of its own.
      if (delivery.kind !== 'sent') drop();
      return delivery;
    },
    close: drop,
  };
}

function deliveryOf(
  error: unknown,
  { hasLeft, answer }: { readonly hasLeft: boolean; readonly answer: string | null },
): Delivery {
  const code = codeOf(error);
  if (code === null) return hasLeft ? { kind: 'unsure' } : { kind: 'later', answer: null, fault: null };
  if (code === 530 || code === 535) {
    return { kind: 'later', answer, fault: { kind: 'fault', code: 'signIn', answer: String(code), mayPass: false } };
  }
  if (code < 500) return { kind: 'later', answer, fault: null };
  // The sender is refused, and so would be every other mail.
  if (memberOf(error, 'command') === 'MAIL FROM') {
    return { kind: 'later', answer, fault: { kind: 'fault', code: 'server', answer, mayPass: false } };
  }
  return { kind: 'refused', answer: answer ?? String(code) };
}

function faultOf(error: unknown, refusedCertificate: unknown): Omit<MailFault, 'answer'> {
  const [code, original] = [memberOf(error, 'code'), memberOf(error, 'originalCode')];
  if (refusedCertificate !== null && refusedCertificate !== undefined) {
    return { kind: 'fault', code: 'certificate', mayPass: false };
  }
  if (memberOf(error, 'command') === 'STARTTLS' || (code === 'ETLS' && codeOf(error) !== null)) {
    return { kind: 'fault', code: 'noStartTls', mayPass: false };
  }
  if (code === 'ETLS' || /^(EPROTO|ERR_SSL_|ERR_TLS_)/.test(String(original))) {
    return { kind: 'fault', code: 'tls', mayPass: false };
  }
  return codeOf(error) === null
    ? { kind: 'fault', code: 'unreachable', mayPass: true }
    : { kind: 'fault', code: 'server', mayPass: isPassing(error) };
}

/** The number that the server answered with. */
function codeOf(error: unknown): number | null {
  const code = memberOf(error, 'responseCode');
  return typeof code === 'number' ? code : null;
}

function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return code === null || code < 500;
}

function responseOf(error: unknown): unknown {
  return memberOf(error, 'response');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}

/** A server's own words on one line, without the password in any form that SMTP sends it in. */
function cleaned(
  answer: string,
  { user, password }: { readonly user: string; readonly password: string | null },
): string {
  const inBase64 = (text: string): string => Buffer.from(text).toString('base64').replace(/=+$/, '');
  // AUTH PLAIN sends it behind the user's name, AUTH LOGIN alone.
  const secrets = password === null ? [] : [inBase64(`\0${user}\0${password}`), inBase64(password), password];
  const safe = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), answer);
  return safe
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, ANSWER_MAX_CHARACTERS);
}
