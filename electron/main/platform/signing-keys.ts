// A person's signing key: Ed25519. The private half is never kept in the clear: it is sealed with the person's passphrase before
// it goes to the keychain, and opened for one signature at a time.

import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomBytes,
  scrypt,
  sign,
  verify,
} from 'node:crypto';
import type { Sha256 } from '../../../shared/ids.ts';

export const PASSPHRASE_MIN_CHARACTERS = 10;

/** What opening a sealed key costs: 128 MB and some tenths of a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
/** A box from elsewhere may not ask for more memory than this. */
const COST_MAX = 2 ** 18;

const KEY_BYTES = 32;
const SPKI_OF_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

interface SealedKey {
  readonly version: 1;
  readonly n: number;
  readonly salt: string;
  readonly nonce: string;
  readonly tag: string;
  readonly box: string;
}

export interface NewKey {
  readonly publicKey: string;
  /** For the keychain: visible ASCII. */
  readonly sealed: string;
  readonly sign: (text: string) => string;
}

/** Makes a key pair. `cost`: scrypt's N. */
export async function makeKey(passphrase: string, cost: number = COST.N): Promise<NewKey> {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES).toString('base64url');
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const secret = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
  const cipher = createCipheriv('aes-256-gcm', await keyFrom(passphrase, salt, cost), nonce);
  cipher.setAAD(Buffer.from(publicKey));
  const box = Buffer.concat([cipher.update(secret), cipher.final()]);
  secret.fill(0);
  const text = (bytes: Buffer): string => bytes.toString('base64url');
  const parts: SealedKey = {
    version: 1,
    n: cost,
    salt: text(salt),
    nonce: text(nonce),
    tag: text(cipher.getAuthTag()),
    box: text(box),
  };
  const sealed = Buffer.from(JSON.stringify(parts)).toString('base64url');
  return { publicKey, sealed, sign: signer(pair.privateKey) };
}

/** Opens a sealed key for signing; null for another passphrase, and for anything that is not the key of `publicKey`. */
export async function openKey(
  sealed: string,
  { publicKey, passphrase }: { readonly publicKey: string; readonly passphrase: string },
): Promise<((text: string) => string) | null> {
  try {
    const { version, n, salt, nonce, tag, box } = JSON.parse(
      Buffer.from(sealed, 'base64url').toString('utf8'),
    ) as SealedKey;
    if (version !== 1 || n > COST_MAX) return null;
    const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
    const key = await keyFrom(passphrase, bytes(salt), n);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(nonce), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(publicKey));
    decipher.setAuthTag(bytes(tag));
    const secret = Buffer.concat([decipher.update(bytes(box)), decipher.final()]);
    const privateKey = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' });
    secret.fill(0);
    return signer(privateKey);
  } catch {
    return null;
  }
}

function signer(privateKey: KeyObject): (text: string) => string {
  return (text) => sign(null, Buffer.from(text), privateKey).toString('base64url');
}

function keyFrom(passphrase: string, salt: Buffer, n: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const { r, p } = COST;
  // The same passphrase may be typed as other code points on another keyboard.
  scrypt(passphrase.normalize('NFKC'), salt, KEY_BYTES, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
    error === null ? resolve(key) : reject(error),
  );
  return promise;
}

/** 43 characters of base64url: 32 bytes, spelt in one way only. */
const PUBLIC_KEY_SHAPE = /^[A-Za-z0-9_-]{43}$/;

export function isPublicKey(text: string): boolean {
  return PUBLIC_KEY_SHAPE.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text;
}

/** Whether the key made this signature over this text. Anything malformed did not. */
export function isSigned({
  text,
  publicKey,
  signature,
}: {
  readonly text: string;
  readonly publicKey: string;
  readonly signature: string;
}): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  if (!isPublicKey(publicKey) || bytes.length !== 64 || bytes.toString('base64url') !== signature) return false;
  try {
    const der = Buffer.concat([SPKI_OF_ED25519, Buffer.from(publicKey, 'base64url')]);
    return verify(null, Buffer.from(text), createPublicKey({ key: der, format: 'der', type: 'spki' }), bytes);
  } catch {
    return false;
  }
}

export function sha256(text: string): Sha256 {
  // Decoding: a SHA-256 digest is 64 lower-case hex digits.
  return hash('sha256', text, 'hex') as Sha256;
}

/** Where the keychain keeps a person's sealed key. */
export function keyAccount(publicKey: string): string {
  return `approval key ${publicKey}`;
}
