// Never say "upload": files stay on this computer. Never blame anybody: name the cell and the cure. Never make paying sound
// smaller than it is.

import { amountInWords } from '../amount-in-words.ts';
import type { AnswerOf } from '../api/contract.ts';
import type { CarriedEdits, CheckedReading, DraftFilter } from '../api/draft-commands.ts';
import { countOf, formatCount } from '../counts.ts';
import type { RepeatCode, TickReason } from '../repeats.ts';
import { FIELD_WORDS } from '../rows.ts';
import { formatDay, formatDayAndTime, formatSize } from './format.ts';

/** The steps of a batch, in order. */
export const STEPS = {
  open: 'Open',
  match: 'Match',
  review: 'Review and fix',
  confirm: 'Confirm',
  run: 'Run',
  result: 'Result',
} as const;

export const OPEN = {
  title: 'Payouts',
  dropHere: 'Drop a spreadsheet here',
  dropAbout: 'Or paste a block from Excel. One payment per row, .csv or .xlsx.',
  reading: 'Reading the file',
  cancel: 'Cancel',
  template: { xlsx: 'Template (.xlsx)', csv: 'Template (.csv)' },
  sample: 'Open the sample',
  /** The name of a pasted block. */
  pasted: (nowMs: number): string => `Pasted ${formatDayAndTime(nowMs).replaceAll(':', '.')}.csv`,
  dropOne: 'Drop one .csv or .xlsx file.',
  batches: 'Batches',
  allBatches: (count: number): string => `All ${formatCount(count)} in History`,
  noBatch: 'No batch yet',
  noBatchAbout: 'A batch appears here once you have confirmed it, and stays.',
  batch: 'Batch',
  state: 'Status',
  /** Practice has no account, so none is shown. */
  about: (batch: string, profile: string, confirmedAtMs: number): string =>
    [batch, ...(batch.startsWith('P') ? [] : [profile]), formatDayAndTime(confirmedAtMs)].join(' · '),
  paidOf: (paid: number, rows: number): string => `${formatCount(paid)} of ${formatCount(rows)} paid`,
  total: 'Total',
  file: 'File',
  rows: 'Rows',
  open: 'Open',
} as const;

interface Amounting {
  readonly count: number;
  readonly rupees: string;
}

export const ATTENTION = {
  title: 'Needs attention',
  what: 'What',
  why: 'Why',
  act: 'What to do',
  paused: (unsent: Amounting, notConfirmed: Amounting): string =>
    [
      `Paused. ${formatCount(unsent.count)} not sent (${unsent.rupees}).`,
      ...(notConfirmed.count === 0
        ? []
        : [`${formatCount(notConfirmed.count)} not confirmed (${notConfirmed.rupees}).`]),
    ].join(' '),
  resume: 'Resume',
  resumeOf: (batch: string): string => `Resume ${batch}`,
  notConfirmed: (count: number): string => `${countOf(count, 'payment')} not confirmed`,
  notConfirmedAbout: (count: number, rupees: string): string =>
    `${rupees}. We keep checking; ${count === 1 ? 'it' : 'they'} won’t be sent again.`,
  review: (count: number): string => `Review ${formatCount(count)}`,
  newsAbout: (rupees: string): string => `${rupees}. Read what the gateway says now.`,
  /** `ready` is null while the file waits for a choice. */
  draft: (rows: number, ready: Amounting | null): string =>
    ready === null
      ? `${countOf(rows, 'row')}. A choice is open.`
      : `Not sent. ${formatCount(ready.count)} of ${countOf(rows, 'row')} without errors (${ready.rupees}).`,
  /** A draft by its file; a retry has that of its batch. */
  named: (file: string, retryOf: string | null): string => (retryOf === null ? file : `Retry of ${retryOf} · ${file}`),
  notSaved: 'Not saved: the disk is full.',
  continue: 'Continue',
  close: (file: string): string => `Close ${file}`,
  unopened: 'A draft could not be opened',
  allDrafts: (count: number): string => `Show all ${formatCount(count)} unfinished files`,
} as const;

