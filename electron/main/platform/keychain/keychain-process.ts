// The process that talks to the system's keychain: one request, one answer, then it ends. It is a separate process because a
// call stays inside the keychain's library while an unlock prompt is open, and a process with such a call cannot even exit;
// this one can be killed. It must never print, log or write the token, and answers only its parent.

import { AsyncEntry } from '@napi-rs/keyring';
import { decodeKeychainRequest, type KeychainAnswer, type KeychainRequest } from './keychain-messages.ts';

const SERVICE = 'payout-desk';
const FAILED: KeychainAnswer = { kind: 'failed' };

/** The parent, however it started this process. */
interface Parent {
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly send: (answer: KeychainAnswer, onSent: () => void) => void;
}

/** What an Electron utility process has and a forked Node has not. */
interface UtilityPort {
  once(event: 'message', listener: (message: { readonly data: unknown }) => void): unknown;
  postMessage(message: object): void;
}

const utilityPort: UtilityPort | undefined = process.parentPort;
const parent = utilityPort === undefined ? nodeParent() : electronParent(utilityPort);
parent.onMessage((message) => void answer(message));

async function answer(message: unknown): Promise<void> {
  const request = decodeKeychainRequest(message);
  parent.send(request === null ? FAILED : await perform(request), () => process.exit(0));
}

function nodeParent(): Parent {
  // The parent is gone, so nobody waits for the answer, and only a kill ends a call that hangs in the library.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  return {
    onMessage: (listener) => void process.once('message', listener),
    send: (reply, onSent) => void process.send?.(reply, onSent),
  };
}

/** Electron ends a utility process with its parent, and the parent ends it once it has the answer. */
function electronParent(port: UtilityPort): Parent {
  return {
    onMessage: (listener) => void port.once('message', ({ data }) => listener(data)),
    send: (reply) => port.postMessage(reply),
  };
}

async function perform(request: KeychainRequest): Promise<KeychainAnswer> {
  try {
    switch (request.kind) {
      case 'read':
        return await read(request.account);
      case 'write':
        return await write(request.account, request.token);
      case 'remove':
        return { kind: (await entryOf(request.account).deleteCredential()) ? 'removed' : 'none' };
    }
  } catch (error) {
    return classify(error instanceof Error ? error.message : '');
  }
}

/** Pinned on Linux: unpinned, the library falls back to kernel memory that a reboot empties. */
function entryOf(account: string): AsyncEntry {
  return new AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } });
}

async function read(account: string): Promise<KeychainAnswer> {
  const secret = await entryOf(account).getSecret();
  return secret === null ? { kind: 'none' } : { kind: 'token', token: Buffer.from(secret).toString('latin1') };
}

/** Written as bytes: as text, Windows uses two bytes per character and holds half as much. */
async function write(account: string, token: string): Promise<KeychainAnswer> {
  await entryOf(account).setSecret(Buffer.from(token, 'latin1'));
  const found = await read(account);
  return { kind: found.kind === 'token' && found.token === token ? 'stored' : 'notKept' };
}

/** The library's errors differ only by their text; it is matched here and goes no further. */
function classify(message: string): KeychainAnswer {
  if (message.startsWith("Couldn't access platform storage")) return { kind: 'locked' };
  if (/DBus|Secret Service/.test(message)) return { kind: 'noKeychain' };
  return FAILED;
}
