// The languages there are, each one file.

import type { Language as LanguageCode } from '../report-forms.ts';
import { HINDI } from './hi.ts';
import type { Language } from './message.ts';
import { ENGLISH } from './speak.ts';

export const LANGUAGE_OF: Readonly<Record<LanguageCode, Language>> = { en: ENGLISH, hi: HINDI };