export const HOME_FIGURES = {
  label: (month: string): string => `Figures of ${month}`,
  paid: (month: string): string => `Paid in ${month}`,
  failed: (month: string): string => `Failed in ${month}`,
  notConfirmed: 'Not confirmed',
  payments: (count: number): string => countOf(count, 'payment'),
} as const;

export const RECENT = {
  title: 'Recent files',
  folded: (count: number): string => (count === 0 ? 'Recent files' : `Recent files (${formatCount(count)})`),
  none: 'Files you open are listed here by name. They stay where they are.',
  copyAbout: 'A copy is the file as it was then. Choose it again if it changed.',
  clear: 'Clear list',
  takeOff: 'Take it off the list',
  takeOffNamed: (name: string): string => `Take ${name} off the list`,
  opened: 'Opened',
  payable: 'Can be paid',
  notRead: '–',
  open: { disk: 'Open', copy: 'Open the copy', choose: 'Choose it again' },
  opens: (from: 'disk' | 'copy' | 'choose', name: string): string =>
    ({ disk: `Open ${name}`, copy: `Open the copy of ${name}`, choose: `Choose it again: ${name}` })[from],
} as const;

/** An earlier batch of the same file or the same rows. */
export type RepeatedRun = AnswerOf<'readConfirmation'>['repeats'][number];

export const MATCH = {
  title: 'Match the columns',
  /** Which of the first rows are not read, and whether the header takes two; null where there is nothing to say. */
  notRead: ({ headers: [first, second], above }: AnswerOf<'readDraft'>['firstRows']): string | null => {
    const both = second === undefined ? [] : [`Rows ${first} and ${second} are the header.`];
    const last = above.at(-1);
    const rows = above.length === 1 ? `Row ${last} above it is` : `Rows ${above[0]} to ${last} above it are`;
    const words = last === undefined ? both : [...both, `${rows} not read.`];
    return words.length === 0 ? null : words.join(' ');
  },
  sheet: 'Sheet',
  hiddenSheet: (name: string): string => `${name} (hidden)`,
  next: 'Check the rows',
  readingAgain: 'Reading the file again',
  remark: 'Remark for empty rows',
  remarkHelp: 'Such as Salary Nov 2026.',
  remember: 'Use this for the next file with these headers',
  includeHidden: 'Also pay what the sheet hides',
  forget: 'Forget what was remembered',
  missing: {
    amount: 'Choose the column of the amount.',
    payee: 'Choose the column of the UPI ID, or of account number and IFSC.',
    payeeHalf: 'An account number needs the IFSC, and the IFSC an account number.',
    remark: 'Choose the column of the remark, or write one remark for all rows.',
  },
  methodsTitle: 'How should these methods be paid?',
  methods: {
    IMPS: 'Pay by IMPS',
    UPI: 'Pay by UPI',
    unpaid: 'Leave unpaid',
  },
  noMethod: 'No method',
  wordsTitle: 'Pay the rows with these words?',
  payRows: (sum: string): string => `Pay ${sum}`,
  leaveUnpaid: 'Leave unpaid',
  anyWord: (count: number, like: readonly string[]): string =>
    `${formatCount(count)} words, such as ${like.join(', ')}`,
  noWord: 'empty cell',
  /** Why the rows cannot be checked yet. */
  open: (count: number): string | null =>
    count === 0
      ? null
      : count === 1
        ? '1 question above is not answered yet.'
        : `${formatCount(count)} questions above are not answered yet.`,
  whichColumn: (field: string): string => `${field}: which column?`,
  /** How a column comes of others. */
  comesOf: (sum: string): string => `= ${sum} in every row`,
  whichSheet: 'Which sheet is paid?',
  encoding: 'How the file writes its letters',
  field: 'What is paid',
  columnOfFile: 'Column of the file',
  matched: 'Matched',
  how: {
    exact: 'By its name',
    remembered: 'As last time',
    guessed: 'Guessed',
    given: 'By you',
    missing: 'Not matched',
  },
  preview: 'First rows of the sheet',
  previewAbout: 'Click a row number for the header, or a column to assign it.',
  useAsHeader: (row: number): string => `Use row ${row} as the header`,
  isHeader: (row: number): string => `Row ${row} is the header`,
  notSent: 'Not sent',
  rowNumber: 'Row number',
  noHeader: 'No header',
  noColumn: 'No column',
  column: (header: string, word: string): string => `${header}: ${word}`,
  addsUp: (sum: string): string => `adds up to ${sum}`,
  confirmedBefore: 'columns as you confirmed before',
  repeats: ({ batch, confirmedAtMs, paid, rows }: RepeatedRun): string =>
    paid === null
      ? `Run before on ${formatDay(confirmedAtMs)} as ${batch}, which this restored desk no longer has: all ${formatCount(rows)} may have been paid. Compare with the gateway first.`
      : `Run before on ${formatDay(confirmedAtMs)} as ${batch}: ${formatCount(paid)} of ${formatCount(rows)} paid.`,
} as const;

