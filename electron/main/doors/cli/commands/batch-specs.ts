import { readFileSync } from 'node:fs';
import type { Answer } from '../../../../../shared/api/contract.ts';
import type { BatchView } from '../../../../../shared/api/views.ts';
import { formatCount } from '../../../../../shared/counts.ts';
import { pauseCure } from '../../../../../shared/failures.ts';
import type { BatchId, CommandId } from '../../../../../shared/ids.ts';
import { type Message, msg } from '../../../../../shared/messages/message.ts';
import { formatRupees } from '../../../../../shared/money.ts';
import { type Book, batchIdIn } from '../../../../../shared/profiles.ts';
import {
  isJournalForm,
  JOURNAL_FORMS,
  type JournalForm,
  REPORT_FORMS,
  type ReportForm,
} from '../../../../../shared/report-forms.ts';
import type { Refusal } from '../../../../../shared/rows.ts';
import { type BatchState, STATE_KINDS } from '../../../../../shared/states.ts';
import { type BatchList, cancelBatch, listBatches, readStatus } from '../../../desk/batches/batch-handlers.ts';
import { type Exported, exportBatch, reconcile } from '../../../desk/batches/export-batch.ts';
import {
  exportJournal,
  exportJournalAgain,
  type JournalAsked,
  type JournalExported,
  type JournalList,
  listJournals,
} from '../../../desk/batches/journal.ts';
import { refused } from '../../../session/desks.ts';
import { readCertificate } from '../ask.ts';
import { accepted, defineCommand, optional, type Reading, refusedReading, required } from '../command-table.ts';
import { BATCH, COMMAND_ID_OPTION, FORCE, PRACTICE_DESK, practiceOrLive } from '../options.ts';
import { chosenLanguage, say, typedCure } from '../say.ts';
import { STANDARD, temporaryFile } from '../standard-streams.ts';
import { formatLocalTime, formatTable, isoTime, plainText, wrapLines } from '../text.ts';
import {
  oneOf,
  readBatchId,
  readDay,
  readOutFile,
  readPath,
  readProfileName,
  readTypedText,
  wholeNumber,
} from '../values.ts';

const FORMS = [...REPORT_FORMS, ...JOURNAL_FORMS];

/** More digits than an export's number ever has. */
const JOURNALS_MAX = 999_999_999;

const STATES: readonly BatchState[] = ['sending', 'paused', 'settling', 'settled'];

/** More batches than a desk ever has. */
const LISTED_MAX = 1_000_000;

const status = defineCommand({
  name: 'status',
  summary: msg('cli.status.summary'),
  examples: ['status B0012 --json'],
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
  examples: ['list --state paused --limit 5'],
  needsDesk: true,
  takes: {
    limit: optional('--limit N', {
      help: msg('cli.list.limit'),
      value: wholeNumber({ min: 1, max: LISTED_MAX, unit: msg('cli.unit.batches') }),
    }),
    state: optional('--state STATE', { help: msg('cli.list.state', { states: STATES }), value: oneOf(STATES) }),
  },
  ask: ({ system }, { limit, state }) => {
    const answer = listBatches(system);
    if (answer.kind !== 'done') return answer;
    const wanted = answer.value.batches.filter(({ view }) => state === null || view.state === state);
    return { ...answer, value: { ...answer.value, batches: wanted.slice(0, limit ?? wanted.length) } };
  },
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
  examples: ['cancel B0012'],
  needsDesk: true,
  takes: { batch: BATCH, commandId: COMMAND_ID_OPTION },
  ask: ({ system }, { batch, commandId }) => cancelBatch(system, batch, commandId),
  show: () => ({ text: formatBatch, batches: (view) => [view] }),
});

