// The papers of the program as data, put in when the page is built (build/page-papers.ts). They are long, so this file is
// loaded only when one of them is opened.

export type GuideText = readonly { readonly text: string; readonly weight: 'plain' | 'strong' | 'emphasis' }[];

export type GuideBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: GuideText }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly GuideText[] }
  | { readonly kind: 'picture'; readonly file: string; readonly about: string };

/** Packages with the same licence, word by word. Shape: `text` empty where they bring none. */
export interface LicenceGroup {
  readonly licence: string;
  readonly packages: readonly string[];
  readonly text: string;
}

declare const PAPERS: {
  readonly guides: Readonly<Record<'en' | 'hi', readonly GuideBlock[]>>;
  readonly licences: readonly LicenceGroup[];
};

export const { guides, licences } = PAPERS;
