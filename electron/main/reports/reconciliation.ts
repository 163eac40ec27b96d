// Reconciles a day or month over all batches, to the paisa: what the files asked for, what the desk holds, what the gateway said
// and what people decided. Also each wallet's change, and how much of it this desk's payouts do not explain.

import { type Message, msg } from '../../../shared/messages/message.ts';
import { asPaise, formatRupees } from '../../../shared/money.ts';
import type { Language } from '../../../shared/report-forms.ts';
import type { BatchMoved, Period, WalletMoved } from '../domain/report.ts';
import { type FileWriting, type WriteOptions, writeByEnding } from './atomic-file.ts';
import { fillCsvList } from './csv.ts';
import { openBook, writeListSheet } from './report-book.ts';
import { type Column, localIso } from './report-payouts.ts';
import { type Voice, voiceOf } from './report-voice.ts';

export interface Reconciled {
  readonly period: Period;
  readonly madeAtMs: number;
  readonly environment: 'LIVE' | 'PRACTICE';
  readonly batches: readonly BatchMoved[];
  readonly wallets: readonly WalletMoved[];
}

/** Writes it. CSV has the batches; XLSX also has the totals and wallets. Refuses like a report. */
export function writeReconciliation(
  path: string,
  reconciled: Reconciled,
  { language, ...options }: WriteOptions & { readonly language: Language },
): Promise<FileWriting> {
  const voice = voiceOf(language);
  const { batches, wallets, madeAtMs, environment } = reconciled;
  const forms = {
    '.csv': fillCsvList(BATCHES, batches),
    '.xlsx': async (...[sink, signal]: Parameters<ReturnType<typeof fillCsvList>>) => {
      const title = voice.say(msg(environment === 'PRACTICE' ? 'paper.practice.printed' : 'summary.reconciliation'));
      const book = await openBook({ madeAtMs, left: 'Payout Desk', title }, { sink, signal });
      const refusal =
        (await writeListSheet(book, { name: 'Totals', columns: TOTALS, rows: totalsOf(reconciled, voice) })) ??
        (await writeListSheet(book, { name: 'Batches', columns: BATCHES, rows: batches })) ??
        (await writeListSheet(book, { name: 'Wallets', columns: WALLETS, rows: wallets }));
      if (refusal === null) await book.finish();
      return refusal;
    },
  };
  return writeByEnding({ ...options, path }, { what: 'report', forms });
}

const BATCHES: readonly Column<BatchMoved>[] = [
  { name: 'batch', kind: 'text', read: ({ batch }) => batch },
  { name: 'file', kind: 'text', read: ({ file }) => file },
  { name: 'profile', kind: 'text', read: ({ profile }) => profile },
  { name: 'mid', kind: 'text', read: ({ mid }) => String(mid) },
  { name: 'confirmed_at', kind: 'time', read: ({ confirmedAtMs }) => confirmedAtMs },
  { name: 'confirmed_payouts', kind: 'integer', read: ({ confirmedCount }) => confirmedCount },
  { name: 'confirmed', kind: 'rupees', read: ({ confirmedPaise }) => confirmedPaise },
  { name: 'stored_payouts', kind: 'integer', read: ({ storedCount }) => storedCount },
  { name: 'stored', kind: 'rupees', read: ({ storedPaise }) => storedPaise },
  { name: 'difference', kind: 'rupees', read: ({ confirmedPaise, storedPaise }) => storedPaise - confirmedPaise },
  { name: 'paid_payouts', kind: 'integer', read: ({ paidCount }) => paidCount },
  { name: 'paid', kind: 'rupees', read: ({ paidPaise }) => paidPaise },
  { name: 'paid_by_gateway', kind: 'rupees', read: ({ paidPaise, decidedPaise }) => paidPaise - decidedPaise },
  { name: 'paid_by_decision', kind: 'rupees', read: ({ decidedPaise }) => decidedPaise },
  { name: 'came_back', kind: 'rupees', read: ({ backPaise }) => backPaise },
  { name: 'failed', kind: 'rupees', read: ({ failedPaise }) => failedPaise },
  { name: 'open_payouts', kind: 'integer', read: ({ openCount }) => openCount },
  { name: 'open', kind: 'rupees', read: ({ openPaise }) => openPaise },
  { name: 'open_alarms', kind: 'integer', read: ({ alarms }) => alarms },
];

