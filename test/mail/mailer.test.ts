// What became of a mail, against a real mail server on loopback.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSocket, trustedContext } from '../../electron/main/gateway/transport.ts';
import { createMailer, type Mailer } from '../../electron/main/mail/mailer.ts';
import { composeMail } from '../../electron/main/reports/compose-mail.ts';
import type { MailServer } from '../../shared/mail.ts';
import { tlsFixture } from '../gateway/hostile-server.ts';
import { openProxy } from '../gateway/proxy-server.ts';
import { openSmtpServer, type SmtpBehaviour, type SmtpServer } from './smtp-server.ts';

const PASSWORD = 'correct horse: बैटरी';
const MAIL = {
  from: 'desk@firm.example',
  to: 'asha@home.example',
  content: Buffer.from('Subject: x\r\n\r\nhello\r\n'),
};

interface Connecting {
  readonly password?: string | null;
  readonly security?: MailServer['security'];
  readonly route?: Parameters<typeof openSocket>[1]['findRoute'];
  readonly host?: string;
  readonly opensWithinMs?: number;
  readonly answersWithinMs?: number;
}

function mailerTo(
  { port }: SmtpServer,
  {
    password = null,
    security = 'none',
    host = '127.0.0.1',
    route = () => ({ kind: 'direct' }),
    opensWithinMs = 2_000,
    answersWithinMs = 5_000,
  }: Connecting = {},
): Mailer {
  const secureContext = trustedContext([tlsFixture('ca.pem')]);
  const user = password === null ? '' : 'desk';
  const mailer = createMailer({
    server: { host, port, security, user, from: MAIL.from, replyTo: '', perMinute: 600 },
    password,
    tls: { secureContext },
    openSocket: (address, signal) => openSocket(address, { findRoute: route, secureContext, signal }),
    opensWithinMs,
    answersWithinMs,
  });
  onTestFinished(() => mailer.close());
  return mailer;
}

async function deliver(behaviour: SmtpBehaviour, within = {}): Promise<unknown> {
  const server = await openSmtpServer(behaviour);
  const mailer = mailerTo(server, within);
  const opened = await mailer.open();
  return opened.kind === 'open' ? await mailer.send(MAIL) : opened;
}

