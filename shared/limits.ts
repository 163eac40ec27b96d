// Every number the desk obeys, with its unit in its name and its reason beside it.
// Numbers that a merchant may change are defaults here and live in the profile.

/** Ten crore rupees: far above any single salary, far below what a double or SQLite stops holding exactly. */
export const AMOUNT_MAX_PAISE = 10_000_000_000;

/** A lakh crore rupees: sums stay under 2^53 paise, so they are exact integers everywhere. */
export const TOTAL_MAX_PAISE = 1_000_000_000_000_000;

/** NPCI's usual ceiling for one UPI transfer; the gateway states none, so it warns. Source: DESIGN, Import. */
export const UPI_USUAL_MAX_PAISE = 10_000_000;

/** NPCI's usual ceiling for one IMPS transfer; the gateway states none, so it warns. Source: DESIGN, Import. */
export const IMPS_USUAL_MAX_PAISE = 50_000_000;

/** Banks cut longer narrations; the gateway states no limit, so it warns. */
export const REMARK_USUAL_MAX_CHARACTERS = 30;

/** Beyond this a remark is a paragraph in the wrong column, and an error. */
export const REMARK_MAX_CHARACTERS = 250;

/** The beneficiary's name stays local; longer is a wrong column. */
export const NAME_MAX_CHARACTERS = 200;

/** An account number outside these lengths is a wrong column or a lost digit: an error. */
export const ACCOUNT_MIN_CHARACTERS = 5;
export const ACCOUNT_MAX_CHARACTERS = 20;

/** Account numbers of Indian banks are usually 9 to 18 digits; others warn. */
export const ACCOUNT_USUAL_MIN_DIGITS = 9;
export const ACCOUNT_USUAL_MAX_DIGITS = 18;

/** A spreadsheet keeps 15 significant digits of a number: the 16th is already lost. */
export const EXACT_NUMBER_MAX_DIGITS = 15;

/** Excel's own last row. */
export const SHEET_MAX_ROWS = 1_048_576;

/** A hundred megabytes holds a million rows; more is not a payout file. */
export const FILE_MAX_BYTES = 100 * 1024 * 1024;

/** One cell never needs more; more is a broken quote or an attack. */
export const CELL_MAX_CHARACTERS = 32_767;

/** More columns than any payroll export has. */
export const SHEET_MAX_COLUMNS = 500;

/** One answer is a few hundred bytes; past this it is not an answer. Source: DESIGN, What an answer means. */
export const ANSWER_MAX_BYTES = 256 * 1024;

/** What is kept of an answer word for word, for the drawer and the audit. */
export const ANSWER_KEPT_CHARACTERS = 4_096;

/** A fresh connection that is not there by then will not come; nothing has been sent, so giving up is free. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Default for the whole of a request, from connect to the last byte of the answer. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Profile defaults: five requests a second, four at once, until the merchant knows what the gateway bears. */
export const RATE_DEFAULT_PER_SECOND = 5;
export const RATE_MAX_PER_SECOND = 20_000;
export const IN_FLIGHT_DEFAULT = 4;
export const IN_FLIGHT_MAX = 256;

/** The first look-up comes after seconds, later ones back off to hourly. Source: DESIGN, Engine. */
export const POLL_FIRST_DEFAULT_MS = 3_000;
export const POLL_MAX_DEFAULT_MS = 3_600_000;
export const POLL_GROWTH = 2;

/** `--until settled` ends when the next look-up is further away than this. Source: CLI. */
export const SETTLED_HORIZON_MS = 600_000;

/** The window of "requests per second", and the wait before the first request after a start. */
export const RATE_WINDOW_MS = 1_000;

/** While anything is queued, sends have seven of ten slots. Source: DESIGN, Engine. */
export const SEND_SHARE_OF_TEN = 7;

/** Retry-After is believed up to ten minutes. Source: DESIGN, What an answer means. */
export const RETRY_AFTER_MAX_MS = 600_000;

/** Ambiguity: three unknown answers in a row, or 20 unresolved, or 2 % of at least 500. Source: DESIGN, Engine. */
export const AMBIGUITY_IN_A_ROW = 3;
export const AMBIGUITY_UNRESOLVED = 20;
export const AMBIGUITY_SHARE_OF = 500;
export const AMBIGUITY_SHARE_PERCENT = 2;

/** An ambiguity pause may lift by itself three times a batch, each after ten good reads in a minute. */
export const AMBIGUITY_LIFTS_MAX = 3;
export const AMBIGUITY_GOOD_READS = 10;
export const AMBIGUITY_GOOD_READS_WINDOW_MS = 60_000;

/** Five refusals with the same words in a row look like a low wallet. Source: DESIGN, Engine. */
export const SAME_REFUSALS_IN_A_ROW = 5;

/** Offline for less is no pause. Source: DESIGN, Engine. */
export const OFFLINE_PAUSE_MS = 1_800_000;

/** Waits between tries while nothing can be reached: doubling from the first to the second. */
export const OFFLINE_RETRY_FIRST_MS = 500;
export const OFFLINE_RETRY_MAX_MS = 30_000;

/** The wall and the monotonic clock further apart than this: the machine slept, or the clock was set. */
export const CLOCK_JUMP_MS = 30_000;

/** The first payout goes alone and is looked up; a gateway that does not know it by then cannot help with lost answers. */
export const FIRST_PAYOUT_KNOWN_WITHIN_MS = 60_000;

/** How many of the batch's references are looked up before confirming. Source: DESIGN, The reference. */
export const REFERENCES_PROBED = 8;

/** A second payment of the same amount to the same person within this time needs a tick. Source: DESIGN, Guards. */
export const REPEAT_WINDOW_MS = 30 * 24 * 3_600_000;

/** Resume asks for the count again after this. Source: DESIGN, Guards. */
export const RESUME_ASKS_AGAIN_MS = 12 * 3_600_000;

/** After a restart later than this, each queued payout is looked up before its send. Source: DESIGN, Look-ups. */
export const LOOK_UP_BEFORE_SEND_AFTER_MS = 3_600_000;

/** `failed` and `rejected` of an unknown payout are adopted when this many look-ups in a row agree. */
export const AGREEING_LOOKUPS = 2;
