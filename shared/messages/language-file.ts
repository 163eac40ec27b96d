// Everything in one language. Another language is another file that exports this, and a line in languages.ts.

import { PLACE_NAMES } from '../api/window.ts';
import { FIELD_WORDS } from '../rows.ts';
import { RESULT_WORDS, STATE_WORDS } from '../states.ts';
import * as approval from '../text/approval.ts';
import * as controls from '../text/controls.ts';
import type { DesktopWords } from '../text/desktop.ts';
import * as drafts from '../text/drafts.ts';
import * as format from '../text/format.ts';
import * as payouts from '../text/payouts.ts';
import * as places from '../text/places.ts';
import * as settings from '../text/settings.ts';
import * as shell from '../text/shell.ts';
import type { Language } from './message.ts';

/** The same structure with sentences of any language. */
type Translated<English> = English extends string
  ? string
  : English extends (...args: infer Arguments) => infer Said
    ? (...args: Arguments) => Translated<Said>
    : { readonly [Key in keyof English]: Translated<English[Key]> };

const MODULES = {
  ...approval,
  ...controls,
  ...drafts,
  ...format,
  ...payouts,
  ...places,
  ...settings,
  ...shell,
  FIELD_WORDS,
  PLACE_NAMES,
  RESULT_WORDS,
  STATE_WORDS,
};

type English = typeof MODULES;

/** The names that hold sentences; the functions of these modules read them. */
type Spoken = Exclude<
  { [Name in keyof English]: English[Name] extends (...args: never[]) => unknown ? never : Name }[keyof English],
  'PAUSE_BUTTONS'
>;

/** The window's sentences; none may be missing. */
export type WindowWords = { readonly [Name in Spoken]: Translated<English[Name]> };

export interface LanguageFile extends Language {
  readonly window: WindowWords;
  readonly desktop: DesktopWords;
}

/** The words the window uses now: English until the page switches language. */
export const SPOKEN_WINDOW: WindowWords = MODULES;

/** English, whatever the window speaks now. */
export const ENGLISH_WINDOW = Object.fromEntries(
  Object.entries<object>(MODULES).map(([name, words]) => [name, typeof words === 'function' ? words : { ...words }]),
) as unknown as WindowWords;
