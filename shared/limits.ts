// Limits that several layers use; all others are next to their use. What a merchant may change is a default here and stored in
// the profile.

/** Ten crore rupees: far above any single salary, far below what doubles and SQLite hold exactly. */
export const AMOUNT_MAX_PAISE = 10_000_000_000;

/** A lakh crore rupees: sums stay under 2^53 paise, so they are exact integers everywhere. */
export const TOTAL_MAX_PAISE = 1_000_000_000_000_000;

/** A longer remark is a paragraph in the wrong column, and an error. */
export const REMARK_MAX_CHARACTERS = 250;

/** Excel's last row. */
export const SHEET_MAX_ROWS = 1_048_576;

/** A hundred megabytes hold a million rows; a larger file is not a payout file. */
export const FILE_MAX_BYTES = 100 * 1024 * 1024;

/** No cell needs more; a longer one is a broken quote or an attack. */
export const CELL_MAX_CHARACTERS = 32_767;

/** More columns than any payroll export has. */
export const SHEET_MAX_COLUMNS = 500;

export const RATE_MAX_PER_SECOND = 20_000;

export const IN_FLIGHT_MAX = 256;

export const HOUR_MS = 3_600_000;

/** 24 hours, whatever the calendar says about summer time. */
export const DAY_MS = 24 * 3_600_000;

/** A batch whose last event is older may be archived. No gateway is asked about it any more, and no guard reads its evidence. */
export const ARCHIVE_AFTER_DAYS = 365;

/** "Not paid" opens a day after the send; few banks hold a payment back for longer. See DESIGN, Unknown desk. */
export const DECIDE_AFTER_MS = 24 * 3_600_000;

/** The longest wait a profile may set: the month for which the final watch follows a decision. */
export const DECIDE_AFTER_MAX_HOURS = 30 * 24;

/** A note is a sentence or two for the auditor; a longer text was pasted into the wrong place. */
export const NOTE_MAX_CHARACTERS = 1_000;

/** A lookup every millisecond is already a flood; the profile's rate limits it anyway. */
export const POLL_MIN_MS = 1;

/** A payout that is looked up less than once a day would be forgotten. */
export const POLL_LONGEST_MS = 24 * 3_600_000;

/** A shorter timeout makes every payout unknown; one longer than ten minutes only waits for a dead connection. */
export const REQUEST_TIMEOUT_MIN_MS = 100;

export const REQUEST_TIMEOUT_MAX_MS = 600_000;

/** TCP's limit. */
export const PORT_MAX = 65_535;

/** The name of a profile or a batch fits on one line of a table and in a report's heading. */
export const PROFILE_NAME_MAX_CHARACTERS = 40;

export const BATCH_NAME_MAX_CHARACTERS = 100;

/** A typed user-defined field, gateway id or sheet name; a longer text was pasted into the wrong place. */
export const TYPED_TEXT_MAX_CHARACTERS = 255;

/** A URL that people type; a longer text was pasted into the wrong place. */
export const BASE_URL_MAX_CHARACTERS = 500;

/** A token that is piped in; a larger input is a file piped by mistake. */
export const TOKEN_INPUT_MAX_BYTES = 64 * 1024;

/** Rows a window reads at once: a few screens, so that scrolling stays ahead and an answer stays small. */
export const WINDOW_ROWS_MAX = 500;

/** Cells one edit may set: a whole column of the largest sheet people fill by hand, or a few pasted columns. */
export const EDIT_CELLS_MAX = 200_000;

/** Cells of a list saved as shown on screen: as much as one message to the desk can hold. */
export const SAVED_CELLS_MAX = 500_000;

/**
 * Payouts decided together. Each is looked up first, by up to two keys, one after the other, which takes some minutes at the
 * usual rate. With more, the first "not known" would be old by the time of the decision.
 */
export const DECIDED_TOGETHER_MAX = 500;

/** Warnings, and rows to tick, that Confirm lists at first. Each "show more" lists ten times as many, so 100,000 after three. */
export const CONFIRM_LISTED = 100;

/** With more, finding one gets harder. */
export const SAVED_FILTERS_MAX = 30;

/** The longest file name that every file system accepts, in any script. */
export const FILE_NAME_MAX_CHARACTERS = 80;

/** How many months of payments are summed, with the present one. A wallet's history is as long. */
export const MONTHS_SHOWN = 12;

/** Vouchers in one journal export: what accounting programs import at once. The rest comes with the next export. */
export const JOURNAL_ENTRIES_MAX = 200_000;

/** Rules that name ledgers: more are not read as a list. */
export const LEDGER_RULES_MAX = 100;

/** The name of another desk's payment, such as Pune/B0007/3. */
export const CLAIM_NAME_MAX_CHARACTERS = 80;
