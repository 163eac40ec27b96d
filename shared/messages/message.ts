// Whatever a person reads is a message until a door speaks it: its code in the catalogue, and what stands in its places.

import type { Paise } from '../money.ts';
import type { EN } from './en.ts';
import type { ByCount, ByDoor, Noun, Nouns, Sentence } from './sentence.ts';

type English = typeof EN;

export type MessageCode = keyof English;

/** What the places of a sentence hold. A message inside a message is spoken in the same language. */
export type Param = string | number | Message | readonly (string | Message)[];

/** What a person reads: a message, or a text of a kind that has no code. */
export type Words = string | Message;

export interface Message {
  readonly code: MessageCode;
  readonly params: Readonly<Record<string, Param>>;
}

/**
 * What a place may hold, by the kind that its name is followed by. Money is in paise, times are milliseconds since 1970; `more`
 * are further `sentences`, each with a space before it.
 */
interface Kinds {
  readonly text: string | number | Message;
  readonly list: readonly (string | Message)[];
  readonly and: readonly (string | Message)[];
  readonly or: readonly (string | Message)[];
  readonly sentences: readonly (string | Message)[];
  readonly more: readonly (string | Message)[];
  readonly number: number;
  readonly rupees: number;
  readonly day: number;
  readonly date: number;
  readonly time: number;
}
export type Kind = keyof Kinds;

type Texts<S> = S extends string
  ? S
  : S extends ByDoor
    ? S['window' | 'commandLine']
    : S extends ByCount
      ? S['one' | 'other']
      : never;
type PlacesOf<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never;
type Places<S> = PlacesOf<Texts<S>>;
type NameOf<Place> = Place extends `${infer Name}:${string}` ? Name : Place;
type ValueOf<Place> = Place extends `${string}:${infer K}`
  ? K extends Kind
    ? Kinds[K]
    : K extends Noun
      ? number
      : never
  : Kinds['text'];

/** The parameters of a sentence, by the places of its English. */
type PlaceValues<Code extends MessageCode> = {
  readonly [Place in Places<English[Code]> as NameOf<Place> & string]: ValueOf<Place>;
};

type Given<Code extends MessageCode> = [Places<English[Code]>] extends [never] ? [] : [params: PlaceValues<Code>];

/** One behind the other, as one. */
export function joined(words: readonly Words[]): Words {
  const [only = ''] = words;
  return words.length < 2 ? only : msg('joined', { sentences: words });
}

/** Whether both say the same. */
export function areSameWords(one: Words, other: Words): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export function msg<Code extends MessageCode>(code: Code, ...[params]: Given<Code>): Message {
  return { code, params: params ?? {} };
}

/** The sentences of a language, none missing: each has the places of the English one. */
export type Sentences = {
  readonly [Code in MessageCode]: English[Code] extends string ? string : Sentence;
};

/** All that a language needs: a third one is one more object of this shape. */
export interface Language {
  /** For `Intl`: plurals, lists, dates. */
  readonly locale: string;
  readonly nouns: Nouns;
  readonly sentences: Sentences;
  /** Rupees written out, as on a cheque. */
  readonly amountInWords: (paise: Paise) => string;
}
