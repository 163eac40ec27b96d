import { readFileSync } from 'node:fs';
import type { CheckView } from '../../../../../shared/api/views.ts';
import { msg } from '../../../../../shared/messages/message.ts';
import { checkSheet, writeTemplate } from '../../../desk/drafts/source-sheets.ts';
import { refused } from '../../../session/desks.ts';
import { EXIT, type ExitCode } from '../../process-end.ts';
import { defineCommand, required } from '../command-table.ts';
import { FILE, FILE_OPTIONS, FORCE } from '../options.ts';
import { formatCheck } from '../print-check.ts';
import { say } from '../say.ts';
import { fileOrInput, STANDARD, temporaryFile } from '../standard-streams.ts';
import { plainText } from '../text.ts';
import { readOutFile } from '../values.ts';

const template = defineCommand({
  name: 'template',
  summary: msg('cli.template.summary'),
  examples: ['template salaries.xlsx'],
  takes: {
    out: required('FILE.csv|.xlsx', { help: msg('cli.option.outFile'), value: readOutFile(['.csv', '.xlsx']) }),
    force: FORCE,
  },
  ask: async ({ system }, { out, force }) => {
    const isPrinted = out === STANDARD;
    const written = await writeTemplate(system, isPrinted ? temporaryFile('template.csv') : out, force);
    if (written.kind === 'refused') return refused(written.refusal);
    const value = isPrinted ? { file: STANDARD, csv: readFileSync(written.path, 'utf8') } : { file: written.path };
    return { kind: 'done', value };
  },
  show: () => ({
    text: ({ file, csv }: { readonly file: string; readonly csv?: string }) =>
      csv?.trimEnd() ?? plainText(say(msg('cli.template.wrote', { file }))),
  }),
});

const check = defineCommand({
  name: 'check',
  summary: msg('cli.check.summary'),
  examples: ['check november.xlsx', 'check - < november.csv'],
  notes: [msg('cli.check.exitCode')],
  takes: { path: FILE, ...FILE_OPTIONS },
  ask: async ({ system, streams }, file) =>
    checkSheet(system, { ...file, path: await fileOrInput(file.path, streams) }),
  show: () => ({ text: formatCheck, exitCode: exitCodeOfCheck }),
});

export function exitCodeOfCheck(view: CheckView): ExitCode {
  const blocked =
    view.payable + (view.noPayments ?? 0) < view.rows || view.issues.some((issue) => issue.severity === 'error');
  return blocked ? EXIT.rowsBlocked : EXIT.done;
}

export const SHEET_SPECS = [template, check] as const;
