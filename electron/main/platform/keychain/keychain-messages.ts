// The messages between the desk and its keychain process, over a private channel.

import { z } from 'zod';

const requestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('read'), account: z.string() }),
  z.strictObject({ kind: z.literal('write'), account: z.string(), token: z.string() }),
  z.strictObject({ kind: z.literal('remove'), account: z.string() }),
]);

const answerSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('token'), token: z.string() }),
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('stored') }),
  z.strictObject({ kind: z.literal('notKept') }),
  z.strictObject({ kind: z.literal('removed') }),
  z.strictObject({ kind: z.literal('locked') }),
  z.strictObject({ kind: z.literal('noKeychain') }),
  z.strictObject({ kind: z.literal('failed') }),
]);

/** One request to the keychain. */
export type KeychainRequest = z.infer<typeof requestSchema>;

/** The keychain's answer. `notKept`: it accepted the token but returned a different one. */
export type KeychainAnswer = z.infer<typeof answerSchema>;

/** Returns null when the message is not a request. */
export function decodeKeychainRequest(message: unknown): KeychainRequest | null {
  return requestSchema.safeParse(message).data ?? null;
}

/** Returns null when the message is not an answer. */
export function decodeKeychainAnswer(message: unknown): KeychainAnswer | null {
  return answerSchema.safeParse(message).data ?? null;
}