/** Shown wherever a file was chosen, because a dropped folder looks like a file. */
export const UNREADABLE = {
  message: 'This file cannot be read.',
  cure: 'It may be a folder, moved, or open in another program. Choose it again.',
} as const;

export const REVIEW = {
  about: ({ file, sheet, rows, headers, retryOf }: CheckedReading): string =>
    [
      ATTENTION.named(file.name, retryOf),
      sheet,
      countOf(rows, 'row'),
      file.sizeBytes === 0 ? null : formatSize(file.sizeBytes),
      headers.some(({ how }) => how === 'remembered') ? MATCH.confirmedBefore : null,
    ]
      .filter((part) => part !== null)
      .join(' · '),
  filters: {
    all: 'All',
    ready: 'Ready',
    errors: 'Errors',
    warnings: 'Warnings',
    excluded: 'Left out',
    edited: 'Edited',
  } satisfies Record<DraftFilter, string>,
  /** Empty when the sheet hides nothing. */
  hidden: ({ rows, columns }: { readonly rows: number; readonly columns: number }): string => {
    const what = [...(rows > 0 ? [countOf(rows, 'row')] : []), ...(columns > 0 ? [countOf(columns, 'column')] : [])];
    return what.length === 0 ? '' : `${what.join(' and ')} hidden in the sheet`;
  },
  row: 'Row',
  method: 'Method',
  methodFor: (method: string, said: string): string => `${method} (${said})`,
  bank: 'Bank',
  rows: 'Rows of the file',
  showRows: 'Show rows',
  noRow: 'No row here',
  noRowAbout: 'No row of the file matches this filter.',
  countingRows: 'Counting the rows',
  whatToDo: 'What to do',
  findText: 'Find',
  replaceWith: 'Replace with',
  changeColumns: 'Change the columns',
  backToResult: 'Back to the result',
  next: 'Check and confirm',
  keepTheirs: 'Keep theirs',
  keepMine: 'Keep mine',
  typed: 'What you typed',
  typedAbout: 'It is kept here until you close this. Copy what you need.',
  retry: (batch: string): string => `These rows were not paid in ${batch}. Correct them here.`,
  whyUnpaid: 'Why it was not paid',
  retryAbout: 'Each is paid once more, for the same amount, in a new batch.',
  saveProblems: 'Save the problem rows',
  willBePaid: 'Will be paid',
  /** Before the rows were compared with earlier payments. */
  atMost: 'At most',
  total: 'Total',
  nothingYet: 'No row can be paid yet.',
  paidBefore: (count: number, left: LeftUnlessTicked): string =>
    unlessTicked(count, { ...left, what: 'may be paid twice' }),
  accountsChanged: (count: number, left: LeftUnlessTicked): string =>
    unlessTicked(count, { ...left, what: 'with a changed account' }),
  namesOnHold: (count: number, left: LeftUnlessTicked): string =>
    unlessTicked(count, { ...left, what: 'under the name of a payee on hold' }),
  paidBeforeShow: 'Then and now',
  choicesUndone: (count: number): string =>
    `The edit undid ${count === 1 ? 'what you had chosen' : `${formatCount(count)} choices`}: choose again.`,
  paysOnly: (amount: string): string => `Pays ${amount} more`,
  allPaidBefore: 'Nothing is paid now: each row says why.',
  errorsLeftOut: (count: number): string => `${countOf(count, 'row')} with errors will be left out.`,
  statuses: { ready: 'Ready', warning: 'Warning', error: 'Error', excluded: 'Left out' },
  heldChip: 'Not paid now',
  againFrom: (time: string): string => `Can be paid again from ${time}`,
  rowsAgainFrom: (count: number, time: string): string => `${countOf(count, 'row')} can be paid again from ${time}`,
  heldBack: {
    asked: 'May be paid twice',
    onHold: 'On hold',
    nameOnHold: 'Name on hold',
    waits: 'Waits for an earlier payment',
    other: 'Cannot be paid now',
  },
  issues: 'Issues',
  issuesShow: 'Show the issues',
  issuesHide: 'Hide the issues',
  show: 'Show',
  /** Some issues of a kind have one right fix, and others none. */
  fixSome: (count: number, all: number): string =>
    count === all
      ? count === 1
        ? 'Fix'
        : `Fix all ${formatCount(count)}`
      : `Fix ${formatCount(count)} of ${formatCount(all)}`,
  fixAbout: 'One step of undo takes all of it back.',
  becomes: 'Becomes',
  /** Notices on how values were read. */
  readAs: (count: number): string => `How ${countOf(count, 'value')} ${count === 1 ? 'was' : 'were'} read`,
  leaveOut: 'Leave out',
  include: 'Include',
  leaveOutErrors: 'Leave out all rows with errors',
  leftOut: 'left out',
  empty: 'empty',
  more: (count: number): string => `and ${formatCount(count)} more`,
  problem: 'Problem',
  find: 'Search in the rows',
  findKey: 'Search in the rows (Ctrl+F)',
  nextIssue: 'Next issue',
  previousIssue: 'Previous issue',
  undo: 'Undo',
  undoOf: (what: string): string => `Undo: ${what} (Ctrl+Z)`,
  redo: 'Redo',
  redoOf: (what: string): string => `Redo: ${what} (Ctrl+Y)`,
  keys: 'F8 next issue · F9 fix · Shift+F9 fix all alike · Ctrl+H replace · Ctrl+Z undo',
  leaveRowOut: 'Leave this row out',
  includeRow: 'Include this row',
  suggestion: (text: string): string => `Write ${text}`,
  suggestionKey: 'Take the suggestion (F9)',
  fixKey: 'Fix all of this kind (Shift+F9)',
  replace: 'Find and replace',
  replaceIn: 'In the column',
  replacing: (count: number): string =>
    count === 0 ? 'No cell holds this text.' : `${countOf(count, 'cell')} will change:`,
  replaceAll: (count: number | null): string =>
    count === null ? 'Replace all' : `Replace in ${countOf(count, 'cell')}`,
  tickRow: (row: number): string => `Tick row ${row}`,
  tickAll: 'Tick all rows shown',
  ticked: (rows: string): string => `${rows} ticked`,
  untick: 'Clear the ticks',
  changeTicked: 'Change the ticked rows',
  readAgain: 'Read the file again',
  chooseAgain: 'Choose the corrected file again',
  carried: {
    title: ({ kept, inFile, fileChanged, gone }: CarriedEdits['counts']): string => {
      const all = kept + inFile + fileChanged + gone;
      if (all === 0) return 'The file was read again. Nothing had been corrected here.';
      const lost = fileChanged + gone;
      return lost === 0
        ? `The file was read again. ${countOf(all, 'correction')} made here still ${all === 1 ? 'stands' : 'stand'}.`
        : `The file was read again. ${countOf(lost, 'correction')} made here no longer ${lost === 1 ? 'stands' : 'stand'}.`;
    },
    one: ({ rowNumber, nowRowNumber, field, typed, now, became }: CarriedEdits['listed'][number]): string => {
      const what = field === null ? 'left out' : `${FIELD_WORDS[field]} “${typed}”`;
      const here = nowRowNumber === null || nowRowNumber === rowNumber ? '' : `, now row ${nowRowNumber}`;
      if (became === 'inFile') return `Row ${rowNumber}${here}, ${what}: the file says so now.`;
      if (became === 'fileChanged') return `Row ${rowNumber}${here}, ${what}: the file now says “${now ?? ''}”.`;
      return field === null
        ? `Row ${rowNumber} was left out and is not found any more: look whether it would be paid now.`
        : `Row ${rowNumber}, ${what}: the row is not found any more.`;
    },
  },
  reopened: {
    partly: 'Some later changes were damaged on the disk. Check the rows.',
    otherwise: 'This file reads differently than before. Check the rows.',
  },
  change: 'Change all rows shown',
  changeActs: {
    setRemark: 'Set the remark',
    setMethod: 'Set the method',
    trim: 'Trim spaces',
    upperCase: 'UPPERCASE',
    leaveOut: 'Leave out',
    takeIn: 'Include',
  },
  /** `count` is null where the rows could not be counted; `which` says whether shown or ticked rows are meant. */
  changeApply: (count: number | null, which: 'shown' | 'ticked'): string =>
    count === null
      ? 'Apply'
      : count === 1
        ? `Apply to the row ${which}`
        : `Apply to the ${countOf(count, 'row')} ${which}`,
  changeAbout: {
    shown: 'For every row that the filter and the search show now.',
    ticked: 'For every row that is ticked.',
  },
  changeUndo: 'Undo takes it back in one step.',
  changeNotLeftOut: 'Those that are left out stay as they are.',
  locked: 'This cannot be changed in a retry. Another amount is another payment: pay it from a file of its own.',
  pasteRefused: {
    notHere: {
      message: 'Nothing can be pasted into this column.',
      cure: 'Select a cell of another column, then paste.',
    },
    tooMany: (count: number, most: number) => ({
      message: `The copied block has ${countOf(count, 'cell')}: nothing was pasted.`,
      cure: `At most ${formatCount(most)} go in one step. Copy it in parts.`,
    }),
    outside: (count: number) => ({
      message: `${countOf(count, 'cell')} of the copied block would fall outside the rows and columns here: nothing was pasted.`,
      cure: 'Select the cell where the block begins, or copy fewer rows or columns.',
    }),
  },
  changed: (from: string, to: string): string => `${from === '' ? 'empty' : from} → ${to === '' ? 'empty' : to}`,
  moved: {
    message: 'The rows changed before this was done, so nothing was changed.',
    cure: 'Look at the rows as they are now, and do it again.',
  },
  fillTooMany: (most: number) => ({
    message: `At most ${formatCount(most)} cells are filled at once, so nothing was changed.`,
    cure: 'Fill fewer rows at a time, or use Find and replace.',
  }),
  notRead: {
    message: 'This row has not been read yet, so nothing was changed.',
    cure: 'Wait until it is shown, and do it again.',
  },
} as const;

