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

/** What of a header is shown and read; a longer one names no column by itself. */
export const HEADER_MAX_CHARACTERS = 200;

/** Longer than anything that is paid or kept, spaces around it included: a cell beyond it is an error without being read. */
export const VALUE_MAX_CHARACTERS = 1_000;

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

/** What a person counts waits in. */
export const HOUR_MS = 3_600_000;

/** A day as the clock counts it, whatever the calendar says of summer time. */
export const DAY_MS = 24 * 3_600_000;

/** What the gateway called final is looked up again on these days after it was settled. Source: DESIGN, Engine. */
export const FINAL_WATCH_DAYS: readonly number[] = [1, 3, 7];

/** A person's decision is looked up daily for so many days. Source: DESIGN, Engine. */
export const DECISION_WATCH_DAYS = 30;

/** The longest wait between two of those days, the third and the seventh: a look-up further away was set by a wrong clock. */
export const FINAL_WATCH_LONGEST_WAIT_MS = 4 * DAY_MS;

/** An answer that said nothing of a final payout is asked for again after this, and for so many days past the last. */
export const FINAL_WATCH_UNCLEAR_WAIT_MS = 3_600_000;
export const FINAL_WATCH_UNCLEAR_DAYS = 2;

/** A success without a UTR is looked up for it after a minute, then each time after four times as long, for a day. Source: DESIGN, Store. */
export const UTR_FIRST_MS = 60_000;
export const UTR_GROWTH = 4;

/** The final watch has one in so many requests. Source: DESIGN, Engine. */
export const FINAL_WATCH_SHARE_OF = 5;

/** Retry-After is believed up to ten minutes. Source: DESIGN, What an answer means. */
export const RETRY_AFTER_MAX_MS = 600_000;

/** `mid` has one to four digits in an order. Source: gateway specification, Limits. */
export const ORDER_MID_MAX = 9_999;

/** A person's single question waits this long for a gateway that refused the rate; past it the person is told until when. */
export const QUESTION_WAITS_MS = 6_000;

/** A longer wait for a gateway that refused the rate is told to whoever follows. */
export const TOLD_WAIT_MS = 2_000;

/** What a 429 halved comes back by a tenth of the configured rate a minute. Source: DESIGN, Rate. */
export const RATE_RECOVERS_EVERY_MS = 60_000;
export const RATE_RECOVERS_PARTS = 10;

/**
 * Refusals are rare up to one in twenty of the last 200 requests. One stray refusal in a hundred passes that once in
 * millions of requests; a gateway that is asked a tenth too fast does within seconds.
 */
export const RARE_REFUSAL_ONE_IN = 20;
export const RATE_JUDGED_BY_REQUESTS = 200;

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

/** A wallet that looked too low is asked again this rarely, and so often when it gives no clear answer. */
export const WALLET_READ_EVERY_MS = 10_000;
export const WALLET_READ_TRIES = 5;

/** Offline for less is no pause. Source: DESIGN, Engine. */
export const OFFLINE_PAUSE_MS = 1_800_000;

/** Waits between tries while nothing can be reached: doubling from the first to the second. */
export const OFFLINE_RETRY_FIRST_MS = 500;
export const OFFLINE_RETRY_MAX_MS = 30_000;

/** The wall and the monotonic clock further apart than this: the machine slept, or the clock was set. */
export const CLOCK_JUMP_MS = 30_000;

/** The first payout goes alone and is looked up; a gateway that does not know it by then cannot help with lost answers. */
export const FIRST_PAYOUT_KNOWN_WITHIN_MS = 60_000;

/** Of a batch's references these are looked up before confirming: the first, in file order, and some at random. */
export const FIRST_REFERENCES_PROBED = 8;
export const RANDOM_REFERENCES_PROBED = 4;

/** So many of the first rows are looked up under the names they would have in the next runs of the same file as well. */
export const ROWS_PROBED_IN_NEXT_RUNS = 3;
export const NEXT_RUNS_PROBED = 2;

