// What can go wrong in the world is data; only our own bugs throw.

import { type Message, msg } from './messages/message.ts';
import { inEnglish } from './messages/speak.ts';
import type { Refusal } from './rows.ts';

/** Our own bug: it stops the batch and leaves the store consistent. Everything the world does is a returned union instead. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Thrown when the machine lacks something, before anything is opened. A door shows it like a refusal. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(inEnglish(refusal.message));
    this.refusal = refusal;
  }
}

export interface Refused {
  readonly kind: 'refused';
  readonly refusal: Refusal;
}

export function refusedAs(code: string, message: Message, cure: Refusal['cure']): Refused {
  return { kind: 'refused', refusal: { code, message, cure } };
}

/** The system's code of an error, such as `ENOENT`; null for an error without one. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

const FAULT_WORDS_MAX_CHARACTERS = 500;

/** A fault for the log: its type, the first line of its message, and the stack. Further lines could be a file's content. */
export function faultWords(what: string, error: unknown): string {
  if (!(error instanceof Error)) return `${what}: a ${typeof error} was thrown`;
  const words = (error.message.split('\n')[0] ?? '').slice(0, FAULT_WORDS_MAX_CHARACTERS);
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`${what}: ${error.name}: ${words}`, ...places].join('\n');
}

export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** Makes a switch exhaustive: the compiler rejects a missing case, and at run time it is our bug. */
export function unreachable(value: never): never {
  const kind: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'kind') : value;
  throw new InvariantError(`unexpected ${String(kind)}`);
}

/** Why sending stopped. The doors have a sentence and a cure for each. See DESIGN, Breakers. */
export const PAUSE_CODES = [
  'person',
  'firstAlone',
  'timeOver',
  'interrupted',
  'tokenRefused',
  'noToken',
  'keychainLocked',
  'invalidMid',
  'wrongUrl',
  'unreachable',
  'ambiguity',
  'sameRefusals',
  'echoMismatch',
  'certificate',
  'diskFull',
  'offline',
  'slept',
  'clockJumped',
  'walletLow',
  'walletFall',
  'locked',
  'lostAnswersUnrecoverable',
  'lookupsUnreliable',
  'referenceKnown',
  'guarded',
  'registerAway',
  'registerClaimed',
  'registerUnsettled',
] as const;
export type PauseCode = (typeof PAUSE_CODES)[number];

export interface Pause {
  readonly code: PauseCode;
  readonly message: Message;
}

/** The pause of a batch whose process died before it could store one. */
export const INTERRUPTED: Pause = {
  code: 'interrupted',
  message: msg('pause.interrupted'),
};

/** What to do about a pause. */
export function pauseCure(
  code: PauseCode,
  { batch, profile }: { readonly batch: string; readonly profile: string },
): Message {
  return msg(`pause.${code}.cure`, { batch, profile: profile.includes(' ') ? `"${profile}"` : profile });
}
