// Payment advice by e-mail: a window's desk with paid payouts, and a real mail server on loopback.

import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { compose } from '../../electron/main/compose.ts';
import { saveMailServer, testMail } from '../../electron/main/desk/advice/mail-server.ts';
import type { AdvicePlan } from '../../shared/api/mail-commands.ts';
import type { MailServer } from '../../shared/mail.ts';
import { openSmtpServer, type SmtpBehaviour, type SmtpServer } from '../mail/smtp-server.ts';
import { confirm } from '../store/confirm.ts';
import { answer, claimOne, confirmation, LOST, MERCHANT, PAID, payments, turn } from '../store/desk-file.ts';
import { filledFolder, withoutToken } from './filled-desk.ts';
import { deskFor, type TestWindowDesk } from './window-desk.ts';

const B1 = 'B0001';
const ADDRESSES = ['asha@home.example', 'ravi@home.example', 'meena@home.example', 'om@home.example'];

/** A desk with a paid payout for each address; null has none in the sheet. `lost`: one more, which is not confirmed. */
function deskWithPaid(
  test: TestContext,
  addresses: readonly (string | null)[] = ADDRESSES,
  { lost = false, environment = 'LIVE' }: { readonly lost?: boolean; readonly environment?: 'LIVE' | 'PRACTICE' } = {},
): TestWindowDesk {
  const folder = filledFolder((writer) => {
    const merchantId = writer.merchants.ensure(MERCHANT);
    const whole = confirmation({ store: writer, merchantId }, payments(addresses.length + (lost ? 1 : 0)), {
      headers: ['Name', 'Email'],
      environment,
    });
    const rows = whole.rows.map((row, at) => ({ ...row, source: [row.payment.name ?? '', addresses[at] ?? ''] }));
    const batch = confirm(writer, { ...whole, rows });
    const claimed = rows.map(() => claimOne(writer, batch));
    const news = claimed.map((one, at) => {
      const ids = { ...PAID.ids, utr: `UTR00${at}`, transactionId: `T${at}`, rrn: null };
      return answer(one, at < addresses.length ? { ...PAID, ids } : LOST);
    });
    turn(writer, batch, { news });
  });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return deskFor(test, folder, { change: withoutToken });
}

function serverAt({ port }: SmtpServer, change: Partial<MailServer> = {}): MailServer {
  return {
    host: '127.0.0.1',
    port,
    security: 'none',
    user: '',
    from: 'accounts@firm.example',
    replyTo: '',
    perMinute: 600,
    ...change,
  };
}

async function withServer(desk: TestWindowDesk, behaviour: SmtpBehaviour = {}): Promise<SmtpServer> {
  const server = await openSmtpServer(behaviour);
  await desk.change('saveMailServer', { server: serverAt(server) });
  return server;
}

const ASKED = { batch: B1, language: 'en' };

function plan(desk: TestWindowDesk, more: object = {}): Promise<AdvicePlan> {
  return desk.ask('planAdvice', { ...ASKED, ...more });
}

async function send(desk: TestWindowDesk, more: object = {}): Promise<void> {
  const { seal } = await plan(desk, more);
  await desk.change('sendAdvice', { ...ASKED, ...more, seal });
  await ended(desk);
}

async function read(desk: TestWindowDesk) {
  return await desk.ask('readAdvice', { batch: B1, window: { from: 0, count: 100 } });
}

async function ended(desk: TestWindowDesk): Promise<void> {
  await expect.poll(async () => (await read(desk)).progress?.active).toBe(false);
}

const heldOf = ({ held }: AdvicePlan): unknown =>
  Object.fromEntries(held.map(({ why, payees }) => [why, payees.map(({ payout }) => payout)]));

