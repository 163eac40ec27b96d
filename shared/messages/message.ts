// Everything a person reads is a message until a door speaks it: a code of the catalogue, and its parameters.

import type { Paise } from '../money.ts';
import type { EN } from './en.ts';
import type { EN_CLI } from './en-cli.ts';
import type { ByCount, ByDoor, Noun, Nouns, Sentence } from './sentence.ts';

type English = typeof EN & typeof EN_CLI;

export type MessageCode = keyof English;

/** A parameter's value. A message inside a message is spoken in the same language. */
export type Param = string | number | Message | readonly (string | Message)[];

export interface Message {
  readonly code: MessageCode;
  readonly params: Readonly<Record<string, Param>>;
}

/**
 * What a placeholder may hold, by the kind after its name. Money is in paise, times are in milliseconds since 1970, `clock` without the day; `more` are
 * further `sentences`, each with a space before it.
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
  readonly clock: number;
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

/** The parameters of a sentence, from the placeholders of its English text. */
type PlaceValues<Code extends MessageCode> = {
  readonly [Place in Places<English[Code]> as NameOf<Place> & string]: ValueOf<Place>;
};

type MessageArguments<Code extends MessageCode> = [Places<English[Code]>] extends [never]
  ? []
  : [params: PlaceValues<Code>];

/** A text as it came: the gateway's own words, what a person typed, what an older version stored. */
export function verbatim(text: string): Message {
  return msg('verbatim', { text });
}

/** Joins several into one. */
export function joined(messages: readonly Message[]): Message {
  const [only] = messages;
  return only !== undefined && messages.length === 1 ? only : msg('joined', { sentences: messages });
}

export function areSameWords(one: Message, other: Message): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The same message with a text, such as a path, replaced in all its parameters. */
export function withTextReplaced(message: Message, text: { readonly from: string; readonly to: string }): Message {
  const inPart = (part: string | Message): string | Message =>
    typeof part === 'string' ? part.replaceAll(text.from, text.to) : withTextReplaced(part, text);
  const params = Object.entries(message.params).map(([name, param]): [string, Param] => {
    if (typeof param === 'number') return [name, param];
    return [name, typeof param === 'string' || 'code' in param ? inPart(param) : param.map(inPart)];
  });
  return { ...message, params: Object.fromEntries(params) };
}

export function msg<Code extends MessageCode>(code: Code, ...[params]: MessageArguments<Code>): Message {
  return { code, params: params ?? {} };
}

/** The sentences of a language; none may be missing, and each has the placeholders of the English one. */
export type Sentences = {
  readonly [Code in MessageCode]: English[Code] extends string ? string : Sentence;
};

/** Everything a language needs. */
export interface Language {
  /** For `Intl`: plurals, lists, dates. */
  readonly locale: string;
  readonly nouns: Nouns;
  /** Only the command line has those of its own: neither the page nor the desk says them. */
  readonly sentences: Pick<Sentences, keyof typeof EN> & Partial<Sentences>;
  /** Rupees in words, as on a cheque. */
  readonly amountInWords: (paise: Paise) => string;
}
