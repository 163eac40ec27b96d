// A person's signing key in the keychain of the computer where the person signs. It leaves the keychain sealed, and is opened with
// the passphrase for one signature.

import type { Answer } from '../../../../shared/api/contract.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { Person } from '../../domain/approval.ts';
import { keyAccount, makeKey, openKey, PASSPHRASE_MIN_CHARACTERS } from '../../platform/signing-keys.ts';
import { refused } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';

type Sign = (text: string) => string;

export interface Signer {
  readonly person: Person;
  readonly sign: Sign;
}

/** Makes a person's key and stores it in the keychain. Refuses a short passphrase, and a computer without a keychain. */
export async function createSigner(
  { signingKeys }: Pick<System, 'signingKeys'>,
  { passphrase, ...who }: Omit<Person, 'publicKey'> & { readonly passphrase: string },
): Promise<Answer<Signer>> {
  if (Array.from(passphrase).length < PASSPHRASE_MIN_CHARACTERS) {
    return refused({
      code: 'passphraseShort',
      message: msg('approval.passphraseShort', { count: PASSPHRASE_MIN_CHARACTERS }),
      cure: msg('cure.longerPassphrase'),
    });
  }
  const { publicKey, sealed, sign } = await makeKey(passphrase);
  const write = await signingKeys.write(keyAccount(publicKey), sealed);
  if (write.kind === 'refused') return refused(write.refusal);
  if (write.kind !== 'stored') return noKeychain(write);
  return { kind: 'done', value: { person: { ...who, publicKey }, sign } };
}

/** Opens a person's key. Refuses another passphrase, and a computer whose keychain does not have the key. */
export async function openSigner(
  { signingKeys }: Pick<System, 'signingKeys'>,
  { person, passphrase }: { readonly person: Person; readonly passphrase: string },
): Promise<Answer<Signer>> {
  const { name, publicKey } = person;
  const reading = await signingKeys.read(keyAccount(publicKey));
  if (reading.kind === 'refused') return refused(reading.refusal);
  if (reading.kind === 'none') {
    return refused({
      code: 'noSigningKey',
      message: msg('approval.noKeyHere', { name }),
      cure: msg('cure.signElsewhere'),
    });
  }
  if (reading.kind !== 'token') return noKeychain(reading);
  const sign = await openKey(reading.token, { publicKey, passphrase });
  if (sign === null) {
    const cure = msg('cure.passphraseAgain');
    return refused({ code: 'wrongPassphrase', message: msg('approval.wrongPassphrase', { name }), cure });
  }
  return { kind: 'done', value: { person, sign } };
}

function noKeychain({
  kind,
  message,
}: {
  readonly kind: 'locked' | 'unavailable';
  readonly message: Parameters<typeof refused>[0]['message'];
}) {
  return kind === 'locked'
    ? refused({ code: 'keychainLocked', message, cure: msg('cure.unlockKeychain') })
    : refused({ code: 'noKeychain', message, cure: msg('cure.keychainForKeys') });
}
