// A mail server of bare sockets on loopback: plain, with STARTTLS or with TLS from the start, which behaves or misbehaves at each step.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { tlsFixture } from '../gateway/hostile-server.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** An answer; DROP ends the connection instead, and SILENCE gives none. */
export type Reply = string;

export interface SmtpBehaviour {
  readonly security?: 'none' | 'starttls' | 'tls';
  readonly certificate?: 'good' | 'wrong-host';
  /** `user:password` that signs in; nobody needs to where it is absent. */
  readonly account?: string;
  readonly greeting?: Reply;
  readonly atMail?: () => Reply;
  readonly atRecipient?: (address: string) => Reply;
  readonly atData?: () => Reply;
  /** Once the message is whole. */
  readonly atMessage?: (mail: ReceivedMail) => Reply;
}

export interface SmtpServer {
  readonly port: number;
  /** Every message that was taken. */
  readonly taken: readonly ReceivedMail[];
  /** Every line a client sent outside of messages, and how many connections there were. */
  readonly lines: readonly string[];
  readonly connections: number;
  behave(behaviour: SmtpBehaviour): void;
}

export async function openSmtpServer(first: SmtpBehaviour = {}): Promise<SmtpServer> {
  let behaviour = first;
  const taken: ReceivedMail[] = [];
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((bare) => {
    connections += 1;
    sockets.add(bare);
    bare.on('error', () => bare.destroy());
    const { security = 'none' } = behaviour;
    if (security === 'tls') serve(secured(bare), true);
    else serve(bare, security === 'none');
  });
  const secured = (bare: Socket): TLSSocket => {
    const { certificate = 'good' } = behaviour;
    const socket = new TLSSocket(bare, {
      isServer: true,
      cert: tlsFixture(`${certificate}.pem`),
      key: tlsFixture(`${certificate}.key`),
    });
    socket.on('error', () => socket.destroy());
    return socket;
  };
  function serve(socket: Socket, isSecure: boolean, isGreeted = false): void {
    let buffered = '';
    let from = '';
    let to = '';
    let isMessage = false;
    let isWanted = false;
    const reply = (answer: Reply): void => {
      if (answer === 'DROP') socket.destroy();
      else if (answer !== 'SILENCE') socket.write(`${answer}\r\n`);
    };
    const command = (line: string): void => {
      lines.push(line);
      const [, verb = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
      switch (verb.toUpperCase()) {
        case 'EHLO':
          return reply(
            [
              '250-loopback',
              ...(isSecure ? [] : ['250-STARTTLS']),
              ...(behaviour.account === undefined || !isSecure ? [] : ['250-AUTH PLAIN']),
              '250-PIPELINING',
              '250 8BITMIME',
            ].join('\r\n'),
          );
        case 'STARTTLS':
          if (isSecure) return reply('502 not here');
          reply('220 go ahead');
          socket.off('data', read);
          return serve(secured(socket), true, true);
        case 'AUTH': {
          const [, name, password] = Buffer.from(rest.replace(/^PLAIN /, ''), 'base64')
            .toString()
            .split('\0');
          return reply(`${name}:${password}` === behaviour.account ? '235 welcome' : `535 5.7.8 no: ${password}`);
        }
        case 'MAIL':
          from = /<(.*?)>/.exec(rest)?.[1] ?? '';
          return reply(behaviour.atMail?.() ?? '250 sender ok');
        case 'RCPT':
          to = /<(.*?)>/.exec(rest)?.[1] ?? '';
          isWanted = (behaviour.atRecipient?.(to) ?? '250').startsWith('250');
          return reply(behaviour.atRecipient?.(to) ?? '250 recipient ok');
        case 'DATA': {
          const answer = isWanted ? (behaviour.atData?.() ?? '354 go on') : '503 no valid recipients';
          isMessage = answer.startsWith('354');
          return reply(answer);
        }
        case 'QUIT':
          reply('221 bye');
          return void socket.end();
        default:
          return reply('250 ok');
      }
    };
    const read = (chunk: Buffer): void => {
      buffered += chunk.toString('latin1');
      for (;;) {
        const end = buffered.indexOf(isMessage ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const part = buffered.slice(0, end);
        buffered = buffered.slice(end + (isMessage ? 5 : 2));
        if (!isMessage) {
          command(part);
          continue;
        }
        isMessage = false;
        const mail = { from, to, text: part };
        const answer = behaviour.atMessage?.(mail) ?? `250 2.0.0 queued as ${taken.length + 1}`;
        if (answer.startsWith('250')) taken.push(mail);
        reply(answer);
      }
    };
    socket.on('data', read);
    if (!isGreeted) reply(behaviour.greeting ?? '220 loopback ready');
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    lines,
    get connections() {
      return connections;
    },
    behave: (next) => {
      behaviour = next;
    },
  };
}