describe('payment advice by e-mail', () => {
  it('goes once to each paid payee, with the slip, and the server’s answer is kept', async (test) => {
    const desk = deskWithPaid(test);
    const server = await withServer(desk);
    await send(desk);
    expect(server.taken.map(({ to }) => to)).toEqual(ADDRESSES);
    expect(server.taken[0]?.text).toContain('Content-Type: application/pdf');
    expect(server.connections).toBe(1);
    const { counts, lines } = await read(desk);
    expect(counts).toEqual({ sent: 4, refused: 0, later: 0, unsure: 0, cameBack: 0 });
    expect(lines[0]).toMatchObject({ payout: 'B0001/2', address: 'asha@home.example', state: 'sent', tries: 1 });
    expect(lines[0]?.answer).toMatch(/^250 /);
    // The second time nobody is left.
    const again = await plan(desk);
    expect([again.sum.count, heldOf(again)]).toEqual([0, { sent: ['B0001/2', 'B0001/3', 'B0001/4', 'B0001/5'] }]);
    expect(await desk.refusalOf('sendAdvice', { ...ASKED, seal: again.seal, commandId: crypto.randomUUID() })).toBe(
      'nobodyLeft',
    );
    expect((await desk.ask('verifyAudit', { book: 'live' })).findings).toEqual([]);
  });

  it('shows before anything leaves who gets none, and why', async (test) => {
    const desk = deskWithPaid(
      test,
      ['asha@home.example', null, 'pair@home.example', 'pair@home.example', 'not an address'],
      { lost: true },
    );
    const server = await withServer(desk);
    const view = await plan(desk);
    expect([view.sum.count, view.from, heldOf(view)]).toEqual([
      1,
      'accounts@firm.example',
      { notPaid: ['B0001/7'], noAddress: ['B0001/3', 'B0001/6'], shared: ['B0001/4', 'B0001/5'] },
    ]);
    expect(server.lines).toEqual([]);
  });

  it('is not sent when the payments have changed since it was shown', async (test) => {
    const desk = deskWithPaid(test);
    const server = await withServer(desk);
    const { seal } = await plan(desk);
    await desk.change('saveMailServer', { server: serverAt(server, { from: 'other@firm.example' }) });
    expect(await desk.refusalOf('sendAdvice', { ...ASKED, seal, commandId: crypto.randomUUID() })).toBe(
      'adviceChanged',
    );
    expect(server.taken).toEqual([]);
  });

  it('tells a permanent refusal per payee, and goes on with the others', async (test) => {
    const desk = deskWithPaid(test);
    const server = await withServer(desk, {
      atRecipient: (to) => (to.startsWith('ravi') ? '550 5.1.1 no such user' : '250 ok'),
    });
    await send(desk);
    const { counts, lines } = await read(desk);
    expect([counts.sent, counts.refused, lines[1]?.answer]).toEqual([3, 1, '550 5.1.1 no such user']);
    expect(heldOf(await plan(desk))).toMatchObject({ refused: ['B0001/3'] });
    server.behave({});
    await send(desk, { again: ['refused'] });
    expect((await read(desk)).counts).toMatchObject({ sent: 4, refused: 0 });
  });

  it('goes to nobody who was asked for again only after it was shown', async (test) => {
    const desk = deskWithPaid(test, ADDRESSES.slice(0, 1));
    const server = await withServer(desk, { atRecipient: () => '550 5.1.1 no such user' });
    await send(desk);
    server.behave({});
    const { seal } = await plan(desk);
    const asked = { ...ASKED, again: ['refused'], seal, commandId: crypto.randomUUID() };
    expect(await desk.refusalOf('sendAdvice', asked)).toBe('adviceChanged');
    expect(server.taken).toEqual([]);
  });

  it('that may have been sent is sent again only on a person’s word, with the same Message-ID', async (test) => {
    const desk = deskWithPaid(test, ADDRESSES.slice(0, 2));
    const seen: string[] = [];
    let isFirst = true;
    const server = await withServer(desk, {
      atMessage: ({ text }) => {
        seen.push(/^Message-ID: (.*)$/m.exec(text)?.[1]?.trim() ?? '');
        if (!isFirst) return '250 ok';
        isFirst = false;
        return 'DROP';
      },
    });
    await send(desk);
    expect((await read(desk)).counts).toMatchObject({ sent: 1, unsure: 1 });
    const left = await plan(desk);
    expect([left.sum.count, heldOf(left)]).toEqual([0, { unsure: ['B0001/2'], sent: ['B0001/3'] }]);
    expect(left.undelivered).toEqual({ refused: 0, unsure: 1 });
    // The tick stays where it was: what it is about is counted whether it is set or not.
    expect((await plan(desk, { again: ['unsure'] })).undelivered).toEqual({ refused: 0, unsure: 1 });
    await send(desk, { again: ['refused'] }).catch(() => undefined);
    expect((await read(desk)).counts).toMatchObject({ sent: 1, unsure: 1 });
    await send(desk, { again: ['unsure'] });
    expect((await read(desk)).counts).toMatchObject({ sent: 2, unsure: 0 });
    expect(server.taken.map(({ to }) => to)).toEqual(['ravi@home.example', 'asha@home.example']);
    expect(seen[0]).toMatch(/^<advice\.[0-9a-f]{32}@firm\.example>$/);
    expect(seen[2]).toBe(seen[0]);
    expect(seen[1]).not.toBe(seen[0]);
  });

  it('stops after three lost answers in a row', async (test) => {
    const desk = deskWithPaid(test);
    await withServer(desk, { atMessage: () => 'DROP' });
    await send(desk);
    const { counts, progress } = await read(desk);
    expect([counts.unsure, progress?.stop?.code]).toEqual([3, 'unsure']);
  });

  it('stops after five equal refusals in a row', async (test) => {
    const desk = deskWithPaid(
      test,
      Array.from({ length: 7 }, (_, at) => `p${at}@home.example`),
    );
    await withServer(desk, { atMessage: () => '550 5.4.5 daily limit exceeded' });
    await send(desk);
    const { counts, progress } = await read(desk);
    expect([counts.refused, progress?.stop?.code]).toEqual([5, 'sameRefusals']);
  });

  it('stops, and says why, when the server offers no STARTTLS', async (test) => {
    const desk = deskWithPaid(test);
    const server = await openSmtpServer();
    await desk.change('saveMailServer', { server: serverAt(server, { security: 'starttls' }) });
    await send(desk);
    expect([(await read(desk)).progress?.stop?.code, server.taken]).toEqual(['noStartTls', []]);
  });

  it('is finished for the mail on its way when a person stops it, and goes on with the others later', async (test) => {
    const desk = deskWithPaid(test);
    const server = await openSmtpServer();
    await desk.change('saveMailServer', { server: serverAt(server, { perMinute: 30 }) });
    const { seal } = await plan(desk);
    await desk.change('sendAdvice', { ...ASKED, seal });
    await expect.poll(() => server.taken.length).toBe(1);
    await desk.change('stopAdvice', { batch: B1 });
    await ended(desk);
    expect((await read(desk)).progress?.stop?.code).toBe('person');
    await desk.change('saveMailServer', { server: serverAt(server) });
    await send(desk);
    expect(server.taken.map(({ to }) => to)).toEqual(ADDRESSES);
  });

  it('waits its turn at the rate of the settings', async (test) => {
    const desk = deskWithPaid(test, ADDRESSES.slice(0, 3));
    const server = await openSmtpServer();
    await desk.change('saveMailServer', { server: serverAt(server, { perMinute: 120 }) });
    const from = performance.now();
    await send(desk);
    expect(performance.now() - from).toBeGreaterThanOrEqual(995);
  });

  it('of practice money goes to the sender alone, and says PRACTICE', async (test) => {
    const desk = deskWithPaid(test, ADDRESSES.slice(0, 2), { environment: 'PRACTICE' });
    const server = await withServer(desk);
    expect((await plan(desk)).toSelf).toBe(true);
    await send(desk);
    expect(server.taken.map(({ to }) => to)).toEqual(['accounts@firm.example', 'accounts@firm.example']);
    expect(server.taken[0]?.text).toMatch(/^Subject: =\?UTF-8\?Q\?PRACTICE_/m);
  });
});

