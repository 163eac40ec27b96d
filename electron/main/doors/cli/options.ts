// Options that several commands share. There is no option for a token, and there never will be.

import { CLAIM_NAME_MAX_CHARACTERS, SHEET_MAX_ROWS } from '../../../../shared/limits.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { Book } from '../../../../shared/profiles.ts';
import { LANGUAGES, type Language } from '../../../../shared/report-forms.ts';
import { FIELDS } from '../../../../shared/rows.ts';
import { flag, optional, optionalElse, repeated, required } from './command-table.ts';
import {
  ENCODINGS,
  oneOf,
  readBatchId,
  readColumn,
  readCommandId,
  readEncoding,
  readMethodAnswer,
  readNamedAgain,
  readNamedPayouts,
  readNamedRows,
  readPath,
  readPersonName,
  readProfileName,
  readSeconds,
  readTypedText,
  readWordAnswer,
  textUpTo,
  wholeNumber,
} from './values.ts';

export const DATA = optional('--data DIR', {
  help: msg('cli.option.data'),
  value: readPath,
});
export const JSON_RESULT = flag('--json', { help: msg('cli.option.json') });
export const LANGUAGE = optionalElse<Language>('--language en|hi', {
  help: msg('cli.option.language'),
  value: oneOf(LANGUAGES),
  otherwise: 'en',
});
export const QUIET = flag('--quiet', { help: msg('cli.option.quiet') });
export const HELP = flag('--help', { help: msg('cli.option.help') });

/** Every command has these, in the order help lists them. */
export const COMMON_OPTIONS = [DATA, JSON_RESULT, LANGUAGE, QUIET, HELP] as const;

/** With or without a command. */
export const VERSION = flag('--version', { help: msg('cli.option.version') });

/** The paying account must always be given: there is no default. */
export const PROFILE = required('--profile NAME', {
  help: msg('cli.option.profile'),
  value: readProfileName,
});

/** For commands that change or export one batch. */
export const BATCH = required('BATCH', { help: msg('cli.option.batch'), value: readBatchId });

/** For commands that cover every batch if none is named. */
export const BATCH_OR_EVERY = optional('BATCH', {
  help: msg('cli.option.batchOrEvery'),
  value: readBatchId,
});

export const COMMAND_ID_OPTION = optional('--command-id ID', {
  help: msg('cli.option.commandId'),
  value: readCommandId,
});

/** Who asks or signs, where several persons agree. */
export const AS = required('--as PERSON', { help: msg('cli.option.as'), value: readPersonName });
export const AS_TO_PAY = optional('--as PERSON', { help: msg('cli.option.asToPay'), value: readPersonName });
export const AS_IF_ASKED = optional('--as PERSON', { help: msg('cli.option.as'), value: readPersonName });

export const FORCE = flag('--force', { help: msg('cli.option.force') });

export const PRACTICE_DESK = flag('--practice', { help: msg('cli.option.practice') });

/** The book that PRACTICE_DESK means. */
export function practiceOrLive(isPractice: boolean): Book {
  return isPractice ? 'practice' : 'live';
}

export const FILE = required('FILE', { help: msg('cli.option.sheetFile'), value: readPath });

/** How to read a spreadsheet. */
export const FILE_OPTIONS = {
  sheet: optional('--sheet NAME', {
    help: msg('cli.option.sheet'),
    value: readTypedText,
  }),
  columns: repeated('--map field=Header', {
    help: msg('cli.option.map', { fields: FIELDS }),
    value: readColumn,
  }),
  headerRow: optional('--header-row N', {
    help: msg('cli.option.headerRow'),
    value: wholeNumber({ min: 1, max: SHEET_MAX_ROWS, unit: msg('cli.unit.sheetRows') }),
  }),
  methods: repeated('--method [WORD=]METHOD', {
    help: msg('cli.option.method'),
    value: readMethodAnswer,
  }),
  words: repeated('--word WORD=pay|unpaid', {
    help: msg('cli.option.word'),
    value: readWordAnswer,
  }),
  encoding: optional('--encoding E', {
    help: msg('cli.option.encoding', { encodings: ENCODINGS }),
    value: readEncoding,
  }),
} as const;

/** When a run ends. `sent`: nothing is queued or in flight. `settled`: every payout is final, as far as can be seen soon. */
export type Until = 'sent' | 'settled';

export const FOR = optional('--for SECONDS', {
  help: msg('cli.option.for'),
  value: readSeconds,
});

export const YES = flag('--yes', { help: msg('cli.option.yes') });

export const ACCEPT_WARNINGS = flag('--accept-warnings', {
  help: msg('cli.option.acceptWarnings'),
});

/** Rows that repeat earlier payments are paid only if those are named. */
export const NAMED_OPTIONS = {
  acceptRepeat: repeated('--accept-repeat BATCH', {
    help: msg('cli.option.acceptRepeat'),
    value: readBatchId,
  }),
  payAgain: repeated('--pay-again PAYOUT,...', {
    help: msg('cli.option.payAgain'),
    value: readNamedAgain,
  }),
  payDifference: repeated('--pay-difference PAYOUT,...', {
    help: msg('cli.option.payDifference'),
    value: readNamedPayouts,
  }),
  notOnHold: repeated('--not-on-hold ROW,...', {
    help: msg('cli.option.notOnHold'),
    value: readNamedRows,
  }),
} as const;

/** Other desks' batches whose payments are repeated on purpose. */
export const ACCEPT_CLAIMS = repeated('--accept-claims DESK/BATCH', {
  help: msg('cli.option.acceptClaims'),
  value: textUpTo(CLAIM_NAME_MAX_CHARACTERS),
});

/** For commands that send and follow a batch. `forMs` is in milliseconds, null for no limit. */
export const FOLLOW_OPTIONS = {
  until: optionalElse<Until>('--until sent|settled', {
    help: msg('cli.option.until'),
    value: oneOf(['sent', 'settled']),
    otherwise: 'settled',
  }),
  forMs: FOR,
  commandId: COMMAND_ID_OPTION,
} as const;
