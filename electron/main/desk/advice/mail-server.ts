// The person's own mail server: its settings beside the window's, its password in the keychain. The password belongs to one user at
// one server: another address must be given its own, so that none is ever sent to a server it was not meant for.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { TokenPlace, TokenState } from '../../../../shared/api/profile-commands.ts';
import { type Refused, unreachable } from '../../../../shared/failures.ts';
import { domainOf, isOneAddress, type MailServer } from '../../../../shared/mail.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Language } from '../../../../shared/report-forms.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { isLoopback } from '../../domain/addresses.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { voiceOf } from '../../reports/report-voice.ts';
import { refused, withWriter } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';
import { readRemembered, rememberMailServer } from '../runtime/memory.ts';
import { stopWords } from './advice-words.ts';

/** Why these settings cannot be used; null when they can. Nothing travels in the clear beyond this computer. */
function checkMailServer({ host, security, from, replyTo }: MailServer): Refusal | null {
  const refuse = (message: Message, cure: Message): Refusal => ({ code: 'wrongValue', message, cure });
  if (!/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,250}[\p{L}\p{N}])?|[0-9a-f:]{2,45})$/iu.test(host)) {
    return refuse(msg('mail.wrongHost'), msg('cure.mailHost'));
  }
  if (security === 'none' && !isLoopback(host.includes(':') ? `[${host}]` : host)) {
    return refuse(msg('mail.plain'), msg('cure.mailPlain'));
  }
  if (!isOneAddress(from)) return refuse(msg('mail.wrongFrom'), msg('cure.mailAddress'));
  if (replyTo !== '' && !isOneAddress(replyTo)) return refuse(msg('mail.wrongReplyTo'), msg('cure.mailAddress'));
  return null;
}

/**
 * Why these settings, null for none, cannot be saved; null when they can. The password of another user or server is then no longer
 * kept.
 */
export async function prepareMailServer(system: System, server: MailServer | null): Promise<Refusal | null> {
  const wrong = server === null ? null : checkMailServer(server);
  if (wrong !== null) return wrong;
  const { mail: before } = readRemembered(system.files.settings);
  if (before === null || before.user === '' || (server !== null && accountOf(server) === accountOf(before)))
    return null;
  const removal = await system.passwords.remove(accountOf(before));
  // Where there is no keychain, none is kept.
  return removal.kind === 'locked' ? noKeychain(removal) : null;
}

/** Saves the settings, for a door without a window. Null forgets them. Refuses wrong ones, and while a window is open. */
export async function saveMailServer(system: System, server: MailServer | null): Promise<Answer<object>> {
  const wrong = await prepareMailServer(system, server);
  if (wrong !== null) return refused(wrong);
  // The lock keeps a window away, which would write its own settings over these.
  return await withWriter(
    system,
    'live',
    () => {
      rememberMailServer(system.files.settings, server);
      return { kind: 'done', value: server ?? {} };
    },
    { whenLocked: 'asIs' },
  );
}

/** The settings, or the refusal that there are none. */
export function findMailServer(system: Pick<System, 'files'>): MailServer | Refusal {
  const { mail } = readRemembered(system.files.settings);
  if (mail === null) return { code: 'noMailServer', message: msg('mail.none'), cure: msg('cure.mailNone') };
  return checkMailServer(mail) ?? mail;
}

/** As the gateway's token is kept, under the place that the password is for. */
function accountOf({ user, host, port }: MailServer): string {
  return `mail ${user} ${host}:${port}`;
}

/** Stores the password and returns where. */
export async function setMailPassword(system: System, text: string): Promise<Answer<TokenPlace>> {
  const server = findMailServer(system);
  if ('code' in server) return refused(server);
  if (server.user === '') return refused(NO_USER);
  if (/[\r\n\0]/.test(text)) {
    return refused({ code: 'wrongValue', message: msg('mail.passwordLines'), cure: msg('cure.mailPassword') });
  }
  // The keychain keeps plain letters; a password may have spaces, and letters of any script.
  const write = await system.passwords.write(accountOf(server), encodeURIComponent(text.toWellFormed()));
  if (write.kind === 'stored') return { kind: 'done', value: write.forSession ? 'session' : 'keychain' };
  return refused(write.kind === 'refused' ? PASSWORD_TOO_LONG : noKeychain(write));
}