describe('the mail server', () => {
  it('is refused without encryption unless it is this computer', async (test) => {
    const desk = deskWithPaid(test);
    const server = { ...serverAt({ port: 25 } as SmtpServer), host: 'smtp.example.com' };
    expect(await desk.refusalOf('saveMailServer', { server, commandId: crypto.randomUUID() })).toBe('wrongValue');
    expect(await desk.refusalOf('planAdvice', ASKED)).toBe('noMailServer');
  });

  it('has its password in the keychain or the session, and another address needs its own', async (test) => {
    const desk = deskWithPaid(test);
    const server = await openSmtpServer({ account: 'desk:two words' });
    await desk.change('saveMailServer', { server: serverAt(server, { user: 'desk' }) });
    expect(await desk.refusalOf('testMail', { commandId: crypto.randomUUID() })).toBe('noKeychain');
    expect(await desk.change('setMailPassword', { password: 'two words' })).toEqual({ kept: 'session' });
    expect((await desk.ask('readMailServer')).kept).toEqual({ kind: 'session' });
    expect(await desk.change('testMail')).toMatchObject({ to: 'accounts@firm.example' });
    expect(server.taken[0]?.to).toBe('accounts@firm.example');
    await desk.change('saveMailServer', { server: serverAt(server, { user: 'another' }) });
    expect((await desk.ask('readMailServer')).kept.kind).not.toBe('session');
    // It is gone, and not only out of use.
    await desk.change('saveMailServer', { server: serverAt(server, { user: 'desk' }) });
    expect((await desk.ask('readMailServer')).kept.kind).not.toBe('session');
    expect(JSON.stringify(await desk.ask('readMailServer'))).not.toContain('two words');
  });

  it('takes its password from the environment where a script gives one', async () => {
    const folder = filledFolder(() => undefined);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const about = { dataFolder: folder, stateFolder: `${folder}/state`, environmentToken: null, systemProxy: null };
    const server = await openSmtpServer({ account: 'desk:zwei wörter' });
    const system = compose({ ...about, environmentPassword: 'zwei wörter', onWarning: () => undefined });
    expect(await saveMailServer(system, serverAt(server, { user: 'desk' }))).toMatchObject({ kind: 'done' });
    expect(await testMail(system, 'en')).toMatchObject({ kind: 'done', value: { to: 'accounts@firm.example' } });
  });
});
