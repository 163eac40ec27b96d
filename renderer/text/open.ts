// Never "upload": files stay on this computer.

import { countOf, formatCount, formatDay } from './format.ts';

export const STEPS = {
  label: 'Steps of a batch',
  open: 'Open',
  match: 'Match',
  review: 'Review and fix',
  confirm: 'Confirm',
  run: 'Run',
  result: 'Result',
} as const;

export const STEP_ORDER: readonly string[] = [
  STEPS.open,
  STEPS.match,
  STEPS.review,
  STEPS.confirm,
  STEPS.run,
  STEPS.result,
];

export const OPEN = {
  title: 'Payouts',
  drop: 'Drop a spreadsheet here',
  dropAbout: 'A .csv or .xlsx file with one payment per row. It can be dropped anywhere in this window.',
  choose: 'Choose a file',
  opening: 'Reading the file',
  templateXlsx: 'Template (.xlsx)',
  templateCsv: 'Template (.csv)',
  sample: 'Open the sample',
  sampleAbout: 'No file at hand? The sample pays people of the practice gateway.',
  drafts: 'Opened and not sent',
  draftsAbout: (rows: number): string => countOf(rows, 'row'),
  continue: 'Continue',
  closeDraft: (file: string): string => `Close ${file}`,
  batches: 'Batches',
  noBatches: 'No batch yet',
  noBatchesAbout: 'A batch appears here once you have confirmed it, and stays.',
  file: 'File',
  rows: 'Rows',
  total: 'Total',
  paid: 'Paid',
  when: 'Confirmed',
  state: 'State',
  batch: 'Batch',
  resume: 'Open and resume',
  open: 'Open',
} as const;

export const RECENT = {
  title: 'Recent files',
  none: 'What you open is listed here by its name. The files themselves stay where they are.',
  clear: 'Clear list',
  showAll: (count: number): string => `Show all ${formatCount(count)}`,
  openedAt: 'Opened',
  total: 'Can be paid',
  notRead: '–',
  open: { disk: 'Open', copy: 'Open the copy', choose: 'Choose it again' },
  opens: (from: 'disk' | 'copy' | 'choose', name: string): string =>
    ({ disk: `Open ${name}`, copy: `Open the copy of ${name}`, choose: `Choose it again: ${name}` })[from],
  copies: 'A copy is the file as it was at that time. Choose the file again if you changed it since.',
  takeOff: 'Take it off the list',
  takeOffOf: (name: string): string => `Take ${name} off the list`,
} as const;

export const MATCH = {
  title: 'Match the columns',
  about: (file: string, rows: number): string => `${file} · ${countOf(rows, 'row')}`,
  field: 'What is paid',
  column: 'Column of the file',
  samples: 'First values',
  how: 'Matched',
  none: 'No column',
  hows: { exact: 'By its name', remembered: 'As last time', guessed: 'By its content', given: 'By you' },
  missing: 'Not matched',
  ignored: (count: number): string => `${countOf(count, 'column')} will not be sent`,
  allUsed: 'Every column of the file is used.',
  remember: 'Use this for the next file with these headers',
  reset: 'Forget what was remembered',
  sheet: 'Sheet',
  chooseSheet: 'Choose a sheet',
  hiddenSheet: 'hidden',
  encoding: 'How the file writes its letters',
  fillRemarkHint: 'Such as Salary Nov 2026.',
  fillRemarkLabel: 'Remark for empty rows',
  includeHidden: 'Also pay what the sheet hides',
  reading: 'Reading the file again',
  next: 'Check the rows',
  needsAmount: 'Choose the column of the amount.',
  needsPayee: 'Choose the column of the UPI ID, or of account number and IFSC.',
  needsPayeeHalf: 'An account number needs the IFSC, and the IFSC an account number.',
  facts: 'The file',
  size: 'Size',
  fingerprint: 'Fingerprint',
  repeats: ({
    batch,
    confirmedAtMs,
    paid,
    rows,
  }: {
    readonly batch: string;
    readonly confirmedAtMs: number;
    readonly paid: number | null;
    readonly rows: number;
  }): string =>
    paid === null
      ? `Run before on ${formatDay(confirmedAtMs)} as ${batch}, which this restored desk no longer has: all ${formatCount(rows)} may have been paid. Compare with the gateway first.`
      : `Run before on ${formatDay(confirmedAtMs)} as ${batch}: ${formatCount(paid)} of ${formatCount(rows)} paid.`,
  openBatch: 'Open that batch',
} as const;

/** Said wherever a file was chosen: a folder looks like a file when it is dropped. */
export const UNREADABLE = {
  message: 'This file cannot be read.',
  cure: 'It may be a folder, or it was moved, removed or is locked by another program. Close it there and choose it again.',
} as const;
