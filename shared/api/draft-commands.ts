// A draft is a file on its way to be confirmed, held by the desk: the window asks for what it shows. Where a file lies
// only the desk knows; a window names it by a handle.

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
  WORDS,
} from './schemas.ts';

/**
 * How a file is to be read.
 * Shape: `columns` names headers for fields, an empty header leaving the field without a column; `sheet` and `encoding` only
 * where the file asked for them; `headerRow` where a person chose it, else it is found; `fillRemark` stands in for empty
 * remarks; `methods` says how rows are paid whose method is another word, the empty word for rows that name none.
 */
export const READ_OPTIONS = z.object({
  sheet: z.string().max(TYPED_TEXT_MAX_CHARACTERS).nullable().default(null),
  encoding: z.enum(['utf-8', 'windows-1252', 'utf-16le', 'utf-16be']).nullable().default(null),
  headerRow: z.int().min(1).max(SHEET_MAX_ROWS).nullable().default(null),
  columns: z
    .array(z.object({ field: FIELD, header: z.string().max(TYPED_TEXT_MAX_CHARACTERS) }))
    .max(SHEET_MAX_COLUMNS)
    .default([]),
  fillRemark: z.string().max(REMARK_MAX_CHARACTERS).nullable().default(null),
  methods: z.array(METHOD_ANSWER).max(METHOD_ANSWERS_MAX).default([]),
  includeHidden: z.boolean().default(false),
  /** The columns as they are now, and how its methods are paid, are kept for the next file with these headers. */
  rememberColumns: z.boolean().default(false),
});
export type ReadOptions = z.infer<typeof READ_OPTIONS>;

/** A word of the method column that is none of ours. Shape: `word` empty for rows that name none; `as` null while nobody said. */
const METHOD_WORD = z.object({ word: z.string(), rows: COUNT, as: METHOD_ANSWER.shape.as.nullable() });

/**
 * A column of the file. Shape: `index` its place among all columns of the sheet; `field` null when it will not be sent;
 * `samples` its first filled cells; `sum` what a column of amounts adds up to, as rupees are shown, null for all others; `isPayers` when its header speaks of who pays.
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

const DRAFT_FILTER = z.enum(['all', 'ready', 'errors', 'warnings', 'excluded', 'edited']);
export type DraftFilter = z.infer<typeof DRAFT_FILTER>;

/**
 * What the chips and the totals show; sent after each edit.
 * Shape: `ready`, `errors`, `warnings` and `excluded` add up to `all`. `payable` is what would be paid: ready and warnings.
 * `undo` and `redo` name the step in words; null when there is none.
 */
const DRAFT_SUMMARY = z.object({
  draft: HANDLE,
  revision: COUNT,
  counts: z.record(DRAFT_FILTER, COUNT),
  payable: SUM,
  byMethod: BY_METHOD,
  /** What the sheet hides and would be paid without being seen. */
  hidden: z.object({ rows: COUNT, columns: COUNT }),
  undo: WORDS.nullable(),
  redo: WORDS.nullable(),
});
export type DraftSummary = z.infer<typeof DRAFT_SUMMARY>;

/**
 * A correction after the file was read again. Shape: `field` null for a row that was left out; `nowRowNumber` where its row
 * stands now, null when it is gone; `now` what the file has in that cell. `inFile`: the file says now what was typed.
 * `fileChanged`: the file was changed in that very cell, and counts.
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

/** What became of all corrections. Shape: `listed` the first of those that did not simply stay. */
const CARRIED_EDITS = z.object({
  counts: z.record(CARRIED_EDIT.shape.became, COUNT),
  listed: z.array(CARRIED_EDIT),
});
export type CarriedEdits = z.infer<typeof CARRIED_EDITS>;

export const FILE_FACTS = z.object({ name: z.string(), sizeBytes: COUNT, sha256: z.string() });

/**
 * The first rows of a sheet that hold something. Shape: row numbers; two `headers` where the header takes two rows, none
 * while it is asked for; `above` the header, which are not read.
 */
const FIRST_ROWS = z.object({
  rows: z.array(z.object({ rowNumber: z.int(), cells: z.array(z.string()) })),
  headers: z.array(z.int()),
  above: z.array(z.int()),
});

const ROW_NUMBER = z.int().min(0).max(SHEET_MAX_ROWS);
const CELL_TEXT = z.string().max(CELL_MAX_CHARACTERS);

