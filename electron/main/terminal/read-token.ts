// The token for `profile token`, from standard input. In: a pipe, or a person typing without an echo. Out: the token, or
// why there is none. This file must never write the token anywhere, nor any part of it.

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Refusal } from '../../../shared/issues.ts';
import { TOKEN_INPUT_MAX_BYTES } from '../../../shared/limits.ts';
import type { Streams } from './streams.ts';

export type TokenReading =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reads one token. What it may look like is the keychain's to judge. */
export async function readToken(streams: Streams): Promise<TokenReading> {
  const text = streams.isTty.stdin ? await typeUnseen(streams) : await readPiped(streams);
  if (text === null) return refuse('Nothing was stored: the input was stopped or is far too long.');
  const token = text.replace(/^\uFEFF/, '').trim();
  if (token === '') return refuse('Nothing was stored: the token is empty.');
  if (/[\r\n]/.test(token)) return refuse('Nothing was stored: more than one line was given.');
  return { kind: 'token', token };
}

async function typeUnseen({ stdin, stderr }: Streams): Promise<string | null> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // An input that ended before never ends again.
  if (stdin.readableEnded || stdin.destroyed) return null;
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  stderr.write('Token (it is not shown): ');
  return new Promise((resolve) => {
    let typed: string | null = null;
    lines.once('line', (line) => {
      typed = line;
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      stderr.write('\n');
      resolve(typed);
    });
  });
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

function refuse(message: string): TokenReading {
  const cure = 'Give the token on one line, as in `desk profile token NAME < token-file`.';
  return { kind: 'refused', refusal: { code: 'noToken', message, cure } };
}
