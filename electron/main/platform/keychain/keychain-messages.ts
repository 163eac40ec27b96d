// What the desk and its keychain process say to each other, over a private channel that only these two hold.

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

/** One thing to do with the keychain. */
export type KeychainRequest = z.infer<typeof requestSchema>;

/** What the keychain said. Shape: `notKept`: it took the token and gave back another. */
export type KeychainAnswer = z.infer<typeof answerSchema>;

/** Decodes a request. Errors: null when it is not one. */
export function decodeKeychainRequest(message: unknown): KeychainRequest | null {
  return requestSchema.safeParse(message).data ?? null;
}

/** Decodes an answer. Errors: null when it is not one. */
export function decodeKeychainAnswer(message: unknown): KeychainAnswer | null {
  return answerSchema.safeParse(message).data ?? null;
}