/**
 * Which rows the grid shows. Shape: `issue` only those with this kind; `search` in any cell, without case; `ticked` only those
 * whose boxes a person ticked: these rows, or with `isAll` every one but these. `press` names one press of the filter: a row
 * that it has let through stays, whatever becomes of the row; null lets through only what matches now.
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

export const EVERY_ROW: DraftQuery = { filter: 'all', issue: null, search: '', ticked: null, press: null };

/** Where a person was in a draft. Shape: `query` which rows Review showed; null before. */
export const DRAFT_SEEN = z.object({ step: z.enum(['match', 'review', 'confirm']), query: DRAFT_QUERY.nullable() });
export type DraftSeen = z.infer<typeof DRAFT_SEEN>;

/**
 * How far the reading of a file came.
 * Shape: `asks` waits for a choice: of `sheets`, of an encoding with its `preview`, of the header among `firstRows`, or of
 * columns, whose `headers` are there.
 * `readingOf` its options say what was chosen so far.
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
    methodWords: z.array(METHOD_WORD),
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
    methodWords: z.array(METHOD_WORD),
    /** A person confirmed these headers before, and said how each method is paid: Match can be skipped. */
    sureOfColumns: z.boolean(),
    rows: COUNT,
    /** Earlier batches of this file or these rows with this profile's merchant, newest first. */
    repeats: z.array(REPEAT),
    /** The batch whose payouts these rows pay again, from its own merchant; null for a file. */
    retryOf: BATCH_ID.nullable(),
    /** What became of the corrections when a newer state of the file was read; null when none was. */
    carried: CARRIED_EDITS.nullable(),
    /** Whether the file lies where the desk can read it anew. */
    isOnDisk: z.boolean(),
    /**
     * Where the person was in it; null in a new draft. `reopened` after a restart: `partly` when some later changes could not
     * be kept, `otherwise` when the same file reads differently now; null when all is as it was.
     */
    seen: DRAFT_SEEN.nullable(),
    reopened: z.enum(['partly', 'otherwise']).nullable(),
    /** What cannot be changed in any row; `editDraft` refuses it with the reason. */
    lockedFields: z.array(FIELD),
    /** The revision in which its rows were read: with another one, a row number may name another row. */
    readRevision: COUNT,
    summary: DRAFT_SUMMARY,
  }),
]);
export type DraftReading = z.infer<typeof DRAFT_READING>;
export type CheckedReading = Extract<DraftReading, { kind: 'checked' }>;

/** A finding about a row. Shape: `field` null when no one cell is to blame; `suggestion` what its cell should probably hold. */
const ROW_ISSUE = z.object({
  field: FIELD.nullable(),
  severity: SEVERITY,
  code: z.string(),
  message: WORDS,
  cure: WORDS,
  suggestion: z.string().nullable(),
});

/** Shape: `original` is the file's text where an edit changed it, else null. */
const DRAFT_CELL = z.object({ field: FIELD, text: z.string(), original: z.string().nullable() });

/**
 * A row of the grid. Shape: `at` is its place in the filtered list; `bank` from the IFSC; `amountPaise` null while unread;
 * `whyUnpaid` what was said when a retry's row was sent before.
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
  whyUnpaid: z.string().nullable(),
  cells: z.array(DRAFT_CELL),
  issues: z.array(ROW_ISSUE),
});
export type DraftLine = z.infer<typeof DRAFT_ROW>;

/**
 * One kind of issue. Shape: `rows` the rows that have it, none where it is about a whole column; `fixable` of them have one
 * right fix, and `fixes` are the first of these: `to` is null where the row is left out. `message` is the first one's.
 */
const ISSUE_GROUP = z.object({
  code: z.string(),
  field: FIELD.nullable(),
  severity: SEVERITY,
  message: WORDS,
  cure: WORDS,
  count: COUNT,
  rows: COUNT,
  firstRowNumber: z.int(),
  fixable: COUNT,
  fixes: z.array(z.object({ rowNumber: z.int(), from: z.string(), to: z.string().nullable() })),
});

/** What a person does to a whole column. Shape: `trim` takes blanks away at both ends. */
const COLUMN_CHANGE = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), text: CELL_TEXT }),
  z.object({ kind: z.literal('trim') }),
  z.object({ kind: z.literal('upperCase') }),
]);
export type ColumnChange = z.infer<typeof COLUMN_CHANGE>;

/** What is replaced in a column by what. */
const REPLACEMENT = { field: FIELD, find: CELL_TEXT.min(1), replaceWith: CELL_TEXT };

