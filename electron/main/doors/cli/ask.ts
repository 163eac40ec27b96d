// Questions at the terminal. Only the exact count means yes, not Enter and not "yes". A token is never shown.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Answer } from '../../../../shared/api/contract.ts';
import { TOKEN_INPUT_MAX_BYTES } from '../../../../shared/limits.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { SignedBy } from '../../desk/approval/requests.ts';
import type { Certificate } from '../../domain/report.ts';
import { refused } from '../../session/desks.ts';
import { say } from './say.ts';
import type { Streams } from './terminal.ts';

/** `declined`: something else was typed, Ctrl+C was pressed or the input ended. Nothing was paid. */
export type TypedAnswer =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'declined'; readonly message: Message }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export async function askForNumber(
  { count, question }: { readonly count: number; readonly question: Message },
  streams: Streams,
): Promise<TypedAnswer> {
  if (!streams.isTty.stdin) {
    return {
      kind: 'refused',
      refusal: { code: 'cannotAsk', message: msg('cli.cannotAsk'), cure: msg('cli.cannotAsk.cure') },
    };
  }
  const typed = await readLine(streams, { question });
  if (typed?.trim() === String(count)) return { kind: 'confirmed' };
  return {
    kind: 'declined',
    message: typed === null ? msg('cli.asked.stopped') : msg('cli.asked.otherCount'),
  };
}

/** Reads a line from a terminal; null after Ctrl+C, Ctrl+D or the end of the input. */
export async function readLine(
  { stdin, stderr }: Streams,
  { question: asked, isHidden = false }: { readonly question: Message; readonly isHidden?: boolean },
): Promise<string | null> {
  // An input that has already ended emits no further end event.
  if (stdin.readableEnded || stdin.destroyed) return null;
  const question = say(asked);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isHidden ? nowhere : stderr;
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
  const { promise, resolve } = Promise.withResolvers<string | null>();
  let typed: string | null = null;
  lines.once('line', (line) => {
    typed = line;
    lines.close();
  });
  lines.once('SIGINT', () => {
    output.write('\n');
    lines.close();
  });
  lines.once('close', () => {
    if (isHidden) stderr.write('\n');
    resolve(typed);
  });
  if (isHidden) stderr.write(question);
  lines.setPrompt(question);
  lines.prompt();
  return promise;
}

/** Reads a certificate and its passphrase. Refuses if there is no such file or no passphrase was given. */
export async function readCertificate(
  path: string,
  streams: Streams,
): Promise<Certificate | { readonly refusal: Refusal }> {
  const p12 = await readFile(path).catch(() => null);
  if (p12 === null) {
    const message = msg('path.unreadable', { file: basename(path) });
    return { refusal: { code: 'noCertificate', message, cure: msg('cli.certificate.unreadable.cure') } };
  }
  const passphrase = streams.isTty.stdin
    ? await readLine(streams, { question: msg('cli.certificate.question'), isHidden: true })
    : await readPiped(streams);
  if (passphrase === null) {
    const message = msg('cli.certificate.noPassphrase');
    return { refusal: { code: 'noCertificate', message, cure: msg('cli.certificate.noPassphrase.cure') } };
  }
  return { p12, passphrase: passphrase.replace(/\r?\n$/, '') };
}

type TypedToken =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reads one token. The keychain checks its form. */
export async function readToken(streams: Streams): Promise<TypedToken> {
  const text = streams.isTty.stdin
    ? await readLine(streams, { question: msg('cli.token.question'), isHidden: true })
    : await readPiped(streams);
  if (text === null) return noToken(msg('cli.token.stopped'));
  const token = text.replace(/^\uFEFF/, '').trim();
  if (token === '') return noToken(msg('cli.token.empty'));
  if (/[\r\n]/.test(token)) return noToken(msg('cli.token.severalLines'));
  return { kind: 'token', token };
}

/** Reads passphrases, one a question: hidden at a terminal, else one a line. Null when one is missing or empty. */
export async function readPassphrases(
  questions: readonly Message[],
  streams: Streams,
): Promise<readonly string[] | null> {
  const typed: string[] = [];
  const lines = streams.isTty.stdin ? null : ((await readPiped(streams)) ?? '').replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const question of questions) {
    const line = lines === null ? await readLine(streams, { question, isHidden: true }) : lines[typed.length];
    if (line === null || line === undefined || line === '') return null;
    typed.push(line);
  }
  return typed;
}

type TypedPassword =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reads the mail server's password, with the spaces it may have. */
export async function readPassword(streams: Streams): Promise<TypedPassword> {
  const text = streams.isTty.stdin
    ? await readLine(streams, { question: msg('cli.mailPassword.question'), isHidden: true })
    : await readPiped(streams);
  const password = (text ?? '').replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
  if (password !== '') return { kind: 'password', password };
  const cure = msg('cli.mailPassword.none.cure');
  return { kind: 'refused', refusal: { code: 'noPassword', message: msg('cli.mailPassword.none'), cure } };
}

type TypedSecrets =
  | { readonly kind: 'secrets'; readonly passphrase: string; readonly password: string | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reads the passphrase of the join file and the password at the register's server, each on a line of its own. */
export async function readRegisterSecrets(streams: Streams): Promise<TypedSecrets> {
  const { isTty } = streams;
  const lines = isTty.stdin
    ? [
        await readLine(streams, { question: msg('cli.register.passphrase'), isHidden: true }),
        await readLine(streams, { question: msg('cli.register.password'), isHidden: true }),
      ]
    : ((await readPiped(streams)) ?? '').replace(/^\uFEFF/, '').split(/\r?\n/);
  const [passphrase = null, password = null] = lines;
  if (passphrase !== null && passphrase !== '') {
    return { kind: 'secrets', passphrase, password: password === '' ? null : password };
  }
  const cure = msg('cli.register.noSecrets.cure');
  return { kind: 'refused', refusal: { code: 'noPassphrase', message: msg('cli.register.noSecrets'), cure } };
}

async function readPiped({ stdin }: Streams): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const pieces: AsyncIterable<unknown> = stdin;
  for await (const chunk of pieces) {
    const piece = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
    bytes += piece.length;
    if (bytes > TOKEN_INPUT_MAX_BYTES) return null;
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function noToken(message: Message): TypedToken {
  return { kind: 'refused', refusal: { code: 'noToken', message, cure: msg('cli.token.cure') } };
}

/** Asks a person for their passphrase. */
export async function readSignedBy(name: string, streams: Streams): Promise<Answer<SignedBy>> {
  const typed = await readPassphrases([msg('cli.passphrase.question', { name })], streams);
  const [passphrase] = typed ?? [];
  return passphrase === undefined ? NO_PASSPHRASE : { kind: 'done', value: { name, passphrase } };
}

export const NO_PASSPHRASE = refused({
  code: 'noPassphrase',
  message: msg('cli.passphrase.none'),
  cure: msg('cli.passphrase.none.cure'),
});