/** A second payment of the same amount to the same person within this time needs a tick. Source: DESIGN, Guards. */
export const REPEAT_WINDOW_MS = 30 * 24 * 3_600_000;

/** From then on a repeat under another remark or name is a usual one, as a salary is: one tick for all such rows. Source: same. */
export const REPEAT_IS_USUAL_AFTER_MS = 25 * 24 * 3_600_000;

/** Resume asks for the count again after this. Source: DESIGN, Guards. */
export const RESUME_ASKS_AGAIN_MS = 12 * 3_600_000;

/** After a restart later than this, each queued payout is looked up before its send. Source: DESIGN, Look-ups. */
export const LOOK_UP_BEFORE_SEND_AFTER_MS = 3_600_000;

/** "Not paid" opens a day after the send: what a bank still holds back by then is an exception. Source: DESIGN, Unknown desk. */
export const DECIDE_AFTER_MS = 24 * 3_600_000;

/** And after five answers that do not know the payout: one may be a look-up that lags behind. Source: DESIGN, Unknown desk. */
export const DECIDE_AFTER_NOT_KNOWN_ANSWERS = 5;

/**
 * Three of them lie at least a quarter of the wait apart, and so span half of it: silences of the first seconds say nothing of
 * a gateway that lags, and more than three would never come together where the desk is closed at night.
 */
export const NOT_KNOWN_SPREAD_ANSWERS = 3;
export const NOT_KNOWN_SPREAD_PARTS = 4;

/** A payout refused by a 429 may be decided after two look-ups this far apart. Source: DESIGN, Unknown desk. */
export const REFUSED_RATE_LOOKUPS_APART_MS = 600_000;

/** The waiting time that a profile may ask for: the month that the final watch follows a decision. */
export const DECIDE_AFTER_MAX_HOURS = 30 * 24;

/** A count that a person types: no batch holds more rows than a sheet. */
export const COUNT_TYPED_MAX = 1_048_576;

/** A note is a sentence or two for the auditor; longer is a paste into the wrong place. */
export const NOTE_MAX_CHARACTERS = 1_000;

/** Practice: ten crore rupees, so that many practice salary runs fit before the wallet is empty. */
export const PRACTICE_WALLET_START_PAISE = 10_000_000_000;

/** Practice: an accepted payout is `accept` for a second, then `pending`, so that both words are seen. */
export const PRACTICE_PENDING_AFTER_MS = 1_000;

/** Practice: what is pending ends after two seconds, before the first look-up at the default of three. */
export const PRACTICE_ENDS_AFTER_MS = 2_000;

/** Practice: a paid payout is taken back after eight seconds, late enough to have been believed. */
export const PRACTICE_REVERSED_LATE_AFTER_MS = 8_000;

/** Practice: one ordinary payee in four is paid after a moment instead of at once, so that a run shows both. */
export const PRACTICE_DELAYED_ONE_IN = 4;

/** Practice: the slow answer is well past a quick one and well inside REQUEST_TIMEOUT_MS. */
export const PRACTICE_SLOW_ANSWER_MS = 5_000;

/** Practice: the wait a 429 asks for; short, because someone is watching. */
export const PRACTICE_RETRY_AFTER_SECONDS = 2;

/** Practice: a collection order is paid ten seconds after it was made: time to look at it while it is open. */
export const PRACTICE_ORDER_ENDS_AFTER_MS = 10_000;

/** Practice: a request is a few hundred bytes; past this it is not one. */
export const PRACTICE_REQUEST_MAX_BYTES = 64 * 1024;

/** Practice: a request that is not complete by then holds a connection for nothing. */
export const PRACTICE_REQUEST_TIMEOUT_MS = 30_000;

/** `--for`: a fortnight is longer than any run is watched, and shorter than the longest timer of 24.8 days. */
export const FOR_MAX_SECONDS = 14 * 24 * 3_600;

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

/** The progress bar redraws at most ten times a second: faster only flickers. Source: CLI. */
export const PROGRESS_REDRAW_MS = 100;

/** Without a terminal, a line of progress every five seconds keeps a log readable. */
export const PROGRESS_LINE_MS = 5_000;