export const CONFIRM = {
  title: (amount: string, count: number, profile: string): string =>
    `Pay ${amount} to ${people(count)} from ${profile}`,
  words: amountInWords,
  nothing: 'Nothing to pay',
  checking: 'Checking with the gateway and what was paid before',
  onlyPractice: 'This is practice: no real money moves.',
  starting: 'Starting',
  largest: 'Largest payment',
  balance: 'Balance now',
  balanceAfter: 'Balance afterwards',
  asking: 'Asking the gateway',
  notKnown: 'Not known',
  unitUnknown: 'As the gateway reports it; rupees or paise is not known.',
  time: 'It will take about',
  short: (amount: string): string => `Short by ${amount}`,
  shortAbout: 'Payments will be refused once the balance is used up.',
  again: 'Refresh',
  awayStarting: 'Pay was pressed: the payments may start once it answers.',
  awayAbout: 'Nothing can be paid until it answers. It is asked again every few seconds.',
  changed: 'What would be paid has changed since you looked.',
  changedAbout: 'These are the figures of now. What you had ticked and typed is taken back.',
  unchosen: 'Nothing is left to pay unless you tick a row.',
  retry: (batch: string): string => `This is a retry: it pays again what was not paid in ${batch}.`,
  retryAbout: 'Each payment was checked just now, and is checked again before it is sent.',
  seeBatch: 'See that batch',
  noCorrection: 'No detail was corrected: the same people are paid the same way again.',
  corrected: (count: number): string => `${countOf(count, 'detail')} corrected`,
  columns: {
    tick: 'Tick',
    row: 'Row',
    name: 'Name',
    payTo: 'Pay to',
    amount: 'Amount',
    why: 'Why',
    difference: 'Difference',
    inFull: 'In full',
    otherDesk: 'Other desk',
    field: 'Detail',
    before: 'Then',
    now: 'Now',
  },
  since: {
    title: (batch: string): string => `Changed since ${batch}`,
    nothing: (batch: string): string => `Same people, accounts and amounts as in ${batch}.`,
    added: (count: number): string => countOf(count, 'new person', 'new people'),
    moved: (count: number): string => countOf(count, 'changed account'),
    raised: (count: number): string => `${countOf(count, 'amount')} up more than a fifth`,
    before: (amount: string): string => `was ${amount}`,
  },
  name: 'Name of this batch',
  nameHelp: 'Shown in History and reports.',
  nameHelpRetry: 'Left empty, it is called like the first one, with (retry).',
  period: 'Period',
  periodHelp: 'Such as Nov 2026.',
  firstAlone: 'Pay the first one alone, then ask me',
  firstAloneAbout: 'The batch pauses once that payment is known. Resume sends the rest.',
  warnings: 'Check and tick',
  wholeBatch: 'The whole batch',
  showMore: (count: number): string => `Show ${countOf(count, 'more warning')}`,
  showMoreRows: (count: number): string => `Show ${countOf(count, 'more row')}`,
  tickAll: (count: number): string => `Tick all ${formatCount(count)}`,
  tickRow: (name: string, amount: string): string => `${name}, ${amount}`,
  moreThanThen: (amount: string): string => `${amount} more`,
  lessThanThen: (amount: string): string => `${amount} less`,
  sameAsThen: 'none',
  andMore: (count: number): string => `and ${countOf(count, 'more row')}`,
  rowName: (rowNumber: number): string => `Row ${rowNumber}`,
  leftOut: (count: number, amount: string | null): string =>
    count === 0 ? 'No row is left out' : `${countOf(count, 'row')} left out${amount === null ? '' : ` (${amount})`}`,
  leftOutAs: {
    paidBefore: (count: number): string => `${countOf(count, 'row')} may be paid twice`,
    correction: (count: number): string => `${countOf(count, 'row')} may be paid twice, now with another amount`,
    sameName: (count: number): string => `${countOf(count, 'row')} may be paid twice, now to another account`,
    payeeChanged: (count: number): string => `${countOf(count, 'row')} with a changed account`,
    paidTwiceHere: (count: number): string => `${countOf(count, 'row')} paying a person twice in this file`,
    repeatsBatch: (count: number): string => `${countOf(count, 'row')} may repeat an earlier batch`,
    inFlightElsewhere: (count: number): string => `${countOf(count, 'row')} waiting for an earlier payment to settle`,
    maybePaid: (count: number): string => `${countOf(count, 'row')} may have been paid after all`,
    alreadyRetried: (count: number): string => `${countOf(count, 'row')} tried again already`,
    referenceUsed: (count: number): string => `${countOf(count, 'row')} with a reference used before`,
    otherDesk: (count: number): string => `${countOf(count, 'row')} that another desk pays, or paid`,
    payeeHeld: (count: number): string => `${countOf(count, 'row')} to payees on hold`,
    heldName: (count: number): string => `${countOf(count, 'row')} under the name of a payee on hold`,
  } satisfies Record<RepeatCode, (count: number) => string>,
  leaveOutPaid: (count: number): string => (count === 1 ? 'Leave it out' : `Leave out these ${formatCount(count)}`),
  ticks: {
    warnings: 'I have read the warnings and they are all right.',
    repeatedFile: 'I know this file was run before. Pay what is listed here.',
    unsureLookups: 'I know that lost replies may stay unconfirmed with this gateway.',
  } satisfies Record<AnswerOf<'readConfirmation'>['ticks'][number], string>,
  blockedBy: {
    unchosen: 'Tick what is to be paid again.',
    blocked: "Can't pay yet.",
    away: "Can't pay yet.",
    nothing: 'There is nothing to pay.',
    asking: 'Checking again',
    count: '',
  },
  ticksLeft: (count: number): string =>
    count === 1 ? 'Tick the warning above.' : `Tick the ${formatCount(count)} warnings above.`,
  cancel: 'Back to the rows',
  pay: (amount: string, count: number): string => `Pay ${amount} to ${people(count)}`,
  tickable: {
    paidBefore: (count: number, chosen: Chosen): string =>
      `${formatCount(count)} may be paid twice${chosenWords(count, chosen)}${chosen.paid.count === 0 ? ' Tick to pay in full.' : ''}`,
    accountChanged: (count: number, chosen: Chosen): string =>
      `${formatCount(count)} with a changed account${chosenWords(count, chosen)}`,
    heldName: (count: number, chosen: Chosen): string =>
      `${formatCount(count)} under the name of a payee on hold${chosenWords(count, chosen)}`,
  } satisfies Record<TickReason, (count: number, chosen: Chosen) => string>,
  needsBoth: 'This row needs both ticks.',
  tickKind: {
    paidBefore: (count: number): string => (count === 1 ? 'Pay it in full' : `Pay these ${formatCount(count)} in full`),
    accountChanged: (count: number): string =>
      `I have confirmed the new ${count === 1 ? 'account with the payee' : 'accounts with them'}`,
    heldName: (count: number): string =>
      count === 1 ? 'This is somebody else of that name' : 'These are other people of those names',
  } satisfies Record<TickReason, (count: number) => string>,
  question: {
    another: (batch: string, isTicked: boolean): string =>
      `The same amounts as ${batch}, for another purpose. ${untilTicked(isTicked)}`,
    usual: (batch: string, isTicked: boolean): string =>
      `Paid at least 25 days ago in ${batch}. ${untilTicked(isTicked)}`,
    copy: (batch: string, isTicked: boolean): string =>
      `Most amounts differ from ${batch}: another payment, or a corrected copy? ${untilTicked(isTicked)}`,
    samePeople: (batch: string, isTicked: boolean): string =>
      `Mostly the same people as ${batch}, within ten days. ${untilTicked(isTicked)}`,
  } satisfies Record<
    AnswerOf<'readConfirmation'>['questions'][number]['kind'],
    (batch: string, isTicked: boolean) => string
  >,
  payeeNumbers: (count: number): string =>
    `${countOf(count, 'reference')} used before for the same payee: taken as the payee's own number and not sent.`,
  claimed: (count: number, amount: string): string =>
    `${formatCount(count)} (${amount}) that other desks pay or paid as well. Left out unless ticked.`,
  tickClaimed: (count: number): string =>
    count === 1 ? 'It is another payment' : `These ${formatCount(count)} are other payments`,
  otherAccount: (name: string): string => `To another account, under the name ${name}`,
  anotherPayment: (count: number, amount: string): string => `Another payment: pay ${people(count)} (${amount})`,
  none: 'none',
} as const;

