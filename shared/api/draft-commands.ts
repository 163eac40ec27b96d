// A draft is a file on its way to confirmation, held by the desk; the window reads only what it shows. Only the desk knows
// where a file is; a window has a handle.

import { z } from 'zod';
import {
  CELL_MAX_CHARACTERS,
  EDIT_CELLS_MAX,
  REMARK_MAX_CHARACTERS,
  SHEET_MAX_COLUMNS,
  SHEET_MAX_ROWS,
  TYPED_TEXT_MAX_CHARACTERS,
} from '../limits.ts';
import {
  BATCH_ID,
  BY_METHOD,
  COUNT,
  changing,
  DOWNLOAD,
  FIELD,
  FILE_HANDLE,
  HANDLE,
  MESSAGE,
  METHOD,
  METHOD_ANSWER,
  METHOD_ANSWERS_MAX,
  NOTHING,
  PROFILE_NAME,
  REFUSAL,
  REPEAT,
  reading,
  SEVERITY,
  SUM,
  TIME_MS,
  TOTAL_PAISE,
  TYPED_TEXT,
  WINDOW,
  WORD_ANSWER,
  WORD_ANSWERS_MAX,
} from './schemas.ts';

/**
 * How to read a file. `columns`: headers for fields; an empty header leaves the field without a column. `sheet` and `encoding`:
 * only where the file asked for them. `headerRow`: where a person chose it; otherwise it is detected. `fillRemark`: replaces
 * empty remarks. `methods`: how to pay rows whose method is another word, the empty word for rows without one. `words`: whether
 * rows with a word in a column about paying are paid, the empty word for rows without one. `money`: the columns, by header, that
 * the question named to which the column of the amount is the answer; it is not asked again about these.
 */
export const READ_OPTIONS = z.object({
  sheet: z.string().max(TYPED_TEXT_MAX_CHARACTERS).nullable().default(null),
  encoding: z.enum(['utf-8', 'windows-1252', 'utf-16le', 'utf-16be']).nullable().default(null),
  headerRow: z.int().min(1).max(SHEET_MAX_ROWS).nullable().default(null),
  columns: z
    .array(z.object({ field: FIELD, header: z.string().max(TYPED_TEXT_MAX_CHARACTERS) }))
    .max(SHEET_MAX_COLUMNS)
    .default([]),
  money: z.array(z.string().max(TYPED_TEXT_MAX_CHARACTERS)).max(SHEET_MAX_COLUMNS).default([]),
  fillRemark: z.string().max(REMARK_MAX_CHARACTERS).nullable().default(null),
  methods: z.array(METHOD_ANSWER).max(METHOD_ANSWERS_MAX).default([]),
  words: z.array(WORD_ANSWER).max(WORD_ANSWERS_MAX).default([]),
  includeHidden: z.boolean().default(false),
  /** Remember the current columns and all answers for the next file with these headers. */
  rememberColumns: z.boolean().default(false),
});
export type ReadOptions = z.infer<typeof READ_OPTIONS>;

/** A word in the method column that we do not know. `word` is empty for rows without one; `as` is null until a person chooses. */
const METHOD_WORD = z.object({ word: z.string(), rows: COUNT, as: METHOD_ANSWER.shape.as.nullable() });

/**
 * A word of a column that may be about paying and that we do not understand. `word` is empty for rows without one, and an ellipsis
 * for all of `words` different words, such as those in `like`. `shown` and `like` are as the sheet spells them; `names` are the
 * first people of its rows. `paise`: what the rows add up to; `as` is null until chosen.
 */
const SHEET_WORD = z.object({
  column: z.string(),
  word: z.string(),
  shown: z.string(),
  names: z.array(z.string()),
  rows: COUNT,
  paise: COUNT,
  words: COUNT,
  like: z.array(z.string()),
  as: WORD_ANSWER.shape.as.nullable(),
});

/**
 * A column of the file. `index`: its index among all columns of the sheet. `field`: null when it is not sent. `samples`: its
 * first filled cells. `sum`: the total of a column of amounts, formatted as rupees; null for all others. `isPayers`: its header
 * is about the payer.
 */
const HEADER = z.object({
  index: COUNT,
  header: z.string(),
  sum: z.string().nullable(),
  samples: z.array(z.string()),
  isPayers: z.boolean(),
  field: FIELD.nullable(),
  how: z.enum(['exact', 'remembered', 'guessed', 'given']).nullable(),
});