/** While nothing changes, a line a minute shows that the program lives. */
export const PROGRESS_IDLE_LINE_MS = 60_000;

/** The width of a terminal that does not say its own, and the narrowest that is still laid out for. */
export const TERMINAL_DEFAULT_COLUMNS = 80;
export const TERMINAL_MIN_COLUMNS = 20;

/** The bar never grows past this, where a longer one says nothing more, and with less room it stands alone on its line. */
export const PROGRESS_BAR_MAX_CELLS = 60;
export const PROGRESS_BAR_MIN_CELLS = 12;

/** How many cells of one kind of issue a summary names before "and 12 more". */
export const ISSUE_CELLS_SHOWN = 5;

/** The Node that Electron's main process runs, and the first whose features we rely on throughout: an older one re-runs us. */
export const NODE_MAJOR_MIN = 24;

/** Headers of an answer are a few hundred bytes; past Node's own usual limit it is not an answer. */
export const ANSWER_HEADERS_MAX_BYTES = 16 * 1024;

/** An answer that drips in smaller pieces than this many is joined as it comes, so that tiny chunks cannot cost memory. */
export const ANSWER_CHUNKS_MAX = 256;

/** A message for people is a sentence; a longer one is kept in the evidence. */
export const MESSAGE_KEPT_CHARACTERS = 500;

/** A host with several addresses gives each this long: Node's 250 ms fails on far or mobile lines. Source: Node issue 54359. */
export const ADDRESS_ATTEMPT_TIMEOUT_MS = 3_000;

/** A fingerprint longer than this is kept as its SHA-256. */
export const FINGERPRINT_MAX_CHARACTERS = 500;

/**
 * A piece of the token that may not be shown: so many characters in a row, in any case. Two thirds of a short token stay unknown
 * with fewer, and an identifier of 32 random letters and digits holds such a piece of a token of 64 less than once in 10^8.
 */
export const TOKEN_PIECE_CHARACTERS = 8;

/** Where all are hexadecimal digits and signs, as in bank references, account numbers and UUIDs: as rare as 8 letters with 12. */
export const TOKEN_PIECE_HEX_CHARACTERS = 12;

/** What 8 bytes decide alone when they are written in base 64. */
export const TOKEN_PIECE_BASE64_CHARACTERS = 10;

/** A turn of the engine waits this long for more answers, so that many settle in one fsync; far below what a person notices. */
export const TURN_GATHERS_MS = 4;

/** Or until this share of what may be in flight has come back: measured as the quickest at 64 in flight. */
export const TURN_GATHERS_SHARE = 2 / 3;

/** When all that is due is on its way, or a claim found nothing, the engine looks again after this: soon, without spinning. */
export const TURN_RESTS_MS = 100;

/** The engine looks at its clocks at least this often, so that a sleep is noticed soon after waking. */
export const TURN_AT_LEAST_EVERY_MS = 1_000;

/** A 429 that names no time is waited out this long, where refusals are not rare. */
export const RETRY_AFTER_DEFAULT_MS = 5_000;

/** While the disk refuses a write, what is known stays in memory and is tried again; after this the run ends, truthfully. */
export const DISK_RETRY_MS = 500;
export const DISK_PATIENCE_MS = 10_000;

/**
 * A statement that finds another program in the database waits this long at once, for the whole process waits with it, and
 * is then tried again in turns. Under half of the 50 ms that a window may stand still.
 */
export const BUSY_WAIT_AT_ONCE_MS = 20;
export const BUSY_RETRY_MS = 100;

/** A program that copies or looks through the database is done within moments: only after this is the run paused. */
export const BUSY_MOMENT_MS = 2_000;

/** What the disk did not take when a run ended is tried again this often while nothing else goes on. */
export const LEFT_OVER_RETRY_MS = 2_000;

/** Asking for the first payout by its reference: from the first wait, doubling to the longest. */
export const PROOF_FIRST_MS = 250;
export const PROOF_MAX_MS = 10_000;

