import type { Language as LanguageCode } from '../report-forms.ts';
import { DESKTOP } from '../text/desktop.ts';
import { HINDI } from './hi.ts';
import { ENGLISH_WINDOW, type LanguageFile } from './language-file.ts';
import { ENGLISH } from './speak.ts';

export const LANGUAGE_OF: Readonly<Record<LanguageCode, LanguageFile>> = {
  en: { ...ENGLISH, window: ENGLISH_WINDOW, desktop: DESKTOP },
  hi: HINDI,
};