/**
 * Which column is the field's: `headers` are the choices, `named` all columns that the question names. `sums`: how choices come
 * of columns left of them in every row.
 */
const COLUMN_QUESTION = z.object({
  field: FIELD,
  headers: z.array(z.string()),
  named: z.array(z.string()),
  sums: z.array(z.object({ header: z.string(), sum: z.string() })),
  messages: z.array(MESSAGE),
});

const DRAFT_FILTER = z.enum(['all', 'ready', 'errors', 'warnings', 'excluded', 'edited']);
export type DraftFilter = z.infer<typeof DRAFT_FILTER>;

/**
 * What the chips and the totals show; sent after each edit. `ready`, `errors`, `warnings` and `excluded` add up to `all`.
 * `payable` is what would be paid: ready and warnings. `undo` and `redo` name the step; null when there is none.
 */
const DRAFT_SUMMARY = z.object({
  draft: HANDLE,
  revision: COUNT,
  counts: z.record(DRAFT_FILTER, COUNT),
  payable: SUM,
  byMethod: BY_METHOD,
  /** Hidden in the sheet but would be paid. */
  hidden: z.object({ rows: COUNT, columns: COUNT }),
  undo: MESSAGE.nullable(),
  redo: MESSAGE.nullable(),
});
export type DraftSummary = z.infer<typeof DRAFT_SUMMARY>;

/**
 * A correction after the file was read again. `field`: null for a row that was left out. `nowRowNumber`: the row's number now,
 * null when it is gone. `now`: the file's text for that cell. `inFile`: the file now says what was typed. `fileChanged`: the
 * file changed that same cell, and the file wins.
 */
const CARRIED_EDIT = z.object({
  rowNumber: COUNT,
  nowRowNumber: COUNT.nullable(),
  field: FIELD.nullable(),
  typed: z.string(),
  now: z.string().nullable(),
  became: z.enum(['kept', 'inFile', 'fileChanged', 'gone']),
});
export type CarriedEdit = z.infer<typeof CARRIED_EDIT>;

/** What became of all corrections. `listed`: the first of those that were not simply kept. */
const CARRIED_EDITS = z.object({
  counts: z.record(CARRIED_EDIT.shape.became, COUNT),
  listed: z.array(CARRIED_EDIT),
});
export type CarriedEdits = z.infer<typeof CARRIED_EDITS>;

export const FILE_FACTS = z.object({ name: z.string(), sizeBytes: COUNT, sha256: z.string() });

/**
 * The first non-empty rows of a sheet, by row number. `headers`: two where the header takes two rows, none while a person is
 * asked for it. `above`: rows above the header, which are not read.
 */
const FIRST_ROWS = z.object({
  rows: z.array(z.object({ rowNumber: z.int(), cells: z.array(z.string()) })),
  headers: z.array(z.int()),
  above: z.array(z.int()),
});

const ROW_NUMBER = z.int().min(0).max(SHEET_MAX_ROWS);
const CELL_TEXT = z.string().max(CELL_MAX_CHARACTERS);

/**
 * Which rows the grid shows. `issue`: only rows with this kind of issue. `search`: in any cell, ignoring case. `ticked`: only
 * ticked rows; with `isAll`, all rows except these. `press` identifies one press of the filter: a row that matched then stays,
 * whatever happens to it; null shows only what matches now.
 */
const DRAFT_QUERY = z.object({
  filter: DRAFT_FILTER.default('all'),
  issue: z
    .object({ code: z.string().max(TYPED_TEXT_MAX_CHARACTERS), field: FIELD.nullable() })
    .nullable()
    .default(null),
  search: TYPED_TEXT.default(''),
  ticked: z
    .object({ isAll: z.boolean(), rows: z.array(ROW_NUMBER).max(SHEET_MAX_ROWS) })
    .nullable()
    .default(null),
  press: z.uuid().nullable().default(null),
});
export type DraftQuery = z.infer<typeof DRAFT_QUERY>;

/** The order of the rows shown. `press` identifies one press of a header: rows that change afterwards keep their places. */
const DRAFT_SORT = z.object({
  by: z.enum([...FIELD.options, 'row', 'status', 'method', 'bank', 'whyUnpaid']),
  direction: z.enum(['up', 'down']),
  press: z.uuid(),
});
export type DraftSort = z.infer<typeof DRAFT_SORT>;