/** Rows that a person is asked about: their rupees, and how many are left out by now. */
interface LeftUnlessTicked {
  readonly rupees: string;
  readonly left: number;
}

function unlessTicked(count: number, { rupees, left, what }: LeftUnlessTicked & { readonly what: string }): string {
  return left === count
    ? `${countOf(count, 'row')} (${rupees}) ${what}. Left out unless you say otherwise.`
    : `${countOf(count, 'row')} ${what}: ${formatCount(count - left)} paid as you chose, ${formatCount(left)} left out.`;
}

/** What happens to rows that need a tick. */
interface Chosen {
  readonly paid: Amounting;
  readonly leftOut: Amounting;
}

function chosenWords(count: number, { paid, leftOut }: Chosen): string {
  if (paid.count === 0) return `, left out (${leftOut.rupees}).`;
  if (leftOut.count === 0) return `, ${count === 1 ? '' : 'all '}ticked to be paid (${paid.rupees}).`;
  return `: ${formatCount(paid.count)} ticked to be paid (${paid.rupees}), ${formatCount(leftOut.count)} left out (${leftOut.rupees}).`;
}

function untilTicked(isTicked: boolean): string {
  return isTicked ? 'Ticked: another payment.' : 'Left out until you tick it.';
}

function people(count: number): string {
  return countOf(count, 'person', 'people');
}
