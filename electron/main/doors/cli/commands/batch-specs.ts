import type { BatchView } from '../../../../../shared/api/views.ts';
import { formatCount } from '../../../../../shared/counts.ts';
import { pauseCure } from '../../../../../shared/failures.ts';
import { type Message, msg } from '../../../../../shared/messages/message.ts';
import { formatRupees } from '../../../../../shared/money.ts';
import { REPORT_FORMS } from '../../../../../shared/report-forms.ts';
import { type BatchState, STATE_KINDS } from '../../../../../shared/states.ts';
import { type BatchList, cancelBatch, listBatches, readStatus } from '../../../desk/batches/batch-handlers.ts';
import { exportBatch, reconcile } from '../../../desk/batches/export-batch.ts';
import { refused } from '../../../session/desks.ts';
import { readCertificate } from '../ask.ts';
import { accepted, defineCommand, optional, required } from '../command-table.ts';
import { BATCH, COMMAND_ID_OPTION, FORCE, PRACTICE_DESK } from '../options.ts';
import { chosenLanguage, say, typedCure } from '../say.ts';
import { formatLocalTime, formatTable, isoTime, plainText, wrapLines } from '../text.ts';
import { oneOf, readBatchId, readDay, readOutFile, readPath, readTypedText } from '../values.ts';

const status = defineCommand({
  name: 'status',
  summary: msg('cli.status.summary'),
  needsDesk: true,
  takes: {
    batch: optional('BATCH', { help: msg('cli.status.batch'), value: readBatchId }),
  },
  ask: ({ system }, { batch }) => readStatus(system, batch),
  show: () => ({ text: formatBatch, batches: (view) => [view] }),
});

const list = defineCommand({
  name: 'list',
  summary: msg('cli.list.summary'),
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
  summary: msg('cli.cancel.summary'),
  needsDesk: true,
  takes: { batch: BATCH, commandId: COMMAND_ID_OPTION },
  ask: ({ system }, { batch, commandId }) => cancelBatch(system, batch, commandId),
  show: () => ({ text: formatBatch, batches: (view) => [view] }),
});

const exportReport = defineCommand({
  name: 'export',
  summary: msg('cli.export.summary'),
  needsDesk: true,
  notes: [msg('cli.export.formats'), msg('cli.export.forms')],
  takes: {
    batch: BATCH,
    path: required('--out FILE.csv|.xlsx|.pdf|.zip', {
      help: msg('cli.option.outFile'),
      value: readOutFile(['.csv', '.xlsx', '.pdf', '.zip']),
    }),
    form: optional('--as FORM', {
      help: msg('cli.export.as', { forms: REPORT_FORMS }),
      value: oneOf(REPORT_FORMS),
    }),
    emailColumn: optional('--email-column HEADER', {
      help: msg('cli.export.emailColumn'),
      value: (text, shown) => (text === 'none' ? accepted('') : readTypedText(text, shown)),
    }),
    sign: optional('--sign CERT.p12', {
      help: msg('cli.export.sign'),
      value: readPath,
    }),
    force: FORCE,
  },
  ask: async ({ system, streams }, { sign, ...wanted }) => {
    const options = { ...wanted, language: chosenLanguage() };
    if (sign === null) return await exportBatch(system, options);
    const certificate = await readCertificate(sign, streams);
    return 'refusal' in certificate
      ? refused(certificate.refusal)
      : await exportBatch(system, { ...options, certificate });
  },
  show: () => ({
    text: ({ file, beside, payouts: count, withheld = [] }) => {
      const wrote = { file, count, withheld: withheldWords(withheld) };
      return plainText(
        say(beside === null ? msg('cli.export.wrote', wrote) : msg('cli.export.wrote.checksums', wrote)),
      );
    },
  }),
});

function withheldWords([first, ...others]: readonly string[]): readonly Message[] {
  if (first === undefined) return [];
  const more = formatCount(others.length);
  const whom = others.length === 0 ? first : msg('names.more', { names: [first], more });
  return [msg('cli.export.withheld', { whom })];
}

const reconciliation = defineCommand({
  name: 'reconcile',
  summary: msg('cli.reconcile.summary'),
  needsDesk: true,
  notes: [msg('cli.reconcile.about')],
  takes: {
    from: required('--from YYYY-MM-DD', { help: msg('cli.reconcile.from'), value: readDay }),
    to: optional('--to YYYY-MM-DD', { help: msg('cli.reconcile.to'), value: readDay }),
    path: required('--out FILE.xlsx|.csv', { help: msg('cli.option.outFile'), value: readOutFile(['.xlsx', '.csv']) }),
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
      language: chosenLanguage(),
    }),
  show: () => ({ text: ({ file, batches }) => plainText(say(msg('cli.reconcile.wrote', { count: batches, file }))) }),
});

function endOfDay(day: Date): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime() - 1;
}

export const BATCH_END_SPECS = [cancel, exportReport, reconciliation] as const;

/** The batch's states with counts and rupees, and the cure if it is paused. */
export function formatBatch(view: BatchView, width: number): string {
  const { batch, counts, paise, paused, alarms = 0 } = view;
  const states = STATE_KINDS.filter((kind) => counts[kind] > 0).map(
    (kind) => [msg(`state.${kind}`), counts[kind], paise[kind]] as const,
  );
  const total = [msg('cli.head.total'), sum(Object.values(counts)), sum(Object.values(paise))] as const;
  const rows = [...states, total].map(([word, count, money]) => [say(word), formatCount(count), formatRupees(money)]);
  const headings = [msg('cli.head.state'), msg('typed.payouts'), msg('cli.head.rupees')].map(say);
  const { unknown } = counts;
  const notes = [
    ...(paused === null
      ? []
      : [say(msg('cli.batch.paused', { why: paused.message })), say(pauseCure(paused.code, view))]),
    ...(unknown === 0 ? [] : [typedCure(msg('cli.batch.unknown', { count: unknown, batch }))]),
    ...(alarms === 0 ? [] : [typedCure(msg('cli.batch.alarms', { count: alarms, batch }))]),
  ];
  const head = msg('cli.batch.head', { batch, profile: view.profile, state: BATCH_STATES[view.state] });
  return [
    wrapLines([say(head)], width),
    ...formatTable(['left', 'right', 'right'], { rows: [headings, ...rows], width }),
    ...(notes.length === 0 ? [] : [wrapLines(notes, width)]),
  ].join('\n');
}

const BATCH_STATES: Readonly<Record<BatchState, Message>> = {
  sending: msg('state.sending'),
  paused: msg('cli.batchState.paused'),
  settling: msg('cli.batchState.settling'),
  settled: msg('cli.batchState.settled'),
};

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The batches, one per line. */
export function formatBatchList({ batches, locked }: BatchList, width: number): string {
  const headings = [
    msg('cli.head.batch'),
    msg('cli.head.confirmed'),
    msg('cli.head.profile'),
    msg('cli.head.rows'),
    msg('cli.head.rupees'),
    msg('cli.head.state'),
    msg('cli.head.file'),
  ].map(say);
  const rows = batches.map(({ view, createdAtMs, file, rows: count, totalPaise }) => [
    view.batch,
    formatLocalTime(createdAtMs),
    view.profile,
    formatCount(count),
    formatRupees(totalPaise),
    say(BATCH_STATES[view.state]),
    file,
  ]);
  const table =
    batches.length === 0
      ? [typedCure(msg('cli.list.none'))]
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
