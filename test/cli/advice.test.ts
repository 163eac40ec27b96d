// Payment advice by e-mail from the command line: a real mail server on loopback, and a process that is killed right after the
// server took a mail.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { openSmtpServer, type SmtpServer } from '../mail/smtp-server.ts';
import { openDeskFor } from './desk-in-process.ts';
import { type Desk, type Finished, PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';

const PEOPLE = ['asha', 'ravi', 'meena', 'om'];
const ADDRESSES = PEOPLE.map((name) => `${name}@home.example`);

async function paidDesk(test: TestContext, server: SmtpServer): Promise<Desk> {
  const desk = await openDeskFor(test, await startSpecGateway(test));
  const file = join(desk.folder, 'pay.csv');
  const lines = PEOPLE.map((name, at) => `${name},${name}@okbank,${100 + at},Salary,${ADDRESSES[at]}`);
  writeFileSync(file, ['Name,UPI ID,Amount,Remark,Email', ...lines, ''].join('\n'));
  expect((await desk.run('run', file, '--profile', 'acme', '--yes', '--accept-warnings')).exitCode).toBe(0);
  const at = ['--host', '127.0.0.1', '--port', String(server.port), '--security', 'none'];
  const set = await desk.run('mail', 'set', ...at, '--from', 'accounts@firm.example', '--per-minute', '600');
  expect(set).toMatchObject({ exitCode: 0, stderr: '' });
  return desk;
}

const sendAll = ['advice', 'send', 'B0001', '--yes', '--json'];
const jsonOf = ({ stdout }: Finished): unknown => JSON.parse(stdout.trim().split('\n').at(-1) ?? '');

describe('advice send', { timeout: PATIENCE_MS }, () => {
  it('shows who gets it, sends it, and says who got it', async (test) => {
    const server = await openSmtpServer();
    const desk = await paidDesk(test, server);
    const sent = await desk.run(...sendAll);
    expect(sent.exitCode).toBe(0);
    expect(sent.stderr).toContain('From accounts@firm.example: 4 of 4 payees, ₹406.00.');
    expect(jsonOf(sent)).toMatchObject({ batch: 'B0001', sent: 4, refused: 0, unsure: 0, stopped: null });
    expect(server.taken.map(({ to }) => to)).toEqual(ADDRESSES);
    const status = await desk.run('advice', 'status', 'B0001');
    expect(status.stdout).toContain('asha@home.example');
    expect(status.stdout).toContain('4 sent, 0 refused, 0 not sent yet, 0 may have been sent.');
    // Nobody is left.
    expect(await desk.run(...sendAll)).toMatchObject({ exitCode: 2 });
    expect(server.taken).toHaveLength(4);
    expect((await desk.run('audit', 'verify')).exitCode).toBe(0);
  });

  it('asks for the number of mails, and sends nothing where nobody can be asked', async (test) => {
    const server = await openSmtpServer();
    const desk = await paidDesk(test, server);
    expect((await desk.run('advice', 'send', 'B0001')).exitCode).toBe(2);
    expect(server.connections).toBe(0);
  });

  it('killed right after a mail was taken is sent on without it, and that mail may have been sent', async (test) => {
    let victim: number | null = null;
    let answered = 0;
    const server = await openSmtpServer({
      // The second mail is taken, and its process dies before the answer can be recorded.
      atMessage: () => {
        answered += 1;
        if (answered === 2 && victim !== null) process.kill(victim, 'SIGKILL');
        return '250 taken';
      },
    });
    const desk = await paidDesk(test, server);
    const started = desk.start(...sendAll);
    victim = started.pid;
    expect((await started.finished).signal).toBe('SIGKILL');
    expect(jsonOf(await desk.run('advice', 'status', 'B0001', '--json'))).toMatchObject({ sent: 1, unsure: 1 });
    const rest = await desk.run(...sendAll);
    expect([rest.exitCode, jsonOf(rest)]).toMatchObject([4, { sent: 3, unsure: 1 }]);
    expect(server.taken.map(({ to }) => to)).toEqual(ADDRESSES);
    // A person says so: that payee may get it twice, under the same Message-ID.
    const again = await desk.run(...sendAll, '--again', 'B0001/3');
    expect([again.exitCode, jsonOf(again)]).toMatchObject([0, { sent: 4, unsure: 0 }]);
    const ids = server.taken
      .filter(({ to }) => to === 'ravi@home.example')
      .map(({ text }) => /^Message-ID: .*$/m.exec(text)?.[0]);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    expect((await desk.run('audit', 'verify')).exitCode).toBe(0);
  });

  it('stops with 5, and says why, where the server takes no mails', async (test) => {
    const server = await openSmtpServer({ atMail: () => '550 5.7.1 sender not allowed' });
    const desk = await paidDesk(test, server);
    const stopped = await desk.run(...sendAll);
    expect([stopped.exitCode, jsonOf(stopped)]).toMatchObject([5, { sent: 0, later: 1, stopped: { code: 'server' } }]);
    expect(stopped.stderr).toContain('sender not allowed');
  });
});

describe('mail set', { timeout: PATIENCE_MS }, () => {
  it('keeps what is not given, and refuses a connection in the clear', async (test) => {
    const server = await openSmtpServer();
    const desk = await paidDesk(test, server);
    const changed = await desk.run('mail', 'set', '--reply-to', 'hr@firm.example', '--json');
    expect(jsonOf(changed)).toMatchObject({ host: '127.0.0.1', port: server.port, replyTo: 'hr@firm.example' });
    expect((await desk.run('mail', 'set', '--host', 'smtp.example.com')).exitCode).toBe(2);
    expect((await desk.run('mail', 'test')).stdout).toContain('took a test mail to accounts@firm.example');
    expect(server.taken.map(({ to }) => to)).toEqual(['accounts@firm.example']);
  });

  it('needs a server and a sender, and a password has no place on the command line', async (test) => {
    const desk = await openDeskFor(test, await startSpecGateway(test));
    const bare = await desk.run('mail', 'set');
    expect([bare.exitCode, bare.stderr]).toEqual([2, expect.stringContaining('--host and --from')]);
    const told = await desk.run('mail', 'password', 's3cr3t-word');
    expect([told.exitCode, told.stderr.includes('s3cr3t-word')]).toEqual([2, false]);
  });
});
