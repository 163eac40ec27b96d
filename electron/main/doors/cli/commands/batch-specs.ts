// How batches stand, dropping what was not sent, and their reports.

import type { BatchView } from '../../../../../shared/api/views.ts';
import { countOf, formatCount } from '../../../../../shared/counts.ts';
import { pauseCure } from '../../../../../shared/failures.ts';
import { formatRupees } from '../../../../../shared/money.ts';
import { LANGUAGES, type Language, REPORT_FORMS } from '../../../../../shared/report-forms.ts';
import { STATE_KINDS } from '../../../../../shared/states.ts';
import { type BatchList, cancelBatch, listBatches, readStatus } from '../../../desk/batches/batch-handlers.ts';
import { exportBatch, reconcile } from '../../../desk/batches/export-batch.ts';
import { refused } from '../../../session/desks.ts';
import { readCertificate } from '../ask.ts';
import { defineCommand, optional, optionalElse, required, taken } from '../command-table.ts';
import { BATCH, COMMAND_ID_OPTION, FORCE, PRACTICE_DESK } from '../options.ts';
import { formatLocalTime, formatTable, isoTime, PROGRAM, plainText, say, wrapLines } from '../text.ts';
import { oneOf, readBatchId, readDay, readOutFile, readPath, readTypedText } from '../values.ts';

const status = defineCommand({
  name: 'status',
  summary: 'shows how a batch stands; reads only',
  needsDesk: true,
  takes: {
    batch: optional('BATCH', { help: 'the batch, such as B0012; the newest if left out', value: readBatchId }),
  },
  ask: ({ system }, { batch }) => readStatus(system, batch),
  show: () => ({ text: formatBatch, batches: (view) => [view] }),
});

const list = defineCommand({
  name: 'list',
  summary: 'lists the batches, newest first; reads only',
  needsDesk: true,
  ask: ({ system }) => listBatches(system),
  show: () => ({
    text: formatBatchList,
    json: batchListJson,
    batches: ({ batches }) => batches.map(({ view }) => view),
  }),
});

export const BATCH_READ_SPECS = [status, list] as const;

const cancel = defineCommand({
  name: 'cancel',
  summary: 'drops what has not been sent of a batch',
  needsDesk: true,
  takes: { batch: BATCH, commandId: COMMAND_ID_OPTION },
  ask: ({ system }, { batch, commandId }) => cancelBatch(system, batch, commandId),
  show: () => ({ text: formatBatch, batches: (view) => [view] }),
});

const exportReport = defineCommand({
  name: 'export',
  summary: "writes a batch's report",
  needsDesk: true,
  notes: [
    'CSV holds the payouts, for machines; XLSX has the summary, the attempts and the rows left out, for people; PDF is for whoever signs.',
    'What --as makes: a journal or vouchers for Tally (.csv); a payment advice for each payee to print (.pdf), as single files and e-mail drafts (.zip), or a list for a mail merge (.csv).',
  ],
  takes: {
    batch: BATCH,
    path: required('--out FILE.csv|.xlsx|.pdf|.zip', {
      help: 'the file to write',
      value: readOutFile(['.csv', '.xlsx', '.pdf', '.zip']),
    }),
    form: optional('--as FORM', {
      help: `what to make of the batch, the report if left out: ${REPORT_FORMS.join(', ')}`,
      value: oneOf(REPORT_FORMS),
    }),
    language: optionalElse<Language>('--language en|hi', {
      help: 'what a payment advice is written in; en if left out',
      value: oneOf(LANGUAGES),
      otherwise: 'en',
    }),
    emailColumn: optional('--email-column HEADER', {
      help: "the sheet's column of the payees' own e-mail addresses, where several could be meant; none for no addresses",
      value: (text, shown) => (text === 'none' ? taken('') : readTypedText(text, shown)),
    }),
    sign: optional('--sign CERT.p12', {
      help: 'signs a PDF with this certificate; its passphrase is asked for, or read from standard input',
      value: readPath,
    }),
    force: FORCE,
  },
  ask: async ({ system, streams }, { sign, ...options }) => {
    if (sign === null) return await exportBatch(system, options);
    const certificate = await readCertificate(sign, streams);
    return 'refusal' in certificate
      ? refused(certificate.refusal)
      : await exportBatch(system, { ...options, certificate });
  },
  show: () => ({
    text: ({ file, beside, payouts, withheld = [] }) =>
      plainText(
        `Wrote ${countOf(payouts, 'payout')} to ${file}${beside === null ? '' : `, and checksums beside it`}.${withheldWords(withheld)}`,
      ),
  }),
});