const SHOWN_ROWS = { ...DRAFT_QUERY.shape, sort: DRAFT_SORT.nullable().default(null) };

export const EVERY_ROW: DraftQuery = { filter: 'all', issue: null, search: '', ticked: null, press: null };

/** Where a person was in a draft. `query`: which rows Review showed; null before. */
export const DRAFT_SEEN = z.object({ step: z.enum(['match', 'review', 'confirm']), query: DRAFT_QUERY.nullable() });
export type DraftSeen = z.infer<typeof DRAFT_SEEN>;

/**
 * How far reading a file came. `asks` waits for a choice: one of `sheets`, an encoding with its `preview`, the header among
 * `firstRows`, or columns, with their `headers`. `options` are the choices so far, `questions` what is asked about columns.
 */
export const DRAFT_READING = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('asks'),
    draft: HANDLE,
    file: FILE_FACTS,
    options: READ_OPTIONS,
    about: z.enum(['sheet', 'encoding', 'header', 'columns']),
    refusal: REFUSAL,
    sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
    encodings: z.array(z.object({ encoding: z.string(), preview: z.string() })),
    sheet: z.string().nullable(),
    firstRows: FIRST_ROWS,
    headers: z.array(HEADER),
    questions: z.array(COLUMN_QUESTION),
    methodWords: z.array(METHOD_WORD).max(METHOD_ANSWERS_MAX),
    sheetWords: z.array(SHEET_WORD).max(WORD_ANSWERS_MAX),
    rows: COUNT,
  }),
  z.object({
    kind: z.literal('checked'),
    draft: HANDLE,
    file: FILE_FACTS,
    options: READ_OPTIONS,
    sheet: z.string().nullable(),
    sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
    firstRows: FIRST_ROWS,
    headers: z.array(HEADER),
    methodWords: z.array(METHOD_WORD).max(METHOD_ANSWERS_MAX),
    sheetWords: z.array(SHEET_WORD).max(WORD_ANSWERS_MAX),
    /** A person confirmed these headers before, and chose how each method is paid, so Match can be skipped. */
    sureOfColumns: z.boolean(),
    rows: COUNT,
    /** Earlier batches of this file or these rows with this profile's merchant, newest first. */
    repeats: z.array(REPEAT),
    /** The batch that these rows pay again, from its own merchant; null for a file. */
    retryOf: BATCH_ID.nullable(),
    /** What became of the corrections when a newer version of the file was read; null when none was. */
    carried: CARRIED_EDITS.nullable(),
    /** Whether the file is where the desk can read it again. */
    isOnDisk: z.boolean(),
    /**
     * `seen`: where the person was in it; null in a new draft. `reopened`, after a restart: `partly` when some later changes
     * could not be kept, `otherwise` when the same file reads differently now; null when everything is as before.
     */
    seen: DRAFT_SEEN.nullable(),
    reopened: z.enum(['partly', 'otherwise']).nullable(),
    /** Fields that cannot be changed in any row; `editDraft` refuses them with the reason. */
    lockedFields: z.array(FIELD),
    /** The revision in which its rows were read. In another revision a row number may mean another row. */
    readRevision: COUNT,
    summary: DRAFT_SUMMARY,
  }),
]);
export type DraftReading = z.infer<typeof DRAFT_READING>;
export type CheckedReading = Extract<DraftReading, { kind: 'checked' }>;

/** An issue of a row. `field` is null when no single cell is to blame; `suggestion` is what its cell should probably contain. */
const ROW_ISSUE = z.object({
  field: FIELD.nullable(),
  severity: SEVERITY,
  code: z.string(),
  title: MESSAGE,
  message: MESSAGE,
  cure: MESSAGE,
  suggestion: z.string().nullable(),
});

/** `original` is the file's text where an edit changed it, otherwise null. */
const DRAFT_CELL = z.object({ field: FIELD, text: z.string(), original: z.string().nullable() });

/**
 * A row of the grid. `at`: its index in the filtered list. `bank`: from the IFSC. `amountPaise`: null if unreadable.
 * `whyUnpaid`: the message when a retry's row was sent before.
 */
const DRAFT_ROW = z.object({
  at: COUNT,
  rowNumber: z.int(),
  status: z.enum(['ready', 'warning', 'error', 'excluded']),
  edited: z.boolean(),
  hidden: z.boolean(),
  method: METHOD.nullable(),
  amountPaise: COUNT.nullable(),
  bank: z.string().nullable(),
  whyUnpaid: MESSAGE.nullable(),
  cells: z.array(DRAFT_CELL),
  issues: z.array(ROW_ISSUE),
});
export type DraftLine = z.infer<typeof DRAFT_ROW>;