/** A reference that must be looked up before its send is asked this often before its row is put on hold. */
export const LOOK_UP_FIRST_TRIES = 5;

/**
 * A payout of which a request has left is sent again only after two silences this far apart: a single look-up may miss a
 * payment that the gateway has.
 */
export const SILENCES_APART_MS = 3_000;

/** Preflight asks a read again this often before it gives up, waiting a little longer each time. */
export const PREFLIGHT_TRIES = 5;
export const PREFLIGHT_RETRY_MS = 300;

/** The rate that is shown is of so many seconds: fewer would jump with each burst, more would hide that it has changed. */
export const SEND_RATE_SECONDS = 5;

/** The screen and the progress bar hear of changes at most this often. */
export const PROGRESS_EVERY_MS = 100;

/** The smallest of the systems' keychains holds this much: Windows Credential Manager, 5 x 512 bytes. */
export const TOKEN_MAX_BYTES = 2_560;

/** Long enough to notice a keychain's prompt and type a password; past it the prompt counts as ignored. */
export const KEYCHAIN_TIMEOUT_MS = 60_000;

/** A report goes to disk in pieces of this size: one is written while the next is made. */
export const REPORT_CHUNK_CHARACTERS = 65_536;

/** Workbook rows made in one turn of the event loop: a few milliseconds, so that a running batch is not held up. */
export const REPORT_ROWS_PER_TURN = 32;

/** What a sheet's parts may inflate to: a million rows of eight columns are about 350 MB; more is a zip bomb. */
export const XLSX_INFLATED_MAX_BYTES = 700 * 1024 * 1024;

/** Sheets deflate to a tenth, seldom to a fiftieth; past this ratio a large part is a zip bomb. */
export const XLSX_RATIO_MAX = 250;

/** Parts smaller than this are harmless whatever their ratio. */
export const XLSX_RATIO_FROM_BYTES = 4 * 1024 * 1024;

/** A workbook has some tens of parts, with pictures some hundreds. */
export const XLSX_ENTRIES_MAX = 10_000;

/** Heap of the worker that reads a workbook: it passes rows on as it reads them, so it needs little. */
export const XLSX_WORKER_HEAP_MB = 256;

/** Its share for what is dropped at once; more of it gains no time. */
export const XLSX_WORKER_YOUNG_HEAP_MB = 16;

/** A million rows take about ten seconds; a workbook that is not read by then is built to hang. */
export const XLSX_READ_TIMEOUT_MS = 120_000;

/** Cells of the whole table, blanks counted: a million rows of 24 columns. More does not fit in memory. */
export const TABLE_MAX_CELLS = 25_000_000;

/** Cells visited for merges, array formulas and links: an honest sheet visits each linked cell once; a tenth of a second. */
export const RANGE_VISITS_MAX = 10_000_000;

/**
 * Rows that the reader of a workbook passes on at once, and rows put together or checked before others get a turn: some
 * milliseconds, the first ones several times as many.
 */
export const IMPORT_ROWS_PER_TURN = 1_024;

/** Characters of CSV text parsed before others get a turn: some milliseconds. */
export const CSV_CHARACTERS_PER_TURN = 512 * 1024;

/** The first lines tell the delimiter. */
export const DELIMITER_SAMPLE_ROWS = 100;

/** Far more than that many lines of any payroll. */
export const DELIMITER_SAMPLE_CHARACTERS = 256 * 1024;

/** As wide as a spreadsheet can be; most of it may be empty columns at the end. */
export const LINE_MAX_CELLS = 16_384;

/**
 * A CSV record of full cells. A longer line is a file that lost its line ends, and splitting it would take a gigabyte; its bytes
 * are counted first, at two for each character.
 */
export const LINE_MAX_CHARACTERS = SHEET_MAX_COLUMNS * (CELL_MAX_CHARACTERS + 1);
export const LINE_MAX_BYTES = 2 * LINE_MAX_CHARACTERS;