function withheldWords(payouts: readonly string[]): string {
  if (payouts.length === 0) return '';
  const [first = '', ...others] = payouts;
  const named = others.length === 0 ? first : `${first} and ${formatCount(others.length)} more`;
  return ` No e-mail address is given for ${named}: several people read the one in the sheet.`;
}

const reconciliation = defineCommand({
  name: 'reconcile',
  summary: 'writes what moved over all batches within a day, a month or any days',
  needsDesk: true,
  notes: [
    'Beside what the files asked for stands what the desk holds, what the gateway said and what people decided; beside each wallet’s change, in the XLSX, what this desk does not explain of it, where the window read the wallet twice in that time.',
  ],
  takes: {
    from: required('--from YYYY-MM-DD', { help: 'the first day', value: readDay }),
    to: optional('--to YYYY-MM-DD', { help: 'the last day; the first if left out', value: readDay }),
    path: required('--out FILE.xlsx|.csv', { help: 'the file to write', value: readOutFile(['.xlsx', '.csv']) }),
    practice: PRACTICE_DESK,
    force: FORCE,
  },
  ask: ({ system }, { from, to, path, practice, force }) =>
    reconcile(system, {
      book: practice ? 'practice' : 'live',
      fromMs: from.getTime(),
      toMs: endOfDay(to ?? from),
      path,
      force,
    }),
  show: () => ({ text: ({ file, batches }) => plainText(`Wrote ${countOf(batches, 'batch', 'batches')} to ${file}.`) }),
});

function endOfDay(day: Date): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime() - 1;
}

export const BATCH_END_SPECS = [cancel, exportReport, reconciliation] as const;

/** The batch's states with counts and rupees, and what to do when it is paused. */
export function formatBatch(view: BatchView, width: number): string {
  const { batch, counts, paise, paused, alarms = 0 } = view;
  const states = STATE_KINDS.filter((kind) => counts[kind] > 0).map(
    (kind) => [kind, counts[kind], paise[kind]] as const,
  );
  const total = ['total', sum(Object.values(counts)), sum(Object.values(paise))] as const;
  const rows = [...states, total].map(([kind, count, money]) => [kind, formatCount(count), formatRupees(money)]);
  const doubt = `${formatCount(counts.unknown)} unknown: nobody can say yet whether they were paid. They are never sent again by the desk; \`${PROGRAM} watch ${batch}\` asks the gateway about them, \`${PROGRAM} unknown ${batch}\` shows what is known.`;
  const notes = [
    ...(paused === null ? [] : [`Paused: ${say(paused.message)}`, say(pauseCure(paused.code, view))]),
    ...(counts.unknown === 0 ? [] : [doubt]),
    ...(alarms === 0 ? [] : [`${countOf(alarms, 'open alarm')}: \`${PROGRAM} news ${batch}\` says what is wrong.`]),
  ];
  return [
    wrapLines([`Batch ${batch}, profile ${view.profile}: ${view.state}`], width),
    ...formatTable(['left', 'right', 'right'], { rows: [['state', 'payouts', 'rupees'], ...rows], width }),
    ...(notes.length === 0 ? [] : [wrapLines(notes, width)]),
  ].join('\n');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The batches, one on a line. */
export function formatBatchList({ batches, locked }: BatchList, width: number): string {
  const headings = ['batch', 'confirmed', 'profile', 'rows', 'rupees', 'state', 'file'];
  const rows = batches.map(({ view, createdAtMs, file, rows: count, totalPaise }) => [
    view.batch,
    formatLocalTime(createdAtMs),
    view.profile,
    formatCount(count),
    formatRupees(totalPaise),
    view.state,
    file,
  ]);
  const table =
    batches.length === 0
      ? [`There are no batches yet. \`${PROGRAM} run FILE --profile NAME\` makes the first.`]
      : formatTable(['left', 'left', 'cut', 'right', 'right', 'left', 'cut'], { rows: [headings, ...rows], width });
  return [...(locked === undefined ? [] : [wrapLines([say(locked.message)], width)]), ...table].join('\n');
}

/** `list --json`, newest first. */
function batchListJson({ batches, ...rest }: BatchList): object {
  const lines = batches.map(({ view: { batch, profile, state, news }, file, rows, totalPaise, createdAtMs }) => {
    return { batch, profile, file, rows, totalPaise, state, createdAt: isoTime(createdAtMs), ...(news && { news }) };
  });
  return { batches: lines, ...rest };
}