/**
 * One kind of issue. `rows`: how many rows have it, none where it is about a whole column. `fixable` of them have exactly one
 * fix, and `fixes` are the first of these, with `to` null where the fix leaves the row out. `message` is that of the first row,
 * `title` goes for all of them.
 */
const ISSUE_GROUP = z.object({
  code: z.string(),
  field: FIELD.nullable(),
  severity: SEVERITY,
  title: MESSAGE,
  message: MESSAGE,
  cure: MESSAGE,
  count: COUNT,
  rows: COUNT,
  firstRowNumber: z.int(),
  fixable: COUNT,
  fixes: z.array(z.object({ rowNumber: z.int(), name: z.string(), from: z.string(), to: z.string().nullable() })),
});

/** A change to a whole column. `trim` removes spaces at both ends. */
const COLUMN_CHANGE = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), text: CELL_TEXT }),
  z.object({ kind: z.literal('trim') }),
  z.object({ kind: z.literal('upperCase') }),
]);
export type ColumnChange = z.infer<typeof COLUMN_CHANGE>;

const REPLACEMENT = { field: FIELD, find: CELL_TEXT.min(1), replaceWith: CELL_TEXT };

/** Each is one undo step, however many cells it changes. Row numbers are those of the file. */
export const DRAFT_EDIT = z.discriminatedUnion('kind', [
  /**
   * Sets cells: typed, pasted or filled down. `seen`: the text the person saw in a cell; if it has changed, everything is
   * refused as `cellChanged`. A text that is already there changes nothing.
   */
  z.object({
    kind: z.literal('setCells'),
    words: z.enum(['edit', 'paste', 'fill']),
    cells: z
      .array(z.object({ rowNumber: ROW_NUMBER, field: FIELD, text: CELL_TEXT, seen: CELL_TEXT.optional() }))
      .min(1)
      .max(EDIT_CELLS_MAX),
  }),
  /** Replaces a text in a column, in all rows that are not excluded. */
  z.object({ kind: z.literal('replace'), ...REPLACEMENT }),
  /** Changes a column in every row that the grid shows and that is not excluded. */
  z.object({ kind: z.literal('changeShown'), field: FIELD, change: COLUMN_CHANGE, shown: DRAFT_QUERY }),
  /** Applies the exact fix of an issue in every row that has it. */
  z.object({ kind: z.literal('fixAll'), code: z.string().max(TYPED_TEXT_MAX_CHARACTERS), field: FIELD.nullable() }),
  /** Excludes or includes rows: these, those of a chip, or all that the grid shows. */
  z.object({
    kind: z.literal('exclude'),
    excluded: z.boolean(),
    rows: z.union([z.array(ROW_NUMBER).min(1).max(EDIT_CELLS_MAX), DRAFT_FILTER, DRAFT_QUERY]),
  }),
]);
export type DraftEdit = z.infer<typeof DRAFT_EDIT>;

const DRAFT = { draft: HANDLE };
const EDITING = { ...DRAFT, revision: COUNT };

