// The window in Hindi. The catalogue's English gives way to it once, before anything is drawn; whoever changes the
// language reads the page anew. The command line, reports and files stay as they are: others read them.

import { PLACE_NAMES } from '../../shared/api/window.ts';
import { HINDI as HINDI_LANGUAGE } from '../../shared/messages/hi.ts';
import { FIELD_WORDS } from '../../shared/rows.ts';
import { RESULT_WORDS, STATE_WORDS } from '../../shared/states.ts';
import * as controls from '../text/controls.ts';
import * as drafts from '../text/drafts.ts';
import * as format from '../text/format.ts';
import * as payouts from '../text/payouts.ts';
import * as places from '../text/places.ts';
import { sayIn } from '../text/say.ts';
import * as settings from '../text/settings.ts';
import * as shell from '../text/shell.ts';
import { DRAFTS } from './drafts.ts';
import { PAYOUTS } from './payouts.ts';
import { PLACES_AND_SETTINGS } from './places.ts';
import { SHELL_AND_CONTROLS } from './shell.ts';

/** What has the same form, whatever language its sentences are of. */
type Translated<English> = English extends string
  ? string
  : English extends (...given: infer Given) => infer Said
    ? (...given: Given) => Translated<Said>
    : { readonly [Key in keyof English]: Translated<English[Key]> };

const ENGLISH = {
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

type English = typeof ENGLISH;

/** What holds sentences; the functions of the catalogue take theirs from there. */
type Spoken = Exclude<
  { [Name in keyof English]: English[Name] extends (...given: never[]) => unknown ? never : Name }[keyof English],
  'PAUSE_BUTTONS'
>;

/** Whatever has no Hindi yet does not compile. */
export const HINDI = { ...DRAFTS, ...PAYOUTS, ...PLACES_AND_SETTINGS, ...SHELL_AND_CONTROLS } satisfies {
  readonly [Name in Spoken]: Translated<English[Name]>;
};

export function speakHindi(): void {
  for (const [name, words] of Object.entries(HINDI)) Object.assign(ENGLISH[name as Spoken], words);
  sayIn(HINDI_LANGUAGE);
}
