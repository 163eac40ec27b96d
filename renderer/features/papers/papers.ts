// The guide and licences as data, inserted when the page is built (build/page-papers.ts). They are long, so this file loads only
// when one of them is opened.

export type GuideText = readonly { readonly text: string; readonly weight: 'plain' | 'strong' | 'emphasis' }[];

export type GuideBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: GuideText }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly GuideText[] }
  | { readonly kind: 'picture'; readonly file: string; readonly about: string };

/** Packages with the identical licence text. `text` is empty when they include none. */
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