const exportReport = defineCommand({
  name: 'export',
  summary: msg('cli.export.summary'),
  needsDesk: true,
  notes: [msg('cli.export.formats'), msg('cli.export.forms'), msg('cli.export.journals')],
  examples: [
    'export B0012 --out batch.xlsx',
    'export --profile "Salaries HDFC" --as tally-xml --out week.xml',
    'export --again 7 --out week.xml',
  ],
  takes: {
    batch: optional('BATCH', { help: msg('cli.option.batch'), value: readBatchId }),
    path: required('--out FILE.csv|.xlsx|.pdf|.zip|.xml', {
      help: msg('cli.export.out'),
      value: readOutFile(['.csv', '.xlsx', '.pdf', '.zip', '.xml']),
    }),
    form: optional('--as FORM', {
      help: msg('cli.export.as', { forms: FORMS }),
      value: oneOf(FORMS),
    }),
    profile: optional('--profile NAME', { help: msg('cli.export.profile'), value: readProfileName }),
    from: optional('--from YYYY-MM-DD', { help: msg('cli.export.from'), value: readDay }),
    to: optional('--to YYYY-MM-DD', { help: msg('cli.export.to'), value: readDay }),
    again: optional('--again N', {
      help: msg('cli.export.again'),
      value: wholeNumber({ min: 1, max: JOURNALS_MAX, unit: msg('cli.unit.export') }),
    }),
    lastInBooks: optional('--last-in-books N', {
      help: msg('cli.export.lastInBooks'),
      value: wholeNumber({ min: 0, max: JOURNALS_MAX, unit: msg('cli.unit.export') }),
    }),
    practice: PRACTICE_DESK,
    emailColumn: optional('--email-column HEADER', {
      help: msg('cli.export.emailColumn'),
      value: (text, shown) => (text === 'none' ? accepted('') : readTypedText(text, shown)),
    }),
    sign: optional('--sign CERT.p12', {
      help: msg('cli.export.sign'),
      value: readPath,
    }),
    commandId: COMMAND_ID_OPTION,
    force: FORCE,
  },
  onlyOneOf: ['again', 'profile'],
  check: (values): Reading<Export> => {
    const { batch, path, profile, from, to, again, lastInBooks, practice, force, commandId } = values;
    const form = values.form ?? (path.toLowerCase().endsWith('.xml') ? 'tally-xml' : null);
    const isBooked = again !== null || isJournalForm(form);
    const isPrinted = path === STANDARD;
    const stray = strayOption([
      ['--out -', isPrinted && (isBooked || profile !== null || (form !== null && form !== 'csv'))],
      ['BATCH', batch !== null && (again !== null || profile !== null)],
      ['--as', values.form !== null && again !== null],
      ['--from', from !== null && profile === null],
      ['--to', to !== null && profile === null],
      ['--last-in-books', lastInBooks !== null && (again !== null || !isBooked)],
      ['--practice', practice && again === null],
      ['--email-column', values.emailColumn !== null && form !== 'advice-files' && form !== 'mail-merge'],
      ['--sign', values.sign !== null && (isBooked || !path.toLowerCase().endsWith('.pdf'))],
      ['--command-id', commandId !== null && (again !== null || !isBooked)],
    ]);
    if (stray !== null) return stray;
    if (again !== null) {
      return accepted({ what: 'again', book: practiceOrLive(practice), number: again, path, force });
    }
    if (profile !== null) {
      if (!isJournalForm(form)) return refusedReading(ACCOUNT_WANTS_JOURNAL);
      const asked = { profile, fromDay: dayText(from), toDay: dayText(to) };
      return accepted({ what: 'journal', asked, form, lastInBooks, path, force, commandId });
    }
    if (batch === null) return refusedReading(NO_BATCH);
    if (isJournalForm(form))
      return accepted({ what: 'journal', asked: { batch }, form, lastInBooks, path, force, commandId });
    const { emailColumn, sign } = values;
    return accepted({ what: 'report', batch, form, emailColumn, sign, path, force });
  },
  ask: async ({ system, streams }, request): Promise<Answer<Printed | Exported | JournalExported>> => {
    if (request.what === 'again') return await exportJournalAgain(system, request);
    if (request.what === 'journal') return await exportJournal(system, request);
    const { what: _, sign, ...wanted } = request;
    if (request.path === STANDARD) {
      const path = temporaryFile(`${request.batch}.csv`);
      const answer = await exportBatch(system, { ...wanted, path, language: chosenLanguage() });
      return answer.kind === 'done'
        ? { ...answer, value: { ...answer.value, file: STANDARD, beside: null, csv: readFileSync(path, 'utf8') } }
        : answer;
    }
    const options = { ...wanted, language: chosenLanguage() };
    if (sign === null) return await exportBatch(system, options);
    const certificate = await readCertificate(sign, streams);
    return 'refusal' in certificate
      ? refused(certificate.refusal)
      : await exportBatch(system, { ...options, certificate });
  },
  show: ({ what }) => ({
    text: (exported) => {
      if ('csv' in exported) return exported.csv.trimEnd();
      return plainText('export' in exported ? journalWords(exported, what === 'again') : reportWords(exported));
    },
    json: (exported) => ('export' in exported ? journalJson(exported) : exported),
  }),
});

