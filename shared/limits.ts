// Numbers that several layers obey, with the unit in the name and the reason beside it; every other stands beside its use.
// What a merchant may change is a default here and lives in the profile.

/** Ten crore rupees: far above any single salary, far below what a double or SQLite stops holding exactly. */
export const AMOUNT_MAX_PAISE = 10_000_000_000;

/** A lakh crore rupees: sums stay under 2^53 paise, so they are exact integers everywhere. */
export const TOTAL_MAX_PAISE = 1_000_000_000_000_000;

/** Beyond this a remark is a paragraph in the wrong column, and an error. */
export const REMARK_MAX_CHARACTERS = 250;

/** Excel's own last row. */
export const SHEET_MAX_ROWS = 1_048_576;

/** A hundred megabytes holds a million rows; more is not a payout file. */
export const FILE_MAX_BYTES = 100 * 1024 * 1024;

/** One cell never needs more; more is a broken quote or an attack. */
export const CELL_MAX_CHARACTERS = 32_767;

/** More columns than any payroll export has. */
export const SHEET_MAX_COLUMNS = 500;

export const RATE_MAX_PER_SECOND = 20_000;

export const IN_FLIGHT_MAX = 256;

/** What a person counts waits in. */
export const HOUR_MS = 3_600_000;

/** A day as the clock counts it, whatever the calendar says of summer time. */
export const DAY_MS = 24 * 3_600_000;

/** "Not paid" opens a day after the send: what a bank still holds back by then is an exception. Source: DESIGN, Unknown desk. */
export const DECIDE_AFTER_MS = 24 * 3_600_000;

/** The waiting time that a profile may ask for: the month that the final watch follows a decision. */
export const DECIDE_AFTER_MAX_HOURS = 30 * 24;

/** A note is a sentence or two for the auditor; longer is a paste into the wrong place. */
export const NOTE_MAX_CHARACTERS = 1_000;

/** A look-up every millisecond is already a flood; the profile's rate bounds it in any case. */
export const POLL_MIN_MS = 1;

/** A payout that is looked up less than once a day is forgotten. */
export const POLL_LONGEST_MS = 24 * 3_600_000;

/** A shorter deadline than this makes every payout unknown; a longer one than ten minutes is a hung line. */
export const REQUEST_TIMEOUT_MIN_MS = 100;

export const REQUEST_TIMEOUT_MAX_MS = 600_000;

/** TCP's own bound. */
export const PORT_MAX = 65_535;

/** A profile's or a batch's name stands on one line of a table and of a report's heading. */
export const PROFILE_NAME_MAX_CHARACTERS = 40;

export const BATCH_NAME_MAX_CHARACTERS = 100;

/** A user-defined field, a gateway id or a sheet's name as it is typed; longer is a paste into the wrong place. */
export const TYPED_TEXT_MAX_CHARACTERS = 255;

/** A URL that people type; longer is a paste into the wrong place. */
export const BASE_URL_MAX_CHARACTERS = 500;

/** A token that is piped in: longer is a file that was piped by mistake. */
export const TOKEN_INPUT_MAX_BYTES = 64 * 1024;

/** Rows a window asks for at once: some screens full, so that scrolling stays ahead and an answer stays small. */
export const WINDOW_ROWS_MAX = 500;

/** Cells one edit may set: a whole column of the largest sheet people fill by hand, and a paste of a few columns. */
export const EDIT_CELLS_MAX = 200_000;

/** Cells of a list that is saved as it stands on the screen: what one message to the desk holds. */
export const SAVED_CELLS_MAX = 500_000;

/**
 * Payouts decided together: each is looked up by up to two keys first, one after the other, which takes some minutes of the
 * usual rate. With more, the first silence would be old by the time of the decision.
 */
export const DECIDED_TOGETHER_MAX = 500;

/** Warnings, and rows to tick, that Confirm lists at first; each "show more" lists so many times as many: 100,000 in three. */
export const CONFIRM_LISTED = 100;

/** More is no help in finding one. */
export const SAVED_FILTERS_MAX = 30;

/** The longest name of a file that every file system takes, in any script. */
export const FILE_NAME_MAX_CHARACTERS = 80;
