// The forms that a sentence of the catalogue may have.

/**
 * One sentence of a language. `{name}` inserts a parameter as it is, `{name:kind}` formats it. A sentence may differ by a count
 * or by the door that speaks it.
 */
export type Sentence = string | ByCount | ByDoor;
/** Chosen by the plural category of the parameter named in `by`. */
export interface ByCount {
  readonly by: string;
  readonly one: string;
  readonly other: string;
}
export interface ByDoor {
  readonly window: string;
  readonly commandLine: string;
}

/** Countable things: `{rows:row}` reads "1 row" or "3 rows". */
export const NOUNS = ['row', 'payment', 'batch', 'column', 'warning', 'file', 'order', 'minute'] as const;
export type Noun = (typeof NOUNS)[number];

/** How a language counts them; `{n}` is the number. */
export type Nouns = Readonly<Record<Noun, { readonly one: string; readonly other: string }>>;