/** A report for standard output. */
interface Printed extends Exported {
  readonly csv: string;
}

/** What `export` was asked for: a batch's report, what the books lack, or an earlier journal export. */
type Export =
  | {
      readonly what: 'report';
      readonly batch: BatchId;
      readonly form: ReportForm | null;
      readonly emailColumn: string | null;
      readonly sign: string | null;
      readonly path: string;
      readonly force: boolean;
    }
  | {
      readonly what: 'journal';
      readonly lastInBooks: number | null;
      readonly asked: JournalAsked;
      readonly form: JournalForm;
      readonly path: string;
      readonly force: boolean;
      readonly commandId: CommandId | null;
    }
  | {
      readonly what: 'again';
      readonly book: Book;
      readonly number: number;
      readonly path: string;
      readonly force: boolean;
    };

function strayOption(
  options: readonly (readonly [name: string, isStray: boolean])[],
): ReturnType<typeof refusedReading> | null {
  const [name] = options.find(([, isStray]) => isStray) ?? [];
  if (name === undefined) return null;
  return refusedReading({
    code: 'optionsClash',
    message: msg('cli.export.stray', { option: name }),
    cure: msg('cli.export.stray.cure'),
  });
}

const NO_BATCH: Refusal = {
  code: 'missingArgument',
  message: msg('cli.missing', { what: 'BATCH' }),
  cure: msg('cli.missing.cure', { term: 'BATCH', help: msg('cli.option.batch') }),
};

const ACCOUNT_WANTS_JOURNAL: Refusal = {
  code: 'missingOption',
  message: msg('cli.export.accountWantsJournal'),
  cure: msg('cli.giveOneOf', { names: JOURNAL_FORMS }),
};

/** The local day as the journal writes it. */
function dayText(day: Date | null): string | null {
  if (day === null) return null;
  const parts = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return [String(day.getFullYear()).padStart(4, '0'), ...parts].join('-');
}

function reportWords({ file, beside, payouts: count, withheld = [] }: Exported): string {
  const wrote = { file, count, withheld: withheldWords(withheld) };
  return say(beside === null ? msg('cli.export.wrote', wrote) : msg('cli.export.wrote.checksums', wrote));
}

function journalWords(exported: JournalExported, isAgain: boolean): string {
  const { file, export: number, vouchers, reversals, paidPaise, reversedPaise, left } = exported;
  const wrote = { file, number, paid: vouchers - reversals, paidPaise, reversals, reversedPaise };
  const more = left === 0 ? [] : [msg('cli.export.left', { count: left })];
  return say(isAgain ? msg('cli.export.wroteAgain', { file, number }) : msg('cli.export.booked', { ...wrote, more }));
}

export function journalJson({ restoredAtMs, ...exported }: JournalExported) {
  // `beside` and `payouts` are what every export says.
  const every = { beside: null, payouts: exported.vouchers };
  return { ...exported, ...every, restoredAt: restoredAtMs === null ? null : isoTime(restoredAtMs) };
}

const journals = defineCommand({
  name: 'journals',
  summary: msg('cli.journals.summary'),
  needsDesk: true,
  notes: [msg('cli.journals.about')],
  examples: ['journals', 'journals --practice'],
  takes: { practice: PRACTICE_DESK },
  ask: ({ system }, { practice }) => listJournals(system, { book: practiceOrLive(practice) }),
  show: ({ practice }) => ({
    text: (list, width) => formatJournals(list, { width, book: practiceOrLive(practice) }),
    json: (list) => journalsJson(list, practiceOrLive(practice)),
  }),
});