export const DRAFT_COMMANDS = {
  /** Reads and checks a file that was given to the desk. */
  openDraft: changing({ file: HANDLE, profile: PROFILE_NAME, options: READ_OPTIONS }, DRAFT_READING),
  /**
   * Reads it again in another way: another sheet, other columns. Edits are kept by row and field, each sheet's with it. `newer`
   * reads the current version of the file: the one given, or null for the one on disk; edits stay with their rows.
   */
  rereadDraft: changing(
    {
      ...DRAFT,
      profile: PROFILE_NAME,
      options: READ_OPTIONS,
      newer: z.object({ file: HANDLE.nullable() }).nullable().default(null),
    },
    DRAFT_READING,
  ),
  /** The current reading, for a page that was reloaded. */
  readDraft: reading(DRAFT, DRAFT_READING),
  /**
   * In the order they were opened, including drafts from before a restart. `payable`: null while the file waits for a choice.
   * `step`: where the person was in it. `isSaved`: false while the disk refuses it. `unopened`: what could not be opened at the
   * start, by its name on disk.
   */
  listDrafts: reading(
    {},
    z.object({
      drafts: z.array(
        z.object({
          draft: HANDLE,
          file: FILE_FACTS,
          rows: COUNT,
          payable: SUM.nullable(),
          retryOf: BATCH_ID.nullable(),
          openedAtMs: TIME_MS,
          step: DRAFT_SEEN.shape.step,
          isSaved: z.boolean(),
        }),
      ),
      unopened: z.array(z.object({ name: z.string(), message: MESSAGE, cure: MESSAGE })),
    }),
  ),
  /** Records where a person is in a draft, so that it reopens there. Without a query the previous one is kept. */
  noteSeen: changing({ ...DRAFT, seen: DRAFT_SEEN }, NOTHING),
  closeDraft: changing(DRAFT, NOTHING),
  forgetColumns: changing(DRAFT, NOTHING),
  /** Cancels the first reading of a file, wherever it is; requests waiting for it are refused. */
  cancelOpening: changing({ file: HANDLE }, NOTHING),

  readDraftRows: reading(
    { ...DRAFT, ...SHOWN_ROWS, window: WINDOW },
    z.object({ revision: COUNT, total: COUNT, sum: SUM, rows: z.array(DRAFT_ROW) }),
  ),
  readDraftIssues: reading(DRAFT, z.object({ revision: COUNT, groups: z.array(ISSUE_GROUP) })),
  /** The index of a file's row among those the grid shows; null where it is not shown. */
  findDraftRow: reading({ ...DRAFT, ...SHOWN_ROWS, rowNumber: ROW_NUMBER }, z.object({ at: COUNT.nullable() })),
  /** The next row of the file with an issue after this row, or the previous one, wrapping around; null when there is none. */
  findNextIssue: reading(
    { ...DRAFT, ...SHOWN_ROWS, fromRowNumber: ROW_NUMBER, isBackward: z.boolean(), severity: SEVERITY },
    z.object({ found: z.object({ at: COUNT, rowNumber: ROW_NUMBER, field: FIELD.nullable() }).nullable() }),
  ),

  /** What a replacement would change. `count` cells in all; `first` shows some before and after. */
  previewReplace: reading(
    { ...DRAFT, ...REPLACEMENT },
    z.object({
      revision: COUNT,
      count: COUNT,
      first: z.array(z.object({ rowNumber: ROW_NUMBER, from: z.string(), to: z.string() })),
    }),
  ),
  /** Changes rows and checks them again. Refused as `changedMeanwhile` when `revision` is not the draft's. */
  editDraft: changing({ ...EDITING, edit: DRAFT_EDIT }, DRAFT_SUMMARY),
  undoDraft: changing(EDITING, DRAFT_SUMMARY),
  redoDraft: changing(EDITING, DRAFT_SUMMARY),

  /** The rows that cannot be paid, each with the reason. */
  exportProblemRows: reading(DRAFT, DOWNLOAD),
  /** An empty template with a sample row. */
  readTemplate: reading({ format: z.enum(['xlsx', 'csv']) }, DOWNLOAD),
  /** A sample that pays people of the practice gateway. */
  openSample: changing({}, FILE_HANDLE),
};

/**
 * A recently opened file. `rows`, and `totalPaise` of the payable ones, are as last known; null while its reading waits for a
 * choice. `opens`: what a click opens: the current file on `disk`, the `copy` in this process, or `choose` when only the person
 * can give it again. `run`: its newest batch, if any.
 */
const RECENT_FILE = z.object({
  entry: HANDLE,
  name: z.string(),
  openedAtMs: TIME_MS,
  sizeBytes: COUNT,
  rows: COUNT.nullable(),
  totalPaise: TOTAL_PAISE.nullable(),
  opens: z.enum(['disk', 'copy', 'choose']),
  run: REPEAT.nullable(),
});

export const RECENT_COMMANDS = {
  /** Newest first. `run` is for this profile's merchant. */
  listRecentFiles: reading({ profile: PROFILE_NAME }, z.object({ files: z.array(RECENT_FILE) })),
  /** Gives it to the desk again, to open as a draft. Refused as RECENT_FILE_GONE when it is no longer there. */
  openRecentFile: changing({ entry: HANDLE }, FILE_HANDLE),
  /** Removes a line from the list; the file itself stays. */
  forgetRecentFile: changing({ entry: HANDLE }, NOTHING),
  clearRecentFiles: changing({}, NOTHING),
};

/** The refusal code for a listed file that is gone; removing its line is the fix. */
export const RECENT_FILE_GONE = 'recentFileGone';
