// The options that several commands have. No command takes a token: there is no option for one, and there never will be.

import { SHEET_MAX_ROWS } from '../../../../shared/limits.ts';
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
  readPath,
  readProfileName,
  readSeconds,
  readTypedText,
  wholeNumber,
} from './values.ts';

export const DATA = optional('--data DIR', {
  help: "where the database lives; the user's application folder if left out",
  value: readPath,
});
export const JSON_RESULT = flag('--json', {
  help: 'the result as one JSON object on the last line of standard output; everything else goes to standard error',
});
export const HELP = flag('--help', { help: 'this help' });

/** Every command has them. In the order in which help lists them. */
export const COMMON_OPTIONS = [DATA, JSON_RESULT, HELP] as const;

/** Stands alone on a line. */
export const VERSION = flag('--version', { help: 'the version' });

/** Which account pays is always said: there is no default. */
export const PROFILE = required('--profile NAME', {
  help: 'the merchant account; practice is the built-in practice gateway',
  value: readProfileName,
});

/** The batch of a command that changes or exports one. */
export const BATCH = required('BATCH', { help: 'the batch, such as B0012', value: readBatchId });

/** The batch of a command that goes over every one where none is named. */
export const BATCH_OR_EVERY = optional('BATCH', {
  help: 'the batch, such as B0012; if left out, every one',
  value: readBatchId,
});

export const COMMAND_ID_OPTION = optional('--command-id ID', {
  help: "an id of the script's own for this very command: given again with the same id it does nothing twice and answers as the first time",
  value: readCommandId,
});

export const FORCE = flag('--force', { help: 'replace a file that is there; never a sheet that payouts came from' });

export const PRACTICE_DESK = flag('--practice', { help: 'the practice desk instead of the live one' });

export const FILE = required('FILE', { help: 'the spreadsheet, .csv or .xlsx', value: readPath });

/** How a spreadsheet is to be read. */
export const FILE_OPTIONS = {
  sheet: optional('--sheet NAME', {
    help: 'the sheet of a workbook that has several',
    value: readTypedText,
  }),
  columns: repeated('--map field=Header', {
    help: `the column that carries a field, or field= for none; the fields are ${FIELDS.join(', ')}`,
    value: readColumn,
  }),
  headerRow: optional('--header-row N', {
    help: 'the row of the header, its lower one where it takes two; found if left out',
    value: wholeNumber({ min: 1, max: SHEET_MAX_ROWS, unit: 'as the sheet counts its rows' }),
  }),
  methods: repeated('--method [WORD=]METHOD', {
    help: 'how rows with that word for a payment method are paid, or without a word rows that name none: UPI, IMPS or unpaid',
    value: readMethodAnswer,
  }),
  encoding: optional('--encoding E', {
    help: `the encoding of a CSV file: ${ENCODINGS.join(', ')}`,
    value: readEncoding,
  }),
} as const;

/** When a run ends: nothing is queued or in flight any more, or every payout is final as far as can be seen soon. */
export type Until = 'sent' | 'settled';

export const FOR = optional('--for SECONDS', {
  help: 'start nothing more after this time and end once what is in flight has come back (exit code 4 unless every payout has succeeded)',
  value: readSeconds,
});

export const YES = flag('--yes', { help: 'pay without asking for the typed count' });

export const ACCEPT_WARNINGS = flag('--accept-warnings', {
  help: 'go on in spite of warnings; lifts no ceiling, no repeated payment, no changed account, no lost batch and no hidden row',
});

/** What repeats earlier payments is paid only where it is named. */
export const NAMED_OPTIONS = {
  acceptRepeat: repeated('--accept-repeat BATCH', {
    help: 'a batch that this one repeats as another payment, that is lost, or whose file is run once more; pays no row that --pay-again must name',
    value: readBatchId,
  }),
  payAgain: repeated('--pay-again PAYOUT,...', {
    help: 'pay in full the rows that repeat these payouts, such as B0007/3; rows of the file itself that pay a person twice by their number, such as 12',
    value: readNamedAgain,
  }),
  payDifference: repeated('--pay-difference PAYOUT,...', {
    help: 'of the rows that correct these payouts, pay only what they add',
    value: readNamedPayouts,
  }),
} as const;

/** Of every command that sends and follows a batch. Units: `forMs` in milliseconds, null for no bound. */
export const FOLLOW_OPTIONS = {
  until: optionalElse<Until>('--until sent|settled', {
    help: 'sent: end when nothing is queued or in flight; settled (the default): when every payout is final or its next look-up is over 10 minutes away',
    value: oneOf(['sent', 'settled']),
    otherwise: 'settled',
  }),
  forMs: FOR,
  commandId: COMMAND_ID_OPTION,
} as const;