function formatJournals(
  { exports, due, restoredAtMs }: JournalList,
  { width, book }: { readonly width: number; readonly book: Book },
): string {
  const headings = [
    msg('cli.head.export'),
    msg('cli.head.made'),
    msg('cli.head.form'),
    msg('cli.head.of'),
    msg('cli.head.vouchers'),
    msg('cli.head.paid'),
    msg('cli.head.reversed'),
    msg('cli.head.file'),
  ].map(say);
  const rows = exports.map(({ number, madeAtMs, form, profile, batch, entryCount, paidPaise, undonePaise, saved }) => [
    String(number),
    formatLocalTime(madeAtMs),
    form,
    batch === null ? profile : batchIdIn(book, batch),
    formatCount(entryCount),
    formatRupees(paidPaise),
    formatRupees(undonePaise),
    saved?.file ?? say(msg('cli.journals.notSaved')),
  ]);
  const notes = [
    ...due.map(({ profile, paid, back }) =>
      say(
        paid.count + back.count === 0
          ? msg('cli.journals.nothingDue', { profile })
          : msg('cli.journals.due', {
              profile,
              count: paid.count,
              paise: paid.paise,
              back: back.count,
              backPaise: back.paise,
            }),
      ),
    ),
    ...(restoredAtMs === null
      ? []
      : [say(msg('journal.restored', { time: restoredAtMs, known: exports[0]?.number ?? 0 }))]),
  ];
  const table =
    exports.length === 0
      ? [typedCure(msg('cli.journals.none'))]
      : formatTable(['right', 'left', 'left', 'cut', 'right', 'right', 'right', 'cut'], {
          rows: [headings, ...rows],
          width,
        });
  return [...table, ...(notes.length === 0 ? [] : [wrapLines(notes, width)])].join('\n');
}

/** `journals --json`, newest first. */
export function journalsJson({ exports, due, restoredAtMs }: JournalList, book: Book) {
  return {
    exports: exports.map(({ number, form, profile, batch, fromDay, toDay, madeBy, madeAtMs, saved, ...sums }) => ({
      export: number,
      form,
      profile,
      batch: batch === null ? null : batchIdIn(book, batch),
      from: fromDay,
      to: toDay,
      madeBy,
      madeAt: isoTime(madeAtMs),
      vouchers: sums.entryCount,
      reversals: sums.undoneCount,
      paidPaise: sums.paidPaise,
      reversedPaise: sums.undonePaise,
      sha256: sums.fileSha256,
      file: saved?.file ?? null,
      savedAt: saved === null ? null : isoTime(saved.atMs),
    })),
    notBooked: due.map(({ profile, paid, back }) => ({
      profile,
      payments: paid.count,
      paidPaise: paid.paise,
      reversals: back.count,
      reversedPaise: back.paise,
    })),
    restoredAt: restoredAtMs === null ? null : isoTime(restoredAtMs),
  };
}

function withheldWords([first, ...others]: readonly string[]): readonly Message[] {
  if (first === undefined) return [];
  const more = formatCount(others.length);
  const whom = others.length === 0 ? first : msg('names.more', { names: [first], more });
  return [msg('cli.export.withheld', { whom })];
}

const reconciliation = defineCommand({
  name: 'reconcile',
  summary: msg('cli.reconcile.summary'),
  examples: ['reconcile --from 2026-05-01 --to 2026-05-31 --out may.xlsx'],
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
      book: practiceOrLive(practice),
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

export const BATCH_END_SPECS = [cancel, exportReport, journals, reconciliation] as const;

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
export function batchListJson({ batches, ...rest }: BatchList) {
  const lines = batches.map(({ view: { batch, profile, state, news }, file, rows, totalPaise, createdAtMs }) => {
    return { batch, profile, file, rows, totalPaise, state, createdAt: isoTime(createdAtMs), ...(news && { news }) };
  });
  return { batches: lines, ...rest };
}