describe('a mail', () => {
  it.each<[string, SmtpBehaviour, object]>([
    ['is sent once the server has taken it', {}, { kind: 'sent', answer: '250 2.0.0 queued as 1' }],
    [
      'is refused for good by a 550 at its recipient',
      { atRecipient: () => '550 5.1.1 no such user' },
      { kind: 'refused', answer: '550 5.1.1 no such user' },
    ],
    [
      'is refused for good by a 554 after its message',
      { atMessage: () => '554 5.7.1 looks like spam' },
      { kind: 'refused', answer: '554 5.7.1 looks like spam' },
    ],
    [
      'is sent later after a 450 at its recipient',
      { atRecipient: () => '450 4.2.1 greylisted' },
      { kind: 'later', answer: '450 4.2.1 greylisted', fault: null },
    ],
    [
      'is sent later after a 421 at the start of its message',
      { atData: () => '421 4.3.2 closing' },
      { kind: 'later', answer: '421 4.3.2 closing', fault: null },
    ],
    [
      'is sent later after a 421 at the end of its message',
      { atMessage: () => '421 4.3.0 try again' },
      { kind: 'later', answer: '421 4.3.0 try again', fault: null },
    ],
    [
      'is sent later when the connection drops before its message',
      { atData: () => 'DROP' },
      { kind: 'later', answer: null, fault: null },
    ],
    ['may have been sent when the connection drops after its message', { atMessage: () => 'DROP' }, { kind: 'unsure' }],
  ])('%s', async (_what, behaviour, delivery) => {
    expect(await deliver(behaviour)).toEqual(delivery);
  });

  it('may have been sent when no answer comes to its message', async () => {
    expect(await deliver({ atMessage: () => 'SILENCE' }, { answersWithinMs: 300 })).toEqual({ kind: 'unsure' });
  });

  it('of a refused sender stops the others too', async () => {
    const fault = { kind: 'fault', code: 'server', answer: '550 not your domain', mayPass: false };
    expect(await deliver({ atMail: () => '550 not your domain' })).toEqual({
      kind: 'later',
      answer: '550 not your domain',
      fault,
    });
  });

  it('goes over the same connection as the one before', async () => {
    const server = await openSmtpServer();
    const mailer = mailerTo(server);
    for (let count = 0; count < 3; count += 1) {
      expect(await mailer.open()).toEqual({ kind: 'open' });
      expect(await mailer.send(MAIL)).toMatchObject({ kind: 'sent' });
    }
    expect([server.connections, server.taken.length]).toEqual([1, 3]);
  });

  it.each([
    ['may have been sent', 'after', 'atMessage', { kind: 'unsure' }],
    ['is sent later', 'before', 'atData', { kind: 'later', answer: null, fault: null }],
  ] as const)('%s when the connection is closed %s its message has left', async (_what, _when, silentAt, delivery) => {
    const { promise: isSilent, resolve } = Promise.withResolvers<void>();
    const fallSilent = (): string => {
      resolve();
      return 'SILENCE';
    };
    const mailer = mailerTo(await openSmtpServer({ [silentAt]: fallSilent }));
    await mailer.open();
    const sending = mailer.send(MAIL);
    await isSilent;
    mailer.close();
    expect(await sending).toEqual(delivery);
  });

  it('gets a new connection after one that broke', async () => {
    const server = await openSmtpServer({ atMessage: () => 'DROP' });
    const mailer = mailerTo(server);
    await mailer.open();
    expect(await mailer.send(MAIL)).toEqual({ kind: 'unsure' });
    server.behave({});
    expect(await mailer.open()).toEqual({ kind: 'open' });
    expect(await mailer.send(MAIL)).toMatchObject({ kind: 'sent' });
  });
});