/** A column's content is judged by its first filled cells; four of five decide, of at least three. Source: DESIGN, Import. */
export const COLUMN_SAMPLE_CELLS = 200;
export const COLUMN_SAMPLE_MIN_CELLS = 3;
export const COLUMN_FIT_PERCENT = 80;

/** A header with one wrong letter is recognised from this length on; shorter words are too alike. */
export const HEADER_TYPO_MIN_CHARACTERS = 6;

/** The practice profile: quick enough to watch, slow enough to see. */
export const PRACTICE_RATE_PER_SECOND = 25;
export const PRACTICE_IN_FLIGHT = 8;
export const PRACTICE_POLL_FIRST_MS = 500;

/** One Ctrl+C reaches a program twice under npm, within a few milliseconds; nobody presses it twice this fast. */
export const SAME_KEY_PRESS_MS = 500;

/** Source rows kept as one piece: about a page of the disk's own, and decoded in a millisecond when one payout is looked at. */
export const SOURCE_ROWS_PER_CHUNK = 256;

/** Rows that confirming judges, names or sorts before others get a turn: some milliseconds, twenty on a machine three times slower. */
export const CONFIRM_ROWS_PER_TURN = 1_024;

/** Entries of the audit log that the check of a batch reads before others get a turn: some milliseconds. */
export const AUDIT_ENTRIES_PER_TURN = 2_048;

/** Payouts stored by one statement: more gain nothing, and SQLite takes at most 32,766 values in one. */
export const PAYOUT_ROWS_PER_STATEMENT = 50;

/** Rows named in one audit entry: a report's cell holds 32,767 characters, and each row takes some tens. */
export const AUDIT_ROWS_AT_ONCE = 250;

/** Readings of the wallet that the window remembers: some weeks of looking once a day. */
export const WALLET_READINGS_KEPT = 30;

/** The log of what happened around the desk: some ten thousand lines in a file, and a year of quiet use in all. */
export const LOG_FILE_MAX_BYTES = 1024 * 1024;
export const LOG_FILES_KEPT = 4;

/** What was looked up before a confirmation stands for this long while a person reads it; after that it is looked up again. */
export const CONFIRM_LOOKUPS_STAND_MS = 1_000;

/** A retry looks up every row, which takes its time: the first of these look-ups stand no longer than this. */
export const RETRY_LOOKUPS_STAND_MS = 60_000;

/** Payouts left out of a retry, and rows to be ticked, that a confirmation names one by one; the rest is counted. */
export const LEFT_OUT_SHOWN = 20;

/** What does not fit in an audit is told up to here; the first few name the cause, thousands only repeat it. */
export const AUDIT_FINDINGS_TOLD = 20;

/** Rows a window asks for at once: some screens full, so that scrolling stays ahead and an answer stays small. */
export const WINDOW_ROWS_MAX = 500;

/** Cells one edit may set: a whole column of the largest sheet people fill by hand, and a paste of a few columns. */
export const EDIT_CELLS_MAX = 200_000;

/** Rows that an edit may touch to be checked by difference, in one go: some milliseconds. More are checked with the whole sheet, in turns. */
export const EDIT_ROWS_BY_DIFFERENCE_MAX = 4_096;

/** Alarms that are marked as read at once. */
export const NEWS_READ_MAX = 10_000;

/**
 * Payouts decided together: each is looked up by up to two keys first, one after the other, which takes some minutes of the
 * usual rate. With more, the first silence would be old by the time of the decision.
 */
export const DECIDED_TOGETHER_MAX = 500;

/** How much of a text is shown in each encoding it may be in: the header and a row or two. */
export const ENCODING_PREVIEW_BYTES = 300;

/** Events kept for windows that lost their line: at ten a second some minutes, at a few megabytes at most. */
export const EVENTS_KEPT = 2_000;

/** One lost answer, or one failed connection, is not yet a gateway that cannot be reached: so many in a row are. */
export const UNREACHED_IN_A_ROW = 3;

/** The longest the desk leaves its look-ups alone before it asks its own calendar again. */
export const FOLLOW_AGAIN_MAX_MS = 60_000;