const WALLETS: readonly Column<WalletMoved>[] = [
  { name: 'profile', kind: 'text', read: ({ profile }) => profile },
  { name: 'first_read', kind: 'time', read: ({ firstAtMs }) => firstAtMs },
  { name: 'first', kind: 'rupees', read: ({ firstPaise }) => firstPaise },
  { name: 'last_read', kind: 'time', read: ({ lastAtMs }) => lastAtMs },
  { name: 'last', kind: 'rupees', read: ({ lastPaise }) => lastPaise },
  { name: 'change', kind: 'rupees', read: ({ firstPaise, lastPaise }) => lastPaise - firstPaise },
  { name: 'paid_by_this_desk', kind: 'rupees', read: ({ outPaise }) => outPaise },
  { name: 'perhaps_paid_by_this_desk', kind: 'rupees', read: ({ unsurePaise }) => unsurePaise },
  { name: 'came_back', kind: 'rupees', read: ({ backPaise }) => backPaise },
  { name: 'not_explained_by_this_desk', kind: 'rupees', read: ({ unexplainedPaise }) => unexplainedPaise },
];

type PeriodTotal = readonly [label: string, value: string];

const TOTALS: readonly Column<PeriodTotal>[] = [
  { name: 'about', kind: 'text', read: ([label]) => label },
  { name: 'value', kind: 'text', read: ([, value]) => value },
];

function totalsOf({ period, madeAtMs, environment, batches }: Reconciled, { say }: Voice): readonly PeriodTotal[] {
  const sum = (paise: (batch: BatchMoved) => number): string => {
    return formatRupees(asPaise(batches.reduce((all, batch) => all + paise(batch), 0)));
  };
  const differing = batches.filter(
    (batch) => batch.storedPaise !== batch.confirmedPaise || batch.storedCount !== batch.confirmedCount,
  );
  const alarmed = batches.filter(({ alarms }) => alarms > 0);
  const verdict =
    differing.length > 0
      ? msg('period.differs', { batches: differing.map(({ batch }) => batch) })
      : msg(alarmed.length > 0 ? 'period.alarms' : 'period.agrees');
  const alarms = alarmed.map(({ batch, alarms: count }) => `${batch}: ${count}`).join(', ');
  const totals: readonly (readonly [Message, string | Message])[] = [
    [msg('period.from'), localIso(period.fromMs)],
    [msg('period.to'), localIso(period.toMs)],
    [msg('summary.asOf'), localIso(madeAtMs)],
    [msg('summary.environment'), environment],
    [msg('period.batches'), String(batches.length)],
    [msg('summary.confirmed'), sum(({ confirmedPaise }) => confirmedPaise)],
    [msg('period.paid'), sum(({ paidPaise }) => paidPaise)],
    [msg('period.byGateway'), sum(({ paidPaise, decidedPaise }) => paidPaise - decidedPaise)],
    [msg('period.byDecision'), sum(({ decidedPaise }) => decidedPaise)],
    [msg('period.cameBack'), sum(({ backPaise }) => backPaise)],
    [msg('period.failed'), sum(({ failedPaise }) => failedPaise)],
    [msg('period.open'), sum(({ openPaise }) => openPaise)],
    [msg('summary.openAlarms'), alarms === '' ? msg('period.noAlarms') : alarms],
    [msg('summary.reconciliation'), verdict],
  ];
  return totals.map(([label, value]) => [say(label), say(value)]);
}