describe('a mail server', () => {
  it.each(['tls', 'starttls'] as const)('is signed in to over %s only', async (security) => {
    const server = await openSmtpServer({ security, account: `desk:${PASSWORD}` });
    const mailer = mailerTo(server, { security, password: PASSWORD, host: 'localhost' });
    expect(await mailer.open()).toEqual({ kind: 'open' });
    expect(await mailer.send(MAIL)).toMatchObject({ kind: 'sent' });
  });

  it('that offers no STARTTLS gets neither a password nor a mail', async () => {
    const server = await openSmtpServer({ security: 'none', account: `desk:${PASSWORD}` });
    const mailer = mailerTo(server, { security: 'starttls', password: PASSWORD });
    expect(await mailer.open()).toMatchObject({ kind: 'fault', code: 'noStartTls', mayPass: false });
    expect(server.lines.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
  });

  it.each(['tls', 'starttls'] as const)('with a certificate of another host gets nothing over %s', async (security) => {
    const server = await openSmtpServer({ security, certificate: 'wrong-host', account: `desk:${PASSWORD}` });
    const mailer = mailerTo(server, { security, password: PASSWORD, host: 'localhost' });
    expect(await mailer.open()).toEqual({ kind: 'fault', code: 'certificate', answer: null, mayPass: false });
    expect(server.lines.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
  });

  it('that speaks no TLS gets nothing over TLS', async () => {
    const mailer = mailerTo(await openSmtpServer(), { security: 'tls' });
    expect(await mailer.open()).toMatchObject({ kind: 'fault', code: 'tls', mayPass: false });
  });

  it('that refuses the password is told apart, and its words are not repeated', async () => {
    const server = await openSmtpServer({ security: 'tls', account: 'desk:another' });
    const mailer = mailerTo(server, { security: 'tls', password: PASSWORD, host: 'localhost' });
    expect(await mailer.open()).toEqual({ kind: 'fault', code: 'signIn', answer: '535', mayPass: false });
  });

  it('that repeats the password in an answer has it taken out', async () => {
    const account = `desk:${PASSWORD}`;
    const inBase64 = (text: string) => Buffer.from(text).toString('base64');
    const forms = [PASSWORD, inBase64(PASSWORD), inBase64(`\0desk\0${PASSWORD}`)];
    const server = await openSmtpServer({ security: 'tls', account, atMessage: () => `554 no ${forms.join(' or ')}.` });
    const mailer = mailerTo(server, { security: 'tls', password: PASSWORD, host: 'localhost' });
    await mailer.open();
    expect(await mailer.send(MAIL)).toEqual({
      kind: 'refused',
      answer: expect.stringMatching(/^554 no \*{3}=* or \*{3}=* or \*{3}=*\.$/),
    });
  });

  it('is not waited for once the connection is closed', async () => {
    const silent = await openSmtpServer({ greeting: 'SILENCE' });
    const mailer = mailerTo(silent, { opensWithinMs: 60_000 });
    const opening = mailer.open();
    await expect.poll(() => silent.connections).toBe(1);
    mailer.close();
    expect(await opening).toMatchObject({ kind: 'fault', code: 'server' });
  });

  it('is not waited for while it is being reached', async () => {
    const server = await openSmtpServer();
    const proxy = createServer();
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const asked = once(proxy, 'connection');
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const route = { kind: 'tunnel', host: '127.0.0.1', port, secure: false, authorization: null } as const;
    const mailer = mailerTo(server, { host: 'good.test', route: () => Promise.resolve(route), opensWithinMs: 60_000 });
    const opening = mailer.open();
    const [socket] = (await asked) as [Socket];
    mailer.close();
    expect(await opening).toMatchObject({ kind: 'fault', code: 'unreachable' });
    await once(socket.resume(), 'close');
  });

  it.each<[string, SmtpBehaviour, object]>([
    ['is not there', { greeting: 'DROP' }, { code: 'unreachable', mayPass: true }],
    ['says nothing', { greeting: 'SILENCE' }, { code: 'unreachable', mayPass: true }],
    ['is busy', { greeting: '421 4.3.2 too many connections' }, { code: 'server', mayPass: true }],
    ['takes nobody', { greeting: '554 5.7.1 blocked' }, { code: 'server', mayPass: false }],
  ])('that %s is named', async (_what, behaviour, fault) => {
    expect(await deliver(behaviour)).toMatchObject({ kind: 'fault', ...fault });
  });

  it('is reached through a proxy, although it speaks first', async () => {
    const server = await openSmtpServer({ security: 'starttls' });
    const proxy = await openProxy();
    onTestFinished(() => proxy.close());
    const mailer = mailerTo(server, { security: 'starttls', host: 'good.test', route: () => proxy.route });
    // Its certificate is of another host, so it was heard up to there.
    expect(await mailer.open()).toMatchObject({ code: 'certificate' });
    expect(proxy.heads[0]).toContain(`CONNECT good.test:${server.port}`);
    expect(server.lines).toContain('STARTTLS');
  });
});

describe('the text of a mail', () => {
  it('has one sender, one recipient and the slip', async () => {
    const content = await composeMail(
      { subject: 'भुगतान', text: 'नमस्ते', attachment: { name: 'B0001-2 Asha.pdf', content: Buffer.from('%PDF') } },
      { from: MAIL.from, to: MAIL.to, replyTo: 'hr@firm.example', messageId: '<advice.1@firm.example>', atMs: 0 },
    );
    const head = content.toString('latin1').split('\r\n\r\n')[0] ?? '';
    expect(head).toMatch(/^From: desk@firm\.example\r$/m);
    expect(head).toMatch(/^To: asha@home\.example\r$/m);
    expect(head).toMatch(/^Reply-To: hr@firm\.example\r$/m);
    expect(head).toMatch(/^Message-ID: <advice\.1@firm\.example>\r$/m);
    expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });
});