/** A gateway that was not reached and is not asked again is no trouble of now: three tries of a refused watch. */
export const UNREACHED_FOR_MS = 90_000;

/** A watch that was refused, such as for want of a token, is tried again after this. */
export const FOLLOW_REFUSED_WAIT_MS = 30_000;

/** Steps that can be undone: a long evening's corrections. */
export const UNDO_STEPS_MAX = 200;

/** Samples of a column beside its header. */
export const HEADER_SAMPLES_SHOWN = 3;

/** Files open in a window at once; each may hold a hundred thousand rows in memory. One without corrections goes first. */
export const DRAFTS_MAX = 6;

/** Files the desk holds for its windows at once, uploads and downloads together; the oldest goes first, but for those of open drafts. */
export const FILES_KEPT_MAX = 40;

/** Files opened last that the desk lists: a month's payrolls, refunds and advances, found by looking, without a search. */
export const RECENT_FILES_KEPT = 10;

/** As many of them stand on the screen at first: the batches below, one of them paused perhaps, stay in sight. */
export const RECENT_FILES_SHOWN = 4;

/** The longest path that any of the systems takes (Windows, with its long prefix); a longer one names no file. */
export const PATH_MAX_CHARACTERS = 32_767;

/** The longest name of a file that every file system takes, in any script. */
export const FILE_NAME_MAX_CHARACTERS = 80;

/** Sets of headers whose columns are remembered; the oldest is forgotten first. */
export const LAYOUTS_REMEMBERED_MAX = 200;

/** Rows named for each reason why rows are left out, and for each warning, before "and 12 more". */
export const LEFT_OUT_ROWS_SHOWN = 100;

/** Warnings, and rows to tick, that Confirm lists at first; each "show more" lists so many times as many: 100,000 in three. */
export const CONFIRM_LISTED = 100;
export const CONFIRM_LISTED_GROWTH = 10;

/** Changing commands whose replies are kept, so that a repeated click gets the first one's: a long day's clicks. */
export const COMMANDS_REMEMBERED_MAX = 5_000;

/** A session without an open window and without a request ends after this: nobody is at the desk. */
export const SESSION_IDLE_MS = 30 * 60_000;

/** Links that were shown and not used yet, and windows' sessions, at once; the oldest goes first. */
export const LINKS_OPEN_MAX = 4;
export const SESSIONS_MAX = 8;

/** Links that one browser opened in one session: a person's tabs of a day; the oldest goes first. */
export const SESSION_KEYS_MAX = 32;

/** The secret of a link and its JSON around it. */
export const SECRET_MAX_BYTES = 1_024;

/** A command is small, but for a pasted block of EDIT_CELLS_MAX cells. */
export const COMMAND_MAX_BYTES = 32 * 1024 * 1024;

/** One browser opens six connections to a host; a few windows and their event streams need some more. */
export const DOOR_CONNECTIONS_MAX = 64;

/**
 * Connections that have shown no session: a browser has a few while a page loads, and any program of this machine can open more.
 * Past the first number the oldest go once they had the time to show one, which takes a browser milliseconds; past the second at once.
 */
export const DOOR_STRANGERS_MAX = 64;
export const DOOR_STRANGERS_RUSH_MAX = 512;
export const DOOR_SHOWS_WITHIN_MS = 250;
export const EVENT_STREAMS_MAX = 16;

/** On loopback headers come at once, and the largest file within seconds; what is slower holds a connection for nothing. */
export const DOOR_HEADERS_TIMEOUT_MS = 5_000;
export const DOOR_REQUEST_TIMEOUT_MS = 60_000;
export const DOOR_IDLE_CONNECTION_MS = 30_000;

/** A browser's headers are some hundred bytes. */
export const DOOR_HEADERS_MAX_BYTES = 16 * 1024;

/** A line that is dead is noticed within this. */
export const EVENT_STREAM_HEARTBEAT_MS = 15_000;

/** A window that leaves more than this unread is asleep: it catches up when it is back. */
export const EVENT_STREAM_BUFFER_MAX_BYTES = 4 * 1024 * 1024;
