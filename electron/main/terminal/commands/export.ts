// `export`: writes a batch's report. In: the batch and the file. Out: the command, the format told by the file's ending.
// This file must never name a format that the export does not write.

import type { BatchId } from '../../../../shared/ids.ts';
import { required } from '../argument-kinds.ts';
import { BATCH } from '../batch-argument.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { FORCE } from '../force-option.ts';
import { outFile } from '../values.ts';
import type { OutFile } from '../values.ts';

export interface ExportCommand extends CommonValues {
  readonly kind: 'export';
  readonly batch: BatchId;
  readonly out: OutFile<'csv' | 'xlsx'>;
  readonly force: boolean;
}

export const exportReport = defineCommand({
  words: ['export'],
  summary: "writes a batch's report",
  notes: ['CSV holds the payouts, for machines; XLSX has the summary, the attempts and the rows left out, for people.'],
  positionals: { batch: BATCH },
  options: {
    out: required({
      name: 'out',
      argument: 'FILE.csv|.xlsx',
      help: 'the file to write',
      value: outFile(['csv', 'xlsx']),
    }),
    force: FORCE,
  },
  make: (values) => taken<ExportCommand>({ kind: 'export', ...values }),
});