/** Each is one step of undo, however many cells it changes. Row numbers are those of the file. */
export const DRAFT_EDIT = z.discriminatedUnion('kind', [
  /**
   * Typed cells, a pasted block, fill down: text for cells. Shape: `seen` what stood in a cell for the person; where something
   * else stands there by now, all of it is refused as `cellChanged`. A text that stands there already changes nothing.
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
  /** Takes the exact cure of an issue in every row that has it. */
  z.object({ kind: z.literal('fixAll'), code: z.string().max(TYPED_TEXT_MAX_CHARACTERS), field: FIELD.nullable() }),
  /** Leaves rows out, or takes them in again: these, those of a chip, or all that the grid shows. */
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
   * Reads it again in another way: another sheet, other columns. Edits are kept by row and field, each sheet's with it.
   * Shape: `newer` reads what became of the file: the one given, or null for the one on the disk. Edits go on with their rows.
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
  /** As it stands: for a page that was reloaded. */
  readDraft: reading(DRAFT, DRAFT_READING),
  /**
   * In the order in which they were opened, those of before a restart too. Shape: `payable` null while the file asks for a
   * choice; `step` where the person was in it; `isSaved` false while the disk does not take it.
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
    }),
  ),
  /** Notes where a person is in a draft, so that it opens there again. Shape: without a query the one before stays. */
  noteSeen: changing({ ...DRAFT, seen: DRAFT_SEEN }, NOTHING),
  closeDraft: changing(DRAFT, NOTHING),
  forgetColumns: changing(DRAFT, NOTHING),
  /** Ends the first reading of a file, wherever it is: what waits for it is refused. */
  cancelOpening: changing({ file: HANDLE }, NOTHING),

  readDraftRows: reading(
    { ...DRAFT, ...DRAFT_QUERY.shape, window: WINDOW },
    z.object({ revision: COUNT, total: COUNT, sum: SUM, rows: z.array(DRAFT_ROW) }),
  ),
  readDraftIssues: reading(DRAFT, z.object({ revision: COUNT, groups: z.array(ISSUE_GROUP) })),
  /** Where a row of the file stands among those the grid shows; null where it is not shown. */
  findDraftRow: reading({ ...DRAFT, ...DRAFT_QUERY.shape, rowNumber: ROW_NUMBER }, z.object({ at: COUNT.nullable() })),
  /** The next row with an issue after a row of the file, or the one before it, round to the other end; null when there is none. */
  findNextIssue: reading(
    { ...DRAFT, ...DRAFT_QUERY.shape, fromRowNumber: ROW_NUMBER, isBackward: z.boolean(), severity: SEVERITY },
    z.object({ found: z.object({ at: COUNT, rowNumber: ROW_NUMBER, field: FIELD.nullable() }).nullable() }),
  ),

  /** What a replacement would change. Shape: `count` cells in all, the first of them as they are and as they would be. */
  previewReplace: reading(
    { ...DRAFT, ...REPLACEMENT },
    z.object({
      revision: COUNT,
      count: COUNT,
      first: z.array(z.object({ rowNumber: ROW_NUMBER, from: z.string(), to: z.string() })),
    }),
  ),
  /** Changes rows and checks them anew. Refused as `changedMeanwhile` when `revision` is not the draft's. */
  editDraft: changing({ ...EDITING, edit: DRAFT_EDIT }, DRAFT_SUMMARY),
  undoDraft: changing(EDITING, DRAFT_SUMMARY),
  redoDraft: changing(EDITING, DRAFT_SUMMARY),

  /** The rows that cannot be paid, with the reason beside each. */
  exportProblemRows: reading(DRAFT, DOWNLOAD),
  /** An empty template with a sample row. */
  readTemplate: reading({ format: z.enum(['xlsx', 'csv']) }, DOWNLOAD),
  /** A sample that pays people of the practice gateway. */
  openSample: changing({}, FILE_HANDLE),
};

/**
 * A file that was opened. Shape: `rows` and `totalPaise`, what can be paid of them, as they were last known; null while its
 * reading still waits for a choice. `opens` from where a click opens it: from the `disk` as it is there now; from the `copy`
 * that this process holds; or `choose`, when only the person can give it again. `run` the newest batch of it, if any.
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
  /** Newest first. Shape: `run` as this profile's merchant ran it. */
  listRecentFiles: reading({ profile: PROFILE_NAME }, z.object({ files: z.array(RECENT_FILE) })),
  /** Takes it to the desk once more, to be opened as a draft. Refused as RECENT_FILE_GONE when it is no longer there. */
  openRecentFile: changing({ entry: HANDLE }, FILE_HANDLE),
  /** Takes a line off the list; the file itself stays. */
  forgetRecentFile: changing({ entry: HANDLE }, NOTHING),
  clearRecentFiles: changing({}, NOTHING),
};

/** The code of a refusal that taking the line off the list mends. */
export const RECENT_FILE_GONE = 'recentFileGone';