export async function removeMailPassword(system: System): Promise<Answer<boolean>> {
  const server = findMailServer(system);
  if ('code' in server) return refused(server);
  const removal = await system.passwords.remove(accountOf(server));
  return 'message' in removal ? refused(noKeychain(removal)) : { kind: 'done', value: removal.kind === 'removed' };
}

/** Whether there is a password, never the password. */
export async function readPasswordState(system: System, server: MailServer): Promise<TokenState> {
  const reading = await system.passwords.read(accountOf(server));
  switch (reading.kind) {
    case 'token':
      return { kind: reading.forSession ? 'session' : 'stored' };
    case 'none':
    case 'refused':
      return { kind: 'none' };
    case 'locked':
    case 'unavailable':
      return { kind: reading.kind, message: noKeychain(reading).message };
    default:
      return unreachable(reading);
  }
}

/** A mailer for the server, not connected yet. Refuses when its password is missing. */
export async function mailerFor(
  system: System,
  server: MailServer,
): Promise<{ readonly kind: 'made'; readonly mailer: Mailer } | Refused> {
  if (server.user === '') return { kind: 'made', mailer: system.openMailer(server, null) };
  const reading = await system.passwords.read(accountOf(server));
  if (reading.kind === 'token') {
    return { kind: 'made', mailer: system.openMailer(server, decodeURIComponent(reading.token)) };
  }
  if (reading.kind === 'locked' || reading.kind === 'unavailable') {
    return { kind: 'refused', refusal: noKeychain(reading) };
  }
  const message = msg('mail.noPassword', { user: server.user, host: server.host });
  return { kind: 'refused', refusal: { code: 'noPassword', message, cure: msg('cure.mailNoPassword') } };
}

/** Sends one mail to the sender's own address. */
export async function testMail(
  system: System,
  language: Language,
): Promise<Answer<{ readonly to: string; readonly answer: string }>> {
  const server = findMailServer(system);
  if ('code' in server) return refused(server);
  const made = await mailerFor(system, server);
  if (made.kind === 'refused') return refused(made.refusal);
  const { mailer } = made;
  try {
    const opened = await mailer.open();
    if (opened.kind === 'fault') return refused(stopWords(opened.code, opened.answer, server));
    const { composeMail } = await import('../../reports/compose-mail.ts');
    const { say } = voiceOf(language);
    const { from, replyTo } = server;
    const atMs = system.clock.nowMs();
    const content = await composeMail(
      { subject: say(msg('mail.test.subject')), text: `${say(msg('mail.test.text'))}\n`, attachment: null },
      { from, to: from, replyTo, messageId: `<test.${atMs}@${domainOf(from)}>`, atMs },
    );
    const delivery = await mailer.send({ from, to: from, content });
    switch (delivery.kind) {
      case 'sent':
        return { kind: 'done', value: { to: from, answer: delivery.answer } };
      case 'unsure':
        return { kind: 'unsure', refusal: stopWords('unreachable', null, server) };
      case 'refused':
        return refused(stopWords('server', delivery.answer, server));
      case 'later': {
        const { code, answer } = delivery.fault ?? { code: 'server' as const, answer: delivery.answer };
        return refused(stopWords(code, answer, server));
      }
      default:
        return unreachable(delivery);
    }
  } finally {
    mailer.close();
  }
}

const NO_USER: Refusal = { code: 'noUser', message: msg('mail.noUser'), cure: msg('cure.mailNoUser') };
const PASSWORD_TOO_LONG: Refusal = {
  code: 'wrongValue',
  message: msg('mail.passwordTooLong'),
  cure: msg('cure.mailPassword'),
};

function noKeychain({ kind }: { readonly kind: 'locked' | 'unavailable' }): Refusal {
  return kind === 'locked'
    ? { code: 'keychainLocked', message: msg('keychain.locked'), cure: msg('cure.unlockKeychain') }
    : { code: 'noKeychain', message: msg('mail.noKeychain'), cure: msg('cure.mailNoKeychain') };
}
